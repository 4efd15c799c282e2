"""Prompts: files with a front matter and their sections, filled with fenced values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from pydantic import Field, JsonValue

from judge_eval.core.frozen import Frozen
from judge_eval.core.ports import Message, ReplyForm
from judge_eval.judge.replies.menu import Answer, Menu
from judge_eval.judge.shown.fence import fenced

_FRONT_MATTER = re.compile(r"\A\+\+\+\n(.*?)\n\+\+\+\n(.*)\Z", re.DOTALL)
_SECTION = re.compile(r"^# (shared|given|item|choice|structured)\n", re.MULTILINE)
_PLACE = re.compile(r"\{\{(\w+)\}\}")
ANSWERS = "answers"
"""The place of the words that pass or fail, as an item's menu has them: `yes or no`, or the points of a scale."""

MAX_TOKENS: Mapping[ReplyForm, int] = {"choice": 8, "structured": 512}
"""Tokens that a reply may take: a word with its spaces, or an object with a short rationale."""


class FrontMatter(Frozen):
    """What the head of a prompt file says; `version` counts the revisions of its text."""

    id: str = Field(min_length=1)
    version: int = Field(ge=1)
    inputs: tuple[str, ...] = Field(min_length=1)
    forms: tuple[ReplyForm, ...] = Field(min_length=1)
    answers: tuple[Answer, ...] = Field(min_length=2)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question's wording: the sections by their names, the answers it allows, and the hash of the whole file."""

    id: str
    version: int
    inputs: tuple[str, ...]
    forms: tuple[ReplyForm, ...]
    menu: Menu
    sections: Mapping[str, str]
    sha256: str


@lru_cache
def load_prompt(question: str) -> Prompt:
    """The prompt of a question, from prompts/<question>.md of this package."""
    text = files("judge_eval.judge").joinpath("prompts", f"{question}.md").read_text(encoding="utf-8")
    return parse_prompt(text)


def parse_prompt(text: str) -> Prompt:
    """The prompt that a file's text holds. Raises: ValueError where it is not one."""
    parts = _FRONT_MATTER.match(text)
    if parts is None:
        raise ValueError("a prompt file starts with a front matter between lines of +++")
    head = FrontMatter.model_validate(tomllib.loads(parts[1]))
    pieces = _SECTION.split(parts[2])
    sections = {name: body.strip() for name, body in zip(pieces[1::2], pieces[2::2], strict=True)}
    places = {name for body in sections.values() for name in places_in(body)}
    if missing := {"shared", "item", *head.forms} - sections.keys():
        raise ValueError(f"prompt {head.id} has no section {', '.join(sorted(missing))}")
    if places != set(head.inputs):
        raise ValueError(f"prompt {head.id} has inputs {sorted(head.inputs)} and places {sorted(places)}")
    return Prompt(
        id=head.id,
        version=head.version,
        inputs=head.inputs,
        forms=head.forms,
        menu=Menu(head.answers),
        sections=sections,
        sha256=sha256(text.encode()).hexdigest(),
    )


def render(prompt: Prompt, form: ReplyForm, inputs: Mapping[str, str], menu: Menu | None = None) -> tuple[Message, ...]:
    """The messages that put a question: what all items share, what those of one response share, then the item's own.

    `menu` is the item's, where it is not the prompt's. A paragraph whose value is empty is left out.

    Raises: ValueError where the inputs are not the prompt's.
    """
    if set(inputs) != set(prompt.inputs):
        raise ValueError(f"prompt {prompt.id} takes {sorted(prompt.inputs)}, not {sorted(inputs)}")
    values = fenced({name: value for name, value in inputs.items() if value})
    values[ANSWERS] = listed(menu or prompt.menu, form)
    shared = Message(role="system", text=filled(prompt.sections["shared"], values))
    given = filled(prompt.sections.get("given", ""), values)
    given = f"{given}\n\n" if given else ""
    own = filled(f"{prompt.sections['item']}\n\n{prompt.sections[form]}", values)
    return (shared, Message(role="user", text=given + own, shared=len(given)))


def places_in(template: str) -> tuple[str, ...]:
    """The names of the values that a template has places for, but for the answers, in their order."""
    return tuple(name for name in _PLACE.findall(template) if name != ANSWERS)


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template's paragraphs with the values in their places; those that lack a value are left out."""
    paragraphs = [
        paragraph.wording % tuple([values[name] for name in paragraph.places])
        for paragraph in _paragraphs(template)
        if values.keys() >= {*paragraph.places}
    ]
    return "\n\n".join(paragraphs)


@dataclass(frozen=True, slots=True)
class _Paragraph:
    """A paragraph of a template: its wording with `%s` for each place, and the places' names in their order."""

    wording: str
    places: tuple[str, ...]


@lru_cache
def _paragraphs(template: str) -> tuple[_Paragraph, ...]:
    """The paragraphs of a template, read once and filled for every item."""
    return tuple(
        _Paragraph(_PLACE.sub("%s", paragraph.replace("%", "%%")), tuple(_PLACE.findall(paragraph)))
        for paragraph in template.split("\n\n")
    )


def reply_schema(prompt: Prompt, form: ReplyForm, menu: Menu | None = None) -> dict[str, JsonValue] | None:
    """The JSON schema of a structured reply, the rationale before the answer; None for a choice.

    `menu` is the item's, where it is not the prompt's.
    """
    if form == "choice":
        return None
    return {
        "type": "object",
        "properties": {
            "rationale": {"type": "string"},
            "answer": {"type": "string", "enum": list((menu or prompt.menu).words)},
        },
        "required": ["rationale", "answer"],
        "additionalProperties": False,
    }


def listed(menu: Menu, form: ReplyForm) -> str:
    """The words that pass or fail as a sentence names them: `0, 1 or 2`, in quotes where JSON is asked for."""
    words = [answer.word for answer in menu.answers if answer.decision in ("pass", "fail")]
    shown = [f'"{word}"' for word in words] if form == "structured" else words
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
