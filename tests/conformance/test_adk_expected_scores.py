"""The recorded scores of google-adk 2.13: ours are equal, but where its answer is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypedDict

import pytest
from pydantic import JsonValue
from pytest import approx

from judge_eval.core.run import Call
from tests.dialogues import case, expected, made, run, scored, text_scored, turn

EXPECTED_SCORES = Path(__file__).parent.parent.parent.parent / "shared" / "data" / "adk_expected_scores.json"
pytestmark = pytest.mark.skipif(not EXPECTED_SCORES.exists(), reason="../shared/data is absent")

SIX_DECIMALS = 5e-7
"""How far a recorded figure may be from its true one."""

TurnOfCalls = tuple[str, list[Any], list[Any]]
"""Match type, calls made and calls expected."""

TWO_EMPTY_TEXTS = ("", "")
"""Here the recorded 0 does not hold: nothing was asked for, so nothing can be scored."""
CALLED_WHERE_NONE_IS_EXPECTED: list[TurnOfCalls] = [
    ("IN_ORDER", [["delete_all", {}]], []),
    ("ANY_ORDER", [["delete_all", {}]], []),
]
"""Here the recorded 1 does not hold: nobody expected the call, and a case that expects no call fails with one."""

RecordedCall = tuple[str, dict[str, JsonValue]]


class RecordedTurn(TypedDict):
    """The calls of one turn."""

    actual: list[RecordedCall]
    expected: list[RecordedCall]


class Rouge1Row(TypedDict):
    """One pair of texts with its ROUGE-1."""

    candidate: str
    reference: str
    precision: float
    recall: float
    fmeasure: float


class RougeMultiRow(TypedDict):
    """Several turns of texts with their response_match_score."""

    candidates: list[str]
    references: list[str]
    overall: float
    per_invocation: list[float]


class TrajectoryRow(TypedDict):
    """Several turns of calls with their tool_trajectory_avg_score."""

    match_type: str
    ignore_args: bool
    turns: list[RecordedTurn]
    overall: float | None
    per_invocation: list[float]


class Recorded(TypedDict):
    """The parts of the file that are about deterministic metrics."""

    rouge1: list[Rouge1Row]
    rouge_multi: list[RougeMultiRow]
    trajectory: list[TrajectoryRow]


def recorded() -> Recorded:
    """The file's content; nothing, where it is absent and the tests are skipped."""
    if not EXPECTED_SCORES.exists():
        return Recorded(rouge1=[], rouge_multi=[], trajectory=[])
    return json.loads(EXPECTED_SCORES.read_text(encoding="utf-8"))


RECORDED = recorded()


def test_the_file_is_the_one_we_know() -> None:
    """All 53 rows about deterministic metrics are there, so that none goes untested."""
    assert [len(RECORDED["rouge1"]), len(RECORDED["rouge_multi"]), len(RECORDED["trajectory"])] == [17, 4, 32]


@pytest.mark.parametrize("row", RECORDED["rouge1"])
def test_rouge_1_is_equal(row: Rouge1Row) -> None:
    """Precision, recall and F of each pair are ADK's; two empty texts are not scored."""
    if (row["candidate"], row["reference"]) == TWO_EMPTY_TEXTS:
        assert text_scored("response_match_score", "", "").status == "not_applicable"
        return
    for metric, value in [
        ("rouge1_precision", row["precision"]),
        ("rouge1_recall", row["recall"]),
        ("rouge1_fmeasure", row["fmeasure"]),
        ("response_match_score", row["fmeasure"]),
    ]:
        assert text_scored(metric, row["reference"], row["candidate"]).value == approx(value, abs=SIX_DECIMALS)


@pytest.mark.parametrize("row", RECORDED["rouge_multi"])
def test_the_mean_over_turns_is_equal(row: RougeMultiRow) -> None:
    """The case's value and each turn's are ADK's."""
    of = case(*(turn(reference=reference) for reference in row["references"]))
    score = scored("response_match_score", of, run(*(made(response=response) for response in row["candidates"])))
    assert score.value == approx(row["overall"], abs=SIX_DECIMALS)
    assert [child.value for child in score.turns] == approx(row["per_invocation"], abs=SIX_DECIMALS)


@pytest.mark.parametrize("row", RECORDED["trajectory"])
def test_trajectories_are_equal(row: TrajectoryRow) -> None:
    """The case's value and each turn's are ADK's; a call where none is expected is 0, not 1."""
    of = case(*(turn([expected(name, **args) for name, args in each["expected"]]) for each in row["turns"]))
    by = run(*(made(*(Call(name=name, args=args) for name, args in each["actual"])) for each in row["turns"]))
    score = scored("tool_trajectory_avg_score", of, by, match_type=row["match_type"], ignore_args=row["ignore_args"])
    if any(
        (row["match_type"], each["actual"], each["expected"]) in CALLED_WHERE_NONE_IS_EXPECTED for each in row["turns"]
    ):
        assert row["overall"] == 1 and score.value == 0
        return
    assert score.value == row["overall"]
    assert [child.value for child in score.turns] == row["per_invocation"]


def test_each_overridden_row_is_there() -> None:
    """The rows that we override stand in the file, each once."""
    pairs = [(row["candidate"], row["reference"]) for row in RECORDED["rouge1"]]
    assert pairs.count(TWO_EMPTY_TEXTS) == 1
    calls: list[TurnOfCalls] = [
        (row["match_type"], each["actual"], each["expected"]) for row in RECORDED["trajectory"] for each in row["turns"]
    ]
    assert [calls.count(overridden) for overridden in CALLED_WHERE_NONE_IS_EXPECTED] == [1, 1]
