"""The command line against its contract, and its help: which commands and flags there are, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from judge_eval.cli.main import COMMANDS, LazyCommands
from tests.small_suite import called

ASKING = {
    *("--judge", "--votes", "--config", "--cache", "--no-cache", "--concurrency", "--timeout"),
    *("--budget-calls", "--budget-tokens", "--env-file", "--no-env-file"),
}
"""The flags of a command that asks a judge; they mean the same wherever they stand."""

CONTRACT = {
    "init": set[str](),
    "score": {
        *ASKING,
        *("--runs", "--agent", "--calibration", "--baseline", "--metric", "--repeat"),
        *("--case", "--tag", "--exclude-tag", "--last-failed", "--subset", "--subset-by", "--list", "--dry-run"),
        *("--allow-stale", "--allow-code", "--explain", "--worklist", "--out", "--format"),
    },
    "calibrate": {*ASKING, "--question", "--map", "--drawn", "--target-error", "--out", "--format"},
    "compare": {*ASKING, "--calibration", "--allow-stale", "--out", "--format"},
    "baseline accept": {"--out"},
    "diff": {"--format"},
    "run": {"--agent", "--repeat", "--out", "--env-file", "--no-env-file"},
    "rubric try": {*ASKING, "--response", "--case", "--watch"},
    "rubric attack": {*ASKING, "--response", "--case", "--format"},
    "rubric check": {"--strict", "--config"},
    "rubric show": {*ASKING, "--response", "--case"},
    "rubric schema": set[str](),
    "cache stats": {"--cache"},
    "cache verify": {"--cache"},
    "cache gc": {"--cache", "--model", "--older-than", "--yes"},
    "cache export": {"--runs", "--judge", "--votes", "--metric", "--config", "--cache", "--env-file", "--no-env-file"},
    "model fetch": {"--mirror"},
    "model list": set[str](),
    "selftest": {"--quick"},
    "doctor": {"--judge", "--config", "--cache", "--timeout", "--env-file", "--no-env-file"},
}
"""Every command and its flags: what people's scripts name, so that none goes, and none comes unnoticed."""


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


def test_the_commands_are_those_of_the_contract() -> None:
    """No command is missing, and none stands here alone."""
    assert set(ALL) == set(CONTRACT)


@pytest.mark.parametrize("name", ALL)
def test_the_flags_are_those_of_the_contract(name: str) -> None:
    """A command has the flags that stand beside it, and no other."""
    flags = {option.opts[0] for option in ALL[name].params if isinstance(option, click.Option)}
    assert flags == CONTRACT[name]


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
