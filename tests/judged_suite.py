"""A suite of one judged item a case, the installed command that scores it, and what it wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from judge_eval.core.verdict import Verdict, VerdictLine
from tests.fakes.openai_server import OpenAIServer
from tests.small_suite import COMMAND, run_of, write_suite

METRIC = "final_response_match_v2"


def write_items(folder: Path, n_items: int, first: int = 0) -> None:
    """Writes so many cases into `folder`, numbered from `first`, each with one answer to be judged."""
    numbers = range(first, first + n_items)
    cases = "".join(f'- id: item-{n:04}\n  turns: [{{user: "How much is {n}?", reference: "{n}."}}]\n' for n in numbers)
    runs = [run_of(f"item-{n:04}", f"How much is {n}?", f"It is {n}.") for n in numbers]
    write_suite(folder, cases=cases, runs=runs, config=f"metrics: {{{METRIC}: {{floor: 0.1}}}}\n")


def score_command(server: OpenAIServer, *, votes: str, out: str, concurrency: int = 16) -> list[str]:
    """The installed command on the suite of its working folder, with the judge at `server`."""
    judge = ["--judge", f"openai:fake-judge@{server.url}", "--votes", votes, "--concurrency", str(concurrency)]
    return [str(COMMAND), "score", "s.cases.yaml", *judge, "--out", out]


def verdicts_of(folder: Path) -> dict[str, Verdict]:
    """The verdict on each item, by the id of its case, from the results in `folder`."""
    text = (folder / "verdicts.jsonl").read_text(encoding="utf-8")
    lines = [VerdictLine.model_validate_json(line) for line in text.splitlines()]
    return {line.case_id: line.verdict for line in lines}


def results_of(folder: Path) -> dict[str, Any]:
    """The results in `folder`."""
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))
