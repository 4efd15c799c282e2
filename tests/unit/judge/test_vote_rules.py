"""What `--votes` may say, and what it resolves to."""

from __future__ import annotations

import pytest

from judge_eval.errors import InputError
from judge_eval.judge.rules import Aggregate, ByDistribution, Fixed, Lead, Rule, Votes, parse_rule, resolve_votes


def resolved(
    spec: str, *, aggregate: Aggregate = "decisions", temperature: float = 0.7, distribution: bool = False
) -> Votes:
    """The votes of `spec`."""
    return resolve_votes(spec, aggregate=aggregate, temperature=temperature, serves_distribution=distribution)


@pytest.mark.parametrize(
    ("spec", "rule"),
    [
        ("distribution", ByDistribution()),
        ("lead:2,max:8", Lead(2, 8)),
        (" Lead: 3, MAX: 15 ", Lead(3, 15)),
        ("fixed:5", Fixed(5)),
        ("lead:1,max:1", Lead(1, 1)),
    ],
)
def test_a_rule_is_read_as_it_is_written(spec: str, rule: Rule) -> None:
    """Case and spaces do not matter, and a rule's own spelling is read back as the same rule."""
    assert parse_rule(spec, "--votes") == rule
    assert parse_rule(rule.spec, "--votes") == rule


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("leed:2,max:8", "did you mean 'lead:2,max:8'?"),
        ("fixd:5", "did you mean 'fixed:5'?"),
        ("majority", "expected auto, distribution, lead:D,max:M or fixed:N"),
        ("fixed:0", "N from 1 to 99"),
        ("fixed:100", "N from 1 to 99"),
        ("lead:0,max:8", "1 <= D <= M <= 99"),
        ("lead:9,max:8", "1 <= D <= M <= 99"),
        ("lead:2", "there is no such rule"),
        ("fixed:-1", "there is no such rule"),
        ("", "there is no such rule"),
    ],
)
def test_a_rule_that_is_none_is_an_input_error(spec: str, says: str) -> None:
    """The error names the flag, what was found, and what would do."""
    with pytest.raises(InputError, match="--votes") as caught:
        resolved(spec)
    assert says in str(caught.value)
    assert repr(spec) in str(caught.value)


def test_auto_is_the_distribution_where_there_is_one() -> None:
    """Else it is lead:2,max:8; a distribution is asked for at temperature 0, for it needs no chance."""
    assert resolved("auto", distribution=True) == Votes(ByDistribution(), "decisions", 0.0)
    assert resolved("AUTO") == Votes(Lead(2, 8), "decisions", 0.7)


def test_the_mean_alone_is_fixed_5_and_says_so() -> None:
    """Asking for the mean without a rule selects fixed:5, whatever the judge serves."""
    votes = resolved("auto", aggregate="mean", distribution=True)
    assert votes.rule == Fixed(5)
    assert votes.notes == ("the mean of the samples was asked for: fixed:5",)


def test_the_mean_under_a_stopping_rule_is_refused() -> None:
    """Stopping early biases the mean."""
    with pytest.raises(InputError, match="biased") as caught:
        resolved("lead:2,max:8", aggregate="mean")
    assert "fixed:5" in str(caught.value)


def test_the_mean_of_probabilities_is_no_mean_of_samples() -> None:
    """A distribution may enter a mean as it is."""
    assert resolved("distribution", aggregate="mean", distribution=True).aggregate == "mean"


def test_a_distribution_that_nobody_serves_is_an_input_error() -> None:
    """The remedy is a rule that such a judge can follow."""
    with pytest.raises(InputError, match="lead:2,max:8"):
        resolved("distribution")


@pytest.mark.parametrize("spec", ["auto", "fixed:5", "lead:2,max:8"])
def test_at_temperature_0_one_sample_is_asked(spec: str) -> None:
    """More would repeat the first, and their spread would be a false zero; a note says so."""
    votes = resolved(spec, temperature=0)
    assert votes.rule == Fixed(1)
    assert "temperature 0" in votes.notes[0]


def test_one_sample_at_temperature_0_needs_no_note() -> None:
    """What was asked for is what is done."""
    assert resolved("fixed:1", temperature=0).notes == ()
