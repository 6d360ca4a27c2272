"""Waiting triggers are put on the stack (CR 603.3). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.announcing import Stage
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.stack import add_part, pop_item, push_item
from sim.targets import has_targets
from sim.terms import ABSENT, Decision, ItemKind
from sim.terms_abilities import Event
from sim.values import mana_value_of


@leaf
def _same_trigger(game, a, b):
    """Whether the order of two waiting triggers cannot matter: the same ability of equal sources, no event object."""
    x, y = game.pending[a], game.pending[b]
    return (x.ability == y.ability and x.n_delayed == 0 and y.n_delayed == 0 and x.event_obj == ABSENT
            and y.event_obj == ABSENT and game.object[x.obj].card == game.object[y.obj].card)


@kernel
def stack_trigger(game: Game, rules: Rules, k: int) -> None:
    """Put waiting trigger `k` on the stack; its modes and targets are asked like a cast's (603.3c-d)."""
    p = game.pending[k]
    obj = np.int64(p.obj)
    controller = np.int64(p.controller)
    ability = np.int64(p.ability)
    index = push_item(game, rules, ItemKind.TRIGGERED, obj, controller, ability)
    if index < 0:
        return
    item = game.stack[index]
    item.stamp = p.stamp
    item.event_obj = p.event_obj
    item.event_stamp = p.event_stamp
    item.event_seat = p.event_seat
    item.event_amount = p.event_amount
    item.delayed = p.delayed
    item.n_delayed = p.n_delayed
    item.it = p.it
    item.it_stamp = p.it_stamp
    if rules.ability[ability].event == Event.CAST and p.event_obj != ABSENT:
        item.x = mana_value_of(game, rules, np.int64(p.event_obj))      # what "x" means in its text
    if rules.ability[ability].x:
        item.x = p.event_amount
    for j in range(k, game.n_pending - 1):
        game.pending[j] = game.pending[j + 1]
    game.n_pending -= 1
    if rules.ability[ability].n_modes == 0:
        add_part(game, index, np.int64(game.object[obj].card), obj, ability, 0)
    if item.n_delayed == 0 and not has_targets(game, rules, ability, obj, controller, np.int64(item.x)):
        pop_item(game)                  # no legal target: it is removed (603.3d)
        return
    c = game.casting
    c.stage = Stage.MODES
    c.seat = controller
    c.n_items = 0
    c.n_paid = 0
    c.part = 0
    c.spec = 0
    c.n_of_spec = 0
    c.modes = 0
    c.base_done = 1
    c.n_ordered = 0
    for j in range(len(c.mana.need)):
        c.mana.need[j] = 0
    c.mana.generic = 0
    c.mana.x = 0
    c.mana.n_hybrid = 0
    if item.n_delayed > 0:
        c.stage = Stage.NONE


@kernel
def place_triggers(game: Game, rules: Rules) -> None:
    """Put the next waiting trigger on the stack: the active player's first, each player's in any order (603.3b)."""
    for k in range(2):
        seat = np.int64(game.active) ^ k
        first = -1
        several = False
        for j in range(game.n_pending):
            if game.pending[j].controller == seat:
                if first < 0:
                    first = j
                elif not _same_trigger(game, first, j):
                    several = True
        if first < 0:
            continue
        if several:
            clear_choice(game, seat, 1, 1)
            game.decision = Decision.TRIGGER_ORDER
            game.to_act = seat
        else:
            stack_trigger(game, rules, first)
        return
