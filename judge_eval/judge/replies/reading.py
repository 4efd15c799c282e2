"""A raw sample read: its answer, its distribution, or its failure; done anew each time, so that it costs no call."""

from __future__ import annotations

from judge_eval.core.sample import Sample
from judge_eval.judge.replies.distribution import distribution_of, likeliest
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.replies.parse import Spoken, Unreadable, parse

READ_AGAIN = frozenset({"unparseable", "off_menu", "incomplete", "truncated"})
"""Failures of a reply that came: another attempt may do better."""


def read(sample: Sample, menu: Menu, *, distribution: bool, max_lost: float) -> Sample:
    """The sample with what its reply says; `distribution` asks for the probabilities of the answers instead.

    A sample that failed before a reply came stays as it is.
    """
    if (lost := unread(sample)) is not None:
        return lost
    if distribution:
        return _with_distribution(sample, menu, max_lost)
    return said_in(sample, parse(sample.text, menu))


def unread(sample: Sample) -> Sample | None:
    """The sample where there is nothing to read, since no reply came or it was refused; None where there is."""
    if sample.failure is not None:
        return sample
    if sample.finish == "refused":
        return _failed(sample, "refused", sample.detail or "the judge's safety filter refused")
    return None


def said_in(sample: Sample, spoken: Spoken | Unreadable) -> Sample:
    """The sample with what its text was read as."""
    if isinstance(spoken, Unreadable):
        if sample.finish == "length":
            return _failed(sample, "truncated", sample.detail or f"cut off at its limit of tokens; {spoken.detail}")
        return _failed(sample, spoken.failure, spoken.detail)
    return sample.model_copy(update={"answer": spoken.answer.name, "rationale": spoken.rationale})


def _with_distribution(sample: Sample, menu: Menu, max_lost: float) -> Sample:
    if sample.token_shares is None:
        failure = "truncated" if sample.finish == "length" and not sample.text else "unparseable"
        return _failed(sample, failure, sample.detail or "the reply came without probabilities of its first token")
    found = distribution_of(sample.token_shares, menu)
    if found.lost > max_lost:
        lost = f"{found.lost:.1%} of the probability fell on tokens that are no answer, {max_lost:.0%} may"
        return _failed(sample, "off_menu", lost)
    return sample.model_copy(update={"answer": likeliest(found), "distribution": found})


def _failed(sample: Sample, failure: str, detail: str) -> Sample:
    return sample.model_copy(update={"failure": failure, "detail": detail})
