"""Cases in ADK's older shapes; `adk eval` reads none of the lists of rows."""

from __future__ import annotations

from tests.edges.odd_file import OddFile, as_json

_ROW = {
    "query": "hi",
    "expected_tool_use": [{"tool_name": "f", "tool_input": {"a": 1}, "mock_tool_output": "x"}],
    "reference": "hello",
}
_SESSION = {"state": {"k": 1}, "app_name": "app", "user_id": "u"}
_TURN = {"user": "hi", "calls": [{"name": "f", "args": {"a": 1}, "args_match": "exact"}], "reference": "hello"}

ODD_LEGACY_CASES = {
    "a list of rows": OddFile("cases", "greet.test.json", as_json([_ROW]), [{"id": "greet", "turns": [_TURN]}]),
    "rows under another name": OddFile("cases", "greet.json", as_json([_ROW]), [{"id": "greet", "turns": [_TURN]}]),
    "rows that say less and less": OddFile(
        "cases",
        "a.test.json",
        as_json(
            [
                {"query": "1", "expected_tool_use": [], "reference": ""},
                {"query": "2", "expected_tool_use": None, "reference": None},
                {"query": "3"},
                {"query": "", "expected_tool_use": [{"tool_name": "f", "tool_input": None}], "reference": "x"},
            ]
        ),
        [
            {
                "id": "a",
                "turns": [
                    {"user": "1", "calls": []},
                    {"user": "2"},
                    {"user": "3"},
                    {"user": [], "calls": [{"name": "f", "args": {}, "args_match": "exact"}], "reference": "x"},
                ],
            }
        ],
    ),
    "rows with a session beside": OddFile(
        "cases",
        "a.test.json",
        as_json([{"query": "hi"}]),
        [
            {
                "id": "a",
                "turns": [{"user": "hi"}],
                "session": {"app_name": "app", "user_id": "u"},
                "state": {"city": "Rome"},
                "notes": ["the session starts from initial.session.json"],
            }
        ],
        beside={
            "initial.session.json": as_json(
                {"id": "x", "app_name": "app", "user_id": "u", "state": {"city": "Rome"}, "events": []}
            ),
            "other.session.json": as_json({}),
        },
    ),
    "rows with several sessions beside": OddFile(
        "cases",
        "a.test.json",
        as_json([{"query": "hi"}]),
        [
            {
                "id": "a",
                "turns": [{"user": "hi"}],
                "notes": [
                    "several session files stand beside it (b.session.json, c.session.json); none was used: "
                    "name it initial.session.json"
                ],
            }
        ],
        beside={"b.session.json": as_json({}), "c.session.json": as_json({})},
    ),
    "keys that ADK ignores": OddFile(
        "cases",
        "a.test.json",
        as_json([{"query": "hi", "refrence": "x", "weather": 1}]),
        [
            {
                "id": "a",
                "turns": [{"user": "hi"}],
                "notes": [
                    "the key 'refrence' is not known and was left aside (did you mean 'reference'?)",
                    "the key 'weather' is not known and was left aside",
                ],
            }
        ],
    ),
    "named conversations": OddFile(
        "cases",
        "a.evalset.json",
        as_json(
            [
                {
                    "name": "one",
                    "data": [_ROW],
                    "initial_session": {"state": {"k": 1}, "app_name": "app", "user_id": "u"},
                },
                {"name": "two", "data": [_ROW], "initial_session": {}},
                {"name": "three", "data": [_ROW], "initial_session": {"state": {"k": 2}}, "initial_state": {}},
            ]
        ),
        [
            {"id": "one", "turns": [_TURN], "session": {"app_name": "app", "user_id": "u"}, "state": {"k": 1}},
            {"id": "two", "turns": [_TURN]},
            {
                "id": "three",
                "turns": [_TURN],
                "session": {},
                "state": {"k": 2},
                "notes": ["the key 'initial_state' is not known and was left aside (did you mean 'initial_session'?)"],
            },
        ],
    ),
}
