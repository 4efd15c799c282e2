"""One call to a judge, to see whether it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from judge_eval.core.ports import JudgeBackend
from judge_eval.judge.probe import MENU, probe_request
from judge_eval.judge.replies.distribution import distribution_of


@dataclass(frozen=True, slots=True)
class FirstCall:
    """What came of it: the reply's text, its seconds, the model as it names itself, and P(yes) where it is given."""

    text: str
    seconds: float
    model_version: str | None
    probability: float | None


async def first_call(backend: JudgeBackend, clock: Callable[[], float]) -> FirstCall:
    """The reply to the question of the probe, asked anew. Raises: as asking does."""
    started = clock()
    reply = await backend.ask(probe_request())
    seconds = clock() - started
    shares = reply.token_shares
    probability = None if shares is None else distribution_of(shares, MENU).shares["yes"]
    text = reply.text.strip() or f"nothing ({reply.finish}{f': {reply.detail}' if reply.detail else ''})"
    return FirstCall(text, seconds, reply.model_version, probability)
