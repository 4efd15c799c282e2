"""A session file: who the conversation is with, and the state it starts from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from judge_eval.adapters.files.parsing.document import read_document
from judge_eval.adapters.files.parsing.problems import validated
from judge_eval.core.case import Session

_INITIAL = "initial.session.json"


class WrittenSession(BaseModel):
    """A session as ADK saves it; its events are left aside, for a case starts before them."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True, defer_build=True
    )

    app_name: str | None = None
    user_id: str | None = None
    state: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])


@dataclass(frozen=True, slots=True)
class SessionStart:
    """What a conversation starts from, and what reading it assumed."""

    session: Session | None = None
    state: dict[str, JsonValue] | None = None
    notes: tuple[str, ...] = ()


def session_beside(test_file: Path) -> SessionStart:
    """What the session file beside `test_file` says: that of its own name, `initial.session.json`, or the only one.

    Raises: InputError where that file cannot be read.
    """
    files = sorted(test_file.parent.glob("*.session.json"))
    own = f"{test_file.name.split('.')[0]}.session.json"
    named = [file for wanted in (own, _INITIAL) for file in files if file.name == wanted]
    if not named and len(files) > 1:
        names = ", ".join(file.name for file in files)
        return SessionStart(
            notes=(f"several session files stand beside it ({names}); none was used: name it {_INITIAL}",)
        )
    chosen = [*named, *files][:1]
    if not chosen:
        return SessionStart()
    return read_session(chosen[0])


def read_session(path: Path) -> SessionStart:
    """What the session file at `path` says. Raises: InputError where it cannot be read."""
    written = validated(WrittenSession, read_document(path))
    session = Session(app_name=written.app_name or None, user_id=written.user_id or None)
    return SessionStart(session, written.state, (f"the session starts from {path.name}",))
