"""Comparisons at the edges: figures without bounds, judges out of reach, cases set aside, and long lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge_eval.core.results import QuestionUsed, Results
from judge_eval.pipeline.comparison.compared_side import Side
from judge_eval.pipeline.comparison.likeness import changed_metrics
from tests.compared_suites import (
    BY_ANSWERS,
    BY_TOOLS,
    RESPONSE,
    TRAJECTORY,
    cases_yaml,
    change_of,
    compared,
    runs_of,
    score_into,
)
from tests.small_suite import called

TOKENS = "token_usage_v1"


def test_tokens_are_reported_with_their_limits(tmp_path: Path) -> None:
    """What has no upper bound has a t interval over cases, no test, no rule, and no changed items."""
    config = f"metrics: {{{TOKENS}: }}\n"
    for out, more in (("a", 0), ("b", 20)):
        spent = [{"input": 100 + more, "output": more * n} for n in range(6)]
        runs = [{**run, "tokens": tokens} for run, tokens in zip(runs_of(6), spent, strict=True)]
        score_into(tmp_path, out, runs, n=6, config=config)
    ended, comparison = compared(tmp_path)
    change = change_of(comparison, TOKENS)
    assert (ended.code, change.rule, change.p, comparison.items) == (0, None, None, ())
    # The differences are 20 + 20·n for n from 0 to 5: 70 on average.
    assert change.change == pytest.approx(70)
    assert change.low is not None and change.high is not None and change.low < 70 < change.high
    assert change.method == "t over 6 clusters"


def test_much_that_is_undecided_blocks_a_pass(tmp_path: Path) -> None:
    """A judge that cannot tell on either side has shown nothing, however equal the sides are."""
    cannot_tell = 'rules: [{when: "makes [0-9] euros", replies: ["cannot_tell"]}, {replies: ["yes"]}]\n'
    for out in ("a", "b"):
        score_into(tmp_path, out, runs_of(90), n=90, config=BY_ANSWERS, judge=cannot_tell)
    change = change_of(compared(tmp_path)[1], RESPONSE)
    assert (change.decision, change.undecided) == ("undecided", 10)
    assert change.why == "11 % of its items are undecided, 5 % may be"


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        ("replay:cassette.jsonl", "replay:cassette.jsonl holds no fresh answers"),
        ("local", "judge-eval model fetch"),
    ],
)
def test_a_judge_out_of_reach_leaves_the_rule_undecided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judge: str, says: str
) -> None:
    """A cassette has no further samples, and a model that is not here none at all."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nothing here"))
    monkeypatch.delenv("JUDGE_EVAL_MODEL", raising=False)
    score_into(tmp_path, "a", runs_of(6), n=6, config=BY_ANSWERS)
    score_into(tmp_path, "b", runs_of(6, wrong=(1,)), n=6, config=BY_ANSWERS)
    why = change_of(compared(tmp_path, "a", "b", "--judge", judge)[1], RESPONSE).why
    assert why.startswith("1 item could not be asked again: ")
    if judge != "local":
        assert says in why


def test_a_recorded_judge_that_is_gone_is_told(tmp_path: Path) -> None:
    """Nothing names a judge, and the one that the results name cannot be opened: name it with --judge."""
    judge = ("--judge", "scripted:judge.yaml", "--metric", RESPONSE)
    for out, wrong in (("a", ()), ("b", (1,))):
        config = "metrics:\n  final_response_match_v2:\n"
        score_into(tmp_path, out, runs_of(6, wrong=wrong), n=6, config=config, flags=judge)
    (tmp_path / "judge.yaml").unlink()
    why = change_of(compared(tmp_path)[1], RESPONSE).why
    assert why.endswith("name it with --judge")


def test_the_judge_of_the_results_goes_before_the_configurations(tmp_path: Path) -> None:
    """Scored with --judge, and compared without: the one that answered is asked again, and the calls are counted."""
    (tmp_path / "other.yaml").write_text('rules: [{when: wrong answer, replies: ["no"]}, {replies: ["yes"]}]\n')
    for out, wrong in (("a", ()), ("b", (1,))):
        flags = ("--judge", "scripted:other.yaml")
        score_into(
            tmp_path,
            out,
            runs_of(6, wrong=wrong),
            n=6,
            config=BY_ANSWERS,
            judge="rules: [{replies: [yes]}]",
            flags=flags,
        )
    ended, comparison = compared(tmp_path)
    assert change_of(comparison, RESPONSE).asked_again == 1
    assert "judge: asked again, 6 calls made, 0 cached" in ended.stderr
    (tmp_path / "other.yaml").unlink()
    why = change_of(compared(tmp_path)[1], RESPONSE).why
    assert "scripted:judge.yaml is at hand, and scripted:other.yaml answered before" in why


def test_cases_in_quarantine_decide_nothing(tmp_path: Path) -> None:
    """A case that the candidate sets aside is named and left out; one that both set aside is not spoken of."""
    cases = cases_yaml(8)
    aside = "  quarantine: {reason: flaky, until: 2999-01-01}\n"
    both = cases.replace("- id: case-001\n", f"- id: case-001\n{aside}")
    one = both.replace("- id: case-000\n", f"- id: case-000\n{aside}")
    score_into(tmp_path, "a", runs_of(8), n=8, cases=both)
    score_into(tmp_path, "b", runs_of(8, wrong=(0, 1)), n=8, cases=one)
    _, comparison = compared(tmp_path)
    change = change_of(comparison, TRAJECTORY)
    assert (change.n, change.broken, change.left_out, change.one_sided) == (6, 0, 1, 0)
    assert [(one.name, one.what) for one in comparison.differences] == [("case-000", "it is in quarantine on one side")]


def test_a_selection_is_compared_with_its_own_cases_alone(tmp_path: Path) -> None:
    """A subset against a baseline of everything lacks nothing that it was asked for; the rest is counted."""
    score_into(tmp_path, "a", runs_of(100), n=100)
    for flags in (("--subset", "80"), ("--case", "case-0[0-7]*")):
        ended = score_into(tmp_path, "b", runs_of(100), n=100, flags=(*flags, "--baseline", "a"))
        assert "pass by the statistical rule" in ended.stdout
        assert "warning: 20 cases not compared: one side scored a selection of its cases" in ended.stdout
    score_into(tmp_path, "c", runs_of(100), n=100, flags=("--subset", "80"))
    for sides in (("a", "c"), ("c", "a")):
        change = change_of(compared(tmp_path, *sides)[1], TRAJECTORY)
        assert (change.n, change.one_sided, change.decision) == (80, 0, "pass")


def test_references_can_be_compared(tmp_path: Path) -> None:
    """The references as runs are a side like any other: a perfect agent, shown with its answers."""
    score_into(tmp_path, "a", runs_of(3), n=3, flags=("--runs", "reference"))
    ended = score_into(tmp_path, "b", runs_of(3, wrong=(0, 1, 2)), n=3, flags=("--baseline", "a"))
    assert "  It is 0 euros. " in ended.stdout
    again = score_into(tmp_path, "c", runs_of(3), n=3, flags=("--runs", "reference", "--baseline", "b"))
    assert f"better: case-000, {TRAJECTORY}" in again.stdout


def test_long_lists_are_cut_and_counted(tmp_path: Path) -> None:
    """Of 25 broken items 20 are shown, and of 12 that one side lacks 10 are named; comparison.json has them all."""
    score_into(tmp_path, "a", runs_of(40), n=40)
    score_into(tmp_path, "b", runs_of(28, wrong=range(25)), n=40)
    ended = called(tmp_path, "compare", "a", "b")
    assert ended.stdout.count("\nworse: ") == 20
    assert "and 5 more items that got worse\n" in ended.stdout
    assert "  and 2 more cases\n" in ended.stdout
    _, comparison = compared(tmp_path)
    assert (len(comparison.items), len(comparison.one_sided)) == (25, 12)


def test_a_torn_file_beside_the_results_is_an_error_of_input(tmp_path: Path) -> None:
    """Its place is named, and nothing is compared."""
    score_into(tmp_path, "a", runs_of(2), n=2, config=BY_TOOLS)
    (tmp_path / "a" / "runs.jsonl").write_text('{"case_id": "case-000", "tur', encoding="utf-8")
    ended = called(tmp_path, "compare", "a", "a")
    assert (ended.code, ended.stdout) == (2, "")
    assert "a/runs.jsonl:1" in ended.stderr


@pytest.mark.parametrize(
    ("changes", "kind", "what"),
    [
        ({"model_fingerprint": "n", "judge": "gemini:g"}, "judge", "judged by gemini:g, before by local"),
        ({"prompt_version": 2, "votes": "fixed:3"}, "prompt", "asked by version 2 of the prompt, before by 1"),
        ({"pack": 4}, "rule", "votes fixed:1 in packs of 4, before fixed:1"),
        ({}, "prompt", "the prompt or the judge's parameters are others"),
    ],
)
def test_what_differs_between_judges_is_named(changes: dict[str, object], kind: str, what: str) -> None:
    """The most telling difference first: model, prompt, rule, and then all that a fingerprint is made of."""
    used = QuestionUsed(
        question="final_response_match",
        judge="local",
        model_fingerprint="m",
        fingerprint="f",
        prompt_version=1,
        votes="fixed:1",
    )

    def side(question: QuestionUsed) -> Side:
        row = {"metric": RESPONSE, "kind": "pass_rate"}
        head = Results.model_validate({"status": "passed", "questions": {RESPONSE: question}, "estimates": [row]})
        return Side("side", "", head, list, lambda _: None, lambda _: [])

    now = used.model_copy(update={"fingerprint": "g", **changes})
    (difference,) = changed_metrics(side(used), side(now))
    assert (difference.kind, difference.what) == (kind, what)
