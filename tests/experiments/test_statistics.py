"""Tests, sequential tests, ratings and plans against published figures, other solutions, and simulation."""
import warnings

import numpy as np
import pytest
from scipy import optimize
from scipy import stats as scipy_stats

from experiments import cli
from experiments import statistics as stats
from experiments.statistics import calibrate, sequential
from experiments.statistics.elo import SCALE

OUTCOMES = sequential.OUTCOMES

# Agresti, Categorical Data Analysis (2002), table 10.10: the American League East of 1987, and its strengths.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = [[0, 7, 9, 7, 7, 9, 11], [6, 0, 7, 5, 11, 9, 9], [4, 6, 0, 7, 7, 8, 12], [6, 8, 6, 0, 6, 7, 10],
       [6, 2, 6, 7, 0, 7, 12], [4, 4, 5, 6, 6, 0, 6], [2, 4, 1, 3, 1, 7, 0]]
STRENGTHS = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)

# Benjamini and Hochberg (1995), section 3.2: fifteen p-values, of which their procedure rejects four and Holm's three.
P_VALUES = (0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0)


def test_wilson_reproduces_newcombe():
    # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
    for won, n, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
                              (1, 29, 0.0061, 0.1718)):
        found = stats.wilson(won, n)
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_the_likelihood_ratio_reproduces_published_figures():
    # Published test values of fastchess (app/tests/sprt_test.cpp); pairs LL, LD, WL + DD, WD, WW; tolerance 1 %.
    logistic = sequential.log_likelihood_ratio([223, 9863, 21279, 10037, 246], stats.share_of(0.5), stats.share_of(2.5))
    assert logistic == pytest.approx(-3.07, rel=0.01)
    pairs = sequential.normalized_log_likelihood_ratio([365, 16618, 36229, 16974, 390], 0, 2)
    assert pairs == pytest.approx(2.25, rel=0.01)
    games = sequential.normalized_log_likelihood_ratio([36027, 68692, 36433], 0, 2, np.array([0, 0.5, 1]), games=1)
    assert games == pytest.approx(0.92, rel=0.01)


def test_the_fitted_distribution_is_the_likeliest_of_its_mean():
    p = np.array([0.1, 0.25, 0.3, 0.2, 0.15])
    fitted = sequential.nearest_with_mean(p, OUTCOMES - 0.55)
    assert fitted.sum() == pytest.approx(1) and fitted @ OUTCOMES == pytest.approx(0.55)
    other = optimize.minimize(lambda q: -p @ np.log(q), p, bounds=[(1e-6, 1)] * 5, constraints=[
        {"type": "eq", "fun": lambda q: q.sum() - 1}, {"type": "eq", "fun": lambda q: q @ OUTCOMES - 0.55}])
    assert fitted == pytest.approx(other.x, abs=2e-3)


def test_a_sequential_test_stops_at_the_first_crossing_and_uses_nothing_later():
    rule = stats.Sprt(0.5, 0.6)
    returns = np.random.default_rng(2).choice(OUTCOMES, 900, p=calibrate.tilt(calibrate.EVEN, 0.62))
    found = rule.judge(returns)
    assert found.better is True and found.pairs + found.later == 900
    low, high = rule.bounds
    assert found.path[-1] >= high and all(low < llr < high for llr in found.path[:-1])
    assert rule.judge(np.r_[returns[:found.pairs], np.zeros(500)]).raw == found.raw
    assert rule.judge(1 - returns).better is False
    assert found.raw.value == returns[:found.pairs].mean()


def test_a_stop_exaggerates_and_the_correction_takes_it_back():
    found = stats.Sprt(0.5, 0.55).judge(np.tile([1, 0.75, 0.5, 0.5, 0.75], 60))
    assert found.better is True
    assert 0.5 < found.corrected.value < found.raw.value
    assert found.corrected.low < found.corrected.value < found.corrected.high


def test_nothing_and_too_little_have_no_figures_in_a_sequential_test():
    rule = stats.Sprt()
    empty = rule.judge(np.zeros(0))
    assert (empty.better, empty.pairs, empty.raw.value, empty.corrected.value) == (None, 0, None, None)
    few = rule.judge(np.array([1.0, 0.5]))
    assert few.better is None and few.corrected.low is None and few.raw.value == 0.75
    equal = rule.judge(np.full(20, 0.5))
    assert np.isfinite(equal.path).all() and equal.corrected.low is None
    with pytest.raises(ValueError, match="1/4"):
        rule.judge(np.array([0.3]))
    with pytest.raises(ValueError, match="the first below the second"):
        stats.Sprt(0.6, 0.5)


def test_benjamini_hochberg_and_holm_reproduce_the_example_of_the_former():
    adjusted = stats.benjamini_hochberg([*P_VALUES[:7], None, *P_VALUES[7:]])
    assert adjusted[7] is None
    assert sum(p is not None and p <= 0.05 for p in adjusted) == 4
    assert sum(p <= 0.05 for p in stats.holm(P_VALUES)) == 3
    assert stats.benjamini_hochberg([None, None]) == [None, None]


def test_ratings_reproduce_a_textbook():
    results = [stats.Met(TEAMS[i], TEAMS[j], (i, j, k), (1.0,))
               for i in range(7) for j in range(7) for k in range(WON[i][j])]
    rated = stats.bradley_terry(results, TEAMS, "Baltimore")
    assert [each.name for each in rated.players] == list(TEAMS)
    assert [each.elo / SCALE for each in rated.players] == pytest.approx(STRENGTHS, abs=0.005)
    assert rated.players[0].high - rated.players[0].low == pytest.approx(2 * 1.97 * 0.343 * SCALE, rel=0.05)
    assert rated.games == 273 and rated.draws == 0 and rated.bounded


def test_ratings_with_draws_are_those_of_davidson():
    counts = {("a", "b"): (20, 9, 6), ("a", "c"): (8, 17, 4), ("b", "c"): (11, 12, 9)}       # won, lost, drawn
    results = [stats.Met(*pair, (pair, outcome, k), (points,)) for pair, numbers in counts.items()
               for outcome, points in enumerate((1.0, 0.0, 0.5)) for k in range(numbers[outcome])]

    def minus_log_likelihood(at):
        strength = {"a": 0.0, "b": at[0], "c": at[1]}
        total = 0.0
        for (first, second), numbers in counts.items():
            log_odds = np.array([strength[first], strength[second], at[2] + (strength[first] + strength[second]) / 2])
            total += numbers @ (log_odds - np.log(np.exp(log_odds).sum()))
        return -total

    best = optimize.minimize(minus_log_likelihood, np.zeros(3)).x
    elo = {each.name: each.elo / SCALE for each in stats.bradley_terry(results, "abc", "a").players}
    assert (elo["b"], elo["c"]) == pytest.approx(best[:2], abs=1e-4)


def test_who_wins_everything_has_a_rating_with_one_end():
    results = [stats.Met("a", "b", k, (1.0, 1.0)) for k in range(20)]
    results += [stats.Met("b", "c", k, (1.0, 0.0)) for k in range(20)]
    rated = stats.bradley_terry(results, "abcd", "b")
    by_name = {each.name: each for each in rated.players}
    assert not rated.bounded
    assert by_name["a"].low > 0 and by_name["a"].high is None
    assert by_name["c"].low < 0 < by_name["c"].high
    assert by_name["d"].elo is None and rated.share("a", "d") is None
    nothing = stats.bradley_terry([], "ab", "a")
    assert nothing.covariance is None and [each.elo for each in nothing.players] == [0.0, None]


@pytest.mark.parametrize(("payoffs", "weights", "value"), [
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], (1 / 3, 1 / 3, 1 / 3), 0),
    ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], (1 / 4, 1 / 2, 1 / 4), 0),
    ([[3, -1], [-2, 1]], (3 / 7, 4 / 7), 1 / 7),
    ([[2, 1], [0, -1]], (1, 0), 1),
])
def test_nash_weights_of_games_solved_by_hand(payoffs, weights, value):
    found = stats.nash(np.array(payoffs))
    assert found.rows == pytest.approx(weights) and found.value == pytest.approx(value) and found.gap < 1e-9


def test_a_plan_reproduces_tables_of_power():
    # Cohen (1988): one-sample t test, two-sided 5 %, power 80 %: 34 observations for d = 0.5, 199 for d = 0.2.
    assert stats.pairs_to_see(0.5, 1.0) == 34
    assert stats.pairs_to_see(0.2, 1.0) == 199
    assert stats.half_width(stats.pairs_for_width(0.01, 0.3), 0.3) <= 0.01 < stats.half_width(3000, 0.3)
    with pytest.raises(ValueError, match="above 0"):
        stats.pairs_to_see(0, 1)


def test_equivalence_needs_its_interval_within_the_margin():
    rng = np.random.default_rng(6)
    same = rng.choice(OUTCOMES, 2000, p=calibrate.EVEN)
    found = stats.equivalence(same, 0.03, 0.5)
    assert found.equivalent and found.p < 0.05 and found.interval.level == pytest.approx(0.9)
    assert not stats.equivalence(same[:100], 0.01, 0.5).equivalent
    assert not stats.equivalence(same[:5], 0.5, 0.5).equivalent


def test_the_control_sees_pairs_that_depend_on_their_index():
    rng = np.random.default_rng(7)
    assert stats.aa_control(rng.choice(OUTCOMES, 400)).ok
    assert not stats.aa_control(np.tile([0.25, 0.5, 0.5, 1.0], 50)).ok
    assert stats.aa_control(np.zeros(4)).ok


def test_the_control_is_welchs_test_and_says_nothing_it_cannot_where_pairs_are_all_equal():
    values = np.random.default_rng(8).choice(OUTCOMES, 101)
    test = scipy_stats.ttest_ind(values[0::2], values[1::2], equal_var=False)
    found = stats.aa_control(values).difference
    assert found.p == pytest.approx(test.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(test.confidence_interval(0.95)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")                   # one would reach the user's terminal
        for equal in (0.5, 1 / 3):
            assert stats.aa_control(np.full(100, equal)).difference.low is None
        halves = stats.aa_control(np.where(np.arange(100) % 2, np.where(np.arange(100) < 50, 0.0, 1.0), 0.5)).difference
        assert (halves.value, halves.p) == (0.0, 1.0) and halves.low < 0 < halves.high


def test_intervals_cover_and_tests_err_as_often_as_they_say():
    """The quick form of `splicelab calibrate`: few studies, so only what is plainly wrong is seen."""
    found = list(calibrate.checks(11, 40))
    assert len(found) > 20
    assert [check for check in found if not check.ok] == []


def test_a_calibration_that_is_off_says_so():
    assert not calibrate.Check("x", 900, 1000, 0.94, 0.96).ok
    assert calibrate.Check("x", 955, 1000, 0.94, 0.96).ok
    assert not calibrate.Check("x", 90, 1000, 0.0, 0.05).ok


def test_the_planner_answers_in_pairs(capsys):
    assert cli.main(["plan", "--points", "5", "--sd", "50"]) == 0
    assert "787 pairs show a true difference of 5 points" in capsys.readouterr().out
    assert cli.main(["plan", "--points", "0"]) == 2
    assert cli.main(["plan", "--study", "abc"]) == 2
    assert "give --from as well" in capsys.readouterr().err
