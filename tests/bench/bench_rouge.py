"""ROUGE-1 on 100,000 pairs of texts: our response_match_score against ADK's RougeEvaluator, in one process.

    python -m tests.bench.bench_rouge [PAIRS]

Exits with 1 where a score differs, or where ours is less than 5 times as fast.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from google.adk.evaluation.eval_case import Invocation
from google.adk.evaluation.eval_metrics import EvalMetric
from google.adk.evaluation.final_response_match_v1 import RougeEvaluator
from google.genai import types

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.metrics.catalog import load
from tests.bench.timing import ratio_line
from tests.dialogues import case, made, run, turn

AIM = 5
BATCH = 1_000
STEMS = ("order", "refund", "ship", "deliver", "custom", "account", "return", "process", "confirm", "address", "pay")
ENDINGS = ("", "s", "ed", "ing", "ment", "able", "ation", "er")
OTHER_SCRIPTS = ("Bestellung über 5 €", "où est ma commande ?", "订单在哪里", "สถานะคำสั่งซื้อ", "مكان الطلب")

Pair = tuple[str, str]
Item = TypeVar("Item")


def main(n_pairs: int) -> int:
    """The exit code, after printing CPU seconds, ratio, and whether the scores are equal."""
    ours_seconds = theirs_seconds = 0.0
    n_different = 0
    texts = pairs(n_pairs)
    while batch := list(islice(texts, BATCH)):
        ours, seconds = timed(score_ours, [as_ours(pair) for pair in batch])
        ours_seconds += seconds
        theirs, seconds = timed(score_theirs, [as_theirs(pair) for pair in batch])
        theirs_seconds += seconds
        n_different += sum(one != other for one, other in zip(ours, theirs, strict=True))
    print(ratio_line(f"ROUGE-1 of {n_pairs:,} pairs", ours_seconds, theirs_seconds, "CPU-seconds", aim=f"≥ {AIM}"))
    print(f"scores that differ: {n_different}")
    return 1 if n_different or theirs_seconds < AIM * ours_seconds else 0


def pairs(n_pairs: int) -> Iterator[Pair]:
    """References and responses of 5 to 50 words, that share about half of them; every tenth pair in another script."""
    source = random.Random(20261130)
    for number in range(n_pairs):
        reference = [source.choice(STEMS) + source.choice(ENDINGS) for _ in range(source.randint(5, 50))]
        response = [word if source.random() < 0.5 else source.choice(STEMS) for word in reference]
        tail = source.choice(OTHER_SCRIPTS) if number % 10 == 0 else "."
        yield f"{' '.join(reference)} {number} {tail}", f"{' '.join(response)} {number} {tail}"


def as_ours(pair: Pair) -> tuple[Case, Run]:
    """The pair as a case and a run."""
    reference, response = pair
    return case(turn(reference=reference)), run(made(response=response))


def as_theirs(pair: Pair) -> tuple[Invocation, Invocation]:
    """The pair as an expected and an actual invocation."""
    expected, actual = (
        Invocation(
            user_content=types.Content(role="user", parts=[types.Part(text="Hello")]),
            final_response=types.Content(role="model", parts=[types.Part(text=text)]),
        )
        for text in pair
    )
    return expected, actual


def score_ours(batch: Sequence[tuple[Case, Run]]) -> list[float | None]:
    """Our scores, through the metric as a suite calls it."""
    metric = load("response_match_score")
    options = metric.options()
    return [metric.measure(of, by, options).value for of, by in batch]


def score_theirs(batch: Sequence[tuple[Invocation, Invocation]]) -> list[float | None]:
    """ADK's scores, through the evaluator as its service calls it."""
    evaluator = RougeEvaluator(EvalMetric(metric_name="response_match_score", threshold=0.8))
    return [evaluator.evaluate_invocations([actual], [expected]).overall_score for expected, actual in batch]


def timed(
    score: Callable[[Sequence[Item]], list[float | None]], batch: Sequence[Item]
) -> tuple[list[float | None], float]:
    """The scores, and the CPU seconds that they took."""
    begun = time.process_time()
    scores = score(batch)
    return scores, time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
