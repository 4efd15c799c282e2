"""What `score` prints around its tables: whence everything came, and what decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from shutil import get_terminal_size
from typing import TextIO

from judge_eval.core.results import CaseResult
from judge_eval.core.session import RunsSource
from judge_eval.pipeline.score import Outcome
from judge_eval.report.as_adk_history import adk_table
from judge_eval.report.as_terminal import CaseTable, estimates_table
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import marks_for
from judge_eval.wiring.scoring import OpenSuite


def canvas_of(stream: TextIO) -> Canvas:
    """What `stream` can show: its width and colours on a terminal, plain lines elsewhere."""
    marks = marks_for(stream.encoding)
    if not stream.isatty():
        return Canvas(marks)
    return Canvas(marks, width=get_terminal_size().columns, color=True)


def header_lines(suite: OpenSuite) -> Iterator[str]:
    """Cases, runs, configuration and judge, as they were found, then what was assumed on the way."""
    yield f"cases   {suite.spool.n_cases}"
    for source in suite.intake.sources:
        yield f"runs    {_source(source)}"
    if suite.intake.references:
        yield "runs    the references themselves, as if the agent had given them"
    yield f"config  {', '.join(dict.fromkeys(suite.intake.configs)) or 'none: the default metrics'}"
    for line in suite.judges.described():
        yield f"judge   {line}"
    for note in dict.fromkeys(suite.intake.notes):
        yield f"note    {note}"


def _source(source: RunsSource) -> str:
    said = [f"{_age(source.age_seconds)} old"] if source.age_seconds is not None else []
    said += [f"of {', '.join(source.agents)}"] if source.agents else []
    said += ["found beside the cases"] if source.found else []
    return f"{source.name} ({', '.join(said)})"


def _age(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def score_table(outcome: Outcome, results: Callable[[], Iterable[CaseResult]], canvas: Canvas) -> str:
    """The cases, the estimates, and what was decided; `results` gives the cases anew at each call."""
    informational = {row.metric for row in outcome.ruling.estimates if row.n == 0} | outcome.plans.reported_only
    columns = [name for name in outcome.plans.metrics if name not in informational]
    table = CaseTable(columns)
    for result in results():
        table.add(result)
    parts = [table.drawn(canvas), estimates_table(outcome.ruling.estimates, canvas)]
    history = adk_table(results(), canvas)
    if history:
        parts.append(history)
    parts.append("".join(f"{line}\n" for line in decided(outcome)))
    return "\n".join(parts)


def decided(outcome: Outcome) -> Iterator[str]:
    """The suite's status, and each reason for it."""
    ruling = outcome.ruling
    yield ruling.status
    for label, reasons in (
        ("failed", ruling.failed),
        ("incomplete", ruling.incomplete),
        ("undecided", ruling.undecided),
    ):
        for reason in reasons:
            yield f"  {label}: {reason}"
