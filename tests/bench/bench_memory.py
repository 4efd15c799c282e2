"""The peak memory of `judge-eval score` on 100,000 JSONL cases against 10,000: cases flow, they do not pile up."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.bench.timing import Cost, cost_of

FEW, MANY = 10_000, 100_000
METRICS = ("--metric", "tool_trajectory_avg_score", "--metric", "response_match_score")


def main() -> None:
    """Prints both peaks and their ratio, once for the table alone and once with the files of `--out`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for n_cases in (FEW, MANY):
            write_suite(folder, n_cases)
        for label, flags in {"the table alone": (), "with --out": ("--out", "results")}.items():
            few, many = (cost_of_scoring(folder, n_cases, flags) for n_cases in (FEW, MANY))
            print(
                f"peak memory, {label}: {few.peak_bytes / 1e6:.0f} MB at {FEW:,} cases, "
                f"{many.peak_bytes / 1e6:.0f} MB at {MANY:,}, ratio {many.peak_bytes / few.peak_bytes:.2f} "
                f"(limit 1.25); {many.cpu_seconds:.0f} CPU-seconds at {MANY:,}"
            )


def cost_of_scoring(folder: Path, n_cases: int, flags: tuple[str, ...]) -> Cost:
    """The cost of scoring the suite of `n_cases`."""
    files = [f"{n_cases}.jsonl", "--runs", f"{n_cases}.runs.jsonl"]
    return cost_of([Path(sys.executable).parent / "judge-eval", "score", *files, *METRICS, *flags], folder=folder)


def write_suite(folder: Path, n_cases: int) -> None:
    """Writes cases and runs; every tenth answer differs from its reference."""
    with (
        (folder / f"{n_cases}.jsonl").open("w", encoding="utf-8") as cases,
        (folder / f"{n_cases}.runs.jsonl").open("w", encoding="utf-8") as runs,
    ):
        for number in range(n_cases):
            call = {"name": "lookup_order", "args": {"order_id": str(number)}}
            question, reference = f"Where is my order {number}?", f"Order {number} will arrive on Thursday."
            answer = reference if number % 10 else f"I am sorry, I cannot find order {number}."
            turn = {"user": question, "calls": [call], "reference": reference}
            made = {"user": question, "calls": [call], "final_response": answer}
            cases.write(json.dumps({"id": f"order-{number:06}", "turns": [turn]}) + "\n")
            runs.write(json.dumps({"case_id": f"order-{number:06}", "turns": [made]}) + "\n")


if __name__ == "__main__":
    main()
