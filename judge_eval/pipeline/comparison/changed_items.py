"""The items that are not alike on the two sides, newly broken first, each with what either side said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge_eval.core.comparison import ChangedItem, ItemSide, Turned
from judge_eval.core.comparison import Side as SideName
from judge_eval.core.run import Run, RunTurn
from judge_eval.core.verdict import Decision, votes_of
from judge_eval.pipeline.comparison.ask_again import Answers
from judge_eval.pipeline.comparison.compared_side import Side, SideItem, value_of, worth
from judge_eval.pipeline.comparison.metric_change import SettledPair

_ORDER: tuple[Turned, ...] = ("broken", "open", "fixed")


@dataclass(frozen=True, slots=True)
class _Told:
    """What one repeat of an item says on a side."""

    value: float
    decision: Decision | None
    reason: str
    votes: dict[str, int]


def changed_items(pairs: Iterable[SettledPair], base: Side, candidate: Side, answers: Answers) -> list[ChangedItem]:
    """The changed items by how they turned, metric, case and turn; the same whatever order the pairs come in."""
    changed = [one for one in pairs if one.base != one.candidate or one.is_open]
    items = [_changed_item(one, base, candidate, answers) for one in changed]
    return sorted(items, key=lambda item: (_ORDER.index(item.turned), item.metric, item.case_id, item.turn or 0))


def _changed_item(one: SettledPair, base: Side, candidate: Side, answers: Answers) -> ChangedItem:
    key = one.pair.key
    broke = one.candidate < one.base
    sides: dict[SideName, ItemSide] = {}
    user: str | None = None
    both: tuple[tuple[SideName, Side, SideItem, float], ...] = (
        ("base", base, one.pair.base, one.base),
        ("candidate", candidate, one.pair.candidate, one.candidate),
    )
    for name, side, item, value in both:
        # Of several repeats the one is shown that tells of the change.
        told = _by_repeat(name, item, one, answers)
        wanted = min if broke == (name == "candidate") else max
        repeat = wanted(sorted(told), key=lambda repeat: told[repeat].value)
        turn = _turn(side.runs_of(key.case_id), repeat, key.turn)
        shown = told[repeat]
        sides[name] = ItemSide(
            value=value,
            decision=shown.decision,
            reason=shown.reason,
            votes=shown.votes,
            response=None if turn is None else turn.final_response,
        )
        user = user if turn is None else turn.user
    return ChangedItem(
        case_id=key.case_id,
        turn=key.turn,
        criterion=key.criterion,
        metric=key.metric,
        turned="broken" if broke else "fixed" if one.candidate > one.base else "open",
        base=sides["base"],
        candidate=sides["candidate"],
        asked_again=one.asked_again,
        user=user,
    )


def _by_repeat(name: SideName, item: SideItem, one: SettledPair, answers: Answers) -> dict[int, _Told]:
    """What each repeat says, by the look that counts."""
    if one.asked_again:
        return {
            repeat: _Told(
                worth(score.decision),
                score.decision,
                score.reason,
                votes_of(verdict.votes for verdict in score.verdicts),
            )
            for repeat, score in answers.of(name, one.pair.key).items()
        }
    return {repeat: _Told(value_of(row), row.decision, row.reason, row.votes) for repeat, row in item.rows.items()}


def _turn(runs: Sequence[Run], repeat: int, place: int | None) -> RunTurn | None:
    """The turn of a repeat; the last one where the item is the conversation, None where the run has it not."""
    run = next((run for run in runs if run.repeat == repeat), None)
    if run is None or not run.turns:
        return None
    return run.turns[-1] if place is None else next(iter(run.turns[place : place + 1]), None)
