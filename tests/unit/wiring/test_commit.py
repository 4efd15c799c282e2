"""The commit that reports name."""

from __future__ import annotations

import subprocess
from pathlib import Path

from judge_eval.wiring.commit import VARIABLE, commit_at

IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]


def test_a_workflow_s_word_goes_first(tmp_path: Path) -> None:
    """GITHUB_SHA wins; outside a repository there is nothing to name."""
    assert commit_at(tmp_path, {VARIABLE: "1f3c"}) == "1f3c"
    assert commit_at(tmp_path, {VARIABLE: ""}) is None


def test_a_repository_names_its_head(tmp_path: Path) -> None:
    """An empty repository has no commit; then it is the head's, from any folder in it."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert commit_at(tmp_path, {}) is None
    subprocess.run(["git", *IDENTITY, "commit", "-q", "--allow-empty", "-m", "x"], cwd=tmp_path, check=True)
    below = tmp_path / "below"
    below.mkdir()
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert commit_at(below, {}) == head.stdout.strip()


def test_without_git_there_is_none(tmp_path: Path) -> None:
    """A folder that is gone stands for every way in which git cannot be started."""
    assert commit_at(tmp_path / "gone", {}) is None
