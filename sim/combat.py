"""Attackers and blockers: which may, which must, what it costs, and what comes of it (CR 506-509, 702). Floor 5.

Attackers are declared creature by creature, blockers blocker by blocker, so that a
board of n creatures costs n small questions and not one of 2^n.
"""
from __future__ import annotations

import numpy as np

from sim.events import emit, emit_about
from sim.filters import has_subtype, is_creature, is_protected_from, matches
from sim.jit import kernel, leaf
from sim.layout import Game, Ints, Rules
from sim.limits import MAX_BATTLEFIELD
from sim.mana import clear_mana, count_available, is_sick
from sim.moving import tap
from sim.spending import pay_mana
from sim.statics import NONE_LEFT, next_static, static_ability, static_reaches, static_source, static_sum
from sim.terms import (
    ABSENT,
    BLACK,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    KW_DEFENDER,
    KW_DESPITE_DEFENDER,
    KW_FEAR,
    KW_FLYING,
    KW_INTIMIDATE,
    KW_LEGENDARY_LANDWALK,
    KW_LURE,
    KW_MENACE,
    KW_MUST_ATTACK,
    KW_REACH,
    KW_UNBLOCKABLE,
    KW_UNBLOCKABLE_BY_SPIRITS,
    KW_UNBLOCKABLE_BY_WEAKER,
    KW_VIGILANCE,
    LANDWALK_SHIFT,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_BLOCKING,
    ST_TAPPED,
    SUB_SPIRIT,
    SUPER_LEGENDARY,
    TYPE_ARTIFACT,
    TYPE_LAND,
    TYPE_PLANESWALKER,
)
from sim.terms_abilities import EffectKind, Event, StaticKind
from sim.zones import alert

_EVASION = (KW_FLYING | KW_FEAR | KW_INTIMIDATE | KW_UNBLOCKABLE | KW_LEGENDARY_LANDWALK | KW_UNBLOCKABLE_BY_SPIRITS
            | KW_UNBLOCKABLE_BY_WEAKER | (31 << LANDWALK_SHIFT))
_LANDWALKS = 31 << LANDWALK_SHIFT


@kernel
def _tap_attackers(game: Game, obj: int, held: Ints) -> int:
    """Tap the attackers named so far, and `obj`, for as long as a cost is looked at (508.1f comes before 508.1i).

    They are listed in `held`; returns how many. `_untap` undoes it.
    """
    n = 0
    for k in range(game.n_battlefield):
        at = np.int64(game.battlefield[k])
        o = game.object[at]
        if (at != obj and not o.status & ST_ATTACKING) or o.status & ST_TAPPED:
            continue
        if not np.int64(o.keywords) & KW_VIGILANCE:
            o.status |= ST_TAPPED
            held[n] = at
            n += 1
    if n > 0:
        game.player[game.active].avail_ready = 0
    return n


@kernel
def _untap(game: Game, held: Ints, n: int) -> None:
    for k in range(n):
        o = game.object[held[k]]
        o.status = np.int64(o.status) & ~ST_TAPPED
    if n > 0:
        game.player[game.active].avail_ready = 0


@kernel
def can_afford(game: Game, rules: Rules, obj: int) -> bool:
    """Whether the controller of a creature can pay for what it wants to attack or block (508.1h, 509.1f)."""
    if not game.statics_seen & (1 << StaticKind.ATTACK_TAX):
        return True
    seat = np.int64(game.object[obj].controller)
    tax = static_sum(game, rules, StaticKind.ATTACK_TAX, obj, -1)
    if tax == 0:
        return True
    held = np.empty(MAX_BATTLEFIELD, np.int64)
    n = _tap_attackers(game, obj, held) if seat == game.active else 0
    if game.player[seat].avail_ready == 0:
        count_available(game, rules, seat)
    affordable = tax <= np.int64(game.player[seat].total_mana)
    _untap(game, held, n)
    return affordable


@kernel
def pay_for_combat(game: Game, rules: Rules, obj: int) -> None:
    """Pay what a creature's attack or block costs."""
    if not game.statics_seen & (1 << StaticKind.ATTACK_TAX):
        return
    seat = np.int64(game.object[obj].controller)
    held = np.empty(MAX_BATTLEFIELD, np.int64)
    n = _tap_attackers(game, obj, held) if seat == game.active else 0
    cost = game.spare_cost
    clear_mana(cost)
    cost.generic = static_sum(game, rules, StaticKind.ATTACK_TAX, obj, -1)
    clear_mana(game.casting.wanted)
    pay_mana(game, rules, seat, cost, game.casting.wanted)
    _untap(game, held, n)


@kernel
def can_attack(game: Game, obj: int) -> bool:
    """Whether this permanent could be declared as an attacker (508.1a, c)."""
    o = game.object[obj]
    if o.controller != game.active or not is_creature(game, obj) or o.status & (ST_TAPPED | ST_ATTACKING):
        return False
    keywords = np.int64(o.keywords)
    if keywords & KW_DEFENDER and not keywords & KW_DESPITE_DEFENDER:
        return False
    return not keywords & KW_CANT_ATTACK and not is_sick(game, obj)


@leaf
def can_be_attacked(game, obj):
    """Whether a permanent is a planeswalker of the defending player (508.1b)."""
    o = game.object[obj]
    return o.controller != game.active and np.int64(o.types) & TYPE_PLANESWALKER != 0


@leaf
def must_attack(game, obj):
    return (np.int64(game.object[obj].keywords) & KW_MUST_ATTACK) != 0


@kernel
def next_attacker(game: Game, rules: Rules) -> int:
    """The next creature to ask about, from `combat_at` on; ABSENT: all were asked."""
    while game.combat_at < game.n_battlefield:
        obj = np.int64(game.battlefield[game.combat_at])
        if can_attack(game, obj) and can_afford(game, rules, obj):
            return obj
        game.combat_at += 1
    return ABSENT


@kernel
def finish_attack(game: Game, rules: Rules) -> int:
    """Tap the attackers and let attack triggers look (508.1f, 508.3); returns how many attack."""
    n = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.status & ST_ATTACKING:
            n += 1
            if not np.int64(o.keywords) & KW_VIGILANCE:
                tap(game, rules, np.int64(game.battlefield[k]))
    if n > 0:
        game.player[1 - game.active].passed_until = 0
        alert(game)
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if game.object[obj].status & ST_ATTACKING:
                emit(game, rules, Event.ATTACKS, obj, np.int64(game.active), 0)
    return n


@kernel
def _controls_walked_land(game: Game, rules: Rules, seat: int, keywords: int) -> bool:
    """Whether the defending player controls a land that landwalk asks for (702.14c)."""
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != seat or not np.int64(o.types) & TYPE_LAND:
            continue
        if keywords & KW_LEGENDARY_LANDWALK and np.int64(o.types) & SUPER_LEGENDARY:
            return True
        for sub in range(5):
            if keywords & (1 << (LANDWALK_SHIFT + sub)) and has_subtype(game, rules, obj, sub):
                return True
    return False


@kernel
def _are_kept_apart(game: Game, rules: Rules, blocker: int, attacker: int) -> bool:
    """Whether a static ability says that what the one is cannot block what the other is."""
    at = next_static(game, rules, 1 << StaticKind.CANT_BLOCK_THEM, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = np.int64(rules.ability[static_ability(game, rules, at)].static)
        controller = np.int64(game.object[source].controller)
        if static_reaches(game, rules, number, source, blocker) and matches(
                game, rules, attacker, np.int64(rules.static[number].against), source, controller, controller, 0):
            return True
        at = next_static(game, rules, 1 << StaticKind.CANT_BLOCK_THEM, at)
    return False


@kernel
def can_block(game: Game, rules: Rules, blocker: int, attacker: int) -> bool:
    """Whether one creature may block one attacker (509.1b)."""
    b = game.object[blocker]
    a = game.object[attacker]
    if np.int64(b.keywords) & KW_CANT_BLOCK or b.status & ST_TAPPED:
        return False
    if game.statics_seen & (1 << StaticKind.ATTACK_TAX) and not can_afford(game, rules, blocker):
        return False
    evasion = np.int64(a.keywords) & _EVASION
    if evasion:
        if evasion & KW_UNBLOCKABLE_BY_SPIRITS and has_subtype(game, rules, blocker, SUB_SPIRIT):
            return False
        if evasion & KW_UNBLOCKABLE or (evasion & KW_UNBLOCKABLE_BY_WEAKER and b.power < a.power):
            return False
        if evasion & KW_FLYING and not np.int64(b.keywords) & (KW_FLYING | KW_REACH):
            return False
        artifact = (np.int64(b.types) & TYPE_ARTIFACT) != 0
        if evasion & KW_FEAR and not artifact and not np.int64(b.colours) & BLACK:
            return False
        if evasion & KW_INTIMIDATE and not artifact and not b.colours & a.colours:
            return False
        if evasion & (_LANDWALKS | KW_LEGENDARY_LANDWALK) and _controls_walked_land(
                game, rules, np.int64(b.controller), evasion):
            return False
    if game.statics_seen & (1 << StaticKind.CANT_BLOCK_THEM) and _are_kept_apart(game, rules, blocker, attacker):
        return False
    return not is_protected_from(game, rules, attacker, blocker)


@kernel
def draws_block(game: Game, blocker: int, attacker: int) -> bool:
    """Whether an attacker must be blocked by a creature that is able to (509.1c)."""
    a = game.object[attacker]
    if np.int64(a.keywords) & KW_LURE:
        return True
    for k in range(game.n_effects):
        e = game.effect[k]
        if (e.kind == EffectKind.MUST_BLOCK and e.obj == blocker and e.stamp == game.object[blocker].stamp
                and e.a == attacker and e.b == a.stamp):
            return True
    return False


@kernel
def has_to_block(game: Game, rules: Rules, blocker: int) -> bool:
    """Whether a creature may not stay out of combat; nobody has to pay for a block (509.1c)."""
    if game.statics_seen & (1 << StaticKind.ATTACK_TAX) and static_sum(
            game, rules, StaticKind.ATTACK_TAX, blocker, -1) > 0:
        return False
    for k in range(game.n_battlefield):
        attacker = np.int64(game.battlefield[k])
        if (game.object[attacker].status & ST_ATTACKING and draws_block(game, blocker, attacker)
                and can_block(game, rules, blocker, attacker)):
            return True
    return False


@kernel
def can_block_something(game: Game, rules: Rules, blocker: int) -> bool:
    o = game.object[blocker]
    if o.controller == game.active or not is_creature(game, blocker) or o.status & ST_TAPPED:
        return False
    for k in range(game.n_battlefield):
        attacker = np.int64(game.battlefield[k])
        if game.object[attacker].status & ST_ATTACKING and can_block(game, rules, blocker, attacker):
            return True
    return False


@kernel
def next_blocker(game: Game, rules: Rules) -> int:
    """The next creature of the defending player to ask about; ABSENT: all were asked."""
    while game.combat_at < game.n_battlefield:
        obj = np.int64(game.battlefield[game.combat_at])
        if can_block_something(game, rules, obj):
            return obj
        game.combat_at += 1
    return ABSENT


@leaf
def count_blockers(game, attacker):
    n = 0
    for k in range(game.n_battlefield):
        if game.object[game.battlefield[k]].blocking == attacker:
            n += 1
    return n


@kernel
def finish_block(game: Game, rules: Rules) -> None:
    """Make the declared blocks real (509.1g-h). A lone block of a menacing attacker is none: see `blocking`."""
    for k in range(game.n_battlefield):
        attacker = np.int64(game.battlefield[k])
        a = game.object[attacker]
        if not a.status & ST_ATTACKING:
            continue
        n = count_blockers(game, attacker)
        if n == 1 and np.int64(a.keywords) & KW_MENACE:
            n = 0
            for j in range(game.n_battlefield):
                if game.object[game.battlefield[j]].blocking == attacker:
                    game.object[game.battlefield[j]].blocking = ABSENT
        if n > 0:
            a.status |= ST_BLOCKED
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.blocking != ABSENT:
            o.status |= ST_BLOCKING
    alert(game)
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        status = game.object[obj].status
        seat = np.int64(game.object[obj].controller)
        if status & ST_BLOCKING:
            emit_about(game, rules, Event.BLOCKS, obj, seat, 0, np.int64(game.object[obj].blocking))
        elif status & ST_BLOCKED:
            emit(game, rules, Event.BECOMES_BLOCKED, obj, seat, count_blockers(game, obj))
        elif status & ST_ATTACKING:
            emit(game, rules, Event.UNBLOCKED, obj, seat, 0)
