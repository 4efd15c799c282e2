"""A metric, a question or the program itself that breaks: a failed score or one sentence, never a traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from judge_eval.cli import score as score_command
from judge_eval.core.case import Case, Turn
from judge_eval.core.config import MetricConfig
from judge_eval.core.content import Part
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.question import Item, Question, QuestionOptions
from judge_eval.metrics.metric import Metric, Options
from judge_eval.pipeline.adjudicate import adjudicate
from judge_eval.pipeline.measure import measure
from judge_eval.pipeline.plan import Judged, Measured, Plan
from tests.small_suite import called, scored, write_suite

CASE = Case(id="a", cluster="a", turns=(Turn(user=(Part(text="Hi"),)),))
RUN = Run(case_id="a", turns=(RunTurn(user="Hi"),))


class NeverAsked:
    """A judge that must not be reached."""

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """Never."""
        raise AssertionError

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """Never."""
        raise AssertionError

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """Never."""
        raise AssertionError


def breaks(*_: Any, **__: Any) -> Any:
    """Raises what nobody expects."""
    raise ZeroDivisionError("by nothing")


def sound(case: Case, run: Run, options: Options) -> Score:
    """A score."""
    return Score(case_id=case.id, metric="sound", status="scored", value=1.0)


def test_a_metric_that_breaks_leaves_the_others() -> None:
    """Its score is an error with the exception's words."""
    metrics = (Metric("broken", breaks, Options), Metric("sound", sound, Options))
    plan = Plan(measured=tuple(Measured(metric, Options(), MetricConfig()) for metric in metrics))
    broken, other = measure(plan, CASE, RUN)
    assert (broken.status, broken.reason) == ("error", "the metric broke: ZeroDivisionError: by nothing")
    assert (other.status, other.value) == ("scored", 1.0)


def test_a_question_that_breaks_is_not_judged() -> None:
    """Its score is an error with the exception's words, with a judge at hand or without."""
    question = Question(metric="q", id="q", items=breaks, settle=breaks, options=QuestionOptions)
    for judge in (NeverAsked(), None):
        judged = Judged(question, QuestionOptions(), MetricConfig(), judge, not_judged="no key (set one)")
        (score,) = asyncio.run(adjudicate(Plan(judged=(judged,)), CASE, RUN))
        assert (score.status, score.reason) == ("error", "not judged: ZeroDivisionError: by nothing")


def test_a_fault_of_the_program_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is called what it is, with the way to see more; exit 3, for nothing was decided."""
    write_suite(tmp_path)
    monkeypatch.setattr(score_command, "open_suite", breaks)
    ended = scored(tmp_path)
    assert (ended.code, ended.stdout) == (3, "")
    assert ended.stderr == (
        "error: a fault of judge-eval itself: ZeroDivisionError: by nothing "
        "(JUDGE_EVAL_TRACEBACK=1 shows where; please report it)\n"
    )
    monkeypatch.setenv("JUDGE_EVAL_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        scored(tmp_path)


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 3), (BrokenPipeError(), 0)])
def test_what_ends_a_command_from_outside_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    """Ctrl-C while the input is read, and a reader that has gone before anything was decided."""

    def ends(*_: Any, **__: Any) -> Any:
        raise error

    write_suite(tmp_path)
    monkeypatch.setattr(score_command, "open_suite", ends)
    ended = scored(tmp_path)
    assert ended.code == code
    assert ended.stderr.strip() in ("", "stopped")


def test_without_a_command_there_is_help(tmp_path: Path) -> None:
    """Exit 2, for nothing was asked."""
    ended = called(tmp_path)
    assert ended.code == 2
    assert "score  " in ended.stderr


def test_a_forecast_names_what_cannot_be_scored(tmp_path: Path) -> None:
    """Cases without a run, each with its reason, before anything is paid."""
    write_suite(tmp_path, runs=[])
    (tmp_path / "s.runs.jsonl").write_text('{"case_id": "sum", "turns": [{"user": "How much is 2 + 2?"}]}\n')
    told = scored(tmp_path, "--dry-run").stdout
    assert "1 run would be scored; nothing was asked" in told
    assert "2 cases could not be scored\n  capital: no run of this case was given\n  where: no run" in told


def test_matchers_are_told_as_people_write_them(tmp_path: Path) -> None:
    """An explanation shows what each argument may be."""
    arguments = (
        "{a: 1, b: ignore, c: {regex: '[0-9]+'}, d: {tolerance: 0.5, value: 2}, e: {any_of: [x, y]}, "
        "f: {subset: {k: v}}, g: {casefold: Hi}}"
    )
    cases = f"- {{id: sum, turns: [{{user: '2?', calls: [{{name: add, args: {arguments}, args_match: subset}}]}}]}}\n"
    made = {"name": "add", "args": {"a": 1}, "error": "no such tool"}
    turn = {"user": "2?", "calls": [made], "texts": ["Wait."]}
    write_suite(tmp_path, cases=cases, runs=[{"case_id": "sum", "turns": [turn, {"user": "More?"}]}])
    told = scored(tmp_path, "--explain").stdout
    expected = (
        "add(a=1, b=anything, c=text like '[0-9]+', d=2.0 ± 0.5, e=one of 'x', 'y', f=at least {'k': 'v'}, "
        "g='Hi' in any case, …)"
    )
    assert f"expected calls: {expected}\n" in told
    assert "calls:          add(a=1) ! no such tool\n" in told
    assert "on the way:     Wait.\n" in told
    assert "  turn 2\n    user:           More?\n    calls:          (none)\n" in told
