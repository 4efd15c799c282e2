"""ADK's rubrics as ours: those of one kind, written at one place, are one rubric with a criterion each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from judge_eval.adapters.files.adk.shapes import AdkRubric
from judge_eval.core.frozen import MisfitError
from judge_eval.core.rubric import AppliesTo, Criterion, Rubric

ADK_TYPES: Mapping[AppliesTo, str] = MappingProxyType(
    {"final_response": "FINAL_RESPONSE_QUALITY", "tool_use": "TOOL_USE_QUALITY", "trajectory": "TRAJECTORY_QUALITY"}
)
"""ADK's name for what a rubric applies to."""
_APPLIES_TO: Mapping[str, AppliesTo] = MappingProxyType({name: part for part, name in ADK_TYPES.items()})


@dataclass(frozen=True, slots=True)
class ReadRubrics:
    """The rubrics of one place, and what reading them assumed."""

    rubrics: tuple[Rubric, ...]
    notes: tuple[str, ...]


def read_adk_rubrics(written: Sequence[AdkRubric], place: str, applies_to: AppliesTo | None = None) -> ReadRubrics:
    """The rubrics written at `place`, such as "case" or "turn 1".

    They apply to what their type says, or to `applies_to` whatever it says. Without a type, which ADK never sends to
    its judge, they apply to the final response, and a note says so.

    Raises: MisfitError where a rubric has no text, or its id stands twice.
    """
    groups: dict[AppliesTo, list[Criterion]] = {}
    notes: list[str] = []
    for index, rubric in enumerate(written):
        kind = applies_to or _APPLIES_TO.get((rubric.type or "").upper())
        if kind is None:
            kind = "final_response"
            reason = "no type" if rubric.type is None else f"the type {rubric.type}, which is not known"
            notes.append(f"rubric '{rubric.rubric_id}' ({place}) has {reason}: it is read as one of the final response")
        text = rubric.rubric_content.text_property
        if not rubric.rubric_id or not text:
            message = f"rubric '{rubric.rubric_id}' ({place}) needs an id and a text in rubric_content.text_property"
            raise MisfitError(message, index, remedy="write what the judge has to check")
        criteria = groups.setdefault(kind, [])
        if any(criterion.id == rubric.rubric_id for criterion in criteria):
            message = f"the rubric id '{rubric.rubric_id}' ({place}) stands twice"
            raise MisfitError(message, index, remedy="give one another id")
        criteria.append(Criterion(id=rubric.rubric_id, text=text))
    rubrics = tuple(
        Rubric(id=f"{place}: {kind}", applies_to=kind, criteria=tuple(criteria)) for kind, criteria in groups.items()
    )
    return ReadRubrics(rubrics, tuple(notes))
