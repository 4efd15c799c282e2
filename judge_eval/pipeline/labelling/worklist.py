"""The next items to label: drawn from a scored suite with known probabilities, the judge's word kept from sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from judge_eval.core.case import Case
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.label import Draw, Label, LabelledPlace, Population
from judge_eval.core.ports import Ledger
from judge_eval.core.run import Run
from judge_eval.core.verdict import Decision, VerdictLine, combined
from judge_eval.core.worklist import Worklist, WorklistItem
from judge_eval.judge.question import Item
from judge_eval.judge.shown.transcript import dialogue
from judge_eval.pipeline.correction.record_in_use import cut_off_of, records_of
from judge_eval.pipeline.judged_item import item_key
from judge_eval.pipeline.plan import Judged, Plans

Stratum = Decision | None
"""The items of one decision, or, where no verdict is looked at, all of them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many items of each judged metric to draw, and how."""

    count: int
    how: Literal["random", "by_verdict"] = "by_verdict"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A judged item of the scored suite, and what the judge decided."""

    key: str
    place: LabelledPlace
    criterion: str | None
    decision: Decision
    judge: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A candidate that was drawn, with the probability of that."""

    candidate: Candidate
    probability: float


def candidates(lines: Iterable[VerdictLine], metric: str) -> Iterator[Candidate]:
    """The items of a metric that a judge decided or left open; `lines` stand in the ledger's order."""
    of_metric = (line for line in lines if line.metric == metric and line.verdict.decided_by == "judge")
    for (case_id, repeat, turn, criterion), group in groupby(of_metric, key=_place):
        verdicts = [line.verdict for line in group]
        decision = combined(verdict.decision for verdict in verdicts)
        if decision in ("pass", "fail", "undecided"):
            place = LabelledPlace(case_id=case_id, repeat=repeat, turn=turn)
            key = item_key(place, criterion, (verdict.item for verdict in verdicts))
            yield Candidate(key, place, criterion, decision, verdicts[0].judge or "")


def draw(among: Sequence[Candidate], count: int, how: Draw) -> tuple[Drawn, ...]:
    """At most `count` of the candidates, the same ones in any order of them.

    `by_verdict` takes half of them as the judge's decisions are shared, and half from each decision alike, so that
    rare decisions are seen too; `random` looks at no verdict.
    """
    strata: dict[Stratum, list[Candidate]] = {}
    for one in among:
        name: Stratum = one.decision if how == "by_verdict" else None
        strata.setdefault(name, []).append(one)
    sizes: dict[Stratum, int] = {name: len(stratum) for name, stratum in strata.items()}
    drawn: list[Drawn] = []
    for stratum, wanted in _allotted(sizes, min(count, len(among))).items():
        by_chance = sorted(strata[stratum], key=lambda one: fingerprint(["drawn", one.key]))
        drawn += [Drawn(one, wanted / sizes[stratum]) for one in by_chance[:wanted]]
    return tuple(sorted(drawn, key=lambda one: fingerprint(["shown", one.candidate.key])))


def worklists(
    ledger: Ledger, plans: Plans, populations: Mapping[str, Population], wanted: Wanted
) -> Iterator[Worklist]:
    """The items drawn of each metric that a judge answered, with what `calibrate` needs to take them up again.

    Cases in quarantine are no part of what the labels are to correct.
    """
    aside = {result.id for result in ledger.results() if result.quarantine is not None}
    for metric, population in populations.items():
        lines = (line for line in ledger.verdicts() if line.case_id not in aside)
        drawn = draw(list(candidates(lines, metric)), wanted.count, wanted.how)
        if not drawn:
            continue
        judged = {one.candidate.place.case_id: plans.judged(one.candidate.place.case_id, metric) for one in drawn}
        yield Worklist(
            question=next(iter(judged.values())).question.id,
            metric=metric,
            drawn=wanted.how,
            judge=drawn[0].candidate.judge,
            cut_off=cut_off_of(records_of(plans, metric), drawn[0].candidate.judge),
            population=population,
            items=tuple(_kept(one, judged[one.candidate.place.case_id], ledger) for one in drawn),
        )


def rows_to_label(worklist: Worklist, ledger: Ledger) -> Iterator[Label]:
    """What a person is shown of each item: no verdict, and no probability."""
    for item in worklist.items:
        case, run = _story(item.place, ledger)
        asked = [Item.model_validate(one) for one in item.asked]
        turn = item.place.turn if item.place.turn is not None else max(len(run.turns) - 1, 0)
        before = dialogue(run.turns[:turn])
        user = run.turns[turn].user if turn < len(run.turns) else ""
        yield Label(
            id=item.id,
            question=worklist.question,
            prompt=f"{before}\n\n{user}" if before else user,
            response=(run.turns[turn].final_response or "") if turn < len(run.turns) else "",
            reference=case.turns[turn].reference if turn < len(case.turns) else None,
            context=asked[0].inputs.get("evidence") if asked else None,
            criterion=asked[0].criterion if asked else None,
        )


def _place(line: VerdictLine) -> tuple[str, int, int | None, str | None]:
    return line.case_id, line.repeat, line.turn, line.criterion


def _allotted(sizes: dict[Stratum, int], count: int) -> dict[Stratum, int]:
    """How many to take of each stratum, `count` in all: half by size, half alike, none more than there are."""
    total = sum(sizes.values())
    wish = {name: count * (size / total + 1 / len(sizes)) / 2 for name, size in sizes.items()}
    taken: dict[Stratum, int] = {name: min(size, int(wish[name])) for name, size in sizes.items()}
    while sum(taken.values()) < count:
        short: list[Stratum] = [name for name, size in sizes.items() if taken[name] < size]
        neediest = max(short, key=lambda name: (wish[name] - taken[name], str(name)))
        taken[neediest] += 1
    return taken


def _kept(one: Drawn, judged: Judged, ledger: Ledger) -> WorklistItem:
    place = one.candidate.place
    case, run = _story(place, ledger)
    items: tuple[Item, ...] = judged.question.items(case, run, judged.options)
    asked = [
        item
        for item in items
        if item.turn == place.turn
        and item.ruling is None
        and (item.criterion is None or item.criterion.id == one.candidate.criterion)
    ]
    return WorklistItem(
        id=f"w-{one.candidate.key[:12]}",
        key=one.candidate.key,
        place=place,
        cluster=case.cluster,
        probability=one.probability,
        asked=tuple(item.model_dump(mode="json") for item in asked),
    )


def _story(place: LabelledPlace, ledger: Ledger) -> tuple[Case, Run]:
    """The case and the run that a place is in. Raises: ValueError where the ledger has lost them."""
    case = ledger.case(place.case_id)
    run = next((run for run in ledger.runs_of(place.case_id) if run.repeat == place.repeat), None)
    if case is None or run is None:
        raise ValueError(f"the run {place.repeat} of case '{place.case_id}' is gone")
    return case, run
