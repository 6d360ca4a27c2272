"""The best targets of a text, and what it is worth with them (CR 115, 601.2c)."""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.attaching import bearing_gain
from agents.texts import UNTARGETED, amount_of, run_score
from agents.worth import life_worth, permanent_worth
from sim.filters import player_allowed
from sim.jit import kernel
from sim.layout import Action, Game, Rules
from sim.targets import is_legal_target
from sim.terms import ABSENT, KW_INDESTRUCTIBLE, ST_TAPPED, TYPE_CREATURE, TYPE_LAND, ActionKind, ItemKind, Zone
from sim.terms_texts import Op, Ref

NO_TARGET = -9.0
MAX_PLANNED = 6              # creatures that one plan of damage kills


@kernel
def score_with(game: Game, rules: Rules, ability: int, card: int, seat: int, source: int, spec: int, obj: int,
               who: int, x: int, promised: int, to_come: int) -> float:
    """Cards that a text brings by what it does to one target; for an Aura (no instructions) by being borne."""
    a = rules.ability[ability]
    if a.n_program == 0 and obj != ABSENT:
        gain = bearing_gain(game, rules, card, obj)
        return gain if game.object[obj].controller == seat else -gain
    first = np.int64(a.program)
    return run_score(game, rules, first, first + np.int64(a.n_program), seat, source, spec, obj, who, x, promised,
                     to_come)


@kernel
def _best_in(game: Game, rules: Rules, zone: int, ability: int, seat: int, source: int, spec: int, x: int,
             so_far: float) -> float:
    """The best score among the objects of one zone that may be targeted."""
    number = np.int64(rules.target_spec[np.int64(rules.ability[ability].target) + spec].filter)
    card = np.int64(game.object[source].card)
    wanted = np.int64(rules.filter[number].types_any) if rules.filter[number].other == 0 else 0
    lands_seen = 0
    best = so_far
    n = np.int64(game.n_battlefield)
    if zone == Zone.STACK:
        n = np.int64(game.n_stack)
    elif zone == Zone.GRAVEYARD:
        n = np.int64(game.player[0].n_graveyard) + np.int64(game.player[1].n_graveyard)
    for k in range(n):
        if zone == Zone.BATTLEFIELD:
            obj = np.int64(game.battlefield[k])
            types = np.int64(game.object[obj].types)
            if wanted and not types & wanted:
                continue
            if types & TYPE_LAND:               # lands are alike here: one tapped and one untapped of each side
                bit = 1 << (2 * np.int64(game.object[obj].controller) + (np.int64(game.object[obj].status) & ST_TAPPED))
                if lands_seen & bit:
                    continue
                lands_seen |= bit
        elif zone == Zone.STACK:
            if game.stack[k].kind != ItemKind.SPELL:
                continue
            obj = np.int64(game.stack[k].obj)
        elif k < game.player[0].n_graveyard:
            obj = np.int64(game.player[0].graveyard[k])
        else:
            obj = np.int64(game.player[1].graveyard[k - np.int64(game.player[0].n_graveyard)])
        value = score_with(game, rules, ability, card, seat, source, spec, obj, -1, x, 0, 0)
        if value > best and is_legal_target(game, rules, number, obj, source, seat, seat, x):
            best = value
    return best


@kernel
def best_target(game: Game, rules: Rules, ability: int, seat: int, source: int, spec: int, x: int) -> float:
    """The best score of one instance of "target"; NO_TARGET when there is none."""
    number = np.int64(rules.target_spec[np.int64(rules.ability[ability].target) + spec].filter)
    card = np.int64(game.object[source].card)
    best = NO_TARGET
    for who in range(2):
        if player_allowed(game, rules, number, who, source, seat):
            best = max(best, score_with(game, rules, ability, card, seat, source, spec, ABSENT, who, x, 0, 0))
    seen = 0
    while number != 0:
        zone = np.int64(rules.filter[number].zone)
        if zone == Zone.NOWHERE:
            zone = Zone.BATTLEFIELD
        if not seen & (1 << zone):
            seen |= 1 << zone
            if zone == Zone.BATTLEFIELD or zone == Zone.STACK or zone == Zone.GRAVEYARD:
                best = _best_in(game, rules, zone, ability, seat, source, spec, x, best)
        number = np.int64(rules.filter[number].other)
    return best


@kernel
def damage_of(game: Game, rules: Rules, ability: int, seat: int, source: int, x: int) -> int:
    """Damage that a text deals to its first target, if that may be any target; else 0."""
    a = rules.ability[ability]
    if a.n_targets == 0 or rules.filter[rules.target_spec[a.target].filter].players == 0:
        return 0
    total = 0
    for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
        i = rules.instruction[pc]
        if i.op == Op.DAMAGE and i.ref == Ref.TARGET and i.refarg == 0 and i.a == 0:
            total += amount_of(game, rules, np.int64(i.num), seat, source, ABSENT, x)
    return total


@kernel
def damage_plan(game: Game, rules: Rules, damage: int, seat: int, source: int, number: int) -> float:
    """Cards that `damage` to any targets brings at best: the worthiest kills it pays for, the rest to the face."""
    life = np.int64(game.player[1 - seat].life)
    if damage >= life:
        return W.LETHAL
    used = 0
    left = damage
    total = 0.0
    for _ in range(MAX_PLANNED):
        best = -1
        best_gain = 0.0
        best_needs = 0
        for k in range(min(np.int64(game.n_battlefield), 62)):
            obj = np.int64(game.battlefield[k])
            o = game.object[obj]
            if o.controller == seat or used & (1 << k) or not np.int64(o.types) & TYPE_CREATURE:
                continue
            needs = np.int64(o.toughness) - np.int64(o.damage)
            if needs > left or needs <= 0 or np.int64(o.keywords) & KW_INDESTRUCTIBLE:
                continue
            gain = permanent_worth(game, rules, obj) - life_worth(life, needs)
            if gain > best_gain and is_legal_target(game, rules, number, obj, source, seat, seat, 0):
                best = k
                best_gain = gain
                best_needs = needs
        if best < 0:
            break
        used |= 1 << best
        left -= best_needs
        total += best_gain + life_worth(life, best_needs)
    return total + life_worth(life, left)


@kernel
def text_value(game: Game, rules: Rules, ability: int, seat: int, source: int, x: int, announced: int) -> float:
    """Cards that a text is worth with its best targets.

    announced: damage that other texts of the same spell deal to any targets; this text then
    counts what it adds to theirs. Of a modal text, the best mode as often as modes are chosen.
    """
    a = rules.ability[ability]
    if a.n_modes > 0:
        best = NO_TARGET
        for mode in range(np.int64(a.n_modes)):
            number = np.int64(a.mode) + mode
            m = rules.ability[number]
            value = run_score(game, rules, np.int64(m.program), np.int64(m.program) + np.int64(m.n_program), seat,
                              source, UNTARGETED, ABSENT, -1, x, 0, 0)
            for spec in range(np.int64(m.n_targets)):
                value += best_target(game, rules, number, seat, source, spec, x)
            best = max(best, value)
        return best * max(np.int64(a.choose_least), 1)
    first = np.int64(a.program)
    value = run_score(game, rules, first, first + np.int64(a.n_program), seat, source, UNTARGETED, ABSENT, -1, x, 0, 0)
    damage = damage_of(game, rules, ability, seat, source, x)
    for spec in range(np.int64(a.n_targets)):
        t = rules.target_spec[np.int64(a.target) + spec]
        if spec == 0 and damage > 0:
            number = np.int64(t.filter)
            value += damage_plan(game, rules, announced + damage, seat, source, number)
            if announced > 0:
                value -= damage_plan(game, rules, announced, seat, source, number)
            continue
        best = best_target(game, rules, ability, seat, source, spec, x)
        if t.least == 0:
            best = max(best, 0.0)
        value += best * max(np.int64(t.least), 1)
    return value


@kernel
def _promised_to(game: Game, rules: Rules, obj: int, who: int) -> int:
    """Damage that the targets named so far, of the controller's items on the stack, will deal this target."""
    seat = np.int64(game.casting.seat)
    total = 0
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.controller != seat:
            continue
        for j in range(item.n_targets):
            t = item.target[j]
            if t.obj == obj and (obj != ABSENT or t.seat == who):
                total += damage_of(game, rules, np.int64(item.part[t.part].ability), seat, np.int64(item.obj),
                                   np.int64(item.x))
    return total


@kernel
def target_score(game: Game, rules: Rules, action: Action) -> float:
    """Score one answer to TARGET for the text being asked about; DONE is 0."""
    if action.kind == ActionKind.DONE:
        return 0.0
    c = game.casting
    item = game.stack[game.n_stack - 1]
    seat = np.int64(c.seat)
    source = np.int64(item.obj)
    obj = np.int64(action.obj)
    who = np.int64(action.value) if action.kind == ActionKind.PICK_PLAYER else -1
    x = np.int64(item.x)
    promised = _promised_to(game, rules, obj, who)
    to_come = 0
    for k in range(np.int64(c.part) + 1, np.int64(item.n_parts)):
        to_come += damage_of(game, rules, np.int64(item.part[k].ability), seat, source, x)
    ability = np.int64(item.part[c.part].ability)
    if who == 1 - seat and promised + to_come > 0:
        damage = damage_of(game, rules, ability, seat, source, x)
        if damage > 0 and promised + damage + to_come >= game.player[who].life:
            return W.LETHAL
    score = score_with(game, rules, ability, np.int64(item.part[c.part].card), seat, source, np.int64(c.spec), obj, who,
                       x, promised, to_come)
    if promised == 0 and obj != ABSENT and score > 0.0:
        for j in range(np.int64(item.n_targets)):
            if item.target[j].obj == obj and item.part[item.target[j].part].ability == ability:
                score *= W.REPEATED
    return score
