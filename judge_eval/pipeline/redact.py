"""The first step: cases and runs without what the redaction rules match.

Case and run go through the same rules, so that what was equal before is equal after. Ids, clusters, tags and the names
of tools and agents stay as they are, for they tell things apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from pydantic import JsonValue

from judge_eval.core.case import (
    AnyOf,
    ArgumentMatcher,
    Case,
    Casefold,
    Equal,
    Expectation,
    ExpectedCall,
    Ignore,
    Quarantine,
    Regex,
    Scenario,
    Session,
    Subset,
    Tolerance,
    Turn,
)
from judge_eval.core.content import Part
from judge_eval.core.label import Label
from judge_eval.core.rubric import Criterion, Example, Rubric
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.errors import Problem
from judge_eval.text.redactor import Redactor

RubricT = TypeVar("RubricT", str, Rubric, str | Rubric)


def redacted_case(case: Case, redactor: Redactor) -> Case:
    """The case with every text that a person or an agent may have said redacted; without rules, the case itself."""
    if not redactor:
        return case
    return case.model_copy(
        update={
            "turns": tuple(_turn(turn, redactor) for turn in case.turns),
            "scenario": _scenario(case.scenario, redactor),
            "session": _session(case.session, redactor),
            "state": redactor.object(case.state),
            "expect": _expectation(case.expect, redactor),
            "rubrics": tuple(redacted_rubric(rubric, redactor) for rubric in case.rubrics),
            "skip": _text(case.skip, redactor),
            "quarantine": _quarantine(case.quarantine, redactor),
            "notes": tuple(map(redactor.text, case.notes)),
        }
    )


def redacted_run(run: Run, redactor: Redactor) -> Run:
    """The run with all that was said, called, returned and recorded redacted; without rules, the run itself."""
    if not redactor:
        return run
    agents = run.agents
    return run.model_copy(
        update={
            "turns": tuple(_run_turn(turn, redactor) for turn in run.turns),
            "agents": agents and {name: _agent(agent, redactor) for name, agent in agents.items()},
            "state_before": _object(run.state_before, redactor),
            "state": _object(run.state, redactor),
            "error": _text(run.error, redactor),
        }
    )


def redacted_rubric(rubric: RubricT, redactor: Redactor) -> RubricT:
    """The rubric with all redacted that is written about its criteria; one that is only named stays so."""
    if isinstance(rubric, str):
        return rubric
    return rubric.model_copy(update={"criteria": tuple(_criterion(one, redactor) for one in rubric.criteria)})


def redacted_label(label: Label, redactor: Redactor) -> Label:
    """The label with what was labelled redacted, as a judge and a report are to see it."""
    if not redactor:
        return label
    return label.model_copy(
        update={
            "prompt": redactor.text(label.prompt),
            "response": redactor.text(label.response),
            "reference": _text(label.reference, redactor),
            "context": _text(label.context, redactor),
            "calls": tuple(_call(call, redactor) for call in label.calls),
            "before": tuple(_run_turn(turn, redactor) for turn in label.before),
        }
    )


def redacted_problem(problem: Problem, redactor: Redactor) -> Problem:
    """The problem without what the rules match in the words and the value that it shows."""
    return replace(
        problem,
        message=redactor.text(problem.message),
        found=_text(problem.found, redactor),
        expected=_text(problem.expected, redactor),
        remedy=_text(problem.remedy, redactor),
    )


def _turn(turn: Turn, redactor: Redactor) -> Turn:
    calls = turn.calls
    return turn.model_copy(
        update={
            "user": tuple(_part(part, redactor) for part in turn.user),
            "calls": calls and tuple(_expected_call(call, redactor) for call in calls),
            "reference": _text(turn.reference, redactor),
            "rubrics": tuple(redacted_rubric(rubric, redactor) for rubric in turn.rubrics),
        }
    )


def _part(part: Part, redactor: Redactor) -> Part:
    return part.model_copy(update={"text": _text(part.text, redactor), "uri": _text(part.uri, redactor)})


def _expected_call(call: ExpectedCall, redactor: Redactor) -> ExpectedCall:
    matchers = [_matcher(matcher, redactor) for matcher in call.args.values()]
    return call.model_copy(update={"args": dict(zip(redactor.keys(call.args), matchers, strict=True))})


def _matcher(matcher: ArgumentMatcher, redactor: Redactor) -> ArgumentMatcher:
    match matcher:
        case Equal():
            return Equal(value=redactor.value(matcher.value))
        case AnyOf():
            return AnyOf(values=tuple(map(redactor.value, matcher.values)))
        case Subset():
            return _subset(matcher, redactor)
        case Casefold():
            return Casefold(value=redactor.text(matcher.value))
        case Regex():
            return Regex(pattern=redactor.pattern(matcher.pattern))
        case Tolerance():
            value = redactor.value(matcher.value)
            return Equal(value=value) if isinstance(value, str) else matcher
        case Ignore():
            return matcher


def _subset(matcher: Subset, redactor: Redactor) -> Subset:
    if isinstance(matcher.value, dict):
        return Subset(value=redactor.object(matcher.value))
    return Subset(value=list(map(redactor.value, matcher.value)))


def _expectation(expect: Expectation, redactor: Redactor) -> Expectation:
    words = expect.response_contains
    return expect.model_copy(
        update={
            "response_contains": words and tuple(map(redactor.text, words)),
            "outcome": _text(expect.outcome, redactor),
            "state": _object(expect.state, redactor),
        }
    )


def _criterion(criterion: Criterion, redactor: Redactor) -> Criterion:
    scale = criterion.scale
    return criterion.model_copy(
        update={
            "text": redactor.text(criterion.text),
            "scale": scale and {point: redactor.text(anchor) for point, anchor in scale.items()},
            "examples": tuple(_example(example, redactor) for example in criterion.examples),
        }
    )


def _example(example: Example, redactor: Redactor) -> Example:
    return example.model_copy(update={"response": redactor.text(example.response), "why": _text(example.why, redactor)})


def _quarantine(quarantine: Quarantine | None, redactor: Redactor) -> Quarantine | None:
    return quarantine and quarantine.model_copy(update={"reason": redactor.text(quarantine.reason)})


def _scenario(scenario: Scenario | None, redactor: Redactor) -> Scenario | None:
    if scenario is None:
        return None
    return Scenario(
        starting_prompt=redactor.text(scenario.starting_prompt),
        conversation_plan=redactor.text(scenario.conversation_plan),
    )


def _session(session: Session | None, redactor: Redactor) -> Session | None:
    """The session without the name of its user, which often is an address."""
    if session is None:
        return None
    user_id, session_id = _text(session.user_id, redactor), _text(session.session_id, redactor)
    return session.model_copy(update={"user_id": user_id, "session_id": session_id})


def _run_turn(turn: RunTurn, redactor: Redactor) -> RunTurn:
    events, grounding = turn.events, turn.grounding
    return turn.model_copy(
        update={
            "user": redactor.text(turn.user),
            "final_response": _text(turn.final_response, redactor),
            "calls": tuple(_call(call, redactor) for call in turn.calls),
            "texts": tuple(map(redactor.text, turn.texts)),
            "events": events and tuple(map(redactor.object, events)),
            "grounding": grounding and tuple(map(redactor.object, grounding)),
        }
    )


def _call(call: Call, redactor: Redactor) -> Call:
    return call.model_copy(
        update={
            "args": redactor.object(call.args),
            "result": redactor.value(call.result),
            "error": _text(call.error, redactor),
        }
    )


def _agent(agent: AgentDetails, redactor: Redactor) -> AgentDetails:
    return AgentDetails(instructions=redactor.text(agent.instructions), tools=tuple(map(redactor.object, agent.tools)))


def _object(value: dict[str, JsonValue] | None, redactor: Redactor) -> dict[str, JsonValue] | None:
    return None if value is None else redactor.object(value)


def _text(text: str | None, redactor: Redactor) -> str | None:
    return None if text is None else redactor.text(text)
