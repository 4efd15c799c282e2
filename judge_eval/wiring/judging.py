"""From judge specs to judges: which model answers which metric, under which rule."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from judge_eval.calibration.thresholds import JUDGE_ATTEMPTS, JUDGE_CUT_OFF, MAX_LOST_SHARE
from judge_eval.core.config import Config, JudgeConfig, MetricConfig
from judge_eval.core.ports import Progress, SampleStore
from judge_eval.core.results import JudgeUsed, QuestionUsed
from judge_eval.core.run import Tokens
from judge_eval.core.sample import Sample
from judge_eval.errors import NoJudgeError
from judge_eval.judge.judge import Judge, model_fingerprint
from judge_eval.judge.limits import Limits
from judge_eval.judge.prompt import load_prompt
from judge_eval.judge.question import Question
from judge_eval.judge.rules import resolve_votes
from judge_eval.judge.samples import Samples
from judge_eval.pipeline.plan import Judged
from judge_eval.wiring.backends import limited_backend, sample_store
from judge_eval.wiring.completing import completed
from judge_eval.wiring.planning import BindJudge, checked_options
from judge_eval.wiring.settings import Settings

DEFAULT_JUDGE = "local"
"""The judge where nobody named one: it costs nothing and sends nothing anywhere."""

JUDGE_VARIABLE = "JUDGE_EVAL_JUDGE"
"""The judge of suites whose configuration names none; the flag `--judge` goes before every configuration."""

LIMITS = Limits(lost_share=MAX_LOST_SHARE, attempts=JUDGE_ATTEMPTS, cut_off=JUDGE_CUT_OFF)


@dataclass(frozen=True, slots=True)
class Said:
    """What a person chose, and where: a flag, a variable, or a place in a configuration."""

    text: str
    place: str


class Judges:
    """The judges of one invocation: one backend a spec, one store for all, and the count of what was asked."""

    def __init__(self, settings: Settings, shown: Progress) -> None:
        """No judge yet; each is made when a metric asks for it. `shown` hears of every sample."""
        self._settings = settings
        self._shown = shown
        self._store: SampleStore | None = None
        self._samples: dict[str, Samples] = {}
        self._described: dict[str, None] = {}
        self.made = 0
        self.cached = 0
        self.tokens = Tokens()

    def binder(self, config: Config | None) -> BindJudge:
        """What binds the judged metrics of one configuration to their judges."""

        def bind(question: Question[Any], metric: MetricConfig) -> Judged:
            metric = completed(question.metric, metric, config)
            options = checked_options(question.metric, question.options, metric)
            spec = self._spec(config, question.metric, metric)
            try:
                judge, used = self._judge(question, spec, metric, config)
            except NoJudgeError as error:
                self._described[f"{spec.text}, which is not at hand: {error}"] = None
                return Judged(question, options, metric, None, not_judged=str(error))
            return Judged(question, options, metric, judge, used)

        return bind

    def described(self) -> Iterator[str]:
        """Each judge in a line: its spec, its rule, and what was chosen for the person."""
        yield from self._described

    def of_suite(self, config: Config | None) -> JudgeUsed | None:
        """The judge that the suite's metrics share; None where none was needed, or it is not at hand."""
        spec = self._spec(config).text
        samples = self._samples.get(spec)
        return None if samples is None else JudgeUsed(spec=spec, model_fingerprint=model_fingerprint(samples.backend))

    def asked(self, sample: Sample) -> None:
        """Counts one more sample, and passes it on."""
        if sample.cached:
            self.cached += 1
        else:
            self.made += 1
            spent = self.tokens
            self.tokens = Tokens(input=spent.input + sample.tokens.input, output=spent.output + sample.tokens.output)
        self._shown.asked(cached=sample.cached)

    async def aclose(self) -> None:
        """Releases every backend and the store."""
        for samples in self._samples.values():
            await samples.backend.aclose()
        if self._store is not None:
            await self._store.aclose()

    def _spec(self, config: Config | None, name: str = "", metric: MetricConfig | None = None) -> Said:
        """The judge of a metric, or of the suite where none is named: the flag's, else the nearest that was written."""
        written = [
            Said(self._settings.judge or "", "--judge"),
            Said((metric.judge if metric is not None else None) or "", _place(config, f"metrics.{name}.judge")),
            Said((config.judge.model if config is not None else None) or "", _place(config, "judge.model")),
            Said(os.environ.get(JUDGE_VARIABLE, ""), JUDGE_VARIABLE),
        ]
        return next((said for said in written if said.text), Said(DEFAULT_JUDGE, "--judge"))

    def _votes(self, question: Question[Any], metric: MetricConfig, config: Config | None) -> Said:
        """The rule of a metric, from where the judge is taken too."""
        if self._settings.votes:
            return Said(self._settings.votes, "--votes")
        if metric.votes:
            return Said(metric.votes, _place(config, f"metrics.{question.metric}.votes"))
        suite = config.judge if config is not None else JudgeConfig()
        return Said(suite.votes, _place(config, "judge.votes"))

    def _judge(
        self, question: Question[Any], spec: Said, metric: MetricConfig, config: Config | None
    ) -> tuple[Judge, QuestionUsed]:
        """The judge of a metric, and how it is asked.

        Raises: NoJudgeError where it is not at hand; InputError for a spec or a rule that is none.
        """
        suite = config.judge if config is not None else JudgeConfig()
        samples = self._samples_of(spec)
        said = self._votes(question, metric, config)
        votes = resolve_votes(
            said.text,
            aggregate=suite.aggregate,
            temperature=suite.temperature if metric.temperature is None else metric.temperature,
            serves_distribution=samples.backend.serves_distribution,
            place=said.place,
        )
        judge = Judge(load_prompt(question.id), samples, votes, LIMITS)
        self._described["; ".join((f"{spec.text}, votes {votes.rule.spec}", *votes.notes))] = None
        used = QuestionUsed(
            question=question.id,
            judge=spec.text,
            model_fingerprint=model_fingerprint(samples.backend),
            fingerprint=judge.fingerprint,
            prompt_version=judge.prompt.version,
            votes=votes.rule.spec,
        )
        return judge, used

    def _samples_of(self, spec: Said) -> Samples:
        if spec.text not in self._samples:
            backend = limited_backend(spec.text, place=spec.place, concurrency=self._settings.concurrency)
            if self._store is None:
                self._store = sample_store(self._settings.cache)
            self._samples[spec.text] = Samples(
                backend, self._store, now=lambda: datetime.now(UTC), on_sample=self.asked
            )
        return self._samples[spec.text]


def _place(config: Config | None, field: str) -> str:
    """The place of a setting in a configuration, as errors name it."""
    source = config.source if config is not None else None
    return f"{source}: {field}" if source is not None else field
