"""The attacking step: honest work is judged, and what fails is judged again with each attack around it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge_eval.core.attack import OVERALL, Attack, Attacked, AttackReport, AttackSuite, HonestVerdicts, Source
from judge_eval.core.estimate import Estimate
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import Progress
from judge_eval.core.rubric import AppliesTo, Rubric
from judge_eval.core.verdict import Verdict
from judge_eval.judge.question import Item
from judge_eval.judge.settling.unasked import ruled
from judge_eval.pipeline.adjudicate import verdicts_on
from judge_eval.pipeline.counts.aggregate import Tally
from judge_eval.pipeline.plan import Judged
from judge_eval.stats.arrays import code_of

SUBJECTS: dict[AppliesTo, str] = {"final_response": "response", "tool_use": "calls", "trajectory": "dialogue"}
"""The part of the prompt that an agent writes, and so can put an attack into."""


@dataclass(frozen=True, slots=True)
class Honest:
    """A criterion asked about a piece of work; `subject` names the input that holds the work."""

    item: Item
    subject: str
    source: Source

    @property
    def work(self) -> str:
        """The work itself."""
        return self.item.inputs[self.subject]

    @property
    def criterion(self) -> str:
        """The criterion's id."""
        return self.item.criterion.id if self.item.criterion is not None else ""

    def under(self, attack: Attack) -> Item:
        """The same item with the attack around the work."""
        return self.item.model_copy(update={"inputs": self.item.inputs | {self.subject: attack.around(self.work)}})


async def attack(
    judged: Judged, rubric: Rubric, honest: Sequence[Honest], suite: AttackSuite, progress: Progress
) -> AttackReport:
    """What the attacks of the suite do to the verdicts on this work; a judge's failures stand in the report."""
    progress.begin(len(honest))
    before = await _verdicts(judged, [one.item for one in honest], progress)
    failing = [one for one, verdict in zip(honest, before, strict=True) if _fails(verdict)]
    tried = [(one, attack) for attack in suite.attacks() for one in failing]
    progress.begin(len(honest) + len(tried))
    after = await _verdicts(judged, [one.under(attack) for one, attack in tried], progress)
    attacked = [_attacked(one, attack, verdict) for (one, attack), verdict in zip(tried, after, strict=True)]
    return AttackReport(
        rubric=rubric.id,
        rubric_fingerprint=rubric.fingerprint,
        suite_version=suite.version,
        suite_fingerprint=fingerprint(suite.model_dump(mode="json")),
        honest=_counted(before),
        overall=_share(OVERALL, attacked),
        kinds=tuple(_share(kind, [one for one in attacked if one.kind == kind]) for kind in suite.kinds),
        attacked=tuple(attacked),
    )


async def _verdicts(judged: Judged, items: Iterable[Item], progress: Progress) -> list[Verdict]:
    async def verdict(item: Item) -> Verdict:
        if item.ruling is not None:
            found = ruled(item, item.ruling)
        else:
            (found,) = await verdicts_on(judged, [item])
        progress.scored()
        return found

    return await asyncio.gather(*map(verdict, items))


def _fails(verdict: Verdict) -> bool:
    """Whether the judge itself fails the work: what a rule decides cannot be talked round."""
    return verdict.decision == "fail" and verdict.decided_by == "judge"


def _counted(verdicts: Iterable[Verdict]) -> HonestVerdicts:
    counts = dict.fromkeys(HonestVerdicts.model_fields, 0)
    for verdict in verdicts:
        counts[_outcome(verdict)] += 1
    return HonestVerdicts(**counts)


def _outcome(verdict: Verdict) -> str:
    if verdict.error is not None:
        return "errors"
    if verdict.decided_by != "judge":
        return "by_rule"
    return {"fail": "failed", "pass": "passed"}.get(verdict.decision, "undecided")


def _attacked(honest: Honest, attack: Attack, verdict: Verdict) -> Attacked:
    return Attacked(
        kind=attack.kind,
        attack=attack.id,
        criterion=honest.criterion,
        turn=honest.item.turn,
        work=honest.work,
        source=honest.source,
        decision=verdict.decision,
        value=verdict.value,
        votes=verdict.votes,
        reason=verdict.reason,
        error=verdict.error,
    )


def _share(name: str, attacked: Sequence[Attacked]) -> Estimate:
    """The share that flipped; the clusters are the pieces of work, on which all attacks on a criterion depend."""
    tally = Tally(name, "pass_rate", bounded=True)
    for one in attacked:
        if one.error is None and one.decision in ("pass", "fail"):
            tally.add_value(float(one.flipped), code_of(one.work))
        else:
            tally.add_open(0.0, 1.0, code_of(one.work), error=one.error is not None)
    return tally.estimate()
