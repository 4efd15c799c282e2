"""The shipped configuration that averages: `fixed:5` with `aggregate: mean`."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge_eval.core.results import Results, ScoreRow
from tests.small_suite import Ended, called, scored, write_suite

SUITE = Path(__file__).parents[2] / "cases" / "support_agent"


def averaged(folder: Path, *replies: str) -> Ended:
    """One case of the shipped suite under the shipped configuration, judged as a script says."""
    (folder / "judge.yaml").write_text(f"rules: [{{replies: [{', '.join(replies)}]}}]\n", encoding="utf-8")
    return called(
        folder,
        *("score", SUITE, "--config", SUITE / "averaged.yaml", "--case", "product-fit-001"),
        *("--judge", "scripted:judge.yaml", "--format", "json"),
    )


def row_of(ended: Ended) -> ScoreRow:
    """The score of the case."""
    (case,) = Results.model_validate_json(ended.stdout).cases
    return next(row for row in case.scores if row.turn is None)


@pytest.mark.parametrize(
    ("replies", "value", "votes", "decision", "code"),
    [
        (("'yes'", "'yes'", "'no'", "'yes'", "'no'"), 0.6, {"no": 2, "yes": 3}, "pass", 0),
        (("'no'", "'yes'", "'no'", "'yes'", "'no'"), 0.4, {"no": 3, "yes": 2}, "fail", 1),
        (("'yes'",), 1.0, {"yes": 5}, "pass", 0),
    ],
)
def test_five_samples_are_averaged(
    tmp_path: Path, replies: tuple[str, ...], value: float, votes: dict[str, int], decision: str, code: int
) -> None:
    """Each answer is asked about five times, and its value is the mean: 3 of 5 is 0.6, which reaches 0.6."""
    ended = averaged(tmp_path, *replies)
    row = row_of(ended)
    assert (row.value, row.votes, row.asked, row.decision, ended.code) == (value, votes, 5, decision, code)


def test_the_header_says_how_it_is_asked(tmp_path: Path) -> None:
    """The configuration and its rule stand in the header."""
    ended = averaged(tmp_path, "'yes'")
    assert f"config  {SUITE / 'averaged.yaml'}" in ended.stderr
    assert "votes fixed:5" in ended.stderr


def test_the_mean_alone_means_five_samples(tmp_path: Path) -> None:
    """`aggregate: mean` without a rule asks five samples an item, and the header says that this was chosen."""
    config = "judge: {model: 'scripted:judge.yaml', aggregate: mean}\nmetrics: {final_response_match_v2: }\n"
    write_suite(tmp_path, config=config, judge="rules: [{replies: ['yes', 'yes', 'yes', 'no', 'yes']}]\n")
    ended = scored(tmp_path, "--format", "json")
    rows = {case.id: case.scores[0] for case in Results.model_validate_json(ended.stdout).cases}
    assert {name: (row.value, row.asked) for name, row in rows.items()} == dict.fromkeys(rows, (0.8, 5))
    assert "votes fixed:5; the mean of the samples was asked for: fixed:5" in ended.stderr
