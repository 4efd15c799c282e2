"""What every noun shares: it cannot change, knows all its fields, and holds no NaN."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A noun: immutable, closed to unknown fields, finite in every number."""

    # A command makes few of the nouns that it imports: what checks one is built when the first is made.
    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="null", defer_build=True
    )


class MisfitError(ValueError):
    """A noun's parts do not fit each other: `at` leads to the part to mend, from the noun on."""

    def __init__(self, message: str, *at: str | int, remedy: str) -> None:
        super().__init__(message)
        self.at = at
        self.remedy = remedy


def check_ids_differ(what: str, field: str, ids: Sequence[str]) -> None:
    """Raises: MisfitError at the first entry of `field` whose id stands before it, with all that stand twice."""
    twice = sorted({name for name in ids if ids.count(name) > 1})
    for place, name in enumerate(ids):
        if name in ids[:place]:
            message = f"{what} ids stand twice: {', '.join(twice)}"
            raise MisfitError(message, field, place, "id", remedy="give one another id")
