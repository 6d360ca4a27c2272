"""The fit of opening hands: it finds what was put in, and the rule that comes of it."""
import numpy as np
import pytest

from agents.opening import FEATURES, MOST_MULLIGANS, N_FEATURES, N_LANDS
from experiments.mulligans import Comparison, Kept, fitted, told, worth_of_another, written

LANDS = np.array([-3.0, -1.2, 0.0, 0.6, 0.6, 0.2, -0.8, -2.0])       # in truth
TAKEN = np.array([0.0, -0.7, -1.5])
SHARES = np.array([0.02, 0.1, 0.22, 0.27, 0.21, 0.11, 0.05, 0.02])


@pytest.fixture(scope="module")
def kept():
    """30,000 made-up hands of three decks, won as often as the truth says."""
    chance, n = np.random.default_rng(1), 30_000
    hands = np.zeros((n, N_FEATURES))
    lands = chance.choice(N_LANDS, n, p=SHARES)
    hands[np.arange(n), lands] = 1
    hands[:, N_LANDS] = chance.integers(0, 2, n)
    hands[:, N_LANDS + 2] = chance.integers(0, 4, n)
    taken, decks = chance.integers(0, 3, n), chance.integers(0, 3, (n, 2))
    logits = LANDS[lands] + 0.2 * hands[:, N_LANDS] + 0.1 * hands[:, N_LANDS + 2] + TAKEN[taken]
    logits += np.array([0.5, 0.0, -0.5])[decks] @ (1, -1)
    return Kept(hands, taken, decks, (chance.random(n) < 1 / (1 + np.exp(-logits))).astype(float))


def test_the_fit_finds_what_is_there(kept):
    fit = fitted(kept, 3)
    assert fit.hand[:N_LANDS][2:6] - fit.hand[3] == pytest.approx(LANDS[2:6] - LANDS[3], abs=0.12)
    assert fit.hand[N_LANDS] == pytest.approx(0.2, abs=0.08) and fit.hand[N_LANDS + 2] == pytest.approx(0.1, abs=0.05)
    assert fit.taken == pytest.approx(TAKEN, abs=0.12)
    assert fit.loss < fit.loss_without - 0.02


def test_a_hand_is_sent_back_when_a_new_one_promises_more(kept):
    fit = fitted(kept, 3)
    again = worth_of_another(fit, kept)
    assert again.shape == (MOST_MULLIGANS, 2)
    worth = fit.hand[:N_LANDS] + 1.5 * fit.hand[N_LANDS + 2]
    keeps = worth > again[0, 1]
    assert keeps.tolist() == [False, False, True, True, True, True, False, False]


def test_what_is_written_is_what_was_fitted(kept):
    fit = fitted(kept, 3)
    again = worth_of_another(fit, kept)
    text, made = written(fit, again, "splicelab fit-hands --games 7 --seed 1 --lists one two"), {}
    exec(text, made)
    assert np.allclose([*made["LANDS"], *made["FURTHER"]], fit.hand, atol=1e-3)
    assert np.allclose(made["AGAIN"], again.ravel(), atol=1e-3) and "--games 7 --seed 1" in made["__doc__"]
    assert len(made["FURTHER"]) == len(FEATURES)


def test_a_comparison_is_told_with_its_interval():
    line = told(Comparison(np.array([0.5] * 90 + [1.0] * 10), np.array([0.1, 0.2])))
    assert line.startswith("the fitted rule wins 55.00 % of 100 mirror pairs") and "0.200 against 0.100" in line
