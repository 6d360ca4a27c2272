"""The pool, the four decks, all their pairings, and how many games are played.

SPLICELAB_GAMES: random games of the conservation test (default 10000); every other count follows it in proportion.
"""
import itertools
import os

import numpy as np
import pytest

from decks.lists import load_list
from decks.pool import load_pool

DECKS = ("kbc_ur_splice_glacial_ray", "kbc_uw_dampen_thought", "kbc_white_weenie", "kbc_black_hand_gp2005")
PAIRINGS = tuple(itertools.product(DECKS, DECKS))
GAMES = int(os.environ.get("SPLICELAB_GAMES", "10000"))


def share(of_ten_thousand: int) -> int:
    """A count that goes with SPLICELAB_GAMES."""
    return max(1, of_ten_thousand * GAMES // 10000)


@pytest.fixture(scope="session")
def pool():
    return load_pool()


@pytest.fixture(scope="session")
def cards(pool):
    """Definitions of the four decks' slots, by name."""
    return {name: load_list(name, pool).cards() for name in DECKS}


@pytest.fixture(scope="session")
def mixed_decks(pool):
    """A function: number -> two lists drawn from the whole pool, an odd number from Arcane and splice cards only."""
    def is_any(definition, *words):
        return any(word in pool.entries[definition]["types"].split() for word in words)

    known = [definition for _, definition in sorted(pool.cards.items())]
    spells = [definition for definition in known if not is_any(definition, "Land")]
    arcane = [each for each in spells if is_any(each, "Arcane") or "splice" in pool.entries[each]]
    basics = np.repeat([pool.find(name) for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")], 5)

    def pick(number):
        generator = np.random.default_rng(number)
        source = arcane if number % 2 else spells
        return [np.concatenate([basics, generator.choice(source, 35)]).astype(np.uint16) for _ in range(2)]

    return pick
