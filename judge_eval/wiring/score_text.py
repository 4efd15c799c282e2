"""A scored suite in words and tables: whence everything came, what it says, and what decided."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from types import MappingProxyType

from judge_eval.core.results import CaseResult, CaseStatus, FlakyCase
from judge_eval.core.session import Replayed, RunsSource, Session
from judge_eval.pipeline.score import Outcome
from judge_eval.report.as_adk_history import adk_table
from judge_eval.report.as_estimates import EstimateTable, WhyNot
from judge_eval.report.as_explanation import explanation
from judge_eval.report.as_repeats import repeats_table
from judge_eval.report.as_terminal import CaseTable
from judge_eval.report.by_case import by_case
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import Marks
from judge_eval.report.provenance import asked_when
from judge_eval.report.visible import visible
from judge_eval.text.counted import counted
from judge_eval.wiring.reports import told_case
from judge_eval.wiring.scoring import OpenSuite


def header_lines(suite: OpenSuite) -> Iterator[str]:
    """Cases, runs, configuration and judge, as they were found, then what was assumed, then what is wrong."""
    skipped = suite.spool.n_skipped
    yield f"cases   {suite.spool.n_cases}" + (f", {skipped} skipped" if skipped else "")
    if (used := suite.intake.subset) is not None:
        yield f"subset  {used.size} of {counted(used.of, 'case')}, by {used.by}"
    for source in suite.intake.sources:
        yield f"runs    {_source(source)}"
    if suite.intake.references:
        yield "runs    the references themselves, as if the agent had given them"
    if isinstance(suite.settings.agent, str):
        yield f"runs    of {suite.settings.agent}, which is run now"
    yield f"config  {', '.join(dict.fromkeys(suite.intake.configs)) or 'none: the default metrics'}"
    for line in suite.judges.described():
        yield f"judge   {line}"
    for line in suite.judges.stale():
        yield f"record  {visible(line)}"
    for note in dict.fromkeys(suite.intake.notes):
        yield f"note    {visible(note)}"
    for problem in suite.broken.values():
        yield f"error: {visible(problem)}"


def found_lines(suite: OpenSuite) -> Iterator[str]:
    """What asking the judges brought to light: the rule that `auto` came to mean, what was replayed, and notes."""
    for line in suite.judges.chosen():
        yield f"judge   {line}"
    for one in suite.judges.replayed():
        yield f"judge   {replayed(one)}"
    for note in suite.intake.redactor.notes():
        yield f"note    {visible(note)}"
    for note in suite.judges.notes():
        yield f"note    {visible(note)}"


def replayed(one: Replayed) -> str:
    """What was used of a cassette, and when its samples were asked, in a line."""
    said = f"replayed {counted(one.samples, 'sample')} of {one.file}{asked_when(one)}"
    return f"{said}: {', '.join(one.metrics)}" if one.metrics else said


def _source(source: RunsSource) -> str:
    said = [f"{_age(source.age_seconds)} old"] if source.age_seconds is not None else []
    said += [f"of {', '.join(source.agents)}"] if source.agents else []
    said += ["found beside the cases"] if source.found else []
    return f"{source.name} ({', '.join(said)})"


def _age(seconds: float) -> str:
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length:
            return counted(round(seconds / length), unit)
    return counted(round(seconds), "second")


def score_table(outcome: Outcome, results: Callable[[], Iterable[CaseResult]], canvas: Canvas) -> str:
    """The cases, the estimates, and what was decided; `results` gives the cases anew at each call."""
    cases, why_not, with_history = _empty_table(outcome), WhyNot(), False
    for repeats in by_case(results()):
        cases.add(repeats)
        for result in repeats:
            why_not.add(result)
            with_history |= bool(result.adk)
    parts = [cases.drawn(canvas), _estimates(outcome, why_not, canvas)]
    if outcome.repeats is not None and outcome.repeats.pass_power:
        parts.append(repeats_table(outcome.repeats, canvas))
    if with_history:
        parts.append(adk_table(results(), canvas))
    parts.append("".join(f"{line}\n" for line in decided(outcome)))
    return "\n".join(parts)


def case_table(outcome: Outcome, results: Iterable[CaseResult], canvas: Canvas) -> str:
    """The cases, with a column for each metric that can pass or fail one of them."""
    cases = _empty_table(outcome)
    for repeats in by_case(results):
        cases.add(repeats)
    return cases.drawn(canvas)


def estimate_table(outcome: Outcome, results: Iterable[CaseResult], canvas: Canvas) -> str:
    """The estimates, each with its interval and what it was held against."""
    why_not = WhyNot()
    for result in results:
        why_not.add(result)
    return _estimates(outcome, why_not, canvas)


def _empty_table(outcome: Outcome) -> CaseTable:
    return CaseTable([name for name in outcome.plans.metrics if name not in outcome.informational])


def _estimates(outcome: Outcome, why_not: WhyNot, canvas: Canvas) -> str:
    return EstimateTable(outcome.ruling.estimates, why_not.commonest(), outcome.gate.pass_share).drawn(canvas)


def decided(outcome: Outcome) -> Iterator[str]:
    """The suite's status, and each reason for it."""
    yield outcome.ruling.status
    for kind, reason in outcome.ruling.reasons:
        yield f"  {visible(reason)}" if kind == "held" else f"  {kind}: {visible(reason)}"


def stories(
    suite: OpenSuite,
    marks: Marks,
    *,
    without: Container[CaseStatus] = ("passed", "skipped"),
    flaky: Mapping[str, FlakyCase] = MappingProxyType({}),
) -> Iterator[str]:
    """Every run in full but for those of the statuses `without`; of a `flaky` case, what its repeats come to."""
    for result in suite.spool.results():
        if result.status not in without:
            told = told_case(suite.spool, result, references=suite.intake.references)
            yield explanation(told, marks, flaky.get(result.id))


def cost_line(outcome: Outcome, session: Session) -> Iterator[str]:
    """What the judge cost, in a line; none where it was not needed."""
    if session.calls or session.cached:
        saved = outcome.samples.saved_against_fixed_5
        against = f"{saved} saved against" if saved >= 0 else f"{-saved} more than"
        yield (
            f"judge: {counted(session.calls, 'call')} made, {session.cached} cached, "
            f"{against} five votes an item; {counted(session.tokens.count, 'token')}"
        )
