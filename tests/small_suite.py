"""A small suite on disk, scored through the command line, in this process or as the installed command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from judge_eval.cli.main import main

COMMAND = Path(sys.executable).with_name("judge-eval")

CASES = """\
- id: capital
  turns: [{user: "What is the capital of France?", calls: [], reference: It is Paris.}]
  tags: [geography, en]
- id: sum
  turns: [{user: "How much is 2 + 2?", calls: [{name: add, args: {a: 2, b: 2}}], reference: The sum is four.}]
  tags: [maths, en]
- id: where
  turns: [{user: "¿Dónde está Madrid?", reference: Está en España.}]
  tags: [geography, es]
"""
CONFIG = """\
judge: {model: "scripted:judge.yaml"}
metrics:
  tool_trajectory_avg_score: {threshold: 1.0}
  response_match_score:
  final_response_match_v2: {threshold: 1.0}
"""
ALL_YES = 'rules: [{replies: ["yes"]}]\n'


def run_of(case_id: str, user: str, response: str | None, *calls: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A recorded run of one turn."""
    turn = {"user": user, "final_response": response, "calls": list(calls)}
    return {"case_id": case_id, "agent": "guide@1f3c", "turns": [turn], **fields}


RUNS = (
    run_of("capital", "What is the capital of France?", "Paris, of course."),
    run_of("sum", "How much is 2 + 2?", "That makes 4.", {"name": "add", "args": {"b": 2, "a": 2}}),
    run_of("where", "¿Dónde está Madrid?", "En el centro de España."),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that has ended."""

    code: int
    stdout: str
    stderr: str


def write_suite(
    folder: Path,
    *,
    cases: str = CASES,
    runs: Sequence[Mapping[str, Any]] | None = RUNS,
    config: str | None = CONFIG,
    judge: str = ALL_YES,
) -> None:
    """Writes s.cases.yaml, s.runs.jsonl, judge-eval.yaml and the judge's script into `folder`."""
    (folder / "s.cases.yaml").write_text(cases, encoding="utf-8")
    (folder / "judge.yaml").write_text(judge, encoding="utf-8")
    if runs is not None:
        lines = "".join(json.dumps(run, ensure_ascii=False) + "\n" for run in runs)
        (folder / "s.runs.jsonl").write_text(lines, encoding="utf-8")
    if config is not None:
        (folder / "judge-eval.yaml").write_text(config, encoding="utf-8")


def called(folder: Path, *arguments: str | Path, encoding: str = "utf-8") -> Ended:
    """The command line in this process, in the working folder `folder`."""
    out, err = TextIOWrapper(BytesIO(), encoding=encoding), TextIOWrapper(BytesIO(), encoding="utf-8")
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code
    return Ended(int(code or 0), _written(out), _written(err))


def scored(folder: Path, *arguments: str | Path) -> Ended:
    """`judge-eval score` of the suite in `folder`, in this process."""
    return called(folder, "score", "s.cases.yaml", *arguments)


def installed(folder: Path, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The installed command in a process of its own, with these variables besides the usual ones."""
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        cwd=folder,
        env=bare_environment() | environment,
        capture_output=True,
        check=False,
    )


def bare_environment() -> dict[str, str]:
    """The variables of this process without those that would change what the command does."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("JUDGE_EVAL_", "ADK_", "PYTHONIO"))
    }


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode(stream.encoding)
