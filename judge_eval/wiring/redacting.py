"""Where redaction rules come from, and the questions whose judges they bind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from judge_eval.core.case import Case
from judge_eval.core.config import Config
from judge_eval.core.run import Run
from judge_eval.judge.question import Item, Question, QuestionOptions
from judge_eval.judge.questions.rubric import RubricOptions
from judge_eval.pipeline.redact import redacted_rubric
from judge_eval.text.redactor import Redactor


def redactor_of(configs: Iterable[Config | None]) -> Redactor:
    """The rules of these configurations, each once, in their order."""
    rules = [rule for config in configs if config is not None for rule in config.redact]
    return Redactor(tuple(dict.fromkeys(rules)))


def redacting(question: Question[Any], redactor: Redactor) -> Question[Any]:
    """The question with everything redacted that its prompts show, a policy and the rubrics of a metric included."""

    def items(case: Case, run: Run, options: QuestionOptions) -> tuple[Item, ...]:
        return tuple(_redacted(item, redactor) for item in question.items(case, run, _options(options, redactor)))

    return replace(question, items=items)


def _options(options: QuestionOptions, redactor: Redactor) -> QuestionOptions:
    """The options, with rubrics that agree with those of redacted cases: they are held against each other."""
    if not isinstance(options, RubricOptions):
        return options
    rubrics = tuple(redacted_rubric(rubric, redactor) for rubric in options.rubrics)
    return options.model_copy(update={"rubrics": rubrics})


def _redacted(item: Item, redactor: Redactor) -> Item:
    return item.model_copy(update={"inputs": {name: redactor.text(text) for name, text in item.inputs.items()}})
