"""What one instruction does to one object or player, in cards, seen by the seat whose text it is.

Nothing here knows a card: an instruction's `Op`, its amount and the object's
characteristics decide. Effects that only matter at certain times (a tap, a fog, a
trick) are worth nothing at others, so holding them needs no rule of its own.
"""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.clash import clash, dies_in_combat, incoming_damage, is_fighting
from agents.worth import library_worth, life_worth, permanent_worth, spell_worth
from sim.combat import can_block_something
from sim.filters import is_protected_from
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.terms import (
    ABSENT,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    KW_DEFENDER,
    KW_FEAR,
    KW_FIRST_STRIKE,
    KW_FLYING,
    KW_HASTE,
    KW_INDESTRUCTIBLE,
    KW_UNBLOCKABLE,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_TAPPED,
    ST_TOKEN,
    TYPE_CREATURE,
    TYPE_LAND,
    Counter,
    Step,
    Zone,
)
from sim.terms_texts import Op

_EVASIVE = KW_FLYING | KW_FEAR | KW_UNBLOCKABLE


@leaf
def _signed(game, obj, seat, loss):
    """A loss of the object's controller as a gain of `seat`."""
    return -loss if game.object[obj].controller == seat else loss


@kernel
def is_endangered(game: Game, rules: Rules, obj: int) -> bool:
    """Whether a permanent is about to be lost: in its fight, or to an opponent's spell or ability that targets it."""
    controller = np.int64(game.object[obj].controller)
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.controller == controller:
            continue
        for j in range(item.n_targets):
            if item.target[j].obj != obj:
                continue
            a = rules.ability[item.part[item.target[j].part].ability]
            for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
                op = rules.instruction[pc].op
                if op == Op.DESTROY or op == Op.EXILE or op == Op.TO_HAND or op == Op.DAMAGE or op == Op.PUMP:
                    return True
    return (game.step == Step.BLOCKERS or game.step == Step.FIRST_DAMAGE) and dies_in_combat(game, rules, obj)


@leaf
def drawing_worth(game, who, n, a_card):
    """Cards that taking `n` cards from one's library brings, at `a_card` each: less as it runs out."""
    size = np.int64(game.player[who].n_library)
    if size <= W.SHORT_LIBRARY and size <= game.player[1 - who].n_library:
        return -0.2 * n
    return a_card * n - library_worth(size, n)


@kernel
def player_effect(game: Game, rules: Rules, op: int, n: int, who: int, seat: int) -> float:
    """Cards that an instruction about player `who` brings `seat`; n: its amount."""
    p = game.player[who]
    sign = 1.0 if who == seat else -1.0
    if op == Op.DAMAGE or op == Op.LOSE_LIFE:
        return -sign * life_worth(np.int64(p.life), n)
    if op == Op.GAIN_LIFE:
        return sign * life_worth(np.int64(p.life) + n, n)
    if op == Op.DRAW:
        if np.int64(p.n_library) - n < W.OWN_LIBRARY_FLOOR:
            return -sign * (W.LETHAL if n > p.n_library else 1.0)
        return sign * drawing_worth(game, who, n, W.DRAW)
    if op == Op.MILL:
        return -sign * library_worth(np.int64(p.n_library), n)
    if op == Op.DISCARD:
        if who == seat:
            return -W.LOOT * min(n, np.int64(p.n_hand))
        return W.DISCARD * min(n, np.int64(p.n_hand))
    if op == Op.PREVENT_NEXT:
        kept = min(n, incoming_damage(game, who))
        return sign * life_worth(np.int64(p.life), kept) if kept > 0 else 0.0
    if op == Op.LOSE_GAME:
        return -sign * W.LETHAL
    return 0.0


@kernel
def damage_loss(game: Game, rules: Rules, obj: int, n: int, promised: int, to_come: int) -> float:
    """Cards that `n` damage costs the controller of a permanent.

    promised: damage that other texts of the spell deal it before; to_come: what they may still deal it.
    """
    o = game.object[obj]
    if not np.int64(o.types) & TYPE_CREATURE or n <= 0:
        return 0.0
    left = np.int64(o.toughness) - np.int64(o.damage) - promised
    if left <= 0 or np.int64(o.keywords) & KW_INDESTRUCTIBLE:
        return 0.0
    if n >= left:
        return permanent_worth(game, rules, obj) - 0.01 * (n - left)
    if n + to_come >= left:
        return 0.9 * permanent_worth(game, rules, obj) * n / left
    return 0.01 * n


@kernel
def _leave_loss(game: Game, rules: Rules, op: int, obj: int) -> float:
    """Cards that leaving its zone by this instruction costs the controller or owner."""
    o = game.object[obj]
    card = rules.card[o.card]
    if o.zone == Zone.BATTLEFIELD:
        worth = permanent_worth(game, rules, obj)
        if op == Op.DESTROY:
            return 0.0 if np.int64(o.keywords) & KW_INDESTRUCTIBLE else worth
        if op == Op.TO_HAND:
            if o.status & ST_TOKEN:
                return worth
            return W.BOUNCE * worth + W.BOUNCE_MANA * np.int64(card.mana_value)
        return worth * (0.9 if op == Op.TO_LIBRARY else 1.05)
    if o.zone == Zone.GRAVEYARD:
        if op == Op.TO_HAND or op == Op.TO_LIBRARY:
            return -0.9 * np.float64(card.value)
        return W.GRAVEYARD_CARD + (0.05 if card.types & TYPE_CREATURE else 0.0)
    if o.zone == Zone.STACK:
        return spell_worth(game, rules, obj)
    return np.float64(card.value)


@kernel
def tap_loss(game: Game, rules: Rules, obj: int) -> float:
    """Cards that being tapped now costs the controller: an attack or a block less, or a land's mana."""
    o = game.object[obj]
    if o.status & ST_TAPPED:
        return 0.0
    types = np.int64(o.types)
    if types & TYPE_CREATURE:
        controller = np.int64(o.controller)
        keywords = np.int64(o.keywords)
        if game.active == controller:
            if keywords & (KW_CANT_ATTACK | KW_DEFENDER) or o.power <= 0 or game.step >= Step.ATTACKERS:
                return 0.0
            if o.since == game.turn and not keywords & KW_HASTE:
                return 0.0
            soon = game.step == Step.BEGIN_COMBAT or game.step == Step.MAIN1
            return life_worth(np.int64(game.player[1 - controller].life), np.int64(o.power)) if soon else 0.02
        if keywords & KW_CANT_BLOCK or game.step > Step.ATTACKERS:
            return 0.0
        if game.step == Step.ATTACKERS:
            return 0.3 * permanent_worth(game, rules, obj) if can_block_something(game, rules, obj) else 0.0
        return 0.1
    if types & TYPE_LAND and (game.step == Step.UPKEEP or game.step == Step.DRAW) and game.active == o.controller:
        return W.TAPPED_LAND
    return 0.0


@kernel
def untap_gain(game: Game, rules: Rules, obj: int) -> float:
    """Cards that being untapped now brings the controller: mana, or a creature that may block."""
    o = game.object[obj]
    if not o.status & ST_TAPPED:
        return 0.0
    types = np.int64(o.types)
    if types & TYPE_CREATURE:
        if game.active != o.controller and game.step < Step.BLOCKERS:
            return 0.12 * max(np.int64(o.toughness), 0)
        return 0.02
    return W.TAPPED_LAND if types & TYPE_LAND else 0.02


@kernel
def pump_gain(game: Game, rules: Rules, obj: int, power: int, toughness: int) -> float:
    """Cards that +power/+toughness now brings the controller (losses below 0)."""
    o = game.object[obj]
    if not np.int64(o.types) & TYPE_CREATURE:
        return 0.0
    if toughness < 0 and np.int64(o.toughness) - np.int64(o.damage) + toughness <= 0:
        return -permanent_worth(game, rules, obj)
    after_blocks = game.step == Step.BLOCKERS or game.step == Step.FIRST_DAMAGE
    if after_blocks and is_fighting(game, obj):
        return clash(game, rules, obj, power, toughness) - clash(game, rules, obj, 0, 0)
    if power < 0 and game.step == Step.ATTACKERS and o.status & ST_ATTACKING:
        return -0.5 * life_worth(np.int64(game.player[1 - o.controller].life), min(-power, max(np.int64(o.power), 0)))
    return 0.0


@kernel
def grant_gain(game: Game, rules: Rules, obj: int, keyword: int) -> float:
    """Cards that a keyword until end of turn brings the controller now."""
    o = game.object[obj]
    bit = 1 << keyword
    if not np.int64(o.types) & TYPE_CREATURE or np.int64(o.keywords) & bit:
        return 0.0
    if bit & (KW_CANT_BLOCK | KW_CANT_ATTACK):
        return -0.2
    if bit & _EVASIVE:
        if game.active != o.controller or o.power <= 0 or np.int64(o.keywords) & _EVASIVE:
            return 0.0
        attacks = o.status & ST_ATTACKING and not o.status & ST_BLOCKED and game.step == Step.ATTACKERS
        if not attacks:
            return 0.0
        for k in range(game.n_battlefield):
            b = game.object[game.battlefield[k]]
            if (b.controller != o.controller and np.int64(b.types) & TYPE_CREATURE and not b.status & ST_TAPPED
                    and not np.int64(b.keywords) & KW_CANT_BLOCK):
                return 0.5 * life_worth(np.int64(game.player[1 - o.controller].life), np.int64(o.power))
        return 0.0
    if bit == KW_FIRST_STRIKE and game.step == Step.BLOCKERS and dies_in_combat(game, rules, obj):
        return 0.5 * permanent_worth(game, rules, obj)
    return 0.0


@kernel
def object_effect(game: Game, rules: Rules, op: int, n: int, m: int, obj: int, seat: int, source: int,
                  promised: int, to_come: int) -> float:
    """Cards that an instruction about object `obj` brings `seat`. n, m: its amounts; source: whose text it is."""
    o = game.object[obj]
    if op == Op.DAMAGE:
        if source != ABSENT and is_protected_from(game, rules, obj, source):
            return 0.0
        return _signed(game, obj, seat, damage_loss(game, rules, obj, n, promised, to_come))
    if (op == Op.DESTROY or op == Op.EXILE or op == Op.TO_HAND or op == Op.TO_LIBRARY or op == Op.SACRIFICE
            or op == Op.COUNTER_SPELL):
        loss = _leave_loss(game, rules, op, obj)
        if o.controller != seat and o.status & ST_ATTACKING and not o.status & ST_BLOCKED and game.step < Step.DAMAGE:
            loss += W.HOME * life_worth(np.int64(game.player[seat].life), max(np.int64(o.power), 0))
        if op == Op.TO_HAND and o.controller == seat and o.zone == Zone.BATTLEFIELD and is_endangered(game, rules, obj):
            return permanent_worth(game, rules, obj) - loss
        return _signed(game, obj, seat, loss)
    if op == Op.TO_BATTLEFIELD:
        return 1.1 * np.float64(rules.card[o.card].value)
    if op == Op.TAP:
        return _signed(game, obj, seat, tap_loss(game, rules, obj))
    if op == Op.UNTAP:
        return -_signed(game, obj, seat, untap_gain(game, rules, obj))
    if op == Op.TAP_OR_UNTAP:
        return max(0.0, _signed(game, obj, seat, tap_loss(game, rules, obj)),
                   -_signed(game, obj, seat, untap_gain(game, rules, obj)))
    if op == Op.PUMP:
        return -_signed(game, obj, seat, pump_gain(game, rules, obj, n, m))
    if op == Op.PREVENT_NEXT or op == Op.REGENERATE:
        saved = dies_in_combat(game, rules, obj) if op == Op.PREVENT_NEXT else is_endangered(game, rules, obj)
        return -_signed(game, obj, seat, permanent_worth(game, rules, obj)) if saved else 0.0
    if op == Op.GAIN_CONTROL:
        return 0.0 if o.controller == seat else 1.6 * permanent_worth(game, rules, obj)
    if op == Op.SKIP_UNTAP:
        return _signed(game, obj, seat, 0.2 if o.status & ST_TAPPED else 0.0)
    if op == Op.PERMIT_PLAY:
        return 0.9 * np.float64(rules.card[o.card].value)
    if op == Op.FLIP:
        return W.FLIP
    return 0.0


@leaf
def counters_gain(game, rules, obj, kind, n):
    """Cards that counters of a kind bring the controller of a permanent."""
    if kind == Counter.PLUS:
        return W.PLUS_COUNTER * n
    if kind == Counter.MINUS:
        return pump_gain(game, rules, obj, -n, -n) - 0.2 * n
    return W.OTHER_COUNTER * n
