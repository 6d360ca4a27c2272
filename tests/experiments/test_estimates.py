"""Statistics against published figures, scipy, and simulation."""
import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from experiments import statistics as stats


def elo(score):
    return 400 * math.log10(score / (1 - score))


def test_a_rate_over_pairs_reproduces_the_published_pentanomial_example():
    # Published test values of fastchess (app/tests/elo_test.cpp): pairs LL, LD, WL, DD, WD, WW; tolerance 1 %.
    pairs = np.repeat([0, 0.25, 0.5, 0.5, 0.75, 1], [34, 54, 31, 32, 64, 75])
    rate = stats.pair_rate(pairs)
    assert rate.value == pytest.approx(0.579, abs=0.0005)
    assert elo(rate.value) == pytest.approx(55.58, rel=0.01)
    assert (elo(rate.high) - elo(rate.low)) / 2 == pytest.approx(27.65, rel=0.01)


def test_a_rate_over_games_reproduces_the_published_trinomial_score():
    # The same source: 136 won, 96 lost, 111 drawn.
    rate = stats.pair_rate(np.repeat([1, 0, 0.5], [136, 96, 111]))
    assert rate.value == pytest.approx(0.558, abs=0.0005)
    assert elo(rate.value) == pytest.approx(40.70, rel=0.01)
    assert (elo(rate.high) - elo(rate.low)) / 2 == pytest.approx(30.43, rel=0.01)


@pytest.mark.parametrize(("won", "n"), [(0, 10), (10, 10), (3, 7), (450, 1000)])
def test_wilson_agrees_with_scipy(won, n):
    ours, theirs = stats.wilson(won, n), scipy_stats.binomtest(won, n).proportion_ci(0.95, "wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    assert 0 <= ours.low <= ours.value <= ours.high <= 1


def test_wilson_of_nothing_has_no_figures_and_refuses_more_points_than_games():
    assert stats.wilson(0, 0).value is None
    with pytest.raises(ValueError, match="11 points in 10 games"):
        stats.wilson(11, 10)


def test_paired_difference_agrees_with_scipy():
    rng = np.random.default_rng(1)
    a, b = rng.choice([0, 0.5, 1], 80), rng.choice([0, 0.5, 1], 80)
    ours, theirs = stats.paired_difference(a, b), scipy_stats.ttest_rel(a, b)
    span = theirs.confidence_interval(0.95)
    assert (ours.low, ours.high, ours.p) == pytest.approx((span.low, span.high, theirs.pvalue))


def test_bootstrap_agrees_with_scipy():
    values = np.random.default_rng(2).choice([-1, -0.5, 0, 0.5, 1], 120, p=[0.1, 0.2, 0.3, 0.2, 0.2])
    theirs = scipy_stats.bootstrap((values,), np.mean, n_resamples=20_000, method="percentile", batch=1000,
                                   rng=np.random.default_rng(3)).confidence_interval
    assert stats.bootstrap(values, seed=4) == pytest.approx((theirs.low, theirs.high), abs=0.006)


def test_too_few_pairs_have_a_value_but_no_interval():
    few = stats.paired_difference(np.ones(3), np.zeros(3))
    assert few.value == 1
    assert few.too_few
    assert few.p is None
    assert stats.bootstrap(np.ones(3), seed=0) is None
    assert stats.pair_rate(np.array([])).value is None


def test_equal_pairs_do_not_pretend_to_certainty():
    won = stats.pair_rate(np.ones(20))
    assert won.high == 1
    assert 0.8 < won.low < 0.9
    same = stats.paired_difference(np.full(20, 0.5), np.full(20, 0.5))
    assert same.low < 0 < same.high
    assert same.p == 1


def test_rates_never_leave_0_to_1_and_differences_never_leave_minus_1_to_1():
    rate = stats.pair_rate(np.array([1.0] * 19 + [0.5]))
    assert rate.high == 1
    swing = stats.paired_difference(np.array([1.0] * 11 + [0.0]), np.zeros(12))
    assert -1 <= swing.low <= swing.high <= 1


def test_holm_steps_down_never_below_the_one_before_and_passes_over_none():
    assert stats.holm([0.01, 0.04, None, 0.03, 0.005]) == pytest.approx([0.03, 0.06, None, 0.06, 0.02])
    assert stats.holm([0.9, 0.8]) == [1, 1]


def test_simultaneous_intervals_are_wider_by_bonferroni():
    assert stats.simultaneous_level(5) == pytest.approx(0.99)
    assert stats.simultaneous_level(0) == pytest.approx(0.95)


def test_95_percent_intervals_cover_the_truth_95_percent_of_the_time():
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(1000):
        values = rng.choice([-0.5, 0, 0.5, 1], 60, p=[0.2, 0.3, 0.3, 0.2])
        estimate = stats.paired_difference(values, np.zeros(60))
        hits += estimate.low <= 0.25 <= estimate.high
    assert 0.93 <= hits / 1000 <= 0.97


def test_a_count_has_a_mean_and_an_interval_that_is_not_negative():
    rare = stats.count_mean(np.array([0.0] * 30 + [8.0]))
    assert rare.low == 0
    assert rare.value == pytest.approx(8 / 31)
    assert stats.count_mean(np.zeros(30)).low is None
