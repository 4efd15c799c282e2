"""Judged metrics on one run: what each item's asking comes to, and what a run without a judge still weighs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from judge_eval.core.case import Case, Scenario, Turn
from judge_eval.core.config import MetricConfig
from judge_eval.core.content import Part
from judge_eval.core.estimate import Estimate
from judge_eval.core.policy import Clause, Policy
from judge_eval.core.rubric import Criterion, Rubric
from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict
from judge_eval.errors import InputError, JudgeError, StoppedError
from judge_eval.judge import catalog
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.question import Item, QuestionOptions
from judge_eval.judge.questions.grounding import GroundingOptions
from judge_eval.judge.questions.safety import SafetyOptions
from judge_eval.pipeline.adjudicate import adjudicate, unadjudicated
from judge_eval.pipeline.counts.aggregate import Tallies
from judge_eval.pipeline.plan import Judged, Plan

MATCH, RUBRIC, GROUNDING = "final_response_match_v2", "rubric_based_final_response_quality_v1", "hallucinations_v1"
SAFETY = SafetyOptions(policy=Policy(id="p", clauses=(Clause(id="c", text="It harms."),)))


class ToldJudge:
    """Passes every item but for one in whose inputs a text stands, which it says by the exception of that text."""

    def __init__(self, raising: dict[str, Exception] | None = None, failing: str = "never") -> None:
        self._raising = raising or {}
        self._failing = failing

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """Each item by itself."""
        return [(item,) for item in items]

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """What was told."""
        await asyncio.sleep(0)
        return [self._verdict(item) for item in pack]

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """Is not asked for."""
        raise AssertionError

    def _verdict(self, item: Item) -> Verdict:
        own = item.inputs.get("claim") or item.inputs.get("criterion") or item.inputs["response"]
        for text, error in self._raising.items():
            if text in own:
                raise error
        passes = self._failing not in own
        return Verdict(
            question=item.question,
            item=item.fingerprint,
            decision="pass" if passes else "fail",
            credit=float(passes),
            asked=1,
            usable=1,
        )


def case_of(n_turns: int, *criteria: str) -> Case:
    """A case with as many turns, each with a reference, under a rubric of these criteria."""
    rubric = Rubric(id="r", criteria=tuple(Criterion(id=text, text=text) for text in criteria)) if criteria else None
    turns = tuple(Turn(user=(Part(text=f"Q{n}"),), reference=f"R{n}") for n in range(n_turns))
    return Case(id="c", cluster="c", turns=turns, rubrics=(rubric,) if rubric else ())


def run_of(*responses: str | None, error: str | None = None) -> Run:
    """A run of such a case, with a call in each turn so that there is evidence."""
    turns = tuple(
        RunTurn(user=f"Q{n}", final_response=response, calls=(Call(name="look", result="seen"),))
        for n, response in enumerate(responses)
    )
    return Run(case_id="c", turns=turns, error=error)


def plan_of(metric: str, judge: ToldJudge | None, options: QuestionOptions | None = None) -> Plan:
    """A plan of that metric alone."""
    question = catalog.load(metric)
    made = question.options() if options is None else options
    return Plan(judged=(Judged(question, made, MetricConfig(), judge, not_judged="no key (set one)"),))


def judged(metric: str, judge: ToldJudge | None, case: Case, run: Run, options: QuestionOptions | None = None) -> Score:
    """The score of that metric."""
    (score,) = asyncio.run(adjudicate(plan_of(metric, judge, options), case, run))
    return score


def rate_of(plan: Plan, *scores: Score) -> Estimate:
    """The pass rate over these runs."""
    tallies = Tallies([plan])
    for number, score in enumerate(scores):
        tallies.add([[score]], str(number))
    return tallies.estimates()[-1]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoppedError("budget spent: 5 calls"), "not judged: budget spent: 5 calls"),
        (InputError("the key is dead"), "not judged: the key is dead"),
        (JudgeError("HTTP 400"), "not judged: HTTP 400"),
        (ZeroDivisionError("by nothing"), "not judged: ZeroDivisionError: by nothing"),
    ],
)
def test_an_asking_that_fails_leaves_the_others_their_verdicts(error: Exception, said: str) -> None:
    """Of three turns one cannot be asked about: the others are worth 1, and the mean lies between 2/3 and 1."""
    plan = plan_of(MATCH, None)
    score = judged(MATCH, ToldJudge({"b": error}), case_of(3), run_of("a", "b", "c"))
    assert [(turn.status, turn.value, len(turn.verdicts)) for turn in score.turns] == [
        ("scored", 1.0, 1),
        ("error", None, 0),
        ("scored", 1.0, 1),
    ]
    assert (score.status, score.reason, score.low, score.high) == ("error", said, 2 / 3, 1.0)
    assert (score.decision, score.turns[1].decision, score.turns[1].reason) == ("undecided", "undecided", said)
    rate = rate_of(plan, score)
    assert (rate.n, rate.errors, rate.value_low, rate.value_high) == (3, 1, 2 / 3, 1.0)


def test_a_turn_that_fails_decides_though_another_could_not_be_asked_about() -> None:
    """One wrong answer is enough, whatever the other would have been."""
    judge = ToldJudge({"b": StoppedError("spent")}, failing="a")
    score = judged(MATCH, judge, case_of(2), run_of("a", "b"))
    assert (score.status, score.decision, score.low, score.high) == ("error", "fail", 0.0, 0.5)


def test_a_criterion_that_could_not_be_asked_about_is_an_error_of_its_own() -> None:
    """The other criteria stand, under a turn between what it may come to."""
    score = judged(RUBRIC, ToldJudge({"kind": StoppedError("spent")}), case_of(1, "brief", "kind"), run_of("a"))
    (turn,) = score.turns
    assert [(one.criterion, one.status) for one in turn.criteria] == [("brief", "scored"), ("kind", "error")]
    assert (turn.status, turn.low, turn.high, turn.reason) == ("error", 0.5, 1.0, "not judged: spent")


def test_a_claim_that_could_not_be_asked_about_bounds_its_turn() -> None:
    """The verdicts on the other claims are kept; a claim that fails still fails the response."""
    response = "It is red. It is blue. It is old."
    open_ = judged(GROUNDING, ToldJudge({"blue": StoppedError("spent")}), case_of(1), run_of(response))
    (turn,) = open_.turns
    assert (turn.status, turn.decision, len(turn.verdicts)) == ("error", "undecided", 2)
    assert (turn.low, turn.high, turn.reason) == (2 / 3, 1.0, "not judged: spent")
    failed = judged(GROUNDING, ToldJudge({"blue": StoppedError("x")}, failing="red"), case_of(1), run_of(response))
    assert failed.turns[0].decision == "fail"
    assert rate_of(plan_of(GROUNDING, None), failed).value == 0.0


def test_without_a_judge_each_item_is_an_error_but_for_those_that_a_rule_decides() -> None:
    """Three turns are three items of the pass rate: one equals its reference, two are not judged."""
    score = judged(MATCH, None, case_of(3), run_of("R0", "b", "c"))
    assert [turn.status for turn in score.turns] == ["scored", "error", "error"]
    assert (score.status, score.reason) == ("error", "not judged: no key (set one)")
    rate = rate_of(plan_of(MATCH, None), score)
    assert (rate.n, rate.errors, rate.by_rule) == (3, 2, 1)


@pytest.mark.parametrize(("metric", "n_items"), [(MATCH, 3), (RUBRIC, 3 * 2), (GROUNDING, 3), ("safety_v1", 3)])
def test_a_case_without_a_run_weighs_as_many_items_as_it_has(metric: str, n_items: int) -> None:
    """Its turns, or their criteria, are errors; a turn that the metric says nothing about would be none."""
    plan = plan_of(metric, None, SAFETY if metric == "safety_v1" else None)
    tallies = Tallies([plan])
    case = case_of(3, "brief", "kind")
    tallies.add([unadjudicated(plan, case, "no run of this case was given")], "c")
    score, rate = tallies.estimates()
    assert (score.n, score.errors, rate.n, rate.errors) == (1, 1, n_items, n_items)


def test_what_does_not_apply_to_a_case_does_not_weigh_without_a_run() -> None:
    """A case without any reference has nothing to be held against, whoever ran it."""
    plan = plan_of(MATCH, None)
    bare = Case(id="c", cluster="c", turns=(Turn(user=(Part(text="Hi"),)),))
    (score,) = unadjudicated(plan, bare, "no run of this case was given")
    assert (score.status, score.turns[0].reason) == ("not_applicable", "no reference")


def test_a_question_that_breaks_without_a_run_is_one_error() -> None:
    """Nobody knows how many items it would have had."""
    options = SafetyOptions(policy="never read")
    (score,) = unadjudicated(plan_of("safety_v1", None, options), case_of(2), "no run")
    assert (score.status, score.turns) == ("error", ())
    assert score.reason.startswith("not judged: ValueError: the policy 'never read'")


@pytest.mark.parametrize(
    ("metric", "options"),
    [("safety_v1", SAFETY), (GROUNDING, GroundingOptions()), (RUBRIC, None), ("multi_turn_task_success_v1", None)],
)
def test_a_scenario_whose_agent_broke_off_at_once_is_not_passed(metric: str, options: QuestionOptions | None) -> None:
    """A crash before the first turn stays in the denominator as a fail, with its reason."""
    scenario = Scenario(starting_prompt="Hi", conversation_plan="Ask.")
    rubric = Rubric(id="r", criteria=(Criterion(id="kind", text="It is kind."),))
    case = Case(id="c", cluster="c", scenario=scenario, rubrics=(rubric,))
    score = judged(metric, ToldJudge(), case, Run(case_id="c", error="ImportError: no tool"), options)
    assert (score.value, score.decision) == (0.0, "fail")
    assert score.reason.endswith("the agent broke off: ImportError: no tool")
    rate = rate_of(plan_of(metric, None, options), score)
    assert (rate.value, rate.n, rate.by_rule) == (0.0, 1, 1)


@pytest.mark.parametrize("metric", [MATCH, RUBRIC, GROUNDING, "safety_v1"])
def test_an_agent_that_broke_off_after_its_last_answer_has_not_passed_that_turn(metric: str) -> None:
    """Where the case goes on, the turn after it is the one that was cut off; every question says the same."""
    options = SAFETY if metric == "safety_v1" else None
    for case, passed in ((case_of(1, "kind"), []), (case_of(2, "kind"), ["pass"])):
        score = judged(metric, ToldJudge(), case, run_of("a", error="boom"), options)
        decisions = [turn.decision for turn in score.turns]
        assert decisions == [*passed, "fail"]
        assert "the agent broke off: boom" in score.turns[-1].reason
