"""`judge-eval init`: the first files of a suite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from shlex import quote

import click

from judge_eval.adapters.files.discovery import ADK_CONFIGS, RUNS_SUFFIX, find_cases, stem_of
from judge_eval.errors import InputError

IGNORED = ".judge-eval/"
CASES_FOLDER = "cases"
FIRST_CASES = "first.cases.yaml"
RUBRICS_FOLDER = "rubrics"
FIRST_RUBRIC = "first-rubric.yaml"
CONFIG = "judge-eval.yaml"
WORKFLOW = ".github/workflows/judge-eval.yml"
WORKFLOW_STARTER = "workflow.yml"
ADK_STARTER = "judge-eval.adk.yaml"
"""What a configuration starts from where cases are there already: no more is asked than ADK asks of them."""


@click.command(short_help="Write a config, a rubric, a case and a workflow to start from.")
@click.argument("agent_dir", type=click.Path(file_okay=False, exists=True, path_type=Path), default=".")
def init(agent_dir: Path) -> None:
    """Write what a suite starts with, and overwrite nothing.

    That is a config, a rubric, a case (unless eval sets are there), a .gitignore line, and a GitHub workflow.
    """
    found = _case_files(agent_dir)
    written = _config(agent_dir, found)
    written.append(_write(agent_dir / RUBRICS_FOLDER / FIRST_RUBRIC, _starter(FIRST_RUBRIC)))
    if not found:
        written.append(_write(agent_dir / CASES_FOLDER / FIRST_CASES, _starter(FIRST_CASES)))
    written.append(_ignore(agent_dir / ".gitignore"))
    written.append(_workflow(agent_dir, agent_dir if found else agent_dir / CASES_FOLDER))
    for line in written:
        click.echo(line)
    for path in found:
        click.echo(f"found    {path}")
    click.echo("\nnext:")
    for command in _next(agent_dir, found):
        click.echo(f"  {command}")


def _config(folder: Path, found: list[Path]) -> list[str]:
    """What was done about the configuration: ADK's own, where they stand beside the cases, go on holding."""
    theirs = sorted({path.parent / name for path in found for name in ADK_CONFIGS if (path.parent / name).is_file()})
    if theirs:
        return [f"kept     {path}" for path in theirs]
    return [_write(folder / CONFIG, _starter(ADK_STARTER if found else CONFIG))]


def _case_files(folder: Path) -> list[Path]:
    """The case files that are there already."""
    try:
        return [file.path for file in find_cases([str(folder)])]
    except InputError:
        return []


def _starter(name: str) -> str:
    return files("judge_eval.cli").joinpath("starter", name).read_text(encoding="utf-8")


def _write(path: Path, text: str) -> str:
    """What was done with `path`, in words."""
    if path.exists():
        return f"kept     {path}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return f"written  {path}"


def _ignore(path: Path) -> str:
    """What was done with the .gitignore file, in words."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if IGNORED in text.splitlines():
        return f"kept     {path}"
    ending = "" if not text or text.endswith("\n") else "\n"
    path.write_text(f"{text}{ending}{IGNORED}\n", encoding="utf-8")
    return f"written  {path} ({IGNORED})"


def _workflow(folder: Path, cases: Path) -> str:
    """What was done about the workflow, in words; it stands where the repository does, and names what is below it."""
    here = folder.resolve()
    root = next((above for above in (here, *here.parents) if (above / ".git").exists()), here)
    text = _starter(WORKFLOW_STARTER)
    for name, path in (("AGENT", here), ("CASES", cases.resolve())):
        text = re.sub(rf"(?m)^  {name}: .*$", f"  {name}: {path.relative_to(root).as_posix()}", text, count=1)
    return _write((folder if root == here else root) / WORKFLOW, text)


def _next(folder: Path, found: list[Path]) -> Iterator[str]:
    """The commands that make the first table: a perfect agent first, then the real one."""
    first = found[0] if found else Path(FIRST_CASES)
    cases = found[0] if found else folder / CASES_FOLDER
    runs = (found[0].parent if found else folder / CASES_FOLDER) / f"{stem_of(first)}{RUNS_SUFFIX}"
    named = quote(str(cases))
    yield f"judge-eval score {named} --runs reference  # a perfect agent must pass: what fails is the cases' fault"
    yield f"judge-eval run {named} --agent {quote(str(folder))} --out {quote(str(runs))}"
    yield f"judge-eval score {named}"
