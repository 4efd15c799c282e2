"""Labels with what one judge makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge_eval.calibration.thresholds import MOST_NOT_JUDGED
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.label import LabelSet
from judge_eval.core.observation import Observation
from judge_eval.stats.correction.judged import CODE_OF


@dataclass(frozen=True, slots=True)
class JudgedLabels:
    """The labels of one question, and what one judge makes of each; `judge` None: rules decided all of them.

    `policy` is the fingerprint of the policy that the judge read. `file_of` tells the file of each label by its id.
    """

    labels: LabelSet
    judge: JudgeIdentity | None
    observations: tuple[Observation, ...]
    policy: str | None = None
    file_of: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def fingerprint(self) -> str | None:
        """The judge's fingerprint, where one was needed."""
        return None if self.judge is None else self.judge.fingerprint

    @property
    def drawn_by_own(self) -> bool:
        """Whether no other judge's verdicts chose what was labelled."""
        return self.labels.drawn != "by_verdict" or self.labels.drawn_by(self.fingerprint)

    @property
    def whole(self) -> bool:
        """Whether so few items were not judged that the others stand for all."""
        return len(self.not_judged) <= MOST_NOT_JUDGED * len(self.observations)

    @property
    def telling(self) -> tuple[Observation, ...]:
        """The observations that tell something of the judge: it was asked, and passed, failed or left open."""
        return tuple(one for one in self.observations if not one.by_rule and one.decision in CODE_OF)

    @property
    def by_rule(self) -> int:
        """How many items a rule decided."""
        return sum(one.by_rule for one in self.observations)

    @property
    def not_applicable(self) -> int:
        """How many items the judge said that the question does not apply to."""
        return sum(one.decision == "not_applicable" and not one.by_rule for one in self.observations)

    @property
    def not_judged(self) -> tuple[Observation, ...]:
        """The items on which the judge could not be asked."""
        return tuple(one for one in self.observations if not one.by_rule and one.decision is None)
