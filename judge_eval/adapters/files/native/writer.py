"""Cases and runs as lines of JSONL, in the one spelling that equal content has."""

from __future__ import annotations

from typing import cast

from pydantic import JsonValue

from judge_eval.adapters.files.native.matchers import written_matcher
from judge_eval.adapters.files.native.parts import written_parts
from judge_eval.core.case import Case, Turn
from judge_eval.core.fingerprint import canonical_json
from judge_eval.core.run import Run

_PLAIN = frozenset(
    {"id", "cluster", "scenario", "session", "state", "expect", "rubrics", "tags", "skip", "quarantine", "notes"}
)
"""The fields of a case that are written as they stand."""


def case_line(case: Case) -> bytes:
    """The line that reads back as `case`, with its end."""
    return canonical_json(written_case(case)) + b"\n"


def run_line(run: Run) -> bytes:
    """The line that reads back as `run`, with its end."""
    return canonical_json(run.model_dump(mode="json")) + b"\n"


def written_case(case: Case) -> dict[str, JsonValue]:
    """The native shape of `case`; what says nothing is left out."""
    plain = cast(
        dict[str, JsonValue],
        case.model_dump(
            mode="json",
            include=set(_PLAIN),
            exclude_defaults=True,
        ),
    )
    if case.cluster == case.id:
        del plain["cluster"]
    if case.turns:
        plain["turns"] = [_written_turn(turn) for turn in case.turns]
    return plain


def _written_turn(turn: Turn) -> JsonValue:
    written: dict[str, JsonValue] = {"user": written_parts(turn.user)}
    if turn.calls is not None:
        written["calls"] = [
            {
                "name": call.name,
                "args": {name: written_matcher(matcher) for name, matcher in call.args.items()},
                "args_match": call.args_match,
            }
            for call in turn.calls
        ]
    if turn.reference is not None:
        written["reference"] = turn.reference
    if turn.rubrics:
        written["rubrics"] = [rubric.model_dump(mode="json") for rubric in turn.rubrics]
    return written
