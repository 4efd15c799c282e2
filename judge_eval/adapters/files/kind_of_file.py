"""What a file is, told by its keys: for a person who named it in the place of another."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class FileKind:
    """What a file holds, in words, and what to do with it where recorded runs were wanted."""

    holds: str
    remedy: str


_OURS = "name the runs.jsonl beside it"
_CASES = "name it as CASES; --runs takes what `judge-eval run` or `adk eval` recorded"
_CONFIG = "name it by --config"

RUNS = FileKind("recorded runs", "write one run a line, in a .jsonl file")
RUBRIC = FileKind("a rubric", "name it under rubrics: of a case or a metric")
POLICY = FileKind("a policy", "name it under policy: of safety_v1")
_BY_KEYS: tuple[tuple[frozenset[str], FileKind], ...] = (
    (frozenset({"case_id", "verdict"}), FileKind("verdicts", _OURS)),
    (frozenset({"case_id", "turns"}), RUNS),
    (frozenset({"estimates", "cases"}), FileKind("results of judge-eval", _OURS)),
    (frozenset({"started", "python"}), FileKind("the session of a score", _OURS)),
    (frozenset({"metric", "average"}), FileKind("a report of judge-eval", _OURS)),
    (frozenset({"eval_cases"}), FileKind("an eval set", _CASES)),
    (frozenset({"query"}), FileKind("a legacy test of ADK's", _CASES)),
    (frozenset({"name", "data"}), FileKind("a legacy eval set of ADK's", _CASES)),
    (frozenset({"id", "turns"}), FileKind("cases", _CASES)),
    (frozenset({"id", "input"}), FileKind("cases", _CASES)),
    (frozenset({"cases"}), FileKind("cases", _CASES)),
    (frozenset({"id", "criteria"}), RUBRIC),
    (frozenset({"clauses"}), POLICY),
    (frozenset({"criteria"}), FileKind("a configuration", _CONFIG)),
    (frozenset({"metrics"}), FileKind("a configuration", _CONFIG)),
    (frozenset({"judge"}), FileKind("a configuration", _CONFIG)),
    (frozenset({"gate"}), FileKind("a configuration", _CONFIG)),
    (frozenset({"label"}), FileKind("labels", "name it to `judge-eval calibrate`")),
    (frozenset({"rules"}), FileKind("a judge's script", "name it by --judge scripted:FILE")),
)
"""The first whose keys are all there tells the kind."""


def kind_of(value: JsonValue) -> FileKind | None:
    """What a file of this value is, or of a list of such values; None where its keys tell nothing."""
    if isinstance(value, list):
        return kind_of(value[0]) if value and isinstance(value[0], dict) else None
    keys = value.keys() if isinstance(value, dict) else frozenset[str]()
    return next((kind for known, kind in _BY_KEYS if known <= keys), None)
