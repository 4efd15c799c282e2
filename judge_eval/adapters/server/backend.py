"""What every judge behind a network has in common: how it is spoken of, and what it was found to serve."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from judge_eval.adapters.server.dialogue import Dialogue, Heard
from judge_eval.adapters.server.error import JudgeNames, ServerError
from judge_eval.adapters.server.offer import Offer
from judge_eval.core.ports import Reply, Request


class NetworkedBackend(ABC):
    """A judge behind a network; its own class says how one call is made and what is closed at the end."""

    kind: str
    """The backend's kind, such as "gemini"."""

    def __init__(self, model: str, names: JudgeNames, *, clock: Callable[[], float], now: Callable[[], float]) -> None:
        """`model` is the model as asked for; `clock` times the calls; `now` is the Unix time."""
        self._model = model
        self._names = names
        self._clock = clock
        self._now = now
        self._dialogue = Dialogue(names, self._once)

    @property
    def model(self) -> str:
        """The model as asked for."""
        return self._model

    @property
    def spec(self) -> str:
        """The spec as it may be shown: without user, password and query."""
        return self._names.spec

    @property
    def serves_distribution(self) -> bool:
        """Whether log-probabilities are served, as far as is known."""
        return self._dialogue.serves_distribution

    @property
    def notes(self) -> tuple[str, ...]:
        """What the server was found not to serve, for a person to see."""
        return self._dialogue.notes

    async def ask(self, request: Request) -> Reply:
        """The model's reply.

        Raises: TransportError, RateLimitedError, DeadlineError; InputError for a dead key, an unknown model or path.
        """
        return await self._dialogue.ask(request)

    @abstractmethod
    async def aclose(self) -> None:
        """Closes the connections."""

    @abstractmethod
    async def _once(self, request: Request, offer: Offer) -> Heard | ServerError:
        """What one call brings: a reply, or a refusal of the request. Raises: every other failure."""
