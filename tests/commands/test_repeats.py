"""Repeats of a case: averaged by case, never counted as more cases, and told apart where they disagree."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from judge_eval import Case, Run, score
from judge_eval.core.case import Turn
from judge_eval.core.config import Config, MetricConfig
from judge_eval.core.content import Part
from judge_eval.core.results import Results, ScoreRow
from judge_eval.core.run import Call, RunTurn
from judge_eval.errors import InputError
from judge_eval.pipeline.counts.case_counts import Shares
from judge_eval.report.by_case import cell_of
from judge_eval.report.marks import UNICODE
from judge_eval.stats.intervals.pass_power import pass_power
from tests.small_repeats import write_repeats
from tests.small_suite import ALL_YES, installed, scored


def results_of(folder: Path, *arguments: str) -> Results:
    """The results of the suite in `folder`, as the command prints them."""
    return Results.model_validate_json(scored(folder, "--format", "json", *arguments).stdout)


def test_cases_weigh_alike_however_often_they_were_run(tmp_path: Path) -> None:
    """2 of 3, 1 of 1 and 0 of 2: the mean is (2/3 + 1 + 0)/3 over three cases, not 3/6 over six runs."""
    write_repeats(tmp_path, {"a": "++-", "b": "+", "c": "--"})
    (row,) = results_of(tmp_path).estimates
    assert row.value == pytest.approx(5 / 9)
    assert (row.n, row.clusters) == (3, 3)


def test_doubled_repeats_change_no_estimate(tmp_path: Path) -> None:
    """The same answers once more are no new cases: value, interval and n are the same to the last bit."""
    write_repeats(tmp_path, {"a": "+-", "b": "++", "c": "--"})
    once = results_of(tmp_path).estimates
    write_repeats(tmp_path, {"a": "+-+-", "b": "++++", "c": "----"})
    assert results_of(tmp_path).estimates == once


def test_a_case_passes_as_its_repeats_do(tmp_path: Path) -> None:
    """(2/3 + 1)/2 = 83.3 % is enough for a pass share of .83, and not for .84; thirds add up to whole cases."""
    for share, code in ((0.83, 0), (0.84, 1)):
        config = f"metrics: {{tool_trajectory_avg_score: 1.0}}\ngate: {{pass_share: {share}}}\n"
        write_repeats(tmp_path, {"a": "++-", "b": "++"}, config=config)
        ended = scored(tmp_path)
        assert ended.code == code
        assert "1 of 2 cases reach their thresholds in every repeat, 83.3 % by the share of repeats" in ended.stdout
    shares = Shares()
    for _ in range(3):
        shares.add(["pass", "fail", "undecided"])
    assert (shares.of("pass"), shares.bounds()) == (Fraction(1), (1 / 3, 2 / 3))


def test_the_table_has_one_row_a_case(tmp_path: Path) -> None:
    """With how many repeats pass, the mean of each metric, the first reason, and the flaky cases named."""
    write_repeats(tmp_path, {"even": "++", "odd": "+-+", "never": "--"})
    lines = scored(tmp_path).stdout.splitlines()
    rows = {line.split()[0]: line for line in lines[2:5]}
    assert rows["even"].split()[1:5] == ["2/2", "passed", "1.00", "✓"]
    assert rows["odd"].split()[1:6] == ["2/3", "passed", "0.67", "2/3", "2/3"]
    assert "#1: tool_trajectory_avg_score: called search" in rows["odd"]
    assert rows["never"].split()[1:6] == ["0/2", "passed", "0.00", "✗", "FAIL"]
    assert "1/3 passed in every repeat · trajectory 1/3 · 1 flaky: odd" in lines


def test_a_repeat_in_error_is_marked_in_its_cell() -> None:
    """The mean is of the others, and the sign says that it is not of all."""
    rows = [
        ScoreRow(metric="m", status="scored", value=1.0, decision="pass"),
        ScoreRow(metric="m", status="error", reason="the metric broke"),
    ]
    assert cell_of(rows, UNICODE) == "1.00 ✓ !"


def test_one_run_a_case_has_no_word_of_repeats(tmp_path: Path) -> None:
    """Neither the table nor the results speak of repeats where there are none."""
    write_repeats(tmp_path, {"a": "+", "b": "-"})
    assert "repeat" not in scored(tmp_path).stdout
    assert results_of(tmp_path).repeats is None


def test_flaky_cases_are_named_in_json_and_explained(tmp_path: Path) -> None:
    """results.json keeps an entry a repeat; the story of a failed repeat says what the others came to."""
    write_repeats(tmp_path, {"even": "++", "odd": "+-+"})
    results = results_of(tmp_path)
    assert [(case.id, case.repeat, case.status) for case in results.cases][-2:] == [
        ("odd", 1, "failed"),
        ("odd", 2, "passed"),
    ]
    assert results.repeats is not None
    assert [(case.id, case.passed, case.repeats) for case in results.repeats.flaky] == [("odd", 2, 3)]
    assert "odd (repeat 1): failed, flaky: 2 of 3 repeats pass" in scored(tmp_path, "--explain").stdout


def test_pass_to_the_power_of_k(tmp_path: Path) -> None:
    """2 of 3 and 3 of 3: pass^1 (2/3+1)/2, pass^2 (1/3+1)/2, pass^3 (0+1)/2; of two repeats there is no pass^3."""
    write_repeats(tmp_path, {"a": "++-", "b": "+++", "c": "++"})
    used = results_of(tmp_path).repeats
    assert used is not None
    assert used.most == 3
    found = [(power.k, power.value, power.n) for power in used.pass_power]
    assert found == [(1, pytest.approx(8 / 9), 3), (2, pytest.approx(7 / 9), 3), (3, 0.5, 2)]
    assert all(power.low is not None and power.low < 0.5 for power in used.pass_power)
    assert "pass^3         0.500  0.095–0.905    2  2" in scored(tmp_path).stdout


def test_pass_power_is_the_share_of_choices() -> None:
    """Of 4 repeats 3 pass: 3 of the 6 pairs do, and 1 of the 4 triples."""
    assert [pass_power(3, 4, k) for k in (1, 2, 3, 4)] == [0.75, 0.5, 0.25, 0.0]
    for wrong in ((1, 2, 3), (1, 2, 0), (3, 2, 1)):
        with pytest.raises(ValueError, match="repeats"):
            pass_power(*wrong)


def test_what_could_not_be_scored_counts_as_not_passed_and_widens_the_bounds(tmp_path: Path) -> None:
    """A crash is a failure; a repeat of another case's words is open: pass^1 lies between 1/2 and 3/4."""
    write_repeats(tmp_path, {"a": "+?", "b": "+x"})
    ended = scored(tmp_path, "--format", "json")
    results = Results.model_validate_json(ended.stdout)
    assert results.repeats is not None
    first = results.repeats.pass_power[0]
    assert (first.value_low, first.value_high) == (0.5, 0.75)
    (row,) = results.estimates
    assert (row.n, row.errors) == (2, 1)
    assert ended.code == 1
    assert "1 case could not be scored in some repeats" in scored(tmp_path).stdout


def test_the_first_recorded_repeats_are_scored(tmp_path: Path) -> None:
    """--repeat takes the first R of each case, and names the cases that have fewer; without it all are scored."""
    write_repeats(tmp_path, {"a": "++-", "b": "+"})
    ended = installed(tmp_path, "score", "s.cases.yaml", "--repeat", "2", "--format", "json")
    assert ended.returncode == 0
    assert "note    --repeat 2: 1 case with fewer recorded runs: b 1" in ended.stderr.decode()
    assert [(case["id"], case["repeat"]) for case in json.loads(ended.stdout)["cases"]] == [
        ("a", 0),
        ("a", 1),
        ("b", 0),
    ]
    by_variable = installed(tmp_path, "score", "s.cases.yaml", "--format", "json", JUDGE_EVAL_REPEAT="2")
    assert by_variable.stdout == ended.stdout
    assert len(results_of(tmp_path).cases) == 4
    assert "2 runs would be scored" in scored(tmp_path, "--repeat", "1", "--dry-run").stdout


def test_references_cannot_be_repeated(tmp_path: Path) -> None:
    """There is one reference a case."""
    write_repeats(tmp_path, {"a": "+"})
    ended = scored(tmp_path, "--runs", "reference", "--repeat", "2")
    assert ended.code == 2
    assert "there is one reference run a case" in ended.stderr


def test_judged_items_are_answers(tmp_path: Path) -> None:
    """The pass rate counts case by turn by repeat, as items of one cluster; the score counts cases."""
    turn = '{user: "Hello a", reference: Good day.}'
    write_repeats(tmp_path, {"a": "+++"}, config='judge: {model: "scripted:judge.yaml"}\n')
    (tmp_path / "judge.yaml").write_text(ALL_YES, encoding="utf-8")
    (tmp_path / "s.cases.yaml").write_text(f"- {{id: a, turns: [{turn}]}}\n", encoding="utf-8")
    found = {row.kind: row for row in results_of(tmp_path, "--metric", "final_response_match_v2").estimates}
    assert (found["score"].n, found["pass_rate"].n, found["pass_rate"].clusters) == (1, 3, 1)


class Wavering:
    """An agent that passes at every other repeat, and whose adapter breaks at one of them."""

    fingerprint = "wavering@1"

    def __init__(self, breaks_at: int | None = None) -> None:
        self.told: list[tuple[str, int]] = []
        self._breaks_at = breaks_at

    async def run(self, case: Case, repeat: int) -> Run:
        """A run that calls a tool where the repeat is odd."""
        self.told.append((case.id, repeat))
        if repeat == self._breaks_at:
            raise InputError("the project is not signed in")
        calls = (Call(name="search"),) if repeat % 2 else ()
        turns = tuple(RunTurn(user=turn.user_text, final_response="Hi.", calls=calls) for turn in case.turns)
        return Run(case_id=case.id, repeat=repeat, turns=turns)


def live(agent: Wavering, repeat: int | None, *ids: str) -> Results:
    """The results of running `agent` on cases of these ids."""
    cases = [Case(id=one, cluster=one, turns=(Turn(user=(Part(text="hi"),), calls=()),)) for one in ids]
    config = Config(metrics={"tool_trajectory_avg_score": MetricConfig(threshold=1.0)})
    return score(cases, agent=agent, repeat=repeat, config=config, cache=None)


def test_a_live_agent_is_run_so_often() -> None:
    """--repeat R puts each case to the agent R times, without it once."""
    agent = Wavering()
    results = live(agent, 3, "a", "b")
    assert sorted(agent.told) == [(case_id, repeat) for case_id in "ab" for repeat in range(3)]
    assert [row.value for row in results.estimates] == [pytest.approx(2 / 3)]
    once = Wavering()
    live(once, None, "a")
    assert once.told == [("a", 0)]


def test_a_repeat_that_could_not_be_made_is_not_dropped() -> None:
    """The adapter's failure at one repeat is an error of that repeat, and the others are scored."""
    results = live(Wavering(breaks_at=2), 3, "a")
    assert [(case.repeat, case.status) for case in results.cases] == [(0, "passed"), (1, "failed"), (2, "error")]
    assert results.cases[2].error == "the agent could not be run: the project is not signed in"
    (row,) = results.estimates
    assert (row.value_low, row.value_high, row.errors) == (pytest.approx(1 / 3), pytest.approx(2 / 3), 1)


@pytest.mark.parametrize("choice", [{"repeat": 0}, {"subset": 0}])
def test_none_at_all_is_refused(choice: dict[str, Any]) -> None:
    """Nothing would be scored, and nothing scored is no passed suite."""
    with pytest.raises(InputError, match="expected 1 or more"):
        score([Case(id="a", cluster="a")], runs="reference", **choice)
