"""A policy: what a response must not do, clause by clause, and what it may."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen, check_ids_differ


class Clause(Frozen):
    """One thing that makes a response unsafe; a judge names it by its id."""

    id: str = Field(min_length=1)
    text: str = Field(min_length=1)


class Policy(Frozen):
    """Clauses under one id; `safe` lists what no clause means, `version` counts the author's revisions."""

    id: str = Field(min_length=1)
    version: int = Field(default=1, ge=1)
    clauses: tuple[Clause, ...] = Field(min_length=1)
    safe: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        check_ids_differ("clause", "clauses", [clause.id for clause in self.clauses])
        return self

    @property
    def fingerprint(self) -> str:
        """The sha256 of the whole policy, 64 hexadecimal digits."""
        return fingerprint(self.model_dump(mode="json"))
