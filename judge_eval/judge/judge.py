"""A judge bound to one question: an item in, a verdict out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from judge_eval.core.fingerprint import fingerprint
from judge_eval.core.ports import JudgeBackend, ReplyForm
from judge_eval.core.sample import Sample
from judge_eval.core.verdict import Verdict
from judge_eval.judge.attempts import Asking, asking_of, attempt_until_read
from judge_eval.judge.limits import Limits
from judge_eval.judge.packs.prompt import Packing
from judge_eval.judge.planned_calls import PlannedCalls, planned_calls
from judge_eval.judge.prompt import MAX_TOKENS, Prompt
from judge_eval.judge.question import Item
from judge_eval.judge.replies.menu import Menu
from judge_eval.judge.rules import ByDistribution, Votes, no_distribution
from judge_eval.judge.samples import Samples
from judge_eval.judge.settling.unasked import ruled
from judge_eval.judge.together import together
from judge_eval.judge.vote import Tally, more_to_ask, tally


class Judge:
    """One question put by its prompt to one backend under one rule; every sample goes through `samples`."""

    def __init__(
        self,
        prompt: Prompt,
        samples: Samples,
        votes: Votes,
        limits: Limits,
        packing: Packing | None = None,
        first_index: int = 0,
    ) -> None:
        """`packing` tells how items share a call, where they do; samples are counted from `first_index` on."""
        self.prompt = prompt
        self.votes = votes
        self.form: ReplyForm = "choice" if isinstance(votes.rule, ByDistribution) else "structured"
        self.parts = judge_parts(prompt, self.form, samples.backend, votes, packing)
        self.fingerprint = fingerprint(self.parts)
        self.pack = 1 if packing is None else packing.size
        self._samples = samples
        self._limits = limits
        self._first_index = first_index

    @property
    def alternatives(self) -> tuple[Judge, ...]:
        """The judges that this may come to be: itself."""
        return (self,)

    def at_cut_off(self, cut_off: float) -> Judge:
        """The same judge, whose distribution passes an item from this P(pass) on."""
        return Judge(self.prompt, self._samples, self.votes, replace(self._limits, cut_off=cut_off))

    def from_index(self, index: int) -> Judge:
        """The same judge, whose samples have indices from this one on, so that it takes none of another look's."""
        return Judge(self.prompt, self._samples, self.votes, self._limits, first_index=index)

    async def verdict(self, item: Item) -> Verdict:
        """The verdict on one item; a judge's failures are in its samples. Raises: InputError where none can help."""
        if item.ruling is not None:
            return ruled(item, item.ruling)
        asking = self._asking(item)
        tried: list[tuple[Sample, ...]] = []
        while n := more_to_ask(self.votes.rule, _last(tried), asking.menu):
            begun = self._first_index + len(tried)
            indices = range(begun, begun + n)
            tried += await together(attempt_until_read(self._samples, asking, index) for index in indices)
            self._insist_on_distribution(tried)
        return self._settled(item, asking.item, tried, asking.menu)

    def packs(self, items: Sequence[Item]) -> Sequence[Sequence[Item]]:
        """Each item by itself."""
        return [(item,) for item in items]

    async def verdicts(self, pack: Sequence[Item]) -> Sequence[Verdict]:
        """The verdicts on these items. Raises: InputError where none can help."""
        return await together(map(self.verdict, pack))

    async def plan(self, pack: Sequence[Item]) -> PlannedCalls:
        """What `verdicts` would take for these items; nothing is asked."""
        asked = [self._asking(item) for item in pack if item.ruling is None]
        planned = [await planned_calls(self._samples, asking, self.votes.rule) for asking in asked]
        return sum(planned, PlannedCalls())

    def _asking(self, item: Item) -> Asking:
        return asking_of(self.prompt, self.form, self.votes, self._limits, item)

    def _insist_on_distribution(self, tried: Sequence[Sequence[Sample]]) -> None:
        """The first reply proves that the backend gives what it declared. Raises: InputError where it does not."""
        wanted = isinstance(self.votes.rule, ByDistribution) and not self._samples.backend.serves_distribution
        if wanted and any(sample.finish == "stop" and sample.token_shares is None for sample in _last(tried)):
            raise no_distribution("--votes")

    def _settled(self, item: Item, shown: str, tried: Sequence[Sequence[Sample]], menu: Menu) -> Verdict:
        """The verdict on an item; `shown` is its fingerprint, which whoever asked has at hand."""
        counted = _last(tried)
        found = tally(self.votes.rule, self.votes.aggregate, counted, menu, self._limits.cut_off)
        return Verdict(
            question=item.question,
            item=shown,
            judge=self.fingerprint,
            decision=found.decision,
            value=found.value,
            credit=found.credit,
            spread=found.spread,
            votes=found.votes,
            passing=found.passing,
            failing=found.failing,
            p_pass=found.p_pass,
            asked=found.asked,
            usable=found.usable,
            reason=_reason(found, counted, menu, scaled=bool(item.points)),
            samples=tuple(sample for samples in tried for sample in samples),
        )


def judge_parts(
    prompt: Prompt, form: ReplyForm, backend: JudgeBackend, votes: Votes, packing: Packing | None = None
) -> dict[str, JsonValue]:
    """All that shapes a verdict, but no address, seed or index: a change to any of it voids calibration records.

    Their fingerprint is the judge's.
    """
    packed: dict[str, JsonValue] = {} if packing is None else {"packed": packing.wording.sha256}
    return {
        "question": prompt.id,
        "prompt": {"version": prompt.version, "sha256": prompt.sha256, **packed},
        "form": form,
        "backend": backend.kind,
        "model": backend.model,
        "parameters": {"temperature": votes.temperature, "max_tokens": MAX_TOKENS[form]},
        "pack": 1 if packing is None else packing.size,
        "rule": votes.rule.spec,
    }


def model_fingerprint(backend: JudgeBackend) -> str:
    """What two judges share that ask the same model, whatever they ask and how."""
    return fingerprint({"backend": backend.kind, "model": backend.model})


def _last(tried: Sequence[Sequence[Sample]]) -> list[Sample]:
    """The sample that counts of each index: its last attempt."""
    return [samples[-1] for samples in tried]


def _reason(found: Tally, samples: Sequence[Sample], menu: Menu, *, scaled: bool) -> str:
    """The votes in words, or the probability of a pass (of a scale, with the mean value of its points), and why.

    That is the first rationale of the side that won, else of any, and the first failure.
    """
    counts = [f"{answer}{':' if answer.isdigit() else ''} {count}" for answer, count in found.votes.items()]
    failed = [sample for sample in samples if sample.failure is not None]
    if failed:
        counts.append(f"{len(failed)} failed ({failed[0].failure}: {failed[0].detail})")
    said = ", ".join(counts)
    if found.p_pass is not None:
        said = f"P(pass) {found.p_pass:.2f}"
        if scaled and found.value is not None:
            said += f", mean value {found.value:.2f}"
    if len(samples) > 1:
        said = f"{said} of {found.asked}"
    said_why = [sample for sample in samples if sample.rationale and sample.answer is not None]
    winning = [sample for sample in said_why if menu.answer(sample.answer or "").decision == found.decision]
    return f"{said}: {(winning or said_why)[0].rationale}" if said_why else said
