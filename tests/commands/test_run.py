"""`judge-eval run` from outside: what it writes, prints and refuses, and how it stops and goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SUITE = ROOT / "cases" / "support_agent"

AGENT = '''
import asyncio
from pathlib import Path
from google.adk.agents import LlmAgent
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_response import LlmResponse
from google.genai import types

print("loading the agent")

async def wait():
    """Waits until somebody opens."""
    print("a tool that prints")
    while not Path("open").exists():
        await asyncio.sleep(0.01)
    return {"open": True}

class Told(BaseLlm):
    async def generate_content_async(self, llm_request, stream=False):
        last = llm_request.contents[-1].parts[-1]
        if last.text == "Wait.":
            part = types.Part(function_call=types.FunctionCall(name="wait", args={}))
        elif last.text == "Fail.":
            raise RuntimeError("no quota")
        else:
            part = types.Part(text="Done.")
        yield LlmResponse(content=types.Content(role="model", parts=[part]))

root_agent = LlmAgent(name="door", model=Told(model="told"), tools=[wait])
'''
CASES = "".join(json.dumps({"id": name, "turns": [{"user": f"{name}."}]}) + "\n" for name in ("Hello", "Wait", "Fail"))


def _command(*arguments: str | Path) -> list[str]:
    start = "from judge_eval.cli.main import main; main()"
    return [sys.executable, "-c", start, "run", *map(str, arguments)]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _run(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(*arguments), cwd=folder, env=_environment(), capture_output=True, encoding="utf-8", check=False
    )


def _recorded(path: Path) -> list[tuple[str, int, str | None]]:
    runs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(run["case_id"], run["repeat"], run["error"]) for run in runs]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project: an agent's module and three cases; the door that the agent waits for is open."""
    (tmp_path / "door.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "x.cases.jsonl").write_text(CASES, encoding="utf-8")
    (tmp_path / "open").touch()
    return tmp_path


def test_runs_are_recorded(folder: Path) -> None:
    """Each case is run as often as asked, an agent's failure is recorded and told; stdout holds the summary only."""
    ended = _run(folder, "x.cases.jsonl", "--agent", "door:root_agent", "--repeat", "2", "--out", "x.runs.jsonl")
    assert ended.returncode == 0
    assert ended.stdout == "recorded 6 runs in x.runs.jsonl; 2 of them broke off, their errors are recorded\n"
    failure = "RuntimeError: no quota"
    assert _recorded(folder / "x.runs.jsonl") == [
        ("Hello", 0, None),
        ("Hello", 1, None),
        ("Wait", 0, None),
        ("Wait", 1, None),
        ("Fail", 0, failure),
        ("Fail", 1, failure),
    ]
    told = ended.stderr.splitlines()
    assert [line for line in told if line.startswith("Fail")] == [f"Fail, repeat {n}: {failure}" for n in (0, 1)]
    assert "a tool that prints" in told


def test_more_repeats_are_added(folder: Path) -> None:
    """What is in the file is not run again: asking for more repeats runs the others only."""
    _run(folder, "x.cases.jsonl:Hello", "--agent", "door:root_agent", "--out", "x.runs.jsonl")
    ended = _run(folder, "x.cases.jsonl:Hello", "--agent", "door:root_agent", "--out", "x.runs.jsonl", "--repeat", "3")
    assert ended.stdout == "recorded 2 runs in x.runs.jsonl; 1 was there already\n"
    assert _recorded(folder / "x.runs.jsonl") == [("Hello", repeat, None) for repeat in range(3)]


def test_stopped_it_keeps_what_it_has_and_goes_on(folder: Path) -> None:
    """Ctrl-C keeps the runs that had ended, says how to go on, and exits 3; the same command records the others."""
    (folder / "open").unlink()
    arguments = ("x.cases.jsonl", "--agent", "door:root_agent", "--out", "x.runs.jsonl")
    with subprocess.Popen(
        _command(*arguments), cwd=folder, env=_environment(), stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line == "a tool that prints\n":
                break
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()
    assert process.returncode == 3
    assert told.endswith("stopped; what was recorded is in x.runs.jsonl: the same command again goes on from there\n")
    assert "Traceback" not in told
    before = _recorded(folder / "x.runs.jsonl") if (folder / "x.runs.jsonl").exists() else []
    assert ("Wait", 0, None) not in before
    (folder / "open").touch()
    assert _run(folder, *arguments).returncode == 0
    after = _recorded(folder / "x.runs.jsonl")
    assert after[: len(before)] == before
    assert sorted(name for name, _, _ in after) == ["Fail", "Hello", "Wait"]


def test_another_agent_s_file_is_refused(folder: Path) -> None:
    """Runs of two agents, or of two versions of one, never share a file."""
    _run(folder, "x.cases.jsonl:Hello", "--agent", "door:root_agent", "--out", "x.runs.jsonl")
    before = (folder / "x.runs.jsonl").read_bytes()
    (folder / "door.py").write_text(AGENT.replace('name="door"', 'name="gate"'), encoding="utf-8")
    ended = _run(folder, "x.cases.jsonl", "--agent", "door:root_agent", "--out", "x.runs.jsonl")
    assert ended.returncode == 2
    assert "error: --out: the runs file holds runs of another agent, or of another version of it; found door@" in (
        ended.stderr
    )
    assert (folder / "x.runs.jsonl").read_bytes() == before


def test_two_cases_of_one_id_are_refused(folder: Path) -> None:
    """Their runs could not be told apart, so nothing is run."""
    (folder / "y.cases.jsonl").write_text(CASES, encoding="utf-8")
    ended = _run(folder, "x.cases.jsonl", "y.cases.jsonl", "--agent", "door:root_agent", "--out", "x.runs.jsonl")
    assert ended.returncode == 2
    assert "error: y.cases.jsonl:1: case 'Hello': this case's id stands at x.cases.jsonl:1 too" in ended.stderr
    assert not (folder / "x.runs.jsonl").exists()


def test_a_case_that_contradicts_itself_is_left_out(folder: Path) -> None:
    """It is told on stderr, with its place, and the others are run."""
    rubric = {"rubric_id": "tone", "rubric_content": {"text_property": "It is polite."}}
    turn = {"user_content": {"parts": [{"text": "Hello."}]}}
    broken = {"eval_id": "torn", "conversation": [{**turn, "rubrics": [rubric]}], "rubrics": [rubric]}
    eval_set = {"eval_set_id": "x", "eval_cases": [broken, {"eval_id": "whole", "conversation": [turn]}]}
    (folder / "z.evalset.json").write_text(json.dumps(eval_set), encoding="utf-8")
    ended = _run(folder, "z.evalset.json", "--agent", "door:root_agent", "--out", "z.runs.jsonl")
    assert ended.returncode == 0
    assert "not run: z.evalset.json" in ended.stderr
    assert _recorded(folder / "z.runs.jsonl") == [("whole", 0, None)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x.cases.jsonl", "--agent", "doors:root_agent"), "error: --agent: there is no module 'doors'"),
        (("none.jsonl", "--agent", "door:root_agent"), "error: none.jsonl: there is no such file or folder"),
        (("x.cases.jsonl",), "missing option '--agent'"),
        ((), "missing argument 'CASES...'"),
        (("x.cases.jsonl", "--agent", "door:root_agent", "--repeat", "0"), "0 is not in the range x>=1"),
    ],
)
def test_wrong_input_is_said(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    """Exit code 2, the place and what is wrong with it, no traceback, and no file."""
    ended = _run(folder, *arguments, "--out", "x.runs.jsonl")
    assert ended.returncode == 2
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (folder / "x.runs.jsonl").exists()
