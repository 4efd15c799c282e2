"""`pytest --judge-eval`: each case a test, in a pytest of its own with the installed plugin.

Everything runs in processes of its own: pytester forgets what a test imports, and numpy is not imported twice.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from judge_eval.pytest_plugin.runs_at_hand import LIVE_VARIABLE
from tests.own_environment import own_environment
from tests.small_suite import RUNS, installed, run_of, write_suite

pytest_plugins = ("pytester",)

ROOT = Path(__file__).parents[2]
FILE = "s.cases.yaml"
BY_CALLS = "metrics: {tool_trajectory_avg_score: {threshold: 1.0}}\n"
WRONG_SUM = run_of("sum", "How much is 2 + 2?", "That makes 5.")


@pytest.fixture(autouse=True)
def _alone() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """An environment of its own."""
    with own_environment():
        yield


def ran(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Pytest on the suite of the working folder, without what only colours or times the output."""
    return pytester.runpytest_subprocess("--judge-eval", FILE, "-p", "no:cacheprovider", *arguments)


def test_each_case_is_a_test_of_its_file(pytester: pytest.Pytester) -> None:
    """The ids are those of the cases; `-k` takes ids and tags; tests beside the cases run where they are named."""
    write_suite(pytester.path)
    pytester.makepyfile("def test_of_mine(): pass")
    listed = ran(pytester, "--collect-only", "-q")
    assert listed.outlines[:3] == [f"{FILE}::capital", f"{FILE}::sum", f"{FILE}::where"]
    ran(pytester, "-k", "capital").assert_outcomes(passed=1, deselected=2)
    ran(pytester, "-k", "geography").assert_outcomes(passed=2, deselected=1)
    ran(pytester, ".").assert_outcomes(passed=4)
    ran(pytester, f"{FILE}::sum").assert_outcomes(passed=1)


def test_a_failure_is_the_row_and_the_reason(pytester: pytest.Pytester) -> None:
    """The metric's reason comes first, then the row of the table and the story; `-x` stops there."""
    write_suite(pytester.path, runs=(RUNS[0], WRONG_SUM, RUNS[2]), config=BY_CALLS)
    result = ran(pytester, "-x")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "tool_trajectory_avg_score: expected add(a=2, b=2), no call was made",
            "sum   0.00 ✗*FAIL*no call was made",
            "*user:*How much is 2 + 2?",
            "*expected calls: add(a=2, b=2)",
            "* judge-eval *",
            "the suite: failed",
        ]
    )


def test_what_is_no_answer_is_an_error(pytester: pytest.Pytester) -> None:
    """An agent that broke off, and a case without a run, are errors of their tests, not failures."""
    broken = run_of("sum", "How much is 2 + 2?", None, error="RuntimeError: the abacus is jammed")
    write_suite(pytester.path, runs=(RUNS[0], broken), config=BY_CALLS)
    result = ran(pytester)
    result.assert_outcomes(passed=1, errors=2)
    result.stdout.fnmatch_lines(["RuntimeError: the abacus is jammed", "no run of this case was given"])


def test_workers_share_the_suite(pytester: pytest.Pytester) -> None:
    """Under pytest-xdist the same tests come out the same, and the summary counts what all workers did."""
    write_suite(pytester.path)
    alone = ran(pytester, "--judge-eval-judge", "scripted:judge.yaml")
    shutil.rmtree(pytester.path / ".judge-eval")
    together = ran(pytester, "-n", "2", "--dist", "load")
    for result in (alone, together):
        result.assert_outcomes(passed=3)
    told = [line for line in alone.outlines if line.startswith(("final_response_match_v2 ", "judge: ", "the suite: "))]
    assert len(told) == 5
    assert [line for line in together.outlines if line in told] == told
    assert "judge: 6 calls made, 0 cached" in told[-1]


def test_what_nothing_decides_is_skipped_with_its_reason(pytester: pytest.Pytester) -> None:
    """A skip, a quarantine, and an undecided verdict are no passes; a quarantine says what the case would be."""
    cases = """\
- {id: left, skip: the shop is closed, turns: [{user: Hi, reference: Hello.}]}
- {id: ill, quarantine: {reason: bug 7, until: 2999-01-01}, turns: [{user: Go, calls: [{name: go}], reference: Gone.}]}
- {id: open, turns: [{user: Well?, reference: It depends on the weather.}]}
"""
    runs = (run_of("ill", "Go", "No."), run_of("open", "Well?", "Hard to say."))
    judge = 'rules: [{replies: ["yes", "no"]}]\n'
    config = "metrics: {tool_trajectory_avg_score: {threshold: 1.0}, final_response_match_v2: {threshold: 1.0}}\n"
    write_suite(pytester.path, cases=cases, runs=runs, judge=judge, config=config)
    result = ran(pytester, "-rs", "--judge-eval-judge", "scripted:judge.yaml")
    result.assert_outcomes(skipped=3)
    result.stdout.fnmatch_lines_random(
        [
            "SKIPPED*left: skipped: the shop is closed",
            "SKIPPED*ill: in quarantine until 2999-01-01: bug 7; it would fail: *expected go(), no call was made",
            "SKIPPED*open: undecided: final_response_match_v2: *",
        ]
    )


def test_skips_are_not_a_pass(pytester: pytest.Pytester) -> None:
    """Where nothing could be judged the suite is incomplete, and so the session fails, though no test does."""
    config = "metrics: {final_response_match_v2: {threshold: 1.0}}\n"
    write_suite(pytester.path, config=config)
    judge = ("--judge", "scripted:judge.yaml")
    assert installed(pytester.path, "score", FILE, *judge).returncode == 0
    installed(pytester.path, "cache", "export", "empty.jsonl", FILE, *judge, "--cache", "none")
    result = ran(pytester, "--judge-eval-judge", "replay:empty.jsonl", "-rs")
    result.assert_outcomes(skipped=3)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["the suite: incomplete", "SKIPPED*not judged*the cassette holds no such sample*"])


def test_a_floor_fails_the_session(pytester: pytest.Pytester) -> None:
    """Nothing fails a case here, and the suite's estimate is under its floor: the exit code is that of a failure."""
    write_suite(pytester.path, config="metrics: {response_match_score: {floor: 0.9}}\n")
    result = ran(pytester, "-rP")
    result.assert_outcomes(passed=3)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["nothing decides this case", "the suite: failed", "*is under its floor 0.9"])


def test_a_replayed_suite_says_so(pytester: pytest.Pytester) -> None:
    """With a cassette no judge is asked, and the summary says of what date its verdicts are."""
    write_suite(pytester.path)
    installed(pytester.path, "score", FILE)
    installed(pytester.path, "cache", "export", "c.jsonl", FILE)
    shutil.rmtree(pytester.path / ".judge-eval")
    result = ran(pytester, "--judge-eval-judge", "replay:c.jsonl")
    result.assert_outcomes(passed=3)
    head = json.loads((pytester.path / "c.jsonl").read_text(encoding="utf-8").splitlines()[0])
    result.stdout.fnmatch_lines([f"verdicts: *100 % replayed*replayed from c.jsonl, asked {head['oldest'][:10]}*"])


def test_a_live_agent_answers(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent in the cases' own folder is run by each worker, and its crash is the error of its case."""
    shutil.copytree(ROOT / "cases" / "support_agent", pytester.path / "shop")
    (pytester.path / "shop" / "support_agent.runs.jsonl").unlink()
    (pytester.path / "shop" / "judge-eval.yaml").write_text(BY_CALLS, encoding="utf-8")
    monkeypatch.setenv(LIVE_VARIABLE, "1")
    arguments = ("--judge-eval", "shop", "-n", "2", "-k", "tracking or refund-over")
    result = pytester.runpytest_subprocess(*arguments)
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["runs: *shop of support_agent@*"])


TESTS = """\
import judge_eval

def test_mine(judge_eval_runs):
    runs = judge_eval_runs("s.cases.yaml")
    results = judge_eval.score("s.cases.yaml", metrics="tool_trajectory_avg_score", cache=None, **runs)
    assert [case.error for case in results.cases] == [None] * 3
"""
AGENT = """\
from google.adk.agents import LlmAgent
from tests.adk_agents import Told, says

root_agent = LlmAgent(name="guide", model=Told(responses=[[says("Paris.")], [says("4.")], [says("Madrid.")]]))
"""


def test_a_test_of_ones_own_takes_the_runs_at_hand(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without runs it is skipped; with recorded ones it takes these; where a live agent is asked for, that is run."""
    write_suite(pytester.path, runs=None)
    pytester.makepyfile(TESTS)
    skipped = pytester.runpytest_subprocess("-rs")
    skipped.assert_outcomes(skipped=1)
    skipped.stdout.fnmatch_lines(
        ["SKIPPED*no recorded runs stand beside s.cases.yaml, and JUDGE_EVAL_LIVE=1 is not set"]
    )
    write_suite(pytester.path)
    recorded = pytester.runpytest_subprocess()
    recorded.assert_outcomes(passed=1)
    recorded.stdout.fnmatch_lines(["* judge-eval runs *", "*::test_mine: recorded: s.runs.jsonl"])
    (pytester.path / "agent.py").write_text(AGENT, encoding="utf-8")
    monkeypatch.setenv(LIVE_VARIABLE, "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    live = pytester.runpytest_subprocess("--judge-eval-agent", "agent:root_agent")
    live.assert_outcomes(passed=1)
    live.stdout.fnmatch_lines(["*::test_mine: live: agent:root_agent"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--judge-eval", "none.cases.yaml"), "*none.cases.yaml: there is no such file*"),
        (("--judge-eval", FILE, "--judge-eval-judge", "oracle"), "--judge-eval-judge: there is no such judge*"),
    ],
)
def test_a_wrong_input_is_told_before_anything_runs(
    pytester: pytest.Pytester, arguments: tuple[str, ...], said: str
) -> None:
    """The session ends with pytest's code for wrong usage and the message, without a traceback."""
    write_suite(pytester.path)
    result = pytester.runpytest_subprocess(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {said}"])
    assert "Traceback" not in result.stderr.str()


def test_no_live_agent_is_told(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a live agent is asked for and none is found, nothing recorded stands in for it."""
    write_suite(pytester.path)
    monkeypatch.setenv(LIVE_VARIABLE, "1")
    result = ran(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*a live agent is asked for, and none is known*--judge-eval-agent*"])
    agents = ran(pytester, "--judge-eval-agent", "nowhere:agent")
    agents.assert_outcomes(errors=3)
    agents.stdout.fnmatch_lines(["--judge-eval-agent: there is no module 'nowhere'*"])
    assert "During handling" not in agents.stdout.str()


def test_a_session_without_evals_pays_for_nothing(pytester: pytest.Pytester) -> None:
    """The plugin alone is loaded: no other room of the package, and so no library behind one."""
    pytester.makepyfile(
        """
        import sys

        def test_rooms():
            rooms = {name for name in sys.modules if name.startswith("judge_eval.")}
            assert rooms == {"judge_eval.pytest_plugin"}
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1)
    assert "judge-eval runs" not in result.stdout.str()
