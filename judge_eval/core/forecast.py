"""What scoring a suite would take, known before anything is asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class JudgedForecast:
    """One judged metric: its items, those that a rule decides, and the calls to be made, at least and at most.

    `cached` replies, which the store holds, come on top, and cost none. With `not_judged`, why the judge is not at
    hand, nobody knows how many there would be.
    """

    items: int = 0
    by_rule: int = 0
    least: int = 0
    most: int = 0
    cached: int = 0
    input_tokens: int = 0
    """What the calls would read at least, at about four characters a token."""
    not_judged: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A suite that was checked and not scored; `unpaired` gives the reason for each case that has no run to score.

    `live`: the runs are yet to be made, so that nobody knows what judges will be asked about them.
    """

    runs: int
    unpaired: dict[str, str]
    judged: dict[str, JudgedForecast]
    live: bool = False

    @property
    def lacks_judge(self) -> bool:
        """Whether any metric has something to ask and nobody to ask."""
        return any(found.not_judged for found in self.judged.values())
