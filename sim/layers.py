"""Continuous effects: what every permanent looks like now (CR 604.3, 613). Floor 2.

`refresh` recomputes all permanents in the order of the layers (the first five are in
`lower_layers`). It runs only when something marked the layers stale: an object came, left,
got counters, or an effect began or ended. It also notes which events anything listens to,
so that an event that nothing cares about costs one test.
"""
from __future__ import annotations

import numpy as np

from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.lower_layers import CREATURE_TYPES, as_printed, change_types, retype, settle_control, settle_land_types
from sim.statics import static_reaches, static_works
from sim.terms import ABSENT, PRO_COLOUR_SHIFT, SUB_ARCANE, TYPE_CREATURE, Counter, Zone
from sim.terms_abilities import (
    F_IS_SELF,
    F_MULTICOLOURED,
    F_NAME,
    F_NONTOKEN,
    F_NOT_NAME,
    F_NOT_SELF,
    F_TOKEN,
    TRAIT_CONTROLS,
    TRAIT_FLASHBACK,
    TRAIT_LAND_TYPES,
    TRAIT_RETYPES,
    TRAIT_STATIC,
    AbilityKind,
    EffectKind,
    StaticKind,
)
from sim.terms_texts import Num
from sim.values import same_object, set_scratch, value_of

CONDITIONAL = 1 << 62        # of `statics_seen`: some static ability depends on what no permanent shows
_LAND_TYPES = np.uint64((1 << SUB_ARCANE) - 1)           # the five basic ones
_LASTING = F_NOT_SELF | F_IS_SELF | F_TOKEN | F_NONTOKEN | F_NAME | F_NOT_NAME | F_MULTICOLOURED


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
        shared = ((o.subs[0] & other.subs[0]) & CREATURE_TYPES) | (o.subs[1] & other.subs[1])
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
        settle_land_types(game, rules)
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        as_printed(rules, o)
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
        differs |= change_types(game, rules)
    if differs or statics & TRAIT_CONTROLS:
        settle_control(game, rules)
    if statics & TRAIT_RETYPES:
        retype(game, rules)
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
