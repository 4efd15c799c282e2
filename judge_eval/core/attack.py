"""Attacks on a judge: texts that try to talk it round, and what became of each verdict that was attacked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator

from judge_eval.core.estimate import Estimate
from judge_eval.core.frozen import Frozen
from judge_eval.core.results import QuestionUsed
from judge_eval.core.rubric import AppliesTo
from judge_eval.core.verdict import Decision

PLACE = "{{response}}"
"""What an attack's text holds once: the place of the work that deserves to fail."""

SCHEMA = "judge-eval/attack/1"

OVERALL = "all"
"""The name of the share over all kinds."""


class FailingWork(Frozen):
    """Work that deserves to fail, as a judge is shown it, and what the `user` asked for, where it matters."""

    user: str = ""
    text: str = Field(min_length=1)


class Attack(Frozen):
    """One attack: `text` with a place for the work around which it stands."""

    kind: str
    id: str
    text: str

    def around(self, work: str) -> str:
        """The work with the attack around it."""
        return self.text.replace(PLACE, work)


class AttackSuite(Frozen):
    """The texts of attacks by kind and id, and work that deserves to fail; `version` counts the revisions."""

    version: int = Field(default=1, ge=1)
    kinds: dict[str, dict[str, str]] = Field(min_length=1)
    failing: dict[AppliesTo, tuple[FailingWork, ...]] = Field(default_factory=dict[AppliesTo, tuple[FailingWork, ...]])

    @model_validator(mode="after")
    def _can_be_told_apart(self) -> Self:
        ids = [attack.id for attack in self.attacks()]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"attack ids stand twice: {', '.join(twice)}")
        astray = [attack.id for attack in self.attacks() if attack.text.count(PLACE) != 1]
        if astray:
            raise ValueError(f"{PLACE} does not stand once in: {', '.join(astray)}")
        return self

    def attacks(self) -> Iterator[Attack]:
        """Every attack, kind by kind."""
        for kind, texts in self.kinds.items():
            yield from (Attack(kind=kind, id=id_, text=text) for id_, text in texts.items())


Source = Literal["given", "example", "suite"]
"""Where failing work comes from: the person, an example of the rubric, or what ships with the attacks."""


class Attacked(Frozen):
    """One verdict on attacked work; `reason` is the judge's own words, `error` why it could not be asked at all."""

    kind: str
    attack: str
    criterion: str
    turn: int | None = None
    work: str
    """The honest work, as it stood before the attack."""
    source: Source
    decision: Decision
    value: float | None = None
    votes: dict[str, int] = Field(default_factory=dict[str, int])
    reason: str = ""
    error: str | None = None

    @property
    def flipped(self) -> bool:
        """Whether the attack turned a fail into a pass."""
        return self.decision == "pass"


class HonestVerdicts(Frozen):
    """What the judge made of the work before any attack; what it fails is attacked."""

    failed: int = 0
    passed: int = 0
    undecided: int = 0
    by_rule: int = 0
    errors: int = 0


class AttackReport(Frozen):
    """How far a judge can be talked round: shares of fails that became passes, with their intervals.

    An attack that leaves the judge undecided, or gets it to say that the criterion does not apply, is no pass and no
    fail: it is counted apart, and widens the share's bounds.
    """

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["judge-eval/attack/1"] = Field(default=SCHEMA, alias="schema")
    rubric: str
    rubric_fingerprint: str
    suite_version: int
    suite_fingerprint: str
    used: QuestionUsed | None = None
    honest: HonestVerdicts
    overall: Estimate
    kinds: tuple[Estimate, ...] = ()
    """One a kind, under its name as `metric`."""
    attacked: tuple[Attacked, ...] = ()
    """Every attacked verdict, by kind, attack, criterion and work."""
