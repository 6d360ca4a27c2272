"""Combat damage and the end of combat (CR 506.4, 510, 511, 702.2, 702.4, 702.7, 702.19). Floor 5.

Damage of a step is worked out for all creatures before any is dealt (510.2). An attacker
divides its damage over its blockers so that as many as possible get lethal damage, the cheapest first.
"""
from __future__ import annotations

import numpy as np

from sim.combat import can_be_attacked
from sim.damage import deal_damage
from sim.events import emit, emit_about
from sim.filters import is_creature
from sim.jit import kernel, leaf
from sim.layout import Game, Rules, Table
from sim.terms import (
    ABSENT,
    KW_DEATHTOUCH,
    KW_DOUBLE_STRIKE,
    KW_FIRST_STRIKE,
    KW_TRAMPLE,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_BLOCKING,
    ST_COMBAT,
    ST_STRUCK,
    Zone,
)
from sim.terms_abilities import Event
from sim.values import same_object
from sim.zones import alert


@kernel
def has_first_strike(game: Game) -> bool:
    """Whether a first combat damage step comes (510.4)."""
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.status & (ST_ATTACKING | ST_BLOCKING) and np.int64(o.keywords) & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE):
            return True
    return False


@leaf
def _strikes_now(o, first):
    """Whether a creature deals damage in this step (510.4, 702.4, 702.7)."""
    keywords = np.int64(o.keywords)
    if first == 1:
        return (keywords & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE)) != 0
    return (o.status & ST_STRUCK) == 0 or (keywords & KW_DOUBLE_STRIKE) != 0


@leaf
def _lethal(game, obj, source):
    """Damage from `source` that would destroy `obj`, counting what it has (702.2c)."""
    o = game.object[obj]
    if np.int64(game.object[source].keywords) & KW_DEATHTOUCH:
        return 1
    return max(np.int64(o.toughness) - np.int64(o.damage), 0)


@leaf
def still_attacks(game, attacker):
    """What an attacker attacks: ABSENT for the player, -1 where the planeswalker is gone or changed sides (506.4c)."""
    a = game.object[attacker]
    if a.attacks == ABSENT:
        return ABSENT
    there = same_object(game, a.attacks, a.attacks_stamp) and can_be_attacked(game, a.attacks)
    return np.int64(a.attacks) if there else -1


@kernel
def _assign(game: Game, hits: Table, n: int, attacker: int) -> int:
    """Add the rows (source, object or ABSENT, damage) of one attacker; returns the new number of rows."""
    a = game.object[attacker]
    left = np.int64(a.power)
    trample = (np.int64(a.keywords) & KW_TRAMPLE) != 0
    attacked = np.int64(still_attacks(game, attacker))
    if not a.status & ST_BLOCKED:
        if attacked < 0:
            return n
        hits[n, 0], hits[n, 1], hits[n, 2] = attacker, attacked, left
        return n + 1
    first = n
    while left > 0:
        best = ABSENT
        best_needs = 1 << 20
        for k in range(game.n_battlefield):
            blocker = np.int64(game.battlefield[k])
            taken = False
            for row in range(first, n):
                taken = taken or hits[row, 1] == blocker
            if game.object[blocker].blocking != attacker or taken:
                continue
            needs = _lethal(game, blocker, attacker)
            if needs < best_needs:
                best = blocker
                best_needs = needs
        if best == ABSENT:
            break
        hits[n, 0], hits[n, 1], hits[n, 2] = attacker, best, min(left, best_needs)
        left -= min(left, best_needs)
        n += 1
    if left > 0 and trample and attacked >= 0:
        hits[n, 0], hits[n, 1], hits[n, 2] = attacker, attacked, left
        return n + 1
    if left > 0 and n > first:
        hits[n - 1, 2] += left
    return n


@kernel
def deal_combat_damage(game: Game, rules: Rules, first: int) -> None:
    """Deal the combat damage of one step (510.1-3)."""
    hits = np.empty((128, 3), np.int64)
    n = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if not o.status & (ST_ATTACKING | ST_BLOCKING) or not _strikes_now(o, first):
            continue
        if first == 1:
            o.status |= ST_STRUCK
        if o.power <= 0 or n > 96:
            continue
        if o.status & ST_ATTACKING:
            n = _assign(game, hits, n, obj)
        elif o.blocking != ABSENT:
            hits[n, 0], hits[n, 1], hits[n, 2] = obj, np.int64(o.blocking), np.int64(o.power)
            n += 1
    for row in range(n):
        if hits[row, 1] != ABSENT:
            hits[row, 2] = deal_damage(game, rules, hits[row, 0], hits[row, 1], -1, hits[row, 2], 1)
        else:
            hits[row, 2] = deal_damage(game, rules, hits[row, 0], ABSENT, 1 - game.active, hits[row, 2], 1)
    for row in range(n):
        source = hits[row, 0]
        if hits[row, 1] != ABSENT and hits[row, 2] > 0 and is_creature(game, hits[row, 1]):
            emit_about(game, rules, Event.COMBAT_DAMAGE_CREATURE, source, np.int64(game.object[source].controller),
                       hits[row, 2], hits[row, 1])
        total = 0
        to_player = 0
        seen = False
        for other in range(n):
            if hits[other, 0] == source:
                seen = seen or other < row
                total += hits[other, 2]
                if hits[other, 1] == ABSENT:
                    to_player += hits[other, 2]
        if seen or total <= 0 or game.object[source].zone != Zone.BATTLEFIELD:
            continue
        controller = np.int64(game.object[source].controller)
        emit(game, rules, Event.COMBAT_DAMAGE, source, controller, total)
        if to_player > 0:
            emit(game, rules, Event.COMBAT_DAMAGE_PLAYER, source, 1 - controller, to_player)


@kernel
def end_combat(game: Game) -> None:
    """Remove everything from combat (511.3)."""
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        o.status &= ~np.uint32(ST_COMBAT)
        o.blocking = ABSENT
        o.attacks = ABSENT
    alert(game)
