"""The sums over a suite: each metric's items, kept as bare numbers, and the estimates that they give."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import inf

from judge_eval.core.estimate import Estimate, EstimateKind
from judge_eval.core.results import SampleCounts
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.pipeline.plan import Coded, Plan
from judge_eval.stats.clusters import code_of, codes, floats
from judge_eval.stats.undecided import mean_with_bounds

LEVEL = 0.95
FIXED_VOTES = 5
"""What ADK pays for every item, which the saved calls are counted against."""


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

    def add_open(self, low: float | None, high: float | None, cluster: int, *, error: bool) -> None:
        """Counts an item whose value is not known: undecided, or in error; without bounds, anything it can be."""
        least, most = (0.0, 1.0) if self._bounded else (-inf, inf)
        if self._highs is self._lows:
            # Decided items have one value: the bounds part with the first item that is open.
            self._highs = self._lows[:]
        self._add(least if low is None else low, most if high is None else high, cluster)
        self._errors += error
        self._undecided += not error

    def add_not_applicable(self) -> None:
        """Counts an item that leaves the denominator."""
        self._not_applicable += 1

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
    """Every metric's tallies: its score, and for judged ones the pass rate, item by item."""

    def __init__(self, plans: Iterable[Plan]) -> None:
        """Empty tallies of all metrics of `plans`, in the order of the columns."""
        self._scores: dict[str, Tally] = {}
        self._rates: dict[str, Tally] = {}
        self._asked = self._usable = self._judged_items = 0
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

    def add(self, scores: Sequence[Score], cluster: str) -> None:
        """Counts one run's scores."""
        code = code_of(cluster)
        for score in scores:
            _count(self._scores[score.metric], score, code)
            rate = self._rates.get(score.metric)
            if rate is None:
                continue
            for item in score.items:
                _count_decision(rate, item, code)
                self._count_samples(item.verdicts)

    def add_unscored(self, metrics: Iterable[str], cluster: str, judged: Sequence[Score] = ()) -> None:
        """Counts a run that could not be scored: an error in each of its metrics, or in the items of `judged`."""
        self.add(judged, cluster)
        told = {score.metric for score in judged}
        code = code_of(cluster)
        for metric in (metric for metric in metrics if metric not in told):
            for tally in (self._scores[metric], self._rates.get(metric)):
                if tally is not None:
                    tally.add_open(None, None, code, error=True)

    def estimates(self) -> tuple[Estimate, ...]:
        """The estimates of every metric, its score before its pass rate."""
        tallies: list[Tally] = []
        for name, tally in self._scores.items():
            tallies.append(tally)
            if name in self._rates:
                tallies.append(self._rates[name])
        return tuple(tally.estimate() for tally in tallies)

    def samples(self) -> SampleCounts:
        """The samples behind all verdicts, wherever they came from."""
        return SampleCounts(
            asked=self._asked,
            usable=self._usable,
            failed=self._asked - self._usable,
            saved_against_fixed_5=FIXED_VOTES * self._judged_items - self._asked,
        )

    def _count_samples(self, verdicts: Iterable[Verdict]) -> None:
        for verdict in verdicts:
            self._asked += verdict.asked
            self._usable += verdict.usable
            self._judged_items += verdict.decided_by == "judge"


def _tally_for(coded: Coded) -> Tally:
    low = -inf if coded.code.low is None else coded.code.low
    high = inf if coded.code.high is None else coded.code.high
    return Tally(coded.name, "score", bounded=low >= 0 and high <= 1, least=low)


def _count(tally: Tally, score: Score, cluster: int) -> None:
    if score.status == "not_applicable":
        tally.add_not_applicable()
    elif score.value is not None:
        tally.add_value(score.value, cluster)
    else:
        tally.add_open(score.low, score.high, cluster, error=score.status == "error")


def _count_decision(tally: Tally, item: Score, cluster: int) -> None:
    if item.decision in ("pass", "fail"):
        by_rule = bool(item.verdicts) and all(verdict.decided_by != "judge" for verdict in item.verdicts)
        tally.add_value(float(item.decision == "pass"), cluster, by_rule=by_rule)
    elif item.status == "not_applicable":
        tally.add_not_applicable()
    else:
        tally.add_open(None, None, cluster, error=item.status == "error")
