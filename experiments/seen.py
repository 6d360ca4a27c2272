"""Win rates by which cards were seen, from logged games: associations, each with what is wrong with it.

The unit is the pair: a rate is a ratio of sums over pairs (copies seen in games won, over copies seen), and its
interval comes from the pairs' residuals, so that copies of one game are not taken for so many games.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from experiments.reading import Reading
from experiments.statistics import LEVEL, MIN_PAIRS, Estimate

WARNINGS = {
    "opening": "opening hand: only kept hands count, so a card that makes hands worth keeping looks worse than it is",
    "drawn": "drawn later: long games draw more cards, so cards of decks that win late look good and cards that end "
             "games early look bad",
    "in hand": "in hand: opening and drawn together, with both faults",
    "not seen": "not seen: short games see few cards; this is the rate of short games as much as of the card's absence",
    "improvement": "improvement: in hand less not seen; it compares games of different length and is no effect of the "
                   "card (that is its replacement value)",
}


@dataclass(frozen=True)
class SeenRow:
    """Win rates of a card's copies by whether they were seen; `improvement` is in hand less not seen."""

    card: str
    copies: int
    opening: Estimate
    drawn: Estimate
    in_hand: Estimate
    not_seen: Estimate
    improvement: Estimate


def seen_rows(reading: Reading, arm: str, slots: Sequence[str]) -> tuple[SeenRow, ...]:
    """Return a row a card of the list whose slots are named, from the scored pairs of an arm."""
    rows = reading.rows("SELECT pair, points, opening, drawn FROM g WHERE arm = ? QUALIFY "
                        "count(points) OVER (PARTITION BY opponent, pair) = 2 ORDER BY pair, game", arm)
    names = list(dict.fromkeys(slots))
    of_card = np.array([[name == slot for name in names] for slot in slots], dtype=float)        # (slots, cards)
    points = np.array([row[1] for row in rows], dtype=float)
    opening = _marked([row[2] for row in rows], len(slots))
    drawn = _marked([row[3] for row in rows], len(slots)) & ~opening
    pair = np.unique([row[0] for row in rows], return_inverse=True)[1]
    kinds = {"opening": opening, "drawn": drawn, "in_hand": opening | drawn, "not_seen": ~(opening | drawn)}
    sums = {kind: _by_pair(seen @ of_card, points, pair) for kind, seen in kinds.items()}
    found = []
    for at, name in enumerate(names):
        rates = {kind: ratio(won[:, at], all_[:, at]) for kind, (won, all_) in sums.items()}
        both = (array[:, at] for kind in ("in_hand", "not_seen") for array in sums[kind])
        found.append(SeenRow(name, slots.count(name), **rates, improvement=_difference(*both)))
    return tuple(found)


def _marked(lists: Sequence[Sequence[int]], n: int) -> np.ndarray:
    """Return (games, n) bool: which slots are in each list."""
    marked = np.zeros((len(lists), n), dtype=bool)
    lengths = [len(each) for each in lists]
    flat = np.fromiter((slot for each in lists for slot in each), dtype=np.int64, count=sum(lengths))
    marked[np.repeat(np.arange(len(lists)), lengths), flat] = True
    return marked


def _by_pair(counts: np.ndarray, points: np.ndarray, pair: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return copies times points, and copies, summed over the games of each pair: (pairs, cards) both."""
    n = int(pair.max()) + 1 if len(pair) else 0
    won, all_ = (np.zeros((n, counts.shape[1])) for _ in range(2))
    np.add.at(won, pair, counts * points[:, None])
    np.add.at(all_, pair, counts)
    return won, all_


def ratio(won: np.ndarray, seen: np.ndarray, least: float = 0.0) -> Estimate:
    """Estimate sum(won) / sum(seen) over pairs, by its residuals (Cochran's ratio estimate); `least`: of its range."""
    total = float(seen.sum())
    if total == 0:
        return Estimate(None, None, None, 0)
    rate = float(won.sum()) / total
    return _within(rate, (won - rate * seen) / total, int(total), int((seen > 0).sum()), least)


def _difference(won: np.ndarray, seen: np.ndarray, won_2: np.ndarray, seen_2: np.ndarray) -> Estimate:
    """Estimate the difference of two ratios over the same pairs."""
    first, second = ratio(won, seen), ratio(won_2, seen_2)
    if first.value is None or second.value is None:
        return Estimate(None, None, None, 0)
    residuals = (won - first.value * seen) / seen.sum() - (won_2 - second.value * seen_2) / seen_2.sum()
    return _within(first.value - second.value, residuals, min(first.n, second.n),
                   min(int((seen > 0).sum()), int((seen_2 > 0).sum())), -1.0)


def _within(value: float, residuals: np.ndarray, n: int, pairs: int, least: float) -> Estimate:
    if pairs < MIN_PAIRS:
        return Estimate(value, None, None, n)
    from scipy import stats as distributions

    error = math.sqrt(len(residuals) / (len(residuals) - 1) * float((residuals ** 2).sum()))
    half = float(distributions.t.ppf(0.5 + LEVEL / 2, pairs - 1)) * error
    return Estimate(value, max(least, value - half), min(1.0, value + half), n)
