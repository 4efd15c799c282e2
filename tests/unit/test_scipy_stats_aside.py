"""rouge_score loads without scipy.stats, and nothing is left broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
TABLE = [[8, 2], [1, 5]]
"""With rows of 10 and 6 and columns of 9 and 7, k in the first cell has the weight C(10, k) C(6, 9 - k): 120, 1260,
3780, 4200, 1800, 270, 10 for k = 3 … 9, of C(16, 9) = 11440. No likelier than k = 8 are k = 3, 8 and 9: 400 / 11440."""


def ran(code: str) -> str:
    """What `code` prints in a fresh interpreter."""
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return child.stdout.strip()


def test_rouge_loads_without_scipy() -> None:
    """Scoring a text leaves scipy unloaded, and no stand-in behind."""
    code = """
import sys
from judge_eval.text.rouge import rouge
assert rouge("rouge1", "cat", "cat").fmeasure == 1.0
print([name for name in sys.modules if name.partition(".")[0] == "scipy"])
"""
    assert ran(code) == "[]"


def test_scipy_stats_loads_afterwards() -> None:
    """The real scipy.stats can be imported later in every usual way."""
    code = """
import judge_eval.text.rouge
import scipy.stats
from scipy.stats import norm
import scipy
print(scipy.stats is __import__("sys").modules["scipy.stats"], norm.cdf(0.0) == 0.5, len(scipy.stats.__path__))
"""
    assert ran(code) == "True True 1"


@pytest.mark.parametrize("before", ["", "import scipy.stats"])
def test_nltk_still_has_its_exact_test(before: str) -> None:
    """The fisher_exact of nltk gives the real p-value, whether scipy.stats was loaded before or comes late."""
    code = f"""
{before}
import judge_eval.text.rouge
from nltk.metrics.association import fisher_exact
print(fisher_exact({TABLE})[1])
"""
    assert float(ran(code)) == pytest.approx(400 / 11440)


def test_who_kept_a_stand_in_is_served() -> None:
    """What was imported while scipy was aside is the real thing when it is used, even before the span ends."""
    code = """
import sys
from judge_eval.text.scipy_stats_aside import scipy_stats_set_aside
with scipy_stats_set_aside():
    from scipy import sparse, stats
    from scipy.stats import norm
    try:
        import scipy.stats.distributions
    except ImportError:
        print("no package")
    print(hasattr(sys.modules["scipy"], "__file__"), stats.norm.cdf(0.0), norm.cdf(0.0))
import scipy.stats
print(stats is scipy.stats, stats.norm is scipy.stats.norm, sparse.csr_matrix is scipy.sparse.csr_matrix)
"""
    assert ran(code).split("\n") == ["no package", "False 0.5 0.5", "False True True"]


def test_what_is_loaded_already_stays() -> None:
    """A scipy.stats that is there before is not replaced, not even for the span."""
    code = """
import scipy.stats as before
from judge_eval.text.scipy_stats_aside import scipy_stats_set_aside
with scipy_stats_set_aside():
    import scipy.stats as within
print(within is before)
"""
    assert ran(code) == "True"


def test_sklearn_waits_until_it_is_used(tmp_path: Path) -> None:
    """Where sklearn is installed, nltk's parts that want it find it, but only when they use it."""
    package = tmp_path / "sklearn"
    package.mkdir()
    for name in ("__init__", "svm", "datasets", "feature_extraction", "preprocessing"):
        text = f"print('loads {name}')\nSVC = load_svmlight_file = DictVectorizer = LabelEncoder = str\n"
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import judge_eval.text.rouge
print("loaded")
from nltk.parse import transitionparser
print(transitionparser.svm.SVC(1), transitionparser.load_svmlight_file(2))
"""
    assert ran(code).split("\n") == ["loaded", "loads __init__", "loads svm", "loads datasets", "1 2"]


def test_what_is_not_installed_stays_missing() -> None:
    """A library that is not there cannot be imported within the span either."""
    code = """
import importlib.util, sys
real = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name in ("scipy", "sklearn") else real(name)
from judge_eval.text.scipy_stats_aside import scipy_stats_set_aside
with scipy_stats_set_aside():
    print([name for name in sys.modules if name.partition(".")[0] in ("scipy", "sklearn")])
"""
    assert ran(code) == "[]"


def test_a_failing_load_leaves_nothing_behind() -> None:
    """Where what loads raises, the stand-in is gone all the same."""
    code = """
import sys
from judge_eval.text.scipy_stats_aside import scipy_stats_set_aside
try:
    with scipy_stats_set_aside():
        raise OSError
except OSError:
    print("scipy.stats" in sys.modules)
"""
    assert ran(code) == "False"
