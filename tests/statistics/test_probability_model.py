"""The probability of a pass: its model against scikit-learn, against known truth, and what it must not depend on."""

from __future__ import annotations

from importlib import import_module
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from judge_eval.stats.agreement.confusion import sensitivity
from judge_eval.stats.arrays import Codes, Floats, code_of
from judge_eval.stats.correction.rate import Rate
from judge_eval.stats.correction.rogan_gladen import rogan_gladen
from judge_eval.stats.prediction.cross_fit import brier, fit_probability, log_loss
from judge_eval.stats.prediction.cut_off import best_cut_off, measure_cut_off
from judge_eval.stats.prediction.folds import deal_folds
from judge_eval.stats.prediction.logistic import Coefficients, fit_logistic
from judge_eval.stats.prediction.probability import (
    at_share,
    log_odds_of,
    log_odds_of_share,
    log_odds_of_votes,
    probability,
)
from judge_eval.stats.prediction.stacking import stack

linear_model: Any = import_module("sklearn.linear_model")
metrics: Any = import_module("sklearn.metrics")

TRUTH = Coefficients(0.5, (1.2,))


def _codes(n: int, size: int = 1) -> Codes:
    """Codes of clusters of `size` items, hashes of their names."""
    return np.array([code_of(f"conversation {item // size}") for item in range(n)], np.uint64)


def _predicted(coefficients: Coefficients, *features: Floats) -> Floats:
    return np.array([probability(coefficients, row) for row in np.column_stack(features)])


def _drawn(source: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    """Log-odds of a judge, and labels that follow the true model."""
    x = source.normal(size=n)
    return x, (source.random(n) < _predicted(TRUTH, x)).astype(np.float64)


def test_the_fit_is_scikit_learns() -> None:
    """Without ties the coefficients are LogisticRegression's of C = 1, to the solver's tolerance."""
    source = np.random.default_rng(1)
    x, labels = _drawn(source, 80)
    features = np.column_stack((x, source.random(80)))
    model = linear_model.LogisticRegression(C=1.0, solver="lbfgs").fit(features, labels)
    ours = fit_logistic(features, labels)
    assert (ours.intercept, *ours.slopes) == pytest.approx((model.intercept_[0], *model.coef_[0]), abs=1e-3)
    row = features[3]
    assert probability(ours, row) == pytest.approx(model.predict_proba(features[3:4])[0, 1], abs=1e-3)


def test_a_tie_is_half_a_pass_and_half_a_fail() -> None:
    """A label of .5 fits as a pass and a fail of half the weight, so that two ties are one of each."""
    x = np.array([[0.3], [0.3], [-1.0], [2.0], [0.0]])
    tied = fit_logistic(x, np.array([0.5, 0.5, 0.0, 1.0, 1.0]))
    split = fit_logistic(x, np.array([1.0, 0.0, 0.0, 1.0, 1.0]))
    assert (tied.intercept, *tied.slopes) == pytest.approx((split.intercept, *split.slopes), abs=1e-4)


def test_labels_of_one_kind_predict_their_smoothed_share() -> None:
    """Six passes and no fail: (6 + ½)/7; in folds of one (5 + ½)/6; with nothing to train on ½."""
    coefficients = fit_logistic(np.arange(6.0)[:, None], np.ones(6))
    assert coefficients.slopes == (0.0,)
    assert probability(coefficients, (9.0,)) == pytest.approx(6.5 / 7)
    fitted = fit_probability(np.arange(6.0)[:, None], np.ones(6), _codes(6))
    assert fitted.predictions.tolist() == pytest.approx([5.5 / 6] * 6)
    assert not fitted.informative
    assert fit_probability(np.ones((3, 1)), np.ones(3), np.zeros(3, np.uint64)).predictions.tolist() == [0.5] * 3
    with pytest.raises(ValueError, match="needs labels"):
        fit_probability(np.zeros((0, 1)), np.zeros(0), _codes(0))


def test_log_odds_by_hand() -> None:
    """3 of 4 votes: log(3.5/1.5); no vote: 0; a share of .8: log 4; certainty is held at .999; a share wins."""
    assert log_odds_of_votes(3, 4) == pytest.approx(log(3.5 / 1.5))
    assert log_odds_of_votes(0, 0) == 0.0
    assert log_odds_of_share(0.8) == pytest.approx(log(4))
    assert log_odds_of_share(1.0) == -log_odds_of_share(0.0) == pytest.approx(log(999))
    assert log_odds_of(0.8, 0, 5) == pytest.approx(log(4))
    assert log_odds_of(None, 3, 1) == pytest.approx(log(3.5 / 1.5))


def test_probabilities_do_not_overflow() -> None:
    """Far out the probability is 0 or 1; a missing feature is refused."""
    steep = Coefficients(0.0, (500.0,))
    assert (probability(steep, (9.0,)), probability(steep, (-9.0,))) == (1.0, 0.0)
    with pytest.raises(ValueError, match="zip"):
        probability(steep, ())


def test_a_shifted_intercept_moves_the_share() -> None:
    """From labels half of which pass to a population of .8 the odds are multiplied by 4, at every item."""
    for x in (-2.0, 0.0, 1.5):
        before = probability(TRUTH, (x,))
        after = at_share(before, label_share=0.5, population_share=0.8)
        assert after / (1 - after) == pytest.approx(4 * before / (1 - before))


def test_labels_drawn_by_class_are_right_after_the_shift() -> None:
    """A model of balanced labels, shifted to a population of .8, predicts .8 of that population on average."""
    source = np.random.default_rng(4)
    labels = np.repeat((1.0, 0.0), 2000)
    fitted = fit_logistic((source.normal(size=4000) + 2 * labels - 1)[:, None], labels)
    good = source.random(4000) < 0.8
    x = source.normal(size=4000) + np.where(good, 1.0, -1.0)
    assert _predicted(fitted, x).mean() < 0.75
    shifted = [at_share(share, 0.5, 0.8) for share in _predicted(fitted, x)]
    assert np.mean(shifted) == pytest.approx(0.8, abs=0.015)


def test_folds_are_dealt_by_cluster_and_evenly() -> None:
    """A conversation lies in one fold; folds differ by one cluster at most; few clusters make as few folds."""
    codes = _codes(230, 5)
    folds = deal_folds(codes)
    assert all(len(set(folds[codes == code])) == 1 for code in np.unique(codes))
    sizes = np.bincount(folds) // 5
    assert (len(sizes), sizes.max() - sizes.min()) == (10, 1)
    assert set(deal_folds(_codes(4))) == {0, 1, 2, 3}
    assert deal_folds(codes[::-1])[::-1].tolist() == folds.tolist()


def test_scores_are_those_of_scikit_learn() -> None:
    """Brier score and log-loss are scikit-learn's where nobody ties, and a tie's are the mean of both."""
    source = np.random.default_rng(9)
    predictions, labels = source.random(50), source.integers(0, 2, size=50).astype(np.float64)
    assert brier(predictions, labels) == pytest.approx(metrics.brier_score_loss(labels, predictions))
    assert log_loss(predictions, labels) == pytest.approx(metrics.log_loss(labels, predictions))
    one = np.array([0.3])
    for score in (brier, log_loss):
        assert score(one, np.array([0.5])) == pytest.approx((score(one, np.ones(1)) + score(one, np.zeros(1))) / 2)


def test_a_useful_judge_beats_the_base_rate_and_a_random_one_does_not() -> None:
    """Held-out predictions are better than the base rate where the judge tells something, and no better where not."""
    source = np.random.default_rng(12)
    x, labels = _drawn(source, 200)
    useful = fit_probability(x[:, None], labels, _codes(200))
    assert useful.informative
    assert useful.log_loss < useful.base_log_loss
    assert useful.brier < useful.base_brier
    noise = fit_probability(source.normal(size=(200, 1)), labels, _codes(200))
    assert noise.log_loss > noise.base_log_loss - 0.005
    assert not fit_probability(-x[:, None], labels, _codes(200)).informative


def test_nothing_of_a_conversation_is_predicted_from_itself() -> None:
    """Pairs of equal items with equal random labels: leave a pair together and nothing can be learnt from its twin."""
    source = np.random.default_rng(15)
    labels = np.repeat(source.integers(0, 2, size=100), 2).astype(np.float64)
    x = np.repeat(source.normal(size=100), 2)[:, None]
    together = fit_probability(x, labels, _codes(200, 2))
    assert together.log_loss > together.base_log_loss - 0.005


def test_the_order_of_items_changes_no_bit() -> None:
    """Shuffled items give equal coefficients, predictions and scores."""
    source = np.random.default_rng(18)
    x, labels = _drawn(source, 60)
    codes, order = _codes(60, 2), source.permutation(60)
    first, second = (
        fit_probability(x[:, None], labels, codes),
        fit_probability(x[order, None], labels[order], codes[order]),
    )
    assert first.coefficients == second.coefficients
    assert first.predictions[order].tolist() == second.predictions.tolist()
    assert (first.brier, first.log_loss) == (second.brier, second.log_loss)


@pytest.mark.parametrize(("n", "figure"), ((30, 0.027), (50, 0.016), (100, 0.010), (200, 0.005)))
def test_excess_log_loss_falls_with_the_number_of_labels(n: int, figure: float) -> None:
    """Beyond the true model's log-loss the fitted one's is .027/.016/.010/.005, within three errors and a tenth."""
    points = np.array([NormalDist().inv_cdf((point + 0.5) / 200) for point in range(200)])
    true = _predicted(TRUTH, points)
    source = np.random.default_rng(n)
    excess: list[float] = []
    for _ in range(200):
        x, labels = _drawn(source, n)
        fitted = _predicted(fit_logistic(x[:, None], labels), points)
        excess.append(log_loss(fitted, true) - log_loss(true, true))
    error = float(np.std(excess)) / sqrt(200)
    assert np.mean(excess) == pytest.approx(figure, abs=3 * error + 0.1 * figure)


def test_stacking_keeps_what_helps() -> None:
    """A feature that tells what the judge does not is kept and makes the held-out loss better by far."""
    source = np.random.default_rng(21)
    recall, noise = source.normal(size=150), source.normal(size=150)
    x = source.normal(size=150)
    labels = (source.random(150) < 1 / (1 + np.exp(-(x + 1.5 * recall)))).astype(np.float64)
    stacked = stack(x, {"token_recall": recall, "noise": noise}, labels, _codes(150))
    assert stacked.kept[0] == "token_recall"
    assert stacked.model.log_loss < stacked.alone.log_loss - 0.05
    assert len(stacked.model.coefficients.slopes) == 1 + len(stacked.kept)


def test_stacking_noise_does_little_harm() -> None:
    """Three features of noise: on new items the chosen model's log-loss is worse than the judge's by .01 at most."""
    source = np.random.default_rng(24)
    harm: list[float] = []
    for _ in range(15):
        x, labels = _drawn(source, 100)
        columns = {name: source.random(100) for name in "abc"}
        stacked = stack(x, columns, labels, _codes(100))
        if not stacked.kept:
            assert stacked.model is stacked.alone
        new, new_labels = _drawn(source, 1000)
        others = [source.random(1000) for _ in stacked.kept]
        alone = _predicted(stacked.alone.coefficients, new)
        chosen = _predicted(stacked.model.coefficients, new, *others)
        harm.append(log_loss(chosen, new_labels) - log_loss(alone, new_labels))
    assert np.mean(harm) < 0.01


def test_the_best_cut_off_by_hand() -> None:
    """Between .4 and .8 TPR + TNR is 2; among equals the one nearest .5; of one class there is none."""
    assert best_cut_off(np.array([0.1, 0.4, 0.8, 0.9]), np.array([0.0, 0, 1, 1])) == pytest.approx(0.6)
    flat = np.array([0.2, 0.4, 0.7, 0.9])
    assert best_cut_off(flat, np.array([0.0, 1, 0, 1])) == pytest.approx(0.3)
    assert best_cut_off(flat, np.ones(4)) is None
    assert best_cut_off(np.full(4, 0.3), np.array([0.0, 1, 0, 1])) is None
    assert sensitivity(measure_cut_off(0.7, flat, np.array([0.0, 1, 0, 1]))) == 0.5


def test_a_cut_off_is_measured_on_labels_that_did_not_choose_it() -> None:
    """Corrected by rates measured where the cut-off was chosen .85 to .92 of intervals hold; on the other half .93."""
    source = np.random.default_rng(27)
    theta, n, judged = 0.95, 100, 1000
    held: dict[str, list[bool]] = {"same": [], "other": []}
    for _ in range(600):
        labels = source.permutation(np.repeat((1.0, 0.0), n // 2))
        values = _leaning(source, labels)
        run = _leaning(source, (source.random(judged) < theta).astype(np.float64))
        half = deal_folds(source.permutation(n), 2) == 0
        for kind, choosing, measuring in (("same", half | ~half, half | ~half), ("other", half, ~half)):
            cut_off = best_cut_off(values[choosing], labels[choosing])
            assert cut_off is not None
            confusion = measure_cut_off(cut_off, values[measuring], labels[measuring])
            rate = rogan_gladen(float((run >= cut_off).sum()), judged, confusion)
            if isinstance(rate, Rate):
                held[kind].append(rate.low <= theta <= rate.high)
    assert 0.85 <= np.mean(held["same"]) <= 0.925
    assert np.mean(held["other"]) >= 0.93 - 2 * sqrt(0.93 * 0.07 / len(held["other"]))


def _leaning(source: np.random.Generator, labels: Floats) -> Floats:
    """P(yes) of a judge whose log-odds are normal around +.8 for good items and around -.8 for bad ones."""
    x = source.normal(size=len(labels)) + np.where(labels == 1, 0.8, -0.8)
    return np.array([1 / (1 + exp(-value)) for value in x])
