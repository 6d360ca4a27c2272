"""Whether a cast or activation can be completed from here (CR 601.2e-h, 702.47b). Floor 5.

Every offer of the casting sequence goes through `completable`, so nothing legal ends in
a payment that would have to be taken back. The total is what was announced so far plus
the mana cost, or any alternative to it while that is still open.
"""
from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim import limits as L
from sim.costs import can_pay_with, item_of_kind, put_item
from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, ManaCost, Rules
from sim.making import can_be_paid
from sim.mana import add_mana, clear_mana, mana_total
from sim.statics import NONE_LEFT, next_static, static_ability, static_source, static_works
from sim.tapping import fits, name_payer
from sim.targets import has_targets, x_limits_targets
from sim.terms import ANY_NUMBER, KW_DELVE, N_MANA, SUPER_LEGENDARY, Alternative, End, ItemKind, Zone
from sim.terms_abilities import F_MV_IS_X, CostKind, StaticKind
from sim.values import holds, set_scratch, value_of
from sim.zones import stop_game

FREE = Alternative.FREE
CHANGES_COSTS = (1 << StaticKind.COST_LESS) | (1 << StaticKind.COST_MORE) | (1 << StaticKind.MINIMUM_COST)
X_UNKNOWN = -1
MAX_X = 60                   # the greatest X that is offered, less one


class Stage(IntEnum):
    """Where a cast stands."""

    NONE = 0
    MODES = 1
    SPLICES = 2
    ORDER = 3
    COST = 4
    OPTIONAL = 5
    X = 6
    TARGETS = 7
    OBJECTS = 8
    MANA = 9
    DIVISION = 10


@leaf
def is_free(alternative):
    """Whether nothing is paid for the spell itself (118.9)."""
    return alternative == FREE or alternative == Alternative.SUSPENDED


@kernel
def add_cost(game: Game, rules: Rules, number: int, obj: int) -> None:
    """Add a cost, mana and other items, to the cast in progress; `obj` is whose cost it is."""
    if number == 0:
        return
    c = game.casting
    cost = rules.cost[number]
    if cost.has_mana:
        add_mana(c.mana, cost.mana)
    for k in range(cost.n_items):
        if c.n_items >= L.MAX_COST_ITEMS:
            stop_game(game, End.CAPACITY, -1)
            return
        put_item(c, cost.wants[k].kind, cost.wants[k].filter, cost.wants[k].count, obj)


@leaf
def pays_instead(game, kind):
    """Whether some permanent may let something else be paid instead of the mana cost of an item of this kind."""
    return kind == ItemKind.SPELL and game.statics_seen & (1 << StaticKind.PAY_INSTEAD) != 0


@kernel
def cost_instead(game: Game, rules: Rules, seat: int) -> int:
    """The cost that a permanent lets `seat` pay instead of any mana cost (118.9), the first of several; -1: none."""
    at = next_static(game, rules, 1 << StaticKind.PAY_INSTEAD, NONE_LEFT)
    while at != NONE_LEFT:
        number = static_ability(game, rules, at)
        source = static_source(game, at)
        if game.object[source].controller == seat and static_works(game, rules, number, source):
            return np.int64(rules.static[rules.ability[number].static].ability)
        at = next_static(game, rules, 1 << StaticKind.PAY_INSTEAD, at)
    return -1


@kernel
def base_cost(game: Game, rules: Rules, alternative: int) -> int:
    """The cost table entry that pays for the item itself under an alternative; -1: not possible."""
    item = game.stack[game.n_stack - 1]
    if item.kind != ItemKind.SPELL:
        return np.int64(rules.ability[item.ability].cost) if alternative == 0 else -1
    card = rules.card[game.object[item.obj].card]
    if alternative == Alternative.FLASHBACK and card.flashback:
        return np.int64(card.flashback)
    if alternative == Alternative.MADNESS:
        return np.int64(card.madness) if card.madness else -1
    if alternative == 0 or alternative == Alternative.GRANTED_FLASHBACK:
        return np.int64(card.cost) if card.cost != 0 else -1
    if alternative == Alternative.INSTEAD:
        return cost_instead(game, rules, np.int64(item.controller))
    if alternative <= 2 and card.alternative[alternative - 1] != 0:
        if card.alternative_if:
            set_scratch(game, np.int64(item.obj), np.int64(item.controller))
            if not holds(game, rules, game.scratch, np.int64(card.alternative_if)):
                return -1
        return np.int64(card.alternative[alternative - 1])
    return -1


@leaf
def offering_item(game):
    """The cost item for which a permanent is offered (702.48), or -1."""
    return item_of_kind(game, CostKind.OFFERING)


@kernel
def _take_off_offering(game: Game, rules: Rules, cost: ManaCost) -> int:
    """Take the coloured mana in the mana cost of what is offered off a cost; returns the generic mana to take off.

    Coloured mana beyond that in the cost takes off generic mana (702.48c).
    """
    c = game.casting
    less = 0
    for j in range(c.n_paid):
        if c.wants[c.paid_for[j]].kind != CostKind.OFFERING:
            continue
        offered = rules.cost[rules.card[game.object[c.paid[j]].card].cost].mana
        less += np.int64(offered.generic) + np.int64(offered.n_hybrid)
        for k in range(N_MANA):
            same = min(np.int64(offered.need[k]), np.int64(cost.need[k]))
            cost.need[k] -= same
            less += np.int64(offered.need[k]) - same
    return less


@kernel
def total_cost(game: Game, rules: Rules, cost: ManaCost) -> None:
    """Make the mana announced for the top item its total (601.2f).

    Increases, then reductions, which reach generic mana only, then a minimum.
    """
    item = game.stack[game.n_stack - 1]
    more = 0
    less = 0
    least = 0
    at = next_static(game, rules, CHANGES_COSTS, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = static_ability(game, rules, at)
        s = rules.static[rules.ability[number].static]
        seat = np.int64(game.object[source].controller)
        if ((s.kind != StaticKind.COST_LESS or seat == item.controller)
                and matches(game, rules, np.int64(item.obj), np.int64(s.filter), source, seat, seat, 0)
                and static_works(game, rules, number, source)):
            amount = value_of(game, rules, game.scratch, np.int64(s.num_a))
            if s.kind == StaticKind.COST_MORE:
                more += amount
            elif s.kind == StaticKind.COST_LESS:
                less += amount
            else:
                least = max(least, amount)
        at = next_static(game, rules, CHANGES_COSTS, at)
    less += _take_off_offering(game, rules, cost)
    cost.generic = max(np.int64(cost.generic) + more - less, 0)
    cost.generic += max(least - mana_total(cost), 0)


@kernel
def add_delve(game: Game, rules: Rules, obj: int) -> None:
    """Let cards of the graveyard pay for generic mana of a spell with delve (702.66a)."""
    c = game.casting
    if not np.int64(rules.card[game.object[obj].card].keywords) & KW_DELVE or c.n_items >= L.MAX_COST_ITEMS:
        return
    put_item(c, CostKind.DELVE, 0, ANY_NUMBER, obj)


@kernel
def take_off_delve(game: Game, cost: ManaCost) -> None:
    """Take the generic mana off a cost that cards of the graveyard pay, or still can besides all other costs."""
    k = np.int64(item_of_kind(game, CostKind.DELVE))
    if k < 0:
        return
    c = game.casting
    possible = np.int64(c.wants[k].paid)
    if c.wants[k].count == ANY_NUMBER:
        possible = np.int64(game.player[c.seat].n_graveyard)
        for j in range(c.n_items):
            if c.wants[j].kind == CostKind.EXILE_GRAVEYARD:
                possible -= np.int64(c.wants[j].count)
    cost.generic -= min(max(possible, 0), np.int64(cost.generic))


@leaf
def free_is_allowed(game, seat):
    """Whether the spell being cast may be cast without paying its mana cost, since it comes from the hand (118.9)."""
    return game.casts_free & (1 << seat) != 0 and game.casting.from_zone == Zone.HAND


@kernel
def legendary_mana_for(game: Game, rules: Rules, cost: ManaCost) -> int:
    """How much of a cost of the item on top is paid with mana for legendary spells (106.6)."""
    item = game.stack[game.n_stack - 1]
    if item.kind != ItemKind.SPELL or not np.int64(rules.card[game.object[item.obj].card].types) & SUPER_LEGENDARY:
        return 0
    return min(np.int64(game.player[game.casting.seat].legendary_mana), np.int64(cost.generic))


@kernel
def _take_off_other(game: Game, rules: Rules) -> None:
    """Take off `wanted` what is paid with cards of the graveyard and with mana for legendary spells."""
    c = game.casting
    take_off_delve(game, c.wanted)
    if game.player[c.seat].legendary_mana > 0:
        c.wanted.generic -= legendary_mana_for(game, rules, c.wanted)


@kernel
def _payable(game: Game, rules: Rules, x: int) -> bool:
    """Whether the announced total plus `wanted` so far can be paid with this X."""
    c = game.casting
    add_mana(c.wanted, c.mana)
    c.wanted.generic += c.wanted.x * max(x, 0)
    if game.statics_seen & CHANGES_COSTS or offering_item(game) >= 0:
        total_cost(game, rules, c.wanted)
    _take_off_other(game, rules)
    return can_be_paid(game, rules, x)


@kernel
def rest_is_payable(game: Game, rules: Rules, further: bool) -> bool:
    """Whether the total as it was locked in can be paid: with further mana abilities if need be, or as it stands."""
    c = game.casting
    c.wanted = c.mana
    _take_off_other(game, rules)
    game.before_making = c.wanted
    x = np.int64(game.stack[game.n_stack - 1].x)
    return can_be_paid(game, rules, x) if further else fits(game, rules, x)


@kernel
def _payable_offering(game: Game, rules: Rules, k: int, x: int) -> bool:
    """Whether some permanent can be offered for cost item `k` so that the rest can be paid."""
    c = game.casting
    item = c.wants[k]
    result = False
    game.before_offering = c.wanted
    for j in range(game.n_battlefield):
        obj = np.int64(game.battlefield[j])
        if not result and can_pay_with(game, rules, CostKind.OFFERING, np.int64(item.filter), obj, np.int64(item.obj),
                                       np.int64(c.seat), x):
            name_payer(game, k, obj, 1)
            c.wanted = game.before_offering
            result = _payable(game, rules, x)
            name_payer(game, k, obj, -1)
    return result


@leaf
def _needs_x(game, rules):
    """Whether an unpaid item asks for a card whose mana value is X."""
    c = game.casting
    for k in range(c.n_items):
        if np.int64(rules.filter[c.wants[k].filter].marks) & F_MV_IS_X and c.wants[k].kind != CostKind.REMOVE_COUNTERS:
            return True
    return False


@kernel
def _some_x_fits(game: Game, rules: Rules, n: int) -> bool:
    """Whether some X below `n` that leaves the item's own text its targets can be paid, besides `wanted` (601.2b-c)."""
    c = game.casting
    item = game.stack[game.n_stack - 1]
    game.spare_cost = c.wanted
    for x in range(n):
        c.wanted = game.spare_cost
        if not _payable(game, rules, x):
            if c.wanted.x > 0:
                return False             # no greater X either
        elif has_targets(game, rules, np.int64(item.ability), np.int64(item.obj), np.int64(item.controller), x):
            return True
    return False


@kernel
def payable_with(game: Game, rules: Rules, alternative: int, x: int) -> bool:
    """Whether the cast can be paid under an alternative; x X_UNKNOWN: under some X (0 where X is only mana)."""
    c = game.casting
    clear_mana(c.wanted)
    n_items = np.int64(c.n_items)
    if not c.base_done and not is_free(alternative):
        number = base_cost(game, rules, alternative)
        if number < 0:
            return False
        cost = rules.cost[number]
        if cost.has_mana:
            add_mana(c.wanted, cost.mana)
        for k in range(cost.n_items):
            c.n_items = min(np.int64(c.n_items), L.MAX_COST_ITEMS - 1)
            put_item(c, cost.wants[k].kind, cost.wants[k].filter, cost.wants[k].count, game.stack[game.n_stack - 1].obj)
    result = False
    if x == X_UNKNOWN and _needs_x(game, rules):
        p = game.player[c.seat]
        game.spare_cost = c.wanted
        k = 0
        while k < p.n_hand and not result:
            c.wanted = game.spare_cost
            result = _payable(game, rules, np.int64(rules.card[game.object[p.hand[k]].card].mana_value))
            k += 1
    elif x == X_UNKNOWN and c.stage <= Stage.X and x_limits_targets(
            rules, np.int64(game.stack[game.n_stack - 1].ability)):
        result = _some_x_fits(game, rules, 1 if is_free(alternative) else MAX_X)
    elif offering_item(game) >= 0 and c.wants[offering_item(game)].paid == 0:
        result = _payable_offering(game, rules, offering_item(game), max(x, 0))
    else:
        result = _payable(game, rules, max(x, 0))
    c.n_items = n_items
    return result


@kernel
def completable(game: Game, rules: Rules) -> bool:
    """Whether what is announced so far can be paid in some way."""
    c = game.casting
    item = game.stack[game.n_stack - 1]
    if c.base_done:
        return payable_with(game, rules, np.int64(item.alternative), X_UNKNOWN)
    if item.alternative != Alternative.MANA_COST:
        return payable_with(game, rules, np.int64(item.alternative), X_UNKNOWN)
    if free_is_allowed(game, c.seat) and item.kind == ItemKind.SPELL and payable_with(game, rules, FREE, X_UNKNOWN):
        return True
    for alternative in range(FREE):
        if payable_with(game, rules, alternative, X_UNKNOWN):
            return True
    return pays_instead(game, item.kind) and payable_with(game, rules, Alternative.INSTEAD, X_UNKNOWN)


@kernel
def payable_besides(game: Game, rules: Rules, cost: int, obj: int, further: int) -> bool:
    """Whether a cost of `obj`, and a further one of the spell itself, could be paid besides what is announced."""
    c = game.casting
    n_items = np.int64(c.n_items)
    game.before_splice = c.mana
    add_cost(game, rules, cost, obj)
    add_cost(game, rules, further, np.int64(game.stack[game.n_stack - 1].obj))
    possible = completable(game, rules)
    c.mana = game.before_splice
    c.n_items = n_items
    return possible
