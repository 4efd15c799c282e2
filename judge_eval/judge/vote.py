"""When enough samples have been asked, and what they decide: a pure step from samples to the next ask or the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, variance

from judge_eval.core.sample import Sample
from judge_eval.core.verdict import Decision
from judge_eval.judge.replies.distribution import expected_value, probability_of_pass
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.rules import Aggregate, ByDistribution, Fixed, Rule


@dataclass(frozen=True, slots=True)
class Tally:
    """What the samples of one item add up to; the fields mean what those of `Verdict` do."""

    decision: Decision
    value: float | None
    credit: float | None
    spread: float | None
    votes: dict[str, int]
    passing: int
    failing: int
    p_pass: float | None
    asked: int
    usable: int


def more_to_ask(rule: Rule, samples: Sequence[Sample], menu: Menu) -> int:
    """How many samples must be asked now, all at once; 0 where the rule has its end.

    `samples` holds one an index. Only calls that are needed whatever they bring go out together.
    """
    asked = len(samples)
    if isinstance(rule, ByDistribution):
        return 1 - min(asked, 1)
    if isinstance(rule, Fixed):
        return max(rule.n - asked, 0)
    first, second = _front_runners(_decisions(samples, menu))
    lead = first - second
    if asked and lead >= rule.lead and 2 * first > asked:
        return 0
    return min(max(rule.lead - lead, 1), rule.most - asked)


def tally(rule: Rule, aggregate: Aggregate, samples: Sequence[Sample], menu: Menu, cut_off: float) -> Tally:
    """The decision of a rule that has come to its end, and the figures beside it."""
    usable = [sample for sample in samples if sample.answer is not None]
    values = _values(usable, menu)
    counts = _decisions(usable, menu)
    decision = (
        _by_distribution(usable, menu, cut_off)
        if isinstance(rule, ByDistribution)
        else _by_votes(rule, counts, len(samples))
    )
    value = fmean(values) if values else None
    credit = _worth(decision, usable, menu)
    if aggregate == "mean":
        credit = value if 2 * len(values) > len(samples) else None
    return Tally(
        decision=decision,
        value=value,
        credit=credit,
        spread=(variance(values) / len(values)) ** 0.5 if len(values) > 1 else None,
        votes=_votes(usable, menu),
        passing=counts.get("pass", 0),
        failing=counts.get("fail", 0),
        p_pass=_p_pass(usable, menu),
        asked=len(samples),
        usable=len(usable),
    )


def _decisions(samples: Sequence[Sample], menu: Menu) -> Mapping[Decision, int]:
    return Counter(menu.answer(sample.answer).decision for sample in samples if sample.answer is not None)


def _front_runners(counts: Mapping[Decision, int]) -> tuple[int, int]:
    """The counts of the first and the second decision; 0 where there is none."""
    first, second = [*sorted(counts.values(), reverse=True), 0, 0][:2]
    return first, second


def _by_votes(rule: Rule, counts: Mapping[Decision, int], asked: int) -> Decision:
    """The decision that a strict majority of all those asked gave, failed samples counted as asked."""
    first, second = _front_runners(counts)
    lead = getattr(rule, "lead", 1)
    if not counts or 2 * first <= asked or first - second < lead:
        return "undecided"
    return max(counts, key=lambda decision: counts[decision])


def _by_distribution(usable: Sequence[Sample], menu: Menu, cut_off: float) -> Decision:
    """The decision of one distribution: the one that is no judgement where most of the mass is on it, else the cut."""
    if not usable or usable[0].distribution is None:
        return "undecided"
    distribution = usable[0].distribution
    for decision in ("undecided", "not_applicable"):
        mass = sum(distribution.shares[answer.name] for answer in menu.answers if answer.decision == decision)
        if mass > 0.5:
            return decision
    probability = probability_of_pass(distribution, menu)
    if probability is None:
        return "undecided"
    return "pass" if probability >= cut_off else "fail"


def _p_pass(usable: Sequence[Sample], menu: Menu) -> float | None:
    """The probability of a pass that the one distribution gives; None without one."""
    distribution = usable[0].distribution if len(usable) == 1 else None
    return None if distribution is None else probability_of_pass(distribution, menu)


def _values(usable: Sequence[Sample], menu: Menu) -> list[float]:
    values = [
        expected_value(sample.distribution, menu)
        if sample.distribution is not None
        else menu.answer(sample.answer or "").value
        for sample in usable
    ]
    return [value for value in values if value is not None]


def _worth(decision: Decision, usable: Sequence[Sample], menu: Menu) -> float | None:
    """What a pass or a fail is worth: the mean value of the answers that led to it."""
    if decision not in ("pass", "fail"):
        return None
    distribution = usable[0].distribution
    if distribution is not None:
        return expected_value(distribution, menu, decision)
    answers = [menu.answer(sample.answer or "") for sample in usable]
    values = [answer.value for answer in answers if answer.decision == decision and answer.value is not None]
    return fmean(values) if values else float(decision == "pass")


def _votes(usable: Sequence[Sample], menu: Menu) -> dict[str, int]:
    counts = Counter(sample.answer for sample in usable)
    return {answer.name: counts[answer.name] for answer in menu.answers if counts[answer.name]}
