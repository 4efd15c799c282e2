"""junit.xml: a test suite for what the agent did, one for what it said, and one for each estimate that decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Literal

from judge_eval.core.comparison import Comparison, MetricChange
from judge_eval.core.results import CaseResult, EstimateRow, ScoreRow
from judge_eval.core.score import NOT_JUDGED, Aspect
from judge_eval.report.by_case import aside
from judge_eval.report.marks import UNICODE, interval, with_interval
from judge_eval.report.provenance import provenance
from judge_eval.report.scored_suite import ScoredSuite
from judge_eval.text.counted import counted

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WHITE = MappingProxyType({ord(sign): f"&#{ord(sign)};" for sign in "\t\n\r"})
"""A reader of XML takes these for spaces where they stand in an attribute as they are."""
BROKE_OFF = "agent broke off"
UNSCORED = "cases"
"""The suite of cases that no aspect of was decided."""

Ending = Literal["failure", "error", "skipped"]


@dataclass(frozen=True, slots=True)
class Tested:
    """One test case of a suite; `ending` None: it passed."""

    suite: str
    name: str
    ending: Ending | None = None
    message: str = ""
    details: str = ""
    type: str | None = None
    """The kind of a failure or an error; None: the usual one."""


def junit_xml(
    suite: ScoredSuite, results: Callable[[], Iterable[CaseResult]], aspects: Mapping[str, Aspect]
) -> Iterator[str]:
    """The document in pieces; `results` gives the cases anew at each call, `aspects` what each metric looks at."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'

    def tested() -> Iterator[Tested]:
        for result in results():
            yield from _of_case(result, aspects)
        yield from map(_of_estimate, (row for row in suite.head.estimates if row.decided_by == "floor"))
        if suite.comparison is not None:
            yield from _of_comparison(suite.comparison)

    counts: dict[str, dict[str, int]] = {}
    for one in tested():
        count = counts.setdefault(one.suite, dict.fromkeys(("tests", "failure", "error", "skipped"), 0))
        count["tests"] += 1
        if one.ending is not None:
            count[one.ending] += 1
    for number, (name, count) in enumerate(counts.items()):
        yield from _opening(suite, number, name, count)
        yield from (_element(one) for one in tested() if one.suite == name)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _of_case(result: CaseResult, aspects: Mapping[str, Aspect]) -> Iterator[Tested]:
    """A test case an aspect that anything decides; one in `UNSCORED` where nothing does."""
    name = result.id if result.repeat == 0 else f"{result.id} (repeat {result.repeat})"
    set_aside = _set_aside(result)
    if not result.verdicts:
        kept = set_aside or ("" if result.error else "reported only: nothing decides it")
        yield Tested(UNSCORED, name, "skipped", kept) if kept else _broken(UNSCORED, name, result.error or "", result)
        return
    for aspect, decision in result.verdicts.items():
        rows = [row for row in result.scores if row.turn is None and aspects.get(row.metric) == aspect]
        if set_aside:
            yield Tested(aspect, name, "skipped", set_aside)
        elif result.error is not None:
            yield _broken(aspect, name, result.error, result)
        elif decision == "pass":
            yield Tested(aspect, name)
        elif decision == "not_applicable":
            yield Tested(aspect, name, "skipped", "nothing here applies to it")
        else:
            yield _not_passed(aspect, name, [row for row in rows if row.decision == decision])


def _broken(suite: str, name: str, error: str, result: CaseResult) -> Tested:
    """A run with an error of its own: one in which the agent broke off has failed; else there is nothing to score."""
    broke_off = result.status == "failed"
    return Tested(suite, name, "failure" if broke_off else "error", error, type=BROKE_OFF if broke_off else None)


def _set_aside(result: CaseResult) -> str:
    """Why a case decides nothing whatever it did; empty where it does."""
    return f"{aside(result)}; it {result.status}" if result.quarantine is not None else aside(result)


def _not_passed(aspect: Aspect, name: str, rows: list[ScoreRow]) -> Tested:
    """A case that failed or stays open in one aspect; `rows` are the scores that say so."""
    said = [f"{row.metric}: {row.reason}" if row.reason else row.metric for row in rows]
    message, details = said[0] if said else "", "\n".join(said)
    broken = [row for row in rows if row.status == "error" and not row.reason.startswith(NOT_JUDGED)]
    if any(row.decision == "fail" for row in rows):
        return Tested(aspect, name, "failure", message, details)
    if broken:
        return Tested(aspect, name, "error", f"{broken[0].metric}: {broken[0].reason}", details)
    return Tested(aspect, name, "skipped", f"undecided: {message}", details)


def _of_estimate(row: EstimateRow) -> Tested:
    """What a floor says of an estimate."""
    name = f"{row.metric} {row.kind.replace('_', ' ')}"
    value = "nothing to score"
    if row.value is not None:
        value = with_interval(f"{row.value:.3f}", interval(row.low, row.high, UNICODE))
    said = f"{value} against its floor {row.floor:g}" if row.floor is not None else value
    if row.passed is None:
        return Tested("estimates", name, "skipped", f"undecided: {said}")
    return Tested("estimates", name) if row.passed else Tested("estimates", name, "failure", said)


def _of_comparison(comparison: Comparison) -> Iterator[Tested]:
    """What the baseline says of each metric that is held against it, with the cases that newly broke."""
    for change in comparison.changes:
        if change.decision is not None:
            yield _of_change(change, comparison)


def _of_change(change: MetricChange, comparison: Comparison) -> Tested:
    broken = [one for one in comparison.items if one.metric == change.metric and one.turned == "broken"]
    names = list(dict.fromkeys(one.case_id for one in broken))
    details = f"newly broken, {counted(len(names), 'case')}: {', '.join(names)}" if names else ""
    match change.decision:
        case "fail":
            return Tested("baseline", change.metric, "failure", change.why, details)
        case "undecided" | "review":
            return Tested("baseline", change.metric, "skipped", f"{change.decision}: {change.why}", details)
        case _:
            return Tested("baseline", change.metric)


def _opening(suite: ScoredSuite, number: int, name: str, count: Mapping[str, int]) -> Iterator[str]:
    session = suite.session
    attributes = {
        "id": str(number),
        "name": name,
        "package": "judge-eval",
        "tests": str(count["tests"]),
        "failures": str(count["failure"]),
        "errors": str(count["error"]),
        "skipped": str(count["skipped"]),
        "time": "0",
        "timestamp": session.started[:19],
        "hostname": session.host or "localhost",
    }
    yield f"  <testsuite{''.join(map(_attribute, attributes.items()))}>\n    <properties>\n"
    for fact in provenance(suite.head, session):
        yield f"      <property{_attribute(('name', fact.name))}{_attribute(('value', fact.text))}/>\n"
    yield "    </properties>\n"


def _element(one: Tested) -> str:
    opening = "".join(map(_attribute, {"name": one.name, "classname": f"judge-eval.{one.suite}", "time": "0"}.items()))
    if one.ending is None:
        return f"    <testcase{opening}/>\n"
    kind = one.type or {"failure": "not passed", "error": "not scored", "skipped": ""}[one.ending]
    attributes = _attribute(("message", one.message)) + (_attribute(("type", kind)) if kind else "")
    body = f">{escape(_clean(one.details))}</{one.ending}>" if one.details else "/>"
    return f"    <testcase{opening}>\n      <{one.ending}{attributes}{body}\n    </testcase>\n"


def _attribute(pair: tuple[str, str]) -> str:
    name, value = pair
    return f' {name}="{escape(_clean(value)).translate(_WHITE)}"'


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NO_XML.sub("", text)
