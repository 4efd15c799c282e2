"""One metric name, one way of asking: an estimate is of one judge."""

from __future__ import annotations

from collections.abc import Iterable

from judge_eval.errors import InputError, Problem
from judge_eval.judge.judge import Judge
from judge_eval.wiring.judges.bound_judge import Bound


def insist_on_one_way(bound: Iterable[Bound]) -> None:
    """Raises: InputError where two configurations of a suite have one metric asked in different ways."""
    first: dict[str, Bound] = {}
    for one in bound:
        other = first.setdefault(one.question.metric, one)
        if _way(one) != _way(other):
            raise InputError(
                Problem(
                    "configurations have one metric asked in different ways, which make no one estimate",
                    field=f"metrics.{one.question.metric}",
                    found=f"{_told(other)}; and {_told(one)}",
                    remedy="score these cases in two calls, or pass one --config",
                )
            )


def _way(bound: Bound) -> list[tuple[str, str]]:
    """All that makes two verdicts comparable."""
    return [(judge.fingerprint, judge.votes.aggregate) for judge in bound.judge.alternatives]


def _told(bound: Bound) -> str:
    rules = " or ".join(map(_rule, bound.judge.alternatives))
    return f"{bound.at_hand.spec} by {rules} in {bound.source or 'no configuration'}"


def _rule(judge: Judge) -> str:
    votes = judge.votes
    mean = ", aggregate mean" if votes.aggregate == "mean" else ""
    return f"{votes.rule.spec} at temperature {votes.temperature:g}{mean}"
