"""`judge-eval compare`: what decides between two scored runs, what is asked again, and what is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.compared_suites import (
    BY_ANSWERS,
    BY_TOOLS,
    RESPONSE,
    RIGHT_OR_WRONG,
    TRAJECTORY,
    cases_yaml,
    change_of,
    compared,
    runs_of,
    score_into,
)
from tests.small_suite import called, installed


def test_28_of_30_then_21_fails(tmp_path: Path) -> None:
    """9 broken and 2 fixed of 30: p = 67/2048 fails the statistical rule, and 21 of 30 is under a floor of .9."""
    score_into(tmp_path, "a", runs_of(30, wrong=(0, 1)), n=30)
    score_into(tmp_path, "b", runs_of(30, wrong=range(2, 11)), n=30)
    ended, comparison = compared(tmp_path)
    change = change_of(comparison, TRAJECTORY)
    assert ended.code == 1
    assert (comparison.status, change.decision, change.broken, change.fixed) == ("failed", "fail", 9, 2)
    assert change.p == pytest.approx(67 / 2048)
    assert [item.case_id for item in comparison.items if item.turned == "broken"] == [
        f"case-{n:03}" for n in range(2, 11)
    ]
    floor = tmp_path / "floor.yaml"
    floor.write_text(f"metrics: {{{TRAJECTORY}: {{rule: floor, floor: 0.9}}}}\n", encoding="utf-8")
    ended, comparison = compared(tmp_path, "a", "b", "--config", "floor.yaml")
    assert ended.code == 1
    assert change_of(comparison, TRAJECTORY).why == "0.700 is under its floor 0.9"


def test_the_text_says_what_broke_with_both_answers(tmp_path: Path) -> None:
    """Sentences first, then the table, then each broken item with both answers abreast, and what a red gate is."""
    score_into(tmp_path, "a", runs_of(12), n=12)
    score_into(tmp_path, "b", runs_of(12, wrong=range(6)), n=12)
    ended = called(tmp_path, "compare", "a", "b", "--out", "c")
    first, *rest = ended.stdout.splitlines()
    assert first.startswith(
        f"{TRAJECTORY}: 6 of 12 answers got worse, 0 got better: a drop of 50.0 points (-70.2 to -15.5); "
        "fail by the statistical rule"
    )
    assert "  That makes 0 euros.                                 | A wrong answer to 0." in rest
    assert rest[-1] == "failed: a red gate is a reason to look, not proof"
    written = (tmp_path / "c" / "comparison.md").read_text(encoding="utf-8")
    assert written.startswith("```text\n") and ended.stdout.strip() in written
    assert json.loads((tmp_path / "c" / "comparison.json").read_text(encoding="utf-8"))["status"] == "failed"


def test_a_candidate_that_crashes_on_a_tenth_does_not_pass(tmp_path: Path) -> None:
    """10 of 100 crashes are 10 broken items, whatever the metric: fail, with the crash as the reason."""
    config = BY_ANSWERS.replace("}}\n", f"}}, {TRAJECTORY}: {{rule: statistical}}}}\n")
    score_into(tmp_path, "a", runs_of(100), n=100, config=config)
    score_into(tmp_path, "b", runs_of(100, crashed=range(10)), n=100, config=config)
    ended, comparison = compared(tmp_path)
    assert ended.code == 1
    for metric in (TRAJECTORY, RESPONSE):
        assert (change_of(comparison, metric).decision, change_of(comparison, metric).broken) == ("fail", 10)
    broken = comparison.items[0]
    assert "the agent broke off: TimeoutError: too late" in broken.candidate.reason
    assert (broken.base.response, broken.candidate.response) == ("That makes 0 euros.", None)


def test_two_equal_runs_of_80_pass(tmp_path: Path) -> None:
    """Nothing changed, nothing is asked again, and a drop of 3 points is ruled out."""
    for out in ("a", "b"):
        score_into(tmp_path, out, runs_of(80), n=80, config=BY_ANSWERS)
    ended, comparison = compared(tmp_path)
    assert (ended.code, comparison.status) == (0, "passed")
    assert (change_of(comparison, RESPONSE).decision, change_of(comparison, RESPONSE).asked_again) == ("pass", 0)
    assert not comparison.items


def test_too_few_items_are_undecided_and_say_what_they_would_see(tmp_path: Path) -> None:
    """Exit 0 and the smallest visible drop; with `on_undecided: fail` it is 1."""
    for out in ("a", "b"):
        score_into(tmp_path, out, runs_of(30), n=30)
    ended = called(tmp_path, "compare", "a", "b")
    assert ended.code == 0
    assert "a drop of 3.0 points is not ruled out; the smallest drop it would see is 24.5 points" in ended.stdout
    (tmp_path / "strict.yaml").write_text(f"{BY_TOOLS}gate: {{on_undecided: fail}}\n", encoding="utf-8")
    assert called(tmp_path, "compare", "a", "b", "--config", "strict.yaml").code == 1


FICKLE = """\
rules:
  - {when: "makes 7 euros", replies: ["no", "no", "yes", "yes", "yes", "yes", "yes"]}
  - {replies: ["yes"]}
"""
"""A judge that says no to one answer twice in seven times; the second look begins with its seventh word."""


def test_the_first_look_never_decides(tmp_path: Path) -> None:
    """An item that differs is asked again on both sides by other samples, and what these say is what counts.

    The first look hears no and no; the second yes, no, no, yes, yes, yes, yes: a lead of three after seven.
    """
    before = [run if run["case_id"] != "case-007" else _answering(run, "It equals 7 euros.") for run in runs_of(10)]
    score_into(tmp_path, "a", before, n=10, config=BY_ANSWERS, judge=FICKLE)
    score_into(tmp_path, "b", runs_of(10), n=10, config=BY_ANSWERS, judge=FICKLE)
    ended, comparison = compared(tmp_path)
    change = change_of(comparison, RESPONSE)
    assert (ended.code, change.asked_again, change.broken, change.change) == (0, 1, 0, 0.0)
    assert not comparison.items


def test_a_second_comparison_costs_nothing(tmp_path: Path) -> None:
    """The samples of the second look are kept under their own indices: the same command again makes no call."""
    score_into(tmp_path, "a", runs_of(10), n=10, config=BY_ANSWERS)
    score_into(tmp_path, "b", runs_of(10, wrong=(3,)), n=10, config=BY_ANSWERS)
    first, _ = compared(tmp_path, "a", "b", "--budget-calls", "6")
    again, comparison = compared(tmp_path, "a", "b", "--budget-calls", "0")
    assert change_of(comparison, RESPONSE).asked_again == 1
    assert first.stdout == again.stdout


def test_without_a_judge_nothing_is_asked_and_nothing_is_decided(tmp_path: Path) -> None:
    """Six broken of 12 would fail; but for want of fresh answers the rule is undecided, and says why."""
    score_into(tmp_path, "a", runs_of(12), n=12, config=BY_ANSWERS)
    score_into(tmp_path, "b", runs_of(12, wrong=range(6)), n=12, config=BY_ANSWERS)
    _, comparison = compared(tmp_path, "a", "b", "--budget-calls", "0")
    change = change_of(comparison, RESPONSE)
    assert (change.decision, change.asked_again) == ("undecided", 0)
    assert change.why.startswith("6 items could not be asked again: not judged: ")
    (tmp_path / "b" / "runs.jsonl").unlink()
    _, comparison = compared(tmp_path)
    assert change_of(comparison, RESPONSE).why == "6 items could not be asked again: b has no runs.jsonl"
    (tmp_path / "a" / "cases.jsonl").unlink()
    assert "a has no cases.jsonl" in change_of(compared(tmp_path)[1], RESPONSE).why


def test_another_judge_is_not_asked(tmp_path: Path) -> None:
    """A judge that did not answer before cannot say what changed."""
    score_into(tmp_path, "a", runs_of(12), n=12, config=BY_ANSWERS)
    score_into(tmp_path, "b", runs_of(12, wrong=range(6)), n=12, config=BY_ANSWERS)
    (tmp_path / "other.yaml").write_text('rules: [{replies: ["no"]}]\n', encoding="utf-8")
    _, comparison = compared(tmp_path, "a", "b", "--judge", "scripted:other.yaml")
    assert (
        "scripted:other.yaml is at hand, and scripted:judge.yaml answered before" in change_of(comparison, RESPONSE).why
    )


def test_the_recorded_judge_is_found_without_a_configuration(tmp_path: Path) -> None:
    """The results name their judge: it is asked, from wherever its file is found."""
    judge = ("--judge", "scripted:judge.yaml", "--metric", RESPONSE)
    for out, wrong in (("a", ()), ("b", range(6))):
        score_into(
            tmp_path, out, runs_of(12, wrong=wrong), n=12, config="metrics:\n  final_response_match_v2:\n", flags=judge
        )
    (tmp_path / "judge-eval.yaml").unlink()
    ended, comparison = compared(tmp_path)
    assert (ended.code, change_of(comparison, RESPONSE).asked_again) == (1, 6)


def test_only_like_is_compared_with_like(tmp_path: Path) -> None:
    """A case that asks for something else, and one that one side lacks, are named and not compared."""
    score_into(tmp_path, "a", runs_of(20), n=20)
    changed = cases_yaml(20).replace("It is 3 euros.", "It is 3 dollars.")
    score_into(tmp_path, "b", runs_of(19), n=20, cases=changed)
    ended, comparison = compared(tmp_path)
    change = change_of(comparison, TRAJECTORY)
    assert (change.n, change.one_sided, change.left_out) == (18, 1, 1)
    assert [(one.side, one.case_id, one.why) for one in comparison.one_sided] == [
        ("base", "case-019", "no run of this case was given")
    ]
    assert [(one.kind, one.name, one.left_out) for one in comparison.differences] == [("case", "case-003", 1)]
    text = called(tmp_path, "compare", "a", "b").stdout
    assert "one side only: case-019, which the base alone has: no run of this case was given" in text
    assert "not alike: case of case-003: what it asks or expects is not the same (1 item left out)" in text
    assert ended.code == 0


def test_a_case_on_one_side_blocks_a_pass(tmp_path: Path) -> None:
    """8 of 90 cases without a run are more than 5 %: what would pass is undecided."""
    score_into(tmp_path, "a", runs_of(90), n=90)
    score_into(tmp_path, "b", runs_of(82), n=90)
    change = change_of(compared(tmp_path)[1], TRAJECTORY)
    assert (change.decision, change.why) == ("undecided", "9 % of its items stand on one side only, 5 % may")
    (tmp_path / "lax.yaml").write_text(f"{BY_TOOLS}gate: {{undecided_share: 0.1}}\n", encoding="utf-8")
    assert change_of(compared(tmp_path, "a", "b", "--config", "lax.yaml")[1], TRAJECTORY).decision == "pass"


def test_another_judge_prompt_or_rule_leaves_the_metric_out(tmp_path: Path) -> None:
    """A metric with a rule and nothing to compare is incomplete: exit 3, with the difference by name."""
    score_into(tmp_path, "a", runs_of(6), n=6, config=BY_ANSWERS)
    score_into(tmp_path, "b", runs_of(6), n=6, config=BY_ANSWERS, judge='rules: [{replies: ["yes"]}]\n')
    score_into(tmp_path, "c", runs_of(6), n=6, config=BY_ANSWERS, flags=("--votes", "fixed:3"))
    for folder, kind, what in (
        ("b", "judge", "judged by scripted:judge.yaml, before by scripted:judge.yaml"),
        ("c", "rule", "votes fixed:3, before lead:2,max:8"),
    ):
        ended, comparison = compared(tmp_path, "a", folder)
        assert (ended.code, comparison.status) == (3, "incomplete")
        (difference,) = comparison.differences
        assert (difference.kind, difference.name, difference.what) == (kind, RESPONSE, what)


def test_other_options_leave_the_metric_out(tmp_path: Path) -> None:
    """A trajectory matched in another way is another measure."""
    score_into(tmp_path, "a", runs_of(6), n=6)
    score_into(tmp_path, "b", runs_of(6), n=6, config=BY_TOOLS.replace("rule:", "match_type: any_order, rule:"))
    (difference,) = compared(tmp_path)[1].differences
    assert (difference.kind, difference.name, difference.left_out) == ("settings", TRAJECTORY, 6)


def test_a_new_metric_cannot_have_got_worse(tmp_path: Path) -> None:
    """What the baseline did not score is named, and decides nothing."""
    score_into(tmp_path, "a", runs_of(6), n=6)
    score_into(tmp_path, "b", runs_of(6), n=6, config=BY_TOOLS.replace("}}\n", "}, required_tools: {floor: 1.0}}\n"))
    ended, comparison = compared(tmp_path)
    assert ended.code == 0
    assert [(one.name, one.what) for one in comparison.differences] == [
        ("required_tools", "scored on the candidate only")
    ]


def test_a_band_under_the_baseline(tmp_path: Path) -> None:
    """`rule: tolerance` fails where the average falls by more than its band, and passes at the band itself."""
    score_into(tmp_path, "a", runs_of(20), n=20)
    score_into(tmp_path, "b", runs_of(20, wrong=range(2)), n=20)
    for band, code, decision in ((0.1, 0, "pass"), (0.09, 1, "fail")):
        (tmp_path / "band.yaml").write_text(
            f"metrics: {{{TRAJECTORY}: {{rule: tolerance, tolerance: {band}}}}}\n", encoding="utf-8"
        )
        ended, comparison = compared(tmp_path, "a", "b", "--config", "band.yaml")
        assert (ended.code, change_of(comparison, TRAJECTORY).decision) == (code, decision)


def test_what_has_no_rule_is_reported(tmp_path: Path) -> None:
    """A metric that a person lists without any bar decides nothing; where nobody listed any, every share is held."""
    config = f"metrics:\n  {TRAJECTORY}:\n"
    for out, wrong in (("a", ()), ("b", range(12))):
        score_into(tmp_path, out, runs_of(12, wrong=wrong), n=12, config=config)
    ended = called(tmp_path, "compare", "a", "b")
    assert ended.code == 0
    assert ended.stdout.startswith("nothing decides: no metric has a rule against the baseline\n")
    (tmp_path / "judge-eval.yaml").unlink()
    ended, comparison = compared(tmp_path)
    assert (ended.code, change_of(comparison, TRAJECTORY).rule) == (1, "statistical")
    assert "config  none: every share is held to the statistical rule" in ended.stderr


def test_repeats_are_averaged_by_case(tmp_path: Path) -> None:
    """A case that passes once of two repeats is worth ½, and is one item of one cluster."""
    twice = [{**run, "repeat": repeat} for repeat in (0, 1) for run in runs_of(6, wrong=(0,) if repeat else ())]
    score_into(tmp_path, "a", runs_of(6), n=6)
    score_into(tmp_path, "b", twice, n=6)
    _, comparison = compared(tmp_path)
    change = change_of(comparison, TRAJECTORY)
    assert (change.n, change.clusters, change.broken) == (6, 6, 1)
    assert change.change == pytest.approx(-0.5 / 6)
    (item,) = comparison.items
    assert (item.base.value, item.candidate.value, item.candidate.response) == (1.0, 0.5, "A wrong answer to 0.")


def test_a_red_gate_through_the_installed_command(tmp_path: Path) -> None:
    """Score, accept, score against the baseline: every step as a person types it."""
    score_into(tmp_path, "a", runs_of(12), n=12, config=BY_ANSWERS)
    assert installed(tmp_path, "baseline", "accept", "a").returncode == 0
    score_into(tmp_path, "unused", runs_of(12, wrong=range(6)), n=12, config=BY_ANSWERS, judge=RIGHT_OR_WRONG)
    ended = installed(tmp_path, "score", "s.cases.yaml", "--baseline", "baseline", "--out", "b")
    assert ended.returncode == 1
    assert b"failed: final_response_match_v2: statistical against the baseline: a drop of 50.0 points" in ended.stdout
    assert installed(tmp_path, "compare", "baseline", "b").returncode == 1


def _answering(run: dict[str, object], answer: str) -> dict[str, object]:
    turns = run["turns"]
    assert isinstance(turns, list)
    return {**run, "turns": [{**turns[0], "final_response": answer}]}
