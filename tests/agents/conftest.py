"""The pool, decks and positions of real games."""
import numpy as np
import pytest

from agents import agent
from agents.play import choose
from decks.lists import load_list
from decks.pool import load_pool
from sim.play import apply_action, new_actions, new_games, start_game

DECKS = ("kbc_ur_splice_glacial_ray", "kbc_uw_dampen_thought", "kbc_white_weenie", "kbc_black_hand_gp2005")


@pytest.fixture(scope="session")
def pool():
    return load_pool()


@pytest.fixture(scope="session")
def cards(pool):
    """Definitions of the four decks' slots, by name."""
    return {name: load_list(name, pool).cards() for name in DECKS}


@pytest.fixture(scope="session")
def seeds():
    """A function: n -> (n,) seeds and starters."""
    return lambda n, first=1: (np.arange(first, first + n, dtype=np.uint64), np.zeros(n, np.int64))


@pytest.fixture(scope="session")
def positions(pool, cards):
    """Decisions of one game of each pairing: a list of (games (1,), actions, game seed), every 17th decision.

    Games of the random agent reach what a sensible one avoids, games of the heuristic the reverse.
    """
    found = []
    for number, (first, second) in enumerate((a, b) for a in DECKS for b in DECKS):
        games, actions, seed = new_games(1), new_actions(), 100 + number
        player = agent("heuristic" if number % 2 else "random")
        n = start_game(games, 0, pool.rules, cards[first], cards[second], seed, 0, actions)
        at = 0
        while n > 0:
            if at % 17 == 0:
                found.append((games.copy(), actions[:n].copy(), seed))
            k = choose(games, 0, pool.rules, actions, n, player, seed)
            n = apply_action(games, 0, pool.rules, actions, k)
            at += 1
    return found
