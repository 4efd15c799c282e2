"""The items that both sides have, paired; and by name, whatever is not compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from judge_eval.core.comparison import Difference, OneSided
from judge_eval.pipeline.comparison.compared_side import ItemKey, Side, SideItem, items_of
from judge_eval.pipeline.comparison.likeness import changed_case, changed_metrics


@dataclass(frozen=True, slots=True)
class ItemPair:
    """One item on both sides, and the cluster that it belongs to."""

    key: ItemKey
    base: SideItem
    candidate: SideItem
    cluster: str

    @property
    def is_open(self) -> bool:
        """Whether a side is undecided."""
        return self.base.is_open or self.candidate.is_open

    @property
    def is_discordant(self) -> bool:
        """Whether the sides differ."""
        return self.base.value != self.candidate.value


@dataclass(frozen=True, slots=True)
class Paired:
    """The pairs in the order of their keys, what one side alone has, and what is not alike."""

    pairs: tuple[ItemPair, ...]
    one_sided: tuple[OneSided, ...]
    differences: tuple[Difference, ...]
    not_compared: Counter[str] = field(default_factory=Counter[str])
    """Items by metric that one side alone has."""
    left_out: Counter[str] = field(default_factory=Counter[str])
    """Items by metric that are not alike."""
    not_selected: int = 0
    """Cases that one side alone has because the other scored a selection."""


def paired(base: Side, candidate: Side) -> Paired:
    """The items of two sides, paired by metric, case, turn and criterion: equal in any order of cases."""
    return _Pairing(base, candidate).made()


class _Pairing:
    """The pairing of two sides under way."""

    def __init__(self, base: Side, candidate: Side) -> None:
        self._sides = base, candidate
        self._base, self._candidate = items_of(base), items_of(candidate)
        self._not_selected = self._beyond_selections()
        self._metrics = {difference.name: difference for difference in changed_metrics(base, candidate)}
        self._n_of_metric: Counter[str] = Counter()
        self._n_of_case: Counter[str] = Counter()
        self._n_of_criterion: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._why_case: dict[str, str] = {}
        self._one_sided: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()
        self._clusters: dict[str, str] = {}

    def made(self) -> Paired:
        """All of it."""
        lone_cases = list(self._lone_cases())
        lone_ids = {one.case_id for one in lone_cases}
        self._note_cases(lone_ids)
        pairs: list[ItemPair] = []
        lone_items: list[OneSided] = []
        keys = self._base.items.keys() | self._candidate.items.keys()
        for key in sorted(keys, key=lambda key: key.rank):
            before, now = self._base.items.get(key), self._candidate.items.get(key)
            if key.case_id in self._not_selected:
                continue
            if key.case_id in lone_ids:
                self._one_sided[key.metric] += 1
            elif self._is_left_out(key, before, now):
                self._left_out[key.metric] += 1
            elif before is None or now is None:
                self._one_sided[key.metric] += 1
                lone_items.append(_lone_item(key, on_base=now is None))
            else:
                pairs.append(ItemPair(key, before, now, self._clusters[key.case_id]))
        return Paired(
            pairs=tuple(pairs),
            one_sided=(*lone_cases, *lone_items),
            differences=tuple(self._differences()),
            not_compared=self._one_sided,
            left_out=self._left_out,
            not_selected=len(self._not_selected),
        )

    def _beyond_selections(self) -> set[str]:
        """The cases of one side that the other did not select."""
        base, candidate = self._sides
        beyond: set[str] = set()
        if candidate.partial:
            beyond |= self._base.known - self._candidate.known
        if base.partial:
            beyond |= self._candidate.known - self._base.known
        return beyond

    def _lone_cases(self) -> Iterator[OneSided]:
        for case_id in sorted((self._base.cases ^ self._candidate.cases) - self._not_selected):
            on_base = case_id in self._base.cases
            lacking = self._candidate if on_base else self._base
            if case_id not in lacking.set_aside:
                why = lacking.unscored.get(case_id, "the other side has no such case")
                yield OneSided(side="base" if on_base else "candidate", case_id=case_id, why=why)

    def _note_cases(self, lone: set[str]) -> None:
        """Finds the cluster of each case, and why it is not compared where it is not."""
        for case_id in (self._base.cases | self._candidate.cases) - lone - self._not_selected:
            before, now = (side.case(case_id) for side in self._sides)
            known = now or before
            self._clusters[case_id] = case_id if known is None else known.cluster
            aside = self._candidate.set_aside.get(case_id) or self._base.set_aside.get(case_id)
            if aside is not None:
                self._why_case[case_id] = f"it is {aside} on one side"
            elif changed_case(before, now):
                self._why_case[case_id] = "what it asks or expects is not the same"

    def _is_left_out(self, key: ItemKey, before: SideItem | None, now: SideItem | None) -> bool:
        """Whether what the item rests on differs; counted under the first thing that does."""
        if key.metric in self._metrics:
            self._n_of_metric[key.metric] += 1
        elif key.case_id in self._why_case:
            self._n_of_case[key.case_id] += 1
        elif before is not None and now is not None and before.wording != now.wording:
            self._n_of_criterion[key.metric, key.criterion or ""] += 1
        else:
            return False
        return True

    def _differences(self) -> Iterator[Difference]:
        for metric, difference in sorted(self._metrics.items()):
            yield difference.model_copy(update={"left_out": self._n_of_metric[metric]})
        for case_id, why in sorted(self._why_case.items()):
            yield Difference(kind="case", name=case_id, what=why, left_out=self._n_of_case[case_id])
        for (metric, criterion), n in sorted(self._n_of_criterion.items()):
            what = f"{metric}: its text, scale or examples are not the same"
            yield Difference(kind="rubric", name=criterion, what=what, left_out=n)


def _lone_item(key: ItemKey, *, on_base: bool) -> OneSided:
    return OneSided(
        side="base" if on_base else "candidate",
        case_id=key.case_id,
        metric=key.metric,
        turn=key.turn,
        criterion=key.criterion,
        why="it does not apply on the other side",
    )
