"""required_tools and forbidden_tools: what must, and what must not, be called anywhere in a run."""

from __future__ import annotations

from judge_eval.core.case import Case
from judge_eval.core.run import Run
from judge_eval.core.score import Score
from judge_eval.metrics.finding import Finding, score_run
from judge_eval.metrics.metric import Metric, Options


def measure_required(case: Case, run: Run, options: Options) -> Score:
    """The share of the required tools that were called at least once, also inside another call."""
    required = sorted(set(case.expect.required_tools or ()))
    called = {call.name for turn in run.turns for call in turn.calls}
    missed = [name for name in required if name not in called]
    if not required:
        finding = Finding(None, "no tool is required")
    elif missed:
        finding = Finding((len(required) - len(missed)) / len(required), f"never called {', '.join(missed)}")
    else:
        finding = Finding(1.0)
    return score_run("required_tools", case, run, finding)


def measure_forbidden(case: Case, run: Run, options: Options) -> Score:
    """1 where no forbidden tool was called, not even inside another call; else 0, with the first such call."""
    forbidden = case.expect.forbidden_tools
    finding = Finding(1.0) if forbidden else Finding(None, "no tool is forbidden")
    for number, turn in enumerate(run.turns, start=1):
        for call in turn.calls:
            if finding.value and call.name in (forbidden or ()):
                place = f"turn {number}: " if len(run.turns) > 1 else ""
                finding = Finding(0.0, f"{place}called {call.name}, which is forbidden")
    return score_run("forbidden_tools", case, run, finding)


REQUIRED = Metric("required_tools", measure_required, Options)
FORBIDDEN = Metric("forbidden_tools", measure_forbidden, Options)
