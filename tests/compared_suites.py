"""Suites that are scored into folders to be compared: which cases the agent gets right is told by number."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from judge_eval.core.comparison import Comparison, MetricChange
from tests.small_suite import Ended, called, run_of, write_suite

TRAJECTORY, RESPONSE = "tool_trajectory_avg_score", "final_response_match_v2"
BY_TOOLS = f"metrics: {{{TRAJECTORY}: {{rule: statistical}}}}\n"
BY_ANSWERS = f'judge: {{model: "scripted:judge.yaml"}}\nmetrics: {{{RESPONSE}: {{rule: statistical}}}}\n'
RIGHT_OR_WRONG = 'rules: [{when: "wrong answer", replies: ["no"]}, {replies: ["yes"]}]\n'
CALL = {"name": "look_up", "args": {"n": 1}}


def cases_yaml(n: int, first: int = 0) -> str:
    """So many cases, each of which expects a call and an answer."""
    return "".join(
        f"- id: case-{number:03}\n"
        f'  turns: [{{user: "How much is {number}?", calls: [{{name: look_up, args: {{n: 1}}}}], '
        f'reference: "It is {number} euros."}}]\n'
        for number in range(first, first + n)
    )


def runs_of(n: int, wrong: Collection[int] = (), crashed: Collection[int] = ()) -> list[dict[str, Any]]:
    """A run of each case: wrong ones make no call and answer wrongly, crashed ones break off without an answer."""
    made: list[dict[str, Any]] = []
    for number in range(n):
        user = f"How much is {number}?"
        if number in crashed:
            made.append(run_of(f"case-{number:03}", user, None, error="TimeoutError: too late"))
        elif number in wrong:
            made.append(run_of(f"case-{number:03}", user, f"A wrong answer to {number}."))
        else:
            made.append(run_of(f"case-{number:03}", user, f"That makes {number} euros.", CALL))
    return made


def score_into(
    folder: Path,
    out: str,
    runs: Iterable[dict[str, Any]],
    *,
    n: int,
    config: str = BY_TOOLS,
    judge: str = RIGHT_OR_WRONG,
    cases: str | None = None,
    flags: tuple[str, ...] = (),
) -> Ended:
    """The suite of `n` cases scored into the folder `out` beside it, in this process."""
    write_suite(folder, cases=cases or cases_yaml(n), runs=list(runs), config=config, judge=judge)
    return called(folder, "score", "s.cases.yaml", "--out", out, *flags)


def compared(folder: Path, base: str = "a", candidate: str = "b", *flags: str) -> tuple[Ended, Comparison]:
    """`judge-eval compare` of two folders, and the comparison that it prints."""
    ended = called(folder, "compare", base, candidate, "--format", "json", *flags)
    return ended, Comparison.model_validate(json.loads(ended.stdout))


def change_of(comparison: Comparison, metric: str) -> MetricChange:
    """The change of a metric, which is there."""
    change = comparison.of(metric)
    assert change is not None
    return change
