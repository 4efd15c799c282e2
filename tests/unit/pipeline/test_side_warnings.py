"""What makes a comparison doubtful, told in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge_eval.core.case import Case
from judge_eval.core.results import CaseResult, QuestionUsed, Results, ScoreRow
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.verdict import Decision
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.comparison.item_pairs import paired
from judge_eval.pipeline.comparison.side_warnings import side_warnings

METRIC = "multi_turn_task_success_v1"
USED = QuestionUsed(
    question="task_success",
    judge="local",
    model_fingerprint="m",
    fingerprint="f",
    prompt_version=1,
    votes="fixed:1",
)


def side(
    answers: Sequence[str],
    *,
    agent: str = "guide@1",
    model: str = "gemini-2.5-flash",
    undecided: int = 0,
    versions: tuple[str, ...] = (),
    calibration: str | None = None,
) -> Side:
    """A side of one answer a case."""
    decisions: list[Decision] = ["undecided" if number < undecided else "pass" for number in range(len(answers))]
    results = [
        CaseResult(
            id=f"{number:03}",
            status="reported",
            scores=(ScoreRow(metric=METRIC, status="scored", value=1.0, decision=decision),),
        )
        for number, decision in enumerate(decisions)
    ]
    events: tuple[dict[str, Any], ...] = ({"modelVersion": f"models/{model}"}, {"author": "root"})
    used = USED.model_copy(update={"model_versions": versions, "calibration": calibration})
    runs: Mapping[str, list[Run]] = {
        f"{number:03}": [
            Run(case_id=f"{number:03}", agent=agent, turns=(RunTurn(user="Hi", final_response=answer, events=events),))
        ]
        for number, answer in enumerate(answers)
    }
    return Side(
        "side",
        "",
        Results(status="passed", questions={METRIC: used}),
        lambda: results,
        lambda case_id: Case(id=case_id, cluster=case_id),
        runs.__getitem__,
    )


def warned(base: Side, candidate: Side) -> list[str]:
    """The warnings of a comparison."""
    return list(side_warnings(paired(base, candidate).pairs, base, candidate))


def test_sides_that_are_alike_warn_of_nothing() -> None:
    """Nor does an answer half as long again, or one that is not there."""
    assert warned(side(["1234", "", "5678"]), side(["123456", "", "567890"])) == []


def test_longer_and_shorter_answers() -> None:
    """Judges are swayed by length, in both directions."""
    long, short = side(["word " * 8] * 3), side(["word " * 5] * 3)
    assert warned(short, long) == ["the answers are 1.6 times as long as before, and judges are swayed by length"]
    assert warned(long, short)[0].startswith("the answers are 0.62 times as long")


def test_another_script_is_another_language() -> None:
    """One answer of twenty in Cyrillic is told, one of thirty is not."""
    latin = ["Paris, of course"] * 30
    some = ["Париж, конечно!!", *latin[1:]]
    assert warned(side(latin[:20]), side(some[:20])) == [
        "1 of 20 cases are answered in another script, and so in another language"
    ]
    assert warned(side(latin), side(some)) == []


def test_another_agent_and_model_family() -> None:
    """A new version of an agent or model is what comparisons are for; another name is told."""
    base = side(["yes"])
    assert warned(base, side(["yes"], agent="guide@2", model="gemini-3-pro")) == []
    assert warned(base, side(["yes"], agent="helper@1", model="claude-5")) == [
        "the agent is another: helper, before guide",
        "the model family is another: claude, before gemini",
    ]


def test_the_judge_s_model_behind_its_name() -> None:
    """A judge of one fingerprint that answers as another model is told."""
    (warning,) = warned(side(["yes"], versions=("m-1",)), side(["yes"], versions=("m-2",)))
    assert warning == f"{METRIC}: the judge's model answers as m-2, before as m-1"


def test_another_record() -> None:
    """Two records correct by different errors."""
    (warning,) = warned(side(["yes"], calibration="one, 100 labels"), side(["yes"]))
    assert warning.startswith(f"{METRIC}: corrected by no record, before by one, 100 labels: ")


def test_more_that_is_undecided() -> None:
    """10 of 40 where there was none: z = sqrt(80)·.25/(2·sqrt(.125·.875)) = 3.38, p < .001; 3 of 40 are chance."""
    calm = side(["yes"] * 40)
    assert warned(calm, side(["yes"] * 40, undecided=10)) == [f"{METRIC}: 25 % undecided at first, before 0 %"]
    assert warned(calm, side(["yes"] * 40, undecided=3)) == []
