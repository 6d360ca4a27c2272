"""Continuous effects and delayed triggers that texts begin (CR 603.7, 611). Floor 4."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.events import add_pending, emit
from sim.gathering import gather, remember, seats_of
from sim.jit import kernel
from sim.layout import Frame, Game, Rules
from sim.terms import (
    ABSENT,
    KW_LURE,
    KW_MUST_ATTACK,
    NOBODY,
    PRO_COLOUR_SHIFT,
    ST_FLASHBACK,
    Counter,
    End,
    Word,
    Zone,
)
from sim.terms_abilities import TRAIT_FLASHBACK, TRAIT_WHENEVER, EffectKind, Event
from sim.terms_texts import Duration, Op
from sim.values import ref_object, ref_seat, same_object, value_of
from sim.zones import alert, new_object, stop_game


@kernel
def add_effect(game: Game, frame: Frame, kind: int, obj: int, seat: int, a: int, b: int, duration: int) -> int:
    """Begin a continuous effect; returns its index, -1 (game stopped) when there is no room."""
    if game.n_effects >= L.MAX_EFFECTS:
        stop_game(game, End.CAPACITY, -1)
        return -1
    k = np.int64(game.n_effects)
    game.n_effects += 1
    e = game.effect[k]
    e.kind = kind
    e.obj = obj
    e.stamp = game.object[obj].stamp if obj != ABSENT else 0
    e.seat = seat
    e.a = a
    e.b = b
    e.keywords = 0
    e.duration = duration
    e.source = frame.obj
    e.source_stamp = frame.stamp
    e.controller = frame.controller
    game.stamp += 1
    e.made = game.stamp
    game.layers_stale = 1
    alert(game)
    return k


@kernel
def _shield(game: Game, frame: Frame, obj: int) -> None:
    """One more regeneration shield (701.19a); those of one permanent are one entry, `a` of them."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.REGENERATE and e.obj == obj and e.stamp == game.object[obj].stamp:
            e.a += 1
            alert(game)
            return
    add_effect(game, frame, EffectKind.REGENERATE, obj, -1, 1, 0, Duration.END_OF_TURN)


@kernel
def _each_object(game: Game, rules: Rules, frame: Frame, op: int, pc: int) -> None:
    """PUMP, GRANT, SWITCH_PT, REGENERATE and shields, for each object that the instruction is about."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    amount = value_of(game, rules, frame, np.int64(i.num))
    other = value_of(game, rules, frame, np.int64(i.a)) if op == Op.PUMP else 0
    for k in range(n):
        obj = np.int64(game.group[k])
        if op == Op.PUMP:
            add_effect(game, frame, EffectKind.PUMP, obj, -1, amount, other, np.int64(i.b))
        elif op == Op.GRANT:
            e = add_effect(game, frame, EffectKind.KEYWORD, obj, -1, 0, 0, np.int64(i.b))
            if e >= 0:
                game.effect[e].keywords = np.uint64(1) << np.uint64(i.a)
        elif op == Op.SWITCH_PT:
            add_effect(game, frame, EffectKind.SWITCH, obj, -1, 0, 0, np.int64(i.b))
        elif op == Op.REGENERATE:
            _shield(game, frame, obj)
        elif op == Op.DOUBLE_DAMAGE:
            add_effect(game, frame, EffectKind.DOUBLE, obj, -1, 0, 0, Duration.END_OF_TURN)
        elif op == Op.GAIN_CONTROL:
            seat = np.int64(frame.controller) if i.c == 0 else ref_seat(game, frame, np.int64(i.c), np.int64(i.d))
            if seat != NOBODY:
                add_effect(game, frame, EffectKind.CONTROL, obj, seat, 0, 0, np.int64(i.b))
        elif op == Op.GRANT_CHOSEN_PROTECTION:
            if frame.colour > 0:        # a choice that was never made is undefined (607.5a)
                e = add_effect(game, frame, EffectKind.KEYWORD, obj, -1, 0, 0, np.int64(i.b))
                if e >= 0:
                    game.effect[e].keywords = np.uint64(np.int64(frame.colour) << PRO_COLOUR_SHIFT)
        elif op == Op.MUST_ATTACK:
            e = add_effect(game, frame, EffectKind.KEYWORD, obj, -1, 0, 0, Duration.END_OF_TURN)
            if e >= 0:
                game.effect[e].keywords = np.uint64(KW_MUST_ATTACK)
        elif op == Op.BECOME:
            e = add_effect(game, frame, EffectKind.BECOME, obj, -1, amount, value_of(game, rules, frame, np.int64(i.a)),
                           np.int64(i.b))
            if e >= 0:
                game.effect[e].keywords = np.uint64(i.c)
        elif op == Op.GAIN_ABILITIES:
            game.traits_seen |= np.uint32(TRAIT_WHENEVER)
            e = add_effect(game, frame, EffectKind.ABILITIES, obj, -1, 0, 0, np.int64(i.b))
            if e >= 0:
                game.effect[e].keywords = np.uint64(i.c)
        elif op == Op.EXILE_INSTEAD:
            add_effect(game, frame, EffectKind.EXILE_INSTEAD, obj, -1, 0, 0, Duration.END_OF_TURN)
        elif op == Op.MUST_BLOCK and i.a == 1:
            e = add_effect(game, frame, EffectKind.KEYWORD, obj, -1, 0, 0, Duration.END_OF_TURN)
            if e >= 0:
                game.effect[e].keywords = np.uint64(KW_LURE)
        elif op == Op.MUST_BLOCK:
            add_effect(game, frame, EffectKind.MUST_BLOCK, obj, -1, np.int64(frame.obj), np.int64(frame.stamp),
                       Duration.END_OF_TURN)
        elif op == Op.SET_LAND_TYPE:
            if frame.colour > 0:        # a choice that was never made is undefined (607.5a)
                add_effect(game, frame, EffectKind.LAND_TYPE, obj, -1, np.int64(frame.colour) - Word.PLAINS, 0,
                           np.int64(i.b))
        elif op == Op.LOSE_SUBTYPES:
            add_effect(game, frame, EffectKind.LOSE_SUBTYPES, obj, -1, 0, 0, np.int64(i.b))
        elif op == Op.RETYPE:
            add_effect(game, frame, EffectKind.RETYPE, obj, -1, np.int64(i.c), 0, np.int64(i.b))
        elif op == Op.GRANT_FLASHBACK:
            game.object[obj].status |= ST_FLASHBACK
            game.traits_seen |= np.uint32(TRAIT_FLASHBACK)
            game.layers_stale = 1
            alert(game)
        elif op == Op.SET_COLOUR:
            add_effect(game, frame, EffectKind.COLOUR, obj, -1, np.int64(i.a), 0, np.int64(i.b))
        elif op == Op.PERMIT_PLAY:
            add_effect(game, frame, EffectKind.PLAY, obj, np.int64(frame.controller), np.int64(i.a) + 2 * np.int64(i.c),
                       np.int64(game.turn), np.int64(i.b))
        elif op == Op.PREVENT_ALL_TO:
            add_effect(game, frame, EffectKind.PREVENT_ALL_TO, obj, -1, 0, 0, Duration.END_OF_TURN)
        elif op == Op.PREVENT_NEXT:
            add_effect(game, frame, EffectKind.PREVENT_NEXT, obj, -1, amount, np.int64(i.a), Duration.END_OF_TURN)
    frame.result = n


@kernel
def begin_effect(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Carry out an instruction that begins continuous effects."""
    i = rules.instruction[pc]
    if i.op == Op.PREVENT_FROM:
        add_effect(game, frame, EffectKind.PREVENT_FROM, ABSENT, -1, np.int64(i.a), np.int64(i.b),
                   Duration.END_OF_TURN)
        return
    if i.op == Op.EXILE_ENTERING:
        add_effect(game, frame, EffectKind.EXILE_ENTERING, ABSENT, -1, np.int64(i.a), 0, Duration.END_OF_TURN)
        return
    if i.op == Op.ECHO_MANA:
        add_effect(game, frame, EffectKind.ECHO_MANA, ABSENT, -1, np.int64(i.a), np.int64(i.b), Duration.END_OF_TURN)
        game.traits_seen |= np.uint32(TRAIT_WHENEVER)
        return
    if i.op == Op.NO_PREVENTION:
        add_effect(game, frame, EffectKind.NO_PREVENTION, ABSENT, -1, 0, 0, Duration.END_OF_TURN)
        return
    if i.op == Op.NO_LIFE_GAIN:
        seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
        for seat in range(2):
            if seats & (1 << seat):
                add_effect(game, frame, EffectKind.NO_LIFE_GAIN, ABSENT, seat, 0, 0, Duration.END_OF_TURN)
        return
    if i.op == Op.PREVENT_EVENT:
        seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
        for seat in range(2):
            if seats & (1 << seat) and same_object(game, frame.it, frame.it_stamp):
                add_effect(game, frame, EffectKind.PREVENT_EVENT, np.int64(frame.it), seat, 0, 0, Duration.END_OF_TURN)
        return
    _each_object(game, rules, frame, np.int64(i.op), pc)
    if i.op == Op.PREVENT_NEXT:
        seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
        amount = value_of(game, rules, frame, np.int64(i.num))
        for seat in range(2):
            if seats & (1 << seat) and amount > 0:
                add_effect(game, frame, EffectKind.PREVENT_NEXT, ABSENT, seat, amount, np.int64(i.a),
                           Duration.END_OF_TURN)


@kernel
def exchange_control(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """EXCHANGE_CONTROL: both players get what the other controls, or nothing happens (701.12b)."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    frame.result = 0
    if n != 2 or game.object[game.group[0]].controller == game.object[game.group[1]].controller:
        return
    for k in range(2):
        obj = np.int64(game.group[k])
        add_effect(game, frame, EffectKind.CONTROL, obj, 1 - np.int64(game.object[obj].controller), 0, 0,
                   Duration.PERMANENT)
    frame.result = 1


@kernel
def redirect(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """REDIRECT: damage by a source of your choice to you and your creatures is dealt to the target instead (614.9)."""
    i = rules.instruction[pc]
    amount = value_of(game, rules, frame, np.int64(i.num))
    where = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    stamp = np.int64(game.object[where].stamp) if where != ABSENT else 0
    if where == ABSENT:
        seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
        if seats == 0:
            return
        where = -1 if seats & 1 else -2
    if amount > 0 and gather(game, rules, frame, np.int64(i.a), np.int64(i.b)) > 0:
        k = add_effect(game, frame, EffectKind.REDIRECT, np.int64(game.group[0]), -1, amount, where,
                       Duration.END_OF_TURN)
        if k >= 0:
            game.effect[k].keywords = np.uint64(stamp)


@kernel
def make_trigger(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """WHENEVER: a triggered ability for the rest of the turn (603.7), or of an emblem (114)."""
    i = rules.instruction[pc]
    lasts = Duration.PERMANENT if i.b == 1 else Duration.END_OF_TURN
    k = add_effect(game, frame, EffectKind.TRIGGER, ABSENT, np.int64(frame.controller), np.int64(i.a), 0, lasts)
    if i.b == 1 and k >= 0:
        emblem = new_object(game, rules, 0, np.int64(frame.controller))         # of no name, type or colour (114.3)
        if emblem != ABSENT:
            game.object[emblem].zone = Zone.COMMAND
            game.object[emblem].known = 3
            game.effect[k].source = emblem
            game.effect[k].source_stamp = game.object[emblem].stamp
    game.traits_seen |= np.uint32(TRAIT_WHENEVER)


@kernel
def _trigger_now(game: Game, frame: Frame, pc: int) -> None:
    """A trigger of its own that waits for nothing but the end of this text (603.12)."""
    add_pending(game, 0, np.int64(frame.obj), np.int64(frame.controller), ABSENT, np.int64(game.active), 0)
    if game.end != End.PLAYING:
        return
    p = game.pending[game.n_pending - 1]
    p.stamp = frame.stamp
    p.delayed = pc + 1
    p.n_delayed = np.int64(frame.pc) - pc
    p.it = frame.it
    p.it_stamp = frame.it_stamp


@kernel
def delay(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Set up a delayed triggered ability of the next instructions, and go past them (603.7)."""
    i = rules.instruction[pc]
    frame.pc = pc + np.int64(i.d)               # the run loop adds one
    if i.a == Event.NONE:                       # a reflexive trigger (603.12)
        _trigger_now(game, frame, pc)
        return
    if game.n_delayed >= L.MAX_DELAYED:
        stop_game(game, End.CAPACITY, -1)
        return
    d = game.delayed[game.n_delayed]
    game.n_delayed += 1
    d.event = i.a
    d.first = pc + 1
    d.count = i.d
    d.controller = frame.controller
    d.yours = i.b
    d.obj = frame.obj
    d.stamp = frame.stamp
    d.it = frame.it
    d.it_stamp = frame.it_stamp
    d.turn = game.turn
    d.until = 0
    if i.op == Op.WATCH:
        d.yours = 0
        d.until = game.turn if i.b == 1 else 0


@kernel
def delay_until_upkeep(game: Game, rules: Rules, obj: int, controller: int, ability: int) -> None:
    """Set up an ability of a card to trigger at the beginning of its controller's next upkeep (702.88a)."""
    if game.n_delayed >= L.MAX_DELAYED:
        stop_game(game, End.CAPACITY, -1)
        return
    d = game.delayed[game.n_delayed]
    game.n_delayed += 1
    d.event = Event.UPKEEP
    d.first = rules.ability[ability].program
    d.count = rules.ability[ability].n_program
    d.controller = controller
    d.yours = 1
    d.obj = obj
    d.stamp = game.object[obj].stamp
    d.it = ABSENT
    d.it_stamp = 0
    d.until = 0
    d.turn = game.turn


@kernel
def put_counters(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """PUT_COUNTERS and REMOVE_COUNTERS (122)."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    amount = value_of(game, rules, frame, np.int64(i.num))
    for k in range(n):
        counters = game.object[game.group[k]].counters
        if i.op == Op.REMOVE_COUNTERS:
            removed = min(amount, np.int64(counters[i.a]))
            counters[i.a] -= removed
            o = game.object[game.group[k]]
            if i.a == Counter.TIME and o.zone == Zone.EXILE and removed > 0 and counters[i.a] == 0:
                emit(game, rules, Event.UNSUSPENDED, np.int64(game.group[k]), np.int64(o.owner), 0)
        else:
            counters[i.a] += amount
        remember(game, frame, np.int64(game.group[k]))
    frame.result = n * amount
    game.layers_stale = 1
    alert(game)


