"""`judge-eval init`: the first files of a suite."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click

IGNORED = ".judge-eval/"
CASES_FOLDER = "cases"
FIRST_CASES = "first.cases.yaml"
CONFIG = "judge-eval.yaml"


@click.command(short_help="Write a config and a case to start from.")
@click.argument("agent_dir", type=click.Path(file_okay=False, exists=True, path_type=Path), default=".")
def init(agent_dir: Path) -> None:
    """Write a config, a case (unless eval sets are there) and a .gitignore line into AGENT_DIR; overwrite nothing."""
    found = sorted({*agent_dir.rglob("*.evalset.json"), *agent_dir.rglob("*.test.json"), *agent_dir.rglob("*.cases.*")})
    written = [_write(agent_dir / CONFIG, _starter(CONFIG))]
    if not found:
        written.append(_write(agent_dir / CASES_FOLDER / FIRST_CASES, _starter(FIRST_CASES)))
    written.append(_ignore(agent_dir / ".gitignore"))
    for line in written:
        click.echo(line)
    for path in found:
        click.echo(f"found    {path}")
    click.echo("\nnext:")
    for command in _next(agent_dir, found):
        click.echo(f"  {command}")


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


def _next(folder: Path, found: list[Path]) -> Iterator[str]:
    """The commands that make the first table: a perfect agent first, then the real one."""
    cases = found[0] if found else folder / CASES_FOLDER
    yield f"judge-eval score {cases} --runs reference     # a perfect agent must pass: what fails is the cases' fault"
    runs = (found[0].parent if found else folder / CASES_FOLDER) / f"{_stem(found)}.runs.jsonl"
    yield f"judge-eval run {cases} --agent {folder} --out {runs}"
    yield f"judge-eval score {cases}"


def _stem(found: list[Path]) -> str:
    name = found[0].name if found else FIRST_CASES
    return name.split(".")[0]
