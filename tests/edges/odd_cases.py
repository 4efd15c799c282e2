"""Cases in our own shapes that look odd and are right."""

from __future__ import annotations

import codecs
from typing import Any

from tests.edges.odd_file import OddFile, as_json

ONE = [{"id": "a", "turns": [{"user": "hi", "reference": "hello"}]}]
_NATIVE = b'{"id": "a", "turns": [{"user": "hi", "reference": "hello"}]}'
_OTHER = {"id": "b", "turns": [{"user": "x"}]}
_PLAIN = {
    "id": "a",
    "input": "hi",
    "expectations": {"must_call_tools": ["f"], "must_not_call_tools": ["g"], "outcome": "o"},
}
_PLAIN_READ = {
    "id": "a",
    "turns": [{"user": "hi"}],
    "expect": {"required_tools": ["f"], "forbidden_tools": ["g"], "outcome": "o"},
}


def _nested(levels: int) -> dict[str, Any]:
    """Objects inside objects, so many levels of them."""
    inner: dict[str, Any] = {}
    for _ in range(levels - 1):
        inner = {"in": inner}
    return inner


ODD_NATIVE_CASES = {
    "byte order mark": OddFile("cases", "a.cases.json", codecs.BOM_UTF8 + _NATIVE, ONE),
    "byte order mark in jsonl": OddFile("cases", "a.cases.jsonl", codecs.BOM_UTF8 + _NATIVE, ONE),
    "windows line ends": OddFile("cases", "a.cases.json", _NATIVE.replace(b" ", b"\r\n"), ONE),
    "windows line ends in jsonl": OddFile("cases", "a.cases.jsonl", b"\r\n\r\n" + _NATIVE + b"\r\n \t\r\n", ONE),
    "windows line ends in yaml": OddFile(
        "cases", "a.cases.yaml", b"- id: a\r\n  turns:\r\n    - user: hi\r\n      reference: hello\r\n", ONE
    ),
    "no line end": OddFile("cases", "a.cases.jsonl", b"\n\n" + _NATIVE, ONE),
    "a name without meaning": OddFile("cases", "things.txt", _NATIVE, ONE),
    "json in yaml": OddFile("cases", "a.cases.yaml", b"[" + _NATIVE + b"]", ONE),
    "thai, emoji, right to left": OddFile(
        "cases",
        "a.cases.yaml",
        "- id: คดี-1\n  turns: [{user: 'สวัสดี 👍🏽', reference: 'שלום\u200f é'}]\n".encode(),
        [{"id": "คดี-1", "turns": [{"user": "สวัสดี 👍🏽", "reference": "שלום\u200f é"}]}],
    ),
    "escaped emoji": OddFile(
        "cases",
        "a.cases.json",
        b'{"id": "a", "turns": [{"user": "\\ud83d\\udc4d", "reference": "\\u0e01"}]}',
        [{"id": "a", "turns": [{"user": "👍", "reference": "ก"}]}],
    ),
    "yaml words": OddFile(
        "cases",
        "a.cases.yaml",
        b"- id: 'no'\n  turns: [{user: no, reference: 2026-11-30}]\n  state: {on: yes, 1: [~, 010, 0x1F, 1e3, .5]}\n",
        [
            {
                "id": "no",
                "turns": [{"user": "no", "reference": "2026-11-30"}],
                "state": {"on": "yes", "1": [None, 10, 31, 1000.0, 0.5]},
            }
        ],
    ),
    "yaml anchors": OddFile(
        "cases",
        "a.cases.yaml",
        b"- id: a\n  state: &s {tier: gold}\n  turns: [{user: x}]\n- {id: b, state: *s, turns: [{user: y}]}\n",
        [
            {"id": "a", "state": {"tier": "gold"}, "turns": [{"user": "x"}]},
            {"id": "b", "state": {"tier": "gold"}, "turns": [{"user": "y"}]},
        ],
    ),
    "suite with defaults": OddFile(
        "cases",
        "a.cases.yaml",
        b"defaults: {state: {lang: en, tier: none}, rubrics: [tone], tags: [all]}\n"
        b"cases:\n- {id: a, state: {tier: gold}, rubrics: [own, tone], tags: [x], turns: [{user: x}]}\n"
        b"- {id: b, input: y}\n",
        [
            {
                "id": "a",
                "state": {"lang": "en", "tier": "gold"},
                "rubrics": ["own", "tone"],
                "tags": ["all", "x"],
                "turns": [{"user": "x"}],
            },
            {
                "id": "b",
                "state": {"lang": "en", "tier": "none"},
                "rubrics": ["tone"],
                "tags": ["all"],
                "turns": [{"user": "y"}],
            },
        ],
    ),
    "no call is expected, and nothing is said": OddFile(
        "cases",
        "a.cases.yaml",
        b"- id: a\n  turns: [{user: x, calls: []}, {user: y}, {user: z, calls: null}]\n",
        [{"id": "a", "turns": [{"user": "x", "calls": []}, {"user": "y"}, {"user": "z"}]}],
    ),
    "matchers and literals that look like them": OddFile(
        "cases",
        "a.cases.yaml",
        b"- id: a\n  turns:\n  - user: x\n    calls:\n    - name: f\n      args_match: subset\n"
        b"      args: {a: {regex: A.*}, b: ignore, c: {equal: ignore}, d: {regex: x, flags: i}, "
        b"e: {equal: {regex: x}}, f: {equal: {regx: x}}, g: {subject: x}, h: {regx: x, b: 1}}\n",
        [
            {
                "id": "a",
                "turns": [
                    {
                        "user": "x",
                        "calls": [
                            {
                                "name": "f",
                                "args_match": "subset",
                                "args": {
                                    "a": {"regex": "A.*"},
                                    "b": "ignore",
                                    "c": {"equal": "ignore"},
                                    "d": {"regex": "x", "flags": "i"},
                                    "e": {"equal": {"regex": "x"}},
                                    "f": {"equal": {"regx": "x"}},
                                    "g": {"subject": "x"},
                                    "h": {"regx": "x", "b": 1},
                                },
                            }
                        ],
                    }
                ],
            }
        ],
    ),
    "an image beside the case, and one elsewhere": OddFile(
        "cases",
        "a.cases.yaml",
        b"- id: a\n  turns: [{user: [{text: see}, {image: i.png}, {file: 'https://x.example/a.pdf'}]}]\n",
        [
            {
                "id": "a",
                "turns": [
                    {
                        "user": [
                            {"text": "see"},
                            {"data": "UE5H", "mime_type": "image/png"},
                            {"uri": "https://x.example/a.pdf", "mime_type": "application/pdf"},
                        ]
                    }
                ],
            }
        ],
        beside={"i.png": b"PNG"},
    ),
    "a plain case": OddFile("cases", "a.json", as_json(_PLAIN), [_PLAIN_READ]),
    "plain cases in a list": OddFile("cases", "a.json", as_json([_PLAIN]), [_PLAIN_READ]),
    "a plain case in a line": OddFile("cases", "a.jsonl", as_json(_PLAIN), [_PLAIN_READ]),
    "plain and native cases together": OddFile(
        "cases",
        "a.json",
        as_json([_PLAIN, {"id": "b", "turns": [{"user": "x"}]}]),
        [_PLAIN_READ, {"id": "b", "turns": [{"user": "x"}]}],
    ),
    "nested to the limit": OddFile(
        "cases",
        "a.json",
        as_json({"id": "a", "turns": [{"user": "x"}], "state": _nested(99)}),
        [{"id": "a", "turns": [{"user": "x"}], "state": _nested(99)}],
    ),
}
