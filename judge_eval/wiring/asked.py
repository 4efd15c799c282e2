"""The judged metrics that a case asks for by what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.rubric import Rubric
from judge_eval.judge.criteria import METRICS
from judge_eval.text.counted import counted

OUTCOME = "outcome"


def asked_by(case: Case) -> tuple[str, ...]:
    """The metrics that look at what `case` says: its outcome, and its rubrics by what they apply to."""
    rubrics = [*case.rubrics, *(rubric for turn in case.turns for rubric in turn.rubrics)]
    kinds = {rubric.applies_to for rubric in rubrics if isinstance(rubric, Rubric)}
    outcome = (OUTCOME,) if case.expect.outcome else ()
    return (*outcome, *(metric for applies_to, metric in METRICS.items() if applies_to in kinds))


def passed_over(asked: Mapping[str, int], config: Config | None) -> Iterator[str]:
    """A note for each metric that cases ask for and the configuration, which chooses the metrics, does not name.

    `asked` counts the cases of each metric. Without a configuration of metrics all of them are scored.
    """
    if config is None or config.metrics is None:
        return
    for metric, n_cases in asked.items():
        if metric not in config.metrics:
            yield f"{counted(n_cases, 'case')} with something for {metric}, which the configuration does not name"
