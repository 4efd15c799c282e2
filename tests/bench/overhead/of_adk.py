"""google-adk's FinalResponseMatchV2Evaluator through LiteLLM, at one sample and 32 calls at once."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from google.adk.evaluation.eval_case import Invocation
from google.adk.evaluation.eval_metrics import EvalMetric, JudgeModelOptions, LlmAsAJudgeCriterion
from google.adk.evaluation.final_response_match_v2 import FinalResponseMatchV2Evaluator
from google.genai import types


async def main(model: str, rows: list[dict[str, str]], n_calls: int) -> None:
    """Prints the CPU seconds of judging the last `n_calls` conversations; the others go before the clock."""
    options = JudgeModelOptions(judge_model=model, num_samples=1, parallelism_limit=32)
    criterion = LlmAsAJudgeCriterion(threshold=0.5, judge_model_options=options)
    evaluator: Any = FinalResponseMatchV2Evaluator(
        EvalMetric(metric_name="final_response_match_v2", criterion=criterion)
    )
    await judge_all(evaluator, rows[:-n_calls])
    begun = time.process_time()
    n_judged = await judge_all(evaluator, rows[-n_calls:])
    seconds = time.process_time() - begun
    if n_judged != n_calls:
        sys.exit(f"{n_judged} of {n_calls} verdicts came")
    sys.stdout.write(f"{seconds}\n")


async def judge_all(evaluator: Any, rows: list[dict[str, str]]) -> int:
    """How many conversations got a score."""
    pairs = [(invocation(row["user"], row["response"]), invocation(row["user"], row["reference"])) for row in rows]
    actual, expected = map(list, zip(*pairs, strict=True))
    result = await evaluator.evaluate_invocations(actual, expected)
    return sum(found.score is not None for found in result.per_invocation_results)


def invocation(user: str, response: str) -> Invocation:
    """One exchange in ADK's shape."""
    return Invocation(
        user_content=types.Content(role="user", parts=[types.Part(text=user)]),
        final_response=types.Content(role="model", parts=[types.Part(text=response)]),
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")), int(sys.argv[3])))
