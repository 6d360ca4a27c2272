"""The evaluation that is fitted to two decks."""
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from agents import agent, pairing
from agents.coefficients import N_FEATURES, coefficients
from agents.pairing import RIDGE, weights_for
from agents.play import Table, choose, play_games
from agents.regression import logistic
from agents.selfplay import play_recorded
from tests.agents.conftest import DECKS

UR, UW, WW, _ = DECKS


def test_the_regression_finds_the_minimum_that_a_general_optimizer_finds():
    chance = np.random.default_rng(3)
    x = chance.normal(size=(800, 6)) * [1, 2, 0.1, 5, 1, 0]          # the last one is always 0
    before = np.array([0.5, 0, 1, 0, -1, 0.25])
    won = chance.random(800) < expit(x @ np.array([1, -0.5, 4, 0.1, 0, 0]))
    scale = np.where(x.std(axis=0) > 0, x.std(axis=0), 1)

    def loss(b):
        ahead = x @ b
        return (np.logaddexp(0, ahead) - won * ahead).mean() + RIDGE * (((b - before) * scale) ** 2).sum()

    assert logistic(x, won, RIDGE, before) == pytest.approx(minimize(loss, before, tol=1e-12).x, abs=1e-3)
    assert logistic(x, won, RIDGE, before)[-1] == 0.25


def test_exchanged_seats_exchange_the_weights(pool, cards):
    one, other = (weights_for(pool.rules, *decks, 60) for decks in ((cards[UR], cards[WW]), (cards[WW], cards[UR])))
    assert (one.features == other.features[::-1]).all() and one.ahead == -other.ahead != 0
    itself = weights_for(pool.rules, cards[UR], np.random.default_rng(1).permutation(cards[UR]), 60)
    assert (itself.features[0] == itself.features[1]).all() and itself.ahead == 0
    assert not np.array_equal(itself.features[0], coefficients())


@pytest.mark.parametrize("decks", [(UR, UR), (UW, UW), (UR, UW)])
def test_it_foretells_games_it_was_not_fitted_to_better_than_the_evaluation_of_all_lists(pool, cards, decks):
    """Log loss; 0.69 is that of a coin."""
    found = weights_for(pool.rules, *(cards[name] for name in decks), 600)
    own, general, n = 0.0, 0.0, 0
    for seed in range(150):
        x, _, winner = play_recorded(pool.rules, *(cards[name] for name in decks), seed, seed % 2, 0)
        if winner < 0:
            continue
        sign = 1 if winner == 0 else -1
        ahead = x[:, 0] @ found.features[0] - x[:, 1] @ found.features[1] + found.ahead
        own += np.logaddexp(0, -sign * ahead).sum()
        general += np.logaddexp(0, -sign * ((x[:, 0] - x[:, 1]) @ coefficients())).sum()
        n += len(x)
    assert own / n < general / n - 0.04


def test_without_a_game_that_was_won_the_evaluation_of_all_lists_stays(pool, cards, monkeypatch):
    monkeypatch.setattr(pairing, "play_recorded", lambda *_: (np.zeros((3, 2, N_FEATURES)), np.zeros(3), -1))
    found = weights_for(pool.rules, cards[UR], cards[WW], 7)
    assert (found.features == coefficients().round(4)).all() and found.ahead == 0


def test_games_of_one_call_a_table_and_single_decisions_are_the_same(pool, cards):
    """Everyone who plays an agent lets it know the decks."""
    player, decks = agent("rollout(simulations=10, self_play=50)"), (cards[UW], cards[UR])
    rows = play_games(pool.rules, *decks, player, player, np.array([5], np.uint64), np.zeros(1, np.int64))
    table = Table(pool.rules, (player, player), 5)
    n = table.start(*decks, 0)
    taken = []
    while n > 0:
        k = table.ask(n)
        if len(taken) % 20 == 0:
            assert choose(table.games, 0, pool.rules, table.actions, n, player, 5, decks) == k
        taken.append(k)
        n = table.answer(k)
    assert table.games[0]["decisions"] == rows["decisions"][0] and table.games[0]["winner"] == rows["winner"][0]
    other = agent("rollout(simulations=10, self_play=0)")
    assert play_games(pool.rules, *decks, other, other, np.array([5], np.uint64),
                      np.zeros(1, np.int64)).tobytes() != rows.tobytes()
