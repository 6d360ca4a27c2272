"""What rows keep of the hands of a game: opening hands, and what came to them later, as slots of the deck."""
import numpy as np

from agents import agent
from agents.play import play_games
from experiments import defaults, lookup
from experiments.rows import slots_of


def test_the_cards_seen_and_the_library_make_up_the_deck():
    """A game in which nothing goes back to a library: what was never seen is what is left of the library."""
    pool = lookup.load_pool([])
    deck = lookup.load_deck(defaults.FIELD[1], pool, "constructed").cards()
    player = agent("heuristic")
    played = play_games(pool.rules, deck, deck, player, player, np.arange(12, dtype=np.uint64), np.zeros(12, int))
    for seat in range(2):
        opening, drawn = slots_of(played["opening"][:, seat]), slots_of(played["drawn"][:, seat])
        for row, first, later in zip(played, opening, drawn):
            assert len(first) == 7 - row["mulligans"][seat]
            assert len(set(first) | set(later)) == len(deck) - row["library"][seat]
            assert max(first + later) < len(deck)


def test_bits_are_slots_in_order():
    words = np.zeros((2, 2), dtype=np.uint64)
    words[0] = 0b101, 1 << 63
    assert slots_of(words) == [[0, 2, 127], []]
