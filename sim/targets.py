"""Targets: which are legal, whether there are enough, and whether they still are (CR 115, 601.2c, 608.2b). Floor 2."""
from __future__ import annotations

import numpy as np

from sim.filters import ANY_X, can_be_targeted, matches, plainly_fails, player_can_be_target
from sim.jit import kernel, leaf
from sim.layout import Game, Item, Rules
from sim.terms import ABSENT, X_MANY, ItemKind, Zone
from sim.terms_abilities import F_MV_AT_MOST_X, F_MV_IS_X, LIMIT_REPEATS, Relation, Whose
from sim.values import same_object


@kernel
def chooser_for(game: Game, rules: Rules, item: Item, number: int, part: int) -> int:
    """The seat that "that player" means in a target filter: the first target of the same text, else its controller."""
    if rules.filter[number].controller == Whose.TARGET:
        for k in range(item.n_targets):
            t = item.target[k]
            if t.part == part:
                return np.int64(t.seat) if t.obj == ABSENT else np.int64(game.object[t.obj].controller)
    return np.int64(item.controller)


@leaf
def is_legal_target(game, rules, number, obj, source, controller, chooser, x):
    """Whether `source`, controlled by `controller`, may target `obj` under filter `number`.

    A spell never targets itself (115.5).
    """
    if game.object[obj].zone == Zone.STACK and obj == source:
        return False
    return (matches(game, rules, obj, number, source, controller, chooser, x)
            and can_be_targeted(game, rules, obj, source, controller))


@kernel
def limited_by_x(rules: Rules, number: int) -> bool:
    """Whether X says what matches a filter."""
    while number != 0:
        f = rules.filter[number]
        if np.int64(f.marks) & (F_MV_IS_X | F_MV_AT_MOST_X) or f.relation == Relation.POWER_AT_MOST_X:
            return True
        number = np.int64(f.other)
    return False


@kernel
def _zone_of(rules: Rules, number: int) -> int:
    """The one zone of a filter's candidates, or NOWHERE when its alternatives differ."""
    zone = np.int64(rules.filter[number].zone)
    other = np.int64(rules.filter[number].other)
    while other != 0:
        if rules.filter[other].zone != zone:
            return Zone.NOWHERE
        other = np.int64(rules.filter[other].other)
    return zone


@kernel
def count_targets(game: Game, rules: Rules, number: int, source: int, controller: int, chooser: int,
                  x: int, enough: int) -> int:
    """How many legal targets a filter has for this source, counting no further than `enough`."""
    n = 0
    for seat in range(2):
        n += player_can_be_target(game, rules, number, seat, source, controller)
    if n >= enough:
        return n
    zone = _zone_of(rules, number)
    if zone == Zone.BATTLEFIELD:
        f = rules.filter[number]
        if f.other == 0 and f.types_any and not f.types_any & game.types_seen:
            return n
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if not plainly_fails(game, rules, obj, number) and is_legal_target(game, rules, number, obj, source,
                                                                               controller, chooser, x):
                n += 1
                if n >= enough:
                    return n
        return n
    if zone == Zone.STACK:
        for k in range(game.n_stack):
            item = game.stack[k]
            obj = np.int64(item.obj) if item.kind == ItemKind.SPELL else np.int64(item.handle)
            if obj != ABSENT and is_legal_target(game, rules, number, obj, source, controller, chooser, x):
                n += 1
                if n >= enough:
                    return n
        return n
    if zone == Zone.GRAVEYARD:
        for seat in range(2):
            p = game.player[seat]
            for k in range(p.n_graveyard):
                if is_legal_target(game, rules, number, np.int64(p.graveyard[k]), source, controller, chooser, x):
                    n += 1
                    if n >= enough:
                        return n
        return n
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and is_legal_target(game, rules, number, obj, source, controller,
                                                                     chooser, x):
            n += 1
            if n >= enough:
                return n
    return n


@kernel
def has_targets(game: Game, rules: Rules, ability: int, source: int, controller: int, x: int) -> bool:
    """Whether every instance of "target" in a text could be given its targets now (601.2c, 702.47b)."""
    a = rules.ability[ability]
    for j in range(a.n_targets):
        spec = rules.target_spec[np.int64(a.target) + j]
        needed = max(x, 0) if spec.least == X_MANY else np.int64(spec.least)
        if spec.different_from > 0:
            needed += 1
        number = np.int64(spec.when_chosen) if spec.when_chosen else np.int64(spec.filter)
        shielded = game.hexproof or game.player[0].hexproof_from or game.player[1].hexproof_from
        if (needed > spec.sure or shielded) and count_targets(game, rules, number, source, controller, controller,
                                                                   x, needed) < needed:
            return False
    return True


@kernel
def x_limits_targets(rules: Rules, ability: int) -> bool:
    """Whether what a text may target depends on X (601.2b-c)."""
    a = rules.ability[ability]
    for j in range(a.n_targets):
        if limited_by_x(rules, np.int64(rules.target_spec[np.int64(a.target) + j].filter)):
            return True
    return False


@kernel
def has_modes_or_targets(game: Game, rules: Rules, ability: int, obj: int, seat: int) -> bool:
    """Whether the targets of a text exist, or those of enough of its modes, for some X (601.2b-c)."""
    a = rules.ability[ability]
    if a.n_modes == 0:
        return a.n_targets == 0 or has_targets(game, rules, ability, obj, seat, ANY_X)
    found = 0
    for mode in range(a.n_modes):
        found += has_targets(game, rules, np.int64(a.mode) + mode, obj, seat, ANY_X)
    return found >= (1 if np.int64(a.limit) & LIMIT_REPEATS else np.int64(a.choose_least))


@kernel
def may_be_new_target(game: Game, rules: Rules, index: int, k: int, obj: int, seat: int) -> bool:
    """Whether an object (or, with ABSENT, a player) may replace target `k` of an item on the stack (115.7d)."""
    item = game.stack[index]
    t = item.target[k]
    if (t.obj == obj and (obj != ABSENT or t.seat == seat)) or (obj != ABSENT and obj == item.handle):
        return False
    ability = rules.ability[item.part[t.part].ability]
    for j in range(item.n_targets):
        other = item.target[j]
        if j != k and other.part == t.part and other.obj == obj and (obj != ABSENT or other.seat == seat):
            mine = rules.target_spec[np.int64(ability.target) + np.int64(t.spec)]
            its = rules.target_spec[np.int64(ability.target) + np.int64(other.spec)]
            if other.spec == t.spec or mine.different_from == other.spec + 1 or its.different_from == t.spec + 1:
                return False
    number = np.int64(rules.target_spec[np.int64(ability.target) + np.int64(t.spec)].filter)
    controller = np.int64(item.controller)
    if obj == ABSENT:
        return player_can_be_target(game, rules, number, seat, np.int64(item.obj), controller)
    return is_legal_target(game, rules, number, obj, np.int64(item.obj), controller,
                           chooser_for(game, rules, item, number, np.int64(t.part)), np.int64(item.x))


@kernel
def check_targets(game: Game, rules: Rules, item: Item, source: int) -> bool:
    """Mark which targets of an item are still legal; False when it has targets and none is (608.2b)."""
    any_legal = False
    for k in range(item.n_targets):
        t = item.target[k]
        ability = np.int64(item.part[t.part].ability)
        spec = rules.target_spec[np.int64(rules.ability[ability].target) + np.int64(t.spec)]
        number = np.int64(spec.filter)
        if t.obj == ABSENT:
            legal = player_can_be_target(game, rules, number, np.int64(t.seat), source, np.int64(item.controller))
        else:
            obj = np.int64(t.obj)
            legal = same_object(game, obj, t.stamp) and is_legal_target(
                game, rules, number, obj, source, np.int64(item.controller),
                chooser_for(game, rules, item, number, np.int64(t.part)), np.int64(item.x))
        t.legal = 1 if legal else 0
        any_legal = any_legal or legal
    return any_legal or item.n_targets == 0
