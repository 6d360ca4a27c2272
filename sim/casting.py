"""Casting spells and activating abilities, one question at a time (CR 601.2, 602.2, 702.47). Floor 6.

The item is on the stack from the first question on (601.2a). Stages follow the order of
601.2: modes, splices and their order, alternative cost, optional costs, X, targets, then
objects for costs that are not mana. `next_question` moves to the next thing that needs
an answer; `answer_*` take one. Nothing is ever taken back (see `affording`).
"""
from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.affording import (
    CHANGES_COSTS,
    FREE,
    X_UNKNOWN,
    add_cost,
    add_mana,
    base_cost,
    clear_mana,
    completable,
    free_is_allowed,
    mana_is_payable,
    payable_with,
    total_cost,
)
from sim.costs import can_pay_fixed, can_pay_with, count_payers, items_payable, pay_fixed, pay_with, uses_objects
from sim.damage import lose_life
from sim.events import emit_cast
from sim.filters import matches, player_can_be_target
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layers import static_works
from sim.layout import Game, Rules
from sim.limits import MAX_CAST_NAMES, MAX_PAID, MAX_SPLICE_LOG, MAX_TARGETS
from sim.mana import can_pay_mana, make_mana, mana_total, pay_mana
from sim.program import settle_owed
from sim.stack import add_part, announce_targets, push_item
from sim.targets import chooser_for, count_targets, has_modes_or_targets, has_targets, is_legal_target
from sim.terms import (
    ABSENT,
    ANY_NUMBER,
    ASK_ALL_ORDERS,
    ASK_MANA,
    ST_ADVENTURE,
    ST_EXILED_AFTER,
    TRAIT_ODD_MANA,
    TRAIT_STATIC,
    AbilityKind,
    Alternative,
    CostKind,
    Decision,
    End,
    ItemKind,
    StaticKind,
    Zone,
)
from sim.zones import identify, reveal, stop_game, transfer


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


@leaf
def top_item(game):
    return game.stack[game.n_stack - 1]


@leaf
def begin_announcing(game, seat):
    """A blank cast or activation by `seat`."""
    c = game.casting
    c.stage = Stage.MODES
    c.seat = seat
    clear_mana(c.mana)
    c.n_items = 0
    c.n_paid = 0
    c.next_splice = 0
    c.n_ordered = 0
    c.part = 0
    c.spec = 0
    c.n_of_spec = 0
    c.modes = 0
    c.base_done = 0


@kernel
def begin_cast(game: Game, rules: Rules, seat: int, obj: int, alternative: int) -> None:
    """Announce a spell: the card moves to the stack (601.2a)."""
    card = rules.card[game.object[obj].card]
    game.casting.from_zone = game.object[obj].zone
    transfer(game, rules, obj, Zone.STACK, 0)
    o = game.object[obj]
    o.controller = seat
    o.known = 3
    if alternative == Alternative.FLASHBACK:
        o.status |= ST_EXILED_AFTER
    elif alternative == Alternative.ADVENTURE:
        o.status |= ST_ADVENTURE
        o.front = o.card
        identify(game, rules, obj, np.int64(card.adventure))
        card = rules.card[o.card]
    index = push_item(game, ItemKind.SPELL, obj, seat, np.int64(card.spell))
    if index < 0:
        return
    begin_announcing(game, seat)
    game.stack[index].alternative = alternative
    if rules.ability[card.spell].n_modes == 0:
        add_part(game, index, np.int64(game.object[obj].card), obj, np.int64(card.spell), 0)
    add_cost(game, rules, np.int64(card.additional_cost), obj)


@kernel
def begin_activation(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> None:
    """Announce an activated ability (602.2a)."""
    index = push_item(game, ItemKind.ACTIVATED, obj, seat, ability)
    if index < 0:
        return
    if game.object[obj].zone == Zone.HAND:
        reveal(game, obj)                # 702.49b, and whatever else works from a hand
    begin_announcing(game, seat)
    if rules.ability[ability].n_modes == 0:
        add_part(game, index, np.int64(game.object[obj].card), obj, ability, 0)


# ---------------------------------------------------------------- modes (601.2b, 700.2)

@kernel
def mode_is_offered(game: Game, rules: Rules, mode: int) -> bool:
    """Whether a mode was not chosen yet and its targets exist."""
    item = top_item(game)
    if np.int64(game.casting.modes) & (1 << mode):
        return False
    number = np.int64(rules.ability[item.ability].mode) + mode
    return has_targets(game, rules, number, np.int64(item.obj), np.int64(item.controller), 0)


@kernel
def _modes_left(game: Game, rules: Rules) -> bool:
    """Ask for a mode while more must or may be chosen."""
    item = top_item(game)
    a = rules.ability[item.ability]
    if a.n_modes == 0 or item.n_parts >= a.choose_most:
        return False
    for mode in range(a.n_modes):
        if mode_is_offered(game, rules, mode):
            return True
    return False


@kernel
def answer_mode(game: Game, rules: Rules, mode: int) -> None:
    """Choose a mode; it becomes a text of the item. -1: no more."""
    item = top_item(game)
    a = rules.ability[item.ability]
    if mode < 0:
        game.casting.stage = Stage.SPLICES
        return
    game.casting.modes |= np.uint32(1 << mode)
    add_part(game, np.int64(game.n_stack) - 1, np.int64(game.object[item.obj].card), np.int64(item.obj),
             np.int64(a.mode) + mode, 0)


# ---------------------------------------------------------------- splice (702.47)

@kernel
def can_splice(game: Game, rules: Rules, obj: int) -> bool:
    """Whether the text of a card in hand may join the spell being cast (702.47a-b)."""
    item = top_item(game)
    host = np.int64(item.obj)
    card = rules.card[game.object[obj].card]
    if card.splice_onto == 0:
        return False
    seat = np.int64(item.controller)
    if not matches(game, rules, host, np.int64(card.splice_onto), host, seat, seat, 0):
        return False
    if item.n_parts >= len(item.part) or not has_targets(game, rules, np.int64(card.spell), host, seat, 0):
        return False
    c = game.casting
    n_items = np.int64(c.n_items)
    game.before_splice = c.mana
    add_cost(game, rules, np.int64(card.splice_cost), obj)
    possible = completable(game, rules)
    c.mana = game.before_splice
    c.n_items = n_items
    return possible


@leaf
def same_card(game, a, b):
    """Whether two cards in one hand look the same to both players."""
    return game.object[a].card == game.object[b].card and game.object[a].known == game.object[b].known


@kernel
def splice_is_offered(game: Game, rules: Rules, k: int) -> bool:
    """Whether the card at position `k` of the hand is offered; of equal cards still open only the first."""
    p = game.player[game.casting.seat]
    obj = np.int64(p.hand[k])
    if rules.card[game.object[obj].card].splice_onto == 0:
        return False
    for j in range(game.casting.next_splice, k):
        if same_card(game, np.int64(p.hand[j]), obj):
            return False
    return can_splice(game, rules, obj)


@kernel
def _splices_left(game: Game, rules: Rules) -> bool:
    item = top_item(game)
    if item.kind != ItemKind.SPELL:
        return False
    p = game.player[game.casting.seat]
    for k in range(game.casting.next_splice, p.n_hand):
        if splice_is_offered(game, rules, k):
            return True
    return False


@kernel
def answer_splice(game: Game, rules: Rules, obj: int) -> None:
    """Splice a card: reveal it, add its text and its cost; it stays in hand (702.47a). ABSENT: no more."""
    c = game.casting
    if obj == ABSENT:
        c.stage = Stage.ORDER
        return
    item = top_item(game)
    card = rules.card[game.object[obj].card]
    p = game.player[c.seat]
    k = 0
    while p.hand[k] != obj:
        k += 1
    c.next_splice = k + 1
    reveal(game, obj)
    before = mana_total(c.mana)
    add_cost(game, rules, np.int64(card.splice_cost), obj)
    item.mana_on_splices += mana_total(c.mana) - before
    add_part(game, np.int64(game.n_stack) - 1, np.int64(game.object[obj].card), obj, np.int64(card.spell), 1)


@leaf
def n_host_parts(item):
    """Texts of the spell's own card: one, or one a mode."""
    n = 0
    while n < item.n_parts and item.part[n].spliced == 0:
        n += 1
    return n


@leaf
def _commute(rules, a, b):
    """Whether the order of two texts cannot matter: neither changes what the other looks at."""
    x, y = rules.ability[a], rules.ability[b]
    return not (x.writes & y.reads) and not (y.writes & x.reads)


@kernel
def _orders_left(game: Game, rules: Rules) -> bool:
    """Whether the order of the texts that are not placed yet is to be asked (702.47b)."""
    item = top_item(game)
    first = n_host_parts(item) + np.int64(game.casting.n_ordered)
    if item.n_parts - first < 2:
        return False
    for i in range(first, item.n_parts):
        for j in range(i + 1, item.n_parts):
            if item.part[i].card != item.part[j].card:
                if game.policy & ASK_ALL_ORDERS:
                    return True
                if not _commute(rules, np.int64(item.part[i].ability), np.int64(item.part[j].ability)):
                    return True
    return False


@kernel
def answer_order(game: Game, obj: int) -> None:
    """Put the text of a spliced card next."""
    item = top_item(game)
    place = n_host_parts(item) + np.int64(game.casting.n_ordered)
    k = place
    while item.part[k].obj != obj:
        k += 1
    while k > place:
        card, other, ability = item.part[k].card, item.part[k].obj, item.part[k].ability
        item.part[k].card = item.part[k - 1].card
        item.part[k].obj = item.part[k - 1].obj
        item.part[k].ability = item.part[k - 1].ability
        item.part[k - 1].card = card
        item.part[k - 1].obj = other
        item.part[k - 1].ability = ability
        k -= 1
    game.casting.n_ordered += 1


# ---------------------------------------------------------------- costs announced, X (601.2b)

@kernel
def settle_cost(game: Game, rules: Rules, alternative: int) -> None:
    """Fix how the item itself is paid for; its cost joins the total."""
    item = top_item(game)
    item.alternative = alternative
    if alternative != FREE:
        number = base_cost(game, rules, alternative)
        if number > 0:
            add_cost(game, rules, number, np.int64(item.obj))
    game.casting.base_done = 1
    game.casting.stage = Stage.OPTIONAL


@kernel
def alternative_is_possible(game: Game, rules: Rules, alternative: int) -> bool:
    """Whether the spell may be paid for in this way, and can be."""
    if alternative == FREE and not free_is_allowed(game, np.int64(game.casting.seat)):
        return False
    return payable_with(game, rules, alternative, X_UNKNOWN)


@kernel
def _count_alternatives(game: Game, rules: Rules) -> int:
    """How many ways of paying for the item are possible; the last one is left in `choice.value`."""
    n = 0
    for alternative in range(FREE + 1 if free_is_allowed(game, game.casting.seat) else FREE):
        if alternative_is_possible(game, rules, alternative):
            n += 1
            game.choice.value = alternative
    return n


@kernel
def option_is_possible(game: Game, rules: Rules, number: int) -> bool:
    """Whether an optional cost of the spell's card can be paid as well."""
    item = top_item(game)
    card = rules.card[game.object[item.obj].card]
    cost = np.int64(card.optional[number])
    if cost == 0:
        return False
    c = game.casting
    n_items = np.int64(c.n_items)
    game.before_splice = c.mana
    add_cost(game, rules, cost, np.int64(item.obj))
    possible = completable(game, rules)
    c.mana = game.before_splice
    c.n_items = n_items
    return possible


@kernel
def answer_option(game: Game, rules: Rules, number: int, pay: int) -> None:
    """Pay an optional cost or not; `casting.spec` counts the options asked."""
    item = top_item(game)
    if pay == 1:
        item.optional |= 1 << number
        add_cost(game, rules, np.int64(rules.card[game.object[item.obj].card].optional[number]), np.int64(item.obj))
    game.casting.spec = number + 1


@kernel
def asks_x(game: Game, rules: Rules) -> bool:
    """Whether this item has an X to choose (107.3a)."""
    item = top_item(game)
    if game.casting.mana.x > 0:
        return True
    return item.kind == ItemKind.SPELL and rules.card[game.object[item.obj].card].has_x > 0 and item.alternative != 3


@kernel
def x_is_possible(game: Game, rules: Rules, x: int) -> bool:
    return payable_with(game, rules, np.int64(top_item(game).alternative), x)


@kernel
def answer_x(game: Game, x: int) -> None:
    """Choose X; the mana for it joins the total."""
    c = game.casting
    top_item(game).x = x
    c.mana.generic += c.mana.x * x
    c.mana.x = 0
    c.stage = Stage.TARGETS


# ---------------------------------------------------------------- targets (601.2c)

@kernel
def target_is_offered(game: Game, rules: Rules, obj: int, seat: int) -> bool:
    """Whether an object (or, with ABSENT, a player) may be the next target of the instance being asked."""
    item = top_item(game)
    c = game.casting
    ability = rules.ability[item.part[c.part].ability]
    spec = rules.target_spec[np.int64(ability.target) + np.int64(c.spec)]
    number = np.int64(spec.when_chosen) if spec.when_chosen else np.int64(spec.filter)
    controller = np.int64(item.controller)
    for k in range(item.n_targets):
        t = item.target[k]
        if t.part == c.part and (t.spec == c.spec or t.spec + 1 == spec.different_from):
            if t.obj == obj and (obj != ABSENT or t.seat == seat):
                return False
    if obj == ABSENT:
        return player_can_be_target(game, rules, number, seat, controller)
    return is_legal_target(game, rules, number, obj, np.int64(item.obj), controller,
                           chooser_for(game, rules, item, number), np.int64(item.x))


@kernel
def answer_target(game: Game, obj: int, seat: int) -> None:
    """Choose a target; ABSENT and seat -1: no more for this instance."""
    c = game.casting
    item = top_item(game)
    if obj == ABSENT and seat < 0:
        c.spec += 1
        c.n_of_spec = 0
        return
    if item.n_targets >= MAX_TARGETS:
        stop_game(game, End.CAPACITY, -1)
        return
    t = item.target[item.n_targets]
    item.n_targets += 1
    t.obj = obj
    t.seat = seat
    t.stamp = game.object[obj].stamp if obj != ABSENT else 0
    t.part = c.part
    t.spec = c.spec
    t.amount = 0
    t.legal = 1
    c.n_of_spec += 1


@kernel
def _targets_left(game: Game, rules: Rules) -> bool:
    """Move on to the next instance of "target" that takes another target; False when all have theirs."""
    item = top_item(game)
    c = game.casting
    while c.part < item.n_parts:
        a = rules.ability[item.part[c.part].ability]
        while c.spec < a.n_targets:
            spec = rules.target_spec[np.int64(a.target) + np.int64(c.spec)]
            if c.n_of_spec < spec.most:
                number = np.int64(spec.filter)
                # an optional further target is asked only where there is one left
                if spec.least > c.n_of_spec or count_targets(
                        game, rules, number, np.int64(item.obj), np.int64(item.controller),
                        chooser_for(game, rules, item, number), np.int64(item.x),
                        np.int64(c.n_of_spec) + 1) > c.n_of_spec:
                    return True
            c.spec += 1
            c.n_of_spec = 0
        c.part += 1
        c.spec = 0
        c.n_of_spec = 0
    return False


# ---------------------------------------------------------------- payment (601.2f-h)

@kernel
def _item_to_pay(game: Game) -> int:
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
    c.wants[k].paid += 1


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
    if c.n_items == 1 and item.kind != CostKind.TAP:
        return True
    answer_pay(game, k, obj)
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
def _name_the_only_objects(game: Game, rules: Rules, k: int) -> bool:
    """Where every object that can pay an item must pay it, name them all without asking."""
    item = game.casting.wants[k]
    if item.count == ANY_NUMBER:
        return _nothing_to_name(game, rules, k)
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
def _pay_everything(game: Game, rules: Rules) -> bool:
    """Pay the total: what is tapped as a cost, then mana, then the rest in the order announced (601.2g-h)."""
    c = game.casting
    seat = np.int64(c.seat)
    _note_paid(game)
    if c.mana.n_hybrid > 0:
        life = mana_is_payable(game, rules, c.mana, ABSENT)
        if life > 0:
            lose_life(game, seat, life)
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.TAP_SELF:
            pay_fixed(game, rules, CostKind.TAP_SELF, 0, 1, np.int64(c.wants[k].obj), seat)
    for j in range(c.n_paid):
        if c.wants[c.paid_for[j]].kind == CostKind.TAP:
            pay_with(game, rules, CostKind.TAP, np.int64(c.paid[j]))
    if not pay_mana(game, rules, seat, c.mana):
        return False
    settle_owed(game, rules)
    for k in range(c.n_items):
        item = c.wants[k]
        if uses_objects(item.kind):
            for j in range(c.n_paid):
                if c.paid_for[j] == k and item.kind != CostKind.TAP:
                    pay_with(game, rules, np.int64(item.kind), np.int64(c.paid[j]))
        elif item.kind != CostKind.TAP_SELF:
            pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count),
                      np.int64(item.obj), seat)
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
        p.n_cast += 1
        p.n_casts += 1
        _log_splices(game, rules)
        emit_cast(game, rules, np.int64(item.obj), controller,
                  np.int64(game.player[0].n_cast) + np.int64(game.player[1].n_cast) - 1)
    if item.n_targets > 0:
        announce_targets(game, rules, np.int64(game.n_stack) - 1)


@kernel
def _add_mana(game: Game, rules: Rules) -> None:
    """A mana ability that was paid for resolves at once (605.3b); the cast that it was activated for goes on."""
    item = top_item(game)
    ability = np.int64(item.ability)
    obj = np.int64(item.obj)
    seat = np.int64(item.controller)
    game.n_stack -= 1
    game.priority = seat
    if game.outer.stage != Stage.NONE:
        game.casting = game.outer
        game.outer.stage = Stage.NONE
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
def mana_is_offered(game: Game, rules: Rules, obj: int, number: int) -> bool:
    """Whether a mana ability that does more than tap for mana can be activated now.

    The total must stay payable without its source, whatever it makes.
    """
    a = rules.ability[number]
    c = game.casting
    if a.kind != AbilityKind.MANA or a.plain or c.n_items > 0:
        return False
    cost = rules.cost[a.cost]
    clear_mana(c.wanted)
    add_mana(c.wanted, c.mana)
    if cost.has_mana:
        add_mana(c.wanted, cost.mana)
    seat = np.int64(c.seat)
    if not can_pay_mana(game, rules, seat, c.wanted, 0, obj):
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
def _some_mana_is_offered(game: Game, rules: Rules) -> bool:
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        card = rules.card[game.object[obj].card]
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
    if item.kind == ItemKind.ACTIVATED and rules.ability[item.ability].kind == AbilityKind.MANA:
        _add_mana(game, rules)
        return
    _became_cast(game, rules)
    if game.n_frames == 0:               # a cast in the midst of a resolution gives nobody priority (608.2g)
        game.priority = seat
        game.passes = 0


# ---------------------------------------------------------------- whether a card can be cast at all

FORBIDS = ((1 << StaticKind.CANT_CAST) | (1 << StaticKind.CANT_CAST_CHOSEN) | (1 << StaticKind.ONE_SPELL_A_TURN))


@leaf
def _as_a_spell_matches(game, rules, obj, number, source, seat):
    """Whether a card would match a filter of spells if it were cast."""
    zone = game.object[obj].zone
    game.object[obj].zone = Zone.STACK
    fits = matches(game, rules, obj, number, source, seat, seat, 0)
    game.object[obj].zone = zone
    return fits


@kernel
def is_forbidden(game: Game, rules: Rules, seat: int, obj: int) -> bool:
    """Whether a static ability forbids `seat` to cast the card (601.3, 101.2)."""
    if not game.statics_seen & FORBIDS:
        return False
    name = rules.card[game.object[obj].card].name
    for k in range(game.n_battlefield):
        source = np.int64(game.battlefield[k])
        card = rules.card[game.object[source].card]
        if not np.int64(card.traits) & TRAIT_STATIC:
            continue
        for j in range(card.n_abilities):
            number = np.int64(card.ability) + j
            s = rules.static[rules.ability[number].static]
            if rules.ability[number].kind != AbilityKind.STATIC or not FORBIDS & (1 << np.int64(s.kind)):
                continue
            controller = np.int64(game.object[source].controller)
            if s.kind == StaticKind.ONE_SPELL_A_TURN:
                applies = game.player[seat].n_cast > 0
            elif s.kind == StaticKind.CANT_CAST_CHOSEN:
                applies = game.object[source].chosen == name and name != 0
            else:
                applies = seat == controller and _as_a_spell_matches(game, rules, obj, np.int64(s.filter), source, seat)
            if applies and static_works(game, rules, number, source):
                return True
    return False


@kernel
def could_be_cast(game: Game, rules: Rules, seat: int, obj: int, alternative: int) -> bool:
    """Whether the card could be paid for and has its targets: tried on a blank item, without splices."""
    if game.n_stack >= len(game.stack):
        return False
    o = game.object[obj]
    number = np.int64(o.card)
    if alternative == Alternative.ADVENTURE:
        o.card = rules.card[number].adventure
    card = rules.card[o.card]
    item = game.stack[game.n_stack]
    game.n_stack += 1
    item.kind = ItemKind.SPELL
    item.obj = obj
    item.controller = seat
    item.ability = card.spell
    item.alternative = alternative
    item.x = 0
    item.n_targets = 0
    zone = o.zone
    controller = o.controller
    o.zone = Zone.STACK
    o.controller = seat
    begin_announcing(game, seat)
    game.casting.from_zone = zone
    if card.additional_cost:
        add_cost(game, rules, np.int64(card.additional_cost), obj)
    possible = completable(game, rules)
    game.casting.stage = Stage.NONE
    game.casting.n_items = 0
    o.zone = zone
    o.controller = controller
    game.n_stack -= 1
    possible = possible and (card.spell == 0 or has_modes_or_targets(game, rules, np.int64(card.spell), obj, seat))
    o.card = number
    return possible


@kernel
def offer_cast(game: Game, rules: Rules) -> None:
    """Ask whether the card that a text offers is cast for free; where it cannot be, go on (608.2g)."""
    frame = game.frame[game.n_frames - 1]
    seat = np.int64(frame.controller)
    obj = np.int64(game.offered)
    if is_forbidden(game, rules, seat, obj) or not could_be_cast(game, rules, seat, obj, FREE):
        game.offered = ABSENT
        return
    clear_choice(game, seat, 1, 1)
    game.choice.attention = obj
    game.decision = Decision.MAY
    game.to_act = seat


@kernel
def answer_offer(game: Game, rules: Rules, cast: int) -> None:
    """Begin to cast the card that was offered, or not; RESULT says which."""
    frame = game.frame[game.n_frames - 1]
    obj = np.int64(game.offered)
    game.offered = ABSENT
    frame.result = cast
    if cast == 1:
        begin_cast(game, rules, np.int64(frame.controller), obj, FREE)


# ---------------------------------------------------------------- the sequence

@kernel
def next_question(game: Game, rules: Rules) -> None:
    """Go through the stages until something is to be asked (`game.decision`) or the cast is complete."""
    c = game.casting
    item = top_item(game)
    game.to_act = c.seat
    if c.stage == Stage.MODES:
        if _modes_left(game, rules):
            game.decision = Decision.MODE
            return
        c.stage = Stage.SPLICES
    if c.stage == Stage.SPLICES:
        if _splices_left(game, rules):
            game.decision = Decision.SPLICE
            return
        c.stage = Stage.ORDER
    if c.stage == Stage.ORDER:
        if _orders_left(game, rules):
            game.decision = Decision.SPLICE_ORDER
            return
        c.stage = Stage.COST
    if c.stage == Stage.COST:
        if item.alternative == 0 and item.kind == ItemKind.SPELL and (rules.card[
                game.object[item.obj].card].alternative[0] or free_is_allowed(game, np.int64(c.seat))):
            if _count_alternatives(game, rules) > 1:
                game.decision = Decision.COST
                return
            settle_cost(game, rules, np.int64(game.choice.value))
        else:
            settle_cost(game, rules, np.int64(item.alternative))
    if c.stage == Stage.OPTIONAL:
        while c.spec < 2 and item.kind == ItemKind.SPELL:
            if option_is_possible(game, rules, np.int64(c.spec)):
                game.decision = Decision.OPTIONAL_COST
                return
            c.spec += 1
        c.spec = 0
        c.stage = Stage.X
    if c.stage == Stage.X:
        if asks_x(game, rules):
            game.decision = Decision.CHOOSE_X
            return
        c.stage = Stage.TARGETS
    if c.stage == Stage.TARGETS:
        if _targets_left(game, rules):
            game.decision = Decision.TARGET
            return
        if game.statics_seen & CHANGES_COSTS and item.kind != ItemKind.TRIGGERED:
            total_cost(game, rules, c.mana)      # locked in from here on (601.2f)
        c.stage = Stage.MANA
    if c.stage == Stage.MANA:
        if game.policy & ASK_MANA and _some_mana_is_offered(game, rules):
            game.decision = Decision.MANA
            return
        c.stage = Stage.OBJECTS
    if c.stage == Stage.OBJECTS:
        k = _item_to_pay(game)
        while k >= 0 and _name_the_only_objects(game, rules, k):
            k = _item_to_pay(game)
        if k >= 0:
            clear_choice(game, np.int64(c.seat), 1, 1)
            game.choice.value = k
            game.decision = Decision.PAY
            return
    finish_cast(game, rules)
