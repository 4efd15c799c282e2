"""The command line against its contract: section 3 of the design names every verb and flag that exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from judge_eval.cli.main import COMMANDS, LazyCommands
from tests.small_suite import called

DESIGN = Path(__file__).parents[2] / ".." / "shared" / "DESIGN.md"
needs_design = pytest.mark.skipif(not DESIGN.is_file(), reason="../shared/DESIGN.md is absent")

BEYOND = {
    "rubric check": {"--strict"},
    "rubric show": {"--response"},
    "rubric attack": {"--response"},
    "cache gc": {"--model", "--older-than", "--yes"},
}
"""Flags that the contract does not name with their verb; those of score mean the same wherever they stand."""


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command that exists, by the words that call it."""
    group = LazyCommands()
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", one) for inner, one in command.commands.items())
        else:
            yield name, command


ALL = dict(commands())


@cache
def contract() -> dict[str, set[str]]:
    """The verbs of the design's section 3 with the flags that stand with each."""
    section = DESIGN.read_text(encoding="utf-8").partition("## 3. ")[2].partition("## 4. ")[0]
    block = "\n".join(line for line in section.splitlines() if line.startswith("    "))
    found: dict[str, set[str]] = {}
    verbs: list[str] = []
    for line in block.splitlines():
        for entry in re.split(r" {3,}", line.strip().removeprefix("judge-eval ")):
            words = re.match(r"(?:(rubric|baseline|cache|model) )?([a-z|]+)\b", entry)
            if not entry.startswith(("[", "-", "(")) and words is not None:
                verbs = [f"{words[1]} {verb}" if words[1] else verb for verb in words[2].split("|")]
            for verb in verbs:
                found.setdefault(verb, set()).update(re.findall(r"--[a-z]+(?:-[a-z]+)*", entry))
        if "model fetch" in line:
            found.setdefault("model list", set())
    return found


@needs_design
def test_the_contract_is_read_whole() -> None:
    """The reading of section 3 finds what a person finds there, so that finding no stranger means something."""
    assert contract()["run"] >= {"--agent", "--repeat", "--events", "--out"}
    assert contract()["score"] >= {"--runs", "--baseline", "--last-failed", "--no-env-file", "--server", "--format"}
    assert contract()["model fetch"] == {"--mirror"}
    assert {"init", "compare", "doctor", "serve", "rubric check", "rubric schema", "cache gc"} <= set(contract())


@needs_design
@pytest.mark.parametrize("name", ALL)
def test_every_verb_and_flag_stands_in_the_contract(name: str) -> None:
    """A verb or flag appears when it works; one that the design does not name is named here, or does not appear."""
    flags = {option.opts[0] for option in ALL[name].params if isinstance(option, click.Option)}
    assert flags - contract()[name] - contract()["score"] == BEYOND.get(name, set())


@pytest.mark.parametrize("name", ["", *dict.fromkeys(name.split()[0] for name in ALL), *ALL])
def test_help_says_what_there_is(tmp_path: Path, name: str) -> None:
    """Exit 0, all on stdout: every flag with its line, and a summary in full sentences that are not cut off."""
    ended = called(tmp_path, *name.split(), "--help")
    assert (ended.code, ended.stderr) == (0, "")
    command = ALL.get(name)
    for option in command.params if command is not None else ():
        if isinstance(option, click.Option):
            assert option.opts[0] in ended.stdout
            assert option.help and option.help.endswith(".")
    assert not re.search(r"[a-z]\.\.\.", ended.stdout)
    assert "RANGE" not in ended.stdout


def test_the_summaries_are_the_commands_own() -> None:
    """What `judge-eval --help` says of a command is what the command says of itself."""
    group = LazyCommands()
    for name, entry in COMMANDS.items():
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if command.short_help:
            assert command.short_help == entry.summary
