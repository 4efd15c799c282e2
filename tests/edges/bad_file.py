"""One file that must be refused, and short ways to write one down."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["cases", "runs", "config", "rubric"]

GOOD_CASE = b'{"id": "a", "turns": [{"user": "hi", "reference": "hello"}]}\n'
GOOD_RUN = b'{"case_id": "a", "turns": [{"user": "hi", "final_response": "hello"}]}\n'


@dataclass(frozen=True, slots=True)
class BadFile:
    """One wrong file: how it is read (`kind`), its name and bytes, and parts of the message that refuses it.

    `at` is the field that is named, None where the fault lies in no field. `beside` are files in the same folder.
    `of_case` says that only the one case is refused.
    """

    kind: Kind
    name: str
    content: Callable[[], bytes]
    says: tuple[str, ...]
    at: str | None = None
    line: int | None = None
    beside: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    of_case: bool = False


def written(kind: Kind, name: str, content: Any, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """A bad file of bytes, of text, or of a value that is written as indented JSON."""
    if isinstance(content, str):
        content = content.encode()
    data: bytes = content if isinstance(content, bytes) else json.dumps(content, indent=1, ensure_ascii=False).encode()
    return BadFile(kind, name, lambda: data, says, at, line)


def eval_set_file(content: Any, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """A bad eval set."""
    return written("cases", "bad.evalset.json", content, *says, at=at, line=line)


def yaml_file(content: str | bytes, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """Bad cases in YAML."""
    return written("cases", "bad.cases.yaml", content, *says, at=at, line=line)


def lines_file(content: str | bytes, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """Bad cases, one a line."""
    return written("cases", "bad.cases.jsonl", content, *says, at=at, line=line)


def runs_file(content: str | bytes, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """Bad runs, one a line."""
    return written("runs", "bad.runs.jsonl", content, *says, at=at, line=line)


def results_file(content: Any, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """A bad results file of ADK."""
    return written("runs", "bad.evalset_result.json", content, *says, at=at, line=line)


def adk_config_file(content: Any, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """A bad configuration in ADK's shape."""
    return written("config", "test_config.json", content, *says, at=at, line=line)


def config_file(content: str, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """A bad configuration in our shape."""
    return written("config", "judge-eval.yaml", content, *says, at=at, line=line)


def rubric_file(content: str, *says: str, at: str | None = None, line: int | None = None) -> BadFile:
    """A bad rubric."""
    return written("rubric", "tone.yaml", content, *says, at=at, line=line)


def eval_set(*cases: Any, **others: Any) -> dict[str, Any]:
    """An eval set of these cases."""
    return {"eval_set_id": "s", "eval_cases": list(cases), **others}


def eval_case(eval_id: str = "a", **others: Any) -> dict[str, Any]:
    """A case of an eval set, with one turn."""
    return {"eval_id": eval_id, "conversation": [invocation()], **others}


def invocation(**others: Any) -> dict[str, Any]:
    """One exchange."""
    return {"user_content": {"parts": [{"text": "hi"}]}, **others}


def adk_rubric(rubric_id: str, text: str | None = "It is polite.") -> dict[str, Any]:
    """A rubric as ADK writes it."""
    return {"rubric_id": rubric_id, "rubric_content": {"text_property": text}, "type": "FINAL_RESPONSE_QUALITY"}
