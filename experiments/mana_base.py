"""What a list can cast when, from its cards alone: hands drawn at random, no game played.

Counted are cards seen by the draw step of the player's own turn t, half on the play and half on the draw, without
mulligans; a land a turn, the right ones first, all untapped; no other source of mana. So these are chances of having
what is needed, an upper bound for games with lands that enter tapped, and a lower one where something else makes mana.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

HANDS = 20_000
TURNS = tuple(range(1, 11))
MOST_SPLICES = 3
HYBRID_MASK = 31


@dataclass(frozen=True)
class Cost:
    """need: symbols by the colours that pay for each, as masks. total: all mana."""

    need: tuple[int, ...]
    total: int

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.need + other.need, self.total + other.total)


@dataclass(frozen=True)
class Castable:
    """Chance that a card (or a host with `splices` spliced texts) can be cast by each turn of TURNS."""

    name: str
    mana: int
    chances: tuple[float, ...]


def cost_of(rules: Any, number: int) -> Cost:
    """Return a cost of the tables as colours and a total; X as 0, Phyrexian mana as paid by life."""
    mana = rules.cost[number].mana
    need = [1 << k for k in range(6) for _ in range(int(mana.need[k]))]
    hybrid = [int(mask) for mask in mana.hybrid[:int(mana.n_hybrid)]]
    need += [mask & HYBRID_MASK for mask in hybrid if not mask & (64 | 128)]
    return Cost(tuple(sorted(need)), len(need) + int(mana.generic) + 2 * sum(bool(mask & 128) for mask in hybrid))


class Hands:
    """Random draws of a list, and which costs its lands in them can pay."""

    def __init__(self, pool: Any, cards: np.ndarray, seed: int) -> None:
        self.pool, self.rules = pool, pool.rules[0]
        self.kinds = list(dict.fromkeys(cards.tolist()))
        kind = np.array([self.kinds.index(each) for each in cards.tolist()])
        order = np.random.default_rng(seed).permuted(np.tile(kind, (HANDS, 1)), axis=1)
        extra = (np.arange(HANDS) % 2)[:, None]                  # half of them are on the draw
        place = np.arange(len(cards))
        self.seen = {turn: self._counts(order, place < 6 + turn + extra) for turn in TURNS}
        self.makes = [int(self.rules.card[each].makes) & 63 for each in self.kinds]

    def _counts(self, order: np.ndarray, seen: np.ndarray) -> np.ndarray:
        """Return (hands, kinds): copies seen."""
        counts = np.zeros((HANDS, len(self.kinds)), dtype=np.int16)
        rows, columns = np.nonzero(seen)
        np.add.at(counts, (rows, order[rows, columns]), 1)
        return counts

    def pays(self, cost: Cost, turn: int) -> np.ndarray:
        """Return (hands,) bool: whether the lands that could be out by a turn pay a cost (Hall's condition)."""
        lands = [k for k, makes in enumerate(self.makes) if makes]
        counts = self.seen[turn][:, lands]
        able = np.minimum(counts.sum(axis=1), turn) >= cost.total
        colours = sorted(set(cost.need))
        for size in range(1, len(colours) + 1):
            for some in combinations(colours, size):
                mask = int(np.bitwise_or.reduce(some))
                need = sum(each & ~mask == 0 for each in cost.need)
                sources = [at for at, k in enumerate(lands) if self.makes[k] & mask]
                able &= counts[:, sources].sum(axis=1) >= need
        return able

    def on_curve(self) -> tuple[Castable, ...]:
        """Return for each card with a mana cost the chance that its cost can be paid by each turn."""
        found = []
        for each in self.kinds:
            card = self.rules.card[each]
            if card.cost:
                cost = cost_of(self.rules, int(card.cost))
                found.append(Castable(self.pool.name(each), cost.total,
                                      tuple(float(self.pays(cost, turn).mean()) for turn in TURNS)))
        return tuple(sorted(found, key=lambda row: (row.mana, row.name)))

    def with_splices(self) -> tuple[Castable, ...]:
        """Return the chances to hold and pay for any host with 1, 2, … splices on it by each turn."""
        guests = [k for k, each in enumerate(self.kinds) if self.rules.card[each].splice_onto]
        found = []
        for n in range(1, MOST_SPLICES + 1):
            able = {turn: np.zeros(HANDS, dtype=bool) for turn in TURNS}
            for some in combinations_with_replacement(guests, n):
                onto = [self.rules.filter[int(self.rules.card[self.kinds[k]].splice_onto)] for k in some]
                total = sum((cost_of(self.rules, int(self.rules.card[self.kinds[k]].splice_cost)) for k in some),
                            Cost((), 0))
                for host, each in enumerate(self.kinds):
                    card = self.rules.card[each]
                    if not card.cost or not all(_may_host(card, what) for what in onto):
                        continue
                    whole = cost_of(self.rules, int(card.cost)) + total
                    needed = np.bincount([*some, host], minlength=len(self.kinds))
                    for turn in TURNS:
                        if whole.total <= turn:
                            able[turn] |= (self.seen[turn] >= needed).all(axis=1) & self.pays(whole, turn)
            found.append(Castable(f"a host with {n} {'splice' if n == 1 else 'splices'}", n,
                                  tuple(float(able[turn].mean()) for turn in TURNS)))
        return tuple(found) if guests else ()


def _may_host(card: Any, what: Any) -> bool:
    """Whether a card is of the quality that a splice asks for (702.47a)."""
    if what.subs_any[0] | what.subs_any[1]:
        return bool((card.subs[0] & what.subs_any[0]) | (card.subs[1] & what.subs_any[1]))
    return not what.types_any or bool(card.types & what.types_any)


def rows_of(found: Sequence[Castable]) -> list[list[Any]]:
    """Return plain values, for the settings of a study."""
    return [[row.name, row.mana, list(row.chances)] for row in found]
