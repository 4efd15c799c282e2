"""Raw samples of one backend, from the store where it has them; each reply is paid once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import JudgeBackend, KeepingBackend, Reply, Request, SampleStore
from judge_eval.core.sample import Failure, Sample
from judge_eval.errors import DeadlineError, JudgeError, RateLimitedError
from judge_eval.text.surrogates import mended

Redact = Callable[[str], str]
"""What takes out of a text what must leave no trace."""


class Samples:
    """The samples of `backend`, kept in `store`; `now` dates them, `on_sample` hears of each.

    `redact` goes over every reply before it is kept or used, but for the words that were asked for.
    """

    def __init__(
        self,
        backend: JudgeBackend,
        store: SampleStore,
        *,
        now: Callable[[], datetime],
        on_sample: Callable[[Sample], None] | None = None,
        redact: Redact | None = None,
    ) -> None:
        self.backend = backend
        self._store = store
        self._now = now
        self._on_sample = on_sample
        self._redact = redact
        self._in_flight: dict[str, asyncio.Task[Sample]] = {}

    async def take(self, request: Request, *, item: str, index: int, attempt: int) -> Sample:
        """The sample under this index and attempt, not yet read; a judge's failure is in it.

        Askings that are equal share one call. Raises: InputError where no retry can help.
        """
        key = sample_key(self.backend, request, index, attempt)
        kept = await self._store.get(key)
        task = self._in_flight.get(key)
        shared = task is not None
        if kept is not None:
            sample, cached = self._redacted(kept, request), True
        else:
            if task is None:
                task = asyncio.ensure_future(self._ask(key, request, item, index, attempt))
                self._in_flight[key] = task
                task.add_done_callback(lambda done: self._landed(key, done))
            # One waiter that is cancelled must not take the reply from the others.
            sample, cached = await asyncio.shield(task), shared
        sample = sample.model_copy(update={"item": item, "cached": cached})
        if self._on_sample is not None:
            self._on_sample(sample)
        return sample

    async def kept(self, request: Request, *, index: int, attempt: int) -> Sample | None:
        """The sample that lies in the store; None where it would have to be asked."""
        kept = await self._store.get(sample_key(self.backend, request, index, attempt))
        return None if kept is None else self._redacted(kept, request)

    async def land(self) -> None:
        """Waits for the calls under way that nobody waits for any more: their replies are paid, and are kept."""
        while self._in_flight:
            await asyncio.gather(*self._in_flight.values(), return_exceptions=True)

    async def _ask(self, key: str, request: Request, item: str, index: int, attempt: int) -> Sample:
        date = self._now().astimezone(UTC).isoformat(timespec="seconds")
        judge = f"{self.backend.kind}:{self.backend.model}"
        sample = Sample(item=item, index=index, attempt=attempt, date=date, judge=judge)

        async def keep(reply: Reply) -> Sample:
            brought = self._redacted(sample.model_copy(update=_brought(reply)), request)
            if not _came_to_nothing(reply):
                await self._store.put(key, brought)
            return brought

        try:
            if isinstance(self.backend, KeepingBackend):
                return await self.backend.ask_and_keep(request, keep)
            return await keep(await self.backend.ask(request))
        except JudgeError as error:
            failed = sample.model_copy(update={"failure": _kind(error), "detail": str(error)})
            return self._redacted(failed, request)

    def _redacted(self, sample: Sample, request: Request) -> Sample:
        """The sample without what must leave no trace; one from the store may be older than the rules."""
        redact = self._redact
        if redact is None:
            return sample
        words = {word.strip().casefold() for word in request.words}

        def shown(said: str) -> str:
            return said if said.strip().casefold() in words else redact(said)

        detail = None if sample.detail is None else redact(sample.detail)
        shares = None if sample.token_shares is None else _renamed(sample.token_shares, shown)
        return sample.model_copy(update={"text": shown(sample.text), "detail": detail, "token_shares": shares})

    def _landed(self, key: str, task: asyncio.Task[Sample]) -> None:
        del self._in_flight[key]
        if not task.cancelled():
            task.exception()  # read here, so that it is not reported as lost where every waiter was cancelled


def sample_key(backend: JudgeBackend, request: Request, index: int, attempt: int) -> str:
    """The address of a sample in a store: all that its reply depends on, and no address or key of a server."""
    return fingerprint(
        {
            "backend": backend.kind,
            "model": backend.model,
            "request": request.model_dump(mode="json"),
            "index": index,
            "attempt": attempt,
        }
    )


def _renamed(shares: Mapping[str, float], shown: Redact) -> dict[str, float]:
    """The shares by what is shown of their tokens; those of tokens that come to be the same are added up."""
    renamed: dict[str, float] = {}
    for token, share in shares.items():
        renamed[shown(token)] = renamed.get(shown(token), 0.0) + share
    return renamed


def _kind(error: JudgeError) -> Failure:
    if isinstance(error, RateLimitedError):
        return "rate_limited"
    return "timed_out" if isinstance(error, DeadlineError) else "transport"


def _brought(reply: Reply) -> dict[str, object]:
    return {
        "text": mended(reply.text),
        "token_shares": _shares(reply),
        "finish": reply.finish,
        "detail": reply.detail,
        "model_version": reply.model_version,
        "tokens": reply.tokens,
        "seconds": reply.seconds,
    }


def _shares(reply: Reply) -> dict[str, float] | None:
    return None if reply.token_shares is None else {mended(token): share for token, share in reply.token_shares.items()}


def _came_to_nothing(reply: Reply) -> bool:
    """Whether the reply is a failure that may pass: refused, or empty, as where a prompt was past the window."""
    return reply.finish == "refused" or not reply.text
