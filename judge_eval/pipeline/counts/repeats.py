"""What the repeats of cases show: pass^k over the suite, and the cases whose repeats disagree."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from judge_eval.core.results import CaseResult, FlakyCase, PassPower, RepeatsUsed
from judge_eval.pipeline.counts.aggregate import LEVEL
from judge_eval.stats.arrays import code_of, codes, floats
from judge_eval.stats.intervals.pass_power import pass_power
from judge_eval.stats.intervals.undecided import mean_with_bounds


class RepeatTally:
    """The passes of each case, as bare numbers."""

    def __init__(self) -> None:
        """No case yet."""
        self._passed = array("I")
        self._open = array("I")
        self._decided = array("I")
        self._clusters = array("Q")
        self._flaky: list[FlakyCase] = []
        self._most = 0

    def add(self, repeats: Sequence[CaseResult], cluster: str, *, gates: bool) -> None:
        """Counts one case by the results of its repeats; one that does not gate may be flaky, and has no pass^k."""
        statuses = Counter(result.status for result in repeats if result.status != "reported")
        decided = statuses.total()
        self._most = max(self._most, len(repeats))
        if statuses["passed"] and statuses["failed"]:
            self._flaky.append(FlakyCase(id=repeats[0].id, passed=statuses["passed"], repeats=len(repeats)))
        if gates and decided:
            self._passed.append(statuses["passed"])
            self._open.append(statuses["undecided"] + statuses["error"])
            self._decided.append(decided)
            self._clusters.append(code_of(cluster))

    def used(self) -> RepeatsUsed | None:
        """What the repeats show; None where no case has more than one."""
        if self._most < 2:
            return None
        powers = tuple(self._power(k) for k in range(1, max(self._decided, default=0) + 1))
        return RepeatsUsed(most=self._most, pass_power=powers, flaky=tuple(sorted(self._flaky, key=lambda one: one.id)))

    def _power(self, k: int) -> PassPower:
        """pass^k over the cases that have k repeats."""
        lows, highs, clusters = array("d"), array("d"), array("Q")
        for passed, undecided, decided, cluster in zip(
            self._passed, self._open, self._decided, self._clusters, strict=True
        ):
            if decided >= k:
                lows.append(pass_power(passed, decided, k))
                highs.append(pass_power(passed + undecided, decided, k))
                clusters.append(cluster)
        mean = mean_with_bounds("pass_rate", floats(lows), floats(highs), codes(clusters), True, LEVEL)
        return PassPower(
            k=k,
            value=mean.value,
            value_low=mean.value_low,
            value_high=mean.value_high,
            low=mean.interval.low,
            high=mean.interval.high,
            level=LEVEL,
            n=mean.n,
            clusters=mean.clusters,
            method=mean.interval.method,
        )
