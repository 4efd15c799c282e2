"""README is true: its commands run, print what it shows, and use flags that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from judge_eval.adapters.local.model_file import fetched_path
from judge_eval.cli.main import COMMANDS, LazyCommands

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND = Path(sys.executable).with_name("judge-eval")


def console_blocks() -> Iterator[tuple[str, str]]:
    """Each command of README with the output that is shown under it."""
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            yield command.split("#")[0].strip(), shown


def printed(*arguments: str) -> str:
    """What the installed command prints."""
    ran = subprocess.run([COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    return ran.stdout


SHOWN = {command: shown for command, shown in console_blocks() if shown}


def test_the_shipped_suite_prints_what_readme_shows() -> None:
    """`make score` ends in this very table."""
    if not fetched_path().is_file():
        pytest.skip("the embedded judge's model is not here: judge-eval model fetch")
    recipe = re.search(r"^score:.*\n(?:\t.*\n)*?\t\S*judge-eval score (.*)$", (ROOT / "Makefile").read_text(), re.M)
    assert recipe is not None
    assert printed("score", *recipe[1].split()) == SHOWN["make score"]


@pytest.mark.parametrize("command", [command for command in SHOWN if command.startswith("judge-eval ")])
def test_commands_print_what_readme_shows(command: str) -> None:
    """A command with output under it prints this output."""
    assert printed(*command.split()[1:]) == SHOWN[command]


def test_python_runs() -> None:
    """The Python of README runs as it stands."""
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        subprocess.run([sys.executable, "-c", block], cwd=ROOT, check=True, capture_output=True)


def test_make_targets_exist() -> None:
    """Every `make` target that README names stands in the Makefile."""
    makefile = (ROOT / "Makefile").read_text()
    targets = {target for target in re.findall(r"\bmake ([a-z]+)\b", README) if target in README}
    assert {"score", "test"} <= targets
    assert targets - {"made"} <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


def test_commands_and_flags_exist() -> None:
    """Every verb and flag that README gives to judge-eval is one that `--help` knows."""
    group = LazyCommands()
    for line in re.findall(r"judge-eval [a-z]+[^`\n#]*", README):
        words = line.split()
        if words[1] not in COMMANDS:
            continue
        command = group.get_command(click.Context(group), words[1])
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words[2])
        assert command is not None, line
        known = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, line


def test_the_configurations_of_readme_are_read(tmp_path: Path) -> None:
    """The YAML of README is a case file and a configuration that `score` takes."""
    cases, config, gate, rubric, redact = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "a.cases.yaml").write_text(cases, encoding="utf-8")
    (tmp_path / "judge-eval.yaml").write_text(config + redact, encoding="utf-8")
    listed = printed("score", str(tmp_path), "--runs", "reference", "--list")
    assert "refund-over-limit-001" in listed
    assert "1 case" in listed
    (tmp_path / "gate.yaml").write_text(gate, encoding="utf-8")
    assert "1 case" in printed("score", str(tmp_path), "--list", "--config", str(tmp_path / "gate.yaml"))
    (tmp_path / "refunds.yaml").write_text(rubric, encoding="utf-8")
    checked = subprocess.run([COMMAND, "rubric", "check", tmp_path / "refunds.yaml"], check=False, capture_output=True)
    assert checked.returncode == 0
