"""Evidence: all that an agent had when it spoke, each thing under its label, and nothing that it only thought."""

from __future__ import annotations

from datetime import UTC, datetime

from pydantic import JsonValue

from judge_eval.adapters.adk.json_values import json_object
from judge_eval.adapters.files.adk.shapes import AdkInvocation
from judge_eval.adapters.files.adk.turns import run_turn
from judge_eval.core.run import AgentDetails, Call, Run, RunTurn
from judge_eval.judge.shown.evidence import evidence


def shown(run: Run, place: int = 0, n_texts: int | None = None) -> list[str]:
    """The passages as lines."""
    return [f"{passage.label}: {passage.text}" for passage in evidence(run, place, n_texts)]


def of_turn(**fields: object) -> list[str]:
    """The passages of a run of one turn."""
    return shown(Run(case_id="c", turns=(RunTurn.model_validate({"user": "Hi"} | fields),)))


def test_everything_that_the_agent_had_is_there_in_order() -> None:
    """Instructions and tools, then turn by turn the user's words, calls and the agent's own words before."""
    agents = {
        "root": AgentDetails(instructions="Be brief.", tools=({"name": "find", "description": "Finds.", "x": 1},)),
        "other": AgentDetails(tools=({"name": "bare"}, {"odd": True})),
    }
    first = RunTurn(user="Where is 7?", calls=(Call(name="find", args={"id": 7}, result="In Rome."),))
    first = first.model_copy(update={"texts": ("Let me look.",), "final_response": "It is in Rome."})
    second = RunTurn(user="And 8?", calls=(Call(name="find", error="KeyError: 8"),), texts=("One moment.",))
    second = second.model_copy(update={"final_response": "I cannot find 8."})
    run = Run(case_id="c", turns=(first, second, RunTurn(user="Later")), agents=agents)
    assert shown(run, 1) == [
        "1: instructions of root: Be brief.",
        "2: tools of root: find: Finds.",
        '3: tools of other: bare\n{"odd": true}',
        "4: user, turn 1: Where is 7?",
        '5: tool call, turn 1: find({"id": 7}) returned: In Rome.',
        "6: agent, turn 1: Let me look.",
        "7: agent, turn 1: It is in Rome.",
        "8: user, turn 2: And 8?",
        "9: tool call, turn 2: find({}) failed: KeyError: 8",
        "10: agent, turn 2: One moment.",
    ]


def test_words_are_marked_as_said_and_the_message_that_is_answered_as_kept() -> None:
    """The judge sees the conversation apart from the record of tools."""
    turns = (RunTurn(user="a", calls=(Call(name="t"),), final_response="b"), RunTurn(user="c", final_response="d"))
    found = evidence(Run(case_id="c", turns=turns), 1)
    assert [(passage.text, passage.said, passage.kept) for passage in found] == [
        ("a", True, False),
        ("t({}) returned nothing that is recorded", False, False),
        ("b", True, False),
        ("c", True, True),
    ]


def test_the_response_is_no_evidence_for_itself() -> None:
    """Neither the response nor, for a text on the way, itself and those after it."""
    turn = RunTurn(user="Hi", texts=("One.", "Two."), final_response="Three.")
    run = Run(case_id="c", turns=(turn,))
    assert shown(run) == ["1: user, turn 1: Hi", "2: agent, turn 1: One.", "3: agent, turn 1: Two."]
    assert shown(run, 0, 1) == ["1: user, turn 1: Hi", "2: agent, turn 1: One."]
    assert shown(run, 0, 0) == ["1: user, turn 1: Hi"]


def test_a_result_that_is_no_text_is_shown_as_json() -> None:
    """A text stays as it is, also in ADK's wrapping; JSON keeps every script readable."""
    assert of_turn(calls=[{"name": "t", "result": {"город": ["Рим", 1.5, None]}}])[1].endswith(
        'returned: {"город": ["Рим", 1.5, null]}'
    )
    assert of_turn(calls=[{"name": "t", "result": {"result": 'a "b"\nc'}}])[1].endswith('returned: a "b"\nc')
    assert of_turn(calls=[{"name": "t", "result": False}])[1].endswith("returned: false")


def test_dates_and_bytes_in_a_result_are_shown() -> None:
    """ADK loses the metric on them with a TypeError."""
    result = json_object({"at": datetime(2026, 11, 30, tzinfo=UTC), "raw": b"abc"})
    (_, call) = of_turn(calls=[Call(name="t", result=result)])
    assert call.endswith('returned: {"at": "2026-11-30T00:00:00+00:00", "raw": "YWJj"}')


def test_results_are_seen_in_both_shapes_of_adk() -> None:
    """ADK itself sees those of events only, not those of hand-written files."""
    call = {"name": "find", "args": {"id": 7}, "id": "x"}
    answer = {"name": "find", "response": {"place": "Rome"}, "id": "x"}
    events = [
        {"author": "root", "content": {"parts": [{"function_call": call}]}},
        {"author": "root", "content": {"parts": [{"function_response": answer}]}},
    ]
    for data in ({"tool_uses": [call], "tool_responses": [answer]}, {"invocation_events": events}):
        invocation = {"user_content": {"parts": [{"text": "Where?"}]}, "intermediate_data": data}
        run = Run(case_id="c", turns=(run_turn(AdkInvocation.model_validate(invocation)),))
        assert shown(run)[1] == '2: tool call, turn 1: find({"id": 7}) returned: {"place": "Rome"}'


def test_thoughts_are_neither_response_nor_evidence() -> None:
    """A thought part holds "Paris", the text beside it "London"; ADK joins the two."""
    parts = [{"text": "Paris", "thought": True}, {"text": "London"}]
    invocation = {
        "user_content": {"parts": [{"text": "Where?"}]},
        "final_response": {"parts": parts},
        "intermediate_data": {"invocation_events": [{"author": "root", "content": {"parts": [parts[0]]}}]},
    }
    turn = run_turn(AdkInvocation.model_validate(invocation))
    later = Run(case_id="c", turns=(turn, RunTurn(user="Sure?")))
    assert turn.final_response == "London"
    assert shown(later, 1) == ["1: user, turn 1: Where?", "2: agent, turn 1: London", "3: user, turn 2: Sure?"]


def test_what_a_search_found_is_evidence() -> None:
    """Sources with title, address and text, and the words traced to them; queries and the search page are not."""
    metadata: dict[str, JsonValue] = {
        "grounding_chunks": [{"web": {"uri": "https://x.org", "title": "X"}}, {"retrieved_context": {"text": "Y."}}],
        "grounding_supports": [
            {"segment": {"text": "It is so."}, "grounding_chunk_indices": [0, 1, 9]},
            {"segment": {"text": "No source."}},
            {"segment": {}},
        ],
        "web_search_queries": ["secret query"],
        "search_entry_point": {"rendered_content": "<html>"},
    }
    assert of_turn(grounding=[metadata])[1:] == [
        "2: search, turn 1: found: X, https://x.org",
        "3: search, turn 1: found: Y.",
        "4: search, turn 1: traced to X, https://x.org; Y.: It is so.",
        "5: search, turn 1: traced to its sources: No source.",
    ]
    camel = {"groundingChunks": [{"web": {"domain": "d"}}], "groundingSupports": [{"segment": {"text": "So."}}]}
    assert of_turn(grounding=[camel])[1:] == [
        '2: search, turn 1: found: {"domain": "d"}',
        "3: search, turn 1: traced to its sources: So.",
    ]
    assert of_turn(grounding=[{"grounding_chunks": None, "grounding_supports": ["odd"]}])[1:] == []


def test_a_turn_of_which_nothing_is_recorded_has_no_evidence() -> None:
    """Blank texts are nothing."""
    assert shown(Run(case_id="c", turns=(RunTurn(user=" ", final_response="x"),))) == []
