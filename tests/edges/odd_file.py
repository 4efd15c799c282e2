"""One file that looks odd and is right, and short ways to write one down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["cases", "runs", "config"]


@dataclass(frozen=True, slots=True)
class OddFile:
    """An odd file, and what is read from it: `gives` are the cases in our own shape, the runs or the configuration.

    Fields that say nothing are left out of `gives`. `beside` are files in the same folder.
    """

    kind: Kind
    name: str
    content: bytes
    gives: Any
    beside: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


def as_json(value: Any, **how: Any) -> bytes:
    """The value as JSON."""
    return json.dumps(value, ensure_ascii=False, **how).encode()


def said(text: str, **part: Any) -> dict[str, Any]:
    """A message of one text part."""
    return {"parts": [{"text": text, **part}]}


def eval_set(*invocations: dict[str, Any], **case: Any) -> dict[str, Any]:
    """An eval set of one case, "a", of these exchanges."""
    return {"eval_set_id": "s", "eval_cases": [{"eval_id": "a", "conversation": list(invocations), **case}]}


def results(*invocations: dict[str, Any], **case: Any) -> dict[str, Any]:
    """ADK's results of one run of case "a", of these exchanges."""
    result: dict[str, Any] = {
        "eval_id": "a",
        "final_eval_status": 1,
        "overall_eval_metric_results": [],
        "session_id": "x",
        "eval_metric_result_per_invocation": [{"actual_invocation": invocation} for invocation in invocations],
    }
    return {"eval_set_result_id": "r", "eval_set_id": "s", "eval_case_results": [{**result, **case}]}
