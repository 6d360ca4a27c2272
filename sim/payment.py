"""Paying for spells and abilities, and what looks at them being cast (CR 601.2f-i). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.affording import (
    legendary_mana_for,
    mana_is_payable,
    payable_with,
    put_aside,
    put_back,
    tapped_source,
    taps_leave_mana,
    taps_permanents,
)
from sim.announcing import Stage, begin_activation, top_item
from sim.costs import (
    can_pay_fixed,
    can_pay_with,
    can_spare,
    count_payers,
    items_payable,
    pay_fixed,
    pay_with,
    uses_objects,
)
from sim.damage import lose_life
from sim.events import emit_cast
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.limits import MAX_CAST_NAMES, MAX_PAID, MAX_SPLICE_LOG
from sim.mana import add_mana, can_pay_mana, clear_mana, make_mana, owe, pay_mana
from sim.program import settle_owed
from sim.stack import announce_targets, pop_item
from sim.terms import (
    ABSENT,
    ANY_NUMBER,
    LIMIT_SPECIAL,
    TRAIT_ODD_MANA,
    AbilityKind,
    CostKind,
    Decision,
    End,
    ItemKind,
    Zone,
)
from sim.zones import stop_game


@kernel
def item_to_pay(game: Game) -> int:
    """The next cost item for which an object is to be named, or -1."""
    c = game.casting
    for k in range(c.n_items):
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
    for j in range(c.n_paid):
        if c.paid[j] == obj:
            return False
    if not can_pay_with(game, rules, np.int64(item.kind), np.int64(item.filter), obj, np.int64(item.obj),
                        np.int64(c.seat), x):
        return False
    if item.kind == CostKind.TAP_POWER:
        return can_spare(game, rules, obj)
    if c.n_items == 1 and item.kind != CostKind.TAP and item.kind != CostKind.OFFERING:
        return True
    answer_pay(game, k, obj)
    if item.kind == CostKind.OFFERING:
        possible = payable_with(game, rules, np.int64(top_item(game).alternative), x)
    elif taps_permanents(game):
        clear_mana(c.wanted)
        add_mana(c.wanted, c.mana)
        possible = (mana_is_payable(game, rules, c.wanted, ABSENT) >= 0 and taps_leave_mana(game, rules, x))
    else:
        possible = items_payable(game, rules, x)
    c.n_paid -= 1
    item.paid -= 1
    return possible


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


@leaf
def _note_paid(game):
    """Let the item remember what pays for it: texts may look at it."""
    c = game.casting
    item = top_item(game)
    if c.n_paid > 0:
        item.paid = c.paid[0]
    for k in range(c.n_items):
        if uses_objects(c.wants[k].kind):
            item.n_paid = c.wants[k].paid
            break


@kernel
def _pay_mana(game: Game, rules: Rules) -> bool:
    """Pay the mana of the cast in progress. If it is a mana ability in the midst of another cast, that one has to
    stay payable, without what it taps itself (118.10)."""
    c = game.casting
    seat = np.int64(c.seat)
    clear_mana(c.wanted)
    if game.outer.stage == Stage.NONE:
        return pay_mana(game, rules, seat, c.mana, c.wanted)
    add_mana(c.wanted, game.outer.mana)
    source = tapped_source(game.outer)
    aside = put_aside(game, seat, source)
    paid = pay_mana(game, rules, seat, c.mana, c.wanted)
    if aside:
        put_back(game, seat, source)
    return paid


@kernel
def _pay_everything(game: Game, rules: Rules) -> bool:
    """Pay the total: what is tapped as a cost, then mana, then the rest in the order announced (601.2g-h)."""
    c = game.casting
    seat = np.int64(c.seat)
    _note_paid(game)
    if game.player[seat].legendary_mana > 0:
        paid = legendary_mana_for(game, rules, c.mana)
        game.player[seat].legendary_mana -= paid
        c.mana.generic -= paid
    if c.mana.n_hybrid > 0:
        life = mana_is_payable(game, rules, c.mana, ABSENT)
        if life > 0:
            lose_life(game, seat, life)
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.TAP_SELF:
            pay_fixed(game, rules, CostKind.TAP_SELF, 0, 1, np.int64(c.wants[k].obj), seat)
    for j in range(c.n_paid):
        kind = np.int64(c.wants[c.paid_for[j]].kind)
        if kind == CostKind.TAP or kind == CostKind.TAP_POWER:
            pay_with(game, rules, kind, np.int64(c.paid[j]))
    if not _pay_mana(game, rules):
        return False
    settle_owed(game, rules)
    for k in range(c.n_items):
        item = c.wants[k]
        if uses_objects(item.kind):
            for j in range(c.n_paid):
                if c.paid_for[j] == k and item.kind != CostKind.TAP and item.kind != CostKind.TAP_POWER:
                    pay_with(game, rules, np.int64(item.kind), np.int64(c.paid[j]))
        elif item.kind != CostKind.TAP_SELF:
            pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count),
                      np.int64(item.obj), seat)
    c.n_paid = 0
    return True


@kernel
def _log_splices(game: Game, rules: Rules) -> None:
    item = top_item(game)
    p = game.player[item.controller]
    for k in range(item.n_parts):
        if item.part[k].spliced:
            if p.n_splices < MAX_SPLICE_LOG:
                p.splice_host[p.n_splices] = game.object[item.obj].card
                p.splice_guest[p.n_splices] = item.part[k].card
            p.n_splices += 1
    p.splice_mana += item.mana_on_splices


@kernel
def _became_cast(game: Game, rules: Rules) -> None:
    """The spell is cast, or the ability activated: triggers look at it (601.2i)."""
    item = top_item(game)
    controller = np.int64(item.controller)
    if item.kind == ItemKind.SPELL:
        p = game.player[controller]
        if p.n_cast < MAX_CAST_NAMES:
            p.cast[p.n_cast] = rules.card[game.object[item.obj].card].name
        p.types_cast |= rules.card[game.object[item.obj].card].types
        p.colours_cast |= rules.card[game.object[item.obj].card].colours
        p.n_cast += 1
        p.n_casts += 1
        game.object[item.obj].last_x = item.x
        _log_splices(game, rules)
        emit_cast(game, rules, np.int64(item.obj), controller,
                  np.int64(game.player[0].n_cast) + np.int64(game.player[1].n_cast) - 1)
    if item.n_targets > 0:
        announce_targets(game, rules, np.int64(game.n_stack) - 1)


@kernel
def make_or_ask(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> None:
    """The mana of a mana ability; of several colours one is asked for (605.3b)."""
    mask = np.int64(rules.ability[ability].mana)
    if (mask & (mask - 1)) == 0:
        make_mana(game, rules, seat, obj, ability, mask)
        settle_owed(game, rules)
        return
    clear_choice(game, seat, ability, mask)
    game.choice.attention = obj
    game.decision = Decision.COLOUR
    game.to_act = seat


@kernel
def _add_mana(game: Game, rules: Rules) -> None:
    """A mana ability that was paid for resolves at once (605.3b); the cast that it was activated for goes on."""
    item = top_item(game)
    ability = np.int64(item.ability)
    obj = np.int64(item.obj)
    seat = np.int64(item.controller)
    game.mana_x = item.x
    pop_item(game)
    game.priority = seat
    if game.outer.stage != Stage.NONE:
        game.casting = game.outer
        game.outer.stage = Stage.NONE
    make_or_ask(game, rules, seat, obj, ability)


@kernel
def _take_special_action(game: Game, rules: Rules) -> None:
    """What was announced happens at once and nobody can respond to it (116.2f, 702.62a)."""
    item = top_item(game)
    game.object[item.obj].controller = item.controller
    game.priority = item.controller
    game.passes = 0
    owe(game, np.int64(item.ability), np.int64(item.obj))
    pop_item(game)
    settle_owed(game, rules)


@kernel
def _is_wanted(game: Game, rules: Rules, obj: int) -> bool:
    """Whether some cost of the cast could be paid with this object."""
    c = game.casting
    x = np.int64(top_item(game).x)
    for k in range(c.n_items):
        item = c.wants[k]
        if uses_objects(item.kind):
            if can_pay_with(game, rules, np.int64(item.kind), np.int64(item.filter), obj, np.int64(item.obj),
                            np.int64(c.seat), x):
                return True
        elif item.kind == CostKind.SACRIFICE_ALL or (item.obj == obj and item.kind != CostKind.PAY_LIFE):
            return True
    return False


@kernel
def _keeps_apart(game: Game, rules: Rules, obj: int, number: int) -> bool:
    """Whether nothing that a mana ability's cost could use up is wanted for a cost of the cast."""
    cost = rules.cost[number]
    seat = np.int64(game.casting.seat)
    if _is_wanted(game, rules, obj):
        return False
    for k in range(cost.n_items):
        item = cost.wants[k]
        if item.kind == CostKind.PAY_LIFE or item.kind == CostKind.SACRIFICE_ALL:
            return False
        for other in range(game.n_objects if uses_objects(item.kind) else 0):
            if (game.object[other].zone != Zone.NOWHERE
                    and can_pay_with(game, rules, np.int64(item.kind), np.int64(item.filter), other, obj, seat, 0)
                    and _is_wanted(game, rules, other)):
                return False
    return True


@kernel
def _can_pay_without(game: Game, rules: Rules, seat: int, obj: int) -> bool:
    """Whether the mana in `wanted` can be paid without `obj` and without what the cost itself taps (118.10)."""
    source = tapped_source(game.casting)
    if source == obj:
        return False
    aside = put_aside(game, seat, source)
    possible = can_pay_mana(game, rules, seat, game.casting.wanted, 0, obj)
    if aside:
        put_back(game, seat, source)
    return possible


@kernel
def mana_is_offered(game: Game, rules: Rules, obj: int, number: int) -> bool:
    """Whether a mana ability that does more than tap for mana can be activated now.

    The total must stay payable without its source, whatever it makes.
    """
    a = rules.ability[number]
    c = game.casting
    if a.kind != AbilityKind.MANA or a.plain:
        return False
    cost = rules.cost[a.cost]
    if c.n_items > 0 and not _keeps_apart(game, rules, obj, np.int64(a.cost)):
        return False
    clear_mana(c.wanted)
    add_mana(c.wanted, c.mana)
    if cost.has_mana:
        add_mana(c.wanted, cost.mana)
    seat = np.int64(c.seat)
    if not _can_pay_without(game, rules, seat, obj):
        return False
    for k in range(cost.n_items):
        kind = np.int64(cost.wants[k].kind)
        count = np.int64(cost.wants[k].count)
        if uses_objects(kind):
            if count_payers(game, rules, kind, np.int64(cost.wants[k].filter), obj, seat, 0, count) < count:
                return False
        elif not can_pay_fixed(game, rules, kind, np.int64(cost.wants[k].filter), count, obj, seat):
            return False
    return True


@kernel
def some_mana_is_offered(game: Game, rules: Rules) -> bool:
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        card = rules.card[game.object[obj].text]
        if game.object[obj].controller != game.casting.seat or not np.int64(card.traits) & TRAIT_ODD_MANA:
            continue
        for j in range(card.n_abilities):
            if mana_is_offered(game, rules, obj, np.int64(card.ability) + j):
                return True
    return False


@kernel
def answer_mana(game: Game, rules: Rules, obj: int, ability: int) -> None:
    """Activate a mana ability in the midst of a cast (601.2g); ability 0: no more."""
    if ability == 0:
        game.casting.stage = Stage.OBJECTS
        return
    seat = np.int64(game.casting.seat)
    game.outer = game.casting
    begin_activation(game, rules, seat, obj, ability)


@kernel
def finish_cast(game: Game, rules: Rules) -> None:
    """Pay and complete the cast; the caster gets priority again (601.2h-i, 117.3c)."""
    c = game.casting
    seat = np.int64(c.seat)
    c.stage = Stage.NONE
    item = top_item(game)
    if item.kind == ItemKind.TRIGGERED:
        _became_cast(game, rules)
        return
    if item.kind == ItemKind.ACTIVATED:
        item.stamp = game.object[item.obj].stamp        # the source may leave as a cost (113.7a)
    if not _pay_everything(game, rules):
        stop_game(game, End.CAPACITY, -1)
        return
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.EXILE_SELF:       # its effect finds the card in exile (400.7j)
            item.stamp = game.object[item.obj].stamp
    if item.kind == ItemKind.ACTIVATED and rules.ability[item.ability].kind == AbilityKind.MANA:
        _add_mana(game, rules)
        return
    if item.kind == ItemKind.ACTIVATED and np.int64(rules.ability[item.ability].limit) & LIMIT_SPECIAL:
        _take_special_action(game, rules)
        return
    _became_cast(game, rules)
    if game.n_frames == 0:               # a cast in the midst of a resolution gives nobody priority (608.2g)
        game.priority = seat
        game.passes = 0
