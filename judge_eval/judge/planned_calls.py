"""What a judge would be asked, told from the store alone."""

from __future__ import annotations

from dataclasses import dataclass

from judge_eval.core.sample import Sample
from judge_eval.judge.attempts import Asking, is_over, kept_attempts
from judge_eval.judge.rules import Rule
from judge_eval.judge.samples import Samples
from judge_eval.judge.vote import more_to_ask

CHARACTERS_A_TOKEN = 4
"""What tokenizers make of English on average; enough for a forecast."""


@dataclass(frozen=True, slots=True)
class PlannedCalls:
    """The replies that verdicts take, at least and at most, and how many of them the store holds.

    Each attempt at an unreadable reply is one more. Tries after a broken connection come on top: no reply comes of
    them. `input_tokens` is what the others read at least, at about four characters a token.
    """

    least: int = 0
    most: int = 0
    cached: int = 0
    input_tokens: int = 0

    def __add__(self, other: PlannedCalls) -> PlannedCalls:
        """Both together."""
        return PlannedCalls(
            self.least + other.least,
            self.most + other.most,
            self.cached + other.cached,
            self.input_tokens + other.input_tokens,
        )


async def planned_calls(samples: Samples, asking: Asking, rule: Rule) -> PlannedCalls:
    """What it takes to come to the rule's end on one item; nothing is asked."""
    counted: list[Sample] = []
    n_kept = 0
    while n := more_to_ask(rule, counted, asking.menu):
        found = [await kept_attempts(samples, asking, index) for index in range(len(counted), len(counted) + n)]
        n_kept += sum(map(len, found))
        lacking = [made for made in found if not is_over(asking, made)]
        if lacking:
            attempts_left = sum(asking.attempts - len(made) for made in lacking)
            later = (rule.most - len(counted) - n) * asking.attempts
            tokens = len(lacking) * sum(len(message.text) for message in asking.messages) // CHARACTERS_A_TOKEN
            return PlannedCalls(n_kept + len(lacking), n_kept + attempts_left + later, n_kept, tokens)
        counted += [made[-1] for made in found]
    return PlannedCalls(n_kept, n_kept, n_kept)
