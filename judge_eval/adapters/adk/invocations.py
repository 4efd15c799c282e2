"""A case and a run as ADK's evaluators see them: invocations, as they would come of ADK's own evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from google.adk.evaluation.app_details import AgentDetails, AppDetails
from google.adk.evaluation.conversation_scenarios import ConversationScenario
from google.adk.evaluation.eval_case import IntermediateData, Invocation, InvocationEvent, InvocationEvents
from google.adk.evaluation.eval_rubrics import Rubric as AdkRubric
from google.adk.evaluation.eval_rubrics import RubricContent
from google.genai import types
from pydantic import JsonValue

from judge_eval.adapters.adk.content import content_of
from judge_eval.adapters.files.adk.rubrics import ADK_TYPES
from judge_eval.core.case import Case, Turn
from judge_eval.core.rubric import Rubric
from judge_eval.core.run import Call, Run, RunTurn


def expected_invocations(case: Case, reference: Run) -> list[Invocation] | None:
    """What the case expects, turn by turn, its `reference` run giving the arguments; None for a scenario.

    Raises: ValueError where the user's data is not base64.
    """
    if case.scenario is not None:
        return None
    return [
        _expected(turn, made, number)
        for number, (turn, made) in enumerate(zip(case.turns, reference.turns, strict=True))
    ]


def actual_invocations(case: Case, run: Run) -> list[Invocation]:
    """What the agent did and said, turn by turn, with the rubrics that hold for the turn.

    Raises: ValueError where the user's data is not base64.
    """
    app = _app(run)
    return [_actual(turn, _turn_at(case, number), number, case, app) for number, turn in enumerate(run.turns)]


def scenario_of(case: Case) -> ConversationScenario | None:
    """The scenario that a user simulator played; None for a written conversation."""
    if case.scenario is None:
        return None
    return ConversationScenario(
        starting_prompt=case.scenario.starting_prompt, conversation_plan=case.scenario.conversation_plan
    )


def _expected(turn: Turn, made: RunTurn, number: int) -> Invocation:
    data = None
    if turn.calls is not None:
        data = IntermediateData(tool_uses=[_function_call(call) for call in made.calls])
    return Invocation(
        invocation_id=f"turn-{number + 1}",
        user_content=content_of(turn),
        final_response=_says(turn.reference),
        intermediate_data=data,
        rubrics=_rubrics(turn.rubrics) or None,
    )


def _actual(turn: RunTurn, asked: Turn | None, number: int, case: Case, app: AppDetails | None) -> Invocation:
    user = types.Content(role="user", parts=[types.Part(text=turn.user)]) if asked is None else content_of(asked)
    rubrics = [*(one for one in case.rubrics if isinstance(one, Rubric)), *(asked.rubrics if asked is not None else ())]
    return Invocation(
        invocation_id=f"turn-{number + 1}",
        user_content=user,
        final_response=_says(turn.final_response),
        intermediate_data=InvocationEvents(invocation_events=list(_events(turn))),
        rubrics=_rubrics(rubrics) or None,
        app_details=app,
    )


def _events(turn: RunTurn) -> Iterator[InvocationEvent]:
    """The events as they were recorded; else texts, then each event's calls with what came back."""
    if turn.events is not None:
        yield from map(InvocationEvent.model_validate, turn.events)
        return
    for text in turn.texts:
        yield InvocationEvent(author="", content=_says(text))
    for _, together in groupby(enumerate(turn.calls), key=_event_of):
        calls = [call for _, call in together]
        author = calls[0].author
        made = [types.Part(function_call=_function_call(call)) for call in calls]
        yield InvocationEvent(author=author, content=types.Content(role="model", parts=made))
        back = [types.Part(function_response=_function_response(call)) for call in calls]
        yield InvocationEvent(author=author, content=types.Content(role="user", parts=back))
    for found in turn.grounding or ():
        yield InvocationEvent(author="", grounding_metadata=types.GroundingMetadata.model_validate(found))


def _event_of(placed: tuple[int, Call]) -> tuple[int, int]:
    """What calls of one event share; a call whose event was not recorded is alone."""
    place, call = placed
    return (0, call.parallel) if call.parallel is not None else (1, place)


def _function_call(call: Call) -> types.FunctionCall:
    return types.FunctionCall(id=call.id, name=call.name, args=call.args)


def _function_response(call: Call) -> types.FunctionResponse:
    """What came back, in an object as ADK holds it: an error, the result, or the result under its own key."""
    result: JsonValue = {"error": call.error} if call.error is not None else call.result
    response = result if isinstance(result, dict) else {"result": result}
    return types.FunctionResponse(id=call.id, name=call.name, response=response)


def _says(text: str | None) -> types.Content | None:
    return None if text is None else types.Content(role="model", parts=[types.Part(text=text)])


def _rubrics(rubrics: Sequence[Rubric]) -> list[AdkRubric]:
    return [
        AdkRubric(
            rubric_id=criterion.id,
            rubric_content=RubricContent(text_property=criterion.text),
            type=ADK_TYPES[rubric.applies_to],
        )
        for rubric in rubrics
        for criterion in rubric.criteria
    ]


def _app(run: Run) -> AppDetails | None:
    if run.agents is None:
        return None
    return AppDetails(
        agent_details={
            name: AgentDetails(name=name, instructions=details.instructions, tool_declarations=list(details.tools))
            for name, details in run.agents.items()
        }
    )


def _turn_at(case: Case, number: int) -> Turn | None:
    return case.turns[number] if number < len(case.turns) else None
