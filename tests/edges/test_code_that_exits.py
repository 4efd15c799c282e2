"""Code of the person's that calls sys.exit: a fact of its run, never the exit code of a command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.small_suite import installed

AGENT = """
import sys
from google.adk.agents import BaseAgent

class Exits(BaseAgent):
    async def _run_async_impl(self, context):
        sys.exit(0)
        yield

root_agent = Exits(name="exits")
"""
CASES = '{"id": "x", "turns": [{"user": "Hello", "reference": "Hello"}]}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A case, an agent that exits when it is run, and one that does so when it is imported."""
    (tmp_path / "x.cases.jsonl").write_text(CASES, encoding="utf-8")
    (tmp_path / "exits.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "gone.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    return tmp_path


def test_an_agent_that_exits_has_broken_off(folder: Path) -> None:
    """The case fails, and says why."""
    ended = installed(folder, "score", "x.cases.jsonl", "--agent", "exits:root_agent")
    assert ended.returncode == 1
    assert "SystemExit: 0" in ended.stdout.decode()
    assert "Traceback" not in ended.stderr.decode()


def test_its_run_is_recorded(folder: Path) -> None:
    """The run is there, with the error that ended it."""
    ended = installed(folder, "run", "x.cases.jsonl", "--agent", "exits:root_agent", "--out", "x.runs.jsonl")
    assert ended.returncode == 0
    assert json.loads((folder / "x.runs.jsonl").read_text(encoding="utf-8"))["error"] == "SystemExit: 0"


@pytest.mark.parametrize("agent", ["gone:root_agent", "gone_too"])
def test_a_module_that_exits_is_wrong_input(folder: Path, agent: str) -> None:
    """It is told as an import that failed."""
    (folder / "gone_too").mkdir()
    (folder / "gone_too" / "__init__.py").write_text("from . import agent\n", encoding="utf-8")
    (folder / "gone_too" / "agent.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    ended = installed(folder, "score", "x.cases.jsonl", "--agent", agent)
    assert ended.returncode == 2
    assert "SystemExit: 0" in ended.stderr.decode()
