"""How runs of real agents end that do not end well: tools and models that fail, hang or say nothing."""

from __future__ import annotations

import asyncio

import pytest
from google.adk.models.llm_response import LlmResponse
from google.adk.tools.long_running_tool import LongRunningFunctionTool

from judge_eval.core.case import Scenario
from tests.adk_agents import add, agent_of, calls, case_of, recorded, says, under_test


def unplugged(a: int) -> dict[str, int]:
    """Always fails."""
    raise ConnectionError(f"no answer to {a}\nand a second line")


async def never() -> dict[str, int]:
    """Never ends."""
    await asyncio.Event().wait()
    return {}


def approval() -> None:
    """Asks a person, who has not answered yet."""


def test_a_tool_that_raises_ends_the_run() -> None:
    """The exception is the run's error and the call's; turns up to the broken one are kept."""
    root = agent_of(
        "root", [says("Hello.")], [calls("add", a=1, b=1)], [calls("unplugged", a=3)], tools=[add, unplugged]
    )
    run = recorded(under_test(root), case_of("Hi.", "Go.", "More."))
    assert run.error == "ConnectionError: no answer to 3"
    assert [(turn.final_response, len(turn.calls)) for turn in run.turns] == [("Hello.", 0), (None, 2)]
    assert [(call.result, call.error) for call in run.turns[1].calls] == [
        ({"sum": 2}, None),
        (None, "ConnectionError: no answer to 3"),
    ]
    assert run.state == {}


def test_a_tool_that_is_not_there_is_a_call_with_an_error() -> None:
    """ADK tells the model so and goes on; the call keeps the reason."""
    root = agent_of("root", [calls("delete_all")], [says("I cannot.")], tools=[add])
    run = recorded(under_test(root), case_of("Delete."))
    assert run.error is None
    (call,) = run.turns[0].calls
    assert call.error == "ValueError: Tool 'delete_all' not found."
    assert run.turns[0].final_response == "I cannot."


@pytest.mark.parametrize(
    ("response", "error"),
    [
        (RuntimeError("quota at 0x7f00aa"), "RuntimeError: quota"),
        (RuntimeError(""), "RuntimeError"),
        (LlmResponse(error_code="SAFETY", error_message="blocked"), "SAFETY: blocked"),
        (LlmResponse(error_code="OTHER"), "OTHER"),
    ],
)
def test_a_model_s_failure_ends_the_run(response: Exception | LlmResponse, error: str) -> None:
    """Raised or reported, it is the run's error, and the conversation goes no further."""
    root = agent_of("root", [says("Hello.")], [response], [says("Never said.")])
    run = recorded(under_test(root), case_of("Hi.", "Go.", "More."))
    assert run.error == error
    assert [turn.final_response for turn in run.turns] == ["Hello.", None]


def test_a_hanging_agent_is_stopped() -> None:
    """When the time is over, the run says so and keeps what had happened."""
    root = agent_of("root", [says("Hello.")], [says("Wait."), calls("never")], tools=[never])
    run = recorded(under_test(root, timeout_seconds=0.5), case_of("Hi.", "Go."))
    assert run.error == "no end within 0.5 s"
    assert [turn.final_response for turn in run.turns] == ["Hello.", None]
    assert [(call.name, call.error) for call in run.turns[1].calls] == [("never", "cancelled")]


def test_an_agent_s_own_timeout_is_its_error() -> None:
    """A TimeoutError that the agent raises is told apart from the time given to the run."""
    root = agent_of("root", [TimeoutError("the bank is slow")])
    assert recorded(under_test(root), case_of("Hi.")).error == "TimeoutError: the bank is slow"


def test_a_turn_may_end_without_words() -> None:
    """A turn that ends on a call of a long-running tool has no final response, and that is no error of the run."""
    root = agent_of("root", [calls("approval")], tools=[LongRunningFunctionTool(approval)])
    run = recorded(under_test(root), case_of("Go."))
    assert run.error is None
    assert [(call.name, call.result) for call in run.turns[0].calls] == [("approval", None)]
    assert run.turns[0].final_response is None


def test_a_case_for_a_user_simulator_is_not_run() -> None:
    """A case without written turns is an error that says so."""
    scenario = Scenario(starting_prompt="Hi.", conversation_plan="Ask for a refund.")
    run = recorded(under_test(agent_of("root")), case_of(scenario=scenario))
    assert run.error == "the case has no written turns, and no user simulator is at hand"
    assert run.turns == ()


def test_an_agent_s_shared_data_is_reset_before_each_run() -> None:
    """`reset_data` runs before each case, and such runs do not overlap, since they share that data."""
    log: list[str] = []

    async def visit() -> dict[str, int]:
        """Takes a while."""
        log.append("in")
        await asyncio.sleep(0)
        log.append("out")
        return {}

    root = agent_of("root", *[[calls("visit")], [calls("visit")]], [says("Been.")], [says("Been.")], tools=[visit])
    agent = under_test(root, reset=lambda: log.append("reset"))

    async def both() -> None:
        await asyncio.gather(agent.run(case_of("Go."), 0), agent.run(case_of("Go."), 1))

    asyncio.run(both())
    assert log == ["reset", "in", "out", "in", "out", "reset"]
