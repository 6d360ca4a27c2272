"""Whether mana abilities that cost more than {T} pay for what they are activated for (CR 601.2g, 605). Floor 2.

`casting.made` lists the mana abilities with a further cost that are activated for the cast
in progress. What they make counts as mana that its player has; the mana that they cost
themselves is part of the total, to be paid with mana that does not come from such an
ability (so that one of them could be activated first). A payment exists if and only if for
every set of symbols there is as much mana that can pay one of them (Hall's condition).

A symbol and a unit of mana are masks of bits; a unit can pay a symbol when they share one.
"""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, leaf
from sim.layout import Game, ManaCost, Rules
from sim.terms import N_MANA, X_MANY
from sim.terms_abilities import LIMIT_LEGENDARY_MANA

COLOURS = 63
ANYTHING = 1 << 6            # all units have it: generic symbols
AT_FIRST = 7                 # shift of the bits that symbols of the abilities' own costs have


@leaf
def _want(s, mask, n):
    """Add `n` symbols."""
    k = 0
    while k < s.n_want and s.want[k] != mask:
        k += 1
    if k == s.n_want:
        if k == len(s.want):
            return
        s.want[k] = mask
        s.wanted[k] = 0
        s.n_want += 1
    s.wanted[k] += n


@leaf
def _have(s, mask, n):
    """Add `n` units; of more kinds than there is room for, the last entry can pay what all of them can."""
    k = 0
    while k < s.n_have and s.have[k] != mask:
        k += 1
    if k == len(s.have):
        k -= 1
        s.have[k] &= mask
    elif k == s.n_have:
        s.have[k] = mask
        s.units[k] = 0
        s.n_have += 1
    s.units[k] += n


@leaf
def _want_all(s, cost, shift):
    """Add the symbols of a cost whose X is chosen or 0."""
    for k in range(N_MANA):
        if cost.need[k] > 0:
            _want(s, 1 << (k + shift), np.int64(cost.need[k]))
    for k in range(cost.n_hybrid):
        _want(s, (np.int64(cost.hybrid[k]) & COLOURS) << shift, 1)
    if cost.generic > 0:
        _want(s, ANYTHING << shift, np.int64(cost.generic))


@leaf
def first(mask):
    """A unit of a colour of `mask` that is there before the abilities with a mana cost are activated."""
    return (mask | ANYTHING) | ((mask | ANYTHING) << AT_FIRST)


@leaf
def amount_made(rules, made):
    """How much mana one of the abilities makes."""
    amount = np.int64(rules.ability[made.ability].mana_amount)
    return np.int64(made.x) if amount == X_MANY else amount


@leaf
def _count_made(game, rules, s):
    """Add what the abilities make, and the mana that they cost."""
    c = game.casting
    for j in range(c.n_made):
        made = c.made[j]
        a = rules.ability[made.ability]
        cost = rules.cost[a.cost]
        mask = (np.int64(made.colour) if made.colour else np.int64(a.mana)) & COLOURS
        if np.int64(a.limit) & LIMIT_LEGENDARY_MANA:
            _have(s, ANYTHING, amount_made(rules, made))         # see affording.legendary_mana_for
        elif cost.has_mana:
            _have(s, mask | ANYTHING, amount_made(rules, made))
        else:
            _have(s, first(mask), amount_made(rules, made))
        if cost.has_mana and not made.paid:
            _want_all(s, cost.mana, AT_FIRST)


@kernel
def is_covered(game: Game, rules: Rules, seat: int, cost: ManaCost, extra: int, lost_mask: int, lost: int) -> bool:
    """Whether `cost`, `extra` generic mana and what the abilities cost can be paid without `lost` units of a kind.

    What `seat` has otherwise is counted already (`mana.count_available`).
    """
    s = game.cover
    p = game.player[seat]
    s.n_want = 0
    s.n_have = 0
    for k in range(p.n_masks):
        _have(s, first(np.int64(p.mask[k])), np.int64(p.units[k]))
    _count_made(game, rules, s)
    _want_all(s, cost, 0)
    if extra > 0:
        _want(s, ANYTHING, extra)
    missing = first(lost_mask) if lost > 0 else 0
    for part in range(1, 1 << s.n_want):
        mask = 0
        demand = 0
        for k in range(s.n_want):
            if part >> k & 1:
                mask |= np.int64(s.want[k])
                demand += np.int64(s.wanted[k])
        supply = -lost if missing & mask else 0
        for k in range(s.n_have):
            if np.int64(s.have[k]) & mask:
                supply += np.int64(s.units[k])
        if demand > supply:
            return False
    return True
