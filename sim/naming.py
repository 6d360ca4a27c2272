"""Objects that pay for a cast: which can be named for which cost, asked one by one (CR 601.2h). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.affording import payable_with, rest_is_payable
from sim.announcing import Stage, top_item
from sim.costs import can_pay_with, can_spare, is_taken, items_payable, uses_objects
from sim.gathering import clear_choice
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.limits import MAX_PAID
from sim.tapping import fits, name_payer, taps_permanents
from sim.terms import ABSENT, ANY_NUMBER, Decision, End, Zone
from sim.terms_abilities import CostKind
from sim.zones import stop_game


@kernel
def item_to_pay(game: Game, first: int) -> int:
    """The next cost item from `first` on for which an object is to be named, or -1."""
    c = game.casting
    for k in range(first, c.n_items):
        if uses_objects(c.wants[k].kind) and (c.wants[k].paid < c.wants[k].count or c.wants[k].count == ANY_NUMBER):
            return k
    return -1


@kernel
def answer_pay(game: Game, k: int, obj: int) -> None:
    """Name `obj` for cost item `k`, ABSENT: no more; it is used up when all costs are paid."""
    c = game.casting
    if obj == ABSENT:
        c.wants[k].count = c.wants[k].paid
        return
    if c.n_paid >= MAX_PAID:
        stop_game(game, End.CAPACITY, -1)
        return
    c.paid[c.n_paid] = obj
    c.paid_for[c.n_paid] = k
    c.n_paid += 1
    if c.wants[k].kind != CostKind.TAP_POWER:
        c.wants[k].paid += 1
        return
    c.wants[k].paid += max(np.int64(game.object[obj].power), 0)
    if c.wants[k].paid >= c.wants[k].count:
        c.wants[k].count = ANY_NUMBER            # more may be tapped


@kernel
def object_can_pay(game: Game, rules: Rules, k: int, obj: int) -> bool:
    """Whether naming `obj` for cost item `k` leaves all other costs payable."""
    c = game.casting
    item = c.wants[k]
    x = np.int64(top_item(game).x)
    if is_taken(game, k, obj):
        return False
    if not can_pay_with(game, rules, np.int64(item.kind), np.int64(item.filter), obj, np.int64(item.obj),
                        np.int64(c.seat), x):
        return False
    if item.kind == CostKind.TAP_POWER:
        return can_spare(game, rules, obj)
    if item.kind == CostKind.DELVE and item.paid >= c.mana.generic:
        return False
    if c.n_items == 1 and c.n_made == 0 and item.kind != CostKind.TAP and item.kind != CostKind.OFFERING:
        return True
    answer_pay(game, k, obj)
    if item.kind == CostKind.OFFERING:
        possible = payable_with(game, rules, np.int64(top_item(game).alternative), x)
    elif taps_permanents(game) or c.n_made > 0:
        possible = rest_is_payable(game, rules, c.stage == Stage.MANA)
    else:
        possible = items_payable(game, rules, x)
    name_payer(game, k, obj, -1)
    return possible


@kernel
def enough_is_named(game: Game, rules: Rules, k: int) -> bool:
    """Whether no more objects need be named for a cost of any number: with delve, whether the mana can be paid."""
    c = game.casting
    if c.wants[k].kind != CostKind.DELVE:
        return True
    c.wanted = c.mana
    c.wanted.generic -= min(np.int64(c.wants[k].paid), np.int64(c.wanted.generic))
    return fits(game, rules, np.int64(top_item(game).x))


@kernel
def _nothing_to_name(game: Game, rules: Rules, k: int) -> bool:
    """Settle a cost of any number of objects where there is none (more) to pay it with."""
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and object_can_pay(game, rules, k, obj):
            return False
    answer_pay(game, k, ABSENT)
    return True


@kernel
def name_the_only_objects(game: Game, rules: Rules, k: int) -> bool:
    """Where every object that can pay an item must pay it, name them all without asking."""
    item = game.casting.wants[k]
    if item.count == ANY_NUMBER:
        return _nothing_to_name(game, rules, k)
    if item.kind == CostKind.TAP_POWER:
        return False
    missing = np.int64(item.count) - np.int64(item.paid)
    first = np.int64(game.casting.n_paid)
    found = 0
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and object_can_pay(game, rules, k, obj):
            found += 1
            if found > missing:
                return False
    for obj in range(game.n_objects):
        if (item.paid < item.count and game.object[obj].zone != Zone.NOWHERE
                and object_can_pay(game, rules, k, obj)):
            answer_pay(game, k, obj)
    return game.casting.n_paid > first


@kernel
def asks_to_name(game: Game, rules: Rules, first: int) -> bool:
    """Ask for an object that pays for a cost item from `first` on, unless there is no choice."""
    k = item_to_pay(game, first)
    while k >= 0 and name_the_only_objects(game, rules, k):
        k = item_to_pay(game, first)
    if k < 0:
        return False
    clear_choice(game, np.int64(game.casting.seat), 1, 1)
    game.choice.value = k
    game.decision = Decision.PAY
    return True
