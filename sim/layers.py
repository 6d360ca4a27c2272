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
from sim.terms import (
    ABSENT,
    LIMIT_ATTACHED,
    LIMIT_OTHERS,
    LIMIT_SELF,
    TRAIT_STATIC,
    AbilityKind,
    Counter,
    Duration,
    EffectKind,
    StaticKind,
    Zone,
)
from sim.values import same_object, set_scratch, value_of
from sim.zones import touch_mana


@leaf
def _print(rules, o):
    card = rules.card[o.card]
    o.power = card.power
    o.toughness = card.toughness
    o.types = card.types
    o.colours = card.colours
    o.keywords = card.keywords
    o.subs[0] = card.subs[0]
    o.subs[1] = card.subs[1]


@kernel
def static_reaches(game: Game, rules: Rules, number: int, source: int, obj: int) -> bool:
    """Whether a static ability of `source` affects `obj`."""
    s = rules.static[number]
    limit = np.int64(s.limit)
    if limit & LIMIT_ATTACHED:
        o = game.object[source]
        return o.attached == obj and game.object[obj].stamp == o.attached_stamp
    if limit & LIMIT_SELF:
        return source == obj
    if limit & LIMIT_OTHERS and source == obj:
        return False
    controller = np.int64(game.object[source].controller)
    return s.filter == 0 or matches(game, rules, obj, np.int64(s.filter), source, controller, controller, 0)


@kernel
def _apply_static(game: Game, rules: Rules, number: int, source: int) -> None:
    """Add one static ability's bonuses and keywords to what it affects (layers 6 and 7c)."""
    s = rules.static[number]
    if s.kind == StaticKind.GRAVEYARD_TO_EXILE:
        game.has_exile_instead = 1
        return
    if s.kind != StaticKind.MODIFY and s.kind != StaticKind.GRANT_ABILITY:
        return
    set_scratch(game, source, np.int64(game.object[source].controller))
    power = value_of(game, rules, game.scratch, np.int64(s.num_a))
    toughness = value_of(game, rules, game.scratch, np.int64(s.num_b))
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if static_reaches(game, rules, number, source, obj):
            o = game.object[obj]
            o.power += power
            o.toughness += toughness
            o.keywords |= s.keywords


@kernel
def _apply_effects(game: Game) -> None:
    """Bonuses and keywords of resolved spells and abilities (layers 6 and 7c)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind > EffectKind.KEYWORD or not same_object(game, e.obj, e.stamp):
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
    statics = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        _print(rules, o)
        counters = o.counters[Counter.PLUS] - o.counters[Counter.MINUS]
        o.power += counters
        o.toughness += counters
        game.types_seen |= o.types
        if o.attached != ABSENT:
            game.any_attached = 1
        game.listens |= o.listens
        statics |= np.int64(o.traits) & TRAIT_STATIC
    if statics > 0:
        for k in range(game.n_battlefield):
            source = np.int64(game.battlefield[k])
            card = rules.card[game.object[source].card]
            if not np.int64(card.traits) & TRAIT_STATIC:
                continue
            for j in range(card.n_abilities):
                a = rules.ability[card.ability + j]
                if a.kind == AbilityKind.STATIC and a.zone == Zone.BATTLEFIELD:
                    _apply_static(game, rules, np.int64(a.static), source)
    if game.n_effects > 0:
        _apply_effects(game)
        _switch(game)
    game.player[0].avail_ready = 0
    game.player[1].avail_ready = 0
    game.player[0].quiet = 0
    game.player[1].quiet = 0
    game.unchecked = 1


@leaf
def drop_effect(game, k):
    """Remove effect `k`, keeping the order of the others (timestamps, 613.7)."""
    for j in range(k, game.n_effects - 1):
        game.effect[j] = game.effect[j + 1]
    game.n_effects -= 1


@kernel
def end_effects(game: Game, duration: int) -> None:
    """End every effect of this duration, all at the same time (514.2)."""
    n = 0
    for k in range(game.n_effects):
        if game.effect[k].duration != duration:
            if n != k:
                game.effect[n] = game.effect[k]
            n += 1
    if n != game.n_effects:
        game.n_effects = n
        game.layers_stale = 1
        touch_mana(game, 0)
        touch_mana(game, 1)


@kernel
def forget_dead_effects(game: Game) -> None:
    """Drop effects whose object is gone or whose source had to stay (611.2)."""
    k = 0
    while k < game.n_effects:
        e = game.effect[k]
        gone = e.obj != 0xFFFF and not same_object(game, e.obj, e.stamp)
        if e.duration == Duration.WHILE_SOURCE and not same_object(game, e.source, e.source_stamp):
            gone = True
            game.layers_stale = 1
        if gone:
            drop_effect(game, k)
        else:
            k += 1
