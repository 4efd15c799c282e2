"""How the cases of a suite stand against their thresholds, counted case by case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from judge_eval.core.results import CaseResult
from judge_eval.core.verdict import Decision, combined
from judge_eval.pipeline.plan import Plan


@dataclass(slots=True)
class Shares:
    """Cases by what is decided of them; one that was run several times is parted as its repeats are."""

    cases: int = 0
    whole: int = 0
    """Cases all of whose repeats pass."""
    parted: bool = False
    """Whether any case was run more than once."""
    by_decision: dict[Decision, Fraction] = field(default_factory=dict[Decision, Fraction])

    def add(self, repeats: Sequence[Decision]) -> None:
        """Counts a case by the decisions on its repeats; those to which nothing applies leave the denominator."""
        counts: Counter[Decision] = Counter(repeats)
        del counts["not_applicable"]
        decided = counts.total()
        if not decided:
            return
        self.cases += 1
        self.whole += counts["pass"] == decided
        self.parted |= decided > 1
        for decision, count in counts.items():
            # Fractions, for thirds of cases must add up to a whole one.
            self.by_decision[decision] = self.of(decision) + Fraction(count, decided)

    def of(self, decision: Decision) -> Fraction:
        """How many cases are decided so."""
        return self.by_decision.get(decision, Fraction(0))

    def bounds(self) -> tuple[float | None, float | None]:
        """The share that passes if every undecided one fails, and if every one passes; None without any."""
        if not self.cases:
            return None, None
        low, high = self.of("pass"), self.of("pass") + self.of("undecided")
        return float(low / self.cases), float(high / self.cases)


@dataclass(slots=True)
class CaseCounts:
    """What the gate needs to know of the cases, without the cases."""

    deciding: Shares = field(default_factory=Shares)
    """Cases by what their metrics with a threshold decide together."""
    by_metric: dict[str, Shares] = field(default_factory=dict[str, Shares])
    unscored: int = 0
    unscored_in_part: int = 0
    """Cases some of whose repeats could not be scored."""
    not_scored: Counter[str] = field(default_factory=Counter[str])
    """Runs by metric that no judge could be asked about, or on which the metric broke."""
    why_not: dict[str, str] = field(default_factory=dict[str, str])
    """One of the reasons by metric, the same in any order of the runs."""
    in_part: set[str] = field(default_factory=set[str])
    """The metrics of which a judge was asked about some items of such a run."""

    def add(self, repeats: Sequence[CaseResult], plan: Plan) -> None:
        """Counts one case by the results of its repeats, under its own plan."""
        gated = {name for name, config in plan.configs.items() if config.threshold is not None}
        lost = [result for result in repeats if not result.scores]
        self.unscored += len(lost) == len(repeats)
        self.unscored_in_part += 0 < len(lost) < len(repeats)
        for result in repeats:
            self._note(result)
        decided = [_decisions(result, gated) for result in repeats]
        self.deciding.add(_without_none(map(_overall, repeats, decided)))
        for metric in sorted(gated):
            made = _without_none(decisions.get(metric) for decisions in decided)
            if made:
                self.by_metric.setdefault(metric, Shares()).add(made)

    def _note(self, result: CaseResult) -> None:
        """Keeps what could not be scored of one run."""
        for row in result.scores:
            if row.turn is None and row.status == "error":
                self.not_scored[row.metric] += 1
                self.why_not[row.metric] = min(self.why_not.get(row.metric, row.reason), row.reason)
                self.in_part |= {row.metric} if row.asked else set()


def _decisions(result: CaseResult, gated: Iterable[str]) -> Mapping[str, Decision | None]:
    """What each metric with a threshold decides of one run; of one that could not be scored, all is undecided."""
    if not result.scores:
        return dict.fromkeys(gated, "undecided")
    wanted = set(gated)
    return {row.metric: row.decision for row in result.scores if row.turn is None and row.metric in wanted}


def _overall(result: CaseResult, decisions: Mapping[str, Decision | None]) -> Decision | None:
    """What they decide together; an agent that broke off has not passed, whatever else decides."""
    if result.scores and result.error is not None:
        return "fail"
    return combined(decisions.values())


def _without_none(decisions: Iterable[Decision | None]) -> list[Decision]:
    return [decision for decision in decisions if decision is not None]
