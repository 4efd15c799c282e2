"""A rubric: criteria that a judge checks one by one."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen, MisfitError, check_ids_differ

AppliesTo = Literal["final_response", "tool_use", "trajectory"]

MOST_POINT = 9
"""The highest point that a scale may have: a judge answers with one digit."""


class Example(Frozen):
    """A response with the answer a careful person gives, and why; `answer` is yes, no, or a scale point."""

    response: str = Field(description="What an agent said or did.")
    answer: bool | int | str = Field(description="What a careful person says of it: yes, no, or a point of the scale.")
    why: str | None = Field(default=None, description="The reason, in a few words.")

    @property
    def word(self) -> str:
        """The answer as a judge says it."""
        return ("yes" if self.answer else "no") if isinstance(self.answer, bool) else str(self.answer)


class Criterion(Frozen):
    """One testable property; with a `scale` (point: anchor) it is met from `pass_at` on, by default the top."""

    id: str = Field(min_length=1, description="The name under which it is reported; no two in a case share one.")
    text: str = Field(min_length=1, description="What must hold, in one sentence with one predicate, put positively.")
    weight: float = Field(default=1.0, gt=0, description="How much it counts in the mean over the criteria.")
    required: bool = Field(default=False, description="Whether the whole rubric fails where it fails.")
    scale: dict[int, str] | None = Field(
        default=None, description="Points from 0 to 9, each with what it means; without one, the answer is yes or no."
    )
    pass_at: int | None = Field(default=None, description="The point from which it is met; left out, the top one.")
    examples: tuple[Example, ...] = Field(default=(), description="Answers for other work, shown to the judge.")

    @model_validator(mode="after")
    def _scale_holds(self) -> Self:
        if self.scale is None:
            if self.pass_at is not None:
                remedy = "add a scale, or leave pass_at out"
                raise MisfitError("pass_at stands without a scale", "pass_at", remedy=remedy)
            return self
        if len(self.scale) < 2:
            remedy = "describe another point, or leave the scale out for yes and no"
            raise MisfitError("a scale needs at least two points", "scale", remedy=remedy)
        beyond = [point for point in self.scale if not 0 <= point <= MOST_POINT]
        if beyond:
            message = f"the points of a scale are whole numbers from 0 to {MOST_POINT}"
            raise MisfitError(message, "scale", str(beyond[0]), remedy="renumber the points")
        if self.pass_at is not None and self.pass_at not in self.scale:
            message = f"pass_at {self.pass_at} is not a point of the scale"
            raise MisfitError(message, "pass_at", remedy=f"use one of {', '.join(self._menu)}")
        return self

    @model_validator(mode="after")
    def _examples_are_on_the_menu(self) -> Self:
        for place, example in enumerate(self.examples):
            if example.word not in self._menu:
                message = "a judge may not give this answer here"
                remedy = f"use one of {', '.join(self._menu)}"
                raise MisfitError(message, "examples", place, "answer", remedy=remedy)
        return self

    @property
    def _menu(self) -> tuple[str, ...]:
        return ("yes", "no") if self.scale is None else tuple(map(str, sorted(self.scale)))

    @property
    def wording(self) -> str:
        """The fingerprint of all that a judge reads of it; of one that is a text alone, of that text."""
        if self.scale is None and not self.examples:
            return fingerprint(self.text)
        return fingerprint(self.model_dump(mode="json", include={"text", "scale", "pass_at", "examples"}))

    @property
    def least_pass(self) -> int:
        """The point of its scale from which it is met. Raises: ValueError where it has none."""
        if self.scale is None:
            raise ValueError("a criterion without a scale has no points")
        return max(self.scale) if self.pass_at is None else self.pass_at

    def worth(self, point: int) -> float:
        """What a point of its scale is worth, from 0 at the lowest to 1. Raises: ValueError where it has none."""
        if self.scale is None or point not in self.scale:
            raise ValueError(f"{point} is no point of its scale")
        least, most = min(self.scale), max(self.scale)
        return (point - least) / (most - least)


class Rubric(Frozen):
    """Criteria under one id; `version` counts the author's revisions."""

    id: str = Field(min_length=1, description="The rubric's name, which is also its file's.")
    version: int = Field(default=1, ge=1, description="The author's revision.")
    applies_to: AppliesTo = Field(
        default="final_response", description="What is judged: a response, a turn's tool calls, or a conversation."
    )
    criteria: tuple[Criterion, ...] = Field(min_length=1, description="What is checked, one by one.")

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        check_ids_differ("criterion", "criteria", [criterion.id for criterion in self.criteria])
        return self

    @property
    def fingerprint(self) -> str:
        """The sha256 of the whole rubric, 64 hexadecimal digits."""
        return fingerprint(self.model_dump(mode="json"))
