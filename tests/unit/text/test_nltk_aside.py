"""rouge_score loads without nltk and scipy, and nothing is left broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def ran(code: str) -> str:
    """What `code` prints in a fresh interpreter."""
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return child.stdout.strip()


def test_rouge_loads_without_nltk() -> None:
    """Scoring a text leaves nltk and scipy unloaded, and no stand-in behind."""
    code = """
import sys
from judge_eval.text.rouge import rouge
assert rouge("rouge1", "running", "runs").fmeasure == 1.0
print([name for name in sys.modules if name.partition(".")[0] in ("nltk", "scipy", "sklearn")])
"""
    assert ran(code) == "[]"


def test_nltk_loads_afterwards() -> None:
    """The real nltk can be imported later in every usual way, its stemmer and what rests on scipy too."""
    code = """
import judge_eval.text.rouge
import nltk
import nltk.stem.porter
from nltk.stem import PorterStemmer
from nltk.metrics.association import fisher_exact
print(nltk.stem.porter.PorterStemmer is PorterStemmer, PorterStemmer().stem("running"))
print(nltk.FreqDist("aab")["a"], round(fisher_exact([[8, 2], [1, 5]])[1], 3))
"""
    assert ran(code).split("\n") == ["True run", "2 0.035"]


def test_who_kept_a_stand_in_is_served() -> None:
    """The nltk that rouge_score holds is the real one when it is used."""
    code = """
import judge_eval.text.rouge, sys
from rouge_score import rouge_scorer
print("nltk" in sys.modules, rouge_scorer.nltk.FreqDist("aab")["a"], hasattr(rouge_scorer.nltk, "no such thing"))
import nltk
print(rouge_scorer.nltk.FreqDist is nltk.FreqDist)
"""
    assert ran(code).split("\n") == ["False 2 False", "True"]


def test_an_nltk_that_is_loaded_already_stays() -> None:
    """It is not replaced, not even for the span, and it is still there afterwards."""
    code = """
import nltk as before
from judge_eval.text.nltk_aside import nltk_set_aside
with nltk_set_aside():
    import nltk as within
import judge_eval.text.rouge, nltk
print(within is before, nltk is before)
"""
    assert ran(code) == "True True"


def test_an_nltk_that_is_not_installed_stays_missing() -> None:
    """Nothing stands in for a library that is not there."""
    code = """
import importlib.util, sys
importlib.util.find_spec = lambda name: None
from judge_eval.text.nltk_aside import nltk_set_aside
with nltk_set_aside():
    print("nltk" in sys.modules)
"""
    assert ran(code) == "False"


def test_a_failing_load_leaves_nothing_behind() -> None:
    """Where what loads raises, the stand-ins are gone all the same."""
    code = """
import sys
from judge_eval.text.nltk_aside import nltk_set_aside
try:
    with nltk_set_aside():
        import nltk.stem.porter
        raise OSError
except OSError:
    print([name for name in sys.modules if name.startswith("nltk")])
"""
    assert ran(code) == "[]"
