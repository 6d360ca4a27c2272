"""Positions of games of the heuristic against itself, with their features: what the evaluation is fitted to."""
from __future__ import annotations

import numpy as np

from agents.coefficients import N_FEATURES
from agents.features import write_features
from agents.heuristic import choose_heuristic
from agents.records import SCORES, Matrix
from sim.jit import entry, progress
from sim.layout import GAME, Actions, Cards, Floats, Games, Ints, RulesArray
from sim.play import new_actions, start
from sim.rng import below
from sim.step import advance, apply

MOST = 64                    # positions of a game at most: turns
UNIT = 1000                  # of `at_random`
AT_RANDOM = 20               # of UNIT decisions: so many are taken at random, so that odd positions are seen as well


@entry
def _play(games: Games, rules: RulesArray, actions: Actions, cards_0: Cards, cards_1: Cards, seed: int,
          starter: int, at_random: int, scores: Floats, features: Matrix, turns: Ints) -> int:
    """Play one game; writes seat 0's and then seat 1's features at the beginning of each turn, returns how many."""
    game = games[0]
    start(game, rules[0], cards_0, cards_1, seed, starter)
    n = advance(game, rules[0], actions)
    turn = np.int64(game.turn)
    made = 0
    while n > 0:
        if game.turn != turn and made < MOST:
            turn = np.int64(game.turn)
            write_features(game, rules[0], 0, features[2 * made])
            write_features(game, rules[0], 1, features[2 * made + 1])
            turns[made] = turn
            made += 1
        if below(game, UNIT) < at_random:
            k = below(game, n)
        else:
            k = choose_heuristic(game, rules[0], actions, n, scores)
        apply(game, rules[0], actions[k])
        n = advance(game, rules[0], actions)
    return made


def play_recorded(rules: np.ndarray, cards_0: np.ndarray, cards_1: np.ndarray, seed: int, starter: int,
                  at_random: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Play one game of the heuristic against itself, `at_random` decisions in a thousand taken at random.

    Returns the features of both seats at the beginning of each turn after the first, (n, 2, N_FEATURES); the turns
    (n,); and the winner, -1 for a game without one.
    """
    games, features, turns = np.zeros(1, GAME), np.zeros((2 * MOST, N_FEATURES)), np.zeros(MOST, np.int64)
    cards_0, cards_1 = (np.ascontiguousarray(cards, dtype=np.uint16) for cards in (cards_0, cards_1))
    n = _play(games, rules, new_actions(), cards_0, cards_1, int(np.uint64(seed).astype(np.int64)), starter, at_random,
              np.zeros(SCORES), features, turns)
    return features[:2 * n].reshape(n, 2, N_FEATURES), turns[:n], int(games[0]["winner"])


progress.done()
