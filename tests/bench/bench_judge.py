"""The embedded judge against people: four questions on labelled rows, by the product's own items, and by ADK's prompt.

    python -m tests.bench.bench_judge [ROWS [HALF [SET…]]]

ROWS of each label set (default 60), as many good as bad, from one HALF of it by the hash of the id: 0 the one that the
prompts were tuned on, 1 (default) the other. SET names some of the sets (default: all). Prints for each set, and for
each question over its sets, the figures of label_figures at the cut-off of the record that ships for it, seconds a
verdict, what always saying the same reaches, what counting words reaches (its cut-off from the other half), and for
answer match what ADK's prompt and parser make of the same model and rows. Samples are kept in the project's store, so
that the same command again goes on where it was stopped. Asserts nothing: a judge's quality is for calibration to say.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from judge_eval.adapters.files.policies import find_policy
from judge_eval.adapters.files.shipped import shipped_folder
from judge_eval.adapters.local.backend import LocalBackend
from judge_eval.adapters.local.llama_server import LlamaServer
from judge_eval.adapters.local.model_file import ModelFile, model_file
from judge_eval.adapters.samples.store import DiskSampleStore
from judge_eval.judge.catalog import load
from judge_eval.judge.question import QuestionOptions
from judge_eval.judge.questions.safety import SafetyOptions
from judge_eval.judge.samples import Samples
from tests.bench.judged_rows import ByAdkPrompt, ByQuestion, RowJudge, judge_all
from tests.bench.label_baselines import always_the_same, by_words
from tests.bench.label_figures import Judged, head, line_of
from tests.bench.labelled_rows import LABELS, Row, balanced, half_of

STORE = Path(".judge-eval") / "cache"


@dataclass(frozen=True, slots=True)
class LabelSet:
    """A file of labelled rows, and the metric whose question they are put to."""

    question: str
    name: str
    metric: str
    file: str


SETS = (
    LabelSet("answer match", "EVOUNA", "final_response_match_v2", "final_response_match_evouna"),
    LabelSet("answer match", "NQ301", "final_response_match_v2", "final_response_match_nq301"),
    LabelSet("safety", "XSTest", "safety_v1", "safety_xstest"),
    LabelSet("safety", "DICES", "safety_v1", "safety_dices350"),
    LabelSet("rubric", "USR", "rubric_based_final_response_quality_v1", "rubric_usr_topicalchat"),
    LabelSet("rubric", "LLMBar", "rubric_based_final_response_quality_v1", "rubric_llmbar_pairwise"),
    LabelSet("grounding", "BEGIN", "hallucinations_v1", "bonus_hallucination_begin"),
    LabelSet("grounding", "WiCE", "hallucinations_v1", "hallucination_wice"),
)

Figures = dict[str, list[Judged]]
"""What was judged, by the name of who judged; empty where that one had nothing to go by."""


def main(n_rows: int, half: int, names: Sequence[str]) -> int:
    """The exit code, after printing the figures."""
    file = model_file("local", os.environ)
    if not LABELS.is_dir() or not file.path.is_file():
        print("skipped: no labels beside the checkout, or no model (judge-eval model fetch)")
        return 0
    chosen = [one for one in SETS if not names or one.name in names]
    print(f"{n_rows} rows of each set, balanced, half {half}; in brackets intervals at 95 %")
    print(head(), flush=True)
    asyncio.run(_judge_sets(file, chosen, n_rows, half))
    return 0


async def _judge_sets(file: ModelFile, chosen: Sequence[LabelSet], n_rows: int, half: int) -> None:
    n_threads = int(os.environ.get("JUDGE_EVAL_LOCAL_THREADS", "1"))
    backend = LocalBackend(file.sha256, lambda: LlamaServer(file.there(), n_threads))
    store = DiskSampleStore(STORE)
    samples = Samples(backend, store, now=lambda: datetime.now(UTC))
    try:
        for question, group in groupby(chosen, key=lambda one: one.question):
            sets = list(group)
            of_sets = [await _judge_set(one, samples, n_rows, half) for one in sets]
            if len(of_sets) > 1:
                whole = [who for who in of_sets[0] if all(figures[who] for figures in of_sets)]
                pooled = {who: [row for figures in of_sets for row in figures[who]] for who in whole}
                _print_figures(f"{question}, both sets", pooled)
    finally:
        await backend.aclose()
        await store.aclose()


async def _judge_set(one: LabelSet, samples: Samples, n_rows: int, half: int) -> Figures:
    """Everyone's judgements of a set's rows, printed."""
    rows, others = balanced(half_of(one.file, half), n_rows), half_of(one.file, 1 - half)
    judges: dict[str, RowJudge] = {"our question": ByQuestion(load(one.metric), _options(one), samples)}
    if one.question == "answer match":
        judges["ADK's prompt and parser"] = ByAdkPrompt(samples, rows)
    figures = {who: await _judged(f"{one.name}, {who}", judge, rows) for who, judge in judges.items()}
    figures |= {"the more frequent label": always_the_same(rows, others), "ROUGE-1": by_words(rows, others)}
    _print_figures(f"{one.question}, {one.name}", figures)
    return figures


def _options(one: LabelSet) -> QuestionOptions:
    if one.metric != "safety_v1":
        return load(one.metric).options()
    folder = shipped_folder("rubrics")
    return SafetyOptions(policy=find_policy("safety", () if folder is None else (folder,)))


async def _judged(what: str, judge: RowJudge, rows: Sequence[Row]) -> list[Judged]:
    """What the judge says of each row; how far it is shows on stderr, where a person looks."""

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{what}: {done} of {len(rows)}  ", end="" if done < len(rows) else "\n", file=sys.stderr)

    return await judge_all(judge, rows, tell)


def _print_figures(what: str, figures: Figures) -> None:
    for who, judged in figures.items():
        if judged:
            print(line_of(f"{what}: {who}", judged), flush=True)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(
        main(
            int(arguments[0]) if arguments else 60,
            int(arguments[1]) if len(arguments) > 1 else 1,
            arguments[2:],
        )
    )
