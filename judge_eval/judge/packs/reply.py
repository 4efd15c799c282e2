"""What one reply says of several items: each is looked up by its id alone, and read as if it had come by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from judge_eval.core.sample import Sample
from judge_eval.judge.replies.lenient_json import Found, objects_in
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.replies.parse import Spoken, Unreadable, answer_of, answer_said
from judge_eval.judge.replies.reading import said_in, unread


def read_packed(sample: Sample, menus: Mapping[str, Menu]) -> dict[str, Sample]:
    """The sample of each item by its id; what failed before a reply came, or was refused, failed for all of them."""
    lost = unread(sample)
    if lost is not None:
        return dict.fromkeys(menus, lost)
    return {id_: said_in(sample, spoken) for id_, spoken in parse_packed(sample.text, menus).items()}


def parse_packed(text: str, menus: Mapping[str, Menu]) -> dict[str, Spoken | Unreadable]:
    """The answer to each item, from the last whole object that has any of the ids, else the last that breaks off.

    An id that is missing is incomplete, whatever stands there instead.
    """
    holding = [found for found in objects_in(text) if any(key in menus for key, _ in found.members)]
    chosen = ([found for found in holding if found.closed] or holding)[-1:]
    members = chosen[0].members if chosen else ()
    return {id_: _of([value for key, value in members if key == id_], menu) for id_, menu in menus.items()}


def _of(values: Sequence[JsonValue | Found], menu: Menu) -> Spoken | Unreadable:
    """What stands under one id; where it stands more than once, it must say the same."""
    if not values:
        return Unreadable("incomplete", "the reply does not answer this item")
    read = [_read(value, menu) for value in values]
    first = read[0]
    for other in read:
        if isinstance(other, Unreadable):
            return other
        if isinstance(first, Spoken) and other.answer != first.answer:
            return Unreadable("off_menu", "the reply answers this item twice, in different ways")
    return first


def _read(value: JsonValue | Found, menu: Menu) -> Spoken | Unreadable:
    if isinstance(value, Found):
        return answer_of([value], menu)
    if isinstance(value, dict):
        return answer_of([Found(tuple(value.items()), True)], menu)
    return answer_said([value if isinstance(value, str) else str(value)], menu)
