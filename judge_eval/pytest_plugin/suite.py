"""The suite of a pytest session: planned once, scored case by case, counted together in the end."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Generator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from judge_eval.adapters.files.discovery import find_cases
from judge_eval.core.session import Session
from judge_eval.errors import InputError
from judge_eval.pytest_plugin.items import CaseFile, CaseItem, Placed
from judge_eval.pytest_plugin.runs_at_hand import is_live, live_agent
from judge_eval.report.canvas import Canvas
from judge_eval.report.marks import marks_for
from judge_eval.report.provenance import provenance
from judge_eval.report.visible import visible
from judge_eval.wiring.case_by_case import CaseTold, Counted, ScoredCase, count_together, score_case, summed
from judge_eval.wiring.judges.environment import load_environment
from judge_eval.wiring.score_text import cost_line, decided, header_lines
from judge_eval.wiring.scoring import OpenSuite, open_suite
from judge_eval.wiring.settings import Settings

_REPORTED = "judge_eval_case"
"""What carries a scored case in the report of its test, also from one process to another."""


class SuitePlugin:
    """The hooks of a session with `--judge-eval`; each worker of pytest-xdist has one, and so has their controller."""

    def __init__(self, config: pytest.Config, suite: OpenSuite, open_: ExitStack) -> None:
        """`open_` holds what is to be closed in the end, the suite among it."""
        self._config = config
        self._suite = suite
        self._open = open_
        self._loop = open_.enter_context(asyncio.Runner())
        self._files = _cases_by_file(suite)
        self._scored: list[ScoredCase] = []
        self._session: Session | None = None
        self._sessions: list[Session] = []
        self._counted: Counted | None = None

    @classmethod
    def opened(cls, config: pytest.Config, environ: Mapping[str, str]) -> SuitePlugin:
        """The plugin with its suite read, checked and planned. Raises: UsageError with every problem of the input."""
        named = _several(config, "judge_eval_cases")
        with ExitStack() as stack:
            try:
                load_environment(named)
                suite = stack.enter_context(open_suite(_settings(config, named, environ)))
            except InputError as error:
                raise pytest.UsageError(_told(error)) from None
            plugin = cls(config, suite, stack)
            _collect_also(config, plugin._files)
            plugin._open = stack.pop_all()
            return plugin

    def pytest_report_header(self) -> list[str]:
        """Whence cases, runs, configuration and judge come."""
        return [f"judge-eval: {line}" for line in header_lines(self._suite)]

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> CaseFile | None:
        """The collector of a file of this suite."""
        cases = self._files.get(file_path.resolve())
        if cases is None:
            return None
        # Under its folder's own collector, an agent's package would be imported to set its cases up.
        collector: CaseFile = CaseFile.from_parent(parent.session, path=file_path)  # pyright: ignore[reportUnknownMemberType]
        collector.cases = cases
        collector.score = self._score
        return collector

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Puts the scored case into the report of its test."""
        report = yield
        if isinstance(item, CaseItem) and item.told is not None and call.when == "setup":
            setattr(report, _REPORTED, item.told.scored.model_dump_json())
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes a scored case from the report of its test."""
        said = getattr(report, _REPORTED, None)
        if said is not None:
            self._scored.append(ScoredCase.model_validate_json(said))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Takes from a worker what it did; a worker that broke down cannot tell."""
        said = getattr(node, "workeroutput", {}).get(_REPORTED)
        if said is not None:
            self._sessions.append(Session.model_validate_json(said))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Counts all cases together; where their gate does not pass, the session does not either."""
        try:
            if hasattr(self._config, "workerinput"):
                if self._session is not None:
                    output: dict[str, str] = getattr(self._config, "workeroutput")  # noqa: B009 - xdist sets it
                    output[_REPORTED] = self._session.model_dump_json()
            elif self._scored:
                self._sessions += [self._session] if self._session is not None else []
                self._counted = self._loop.run(count_together(self._suite, self._scored, _canvas()))
                if session.exitstatus == pytest.ExitCode.OK and self._counted.outcome.exit_code:
                    session.exitstatus = pytest.ExitCode.TESTS_FAILED
        finally:
            self._loop.run(self._suite.judges.aclose())
            self._open.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints the estimates, what they decide, and whose word they are."""
        counted = self._counted
        if counted is None:
            return
        terminalreporter.section("judge-eval")
        facts: list[str] = []
        if self._sessions:
            session = summed(self._sessions)
            facts += [f"{fact.name}: {visible(fact.text)}" for fact in provenance(counted.head, session)]
            facts += cost_line(counted.outcome, session)
        ruled = [f"the suite: {line}" if not number else line for number, line in enumerate(decided(counted.outcome))]
        for line in (*counted.estimates.splitlines(), "", *ruled, "", *facts):
            terminalreporter.write_line(line)

    def _score(self, case_id: str) -> CaseTold:
        """The case, scored. Raises: a failure of pytest's where it cannot be, as without an agent that loads."""
        try:
            told = self._loop.run(score_case(self._suite, case_id, _canvas()))
        except InputError as error:
            raise pytest.fail.Exception(_told(error), pytrace=False) from None
        self._session = told.session
        return told


def _told(error: InputError) -> str:
    """What is wrong, with the options of `score` under the names that they have here."""
    named = {f"--{name}": f"--judge-eval-{name}" for name in ("agent", "runs", "config", "judge")}
    problems = (replace(one, place=named.get(one.place or "", one.place)) for one in error.problems)
    return visible("\n".join(map(str, problems)))


def _canvas() -> Canvas:
    """What pytest writes on; without width and colours, for reports hold it too."""
    return Canvas(marks_for(getattr(sys.__stdout__, "encoding", None)))


def _settings(config: pytest.Config, named: list[str], environ: Mapping[str, str]) -> Settings:
    """What the options mean. Raises: InputError where no cases are there, or no agent is found to run."""
    agent = config.getoption("judge_eval_agent")
    live = live_agent(agent, find_cases(named), config.rootpath) if is_live(environ) else None
    return Settings(
        cases=tuple(named),
        runs=tuple(_several(config, "judge_eval_runs")),
        agent=live,
        config=config.getoption("judge_eval_config"),
        judge=config.getoption("judge_eval_judge"),
    )


def _several(config: pytest.Config, option: str) -> list[str]:
    return cast("list[str]", config.getoption(option))


def _cases_by_file(suite: OpenSuite) -> dict[Path, list[Placed]]:
    """The cases of each file, in the order of reading."""
    named = [selection for selection in suite.settings.cases if isinstance(selection, str)]
    paths = {str(file.path): file.path.resolve() for file in find_cases(named)}
    found: dict[Path, list[Placed]] = {}
    for case_id, origin in suite.spool.origins().items():
        place = max((path for path in paths if origin == path or origin.startswith((f"{path}:", f"{path} "))), key=len)
        case = suite.spool.case(case_id)
        line = re.match(r":(\d+)", origin.removeprefix(place))
        placed = Placed(case_id, int(line[1]) if line else 1, case.tags if case is not None else ())
        found.setdefault(paths[place], []).append(placed)
    return found


def _collect_also(config: pytest.Config, files: Mapping[Path, object]) -> None:
    """Has pytest collect these files too, unless it is given any of them; nothing else where no tests are named."""
    if config.args_source is not config.ArgsSource.ARGS:
        config.args = []
    there = {(config.invocation_params.dir / argument.partition("::")[0]).resolve() for argument in config.args}
    if there.isdisjoint(files):
        config.args += map(str, files)
