"""`judge-eval init`: the first files of a suite."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from shlex import quote

import click

from judge_eval.adapters.files.discovery import ADK_CONFIGS, RUNS_SUFFIX, find_cases, stem_of
from judge_eval.errors import InputError, Problem

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
    for line in _written(agent_dir, found):
        click.echo(line)
    for path in found:
        click.echo(f"found    {path}")
    click.echo("\nnext:")
    for command in _next(agent_dir, found):
        click.echo(f"  {command}")


def _written(folder: Path, found: list[Path]) -> Iterator[str]:
    """What was done with each file, in words, as it is done. Raises: InputError where one cannot be written."""
    yield from _config(folder, found)
    yield _write(folder / RUBRICS_FOLDER / FIRST_RUBRIC, _starter(FIRST_RUBRIC))
    if not found:
        yield _write(folder / CASES_FOLDER / FIRST_CASES, _starter(FIRST_CASES))
    yield _ignore(folder / ".gitignore")
    yield _workflow(folder, folder if found else folder / CASES_FOLDER)


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
    with _can_be_written(path):
        if path.is_file():
            return f"kept     {path}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return f"written  {path}"


def _ignore(path: Path) -> str:
    """What was done with the .gitignore file, in words; what stands in it is kept to the byte, in any encoding."""
    with _can_be_written(path):
        before = path.read_bytes() if path.exists() else b""
        if IGNORED.encode() in before.splitlines():
            return f"kept     {path}"
        ending = "\n" if before and not before.endswith(b"\n") else ""
        with path.open("ab") as file:
            file.write(f"{ending}{IGNORED}\n".encode())
    return f"written  {path} ({IGNORED})"


@contextmanager
def _can_be_written(path: Path) -> Generator[None]:
    """Raises: InputError that names what is in the way, where the system does not let `path` be read or written."""
    try:
        yield
    except OSError as error:
        in_the_way = next((there for there in (path, *path.parents) if os.path.lexists(there)), path)
        raise InputError(
            Problem(
                f"{path.name} cannot be written: {error.strerror}",
                place=str(in_the_way),
                remedy="move it away or make it writable, then the same command again writes what is missing",
            )
        ) from error


def _workflow(folder: Path, cases: Path) -> str:
    """What was done about the workflow, in words; it stands where the repository does, and names what is below it."""
    here = folder.resolve()
    root = next((above for above in (here, *here.parents) if (above / ".git").exists()), here)
    named = {"AGENT": here, "CASES": here / cases.relative_to(folder)}

    def with_path(line: re.Match[str]) -> str:
        # What JSON quotes, YAML reads as the same text.
        path = _no_flag(named[line[1]].relative_to(root).as_posix())
        return f"  {line[1]}: {json.dumps(path, ensure_ascii=False)}"

    text = re.sub("(?m)^  (AGENT|CASES): .*$", with_path, _starter(WORKFLOW_STARTER))
    return _write((folder if root == here else root) / WORKFLOW, text)


def _no_flag(path: str) -> str:
    """The path as no command takes it for a flag."""
    return f"./{path}" if path.startswith("-") else path


def _next(folder: Path, found: list[Path]) -> Iterator[str]:
    """The commands that make the first table: a perfect agent first, then the real one."""
    first = found[0] if found else Path(FIRST_CASES)
    cases = found[0] if found else folder / CASES_FOLDER
    runs = (found[0].parent if found else folder / CASES_FOLDER) / f"{stem_of(first)}{RUNS_SUFFIX}"
    named = quote(_no_flag(str(cases)))
    yield f"judge-eval score {named} --runs reference  # a perfect agent must pass: what fails is the cases' fault"
    yield f"judge-eval run {named} --agent {quote(_no_flag(str(folder)))} --out {quote(_no_flag(str(runs)))}"
    yield f"judge-eval score {named}"
