"""The pytest plugin: `pytest --judge-eval cases/` makes a test of each case, and tests of your own can take its runs.

pytest loads this module into every session, so it imports nothing that a session without evals would pay for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from judge_eval.pytest_plugin.runs_at_hand import RunsAtHand

RUNS_PROPERTY = "judge_eval_runs"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options, of which `--judge-eval` brings all others to life."""
    group = parser.getgroup("judge-eval", "agents' cases as tests (judge-eval)")
    add = group.addoption
    add(
        "--judge-eval",
        action="append",
        dest="judge_eval_cases",
        metavar="PATH",
        default=[],
        help="Make a test of each case in this file or folder; where no tests are named, of nothing else.",
    )
    add(
        "--judge-eval-runs",
        action="append",
        metavar="FILE|reference",
        default=[],
        help="Recorded runs to score, instead of those beside the cases.",
    )
    add(
        "--judge-eval-agent",
        metavar="MODULE:ATTR|DIR",
        help="The agent that JUDGE_EVAL_LIVE=1 runs; else the one in the cases' folder, or in one above it.",
    )
    add("--judge-eval-config", metavar="FILE", help="The configuration to go by.")
    add("--judge-eval-judge", metavar="SPEC", help="The judge, such as local or replay:FILE.")


def pytest_configure(config: pytest.Config) -> None:
    """Opens the suite that `--judge-eval` names. Raises: UsageError where anything is wrong with it."""
    if config.getoption("judge_eval_cases"):
        from judge_eval.pytest_plugin.suite import SuitePlugin

        config.pluginmanager.register(SuitePlugin.opened(config, os.environ), "judge-eval suite")


@pytest.fixture
def judge_eval_runs(request: pytest.FixtureRequest) -> RunsAtHand:
    """What gives the runs of a suite: a live agent's with JUDGE_EVAL_LIVE=1, else the recorded ones, else a skip.

    `score(cases, **judge_eval_runs(cases, agent="my_agent"))` scores them; the summary at the end says which they were.
    """
    from judge_eval.pytest_plugin.runs_at_hand import RunsAtHand

    def tell(said: str) -> None:
        request.node.user_properties.append((RUNS_PROPERTY, said))

    return RunsAtHand(
        os.environ,
        tell=tell,
        skip=pytest.skip,
        agent=request.config.getoption("judge_eval_agent"),
        top=request.config.rootpath,
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says which runs each test took that asked for `judge_eval_runs`."""
    lines = list(_runs_taken(terminalreporter))
    if lines:
        terminalreporter.section("judge-eval runs")
        for line in lines:
            terminalreporter.write_line(line)


def _runs_taken(reporter: pytest.TerminalReporter) -> Iterator[str]:
    for reports in reporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                for name, said in report.user_properties:
                    if name == RUNS_PROPERTY:
                        yield f"{report.nodeid}: {said}"
