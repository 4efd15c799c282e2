"""Recorded runs that look odd and are right."""

from __future__ import annotations

import codecs
from typing import Any, cast

from pydantic.alias_generators import to_camel

from tests.edges.odd_file import OddFile, as_json, results, said

_RUN: dict[str, Any] = {"case_id": "a", "turns": [{"user": "hi", "final_response": "hello"}]}
_READ = [{"case_id": "a", "turns": [{"user": "hi", "final_response": "hello"}]}]
_HELLO = {"user_content": said("hi"), "final_response": said("hello")}


def _camel(value: Any) -> Any:
    """The value with all keys in camel case."""
    if isinstance(value, dict):
        return {to_camel(str(key)): _camel(inner) for key, inner in cast(dict[Any, Any], value).items()}
    return [_camel(inner) for inner in cast(list[Any], value)] if isinstance(value, list) else value


def _event(*parts: dict[str, Any], author: str = "root", **others: Any) -> dict[str, Any]:
    return {"author": author, "content": {"parts": list(parts)}, **others}


def _call(name: str, call_id: str | None = None) -> dict[str, Any]:
    return {"function_call": {"name": name, "args": {"q": name}, "id": call_id}}


def _response(name: str, call_id: str | None = None, **response: Any) -> dict[str, Any]:
    return {"function_response": {"name": name, "id": call_id, "response": response}}


_TOOL: dict[str, Any] = {"function_declarations": []}
_EVENTS: dict[str, Any] = {
    **_HELLO,
    "duration": 1.5,
    "intermediate_data": {
        "invocation_events": [
            _event(
                {"text": "thinking", "thought": True},
                {"text": "One moment."},
                _call("b", "2"),
                _call("a", "1"),
                usage_metadata={"prompt_token_count": 10, "candidates_token_count": 3, "thoughts_token_count": 2},
                model_version="m",
            ),
            _event(_response("a", "1", error="no such order"), _response("b", "2", result="ok")),
            _event(_call("c"), author="sub", model_version="m"),
            _event(_response("c", error="late", code=5), author="sub"),
            {
                "author": "sub",
                "grounding_metadata": {"web_search_queries": ["x"]},
                "usage_metadata": {"prompt_token_count": 7},
            },
        ]
    },
    "app_details": {
        "agent_details": {
            "root": {"name": "root", "instructions": "Help.", "tool_declarations": [{"function_declarations": []}]}
        }
    },
}

_EVENTS_READ: dict[str, Any] = {
    "case_id": "a",
    "turns": [
        {
            "user": "hi",
            "final_response": "hello",
            "calls": [
                {
                    "name": "b",
                    "args": {"q": "b"},
                    "result": {"result": "ok"},
                    "author": "root",
                    "parallel": 0,
                    "id": "2",
                },
                {
                    "name": "a",
                    "args": {"q": "a"},
                    "result": {"error": "no such order"},
                    "author": "root",
                    "parallel": 0,
                    "id": "1",
                },
                {
                    "name": "c",
                    "args": {"q": "c"},
                    "result": {"error": "late", "code": 5},
                    "author": "sub",
                    "parallel": 1,
                },
            ],
            "texts": ["One moment."],
            "grounding": [{"web_search_queries": ["x"]}],
        }
    ],
    "agents": {"root": {"instructions": "Help.", "tools": [_TOOL]}},
    "seconds": 1.5,
    "tokens": {"input": 17, "output": 5},
    "model_calls": 3,
}

_LISTS: dict[str, Any] = {
    **_HELLO,
    "intermediate_data": {
        "tool_uses": [{"name": "f", "args": None}, {"name": "g", "args": {}}, {"name": "f", "args": {"n": 2}}],
        "tool_responses": [
            {"name": "g", "response": {"x": 1}},
            {"name": "f", "response": {"x": 2}},
            {"name": "f", "response": {"x": 3}},
        ],
        "intermediate_responses": [["sub", [{"text": "wait"}, {"text": "hm", "thought": True}]]],
    },
}
_LISTS_READ: dict[str, Any] = {
    "case_id": "a",
    "turns": [
        {
            "user": "hi",
            "final_response": "hello",
            "calls": [
                {"name": "f", "result": {"x": 2}},
                {"name": "g", "result": {"x": 1}},
                {"name": "f", "args": {"n": 2}, "result": {"x": 3}},
            ],
            "texts": ["wait"],
        }
    ],
}

ODD_RUNS = {
    "runs with a byte order mark": OddFile(
        "runs", "a.runs.jsonl", codecs.BOM_UTF8 + as_json(_RUN) + b"\r\n\r\n", _READ
    ),
    "run with nulls": OddFile(
        "runs", "a.runs.jsonl", as_json({**_RUN, "error": None, "state": None, "seconds": None}), _READ
    ),
    "results": OddFile("runs", "r.evalset_result.json", as_json(results(_HELLO), indent=2), _READ),
    "results in camel case": OddFile("runs", "r.evalset_result.json", as_json(_camel(results(_HELLO))), _READ),
    "doubly encoded results": OddFile(
        "runs", "r.evalset_result.json", as_json(as_json(results(_HELLO)).decode(), indent=2), _READ
    ),
    "two results of one case": OddFile(
        "runs",
        "r.evalset_result.json",
        as_json({"eval_set_id": "s", "eval_case_results": results(_HELLO)["eval_case_results"] * 2}),
        [*_READ, {**_READ[0], "repeat": 1}],
    ),
    "results with events": OddFile("runs", "r.evalset_result.json", as_json(results(_EVENTS)), [_EVENTS_READ]),
    "results with lists of calls": OddFile("runs", "r.evalset_result.json", as_json(results(_LISTS)), [_LISTS_READ]),
    "a final response that came with a call": OddFile(
        "runs",
        "r.evalset_result.json",
        as_json(
            results(
                {
                    "user_content": said("hi"),
                    "final_response": {"parts": [{"text": "bye"}, _call("end")]},
                    "intermediate_data": {"invocation_events": [_event({"text": "bye"}, _call("end"))]},
                }
            )
        ),
        [
            {
                "case_id": "a",
                "turns": [
                    {
                        "user": "hi",
                        "final_response": "bye",
                        "calls": [{"name": "end", "args": {"q": "end"}, "author": "root", "parallel": 0}],
                    }
                ],
            }
        ],
    ),
    "thought and no final response": OddFile(
        "runs",
        "r.evalset_result.json",
        as_json(results({"user_content": said("hi"), "final_response": said("hm", thought=True)})),
        [{"case_id": "a", "turns": [{"user": "hi"}]}],
    ),
    "a result without exchanges": OddFile(
        "runs",
        "r.evalset_result.json",
        as_json(results(session_details={"id": "x", "state": {"k": 1}, "events": []})),
        [{"case_id": "a", "state": {"k": 1}, "error": "ADK recorded no exchange of this case"}],
    ),
}
