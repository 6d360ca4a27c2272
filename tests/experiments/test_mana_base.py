"""Chances of mana: against the hypergeometric distribution, and against paying by brute force."""
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import hypergeom

from experiments import lookup, mana_base
from experiments.mana_base import Cost, Hands


@pytest.fixture(scope="module")
def pool():
    return lookup.load_pool([])


def test_one_colour_is_hypergeometric(pool):
    cards = np.array([pool.cards["Island"]] * 24 + [pool.cards["Peer Through Depths"]] * 36, dtype=np.uint16)
    row, = [each for each in Hands(pool, cards, 5).on_curve() if each.name == "Peer Through Depths"]
    for turn in (2, 4):
        wanted = np.mean([1 - hypergeom.cdf(1, 60, 24, 6 + turn + draw) for draw in (0, 1)])
        assert row.chances[turn - 1] == pytest.approx(wanted, abs=0.012)
    assert row.chances[0] == 0


def test_several_colours_are_paid_as_by_trying_every_assignment(pool):
    names = ["Island"] * 3 + ["Mountain"] * 2 + ["Glacial Ray"] * 5
    cards = np.array([pool.cards[name] for name in names], dtype=np.uint16)
    hands = Hands(pool, cards, 6)
    cost = Cost((2, 8, 8), 4)                                # {1}{U}{R}{R}
    able = hands.pays(cost, 5)
    for row in range(40):
        lands = [makes for makes, n in zip(hands.makes, hands.seen[5][row]) for _ in range(n) if makes]
        pays = len(lands) >= 4 and any(all(m & n for m, n in zip(some, cost.need)) for some in permutations(lands, 3))
        assert able[row] == pays


def test_a_splice_needs_host_guest_and_mana_for_both(pool):
    cards = np.array([pool.cards["Mountain"]] * 40 + [pool.cards["Glacial Ray"]] * 2, dtype=np.uint16)
    one, two, _ = Hands(pool, cards, 7).with_splices()
    assert one.chances[2] == 0 < one.chances[3]              # {1}{R} twice: never before the fourth turn
    both = np.mean([hypergeom.pmf(2, 42, 2, 6 + 8 + draw) for draw in (0, 1)])
    assert one.chances[7] == pytest.approx(both, abs=0.015)
    assert two.chances[-1] == 0                              # a card is not spliced onto itself


def test_costs_are_read_from_the_tables(pool):
    table = pool.rules[0]
    cost = mana_base.cost_of(table, int(table.card[pool.cards["Glacial Ray"]].splice_cost))
    assert cost == Cost((8,), 2)
