"""An item in, a verdict out."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from judge_eval.core.ports import Reply
from judge_eval.core.verdict import Verdict
from judge_eval.errors import InputError, RateLimitedError, TransportError
from judge_eval.judge.judge import Judge, model_fingerprint
from judge_eval.judge.planned_calls import PlannedCalls
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.question import Ruling
from judge_eval.judge.replies.menu import Menu
from tests.judge_parts import MemoryStore, StubbornBackend, ToldBackend, item, judge_of


def judged(judge: Judge) -> Verdict:
    """The verdict on an item."""
    return asyncio.run(judge.verdict(item()))


def counts(plan: PlannedCalls) -> tuple[int, int, int]:
    """Least, most and cached of a plan."""
    return plan.least, plan.most, plan.cached


def test_two_equal_answers_decide() -> None:
    """lead:2 ends after two, with votes, value and the first reason."""
    verdict = judged(judge_of(ToldBackend('{"rationale": "Both say Paris.", "answer": "yes"}')))
    assert (verdict.decision, verdict.value, verdict.credit, verdict.asked) == ("pass", 1.0, 1.0, 2)
    assert verdict.reason == "yes 2 of 2: Both say Paris."
    assert verdict.decided_by == "judge"


def test_an_unreadable_reply_takes_the_next_attempt_and_counts_once() -> None:
    """Two attempts that cannot be read and one that can are one asked, all three kept with their raw text."""
    verdict = judged(judge_of(StubbornBackend("eyes-only", "{}", "yes"), "fixed:1"))
    assert (verdict.decision, verdict.asked, verdict.usable) == ("pass", 1, 1)
    assert [(s.attempt, s.failure, s.text) for s in verdict.samples] == [
        (0, "off_menu", "eyes-only"),
        (1, "incomplete", "{}"),
        (2, None, "yes"),
    ]


def test_three_unreadable_replies_are_one_failed_sample() -> None:
    """The item stays undecided; no 0 is made of it."""
    backend = ToldBackend("eyes-only")
    verdict = judged(judge_of(backend, "fixed:1"))
    assert (verdict.decision, verdict.value, verdict.asked, verdict.usable) == ("undecided", None, 1, 0)
    assert len(backend.asked) == 3
    assert "off_menu" in verdict.reason


def test_each_attempt_has_its_own_seed() -> None:
    """Seeds differ by index and attempt, and are the same in every run."""
    backend = StubbornBackend("?", "?", "yes")
    judged(judge_of(backend, "fixed:2"))
    assert sorted(request.seed for request in backend.asked) == [1, 2, 3, 101, 102, 103]


def test_at_temperature_0_an_unreadable_reply_is_not_asked_for_again() -> None:
    """It would come again as it was."""
    backend = ToldBackend("eyes-only")
    judged(judge_of(backend, "fixed:1", temperature=0))
    assert len(backend.asked) == 1


@pytest.mark.parametrize(
    ("told", "failure"),
    [
        (TransportError("x"), "transport"),
        (RateLimitedError("x"), "rate_limited"),
        (Reply(text="", finish="refused", detail="SAFETY"), "refused"),
        (Reply(text="", finish="length", detail="too long"), "truncated"),
    ],
)
def test_what_no_other_seed_can_mend_takes_one_attempt(told: Reply | Exception, failure: str) -> None:
    """A broken connection was tried again below; a refusal and a prompt that is too long stay what they are."""
    backend = ToldBackend(told)
    verdict = judged(judge_of(backend, "fixed:1"))
    assert [sample.failure for sample in verdict.samples] == [failure]
    assert len(backend.asked) == 1


def test_a_reply_cut_off_is_truncated_unless_its_answer_came() -> None:
    """An answer before the cut is an answer."""
    cut = Reply(text='{"rationale": "Bo', finish="length")
    whole = Reply(text='{"answer": "no", "rationale": "Bo', finish="length")
    verdict = judged(judge_of(StubbornBackend(cut, whole), "fixed:1"))
    assert [sample.failure for sample in verdict.samples] == ["truncated", None]
    assert verdict.decision == "fail"


def test_four_good_samples_and_a_broken_one_are_decided_by_the_four() -> None:
    """ADK discards all five."""
    yes = "yes"
    verdict = judged(judge_of(ToldBackend(yes, yes, TransportError("x"), yes, yes), "fixed:5"))
    assert (verdict.decision, verdict.asked, verdict.usable) == ("pass", 5, 4)
    assert verdict.reason == "yes 4, 1 failed (transport: x) of 5"


def test_four_unreadable_samples_and_a_yes_decide_nothing() -> None:
    """ADK says 1.0, PASSED."""
    verdict = judged(judge_of(ToldBackend("?", "?", "?", "?", "yes"), "fixed:5"))
    assert (verdict.decision, verdict.credit, verdict.votes) == ("undecided", None, {"yes": 1})


def test_a_ruling_needs_no_call() -> None:
    """The verdict names the rule, and no judge."""
    backend = ToldBackend()
    ruled = item().model_copy(update={"ruling": Ruling(decision="fail", value=0.0, rule="no final response")})
    verdict = asyncio.run(judge_of(backend).verdict(ruled))
    assert (verdict.decision, verdict.value, verdict.credit) == ("fail", 0.0, 0.0)
    assert (verdict.decided_by, verdict.reason, verdict.judge) == ("no final response", "no final response", None)
    assert backend.asked == []


def test_a_distribution_decides_with_one_call() -> None:
    """The choice form is asked at temperature 0; its probabilities make the value."""
    reply = Reply(text="yes", token_shares={"yes": 0.6, " Yes": 0.2, "no": 0.2})
    backend = ToldBackend(reply, distribution=True)
    verdict = judged(judge_of(backend))
    assert (verdict.decision, verdict.value, verdict.votes, verdict.asked) == ("pass", 0.8, {"yes": 1}, 1)
    assert verdict.reason == "P(pass) 0.80"
    (request,) = backend.asked
    assert (request.form, request.temperature, request.distribution, request.reply_schema) == ("choice", 0, True, None)


def test_too_much_mass_off_the_menu_is_no_distribution() -> None:
    """More than 5 % lost fails the sample, whatever the text says."""
    reply = Reply(text="yes", token_shares={"yes": 0.9, "The": 0.1})
    verdict = judged(judge_of(ToldBackend(reply, distribution=True)))
    assert verdict.decision == "undecided"
    assert verdict.samples[0].failure == "off_menu"
    assert verdict.samples[0].detail == "10.0% of the probability fell on tokens that are no answer, 5% may"


def test_one_reply_without_probabilities_is_a_failed_sample() -> None:
    """The judge still serves them for other items."""
    verdict = judged(judge_of(ToldBackend(Reply(text="yes"), distribution=True)))
    assert verdict.samples[0].failure == "unparseable"


def test_a_judge_that_turns_out_to_serve_no_probabilities_is_an_input_error() -> None:
    """The first reply is the proof of what the backend declared; the remedy is a rule that it can follow."""
    backend = ToldBackend(Reply(text="yes"), distribution=True)
    judge = judge_of(backend)
    backend.serves_distribution = False
    with pytest.raises(InputError, match="--votes lead:2,max:8"):
        judged(judge)


def test_a_verdict_is_the_same_from_the_store() -> None:
    """What was sampled once is told again without a call, to the byte."""
    store = MemoryStore()
    first = judged(judge_of(ToldBackend("yes", "no", "?", "no", "yes", "no"), store=store))
    silent = ToldBackend(AssertionError("asked again"))
    assert judged(judge_of(silent, store=store)).model_dump_json() == first.model_dump_json()


def test_more_samples_cost_only_what_is_missing() -> None:
    """From 3 to 5 are two calls; another rule over the same samples is none."""
    store = MemoryStore()
    backend = ToldBackend("yes")
    judged(judge_of(backend, "fixed:3", store=store))
    judged(judge_of(backend, "fixed:5", store=store))
    assert len(backend.asked) == 5
    judged(judge_of(backend, "lead:2,max:8", store=store))
    assert len(backend.asked) == 5


def test_a_mended_parser_costs_no_call() -> None:
    """A reply that could not be read is kept raw, and read anew with a menu that knows the word."""
    store = MemoryStore()
    backend = ToldBackend("oui")
    assert judged(judge_of(backend, "fixed:1", store=store)).decision == "undecided"
    prompt = load_prompt("final_response_match")
    yes, *others = prompt.menu.answers
    mended = replace(prompt, menu=Menu((yes.model_copy(update={"also": (*yes.also, "oui")}), *others)))
    assert judged(judge_of(backend, "fixed:1", store=store, prompt=mended)).decision == "pass"
    assert len(backend.asked) == 3


def test_a_plan_says_what_a_verdict_will_take() -> None:
    """Before: 2 samples of one attempt to 8 of three. After: what was asked, all of it kept. A ruling takes nothing."""

    async def plans() -> list[tuple[int, int, int]]:
        store = MemoryStore()
        judge = judge_of(ToldBackend("yes", "no", "yes", "yes"), store=store)
        before = await judge.plan((item(),))
        await judge.verdict(item())
        after = await judge.plan((item(),))
        other = await judge_of(ToldBackend(), "fixed:6", store=store).plan((item(),))
        ruled = item().model_copy(update={"ruling": Ruling(decision="pass", value=1.0, rule="same text")})
        return [counts(plan) for plan in (before, after, other, await judge.plan((ruled,)))]

    assert asyncio.run(plans()) == [(2, 8 * 3, 0), (4, 4, 4), (6, 4 + 2 * 3, 4), (0, 0, 0)]


def test_a_plan_sees_an_unreadable_reply_that_has_another_attempt() -> None:
    """Of three attempts one is kept: one or two calls are left."""

    async def plan() -> PlannedCalls:
        store = MemoryStore()
        await judge_of(StubbornBackend("?", TransportError("x")), "fixed:1", store=store).verdict(item())
        return await judge_of(ToldBackend(), "fixed:1", store=store).plan((item(),))

    assert counts(asyncio.run(plan())) == (1 + 1, 1 + 2, 1)


def test_a_plan_forecasts_the_tokens_of_calls_still_to_come() -> None:
    """Two samples of one prompt read twice what one reads; kept ones read nothing."""

    async def tokens() -> list[int]:
        store = MemoryStore()
        judge = judge_of(ToldBackend("yes"), "fixed:2", store=store)
        one = await judge_of(ToldBackend("yes"), "fixed:1", store=store).plan((item(),))
        two = await judge.plan((item(),))
        await judge.verdict(item())
        return [one.input_tokens, two.input_tokens, (await judge.plan((item(),))).input_tokens]

    one, two, none = asyncio.run(tokens())
    assert one > 100 and abs(two - 2 * one) <= 1
    assert none == 0


def test_the_fingerprint_holds_what_shapes_a_verdict() -> None:
    """Rule, temperature, form, model, wording and version change it; the mean over items does not."""
    prompt = load_prompt("final_response_match")
    judges = [
        judge_of(ToldBackend()),
        judge_of(ToldBackend(), "fixed:5"),
        judge_of(ToldBackend(), temperature=0.5),
        judge_of(ToldBackend(model="n")),
        judge_of(ToldBackend(distribution=True)),
        judge_of(ToldBackend(), prompt=replace(prompt, sha256="0")),
        judge_of(ToldBackend(), prompt=replace(prompt, version=99)),
    ]
    assert len({judge.fingerprint for judge in judges}) == len(judges)
    assert judge_of(ToldBackend(), "lead:2,max:8").fingerprint == judges[0].fingerprint
    assert judge_of(ToldBackend(), "fixed:5", aggregate="mean").fingerprint == judges[1].fingerprint


def test_the_fingerprint_of_a_model_is_that_of_kind_and_name() -> None:
    """Two judges over one model share it."""
    assert model_fingerprint(ToldBackend()) == model_fingerprint(ToldBackend("x"))
    assert model_fingerprint(ToldBackend()) != model_fingerprint(ToldBackend(model="n"))
