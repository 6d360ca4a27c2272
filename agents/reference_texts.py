"""What the frozen reference (`agents.reference`) reads from cards: what things are worth, what a text does to a target.

As frozen as the agent itself: tests/agents/reference.txt holds what it decides.
"""
from __future__ import annotations

import numpy as np

from sim.filters import player_allowed
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.targets import is_legal_target
from sim.terms import (
    ABSENT,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    KW_DOESNT_UNTAP,
    KW_FLYING,
    TYPE_CREATURE,
    TYPE_LAND,
    Counter,
    Zone,
)
from sim.terms_abilities import LIMIT_ATTACHED, AbilityKind, StaticKind
from sim.terms_texts import Num, Op, Ref

LANDS_WANTED = 5             # in play and hand together
FACE = 4                     # worth of harm to the opponent's face; a 2/2 is worth 6
LETHAL = 1000
HINDERS = KW_CANT_ATTACK | KW_CANT_BLOCK | KW_DOESNT_UNTAP


@kernel
def worth(game: Game, rules: Rules, obj: int) -> int:
    """What an object is worth by its size or cost."""
    o = game.object[obj]
    if o.zone == Zone.BATTLEFIELD and np.int64(o.types) & TYPE_CREATURE:
        flies = 1 if np.int64(o.keywords) & KW_FLYING else 0
        return max(2 * np.int64(o.power) + np.int64(o.toughness) + flies, 1)
    card = rules.card[o.card]
    return 1 if card.types & TYPE_LAND else 1 + 2 * np.int64(card.mana_value)


@kernel
def lands_in_hand(game: Game, rules: Rules, seat: int) -> int:
    """Lands in the hand of a seat."""
    n = 0
    for k in range(game.player[seat].n_hand):
        if rules.card[game.object[game.player[seat].hand[k]].card].types & TYPE_LAND:
            n += 1
    return n


@kernel
def _lands(game: Game, rules: Rules, seat: int) -> int:
    """Lands that a seat controls and holds."""
    n = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.controller == seat and np.int64(o.types) & TYPE_LAND:
            n += 1
    return n + lands_in_hand(game, rules, seat)


@kernel
def use_in_hand(game: Game, rules: Rules, seat: int, obj: int) -> int:
    """What a card is worth in the hand of a seat: a land while lands are wanted, else its cost."""
    card = rules.card[game.object[obj].card]
    if card.types & TYPE_LAND:
        return 20 if _lands(game, rules, seat) <= LANDS_WANTED else 0
    return 1 + np.int64(card.mana_value)


@kernel
def _amount(rules: Rules, number: int, x: int) -> int:
    """An amount where it can be read from the text; else 2."""
    n = rules.number[number]
    if n.kind == Num.LITERAL:
        return np.int64(n.plus)
    return x if n.kind == Num.X else 2


@kernel
def _aura_harms(rules: Rules, card: int) -> bool:
    """Whether what an Aura does to its bearer hinders it."""
    c = rules.card[card]
    for k in range(np.int64(c.n_abilities)):
        a = rules.ability[np.int64(c.ability) + k]
        if a.kind == AbilityKind.STATIC:
            s = rules.static[a.static]
            if s.kind == StaticKind.CONTROL:
                return True
            if s.kind == StaticKind.MODIFY and np.int64(s.limit) & LIMIT_ATTACHED:
                if np.int64(s.keywords) & HINDERS or rules.number[s.num_a].plus < 0:
                    return True
    return False


@kernel
def _op_harms(rules: Rules, pc: int, zone: int) -> bool:
    """Whether an instruction is bad for what it is done to, which is in `zone` (NOWHERE: a player)."""
    i = rules.instruction[pc]
    op = i.op
    if op == Op.PUMP:
        return rules.number[i.num].plus < 0 or rules.number[np.int64(i.a)].plus < 0
    if op == Op.PUT_COUNTERS:
        return i.a == Counter.MINUS
    if op == Op.GRANT:
        return (1 << np.int64(i.a)) & HINDERS != 0
    if zone == Zone.GRAVEYARD:
        return op == Op.EXILE
    return (op == Op.DAMAGE or op == Op.LOSE_LIFE or op == Op.DISCARD or op == Op.MILL or op == Op.DESTROY
            or op == Op.EXILE or op == Op.TO_HAND or op == Op.TO_LIBRARY or op == Op.TO_GRAVEYARD
            or op == Op.SACRIFICE or op == Op.COUNTER_SPELL or op == Op.COUNTER_ITEM or op == Op.TAP
            or op == Op.TAP_OR_UNTAP or op == Op.GAIN_CONTROL or op == Op.SKIP_UNTAP or op == Op.REVEAL_HAND
            or op == Op.EXILE_INSTEAD or op == Op.MUST_ATTACK or op == Op.SWITCH_PT or op == Op.FIGHT)


@kernel
def _about_target(rules: Rules, ability: int, spec: int) -> int:
    """The first instruction about an instance of "target"; -1: none."""
    a = rules.ability[ability]
    for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
        i = rules.instruction[pc]
        if ((i.ref == Ref.TARGET or i.ref == Ref.TARGET_PLAYER or i.ref == Ref.TARGET_CONTROLLER)
                and i.refarg == spec):
            return pc
    return -1


@kernel
def liking(game: Game, rules: Rules, ability: int, card: int, seat: int, spec: int, obj: int, who: int,
            x: int) -> int:
    """How much `seat` likes a target of a text: an object, or (ABSENT) player `who`; above 0 is good."""
    pc = _about_target(rules, ability, spec)
    zone = np.int64(game.object[obj].zone) if obj != ABSENT else np.int64(Zone.NOWHERE)
    if pc < 0:
        harms = rules.ability[ability].n_program == 0 and _aura_harms(rules, card)
    else:
        harms = _op_harms(rules, pc, zone)
    damage = pc >= 0 and rules.instruction[pc].op == Op.DAMAGE
    n = _amount(rules, np.int64(rules.instruction[pc].num), x) if damage else 0
    if obj == ABSENT:
        value = FACE
        if damage:
            value = LETHAL if n >= game.player[who].life else FACE + n // 2
        return value if harms == (who != seat) else -value
    o = game.object[obj]
    value = worth(game, rules, obj)
    if damage:
        value = value + 5 if n >= np.int64(o.toughness) - np.int64(o.damage) else 1
    mine = (o.owner if zone == Zone.GRAVEYARD else o.controller) == seat
    return value if harms == (not mine) else -value


@kernel
def _best_liking(game: Game, rules: Rules, ability: int, seat: int, source: int, spec: int) -> int:
    """The liking of the best legal target of one instance of "target"; below 0 when there is none that is good."""
    number = np.int64(rules.target_spec[np.int64(rules.ability[ability].target) + spec].filter)
    card = np.int64(game.object[source].card)
    best = -LETHAL
    for who in range(2):
        if player_allowed(game, rules, number, who, source, seat):
            best = max(best, liking(game, rules, ability, card, seat, spec, ABSENT, who, 2))
    for obj in range(game.n_objects):
        zone = game.object[obj].zone
        if zone == Zone.BATTLEFIELD or zone == Zone.STACK or zone == Zone.GRAVEYARD:
            value = liking(game, rules, ability, card, seat, spec, obj, -1, 2)
            if value > best and is_legal_target(game, rules, number, obj, source, seat, seat, 2):
                best = value
    return best


@kernel
def _does_something(rules: Rules, ability: int) -> bool:
    """Whether a text is more than mana, prevention and regeneration."""
    a = rules.ability[ability]
    if a.n_program == 0:
        return True
    for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
        op = rules.instruction[pc].op
        if (op != Op.ADD_MANA and op != Op.PREVENT_NEXT and op != Op.PREVENT_FROM and op != Op.PREVENT_ALL_TO
                and op != Op.REGENERATE and op != Op.IF and op != Op.JUMP and op != Op.DELAY):
            return True
    return False


@kernel
def counters_spells(rules: Rules, ability: int) -> bool:
    """Whether a text counters a spell."""
    a = rules.ability[ability]
    for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
        if rules.instruction[pc].op == Op.COUNTER_SPELL:
            return True
    return False


@kernel
def text_is_good(game: Game, rules: Rules, number: int, seat: int, source: int) -> bool:
    """Whether a text (of modes: the first) does something and has a target to its liking for each that it needs."""
    ability = number if rules.ability[number].n_modes == 0 else np.int64(rules.ability[number].mode)
    if not _does_something(rules, ability):
        return False
    a = rules.ability[ability]
    for spec in range(np.int64(a.n_targets)):
        if rules.target_spec[np.int64(a.target) + spec].least > 0:
            if _best_liking(game, rules, ability, seat, source, spec) <= 0:
                return False
    return True
