"""The evaluation of one pair of decks, fitted to games of the heuristic between them before the first is played.

What a position is worth hangs on the decks: to a list that mills, the life of its opponent says nothing and the library
all. So the coefficients of `agents.evaluation.csv`, which are those of all lists together, are only where this fit
begins: a logistic regression with a weight for each feature of each seat, and one number for which deck is the better
one, drawn towards them by a ridge penalty. Both deck lists are known to both players, as everywhere here.

Newton's method to the last digits, then rounded: the same on every machine.
"""
from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from agents.coefficients import N_FEATURES, coefficients
from agents.regression import logistic
from agents.selfplay import AT_RANDOM, play_recorded
from sim.rng import combine

SEED = 20041001              # of the games that are fitted to
RIDGE = 3.0e-4               # penalty of the squared change of a coefficient, for features of standard deviation 1
DIGITS = 4                   # kept of a coefficient
KEPT = 512                   # pairs of decks


@dataclass(frozen=True)
class Weights:
    """Log-odds a unit of each feature, of (seat 0, seat 1): (2, N_FEATURES), and by how much seat 0 is ahead anyway."""

    features: np.ndarray
    ahead: float

    def exchanged(self) -> Weights:
        """The same decks at each other's seats."""
        return Weights(self.features[::-1], -self.ahead)


_lock = threading.Lock()
_kept: OrderedDict[tuple, Weights] = OrderedDict()


def weights_for(rules: np.ndarray, cards_0: np.ndarray, cards_1: np.ndarray, games: int) -> Weights:
    """Weights for two decks, of definitions as `sim.play.start` takes them, fitted to `games` games.

    A second or two for a thousand games, once in a process.
    """
    first, second = np.sort(cards_0), np.sort(cards_1)
    if first.tobytes() > second.tobytes():
        return weights_for(rules, cards_1, cards_0, games).exchanged()
    key = hashlib.sha256(rules.tobytes()).digest(), first.tobytes(), second.tobytes(), games
    with _lock:                          # who needs the same decks waits and finds them
        if key not in _kept:
            _kept[key] = _fitted(rules, first, second, games)
            if len(_kept) > KEPT:
                _kept.popitem(last=False)
        return _kept[key]


def _fitted(rules: np.ndarray, first: np.ndarray, second: np.ndarray, games: int) -> Weights:
    """Play the games and fit; without a game that was won the evaluation of all lists stays as it is."""
    x, won = [], []
    for number in range(games):
        seen, _, winner = play_recorded(rules, first, second, int(combine(np.uint64(SEED), np.uint64(number))),
                                        number % 2, AT_RANDOM)
        if winner >= 0:
            x.append(np.concatenate([seen[:, 0], -seen[:, 1], np.ones((len(seen), 1))], axis=1))
            won.append(np.full(len(seen), winner == 0))
    before = np.concatenate([coefficients(), coefficients(), [0.0]])
    b = logistic(np.concatenate(x), np.concatenate(won), RIDGE, before) if x else before
    features = b[:-1].reshape(2, N_FEATURES)
    if np.array_equal(first, second):    # a deck against itself: nobody is ahead, a seat is like the other
        features, b[-1] = np.repeat(features.mean(axis=0, keepdims=True), 2, axis=0), 0.0
    return Weights(np.round(features, DIGITS), round(float(b[-1]), DIGITS))
