"""Damage and life (CR 119, 120, 614, 615). Floor 3."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.durations import drop_effect
from sim.events import emit, emit_about
from sim.filters import is_creature, is_protected_from, matches
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.statics import static_sum
from sim.terms import (
    ABSENT,
    KW_DEATHTOUCH,
    KW_LIFELINK,
    KW_WITHER,
    ST_DEATHTOUCHED,
    ST_HURT,
    TYPE_CREATURE,
    TYPE_PLANESWALKER,
    Counter,
    ItemKind,
    Zone,
)
from sim.terms_abilities import TRAIT_SPLICED_KEYWORD, EffectKind, Event, StaticKind
from sim.values import same_object
from sim.zones import alert


@kernel
def lose_life(game: Game, seat: int, n: int) -> int:
    """A player loses life (119.3); returns how much."""
    if n <= 0:
        return 0
    game.player[seat].life -= n
    game.player[seat].life_lost += n
    alert(game)
    return n


@kernel
def _gains_nothing(game: Game, seat: int) -> bool:
    """Whether an effect keeps a player from gaining life."""
    for k in range(game.n_effects):
        if game.effect[k].kind == EffectKind.NO_LIFE_GAIN and game.effect[k].seat == seat:
            return True
    return False


@kernel
def gain_life(game: Game, rules: Rules, seat: int, n: int) -> int:
    """A player gains life (119.3), or loses it where an effect says so (614.1a); returns how much was gained."""
    if n <= 0 or game.no_gain & (1 << seat) or (game.n_effects > 0 and _gains_nothing(game, seat)):
        return 0
    if game.gain_is_loss & (1 << seat):
        lose_life(game, seat, n)
        return 0
    game.player[seat].life += n
    alert(game)
    emit(game, rules, Event.LIFE_GAINED, ABSENT, seat, n)
    return n


@leaf
def _shields(game, k, obj, seat):
    """Whether effect `k` is a shield of this permanent or (obj ABSENT) this player."""
    e = game.effect[k]
    if e.kind != EffectKind.PREVENT_NEXT:
        return False
    if obj == ABSENT:
        return e.obj == ABSENT and e.seat == seat
    return same_object(game, e.obj, e.stamp) and e.obj == obj


@kernel
def _next_is_prevented(game: Game, rules: Rules, source: int, obj: int, seat: int) -> bool:
    """Whether a shield stops the next damage that this source would deal to the player; it is used up (609.7)."""
    if obj != ABSENT:
        return False
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.PREVENT_EVENT and e.seat == seat and e.obj == source and same_object(
                game, e.obj, e.stamp):
            drop_effect(game, k)
            return True
    return False


@kernel
def _prevented_wholly(game: Game, rules: Rules, source: int, obj: int, combat: int) -> bool:
    """Whether an effect prevents all damage that this source would deal, or that would be dealt to `obj`."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.PREVENT_ALL_TO and obj != ABSENT and e.obj == obj and same_object(game, obj, e.stamp):
            return True
        if e.kind == EffectKind.PREVENT_FROM and (e.b == 0 or combat == 1):
            if matches(game, rules, source, np.int64(e.a), source, np.int64(e.controller), 0, 0):
                return True
    return False


@kernel
def after_prevention(game: Game, rules: Rules, source: int, obj: int, seat: int, n: int, combat: int) -> int:
    """What is left of `n` damage after protection, prevention and doubling (615, 616, 702.16e).

    obj: the permanent damaged, ABSENT for the player `seat`. Shields are used up, and
    one that gives life for what it prevents gives it. The affected player may choose the
    order (616.1); prevention before doubling is never worse for that player.
    """
    if obj == ABSENT and game.statics_seen & (1 << StaticKind.MORE_DAMAGE):
        n += static_sum(game, rules, StaticKind.MORE_DAMAGE, source, -1)
    unpreventable = game.unpreventable != 0 or game.statics_seen & (1 << StaticKind.NO_PREVENTION) != 0
    doublings = 0
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.DOUBLE and same_object(game, e.obj, e.stamp) and e.obj == source:
            doublings += 1
        unpreventable = unpreventable or e.kind == EffectKind.NO_PREVENTION
    if unpreventable:
        return n << doublings
    if obj != ABSENT and is_protected_from(game, rules, obj, source):
        return 0
    if obj != ABSENT and game.statics_seen & (1 << StaticKind.PREVENT_TO) and static_sum(
            game, rules, StaticKind.PREVENT_TO, obj, -1) > 0:
        return 0
    if game.n_effects == 0:
        return n
    if _prevented_wholly(game, rules, source, obj, combat) or _next_is_prevented(game, rules, source, obj, seat):
        return 0
    k = 0
    while k < game.n_effects and n > 0:
        if _shields(game, k, obj, seat):
            e = game.effect[k]
            prevented = min(n, np.int64(e.a))
            controller = np.int64(e.controller)
            gives_life = e.b == 1
            n -= prevented
            e.a -= prevented
            if e.a == 0:
                drop_effect(game, k)
            else:
                k += 1
            if gives_life:
                gain_life(game, rules, controller, prevented)
        else:
            k += 1
    return n << doublings


@kernel
def _mark(game: Game, source: int, obj: int, n: int) -> None:
    """Give a creature its damage: marked, or as -1/-1 counters (120.3d, 120.3e)."""
    o = game.object[obj]
    keywords = np.int64(game.object[source].keywords) if game.object[source].zone == Zone.BATTLEFIELD else 0
    if keywords & KW_WITHER:
        o.counters[Counter.MINUS] += n
        game.layers_stale = 1
    else:
        o.damage += n
    if keywords & KW_DEATHTOUCH:
        o.status |= ST_DEATHTOUCHED


@kernel
def _note_wound(game: Game, source: int, obj: int) -> None:
    """Remember that `source` dealt damage to a creature; of more than the table holds the first are forgotten."""
    if game.n_wounds == L.MAX_WOUNDS:
        for k in range(L.MAX_WOUNDS - 1):
            game.wound[k] = game.wound[k + 1]
        game.n_wounds -= 1
    w = game.wound[game.n_wounds]
    game.n_wounds += 1
    w.source = source
    w.source_stamp = game.object[source].stamp
    w.obj = obj
    w.stamp = game.object[obj].stamp


@leaf
def _controls_damaged(game, seat, obj, damaged):
    """Whether damage to `obj`, or to player `damaged` when it is ABSENT, is to `seat` or a creature of theirs."""
    return damaged == seat if obj == ABSENT else game.object[obj].controller == seat and is_creature(game, obj)


@kernel
def _redirected(game: Game, source: int, obj: int, seat: int, n: int) -> int:
    """Index of an effect that deals some of this damage to something else (614.9), or -1."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind != EffectKind.REDIRECT or e.obj != source or not same_object(game, e.obj, e.stamp) or n <= 0:
            continue
        if not _controls_damaged(game, e.controller, obj, seat):
            continue
        if e.b < 0 or (same_object(game, e.b, e.keywords) and game.object[e.b].zone == Zone.BATTLEFIELD):
            return k
    return -1


@kernel
def _spell_has_lifelink(game: Game, rules: Rules, source: int) -> bool:
    """Whether a spell was given lifelink by a card spliced onto it (702.47b)."""
    if not np.int64(game.traits_seen) & TRAIT_SPLICED_KEYWORD or game.object[source].zone != Zone.STACK:
        return False
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.obj == source and item.kind == ItemKind.SPELL:
            for j in range(item.n_parts):
                if item.part[j].spliced and np.int64(rules.card[item.part[j].card].keywords) & KW_LIFELINK:
                    return True
    return False


@kernel
def _deal(game: Game, rules: Rules, source: int, obj: int, seat: int, n: int, combat: int) -> int:
    """Deal damage that goes where it is dealt."""
    if n <= 0:
        return 0
    if obj != ABSENT and (game.object[obj].zone != Zone.BATTLEFIELD
                          or not np.int64(game.object[obj].types) & (TYPE_CREATURE | TYPE_PLANESWALKER)):
        return 0
    n = after_prevention(game, rules, source, obj, seat, n, combat)
    if n <= 0:
        return 0
    s = game.object[source]
    alert(game)
    if obj == ABSENT:
        game.player[seat].life -= n
        game.player[seat].life_lost += n
        game.player[seat].hurt = 1
        s.hurt |= 1 << seat
        emit_about(game, rules, Event.DAMAGE_PLAYER, source, seat, n, ABSENT)
    else:
        creature = is_creature(game, obj)
        if np.int64(game.object[obj].types) & TYPE_PLANESWALKER:         # 120.3c
            loyalty = game.object[obj].counters
            loyalty[Counter.LOYALTY] -= min(n, np.int64(loyalty[Counter.LOYALTY]))
        if creature:
            _mark(game, source, obj, n)
            game.object[obj].status |= ST_HURT
        if creature and rules.counts_wounds:
            _note_wound(game, source, obj)
        emit(game, rules, Event.DAMAGED, obj, np.int64(game.object[obj].controller), n)
        if creature:
            emit_about(game, rules, Event.DAMAGE_CREATURE, source, np.int64(s.controller), n, obj)
    if (s.zone == Zone.BATTLEFIELD and np.int64(s.keywords) & KW_LIFELINK) or _spell_has_lifelink(game, rules, source):
        gain_life(game, rules, np.int64(s.controller), n)
    return n


@kernel
def deal_damage(game: Game, rules: Rules, source: int, obj: int, seat: int, n: int, combat: int) -> int:
    """Deal `n` damage from `source` to the permanent `obj`, or to player `seat` when it is ABSENT (120.3).

    Returns the damage dealt to it. Combat damage triggers are collected by `combat_damage`.
    """
    k = _redirected(game, source, obj, seat, n) if game.n_effects > 0 else -1
    if k >= 0:
        e = game.effect[k]
        moved = min(n, np.int64(e.a))
        there = np.int64(e.b)
        n -= moved
        e.a -= moved
        if e.a == 0:
            drop_effect(game, k)
        if there < 0:
            _deal(game, rules, source, ABSENT, -1 - there, moved, combat)
        else:
            _deal(game, rules, source, there, -1, moved, combat)
    return _deal(game, rules, source, obj, seat, n, combat)
