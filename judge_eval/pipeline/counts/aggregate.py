"""The sums over a suite: each metric's items, kept as bare numbers, and the estimates that they give."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import fsum, inf

from judge_eval.core.estimate import Estimate, EstimateKind
from judge_eval.core.score import Score
from judge_eval.pipeline.plan import Coded, Plan
from judge_eval.stats.arrays import code_of, codes, floats
from judge_eval.stats.intervals.undecided import mean_with_bounds

LEVEL = 0.95


class Tally:
    """One metric's items: 16 bytes each where all are decided, so that a long suite needs no memory."""

    def __init__(self, metric: str, kind: EstimateKind, *, bounded: bool, least: float = 0.0) -> None:
        """An empty tally; `bounded` says that values lie in [0, 1], `least` what none of the others lies under."""
        self._metric = metric
        self._kind: EstimateKind = kind
        self._bounded = bounded
        self._least = least
        self._lows = array("d")
        self._highs = self._lows
        self._clusters = array("Q")
        self._undecided = self._errors = self._not_applicable = self._by_rule = 0

    def add_value(self, value: float, cluster: int, *, by_rule: bool = False) -> None:
        """Counts an item of this value."""
        self._add(value, value, cluster)
        self._by_rule += by_rule

    def add_open(self, low: float, high: float, cluster: int, *, error: bool) -> None:
        """Counts an item whose value is not known but for its bounds: undecided, or in error."""
        if self._highs is self._lows:
            # Decided items have one value: the bounds part with the first item that is open.
            self._highs = self._lows[:]
        self._add(low, high, cluster)
        self._errors += error
        self._undecided += not error

    def add_not_applicable(self) -> None:
        """Counts an item that leaves the denominator."""
        self._not_applicable += 1

    def low_of(self, score: Score) -> float:
        """The least that a score may come to; of one without a value or bounds, the least that any can."""
        known = score.low if score.value is None else score.value
        return known if known is not None else 0.0 if self._bounded else -inf

    def high_of(self, score: Score) -> float:
        """The most that a score may come to, in the same way."""
        known = score.high if score.value is None else score.value
        return known if known is not None else 1.0 if self._bounded else inf

    def _add(self, low: float, high: float, cluster: int) -> None:
        self._lows.append(low)
        if self._highs is not self._lows:
            self._highs.append(high)
        self._clusters.append(cluster)

    def estimate(self) -> Estimate:
        """The estimate over all items, the same in any order of them."""
        lows = floats(self._lows)
        mean = mean_with_bounds(
            self._kind,
            lows,
            lows if self._highs is self._lows else floats(self._highs),
            codes(self._clusters),
            self._bounded,
            LEVEL,
        )
        low = mean.interval.low
        if low is not None and not self._bounded:
            # Counts, tokens and seconds have no upper bound, and none lies under zero.
            low = max(low, self._least)
        return Estimate(
            metric=self._metric,
            kind=self._kind,
            value=mean.value,
            value_low=mean.value_low,
            value_high=mean.value_high,
            low=low,
            high=mean.interval.high,
            level=LEVEL,
            n=mean.n,
            clusters=mean.clusters,
            undecided=self._undecided,
            errors=self._errors,
            not_applicable=self._not_applicable,
            by_rule=self._by_rule,
            method=mean.interval.method,
        )


class Tallies:
    """Every metric's tallies: its score, case by case, and for judged ones the pass rate, item by item."""

    def __init__(self, plans: Iterable[Plan]) -> None:
        """Empty tallies of all metrics of `plans`, in the order of the columns."""
        self._scores: dict[str, Tally] = {}
        self._rates: dict[str, Tally] = {}
        for plan in plans:
            for measured in plan.measured:
                name = measured.metric.name
                self._scores.setdefault(name, Tally(name, "score", bounded=measured.metric.unit == "share"))
            for judged in plan.judged:
                name = judged.question.metric
                self._scores.setdefault(name, Tally(name, "score", bounded=True))
                self._rates.setdefault(name, Tally(name, "pass_rate", bounded=True))
            for coded in plan.coded:
                self._scores.setdefault(coded.name, _tally_for(coded))
            for unsupported in plan.unsupported:
                self._scores.setdefault(unsupported.name, Tally(unsupported.name, "score", bounded=True))

    def add(self, repeats: Sequence[Sequence[Score]], cluster: str) -> None:
        """Counts the scores of one case, those of each of its repeats.

        A case has one score a metric, the mean over its repeats, so that cases weigh alike however often each was
        run; a judged item is one answer, and each repeat has its own.
        """
        code = code_of(cluster)
        by_metric: dict[str, list[Score]] = {}
        for score in (score for scores in repeats for score in scores):
            by_metric.setdefault(score.metric, []).append(score)
        for metric, scores in by_metric.items():
            _count(self._scores[metric], scores, code)
            rate = self._rates.get(metric)
            if rate is not None:
                for item in (item for score in scores for item in score.items):
                    _count_decision(rate, item, code)

    def estimates(self) -> tuple[Estimate, ...]:
        """The estimates of every metric, its score before its pass rate."""
        tallies: list[Tally] = []
        for name, tally in self._scores.items():
            tallies.append(tally)
            if name in self._rates:
                tallies.append(self._rates[name])
        return tuple(tally.estimate() for tally in tallies)


def _tally_for(coded: Coded) -> Tally:
    low = -inf if coded.code.low is None else coded.code.low
    high = inf if coded.code.high is None else coded.code.high
    return Tally(coded.name, "score", bounded=low >= 0 and high <= 1, least=low)


def _count(tally: Tally, repeats: Sequence[Score], cluster: int) -> None:
    """Counts one case: the mean over the repeats to which the metric applies, open where one of them is."""
    scores = [score for score in repeats if score.status != "not_applicable"]
    values = [score.value for score in scores if score.value is not None]
    if not scores:
        tally.add_not_applicable()
    elif len(values) == len(scores):
        tally.add_value(_mean(values), cluster)
    else:
        low, high = (_mean([end(score) for score in scores]) for end in (tally.low_of, tally.high_of))
        tally.add_open(low, high, cluster, error=any(score.status == "error" for score in scores))


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _count_decision(tally: Tally, item: Score, cluster: int) -> None:
    if item.decision in ("pass", "fail"):
        by_rule = bool(item.verdicts) and all(verdict.decided_by != "judge" for verdict in item.verdicts)
        tally.add_value(float(item.decision == "pass"), cluster, by_rule=by_rule)
    elif item.status == "not_applicable":
        tally.add_not_applicable()
    else:
        tally.add_open(0.0, 1.0, cluster, error=item.status == "error")
