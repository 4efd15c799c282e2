"""What `auto` means for a judge is found out by one first question, when something needs asking."""

from __future__ import annotations

import asyncio

import pytest

from judge_eval.core.ports import Reply
from judge_eval.errors import InputError, JudgeError, StoppedError, TransportError
from judge_eval.judge.auto_judge import AutoJudge
from judge_eval.judge.judge import Judge
from judge_eval.judge.probe import QUESTION, Probe
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.question import Ruling
from judge_eval.judge.rules import resolve_votes
from judge_eval.judge.samples import Samples
from tests.judge_parts import LIMITS, MemoryStore, StubbornBackend, ToldBackend, item, samples_of

SURE = Reply(text="yes", token_shares={"yes": 0.9, "no": 0.1})
PLAIN = Reply(text="yes")
STRUCTURED = Reply(text='{"rationale": "So.", "answer": "yes"}')


def auto_judge(samples: Samples, probe: Probe | None = None) -> AutoJudge:
    """A judge of final_response_match under `auto`."""
    prompt = load_prompt("final_response_match")
    by_distribution, by_votes = (
        Judge(
            prompt,
            samples,
            resolve_votes("auto", aggregate="decisions", temperature=0.7, serves_distribution=serves),
            LIMITS,
        )
        for serves in (True, False)
    )
    return AutoJudge(by_distribution, by_votes, probe or Probe(samples, LIMITS))


def test_a_judge_that_gives_probabilities_is_asked_for_them() -> None:
    """One first question and one call an item; what was chosen is told."""

    async def ask() -> None:
        backend = ToldBackend(SURE, distribution=True)
        judge = auto_judge(samples_of(backend))
        assert judge.chosen is None
        assert (await judge.verdict(item())).reason == "P(pass) 0.90"
        assert judge.chosen is not None and judge.chosen.votes.rule.spec == "distribution"
        assert [QUESTION in request.messages[0].text for request in backend.asked] == [True, False]

    asyncio.run(ask())


@pytest.mark.parametrize(
    "reply", [PLAIN, Reply(text="The", token_shares={"The": 0.9, "yes": 0.1})], ids=["none", "mass lost"]
)
def test_a_judge_that_does_not_is_asked_by_votes(reply: Reply) -> None:
    """No probabilities, or more than 5 % of them on no answer: two votes decide."""

    async def ask() -> None:
        backend = ToldBackend(reply, STRUCTURED, distribution=True)
        judge = auto_judge(samples_of(backend))
        await judge.verdict(item())
        assert judge.chosen is not None and judge.chosen.votes.rule.spec == "lead:2,max:8"

    asyncio.run(ask())


@pytest.mark.parametrize(
    "nothing", [Reply(text="", finish="refused"), Reply(text="y", finish="length"), Reply(text=" ")]
)
def test_a_reply_that_is_none_is_asked_for_again(nothing: Reply) -> None:
    """Refused, cut off or empty proves nothing; the next attempt does, and three of them leave the votes."""

    async def proved(*told: Reply) -> bool:
        return await Probe(samples_of(StubbornBackend(*told, distribution=True)), LIMITS).proves_distribution()

    assert asyncio.run(proved(nothing, nothing, SURE))
    assert not asyncio.run(proved(nothing, nothing, nothing))


def test_many_items_ask_the_first_question_once() -> None:
    """Ten verdicts of two questions at once share it, also where no store keeps it."""

    async def ask() -> int:
        backend = ToldBackend(SURE, distribution=True)
        samples = samples_of(backend)
        probe = Probe(samples, LIMITS)
        judges = [auto_judge(samples, probe) for _ in range(2)]
        await asyncio.gather(*(judge.verdict(item(response=str(n))) for n in range(5) for judge in judges))
        return sum(QUESTION in request.messages[0].text for request in backend.asked)

    assert asyncio.run(ask()) == 1


def test_a_verdict_that_is_cancelled_takes_the_answer_from_nobody() -> None:
    """The first question goes on for whoever still waits."""

    async def ask() -> bool:
        probe = Probe(samples_of(ToldBackend(SURE, distribution=True)), LIMITS)
        first = asyncio.create_task(probe.proves_distribution())
        other = asyncio.create_task(probe.proves_distribution())
        await asyncio.sleep(0)
        first.cancel()
        return await other

    assert asyncio.run(ask())


def test_what_a_rule_decides_asks_nothing() -> None:
    """Neither the item nor the first question."""

    async def ask() -> None:
        backend = ToldBackend(SURE, distribution=True)
        judge = auto_judge(samples_of(backend))
        ruled = item().model_copy(update={"ruling": Ruling(decision="pass", value=1.0, rule="same text")})
        assert (await judge.verdict(ruled)).decided_by == "same text"
        assert (await judge.plan((ruled,))).most == 0
        assert (backend.asked, judge.chosen) == ([], None)

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("told", "raised"),
    [(TransportError("gone"), JudgeError), (InputError("no key"), InputError), (StoppedError("spent"), StoppedError)],
)
def test_a_judge_that_does_not_answer_is_said_once(told: Exception, raised: type[Exception]) -> None:
    """Every verdict raises it, and one call was made."""

    async def ask() -> int:
        backend = ToldBackend(told, distribution=True)
        judge = auto_judge(samples_of(backend))
        for _ in range(3):
            with pytest.raises(raised):
                await judge.verdict(item())
        return len(backend.asked)

    assert asyncio.run(ask()) == 1


def test_a_store_that_holds_the_first_question_needs_no_call() -> None:
    """Another run chooses as the first one did, and asks nothing."""

    async def ask() -> None:
        store = MemoryStore()
        first = auto_judge(samples_of(ToldBackend(SURE, distribution=True), store))
        verdict = await first.verdict(item())
        silent = ToldBackend(AssertionError("asked again"), distribution=True)
        again = auto_judge(samples_of(silent, store))
        assert (await again.verdict(item())).model_dump_json() == verdict.model_dump_json()

    asyncio.run(ask())


def test_a_plan_is_the_chosen_judges_or_bounds_both() -> None:
    """Before anything is asked 1 to 8 samples of three attempts, after a first question of as many; then 1 alone."""

    async def plans() -> list[tuple[int, int, int]]:
        store = MemoryStore()
        samples = samples_of(ToldBackend(SURE, distribution=True), store)
        before = await auto_judge(samples).plan((item(),))
        await Probe(samples, LIMITS).proves_distribution()
        found = await auto_judge(samples).plan((item(),))
        return [(plan.least, plan.most, plan.cached) for plan in (before, found)]

    assert asyncio.run(plans()) == [(1 + 1, 3 + 8 * 3, 0), (1, 1, 0)]


def test_three_replies_that_are_none_are_known_too() -> None:
    """The store says that the votes are left; without the third, it says nothing."""

    async def known() -> list[bool | None]:
        store = MemoryStore()
        samples = samples_of(StubbornBackend(Reply(text=" "), distribution=True), store)
        said = [await Probe(samples, LIMITS).known()]
        await Probe(samples, LIMITS).proves_distribution()
        return [*said, await Probe(samples, LIMITS).known()]

    assert asyncio.run(known()) == [None, False]
