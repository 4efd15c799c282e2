"""What the scorer needs from outside: the seams that adapters fill."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from judge_eval.core.adk_scored import AdkScored
from judge_eval.core.case import Case
from judge_eval.core.frozen import Frozen
from judge_eval.core.results import CaseResult
from judge_eval.core.run import Run, Tokens
from judge_eval.core.sample import Finish, Sample
from judge_eval.core.verdict import VerdictLine

ReplyForm = Literal["choice", "structured"]
KeptT = TypeVar("KeptT")


class Message(Frozen):
    """One message to a judge."""

    role: Literal["system", "user"]
    text: str
    shared: int = Field(default=0, ge=0, exclude=True)
    """Characters at its start that other messages share: a backend may read them once. No part of what is asked."""


class Request(Frozen):
    """One call to a judge: `choice` wants one word of `words`, `structured` JSON after `reply_schema`."""

    messages: tuple[Message, ...]
    form: ReplyForm
    words: tuple[str, ...]
    reply_schema: dict[str, Any] | None = None
    """A JSON schema of our own making, which need not be validated value by value for every call."""
    temperature: float = Field(ge=0, le=2)
    seed: int
    max_tokens: int = Field(gt=0)
    distribution: bool = False
    """Whether the probabilities of the first token are wanted too."""


class Reply(Frozen):
    """What came back; `token_shares` are the probabilities of the first answer token's candidates, where served."""

    text: str
    token_shares: dict[str, float] | None = None
    finish: Finish = "stop"
    detail: str | None = None
    """The server's own word for an unusual finish."""
    model_version: str | None = None
    tokens: Tokens = Tokens()
    seconds: float = Field(default=0.0, ge=0)


class JudgeBackend(Protocol):
    """A model that answers; `kind` and `model` enter fingerprints, addresses and keys never do."""

    @property
    def kind(self) -> str:
        """The backend's kind, such as "local"."""
        ...

    @property
    def model(self) -> str:
        """The model as asked for; for a model file, the file's sha256."""
        ...

    @property
    def serves_distribution(self) -> bool:
        """Whether replies can carry `token_shares`."""
        ...

    async def ask(self, request: Request) -> Reply:
        """The model's reply.

        Raises: TransportError, RateLimitedError, DeadlineError; InputError where no retry can help.
        """
        ...

    async def aclose(self) -> None:
        """Releases what the backend holds."""
        ...


@runtime_checkable
class KeepingBackend(JudgeBackend, Protocol):
    """A backend that counts a call as under way until its reply is kept."""

    async def ask_and_keep(self, request: Request, keep: Callable[[Reply], Awaitable[KeptT]]) -> KeptT:
        """What `keep` makes of the model's reply. Raises: what `ask` and `keep` raise."""
        ...


class SampleStore(Protocol):
    """Where paid samples are kept; keys are fingerprints. Safe for several tasks and processes."""

    async def get(self, key: str) -> Sample | None:
        """The sample under `key`; None where there is none, or a torn or foreign entry."""
        ...

    async def put(self, key: str, sample: Sample) -> None:
        """Keeps `sample` under `key` for good."""
        ...

    async def aclose(self) -> None:
        """Releases what the store holds."""
        ...


class Ledger(Protocol):
    """Where a suite's cases, runs and results are kept, on disk, so that a long suite needs no memory."""

    def cases(self) -> Iterator[Case]:
        """The cases, in the order in which they were read."""
        ...

    def case(self, case_id: str) -> Case | None:
        """The case of that id; None where it could not be read."""
        ...

    def runs_of(self, case_id: str) -> list[Run]:
        """The runs of a case, by repeat."""
        ...

    def said_of(self, case_id: str, repeat: int) -> Sequence[AdkScored]:
        """What ADK said of a run, where it comes from ADK's own results."""
        ...

    def add_run(self, run: Run) -> None:
        """Keeps a run that was made just now."""
        ...

    def add_result(self, result: CaseResult, verdicts: Sequence[VerdictLine]) -> None:
        """Keeps one run's result, and the verdicts that it rests on."""
        ...

    def change_results(self, change: Callable[[CaseResult], CaseResult]) -> None:
        """Puts what `change` makes of each result in its place."""
        ...

    def results(self) -> Iterator[CaseResult]:
        """The results, by case id and repeat."""
        ...

    def verdicts(self) -> Iterator[VerdictLine]:
        """The verdicts, by case id, repeat, metric, turn and item."""
        ...


class AgentUnderTest(Protocol):
    """An agent that can be run on a case."""

    @property
    def fingerprint(self) -> str:
        """The agent's name and a short hash of its definition, such as "support_agent@1f3c"."""
        ...

    async def run(self, case: Case, repeat: int) -> Run:
        """The recorded conversation; the agent's own failure is in the run's `error`, never raised."""
        ...


class Progress(Protocol):
    """Who is told how far the work is."""

    def running(self, done: int, total: int) -> None:
        """`done` of the `total` runs of a live agent have ended."""
        ...

    def begin(self, total: int) -> None:
        """`total` runs are to be scored."""
        ...

    def scored(self) -> None:
        """One more run is scored."""
        ...

    def asked(self, *, cached: bool) -> None:
        """One more sample came, from the store or from the judge."""
        ...

    def waiting(self, seconds: float) -> None:
        """A judge's server pleaded for patience, and is not asked for so long."""
        ...

    def end(self) -> None:
        """The work is over, or was stopped."""
        ...
