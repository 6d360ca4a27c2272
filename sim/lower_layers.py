"""The lower layers: control, land types, creature types, colours (CR 305.7, 613.1b-e). Floor 2.

Effects that say what a permanent becomes are applied here whole, with their keywords
and power and toughness (layers 6 and 7b).
"""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.statics import NONE_LEFT, next_static, static_ability, static_reaches, static_source
from sim.terms import ABSENT, FIXED_SUBTYPES, KW_HAS_GRANTED, KW_HASTE, SUB_SPIRIT, TYPE_LAND, Alternative, Counter
from sim.terms_abilities import TRAIT_CONTROLS, TRAIT_LAND_TYPES, AbilityKind, EffectKind, StaticKind
from sim.zones import alert, leave_combat, touch_mana

CREATURE_TYPES = ~np.uint64((1 << SUB_SPIRIT) - 1)      # of the first word; the second holds no others
assert len(FIXED_SUBTYPES) == SUB_SPIRIT + 1


@leaf
def as_printed(rules, o):
    card = rules.card[o.card]
    o.power = card.power
    o.toughness = card.toughness
    o.types = card.types
    o.colours = card.colours
    o.keywords = card.keywords
    if o.cast_as == Alternative.SUSPENDED:
        o.keywords |= np.uint64(KW_HASTE)
    o.subs[0] = card.subs[0]
    o.subs[1] = card.subs[1]


@leaf
def _take_control(game, obj, seat):
    """A permanent changes its controller: it is summoning sick and leaves combat (302.6, 506.4)."""
    leave_combat(game, obj)
    touch_mana(game, 0)
    touch_mana(game, 1)
    game.object[obj].controller = seat
    game.object[obj].since = game.turn
    if game.object[obj].cast_as == Alternative.SUSPENDED:
        game.object[obj].cast_as = 0
    alert(game)


@kernel
def settle_control(game: Game, rules: Rules) -> None:
    """Who controls each permanent: the latest effect that says so, else whoever put it there (layer 2)."""
    game.control_moved = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        seat = np.int64(o.base_controller)
        latest = -1
        for j in range(game.n_effects):
            e = game.effect[j]
            if e.kind == EffectKind.CONTROL and e.obj == obj and e.stamp == o.stamp and e.made > latest:
                latest = np.int64(e.made)
                seat = np.int64(e.seat)
        for j in range(game.n_battlefield):
            source = game.object[game.battlefield[j]]
            if (np.int64(rules.card[source.text].traits) & TRAIT_CONTROLS and source.attached == obj
                    and source.attached_stamp == o.stamp and source.stamp > latest):
                latest = np.int64(source.stamp)
                seat = np.int64(source.controller)
        if seat != o.controller:
            _take_control(game, obj, seat)
        if seat != o.base_controller:
            game.control_moved = 1


@kernel
def _take_text(game: Game, rules: Rules, obj: int, number: int) -> None:
    """Give a permanent the abilities of a definition and no others."""
    o = game.object[obj]
    o.text = number
    o.traits = rules.card[number].traits
    o.makes = rules.card[number].makes
    o.listens = rules.card[number].listens
    touch_mana(game, np.int64(o.controller))


@kernel
def land_type_of(game: Game, rules: Rules, obj: int) -> int:
    """The basic land type that a permanent was made by the latest effect that says so (305.7, 613.7); -1: none.

    Judged by what is printed on it, since nothing else makes or unmakes a land, basic or not.
    """
    found = -1
    latest = -1
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.LAND_TYPE and e.obj == obj and e.stamp == game.object[obj].stamp and e.made > latest:
            found = np.int64(e.a)
            latest = np.int64(e.made)
    if not np.int64(game.traits_seen) & TRAIT_LAND_TYPES or not np.int64(game.object[obj].printed) & TYPE_LAND:
        return found
    for k in range(game.n_battlefield):
        source = np.int64(game.battlefield[k])
        card = rules.card[game.object[source].text]
        if not np.int64(card.traits) & TRAIT_LAND_TYPES or game.object[source].stamp <= latest:
            continue
        for j in range(card.n_abilities):
            a = rules.ability[np.int64(card.ability) + j]
            if a.kind == AbilityKind.STATIC and rules.static[a.static].kind == StaticKind.LAND_TYPE:
                as_printed(rules, game.object[obj])
                if static_reaches(game, rules, np.int64(a.static), source, obj):
                    found = np.int64(rules.number[rules.static[a.static].num_a].plus)
                    latest = np.int64(game.object[source].stamp)
    return found


@kernel
def settle_land_types(game: Game, rules: Rules) -> None:
    """Lands that became a basic land type lose their own abilities for that type's; others get theirs back (305.7)."""
    if game.retexted:
        game.retexted = 0
        for k in range(game.n_battlefield):
            o = game.object[game.battlefield[k]]
            if o.text != o.card:
                _take_text(game, rules, np.int64(game.battlefield[k]), np.int64(o.card))
    some = np.int64(game.traits_seen) & TRAIT_LAND_TYPES != 0
    for k in range(game.n_effects):
        some = some or game.effect[k].kind == EffectKind.LAND_TYPE
    for k in range(game.n_battlefield if some else 0):
        obj = np.int64(game.battlefield[k])
        number = land_type_of(game, rules, obj)
        if number >= 0:
            _take_text(game, rules, obj, np.int64(rules.basic[number]))
            game.retexted = 1


@kernel
def _set_creature_types(game: Game, rules: Rules, obj: int, number: int) -> None:
    """Give a permanent the creature types of a definition and no others (layer 4)."""
    o = game.object[obj]
    added = rules.card[number]
    o.subs[0] = (o.subs[0] & ~CREATURE_TYPES) | added.subs[0]
    o.subs[1] = added.subs[1]


@kernel
def change_types(game: Game, rules: Rules) -> int:
    """What became something else, and what lost its creature types (layers 4, 6, 7b), by timestamp.

    Returns 1 where some effect is about control; notes whose graveyard holds what can be cast.
    """
    control = 0
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.CONTROL:
            control = 1
        if e.kind == EffectKind.EXILE_INSTEAD:
            game.has_exile_instead = 1
        if e.kind == EffectKind.PLAY:
            game.elsewhere |= 1 << e.seat
        if (e.kind != EffectKind.BECOME and e.kind != EffectKind.LOSE_SUBTYPES
                and e.kind != EffectKind.COLOUR and e.kind != EffectKind.RETYPE) or e.obj == ABSENT:
            continue
        o = game.object[e.obj]
        if o.stamp != e.stamp:
            continue
        if e.kind == EffectKind.COLOUR:
            o.colours = e.a
            continue
        if e.kind == EffectKind.LOSE_SUBTYPES:
            o.subs[0] &= ~CREATURE_TYPES
            o.subs[1] = 0
            continue
        if e.kind == EffectKind.RETYPE:
            _set_creature_types(game, rules, np.int64(e.obj), np.int64(e.a))
            continue
        added = rules.card[np.int64(e.keywords)]
        o.types |= added.types
        if added.colours:
            o.colours = added.colours
        o.keywords |= added.keywords
        if added.n_abilities:
            o.keywords |= np.uint64(KW_HAS_GRANTED)
        o.subs[0] |= added.subs[0]
        o.subs[1] |= added.subs[1]
        counters = o.counters[Counter.PLUS] - o.counters[Counter.MINUS]
        o.power = e.a + counters
        o.toughness = e.b + counters
        game.types_seen |= o.types
    return control


@kernel
def retype(game: Game, rules: Rules) -> None:
    """Static abilities that replace creature types (layer 4)."""
    at = next_static(game, rules, 1 << StaticKind.RETYPE, NONE_LEFT)
    while at != NONE_LEFT:
        number = np.int64(rules.ability[static_ability(game, rules, at)].static)
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if static_reaches(game, rules, number, static_source(game, at), obj):
                _set_creature_types(game, rules, obj, np.int64(rules.static[number].ability))
        at = next_static(game, rules, 1 << StaticKind.RETYPE, at)
