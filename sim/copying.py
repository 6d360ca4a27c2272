"""Copies of spells and changes of targets, with the questions that they ask (CR 115.7, 707.10). Floor 4."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.events import add_pending
from sim.gathering import ask, clear_choice, gather
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.limits import MAX_STACK
from sim.stack import announce_targets, copy_spell, item_of, spell_at
from sim.targets import may_be_new_target
from sim.terms import ABSENT, ST_COPY, Decision, End, Zone
from sim.terms_texts import Ref
from sim.values import ref_object, value_of
from sim.zones import alert, new_object, stop_game

MAY_CHANGE = 0               # `choice.value`: any legal new target, or the old one stays
MAY_BE_SELF = 1              # `choice.attention`, or the old one stays
MUST_CHANGE = 2              # any legal new target, if there is one (115.7a)


@kernel
def ask_new_target(game: Game, frame: Frame, index: int, k: int, how: int) -> None:
    """Ask for a new target `k` of the item at `index`; `choice.least` and `most` say which."""
    clear_choice(game, np.int64(frame.controller), k, index)
    game.choice.value = how
    game.choice.attention = frame.obj
    ask(game, frame, Decision.NEW_TARGET, np.int64(frame.controller))


@kernel
def answer_new_target(game: Game, obj: int, seat: int) -> None:
    """Replace the target that was asked about by an object, or (ABSENT) by a player."""
    t = game.stack[game.choice.most].target[game.choice.least]
    t.obj = obj
    t.seat = seat
    t.stamp = game.object[obj].stamp if obj != ABSENT else 0
    t.legal = 1
    game.choice.n_chosen = 1


@kernel
def _spell_meant(game: Game, frame: Frame, ref: int, arg: int) -> int:
    """The spell that a text speaks of, as `spell_at` numbers it: its own or the trigger's also after it left."""
    if ref == Ref.SELF:
        return spell_at(game, np.int64(frame.obj), np.int64(frame.stamp))
    if ref == Ref.EVENT_OBJECT and frame.at >= 0:
        item = game.stack[frame.at]
        return spell_at(game, np.int64(item.event_obj), np.int64(item.event_stamp))
    obj = ref_object(game, frame, ref, arg)
    return item_of(game, obj) if obj != ABSENT else -1


@kernel
def ask_copy(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """COPY_SPELL: `num` copies, one after another; a = 1: new targets may be chosen, one at a time (707.10c)."""
    i = rules.instruction[pc]
    if frame.stage == 0:
        frame.result = 0
    amount = value_of(game, rules, frame, np.int64(i.num))
    original = _spell_meant(game, frame, np.int64(i.ref), np.int64(i.refarg))
    if original < 0:
        return
    while frame.result < amount:
        if frame.stage == 0:
            if copy_spell(game, rules, original, np.int64(frame.controller)) < 0:
                return
            frame.stage = 1
        copy = np.int64(game.n_stack) - 1
        if i.a == 1 and frame.stage - 1 < game.stack[copy].n_targets:
            ask_new_target(game, frame, copy, np.int64(frame.stage) - 1, MAY_CHANGE)
            return
        announce_targets(game, rules, copy)
        frame.result += 1
        frame.stage = 0


IS_EPIC_COPY = -1            # event amount of an item that is a copy without its epic ability


@kernel
def begin_epic(game: Game, frame: Frame) -> None:
    """EPIC: no more spells for this player, and a copy of this one in each of the player's upkeeps (702.50)."""
    item = game.stack[frame.at]
    frame.pc += 1                        # past COPY_EPIC, which the triggers carry out
    if item.event_amount == IS_EPIC_COPY:
        return
    game.player[frame.controller].no_more_spells = 1
    alert(game)
    if game.n_epics >= L.MAX_EPICS:
        stop_game(game, End.CAPACITY, -1)
        return
    game.epic[game.n_epics] = item
    game.epic[game.n_epics].delayed = frame.pc
    game.n_epics += 1


@kernel
def trigger_epics(game: Game) -> None:
    """At the beginning of an upkeep: the active player's epic spells are copied (702.50b)."""
    for k in range(game.n_epics):
        e = game.epic[k]
        if e.controller != game.active:
            continue
        add_pending(game, 0, np.int64(e.obj), np.int64(e.controller), ABSENT, np.int64(game.active), k)
        if game.end != End.PLAYING:
            return
        p = game.pending[game.n_pending - 1]
        p.delayed = e.delayed
        p.n_delayed = 1


@kernel
def ask_copy_epic(game: Game, rules: Rules, frame: Frame) -> None:
    """COPY_EPIC: put the copy on the stack, then ask for each of its targets whether it has a new one."""
    if frame.stage == 0:
        k = np.int64(game.stack[frame.at].event_amount)
        obj = new_object(game, rules, np.int64(game.epic[k].part[0].card), np.int64(frame.controller))
        if obj == ABSENT or game.n_stack >= L.MAX_STACK:
            stop_game(game, End.CAPACITY, -1)
            return
        game.stack[game.n_stack] = game.epic[k]
        item = game.stack[game.n_stack]
        game.n_stack += 1
        game.object[obj].status |= ST_COPY
        game.object[obj].zone = Zone.STACK
        game.object[obj].known = 3
        for j in range(item.n_parts):
            if item.part[j].obj == item.obj:
                item.part[j].obj = obj
        item.obj = obj
        item.stamp = game.object[obj].stamp
        item.delayed = 0
        item.event_amount = IS_EPIC_COPY
        game.stamp += 1
        item.serial = game.stamp
        alert(game)
        frame.stage = 1
    copy = np.int64(game.n_stack) - 1
    if frame.stage - 1 < game.stack[copy].n_targets:
        ask_new_target(game, frame, copy, np.int64(frame.stage) - 1, MAY_CHANGE)
        return
    announce_targets(game, rules, copy)
    frame.result = 1


@leaf
def _could_target(game, rules, index, obj):
    """Whether every target of an item could be this object."""
    item = game.stack[index]
    for k in range(item.n_targets):
        if item.target[k].obj != obj and not may_be_new_target(game, rules, index, k, obj, -1):
            return False
    return item.n_targets > 0


@kernel
def copy_for_each(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """COPY_FOR_EACH: a copy for each object of the filter that the spell could target, aimed at it (707.10d)."""
    i = rules.instruction[pc]
    frame.result = 0
    original = _spell_meant(game, frame, np.int64(i.ref), np.int64(i.refarg))
    if original < 0:
        return
    n = gather(game, rules, frame, Ref.EACH, np.int64(i.a))
    group = np.empty(n, np.int64)
    for k in range(n):
        group[k] = game.group[k]
    for j in range(n):
        obj = group[j]
        looked_at = original
        if original >= MAX_STACK and game.n_stack < MAX_STACK:      # on a blank place above the stack
            game.stack[game.n_stack] = game.gone[original - MAX_STACK]
            looked_at = np.int64(game.n_stack)
        if looked_at >= MAX_STACK or not _could_target(game, rules, looked_at, obj):
            continue
        copy = copy_spell(game, rules, original, np.int64(frame.controller))
        if copy < 0:
            return
        for k in range(game.stack[copy].n_targets):
            t = game.stack[copy].target[k]
            t.obj = obj
            t.seat = -1
            t.stamp = game.object[obj].stamp
        announce_targets(game, rules, copy)
        frame.result += 1


@kernel
def ask_targets(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """CHANGE_TARGETS: new targets for a spell (115.7d), or (a = 1) this permanent for one of its targets (115.7b)."""
    i = rules.instruction[pc]
    spell = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    index = item_of(game, spell) if spell != ABSENT else -1
    if frame.stage == 0:
        frame.result = 0
    elif game.choice.n_chosen > 0:
        frame.result += 1
    if index < 0:
        return
    item = game.stack[index]
    if i.a != 1:
        if frame.stage < item.n_targets:
            ask_new_target(game, frame, index, np.int64(frame.stage), MUST_CHANGE if i.a == 2 else MAY_CHANGE)
        elif frame.result > 0:
            announce_targets(game, rules, index)
        return
    if game.object[frame.obj].stamp != frame.stamp:
        return
    source = np.int64(frame.obj)
    if frame.result > 0:
        announce_targets(game, rules, index)
        return
    for k in range(np.int64(frame.stage), np.int64(item.n_targets)):
        if not may_be_new_target(game, rules, index, k, source, -1):
            continue
        frame.stage = k
        for later in range(k + 1, np.int64(item.n_targets)):
            if may_be_new_target(game, rules, index, later, source, -1):
                ask_new_target(game, frame, index, k, MAY_BE_SELF)
                return
        clear_choice(game, np.int64(frame.controller), k, index)
        answer_new_target(game, source, -1)
        frame.result = 1
        announce_targets(game, rules, index)
        return
