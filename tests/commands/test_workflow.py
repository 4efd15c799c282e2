"""The workflow that `judge-eval init` writes: it is one, asks for little, and each of its commands runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.commands.test_init import run_init
from tests.own_environment import own_environment
from tests.small_suite import ALL_YES, COMMAND, bare_environment

ROOT = Path(__file__).parents[2]
CONFIG = """\
metrics:
  tool_trajectory_avg_score: {threshold: 1.0}
  final_response_match_v2: {floor: 0.5}
gate: {pass_share: 0.4}
"""
NO_ARTIFACT = "#!/bin/sh\nexit 0\n"
"""What `gh` says where main has no baseline yet."""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose agent, with its cases, is in the folder `shop`, after `judge-eval init shop`."""
    (tmp_path / ".git").mkdir()
    shutil.copytree(ROOT / "cases" / "support_agent", tmp_path / "shop", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "shop" / "support_agent.runs.jsonl").unlink()
    (tmp_path / "shop" / "judge-eval.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "judge.yaml").write_text(ALL_YES, encoding="utf-8")
    with own_environment():
        run_init(tmp_path / "shop")
    return tmp_path


def workflow(repository: Path) -> dict[str, Any]:
    """The workflow as it was written."""
    text = (repository / ".github" / "workflows" / "judge-eval.yml").read_text(encoding="utf-8")
    return YAML(typ="safe").load(text)  # pyright: ignore[reportUnknownMemberType]


def job(repository: Path, name: str, *, judge: str = "scripted:judge.yaml") -> list[subprocess.CompletedProcess[str]]:
    """What the steps of a job do that do not install, in order, as its runner would run them."""
    (repository / "bin").mkdir(exist_ok=True)
    (repository / "bin" / "gh").write_text(NO_ARTIFACT, encoding="utf-8")
    (repository / "bin" / "gh").chmod(0o755)
    written = workflow(repository)
    environment = bare_environment() | {key: str(value) for key, value in written["env"].items()}
    environment |= {
        "PATH": os.pathsep.join([str(repository / "bin"), str(COMMAND.parent), os.environ["PATH"]]),
        "GITHUB_STEP_SUMMARY": str(repository / "summary.md"),
        "JUDGE_EVAL_JUDGE": judge,
    }
    ran: list[subprocess.CompletedProcess[str]] = []
    for step in written["jobs"][name]["steps"]:
        if "run" in step and step["name"] != "Install":
            script = ["bash", "-e", "-c", step["run"]]
            ran.append(
                subprocess.run(script, cwd=repository, env=environment, capture_output=True, text=True, check=False)
            )
    return ran


def assert_ran(steps: list[subprocess.CompletedProcess[str]]) -> None:
    """Every step ended well."""
    for step in steps:
        assert step.returncode == 0, f"{step.args[-1]}\n{step.stdout}\n{step.stderr}"


def test_it_is_a_workflow(repository: Path) -> None:
    """Every job has a runner, a limit, a condition, and steps that use an action or run something."""
    written = workflow(repository)
    assert set(written["on"]) == {"pull_request", "schedule", "workflow_dispatch"}
    assert set(written["jobs"]) == {"live", "recorded", "nightly"}
    for each in written["jobs"].values():
        assert each["runs-on"] == "ubuntu-latest"
        assert each["timeout-minutes"] > 0
        assert "github.event_name" in each["if"]
        for step in each["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert "run" not in step or "name" in step


def test_it_may_read_and_no_more(repository: Path) -> None:
    """No job may write, the token stays out of the checkout, and every action has its major version."""
    written = workflow(repository)
    permissions = [written["permissions"], *(each.get("permissions", {}) for each in written["jobs"].values())]
    assert {may for each in permissions for may in each.values()} == {"read"}
    for step in (step for each in written["jobs"].values() for step in each["steps"]):
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"])
            assert not step["uses"].startswith("actions/checkout") or step["with"]["persist-credentials"] is False


def test_it_shows_no_secret_and_runs_no_words_of_strangers(repository: Path) -> None:
    """A script is the same whoever asks: expressions stand in `env` alone, and secrets in steps of this repository."""
    jobs = workflow(repository)["jobs"]
    scripts = [step["run"] for each in jobs.values() for step in each["steps"] if "run" in step]
    assert not [script for script in scripts if "${{" in script]
    assert "secrets." not in str(jobs["recorded"])


def test_what_was_scored_is_kept_when_the_gate_fails(repository: Path) -> None:
    """In every job the results are uploaded whatever the score said."""
    for each in workflow(repository)["jobs"].values():
        (kept,) = [step for step in each["steps"] if step.get("if") == "always()"]
        assert (kept["uses"], kept["with"]["path"]) == ("actions/upload-artifact@v4", "judge-eval-out")


def test_it_names_the_agent_and_the_cases(repository: Path) -> None:
    """The workflow stands where the repository does, and names what `init` was given, below it."""
    environment = workflow(repository)["env"]
    assert (environment["AGENT"], environment["CASES"]) == ("shop", "shop")


def test_a_night_a_pull_request_and_a_fork(repository: Path) -> None:
    """Each command runs, in the order of a repository's life: without a baseline, with one, and from the cassette."""
    first = job(repository, "live")
    assert_ran(first)
    assert "There is no baseline yet" in (repository / "summary.md").read_text(encoding="utf-8")
    assert headings(repository) == 1
    assert_ran(job(repository, "nightly"))
    assert headings(repository) == 2
    (repository / "judge-eval-baseline").rename(repository / "baseline")
    (repository / "summary.md").unlink()
    assert_ran(job(repository, "live"))
    summary = (repository / "summary.md").read_text(encoding="utf-8")
    assert "There is no baseline yet" not in summary
    assert "baseline" in summary
    assert headings(repository) == 1
    shutil.rmtree(repository / ".judge-eval")
    assert_ran(job(repository, "recorded", judge="openai:none@http://127.0.0.1:9"))
    assert "replayed from judge-eval.cassette.jsonl" in (repository / "summary.md").read_text(encoding="utf-8")
    assert headings(repository) == 2


def headings(repository: Path) -> int:
    """How many scores the summary of the jobs so far tells of."""
    return (repository / "summary.md").read_text(encoding="utf-8").count("## judge-eval: ")


@pytest.mark.parametrize("recorded", [[], ["judge-eval.runs.jsonl"], ["judge-eval.cassette.jsonl"]])
def test_a_fork_without_a_recording_does_not_pass(repository: Path, recorded: list[str]) -> None:
    """Where not all was recorded yet, there is nothing that a fork could pass by; it is told what to commit."""
    for name in recorded:
        (repository / name).touch()
    (scored,) = job(repository, "recorded")
    assert scored.returncode == 2
    told = (
        "Nothing is recorded yet: commit judge-eval.runs.jsonl and judge-eval.cassette.jsonl, "
        "both from the artifact judge-eval-recording of a night.\n"
    )
    assert scored.stdout == told == (repository / "summary.md").read_text(encoding="utf-8")
    assert not scored.stderr
