"""Choosing targets, one instance of "target" at a time (CR 601.2c). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.announcing import top_item
from sim.filters import player_can_be_target
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.limits import MAX_TARGETS
from sim.targets import chooser_for, count_targets, is_legal_target
from sim.terms import (
    ABSENT,
    End,
)
from sim.zones import stop_game


@kernel
def target_is_offered(game: Game, rules: Rules, obj: int, seat: int) -> bool:
    """Whether an object (or, with ABSENT, a player) may be the next target of the instance being asked."""
    item = top_item(game)
    c = game.casting
    ability = rules.ability[item.part[c.part].ability]
    spec = rules.target_spec[np.int64(ability.target) + np.int64(c.spec)]
    number = np.int64(spec.when_chosen) if spec.when_chosen else np.int64(spec.filter)
    controller = np.int64(item.controller)
    for k in range(item.n_targets):
        t = item.target[k]
        if t.part == c.part and (t.spec == c.spec or t.spec + 1 == spec.different_from):
            if t.obj == obj and (obj != ABSENT or t.seat == seat):
                return False
    if obj == ABSENT:
        return player_can_be_target(game, rules, number, seat, controller)
    return is_legal_target(game, rules, number, obj, np.int64(item.obj), controller,
                           chooser_for(game, rules, item, number), np.int64(item.x))


@kernel
def answer_target(game: Game, obj: int, seat: int) -> None:
    """Choose a target; ABSENT and seat -1: no more for this instance."""
    c = game.casting
    item = top_item(game)
    if obj == ABSENT and seat < 0:
        c.spec += 1
        c.n_of_spec = 0
        return
    if item.n_targets >= MAX_TARGETS:
        stop_game(game, End.CAPACITY, -1)
        return
    t = item.target[item.n_targets]
    item.n_targets += 1
    t.obj = obj
    t.seat = seat
    t.stamp = game.object[obj].stamp if obj != ABSENT else 0
    t.part = c.part
    t.spec = c.spec
    t.amount = 0
    t.legal = 1
    c.n_of_spec += 1


@kernel
def targets_left(game: Game, rules: Rules) -> bool:
    """Move on to the next instance of "target" that takes another target; False when all have theirs."""
    item = top_item(game)
    c = game.casting
    while c.part < item.n_parts:
        a = rules.ability[item.part[c.part].ability]
        while c.spec < a.n_targets:
            spec = rules.target_spec[np.int64(a.target) + np.int64(c.spec)]
            if c.n_of_spec < spec.most:
                number = np.int64(spec.filter)
                # an optional further target is asked only where there is one left
                if spec.least > c.n_of_spec or count_targets(
                        game, rules, number, np.int64(item.obj), np.int64(item.controller),
                        chooser_for(game, rules, item, number), np.int64(item.x),
                        np.int64(c.n_of_spec) + 1) > c.n_of_spec:
                    return True
            c.spec += 1
            c.n_of_spec = 0
        c.part += 1
        c.spec = 0
        c.n_of_spec = 0
    return False
