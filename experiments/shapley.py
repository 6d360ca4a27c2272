"""Shapley values: what each splice card adds, averaged over all orders in which the cards could be allowed.

The value of a set of cards is the win rate of the deck when only these may be spliced. A Shapley value is a weighted
sum of such win rates, taken pair by pair, so it has a paired interval (Shapley 1953; by sampled orders: Castro,
Gómez and Tejada 2009).
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial

import numpy as np

from experiments import statistics as stats
from experiments.reading import Returns
from experiments.statistics import Estimate

Set = frozenset[str]
Weights = dict[str, dict[Set, float]]        # card -> set of allowed cards -> weight of its win rate
MOST_EXACT = 5                               # cards for which all sets are played


def exact(cards: Sequence[str]) -> Weights:
    """Return the weights over all sets."""
    n = len(cards)
    weights: Weights = {card: {} for card in cards}
    for card in cards:
        others = [each for each in cards if each != card]
        for size in range(n):
            w = factorial(size) * factorial(n - 1 - size) / factorial(n)
            for chosen in combinations(others, size):
                weights[card][frozenset((*chosen, card))] = w
                weights[card][frozenset(chosen)] = -w
    return weights


def sampled(cards: Sequence[str], orders: int, seed: int) -> Weights:
    """Return the weights over the sets that some random orders, and the same orders reversed, lead through."""
    draws = np.random.default_rng(seed)
    weights: Weights = {card: {} for card in cards}
    for _ in range(orders):
        order = [cards[k] for k in draws.permutation(len(cards))]
        for each in (order, order[::-1]):
            for at, card in enumerate(each):
                for allowed, sign in ((frozenset(each[:at + 1]), 1), (frozenset(each[:at]), -1)):
                    weights[card][allowed] = weights[card].get(allowed, 0.0) + sign / (2 * orders)
    return weights


def weights_of(cards: Sequence[str], orders: int, seed: int) -> Weights:
    """Return exact weights for few cards, sampled ones for many."""
    return exact(cards) if len(cards) <= MOST_EXACT else sampled(cards, orders, seed)


def sets_of(weights: Weights) -> list[Set]:
    """Return every set whose win rate is needed, the smallest first."""
    return sorted({each for row in weights.values() for each in row}, key=lambda each: (len(each), sorted(each)))


def values(weights: Weights, returns: Mapping[Set, Returns], level: float) -> dict[str, Estimate]:
    """Estimate the Shapley value of each card over the pairs that all sets have."""
    pairs = sorted(set.intersection(*(set(returns[each]) for each in sets_of(weights)))) if returns else []
    zero = np.zeros(len(pairs))
    found = {}
    for card, row in weights.items():
        total = sum((w * np.array([returns[each][p] for p in pairs]) for each, w in row.items()), zero)
        found[card] = stats.paired_difference(total, zero, level)
    return found
