"""required_tools and forbidden_tools, over the whole run."""

from __future__ import annotations

import pytest
from pytest import approx

from judge_eval.core.case import Case, Expectation
from judge_eval.core.run import Call
from tests.dialogues import call, case, made, run, scored, turn


def requiring(*names: str) -> Case:
    """A case of two turns that requires these tools."""
    return case(turn(), turn(), expect=Expectation(required_tools=names))


def forbidding(*names: str) -> Case:
    """A case of two turns that forbids these tools."""
    return case(turn(), turn(), expect=Expectation(forbidden_tools=names))


def test_the_share_of_required_tools_counts_all_turns() -> None:
    """Each required tool counts once, in whatever turn it was called; the reason names those that were not."""
    by = run(made(call("a"), call("a")), made(call("c")))
    score = scored("required_tools", requiring("d", "a", "b", "c", "a"), by)
    assert (score.value, score.reason) == (approx(2 / 4), "never called b, d")
    assert scored("required_tools", requiring("a", "c"), by).value == 1


def test_a_forbidden_tool_fails_the_run() -> None:
    """One call of a forbidden tool is 0, and the reason names the tool and the turn."""
    by = run(made(call("a")), made(call("b"), call("delete_all"), call("wipe")))
    score = scored("forbidden_tools", forbidding("wipe", "delete_all"), by)
    assert (score.value, score.reason) == (0, "turn 2: called delete_all, which is forbidden")
    assert scored("forbidden_tools", forbidding("issue_refund"), by).value == 1
    alone = scored("forbidden_tools", forbidding("wipe"), run(made(call("wipe"))))
    assert alone.reason == "called wipe, which is forbidden"


def test_calls_inside_a_call_count() -> None:
    """What an agent does through another agent's call is done all the same."""
    by = run(made(Call(name="agent", id="1"), Call(name="wipe", nested_in="1")))
    assert scored("forbidden_tools", forbidding("wipe"), by).value == 0
    assert scored("required_tools", requiring("wipe"), by).value == 1


@pytest.mark.parametrize("metric", ["required_tools", "forbidden_tools"])
@pytest.mark.parametrize("expect", [Expectation(), Expectation(required_tools=(), forbidden_tools=())])
def test_without_expectation_there_is_no_score(metric: str, expect: Expectation) -> None:
    """Where no tool is named, the metric does not apply."""
    score = scored(metric, case(turn(), expect=expect), run(made(call("a"))))
    assert score.status == "not_applicable" and score.reason.startswith("no tool is ")


def test_an_agent_that_broke_off_kept_no_promise() -> None:
    """A crash is worth 0, even where no forbidden tool had been called yet."""
    score = scored("forbidden_tools", forbidding("wipe"), run(error="TimeoutError: 30 s"))
    assert (score.value, score.reason) == (0, "the agent broke off: TimeoutError: 30 s")
