"""An ADK agent under test: a case is put to it through ADK's own Runner."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager

from google.adk.artifacts import InMemoryArtifactService
from google.adk.events.event import Event
from google.adk.memory import InMemoryMemoryService
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService, Session
from google.genai import types

from judge_eval.adapters.adk.content import content_of
from judge_eval.adapters.adk.fingerprint import fingerprint_of
from judge_eval.adapters.adk.json_values import json_object
from judge_eval.adapters.adk.loading import LoadedAgent
from judge_eval.adapters.adk.recorder import Recorder, error_text
from judge_eval.adapters.adk.turns import CallIds, turn_of
from judge_eval.core.case import Case
from judge_eval.core.run import Run, RunTurn

_USER = "judge-eval"


class AdkAgent:
    """An agent that runs cases, each in a session and with services of its own.

    `timeout_seconds` bounds a whole conversation; None: nothing does. `clock` gives seconds that only grow.
    """

    def __init__(self, loaded: LoadedAgent, *, clock: Callable[[], float], timeout_seconds: float | None) -> None:
        self._loaded = loaded
        self._clock = clock
        self._timeout_seconds = timeout_seconds
        self._fingerprint = fingerprint_of(loaded.root)
        self._one_at_a_time = asyncio.Lock()

    @property
    def fingerprint(self) -> str:
        """The agent's name and a short hash of its definition."""
        return self._fingerprint

    async def run(self, case: Case, repeat: int) -> Run:
        """The recorded conversation; what broke it off, the agent or the time, is in the run's `error`."""
        async with self._data_reset():
            conversation = _Conversation(self._loaded, case, repeat)
            started = self._clock()
            deadline = asyncio.timeout(self._timeout_seconds)
            try:
                async with deadline:
                    error = await conversation.hold()
            except TimeoutError as timeout:
                expired = deadline.expired()
                error = f"no end within {self._timeout_seconds:g} s" if expired else error_text(timeout)
            except (Exception, SystemExit) as failure:  # noqa: BLE001 - whatever an agent raises is a fact of its run
                error = error_text(failure)
            seconds = round(self._clock() - started, 3)
            return await conversation.recorded(self._fingerprint, seconds=max(seconds, 0.0), error=error)

    async def aclose(self) -> None:
        """Closes the agent's toolsets and its app's plugins."""
        await Runner(app=self._loaded.app, session_service=InMemorySessionService()).close()

    @asynccontextmanager
    async def _data_reset(self) -> AsyncGenerator[None, None]:
        """Nothing, or the agent's data as new; such data is shared, so those runs go one after another."""
        if self._loaded.reset is None:
            yield
            return
        async with self._one_at_a_time:
            self._loaded.reset()
            yield


class _Conversation:
    """One case in one session, and what has been recorded of it so far."""

    def __init__(self, loaded: LoadedAgent, case: Case, repeat: int) -> None:
        named = case.session
        self._case = case
        self._repeat = repeat
        self._app_name = (named.app_name if named else None) or loaded.app.name
        self._user_id = (named.user_id if named else None) or _USER
        self._session_id = (named.session_id if named else None) or f"{case.id}-{repeat}"
        self._recorder = Recorder(self._session_id)
        self._sessions = InMemorySessionService()
        self._ids = CallIds()
        self._turns: list[RunTurn] = []
        # First among the plugins, since a plugin that answers hides the call from those behind it.
        app = loaded.app.model_copy(update={"plugins": [self._recorder, *loaded.app.plugins]})
        self._runner = Runner(
            app=app,
            app_name=self._app_name,
            session_service=self._sessions,
            artifact_service=InMemoryArtifactService(),
            memory_service=InMemoryMemoryService(),
        )

    async def hold(self) -> str | None:
        """Puts every turn to the agent; the error that a model reported in place of an answer, else None."""
        if not self._case.turns:
            return "the case has no written turns, and no user simulator is at hand"
        await self._sessions.create_session(
            app_name=self._app_name,
            user_id=self._user_id,
            session_id=self._session_id,
            state=copy.deepcopy(dict(self._case.state)),
        )
        for turn in self._case.turns:
            error = await self._exchange(turn.user_text, content_of(turn))
            if error is not None:
                return error
        return None

    async def _exchange(self, user_text: str, message: types.Content) -> str | None:
        """Records one turn, whole or broken off."""
        events: list[Event] = []
        stream = self._runner.run_async(user_id=self._user_id, session_id=self._session_id, new_message=message)
        try:
            async with aclosing(stream) as arriving:
                async for event in arriving:
                    events.append(event)
        finally:
            self._turns.append(turn_of(user_text, events, self._recorder, self._ids))
        if self._turns[-1].final_response is None:
            return next((_model_error(event) for event in events if event.error_code), None)
        return None

    async def recorded(self, agent: str, *, seconds: float, error: str | None) -> Run:
        """All that was recorded, as a run."""
        session = await self._session()
        return Run(
            case_id=self._case.id,
            repeat=self._repeat,
            turns=tuple(self._turns),
            agent=agent,
            agents=self._recorder.agents or None,
            state_before=self._case.state,
            state=json_object(session.state) if session is not None else None,
            seconds=seconds,
            tokens=self._recorder.tokens,
            model_calls=self._recorder.model_calls,
            error=error,
        )

    async def _session(self) -> Session | None:
        return await self._sessions.get_session(
            app_name=self._app_name, user_id=self._user_id, session_id=self._session_id
        )


def _model_error(event: Event) -> str:
    return f"{event.error_code}: {event.error_message}" if event.error_message else str(event.error_code)
