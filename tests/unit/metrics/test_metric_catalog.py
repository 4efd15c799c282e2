"""The catalog: every name leads to its metric, and to nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judge_eval.errors import InputError
from judge_eval.metrics.catalog import ALIASES, NAMES, PLACES, expand, load
from judge_eval.metrics.metric import Metric, Options


@pytest.mark.parametrize("name", PLACES)
def test_a_name_leads_to_the_metric_of_that_name(name: str) -> None:
    """The object at each place is a metric, its name is the catalog's, and its options all have defaults."""
    metric = load(name)
    assert isinstance(metric, Metric)
    assert metric.name == name
    assert isinstance(metric.options(), Options)


def test_rouge_means_all_nine() -> None:
    """`rouge` is three kinds in three shares; another name means itself."""
    kinds, shares = ("rouge1", "rouge2", "rougeL"), ("precision", "recall", "fmeasure")
    assert expand("rouge") == tuple(f"{kind}_{share}" for kind in kinds for share in shares)
    assert expand("final_state") == ("final_state",)
    assert all(set(names) <= NAMES for names in ALIASES.values())


def test_an_unknown_name_is_an_input_error_with_the_nearest() -> None:
    """A misspelt metric is told, not skipped."""
    with pytest.raises(InputError, match="did you mean 'response_match_score'"):
        load("response_mach_score")


def test_names_cost_nothing() -> None:
    """Reading the catalog, and loading a metric on calls, imports neither rouge_score nor numpy."""
    code = "import sys; from judge_eval.metrics.catalog import load; load('tool_trajectory_f1'); print(*sys.modules)"
    root = Path(__file__).parents[3]
    loaded = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert not {"rouge_score", "numpy", "nltk", "scipy"} & set(loaded.stdout.split())
