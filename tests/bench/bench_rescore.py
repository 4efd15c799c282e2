"""`judge-eval score` on 5,000 verdicts whose samples are all in the store: verdicts a CPU second, and no network.

    python -m tests.bench.bench_rescore

Two suites: 5,000 cases with one question each, and 1,000 with a rubric of five criteria. A fake judge in a process of
its own answers them once; then it is stopped, and the same command runs again.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.bench.fake_judge import FakeJudge
from tests.bench.suites import ANSWER_MATCH, N_CRITERIA, RUBRIC, conversations, write_suite
from tests.bench.timing import Cost, cost_of, least

N_VERDICTS = 5_000
RUNS = 5
AIM = 2_000


def main() -> None:
    """Prints the figures of both suites, and sets each beside the aim."""
    for label, config, n_cases in (
        ("one question a case", ANSWER_MATCH, N_VERDICTS),
        ("five criteria a case", RUBRIC, N_VERDICTS // N_CRITERIA),
    ):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "suite"
            write_suite(folder, config, conversations(n_cases))
            cost = cost_of_rescoring(folder)
        print(
            f"re-score of {N_VERDICTS:,} cached verdicts, {label}: {N_VERDICTS / cost.cpu_seconds:,.0f} a CPU second "
            f"(aim: {AIM:,}), {cost.cpu_seconds:.2f} CPU seconds the whole command",
            flush=True,
        )


def cost_of_rescoring(folder: Path) -> Cost:
    """The least cost of the command once the store holds every sample and the judge is gone."""
    with FakeJudge() as judge:
        command = [Path(sys.executable).parent / "judge-eval", "score", "suite.cases.jsonl", "--judge", judge.spec]
        command += ["--votes", "fixed:1"]
        cost_of(command, folder=folder, says=f"{N_VERDICTS:,} calls made, 0 cached")
    return least([cost_of(command, folder=folder, says=f"0 calls made, {N_VERDICTS} cached") for _ in range(RUNS)])


if __name__ == "__main__":
    main()
