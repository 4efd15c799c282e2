"""final_state: the share of the expected values that the session state holds in the end."""

from __future__ import annotations

from pydantic import JsonValue

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.arguments import shown
from judge_eval.metrics.finding import Finding, score_run
from judge_eval.metrics.metric import Metric, Options

NAME = "final_state"

State = dict[str, JsonValue]


def measure(case: Case, run: Run, options: Options) -> Score:
    """The share of `case.expect.state` that holds; values are equal as in Python. An error where no state is known."""
    expected = case.expect.state
    if not expected:
        return score_run(NAME, case, run, Finding(None, "no final state is expected"))
    if run.state is None and run.error is None:
        return Score(
            case_id=case.id,
            repeat=run.repeat,
            metric=NAME,
            status="error",
            reason="the run holds no final state",
        )
    wrong = [problem for path, value in sorted(expected.items()) if (problem := _problem(run.state or {}, path, value))]
    reason = wrong[0] if wrong else ""
    return score_run(NAME, case, run, Finding((len(expected) - len(wrong)) / len(expected), reason))


def values_at(state: State, path: str) -> list[JsonValue]:
    """The value at a dotted path, or none: a key that holds dots itself goes first, then the shorter first step."""
    if path in state:
        return [state[path]]
    steps = path.split(".")
    for place in range(1, len(steps)):
        inner = state.get(".".join(steps[:place]))
        if isinstance(inner, dict) and (found := values_at(inner, ".".join(steps[place:]))):
            return found
    return []


def _problem(state: State, path: str, expected: JsonValue) -> str:
    found = values_at(state, path)
    if not found:
        return f"{path} is missing, expected {shown(expected)}"
    return "" if found[0] == expected else f"{path} is {shown(found[0])}, expected {shown(expected)}"


METRIC = Metric(NAME, measure, Options)
