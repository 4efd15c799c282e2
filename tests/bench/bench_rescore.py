"""`judge-eval score` on 5,000 verdicts whose samples are all in the store: verdicts a CPU second, and no network.

    python -m tests.bench.bench_rescore

Two suites: 5,000 cases with one question each, and 1,000 with a rubric of five criteria. A fake judge in a process of
its own answers them once; then it is stopped, and the same command runs again.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.fake_judge import FakeJudge
from tests.bench.timing import Cost, cost_of, least

N_VERDICTS = 5_000
N_CRITERIA = 5
RUNS = 3
AIM = 2_000

GATE = "gate: {undecided_share: 1.0}\n"
ANSWER_MATCH = "metrics: {final_response_match_v2: {floor: 0.1}}\n" + GATE
RUBRIC = "metrics: {rubric_based_final_response_quality_v1: {floor: 0.1, rubrics: [replies]}}\n" + GATE
CRITERIA = ("states the day", "is polite", "names the order", "stays in the user's language", "asks nothing back")


def main() -> None:
    """Prints the figures of both suites, and sets each beside the aim."""
    for label, config, n_cases in (
        ("one question a case", ANSWER_MATCH, N_VERDICTS),
        ("five criteria a case", RUBRIC, N_VERDICTS // N_CRITERIA),
    ):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_suite(folder, config, n_cases)
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


def write_suite(folder: Path, config: str, n_cases: int) -> None:
    """Writes cases, runs, the configuration and the rubric that it may name."""
    (folder / "judge-eval.yaml").write_text(config, encoding="utf-8")
    (folder / "rubrics").mkdir()
    criteria = [{"id": f"criterion-{place}", "text": f"The reply {text}."} for place, text in enumerate(CRITERIA)]
    rubric = {"id": "replies", "criteria": criteria}
    (folder / "rubrics" / "replies.yaml").write_text(json.dumps(rubric), encoding="utf-8")
    cases, runs = zip(*conversations(n_cases), strict=True)
    for name, rows in {"suite.cases.jsonl": cases, "suite.runs.jsonl": runs}.items():
        (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def conversations(n_cases: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Cases, each with its run, whose answer is never word for word the reference."""
    for number in range(n_cases):
        user = f"Where is my order {number}? It was to be here on Monday, and the shop promised to write to me."
        reference = f"Order {number} left the warehouse on Tuesday and will arrive on Thursday."
        response = f"I have looked it up for you: order {number} is on its way, and it should be there by Thursday."
        case = {"id": f"order-{number:05}", "turns": [{"user": user, "reference": reference}]}
        yield case, {"case_id": case["id"], "turns": [{"user": user, "final_response": response}]}


if __name__ == "__main__":
    main()
