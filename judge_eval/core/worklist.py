"""A worklist: items of a scored run, drawn with known probabilities for people to label."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from judge_eval.core.frozen import Frozen
from judge_eval.core.label import Draw, LabelledPlace, Population

WORKLIST_SCHEMA = "judge-eval/worklist/1"


class WorklistItem(Frozen):
    """A drawn item: where it stands, what it is, and the probability with which it was drawn.

    `asked` holds the judge's items as they were put, so that any judge can be asked the very same.
    """

    id: str
    key: str
    place: LabelledPlace
    cluster: str
    probability: float = Field(gt=0, le=1)
    asked: tuple[dict[str, JsonValue], ...] = ()


class Worklist(Frozen):
    """What is known of a list of items to label, and is kept from those who label: it stands beside their file.

    `judge` is the fingerprint of the judge by whose verdicts they were drawn, `cut_off` the P(pass) from which its
    distribution passed, where a record had set one; `population` is what they stand for.
    """

    schema_: Literal["judge-eval/worklist/1"] = Field(default=WORKLIST_SCHEMA, alias="schema")
    question: str
    metric: str
    drawn: Draw
    judge: str
    cut_off: float | None = Field(default=None, ge=0, le=1)
    population: Population
    items: tuple[WorklistItem, ...]

    model_config = Frozen.model_config | {"populate_by_name": True, "serialize_by_alias": True}
