"""One case as the page of a suite tells it: plain JSON, with nothing left to work out in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.sample import Sample
from judge_eval.core.verdict import VerdictLine
from judge_eval.metrics.arguments import in_full
from judge_eval.metrics.final_state import values_at
from judge_eval.report.as_terminal import first_reason
from judge_eval.report.by_case import aside
from judge_eval.report.call_diff import CallRow, call_diff
from judge_eval.report.told_case import ToldCase

SHOWN = 20_000
"""Characters of one text on the page; the files beside it have all of it."""


def page_case(told: ToldCase) -> dict[str, Any]:
    """The case, its conversation turn by turn, its expectations, scores and verdicts."""
    result, case, run = told.result, told.case, told.run
    return {
        **result.model_dump(mode="json", exclude_defaults=True),
        "id": result.id,
        "reason": cut("; ".join(filter(None, (aside(result), first_reason(result))))),
        "cluster": case.cluster if case is not None else result.id,
        "tags": list(case.tags) if case is not None else [],
        "notes": list(case.notes) if case is not None else [],
        "scenario": case.scenario.model_dump() if case is not None and case.scenario is not None else None,
        "turns": list(_turns(case.turns if case is not None else (), run.turns if run is not None else ())),
        "expectations": list(_expectations(case, run)) if case is not None else [],
        "judged": [_judged(line) for line in told.verdicts],
    }


def cut(text: str) -> str:
    """The text, or its beginning with what is said of the rest."""
    more = len(text) - SHOWN
    return text if more <= 0 else f"{text[:SHOWN]}\n[… {more:,} more characters, which the files beside this page have]"


def _turns(expected: Sequence[Turn], made: Sequence[RunTurn]) -> Iterator[dict[str, Any]]:
    for number in range(max(len(expected), len(made))):
        turn = expected[number] if number < len(expected) else None
        run = made[number] if number < len(made) else None
        calls = call_diff(turn.calls if turn is not None else None, run.calls if run is not None else ())
        yield {
            "user": cut(run.user if run is not None else turn.user_text if turn is not None else ""),
            "attached": [_named(part) for part in turn.user if part.text is None] if turn is not None else [],
            "recorded": run is not None,
            "written": turn is not None and turn.calls is not None,
            "calls": [_shown(row) for row in calls],
            "texts": [cut(text) for text in run.texts] if run is not None else [],
            "reference": cut(turn.reference) if turn is not None and turn.reference is not None else None,
            "response": cut(run.final_response) if run is not None and run.final_response is not None else None,
        }


def _named(part: Part) -> str:
    """An image or a file by its kind and place; its bytes stay in the case."""
    return " ".join(filter(None, (part.mime_type or "a file", part.uri)))


def _shown(row: CallRow) -> dict[str, Any]:
    return {name: cut(value) if isinstance(value, str) else value for name, value in asdict(row).items()}


def _expectations(case: Case, run: Run | None) -> Iterator[tuple[str, str, str | None]]:
    """What the conversation as a whole must show: a name, what is expected, and the value found, where it is one."""
    expect = case.expect
    for name, words in (
        ("required tools", expect.required_tools),
        ("forbidden tools", expect.forbidden_tools),
        ("response contains", expect.response_contains),
    ):
        if words is not None:
            yield name, ", ".join(words) or "none", None
    if expect.outcome is not None:
        yield "outcome", cut(expect.outcome), None
    for path, value in (expect.state or {}).items():
        state = run.state if run is not None else None
        found = values_at(state, path) if state is not None else []
        yield f"state {path}", cut(in_full(value)), cut(in_full(found[0])) if found else "(not there)"


def _judged(line: VerdictLine) -> dict[str, Any]:
    """A verdict with its samples, without what only the store needs."""
    verdict = line.verdict.model_dump(
        mode="json",
        include={
            "decision", "value", "spread", "votes", "p_pass", "asked", "usable", "decided_by", "error", "reason"
        },
        exclude_none=True,
    )  # fmt: skip
    place = {"metric": line.metric, "turn": line.turn, "criterion": line.criterion}
    return {**place, **verdict, "samples": [_sample(sample) for sample in line.verdict.samples]}


def _sample(sample: Sample) -> dict[str, Any]:
    shares = sample.distribution.shares if sample.distribution is not None else None
    return {
        "answer": sample.answer,
        "shares": shares,
        "failure": sample.failure,
        "detail": cut(sample.detail) if sample.detail else None,
        "rationale": cut(sample.rationale) if sample.rationale else None,
        "text": cut(sample.text) if sample.failure else None,
        "model": sample.model_version,
        "date": sample.date,
    }
