"""Abstention: a verdict passes or fails where its value is beyond a certified threshold, else it is left to people."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.score import Settled


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Values from which an item passes, and down to which it fails; None: that side is not certified.

    Raises: ValueError where the sides overlap.
    """

    pass_from: float | None
    fail_to: float | None

    def __post_init__(self) -> None:
        if self.pass_from is not None and self.fail_to is not None and self.pass_from <= self.fail_to:
            raise ValueError(f"an item can not pass from {self.pass_from} and fail to {self.fail_to}")

    def settle(self, value: float | None) -> Settled:
        """What is said of an item of this value; None is an item that has no value."""
        if value is None:
            return "abstain"
        if self.pass_from is not None and value >= self.pass_from:
            return "pass"
        if self.fail_to is not None and value <= self.fail_to:
            return "fail"
        return "abstain"
