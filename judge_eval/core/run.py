"""A run: what an agent did and said when a case was put to it."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field, JsonValue

from judge_eval.core.frozen import Frozen


class Call(Frozen):
    """A tool call as it was made.

    Calls with equal `parallel` came in one event; None: not recorded, so taken as one by itself. `nested_in` is the
    id of the call inside which it ran.
    """

    name: str = Field(min_length=1)
    args: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    result: JsonValue = None
    error: str | None = None
    author: str = ""
    parallel: int | None = Field(default=None, ge=0)
    nested_in: str | None = None
    id: str | None = None


class RunTurn(Frozen):
    """One exchange as it went; `final_response` None: none was given; `texts` is what was said on the way."""

    user: str
    final_response: str | None = None
    calls: tuple[Call, ...] = ()
    texts: tuple[str, ...] = ()
    events: tuple[dict[str, JsonValue], ...] | None = None
    grounding: tuple[dict[str, JsonValue], ...] | None = None


class AgentDetails(Frozen):
    """What an agent was told and which tools it had, as recorded with the run."""

    instructions: str = ""
    tools: tuple[dict[str, JsonValue], ...] = ()


class Tokens(Frozen):
    """Tokens that a model read and wrote."""

    input: int = Field(default=0, ge=0)
    output: int = Field(default=0, ge=0)

    @property
    def count(self) -> int:
        """How many they are, read and written together."""
        return self.input + self.output

    @classmethod
    def total(cls, parts: Iterable[Tokens]) -> Tokens:
        """All of the parts together."""
        listed = list(parts)
        return cls(input=sum(part.input for part in listed), output=sum(part.output for part in listed))


class Run(Frozen):
    """A recorded conversation; `agent` is the agent's fingerprint, `error` why it broke off, else None."""

    case_id: str = Field(min_length=1)
    repeat: int = Field(default=0, ge=0)
    turns: tuple[RunTurn, ...] = ()
    agent: str | None = None
    agents: dict[str, AgentDetails] | None = None
    state_before: dict[str, JsonValue] | None = None
    state: dict[str, JsonValue] | None = None
    """The session state after the last turn; None: not recorded."""
    seconds: float | None = Field(default=None, ge=0)
    tokens: Tokens | None = None
    model_calls: int | None = Field(default=None, ge=0)
    error: str | None = None

    @property
    def broke_off(self) -> str | None:
        """That the agent broke off, and why; None where it did not."""
        return None if self.error is None else f"the agent broke off: {self.error}"

    def broke_off_at(self, n_turns: int) -> int | None:
        """The place of the turn in which the agent broke off, in a case of `n_turns`; None where it did not.

        That is the last turn recorded, or the one after it where the last was answered and the case goes on. With
        none recorded it is the first.
        """
        if self.error is None:
            return None
        last = max(len(self.turns) - 1, 0)
        answered = bool(self.turns) and self.turns[-1].final_response is not None
        return last + 1 if answered and last + 1 < n_turns else last

    def why_lost(self, place: int, n_turns: int) -> str | None:
        """Why the turn at `place` is not to be had in run and case; None where both have it.

        A case of `n_turns` 0 is a scenario, which has no turns to lack.
        """
        broke_off_at = self.broke_off_at(n_turns)
        if broke_off_at is not None and place >= broke_off_at:
            return self.broke_off
        if place >= len(self.turns):
            return "the run has no such turn"
        return "the case has no such turn" if 0 < n_turns <= place else None
