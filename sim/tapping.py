"""Whether what was announced can be paid as it stands: mana, what is tapped, other costs (CR 118, 601.2g-h). Floor 5.

`making` looks for mana abilities beside it where it cannot.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.costs import can_pay_with, is_taken, item_of_kind, items_payable, life_to_pay
from sim.jit import kernel, leaf
from sim.layout import Game, ManaCost, Rules
from sim.mana import can_pay_mana
from sim.terms import ABSENT, ST_TAPPED
from sim.terms_abilities import CostKind

LIFE_A_SYMBOL = 2            # instead of a Phyrexian mana symbol (107.4f)
PHYREXIAN = 64               # bit of a hybrid symbol


@leaf
def tapped_source(c):
    """The permanent whose own {T} is part of the cost of a cast, so that it cannot make mana for it; ABSENT: none."""
    source = ABSENT
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.TAP_SELF and c.wants[k].paid == 0:
            source = np.int64(c.wants[k].obj)
    return source


@leaf
def put_aside(game, seat, obj):
    """Let an untapped permanent count as tapped for a while, so that it makes no mana; whether it was untapped."""
    if obj == ABSENT or game.object[obj].status & ST_TAPPED:
        return False
    game.object[obj].status |= ST_TAPPED
    game.player[seat].avail_ready = 0
    return True


@leaf
def put_back(game, seat, obj):
    """Untap what `put_aside` tapped."""
    game.object[obj].status &= ~np.uint32(ST_TAPPED)
    game.player[seat].avail_ready = 0


@leaf
def _tap_item(game):
    """The first cost item for which creatures are still to be tapped, or -1."""
    c = game.casting
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.TAP and c.wants[k].paid < c.wants[k].count:
            return k
    return -1


@leaf
def name_payer(game, k, obj, by):
    """Name `obj` for cost item `k` (`by` 1), or take that back (-1)."""
    c = game.casting
    if by < 0:
        c.n_paid -= 1
    else:
        c.paid[c.n_paid] = obj
        c.paid_for[c.n_paid] = k
        c.n_paid += 1
    c.wants[k].paid += by


@leaf
def _name(game, k, obj, by):
    """Name `obj` for cost item `k`, as if it was tapped already (`by` 1), or take that back (-1)."""
    name_payer(game, k, obj, by)
    c = game.casting
    game.object[obj].status ^= np.uint32(ST_TAPPED)
    game.player[c.seat].avail_ready = 0


@kernel
def _next_to_tap(game: Game, rules: Rules, k: int, place: int, x: int) -> int:
    """The next place of the battlefield from `place` on whose permanent can be tapped for cost item `k`, or -1."""
    c = game.casting
    item = c.wants[k]
    for j in range(place, game.n_battlefield):
        obj = np.int64(game.battlefield[j])
        if not is_taken(game, k, obj) and can_pay_with(game, rules, CostKind.TAP, np.int64(item.filter), obj,
                                                       np.int64(item.obj), np.int64(c.seat), x):
            return j
    return -1


@kernel
def taps_leave_mana(game: Game, rules: Rules, x: int) -> bool:
    """Whether all that is to be tapped as a cost can be, so that the mana in `wanted` and the other costs are paid.

    What is tapped for one cost makes no mana for another (118.10). Tries one choice of permanents after another.
    """
    c = game.casting
    first = np.int64(c.n_paid)
    for j in range(first):
        if c.wants[c.paid_for[j]].kind == CostKind.TAP:
            game.object[c.paid[j]].status |= ST_TAPPED
            game.player[c.seat].avail_ready = 0
    places = np.zeros(L.MAX_PAID, np.int64)
    place = 0
    found = False
    while True:
        k = _tap_item(game)
        if k < 0:
            found = items_payable(game, rules, x) and can_pay_mana(game, rules, np.int64(c.seat), c.wanted, 0,
                                                                  tapped_source(game.casting))
        elif c.n_paid < L.MAX_PAID:
            place = _next_to_tap(game, rules, k, place, x)
            if place >= 0:
                places[c.n_paid] = place
                _name(game, k, np.int64(game.battlefield[place]), 1)
                place = place + 1 if c.wants[k].paid < c.wants[k].count else 0
                continue
        if found or c.n_paid == first:
            break
        place = places[c.n_paid - 1] + 1
        _name(game, np.int64(c.paid_for[c.n_paid - 1]), np.int64(c.paid[c.n_paid - 1]), -1)
    while c.n_paid > first:
        _name(game, np.int64(c.paid_for[c.n_paid - 1]), np.int64(c.paid[c.n_paid - 1]), -1)
    for j in range(first):
        if c.wants[c.paid_for[j]].kind == CostKind.TAP:
            game.object[c.paid[j]].status &= ~np.uint32(ST_TAPPED)
            game.player[c.seat].avail_ready = 0
    return found


@leaf
def taps_permanents(game):
    """Whether permanents are to be tapped as a cost, or named to be."""
    return item_of_kind(game, CostKind.TAP) >= 0


@kernel
def pay_with_life(game: Game, cost: ManaCost) -> bool:
    """Take one Phyrexian symbol off a cost, to be paid with life instead; False when it has none (107.4f)."""
    for k in range(cost.n_hybrid):
        if np.int64(cost.hybrid[k]) & PHYREXIAN:
            cost.n_hybrid -= 1
            cost.hybrid[k] = cost.hybrid[cost.n_hybrid]
            return True
    return False


@kernel
def mana_is_payable(game: Game, rules: Rules, cost: ManaCost, without: int) -> int:
    """How much life must be paid so that the rest of a cost can be paid with mana; -1: it cannot.

    `cost` becomes the rest.
    """
    seat = np.int64(game.casting.seat)
    life = 0
    while True:
        if can_pay_mana(game, rules, seat, cost, 0, without):
            return life
        if cost.n_hybrid == 0 or not pay_with_life(game, cost):
            return -1
        life += LIFE_A_SYMBOL
        if life + life_to_pay(game) > game.player[seat].life:
            return -1


@kernel
def fits(game: Game, rules: Rules, x: int) -> bool:
    """Whether the mana in `wanted` and all other costs can be paid; `wanted` becomes what is not paid with life."""
    c = game.casting
    life = mana_is_payable(game, rules, c.wanted, tapped_source(c))
    if life < 0:
        return False
    if c.n_items == 0:
        return True
    if life > 0 and life + life_to_pay(game) > game.player[c.seat].life:
        return False
    return taps_leave_mana(game, rules, x) if taps_permanents(game) else items_payable(game, rules, x)
