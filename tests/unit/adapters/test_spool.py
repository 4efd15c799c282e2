"""The spool keeps a suite on disk, and tells what contradicts itself."""

from __future__ import annotations

from judge_eval.adapters.files.found import BrokenCase, FoundCase, FoundRun, Origin
from judge_eval.adapters.files.spool import Spool
from judge_eval.core.adk_scored import AdkScored
from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.results import CaseResult
from judge_eval.core.run import Run
from judge_eval.core.verdict import Verdict, VerdictLine
from judge_eval.errors import Problem

HERE, THERE = Origin("a.jsonl", 1), Origin("b.json", field="eval_cases[2]")


def _case(case_id: str) -> Case:
    return Case(id=case_id, cluster=case_id, turns=(Turn(user=(Part(text="hi"),)),))


def _line(case_id: str, repeat: int, metric: str, turn: int | None) -> VerdictLine:
    verdict = Verdict(question="q", item="i", decision="pass")
    return VerdictLine(case_id=case_id, repeat=repeat, metric=metric, turn=turn, verdict=verdict)


def test_cases_come_in_the_order_of_reading() -> None:
    """Cases come back as they were read, or by id when asked; each is found by its id."""
    with Spool() as spool:
        for case_id in ("b", "a", "c"):
            assert spool.add_case(FoundCase(_case(case_id), HERE)) is None
        assert [case.id for case in spool.cases()] == ["b", "a", "c"]
        assert [case.id for case in spool.cases(by_id=True)] == ["a", "b", "c"]
        assert spool.case("a") == _case("a")
        assert spool.case("x") is None
        assert spool.n_cases == 3


def test_an_id_that_stands_twice_names_both_places() -> None:
    """A second case of one id is refused with both places, and the first one stays; ADK takes both."""
    with Spool() as spool:
        spool.add_case(FoundCase(_case("a"), HERE))
        problem = spool.add_case(FoundCase(_case("a"), THERE))
        assert problem is not None
        assert str(problem).startswith("b.json: eval_cases[2]: the case id 'a' stands twice, also at a.jsonl:1")
        assert spool.n_cases == 1


def test_a_broken_case_is_kept_with_its_reason() -> None:
    """A case that contradicts itself is no case to score, has its reason, and its runs are not strays."""
    with Spool() as spool:
        spool.add_case(BrokenCase("a", THERE, Problem("it contradicts itself", case_id="a")))
        spool.add_run(Run(case_id="a"))
        assert spool.broken() == {"a": "case 'a': it contradicts itself"}
        assert list(spool.cases()) == []
        assert spool.case("a") is None
        assert list(spool.runs_without_case()) == []


def test_runs_come_by_repeat() -> None:
    """The runs of a case come by repeat; all runs come by case and repeat, without those whose case is not here."""
    with Spool() as spool:
        for case_id in ("a", "b"):
            spool.add_case(FoundCase(_case(case_id), HERE))
        for case_id, repeat in (("b", 0), ("a", 10), ("a", 2), ("c", 0)):
            assert spool.add_found_run(FoundRun(Run(case_id=case_id, repeat=repeat), HERE)) is None
        assert [run.repeat for run in spool.runs_of("a")] == [2, 10]
        assert [(run.case_id, run.repeat) for run in spool.runs()] == [("a", 2), ("a", 10), ("b", 0)]
        assert spool.runs_of("x") == []
        assert spool.n_runs == 4


def test_the_first_repeats_are_kept() -> None:
    """So many of each case by their numbers, whatever these are; cases with fewer are told, skipped ones are not."""
    with Spool() as spool:
        for case_id in ("a", "b", "c", "d"):
            skip = "later" if case_id == "c" else None
            spool.add_case(FoundCase(_case(case_id).model_copy(update={"skip": skip}), HERE))
        for case_id, repeat in (("a", 7), ("a", 3), ("a", 5), ("b", 4), ("c", 0)):
            spool.add_run(Run(case_id=case_id, repeat=repeat))
        assert spool.keep_repeats(2) == {"b": 1}
        assert [(run.case_id, run.repeat) for run in spool.runs()] == [("a", 3), ("a", 5), ("b", 4), ("c", 0)]
        assert (spool.n_cases, spool.n_skipped) == (3, 1)
        # Two of a, one of b, and one each for the skipped c and for d, which has no run.
        assert spool.n_pairs == 5


def test_a_run_recorded_twice_names_both_places() -> None:
    """A second run of one case and repeat is refused with both places."""
    with Spool() as spool:
        spool.add_found_run(FoundRun(Run(case_id="a"), HERE))
        problem = spool.add_found_run(FoundRun(Run(case_id="a"), THERE))
        assert problem is not None
        assert "repeat 0 of case 'a' was recorded twice, also at a.jsonl:1" in str(problem)


def test_a_run_without_a_case_is_told() -> None:
    """Each run whose case is not there is told with its place."""
    with Spool() as spool:
        spool.add_case(FoundCase(_case("a"), HERE))
        spool.add_found_run(FoundRun(Run(case_id="a"), HERE))
        spool.add_found_run(FoundRun(Run(case_id="x", repeat=1), THERE))
        (problem,) = spool.runs_without_case()
        assert problem.place == "b.json eval_cases[2]"
        assert "repeat 1 of case 'x'" in problem.message


def test_what_adk_said_stays_with_the_run() -> None:
    """What ADK said of a run comes back for that run; nothing was said of others."""
    said = (AdkScored(metric="m", value=0.5, status="failed"),)
    with Spool() as spool:
        spool.add_found_run(FoundRun(Run(case_id="a"), HERE, said))
        spool.add_run(Run(case_id="a", repeat=1))
        assert spool.said_of("a", 0) == said
        assert spool.said_of("a", 1) == ()
        assert spool.said_of("x", 0) == ()


def test_results_and_verdicts_come_sorted() -> None:
    """Results come by case and repeat, verdicts by case, repeat, metric and turn, whatever ended first."""
    with Spool() as spool:
        lines = [_line("b", 0, "m", 1), _line("b", 0, "m", None), _line("b", 0, "k", 0)]
        spool.add_result(CaseResult(id="b", status="passed"), lines)
        spool.add_result(CaseResult(id="a", repeat=1, status="failed"), [_line("a", 1, "m", None)])
        assert [(result.id, result.repeat) for result in spool.results()] == [("a", 1), ("b", 0)]
        order = [("a", "m", None), ("b", "k", 0), ("b", "m", None), ("b", "m", 1)]
        assert [(line.case_id, line.metric, line.turn) for line in spool.verdicts()] == order
        assert [line.metric for line in spool.verdicts_of("b", 0)] == ["k", "m", "m"]


def test_a_verdict_keeps_every_character() -> None:
    """What other readers of lines take for an end of one, a line separator or a form feed, ends no verdict."""
    verdict = Verdict(question="q", item="i", decision="pass", reason="one\u2028two\x85three\nfour\x0cfive\r")
    lines = [VerdictLine(case_id="a", repeat=0, metric="m", turn=turn, verdict=verdict) for turn in (0, 1)]
    with Spool() as spool:
        spool.add_result(CaseResult(id="a", status="passed"), lines)
        assert list(spool.verdicts()) == spool.verdicts_of("a", 0) == lines


def test_results_can_be_added_while_cases_are_read() -> None:
    """A suite is scored case by case: writing a result does not disturb the reading of cases."""
    with Spool() as spool:
        for number in range(500):
            spool.add_case(FoundCase(_case(str(number)), HERE))
        for case in spool.cases():
            spool.add_result(CaseResult(id=case.id, status="passed"), ())
        assert sum(1 for _ in spool.results()) == 500
