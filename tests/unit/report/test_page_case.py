"""What the page of a suite is told of a case."""

from __future__ import annotations

from judge_eval.core.case import Case, Expectation, Turn
from judge_eval.core.content import Part
from judge_eval.core.results import CaseResult
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.report.page_case import SHOWN, page_case
from judge_eval.report.told_case import ToldCase


def told(case: Case | None, run: Run | None) -> ToldCase:
    """A passed case."""
    return ToldCase(CaseResult(id="x", status="passed"), case, run)


def test_turns_that_one_side_lacks_are_told_too() -> None:
    """A turn beyond the run shows what was asked, one beyond the case what was done."""
    case = Case(id="x", cluster="x", turns=(Turn(user=(Part(text="first"),), calls=()),))
    longer = Run(case_id="x", turns=(RunTurn(user="first"), RunTurn(user="second", calls=(Call(name="a"),))))
    first, second = page_case(told(case, longer))["turns"]
    assert (first["written"], first["calls"], first["response"]) == (True, [], None)
    assert (second["written"], second["user"], second["calls"][0]["kind"]) == (False, "second", "made")
    [unrecorded] = page_case(told(case, None))["turns"]
    assert (unrecorded["user"], unrecorded["recorded"]) == ("first", False)


def test_a_case_that_could_not_be_read_has_its_reason() -> None:
    """Without case and run, the result alone is told."""
    plain = page_case(ToldCase(CaseResult(id="x", status="error", error="no such file"), None, None))
    assert (plain["id"], plain["reason"], plain["turns"], plain["expectations"]) == ("x", "no such file", [], [])


def test_attached_files_are_named_and_not_carried() -> None:
    """An image stands by its kind or place; its bytes are not in the page."""
    parts = (Part(data="aGVsbG8=", mime_type="image/png"), Part(uri="gs://b/c.pdf"))
    case = Case(id="x", cluster="x", turns=(Turn(user=parts),))
    assert page_case(told(case, None))["turns"][0]["attached"] == ["image/png", "a file gs://b/c.pdf"]


def test_long_texts_are_cut_aloud() -> None:
    """What a page need not carry is counted, and the files beside it have it."""
    run = Run(case_id="x", turns=(RunTurn(user="u", final_response="r" * (SHOWN + 1234)),))
    response = page_case(told(None, run))["turns"][0]["response"]
    assert response.startswith("r" * SHOWN + "\n") and "1,234 more characters" in response


def test_expectations_stand_beside_what_was_found() -> None:
    """Tools, words, outcome and state; a value that is missing is not the same as null."""
    expect = Expectation(required_tools=(), outcome="done", state={"a.b": 1, "c": None, "d": 2})
    case = Case(id="x", cluster="x", expect=expect)
    run = Run(case_id="x", state={"a": {"b": 3}, "c": None})
    assert page_case(told(case, run))["expectations"] == [
        ("required tools", "none", None),
        ("outcome", "done", None),
        ("state a.b", "1", "3"),
        ("state c", "None", "None"),
        ("state d", "2", "(not there)"),
    ]
