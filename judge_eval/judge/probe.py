"""What a judge can serve, found out by one fixed first question."""

from __future__ import annotations

import asyncio

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import Message, Request
from judge_eval.core.sample import Sample
from judge_eval.errors import JudgeError
from judge_eval.judge.attempts import seed_of
from judge_eval.judge.limits import Limits
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.prompt import MAX_TOKENS
from judge_eval.judge.replies.distribution import distribution_of
from judge_eval.judge.replies.menu import Answer, Menu
from judge_eval.judge.samples import Samples

MENU = Menu((Answer(name="yes", word="yes", decision="pass"), Answer(name="no", word="no", decision="fail")))
QUESTION = "Is Paris the capital of France? Reply yes or no."
ITEM = fingerprint({"probe": QUESTION})
"""The fingerprint of the item that a probe asks about; no verdict rests on it."""


def probe_request(attempt: int = 0) -> Request:
    """The question as it is put: one word, with the probabilities of its first token."""
    return Request(
        messages=(Message(role="user", text=QUESTION),),
        form="choice",
        words=MENU.words,
        temperature=0.0,
        seed=seed_of(0, attempt),
        max_tokens=MAX_TOKENS["choice"],
        distribution=True,
    )


class Probe:
    """Whether the judge behind `samples` gives probabilities; its reply is a sample like any other, and kept."""

    def __init__(self, samples: Samples, limits: Limits) -> None:
        self._samples = samples
        self._limits = limits
        self._asking: asyncio.Task[bool] | None = None
        self._planned = False

    async def proves_distribution(self) -> bool:
        """Whether the first reply that is one came with a distribution over the answers; asked at most once.

        Raises: JudgeError where no reply came; InputError and StoppedError as asking does.
        """
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask())
        # One waiter that is cancelled must not take the answer from the others.
        return await asyncio.shield(self._asking)

    async def known(self) -> bool | None:
        """The same as the store has it; None where it would have to be asked."""
        for attempt in range(self._limits.attempts):
            sample = await self._samples.kept(probe_request(attempt), index=0, attempt=attempt)
            if sample is None:
                return None
            if _is_reply(sample):
                return self._gives_distribution(sample)
        return False

    def plan(self) -> PlannedCalls:
        """What finding it out would take, where the store does not know; told once, since it is asked once for all."""
        planned = PlannedCalls() if self._planned else PlannedCalls(1, self._limits.attempts)
        self._planned = True
        return planned

    async def _ask(self) -> bool:
        for attempt in range(self._limits.attempts):
            sample = await self._samples.take(probe_request(attempt), item=ITEM, index=0, attempt=attempt)
            if sample.failure is not None:
                raise JudgeError(f"the judge did not answer a first question: {sample.failure}: {sample.detail}")
            if _is_reply(sample):
                return self._gives_distribution(sample)
        return False

    def _gives_distribution(self, sample: Sample) -> bool:
        shares = sample.token_shares
        return shares is not None and distribution_of(shares, MENU).lost <= self._limits.lost_share


def _is_reply(sample: Sample) -> bool:
    """Whether the judge spoke at all: a reply that was refused or cut off proves nothing."""
    return sample.finish == "stop" and bool(sample.text.strip())
