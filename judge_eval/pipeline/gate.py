"""What the suite decides: thresholds over its cases, floors under its estimates, and whether it is complete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from judge_eval.core.config import GateConfig
from judge_eval.core.estimate import Estimate, headlines
from judge_eval.core.results import EstimateRow, ReasonKind, SuiteStatus
from judge_eval.core.score import NOT_JUDGED
from judge_eval.errors import InputError, Problem
from judge_eval.pipeline.counts.case_counts import CaseCounts, Shares
from judge_eval.pipeline.plan import Plan
from judge_eval.text.counted import counted, percent


@dataclass(frozen=True, slots=True)
class Bar:
    """What a metric is held against; `threshold` is None too where plans set different ones (`by_case` says so)."""

    threshold: float | None = None
    floor: float | None = None
    by_case: bool = False
    """Whether any case is decided by this metric."""


def bars(plans: Sequence[Plan]) -> dict[str, Bar]:
    """Each metric's bar over all plans.

    Raises: InputError where plans set different floors, since an estimate has but one.
    """
    found: dict[str, Bar] = {}
    for plan in plans:
        for name, config in plan.configs.items():
            bar = Bar(config.threshold, config.floor, config.threshold is not None)
            before = found.setdefault(name, bar)
            if before.floor != bar.floor:
                raise InputError(
                    Problem(
                        "configurations set different floors for one suite",
                        field=f"metrics.{name}.floor",
                        found=f"{before.floor} and {bar.floor}",
                        remedy="score these cases in two calls, or pass one --config",
                    )
                )
            if before != bar:
                found[name] = Bar(None, bar.floor, before.by_case or bar.by_case)
    return found


def gate_of(plans: Sequence[Plan]) -> GateConfig:
    """The gate of all plans.

    Raises: InputError where they differ, since a suite is decided as one.
    """
    gate = plans[0].gate
    for plan in plans:
        for name in type(gate).model_fields:
            one, other = getattr(gate, name), getattr(plan.gate, name)
            if one != other:
                raise InputError(
                    Problem(
                        "configurations set different gates for one suite",
                        field=f"gate.{name}",
                        found=f"{one} and {other}",
                        remedy="score these cases in two calls, or pass one --config",
                    )
                )
    return gate


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the gate says: the suite's status, each estimate with what it was held against, and why, in sentences."""

    estimates: tuple[EstimateRow, ...]
    failed: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    """What the cases reach together, where that is enough."""

    @property
    def status(self) -> SuiteStatus:
        """The gravest there is a reason for."""
        if self.failed:
            return "failed"
        return "incomplete" if self.incomplete else "undecided" if self.undecided else "passed"

    @property
    def reasons(self) -> tuple[tuple[ReasonKind, str], ...]:
        """Each sentence with what it explains, the gravest first; before them, where no bar is set, that none is."""
        kinds: tuple[ReasonKind, ...] = get_args(ReasonKind)
        said: list[tuple[ReasonKind, str]] = [(kind, sentence) for kind in kinds for sentence in getattr(self, kind)]
        if not any(row.decided_by for row in self.estimates):
            said.insert(0, ("held", "nothing decides: no threshold and no floor is set"))
        return tuple(said)

    def exit_code(self, gate: GateConfig) -> int:
        """What the ruling means to the caller of a command: 0, 1 or 3."""
        return gate.exit_code(
            failed=bool(self.failed), incomplete=bool(self.incomplete), undecided=bool(self.undecided)
        )


def rule(estimates: Sequence[Estimate], held: Mapping[str, Bar], counts: CaseCounts, gate: GateConfig) -> Ruling:
    """The gate's word on a whole suite."""
    headline = headlines(estimates)
    failed: list[str] = []
    undecided: list[str] = []
    reached: list[str] = []
    rows: list[EstimateRow] = []
    for estimate in estimates:
        row = EstimateRow(**estimate.model_dump())
        if estimate is headline[estimate.metric]:
            row = _held(row, held[estimate.metric], counts.by_metric.get(estimate.metric, Shares()), gate)
            _say(row, failed, undecided)
        rows.append(row)
    said, enough = _cases(counts, gate)
    (reached if enough else undecided if enough is None else failed).extend(said)
    incomplete = _incomplete(headline, held, counts, gate)
    return Ruling(tuple(rows), tuple(failed), tuple(incomplete), tuple(undecided), tuple(reached))


def _held(row: EstimateRow, bar: Bar, decided: Shares, gate: GateConfig) -> EstimateRow:
    """The row held against its floor, else against the share of cases that reach its threshold."""
    if bar.floor is not None:
        passed, decided_by = reaches(bar.floor, row.value, row.value_low, row.value_high), "floor"
    elif bar.by_case:
        low, high = decided.bounds()
        passed, decided_by = reaches(gate.pass_share, low, low, high), "threshold"
    else:
        return row
    update = {"floor": bar.floor, "threshold": bar.threshold, "decided_by": decided_by, "passed": passed}
    return row.model_copy(update=update)


def reaches(bar: float, value: float | None, low: float | None, high: float | None) -> bool | None:
    """Whether `value` reaches `bar` whatever its undecided items turn out to be; None where they decide it."""
    least = value if low is None else low
    most = value if high is None else high
    if least is None or most is None:
        return None
    if least >= bar:
        return True
    return False if most < bar else None


def _say(row: EstimateRow, failed: list[str], undecided: list[str]) -> None:
    if row.decided_by != "floor" or row.value is None:
        return
    if row.passed is False:
        failed.append(f"{row.metric}: {row.value:.3f} is under its floor {row.floor:g}")
    elif row.passed is None:
        undecided.append(
            f"{row.metric}: its floor {row.floor:g} lies between {row.value_low:.3f} and {row.value_high:.3f}, "
            f"as its {counted(row.undecided + row.errors, 'open item')} may fall"
        )


def _cases(counts: CaseCounts, gate: GateConfig) -> tuple[list[str], bool | None]:
    """What the cases reach, in a sentence or none, and whether that is enough; None where undecided ones tell."""
    cases = counts.deciding
    low, high = cases.bounds()
    if low is None or high is None:
        return [], True
    reach = "reaches its" if cases.cases == 1 else "reach their"
    of = f"{cases.whole} of {counted(cases.cases, 'case')} {reach} thresholds"
    if cases.parted:
        of += f" in every repeat, {100 * low:.1f} % by the share of repeats"
    return [f"{of}, {percent(gate.pass_share)} must"], reaches(gate.pass_share, low, low, high)


def _incomplete(
    headline: Mapping[str, Estimate], held: Mapping[str, Bar], counts: CaseCounts, gate: GateConfig
) -> list[str]:
    """Why the suite is not complete, a sentence a reason."""
    said = [f"{counted(counts.unscored, 'case')} could not be scored"] if counts.unscored else []
    if counts.unscored_in_part:
        said.append(f"{counted(counts.unscored_in_part, 'case')} could not be scored in some repeats")
    for metric, number in sorted(counts.not_scored.items()):
        reason = counts.why_not[metric]
        why = reason if reason.startswith(NOT_JUDGED) else f"not scored: {reason}"
        if metric in counts.in_part:
            why = why.replace(NOT_JUDGED, "not wholly judged: ", 1)
        said.append(f"{metric}: {counted(number, 'run')} {why}")
    for metric, bar in held.items():
        estimate = headline.get(metric)
        if (bar.by_case or bar.floor is not None) and (estimate is None or estimate.n == 0):
            said.append(f"{metric}: gated, but nothing could be scored")
        elif estimate is not None and metric not in counts.not_scored and estimate.n:
            share = estimate.undecided / estimate.n
            if share > gate.undecided_share:
                said.append(f"{metric}: {percent(share)} undecided, {percent(gate.undecided_share)} allowed")
    return said
