"""Labels with what one judge makes of them."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.label import LabelSet
from judge_eval.core.observation import Observation
from judge_eval.stats.judged import CODE_OF


@dataclass(frozen=True, slots=True)
class JudgedLabels:
    """The labels of one question, and what one judge makes of each; `judge` None: rules decided all of them.

    `policy` is the fingerprint of the policy that the judge read.
    """

    labels: LabelSet
    judge: JudgeIdentity | None
    observations: tuple[Observation, ...]
    policy: str | None = None

    @property
    def fingerprint(self) -> str | None:
        """The judge's fingerprint, where one was needed."""
        return None if self.judge is None else self.judge.fingerprint

    @property
    def drawn_by_own(self) -> bool:
        """Whether no other judge's verdicts chose what was labelled."""
        return self.labels.drawn != "by_verdict" or self.labels.drawn_by(self.fingerprint)

    @property
    def telling(self) -> tuple[Observation, ...]:
        """The observations that tell something of the judge: it was asked, and passed, failed or left open."""
        return tuple(one for one in self.observations if not one.by_rule and one.decision in CODE_OF)

    @property
    def by_rule(self) -> int:
        """How many items a rule decided."""
        return sum(one.by_rule for one in self.observations)

    @property
    def not_judged(self) -> tuple[Observation, ...]:
        """The items on which the judge could not be asked, or said that the question does not apply."""
        return tuple(one for one in self.observations if not one.by_rule and one.decision not in CODE_OF)
