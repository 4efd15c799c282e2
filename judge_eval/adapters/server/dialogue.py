"""The dialogue with a judge's server: what it cannot serve is left out once and for all, and said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from judge_eval.adapters.server.error import JudgeNames, ServerError
from judge_eval.adapters.server.offer import Narrowed, Offer
from judge_eval.calibration.thresholds import THOUGHTS_ROOM
from judge_eval.core.ports import Reply, Request
from judge_eval.core.run import Tokens
from judge_eval.errors import JudgeError


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply as one call brought it.

    `has_candidates`: log-probabilities came with it, whether or not they could be read; `thought`: the model thought
    before it spoke.
    """

    reply: Reply
    has_candidates: bool = False
    thought: bool = False


Once = Callable[[Request, Offer], Awaitable[Heard | ServerError]]
"""One call to the server; it gives back a refusal of the request, and raises every other failure."""


class Dialogue:
    """What has been found out about one judge, and the calls that a request takes in the light of it."""

    def __init__(self, names: JudgeNames, once: Once) -> None:
        self._names = names
        self._once = once
        self._offer = Offer()
        self._notes: dict[str, None] = {}
        self.proven = False
        """Whether the judge has answered at least once."""

    @property
    def serves_distribution(self) -> bool:
        """Whether log-probabilities are served, as far as is known."""
        return self._offer.n_candidates > 0

    @property
    def notes(self) -> tuple[str, ...]:
        """What the judge was found not to serve, for a person to see."""
        return tuple(self._notes)

    async def ask(self, request: Request) -> Reply:
        """The reply, after as many calls as it takes to leave out what the server refuses; all tokens counted.

        Raises: what the call raises; for a request that the server finds wanting, InputError where it has answered none
        yet, else a JudgeError of no retried kind, since the next request may be better and this one will not.
        """
        spent = Tokens()
        while True:
            offer = self._offer
            heard = await self._once(request, offer)
            if isinstance(heard, ServerError):
                narrowed = None if heard.is_filtered or heard.is_too_long else offer.without(heard.message)
                if narrowed is None:
                    return self._refused(heard, spent)
                self._narrow(narrowed, heard)
                continue
            self.proven = True
            spent = Tokens.total((spent, heard.reply.tokens))
            if _only_thought(heard) and not offer.thoughts_room:
                self._offer = replace(self._offer, thoughts_room=THOUGHTS_ROOM)
                continue
            self._note_missing_candidates(request, heard)
            return heard.reply.model_copy(update={"tokens": spent})

    def _narrow(self, narrowed: Narrowed, refusal: ServerError) -> None:
        self._offer = self._offer.within(narrowed.offer)
        self._notes.setdefault(f"{narrowed.note}: {self._names.hide(refusal.message)}")

    def _note_missing_candidates(self, request: Request, heard: Heard) -> None:
        said_something = heard.reply.finish == "stop" and heard.reply.text
        if request.distribution and said_something and not heard.has_candidates and self.serves_distribution:
            self._offer = replace(self._offer, n_candidates=0)
            self._notes.setdefault("served without log-probabilities: the server left them out")

    def _refused(self, refusal: ServerError, spent: Tokens) -> Reply:
        detail = f"HTTP {refusal.status}: {self._names.hide(refusal.message)}"
        if refusal.is_filtered:
            return Reply(text="", finish="refused", detail=detail, tokens=spent)
        if refusal.is_too_long:
            return Reply(text="", finish="length", detail=detail, tokens=spent)
        if not self.proven:
            raise self._names.input_error(f"the judge refuses what it is asked: {detail}", self._names.model_remedy)
        raise JudgeError(detail)


def _only_thought(heard: Heard) -> bool:
    return heard.thought and heard.reply.finish == "length" and not heard.reply.text.strip()
