"""Continuous effects: what every permanent looks like now (CR 613). Floor 2.

`refresh` recomputes all permanents in the order of the layers. It runs only when
something marked the layers stale: an object came, left, got counters, or an effect
began or ended. It also notes which events anything listens to, so that an event
that nothing cares about costs one test.
"""
from __future__ import annotations

import numpy as np

from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.statics import NONE_LEFT, next_static, static_ability, static_reaches, static_source, static_works
from sim.terms import (
    ABSENT,
    F_IS_SELF,
    F_MULTICOLOURED,
    F_NAME,
    F_NONTOKEN,
    F_NOT_NAME,
    F_NOT_SELF,
    F_TOKEN,
    FIXED_SUBTYPES,
    KW_HAS_GRANTED,
    KW_HASTE,
    PRO_COLOUR_SHIFT,
    SUB_ARCANE,
    SUB_SPIRIT,
    TRAIT_CONTROLS,
    TRAIT_FLASHBACK,
    TRAIT_LAND_TYPES,
    TRAIT_RETYPES,
    TRAIT_STATIC,
    TYPE_CREATURE,
    TYPE_LAND,
    AbilityKind,
    Alternative,
    Counter,
    EffectKind,
    Num,
    StaticKind,
    Zone,
)
from sim.values import same_object, set_scratch, value_of
from sim.zones import alert, leave_combat, touch_mana

CONDITIONAL = 1 << 62        # of `statics_seen`: some static ability depends on what no permanent shows
_LAND_TYPES = np.uint64((1 << SUB_ARCANE) - 1)           # the five basic ones
_CREATURE_TYPES = ~np.uint64((1 << SUB_SPIRIT) - 1)      # of the first word; the second holds no others
assert len(FIXED_SUBTYPES) == SUB_SPIRIT + 1
_LASTING = F_NOT_SELF | F_IS_SELF | F_TOKEN | F_NONTOKEN | F_NAME | F_NOT_NAME | F_MULTICOLOURED


@leaf
def _print(rules, o):
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


@kernel
def _about_players(game: Game, kind: int, seat: int, narrow: bool) -> None:
    """Note what a static ability of `seat` says of players; `narrow`: it has a filter."""
    if kind == StaticKind.GRAVEYARD_TO_EXILE:
        game.has_exile_instead = 1
    elif kind == StaticKind.HEXPROOF_YOU:
        game.hexproof |= 1 << seat
    elif kind == StaticKind.CANT_GAIN_LIFE:
        game.no_gain = 3
    elif kind == StaticKind.GAIN_IS_LOSS:
        game.gain_is_loss |= 2 >> seat
    elif kind == StaticKind.CAST_FREE:
        game.casts_free |= 1 << seat
    elif kind == StaticKind.PLAY_TOP:
        game.plays_top |= 1 << seat if narrow else 5 << seat
    elif kind == StaticKind.DRAW_ONCE:
        game.draws_once |= 2 >> seat


@kernel
def _set_power_toughness(game: Game, rules: Rules, number: int, source: int) -> None:
    """A characteristic-defining ability (604.3, layer 7a): on top of a printed 0, unless something set other values."""
    game.statics_seen |= CONDITIONAL
    s = rules.static[number]
    o = game.object[source]
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.BECOME and e.obj == source and e.stamp == o.stamp:
            return
    set_scratch(game, source, np.int64(o.controller))
    o.power += value_of(game, rules, game.scratch, np.int64(s.num_a))
    o.toughness += value_of(game, rules, game.scratch, np.int64(s.num_b))


@kernel
def _protect_from_colours(game: Game, rules: Rules, number: int, source: int) -> None:
    """Give a permanent protection from the colours of everything that the ability is about."""
    controller = np.int64(game.object[source].controller)
    colours = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if matches(game, rules, obj, np.int64(rules.static[number].filter), source, controller, controller, 0):
            colours |= np.int64(game.object[obj].colours)
    game.object[source].keywords |= np.uint64(colours << PRO_COLOUR_SHIFT)


@kernel
def _is_passing(rules: Rules, number: int) -> bool:
    """Whether what matches a filter can change although no permanent comes, leaves or becomes something else."""
    while number != 0:
        f = rules.filter[number]
        if f.zone != Zone.BATTLEFIELD or np.int64(f.marks) & ~_LASTING or f.relation:
            return True
        number = np.int64(f.other)
    return False


@kernel
def _is_live(rules: Rules, number: int) -> bool:
    """Whether an amount can change although no permanent does."""
    kind = rules.number[number].kind
    if kind == Num.COUNT:
        return _is_passing(rules, np.int64(rules.number[number].arg))
    return kind != Num.LITERAL and kind != Num.BUSHIDO and kind != Num.KIN


@kernel
def _count_kin(game: Game, obj: int) -> int:
    """How many other creatures share a creature type with this one."""
    o = game.object[obj]
    n = 0
    for k in range(game.n_battlefield):
        other = game.object[game.battlefield[k]]
        shared = ((o.subs[0] & other.subs[0]) & _CREATURE_TYPES) | (o.subs[1] & other.subs[1])
        if game.battlefield[k] != obj and np.int64(other.types) & TYPE_CREATURE and shared:
            n += 1
    return n


@kernel
def _points(game: Game, rules: Rules, obj: int, kind: int) -> int:
    """What an amount counts of the one object that a static ability changes; of other amounts nothing."""
    if kind == Num.BUSHIDO:
        return np.int64(rules.card[game.object[obj].card].bushido)
    return _count_kin(game, obj) if kind == Num.KIN else 1


@kernel
def _apply_static(game: Game, rules: Rules, ability: int, source: int) -> None:
    """Add one static ability's bonuses and keywords to what it affects (layers 6 and 7c)."""
    number = np.int64(rules.ability[ability].static)
    s = rules.static[number]
    game.statics_seen |= 1 << np.int64(s.kind)
    if s.kind == StaticKind.SET_PT:
        _set_power_toughness(game, rules, number, source)
        return
    if s.kind == StaticKind.COLOUR_PROTECTION:
        _protect_from_colours(game, rules, number, source)
        return
    if s.kind == StaticKind.DRAW_INSTEAD:         # its condition is looked at as a card would be drawn
        game.draws_instead |= 1 << np.int64(game.object[source].controller)
        return
    if rules.ability[ability].condition:
        game.statics_seen |= CONDITIONAL
        if not static_works(game, rules, ability, source):
            return
    if s.kind != StaticKind.MODIFY and s.kind != StaticKind.GRANT_ABILITY:
        _about_players(game, np.int64(s.kind), np.int64(game.object[source].controller), s.filter != 0)
        return
    if (_is_live(rules, np.int64(s.num_a)) or _is_live(rules, np.int64(s.num_b))
            or _is_passing(rules, np.int64(s.filter))):
        game.statics_seen |= CONDITIONAL
    each = np.int64(rules.number[s.num_a].kind)
    set_scratch(game, source, np.int64(game.object[source].controller))
    power = value_of(game, rules, game.scratch, np.int64(s.num_a))
    toughness = value_of(game, rules, game.scratch, np.int64(s.num_b))
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if static_reaches(game, rules, number, source, obj):
            o = game.object[obj]
            points = _points(game, rules, obj, each)
            o.power += power * points
            o.toughness += toughness * points
            o.keywords |= s.keywords


@kernel
def _apply_effects(game: Game) -> None:
    """Bonuses and keywords of resolved spells and abilities (layers 6 and 7c)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind > EffectKind.KEYWORD or e.obj == ABSENT or not same_object(game, e.obj, e.stamp):
            continue
        o = game.object[e.obj]
        if e.kind == EffectKind.PUMP:
            o.power += e.a
            o.toughness += e.b
        else:
            o.keywords |= e.keywords


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
def _settle_control(game: Game, rules: Rules) -> None:
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
                _print(rules, game.object[obj])
                if static_reaches(game, rules, np.int64(a.static), source, obj):
                    found = np.int64(rules.number[rules.static[a.static].num_a].plus)
                    latest = np.int64(game.object[source].stamp)
    return found


@kernel
def _settle_land_types(game: Game, rules: Rules) -> None:
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
    o.subs[0] = (o.subs[0] & ~_CREATURE_TYPES) | added.subs[0]
    o.subs[1] = added.subs[1]


@kernel
def _change_types(game: Game, rules: Rules) -> int:
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
            o.subs[0] &= ~_CREATURE_TYPES
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
def _retype(game: Game, rules: Rules) -> None:
    """Static abilities that replace creature types (layer 4)."""
    at = next_static(game, rules, 1 << StaticKind.RETYPE, NONE_LEFT)
    while at != NONE_LEFT:
        number = np.int64(rules.ability[static_ability(game, rules, at)].static)
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if static_reaches(game, rules, number, static_source(game, at), obj):
                _set_creature_types(game, rules, obj, np.int64(rules.static[number].ability))
        at = next_static(game, rules, 1 << StaticKind.RETYPE, at)


@kernel
def _switch(game: Game) -> None:
    """Switch power and toughness after everything else (layer 7d)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.SWITCH and same_object(game, e.obj, e.stamp):
            o = game.object[e.obj]
            power = o.power
            o.power = o.toughness
            o.toughness = power


@leaf
def forget_statements(game):
    """Nothing is said by static abilities until they are looked at."""
    game.statics_seen = 0
    game.hexproof = 0
    game.no_gain = 0
    game.gain_is_loss = 0
    game.casts_free = 0
    game.plays_top = 0
    game.draws_once = 0
    game.draws_instead = 0


@kernel
def refresh(game: Game, rules: Rules) -> None:
    """Recompute the characteristics of every permanent if anything changed (613)."""
    if game.layers_stale == 0:
        return
    game.layers_stale = 0
    game.listens = 0
    game.types_seen = 0
    game.any_attached = 0
    game.has_exile_instead = 0
    if game.statics_seen:                # what static abilities say of players
        forget_statements(game)
    statics = 0
    differs = np.int64(game.control_moved)
    if game.n_effects > 0 or game.retexted or np.int64(game.traits_seen) & TRAIT_LAND_TYPES:
        _settle_land_types(game, rules)
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        _print(rules, o)
        if game.retexted and o.text != o.card:       # a land of a basic type, and of no other land type
            o.subs[0] = (o.subs[0] & ~_LAND_TYPES) | (rules.card[o.text].subs[0] & _LAND_TYPES)
            o.keywords = rules.card[o.text].keywords
        counters = o.counters[Counter.PLUS] - o.counters[Counter.MINUS]
        o.power += counters
        o.toughness += counters
        game.types_seen |= o.types
        if o.attached != ABSENT:
            game.any_attached = 1
        game.listens |= o.listens
        statics |= np.int64(o.traits) & (TRAIT_STATIC | TRAIT_CONTROLS | TRAIT_RETYPES)
    game.elsewhere = 3 if np.int64(game.traits_seen) & TRAIT_FLASHBACK else np.int64(game.on_adventure)
    if game.n_effects > 0:
        differs |= _change_types(game, rules)
    if differs or statics & TRAIT_CONTROLS:
        _settle_control(game, rules)
    if statics & TRAIT_RETYPES:
        _retype(game, rules)
    if statics > 0:
        for k in range(game.n_battlefield):
            source = np.int64(game.battlefield[k])
            card = rules.card[game.object[source].text]
            if not np.int64(card.traits) & TRAIT_STATIC:
                continue
            for j in range(card.n_abilities):
                a = rules.ability[card.ability + j]
                if a.kind == AbilityKind.STATIC and a.zone == Zone.BATTLEFIELD:
                    _apply_static(game, rules, np.int64(card.ability) + j, source)
    if game.n_effects > 0:
        _apply_effects(game)
        _switch(game)
    game.elsewhere |= game.plays_top & 3
    game.player[0].avail_ready = 0
    game.player[1].avail_ready = 0
    game.player[0].quiet = 0
    game.player[1].quiet = 0
    game.unchecked = 1


@kernel
def renew(game: Game, rules: Rules) -> None:
    """Look again where some static ability depends on what passes: hands, life, whose turn it is."""
    if game.statics_seen & CONDITIONAL:
        game.layers_stale = 1
        refresh(game, rules)
