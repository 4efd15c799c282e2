"""`assert_passes`: a user's test of an agent, which took ADK's AgentEvaluator before."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from judge_eval import AgentEvaluator, aassert_passes, assert_passes
from judge_eval.errors import InputError
from tests.own_environment import own_environment

ROOT = Path(__file__).parents[3]
AGENT = """\
from google.adk.agents import LlmAgent
from tests.adk_agents import Told, says

def told(name, word):
    return LlmAgent(name=name, model=Told(responses=[[says(word)]] * 9))

child = told("child", "Marseille.")
root_agent = LlmAgent(name="guide", model=Told(responses=[[says("Paris.")]] * 9), sub_agents=[child])
"""
MADE = """\
from tests.adk_agents import agent_of, says

async def get_agent_async():
    return agent_of("made", [says("Paris.")], [says("Paris.")]), None
"""

APP = """
from google.adk.apps import App
from google.adk.models.llm_response import LlmResponse
from google.adk.plugins.base_plugin import BasePlugin
from google.genai import types

class Prompter(BasePlugin):
    async def before_model_callback(self, *, callback_context, llm_request):
        return LlmResponse(content=types.Content(role="model", parts=[types.Part(text="Paris.")]))

app = App(name="guide_app", root_agent=root_agent, plugins=[Prompter(name="prompter")])
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Generator[Path]:
    """A folder to work in, with the package `guide_agent`, a test file in ADK's shape, and ADK's configuration."""
    (tmp_path / "guide_agent").mkdir()
    (tmp_path / "guide_agent" / "__init__.py").write_text("from . import agent as agent\n", encoding="utf-8")
    (tmp_path / "guide_agent" / "agent.py").write_text(AGENT, encoding="utf-8")
    rows: list[dict[str, Any]] = [
        {"query": "What is the capital of France?", "expected_tool_use": [], "reference": "Paris."}
    ]
    (tmp_path / "capitals.test.json").write_text(json.dumps(rows), encoding="utf-8")
    criteria = {"criteria": {"tool_trajectory_avg_score": 1.0, "response_match_score": 0.8}}
    (tmp_path / "test_config.json").write_text(json.dumps(criteria), encoding="utf-8")
    before, path = set(sys.modules), list(sys.path)
    with own_environment(), chdir(tmp_path):
        yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("guide_agent", "made_agent", "bare"):
            del sys.modules[name]


def test_a_test_of_adk_changes_its_import() -> None:
    """What AgentEvaluator.evaluate takes, by the same names, is awaited in the same way and passes."""
    asyncio.run(
        AgentEvaluator.evaluate(
            agent_module="guide_agent", eval_dataset_file_path_or_dir="capitals.test.json", num_runs=2
        )
    )


def test_what_fails_is_told_in_a_table() -> None:
    """The error holds the tables, the reason, and the story of each run that failed; stories can be left out."""
    with pytest.raises(AssertionError) as found:
        assert_passes("guide_agent.agent", "capitals.test.json", agent_name="child")
    text = str(found.value)
    assert "capitals  0/2 passed" in text
    assert "response_match_score: 0 of 1 reference words found" in text
    assert "response:       Marseille." in text
    with pytest.raises(AssertionError) as short:
        assert_passes("guide_agent", "capitals.test.json", agent_name="child", print_detailed_results=False)
    assert "response:       Marseille." not in str(short.value)


TESTS = """\
import asyncio
from judge_eval import assert_passes, score

def test_plain():
    assert_passes("guide_agent", "capitals.test.json", agent_name="child")

def test_within_a_loop():
    async def within():
        assert_passes("guide_agent", "capitals.test.json", agent_name="child")
    asyncio.run(within())

def test_wrong_input():
    score("kapitals.test.json")
"""


def test_what_pytest_prints_is_the_table(folder: Path) -> None:
    """A failing test shows its own line and the table; neither our frames nor those of an event loop come between."""
    (folder / "test_mine.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "test_mine.py"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    _, plain, within, wrong = re.split("(?m)^_{5,} test_.*$", ran.stdout.partition("short test summary")[0])
    assert "During handling" not in ran.stdout
    assert "own_loop.py" not in ran.stdout
    assert "capitals  0/2 passed" in within
    lines = plain.strip().splitlines()
    assert lines[:3] == [
        "def test_plain():",
        '>       assert_passes("guide_agent", "capitals.test.json", agent_name="child")',
        "E       AssertionError: the agent does not pass",
    ]
    assert any("capitals  0/2 passed" in line for line in lines)
    assert all(line.startswith("E  ") for line in lines[2:-2])
    assert lines[-1].endswith("test_mine.py:5: AssertionError")
    assert "InputError: kapitals.test.json: there is no such file" in wrong
    assert "asyncio" not in wrong


def test_it_works_inside_a_running_loop() -> None:
    """The plain call waits for a loop of its own, and the awaited one runs on the loop that is there."""

    async def within() -> None:
        assert_passes("guide_agent", "capitals.test.json", num_runs=1)
        await aassert_passes("guide_agent", "capitals.test.json", num_runs=1)

    asyncio.run(within())


def test_every_run_counts() -> None:
    """Each case is run as often as was asked, and the message of a failure says how often it passed."""
    with pytest.raises(AssertionError, match="0/3 passed"):
        assert_passes("guide_agent", "capitals.test.json", 3, "child")


def test_an_agent_may_be_made(folder: Path) -> None:
    """A module with `get_agent_async` in the place of `root_agent` makes its agent."""
    (folder / "made_agent").mkdir()
    (folder / "made_agent" / "agent.py").write_text(MADE, encoding="utf-8")
    assert_passes("made_agent.agent", "capitals.test.json")


def test_an_app_brings_its_plugins(folder: Path) -> None:
    """Where an `app` stands beside the agent, its plugins are there, also for an agent below it."""
    (folder / "made_agent").mkdir()
    (folder / "made_agent" / "agent.py").write_text(AGENT + APP, encoding="utf-8")
    assert_passes("made_agent.agent", "capitals.test.json")
    assert_passes("made_agent.agent", "capitals.test.json", agent_name="child")


def test_a_session_file_is_what_cases_start_from(folder: Path) -> None:
    """Its state is that of every case which has none of its own: the final state shows it."""
    session = {"appName": "guide", "userId": "dana", "state": {"tier": "gold"}}
    (folder / "gold.json").write_text(json.dumps(session), encoding="utf-8")
    (folder / "native").mkdir()
    (folder / "native" / "a.cases.yaml").write_text(
        "- {id: a, turns: [{user: Hi}], expect: {state: {tier: gold}}}\n", encoding="utf-8"
    )
    (folder / "native" / "judge-eval.yaml").write_text("metrics: {final_state: {threshold: 1.0}}\n", encoding="utf-8")
    assert_passes("guide_agent", folder / "native", initial_session_file=folder / "gold.json")
    with pytest.raises(AssertionError, match=r"final_state"):
        assert_passes("guide_agent", folder / "native")


@pytest.mark.parametrize(
    ("module", "agent_name", "said"),
    [
        ("guide_agnet", None, "there is no module 'guide_agnet'; found 'guide_agnet' (did you mean 'guide_agent'?)"),
        ("bare", None, "the module has no member `agent`, and is not called `….agent`; found 'bare'"),
        ("bare.agent", None, "the module has no agent; found 'bare.agent'; expected root_agent, or get_agent_async"),
        ("guide_agent", "chilld", "there is no agent 'chilld' below 'guide' (did you mean 'child'?)"),
    ],
)
def test_a_module_without_that_agent_is_an_input_error(
    folder: Path, module: str, agent_name: str | None, said: str
) -> None:
    """It is told what was looked for and what is there."""
    (folder / "bare").mkdir()
    (folder / "bare" / "__init__.py").write_text("", encoding="utf-8")
    (folder / "bare" / "agent.py").write_text("", encoding="utf-8")
    with pytest.raises(InputError) as found:
        assert_passes(module, "capitals.test.json", agent_name=agent_name)
    assert said in str(found.value)
