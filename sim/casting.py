"""Casting spells and activating abilities, one question at a time (CR 601.2, 602.2, 702.47). Floor 6.

The item is on the stack from the first question on (601.2a). Stages follow the order of
601.2: modes, splices and their order, alternative cost, optional costs, X, targets, then
objects for costs that are not mana. `next_question` moves to the next thing that needs
an answer; `answer_*` take one. Nothing is ever taken back (see `affording`).
"""
from __future__ import annotations

import numpy as np

from sim.affording import (
    CHANGES_COSTS,
    add_cost,
    add_delve,
    completable,
    free_is_allowed,
    offering_item,
    pays_instead,
    total_cost,
)
from sim.announcing import (
    Stage,
    asks_x,
    begin_announcing,
    begin_cast,
    count_alternatives,
    definition_cast,
    modes_left,
    option_is_possible,
    settle_cost,
    top_item,
)
from sim.completing import finish_cast
from sim.filters import matches
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.naming import asks_to_name, name_the_only_objects
from sim.picking import asks_for_mana
from sim.splice import orders_left, splices_left
from sim.statics import NONE_LEFT, next_static, static_ability, static_source, static_works
from sim.targeting import divisions_left, targets_left
from sim.targets import has_modes_or_targets
from sim.terms import ABSENT, FORM_STEP, KW_SPLIT_SECOND, Decision, Form, ItemKind, Zone
from sim.terms_abilities import LIMIT_EVERYBODY, LIMIT_OPPONENTS, TRAIT_SPLIT_SECOND, StaticKind
from sim.values import holds, set_scratch

FORBIDS = ((1 << StaticKind.CANT_CAST) | (1 << StaticKind.CANT_CAST_CHOSEN) | (1 << StaticKind.ONE_SPELL_A_TURN))


@leaf
def _is_called(rules, number, name):
    """Whether a definition, or a half of what is cast fused, has this name."""
    card = rules.card[number]
    if name == 0 or card.name == name:
        return name != 0
    return card.half[0] != 0 and (rules.card[card.half[0]].name == name or rules.card[card.half[1]].name == name)


@leaf
def as_a_spell_matches(game, rules, obj, number, source, seat):
    """Whether a card would match a filter of spells if `seat` cast it."""
    o = game.object[obj]
    zone, controller = o.zone, o.controller
    o.zone = Zone.STACK
    o.controller = seat
    fits = matches(game, rules, obj, number, source, seat, seat, 0)
    o.zone = zone
    o.controller = controller
    return fits


@kernel
def is_forbidden(game: Game, rules: Rules, seat: int, obj: int) -> bool:
    """Whether a static ability forbids `seat` to cast the card (601.3, 101.2)."""
    if not game.statics_seen & FORBIDS:
        return False
    at = next_static(game, rules, FORBIDS, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = static_ability(game, rules, at)
        s = rules.static[rules.ability[number].static]
        controller = np.int64(game.object[source].controller)
        if s.kind == StaticKind.ONE_SPELL_A_TURN:
            applies = game.player[seat].n_cast > 0
        elif s.kind == StaticKind.CANT_CAST_CHOSEN:
            applies = _is_called(rules, np.int64(game.object[obj].card), np.int64(game.object[source].chosen))
        else:
            whose = 1 - controller if np.int64(s.limit) & LIMIT_OPPONENTS else controller
            bound = seat == whose or np.int64(s.limit) & LIMIT_EVERYBODY != 0
            applies = bound and as_a_spell_matches(game, rules, obj, np.int64(s.filter), source, seat)
        if applies and static_works(game, rules, number, source):
            return True
        at = next_static(game, rules, FORBIDS, at)
    return False


@kernel
def meets_condition(game: Game, rules: Rules, seat: int, obj: int) -> bool:
    """Whether the condition under which a card may be cast at all holds (601.3)."""
    condition = np.int64(rules.card[game.object[obj].card].cast_if)
    if condition == 0:
        return True
    set_scratch(game, obj, seat)
    return holds(game, rules, game.scratch, condition)


@kernel
def is_hushed(game: Game, rules: Rules) -> bool:
    """Whether a spell with split second is on the stack: no spells, and no abilities but mana abilities (702.61a)."""
    if game.n_stack == 0 or not np.int64(game.traits_seen) & TRAIT_SPLIT_SECOND:
        return False
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind == ItemKind.SPELL and np.int64(rules.card[item.card].keywords) & KW_SPLIT_SECOND:
            return True
    return False


@kernel
def texts_have_targets(game: Game, rules: Rules, seat: int, obj: int, form: int) -> bool:
    """Whether the texts of this form of a card have the targets that they need (601.2c)."""
    card = rules.card[game.object[obj].card]
    if form == Form.FUSED:
        for k in range(2):
            if not has_modes_or_targets(game, rules, np.int64(rules.card[card.half[k]].spell), obj, seat):
                return False
        return True
    return card.spell == 0 or has_modes_or_targets(game, rules, np.int64(card.spell), obj, seat)


@kernel
def could_be_cast(game: Game, rules: Rules, seat: int, obj: int, way: int) -> bool:
    """Whether a card could be cast in this way (Alternative and Form): not forbidden, payable, with targets.

    Tried on a blank item, without splices.
    """
    form = way // FORM_STEP
    if game.n_stack >= len(game.stack) or game.player[seat].no_more_spells or is_hushed(game, rules):
        return False
    o = game.object[obj]
    number = np.int64(o.card)
    o.card = definition_cast(rules, number, form)
    if is_forbidden(game, rules, seat, obj) or not meets_condition(game, rules, seat, obj):
        o.card = number
        return False
    card = rules.card[o.card]
    item = game.stack[game.n_stack]
    game.n_stack += 1
    item.kind = ItemKind.SPELL
    item.obj = obj
    item.controller = seat
    item.ability = card.spell
    item.alternative = way % FORM_STEP
    item.x = 0
    item.n_targets = 0
    item.n_parts = 0
    zone = o.zone
    controller = o.controller
    o.zone = Zone.STACK
    o.controller = seat
    begin_announcing(game, seat)
    game.casting.from_zone = zone
    if card.additional_cost:
        add_cost(game, rules, np.int64(card.additional_cost), obj)
    add_delve(game, rules, obj)
    possible = completable(game, rules)
    game.casting.stage = Stage.NONE
    game.casting.n_items = 0
    game.n_stack -= 1
    possible = possible and texts_have_targets(game, rules, seat, obj, form)
    o.zone = zone
    o.controller = controller
    o.card = number
    return possible


@leaf
def has_form(rules, number, form):
    """Whether a card can be cast in this form, from the hand at least."""
    card = rules.card[number]
    if form == Form.WHOLE:
        return card.half[0] == 0
    if form == Form.ADVENTURE:
        return card.adventure != 0
    if form == Form.OVERLOADED:
        return card.overload != 0
    if form == Form.FUSED:
        return card.fuse != 0
    return card.half[form - Form.LEFT] != 0


@kernel
def offered_form(game: Game, rules: Rules, form: int) -> bool:
    """Whether the card that a text offers can be cast in this form now."""
    obj = np.int64(game.offered)
    return (form != Form.FUSED and has_form(rules, np.int64(game.object[obj].card), form)
            and could_be_cast(game, rules, np.int64(game.offered_to), obj,
                              np.int64(game.offered_for) + FORM_STEP * form))


@kernel
def offer_cast(game: Game, rules: Rules) -> None:
    """Ask whether the card that a text offers is cast; where it cannot be, go on (608.2g)."""
    seat = np.int64(game.offered_to)
    obj = np.int64(game.offered)
    possible = False
    for form in range(Form.FUSED):
        possible = possible or offered_form(game, rules, form)
    if not possible:
        game.offered = ABSENT
        return
    clear_choice(game, seat, 1, 1)
    game.choice.attention = obj
    game.decision = Decision.MAY
    game.to_act = seat


@kernel
def answer_offer(game: Game, rules: Rules, form: int) -> None:
    """Begin to cast the card that was offered in this form, or (-1) not; RESULT says which."""
    frame = game.frame[game.n_frames - 1]
    obj = np.int64(game.offered)
    game.offered = ABSENT
    frame.result = 1 if form >= 0 else 0
    if form >= 0:
        begin_cast(game, rules, np.int64(game.offered_to), obj, np.int64(game.offered_for) + FORM_STEP * form)


@kernel
def asks_texts(game: Game, rules: Rules) -> bool:
    """Go through the stages of modes and splices; True when something is to be asked (601.2b, 702.47b)."""
    c = game.casting
    if c.stage == Stage.MODES:
        if modes_left(game, rules):
            game.decision = Decision.MODE
            return True
        c.stage = Stage.SPLICES
    if c.stage == Stage.SPLICES:
        if splices_left(game, rules):
            game.decision = Decision.SPLICE
            return True
        c.stage = Stage.ORDER
    return False


@kernel
def asks_costs(game: Game, rules: Rules) -> bool:
    """Go through the stages of costs and X; True when something is to be asked (601.2b)."""
    c = game.casting
    item = top_item(game)
    if c.stage == Stage.COST:
        if item.alternative == 0 and item.kind == ItemKind.SPELL and (
                rules.card[game.object[item.obj].card].alternative[0] or free_is_allowed(game, np.int64(c.seat))
                or pays_instead(game, item.kind)):
            if count_alternatives(game, rules) > 1:
                game.decision = Decision.COST
                return True
            settle_cost(game, rules, np.int64(game.choice.value))
        else:
            settle_cost(game, rules, np.int64(item.alternative))
    if c.stage == Stage.OPTIONAL:
        while c.spec < 2 * item.n_parts and item.kind == ItemKind.SPELL:
            if option_is_possible(game, rules, np.int64(c.spec)):
                game.decision = Decision.OPTIONAL_COST
                return True
            c.spec += 1
        c.spec = 0
        c.stage = Stage.X
    if c.stage == Stage.X:
        if asks_x(game, rules):
            game.decision = Decision.CHOOSE_X
            return True
        c.stage = Stage.TARGETS
    return False


@kernel
def next_question(game: Game, rules: Rules) -> None:
    """Go through the stages until something is to be asked (`game.decision`) or the cast is complete."""
    c = game.casting
    item = top_item(game)
    game.to_act = c.seat
    if c.stage < Stage.ORDER and asks_texts(game, rules):
        return
    if c.stage == Stage.ORDER:
        if orders_left(game, rules):
            game.decision = Decision.SPLICE_ORDER
            return
        c.stage = Stage.COST
    if c.stage < Stage.TARGETS and asks_costs(game, rules):
        return
    if c.stage == Stage.TARGETS:
        if targets_left(game, rules):
            game.decision = Decision.TARGET
            return
        c.stage = Stage.DIVISION
    if c.stage == Stage.DIVISION:
        if item.n_targets > 1 and divisions_left(game, rules):
            game.decision = Decision.NUMBER
            return
        if item.n_targets == 1:
            divisions_left(game, rules)
        offered = offering_item(game)
        if offered >= 0 and c.wants[offered].paid == 0 and not name_the_only_objects(game, rules, offered):
            clear_choice(game, np.int64(c.seat), 1, 1)
            game.choice.value = offered
            game.decision = Decision.PAY
            return
        if (game.statics_seen & CHANGES_COSTS or offered >= 0) and item.kind != ItemKind.TRIGGERED:
            total_cost(game, rules, c.mana)      # locked in from here on (601.2f)
        c.stage = Stage.MANA
    if c.stage == Stage.MANA:
        if asks_for_mana(game, rules):
            return
        c.stage = Stage.OBJECTS
    if asks_to_name(game, rules, 0):
        return
    finish_cast(game, rules)
