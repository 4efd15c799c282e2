"""The embedded judge against people: final_response_match on labelled answers, its whole path but for the store.

    python -m tests.bench.bench_judge [ROWS [HALF]]

ROWS of each label set (default 20), from one HALF of it by the hash of the id: 0 the one that the prompt was tuned on,
1 (default) the other. Prints n, balanced accuracy at the cut-off with sensitivity and specificity, area under the ROC
curve, undecided items and seconds a verdict. Asserts nothing: a judge's quality is for calibration to say.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from judge_eval.adapters.local.backend import LocalBackend
from judge_eval.adapters.local.llama_server import LlamaServer
from judge_eval.adapters.local.model_file import model_file
from judge_eval.adapters.samples.store import NoStore
from judge_eval.calibration.thresholds import JUDGE_ATTEMPTS, JUDGE_CUT_OFF, MAX_LOST_SHARE
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.question import Item
from judge_eval.judge.rules import ByDistribution, Votes
from judge_eval.judge.samples import Samples

LABELS = Path(__file__).parents[3] / "shared" / "data" / "labels"
SETS = ("final_response_match_evouna", "final_response_match_nq301")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a person said of an answer (True: good), and what the judge did."""

    is_good: bool
    passed: bool
    undecided: bool
    value: float


def main(n_rows: int, half: int) -> int:
    """The exit code, after printing a line a label set."""
    file = model_file("local", os.environ)
    if not LABELS.is_dir() or not file.path.is_file():
        print("skipped: no labels beside the checkout, or no model (judge-eval model fetch)")
        return 0
    n_threads = int(os.environ.get("JUDGE_EVAL_LOCAL_THREADS", "1"))
    backend = LocalBackend(file.sha256, lambda: LlamaServer(file.there(), n_threads))
    samples = Samples(backend, NoStore(), now=lambda: datetime.now(UTC))
    limits = Limits(lost_share=MAX_LOST_SHARE, attempts=JUDGE_ATTEMPTS, cut_off=JUDGE_CUT_OFF)
    votes = Votes(ByDistribution(), "decisions", 0.0)
    judge = Judge(load_prompt("final_response_match"), samples, votes, limits)
    for name in SETS:
        started = time.perf_counter()
        judged = asyncio.run(judge_all(judge, list(rows_of(name, half))[:n_rows]))
        print(line_of(name, judged, (time.perf_counter() - started) / len(judged)), flush=True)
    asyncio.run(backend.aclose())
    return 0


def rows_of(name: str, half: int) -> Iterator[dict[str, Any]]:
    """The rows of one half, in an order that has nothing to do with the file's."""
    lines = (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = sorted(map(json.loads, lines), key=lambda row: _code(row["id"]))
    return (row for row in rows if _code(row["id"]) % 2 == half)


async def judge_all(judge: Judge, rows: Sequence[dict[str, Any]]) -> list[Judged]:
    """What the judge did with each row."""
    judged: list[Judged] = []
    for row in rows:
        inputs = {name: str(row[name]) for name in ("reference", "response")}
        item = Item(question="final_response_match", inputs={"conversation": "", "user": row["prompt"], **inputs})
        verdict = await judge.verdict(item)
        value = 0.5 if verdict.value is None else verdict.value
        undecided = verdict.decision == "undecided"
        judged.append(Judged(bool(row["label"]), verdict.decision == "pass", undecided, value))
    return judged


def line_of(name: str, judged: Sequence[Judged], seconds: float) -> str:
    """The figures of a label set in a line."""
    good = [one for one in judged if one.is_good]
    bad = [one for one in judged if not one.is_good]
    sensitivity = sum(one.passed for one in good) / len(good)
    specificity = sum(not one.passed for one in bad) / len(bad)
    wins = sum((one.value > other.value) + (one.value == other.value) / 2 for one in good for other in bad)
    return (
        f"{name}: n {len(judged)}, balanced accuracy {(sensitivity + specificity) / 2:.3f} "
        f"(sensitivity {sensitivity:.2f}, specificity {specificity:.2f}), AUC {wins / (len(good) * len(bad)):.3f}, "
        f"undecided {sum(one.undecided for one in judged)}, {seconds:.2f} seconds a verdict"
    )


def _code(row_id: str) -> int:
    return int(sha256(row_id.encode()).hexdigest(), 16)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
