"""What every noun shares: it cannot change, knows all its fields, and holds no NaN."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A noun: immutable, closed to unknown fields, finite in every number."""

    # A command makes few of the nouns that it imports: what checks one is built when the first is made.
    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="null", defer_build=True
    )
