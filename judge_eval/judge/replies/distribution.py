"""From the probabilities of a reply's first token to the probabilities of the answers."""

from __future__ import annotations

from collections.abc import Mapping

from judge_eval.core.sample import Distribution
from judge_eval.core.verdict import Decision
from judge_eval.judge.replies.menu import Menu

DIGITS = 6
"""Decimal places kept: below them, the order of a sum of floats shows."""


def distribution_of(token_shares: Mapping[str, float], menu: Menu) -> Distribution:
    """The probability of each answer, summing to 1, and the mass lost on tokens that are no answer.

    Tokens that are equal after trimming and case folding count together: " Yes", "yes" and "YES" are one answer.
    Without any mass on an answer, all is lost and the shares are 0.
    """
    masses = {answer.name: 0.0 for answer in menu.answers}
    for token in sorted(token_shares):
        answer = menu.of_token(token)
        if answer is not None:
            masses[answer.name] += token_shares[token]
    kept = sum(masses.values())
    shares = {name: round(mass / kept, DIGITS) if kept > 0 else 0.0 for name, mass in masses.items()}
    return Distribution(shares=shares, lost=round(min(max(1 - kept, 0.0), 1.0), DIGITS))


def probability_of_pass(distribution: Distribution, menu: Menu) -> float | None:
    """The share of the answers that pass, among those that pass or fail; None where no mass is on any."""
    passing, failing = (_mass(distribution, menu, decision) for decision in ("pass", "fail"))
    return passing / (passing + failing) if passing + failing > 0 else None


def expected_value(distribution: Distribution, menu: Menu, decision: Decision | None = None) -> float | None:
    """The mean value of the answers that have one, of those of one `decision` where it is given; None without mass."""
    valued = [
        (answer.value, distribution.shares[answer.name])
        for answer in menu.answers
        if answer.value is not None and decision in (None, answer.decision)
    ]
    mass = sum(share for _, share in valued)
    return sum(value * share for value, share in valued) / mass if mass > 0 else None


def likeliest(distribution: Distribution) -> str:
    """The name of the answer with the largest share; of equal ones, the first of the menu."""
    return max(distribution.shares, key=lambda name: distribution.shares[name])


def _mass(distribution: Distribution, menu: Menu, decision: Decision) -> float:
    return sum(distribution.shares[answer.name] for answer in menu.answers if answer.decision == decision)
