"""Costs that are not mana: what can pay them, whether they can all be paid, and paying (CR 118, 601.2h). Floor 4.

Items that use objects (sacrifice, discard, ...) need distinct ones: no object pays two
costs (118.10). Whether all can be paid at once is a bipartite matching.
"""
from __future__ import annotations

import numpy as np

from sim.damage import gain_life, lose_life
from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, Ints, Rules
from sim.mana import can_pay_mana, is_sick
from sim.moving import discard, move, tap, untap
from sim.spending import is_paid_with
from sim.terms import ABSENT, ST_ATTACKING, ST_BLOCKED, ST_TAPPED, X_MANY, Decision, Step, Zone
from sim.terms_abilities import CostKind
from sim.zones import reveal, touch_mana


@leaf
def uses_objects(kind):
    """Whether a cost is paid with objects that its payer names."""
    return (kind == CostKind.SACRIFICE or kind == CostKind.TAP or kind == CostKind.RETURN
            or kind == CostKind.EXILE_GRAVEYARD or kind == CostKind.EXILE_HAND or kind == CostKind.DISCARD
            or kind == CostKind.NINJUTSU or kind == CostKind.REVEAL_HAND or kind == CostKind.TAP_POWER
            or kind == CostKind.OFFERING or kind == CostKind.DELVE)


@leaf
def put_item(c, kind, number, count, obj):
    """Add an item, a cost of `obj`, to those of a cast; there must be room."""
    item = c.wants[c.n_items]
    c.n_items += 1
    item.kind = kind
    item.filter = number
    item.count = count
    item.paid = 0
    item.obj = obj


@leaf
def item_of_kind(game, kind):
    """The first cost item of this kind of the cast in progress, or -1."""
    c = game.casting
    for k in range(c.n_items):
        if c.wants[k].kind == kind:
            return k
    return -1


@kernel
def can_pay_with(game: Game, rules: Rules, kind: int, number: int, obj: int, source: int, seat: int, x: int) -> bool:
    """Whether `obj` can pay one unit of a cost of `source` that `seat` pays."""
    o = game.object[obj]
    zone = o.zone
    if kind == CostKind.NINJUTSU:
        return (zone == Zone.BATTLEFIELD and o.controller == seat and (o.status & ST_ATTACKING) != 0
                and (o.status & ST_BLOCKED) == 0)
    if (kind == CostKind.SACRIFICE or kind == CostKind.TAP or kind == CostKind.RETURN or kind == CostKind.TAP_POWER
            or kind == CostKind.OFFERING):
        if zone != Zone.BATTLEFIELD or o.controller != seat:
            return False
        if (kind == CostKind.TAP or kind == CostKind.TAP_POWER) and o.status & ST_TAPPED:
            return False
    elif kind == CostKind.EXILE_GRAVEYARD or kind == CostKind.DELVE:
        if zone != Zone.GRAVEYARD or o.owner != seat:
            return False
    elif zone != Zone.HAND or o.owner != seat:
        return False
    return number == 0 or matches(game, rules, obj, number, source, seat, seat, x)


@kernel
def count_payers(game: Game, rules: Rules, kind: int, number: int, source: int, seat: int, x: int, enough: int) -> int:
    """How many objects could pay one unit each, counting no further than `enough`."""
    n = 0
    p = game.player[seat]
    if kind == CostKind.EXILE_GRAVEYARD:
        for k in range(p.n_graveyard):
            n += can_pay_with(game, rules, kind, number, np.int64(p.graveyard[k]), source, seat, x)
        return n
    if kind == CostKind.EXILE_HAND or kind == CostKind.DISCARD or kind == CostKind.REVEAL_HAND:
        for k in range(p.n_hand):
            n += can_pay_with(game, rules, kind, number, np.int64(p.hand[k]), source, seat, x)
        return n
    for k in range(game.n_battlefield):
        n += can_pay_with(game, rules, kind, number, np.int64(game.battlefield[k]), source, seat, x)
        if n >= enough:
            break
    return n


@kernel
def can_pay_fixed(game: Game, rules: Rules, kind: int, number: int, count: int, source: int, seat: int) -> bool:
    """Whether a cost that names its own object or none can be paid."""
    o = game.object[source]
    if kind == CostKind.TAP_SELF:
        return o.zone == Zone.BATTLEFIELD and not o.status & ST_TAPPED and not is_sick(game, source)
    if kind == CostKind.UNTAP_SELF:
        return o.zone == Zone.BATTLEFIELD and (o.status & ST_TAPPED) != 0 and not is_sick(game, source)
    if kind == CostKind.SACRIFICE_SELF or kind == CostKind.RETURN_SELF:
        return o.zone == Zone.BATTLEFIELD
    if kind == CostKind.DISCARD_SELF:
        return o.zone == Zone.HAND
    if kind == CostKind.PAY_LIFE:
        return game.player[seat].life >= count
    if kind == CostKind.OPPONENT_GAINS:
        return not game.no_gain & (1 << (1 - seat))          # 119.7; a gain that is replaced is paid (118.11)
    if kind == CostKind.REMOVE_COUNTERS:
        return o.zone == Zone.BATTLEFIELD and o.counters[number] >= count
    return True


@kernel
def pay_with(game: Game, rules: Rules, kind: int, obj: int) -> None:
    """Use `obj` up for one unit of a cost."""
    if kind == CostKind.SACRIFICE or kind == CostKind.OFFERING:
        move(game, rules, obj, Zone.GRAVEYARD, 0)
    elif kind == CostKind.TAP or kind == CostKind.TAP_POWER:
        tap(game, rules, obj)
    elif kind == CostKind.RETURN or kind == CostKind.NINJUTSU:
        move(game, rules, obj, Zone.HAND, 0)
    elif kind == CostKind.EXILE_GRAVEYARD or kind == CostKind.EXILE_HAND or kind == CostKind.DELVE:
        move(game, rules, obj, Zone.EXILE, 0)
    elif kind == CostKind.DISCARD:
        discard(game, rules, obj)
    elif kind == CostKind.REVEAL_HAND:
        reveal(game, obj)


@kernel
def _sacrifice_all(game: Game, rules: Rules, number: int, source: int, seat: int) -> None:
    k = 0
    while k < game.n_battlefield:
        obj = np.int64(game.battlefield[k])
        if game.object[obj].controller == seat and matches(game, rules, obj, number, source, seat, seat, 0):
            move(game, rules, obj, Zone.GRAVEYARD, 0)
        else:
            k += 1


@kernel
def pay_fixed(game: Game, rules: Rules, kind: int, number: int, count: int, source: int, seat: int) -> None:
    """Pay a cost that names its own object or none."""
    if kind == CostKind.TAP_SELF:
        tap(game, rules, source)
    elif kind == CostKind.UNTAP_SELF:
        untap(game, source)
    elif kind == CostKind.SACRIFICE_SELF:
        move(game, rules, source, Zone.GRAVEYARD, 0)
    elif kind == CostKind.RETURN_SELF:
        move(game, rules, source, Zone.HAND, 0)
    elif kind == CostKind.DISCARD_SELF:
        discard(game, rules, source)
    elif kind == CostKind.EXILE_SELF:
        move(game, rules, source, Zone.EXILE, 0)
    elif kind == CostKind.PAY_LIFE:
        lose_life(game, seat, count)
    elif kind == CostKind.OPPONENT_GAINS:
        gain_life(game, rules, 1 - seat, count)
    elif kind == CostKind.REMOVE_COUNTERS:
        game.object[source].counters[number] -= count
        game.layers_stale = 1
        touch_mana(game, seat)
    elif kind == CostKind.ADD_COUNTERS:
        game.object[source].counters[number] += count
        game.layers_stale = 1
    elif kind == CostKind.UNATTACH:
        game.object[game.stack[game.n_stack - 1].granter].attached = ABSENT
        game.layers_stale = 1
    elif kind == CostKind.REMOVE_ALL_COUNTERS:
        item = game.stack[game.n_stack - 1]
        item.n_paid = game.object[item.granter].counters[number]
        game.object[item.granter].counters[number] = 0
        game.layers_stale = 1
    elif kind == CostKind.DISCARD_HAND:
        while game.player[seat].n_hand > 0:
            discard(game, rules, np.int64(game.player[seat].hand[game.player[seat].n_hand - 1]))
    elif kind == CostKind.SHOW_HAND:
        for k in range(game.player[seat].n_hand):
            reveal(game, np.int64(game.player[seat].hand[k]))
    elif kind == CostKind.SACRIFICE_ALL:
        _sacrifice_all(game, rules, number, source, seat)


@leaf
def uses_itself_up(kind):
    """Whether a cost is paid with its own source, which is gone then."""
    return (kind == CostKind.SACRIFICE_SELF or kind == CostKind.RETURN_SELF or kind == CostKind.EXILE_SELF
            or kind == CostKind.DISCARD_SELF)


@leaf
def is_ability_tap(c, k):
    """Whether cost item `k` taps permanents for a mana ability that is activated for the cast."""
    return k >= c.n_own and c.wants[k].kind == CostKind.TAP


@leaf
def is_taken(game, k, obj):
    """Whether an object cannot pay cost item `k` because it pays another cost (118.10).

    What is tapped for a mana ability may be used for something else after that.
    """
    c = game.casting
    before = is_ability_tap(c, k)
    for j in range(c.n_paid):
        if c.paid[j] == obj:
            other = c.paid_for[j]
            if before == is_ability_tap(c, other) or (c.wants[k].kind == c.wants[other].kind):
                return True
    for j in range(0 if before else c.n_items):
        if c.wants[j].obj == obj and uses_itself_up(c.wants[j].kind):
            return True
    return False


@kernel
def walk_back(owner: Ints, came: Ints, n: int, last: int) -> None:
    """Give `last` of n what it was reached from, what had that the one before it, and so on along the path."""
    while last >= 0:
        before = -1
        for k in range(n):
            if owner[k] == came[last]:
                before = k
        owner[last] = came[last]
        last = before


@kernel
def _augment(game: Game, rules: Rules, slot_item: int, owner: Ints, seen: Ints, queue: Ints, came: Ints,
             slots: Ints, n_slots: int, x: int) -> bool:
    """Give one more unit of a cost an object, moving others about if need be (an augmenting path)."""
    c = game.casting
    for obj in range(game.n_objects):
        seen[obj] = 0
    head = 0
    tail = 1
    queue[0] = n_slots
    slots[n_slots] = slot_item
    while head < tail:
        slot = queue[head]
        head += 1
        item = c.wants[slots[slot]]
        for obj in range(game.n_objects):
            if seen[obj] or not can_pay_with(game, rules, np.int64(item.kind), np.int64(item.filter), obj,
                                             np.int64(item.obj), np.int64(c.seat), x):
                continue
            if is_taken(game, np.int64(slots[slot]), obj):
                continue
            seen[obj] = 1
            came[obj] = slot
            if owner[obj] < 0:
                walk_back(owner, came, np.int64(game.n_objects), obj)
                return True
            queue[tail] = owner[obj]
            tail += 1
    return False


@leaf
def life_to_pay(game):
    """Life that the cast in progress costs, over all its costs (119.4)."""
    c = game.casting
    life = 0
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.PAY_LIFE:
            life += np.int64(c.wants[k].count)
    return life


@kernel
def can_spare(game: Game, rules: Rules, obj: int) -> bool:
    """Whether a permanent can be tapped as a cost and the mana still be paid; of those that make mana only one is."""
    c = game.casting
    if game.object[obj].makes == 0:
        return True
    for k in range(c.n_paid):
        if game.object[c.paid[k]].makes != 0:
            return False
    return can_pay_mana(game, rules, np.int64(c.seat), c.mana, 0, obj)


@kernel
def _power_suffices(game: Game, rules: Rules, k: int, x: int) -> bool:
    """Whether permanents that need not be tapped for mana have the total power that a cost asks for."""
    c = game.casting
    item = c.wants[k]
    missing = np.int64(item.count) - np.int64(item.paid)
    for j in range(game.n_battlefield):
        obj = np.int64(game.battlefield[j])
        if (missing > 0 and game.object[obj].power > 0 and not is_paid_with(game, obj)
                and can_pay_with(game, rules, CostKind.TAP_POWER, np.int64(item.filter), obj, np.int64(item.obj),
                                 np.int64(c.seat), x)
                and can_spare(game, rules, obj)):
            missing -= np.int64(game.object[obj].power)
    return missing <= 0


@kernel
def _counters_suffice(game: Game) -> bool:
    """Whether costs that remove counters of one kind from one permanent can be paid together."""
    c = game.casting
    for k in range(c.n_items):
        if c.wants[k].kind != CostKind.REMOVE_COUNTERS:
            continue
        wanted = 0
        for j in range(c.n_items):
            if (c.wants[j].kind == CostKind.REMOVE_COUNTERS and c.wants[j].obj == c.wants[k].obj
                    and c.wants[j].filter == c.wants[k].filter):
                wanted += np.int64(c.wants[j].count)
        if game.object[c.wants[k].obj].counters[c.wants[k].filter] < wanted:
            return False
    return True


@kernel
def items_payable(game: Game, rules: Rules, x: int) -> bool:
    """Whether all non-mana costs of the cast in progress can still be paid together (118.3)."""
    c = game.casting
    units = 0
    items = 0
    last = 0
    alone = c.n_paid == 0
    for k in range(c.n_items):
        item = c.wants[k]
        if item.kind == CostKind.TAP_POWER:
            if not _power_suffices(game, rules, k, x):
                return False
        elif uses_objects(item.kind):
            if item.count > item.paid:
                units += np.int64(item.count) - np.int64(item.paid)
                items += 1
                last = k
        elif item.paid == 0:
            count = x if item.count == X_MANY else np.int64(item.count)
            alone = alone and not uses_itself_up(item.kind)
            if not can_pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), count, np.int64(item.obj),
                                 np.int64(c.seat)):
                return False
    if life_to_pay(game) > max(np.int64(game.player[c.seat].life), 0) or not _counters_suffice(game):
        return False
    if items == 0:
        return True
    if items == 1 and alone:
        item = c.wants[last]
        return count_payers(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.obj),
                            np.int64(c.seat), x, units) >= units
    if units > 40:
        return False
    owner = np.full(game.n_objects, -1, np.int64)
    seen = np.zeros(game.n_objects, np.int64)
    came = np.zeros(game.n_objects, np.int64)
    queue = np.zeros(64, np.int64)
    slots = np.zeros(64, np.int64)
    n_slots = 0
    for k in range(c.n_items):
        item = c.wants[k]
        if uses_objects(item.kind) and item.kind != CostKind.TAP_POWER:
            for _ in range(np.int64(item.count) - np.int64(item.paid)):
                if not _augment(game, rules, k, owner, seen, queue, came, slots, n_slots, x):
                    return False
                n_slots += 1
    return True


@kernel
def asks_to_pay(game: Game, rules: Rules) -> bool:
    """Ask whether a permanent that entered is paid for, so that it is untapped (614.12); False: nothing is to be asked.

    Asked at the first opportunity after it entered; nobody can do anything between.
    """
    while game.n_unpaid > 0:
        obj = np.int64(game.unpaid[game.n_unpaid - 1])
        o = game.object[obj]
        if o.zone == Zone.BATTLEFIELD and o.status & ST_TAPPED:
            cost = rules.cost[-np.int64(rules.card[o.card].enters_tapped)].wants[0]
            seat = np.int64(o.controller)
            if can_pay_fixed(game, rules, np.int64(cost.kind), np.int64(cost.filter), np.int64(cost.count), obj, seat):
                game.asks_unpaid = 1
                game.decision = Decision.MAY
                game.to_act = seat
                return True
        game.n_unpaid -= 1
    return False


@kernel
def answer_to_pay(game: Game, rules: Rules, yes: bool) -> None:
    """Pay for a permanent that entered, so that it is untapped, or not."""
    game.asks_unpaid = 0
    game.n_unpaid -= 1
    obj = np.int64(game.unpaid[game.n_unpaid])
    if yes:
        cost = rules.cost[-np.int64(rules.card[game.object[obj].card].enters_tapped)].wants[0]
        pay_fixed(game, rules, np.int64(cost.kind), np.int64(cost.filter), np.int64(cost.count), obj,
                  np.int64(game.object[obj].controller))
        untap(game, obj)


@leaf
def in_combat_after_blocks(game):
    """Whether blockers were declared and combat is not over (702.49c)."""
    return game.step >= Step.BLOCKERS and game.step <= Step.END_COMBAT
