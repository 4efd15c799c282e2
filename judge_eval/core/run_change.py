"""A change between two recordings of a case: one thing that the agent did or said otherwise."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from judge_eval.core.frozen import Frozen

ChangedPart = Literal["run", "turn", "user", "call", "result", "response", "state", "error"]
"""`run` and `turn`: one side alone has it; `result`: a call like before gave back something else."""


class RunChange(Frozen):
    """What stood in a place `before` and stands there `after`; None: nothing did. `turn` None: the run as a whole."""

    case_id: str
    repeat: int = 0
    turn: int | None = None
    part: ChangedPart
    before: JsonValue = None
    after: JsonValue = None
