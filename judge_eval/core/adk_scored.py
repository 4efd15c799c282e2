"""What ADK had scored: the word of its own results on a run, and what they held the run against."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from judge_eval.core.case import Turn
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.frozen import Frozen


class HeldAgainst(Frozen):
    """Fingerprints of a conversation's expected calls and of its references."""

    calls: str
    references: str

    @classmethod
    def of(cls, turns: Sequence[Turn]) -> HeldAgainst:
        """What these turns hold a run against."""
        calls: list[JsonValue] = [
            None if turn.calls is None else [call.model_dump(mode="json") for call in turn.calls] for turn in turns
        ]
        return cls(calls=fingerprint(calls), references=fingerprint([turn.reference for turn in turns]))


class AdkScored(Frozen):
    """What ADK's own results file says of a metric on a run; `against` None: it does not say what that was held to."""

    metric: str
    value: float | None
    status: str
    against: HeldAgainst | None = None
