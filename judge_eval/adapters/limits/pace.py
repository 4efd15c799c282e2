"""How fast a server may be asked: as fast as it likes until it pleads for patience, then as fast as it bears."""

from __future__ import annotations

from collections import deque

from judge_eval.calibration.thresholds import (
    LEAST_RATE,
    PLEAS_WINDOW_CALLS,
    RATE_GAIN,
    RATE_WINDOW_SECONDS,
    TOLERATED_PLEAS,
)


class Pace:
    """The rate of calls to one server, by additive increase and multiplicative decrease (Chiu and Jain, 1989).

    There is no rate until too many calls of late are answered with pleas for patience, so that nothing waits at the
    start. Then the rate is halved, or the rate measured in the last second where there was none; pleas that answer
    calls from before that change nothing more. Served calls let it grow again. A plea now and then, or the very first
    one, says nothing of the rate; the wait that it wishes for holds for every call. All times are seconds of one clock
    that never goes back.
    """

    def __init__(self) -> None:
        self._rate: float | None = None
        self._next_at = 0.0
        self._lowered_at = float("-inf")
        self._pleading_since: float | None = None
        self._sent: deque[float] = deque()
        self._answered: deque[bool] = deque(maxlen=PLEAS_WINDOW_CALLS)
        """Whether each of the last calls since the rate was lowered was answered with a plea."""

    @property
    def rate(self) -> float | None:
        """Calls a second; None: as many as come."""
        return self._rate

    def turn(self, now: float) -> float:
        """The seconds to wait before the next call, whose turn is taken herewith."""
        at = max(now, self._next_at)
        if self._rate is not None:
            self._next_at = at + 1 / self._rate
        self._sent.append(at)
        self._forget(now)
        return at - now

    def pleaded(self, sent_at: float, now: float, retry_after: float | None) -> None:
        """The call that was sent at `sent_at` was answered with a plea for patience."""
        if self._pleading_since is None:
            self._pleading_since = now
        self._next_at = max(self._next_at, now + (retry_after or 0.0))
        if sent_at < self._lowered_at:
            return
        self._answered.append(True)
        pleas = sum(self._answered)
        if pleas < TOLERATED_PLEAS * len(self._answered) or (pleas == 1 and self._rate is None):
            return
        self._answered.clear()
        self._forget(now)
        measured = len(self._sent) / RATE_WINDOW_SECONDS if self._rate is None else self._rate
        self._rate = max(measured / 2, LEAST_RATE)
        self._next_at = max(self._next_at, now + 1 / self._rate)
        self._lowered_at = now

    def served(self) -> None:
        """A call was served."""
        self._pleading_since = None
        self._answered.append(False)
        if self._rate is not None:
            self._rate += RATE_GAIN / self._rate

    def seconds_of_pleas(self, now: float) -> float:
        """For how long the server has done nothing but plead."""
        return 0.0 if self._pleading_since is None else now - self._pleading_since

    def _forget(self, now: float) -> None:
        while self._sent and self._sent[0] < now - RATE_WINDOW_SECONDS:
            self._sent.popleft()
