"""Scoring one case from a cold start: `judge-eval score` against `adk eval`, in CPU seconds.

Both score one conversation of orders_agent/ by ROUGE-1 and by its tool calls. judge-eval reads the recorded run; adk
knows no recorded runs and runs the agent, whose model is scripted and takes no time worth naming. ADK_EVAL_VENV names
the environment that google-adk[eval] is installed in; without it only our own figure is printed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.bench.timing import Cost, cost_of, least, ratio_line

RUNS_OF_OURS = 7
RUNS_OF_ADK = 3
AGENT = "orders_agent"
CASES = f"{AGENT}/order_status.evalset.json"
RECORDED_RUNS = f"{AGENT}/order_status.runs.jsonl"
CONFIG = f"{AGENT}/test_config.json"


def main() -> None:
    """Prints our CPU seconds, and beside them ADK's where it is installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(Path(__file__).parent / AGENT, folder / AGENT)
        ours = cost_of_judge_eval(folder)
        print(f"cold score of one case: {ours.cpu_seconds:.2f} CPU-seconds (limit .8, aim .6)")
        venv = os.environ.get("ADK_EVAL_VENV")
        if venv is None:
            print("cold score against adk eval: skipped, ADK_EVAL_VENV names no environment with google-adk[eval]")
            return
        theirs = cost_of_adk_eval(folder, Path(venv))
        print(
            ratio_line("cold score against adk eval", ours.cpu_seconds, theirs.cpu_seconds, "CPU-s", aim="10 or more")
        )


def cost_of_judge_eval(folder: Path) -> Cost:
    """The least cost of scoring the recorded run."""
    command = [Path(sys.executable).parent / "judge-eval", "score", CASES, "--runs", RECORDED_RUNS]
    return least([cost_of(command, folder=folder, says="1/1 passed") for _ in range(RUNS_OF_OURS)])


def cost_of_adk_eval(folder: Path, venv: Path) -> Cost:
    """The least cost of `adk eval` on the same case."""
    command = [venv / "bin" / "adk", "eval", AGENT, CASES, "--config_file_path", CONFIG]
    return least([cost_of(command, folder=folder, says="Tests passed: 1") for _ in range(RUNS_OF_ADK)])


if __name__ == "__main__":
    main()
