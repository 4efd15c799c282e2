"""The appraisal of a judge from made observations: cut-offs, certificates, criteria, noise, disagreements."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge_eval.calibration.appraise import Circumstances, appraise
from judge_eval.calibration.certificates import vote_margin
from judge_eval.calibration.judged_labels import JudgedLabels
from judge_eval.core.appraisal import Appraisal
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.label import Draw, Label, LabelSet, Population
from judge_eval.core.observation import Observation
from judge_eval.errors import InputError

JUDGE = JudgeIdentity(spec="made", fingerprint="f", parts={"rule": "distribution"})
TODAY = Circumstances(date="2026-11-30", version="0")


def by_probability(number: int, p_pass: float, *, good: bool, **more: object) -> Observation:
    """An item that the judge gives this P(pass), decided at .5."""
    decision = "pass" if p_pass >= 0.5 else "fail"
    shown = {"id": f"i{number:03}", "key": f"k{number:03}", "cluster": f"c{number:03}", "y": float(good)}
    return Observation.model_validate(
        {**shown, "decision": decision, "value": p_pass, "p_pass": p_pass, "asked": 1, "reason": "said so", **more}
    )


def by_votes(number: int, passing: int, failing: int, *, good: bool, **more: object) -> Observation:
    """An item with so many votes on each side, decided by their majority."""
    decision = "pass" if passing > failing else "fail" if failing > passing else "undecided"
    shown = {"id": f"i{number:03}", "key": f"k{number:03}", "cluster": f"c{number:03}", "y": float(good)}
    votes = {"passing": passing, "failing": failing, "asked": passing + failing}
    return Observation.model_validate(
        {**shown, **votes, "decision": decision, "value": passing / max(passing + failing, 1), **more}
    )


def appraised(
    observations: Sequence[Observation],
    drawn: Draw = "class_balanced",
    population: Population | None = None,
    circumstances: Circumstances = TODAY,
    question: str = "safety",
) -> Appraisal:
    """What these observations say of the judge."""
    labels = tuple(Label(id=one.id, question=question, label=one.y == 1) for one in observations)
    found = LabelSet(question=question, labels=labels, drawn=drawn, population=population)
    return appraise(JudgedLabels(found, JUDGE, tuple(observations)), circumstances)


def drawn_from(observations: Sequence[Observation]) -> Population:
    """A population that was labelled as a whole."""
    words = [one.decision for one in observations]
    strata = {word: words.count(word) for word in ("pass", "undecided", "fail")}
    return Population.model_validate({"fingerprint": "p", "n": len(words), "strata": strata})


def test_a_cut_off_that_tells_nothing_is_replaced_and_measured_on_the_other_half() -> None:
    """A judge that is at most .2 sure of a pass: at .5 it passes nothing, between .1 and .2 it is perfect."""
    ones = [by_probability(n, 0.2 if n % 2 else 0.1, good=bool(n % 2)) for n in range(120)]
    found = appraised(ones)
    assert found.record is not None
    assert found.record.cut_off == pytest.approx(0.15)
    assert 40 <= found.record.n <= 80
    assert found.figures["sensitivity"].value == found.figures["specificity"].value == 1
    assert any("measured on the other" in sentence for sentence in found.sentences)


def test_a_cut_off_that_does_is_kept_and_measured_on_all() -> None:
    """Where .5 parts good from bad as well as any other, no label is spent on choosing."""
    ones = [by_probability(n, 0.9 if n % 2 else 0.1, good=bool(n % 2)) for n in range(120)]
    record = appraised(ones).record
    assert record is not None
    assert (record.cut_off, record.n) == (0.5, 120)


def test_labels_of_a_run_are_measured_as_they_were_drawn() -> None:
    """They were drawn by verdicts at .5, so that no other cut-off is chosen."""
    ones = [by_probability(n, 0.2 if n % 2 else 0.1, good=bool(n % 2)) for n in range(120)]
    record = appraised(ones, "by_verdict", drawn_from(ones)).record
    assert record is not None
    assert (record.cut_off, record.n) == (0.5, 120)


def test_the_votes_scale_is_strict_to_lax() -> None:
    """2–0 and better, 3–1, 4–2, any majority, a tie; and the same for fails."""
    votes = [(5, 0), (2, 0), (3, 1), (4, 2), (5, 3), (2, 1), (1, 1), (1, 2), (2, 4), (0, 2)]
    assert [vote_margin(*pair) for pair in votes] == [4, 4, 3, 2, 1, 1, 0, -1, -2, -4]


def test_a_certificate_needs_few_enough_errors_among_many_enough_labels() -> None:
    """60 clear passes without an error certify an error of .1 at 2–0; 20 do not, and it is told how many would."""
    many = [by_votes(n, 2, 0, good=True) for n in range(60)] + [by_votes(n, 0, 2, good=False) for n in range(60, 70)]
    promised = Circumstances(date="2026-11-30", version="0", target=0.1)
    found = appraised(many, "random", drawn_from(many), promised).record
    assert found is not None and found.certificate is not None
    assert found.certificate.pass_from is not None and found.certificate.pass_from <= 4
    assert found.certificate.fail_to is None and "fail: label about" in found.certificate.remedy
    few = appraised(many[:20], "random", drawn_from(many[:20]), promised).record
    assert few is not None and few.certificate is not None and few.certificate.pass_from is None


def test_nothing_is_certified_of_labels_drawn_otherwise() -> None:
    """By verdict, by class, by convenience: no promise."""
    ones = [by_votes(n, 2, 0, good=True) for n in range(60)]
    with pytest.raises(InputError, match="drawn at random"):
        appraised(ones, "by_verdict", drawn_from(ones), Circumstances(date="", version="", target=0.1))


def test_a_criterion_with_enough_labels_stands_by_itself() -> None:
    """20 labels are enough, 19 are not; the record keeps the counts of both."""
    ones = [by_probability(n, 0.9, good=True, criterion="It is kind.", wording="kind") for n in range(20)]
    ones += [by_probability(n, 0.9, good=False, criterion="It is short.", wording="short") for n in range(20, 39)]
    found = appraised(ones, question="rubric")
    assert [one.text for one in found.criteria] == ["It is kind."]
    assert found.record is not None
    assert {one.text: one.confusion.n for one in found.record.criteria.values()} == {
        "It is kind.": 20,
        "It is short.": 19,
    }


def test_noise_is_told_from_the_first_two_samples() -> None:
    """Of 10 items 2 got two answers at first that differ: a flip rate of .2; a third was asked for that reason."""
    ones = [by_votes(n, 2, 0, good=True, answers=(True, True)) for n in range(8)]
    ones += [by_votes(n, 2, 1, good=True, answers=(True, False, True)) for n in (8, 9)]
    wavering = appraised(ones).wavering
    assert wavering.flip_rate.value == pytest.approx(0.2)
    assert wavering.mean_asked == pytest.approx((8 * 2 + 2 * 3) / 10)


def test_a_distribution_has_no_noise_to_tell() -> None:
    """One sample an item says nothing of a second, and no zero stands for it."""
    wavering = appraised([by_probability(n, 0.9, good=True) for n in range(10)]).wavering
    assert wavering.flip_rate.value is None and wavering.flip_rate.why == "one sample an item"


def test_the_surest_mistakes_come_first() -> None:
    """A pass at .99 of a bad answer before one at .6; what people and judge agree on is no disagreement."""
    ones = [
        by_probability(1, 0.6, good=False),
        by_probability(2, 0.99, good=False),
        by_probability(3, 0.9, good=True),
        by_probability(4, 0.05, good=True),
    ]
    assert [one.id for one in appraised(ones).disagreements] == ["i002", "i004", "i001"]


def test_what_a_judge_was_not_asked_tells_nothing_of_it() -> None:
    """Rules, failures and criteria that do not apply are counted apart."""
    ones = [by_probability(n, 0.9, good=True) for n in range(3)]
    ruled = by_probability(3, 1.0, good=True, by_rule=True)
    failed = by_probability(4, 0.9, good=True).model_copy(update={"decision": None, "reason": "not judged: no key"})
    found = appraised([*ones, ruled, failed])
    assert (found.by_rule, found.not_judged, found.why_not) == (1, 1, "not judged: no key")
    assert found.confusion.n == 3


def test_nothing_judged_gives_no_record() -> None:
    """Where rules decided everything there is no judge to keep a record of."""
    found = appraised([by_probability(1, 1.0, good=True, by_rule=True)])
    assert found.record is None and found.figures == {}
