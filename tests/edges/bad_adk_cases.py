"""Cases in ADK's shapes that must be refused; ADK itself hides most of these faults, or loses the whole run by them."""

from __future__ import annotations

import json

from tests.edges.bad_file import BadFile, adk_rubric, eval_case, eval_set, eval_set_file, invocation, written

BAD_ADK_CASES: dict[str, BadFile] = {
    "eval set without cases": eval_set_file(eval_set(), "the eval set has no cases", at="eval_cases", line=3),
    "camel-case eval set": eval_set_file(
        {"evalSetId": "s", "evalCases": []}, "'evalCases' is not known: write 'eval_cases'", at="eval_cases"
    ),
    "eval set without id": eval_set_file(
        {"eval_cases": [eval_case()]}, "missing", "add 'eval_set_id'", at="eval_set_id"
    ),
    "eval_cases as object": eval_set_file({"eval_set_id": "s", "eval_cases": {}}, "expected a list", at="eval_cases"),
    "case without id": eval_set_file(
        eval_set({"conversation": [invocation()]}), "add 'eval_id'", at="eval_cases[0].eval_id"
    ),
    "empty eval_id": eval_set_file(eval_set(eval_case("")), "this text is empty", at="eval_cases[0].eval_id"),
    "conversation and scenario": eval_set_file(
        eval_set(eval_case(conversation_scenario={"starting_prompt": "x", "conversation_plan": "y"})),
        "exactly one of conversation and conversation_scenario",
        at="eval_cases[0]",
    ),
    "neither conversation nor scenario": eval_set_file(
        eval_set({"eval_id": "a"}), "exactly one of", at="eval_cases[0]"
    ),
    "empty conversation": eval_set_file(
        eval_set({"eval_id": "a", "conversation": []}), "the conversation is empty", at="eval_cases[0].conversation"
    ),
    "no user content": eval_set_file(
        eval_set({"eval_id": "a", "conversation": [{"final_response": None}]}),
        "add 'user_content'",
        at="eval_cases[0].conversation[0].user_content",
    ),
    "misspelt part": eval_set_file(
        eval_set({"eval_id": "a", "conversation": [{"user_content": {"parts": [{"txt": "hi"}]}}]}),
        "did you mean 'text'?",
        at="eval_cases[0].conversation[0].user_content.parts[0].txt",
    ),
    "data that is no base64": eval_set_file(
        eval_set({"eval_id": "a", "conversation": [{"user_content": {"parts": [{"inline_data": {"data": "a"}}]}}]}),
        "this is no base64",
        at="eval_cases[0].conversation[0].user_content.parts[0].inline_data.data",
    ),
    "misspelt invocation": eval_set_file(
        eval_set(eval_case(conversation=[invocation(final_respons=None)])),
        "did you mean 'final_response'?",
        at="eval_cases[0].conversation[0].final_respons",
    ),
    "tool use without name": eval_set_file(
        eval_set(eval_case(conversation=[invocation(intermediate_data={"tool_uses": [{"args": {}}]})])),
        "tool call 1 has no name",
        at="eval_cases[0].conversation[0].intermediate_data",
    ),
    "args as text": eval_set_file(
        eval_set(eval_case(conversation=[invocation(intermediateData={"toolUses": [{"name": "f", "args": "x"}]})])),
        "expected an object",
        at="eval_cases[0].conversation[0].intermediateData.toolUses[0].args",
    ),
    "both intermediate shapes": eval_set_file(
        eval_set(eval_case(conversation=[invocation(intermediate_data={"tool_uses": [], "invocation_events": []})])),
        "not known here",
        at="eval_cases[0].conversation[0].intermediate_data.tool_uses",
    ),
    "event without author": eval_set_file(
        eval_set(eval_case(conversation=[invocation(intermediate_data={"invocation_events": [{}]})])),
        "add 'author'",
        at="eval_cases[0].conversation[0].intermediate_data.invocation_events[0].author",
    ),
    "session without user": eval_set_file(
        eval_set(eval_case(session_input={"app_name": "x"})), "add 'user_id'", at="eval_cases[0].session_input.user_id"
    ),
    "rubric without text": eval_set_file(
        eval_set(eval_case(rubrics=[adk_rubric("r", None)])), "needs an id and a text"
    ),
    "legacy: nothing": written("cases", "bad.test.json", b"[]", "the list of cases is empty"),
    "legacy: row without query": written(
        "cases",
        "bad.test.json",
        [{"query": "hi"}, {"reference": "x"}],
        "missing",
        "add 'query'",
        at="[1].query",
        line=5,
    ),
    "legacy: misspelt query": written(
        "cases",
        "bad.test.json",
        [{"qeury": "hi", "reference": "x"}],
        "'qeury' is not known: write 'query'",
        at="[0].query",
    ),
    "legacy: row is a text": written("cases", "bad.test.json", [{"query": "hi"}, "x"], "expected an object", at="[1]"),
    "legacy: tool without name": written(
        "cases",
        "bad.test.json",
        [{"query": "hi", "expected_tool_use": [{"tool_input": {}}]}],
        "add 'tool_name'",
        at="[0].expected_tool_use[0].tool_name",
    ),
    "legacy: tool without input": written(
        "cases",
        "bad.test.json",
        [{"query": "hi", "expected_tool_use": [{"tool_name": "f"}]}],
        "add 'tool_input'",
        at="[0].expected_tool_use[0].tool_input",
    ),
    "legacy set: no rows": eval_set_file([{"name": "a", "data": []}], "there are no rows", at="[0].data"),
    "legacy set: no name": eval_set_file([{"data": [{"query": "hi"}]}], "add 'name'", at="[0].name"),
    "one rubric id at two places": BadFile(
        "cases",
        "bad.evalset.json",
        lambda: json.dumps(
            eval_set(
                eval_case("a", rubrics=[adk_rubric("r")], conversation=[invocation(rubrics=[adk_rubric("r")])]),
                eval_case("b"),
            )
        ).encode(),
        ("the rubric id 'r' stands twice, also at eval_cases[0].rubrics[0]", "case 'a'"),
        "eval_cases[0].conversation[0].rubrics[0]",
        of_case=True,
    ),
    "broken session file": BadFile(
        "cases",
        "bad.test.json",
        lambda: b'[{"query": "hi"}]',
        ("initial.session.json", "expected an object"),
        "state",
        beside={"initial.session.json": b'{"state": []}'},
    ),
}
