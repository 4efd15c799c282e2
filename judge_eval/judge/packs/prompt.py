"""Prompts that put several items in one: what these share once, then each under an id of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from pydantic import JsonValue

from judge_eval.core.ports import Message
from judge_eval.judge.prompt import ANSWERS, Prompt, filled, listed, places_in, reply_schema
from judge_eval.judge.question import Item
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.shown.fence import fenced

_SECTION = re.compile(r"^# (each|packed)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PackedWording:
    """What a packed prompt says besides the question's own: `each` heads an item, `packed` tells how to reply."""

    each: str
    packed: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Packing:
    """At most `size` items a call, put by this wording."""

    size: int
    wording: PackedWording


@lru_cache
def load_packed(question: str) -> PackedWording | None:
    """The wording of a question, from prompts/packed/<question>.md; None where its items share nothing to pack by."""
    path = files("judge_eval.judge").joinpath("prompts", "packed", f"{question}.md")
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    pieces = _SECTION.split(text)
    sections = dict(zip(pieces[1::2], (body.strip() for body in pieces[2::2]), strict=True))
    return PackedWording(sections["each"], sections["packed"], sha256(text.encode()).hexdigest())


def id_at(place: int) -> str:
    """The id of the item at a place of its pack, by which alone the reply is read."""
    return f"i{place + 1}"


def shares_given(prompt: Prompt, one: Item, other: Item) -> bool:
    """Whether two items may stand in one prompt: all that comes before them is the same."""
    return all(one.inputs[name] == other.inputs[name] for name in places_in(prompt.sections["given"]))


def render_packed(
    prompt: Prompt, wording: PackedWording, items: Sequence[Item], menus: Sequence[Menu]
) -> tuple[Message, ...]:
    """The messages that put all items of a pack, which share what is given before them."""
    given = {name: items[0].inputs[name] for name in places_in(prompt.sections["given"])}
    own = {
        f"{name} {id_at(place)}": item.inputs[name]
        for place, item in enumerate(items)
        for name in places_in(prompt.sections["item"])
    }
    # All are fenced together: no nonce may stand in any of the values.
    values = fenced({name: value for name, value in {**given, **own}.items() if value})
    shared = filled(prompt.sections["shared"], values)
    before = f"{filled(prompt.sections['given'], values)}\n\n"
    blocks = [_block(prompt, wording, id_at(place), menu, values) for place, menu in enumerate(menus)]
    ids = [f'"{id_at(place)}"' for place in range(len(items))]
    asked = filled(wording.packed, {"ids": ", ".join(ids)})
    text = "\n\n".join((*blocks, asked))
    return (Message(role="system", text=shared), Message(role="user", text=before + text, shared=len(before)))


def packed_schema(prompt: Prompt, menus: Sequence[Menu]) -> dict[str, JsonValue]:
    """The JSON schema of the reply: an object that has, under each id, what the item alone would be answered with."""
    ids: list[JsonValue] = [id_at(place) for place in range(len(menus))]
    return {
        "type": "object",
        "properties": {id_at(place): reply_schema(prompt, "structured", menu) for place, menu in enumerate(menus)},
        "required": ids,
        "additionalProperties": False,
    }


def _block(prompt: Prompt, wording: PackedWording, id_: str, menu: Menu, values: Mapping[str, str]) -> str:
    """One item under its id."""
    own = {name: values[key] for name in places_in(prompt.sections["item"]) if (key := f"{name} {id_}") in values}
    head = filled(wording.each, {"id": id_, ANSWERS: listed(menu, "structured")})
    return f"{head}\n{filled(prompt.sections['item'], own)}"
