"""junit.xml: what becomes a failure, an error or a skip, and a document that every reader takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge_eval.core.results import CaseResult, ScoreRow
from judge_eval.report.as_junit import junit_xml
from tests.reported_suite import ASPECTS, COMPARISON, HEAD, JUDGED, SUITE, results

ATTRIBUTES = {
    "testsuites": set[str](),
    "testsuite": {"id", "name", "package", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname"},
    "property": {"name", "value"},
    "properties": set[str](),
    "testcase": {"name", "classname", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
}
CHILDREN = {
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase"],
    "properties": ["property"],
    "testcase": ["skipped", "error", "failure"],
}
"""What the common schema of JUnit reports knows: attributes, and children in their order."""


def junit(cases: Iterable[CaseResult], **changes: object) -> ElementTree.Element:
    """The document as a reader of XML sees it."""
    listed = list(cases)
    text = "".join(junit_xml(replace(SUITE, **changes), lambda: listed, ASPECTS))
    return ElementTree.fromstring(text.encode())


def endings(root: ElementTree.Element, suite: str) -> dict[str, str]:
    """How each test case of a suite ended, by its name."""
    cases = root.findall(f"testsuite[@name='{suite}']/testcase")
    return {case.get("name", ""): case[0].tag if len(case) else "passed" for case in cases}


def test_each_kind_of_case_has_its_ending() -> None:
    """Fail is a failure, and so is an agent that broke off; no run is an error; what is open or set aside is a skip."""
    root = junit(results())
    assert endings(root, "response") == {
        "broke-off": "failure",
        "open": "skipped",
        "passes": "passed",
        "set-aside": "skipped",
        "wrong-answer": "failure",
    }
    assert endings(root, "trajectory")["wrong-answer"] == "passed"
    assert endings(root, "cases") == {"no-run": "error", "skipped": "skipped"}
    assert endings(root, "estimates") == {f"{JUDGED} pass rate": "skipped"}
    assert {one.get("message"): one.get("type") for one in (*root.iter("failure"), *root.iter("error"))} == {
        "ConnectionError: no answer": "agent broke off",
        "no run is recorded": "not scored",
        "final_response_match_v2: 1 of 3 said yes": "not passed",
    }
    messages = {element.get("message") for element in root.iter("skipped")}
    assert "in quarantine until 2027-01-31: flaky tool; it failed" in messages
    assert "skipped: not written yet" in messages


@pytest.mark.parametrize(("reason", "ending"), [("not judged: no model", "skipped"), ("the metric broke", "error")])
def test_a_metric_that_could_not_score_is_no_failure_of_the_agent(reason: str, ending: str) -> None:
    """Without a judge a case is skipped; a metric's own fault is an error."""
    row = ScoreRow(metric=JUDGED, status="error", decision="undecided", reason=reason)
    case = CaseResult(id="x", status="undecided", verdicts={"response": "undecided"}, scores=(row,))
    root = junit([case])
    assert endings(root, "response") == {"x": ending}
    assert reason in next(root.iter(ending)).get("message", "")


@pytest.mark.parametrize(
    ("value", "passed", "ending"), [(0.8, True, "passed"), (0.6, False, "failure"), (None, None, "skipped")]
)
def test_a_floor_is_a_test_of_its_own(value: float | None, passed: bool | None, ending: str) -> None:
    """Over it the estimate passes, under it it fails with both figures; with nothing to score it is skipped."""
    row = HEAD.estimates[1].model_copy(update={"value": value, "passed": passed})
    root = junit([], head=HEAD.model_copy(update={"estimates": (row,)}))
    assert endings(root, "estimates") == {f"{JUDGED} pass rate": ending}
    if ending == "failure":
        assert next(root.iter("failure")).get("message") == "0.600 (0.300–0.850) against its floor 0.7"


def test_what_applies_to_nothing_is_skipped() -> None:
    """An aspect in which no metric applies, and a case that nothing decides."""
    nothing = CaseResult(id="n", status="reported", verdicts={"response": "not_applicable"})
    root = junit([nothing, CaseResult(id="r", status="reported")])
    assert (endings(root, "response"), endings(root, "cases")) == ({"n": "skipped"}, {"r": "skipped"})


def test_an_agent_that_broke_off_failed_where_nothing_else_decides_too() -> None:
    """A run without any verdict follows its status: failed is a failure, and only what was not scored an error."""
    broken = CaseResult(id="b", status="failed", error="TimeoutError: too late")
    root = junit([broken, CaseResult(id="c", status="error", error="no run")])
    assert endings(root, "cases") == {"b": "failure", "c": "error"}
    assert next(root.iter("failure")).get("type") == "agent broke off"


def test_a_message_keeps_its_lines() -> None:
    """Line ends and quotes of a reason are read back as they were."""
    case = CaseResult(id='a "b" <c>', status="error", error="first\nsecond\t'third'")
    root = junit([case])
    assert endings(root, "cases") == {'a "b" <c>': "error"}
    assert next(root.iter("error")).get("message") == "first\nsecond\t'third'"


def test_a_comparison_names_what_broke() -> None:
    """A metric that fell against the baseline fails, with the cases that newly broke; an undecided one is skipped."""
    root = junit([], comparison=COMPARISON)
    assert list(endings(root, "baseline").values()) == ["failure", "skipped"]
    assert next(root.iter("failure")).text == "newly broken, 1 case: wrong-answer"


def test_every_suite_says_who_judged() -> None:
    """The properties hold judge, calibration and commit."""
    for suite in junit(results()).iter("testsuite"):
        said = {one.get("name"): one.get("value") or "" for one in suite.iter("property")}
        assert "local (votes lead:2,max:8)" in said["judge"] and "2026-11-01, 120 labels" in said["calibration"]
        assert said["commit"] == "1f3c0de"


@given(st.text(), st.text(), st.sampled_from(["pass", "fail", "undecided"]))
def test_any_text_makes_a_document_of_the_common_schema(id_: str, reason: str, decision: str) -> None:
    """Whatever ids and reasons hold, control characters too, elements and counts are as readers expect."""
    row = ScoreRow.model_validate(
        {"metric": JUDGED, "status": "scored", "value": 0.5, "decision": decision, "reason": reason}
    )
    broken = CaseResult(id=id_ or "x", repeat=1, status="error", error=reason)
    case = CaseResult.model_validate(
        {"id": id_ or "x", "status": "failed", "verdicts": {"response": decision}, "scores": (row,)}
    )
    root = junit([case, broken])
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        order = [CHILDREN[element.tag].index(child.tag) for child in element]
        assert order == sorted(order)
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        counts = {name: len(suite.findall(f"testcase/{tag}")) for name, tag in
                  (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))}  # fmt: skip
        assert {name: int(suite.get(name, "")) for name in counts} == counts
        assert int(suite.get("tests", "")) == len(cases)
