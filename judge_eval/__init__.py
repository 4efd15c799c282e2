"""Scores for agents built with Google's ADK, each with its error.

from judge_eval import score

results = score("cases/", judge="local")
for estimate in results.estimates:
    print(estimate.metric, estimate.value, estimate.low, estimate.high)
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge_eval.core.case import Case
    from judge_eval.core.ports import AgentUnderTest
    from judge_eval.core.results import Results
    from judge_eval.core.rubric import Rubric
    from judge_eval.core.run import Run
    from judge_eval.wiring.asserting import AgentEvaluator, aassert_passes, assert_passes
    from judge_eval.wiring.calling import ascore, score

__all__ = [
    "AgentEvaluator",
    "AgentUnderTest",
    "Case",
    "Results",
    "Rubric",
    "Run",
    "aassert_passes",
    "ascore",
    "assert_passes",
    "score",
]

_PLACES = MappingProxyType(
    {
        "AgentEvaluator": "wiring.asserting",
        "AgentUnderTest": "core.ports",
        "Case": "core.case",
        "Results": "core.results",
        "Rubric": "core.rubric",
        "Run": "core.run",
        "aassert_passes": "wiring.asserting",
        "ascore": "wiring.calling",
        "assert_passes": "wiring.asserting",
        "score": "wiring.calling",
    }
)


def __getattr__(name: str) -> Any:
    """The public name, imported when it is first asked for: `import judge_eval` costs nothing."""
    if name not in _PLACES:
        raise AttributeError(f"module 'judge_eval' has no attribute '{name}'")
    return getattr(import_module(f"judge_eval.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
