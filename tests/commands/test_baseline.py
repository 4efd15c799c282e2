"""A baseline: what may become one, what is kept with it, and what `score --baseline` makes of it."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from judge_eval.core.comparison import Baseline
from tests.compared_suites import BY_ANSWERS, BY_TOOLS, RESPONSE, TRAJECTORY, runs_of, score_into
from tests.small_suite import called, scored

THRESHOLD = f"metrics: {{{TRAJECTORY}: {{threshold: 1.0, rule: statistical}}}}\n"


def test_what_failed_or_is_incomplete_is_refused(tmp_path: Path) -> None:
    """Exit 2, with what to do; nothing is kept."""
    score_into(tmp_path, "failed", runs_of(3, wrong=(0,)), n=3, config=THRESHOLD)
    score_into(tmp_path, "incomplete", runs_of(2), n=3, config=THRESHOLD)
    for status in ("failed", "incomplete"):
        ended = called(tmp_path, "baseline", "accept", status)
        assert ended.code == 2
        assert f"these results are {status}, and no baseline" in ended.stderr
    assert not (tmp_path / "baseline").exists()


def test_commit_day_and_fingerprints_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """baseline.json names the commit of the repository, the day, the version and each judge."""
    monkeypatch.delenv("GITHUB_SHA", raising=False)
    author = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (("init", "-q"), (*author, "commit", "-q", "--allow-empty", "-m", "first")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tmp_path, check=True, capture_output=True, text=True)
    score_into(tmp_path, "a", runs_of(3), n=3, config=BY_ANSWERS)
    ended = called(tmp_path, "baseline", "accept", "a/results.json")
    assert ended.code == 0
    assert f"commit {commit.stdout[:12]}: score CASES --baseline baseline" in ended.stderr
    accepted = Baseline.model_validate_json((tmp_path / "baseline" / "baseline.json").read_bytes())
    assert accepted.commit == commit.stdout.strip()
    assert set(accepted.judges) == {RESPONSE}
    assert len(accepted.date) == 10 and accepted.version
    for name in ("results.json", "cases.jsonl", "runs.jsonl", "verdicts.jsonl"):
        assert (tmp_path / "baseline" / name).read_bytes() == (tmp_path / "a" / name).read_bytes()


def test_a_new_baseline_leaves_nothing_of_the_old(tmp_path: Path) -> None:
    """A file that the new results do not have is taken away: it would not belong to them."""
    score_into(tmp_path, "a", runs_of(3), n=3)
    assert called(tmp_path, "baseline", "accept", "a", "--out", "kept").code == 0
    (tmp_path / "a" / "runs.jsonl").unlink()
    assert called(tmp_path, "baseline", "accept", "a", "--out", "kept").code == 0
    assert not (tmp_path / "kept" / "runs.jsonl").exists()


def test_a_drop_fails_the_score(tmp_path: Path) -> None:
    """Exit 1; the ruling names the rule, estimates carry the baseline and the difference, and the text what broke."""
    score_into(tmp_path, "a", runs_of(12), n=12)
    ended = score_into(tmp_path, "b", runs_of(12, wrong=range(6)), n=12, flags=("--baseline", "a"))
    assert ended.code == 1
    assert f"failed: {TRAJECTORY}: statistical against the baseline: a drop of 50.0 points" in ended.stdout
    assert "statistical ✗" in ended.stdout
    assert f"worse: case-000, {TRAJECTORY}" in ended.stdout
    (row,) = json.loads((tmp_path / "b" / "eval-report.json").read_text(encoding="utf-8"))
    assert (row["average"], row["baseline"], row["delta"], row["passed"]) == (0.5, 1.0, -0.5, False)
    comparison = json.loads((tmp_path / "b" / "comparison.json").read_text(encoding="utf-8"))
    assert comparison["candidate"]["status"] == "failed"
    assert (tmp_path / "b" / "comparison.md").is_file()


def test_the_comparison_names_the_results_that_it_compares(tmp_path: Path) -> None:
    """Its fingerprints are the sha256 of the two files as they lie there."""
    score_into(tmp_path, "a", runs_of(3), n=3)
    score_into(tmp_path, "b", runs_of(3), n=3, flags=("--baseline", "a/results.json"))
    comparison = json.loads((tmp_path / "b" / "comparison.json").read_text(encoding="utf-8"))
    for side, folder in (("base", "a"), ("candidate", "b")):
        content = (tmp_path / folder / "results.json").read_bytes()
        assert comparison[side]["results"] == sha256(content).hexdigest()


def test_a_threshold_keeps_its_meaning(tmp_path: Path) -> None:
    """One of 40 cases under its threshold fails the suite, whatever the baseline says, and pass_share allows it."""
    score_into(tmp_path, "a", runs_of(80), n=80, config=THRESHOLD)
    runs = runs_of(80, wrong=(0,))
    ended = score_into(tmp_path, "b", runs, n=80, config=THRESHOLD, flags=("--baseline", "a"))
    assert ended.code == 1
    assert "failed: 79 of 80 cases reach their thresholds, 100 % must" in ended.stdout
    lax = f"{THRESHOLD}gate: {{pass_share: 0.95, margin: 0.05}}\n"
    ended = score_into(tmp_path, "b", runs, n=80, config=lax, flags=("--baseline", "a"))
    assert ended.code == 0
    assert "passed\n" in ended.stdout


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("nowhere", "there is no such file or folder"),
        (".", "this folder holds no results.json"),
        ("s.runs.jsonl", "this file holds no results"),
    ],
)
def test_a_baseline_that_is_none_costs_nothing(tmp_path: Path, named: str, says: str) -> None:
    """Exit 2 before anything is asked, with what to name instead."""
    score_into(tmp_path, "a", runs_of(1), n=1, config=BY_TOOLS)
    ended = scored(tmp_path, "--baseline", named)
    assert (ended.code, ended.stdout) == (2, "")
    assert says in ended.stderr


def test_two_rules_for_one_metric_are_refused(tmp_path: Path) -> None:
    """A suite of two folders whose configurations hold a metric to different margins is no one comparison."""
    score_into(tmp_path, "a", runs_of(1), n=1)
    for name, margin in (("one", 0.03), ("two", 0.05)):
        folder = tmp_path / name
        folder.mkdir()
        config = f"metrics: {{{TRAJECTORY}: {{rule: statistical, margin: {margin}}}}}\n"
        for file in ("s.cases.yaml", "s.runs.jsonl"):
            text = (tmp_path / file).read_text(encoding="utf-8").replace("case-000", f"{name}-000")
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "judge-eval.yaml").write_text(config, encoding="utf-8")
    assert called(tmp_path, "score", "one", "two").code == 0
    ended = called(tmp_path, "score", "one", "two", "--baseline", "a")
    assert ended.code == 2
    assert f"metrics.{TRAJECTORY}.margin: configurations hold one metric to different rules; found 0.03 and 0.05" in (
        ended.stderr
    )


def test_the_second_look_spends_what_the_first_left(tmp_path: Path) -> None:
    """The first look takes two calls, the second three a side: eight are enough for both, and seven are not."""
    score_into(tmp_path, "a", runs_of(1), n=1, config=BY_ANSWERS)
    flags = ("--baseline", "a", "--no-cache")
    enough = score_into(
        tmp_path, "b", runs_of(1, wrong=(0,)), n=1, config=BY_ANSWERS, flags=(*flags, "--budget-calls", "8")
    )
    assert "could not be asked again" not in enough.stdout
    spent = score_into(
        tmp_path, "b", runs_of(1, wrong=(0,)), n=1, config=BY_ANSWERS, flags=(*flags, "--budget-calls", "7")
    )
    assert "1 item could not be asked again: not judged: " in spent.stdout
