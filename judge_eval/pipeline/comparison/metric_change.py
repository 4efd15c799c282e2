"""The change of one metric over its pairs, measured; nothing is decided yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge_eval.core.comparison import MetricChange
from judge_eval.core.score import Score
from judge_eval.pipeline.comparison.ask_again import Answers
from judge_eval.pipeline.comparison.change_rules import Hold
from judge_eval.pipeline.comparison.compared_side import worth
from judge_eval.pipeline.comparison.item_pairs import ItemPair
from judge_eval.stats.change.pairs import Pairs
from judge_eval.stats.change.visible_drop import visible_drop


@dataclass(frozen=True, slots=True)
class SettledPair:
    """A pair with the values that count: those of the second look where there was one, else of the first."""

    pair: ItemPair
    base: float
    candidate: float
    is_open: bool
    asked_again: bool


def settled(pair: ItemPair, answers: Answers) -> SettledPair:
    """The pair with the values that count."""
    again = answers.of("base", pair.key), answers.of("candidate", pair.key)
    if pair.key in answers.unanswered or not all(again):
        return SettledPair(pair, pair.base.value, pair.candidate.value, pair.is_open, asked_again=False)
    values = [_mean(scores) for scores in again]
    is_open = any(score.decision not in ("pass", "fail") for scores in again for score in scores.values())
    return SettledPair(pair, values[0], values[1], is_open, asked_again=True)


def measured(metric: str, pairs: Sequence[SettledPair], hold: Hold, one_sided: int, left_out: int) -> MetricChange:
    """The change of a metric over its pairs, the same in any order; without pairs only what is not compared.

    A metric that has a value outside [0, 1] is reported only, and has no test.
    """
    values = Pairs()
    for one in pairs:
        values.add(one.base, one.candidate, one.pair.cluster)
    change = MetricChange(
        metric=metric,
        rule=hold.rule,
        floor=hold.floor,
        n=len(pairs),
        clusters=len(set(values.clusters)),
        undecided=sum(one.is_open for one in pairs),
        asked_again=sum(one.asked_again for one in pairs),
        one_sided=one_sided,
        left_out=left_out,
    )
    if not pairs:
        return change
    shares = min(*values.base, *values.candidate) >= 0 and max(*values.base, *values.candidate) <= 1
    return change.model_copy(update=_of_shares(values, hold) if shares else _of_figures(values))


def _of_figures(values: Pairs) -> dict[str, object]:
    """The change of what has no upper bound, such as tokens."""
    base, candidate = values.means
    limits = values.interval()
    return {
        "rule": None,
        "base": base,
        "candidate": candidate,
        "change": candidate - base,
        "low": limits.low,
        "high": limits.high,
        "method": limits.method,
    }


def _of_shares(values: Pairs, hold: Hold) -> dict[str, object]:
    """The change of values in [0, 1], with the bars of its rule and what the statistical one rests on."""
    base, candidate = values.means
    found = values.change()
    update: dict[str, object] = {
        "base": base,
        "candidate": candidate,
        "change": found.change,
        "low": found.low,
        "high": found.high,
        "method": found.method,
        "broken": found.broken,
        "fixed": found.fixed,
    }
    if hold.rule == "tolerance":
        update["tolerance"] = hold.tolerance
    elif hold.rule == "statistical":
        update |= {
            "p": found.p,
            "margin": hold.margin,
            "visible_drop": visible_drop(found.broken, found.fixed, found.clusters, hold.raw_margin),
        }
    if hold.youden is not None:
        update |= {"raw_margin": hold.raw_margin, "human_change": found.change / hold.youden}
    return update


def _mean(scores: Mapping[int, Score]) -> float:
    return sum(worth(score.decision) for _, score in sorted(scores.items())) / len(scores)
