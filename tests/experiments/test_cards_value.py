"""Shapley values against known games; win rates by cards seen against rows counted by hand."""
from itertools import combinations

import numpy as np
import pytest

from experiments import seen, shapley


def returns(worth, cards, pairs=40):
    """Each set of cards has the win rate that `worth` says, the same noise in all of a pair."""
    noise = np.random.default_rng(3).normal(0, 0.1, pairs)
    return {frozenset(each): {p: worth(frozenset(each)) + noise[p] for p in range(pairs)}
            for size in range(len(cards) + 1) for each in combinations(cards, size)}


def test_the_glove_game_has_its_known_values():
    """One left glove, two right ones; a pair is worth 1: 2/3, 1/6, 1/6 (Shapley 1953's example of a market)."""
    cards = ["left", "right", "other right"]
    found = shapley.values(shapley.exact(cards), returns(lambda s: float("left" in s and len(s) > 1), cards), 0.95)
    assert [found[card].value for card in cards] == pytest.approx([2 / 3, 1 / 6, 1 / 6])


def test_values_add_up_and_sampled_orders_agree_where_cards_do_not_interact():
    cards = list("abcdef")
    sizes = dict(zip(cards, (0.1, 0.2, 0.0, -0.1, 0.05, 0.3)))
    weights = shapley.weights_of(cards, 4, 1)
    assert len(shapley.sets_of(weights)) < 2 ** 6
    found = shapley.values(weights, returns(lambda s: sum(sizes[c] for c in s), cards), 0.95)
    assert {card: each.value for card, each in found.items()} == pytest.approx(sizes)


class Rows:
    """Stands in for a Reading: rows of (pair, points, opening, drawn)."""

    def __init__(self, rows):
        self.kept = rows

    def rows(self, *_):
        return self.kept


def test_rates_are_of_copies_seen_and_a_card_seen_twice_is_one_of_the_opening_hand():
    rows = [(0, 1.0, [0, 2], [1]), (0, 0.0, [1], [1]), (1, 1.0, [2], [0]), (1, 0.5, [], [])]
    first, second = seen.seen_rows(Rows(rows), "list", ["Ray", "Ray", "Island"])
    assert (first.card, first.copies) == ("Ray", 2)
    assert (first.opening.value, first.opening.n) == (0.5, 2)
    assert (first.drawn.value, first.drawn.n) == (1.0, 2)
    assert (first.in_hand.value, first.in_hand.n) == (0.75, 4)
    assert first.not_seen.value == pytest.approx((0 + 1 + 2 * 0.5) / 4)
    assert (second.opening.value, second.not_seen.value) == (1.0, 0.25)
    assert first.improvement.too_few


def test_the_interval_of_a_rate_covers_what_games_of_a_pair_share():
    """Copies of one pair that win or lose together are one observation, not many."""
    draws = np.random.default_rng(5)
    won = [float(draws.random() < 0.5) for _ in range(400)]
    rows = [(pair, won[pair], [0, 1, 2, 3], []) for pair in range(400) for _ in range(2)]
    row, = seen.seen_rows(Rows(rows), "list", ["Ray"] * 4)
    width = row.opening.high - row.opening.low
    assert width == pytest.approx(2 * 1.96 * 0.5 / 20, rel=0.03)
