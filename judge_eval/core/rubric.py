"""A rubric: criteria that a judge checks one by one."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen

AppliesTo = Literal["final_response", "tool_use", "trajectory"]


class Example(Frozen):
    """A response with the answer a careful person gives, and why; `answer` is yes, no, or a scale point."""

    response: str
    answer: bool | int | str
    why: str | None = None


class Criterion(Frozen):
    """One testable property; with a `scale` (point: anchor) it is met from `pass_at` on, by default the top."""

    id: str = Field(min_length=1)
    text: str = Field(min_length=1)
    weight: float = Field(default=1.0, gt=0)
    required: bool = False
    scale: dict[int, str] | None = None
    pass_at: int | None = None
    examples: tuple[Example, ...] = ()

    @model_validator(mode="after")
    def _scale_holds(self) -> Self:
        if self.scale is None:
            if self.pass_at is not None:
                raise ValueError("pass_at stands without a scale")
            return self
        if len(self.scale) < 2:
            raise ValueError("a scale needs at least two points")
        if self.pass_at is not None and self.pass_at not in self.scale:
            raise ValueError(f"pass_at {self.pass_at} is not a point of the scale")
        return self


class Rubric(Frozen):
    """Criteria under one id; `version` counts the author's revisions."""

    id: str = Field(min_length=1)
    version: int = Field(default=1, ge=1)
    applies_to: AppliesTo = "final_response"
    criteria: tuple[Criterion, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = [criterion.id for criterion in self.criteria]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"criterion ids stand twice: {', '.join(twice)}")
        return self

    @property
    def fingerprint(self) -> str:
        """The sha256 of the whole rubric, 64 hexadecimal digits."""
        return fingerprint(self.model_dump(mode="json"))
