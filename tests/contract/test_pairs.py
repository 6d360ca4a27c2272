"""What experiments rest on: a seed is a game, the order of games does not matter, a mirror match is exactly half."""
import numpy as np
import pytest

from agents import agent
from agents.play import play_games
from sim.terms import End
from tests.contract.conftest import DECKS, PAIRINGS, share

SPECS = {"random": 400, "heuristic": 100}            # games of each test
RESULTS = (End.LIFE, End.DECKED, End.CONCEDED, End.POISON, End.DRAW, End.EFFECT)


def seeds_of(n, first=1):
    return np.arange(first, first + n, dtype=np.uint64)


def played(pool, decks, spec, seeds, starter=0):
    """Play a game a seed; each seat has an agent object of its own."""
    return play_games(pool.rules, *decks, agent(spec), agent(spec), seeds, np.full(len(seeds), starter, np.int64))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("pairing", [PAIRINGS[k] for k in (1, 6, 11, 12)], ids=" v ".join)
def test_a_seed_is_a_game_whatever_was_played_before(pool, cards, pairing, spec):
    decks = [cards[name] for name in pairing]
    seeds = seeds_of(share(SPECS[spec]) // 4 + 2)
    rows = played(pool, decks, spec, seeds)
    assert rows.tobytes() == played(pool, decks, spec, seeds).tobytes()
    assert rows[::-1].tobytes() == played(pool, decks, spec, seeds[::-1]).tobytes()
    alone = [played(pool, decks, spec, seeds[k:k + 1]) for k in range(len(seeds))]
    assert rows.tobytes() == np.concatenate(alone).tobytes()
    assert len(np.unique(rows["decisions"])) > 1


@pytest.mark.parametrize("starter", [0, 1, -1])
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", DECKS)
def test_a_mirror_match_is_exactly_half(pool, cards, name, spec, starter):
    """A pair is one deal played twice, the decks swapped: each of two equal decks wins once, or neither does."""
    one, other = cards[name], cards[name].copy()
    seeds = seeds_of(share(SPECS[spec]), 10**6)
    first = played(pool, (one, other), spec, seeds, starter)
    second = played(pool, (other, one), spec, seeds, starter)
    assert (first["winner"] == second["winner"]).all()       # by seat: the other deck sits there now
    points = np.where(first["winner"] < 0, 0.5, first["winner"] == 0) + np.where(second["winner"] < 0, 0.5,
                                                                                 second["winner"] == 1)
    assert (points == 1).all()
    assert first.tobytes() == second.tobytes()
    assert set(first["winner"].tolist()) >= {0, 1}
    assert np.isin(first["end"], RESULTS).mean() > 0.9


@pytest.mark.parametrize("name", DECKS)
def test_the_seats_are_alike(pool, cards, name):
    """With a random starter seat 0 of a mirror match wins half the games, within five standard errors."""
    n = max(400, share(2000))
    winner = played(pool, (cards[name], cards[name]), "random", seeds_of(n, 2 * 10**6), -1)["winner"]
    decided = winner[winner >= 0]
    assert len(decided) > n / 2
    assert abs(np.mean(decided == 0) - 0.5) < 2.5 / np.sqrt(len(decided))
