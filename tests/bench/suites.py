"""Suites of any length, whose verdicts only a judge can give: no answer is word for word its reference."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

N_CRITERIA = 5

_GATE = "gate: {undecided_share: 1.0}\n"
ANSWER_MATCH = "metrics: {final_response_match_v2: {floor: 0.01}}\n" + _GATE
RUBRIC = "metrics: {rubric_based_final_response_quality_v1: {floor: 0.01, rubrics: [replies]}}\n" + _GATE
"""Configurations of one question a case, and of as many as the rubric has criteria."""

_CRITERIA = ("states the day", "is polite", "names the order", "stays in the user's language", "asks nothing back")

Conversation = dict[str, str]


def conversations(n_cases: int, first: int = 0) -> Iterator[Conversation]:
    """Conversations of one turn, numbered from `first`: id, user, reference and response."""
    for number in range(first, first + n_cases):
        yield {
            "id": f"order-{number:05}",
            "user": f"Where is my order {number}? It was to be here on Monday, and the shop promised to write to me.",
            "reference": f"Order {number} left the warehouse on Tuesday and will arrive on Thursday.",
            "response": f"I have looked it up: order {number} is on its way, and should be with you by Thursday.",
        }


def write_suite(folder: Path, config: str, rows: Iterable[Conversation]) -> None:
    """Writes suite.cases.jsonl, its runs, the configuration, and the rubric that it may name."""
    (folder / "rubrics").mkdir(parents=True)
    (folder / "judge-eval.yaml").write_text(config, encoding="utf-8")
    criteria = [{"id": f"criterion-{place}", "text": f"The reply {text}."} for place, text in enumerate(_CRITERIA)]
    rubric = {"id": "replies", "criteria": criteria}
    (folder / "rubrics" / "replies.yaml").write_text(json.dumps(rubric), encoding="utf-8")
    with (
        (folder / "suite.cases.jsonl").open("w", encoding="utf-8") as cases,
        (folder / "suite.runs.jsonl").open("w", encoding="utf-8") as runs,
    ):
        for row in rows:
            expected = {"user": row["user"], "reference": row["reference"]}
            made = {"user": row["user"], "final_response": row["response"]}
            cases.write(json.dumps({"id": row["id"], "turns": [expected]}) + "\n")
            runs.write(json.dumps({"case_id": row["id"], "turns": [made]}) + "\n")
