"""What is recorded of real agents in ADK's real Runner: turns, calls, state, and the same as ADK records."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import date
from typing import Any

from google.adk.agents import BaseAgent
from google.adk.agents.invocation_context import InvocationContext
from google.adk.evaluation.eval_case import get_all_tool_calls, get_all_usage_metadata
from google.adk.evaluation.evaluation_generator import EvaluationGenerator
from google.adk.events.event import Event
from google.adk.models.llm_response import LlmResponse
from google.adk.plugins.base_plugin import BasePlugin
from google.adk.tools.agent_tool import AgentTool
from google.adk.tools.base_tool import BaseTool
from google.adk.tools.tool_context import ToolContext
from google.genai import types

from judge_eval.adapters.adk.content import text_in
from judge_eval.core.content import Part
from judge_eval.core.run import Call, Run, Tokens
from tests.adk_agents import Told, add, agent_of, calls, case_of, named_session, recorded, says, under_test


def remember(what: str, tool_context: ToolContext) -> dict[str, str]:
    """Writes to the session state."""
    tool_context.state["remembered"] = what
    return {"remembered": what}


def odd() -> dict[str, Any]:
    """Answers what JSON cannot hold."""
    return {"day": date(2026, 11, 30), "icon": b"\x00\x01", "tags": {"b", "a"}, "rate": float("nan")}


class Events(BasePlugin):
    """Keeps the events of the session, with the user's words as ADK's own evaluation adds them."""

    def __init__(self) -> None:
        super().__init__(name="events")
        self.seen: list[Event] = []

    async def on_user_message_callback(
        self, *, invocation_context: InvocationContext, user_message: types.Content
    ) -> None:
        """Keeps what the user said."""
        self.seen.append(Event(author="user", content=user_message, invocation_id=invocation_context.invocation_id))

    async def on_event_callback(self, *, invocation_context: InvocationContext, event: Event) -> None:
        """Keeps what the agent did, but not what an agent within a call did."""
        if invocation_context.session.id == "case-0":
            self.seen.append(event)


class Caching(BasePlugin):
    """Answers every tool by itself, which hides the call from plugins behind it."""

    async def before_tool_callback(
        self, *, tool: BaseTool, tool_args: dict[str, Any], tool_context: ToolContext
    ) -> dict[str, Any]:
        """The answer in the tool's place."""
        return {"cached": tool.name}


def _shape(call: Call) -> tuple[str, int | None, str | None, str | None]:
    return call.name, call.parallel, call.id, call.nested_in


def test_a_conversation_is_one_session() -> None:
    """All turns of a case share a session: the model sees the earlier ones, and the state goes through."""
    root = agent_of(
        "root",
        [calls("remember", what="socks")],
        [says("Noted.")],
        [says("You said\nsocks."), says("(thinking)", thought=True), says("Right?")],
        tools=[remember],
    )
    run = recorded(under_test(root), case_of("Remember socks.", "What did I say?", state={"user": {"tier": "gold"}}))
    assert run.error is None
    assert [turn.user for turn in run.turns] == ["Remember socks.", "What did I say?"]
    assert [turn.final_response for turn in run.turns] == ["Noted.", "You said\nsocks.\nRight?"]
    assert run.turns[0].calls == (
        Call(
            name="remember",
            args={"what": "socks"},
            result={"remembered": "socks"},
            author="root",
            parallel=0,
            id="call-1",
        ),
    )
    assert run.state_before == {"user": {"tier": "gold"}}
    assert run.state == {"user": {"tier": "gold"}, "remembered": "socks"}
    assert (run.tokens, run.model_calls, run.seconds) == (Tokens(input=21, output=6), 3, 2.0)
    assert isinstance(root.model, Told)
    assert [text_in(content) for content in root.model.requests[2].contents if content.role == "user"] == [
        "Remember socks.",
        "",
        "What did I say?",
    ]


def test_the_session_is_the_case_s() -> None:
    """A case that names app, user and session gets these; another repeat starts from the same state again."""
    seen: list[tuple[str, str, str, object]] = []

    def who(tool_context: ToolContext) -> dict[str, str]:
        """Who is asking."""
        session = tool_context.session
        seen.append((session.app_name, session.user_id, session.id, tool_context.state.get("visits")))
        tool_context.state["visits"] = "spent"
        return {}

    root = agent_of("root", *[[calls("who")], [says("You.")]] * 3, tools=[who])
    agent = under_test(root)
    named = case_of("Who am I?", state={"visits": "none"}, session=named_session())
    runs = [recorded(agent, named), recorded(agent, named, repeat=1), recorded(agent, case_of("Who am I?"), repeat=2)]
    assert seen == [
        ("till", "dana", "session-7", "none"),
        ("till", "dana", "session-7", "none"),
        ("shop", "judge-eval", "case-2", None),
    ]
    assert [run.repeat for run in runs] == [0, 1, 2]
    assert named.state == {"visits": "none"}


def test_calls_of_one_event_are_parallel() -> None:
    """Calls that came in one event share a number, the next event's have the next; text beside calls is kept."""
    root = agent_of(
        "root",
        [says("One moment."), calls("add", a=1, b=2), calls("add", a=3, b=4)],
        [calls("add", a=3, b=7)],
        [says("10")],
        tools=[add],
    )
    (turn,) = recorded(under_test(root), case_of("Add up 1 to 4.")).turns
    assert [(call.args, call.result, call.parallel) for call in turn.calls] == [
        ({"a": 1, "b": 2}, {"sum": 3}, 0),
        ({"a": 3, "b": 4}, {"sum": 7}, 0),
        ({"a": 3, "b": 7}, {"sum": 10}, 1),
    ]
    assert turn.texts == ("One moment.",)
    assert turn.final_response == "10"


def test_a_transfer_counts_as_a_call() -> None:
    """transfer_to_agent is recorded like any call, and the agent that it reaches is the author of the next."""
    returns = agent_of(
        "returns", [calls("add", a=1, b=1)], [says("2")], [says("Still 2.")], description="r", tools=[add]
    )
    root = agent_of("root", [calls("transfer_to_agent", agent_name="returns")], sub_agents=[returns])
    run = recorded(under_test(root), case_of("Refund.", "Sure?"))
    assert [(call.name, call.author) for call in run.turns[0].calls] == [
        ("transfer_to_agent", "root"),
        ("add", "returns"),
    ]
    assert [turn.final_response for turn in run.turns] == ["2", "Still 2."]
    assert run.agents is not None
    assert list(run.agents) == ["root", "returns"]
    assert [tool["name"] for tool in run.agents["returns"].tools] == ["transfer_to_agent", "add"]
    assert 'Your internal name is "returns"' in run.agents["returns"].instructions


def test_calls_inside_a_call_are_known() -> None:
    """What an agent used as a tool calls is recorded behind that call, with its id; its model's work counts too."""
    deepest = agent_of("deepest", [calls("add", a=5, b=5)], [says("10")], description="d", tools=[add])
    inner = agent_of(
        "inner", [calls("deepest", request="5+5"), calls("add", a=2, b=2)], [says("14")], description="i",
        tools=[AgentTool(deepest), add],
    )  # fmt: skip
    root = agent_of(
        "root", [calls("inner", request="sum"), calls("add", a=1, b=1)], [calls("add", a=9, b=9)], [says("16")],
        tools=[AgentTool(inner), add],
    )  # fmt: skip
    run = recorded(under_test(root), case_of("Sum."))
    assert [_shape(call) for call in run.turns[0].calls] == [
        ("inner", 0, "call-1", None),
        ("add", 0, "call-2", None),
        ("deepest", 1, "call-3", "call-1"),
        ("add", 1, "call-4", "call-1"),
        ("add", 2, "call-5", "call-3"),
        ("add", 3, "call-6", None),
    ]
    assert run.turns[0].calls[0].result == {"result": "14"}
    assert run.turns[0].texts == ()
    assert (run.model_calls, run.tokens) == (7, Tokens(input=49, output=14))


def test_results_become_json() -> None:
    """A result that JSON cannot hold is rendered, and the run can be written."""
    root = agent_of("root", [calls("odd")], [says("Odd.")], tools=[odd])
    run = recorded(under_test(root), case_of("Odd?"))
    assert run.turns[0].calls[0].result == {"day": "2026-11-30", "icon": "AAE=", "tags": ["a", "b"], "rate": "nan"}
    assert Run.model_validate_json(run.model_dump_json()) == run


def test_images_and_files_reach_the_agent() -> None:
    """Data, in either alphabet of base64, and addresses of a user's message arrive as parts of their type."""
    root = agent_of("root", [says("A cat.")])
    photo = Part(data="AAH_-w", mime_type="image/png")
    manual = Part(uri="https://example.com/manual.pdf", mime_type="application/pdf")
    assert recorded(under_test(root), case_of((Part(text="What is it?"), photo, manual))).error is None
    assert isinstance(root.model, Told)
    parts = root.model.requests[0].contents[0].parts or []
    assert [part.text for part in parts] == ["What is it?", None, None]
    assert parts[1].inline_data == types.Blob(data=b"\x00\x01\xff\xfb", mime_type="image/png")
    assert parts[2].file_data == types.FileData(file_uri=manual.uri, mime_type="application/pdf")


def test_a_plugin_of_the_app_takes_part() -> None:
    """The app's own plugins run as in production; one that answers for a tool hides nothing from the recording."""
    root = agent_of("root", [calls("add", a=1, b=2)], [says("3")], tools=[add])
    (turn,) = recorded(under_test(root, plugins=[Caching("cache")]), case_of("Add.")).turns
    assert [(call.name, call.result) for call in turn.calls] == [("add", {"cached": "add"})]


class InTurn(BaseAgent):
    """Lets its sub-agents speak one after another, as a workflow does."""

    async def _run_async_impl(self, ctx: InvocationContext) -> AsyncGenerator[Event, None]:
        for agent in self.sub_agents:
            async for event in agent.run_async(ctx):
                yield event


def test_the_last_agent_s_word_is_final() -> None:
    """Of several final responses in a turn the last with a text counts; the others were texts on the way."""
    agents: list[BaseAgent] = [agent_of("first", [says("A draft.")]), agent_of("second", [says("The reply.")])]
    run = recorded(under_test(InTurn(name="flow", sub_agents=agents)), case_of("Write."))
    assert run.turns[0].final_response == "The reply."
    assert run.turns[0].texts == ("A draft.",)


def test_fragments_do_not_count() -> None:
    """What a model streams before its whole response is neither a text nor a model call."""
    whole = types.Content(role="model", parts=[says("Hello there.")])
    piece = types.Content(role="model", parts=[says("Hello")])
    root = agent_of("root", [LlmResponse(content=piece, partial=True), LlmResponse(content=whole)])
    run = recorded(under_test(root), case_of("Hi."))
    assert run.turns[0].final_response == "Hello there."
    assert (run.turns[0].texts, run.model_calls, run.tokens) == ((), 1, None)


def test_adk_records_the_same() -> None:
    """Calls, final responses, model calls and tokens equal what ADK's own evaluation makes of the same events."""
    returns = agent_of(
        "returns",
        [says("So."), calls("add", a=1, b=1), calls("remember", what="x")],
        [says("2")],
        [says("Bye.")],
        description="r",
        tools=[add, remember],
    )
    root = agent_of("root", [calls("transfer_to_agent", agent_name="returns")], sub_agents=[returns])
    events = Events()
    run = recorded(under_test(root, plugins=[events]), case_of("Refund.", "Bye."))
    theirs = EvaluationGenerator.convert_events_to_eval_invocations(events.seen)
    assert [turn.final_response for turn in run.turns] == [text_in(turn.final_response) for turn in theirs]
    assert [[(call.name, call.args) for call in turn.calls] for turn in run.turns] == [
        [(call.name, call.args) for call in get_all_tool_calls(turn.intermediate_data)] for turn in theirs
    ]
    usage = [usage for turn in theirs for usage in get_all_usage_metadata(turn)]
    assert run.model_calls == len(usage) == 4
    assert run.tokens == Tokens(
        input=sum(counts.prompt_token_count or 0 for counts in usage),
        output=sum(counts.candidates_token_count or 0 for counts in usage),
    )
