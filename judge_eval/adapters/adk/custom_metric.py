"""A custom metric of ADK's: a person's own function, called as ADK calls it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from math import isfinite
from pathlib import Path

from google.adk.evaluation.eval_case import ConversationScenario, Invocation
from google.adk.evaluation.eval_metrics import BaseCriterion, EvalMetric, EvalStatus
from google.adk.evaluation.evaluator import EvaluationResult, PerInvocationResult

from judge_eval.adapters.adk.importing import imported
from judge_eval.adapters.adk.invocations import actual_invocations, expected_invocations, scenario_of
from judge_eval.adapters.adk.quiet import quiet
from judge_eval.adapters.adk.recorder import error_text
from judge_eval.core.case import Case
from judge_eval.core.config import CustomCode
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.core.verdict import Decision
from judge_eval.errors import InputError, Problem, nearest
from judge_eval.text.counted import counted

MetricFunction = Callable[
    [EvalMetric, list[Invocation], list[Invocation] | None, ConversationScenario | None],
    object,
]

_RULED: dict[EvalStatus, Decision] = {
    EvalStatus.PASSED: "pass",
    EvalStatus.FAILED: "fail",
    EvalStatus.INFORMATIONAL: "not_applicable",
}
"""What a function's own status decides; NOT_EVALUATED leaves it to the threshold."""


class CustomMetric:
    """One metric of a configuration, with its function loaded."""

    def __init__(self, name: str, code: CustomCode, folder: Path, place: str) -> None:
        """The metric `name`, whose module is looked for in `folder` first; `place` is where the function is named.

        Raises: InputError where there is no such function.
        """
        self._name = name
        self._code = code
        self._metric = EvalMetric(
            metric_name=name,
            criterion=BaseCriterion.model_validate(code.criterion),
            custom_function_path=code.function,
        )
        self._function = _loaded(code.function, folder, place)

    async def score(self, case: Case, run: Run, reference: Run) -> Score:
        """What the function says of the run, its turns' scores below; what it raises makes an error.

        A run that cannot be held against its case turn by turn has failed, as in every other metric.
        """
        broken = _not_whole(case, run)
        if broken is not None:
            return self._failed(case, run, broken)
        try:
            # As in ADK, the function gets its threshold by the criterion alone, and a copy that it may change.
            result = self._function(
                self._metric.model_copy(deep=True),
                actual_invocations(case, run),
                expected_invocations(case, reference),
                scenario_of(case),
            )
            if inspect.isawaitable(result):
                result = await result
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a failed score is made of it
            return self._error(case, run, f"{self._code.function} broke: {error_text(error)}")
        return self._score_of(case, run, result)

    def _score_of(self, case: Case, run: Run, result: object) -> Score:
        """The result as a score; without a whole result, an error that says what is missing, never a number."""
        function = self._code.function
        if not isinstance(result, EvaluationResult):
            return self._error(case, run, f"{function} gave {type(result).__name__}, not an EvaluationResult of ADK's")
        status, parts = result.overall_eval_status, result.per_invocation_results
        reason = self._why_no_value(result.overall_score)
        if reason is not None or result.overall_score is None:
            return self._error(case, run, f"{function} {reason}; its status is {status.name}")
        if len(parts) != len(run.turns) and status in (EvalStatus.PASSED, EvalStatus.FAILED):
            said = f"{function} gave results for {len(parts)} of {len(run.turns)} turns"
            return self._error(case, run, said)
        return Score(
            case_id=case.id,
            repeat=run.repeat,
            metric=self._name,
            status="scored",
            value=result.overall_score,
            ruled=_RULED.get(status),
            reason="" if status in _RULED else f"{function} leaves its status open: the threshold decides",
            turns=tuple(self._turn(case, run, turn, part) for turn, part in enumerate(parts))
            if len(parts) == len(run.turns)
            else (),
        )

    def _turn(self, case: Case, run: Run, turn: int, part: PerInvocationResult) -> Score:
        reason = self._why_no_value(part.score)
        return Score(
            case_id=case.id,
            repeat=run.repeat,
            turn=turn,
            metric=self._name,
            status="scored" if reason is None else "error",
            value=part.score if reason is None else None,
            decision=_RULED.get(part.eval_status),
            reason="" if reason is None else f"{self._code.function} {reason}",
        )

    def _why_no_value(self, value: float | None) -> str | None:
        """Why `value` is none that the metric can have; None where it can."""
        if value is None:
            return "gave no score"
        low, high = self._code.low, self._code.high
        if not isfinite(value):
            return f"gave {value}"
        if low is not None and high is not None and not low <= value <= high:
            return (
                f"gave {value:g}, outside {low:g} to {high:g}: "
                "declare its values in metric_info.metric_value_info.interval"
            )
        return None

    def _failed(self, case: Case, run: Run, reason: str) -> Score:
        low = self._code.low
        status = "error" if low is None else "scored"
        return Score(
            case_id=case.id, repeat=run.repeat, metric=self._name, status=status, value=low, ruled="fail", reason=reason
        )

    def _error(self, case: Case, run: Run, reason: str) -> Score:
        return Score(case_id=case.id, repeat=run.repeat, metric=self._name, status="error", reason=reason)


def _loaded(function: str, folder: Path, place: str) -> MetricFunction:
    """The function of that name. Raises: InputError where there is none."""
    module_name, _, name = function.rpartition(".")
    example = f"write MODULE.FUNCTION, with the module in {folder}"
    with quiet():
        module = imported(module_name, _home(module_name, folder), place=place, example=example)
    found = getattr(module, name, None)
    if not callable(found):
        functions = [known for known, value in vars(module).items() if inspect.isfunction(value)]
        message = f"'{name}' is no function" if hasattr(module, name) else f"module '{module_name}' has no '{name}'"
        remedy = nearest(name, functions) or f"it has: {', '.join(functions) or 'no function'}"
        raise InputError(Problem(message, place=place, found=repr(function), remedy=remedy))
    return found


def _home(module: str, folder: Path) -> Path:
    """The folder in which the module's package lies: the configuration's, the one around it, or the working folder."""
    top = module.partition(".")[0]
    near = (folder, folder.parent, Path.cwd())
    return next((home for home in near if (home / f"{top}.py").is_file() or (home / top).is_dir()), folder)


def _not_whole(case: Case, run: Run) -> str | None:
    """Why the run's turns are not those of the case; None where they are, or a simulator made them."""
    if run.error is not None:
        return run.error
    if case.scenario is None and len(run.turns) != len(case.turns):
        return f"the run has {counted(len(run.turns), 'turn')}, the case {len(case.turns)}"
    return None
