"""Whether a run answers its case, and what a perfect agent's run is."""

from __future__ import annotations

from judge_eval.adapters.files.found import FoundCase, Origin
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.case import AnyOf, ArgumentMatcher, Case, Equal, ExpectedCall, Ignore, Scenario, Tolerance, Turn
from judge_eval.core.content import Part
from judge_eval.core.run import Run, RunTurn
from judge_eval.pipeline.pairing import NO_SIMULATOR, mismatch, pairs, reference_run


def case(*users: str) -> Case:
    """A case in which a user says these things."""
    return Case(id="c", cluster="c", turns=tuple(Turn(user=(Part(text=user),)) for user in users))


def run(*users: str) -> Run:
    """A run in which a user said these things."""
    return Run(case_id="c", turns=tuple(RunTurn(user=user) for user in users))


def test_other_words_are_a_mismatch() -> None:
    """A run whose user says something else was recorded from another case; the turn is named from 1."""
    reason = mismatch(case("hi", "refund 4"), run("hi", "refund 5"))
    assert reason is not None
    assert "turn 2" in reason
    assert "'refund 5'" in reason


def test_white_space_is_no_mismatch() -> None:
    """Line ends and indentation may differ."""
    assert mismatch(case("hello\n  world"), run("hello world ")) is None


def test_missing_and_surplus_turns_are_no_mismatch() -> None:
    """The metrics fail such turns one by one, so the run is scored."""
    assert mismatch(case("a", "b"), run("a")) is None
    assert mismatch(case("a"), run("a", "b")) is None


def test_a_scenario_fits_any_run() -> None:
    """A simulated user's words are not known before."""
    scenario = Case(id="c", cluster="c", scenario=Scenario(starting_prompt="p", conversation_plan="q"))
    assert mismatch(scenario, run("anything")) is None


def test_reference_run_does_what_is_expected() -> None:
    """Each expected call is made with a value that its matcher accepts; an ignored argument is left out."""
    args: dict[str, ArgumentMatcher] = {
        "id": Equal(value="88"),
        "limit": Tolerance(value=5, tolerance=0.1),
        "tier": AnyOf(values=("gold", "silver")),
        "note": Ignore(),
    }
    turn = Turn(user=(Part(text="u"),), calls=(ExpectedCall(name="f", args=args),), reference="done")
    made = reference_run(Case(id="c", cluster="c", turns=(turn,)))
    assert made.turns[0].calls[0].args == {"id": "88", "limit": 5, "tier": "gold"}
    assert made.turns[0].final_response == "done"


def test_a_scenario_without_a_run_is_no_fault_of_the_agent() -> None:
    """What this tool cannot play is an error of the case, with the reason, and no run is made of it."""
    scenario = Case(id="c", cluster="c", scenario=Scenario(starting_prompt="p", conversation_plan="q"))
    with Spool() as spool:
        spool.add_case(FoundCase(scenario, Origin("here")))
        found = list(pairs(spool, references=False))
    assert [(pair.run, pair.reason) for pair in found] == [(None, NO_SIMULATOR)]
