"""One asking about several items: one reply under each index and attempt, and in it a sample of each item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import Message, Request
from judge_eval.core.run import Tokens
from judge_eval.core.sample import Sample
from judge_eval.judge.attempts import seed_of
from judge_eval.judge.packs.prompt import PackedWording, id_at, packed_schema, render_packed
from judge_eval.judge.packs.reply import read_packed
from judge_eval.judge.prompt import MAX_TOKENS, Prompt
from judge_eval.judge.question import Item
from judge_eval.judge.replies.menu import Menu


@dataclass(frozen=True, slots=True)
class PackedAsking:
    """What all attempts at one pack share; `item` is the fingerprint under which its replies are kept."""

    prompt: Prompt
    items: tuple[Item, ...]
    menus: tuple[Menu, ...]
    messages: tuple[Message, ...]
    temperature: float
    item: str

    def request(self, index: int, attempt: int) -> Request:
        """The request of an attempt; it has room for every item's answer."""
        return Request(
            messages=self.messages,
            form="structured",
            words=tuple(dict.fromkeys(word for menu in self.menus for word in menu.words)),
            reply_schema=packed_schema(self.prompt, self.menus),
            temperature=self.temperature,
            seed=seed_of(index, attempt),
            max_tokens=MAX_TOKENS["structured"] * len(self.items),
        )

    def read(self, sample: Sample) -> list[Sample]:
        """The sample of each item; the first has the tokens of the reply, so that none is counted twice."""
        read = read_packed(sample, {id_at(place): menu for place, menu in enumerate(self.menus)})
        return [
            one.model_copy(update={"item": item.fingerprint, "tokens": sample.tokens if place == 0 else Tokens()})
            for place, (item, one) in enumerate(zip(self.items, read.values(), strict=True))
        ]


def packed_asking(prompt: Prompt, wording: PackedWording, items: Sequence[Item], temperature: float) -> PackedAsking:
    """The asking about these items, its messages rendered once."""
    menus = tuple(prompt.menu.with_points(item.points) for item in items)
    messages = render_packed(prompt, wording, items, menus)
    pack = fingerprint([item.fingerprint for item in items])
    return PackedAsking(prompt, tuple(items), menus, messages, temperature, pack)
