"""rubric: criteria with an anchored scale, and the answers that a judge may give."""

from __future__ import annotations

import asyncio
import json

import pytest
from pydantic import ValidationError

from judge_eval.core.ports import Reply
from judge_eval.core.rubric import Criterion
from judge_eval.core.verdict import Decision, Verdict
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.questions.rubric import points_of
from tests.judge_parts import ToldBackend, judge_of
from tests.rubric_parts import case, items, rubric, run

CLARITY = Criterion(id="clarity", text="How clear?", scale={0: "not", 1: "half", 2: "wholly"}, pass_at=1)


def test_points_of_a_scale_are_worth_their_share_of_it() -> None:
    """0, 1, 2 are worth 0, .5, 1, and pass from `pass_at` on, by default at the top; -: (k - min) / (max - min)."""
    assert [(one.word, one.value, one.decision) for one in points_of(CLARITY)] == [
        ("0", 0.0, "fail"),
        ("1", 0.5, "pass"),
        ("2", 1.0, "pass"),
    ]
    three = Criterion(id="x", text="x", scale={5: "top", 1: "low", 2: "next"})
    assert [(one.word, one.value, one.decision) for one in points_of(three)] == [
        ("1", 0.0, "fail"),
        ("2", 0.25, "fail"),
        ("5", 1.0, "pass"),
    ]


def test_a_scale_beyond_one_digit_is_refused() -> None:
    """A judge answers with one token, and 10 would be taken for 1."""
    with pytest.raises(ValidationError, match="whole numbers from 0 to 9"):
        Criterion(id="x", text="x", scale={0: "no", 10: "yes"})


def scaled(*told: Reply | str, votes: str = "auto", distribution: bool = False) -> Verdict:
    """The verdict on a criterion with a scale."""
    (asked,) = items(case([rubric(CLARITY)]), run("R"))
    backend = ToldBackend(*told, distribution=distribution)
    found = asyncio.run(judge_of(backend, votes, prompt=load_prompt("rubric")).verdict(asked))
    (request, *_) = backend.asked
    assert request.words == ("0", "1", "2", "skip", "unknown")
    return found


def test_votes_on_a_scale_agree_where_they_pass_together() -> None:
    """1 and 2 both pass at 1: two samples are enough, and the credit is their mean, .75."""
    found = scaled('{"answer": 1}', '{"answer": "2"}')
    assert (found.decision, found.credit, found.votes, found.asked) == ("pass", 0.75, {"1": 1, "2": 1}, 2)
    assert found.reason == "1: 1, 2: 1 of 2"


def test_a_point_off_the_scale_is_off_the_menu() -> None:
    """A 7 where the scale ends at 2, and "yes", are no answers; nothing is made of them."""
    found = scaled('{"answer": 7}', '{"answer": "yes"}', votes="fixed:2")
    assert (found.decision, found.usable) == ("undecided", 0)
    assert {sample.failure for sample in found.samples} == {"off_menu"}


def test_a_distribution_on_a_scale_passes_by_the_mass_from_pass_at_on() -> None:
    """.4 fail, .6 pass: it passes, worth (.35 · .5 + .25 · 1) / .6 = .7083, though point 0 is the likeliest.

    The value is the expected point, .35 · .5 + .25 · 1 = .425.
    """
    shares = Reply(text="0", token_shares={"0": 0.4, "1": 0.35, "2": 0.25})
    found = scaled(shares, distribution=True)
    assert (found.decision, found.value, found.credit) == ("pass", pytest.approx(0.425), pytest.approx(0.425 / 0.6))
    assert found.reason == "P(pass) 0.60, mean value 0.42"


def test_a_distribution_on_a_scale_fails_under_pass_at() -> None:
    """.55 on point 0 fails, though the expected value of a scale is no probability to pass."""
    found = scaled(Reply(text="0", token_shares={"0": 0.55, "2": 0.45}), distribution=True)
    assert (found.decision, found.credit) == ("fail", 0.0)


@pytest.mark.parametrize(
    ("told", "decision"),
    [("skip", "not_applicable"), ("not applicable", "not_applicable"), ("unknown", "undecided"), ("no", "fail")],
)
def test_the_four_answers_stay_apart(told: str, decision: Decision) -> None:
    """ADK reads all but yes as no."""
    (asked,) = items(case([rubric("a")]), run("R"))
    judge = judge_of(ToldBackend(json.dumps({"answer": told})), "fixed:1", prompt=load_prompt("rubric"))
    assert asyncio.run(judge.verdict(asked)).decision == decision
