"""A judge that is asked about several items in one call, and still decides each of them by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from judge_eval.core.sample import Sample
from judge_eval.core.verdict import Verdict
from judge_eval.errors import JudgeEvalError
from judge_eval.judge.attempts import attempts_of, worth_another
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.packs.asking import PackedAsking, packed_asking
from judge_eval.judge.packs.prompt import Packing, shares_given
from judge_eval.judge.planned_calls import CHARACTERS_A_TOKEN, PlannedCalls
from judge_eval.judge.prompt import Prompt
from judge_eval.judge.question import Item
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.rules import Votes
from judge_eval.judge.samples import Samples
from judge_eval.judge.settling.unasked import not_judged, ruled
from judge_eval.judge.vote import more_to_ask

Take = Callable[[PackedAsking, int, int], Awaitable[Sample | None]]
"""The reply to a pack under an index and an attempt; None where it would have to be asked."""


@dataclass(slots=True)
class _Open:
    """An item and the attempts under each index so far, the last of which counts."""

    item: Item
    menu: Menu
    tried: list[tuple[Sample, ...]] = field(default_factory=list[tuple[Sample, ...]])

    @property
    def counted(self) -> list[Sample]:
        """The sample that counts of each index."""
        return [samples[-1] for samples in self.tried]


class PackedJudge(Judge):
    """The judge of one question that puts up to `packing.size` items into a call.

    The rule runs item by item: sample i of a pack's reply is sample i of each of its items. Only those that are still
    open are asked about again, together, in the packed form.
    """

    def __init__(self, prompt: Prompt, packing: Packing, samples: Samples, votes: Votes, limits: Limits) -> None:
        super().__init__(prompt, samples, votes, limits, packing)
        self._packing = packing
        self._attempts = attempts_of(votes, limits)

    async def verdict(self, item: Item) -> Verdict:
        """The verdict on one item, in a pack of its own. Raises: what asking raises."""
        if item.ruling is not None:
            return ruled(item, item.ruling)
        one = self._opened(item)
        await self._decide([one])
        return self._settled(item, item.fingerprint, one.tried, one.menu)

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """Neighbours that share all that is given before them, as many together as a call may hold."""
        packs: list[list[Item]] = []
        for item in items:
            last = packs[-1] if packs else []
            if last and len(last) < self._packing.size and shares_given(self.prompt, last[0], item):
                last.append(item)
            else:
                packs.append([item])
        return packs

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """The verdicts on these items; where the asking ends early, those that were decided before keep theirs."""
        items = [self._opened(item) for item in pack]
        why = ""
        try:
            await self._decide(items)
        except JudgeEvalError as error:
            why = str(error)
        return [
            not_judged(one.item, why)
            if why and self._more(one)
            else self._settled(one.item, one.item.fingerprint, one.tried, one.menu)
            for one in items
        ]

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """What `verdicts` would take for these items; nothing is asked."""
        items = [self._opened(item) for item in pack]
        n_kept = 0
        while left := self._left(items):
            kept = _Kept(self._samples)
            rounds = [await self._round(left, index, kept.take) for index in self._next_indices(left)]
            if n_lacking := sum(made is None for made in rounds):
                asked = sum(len(message.text) for message in self.asking([one.item for one in left]).messages)
                most = n_kept + (self.votes.rule.most - len(left[0].tried)) * self._attempts
                least = n_kept + kept.n + n_lacking
                return PlannedCalls(least, most, n_kept + kept.n, n_lacking * asked // CHARACTERS_A_TOKEN)
            self._add(left, rounds)
            n_kept += kept.n
        return PlannedCalls(n_kept, n_kept, n_kept)

    def asking(self, pack: Sequence[Item]) -> PackedAsking:
        """How these items are put together."""
        return packed_asking(self.prompt, self._packing.wording, pack, self.votes.temperature)

    async def _decide(self, items: Sequence[_Open]) -> None:
        """Asks until the rule has its end on every item. Raises: what asking raises."""
        while left := self._left(items):
            rounds = (self._round(left, index, self._take) for index in self._next_indices(left))
            self._add(left, await asyncio.gather(*rounds))

    def _opened(self, item: Item) -> _Open:
        return _Open(item, self.prompt.menu.with_points(item.points))

    def _left(self, items: Sequence[_Open]) -> list[_Open]:
        """The items on which the rule has not come to its end; all of them were asked about equally often."""
        return [one for one in items if self._more(one)]

    def _more(self, one: _Open) -> int:
        return more_to_ask(self.votes.rule, one.counted, one.menu)

    def _next_indices(self, left: Sequence[_Open]) -> range:
        """The indices of the calls that all of these items need, whatever they bring."""
        begun = len(left[0].tried)
        return range(begun, begun + min(map(self._more, left)))

    def _add(self, left: Sequence[_Open], rounds: Sequence[list[tuple[Sample, ...]] | None]) -> None:
        for made in rounds:
            for one, samples in zip(left, made or (), strict=True):
                one.tried.append(samples)

    async def _round(self, left: Sequence[_Open], index: int, take: Take) -> list[tuple[Sample, ...]] | None:
        """Each item's attempts under one index, unreadable ones asked about again; None where a reply is lacking."""
        made: list[list[Sample]] = [[] for _ in left]
        again = list(range(len(left)))
        for attempt in range(self._attempts):
            asking = self.asking([left[place].item for place in again])
            raw = await take(asking, index, attempt)
            if raw is None:
                return None
            for place, sample in zip(again, asking.read(raw), strict=True):
                made[place].append(sample)
            again = [place for place in again if worth_another(made[place][-1])]
            if not again:
                break
        return [tuple(samples) for samples in made]

    async def _take(self, asking: PackedAsking, index: int, attempt: int) -> Sample:
        request = asking.request(index, attempt)
        return await self._samples.take(request, item=asking.item, index=index, attempt=attempt)


class _Kept:
    """The replies that the store holds, counted."""

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self.n = 0

    async def take(self, asking: PackedAsking, index: int, attempt: int) -> Sample | None:
        """The reply where it is kept."""
        kept = await self._samples.kept(asking.request(index, attempt), index=index, attempt=attempt)
        self.n += kept is not None
        return kept
