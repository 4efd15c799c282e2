"""Labels and judges from their names: every label judged by every judge, ready to be appraised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from judge_eval.adapters.files.label_rows import Columns
from judge_eval.adapters.files.labels import ReadLabels, read_labels
from judge_eval.calibration.judged_labels import JudgedLabels
from judge_eval.core.config import Config, MetricConfig
from judge_eval.core.label import Draw, LabelSet
from judge_eval.core.ports import Progress
from judge_eval.core.run import Tokens
from judge_eval.errors import NoJudgeError
from judge_eval.judge import catalog as questions
from judge_eval.pipeline.observe import Posed, observe
from judge_eval.pipeline.plan import Judged
from judge_eval.wiring.judging import Judges
from judge_eval.wiring.rubric_bench import suite_config
from judge_eval.wiring.rubrics import RUBRICS
from judge_eval.wiring.settings import Settings

METRIC_OF = MappingProxyType(
    {
        "final_response_match": "final_response_match_v2",
        "rubric": "rubric_based_final_response_quality_v1",
        "grounding": "hallucinations_v1",
        "safety": "safety_v1",
        "task_success": "multi_turn_task_success_v1",
        "outcome": "outcome",
    }
)
"""The metric whose question each set of labels answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSettings:
    """What a person says of label files; each field means what the flag of its name does."""

    labels: tuple[str, ...]
    question: str | None = None
    columns: tuple[str, ...] = ()
    drawn: Draw | None = None

    def read(self) -> ReadLabels:
        """The labels. Raises: InputError with every problem found."""
        return read_labels(
            [Path(name) for name in self.labels],
            columns=Columns.parsed(self.columns),
            question=self.question,
            drawn=self.drawn,
        )


@dataclass(frozen=True, slots=True)
class Cost:
    """What judging took: calls made now, samples found in the store, tokens paid now."""

    calls: int = 0
    cached: int = 0
    tokens: Tokens = field(default_factory=Tokens)


async def judge_labels(read: ReadLabels, settings: Settings, progress: Progress) -> tuple[list[JudgedLabels], Cost]:
    """Each label set judged by the judge of `settings`, and what that took.

    Raises: NoJudgeError where it is not at hand; InputError where a label lacks what its question is about.
    """
    config = suite_config(settings.config if isinstance(settings.config, str) else None)
    judges = Judges(settings, progress)
    found: list[JudgedLabels] = []
    try:
        bound = [(labels, _judged(labels.question, judges, config)) for labels in read.sets]
        with judges.hushed():
            for labels, judged in bound:
                observations = await observe(
                    judged, list(_posed(labels, read)), progress, concurrency=settings.concurrency
                )
                identity = judges.identities().get(judged.question.metric)
                found.append(JudgedLabels(labels, identity, observations, _policy_of(judged)))
            await judges.land()
    finally:
        progress.end()
        await judges.aclose()
    return found, Cost(judges.made, judges.cached, judges.tokens)


def _judged(question: str, judges: Judges, config: Config | None) -> Judged:
    """The question's metric with its judge. Raises: NoJudgeError where that is not at hand."""
    metric = METRIC_OF[question]
    settings = (config.metrics or {}).get(metric, MetricConfig()) if config is not None else MetricConfig()
    # A label brings its own criterion: those of a suite are not asked about here.
    options = {name: value for name, value in settings.options.items() if name != RUBRICS}
    judged = judges.binder(config)(questions.load(metric), settings.model_copy(update={"options": options}))
    if judged.judge is None:
        raise NoJudgeError(judged.not_judged)
    return judged


def _posed(labels: LabelSet, read: ReadLabels) -> Iterator[Posed]:
    for label in labels.labels:
        yield Posed(label, read.drawn.get((label.question, label.id)))


def _policy_of(judged: Judged) -> str | None:
    policy = getattr(judged.options, "policy", None)
    return None if policy is None else policy.fingerprint
