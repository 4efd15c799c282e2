"""`judge-eval diff`: what the agent did and said otherwise in two recordings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.small_suite import called, run_of

LOOK_UP = {"name": "look_up", "args": {"id": "1"}, "result": 5}
RUN = run_of("a", "Hello", "Good morning.", LOOK_UP, state={"x": 1}, seconds=1.0)


def written(folder: Path, name: str, *runs: dict[str, Any]) -> str:
    """A file of these runs."""
    (folder / name).write_text("".join(f"{json.dumps(run)}\n" for run in runs), encoding="utf-8")
    return name


def turns(*changed: dict[str, Any]) -> dict[str, Any]:
    """The run with its turn changed, and further turns after it."""
    return {**RUN, "turns": [{**RUN["turns"][0], **changed[0]}, *changed[1:]]}


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (turns({"final_response": None}), 'turn 1, response: "Good morning." -> nothing'),
        (turns({"user": "Hi"}), 'turn 1, user: "Hello" -> "Hi"'),
        (
            turns({"calls": [{**LOOK_UP, "args": {"id": "2"}}]}),
            'turn 1, call: {"args": {"id": "1"}, "name": "look_up"} -> {"args": {"id": "2"}, "name": "look_up"}',
        ),
        (turns({"calls": []}), 'turn 1, call: {"args": {"id": "1"}, "name": "look_up"} -> nothing'),
        (
            turns({"calls": [{**LOOK_UP, "result": None, "error": "gone"}]}),
            'turn 1, result: {"call": "look_up", "result": 5} -> {"call": "look_up", "error": "gone"}',
        ),
        (turns({}, {"user": "Bye"}), 'turn 2, turn: nothing -> {"response": null, "user": "Bye"}'),
        ({**RUN, "state": {"x": 2}}, 'state: {"x": 1} -> {"x": 2}'),
        ({**RUN, "error": "TimeoutError"}, 'error: nothing -> "TimeoutError"'),
    ],
)
def test_each_change_has_its_line(tmp_path: Path, after: dict[str, Any], line: str) -> None:
    """Exit 1, the run by its id, the change under it, and how many runs changed."""
    ended = called(tmp_path, "diff", written(tmp_path, "a.jsonl", RUN), written(tmp_path, "b.jsonl", after))
    assert ended.code == 1
    assert ended.stdout == f"a\n  {line}\n\n1 run of another course\n"


def test_what_a_run_cost_is_no_difference(tmp_path: Path) -> None:
    """Seconds, tokens, ids and the order of lines do not count: exit 0."""
    other = {**run_of("b", "Hi", "Hello."), "repeat": 1}
    slow = {**RUN, "seconds": 9.0, "tokens": {"input": 5}, "agent": "guide@2"}
    before, after = written(tmp_path, "a.jsonl", RUN, other), written(tmp_path, "b.jsonl", other, slow)
    ended = called(tmp_path, "diff", before, after)
    assert (ended.code, ended.stdout) == (0, "the runs are the same\n")


def test_a_run_on_one_side_is_a_difference(tmp_path: Path) -> None:
    """It is named with its repeat; the JSON says the same."""
    other = {**run_of("b", "Hi", "Hello."), "repeat": 1}
    before, after = written(tmp_path, "a.jsonl", RUN, other), written(tmp_path, "b.jsonl", RUN)
    ended = called(tmp_path, "diff", before, after)
    assert ended.code == 1
    assert ended.stdout.startswith('b, repeat 1\n  run: {"agent": "guide@1f3c", "turns": 1} -> nothing\n')
    (change,) = json.loads(called(tmp_path, "diff", after, before, "--format", "json").stdout)
    assert (change["case_id"], change["part"], change["before"]) == ("b", "run", None)


def test_a_run_that_stands_twice_is_an_error_of_input(tmp_path: Path) -> None:
    """Nobody can say which of the two is meant: exit 2, with both places."""
    ended = called(tmp_path, "diff", written(tmp_path, "a.jsonl", RUN, RUN), written(tmp_path, "b.jsonl", RUN))
    assert (ended.code, ended.stdout) == (2, "")
    assert "a.jsonl:2" in ended.stderr and "a.jsonl:1" in ended.stderr
