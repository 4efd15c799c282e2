"""What was said and done in a run, as a person would write it down for somebody who has to judge it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from judge_eval.core.run import AgentDetails, Call, RunTurn
from judge_eval.judge.shown.quoted import quoted


def dialogue(turns: Sequence[RunTurn]) -> str:
    """The turns with all that happened in them; empty without any."""
    return "\n\n".join("\n".join(_turn_lines(number, turn)) for number, turn in enumerate(turns, start=1))


def exchange(turn: RunTurn) -> str:
    """What the user said and what the agent answered, and nothing in between."""
    answer = turn.final_response or "(no response)"
    return "\n".join((quoted(f"user: {turn.user}"), quoted(f"agent: {answer}")))


def steps(turn: RunTurn) -> str:
    """What the agent said and did before its final response, with the results of its calls; empty where nothing."""
    return "\n".join(_step_lines(turn))


def calls(turn: RunTurn) -> str:
    """The tool calls of a turn with their results; it is said where there is none."""
    return "\n".join(line for call in turn.calls for line in _call_lines(call)) or "(no tool was called)"


def instructions(agents: Mapping[str, AgentDetails] | None) -> str:
    """What the agents were told, each under its name where there are several; empty where nothing is recorded."""
    told = {name: agent.instructions for name, agent in (agents or {}).items() if agent.instructions.strip()}
    if len(told) == 1:
        return next(iter(told.values()))
    return "\n\n".join(f"{name}:\n{text}" for name, text in told.items())


def tools(agents: Mapping[str, AgentDetails] | None) -> str:
    """The tools that the agents had, one a line, as they were declared; empty where nothing is recorded."""
    declared = [_json(tool) for agent in (agents or {}).values() for tool in agent.tools]
    return "\n".join(dict.fromkeys(declared))


def _turn_lines(number: int, turn: RunTurn) -> Iterator[str]:
    yield quoted(f"turn {number}, user: {turn.user}")
    yield from _step_lines(turn)
    yield quoted(f"turn {number}, agent: {turn.final_response or '(no response)'}")


def _step_lines(turn: RunTurn) -> Iterator[str]:
    for text in turn.texts:
        yield quoted(f"agent, on the way: {text}")
    for call in turn.calls:
        yield from _call_lines(call)


def _call_lines(call: Call) -> Iterator[str]:
    yield quoted(f"tool call: {call.name}({_json(call.args)})")
    if call.error is not None:
        yield quoted(f"  error: {call.error}")
    elif call.result is not None:
        yield f"  result: {_json(call.result)}"


def _json(value: JsonValue | Mapping[str, JsonValue]) -> str:
    return json.dumps(value, ensure_ascii=False)
