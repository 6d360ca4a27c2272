"""Instructions that take objects away: destroy, exile, return, sacrifice, discard, counter (CR 701). Floor 4."""
from __future__ import annotations

import numpy as np

from sim.gathering import gather, remember
from sim.jit import kernel
from sim.layout import Frame, Game, Rules
from sim.moving import (
    announce_leaving,
    can_be_destroyed,
    discard,
    leave_battlefield,
    move,
    regenerates,
    zone_of_departure,
)
from sim.stack import counter_spell, item_of, remove_item, take_off_stack
from sim.terms import ST_COPY, ItemKind, Zone
from sim.terms_texts import Op, Place, Ref
from sim.values import same_object


@kernel
def _off_the_stack(game: Game, rules: Rules, frame: Frame, obj: int, place: int) -> bool:
    """Counter a spell; the frame's own item may move down for it. Returns whether it went."""
    below = item_of(game, obj) < frame.at
    gone = counter_spell(game, rules, obj, place)
    if gone and below:
        frame.at -= 1
    return gone


@kernel
def leave_together(game: Game, rules: Rules, frame: Frame, n: int, zone: int, bottom: int) -> None:
    """Move the first `n` objects of `game.group` to a zone at the same time (603.10a): all see each other go."""
    group = np.empty(n, np.int64)
    zones = np.empty(n, np.int64)
    for k in range(n):
        group[k] = game.group[k]
        zones[k] = zone
        if game.object[group[k]].zone == Zone.BATTLEFIELD:
            zones[k] = zone_of_departure(game, rules, group[k], zone)
            announce_leaving(game, rules, group[k], zones[k])
    for k in range(n):
        obj = group[k]
        if game.object[obj].zone == Zone.BATTLEFIELD:
            leave_battlefield(game, rules, obj, zones[k], bottom)
        elif game.object[obj].zone == Zone.STACK and obj != frame.obj:
            below = item_of(game, obj) < frame.at
            place = Place.HAND if zone == Zone.HAND else Place.TOP if zone == Zone.LIBRARY else Place.EXILE
            if take_off_stack(game, rules, obj, Place.BOTTOM if bottom == 1 else place) and below:
                frame.at -= 1
        else:
            move(game, rules, obj, zones[k], bottom)
        remember(game, frame, obj)
    frame.result = n


@kernel
def _destroy(game: Game, rules: Rules, frame: Frame, pc: int, n: int) -> None:
    """DESTROY everything gathered at once (701.8), regeneration and indestructible apart."""
    kept = 0
    for k in range(n):
        obj = np.int64(game.group[k])
        if not can_be_destroyed(game, obj):
            continue
        if rules.instruction[pc].a == 0 and regenerates(game, rules, obj):
            continue
        game.group[kept] = obj
        kept += 1
    leave_together(game, rules, frame, kept, Zone.GRAVEYARD, 0)


@kernel
def zone_instruction(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """DESTROY, EXILE, TO_HAND, TO_LIBRARY (top or bottom settled), SACRIFICE, TO_GRAVEYARD."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    if i.ref == Ref.SELF and not same_object(game, frame.obj, frame.stamp):
        n = 0
    if n == 1 and game.group[0] == frame.obj and game.object[frame.obj].status & ST_COPY:
        n = 0                               # a copy of a spell goes nowhere but out of existence (707.10a)
    op = i.op
    if op == Op.DESTROY:
        _destroy(game, rules, frame, pc, n)
    elif op == Op.EXILE:
        leave_together(game, rules, frame, n, Zone.EXILE, 0)
        if i.ref == Ref.CHOSEN:          # "the chosen" follows them there
            for k in range(game.choice.n_chosen):
                game.choice.chosen_stamp[k] = game.object[game.choice.chosen[k]].stamp
    elif op == Op.TO_HAND:
        leave_together(game, rules, frame, n, Zone.HAND, 0)
    elif op == Op.TO_LIBRARY:
        leave_together(game, rules, frame, n, Zone.LIBRARY, 1 if i.a == Place.BOTTOM else 0)
    elif op == Op.TO_GRAVEYARD:
        leave_together(game, rules, frame, n, Zone.GRAVEYARD, 0)
    elif op == Op.SACRIFICE:
        if i.ref == Ref.IT and n == 1 and game.object[game.group[0]].controller != frame.controller:
            n = 0                           # nobody sacrifices what another controls (701.21a)
        leave_together(game, rules, frame, n, Zone.GRAVEYARD, 0)


@kernel
def counter_item(game: Game, rules: Rules, frame: Frame) -> None:
    """COUNTER_ITEM: counter the spell or ability that made something a target, if it is still there (701.6)."""
    frame.result = 0
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.serial != frame.it_stamp:
            continue
        if item.kind == ItemKind.SPELL:
            frame.result = _off_the_stack(game, rules, frame, np.int64(item.obj), Place.NONE)
        else:
            remove_item(game, k)
            if k < frame.at:
                frame.at -= 1
            frame.result = 1
        return


@kernel
def counter_instruction(game: Game, rules: Rules, frame: Frame, pc: int, place: int) -> None:
    """COUNTER_SPELL: every spell gathered, its card to `place`."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    frame.result = 0
    for k in range(n):
        frame.result += _off_the_stack(game, rules, frame, np.int64(game.group[k]), place)


@kernel
def discard_chosen(game: Game, rules: Rules, frame: Frame) -> None:
    """Discard every chosen card that is still in a hand."""
    frame.result = 0
    for k in range(game.choice.n_chosen):
        obj = np.int64(game.choice.chosen[k])
        if same_object(game, obj, game.choice.chosen_stamp[k]) and game.object[obj].zone == Zone.HAND:
            discard(game, rules, obj)
            remember(game, frame, obj)
            frame.result += 1
