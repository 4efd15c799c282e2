"""Whether a run answers its case, and the run that a case's own references would make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import JsonValue

from judge_eval.core.case import AnyOf, ArgumentMatcher, Case, Equal, ExpectedCall, Subset, Tolerance, Turn
from judge_eval.core.ports import Ledger
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.text.one_line import one_line

NO_SIMULATOR = "a scenario is played by a user simulator, and none is at hand: record its run elsewhere"

NotRunReasons = Mapping[str, Mapping[int, str]]
"""Why runs could not be made, by the id of the case and the repeat."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A case with one of its runs; where there is none that can be scored, `reason` says why.

    `of` counts the pairs of this case.
    """

    case: Case
    run: Run | None
    reason: str = ""
    repeat: int = 0
    of: int = 1


def pairs(ledger: Ledger, *, references: bool, not_run: NotRunReasons = MappingProxyType({})) -> Iterator[Pair]:
    """Each case with each of its runs, or with its references' own run; a case without any run has one pair too.

    So has a skipped case, whatever runs of it there are. `not_run` tells why runs could not be made.
    """
    for case in ledger.cases():
        if case.skip is not None:
            yield Pair(case, None, case.skip)
            continue
        runs = [reference_run(case)] if references else ledger.runs_of(case.id)
        lost = not_run.get(case.id, {})
        if not runs and not lost:
            lacking = NO_SIMULATOR if case.scenario is not None else "no run of this case was given"
            yield Pair(case, None, lacking)
        of = len(runs) + len(lost)
        for run in runs:
            reason = mismatch(case, run)
            yield Pair(case, run if reason is None else None, reason or "", run.repeat, of)
        for repeat, reason in lost.items():
            yield Pair(case, None, reason, repeat, of)


def mismatch(case: Case, run: Run) -> str | None:
    """Why `run` cannot be a run of `case`: the first turn whose user text differs; None where it can.

    A scenario's turns are its simulator's, so they are not held against anything. Turns that are missing or too many
    are no mismatch: the metrics fail them one by one.
    """
    if case.scenario is not None:
        return None
    for number, (expected, actual) in enumerate(zip(case.turns, run.turns, strict=False), start=1):
        if expected.user_text.split() != actual.user.split():
            return (
                f"turn {number}: the run's user says {_quoted(actual.user)}, "
                f"the case's user says {_quoted(expected.user_text)}: the run was recorded from another case"
            )
    return None


def reference_run(case: Case) -> Run:
    """The run of an agent that does and says just what `case` expects of it."""
    return Run(
        case_id=case.id,
        agent="reference",
        turns=tuple(_reference_turn(turn) for turn in case.turns),
        state=case.expect.state,
    )


def _reference_turn(turn: Turn) -> RunTurn:
    calls = tuple(_made(call, place) for place, call in enumerate(turn.calls or ()))
    return RunTurn(user=turn.user_text, final_response=turn.reference, calls=calls)


def _made(call: ExpectedCall, place: int) -> Call:
    args = {name: _fitting(matcher) for name, matcher in call.args.items() if matcher.kind != "ignore"}
    return Call(name=call.name, args=args, parallel=place)


def _fitting(matcher: ArgumentMatcher) -> JsonValue:
    """A value that `matcher` accepts; the pattern itself for a regex, which only a person could fill."""
    match matcher:
        case Equal() | Tolerance() | Subset():
            return matcher.value
        case AnyOf():
            return matcher.values[0]
        case _:
            return getattr(matcher, "value", getattr(matcher, "pattern", None))


def _quoted(text: str) -> str:
    return repr(one_line(text, 60))
