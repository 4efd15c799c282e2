"""Cases in ADK's present shape that look odd and are right, a thought beside a response among them."""

from __future__ import annotations

from typing import Any

from tests.edges.odd_file import OddFile, as_json, eval_set, said

_NULLS: dict[str, Any] = dict.fromkeys(
    ["video_metadata", "thought", "function_call", "function_response", "inline_data", "file_data"]
)
_NO_TEXT = {"parts": [{**_NULLS, "text": None}], "role": "model"}
_THOUGHT = {"text": "Paris", "thought": True}
_ON_IT = {"author": "x", "content": said("on it")}
_RESPONSE: dict[str, Any] = {"function_response": {"name": "f", "response": {}}}

ODD_ADK_CASES = {
    "null-filled parts": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            eval_set(
                {
                    "user_content": said("hi", **_NULLS),
                    "final_response": {"parts": [{**_NULLS, "text": None}], "role": "model"},
                }
            )
        ),
        [{"id": "a", "turns": [{"user": "hi"}]}],
    ),
    "camel case inside": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            {
                "eval_set_id": "s",
                "eval_cases": [
                    {
                        "evalId": "a",
                        "conversation": [
                            {
                                "userContent": said("hi"),
                                "finalResponse": said("hello"),
                                "intermediateData": {"toolUses": [{"name": "f", "args": {"camelKey": 1}}]},
                            }
                        ],
                        "sessionInput": {"appName": "app", "userId": "u", "sessionId": "s1", "state": {"aB": 1}},
                        "finalSessionState": {"aB": 2},
                    }
                ],
                "creationTimestamp": 1,
            }
        ),
        [
            {
                "id": "a",
                "turns": [
                    {
                        "user": "hi",
                        "reference": "hello",
                        "calls": [{"name": "f", "args": {"camelKey": 1}, "args_match": "exact"}],
                    }
                ],
                "session": {"app_name": "app", "user_id": "u", "session_id": "s1"},
                "state": {"aB": 1},
                "expect": {"state": {"aB": 2}},
            }
        ],
    ),
    "thoughts beside the answer": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            eval_set(
                {
                    "user_content": said("hi"),
                    "final_response": {
                        "parts": [{"text": "Paris", "thought": True}, {"text": "London"}, {"text": "UK"}]
                    },
                }
            )
        ),
        [{"id": "a", "turns": [{"user": "hi", "reference": "London\nUK"}]}],
    ),
    "absent, null and empty intermediate data": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            eval_set(
                {"user_content": said("1")},
                {"user_content": said("2"), "intermediate_data": None},
                {"user_content": said("3"), "intermediate_data": {}},
                {"user_content": said("4"), "intermediate_data": {"tool_uses": []}},
                {"user_content": said("5"), "intermediate_data": {"invocation_events": []}},
                {
                    "user_content": said("6"),
                    "intermediate_data": {"invocation_events": [{"author": "x", "content": said("on it")}]},
                },
            )
        ),
        [
            {
                "id": "a",
                "turns": [
                    {"user": "1"},
                    {"user": "2"},
                    {"user": "3", "calls": []},
                    {"user": "4", "calls": []},
                    {"user": "5", "calls": []},
                    {"user": "6", "calls": []},
                ],
            }
        ],
    ),
    "calls in events, one of them with literals like matchers": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            eval_set(
                {
                    "user_content": said("x"),
                    "intermediate_data": {
                        "invocation_events": [
                            {
                                "author": "root",
                                "invocationIndex": 3,
                                "content": {
                                    "parts": [
                                        {"function_call": {"name": "f", "args": {"a": {"regex": "x"}, "b": "ignore"}}},
                                        {"functionCall": {"name": "g", "args": None}},
                                    ]
                                },
                            },
                            {
                                "author": "root",
                                "content": {"parts": [{"function_response": {"name": "f", "response": {}}}]},
                            },
                            {"author": "sub", "content": {"parts": [{"function_call": {"name": "transfer_to_agent"}}]}},
                        ]
                    },
                }
            )
        ),
        [
            {
                "id": "a",
                "turns": [
                    {
                        "user": "x",
                        "calls": [
                            {
                                "name": "f",
                                "args": {"a": {"equal": {"regex": "x"}}, "b": {"equal": "ignore"}},
                                "args_match": "exact",
                            },
                            {"name": "g", "args": {}, "args_match": "exact"},
                            {"name": "transfer_to_agent", "args": {}, "args_match": "exact"},
                        ],
                    }
                ],
            }
        ],
    ),
    "keys of ADK's editor and of other tools": OddFile(
        "cases",
        "a.evalset.json",
        as_json({**eval_set({"user_content": said("x")}, owner="me"), "version": 3}),
        [
            {
                "id": "a",
                "turns": [{"user": "x"}],
                "notes": ["the key 'owner' of the case is not known and was left aside"],
            }
        ],
    ),
    "a scenario": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            {
                "eval_set_id": "s",
                "eval_cases": [
                    {
                        "eval_id": "a",
                        "conversation_scenario": {
                            "startingPrompt": "hi",
                            "conversation_plan": "ask",
                            "user_persona": "NOVICE",
                        },
                        "final_session_state": None,
                    }
                ],
            }
        ),
        [
            {
                "id": "a",
                "scenario": {"starting_prompt": "hi", "conversation_plan": "ask"},
                "notes": ["user_persona is left aside: the conversation is taken as it was recorded"],
            }
        ],
    ),
    "images of the user": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            eval_set(
                {
                    "user_content": {
                        "parts": [
                            {"text": "see"},
                            {"inline_data": {"data": "UE5H", "mimeType": "image/png"}},
                            {"fileData": {"fileUri": "gs://b/x.png"}},
                            {"function_response": {"name": "f", "response": {}}},
                        ]
                    }
                }
            )
        ),
        [
            {
                "id": "a",
                "turns": [
                    {"user": [{"text": "see"}, {"data": "UE5H", "mime_type": "image/png"}, {"uri": "gs://b/x.png"}]}
                ],
            }
        ],
    ),
}
