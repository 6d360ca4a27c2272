"""Attack and block: one creature at a time, as the game asks (CR 508, 509)."""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.clash import A_DIES, B_DIES, duel, incoming_damage
from agents.worth import life_worth, permanent_worth
from sim.combat import can_attack, can_block, count_blockers
from sim.jit import kernel
from sim.layout import Action, Game, Rules
from sim.terms import (
    ABSENT,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    KW_DEFENDER,
    KW_TRAMPLE,
    KW_VIGILANCE,
    ST_ATTACKING,
    ST_TAPPED,
    TYPE_CREATURE,
    ActionKind,
    Counter,
    Decision,
)
from sim.terms_abilities import LIMIT_ATTACHED_SUBJECT, LIMIT_SELF, AbilityKind, Event


@kernel
def gains_by_hitting(game: Game, rules: Rules, obj: int) -> float:
    """Cards that triggers on this creature's combat damage are worth, its own and those of what it bears."""
    gain = 0.0
    for k in range(game.n_battlefield):
        source = np.int64(game.battlefield[k])
        o = game.object[source]
        if source != obj and o.attached != obj:
            continue
        card = rules.card[o.card]
        for j in range(card.n_abilities):
            a = rules.ability[np.int64(card.ability) + j]
            if a.kind != AbilityKind.TRIGGERED or (a.event != Event.COMBAT_DAMAGE
                                                   and a.event != Event.COMBAT_DAMAGE_PLAYER):
                continue
            wanted = LIMIT_SELF if source == obj else LIMIT_ATTACHED_SUBJECT
            if np.int64(a.limit) & wanted:
                gain += W.TRIGGER_ON_HIT
    return gain


@kernel
def _able_blockers(game: Game, rules: Rules, attacker: int) -> int:
    """How many creatures of the other side could block it."""
    n = 0
    seat = game.object[attacker].controller
    for k in range(game.n_battlefield):
        b = np.int64(game.battlefield[k])
        o = game.object[b]
        if o.controller != seat and np.int64(o.types) & TYPE_CREATURE and can_block(game, rules, b, attacker):
            n += 1
    return n


@kernel
def _sure_damage(game: Game, rules: Rules) -> int:
    """Damage that the best blocks cannot keep away if everything that can still attack does."""
    free = 0
    blockable = 0
    largest = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        attacks = o.status & ST_ATTACKING or (k >= game.combat_at and can_attack(game, obj))
        if not attacks or o.power <= 0 or (o.status & ST_ATTACKING and o.attacks != ABSENT):
            continue
        if _able_blockers(game, rules, obj) == 0:
            free += np.int64(o.power)
        else:
            blockable += np.int64(o.power)
            largest = max(largest, np.int64(o.power))
    blockers = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if (o.controller != game.active and np.int64(o.types) & TYPE_CREATURE and not o.status & ST_TAPPED
                and not np.int64(o.keywords) & KW_CANT_BLOCK):
            blockers += 1
    return free + max(blockable - blockers * largest, 0)


@kernel
def _worst_block(game: Game, rules: Rules, attacker: int) -> float:
    """Cards that the block worst for the attacker's side brings it; two blockers together count half."""
    worst = W.LETHAL
    worth = permanent_worth(game, rules, attacker)
    x = game.object[attacker]
    power_against = 0
    n = 0
    cheapest = W.LETHAL
    for k in range(game.n_battlefield):
        b = np.int64(game.battlefield[k])
        o = game.object[b]
        if o.controller == x.controller or not np.int64(o.types) & TYPE_CREATURE:
            continue
        if not can_block(game, rules, b, attacker):
            continue
        bits = duel(game, rules, attacker, b)
        its_worth = permanent_worth(game, rules, b)
        value = (its_worth if bits & B_DIES else 0.0) - (worth if bits & A_DIES else 0.0)
        worst = min(worst, value)
        cheapest = min(cheapest, its_worth)
        power_against += max(np.int64(o.power), 0)
        n += 1
    if n >= 2 and power_against >= np.int64(x.toughness):
        worst = min(worst, 0.5 * (cheapest - worth) + 0.5 * worst)
    return worst


@kernel
def _cost_of_leaving(game: Game, rules: Rules, obj: int) -> float:
    """Cards that not having this creature as a blocker next turn costs."""
    o = game.object[obj]
    if np.int64(o.keywords) & (KW_VIGILANCE | KW_CANT_BLOCK):
        return 0.0
    seat = np.int64(o.controller)
    against = 0
    largest = 0
    staying = 0
    for k in range(game.n_battlefield):
        other = np.int64(game.battlefield[k])
        y = game.object[other]
        if not np.int64(y.types) & TYPE_CREATURE:
            continue
        if y.controller == seat:
            if other != obj and not y.status & (ST_ATTACKING | ST_TAPPED) and not np.int64(y.keywords) & KW_CANT_BLOCK:
                staying += 1
        elif not np.int64(y.keywords) & (KW_CANT_ATTACK | KW_DEFENDER) and y.power > 0:
            against += np.int64(y.power)
            largest = max(largest, np.int64(y.power))
    life = np.int64(game.player[seat].life)
    without = max(against - staying * largest, 0)
    having = max(against - (staying + 1) * largest, 0)
    return W.HOME * (life_worth(life, without) - life_worth(life, having))


@kernel
def _wounds_planeswalker(game: Game, rules: Rules, aim: int, power: int) -> float:
    """Cards that this much damage takes from a planeswalker, beyond what already attacks it."""
    left = np.int64(game.object[aim].counters[Counter.LOYALTY])
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.status & ST_ATTACKING and o.attacks == aim:
            left -= max(np.int64(o.power), 0)
    if left <= 0:
        return 0.0
    return permanent_worth(game, rules, aim) if power >= left else W.LOYALTY * power


@kernel
def attack_score(game: Game, rules: Rules, obj: int, aim: int) -> float:
    """Cards that attacking with `obj` promises, against the block worst for it; above 0: attack.

    aim: the planeswalker attacked, ABSENT: the player.
    """
    o = game.object[obj]
    power = np.int64(o.power)
    if power <= 0:
        return -1.0
    life = np.int64(game.player[1 - game.active].life)
    if _sure_damage(game, rules) >= life:
        return W.LETHAL if aim == ABSENT else 0.0
    if aim == ABSENT:
        unblocked = life_worth(life, power) + gains_by_hitting(game, rules, obj)
    else:
        unblocked = _wounds_planeswalker(game, rules, aim, power)
    able = _able_blockers(game, rules, obj)
    value = unblocked
    if able > 0:
        blocked = _worst_block(game, rules, obj)
        if blocked < unblocked:
            declared = 0
            for k in range(game.n_battlefield):
                if game.object[game.battlefield[k]].status & ST_ATTACKING:
                    declared += 1
            share = min(1.0, able / (declared + 1.0))
            value = share * blocked + (1.0 - share) * unblocked
        value -= W.TRICK_RISK
    return value - _cost_of_leaving(game, rules, obj) - W.ATTACK_LEAST


@kernel
def _already_beaten(game: Game, rules: Rules, attacker: int) -> bool:
    """Whether the creatures that block it so far destroy the attacker."""
    power = 0
    for k in range(game.n_battlefield):
        b = np.int64(game.battlefield[k])
        if game.object[b].blocking == attacker:
            power += max(np.int64(game.object[b].power), 0)
    a = game.object[attacker]
    return power >= np.int64(a.toughness) - np.int64(a.damage)


@kernel
def block_score(game: Game, rules: Rules, blocker: int, attacker: int) -> float:
    """Cards that this block brings, compared with not blocking."""
    a, b = game.object[attacker], game.object[blocker]
    seat = np.int64(b.controller)
    life = np.int64(game.player[seat].life)
    others = count_blockers(game, attacker)
    bits = duel(game, rules, attacker, blocker)
    worth_a, worth_b = permanent_worth(game, rules, attacker), permanent_worth(game, rules, blocker)
    if others > 0:
        if _already_beaten(game, rules, attacker):
            return -0.1
        power = np.int64(b.power)
        for k in range(game.n_battlefield):
            other = game.object[game.battlefield[k]]
            if other.blocking == attacker:
                power += max(np.int64(other.power), 0)
        beaten = power >= np.int64(a.toughness) - np.int64(a.damage)
        return (worth_a if beaten else 0.0) - (0.6 * worth_b if bits & A_DIES == 0 and bits & B_DIES else 0.1)
    damage = max(np.int64(a.power), 0)
    saved = min(damage, max(np.int64(b.toughness), 0)) if np.int64(a.keywords) & KW_TRAMPLE else damage
    incoming = incoming_damage(game, seat)
    dies = bits & B_DIES != 0
    value = (worth_a if bits & A_DIES else 0.0) - (worth_b if dies else 0.0)
    if incoming >= life:
        value += W.LETHAL * min(1.0, saved / (incoming - life + 1.0))
    else:
        life_saved = life_worth(life, incoming) - life_worth(life, incoming - saved)
        value += life_saved * (W.CHUMP if dies else 1.0)
    return value


@kernel
def combat_score(game: Game, rules: Rules, action: Action) -> float:
    """Score one answer to ATTACK or BLOCK; NO and DONE are 0."""
    obj = np.int64(game.choice.attention)
    if action.kind == ActionKind.YES:
        return attack_score(game, rules, obj, ABSENT)
    if game.decision == Decision.ATTACK and action.kind == ActionKind.PICK:
        return attack_score(game, rules, obj, np.int64(action.obj))
    if action.kind == ActionKind.PICK:
        return block_score(game, rules, obj, np.int64(action.obj))
    return 0.0
