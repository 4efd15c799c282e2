"""Labelled rows put to a judge by a metric's own question, and to the same model by ADK's prompt."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

from google.adk.evaluation.eval_case import Invocation
from google.adk.evaluation.eval_metrics import EvalMetric, LlmAsAJudgeCriterion
from google.adk.evaluation.final_response_match_v2 import FinalResponseMatchV2Evaluator
from google.adk.models.llm_response import LlmResponse
from google.genai import types

from judge_eval.calibration.in_force import InForce
from judge_eval.calibration.thresholds import JUDGE_ATTEMPTS, JUDGE_CUT_OFF, MAX_LOST_SHARE
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import Message, Request
from judge_eval.core.verdict import Verdict
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.prompt import MAX_TOKENS, load_prompt
from judge_eval.judge.question import Question, QuestionOptions
from judge_eval.judge.rules import ByDistribution, Votes
from judge_eval.judge.samples import Samples
from judge_eval.wiring.completing import policy_of
from judge_eval.wiring.judges.record_shelf import RecordShelf
from tests.bench.label_figures import Judged
from tests.bench.labelled_rows import Row, as_case, as_run

LIMITS = Limits(lost_share=MAX_LOST_SHARE, attempts=JUDGE_ATTEMPTS, cut_off=JUDGE_CUT_OFF)
VOTES = Votes(ByDistribution(), "decisions", 0.0)


class RowJudge(Protocol):
    """Whoever can judge a row."""

    async def judged(self, row: Row) -> Judged:
        """What is said of the row."""
        ...


@dataclass(frozen=True, slots=True)
class ByQuestion:
    """A judge that asks what the product asks: the items of a metric's question, settled as it settles them."""

    question: Question[Any]
    options: QuestionOptions
    samples: Samples

    async def judged(self, row: Row) -> Judged:
        """The decision on the last turn; the row is ranked by the probability of its weakest item to pass."""
        judge = self._judge()
        case, run = as_case(row), as_run(row)
        items = [item for item in self.question.items(case, run, self.options) if item.turn == len(run.turns) - 1]
        verdicts = await asyncio.gather(*map(judge.verdict, items))
        decision = self.question.settle(case, run, items, verdicts).decision
        return Judged(
            row.label,
            passed=decision == "pass",
            value=min(map(_worth, verdicts)),
            undecided=decision == "undecided",
            seconds=sum(sample.seconds for verdict in verdicts for sample in verdict.samples),
        )

    def _judge(self) -> Judge:
        """The judge at the cut-off of the record that ships for it, as `score` takes it."""
        judge = Judge(load_prompt(self.question.id), self.samples, VOTES, LIMITS)
        identity = JudgeIdentity(spec="local", fingerprint=judge.fingerprint, parts=judge.parts)
        shelf = RecordShelf(None, allow_stale=False)
        found = shelf.in_force(self.question.id, identity, policy=policy_of(self.options), config=None)
        cut_off = found.record.cut_off if isinstance(found, InForce) else None
        return judge if cut_off is None else judge.at_cut_off(cut_off)


def _worth(verdict: Verdict) -> float:
    if verdict.decision == "not_applicable":
        return 1.0
    return 0.5 if verdict.value is None else verdict.value


class ByAdkPrompt:
    """The same model asked by ADK's evaluator of final responses: its prompt and parser, one sample, temperature 0."""

    def __init__(self, samples: Samples, rows: Sequence[Row]) -> None:
        """`rows` tell how far the prompts of all rows are the same, which the model then reads once."""
        self._samples = samples
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the evaluator calls itself experimental
            criterion = LlmAsAJudgeCriterion(threshold=0.5)
            self._evaluator = FinalResponseMatchV2Evaluator(
                EvalMetric(metric_name="final_response_match_v2", threshold=0.5, criterion=criterion)
            )
        prompts = [self._prompt(row) for row in rows]
        alike = [one for one, _ in takewhile(_is_equal, zip(min(prompts), max(prompts), strict=False))]
        self._n_shared = "".join(alike).rfind("\n{") + 1

    async def judged(self, row: Row) -> Judged:
        """What ADK's parser makes of the reply; a reply without a verdict is undecided."""
        text = self._prompt(row)
        request = Request(
            messages=(Message(role="user", text=text, shared=self._n_shared),),
            form="structured",
            words=(),
            temperature=0.0,
            seed=1,
            max_tokens=MAX_TOKENS["structured"],
        )
        sample = await self._samples.take(request, item=fingerprint(text), index=0, attempt=0)
        reply = LlmResponse(content=types.Content(role="model", parts=[types.Part(text=sample.text)]))
        score = self._evaluator.convert_auto_rater_response_to_score(reply).score
        return Judged(
            row.label,
            passed=score == 1.0,
            value=0.5 if score is None else score,
            undecided=score is None,
            seconds=sample.seconds,
        )

    def _prompt(self, row: Row) -> str:
        asked, said = _content("user", row.prompt), row.response
        actual = Invocation(user_content=asked, final_response=_content("model", said))
        expected = Invocation(user_content=asked, final_response=_content("model", row.reference or ""))
        return self._evaluator.format_auto_rater_prompt(actual, expected)


def _is_equal(pair: tuple[str, str]) -> bool:
    return pair[0] == pair[1]


def _content(role: str, text: str) -> types.Content:
    return types.Content(role=role, parts=[types.Part(text=text)])


async def judge_all(judge: RowJudge, rows: Sequence[Row], tell: Callable[[int], None]) -> list[Judged]:
    """What the judge says of each row, one after the other; `tell` hears how many are done."""
    judged: list[Judged] = []
    for row in rows:
        judged.append(await judge.judged(row))
        tell(len(judged))
    return judged
