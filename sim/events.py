"""Events and the triggers that wait for them (CR 603). Floor 3.

`emit` is called as the event happens. What triggers goes on the pending list with what
it needs to know; it is put on the stack when a player would next get priority (603.3).
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.filters import matches, related
from sim.jit import kernel, leaf
from sim.layers import refresh
from sim.layout import Game, Rules
from sim.statics import NONE_LEFT, next_static, static_ability, static_reaches, static_source
from sim.terms import ABSENT, TARGETED_BEFORE, End, Zone
from sim.terms_abilities import (
    LIMIT_ATTACHED_SUBJECT,
    LIMIT_BY_OPPONENT,
    LIMIT_FIRST_TIME,
    LIMIT_SELF,
    TRAIT_STACK_TRIGGER,
    TRAIT_WHENEVER,
    TRAIT_YARD_TRIGGER,
    AbilityKind,
    EffectKind,
    Event,
    StaticKind,
)
from sim.values import holds, set_scratch, value_of
from sim.zones import stop_game


@kernel
def add_pending(game: Game, ability: int, source: int, controller: int, obj: int, seat: int, amount: int) -> None:
    """Note that an ability triggered."""
    if game.n_pending >= L.MAX_PENDING:
        stop_game(game, End.CAPACITY, -1)
        return
    p = game.pending[game.n_pending]
    game.n_pending += 1
    p.ability = ability
    p.obj = source
    p.stamp = game.object[source].stamp if source != ABSENT else 0
    p.controller = controller
    p.event_obj = obj
    p.event_stamp = game.object[obj].stamp if obj != ABSENT else 0
    p.event_seat = seat
    p.event_amount = amount
    p.delayed = 0
    p.n_delayed = 0
    p.it = game.object[source].remembers if source != ABSENT else ABSENT
    p.it_stamp = game.object[source].remembers_stamp if source != ABSENT else 0
    if game.event_serial:
        p.it = ABSENT
        p.it_stamp = game.event_serial
    if game.event_it != ABSENT:
        p.it = game.event_it
        p.it_stamp = game.object[game.event_it].stamp


@leaf
def _listens_for(wanted, event):
    """Whether an ability waiting for `wanted` triggers on `event`; compound events name two."""
    if wanted == event:
        return True
    if wanted == Event.BLOCKS_OR_BECOMES_BLOCKED:
        return event == Event.BLOCKS or event == Event.BECOMES_BLOCKED
    return wanted == Event.ATTACKS_OR_BLOCKS and (event == Event.ATTACKS or event == Event.BLOCKS)


@kernel
def _look(game: Game, rules: Rules, number: int, source: int, controller: int, obj: int, seat: int,
          amount: int) -> None:
    """Let one triggered ability look at an event of its kind."""
    a = rules.ability[number]
    limit = np.int64(a.limit)
    if limit & LIMIT_SELF and obj != source:
        return
    if limit & LIMIT_ATTACHED_SUBJECT and (obj == ABSENT or game.object[source].attached != obj
                                           or game.object[source].attached_stamp != game.object[obj].stamp):
        return
    if limit & LIMIT_BY_OPPONENT and (game.n_frames == 0 or game.frame[game.n_frames - 1].controller == controller):
        return
    if limit & LIMIT_FIRST_TIME and game.object[obj].used & TARGETED_BEFORE:
        return
    if seat >= 0 and not related(a.whose, seat, controller, controller):
        return
    if a.subject and (obj == ABSENT or not matches(game, rules, obj, np.int64(a.subject), source, controller,
                                                   controller, 0)):
        return
    if a.condition:
        set_scratch(game, source, controller)
        game.scratch.event_obj = obj
        game.scratch.event_amount = amount
        game.scratch.event_stamp = game.object[obj].stamp if obj != ABSENT else 0
        game.scratch.it = game.event_it
        game.scratch.it_stamp = game.object[game.event_it].stamp if game.event_it != ABSENT else 0
        if not holds(game, rules, game.scratch, np.int64(a.condition)):
            return
    if a.x:
        set_scratch(game, source, controller)
        amount = value_of(game, rules, game.scratch, np.int64(a.x))
    add_pending(game, number, source, controller, obj, seat, amount)


@kernel
def _listen(game: Game, rules: Rules, source: int, event: int, obj: int, seat: int, amount: int) -> None:
    """Let the triggered abilities of one object look at the event."""
    o = game.object[source]
    card = rules.card[o.text]
    controller = np.int64(o.controller) if o.zone == Zone.BATTLEFIELD or o.zone == Zone.STACK else np.int64(o.owner)
    if o.zone == Zone.EXILE and o.attached != ABSENT:
        controller = np.int64(game.object[o.attached].controller)      # of what it is encoded on (702.99c)
    for j in range(card.n_abilities):
        number = np.int64(card.ability) + j
        a = rules.ability[number]
        if a.kind == AbilityKind.TRIGGERED and a.zone == o.zone and _listens_for(a.event, event):
            _look(game, rules, number, source, controller, obj, seat, amount)


@kernel
def _emit_elsewhere(game: Game, rules: Rules, event: int, obj: int, seat: int, amount: int) -> None:
    """What triggers without being a permanent: cards in graveyards, and what a text made for this turn (603.7)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.TRIGGER and rules.ability[e.a].event == event:
            _look(game, rules, np.int64(e.a), np.int64(e.source), np.int64(e.controller), obj, seat, amount)
        if e.kind == EffectKind.ABILITIES and game.object[e.obj].stamp == e.stamp:
            added = rules.card[np.int64(e.keywords)]
            for j in range(added.n_abilities):
                a = rules.ability[np.int64(added.ability) + j]
                has = game.object[e.obj]
                if a.kind == AbilityKind.TRIGGERED and a.zone == has.zone and _listens_for(a.event, event):
                    controller = np.int64(has.controller) if has.zone == Zone.BATTLEFIELD else np.int64(has.owner)
                    _look(game, rules, np.int64(added.ability) + j, np.int64(e.obj), controller, obj, seat, amount)
    for side in range(2):
        p = game.player[side]
        for k in range(p.n_graveyard):
            card = np.int64(p.graveyard[k])
            if np.int64(game.object[card].traits) & TRAIT_YARD_TRIGGER:
                _listen(game, rules, card, event, obj, seat, amount)


@kernel
def _emit_to_granted(game: Game, rules: Rules, event: int, obj: int, seat: int, amount: int) -> None:
    """Let triggered abilities that permanents give to others look at an event; they are the others' abilities."""
    at = next_static(game, rules, 1 << StaticKind.GRANT_TRIGGER, NONE_LEFT)
    while at != NONE_LEFT:
        static = np.int64(rules.ability[static_ability(game, rules, at)].static)
        given = np.int64(rules.static[static].ability)
        for k in range(game.n_battlefield if _listens_for(rules.ability[given].event, event) else 0):
            has = np.int64(game.battlefield[k])
            if static_reaches(game, rules, static, static_source(game, at), has):
                _look(game, rules, given, has, np.int64(game.object[has].controller), obj, seat, amount)
        at = next_static(game, rules, 1 << StaticKind.GRANT_TRIGGER, at)


_COMPOUND = (1 << Event.BLOCKS_OR_BECOMES_BLOCKED) | (1 << Event.ATTACKS_OR_BLOCKS)


@kernel
def emit(game: Game, rules: Rules, event: int, obj: int, seat: int, amount: int) -> None:
    """Say that something happened; the triggered abilities of permanents and of exiled cards look at it (603.2).

    obj: the event's object or ABSENT. seat: the player concerned or -1.
    """
    refresh(game, rules)
    if np.int64(game.traits_seen) & (TRAIT_YARD_TRIGGER | TRAIT_WHENEVER):
        _emit_elsewhere(game, rules, event, obj, seat, amount)
    if game.statics_seen & (1 << StaticKind.GRANT_TRIGGER):
        _emit_to_granted(game, rules, event, obj, seat, amount)
    wanted = (1 << event) | _COMPOUND
    if np.int64(game.listens) & wanted:
        for k in range(game.n_battlefield):
            source = np.int64(game.battlefield[k])
            if np.int64(game.object[source].listens) & wanted:
                _listen(game, rules, source, event, obj, seat, amount)
    if np.int64(game.exile_listens) & (1 << event):
        for k in range(game.n_exile):
            source = np.int64(game.exile[k])
            if np.int64(game.object[source].listens) & (1 << event):
                _listen(game, rules, source, event, obj, seat, amount)


@kernel
def emit_about(game: Game, rules: Rules, event: int, obj: int, seat: int, amount: int, it: int) -> None:
    """Say that something happened to or with a second object, which is IT for what triggers."""
    if not (np.int64(game.listens) & ((1 << event) | _COMPOUND) or np.int64(game.traits_seen) & TRAIT_WHENEVER
            or game.statics_seen & (1 << StaticKind.GRANT_TRIGGER)):
        return
    game.event_it = it
    emit(game, rules, event, obj, seat, amount)
    game.event_it = ABSENT


@kernel
def emit_cast(game: Game, rules: Rules, obj: int, seat: int, before: int) -> None:
    """Say that a spell was cast, `before` others having been this turn; its own abilities look too (603.2)."""
    emit(game, rules, Event.CAST, obj, seat, before)
    if np.int64(rules.card[game.object[obj].card].traits) & TRAIT_STACK_TRIGGER:
        _listen(game, rules, obj, Event.CAST, obj, seat, before)


@kernel
def emit_buried(game: Game, rules: Rules, obj: int) -> None:
    """Say that a card was put into a graveyard; an ability that works there looks too (603.6, 603.10)."""
    o = game.object[obj]
    if o.zone != Zone.GRAVEYARD or not (np.int64(game.listens) | np.int64(o.listens)) & (1 << Event.PUT_INTO_GRAVEYARD):
        return
    emit(game, rules, Event.PUT_INTO_GRAVEYARD, obj, np.int64(o.owner), 0)
    if np.int64(o.listens) & (1 << Event.PUT_INTO_GRAVEYARD):
        _listen(game, rules, obj, Event.PUT_INTO_GRAVEYARD, obj, np.int64(o.owner), 0)


@kernel
def _take_delayed(game: Game, k: int) -> None:
    """Trigger delayed ability `k`, which is then gone."""
    d = game.delayed[k]
    add_pending(game, 0, np.int64(d.obj), np.int64(d.controller), ABSENT, np.int64(game.active), 0)
    if game.end != End.PLAYING:
        return
    p = game.pending[game.n_pending - 1]
    p.stamp = d.stamp
    p.delayed = d.first
    p.n_delayed = d.count
    p.it = d.it
    p.it_stamp = d.it_stamp
    for j in range(k, game.n_delayed - 1):
        game.delayed[j] = game.delayed[j + 1]
    game.n_delayed -= 1


@kernel
def emit_delayed(game: Game, event: int) -> None:
    """Trigger the delayed abilities that wait for the beginning of this step (603.7)."""
    k = 0
    while k < game.n_delayed:
        d = game.delayed[k]
        if d.event == event and (d.yours == 0 or game.active == d.controller):
            _take_delayed(game, k)
            if game.end != End.PLAYING:
                return
        else:
            k += 1


@kernel
def emit_watched_death(game: Game, obj: int) -> None:
    """Trigger the delayed abilities that wait for this permanent to die (603.7)."""
    k = 0
    while k < game.n_delayed:
        d = game.delayed[k]
        if (d.event == Event.DIES and d.it == obj and d.it_stamp == game.object[obj].stamp
                and (d.until == 0 or d.until == game.turn)):
            _take_delayed(game, k)
            if game.end != End.PLAYING:
                return
        else:
            k += 1


@kernel
def forget_expired(game: Game) -> None:
    """Drop delayed abilities that waited for something to happen in an earlier turn."""
    n = 0
    for k in range(game.n_delayed):
        if game.delayed[k].until == 0 or game.delayed[k].until >= game.turn:
            if n != k:
                game.delayed[n] = game.delayed[k]
            n += 1
    game.n_delayed = n
