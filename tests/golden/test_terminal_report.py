"""The terminal report, as people see it."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from judge_eval.core.case import Case, ExpectedCall, Quarantine, Regex, Turn
from judge_eval.core.content import Part
from judge_eval.core.results import CaseResult, EstimateRow, PassPower, RepeatsUsed, Results, ScoreRow
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.sample import Sample
from judge_eval.core.score import Status
from judge_eval.core.verdict import Decision, Verdict, VerdictLine
from judge_eval.report.as_estimates import EstimateTable, WhyNot
from judge_eval.report.as_explanation import explanation
from judge_eval.report.as_json import eval_report_json, results_json
from judge_eval.report.as_list import case_list
from judge_eval.report.as_repeats import repeats_table
from judge_eval.report.as_terminal import SHOWN_PASSING, CaseTable
from judge_eval.report.canvas import Canvas, stacked
from judge_eval.report.marks import ASCII, UNICODE, marks_for
from judge_eval.report.told_case import ToldCase

METRICS = ("tool_trajectory_avg_score", "response_match_score", "final_response_match_v2")


def row(metric: str, value: float | None = None, decision: Decision | None = None, **fields: Any) -> ScoreRow:
    """A row that is scored where it has a value."""
    status: Status = fields.pop("status", "not_applicable" if value is None else "scored")
    return ScoreRow(metric=metric, status=status, value=value, decision=decision, **fields)


WRONG = CaseResult(
    id="refund-over-limit-001",
    status="failed",
    verdicts={"trajectory": "pass", "response": "fail"},
    scores=(
        row(METRICS[0], 1.0, "pass"),
        row(METRICS[1], 0.31),
        row(METRICS[2], 0.0, "fail", reason="turn 1: the judge says no", votes={"yes": 1, "no": 4}, asked=5),
        row(METRICS[2], 0.0, "fail", turn=0, reason="the judge says no", votes={"yes": 1, "no": 4}, asked=5),
    ),
)
TORN = CaseResult(
    id="torn",
    status="undecided",
    verdicts={"trajectory": "pass", "response": "undecided"},
    scores=(
        row(METRICS[0], 1.0, "pass"),
        row(METRICS[1]),
        row(
            METRICS[2],
            decision="undecided",
            status="undecided",
            low=0,
            high=1,
            reason="no strict majority of the 5 asked",
            votes={"yes": 2, "no": 1, "cannot_tell": 1},
            asked=5,
        ),
    ),
)
LOST = CaseResult(id="lost", status="error", error="no run of this case was given")
GOOD = CaseResult(
    id="good",
    status="passed",
    verdicts={"trajectory": "pass", "response": "pass"},
    scores=(row(METRICS[0], 1.0, "pass"), row(METRICS[1], 1.0), row(METRICS[2], 0.97, "pass")),
)
ESTIMATES = (
    EstimateRow(metric=METRICS[0], kind="score", value=0.857, value_low=0.857, value_high=0.857, low=0.6, high=0.96,
                n=14, clusters=14, threshold=1, decided_by="threshold", passed=False),
    EstimateRow(metric=METRICS[1], kind="score", value=0.3, value_low=0.3, value_high=0.3, n=1, clusters=1,
                not_applicable=13, method="none: one cluster"),
    EstimateRow(metric=METRICS[2], kind="pass_rate", value=0.8, value_low=0.8, value_high=0.85, low=0.6, high=0.96,
                n=20, clusters=14, undecided=1, by_rule=2, floor=0.75, decided_by="floor", passed=True),
    EstimateRow(metric="token_usage_v1", kind="score", value=1234.5, low=1100.0, high=1400.0, n=14, clusters=14),
)  # fmt: skip


def table(*results: CaseResult) -> CaseTable:
    """The table of these cases."""
    cases = CaseTable(METRICS)
    for result in results:
        cases.add([result])
    return cases


@pytest.mark.parametrize(
    "canvas",
    [
        Canvas(UNICODE),
        Canvas(UNICODE, width=130),
        Canvas(UNICODE, width=60),
        Canvas(ASCII),
        Canvas(UNICODE, width=200, color=True),
    ],
    ids=["plain", "narrow", "blocks", "ascii", "color"],
)
def test_case_table(canvas: Canvas, snapshot: SnapshotAssertion) -> None:
    """Each metric has a column with its own mark, trajectory and response keep their own verdicts, a reason follows."""
    assert table(WRONG, GOOD, LOST, TORN).drawn(canvas) == snapshot


@pytest.mark.parametrize("canvas", [Canvas(UNICODE), Canvas(ASCII, width=70)], ids=["plain", "blocks"])
def test_repeats_and_cases_set_aside(canvas: Canvas, snapshot: SnapshotAssertion) -> None:
    """One row a case with how many repeats pass; skipped and quarantined cases say why; pass^k has a table."""
    held = Quarantine(reason="flaky since Monday", until=date(2026, 12, 31))
    cases = CaseTable(METRICS)
    cases.add([GOOD, GOOD.model_copy(update={"repeat": 1})])
    cases.add([WRONG.model_copy(update={"repeat": 2}), GOOD.model_copy(update={"id": WRONG.id, "repeat": 3})])
    cases.add([TORN.model_copy(update={"quarantine": held}), LOST.model_copy(update={"id": "torn", "repeat": 1})])
    cases.add([CaseResult(id="later", status="skipped", skip="waits for the new tool")])
    power = PassPower(k=1, value=0.75, value_low=0.75, value_high=0.75, low=0.4, high=1, level=0.95, n=2, clusters=2,
                      method="plus-two cluster t, 2 clusters")  # fmt: skip
    alone = power.model_copy(update={"k": 2, "value_high": 1, "low": None, "n": 1, "method": "none: one cluster"})
    drawn = repeats_table(RepeatsUsed(most=2, pass_power=(power, alone)), canvas)
    assert f"{cases.drawn(canvas)}\n{drawn}" == snapshot


@pytest.mark.parametrize("canvas", [Canvas(UNICODE), Canvas(ASCII, width=100)], ids=["plain", "narrow"])
def test_estimates(canvas: Canvas, snapshot: SnapshotAssertion) -> None:
    """Each estimate has its interval, its counts, what decided it, and why it does not apply everywhere."""
    why_not = {METRICS[1]: "the turn has no reference"}
    assert EstimateTable(ESTIMATES, why_not, pass_share=0.8).drawn(canvas) == snapshot


def test_what_nobody_has_gets_no_column() -> None:
    """Where no item is undecided or in error, no column says so."""
    drawn = EstimateTable(ESTIMATES[:1]).drawn(Canvas(UNICODE))
    assert "undecided" not in drawn
    assert "errors" not in drawn


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """However narrow the terminal, rows are broken between columns, never by the terminal itself."""
    canvas = Canvas(UNICODE, width=width)
    drawn = table(WRONG, GOOD, LOST).drawn(canvas)
    longest = max(len(line) for line in drawn.splitlines())
    assert longest <= max(width, 45)
    assert "final_response_match_v2: turn 1: the judge says no" in " ".join(drawn.split())


def test_control_characters_are_shown() -> None:
    """What an agent or a file says cannot move the cursor, colour the screen or turn a line round."""
    hostile = GOOD.model_copy(update={"id": "a\x1b[2Jb\nc\u202ed", "error": "x\x1bc"})
    drawn = table(hostile).drawn(Canvas(UNICODE))
    assert "a\\x1b[2Jb\\nc\\u202ed" in drawn
    assert "x\\x1bc" in drawn
    assert not set(drawn) & set("\x1b\u202e")
    told = explanation(ToldCase(hostile, None, None), UNICODE)
    assert not set(told) & set("\x1b\u202e")


def test_why_nothing_was_judged_is_told_once() -> None:
    """The same remedy in every row would hide the rows."""
    lost = row(METRICS[2], status="error", reason="not judged: no model (judge-eval model fetch)")
    results = [CaseResult(id=name, status="undecided", scores=(lost,)) for name in "abc"]
    drawn = table(*results).drawn(Canvas(UNICODE))
    assert drawn.count("judge-eval model fetch") == 1
    assert drawn.count(f"{METRICS[2]}: not judged, as above") == 2


def test_cases_that_nothing_decides_are_not_called_failed() -> None:
    """Without a threshold no case passes or fails: the line under the table says so."""
    free = CaseResult(id="free", status="reported", scores=(row(METRICS[1], 0.3),))
    assert "1 case reported, which nothing decides" in table(free).drawn(Canvas(UNICODE))
    assert " passed" not in table(free).drawn(Canvas(UNICODE))
    assert "1/1 passed" in table(free, GOOD).drawn(Canvas(UNICODE))


def test_the_commonest_reason_is_told() -> None:
    """Of the reasons why a metric does not apply, the commonest stands for all."""
    why_not = WhyNot()
    for reason in ("no reference", "no call", "no reference"):
        why_not.add(CaseResult(id="a", status="reported", scores=(row(METRICS[1], reason=reason),)))
    why_not.add(CaseResult(id="b", status="passed", scores=(row(METRICS[0], 1.0),)))
    assert why_not.commonest() == {METRICS[1]: "no reference"}


def test_passing_rows_fold() -> None:
    """Past thirty, passing rows are counted instead of shown; rows that did not pass are all shown."""
    results = [GOOD.model_copy(update={"id": f"good-{number:02}"}) for number in range(40)]
    cases = table(WRONG, *results[:20], TORN, *results[20:])
    drawn = cases.drawn(Canvas(UNICODE))
    assert drawn.count("good-") == SHOWN_PASSING
    assert "10 more passing cases not shown" in drawn
    assert "torn" in drawn


def test_explanation(snapshot: SnapshotAssertion) -> None:
    """A case told in full: what was said and done, what was expected, and every sample."""
    expected = ExpectedCall(name="lookup_order", args={"order_id": Regex(pattern=r"\d+")}, args_match="subset")
    case = Case(
        id="torn",
        cluster="torn",
        turns=(Turn(user=(Part(text="Where is\nmy order?"),), calls=(expected,), reference="It is on its way."),),
    )
    call = Call(name="lookup_order", args={"order_id": "88"}, result={"status": "shipped"})
    run = Run(case_id="torn", turns=(RunTurn(user="Where is my order?", calls=(call,), texts=("Let me look.",)),))
    sample = Sample(item="i", index=0, answer="no", rationale="no answer at all")
    lost = Sample(item="i", index=1, failure="unparseable", detail="no answer found", text="Hm.")
    verdict = Verdict(
        question="q", item="i", decision="undecided", value=0.0, spread=0.1, asked=2, usable=1, samples=(sample, lost)
    )
    line = VerdictLine(case_id="torn", repeat=0, metric=METRICS[2], turn=0, verdict=verdict)
    assert explanation(ToldCase(TORN, case, run, [line]), UNICODE) == snapshot


def test_case_list(snapshot: SnapshotAssertion) -> None:
    """The cases are listed with their clusters, turns and runs at hand."""
    case = Case(id="a", cluster="order", turns=(Turn(user=(Part(text="Where is it? " * 20),)),), tags=("x", "y"))
    assert case_list([(case, 2)], Canvas(UNICODE), date(2026, 11, 30)) == snapshot


def test_results_json_is_one_document() -> None:
    """The pieces of results.json make one document, equal to the nouns that it was made of."""
    head = Results(status="failed", estimates=ESTIMATES)
    text = "".join(results_json(head, [WRONG, GOOD]))
    assert Results.model_validate_json(text) == head.model_copy(update={"cases": (WRONG, GOOD)})
    empty = "".join(results_json(Results(status="passed"), []))
    assert Results.model_validate_json(empty) == Results(status="passed")


def test_eval_report_holds_the_headlines() -> None:
    """eval-report.json is a list with one entry a metric."""
    report = json.loads(eval_report_json(ESTIMATES))
    assert [entry["metric"] for entry in report] == [*METRICS, "token_usage_v1"]
    assert report[2] == {
        "metric": METRICS[2], "average": 0.8, "baseline": None, "delta": None, "floor": 0.75, "passed": True
    }  # fmt: skip


def test_marks_follow_the_encoding() -> None:
    """A stream that cannot carry the signs gets plain ones."""
    assert marks_for("utf-8") is UNICODE
    assert marks_for("cp1252") is ASCII
    assert marks_for(None) is ASCII
    assert marks_for("no such encoding") is ASCII


def test_stacked_names_lose_nothing() -> None:
    """A long name is broken after underscores and reads the same when joined."""
    name = "rubric_based_multi_turn_trajectory_quality_v1"
    assert stacked(name).replace("\n", "") == name
    assert max(map(len, stacked(name).split("\n"))) <= 17
