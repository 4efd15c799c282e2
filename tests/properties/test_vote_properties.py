"""Rules of voting, whatever is said."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge_eval.judge.rules import Fixed, Lead, Rule
from judge_eval.judge.vote import more_to_ask, tally
from tests.judge_parts import MENU, said

ANSWERS = st.sampled_from(["yes", "no", "cannot_tell", "not_applicable", None])
RULES: st.SearchStrategy[Rule] = st.one_of(
    st.builds(Fixed, st.integers(1, 15)),
    st.integers(1, 15).flatmap(lambda most: st.builds(Lead, st.integers(1, most), st.just(most))),
)


def played(rule: Rule, stream: list[str | None]) -> list[str | None]:
    """What is asked of a stream of answers until the rule has its end."""
    asked: list[str | None] = []
    while n := more_to_ask(rule, said(*asked), MENU):
        asked += stream[len(asked) : len(asked) + n]
    return asked


STREAMS = st.lists(ANSWERS, min_size=15, max_size=15)


@given(RULES, STREAMS)
def test_a_rule_ends_within_its_most(rule: Rule, stream: list[str | None]) -> None:
    """No stream of answers makes a rule ask more than it says, or nothing."""
    assert 1 <= len(played(rule, stream)) <= rule.most


@given(RULES, STREAMS)
def test_a_decision_has_a_strict_majority_of_all_asked(rule: Rule, stream: list[str | None]) -> None:
    """What passes, fails or is not applicable was said by more than half of those asked."""
    asked = played(rule, stream)
    found = tally(rule, "decisions", said(*asked), MENU, 0.5)
    if found.decision != "undecided":
        agreeing = sum(n for name, n in found.votes.items() if MENU.answer(name).decision == found.decision)
        assert 2 * agreeing > found.asked == len(asked)


@given(st.integers(1, 5), STREAMS)
def test_going_out_together_asks_no_more_than_one_by_one(lead: int, stream: list[str | None]) -> None:
    """Calls that go out together are those that one at a time would have made."""
    rule = Lead(lead, 15)
    n = 1
    while n < 15 and not _ends(rule, stream[:n]):
        n += 1
    assert len(played(rule, stream)) == n


def _ends(rule: Lead, answers: list[str | None]) -> bool:
    counts: dict[str, int] = {}
    for answer in answers:
        if answer is not None:
            decision = MENU.answer(answer).decision
            counts[decision] = counts.get(decision, 0) + 1
    ordered = sorted(counts.values(), reverse=True)
    first = ordered[0] if ordered else 0
    second = ordered[1] if len(ordered) > 1 else 0
    return first - second >= rule.lead and 2 * first > len(answers)


@given(RULES, STREAMS)
def test_the_figures_hold_together(rule: Rule, stream: list[str | None]) -> None:
    """Votes sum to the usable, usable is at most asked, value is in [0, 1], credit follows the decision."""
    found = tally(rule, "decisions", said(*played(rule, stream)), MENU, 0.5)
    assert sum(found.votes.values()) == found.usable <= found.asked
    assert found.value is None or 0 <= found.value <= 1
    assert found.credit == {"pass": 1.0, "fail": 0.0}.get(found.decision)


@given(RULES, STREAMS, st.randoms(use_true_random=False))
def test_the_order_of_answers_is_nothing_to_a_rule(rule: Rule, stream: list[str | None], random: Random) -> None:
    """What is asked next and what is decided depend on the counts alone."""
    asked = played(rule, stream)
    shuffled = random.sample(asked, len(asked))
    assert more_to_ask(rule, said(*shuffled), MENU) == 0
    assert more_to_ask(rule, said(*shuffled[1:]), MENU) == more_to_ask(rule, said(*reversed(shuffled[1:])), MENU)
    ordered = (tally(rule, "decisions", said(*answers), MENU, 0.5) for answers in (asked, shuffled))
    assert len({(found.decision, found.value, found.usable) for found in ordered}) == 1
