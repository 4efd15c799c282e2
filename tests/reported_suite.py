"""A scored suite with one case of every kind, for the tests of its reports; nothing in it was ever run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from judge_eval.core.case import Case, Equal, Expectation, ExpectedCall, Quarantine, Turn
from judge_eval.core.comparison import (
    Baseline,
    ChangedItem,
    ComparedSide,
    Comparison,
    Difference,
    ItemSide,
    MetricChange,
)
from judge_eval.core.content import Part
from judge_eval.core.results import CaseResult, EstimateRow, JudgeUsed, QuestionUsed, Results, SampleCounts, ScoreRow
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.sample import Distribution, Sample
from judge_eval.core.score import Aspect
from judge_eval.core.session import Replayed, RunsSource, Session
from judge_eval.core.verdict import Verdict, VerdictLine
from judge_eval.report.scored_suite import ScoredSuite
from judge_eval.report.told_case import ToldCase

TRAJECTORY, JUDGED = "tool_trajectory_avg_score", "final_response_match_v2"
ASPECTS: dict[str, Aspect] = {TRAJECTORY: "trajectory", JUDGED: "response"}
HOSTILE = "</script><img src=x onerror=alert(1)> <!-- \u2028 & | *bold* @everyone [x](https://evil.example) \x07"
"""What an agent might say to leave the place where a report shows it."""

SESSION = Session(
    version="0.1.0",
    started="2026-11-30T09:00:00+00:00",
    seconds=12.5,
    calls=2,
    cached=6,
    host="runner",
    python="3.11.9",
    commit="1f3c0de",
    runs=(RunsSource(name="s.runs.jsonl", agents=("guide@1f3c",)),),
    replayed=(
        Replayed(file="tape.jsonl", metrics=(JUDGED,), samples=2, oldest="2026-10-01T08:00", newest="2026-10-02"),
    ),
    notes=("something was assumed",),
)
ESTIMATES = (
    EstimateRow(
        metric=TRAJECTORY, kind="score", value=0.75, low=0.4, high=0.95, n=4, clusters=3, threshold=1.0,
        decided_by="threshold", passed=False, method="t", baseline=1.0, delta=-0.25,
    ),
    EstimateRow(
        metric=JUDGED, kind="pass_rate", value=0.6, value_low=0.5, value_high=0.75, low=0.3, high=0.85, n=4, clusters=3,
        undecided=1, floor=0.7, decided_by="floor", method="rogan-gladen", raw=0.7, passed=None,
        calibration="local.json, 2026-11-01, 120 labels, drawn random", assumption="assumes that rates hold",
    ),
)  # fmt: skip
HEAD = Results(
    status="failed",
    judge=JudgeUsed(spec="local", model_fingerprint="ab" * 32),
    questions={
        JUDGED: QuestionUsed(
            question="final_response_match",
            judge="local",
            model_fingerprint="ab" * 32,
            fingerprint="cd" * 32,
            prompt_version=1,
            votes="lead:2,max:8",
            model_versions=("qwen-1",),
        )
    },
    samples=SampleCounts(asked=8, usable=7, failed=1),
    estimates=ESTIMATES,
)
SUITE = ScoredSuite(HEAD, SESSION, (("failed", "1 of 4 cases reach their thresholds, 100 % must"),))
COMPARISON = Comparison(
    status="failed",
    exit_code=1,
    base=ComparedSide(
        results="aa",
        status="passed",
        cases=4,
        accepted=Baseline(results="aa", commit="0ba5e", date="2026-11-29", version="0.1.0"),
    ),
    candidate=ComparedSide(results="bb", status="failed", cases=4),
    changes=(
        MetricChange(metric=JUDGED, rule="statistical", decision="fail", why="it fell from .9 to .6", n=4, broken=1),
        MetricChange(metric=TRAJECTORY, rule="tolerance", decision="undecided", why="too few clusters", n=4),
    ),
    items=(
        ChangedItem(
            case_id="wrong-answer",
            turn=0,
            metric=JUDGED,
            turned="broken",
            base=ItemSide(value=1.0, decision="pass", response="It is Paris."),
            candidate=ItemSide(value=0.0, decision="fail", reason="no 2 of 2", response=HOSTILE),
        ),
    ),
    differences=(Difference(kind="case", name="new-one", what="only the candidate has it"),),
    warnings=("two clusters only",),
)


def told() -> Iterator[ToldCase]:
    """The cases, in the order of their ids."""
    yield _told("broke-off", "failed", error="ConnectionError: no answer")
    yield ToldCase(CaseResult(id="no-run", status="error", error="no run is recorded"), None, None)
    yield _told("open", "undecided", decision="undecided")
    yield _told("passes", "passed", calls=(Call(name="look_up", args={"city": "Paris"}, result={"found": True}),))
    quarantine = Quarantine(reason="flaky tool", until=date(2027, 1, 31))
    yield _told("set-aside", "failed", decision="fail", quarantine=quarantine)
    yield ToldCase(CaseResult(id="skipped", status="skipped", skip="not written yet"), None, None)
    yield _told("wrong-answer", "failed", decision="fail", response=HOSTILE, calls=(Call(name="guess"),))


def results() -> list[CaseResult]:
    """Their results."""
    return [one.result for one in told()]


def many(n: int) -> Iterator[ToldCase]:
    """So many cases, of which every seventh fails."""
    for number in range(n):
        fails = number % 7 == 0
        yield _told(f"case-{number:05}", "failed" if fails else "passed", decision="fail" if fails else "pass")


def _told(id_: str, status: str, decision: str = "pass", **fields: object) -> ToldCase:
    """A case of one turn with a score of each metric, and the judge's verdict."""
    response, calls = fields.pop("response", "Paris, of course."), fields.pop("calls", ())
    expected = (ExpectedCall(name="look_up", args={"city": Equal(value="Paris")}),)
    turn = Turn(user=(Part(text="What is the capital of France?"),), calls=expected, reference="It is Paris.")
    case = Case(
        id=id_,
        cluster="capitals",
        turns=(turn,),
        expect=Expectation(required_tools=("look_up",), state={"city": "Paris"}),
        tags=("geography", "en"),
    )
    run = Run.model_validate(
        {
            "case_id": id_,
            "turns": [RunTurn.model_validate({"user": turn.user_text, "final_response": response, "calls": calls})],
            "state": {"city": "Lyon"},
            "error": fields.get("error"),
        }
    )
    rows = (
        ScoreRow(metric=TRAJECTORY, status="scored", value=1.0, decision="pass"),
        ScoreRow.model_validate(_judged(decision)),
    )
    verdicts: dict[Aspect, str] = {"trajectory": "pass", "response": decision}
    result = CaseResult.model_validate({"id": id_, "status": status, "verdicts": verdicts, "scores": rows, **fields})
    return ToldCase(result, case, run, [_verdict(id_, decision)])


def _judged(decision: str) -> dict[str, object]:
    value = {"pass": 1.0, "fail": 0.0}.get(decision)
    status = "undecided" if value is None else "scored"
    common: dict[str, object] = {
        "metric": JUDGED,
        "votes": {"yes": 1, "no": 1},
        "asked": 3,
        "reason": "1 of 3 said yes",
    }
    return common | {"status": status, "value": value, "decision": decision, "low": 0.0, "high": 1.0}


def _verdict(id_: str, decision: str) -> VerdictLine:
    said = Sample(
        item="i", index=0, answer="yes", rationale="It names Paris.", model_version="qwen-1", date="2026-11-30T09:00",
        distribution=Distribution(shares={"yes": 0.8, "no": 0.2}, lost=0.0),
    )  # fmt: skip
    lost = Sample(item="i", index=1, failure="unparseable", detail="neither yes nor no", text=HOSTILE)
    plain = {"question": "final_response_match", "item": "i", "decision": decision, "value": 0.5, "spread": 0.2}
    counts = {"votes": {"yes": 1, "no": 1}, "asked": 3, "usable": 2, "reason": "1 of 3 said yes"}
    verdict = Verdict.model_validate({**plain, **counts, "samples": (said, lost)})
    return VerdictLine(case_id=id_, repeat=0, metric=JUDGED, turn=0, verdict=verdict)
