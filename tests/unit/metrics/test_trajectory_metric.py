"""tool_trajectory_avg_score: match types, options, reasons."""

from __future__ import annotations

import pytest
from pydantic import JsonValue, ValidationError

from judge_eval.core.case import Equal, ExpectedCall, Ignore, Regex
from judge_eval.core.run import Call
from judge_eval.metrics.trajectory import MatchType, TrajectoryOptions
from tests.dialogues import call, calls_scored, case, expected, made, run, scored, turn, wanted

NAME = "tool_trajectory_avg_score"
MATCH_TYPES = ("EXACT", "IN_ORDER", "ANY_ORDER")

A, B, C = (expected(name) for name in "abc")
a, b, c, x = (call(name) for name in "abcx")


@pytest.mark.parametrize(
    ("calls", "exact", "in_order", "any_order"),
    [
        ([a, b, c], 1, 1, 1),
        ([a, x, b, c, x], 0, 1, 1),
        ([c, a, b], 0, 0, 1),
        ([a, b], 0, 0, 0),
        ([a, b, x], 0, 0, 0),
        ([], 0, 0, 0),
    ],
)
def test_match_types_are_those_of_adk(calls: list[Call], exact: int, in_order: int, any_order: int) -> None:
    """EXACT allows nothing else, IN_ORDER others between, ANY_ORDER any order besides; against a, b, c."""
    values = [calls_scored(NAME, [A, B, C], calls, match_type=match_type).value for match_type in MATCH_TYPES]
    assert values == [exact, in_order, any_order]


@pytest.mark.parametrize("match_type", MATCH_TYPES)
def test_expecting_no_call_is_an_expectation(match_type: str) -> None:
    """Where no call is expected, any call fails under every match type, and none passes."""
    score = calls_scored(NAME, [], [call("delete_all")], match_type=match_type)
    assert (score.value, score.reason) == (0, "called delete_all, no call was expected")
    assert calls_scored(NAME, [], [], match_type=match_type).value == 1


@pytest.mark.parametrize("calls", [[], [a]])
def test_without_expectation_there_is_no_score(calls: list[Call]) -> None:
    """Where nothing is written about calls, the metric does not apply, whatever was called."""
    score = scored(NAME, case(turn(None)), run(made(*calls)))
    assert (score.status, score.value) == ("not_applicable", None)
    assert score.reason == "nothing is written about calls"


def test_arguments_are_compared_with_matchers() -> None:
    """EXACT takes "Paris " for another text than "Paris", but a case can say otherwise."""
    assert calls_scored(NAME, [expected("go", to="Paris")], [call("go", to="Paris ")]).value == 0
    assert calls_scored(NAME, [wanted("go", {"to": Regex(pattern=r"Paris\s*")})], [call("go", to="Paris ")]).value == 1
    assert calls_scored(NAME, [expected("go")], [Call(name="go", args={})]).value == 1


def test_parallel_calls_need_no_order() -> None:
    """Calls of one event are unordered among themselves under `parallel: unordered`, in order otherwise."""
    together = [Call(name=name, parallel=event) for name, event in [("b", 0), ("a", 0), ("c", 1)]]
    apart = [Call(name=name, parallel=event) for name, event in [("b", 0), ("a", 1), ("c", 2)]]
    assert calls_scored(NAME, [A, B, C], together).value == 0
    assert calls_scored(NAME, [A, B, C], together, parallel="unordered").value == 1
    assert calls_scored(NAME, [A, B, C], apart, parallel="unordered").value == 0
    assert calls_scored(NAME, [A, C, B], together, parallel="unordered").value == 0
    assert calls_scored(NAME, [A, C], together, parallel="unordered", match_type="IN_ORDER").value == 1
    unknown = [Call(name=name) for name in "bac"]
    assert calls_scored(NAME, [A, B, C], unknown, parallel="unordered").value == 0
    surplus = calls_scored(NAME, [A, C], together, parallel="unordered")
    assert (surplus.value, surplus.reason) == (0, "called b, which was not expected")


def test_tools_can_be_left_out() -> None:
    """`transfer_to_agent` counts as in ADK; `ignore_tools` leaves it out on both sides."""
    transfer = call("transfer_to_agent", agent_name="billing")
    assert calls_scored(NAME, [A], [transfer, a]).value == 0
    assert calls_scored(NAME, [A], [transfer, a], ignore_tools=["transfer_to_agent"]).value == 1
    assert calls_scored(NAME, [expected("transfer_to_agent"), A], [a], ignoreTools=["transfer_to_agent"]).value == 1
    assert calls_scored(NAME, [], [transfer], ignore_tools=["transfer_to_agent"]).value == 1


def test_calls_inside_a_call_are_not_the_agents_own() -> None:
    """What runs inside another call is no step of the trajectory, as in ADK, which does not record it there."""
    outer = Call(name="a", id="1")
    assert calls_scored(NAME, [A], [outer, Call(name="b", nested_in="1")]).value == 1


def test_each_expected_call_needs_its_own() -> None:
    """Under ANY_ORDER a call that fits two expectations serves one, and is given to the one that needs it."""
    anything, one = wanted("f", {"id": Ignore()}), wanted("f", {"id": Equal(value=1)})
    calls = [call("f", id=1), call("f", id=2)]
    assert calls_scored(NAME, [anything, one], calls, match_type="ANY_ORDER").value == 1
    assert calls_scored(NAME, [one, anything], calls, match_type="ANY_ORDER").value == 1
    assert calls_scored(NAME, [one, one], calls, match_type="ANY_ORDER").value == 0


def test_a_long_chain_of_exchanges_is_found() -> None:
    """Where placing the last call moves every other one, the assignment still is found, at any length."""
    n = 60
    choices = [Regex(pattern=f"{number}|{number + 1}") for number in range(n)]
    chain = [wanted("f", {"id": choice}) for choice in choices] + [wanted("f", {"id": Equal(value="0")})]
    calls = [call("f", id=str(number)) for number in range(n + 1)]
    assert calls_scored(NAME, chain, calls, match_type="ANY_ORDER").value == 1
    assert calls_scored(NAME, chain, calls[:-1], match_type="ANY_ORDER").value == 0


@pytest.mark.parametrize(
    ("expected_calls", "calls", "options", "reason"),
    [
        (
            [expected("lookup_order", order_id="88231")],
            [call("issue_refund", amount=1)],
            {},
            "expected lookup_order(order_id='88231'), called issue_refund",
        ),
        (
            [expected("lookup_order", order_id="88231")],
            [call("lookup_order", order_id="88232")],
            {},
            "lookup_order: order_id is '88232', expected '88231'",
        ),
        ([A], [a, b], {}, "called b, which was not expected"),
        ([A, B], [a], {}, "expected b(), no further call was made"),
        ([A], [], {}, "expected a(), no call was made"),
        ([A, B], [b, a], {"match_type": "IN_ORDER"}, "b() was called out of order"),
        ([A, A], [a, b], {"match_type": "ANY_ORDER"}, "a() was called 1 of 2 times"),
        ([A, B], [a, c], {"match_type": "ANY_ORDER"}, "b() was not called"),
        ([expected("f", id=1)], [call("f", id=2)], {"match_type": "ANY_ORDER"}, "f: id is 2, expected 1"),
        ([A], [a], {}, ""),
    ],
)
def test_the_reason_says_what_is_wrong_first(
    expected_calls: list[ExpectedCall], calls: list[Call], options: dict[str, JsonValue], reason: str
) -> None:
    """A person reads what was expected and what was done instead, in one sentence."""
    assert calls_scored(NAME, expected_calls, calls, **options).reason == reason


def test_a_long_call_is_cut_in_its_reason() -> None:
    """A call with many arguments does not fill the screen."""
    many: dict[str, JsonValue] = {f"argument_{number}": number for number in range(30)}
    reason = calls_scored(NAME, [expected("f", **many)], []).reason
    assert reason.startswith("expected f(argument_0=0, ") and reason.endswith("…, no call was made")
    assert len(reason) < 160


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("exact", MatchType.EXACT),
        ("in order", MatchType.IN_ORDER),
        ("IN-ORDER", MatchType.IN_ORDER),
        ("Any_Order ", MatchType.ANY_ORDER),
        (0, MatchType.EXACT),
        (1, MatchType.IN_ORDER),
        (2, MatchType.ANY_ORDER),
    ],
)
def test_match_types_are_spelt_as_in_adk(said: JsonValue, meant: MatchType) -> None:
    """Case, space and dash do not matter, ADK's numbers and camelCase keys are read."""
    assert TrajectoryOptions.model_validate({"match_type": said}).match_type is meant
    assert TrajectoryOptions.model_validate({"matchType": said}).match_type is meant


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"match_type": "inn order"}, "did you mean 'IN_ORDER'"),
        ({"match_type": "sideways"}, "expected EXACT, IN_ORDER or ANY_ORDER"),
        ({"match_type": 3}, "match_type"),
        ({"match_type": True}, "expected EXACT, IN_ORDER or ANY_ORDER"),
        ({"match_typ": "EXACT"}, "match_typ"),
        ({"ignore_args": "perhaps"}, "ignore_args"),
        ({"parallel": "sorted"}, "parallel"),
        ({"ignoreTools": "transfer_to_agent"}, "ignore_tools"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, JsonValue], message: str) -> None:
    """A misspelt key or an impossible value is an error that names it, never a silent default."""
    with pytest.raises(ValidationError, match=message):
        TrajectoryOptions.model_validate(options)


def test_ignore_args_compares_names() -> None:
    """With `ignoreArgs` a call is right by its name."""
    assert calls_scored(NAME, [expected("f", id=1)], [call("f", id=2)], ignoreArgs=True).value == 1
