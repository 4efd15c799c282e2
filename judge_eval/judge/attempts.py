"""One asking: as many attempts as it takes to get a reply that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_eval.core.ports import Message, ReplyForm, Request
from judge_eval.core.sample import Sample
from judge_eval.judge.limits import Limits
from judge_eval.judge.prompt import MAX_TOKENS, Prompt, render, reply_schema
from judge_eval.judge.question import Item
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.replies.reading import READ_AGAIN, read
from judge_eval.judge.rules import ByDistribution, Votes
from judge_eval.judge.samples import Samples

SEEDS_AN_INDEX = 100


@dataclass(frozen=True, slots=True)
class Asking:
    """All that the attempts at one item share."""

    prompt: Prompt
    menu: Menu
    form: ReplyForm
    votes: Votes
    limits: Limits
    messages: tuple[Message, ...]
    item: str

    @property
    def by_distribution(self) -> bool:
        """Whether probabilities are asked for, not an answer."""
        return isinstance(self.votes.rule, ByDistribution)

    @property
    def attempts(self) -> int:
        """How many attempts an index has."""
        return attempts_of(self.votes, self.limits)

    def request(self, index: int, attempt: int) -> Request:
        """The request of an attempt; its seed is its own."""
        return Request(
            messages=self.messages,
            form=self.form,
            words=self.menu.words,
            reply_schema=reply_schema(self.prompt, self.form, self.menu),
            temperature=self.votes.temperature,
            seed=seed_of(index, attempt),
            max_tokens=MAX_TOKENS[self.form],
            distribution=self.by_distribution,
        )

    def read(self, sample: Sample) -> Sample:
        """The sample with what its reply says."""
        return read(sample, self.menu, distribution=self.by_distribution, max_lost=self.limits.lost_share)


def asking_of(prompt: Prompt, form: ReplyForm, votes: Votes, limits: Limits, item: Item) -> Asking:
    """What all attempts at an item share, its messages rendered once."""
    menu = prompt.menu.with_points(item.points)
    return Asking(prompt, menu, form, votes, limits, render(prompt, form, item.inputs, menu), item.fingerprint)


async def attempt_until_read(samples: Samples, asking: Asking, index: int) -> tuple[Sample, ...]:
    """The samples of all attempts under one index; the last is the one that counts.

    Another attempt follows a reply that could not be read, never a reply that was refused or did not come.
    """
    made: list[Sample] = []
    while not is_over(asking, made):
        attempt = len(made)
        raw = await samples.take(asking.request(index, attempt), item=asking.item, index=index, attempt=attempt)
        made.append(asking.read(raw))
    return tuple(made)


async def kept_attempts(samples: Samples, asking: Asking, index: int) -> tuple[Sample, ...]:
    """The samples of an index as far as the store holds them; `is_over` tells whether they are all that it takes."""
    made: list[Sample] = []
    while not is_over(asking, made):
        attempt = len(made)
        raw = await samples.kept(asking.request(index, attempt), index=index, attempt=attempt)
        if raw is None:
            break
        made.append(asking.read(raw))
    return tuple(made)


def is_over(asking: Asking, made: Sequence[Sample]) -> bool:
    """Whether an index has the sample that counts, after these attempts."""
    return bool(made) and (len(made) >= asking.attempts or not worth_another(made[-1]))


def attempts_of(votes: Votes, limits: Limits) -> int:
    """How many attempts an index has; at temperature 0 one, since a reply would repeat itself."""
    return limits.attempts if votes.temperature > 0 else 1


def worth_another(sample: Sample) -> bool:
    """Whether a sample failed in a way that another seed may mend; a prompt that is too long stays so."""
    return sample.failure in READ_AGAIN and bool(sample.text)


def seed_of(index: int, attempt: int) -> int:
    """The seed of an attempt: different for each, the same on every machine."""
    return SEEDS_AN_INDEX * index + attempt + 1


def index_of(seed: int) -> int:
    """The index whose attempt has this seed."""
    return (seed - 1) // SEEDS_AN_INDEX


def attempt_of(seed: int) -> int:
    """The attempt that has this seed."""
    return (seed - 1) % SEEDS_AN_INDEX
