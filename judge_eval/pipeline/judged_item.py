"""A judged item: its name in labels and worklists, and the verdict that it hangs on."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.label import LabelledPlace
from judge_eval.core.score import Score
from judge_eval.core.verdict import Verdict


def key_of(item: Score) -> str:
    """The name of a judged item within its run, as `item_key` makes it."""
    shown = [verdict.item for verdict in item.verdicts]
    return item_key(LabelledPlace(case_id=item.case_id, repeat=item.repeat, turn=item.turn), item.criterion, shown)


def item_key(place: LabelledPlace, criterion: str | None, shown: Iterable[str]) -> str:
    """Equal where case, place and what was `shown` to the judge are: the fingerprints of what it was asked about."""
    parts: list[JsonValue] = [*sorted(shown)]
    return fingerprint([place.case_id, place.repeat, place.turn, criterion, parts])


def weakest_verdict(verdicts: Iterable[Verdict]) -> Verdict | None:
    """The verdict that holds the item back most: a response is as good as its worst claim; None without any."""
    telling = [verdict for verdict in verdicts if verdict.decision != "not_applicable" and verdict.value is not None]
    return min(telling, key=lambda verdict: verdict.value or 0.0, default=None)
