"""What depends on one invocation and not on the suite: the shape of session.json."""

from __future__ import annotations

from pydantic import Field

from judge_eval.core.frozen import Frozen
from judge_eval.core.run import Tokens


class RunsSource(Frozen):
    """Where runs came from: a file with its age, or an agent that was run just now."""

    name: str
    found: bool = False
    """Whether it was found beside the cases, not named by the person."""
    age_seconds: float | None = None
    agents: tuple[str, ...] = ()


class Replayed(Frozen):
    """A cassette whose samples stood in for a judge: the metrics they answered, and the dates they were asked on."""

    file: str
    metrics: tuple[str, ...] = ()
    samples: int = Field(default=0, ge=0)
    oldest: str = ""
    newest: str = ""


class Session(Frozen):
    """One invocation: calls made and found in the store, tokens paid now, time taken, and the place."""

    version: str
    started: str
    """ISO 8601, UTC."""
    seconds: float = Field(default=0.0, ge=0)
    calls: int = Field(default=0, ge=0)
    cached: int = Field(default=0, ge=0)
    tokens: Tokens = Tokens()
    host: str = ""
    python: str = ""
    commit: str | None = None
    """The commit that the work stood at; None: no repository."""
    configs: tuple[str, ...] = ()
    runs: tuple[RunsSource, ...] = ()
    replayed: tuple[Replayed, ...] = ()
    notes: tuple[str, ...] = ()
    """What reading and planning assumed or left aside."""
