"""How many samples an item gets: the rules, as `--votes` spells them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from judge_eval.errors import InputError, Problem, nearest

Aggregate = Literal["decisions", "mean"]
"""What enters a mean over items: each decision as 1 or 0, or the mean of the item's samples."""

MOST_SAMPLES = 99


@dataclass(frozen=True, slots=True)
class ByDistribution:
    """One reply with the probabilities of its first token decides."""

    spec = "distribution"
    most = 1


@dataclass(frozen=True, slots=True)
class Lead:
    """Stops when the first decision leads by `lead` with a strict majority of those asked; at `most`, undecided."""

    lead: int
    most: int

    @property
    def spec(self) -> str:
        """The rule as it is written."""
        return f"lead:{self.lead},max:{self.most}"


@dataclass(frozen=True, slots=True)
class Fixed:
    """Asks `n` samples, whatever they say."""

    n: int

    @property
    def spec(self) -> str:
        """The rule as it is written."""
        return f"fixed:{self.n}"

    @property
    def most(self) -> int:
        """The most samples it asks."""
        return self.n


Rule = ByDistribution | Lead | Fixed

AUTO = "auto"
"""The rule that is left to what the judge can serve."""

VOTING = Lead(2, 8)
"""What `auto` means for a judge that gives no probabilities."""

AVERAGING = Fixed(5)
"""What asking for the mean alone means."""


@dataclass(frozen=True, slots=True)
class Votes:
    """A rule with all that it rests on; `notes` say what was chosen for the person."""

    rule: Rule
    aggregate: Aggregate
    temperature: float
    notes: tuple[str, ...] = ()


def resolve_votes(
    spec: str,
    *,
    aggregate: Aggregate,
    temperature: float,
    serves_distribution: bool,
    place: str = "--votes",
    packed: bool = False,
) -> Votes:
    """The votes that `spec` means with such a judge: `auto`, `distribution`, `lead:D,max:M` or `fixed:N`.

    `packed`: several items share a reply, of whose first token no item has a distribution.

    Raises: InputError for a rule that cannot be read, that the judge cannot serve, or whose mean would be biased.
    """
    rule = None if is_auto(spec) else parse_rule(spec, place)
    notes: list[str] = []
    if rule is None and aggregate == "mean":
        rule = AVERAGING
        notes.append(f"the mean of the samples was asked for: {rule.spec}")
    elif rule is None:
        rule = ByDistribution() if serves_distribution and not packed else VOTING
    if isinstance(rule, Lead) and aggregate == "mean":
        raise _biased_mean(rule, place)
    if isinstance(rule, ByDistribution):
        if packed:
            raise _no_packed_distribution(place)
        if not serves_distribution:
            raise no_distribution(place)
        return Votes(rule, aggregate, 0.0, tuple(notes))
    if temperature == 0 and rule != Fixed(1):
        notes.append(f"one sample instead of {rule.spec}: at temperature 0 a judge repeats itself")
        rule = Fixed(1)
    return Votes(rule, aggregate, temperature, tuple(notes))


def is_auto(spec: str) -> bool:
    """Whether the rule is left to what the judge can serve."""
    return spec.strip().casefold() == AUTO


def no_distribution(place: str) -> InputError:
    """The error of a judge that was to give probabilities and gives none."""
    return InputError(
        Problem(
            "this judge gives no probabilities of its answers",
            place=place,
            found="'distribution'",
            remedy=f"--votes {VOTING.spec}",
        )
    )


def _biased_mean(rule: Lead, place: str) -> InputError:
    return InputError(
        Problem(
            "the mean of samples that stop early is biased",
            place=place,
            found=f"'{rule.spec}' with aggregate 'mean'",
            expected="fixed:N for a mean",
            remedy=f"{AVERAGING.spec}, or aggregate: decisions",
        )
    )


def _no_packed_distribution(place: str) -> InputError:
    return InputError(
        Problem(
            "a distribution is that of a reply's first token, which several items cannot share",
            place=place,
            found="'distribution' with a pack of more than 1",
            remedy=f"pack: 1, or --votes {VOTING.spec}",
        )
    )


def parse_rule(spec: str, place: str) -> Rule:
    """The rule that `spec` spells. Raises: InputError where it spells none."""
    text = re.sub(r"\s+", "", spec).casefold()
    if text == "distribution":
        return ByDistribution()
    if found := re.fullmatch(r"lead:(\d{1,4}),max:(\d{1,4})", text):
        return _lead(int(found[1]), int(found[2]), spec, place)
    if found := re.fullmatch(r"fixed:(\d{1,4})", text):
        n = int(found[1])
        return _checked(Fixed(n), 1 <= n <= MOST_SAMPLES, spec, place, f"fixed:N with N from 1 to {MOST_SAMPLES}")
    words = (AUTO, "distribution", VOTING.spec, AVERAGING.spec)
    raise InputError(
        Problem(
            "there is no such rule",
            place=place,
            found=f"'{spec}'",
            expected="auto, distribution, lead:D,max:M or fixed:N",
            remedy=nearest(text, words),
        )
    )


def _lead(lead: int, most: int, spec: str, place: str) -> Rule:
    holds = 1 <= lead <= most <= MOST_SAMPLES
    return _checked(Lead(lead, most), holds, spec, place, f"1 <= D <= M <= {MOST_SAMPLES} in lead:D,max:M")


def _checked(rule: Rule, holds: bool, spec: str, place: str, expected: str) -> Rule:
    if not holds:
        raise InputError(
            Problem("the numbers of this rule do not fit", place=place, found=f"'{spec}'", expected=expected)
        )
    return rule
