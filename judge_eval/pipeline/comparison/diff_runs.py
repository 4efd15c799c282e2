"""Two recordings of the same cases side by side: what the agent did and said otherwise, and nothing of what it cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest

from pydantic import JsonValue

from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.run_change import ChangedPart, RunChange


def run_changes(before: Run | None, after: Run | None) -> Iterator[RunChange]:
    """Every change between two runs of one repeat of a case, in the order of the conversation.

    Times, tokens, events, ids and the agent's own fingerprint are no part of what it did and said. A run that one side
    lacks is one change.
    """
    run = after or before
    if run is None:
        return
    change = partial(RunChange, case_id=run.case_id, repeat=run.repeat)
    if before is None or after is None:
        yield change(part="run", before=_agent(before), after=_agent(after))
        return
    for place, (old, new) in enumerate(zip_longest(before.turns, after.turns)):
        for part, was, now in _turn_changes(old, new):
            yield change(turn=place, part=part, before=was, after=now)
    if before.state != after.state:
        yield change(part="state", before=before.state, after=after.state)
    if before.error != after.error:
        yield change(part="error", before=before.error, after=after.error)


_Part = tuple[ChangedPart, JsonValue, JsonValue]


def _turn_changes(before: RunTurn | None, after: RunTurn | None) -> Iterator[_Part]:
    if before is None or after is None:
        yield "turn", _said(before), _said(after)
        return
    if before.user != after.user:
        yield "user", before.user, after.user
    yield from _call_changes(before.calls, after.calls)
    if before.final_response != after.final_response:
        yield "response", before.final_response, after.final_response


def _call_changes(before: Sequence[Call], after: Sequence[Call]) -> Iterator[_Part]:
    """The calls place by place; where the same call is made, what it gave back."""
    for old, new in zip_longest(before, after):
        if _made(old) != _made(new):
            yield "call", _made(old), _made(new)
        elif old is not None and new is not None and (old.result, old.error) != (new.result, new.error):
            yield "result", _outcome(old), _outcome(new)


def _made(call: Call | None) -> JsonValue:
    return None if call is None else {"name": call.name, "args": dict(call.args)}


def _outcome(call: Call) -> JsonValue:
    return (
        {"call": call.name, "result": call.result} if call.error is None else {"call": call.name, "error": call.error}
    )


def _said(turn: RunTurn | None) -> JsonValue:
    return None if turn is None else {"user": turn.user, "response": turn.final_response}


def _agent(run: Run | None) -> JsonValue:
    return None if run is None else {"agent": run.agent, "turns": len(run.turns)}
