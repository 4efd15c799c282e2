"""A judge whose rule is `auto`: which one that means is known once its model has been asked something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from judge_eval.core.verdict import Verdict
from judge_eval.judge.judge import Judge
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.probe import Probe
from judge_eval.judge.question import Item


class AutoJudge:
    """Two judges of one question and one model, of which `probe` chooses: one by distribution, one by votes.

    The probe is taken when an item first needs a call, so that a suite which rules decide asks nothing.
    """

    def __init__(self, by_distribution: Judge, by_votes: Judge, probe: Probe) -> None:
        self._by_distribution = by_distribution
        self._by_votes = by_votes
        self._probe = probe
        self.chosen: Judge | None = None
        """The judge that was chosen; None as long as nothing was asked."""

    @property
    def alternatives(self) -> tuple[Judge, ...]:
        """The judges that this may come to be."""
        return (self._by_distribution, self._by_votes)

    def with_alternatives(self, change: Callable[[Judge], Judge]) -> AutoJudge:
        """The same choice between the changed judges."""
        return AutoJudge(change(self._by_distribution), change(self._by_votes), self._probe)

    async def verdict(self, item: Item) -> Verdict:
        """The verdict of the judge that the probe chooses.

        Raises: JudgeError where the probe gets no reply; InputError and StoppedError as asking does.
        """
        if item.ruling is not None:
            return await self._by_votes.verdict(item)
        if self.chosen is None:
            self.chosen = self._of(await self._probe.proves_distribution())
        return await self.chosen.verdict(item)

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """Each item by itself."""
        return self._by_votes.packs(items)

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """The verdicts on these items. Raises: as `verdict` does."""
        return await asyncio.gather(*map(self.verdict, pack))

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """What `verdicts` would take, with nothing asked; the bounds of both judges where neither is chosen yet.

        The first question, which chooses for all, is in the plan of the first pack that needs it.
        """
        if all(item.ruling is not None for item in pack):
            return PlannedCalls()
        await self.look()
        if self.chosen is not None:
            return await self.chosen.plan(pack)
        one, other = await self._by_distribution.plan(pack), await self._by_votes.plan(pack)
        tokens = min(one.input_tokens, other.input_tokens)
        either = PlannedCalls(min(one.least, other.least), max(one.most, other.most), 0, tokens)
        return either + self._probe.plan()

    async def look(self) -> None:
        """Chooses a judge where the store holds what the probe would ask."""
        if self.chosen is None and (known := await self._probe.known()) is not None:
            self.chosen = self._of(known)

    def _of(self, distribution: bool) -> Judge:
        return self._by_distribution if distribution else self._by_votes
