"""The stack: items pushed, removed and countered (CR 405, 701.6). Floor 3."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.events import emit
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.moving import move
from sim.terms import (
    ABSENT,
    KW_CANT_BE_COUNTERED,
    ST_ABILITY,
    ST_COPY,
    ST_EXILED_AFTER,
    ST_NOT_BURIED,
    ST_UNCOUNTERABLE,
    TARGETED_BEFORE,
    End,
    ItemKind,
    Zone,
)
from sim.terms_abilities import Event
from sim.terms_texts import Place
from sim.zones import alert, list_remove, new_object, stop_game


@kernel
def push_item(game: Game, rules: Rules, kind: int, obj: int, controller: int, ability: int) -> int:
    """A new blank item on top of the stack; returns its index, -1 (game stopped) when there is no room.

    An ability gets an object of its own where something in the game may target abilities (109.1).
    """
    if game.n_stack >= L.MAX_STACK:
        stop_game(game, End.CAPACITY, -1)
        return -1
    index = np.int64(game.n_stack)
    game.n_stack += 1
    item = game.stack[index]
    item.kind = kind
    item.obj = obj
    item.stamp = game.object[obj].stamp if obj != ABSENT else 0
    item.card = game.object[obj].card
    item.handle = ABSENT
    item.controller = controller
    item.ability = ability
    item.n_parts = 0
    item.n_targets = 0
    item.x = 0
    item.alternative = 0
    item.from_zone = Zone.NOWHERE
    item.optional = 0
    item.mana_on_splices = 0
    item.colours_spent = 0
    item.event_obj = ABSENT
    item.event_stamp = 0
    item.event_seat = -1
    item.event_amount = 0
    item.delayed = 0
    item.n_delayed = 0
    item.it = ABSENT
    item.it_stamp = 0
    item.granter = ABSENT
    item.granter_stamp = 0
    item.bearer = game.object[obj].attached if obj != ABSENT else ABSENT
    item.bearer_stamp = game.object[obj].attached_stamp if obj != ABSENT else 0
    game.stamp += 1
    item.serial = game.stamp
    item.paid = ABSENT
    item.n_paid = 0
    # whoever asked to be left alone until something happens is asked again
    game.player[1 - controller].passed_until = 0
    alert(game)
    if game.aims_at_abilities and kind != ItemKind.SPELL:
        handle = new_object(game, rules, np.int64(item.card), controller)
        if handle != ABSENT:
            o = game.object[handle]
            o.status |= ST_COPY | ST_ABILITY
            o.zone = Zone.STACK
            o.known = 3
            item.handle = handle
    return index


@kernel
def add_part(game: Game, index: int, card: int, obj: int, ability: int, spliced: int) -> None:
    """Append a text to an item; a spell with too many texts stops the game."""
    item = game.stack[index]
    if item.n_parts >= L.MAX_PARTS:
        stop_game(game, End.CAPACITY, -1)
        return
    part = item.part[item.n_parts]
    item.n_parts += 1
    part.card = card
    part.obj = obj
    part.ability = ability
    part.spliced = spliced
    part.times = 0


@kernel
def _drop_handle(game: Game, index: int) -> None:
    """The object of an ability ceases to exist with it."""
    handle = np.int64(game.stack[index].handle)
    if handle != ABSENT:
        game.object[handle].zone = Zone.NOWHERE
        game.stamp += 1
        game.object[handle].stamp = game.stamp


@kernel
def pop_item(game: Game) -> None:
    """Take an ability off the stack that nobody could respond to."""
    game.n_stack -= 1
    _drop_handle(game, np.int64(game.n_stack))


@kernel
def _is_spoken_of(game: Game, obj: int, stamp: int) -> bool:
    """Whether a trigger, on the stack or waiting to be, is about this spell."""
    for k in range(game.n_stack):
        other = game.stack[k]
        if other.kind == ItemKind.TRIGGERED and ((other.event_obj == obj and other.event_stamp == stamp)
                                                 or (other.obj == obj and other.stamp == stamp)):
            return True
    for k in range(game.n_pending):
        if game.pending[k].event_obj == obj and game.pending[k].event_stamp == stamp:
            return True
    return False


@kernel
def remove_item(game: Game, index: int) -> None:
    """Take an item off the stack; its texts and targets go with it (702.47e).

    A spell that a trigger speaks of is remembered as it last was (608.2h).
    """
    item = game.stack[index]
    if item.kind == ItemKind.SPELL and _is_spoken_of(game, np.int64(item.obj), np.int64(item.stamp)):
        game.gone[game.n_gone % L.MAX_GONE] = game.stack[index]
        game.n_gone += 1
    _drop_handle(game, index)
    for k in range(index, game.n_stack - 1):
        game.stack[k] = game.stack[k + 1]
    game.n_stack -= 1
    alert(game)


@kernel
def item_of(game: Game, obj: int) -> int:
    """Index of the spell or ability that is object `obj`, or -1."""
    for k in range(game.n_stack):
        if (game.stack[k].obj == obj if game.stack[k].kind == ItemKind.SPELL else game.stack[k].handle == obj):
            return k
    return -1


@kernel
def spell_at(game: Game, obj: int, stamp: int) -> int:
    """Index of the spell that is, or last was, this object; from MAX_STACK on an index of `game.gone`; -1: none."""
    for k in range(game.n_stack):
        if game.stack[k].kind == ItemKind.SPELL and game.stack[k].obj == obj and game.stack[k].stamp == stamp:
            return k
    for k in range(min(np.int64(game.n_gone), L.MAX_GONE)):
        if game.gone[k].obj == obj and game.gone[k].stamp == stamp:
            return L.MAX_STACK + k
    return -1


@kernel
def copy_spell(game: Game, rules: Rules, index: int, controller: int) -> int:
    """Put a copy of a spell on the stack: texts, splices too, modes, X and targets; nothing is cast (707.10).

    index: see `spell_at`; a spell that has left is copied as it last was. Returns the index of
    the copy, -1 (game stopped) when there is no room.
    """
    if game.n_stack >= L.MAX_STACK:
        stop_game(game, End.CAPACITY, -1)
        return -1
    made = np.int64(game.n_stack)
    if index < L.MAX_STACK:
        game.stack[made] = game.stack[index]
    else:
        game.stack[made] = game.gone[index - L.MAX_STACK]
    item = game.stack[made]
    original = np.int64(item.obj)
    obj = new_object(game, rules, np.int64(item.card), controller)
    if obj == ABSENT:
        return -1
    o = game.object[obj]
    o.status |= ST_COPY
    o.zone = Zone.STACK
    o.known = 3
    game.n_stack += 1
    item.obj = obj
    item.stamp = o.stamp
    item.controller = controller
    game.stamp += 1
    item.serial = game.stamp
    for k in range(item.n_parts):
        if item.part[k].obj == original:
            item.part[k].obj = obj
    alert(game)
    return made


@kernel
def announce_targets(game: Game, rules: Rules, index: int) -> None:
    """Say of each permanent, and of the opponent, that they became the target of an item (115.1, 603.2e)."""
    item = game.stack[index]
    controller = np.int64(item.controller)
    for k in range(item.n_targets):
        obj = np.int64(item.target[k].obj)
        first = True
        for j in range(k):
            first = first and item.target[j].obj != obj
        if obj != ABSENT and first and game.object[obj].zone == Zone.BATTLEFIELD:
            game.event_serial = item.serial
            emit(game, rules, Event.TARGETED, obj, controller, 0 if item.kind == ItemKind.SPELL else 1)
            game.event_serial = 0
            game.object[obj].used |= TARGETED_BEFORE
    for k in range(item.n_targets):
        if item.target[k].obj == ABSENT and item.target[k].seat != controller:
            emit(game, rules, Event.PLAYER_TARGETED, ABSENT, 1 - controller, 0)
            break


@kernel
def put_spell_away(game: Game, rules: Rules, obj: int, place: int) -> None:
    """Move a spell's card off the stack to a place; a copy ceases to exist (707.10a)."""
    if game.object[obj].status & ST_COPY:
        list_remove(game, obj)
        game.object[obj].zone = Zone.NOWHERE
        game.stamp += 1
        game.object[obj].stamp = game.stamp
        return
    zone = Zone.GRAVEYARD
    bottom = 0
    if game.object[obj].status & ST_EXILED_AFTER:       # flashback: whatever would make it leave the stack (702.34a)
        place = Place.EXILE
    if place == Place.NONE and game.object[obj].status & ST_NOT_BURIED:
        place = Place.EXILE
    if place == Place.HAND:
        zone = Zone.HAND
    elif place == Place.TOP:
        zone = Zone.LIBRARY
    elif place == Place.BOTTOM:
        zone = Zone.LIBRARY
        bottom = 1
    elif place == Place.EXILE:
        zone = Zone.EXILE
    move(game, rules, obj, zone, bottom)


@kernel
def take_off_stack(game: Game, rules: Rules, obj: int, place: int) -> bool:
    """Remove a spell from the stack, its card to `place`; returns whether it was there."""
    index = item_of(game, obj)
    if index < 0:
        return False
    remove_item(game, index)
    put_spell_away(game, rules, obj, place)
    return True


@kernel
def counter_spell(game: Game, rules: Rules, obj: int, place: int) -> bool:
    """Counter a spell (701.6a): it goes to `place` (NONE: its owner's graveyard). Returns whether it was."""
    o = game.object[obj]
    if np.int64(rules.card[o.card].keywords) & KW_CANT_BE_COUNTERED and not o.status & ST_ABILITY:
        return False
    if o.status & ST_UNCOUNTERABLE:
        return False
    if game.player[o.controller].uncounterable and not o.status & ST_ABILITY:
        return False
    return take_off_stack(game, rules, obj, place)
