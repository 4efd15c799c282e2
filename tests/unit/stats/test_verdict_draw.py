"""Labels drawn by verdict, counted as if drawn by class."""

from __future__ import annotations

import pytest

from judge_eval.core.calibration import Confusion
from judge_eval.stats.correction.rate import Refusal
from judge_eval.stats.correction.verdict_draw import as_drawn_by_class


def _rates(table: Confusion) -> tuple[float, float]:
    return table.pass_good / table.good, table.not_passed_bad / table.bad


def test_labels_of_half_and_half_are_put_right() -> None:
    """At .8 a judge at .9/.8 passes .76, of which 18/19 are good, and not .24, of which 1/3 are: it reads .74/.93.

    Of 50 + 50 labels 47.37 and 16.67 are good: raw sensitivity 47.37/64.04 = .74, specificity 33.33/35.96 = .93; with
    .76 and .24 of items, .76·.9474/(.76·.9474 + .24·.3333) = .9 and .24·.6667/(.24·.6667 + .76·.0526) = .8.
    """
    labels = Confusion(pass_good=900 / 19, pass_bad=50 / 19, fail_good=50 / 3, fail_bad=100 / 3)
    assert _rates(labels) == pytest.approx((0.74, 0.927), abs=1e-3)
    table = as_drawn_by_class(labels, {"pass": 760, "fail": 240})
    assert isinstance(table, Confusion)
    assert _rates(table) == pytest.approx((0.9, 0.8))
    # Specificity rests mostly on the three bad labels among those that pass, sensitivity on all good ones.
    assert 10 < table.bad < labels.bad
    assert table.good == pytest.approx(labels.good)


def test_few_undecided_labels_stand_with_those_that_fail() -> None:
    """Four undecided labels are no stratum: items and labels of both count together as not passed."""
    split = Confusion(pass_good=45, pass_bad=5, undecided_good=1, undecided_bad=3, fail_good=9, fail_bad=32)
    joined = Confusion(pass_good=45, pass_bad=5, fail_good=10, fail_bad=35)
    assert as_drawn_by_class(split, {"pass": 700, "undecided": 90, "fail": 210}) == as_drawn_by_class(
        joined, {"pass": 700, "fail": 300}
    )


def test_undecided_items_that_are_labelled_more_often_weigh_no_more() -> None:
    """Of 100 undecided items 20 are labelled, half good; of 300 that fail 20, all bad; of 600 that pass 30, 29 good.

    Good mass is .6·29/30 = .58 and .1·½ = .05: sensitivity .58/.63; bad mass .02, .05 and .3: specificity .35/.37.
    """
    labels = Confusion(pass_good=29, pass_bad=1, undecided_good=10, undecided_bad=10, fail_bad=20)
    table = as_drawn_by_class(labels, {"pass": 600, "undecided": 100, "fail": 300})
    assert isinstance(table, Confusion)
    assert _rates(table) == pytest.approx((0.58 / 0.63, 0.35 / 0.37))


def test_labels_of_one_kind_tell_of_one_kind() -> None:
    """Where nothing is labelled bad there is no specificity to count, and that kind stays empty."""
    table = as_drawn_by_class(Confusion(pass_good=40, fail_good=10), {"pass": 80, "fail": 20})
    assert isinstance(table, Confusion)
    assert (table.bad, table.good > 10) == (0, True)
    only_bad = as_drawn_by_class(Confusion(pass_bad=10, fail_bad=40), {"pass": 80, "fail": 20})
    assert isinstance(only_bad, Confusion)
    assert only_bad.good == 0


@pytest.mark.parametrize(
    ("labels", "judged"),
    (
        (Confusion(pass_good=40, pass_bad=10), {"pass": 80, "fail": 20}),
        (Confusion(fail_good=10, fail_bad=40), {"pass": 80, "fail": 20}),
        (Confusion(pass_good=40, fail_bad=10), {"pass": 80}),
    ),
)
def test_a_decision_without_labels_or_items_is_refused(labels: Confusion, judged: dict[str, int]) -> None:
    """Both sides must have been judged and labelled, else shares of the two say nothing."""
    refused = as_drawn_by_class(labels, {"pass": judged.get("pass", 0), "fail": judged.get("fail", 0)})
    assert isinstance(refused, Refusal)
    assert "nothing is labelled" in refused.reason
