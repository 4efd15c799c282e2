"""What a verdict costs beside the model's own time: CPU a call of judge-eval, the openai SDK and ADK's evaluator.

    python -m tests.bench.bench_overhead

All three ask the same fake judge, which answers at once and is a process of its own, for 500 verdicts at 32 calls at
once. ADK_EVAL_VENV names the environment that google-adk[eval] and litellm are installed in; litellm brings the SDK.
Without it only our own figure is printed. What each process measures is told in tests/bench/overhead/.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.fake_judge import FakeJudge
from tests.bench.suites import ANSWER_MATCH, conversations, write_suite
from tests.bench.timing import BrokenRunError

N_CALLS = 500
N_WARM = 32
ROUNDS = 3
OVERHEAD = Path(__file__).parent / "overhead"
OURS, SDK, ADK = "judge-eval", "the openai SDK", "ADK's FinalResponseMatchV2Evaluator"
ADK_ANSWER = '{"is_the_agent_response_valid": "valid"}'
"""What ADK's evaluator reads from a reply; ours and the SDK's ask for JSON after a schema, and get that."""


def main() -> None:
    """Prints milliseconds of CPU a call, the least of several rounds, and the ratios."""
    venv = os.environ.get("ADK_EVAL_VENV")
    rounds = [one_round(None if venv is None else Path(venv)) for _ in range(ROUNDS)]
    least = {name: min(found[name] for found in rounds) for name in rounds[0]}
    ours = least[OURS]
    print(f"a verdict by {OURS}: {ours:.2f} ms of CPU, files and stores included")
    for name, aim in {SDK: 1.0, ADK: 0.7}.items():
        if name not in least:
            print(f"a call by {name}: skipped, ADK_EVAL_VENV names no environment with google-adk[eval] and litellm")
            continue
        share = f"ours is {ours / least[name]:.2f} of it (aim: at most {aim})"
        print(f"a call by {name}: {least[name]:.2f} ms of CPU, {share}")


def one_round(venv: Path | None) -> dict[str, float]:
    """Milliseconds of CPU a call, by the name of what was measured."""
    with tempfile.TemporaryDirectory() as name, FakeJudge(ADK_ANSWER) as judge:
        folder = Path(name)
        rows = list(conversations(N_WARM + N_CALLS))
        suite = folder / "suite"
        write_suite(suite, ANSWER_MATCH, rows[-N_CALLS:])
        write_suite(suite / "warm", ANSWER_MATCH, rows[:N_WARM])
        costs = {OURS: measured(sys.executable, "of_judge_eval.py", judge, judge.spec, suite)}
        if venv is not None:
            python = venv / "bin" / "python"
            costs[SDK] = measured(
                python, "of_sdk.py", judge, judge.url, written(folder / "bodies.json", judge.bodies())
            )
            costs[ADK] = measured(
                python, "of_adk.py", judge, f"openai/{judge.model}", written(folder / "rows.json", rows)
            )
        return costs


def written(path: Path, value: object) -> Path:
    """The file, which now holds `value` as JSON."""
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def measured(python: str | Path, module: str, judge: FakeJudge, asked: str, given: Path) -> float:
    """What a module of overhead/ prints, as milliseconds a call. Raises: BrokenRunError where it does not work."""
    environment = os.environ | {
        "OPENAI_API_BASE": judge.url,
        "OPENAI_API_KEY": "none",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else litellm asks the network for prices
    }
    command = [python, OVERHEAD / module, asked, given, str(N_CALLS)]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise BrokenRunError(f"{module} exited with {ended.returncode}:\n{ended.stderr[-4_000:]}")
    return 1_000 * float(ended.stdout.splitlines()[-1]) / N_CALLS


if __name__ == "__main__":
    main()
