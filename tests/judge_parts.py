"""Parts of a judge for tests: a store in memory, a clock that stands still, a menu, a backend."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from judge_eval.core.ports import JudgeBackend, Reply, Request, SampleStore
from judge_eval.core.sample import Sample
from judge_eval.judge.attempts import index_of
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.prompt import Prompt, load_prompt
from judge_eval.judge.question import Item
from judge_eval.judge.replies.menu import Answer, Menu
from judge_eval.judge.rules import Aggregate, resolve_votes
from judge_eval.judge.samples import Samples

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
LIMITS = Limits(lost_share=0.05, attempts=3, cut_off=0.5)
MENU = Menu(
    (
        Answer(name="yes", word="yes", value=1.0, decision="pass", also=("true", "valid")),
        Answer(name="no", word="no", value=0.0, decision="fail", also=("false", "partially valid")),
        Answer(name="cannot_tell", word="unknown", decision="undecided", also=("cannot determine",)),
        Answer(name="not_applicable", word="skip", decision="not_applicable", also=("not applicable",)),
    )
)


def item(**inputs: str) -> Item:
    """An item of final_response_match."""
    values = {"conversation": "", "user": "Where is it?", "reference": "In Paris.", "response": "Paris, I think."}
    return Item(question="final_response_match", turn=0, inputs=values | inputs)


class MemoryStore:
    """A sample store in memory, as JSON, as the one on disk keeps it."""

    def __init__(self) -> None:
        self.entries: dict[str, str] = {}

    async def get(self, key: str) -> Sample | None:
        """The sample under `key`."""
        await asyncio.sleep(0)
        text = self.entries.get(key)
        return None if text is None else Sample.model_validate_json(text)

    async def put(self, key: str, sample: Sample) -> None:
        """Keeps `sample`."""
        await asyncio.sleep(0)
        self.entries[key] = sample.model_dump_json()

    async def aclose(self) -> None:
        """Holds nothing."""


class ToldBackend:
    """Says what it is told by sample index and attempt, the last again and again; counts what it was asked."""

    kind = "told"

    def __init__(self, *told: Reply | Exception | str, distribution: bool = False, model: str = "m") -> None:
        self._told = told
        self.serves_distribution = distribution
        self.model = model
        self.asked: list[Request] = []

    async def ask(self, request: Request) -> Reply:
        """The next reply of the index that the seed tells."""
        before = sum(index_of(earlier.seed) == index_of(request.seed) for earlier in self.asked)
        self.asked.append(request)
        await asyncio.sleep(0)
        told = self._of(index_of(request.seed), before)
        if isinstance(told, Exception):
            raise told
        return Reply(text=told) if isinstance(told, str) else told

    async def aclose(self) -> None:
        """Holds nothing."""

    def _of(self, index: int, attempt: int) -> Reply | Exception | str:
        return self._told[min(index, len(self._told) - 1)]


class StubbornBackend(ToldBackend):
    """Says by attempt what it is told, under every index."""

    def _of(self, index: int, attempt: int) -> Reply | Exception | str:
        return self._told[min(attempt, len(self._told) - 1)]


def samples_of(backend: JudgeBackend, store: SampleStore | None = None) -> Samples:
    """Samples of `backend`, dated at noon."""
    return Samples(backend, store or MemoryStore(), now=lambda: NOON)


def judge_of(
    backend: JudgeBackend,
    votes: str = "auto",
    *,
    aggregate: Aggregate = "decisions",
    temperature: float = 0.7,
    store: SampleStore | None = None,
    prompt: Prompt | None = None,
) -> Judge:
    """A judge of final_response_match over `backend`."""
    resolved = resolve_votes(
        votes, aggregate=aggregate, temperature=temperature, serves_distribution=backend.serves_distribution
    )
    return Judge(prompt or load_prompt("final_response_match"), samples_of(backend, store), resolved, LIMITS)


def said(*answers: str | None) -> list[Sample]:
    """Samples with these answers, one an index; None failed."""
    return [
        Sample(item="i", index=index, answer=answer, failure=None if answer else "transport")
        for index, answer in enumerate(answers)
    ]
