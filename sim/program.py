"""Texts being carried out: the interpreter (CR 608.2c). Floor 5.

A frame holds everything a text in progress needs, so a pause is data: `run_program`
returns as soon as a decision is set and goes on from the same instruction later.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.asking import (
    ask_choose,
    ask_colour,
    ask_discard,
    ask_land_type,
    ask_mana,
    ask_may,
    ask_number,
    ask_pay,
    ask_place,
    ask_repeat,
    ask_word,
    offer_it,
)
from sim.copying import ask_copy, ask_copy_epic, ask_targets, begin_epic, copy_for_each
from sim.damaging import fight
from sim.effects import begin_effect, delay, exchange_control, make_trigger, put_counters, redirect
from sim.entering import copy_permanent, create_tokens, put_onto_battlefield
from sim.events import emit
from sim.instructions import (
    encode,
    note_name,
    note_spliced,
    permanent_instruction,
    player_instruction,
    point_at,
    remember_it,
    reveal_until,
)
from sim.jit import kernel, leaf
from sim.layers import refresh, renew
from sim.layout import Frame, Game, Rules
from sim.libraries import ask_arrange, ask_look, ask_scry, ask_search, bottom_rest, exile_until, see_top
from sim.removing import counter_instruction, counter_item, zone_instruction
from sim.terms import ABSENT, Decision, End
from sim.terms_abilities import Event
from sim.terms_texts import Op, Place
from sim.values import NOBODY, holds, ref_seat, value_of
from sim.zones import stop_game

MOST_EXTRA_TURNS = 32        # bits of `game.extra_seats`


@kernel
def add_turn(game: Game, seat: int) -> None:
    """A player takes an extra turn after this one, before those that were made earlier (500.7)."""
    if seat == NOBODY:
        return
    if game.extra_turns >= MOST_EXTRA_TURNS:
        stop_game(game, End.CAPACITY, -1)
        return
    bit = np.uint32(1) << np.uint32(game.extra_turns)
    if seat == 1:
        game.extra_seats |= bit
    else:
        game.extra_seats &= ~bit
    game.extra_turns += 1


@kernel
def _control(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Instructions that steer the text itself."""
    i = rules.instruction[pc]
    op = i.op
    if op == Op.IF:
        if not holds(game, rules, frame, np.int64(i.a)):
            frame.pc = pc + np.int64(i.d)
    elif op == Op.JUMP:
        frame.pc = pc + np.int64(i.d)
    elif op == Op.SET_RESULT:
        frame.result = value_of(game, rules, frame, np.int64(i.num))
    elif op == Op.FORGET_IT:
        frame.it = ABSENT
    elif op == Op.POINT:
        point_at(game, frame, pc, rules)
    elif op == Op.DELAY or op == Op.WATCH:
        delay(game, rules, frame, pc)
    elif op == Op.MAY:
        ask_may(game, rules, frame, pc)
    elif op == Op.PAY:
        ask_pay(game, rules, frame, pc)
    elif op == Op.LOSE_GAME:
        stop_game(game, End.EFFECT, np.int64(1 - frame.controller))
    elif op == Op.WIN_GAME:
        stop_game(game, End.EFFECT, np.int64(frame.controller))
    elif op == Op.EXTRA_TURN:
        add_turn(game, ref_seat(game, frame, np.int64(i.ref), np.int64(i.refarg)))
    elif op == Op.DRAW_AFTER_ALL:
        game.player[frame.controller].declined = np.int64(frame.event_amount) + 1
        game.player[frame.controller].instead += 1


@kernel
def _rarer(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Instructions that few texts have."""
    op = rules.instruction[pc].op
    if op == Op.COPY_SPELL:
        ask_copy(game, rules, frame, pc)
    elif op == Op.COPY_FOR_EACH:
        copy_for_each(game, rules, frame, pc)
    elif op == Op.CHANGE_TARGETS:
        ask_targets(game, rules, frame, pc)
    elif op == Op.CHOOSE_COLOUR or op == Op.CHOOSE_NAME:
        ask_colour(game, rules, frame, pc)
    elif op == Op.FIGHT:
        fight(game, rules, frame, pc)
    elif op == Op.REMEMBER:
        remember_it(game, rules, frame)
    elif op == Op.REVEAL_UNTIL:
        reveal_until(game, rules, frame, pc)
    elif op == Op.COPY_PERMANENT:
        copy_permanent(game, rules, frame, pc)
    elif op == Op.EPIC:
        begin_epic(game, frame)
    elif op == Op.COPY_EPIC:
        ask_copy_epic(game, rules, frame)
    elif op == Op.COUNTER_ITEM:
        counter_item(game, rules, frame)
    elif op == Op.NOTE_NAME:
        note_name(game, rules, frame, pc)
    elif op == Op.NOTE_SPLICED:
        note_spliced(game, rules, frame, pc)
    elif op == Op.CAST_FREE:
        offer_it(game, rules, frame, pc)
    elif op == Op.EXILE_UNTIL:
        exile_until(game, rules, frame, pc)
    elif op == Op.BOTTOM_REST:
        bottom_rest(game, rules)
    elif op == Op.SEE_TOP:
        see_top(game, rules, frame, pc)
    elif op == Op.SCRY:
        ask_scry(game, rules, frame, pc)
    elif op == Op.EXCHANGE_CONTROL:
        exchange_control(game, rules, frame, pc)
    elif op == Op.REDIRECT:
        redirect(game, rules, frame, pc)
    elif op == Op.WHENEVER:
        make_trigger(game, rules, frame, pc)
    elif op == Op.ENCODE:
        encode(game, rules, frame, pc)
    elif op == Op.REPEAT:
        ask_repeat(game, rules, frame, pc)
    elif op == Op.CHOOSE_LAND_TYPE:
        ask_land_type(game, frame)
    elif op == Op.CHOOSE_NUMBER:
        ask_number(game, rules, frame, pc)


@kernel
def _execute(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """Carry out one instruction: one call a group of `Op`."""
    i = rules.instruction[pc]
    op = i.op
    if op == Op.DAMAGE or (op >= Op.DRAW and op <= Op.LOSE_LIFE) or op == Op.SHUFFLE or op == Op.REVEAL_HAND or (
            op == Op.SKIP_UNTAP_STEP or op == Op.NO_COUNTERING or op == Op.GRANT_PLAYER or op == Op.NEXT_FLASH):
        player_instruction(game, rules, frame, pc)
    elif op == Op.DISCARD:
        ask_discard(game, rules, frame, pc)
    elif (op == Op.DESTROY or op == Op.EXILE or op == Op.TO_HAND or op == Op.SACRIFICE
          or op == Op.TO_GRAVEYARD):
        zone_instruction(game, rules, frame, pc)
    elif op == Op.TO_LIBRARY:
        if i.a == Place.TOP_OR_BOTTOM:
            ask_place(game, rules, frame, pc)
        elif i.a == Place.TOP_ANY_ORDER or i.a == Place.BOTTOM_ANY_ORDER:
            ask_arrange(game, rules, frame, pc)
        else:
            zone_instruction(game, rules, frame, pc)
    elif op == Op.TO_BATTLEFIELD:
        put_onto_battlefield(game, rules, frame, pc)
    elif op == Op.COUNTER_SPELL:
        if i.a == Place.TOP_OR_BOTTOM:
            ask_place(game, rules, frame, pc)
        else:
            counter_instruction(game, rules, frame, pc, np.int64(i.a))
    elif op == Op.TAP_OR_UNTAP:
        ask_word(game, rules, frame, pc)
    elif op == Op.CHOOSE:
        ask_choose(game, rules, frame, pc)
    elif op == Op.SEARCH:
        ask_search(game, rules, frame, pc)
    elif op == Op.LOOK_TOP:
        ask_look(game, rules, frame, pc)
    elif (op == Op.PUMP or op == Op.GRANT or op == Op.PREVENT_NEXT or op == Op.PREVENT_FROM
          or op == Op.REGENERATE or op == Op.SWITCH_PT or op == Op.DOUBLE_DAMAGE or op == Op.GAIN_CONTROL
          or op == Op.GRANT_CHOSEN_PROTECTION or op == Op.MUST_ATTACK or op == Op.PREVENT_EVENT or op == Op.BECOME
          or op == Op.LOSE_SUBTYPES or op == Op.GRANT_FLASHBACK or op == Op.NO_PREVENTION
          or op == Op.PREVENT_ALL_TO or op == Op.EXILE_ENTERING or op == Op.PERMIT_PLAY or op == Op.GAIN_ABILITIES
          or op == Op.EXILE_INSTEAD or op == Op.MUST_BLOCK or op == Op.NO_LIFE_GAIN
          or op == Op.SET_COLOUR or op == Op.ECHO_MANA or op == Op.SET_LAND_TYPE or op == Op.RETYPE):
        begin_effect(game, rules, frame, pc)
    elif op == Op.CREATE:
        create_tokens(game, rules, frame, pc)
    elif op == Op.ADD_MANA:
        ask_mana(game, rules, frame, pc)
    elif op == Op.PUT_COUNTERS or op == Op.REMOVE_COUNTERS:
        put_counters(game, rules, frame, pc)
    elif (op == Op.TAP or op == Op.UNTAP or op == Op.ATTACH or op == Op.FLIP or op == Op.SKIP_UNTAP
          or op == Op.UNATTACH):
        permanent_instruction(game, rules, frame, pc)
    elif (op < Op.FIGHT or op == Op.WATCH or op == Op.POINT
          or op == Op.DRAW_AFTER_ALL or op == Op.EXTRA_TURN or op == Op.LOSE_GAME or op == Op.WIN_GAME or op == Op.PAY):
        _control(game, rules, frame, pc)
    else:
        _rarer(game, rules, frame, pc)


@leaf
def something_is_instead(game):
    """Whether some draw was replaced by a text that is still to be carried out (614.11)."""
    return game.player[0].instead > 0 or game.player[1].instead > 0


@kernel
def run_program(game: Game, rules: Rules, frame: Frame) -> bool:
    """Run a text from where it stands; False when it paused to ask or for another text, or the game ended."""
    while frame.pc < frame.end:
        pc = np.int64(frame.pc)
        _execute(game, rules, frame, pc)
        if game.end != End.PLAYING or game.decision != Decision.NONE or game.offered != ABSENT:
            return False
        refresh(game, rules)
        renew(game, rules)
        frame.stage = 0
        frame.pc += 1
        if frame.at >= 0 and something_is_instead(game):
            return False
    return True


@leaf
def start(game, item_index, obj, controller):
    frame = game.frame[game.n_frames]
    game.n_frames += 1
    frame.at = item_index
    frame.obj = obj
    frame.stamp = game.object[obj].stamp if obj != ABSENT else 0
    frame.controller = controller
    frame.part = -1
    frame.pc = 0
    frame.end = 0
    frame.stage = 0
    frame.it = ABSENT
    frame.it_stamp = 0
    frame.result = 0
    frame.colour = 0
    frame.event_obj = ABSENT


@kernel
def settle_owed(game: Game, rules: Rules) -> None:
    """Carry out what mana abilities do besides adding mana; such texts ask nothing (605.3b)."""
    while game.n_owed > 0:
        game.n_owed -= 1
        if game.n_frames >= L.MAX_FRAMES:
            stop_game(game, End.CAPACITY, -1)
            return
        obj = np.int64(game.owed_obj[game.n_owed])
        a = rules.ability[game.owed_ability[game.n_owed]]
        start(game, -1, obj, np.int64(game.object[obj].controller))
        frame = game.frame[game.n_frames - 1]
        frame.pc = a.program
        frame.end = np.int64(a.program) + np.int64(a.n_program)
        run_program(game, rules, frame)
        game.n_frames -= 1
        if np.int64(game.object[obj].listens) & (1 << Event.TAPPED_FOR_MANA):
            emit(game, rules, Event.TAPPED_FOR_MANA, obj, np.int64(game.object[obj].controller), 0)
