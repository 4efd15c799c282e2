"""The calls of a turn, expected against made, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judge_eval.core.case import ExpectedCall
from judge_eval.core.run import Call
from judge_eval.metrics.alignment import align
from judge_eval.metrics.arguments import args_match, mismatches
from judge_eval.report.calls_in_words import expected_call, made_call, outcome_of

Kind = Literal["same", "changed", "moved", "missing", "surplus", "made"]
"""`changed`: the right tool, with other arguments; `moved`: out of order; `made`: nothing is written to hold it to."""


@dataclass(frozen=True, slots=True)
class CallRow:
    """One line of the diff: what was expected and what was made (None: nothing), and what is wrong with it."""

    kind: Kind
    expected: str | None = None
    made: str | None = None
    outcome: str = ""
    """What the call gave back, or its error."""
    wrong: tuple[str, ...] = ()


def call_diff(expected: Sequence[ExpectedCall] | None, made: Sequence[Call]) -> list[CallRow]:
    """The lines in the order in which the calls were made, missing ones at their place; `expected` None: none known.

    Calls are paired by name, in order, with as many right ones as possible. A call inside another one is the tool's
    own, and held to nothing.
    """
    if expected is None:
        return [_made("made", call) for call in made]
    own = [place for place, call in enumerate(made) if call.nested_in is None]
    paired = align(len(expected), len(own), lambda want, nth: _worth(expected[want], made[own[nth]])).pairs
    partner = {own[nth]: want for want, nth in paired}
    left = [want for want in range(len(expected)) if want not in partner.values()]
    moved = _moved(expected, made, left, [place for place in own if place not in partner])
    rows: list[CallRow] = []
    for place, call in enumerate(made):
        want = partner.get(place)
        while want is not None and left and left[0] < want:
            rows.append(_lacking(expected[left[0]], left.pop(0) in moved.values()))
        if want is not None:
            rows.append(_met(expected[want], call))
        else:
            rows.append(_made("made" if call.nested_in else "moved" if place in moved else "surplus", call))
    return rows + [_lacking(expected[want], want in moved.values()) for want in left]


def _worth(expected: ExpectedCall, made: Call) -> int | None:
    """What a pair adds; None where the two are different tools."""
    return int(args_match(expected, made.args)) if expected.name == made.name else None


def _moved(
    expected: Sequence[ExpectedCall], made: Sequence[Call], wanted: Sequence[int], places: Sequence[int]
) -> dict[int, int]:
    """Of the calls without a partner, each that fits an expected one elsewhere, with that one's place."""
    moved: dict[int, int] = {}
    for want in wanted:
        fitting = (place for place in places if place not in moved and _worth(expected[want], made[place]) == 1)
        if (place := next(fitting, None)) is not None:
            moved[place] = want
    return moved


def _met(expected: ExpectedCall, call: Call) -> CallRow:
    wrong = tuple(mismatches(expected, call.args))
    return CallRow("changed" if wrong else "same", expected_call(expected), made_call(call), outcome_of(call), wrong)


def _lacking(expected: ExpectedCall, is_elsewhere: bool) -> CallRow:
    return CallRow("moved" if is_elsewhere else "missing", expected_call(expected))


def _made(kind: Kind, call: Call) -> CallRow:
    return CallRow(kind, None, made_call(call), outcome_of(call))
