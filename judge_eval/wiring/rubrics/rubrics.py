"""The rubrics that configurations and cases name, looked up and put in their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import JsonValue

from judge_eval.adapters.files.found import BrokenCase, FoundCase
from judge_eval.adapters.files.rubrics import find_rubric, rubric_folders
from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.rubric import AppliesTo, Rubric
from judge_eval.errors import InputError, Problem
from judge_eval.judge.criteria import METRICS, criteria_at
from judge_eval.wiring.configs import folder_of, metric_settings, source_of

RUBRICS = "rubrics"
"""The option of a rubric metric, and the field of a case, that names rubrics."""


@dataclass(frozen=True, slots=True)
class _Asker:
    """Who names rubrics: their ids are looked for around `anchor`, and their files from `base` on."""

    place: str
    anchor: Path | None
    base: Path


class RubricShelf:
    """The rubrics that one intake reads: each file is opened once, whoever names it."""

    def __init__(self) -> None:
        """An empty shelf."""
        self._found: dict[tuple[str, Path | None, Path], Rubric] = {}

    def complete_config(self, config: Config | None) -> Config | None:
        """The configuration, if there is one, with each rubric that its metrics name written out.

        Raises: InputError where there is no such rubric, it looks at something else, or two contradict each other.
        """
        if config is None or not config.metrics:
            return config
        metrics = dict(config.metrics)
        for applies_to, metric in METRICS.items():
            named = rubrics_of(config, metric)
            if not named:
                continue
            field = f"metrics.{metric}.{RUBRICS}"
            place = f"{config.source or 'the configuration'}: {field}"
            rubrics = self._looked_up(named, _Asker(place, source_of(config), folder_of(config)))
            _check_kind(rubrics, applies_to, field, config.source)
            criteria_at(Case(id="any", cluster="any"), 0, rubrics, applies_to, whole=True)
            written: list[JsonValue] = [rubric.model_dump(mode="json") for rubric in rubrics]
            options = {**metrics[metric].options, RUBRICS: written}
            metrics[metric] = metrics[metric].model_copy(update={"options": options})
        return config.model_copy(update={"metrics": metrics})

    def complete_case(self, found: FoundCase, config: Config | None) -> FoundCase | BrokenCase:
        """The case with each rubric that it names written out; broken where one id stands for two criteria.

        Raises: InputError where there is no such rubric.
        """
        case, file = found.case, Path(found.origin.place)
        if not case.rubrics and not any(turn.rubrics for turn in case.turns):
            return found
        asker = _Asker(f"{found.origin}: {RUBRICS}", source_of(config) or file, file.parent)
        case = case.model_copy(update={"rubrics": self._looked_up(case.rubrics, asker)})
        try:
            _check_criteria(case, config)
        except InputError as error:
            at = {"place": found.origin.place, "line": found.origin.line, "field": found.origin.field}
            return BrokenCase(found.id, found.origin, replace(error.problems[0], **at), found.adk)
        return replace(found, case=case)

    def _looked_up(self, named: Sequence[str | Rubric], asker: _Asker) -> tuple[Rubric, ...]:
        return tuple(name if isinstance(name, Rubric) else self._rubric(name, asker) for name in named)

    def _rubric(self, name: str, asker: _Asker) -> Rubric:
        key = (name, asker.anchor, asker.base)
        if key not in self._found:
            try:
                self._found[key] = find_rubric(name, rubric_folders(asker.anchor), asker.base)
            except InputError as error:
                raise InputError([_named_by(asker, problem) for problem in error.problems]) from error
        return self._found[key]


def rubrics_of(config: Config | None, metric: str) -> tuple[str | Rubric, ...]:
    """The rubrics that a configuration names for a metric, as they stand there."""
    named = metric_settings(config, metric).options.get(RUBRICS)
    written = named if isinstance(named, list) else ()
    return tuple(one if isinstance(one, str) else Rubric.model_validate(one) for one in written)


def _check_criteria(case: Case, config: Config | None) -> None:
    """Raises: InputError where one id stands for two criteria that hold for the same turn."""
    for applies_to, metric in METRICS.items():
        of_metric = rubrics_of(config, metric)
        for place in range(max(len(case.turns), 1)):
            whole = applies_to != "trajectory" or place >= len(case.turns) - 1
            criteria_at(case, place, of_metric, applies_to, whole=whole)


def _named_by(asker: _Asker, problem: Problem) -> Problem:
    """The problem with who asked, where it is that there is no such rubric."""
    return (
        problem
        if problem.line is not None
        else replace(problem, message=f"{problem.message}, which {asker.place} names")
    )


def _check_kind(rubrics: Sequence[Rubric], applies_to: AppliesTo, field: str, source: str | None) -> None:
    for rubric in rubrics:
        if rubric.applies_to != applies_to:
            raise InputError(
                Problem(
                    f"the rubric '{rubric.id}' looks at something else than this metric",
                    place=source,
                    field=field,
                    found=f"applies_to: {rubric.applies_to}",
                    expected=f"applies_to: {applies_to}",
                    remedy=f"put it under {METRICS[rubric.applies_to]}",
                )
            )
