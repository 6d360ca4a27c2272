"""Instructions that ask nobody anything (CR 608.2c, 701): about players, single permanents, what a text notes. Floor 4.

One function a group of `Op`; each reads the instruction, finds its objects or players
and changes the game. `frame.result` is what it did, for "if you do" and amounts.
Others are in `damaging`, `removing` and `entering`.
"""
from __future__ import annotations

import numpy as np

from sim.damage import gain_life, lose_life
from sim.damaging import damage_instruction
from sim.filters import has_subtype
from sim.gathering import add_candidate, choose_all, clear_choice, gather, remember, seats_of
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.mana import note_colours
from sim.moving import draw, enter, mill, move, tap, untap
from sim.stack import item_of
from sim.terms import ABSENT, HEX_COLOUR_SHIFT, ST_COPY, ST_FLIPPED, ST_SKIP_UNTAP, SUB_AURA, Zone
from sim.terms_texts import Op, Place, Ref
from sim.values import frame_matches, ref_object, same_object, value_of
from sim.zones import alert, identify, reveal, shuffle

ALL_TYPES = 255              # card types without supertypes


@kernel
def point_at(game: Game, frame: Frame, pc: int, rules: Rules) -> None:
    """POINT: IT is what the reference means now."""
    i = rules.instruction[pc]
    found = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    remember(game, frame, np.int64(game.group[0]) if found > 0 else ABSENT)


@kernel
def note_name(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """NOTE_NAME: the name of an object, or of the object that it was."""
    i = rules.instruction[pc]
    game.n_noted = 0
    obj = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    if obj != ABSENT:
        game.noted[0] = rules.card[game.object[obj].card].name
        game.n_noted = 1


@kernel
def remember_it(game: Game, rules: Rules, frame: Frame) -> None:
    """REMEMBER: this permanent remembers IT, also after it left (607.2a, 603.10a)."""
    o = game.object[frame.obj]
    if o.stamp == frame.stamp:
        o.remembers = frame.it
        o.remembers_stamp = frame.it_stamp
        note_colours(game, rules, np.int64(frame.obj))


@kernel
def note_spliced(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """NOTE_SPLICED: the names of the cards spliced onto a spell, which outlive its texts."""
    i = rules.instruction[pc]
    game.n_noted = 0
    obj = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    k = item_of(game, obj) if obj != ABSENT else -1
    if k < 0:
        return
    item = game.stack[k]
    for j in range(item.n_parts):
        if item.part[j].spliced:
            game.noted[game.n_noted] = rules.card[item.part[j].card].name
            game.n_noted += 1


@leaf
def _attach(game, obj, host):
    o = game.object[obj]
    o.attached = host
    o.attached_stamp = game.object[host].stamp
    game.layers_stale = 1


@kernel
def encode(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """ENCODE: the spell card goes to exile, encoded on a creature; a copy has no card to exile (702.99a)."""
    i = rules.instruction[pc]
    host = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    o = game.object[frame.obj]
    frame.result = 0
    if host == ABSENT or o.stamp != frame.stamp or o.zone != Zone.STACK or o.status & ST_COPY:
        return
    move(game, rules, np.int64(frame.obj), Zone.EXILE, 0)
    _attach(game, np.int64(frame.obj), host)
    frame.result = 1


@kernel
def reveal_until(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """REVEAL_UNTIL: a player reveals cards from the top until one fits, which goes to its place.

    c = 1: it must share a card type with IT as it last was (608.2h). To its place ASIDE goes none of them: CHOSEN
    are all that were revealed, RESULT is how many there are besides the one.
    """
    i = rules.instruction[pc]
    seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
    types = np.int64(game.object[frame.it].types) & ALL_TYPES if frame.it != ABSENT else 0
    frame.result = 0
    for seat in range(2):
        if not seats & (1 << seat):
            continue
        p = game.player[seat]
        if i.b == Place.ASIDE:
            clear_choice(game, seat, 0, 0)
            frame.it = ABSENT
        for k in range(p.n_library - 1, -1, -1):
            obj = np.int64(p.library[k])
            reveal(game, obj)
            if i.b == Place.ASIDE:
                add_candidate(game, obj)
                choose_all(game)
                frame.result = game.choice.n_chosen
            if not frame_matches(game, rules, frame, obj, np.int64(i.a)):
                continue
            if i.c == 1 and not np.int64(rules.card[game.object[obj].card].types) & types:
                continue
            if i.b == Place.ASIDE:
                frame.result -= 1
                remember(game, frame, obj)
                break
            if i.b == Place.BATTLEFIELD:
                if not has_subtype(game, rules, obj, SUB_AURA):
                    enter(game, rules, obj, seat, 0)
            else:
                move(game, rules, obj, Zone.HAND, 0)
            remember(game, frame, obj)
            frame.result = 1
            break


@kernel
def player_instruction(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Instructions about players: damage, draw, mill, life, shuffle, reveal the hand."""
    i = rules.instruction[pc]
    if i.op == Op.DAMAGE:
        damage_instruction(game, rules, frame, pc)
        return
    seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
    amount = value_of(game, rules, frame, np.int64(i.num))
    frame.result = 0
    for turn_order in range(2):
        seat = np.int64(game.active) ^ turn_order
        if not seats & (1 << seat):
            continue
        if i.op == Op.DRAW:
            frame.result += draw(game, rules, seat, amount)
        elif i.op == Op.MILL:
            milled = mill(game, rules, seat, amount)
            frame.result += milled
            remember(game, frame, np.int64(game.player[seat].graveyard[game.player[seat].n_graveyard - 1])
                     if milled > 0 else ABSENT)
        elif i.op == Op.GAIN_LIFE:
            frame.result += gain_life(game, rules, seat, amount)
        elif i.op == Op.LOSE_LIFE:
            frame.result += lose_life(game, seat, amount)
        elif i.op == Op.SHUFFLE:
            shuffle(game, seat)
        elif i.op == Op.SKIP_UNTAP_STEP:
            game.player[seat].skips_untap += 1
        elif i.op == Op.NO_COUNTERING:
            game.player[seat].uncounterable = 1
        elif i.op == Op.NEXT_FLASH:
            game.player[seat].flashes |= np.int64(i.a)
            alert(game)
        elif i.op == Op.GRANT_PLAYER:
            game.player[seat].hexproof_from |= 1 << (np.int64(i.a) - HEX_COLOUR_SHIFT)
        elif i.op == Op.REVEAL_HAND:
            p = game.player[seat]
            for k in range(p.n_hand):
                reveal(game, np.int64(p.hand[k]))


@kernel
def permanent_instruction(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Instructions about single permanents: tap, untap, attach, flip, and the like."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    op = i.op
    frame.result = 0
    for k in range(n):
        obj = np.int64(game.group[k])
        o = game.object[obj]
        if o.zone != Zone.BATTLEFIELD or (i.ref == Ref.SELF and o.stamp != frame.stamp):
            continue
        frame.result += 1
        if op == Op.TAP:
            tap(game, rules, obj)
        elif op == Op.UNTAP:
            untap(game, obj)
        elif op == Op.SKIP_UNTAP:
            o.status |= ST_SKIP_UNTAP
        elif op == Op.ATTACH:
            if same_object(game, frame.obj, frame.stamp) and game.object[frame.obj].zone == Zone.BATTLEFIELD:
                _attach(game, frame.obj, obj)
        elif op == Op.UNATTACH:
            o.attached = ABSENT
            game.layers_stale = 1
        elif op == Op.FLIP:
            if rules.card[o.card].flip and not o.status & ST_FLIPPED:
                o.front = o.card
                identify(game, rules, obj, np.int64(rules.card[o.card].flip))
                o.status |= ST_FLIPPED
                game.layers_stale = 1
            else:
                frame.result -= 1
    alert(game)
