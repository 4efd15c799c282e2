"""A comparison says the same, byte for byte, whatever the order of cases, the concurrency, and what was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compared_suites import RESPONSE, TRAJECTORY, cases_yaml, runs_of, score_into
from tests.small_suite import called

CONFIG = (
    'judge: {model: "scripted:judge.yaml"}\n'
    f"metrics: {{{TRAJECTORY}: {{rule: statistical}}, {RESPONSE}: {{rule: statistical}}, token_usage_v1: , "
    "response_match_score: }\n"
)
WAVERING = """\
rules:
  - {when: "wrong answer to 3", replies: ["yes", "no", "cannot_tell", "yes"]}
  - {when: "wrong answer", replies: ["no", "yes", "no", "no", "yes"]}
  - {when: "makes 1", replies: ["yes", "no"]}
  - {replies: ["yes"]}
"""
N = 24


def score_both(folder: Path, *, backwards: bool, concurrency: str) -> None:
    """Both sides scored, with clusters of four and two repeats of the candidate, from either end."""
    cases = [
        block.replace("turns:", f"cluster: topic-{number // 4}\n  turns:", 1)
        for number, block in enumerate(cases_yaml(N).split("- id: ")[1:])
    ]
    base = runs_of(N, wrong=(1, 5))
    candidate = [
        {**run, "repeat": repeat}
        for repeat in (0, 1)
        for run in runs_of(N, wrong=(3, 7, 11, 12 + repeat, 30), crashed=(17,))
    ]
    for out, runs in (("a", base), ("b", candidate)):
        text = "".join(f"- id: {case}" for case in (reversed(cases) if backwards else cases))
        flags = ("--concurrency", concurrency, "--cache", f"cache-{concurrency}")
        score_into(
            folder,
            out,
            reversed(runs) if backwards else runs,
            n=N,
            cases=text,
            config=CONFIG,
            judge=WAVERING,
            flags=flags,
        )


@pytest.mark.parametrize("concurrency", ["1", "16"])
def test_neither_order_nor_concurrency_changes_a_byte(tmp_path: Path, concurrency: str) -> None:
    """Cases and runs from either end, asked one by one or together: equal results.json, and an equal comparison."""
    told: list[tuple[bytes, bytes, str]] = []
    for backwards, tasks in ((False, "4"), (True, concurrency)):
        folder = tmp_path / tasks
        folder.mkdir()
        score_both(folder, backwards=backwards, concurrency=tasks)
        flags = ("--concurrency", tasks, "--out", "c")
        ended = called(folder, "compare", "a", "b", *flags)
        told.append(
            (
                (folder / "b" / "results.json").read_bytes(),
                (folder / "c" / "comparison.json").read_bytes(),
                ended.stdout,
            )
        )
    assert told[0] == told[1]
    assert b'"asked_again": true' in told[0][1]


def test_score_and_compare_say_the_same(tmp_path: Path) -> None:
    """`score --baseline` compares as `compare` does; only what the ruling makes of it is beside the point."""
    score_both(tmp_path, backwards=False, concurrency="4")
    again = called(tmp_path, "score", "s.cases.yaml", "--baseline", "a", "--out", "d")
    by_compare = called(tmp_path, "compare", "a", "b")
    assert by_compare.stdout in again.stdout
    assert called(tmp_path, "compare", "a", "d").stdout == by_compare.stdout
