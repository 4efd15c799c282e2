"""The second look: which items are asked again, of which runs, and what becomes of an item without an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from judge_eval.core.case import Case, Turn
from judge_eval.core.config import MetricConfig
from judge_eval.core.content import Part
from judge_eval.core.results import CaseResult, Results, ScoreRow
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.errors import TransportError
from judge_eval.judge import catalog as questions
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.question import Item, QuestionOptions
from judge_eval.pipeline.comparison.ask_again import Answers, SecondLook
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.comparison.item_pairs import paired
from judge_eval.pipeline.plan import Judged
from judge_eval.wiring.silent_progress import Silent

METRIC = "final_response_match_v2"


@dataclass
class Recorder:
    """A judge that passes what it is asked about, and keeps the responses that it saw; it breaks on `breaks`."""

    breaks: str = "never"
    seen: list[str] = field(default_factory=list[str])

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """Each item by itself."""
        return [(item,) for item in items]

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """A pass."""
        (item,) = pack
        response = item.inputs["response"]
        if self.breaks in response:
            raise TransportError("the line is dead")
        self.seen.append(response)
        return [
            Verdict(question=item.question, item=item.fingerprint, decision="pass", value=1.0, credit=1.0, passing=3)
        ]

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """Nothing is planned here."""
        return PlannedCalls()


def side(name: str, decisions: dict[str, list[Decision]], *, has_runs: bool = True) -> Side:
    """A side of two turns a case, each decided as told; runs answer with their side's and turn's name."""
    results = [
        CaseResult(
            id=case_id,
            status="reported",
            scores=(
                ScoreRow(metric=METRIC, status="scored", value=0.5, decision="fail"),
                *(
                    ScoreRow(metric=METRIC, turn=turn, status="scored", value=0.0, decision=decision)
                    for turn, decision in enumerate(turns)
                ),
            ),
        )
        for case_id, turns in decisions.items()
    ]

    def case(case_id: str) -> Case:
        turns = tuple(Turn(user=(Part(text="Hello"),), reference="Welcome") for _ in decisions[case_id])
        return Case(id=case_id, cluster=case_id, turns=turns)

    def runs_of(case_id: str) -> list[Run]:
        turns = tuple(
            RunTurn(user="Hello", final_response=f"{name} {case_id} {turn}") for turn in range(len(decisions[case_id]))
        )
        return [Run(case_id=case_id, turns=turns)]

    return Side(name, "", Results(status="passed"), lambda: results, case, runs_of, has_runs=has_runs)


def looked(base: Side, candidate: Side, judge: Recorder | None) -> Answers:
    """The answers of a second look at all that differs."""
    judged = Judged(questions.load(METRIC), QuestionOptions(), MetricConfig(), judge, not_judged="no judge is here")
    second = SecondLook(base, candidate, lambda case_id, metric: judged, Silent())
    return asyncio.run(second.ask(paired(base, candidate).pairs, concurrency=2))


def test_only_what_differs_or_is_undecided_is_asked_on_both_sides() -> None:
    """Of three cases of two turns: one turn differs, one is undecided on both sides; the other four are left alone."""
    base = side("old", {"a": ["pass", "pass"], "b": ["pass", "undecided"], "c": ["pass", "fail"]})
    candidate = side("new", {"a": ["pass", "fail"], "b": ["pass", "undecided"], "c": ["pass", "fail"]})
    judge = Recorder()
    answers = looked(base, candidate, judge)
    assert sorted(judge.seen) == ["new a 1", "new b 1", "old a 1", "old b 1"]
    assert {key.case_id for _, key in answers.scores} == {"a", "b"}
    assert not answers.unanswered


def test_an_item_whose_judge_breaks_is_unanswered() -> None:
    """One side without an answer leaves the pair as it was, and tells why."""
    base, candidate = side("old", {"a": ["pass"], "b": ["fail"]}), side("new", {"a": ["fail"], "b": ["pass"]})
    answers = looked(base, candidate, Recorder(breaks="new a"))
    ((key, why),) = answers.unanswered.items()
    assert (key.case_id, why) == ("a", "not judged: the line is dead")


@pytest.mark.parametrize("at_hand", [True, False])
def test_without_runs_or_a_judge_nothing_is_answered(at_hand: bool) -> None:
    """Each item that should have been asked is named with the reason."""
    base = side("old", {"a": ["pass"]}, has_runs=at_hand)
    answers = looked(base, side("new", {"a": ["fail"]}), None)
    assert list(answers.unanswered.values()) == ["not judged: no judge is here" if at_hand else "old has no runs.jsonl"]
