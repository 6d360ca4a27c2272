"""Zones as ordered lists of objects (CR 400-406). Floor 2.

Nothing here triggers, replaces or asks: `moving` does. The top card of a library is
the last of its list. A zone that is full ends the game with `End.CAPACITY`.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.rng import below
from sim.terms import (
    ABSENT,
    COLOURLESS,
    ST_ADVENTURE,
    ST_ATTACKING,
    ST_COMBAT,
    ST_COPY,
    ST_FLIPPED,
    ST_HALF,
    ST_TOKEN,
    Decision,
    End,
    Zone,
)
from sim.terms_abilities import TRAIT_AIMS_AT_ABILITIES

BOTH_SEATS = 3


@kernel
def stop_game(game: Game, reason: int, winner: int) -> None:
    """End the game for `reason` (End); `winner` is a seat or -1. The first reason stays."""
    if game.end == End.PLAYING:
        game.end = reason
        game.winner = winner
    game.decision = Decision.NONE


@leaf
def alert(game):
    """Something changed: both players may now have something to do."""
    game.player[0].quiet = 0
    game.player[1].quiet = 0
    game.unchecked = 1


@leaf
def touch_mana(game, seat):
    """The mana that `seat` can make may have changed."""
    game.player[seat].avail_ready = 0
    game.player[0].quiet = 0
    game.player[1].quiet = 0


@kernel
def leave_combat(game: Game, obj: int) -> None:
    """Remove a permanent from combat (506.4). An attacker that loses its blockers stays blocked (509.1h)."""
    o = game.object[obj]
    if o.status & ST_ATTACKING:
        for k in range(game.n_battlefield):
            other = game.object[game.battlefield[k]]
            if other.blocking == obj:
                other.blocking = ABSENT
    o.status &= ~np.uint32(ST_COMBAT)
    o.blocking = ABSENT
    o.attacks = ABSENT


@kernel
def list_remove(game: Game, obj: int) -> None:
    """Take `obj` off the list of its zone; the order of the others stays."""
    o = game.object[obj]
    zone = o.zone
    if zone == Zone.BATTLEFIELD:
        n = game.n_battlefield
        k = 0
        while k < n and game.battlefield[k] != obj:
            k += 1
        for j in range(k, n - 1):
            game.battlefield[j] = game.battlefield[j + 1]
        game.n_battlefield = n - 1
        game.layers_stale = 1
        touch_mana(game, o.controller)
    elif zone == Zone.HAND:
        p = game.player[o.owner]
        n = p.n_hand
        k = 0
        while k < n and p.hand[k] != obj:
            k += 1
        for j in range(k, n - 1):
            p.hand[j] = p.hand[j + 1]
        p.n_hand = n - 1
    elif zone == Zone.LIBRARY:
        p = game.player[o.owner]
        n = p.n_library
        k = n - 1
        while k >= 0 and p.library[k] != obj:
            k -= 1
        for j in range(k, n - 1):
            p.library[j] = p.library[j + 1]
        p.n_library = n - 1
    elif zone == Zone.GRAVEYARD:
        p = game.player[o.owner]
        n = p.n_graveyard
        k = n - 1
        while k >= 0 and p.graveyard[k] != obj:
            k -= 1
        for j in range(k, n - 1):
            p.graveyard[j] = p.graveyard[j + 1]
        p.n_graveyard = n - 1
    elif zone == Zone.EXILE:
        n = game.n_exile
        k = n - 1
        while k >= 0 and game.exile[k] != obj:
            k -= 1
        for j in range(k, n - 1):
            game.exile[j] = game.exile[j + 1]
        game.n_exile = n - 1


@kernel
def list_add(game: Game, obj: int, zone: int, bottom: int) -> None:
    """Put `obj` on the list of `zone`; `bottom` = 1: under a library instead of on top."""
    o = game.object[obj]
    p = game.player[o.owner]
    if zone == Zone.BATTLEFIELD:
        if game.n_battlefield >= L.MAX_BATTLEFIELD:
            stop_game(game, End.CAPACITY, -1)
            return
        game.battlefield[game.n_battlefield] = obj
        game.n_battlefield += 1
        game.layers_stale = 1
        touch_mana(game, o.controller)
    elif zone == Zone.HAND:
        if p.n_hand >= L.MAX_HAND:
            stop_game(game, End.CAPACITY, -1)
            return
        p.hand[p.n_hand] = obj
        p.n_hand += 1
        game.came_to_hand[obj >> 6] |= np.uint64(1) << np.uint64(obj & 63)
    elif zone == Zone.LIBRARY:
        if p.n_library >= L.MAX_LIBRARY:
            stop_game(game, End.CAPACITY, -1)
            return
        if bottom == 1:
            for j in range(p.n_library, 0, -1):
                p.library[j] = p.library[j - 1]
            p.library[0] = obj
        else:
            p.library[p.n_library] = obj
        p.n_library += 1
    elif zone == Zone.GRAVEYARD:
        if p.n_graveyard >= L.MAX_GRAVEYARD:
            stop_game(game, End.CAPACITY, -1)
            return
        p.graveyard[p.n_graveyard] = obj
        p.n_graveyard += 1
    elif zone == Zone.EXILE:
        if game.n_exile >= L.MAX_EXILE:
            stop_game(game, End.CAPACITY, -1)
            return
        game.exile[game.n_exile] = obj
        game.n_exile += 1
        game.exile_listens |= o.listens
    o.zone = zone


@kernel
def clear_status(game: Game, obj: int) -> None:
    """Forget everything that belonged to the old object (400.7)."""
    o = game.object[obj]
    o.status &= ST_TOKEN
    o.since = game.turn
    o.damage = 0
    for k in range(len(o.counters)):
        o.counters[k] = 0
    o.attached = ABSENT
    o.attached_stamp = 0
    o.blocking = ABSENT
    o.attacks = ABSENT
    o.hurt = 0
    o.used = 0
    o.remembers = ABSENT
    o.remembers_stamp = 0
    o.cast_as = 0
    o.options = 0
    o.chosen = 0


@leaf
def identify(game, rules, obj, number):
    """Make `obj` an object of definition `number`, with copies of the facts that loops over objects ask for."""
    o = game.object[obj]
    card = rules.card[number]
    o.card = number
    o.text = number
    o.traits = card.traits
    game.traits_seen |= card.traits
    o.printed = card.types
    o.mana_value = card.mana_value
    o.makes = card.makes
    o.listens = card.listens
    if np.int64(card.traits) & TRAIT_AIMS_AT_ABILITIES:
        game.aims_at_abilities = 1


@kernel
def new_object(game: Game, rules: Rules, card: int, owner: int) -> int:
    """A fresh object of definition `card` in no zone; ABSENT (and the game stopped) when the table is full."""
    k = game.n_objects
    if k >= L.MAX_OBJECTS:
        k = 0
        while k < L.MAX_OBJECTS and not (game.object[k].zone == Zone.NOWHERE
                                           and game.object[k].status & (ST_TOKEN | ST_COPY)):
            k += 1
        if k == L.MAX_OBJECTS:
            stop_game(game, End.CAPACITY, -1)
            return ABSENT
    else:
        game.n_objects += 1
    o = game.object[k]
    game.stamp += 1
    identify(game, rules, k, card)
    o.owner = owner
    o.controller = owner
    o.base_controller = owner
    o.zone = Zone.NOWHERE
    o.known = 0
    o.stamp = game.stamp
    o.status = 0
    o.last_x = 0
    clear_status(game, k)
    return k


@kernel
def transfer(game: Game, rules: Rules, obj: int, zone: int, bottom: int) -> None:
    """Move `obj` to `zone` as a new object (400.7), with no events and no replacement.

    Public zones make it known to both; a library that it enters keeps what was known. A
    token that leaves the battlefield ceases to exist (111.7; it triggers first).
    """
    o = game.object[obj]
    list_remove(game, obj)
    if o.status & (ST_FLIPPED | ST_ADVENTURE | ST_HALF):
        identify(game, rules, obj, np.int64(o.front))
    elif o.text != o.card or o.remembers != ABSENT:
        identify(game, rules, obj, np.int64(o.card))
    game.stamp += 1
    o.stamp = game.stamp
    was_on_battlefield = o.zone == Zone.BATTLEFIELD
    if o.status & ST_TOKEN and was_on_battlefield:
        o.zone = Zone.NOWHERE
        alert(game)
        return
    if zone == Zone.BATTLEFIELD or zone == Zone.EXILE:
        clear_status(game, obj)
    else:
        o.status &= ST_TOKEN | ST_COPY
    if zone != Zone.HAND and zone != Zone.LIBRARY:
        o.known = BOTH_SEATS
    elif zone == Zone.HAND:
        o.known |= 1 << o.owner
    from_library = o.zone == Zone.LIBRARY
    if zone == Zone.GRAVEYARD and not o.status & ST_COPY:
        game.player[o.owner].buried += 1
    list_add(game, obj, zone, bottom)
    if from_library and zone == Zone.HAND:
        game.player[o.owner].quiet = 0      # a card drawn gives nobody else anything to do
        if game.plays_top:
            alert(game)
    else:
        alert(game)


@leaf
def mix_up(game, objects, n):
    """Put the first n of a list of objects in a random order; nobody knows any of them afterwards."""
    for i in range(n - 1, 0, -1):
        j = below(game, i + 1)
        a = objects[i]
        objects[i] = objects[j]
        objects[j] = a
    for i in range(n):
        game.object[objects[i]].known = 0


@kernel
def shuffle(game: Game, seat: int) -> None:
    """Shuffle a library (701.24): nobody knows any card of it afterwards."""
    mix_up(game, game.player[seat].library, np.int64(game.player[seat].n_library))


@kernel
def reveal(game: Game, obj: int) -> None:
    """Both players know this card from now on (701.20)."""
    game.object[obj].known = BOTH_SEATS


@kernel
def empty_pools(game: Game) -> None:
    """Unspent mana is lost as a step or phase ends (500.5)."""
    if not game.floating:
        return
    game.floating = 0
    for seat in range(2):
        p = game.player[seat]
        p.legendary_mana = 0
        p.sheltering = 0
        for k in range(len(p.pool)):
            if p.pool[k] != 0:
                p.pool[k] = 0
                p.avail_ready = 0


@leaf
def mana_index(colour):
    """Index in a pool of a single colour bit."""
    k = 0
    while (1 << k) < colour and (1 << k) != COLOURLESS:
        k += 1
    return k
