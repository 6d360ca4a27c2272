"""What both environments do: decks, seeds, games, and what a finished game is worth."""
from __future__ import annotations

from typing import Any

import numpy as np

from agents.play import Table
from decks.lists import load_list
from decks.pool import load_pool
from sim.play import RANDOM_STARTER
from sim.terms import NO_RESULT

DECK, OPPONENT_DECK = "kbc_ur_splice_glacial_ray", "kbc_white_weenie"
ILLEGAL_REWARD = -1.0
STARTERS = {"random": None, "first": 0, "second": 1, "asked": RANDOM_STARTER}
MOST_DECISIONS = 10_000


class Dealer:
    """Two decks and how their games begin.

    decks: names of built-in lists, or files. starter: of seat 0: "first", "second", "random" of the two, or
    "asked": a random seat decides. cards: further card files. Raises ValueError for what is none of these, and
    DeckError, which is one, for a list that cannot be played.
    """

    def __init__(self, decks: tuple[str, str], agents: tuple[Any, Any], starter: str, most_decisions: int,
                 format: str, cards: tuple[str, ...]):
        if starter not in STARTERS:
            raise ValueError(f"starter {starter!r}: one of {', '.join(STARTERS)}")
        if most_decisions < 1:
            raise ValueError(f"most_decisions {most_decisions}: at least 1")
        self.pool = load_pool(cards)
        self.first, self.second = (load_list(deck, self.pool, format).cards() for deck in decks)
        self.agents, self.starter, self.most_decisions = agents, STARTERS[starter], most_decisions

    def deal(self, chance: np.random.Generator) -> tuple[Table, int]:
        """A new game, and the number of answers to its first decision; chance gives its seed and who starts."""
        seed, coin = int(chance.integers(0, 2**63)), int(chance.integers(0, 2))
        table = Table(self.pool.rules, self.agents, seed, self.pool.name)
        return table, table.start(self.first, self.second, coin if self.starter is None else self.starter)


def reward(game: Any, seat: int) -> float:
    """1 for a win, −1 for a loss, 0 for a draw and for a game that is not a result."""
    if game["end"] in NO_RESULT or game["winner"] < 0:
        return 0.0
    return 1.0 if game["winner"] == seat else -1.0


def is_stopped(game: Any) -> bool:
    """Whether a game that is over has no result."""
    return bool(game["end"] in NO_RESULT)
