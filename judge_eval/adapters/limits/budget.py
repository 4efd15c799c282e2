"""What one run may spend on its judges, and what it has spent: calls, tokens, time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from judge_eval.core.run import Tokens
from judge_eval.errors import JudgeError, StoppedError
from judge_eval.text.counted import counted


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls that were sent, each try counted, and the tokens of every reply that came."""

    calls: int = 0
    tokens: Tokens = field(default_factory=Tokens)


class Budget:
    """The account of one run, shared by all its judges; a limit of None is none."""

    def __init__(
        self,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`seconds` run from now on. A limit that is reached stops further calls, and none that is under way."""
        self._calls = calls
        self._tokens = tokens
        self._seconds = seconds
        self._clock = clock
        self._begun = clock()
        self._spent = Spent()

    @property
    def spent(self) -> Spent:
        """What was spent so far."""
        return self._spent

    @property
    def seconds_left(self) -> float | None:
        """The seconds that are left, at least 0; None where time is not limited."""
        if self._seconds is None:
            return None
        return max(0.0, self._begun + self._seconds - self._clock())

    def take_call(self) -> None:
        """Counts one more call. Raises: StoppedError where it would pass a limit; it is not counted then."""
        spent = self._spent
        if self._calls is not None and spent.calls >= self._calls:
            raise StoppedError(f"budget spent: {counted(spent.calls, 'call was', 'calls were')} made (--budget-calls)")
        if self._tokens is not None and spent.tokens.count >= self._tokens:
            raise StoppedError(f"budget spent: {spent.tokens.count} tokens of {self._tokens} (--budget-tokens)")
        if self.seconds_left == 0:
            raise self.out_of_time()
        self._spent = Spent(spent.calls + 1, spent.tokens)

    def pay(self, tokens: Tokens) -> None:
        """Counts the tokens of one more reply."""
        self._spent = Spent(self._spent.calls, Tokens.total((self._spent.tokens, tokens)))

    def out_of_time(self, unserved: JudgeError | None = None) -> StoppedError:
        """What to raise when the time is up; `unserved` is why the last call brought no reply, if it did not."""
        why = f"; the last call: {unserved}" if unserved is not None else ""
        return StoppedError(f"time spent: {self._seconds or 0:g} seconds (--timeout){why}")
