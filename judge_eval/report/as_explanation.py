"""One case told in full: what was said and done, what was expected, and how each score came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge_eval.core.case import Turn
from judge_eval.core.results import FlakyCase, ScoreRow
from judge_eval.core.run import RunTurn
from judge_eval.core.verdict import Verdict
from judge_eval.report.by_case import aside
from judge_eval.report.calls_in_words import expected_call, made_call, outcome_of
from judge_eval.report.marks import Marks, cell
from judge_eval.report.told_case import ToldCase
from judge_eval.report.visible import visible


def explanation(told: ToldCase, marks: Marks, flaky: FlakyCase | None = None) -> str:
    """The story of a case; the parts that could not be read are missing from it. `flaky`: what its repeats come to."""
    result, case, run = told.result, told.case, told.run
    name = result.id if result.repeat == 0 else f"{result.id} (repeat {result.repeat})"
    said = [result.status, result.error or "", aside(result)]
    said += [f"flaky: {flaky.passed} of {flaky.repeats} repeats pass"] if flaky is not None else []
    lines = [f"{name}: {', '.join(filter(None, said))}"]
    if case is not None and run is not None:
        for number in range(max(len(case.turns), len(run.turns))):
            expected = case.turns[number] if number < len(case.turns) else None
            actual = run.turns[number] if number < len(run.turns) else None
            lines.extend(_turn(number, expected, actual))
    lines.append("  scores")
    lines.extend(_score(row, marks) for row in result.scores)
    for line in told.verdicts:
        place = "" if line.turn is None else f" turn {line.turn + 1}"
        criterion = "" if line.criterion is None else f" {line.criterion}"
        lines.append(f"  verdict {line.metric}{place}{criterion}")
        lines.extend(_verdict(line.verdict))
    return "".join(f"{visible(line)}\n" for line in lines)


def _turn(number: int, expected: Turn | None, actual: RunTurn | None) -> Iterator[str]:
    yield f"  turn {number + 1}"
    user = actual.user if actual is not None else expected.user_text if expected is not None else ""
    yield from _said("user", user)
    if expected is not None and expected.calls is not None:
        yield from _said("expected calls", _listed(expected_call(call) for call in expected.calls))
    if actual is not None:
        yield from _said("calls", _listed(f"{made_call(call)} {outcome_of(call)}".rstrip() for call in actual.calls))
        for text in actual.texts:
            yield from _said("on the way", text)
    if expected is not None and expected.reference is not None:
        yield from _said("reference", expected.reference)
    if actual is None:
        yield from _said("response", "(the run has no such turn)")
    else:
        yield from _said("response", "(none)" if actual.final_response is None else actual.final_response)


def _said(who: str, text: str) -> Iterator[str]:
    first, *others = text.splitlines() or [""]
    yield f"    {who + ':':<16}{first}"
    for line in others:
        yield " " * 20 + line


def _listed(calls: Iterable[str]) -> str:
    return "\n".join(calls) or "(none)"


def _score(row: ScoreRow, marks: Marks) -> str:
    turn = "" if row.turn is None else f" turn {row.turn + 1}"
    if row.criterion is not None:
        turn = f"{turn} {row.criterion}"
    indent = "    " if row.turn is None else "      "
    reason = f"  {row.reason}" if row.reason else ""
    return f"{indent}{row.metric}{turn}  {cell(row, marks)}{reason}"


def _verdict(verdict: Verdict) -> Iterator[str]:
    value = "" if verdict.value is None else f", value {verdict.value:.3f}"
    spread = "" if verdict.spread is None else f" ± {verdict.spread:.3f}"
    by = "by the judge" if verdict.decided_by == "judge" else "by rule"
    yield f"    {verdict.decision} {by}{value}{spread}" + (f": {verdict.reason}" if verdict.reason else "")
    for sample in verdict.samples:
        answer = sample.answer or f"{sample.failure}: {sample.detail}"
        yield f"    sample {sample.index + 1}: {answer}" + (f" ({sample.rationale})" if sample.rationale else "")
