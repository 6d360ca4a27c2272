"""Who survives a fight (CR 510): judged from what is on the table, tricks left out."""
from __future__ import annotations

import numpy as np

from agents.worth import life_worth, permanent_worth
from sim.combat import count_blockers
from sim.filters import is_protected_from
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.terms import (
    ABSENT,
    KW_DEATHTOUCH,
    KW_DOUBLE_STRIKE,
    KW_FIRST_STRIKE,
    KW_INDESTRUCTIBLE,
    KW_TRAMPLE,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_BLOCKING,
    Counter,
)
from sim.terms_abilities import AbilityKind, Event
from sim.terms_texts import Num, Op, Ref

A_DIES, B_DIES = 1, 2
CHARGE_BONUS = 2             # points of power and toughness that a charge counter on an attachment may become


@kernel
def blocking_bonus(game: Game, rules: Rules, obj: int) -> int:
    """Points that a creature grows by when it blocks or is blocked (bushido), and by counters it may spend."""
    card = rules.card[game.object[obj].card]
    bonus = 0
    for j in range(card.n_abilities):
        a = rules.ability[np.int64(card.ability) + j]
        if a.kind == AbilityKind.TRIGGERED and a.event == Event.BLOCKS_OR_BECOMES_BLOCKED and a.n_program > 0:
            i = rules.instruction[a.program]
            number = rules.number[i.num]
            if i.op == Op.PUMP and i.ref == Ref.SELF and number.kind == Num.LITERAL:
                bonus += np.int64(number.plus)
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.attached == obj and o.counters[Counter.CHARGE] > 0:
            bonus += CHARGE_BONUS * np.int64(o.counters[Counter.CHARGE])
    return bonus


@leaf
def _kills(game, rules, source, power, victim, toughness_left):
    """Whether damage by `source` destroys `victim`."""
    if power <= 0 or np.int64(game.object[victim].keywords) & KW_INDESTRUCTIBLE:
        return False
    if is_protected_from(game, rules, victim, source):
        return False
    return power >= toughness_left or (np.int64(game.object[source].keywords) & KW_DEATHTOUCH) != 0


@kernel
def duel(game: Game, rules: Rules, a: int, b: int) -> int:
    """What happens if one creature blocks another: bits A_DIES, B_DIES."""
    x, y = game.object[a], game.object[b]
    bonus_a, bonus_b = blocking_bonus(game, rules, a), blocking_bonus(game, rules, b)
    left_a = np.int64(x.toughness) - np.int64(x.damage) + bonus_a
    left_b = np.int64(y.toughness) - np.int64(y.damage) + bonus_b
    a_dies = _kills(game, rules, b, np.int64(y.power) + bonus_b, a, left_a)
    b_dies = _kills(game, rules, a, np.int64(x.power) + bonus_a, b, left_b)
    if a_dies and b_dies:
        a_first = (np.int64(x.keywords) & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE)) != 0
        b_first = (np.int64(y.keywords) & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE)) != 0
        if a_first and not b_first:
            a_dies = False
        elif b_first and not a_first:
            b_dies = False
    return (A_DIES if a_dies else 0) | (B_DIES if b_dies else 0)


@kernel
def incoming_damage(game: Game, seat: int) -> int:
    """Combat damage that will reach `seat` as blocks stand."""
    total = 0
    if game.active == seat:
        return 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        reaches = o.status & ST_ATTACKING and o.power > 0 and o.attacks == ABSENT
        if reaches and not o.status & ST_BLOCKED and count_blockers(game, obj) == 0:
            total += np.int64(o.power)
    return total


@leaf
def _is_enemy(game, obj, other):
    """Whether two creatures fight each other in this combat."""
    x, y = game.object[obj], game.object[other]
    return (x.status & ST_BLOCKING and x.blocking == other) or (y.status & ST_BLOCKING and y.blocking == obj)


@kernel
def clash(game: Game, rules: Rules, obj: int, power: int, toughness: int) -> float:
    """Cards that the fight `obj` is in will bring its controller if it gets +power/+toughness now.

    Blocks are declared. An unblocked attacker brings what its damage costs the opponent.
    """
    o = game.object[obj]
    my_power = np.int64(o.power) + power
    if o.status & ST_ATTACKING and not o.status & ST_BLOCKED:
        return life_worth(np.int64(game.player[1 - o.controller].life), max(my_power, 0))
    left = np.int64(o.toughness) - np.int64(o.damage) + toughness
    against = 0
    gain = 0.0
    fast_enemy = False
    power_left = my_power
    for k in range(game.n_battlefield):
        other = np.int64(game.battlefield[k])
        if not _is_enemy(game, obj, other):
            continue
        y = game.object[other]
        needs = np.int64(y.toughness) - np.int64(y.damage)
        dies = _kills(game, rules, obj, power_left, other, needs)
        fast_enemy = (np.int64(y.keywords) & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE)) != 0
        if dies:
            gain += permanent_worth(game, rules, other)
            power_left -= needs
        fast_me = (np.int64(o.keywords) & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE)) != 0
        if not (dies and fast_me and not fast_enemy) and not is_protected_from(game, rules, obj, other):
            against += max(np.int64(y.power), 0)
    if against > 0 and against >= left and not np.int64(o.keywords) & KW_INDESTRUCTIBLE:
        if fast_enemy:
            gain = 0.0
        gain -= permanent_worth(game, rules, obj)
    if o.status & ST_ATTACKING and np.int64(o.keywords) & KW_TRAMPLE and power_left > 0:
        gain += life_worth(np.int64(game.player[1 - o.controller].life), power_left)
    return gain


@kernel
def dies_in_combat(game: Game, rules: Rules, obj: int) -> bool:
    """Whether the fight that `obj` is in will destroy it, as blocks stand."""
    o = game.object[obj]
    if not o.status & (ST_ATTACKING | ST_BLOCKING):
        return False
    against = 0
    for k in range(game.n_battlefield):
        other = np.int64(game.battlefield[k])
        if _is_enemy(game, obj, other) and not is_protected_from(game, rules, obj, other):
            against += max(np.int64(game.object[other].power), 0)
    return against > 0 and against >= np.int64(o.toughness) - np.int64(o.damage)


@leaf
def is_fighting(game, obj):
    """Whether blocks are declared and this creature is in a fight or attacks unblocked."""
    return (game.object[obj].status & (ST_ATTACKING | ST_BLOCKING)) != 0
