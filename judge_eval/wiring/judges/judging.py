"""From judge specs to judges: which model answers which metric, under which rule."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from judge_eval.adapters.files.cassette import RecordedQuestion
from judge_eval.calibration.in_force import InForce, Uncalibrated
from judge_eval.calibration.thresholds import JUDGE_ATTEMPTS, JUDGE_CUT_OFF, MAX_LOST_SHARE
from judge_eval.core.calibration import JudgeIdentity
from judge_eval.core.case import Case
from judge_eval.core.config import Config, JudgeConfig, MetricConfig
from judge_eval.core.ports import Progress, SampleStore
from judge_eval.core.redaction import RedactRule
from judge_eval.core.results import JudgeUsed
from judge_eval.core.run import Run, Tokens
from judge_eval.core.sample import Sample
from judge_eval.core.score import Score
from judge_eval.core.session import Replayed
from judge_eval.errors import NoJudgeError
from judge_eval.judge.auto_judge import AutoJudge
from judge_eval.judge.judge import Judge
from judge_eval.judge.limits import Limits
from judge_eval.judge.question import Question
from judge_eval.judge.rules import AUTO, VOTING, resolve_votes
from judge_eval.judge.samples import Redact
from judge_eval.pipeline.correction.record_in_use import Records
from judge_eval.pipeline.plan import Judged, Plan, Plans
from judge_eval.text.redactor import Redactor
from judge_eval.wiring.completing import completed, policy_of
from judge_eval.wiring.judges.backends import open_backend, open_budget, sample_store, shown_spec
from judge_eval.wiring.judges.bound_judge import Bound, at_cut_offs, judge_by, records_for
from judge_eval.wiring.judges.environment import unused_keys
from judge_eval.wiring.judges.judge_at_hand import JudgeAtHand
from judge_eval.wiring.judges.judge_choice import Said, judge_of, pack_of, votes_of
from judge_eval.wiring.judges.one_way import insist_on_one_way
from judge_eval.wiring.judges.record_shelf import RecordShelf
from judge_eval.wiring.judges.replaying import Replays, is_replay
from judge_eval.wiring.planning import BindJudge, checked_options
from judge_eval.wiring.redacting import redacting
from judge_eval.wiring.settings import Settings

LIMITS = Limits(lost_share=MAX_LOST_SHARE, attempts=JUDGE_ATTEMPTS, cut_off=JUDGE_CUT_OFF)

if TYPE_CHECKING:
    from judge_eval.adapters.limits.budget import Budget


class Judges:
    """The judges of one invocation: one backend a spec, one store and one budget for all, and what was asked."""

    def __init__(
        self,
        settings: Settings,
        shown: Progress,
        store: SampleStore | None = None,
        *,
        rules: Sequence[RedactRule] = (),
    ) -> None:
        """No judge yet; each is made when a metric asks for it. `shown` hears of every sample.

        Without a `store` it is the one of the settings. What the `rules` match reaches no judge, and nothing that is
        kept of its replies.
        """
        self._settings = settings
        self._shown = shown
        self._store = store
        self._redactor = Redactor(rules)
        self._budget: Budget | None = None
        self._at_hand: dict[str, JudgeAtHand] = {}
        self._replays = Replays(self.asked, self._redact)
        self._bound: list[Bound] = []
        self._shelf = None
        if not settings.uncalibrated:
            self._shelf = RecordShelf(settings.calibration, allow_stale=settings.allow_stale)
        self._described: dict[str, dict[str, None]] = {}
        """Each judge in words, with the metrics that it answers."""
        self._by_default = False
        self.cached = 0

    @property
    def _redact(self) -> Redact | None:
        return self._redactor.text if self._redactor else None

    @property
    def made(self) -> int:
        """The calls that were made, each try counted."""
        return self._budget.spent.calls if self._budget is not None else 0

    @property
    def tokens(self) -> Tokens:
        """The tokens that were paid for now, those of every try."""
        return self._budget.spent.tokens if self._budget is not None else Tokens()

    def binder(self, config: Config | None) -> BindJudge:
        """What binds the judged metrics of one configuration to their judges."""

        def bind(question: Question[Any], metric: MetricConfig) -> Judged:
            metric = completed(question.metric, metric, config)
            options = checked_options(question.metric, question.options, metric)
            spec = judge_of(self._settings, config, question.metric, metric)
            asked = redacting(question, self._redactor) if self._redactor else question
            try:
                bound = self._judge(question, spec, metric, config, policy_of(options))
            except NoJudgeError as error:
                self._describe(f"{shown_spec(spec.text)}, which is not at hand: {error}", question.metric)
                return Judged(asked, options, metric, None, not_judged=str(error))
            calibrated = _calibrated(bound.records)
            return Judged(
                asked,
                options,
                metric,
                bound.judge,
                bound.used(),
                records=bound.records,
                with_probabilities=calibrated,
            )

        return bind

    def described(self) -> Iterator[str]:
        """Each judge in a line, with its rule and its metrics, and what was chosen for the person; then unused keys."""
        for judge, metrics in self._described.items():
            yield f"{judge}: {', '.join(metrics)}"
        if self._by_default and all(judge.probe is None for judge in self._at_hand.values()):
            yield from unused_keys(os.environ)

    def stale(self) -> Iterator[str]:
        """The records in force that were made with another form of their judge."""
        found = (record for bound in self._bound for record in bound.records.values())
        yield from dict.fromkeys(record.said() for record in found if isinstance(record, InForce) and record.stale)

    def chosen(self) -> Iterator[str]:
        """Each judge in a line whose rule was found out by asking."""
        lines: dict[str, None] = {}
        for bound in self._bound:
            judge = bound.judge
            if isinstance(judge, AutoJudge) and judge.chosen is not None:
                lines[f"{bound.at_hand.spec}, {_described(judge.chosen)}"] = None
        yield from lines

    def of_suite(self, config: Config | None) -> JudgeUsed | None:
        """The judge that the suite's metrics share; None where none was needed, or it is not at hand."""
        said = judge_of(self._settings, config)
        self._by_default |= said.by_default
        spec = said.text
        if is_replay(spec):
            return self._replays.judge(spec)
        judge = self._at_hand.get(spec)
        return None if judge is None else JudgeUsed(spec=judge.spec, model_fingerprint=judge.model_fingerprint)

    def told(self, plans: Plans) -> Plans:
        """The plans with what asking brought to light: the rule that `auto` came to mean, and the models' versions."""
        return replace(plans, plans=tuple(self._told(plan) for plan in plans.plans))

    def recorded(self) -> dict[str, RecordedQuestion]:
        """How each metric is asked, as a cassette says it."""
        recorded: dict[str, RecordedQuestion] = {}
        for bound in self._bound:
            metric, said = bound.question.metric, bound.recorded()
            known = recorded.setdefault(metric, said)
            if known.votes == AUTO:
                recorded[metric] = said
        return recorded

    def identities(self) -> dict[str, JudgeIdentity]:
        """The judge of each metric, as far as it is known yet."""
        known = ((bound.question.metric, bound.identity()) for bound in self._bound)
        return {metric: identity for metric, identity in known if identity is not None}

    def insist_on_one_way(self) -> None:
        """Raises: InputError where two configurations have one metric asked in different ways."""
        insist_on_one_way(self._bound)

    async def look(self) -> None:
        """Finds out in the store, where it holds that, what `auto` means."""
        for bound in self._bound:
            if isinstance(bound.judge, AutoJudge):
                await bound.judge.look()

    def notes(self) -> Iterator[str]:
        """What asking brought to light, for a person to see."""
        for judge in self._all():
            yield from judge.notes

    def replayed(self) -> tuple[Replayed, ...]:
        """The cassettes that stood in for judges, with what was used of them."""
        return self._replays.used()

    def asked(self, sample: Sample) -> None:
        """Counts one more sample, and passes it on."""
        self.cached += sample.cached
        self._shown.asked(cached=sample.cached)

    @contextmanager
    def hushed(self) -> Generator[None]:
        """While it holds, the libraries behind judges print nothing on stdout."""
        with ExitStack() as stack:
            for judge in self._all():
                stack.enter_context(judge.hushed())
            yield

    async def land(self) -> None:
        """Waits for replies that are paid and that no verdict waits for any more, so that the store keeps them."""
        for judge in self._all():
            await judge.samples.land()

    async def aclose(self) -> None:
        """Releases every backend and the store."""
        for judge in self._all():
            await judge.samples.backend.aclose()
        if self._store is not None:
            await self._store.aclose()

    def _all(self) -> list[JudgeAtHand]:
        return [*self._at_hand.values(), *self._replays.judges]

    def _judge(
        self, question: Question[Any], spec: Said, metric: MetricConfig, config: Config | None, policy: str | None
    ) -> Bound:
        """A metric bound to its judge, and to the calibration records that are in force for it.

        Raises: NoJudgeError where it is not at hand; InputError for a spec or a rule that is none.
        """
        suite = config.judge if config is not None else JudgeConfig()
        rule = votes_of(self._settings, config, question.metric, metric)
        temperature = suite.temperature if metric.temperature is None else metric.temperature
        resolve = partial(resolve_votes, aggregate=suite.aggregate, temperature=temperature)
        if is_replay(spec.text):
            at_hand, judge = self._replays.bound(spec, question, rule, resolve, LIMITS)
        else:
            at_hand = self._judge_at_hand(spec)
            judge = judge_by(at_hand, question, rule, resolve, LIMITS, pack_of(config, question, metric))
        self._describe(f"{at_hand.described}, {_described(judge)}", question.metric)
        records: dict[str, InForce | Uncalibrated] = {}
        if self._shelf is not None:
            find = partial(self._shelf.in_force, question.id, policy=policy, config=config)
            records = records_for(judge, at_hand, find)
            judge = at_cut_offs(judge, records)
        bound = Bound(question, judge, at_hand, config.source if config is not None else None, records)
        self._bound.append(bound)
        return bound

    def _judge_at_hand(self, spec: Said) -> JudgeAtHand:
        if spec.text not in self._at_hand:
            settings = self._settings
            if self._budget is None:
                self._budget = open_budget(
                    calls=settings.budget_calls, tokens=settings.budget_tokens, seconds=settings.timeout_seconds
                )
            opened = open_backend(
                spec.text,
                place=spec.place,
                concurrency=settings.concurrency,
                budget=self._budget,
                on_wait=self._shown.waiting,
            )
            if self._store is None:
                self._store = sample_store(settings.cache)
            self._at_hand[spec.text] = JudgeAtHand.of_backend(opened, self._store, self.asked, LIMITS, self._redact)
        return self._at_hand[spec.text]

    def _describe(self, judge: str, metric: str) -> None:
        self._described.setdefault(judge, {})[metric] = None

    def _told(self, plan: Plan) -> Plan:
        """The plan with how each metric was asked, now that it was."""
        used = {id(bound.judge): bound.used() for bound in self._bound}
        return replace(plan, judged=tuple(replace(judged, used=used.get(id(judged.judge))) for judged in plan.judged))


def _described(judge: Judge | AutoJudge) -> str:
    """The rule in words."""
    if isinstance(judge, AutoJudge):
        return f"votes auto: by its probabilities if a first question shows that it gives them, else {VOTING.spec}"
    packed = (f"up to {judge.pack} items a call",) if judge.pack > 1 else ()
    return "; ".join((f"votes {judge.votes.rule.spec}", *packed, *judge.votes.notes))


def _calibrated(records: Records) -> Callable[[Score, Case, Run], Score] | None:
    """What gives a score its probabilities by these records; None where none of them is in force."""
    if not any(isinstance(found, InForce) for found in records.values()):
        return None
    from judge_eval.pipeline.correction.probabilities import with_probabilities

    return partial(with_probabilities, records=records)
