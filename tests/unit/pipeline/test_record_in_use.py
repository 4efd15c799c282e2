"""The record in use: cut to the criteria that were judged, with their own design effects, or why it is none."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from judge_eval.calibration.in_force import InForce, Uncalibrated
from judge_eval.core.calibration import CalibrationRecord, Confusion, CriterionRecord, JudgeIdentity, Spread
from judge_eval.core.label import Draw
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.pipeline.correction.judged_items import JudgedItemsOf
from judge_eval.pipeline.correction.record_in_use import Records, cut_off_of, record_in_use

OF = {
    "kind": CriterionRecord(text="kind", confusion=Confusion(pass_good=30, fail_bad=20), spread=Spread(of_good=1.2)),
    "short": CriterionRecord(text="short", confusion=Confusion(pass_good=10, pass_bad=40), spread=Spread(of_good=3.0)),
    "clear": CriterionRecord(text="clear", confusion=Confusion(fail_good=5, fail_bad=5), spread=Spread(of_bad=1.1)),
}


def record(drawn: Draw = "class_balanced", versions: tuple[str, ...] = ()) -> CalibrationRecord:
    """A record of three criteria."""
    total = Confusion()
    for part in OF.values():
        total = total.plus(part.confusion)
    return CalibrationRecord(
        question="rubric",
        judge=JudgeIdentity(spec="made", fingerprint="j", parts={}, versions=versions),
        labels="l",
        made_by="human",
        drawn=drawn,
        n=110,
        clusters=40,
        confusion=total,
        spread=Spread(of_good=2.0, of_bad=1.5),
        criteria=OF,
        cut_off=0.3,
    )


def judged(wordings: Iterable[str], judges: Iterable[str] = ("j",)) -> JudgedItemsOf:
    """One item of each criterion by each judge."""
    items = JudgedItemsOf()
    for wording in wordings:
        for judge in judges:
            verdict = Verdict(question="rubric", item="i", judge=judge, decision="pass", value=1.0, credit=1.0)
            items.add(
                Score(
                    case_id=f"{wording}-{judge}",
                    metric="m",
                    status="scored",
                    value=1.0,
                    decision="pass",
                    wording=wording,
                    verdicts=(verdict,),
                ),
                1,
            )
    return items


def in_force(found: CalibrationRecord) -> Records:
    """That record for the judge `j`."""
    return {"j": InForce("here", found)}


@pytest.mark.parametrize(
    ("wordings", "n", "spread"),
    [
        (("kind",), 50, Spread(of_good=1.2)),
        (("kind", "short"), 100, Spread(of_good=3.0, of_bad=1.5)),
        (("kind", "short", "clear"), 110, Spread(of_good=2.0, of_bad=1.5)),
    ],
)
def test_the_record_is_cut_to_the_criteria_that_were_judged(wordings: tuple[str, ...], n: int, spread: Spread) -> None:
    """One criterion has its own design effect; some share clusters, so that the largest holds; all have the whole's."""
    used = record_in_use(judged(wordings), in_force(record()), ["a"], allow_stale=False)
    assert not isinstance(used, Uncalibrated)
    assert (used.record.n, used.record.spread, used.labelled) == (n, spread, None)


@pytest.mark.parametrize(
    ("drawn", "wordings", "told"),
    [
        ("class_balanced", ("kind", "new"), "1 of 2 criteria have no labels of this wording"),
        ("by_verdict", ("kind",), "labels drawn by verdict are of 3 criteria, and here 1 are judged"),
    ],
)
def test_a_record_of_other_criteria_corrects_nothing(drawn: Draw, wordings: tuple[str, ...], told: str) -> None:
    """A criterion without labels, or labels that stand for other criteria too."""
    used = record_in_use(judged(wordings), in_force(record(drawn)), ["a"], allow_stale=False)
    assert used == Uncalibrated(told)


def test_two_judges_have_no_one_record() -> None:
    """Half of the items are another judge's."""
    used = record_in_use(judged(["kind"], ("j", "k")), in_force(record()), ["a"], allow_stale=False)
    assert used == Uncalibrated("2 judges decided")


def test_nothing_judged_needs_no_record() -> None:
    """Rules decided all, or nothing could be asked."""
    items = JudgedItemsOf()
    assert record_in_use(items, {}, [], allow_stale=False) == Uncalibrated("no judge was needed")
    items.add(Score(case_id="a", metric="m", status="error"), 1)
    assert record_in_use(items, {}, [], allow_stale=False) == Uncalibrated("no item was judged")


def test_a_cut_off_is_that_of_the_record_in_force() -> None:
    """Of a judge without a record nothing is said."""
    assert cut_off_of(in_force(record()), "j") == 0.3
    assert cut_off_of(in_force(record()), "k") is None
    assert cut_off_of({"j": Uncalibrated()}, "j") is None
