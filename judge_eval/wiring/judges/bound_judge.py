"""A question bound to the judge that answers it, under the rule that was chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from judge_eval.adapters.files.cassette import RecordedQuestion
from judge_eval.calibration.in_force import InForce, Uncalibrated
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.results import QuestionUsed
from judge_eval.judge.auto_judge import AutoJudge
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.packs.judge import PackedJudge
from judge_eval.judge.packs.prompt import Packing, load_packed
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.question import Question
from judge_eval.judge.rules import AUTO, Votes, is_auto
from judge_eval.wiring.judges.judge_at_hand import JudgeAtHand
from judge_eval.wiring.judges.judge_choice import Said


@dataclass(frozen=True, slots=True)
class Bound:
    """A question with the judge that answers it."""

    question: Question[Any]
    judge: Judge | AutoJudge
    at_hand: JudgeAtHand
    source: str | None = None
    """The configuration that binds it, if it is a file's."""
    records: Mapping[str, InForce | Uncalibrated] = field(default_factory=dict[str, InForce | Uncalibrated])
    """What is in force by the fingerprint of the judge."""

    def used(self) -> QuestionUsed | None:
        """How the question is asked; None as long as that is not known, or where nothing needed asking."""
        judge = self.judge.chosen if isinstance(self.judge, AutoJudge) else self.judge
        return None if judge is None else self._used_by(judge)

    def identity(self) -> JudgeIdentity | None:
        """The judge with all that its fingerprint is made of; None as long as that is not known."""
        judge = self.judge.chosen if isinstance(self.judge, AutoJudge) else self.judge
        return None if judge is None else identity_of(judge, self.at_hand)

    def recorded(self) -> RecordedQuestion:
        """The same as a cassette says it; where `auto` was never found out, with the rule `auto`."""
        backend = self.at_hand.samples.backend
        used = self.used() or QuestionUsed(
            question=self.question.id,
            judge=self.at_hand.spec,
            model_fingerprint=self.at_hand.model_fingerprint,
            fingerprint="",
            prompt_version=load_prompt(self.question.id).version,
            votes=AUTO,
        )
        return RecordedQuestion(**used.model_dump(), kind=backend.kind, model=backend.model)

    def _used_by(self, judge: Judge) -> QuestionUsed:
        return QuestionUsed(
            question=self.question.id,
            judge=self.at_hand.spec,
            model_fingerprint=self.at_hand.model_fingerprint,
            fingerprint=judge.fingerprint,
            prompt_version=judge.prompt.version,
            votes=judge.votes.rule.spec,
            pack=judge.pack,
            model_versions=self.at_hand.versions,
            calibration=self._calibration(judge.fingerprint),
        )

    def _calibration(self, judge: str) -> str | None:
        found = self.records.get(judge)
        return found.said() if isinstance(found, InForce) else None


def identity_of(judge: Judge, at_hand: JudgeAtHand) -> JudgeIdentity:
    """The judge with all that its fingerprint is made of."""
    return JudgeIdentity(spec=at_hand.spec, fingerprint=judge.fingerprint, parts=judge.parts, versions=at_hand.versions)


def records_for(
    judge: Judge | AutoJudge, at_hand: JudgeAtHand, find: Callable[[JudgeIdentity], InForce | Uncalibrated]
) -> dict[str, InForce | Uncalibrated]:
    """What `find` says is in force for the judge, or for each of those of which one will be chosen."""
    return {one.fingerprint: find(identity_of(one, at_hand)) for one in judge.alternatives}


def at_cut_offs(judge: Judge | AutoJudge, records: Mapping[str, InForce | Uncalibrated]) -> Judge | AutoJudge:
    """The judge, which passes an item from the P(pass) on that its record declares, where there is one."""
    if isinstance(judge, AutoJudge):
        return judge.with_alternatives(lambda one: _at_cut_off(one, records))
    return _at_cut_off(judge, records)


def _at_cut_off(judge: Judge, records: Mapping[str, InForce | Uncalibrated]) -> Judge:
    found = records.get(judge.fingerprint)
    cut_off = found.record.cut_off if isinstance(found, InForce) else None
    return judge if cut_off is None else judge.at_cut_off(cut_off)


def judge_by(
    at_hand: JudgeAtHand,
    question: Question[Any],
    rule: Said,
    resolve: Callable[..., Votes],
    limits: Limits,
    pack: int = 1,
) -> Judge | AutoJudge:
    """The judge under the rule that was chosen; where its model must be asked first what `auto` means, both.

    With `pack` above 1 it asks about so many items a call, where the question's items share what they can be packed by.
    """
    prompt, samples = load_prompt(question.id), at_hand.samples
    wording = load_packed(question.id) if pack > 1 else None
    if wording is not None:
        votes = resolve(rule.text, serves_distribution=False, place=rule.place, packed=True)
        return PackedJudge(prompt, Packing(pack, wording), samples, votes, limits)

    def judge(*, distribution: bool) -> Judge:
        votes = resolve(rule.text, serves_distribution=distribution, place=rule.place)
        return Judge(prompt, samples, votes, limits)

    by_distribution = judge(distribution=samples.backend.serves_distribution)
    if at_hand.probe is None or not is_auto(rule.text):
        return by_distribution
    by_votes = judge(distribution=False)
    if by_votes.votes == by_distribution.votes:
        return by_votes
    return AutoJudge(by_distribution, by_votes, at_hand.probe)
