"""Rows that people labelled: their halves, balanced samples of them, and what each is as a case and a run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from pydantic import ConfigDict

from judge_eval.core.case import Case, Turn
from judge_eval.core.content import Part
from judge_eval.core.frozen import Frozen
from judge_eval.core.rubric import Criterion, Rubric
from judge_eval.core.run import Call, Run, RunTurn

LABELS = Path(__file__).parents[3] / "shared" / "data" / "labels"
_SPEAKER = re.compile(r"^(?:USER|LAMDA): ", re.MULTILINE)
_ASKED_OF_ANNOTATORS = "Is every part of the claim supported by the context?"
"""Stands as `prompt` in a set whose claims answer nobody."""


class Row(Frozen):
    """One response with what people said of it; `label` True: good."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    prompt: str
    response: str
    label: bool
    reference: str | None = None
    context: str | None = None
    criterion: str | None = None

    @property
    def code(self) -> int:
        """A number that has nothing to do with the row's content or place."""
        return int(sha256(self.id.encode()).hexdigest(), 16)


def half_of(name: str, half: int) -> list[Row]:
    """The rows of a set's half, 0 or 1 by the hash of the id, in an order that has nothing to do with the file's."""
    lines = (LABELS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = sorted(map(Row.model_validate_json, lines), key=lambda row: row.code)
    return [row for row in rows if row.code % 2 == half]


def balanced(rows: Sequence[Row], n_rows: int) -> list[Row]:
    """The first `n_rows` in their order, as many good as bad; fewer where one label runs short."""
    good = [row for row in rows if row.label]
    bad = [row for row in rows if not row.label]
    each = min(n_rows // 2, len(good), len(bad))
    kept = {row.id for row in (*good[:each], *bad[:each])}
    return [row for row in rows if row.id in kept]


def as_case(row: Row) -> Case:
    """What was asked: its last message with the reference, where there is one, and the criterion as a rubric."""
    rubrics = _rubric(row.criterion) if row.criterion else ()
    turn = Turn(user=(Part(text=_messages(row)[-1]),), reference=row.reference, rubrics=rubrics)
    before = [Turn(user=(Part(text=user),)) for user, _ in _exchanges(row)]
    return Case(id=row.id, cluster=row.id, turns=(*before, turn))


def as_run(row: Row) -> Run:
    """What was said: the conversation, and in its last turn the context, as a tool gave it, and the response."""
    calls = (Call(name="look_up", result=row.context.strip()),) if row.context else ()
    before = [RunTurn(user=user, final_response=agent) for user, agent in _exchanges(row)]
    return Run(
        case_id=row.id,
        turns=(*before, RunTurn(user=_messages(row)[-1], calls=calls, final_response=row.response.strip())),
    )


def _rubric(criterion: str) -> tuple[Rubric]:
    return (Rubric(id="labelled", criteria=(Criterion(id="criterion", text=criterion),)),)


def _exchanges(row: Row) -> Iterator[tuple[str, str]]:
    """What was said before the last message, from the end in pairs of user and agent."""
    earlier = _messages(row)[:-1]
    if len(earlier) % 2:
        earlier = ["(nothing)", *earlier]
    return zip(earlier[::2], earlier[1::2], strict=True)


def _messages(row: Row) -> list[str]:
    """The messages of the prompt in turn, the last one the user's."""
    if row.prompt == _ASKED_OF_ANNOTATORS:
        return [""]
    if _SPEAKER.match(row.prompt):
        return [message.strip() for message in _SPEAKER.split(row.prompt) if message.strip()]
    if row.id.startswith("usr-"):
        return [line.strip() for line in row.prompt.split(" \n ") if line.strip()]
    return [row.prompt]
