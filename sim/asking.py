"""Instructions that ask a player something (CR 608.2d). Floor 4.

Each is entered with `frame.stage` 0 to ask, and again with 1 (or more) when the answer
is in `game.choice`. Returning with a decision set pauses the text; the pause is data.
"""
from __future__ import annotations

import numpy as np

from sim.costs import can_pay_fixed, can_pay_with, pay_fixed, pay_with, uses_objects
from sim.gathering import add_candidate, ask, choose_all, clear_choice, first_seat, gather, remember, seats_of
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.limits import MAX_ACTIONS, MAX_CHOSEN
from sim.mana import can_pay_mana, clear_mana
from sim.moving import tap, untap
from sim.removing import counter_instruction, discard_chosen
from sim.rng import below
from sim.spending import pay_mana
from sim.terms import ABSENT, ALL_COLOURS, ANY_NUMBER, N_BASIC_TYPES, ST_COPY, Decision, Word, Zone
from sim.terms_abilities import F_NOT_TARGETED
from sim.terms_texts import CHOOSE_ALL_BUT, CHOOSE_AS_MANY, CHOOSE_OF_TOP, Op, Pick, Place, Ref
from sim.values import holds, matches_for, ref_object, same_object, target_at, value_of
from sim.zones import new_object, touch_mana


@kernel
def ask_discard(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """DISCARD: the player chooses, or at random, or the whole hand (701.9b)."""
    i = rules.instruction[pc]
    if frame.stage > 0:
        discard_chosen(game, rules, frame)
        return
    wanted = value_of(game, rules, frame, np.int64(i.num))
    frame.result = 0
    if i.ref == Ref.CHOSEN:
        discard_chosen(game, rules, frame)
        return
    if i.ref == Ref.EACH:
        clear_choice(game, np.int64(frame.controller), 0, 0)
        for k in range(gather(game, rules, frame, Ref.EACH, np.int64(i.refarg))):
            add_candidate(game, np.int64(game.group[k]))
        choose_all(game)
        discard_chosen(game, rules, frame)
        return
    seat = first_seat(seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg)))
    if seat < 0:
        return
    p = game.player[seat]
    amount = np.int64(p.n_hand) if i.a == Pick.ALL else min(wanted, np.int64(p.n_hand))
    if amount <= 0:
        return
    clear_choice(game, seat, amount, amount)
    for k in range(p.n_hand):
        add_candidate(game, np.int64(p.hand[k]))
    if amount == p.n_hand:
        choose_all(game)
        discard_chosen(game, rules, frame)
    elif i.a == Pick.RANDOM:
        c = game.choice
        for _ in range(amount):
            j = below(game, np.int64(c.n_candidates))
            c.chosen[c.n_chosen] = c.candidate[j]
            c.chosen_stamp[c.n_chosen] = game.object[c.candidate[j]].stamp
            c.n_chosen += 1
            c.n_candidates -= 1
            c.candidate[j] = c.candidate[c.n_candidates]
        discard_chosen(game, rules, frame)
    else:
        ask(game, frame, Decision.DISCARD, seat)


@kernel
def _is_targeted(game: Game, frame: Frame, obj: int) -> bool:
    """Whether an object is a target of this text."""
    item = game.stack[frame.at]
    for k in range(item.n_targets):
        if item.target[k].obj == obj and item.target[k].part == frame.part:
            return True
    return False


@kernel
def _candidates(game: Game, rules: Rules, frame: Frame, seat: int, number: int) -> None:
    """List what `seat` may choose among: the objects of a filter, seen from this text."""
    zone = np.int64(rules.filter[number].zone)
    if zone == Zone.BATTLEFIELD and rules.filter[number].other == 0:
        apart = np.int64(rules.filter[number].marks) & F_NOT_TARGETED != 0
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if matches_for(game, rules, frame, obj, number, seat) and not (apart and _is_targeted(game, frame, obj)):
                add_candidate(game, obj)
        return
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and matches_for(game, rules, frame, obj, number, seat):
            add_candidate(game, obj)


@kernel
def _ask_one(game: Game, rules: Rules, frame: Frame, pc: int, seat: int) -> bool:
    """Let one player choose; False when there was nothing to ask, and what must be chosen is."""
    i = rules.instruction[pc]
    clear_choice(game, seat, 0, 0)
    if i.d & CHOOSE_OF_TOP:
        p = game.player[frame.controller]
        for k in range(min(value_of(game, rules, frame, np.int64(i.num)), np.int64(p.n_library))):
            add_candidate(game, np.int64(p.library[p.n_library - 1 - k]))
    else:
        _candidates(game, rules, frame, seat, np.int64(i.a))
    c = game.choice
    n = np.int64(c.n_candidates)
    c.least = n if i.b == ANY_NUMBER else min(np.int64(i.b), n)
    c.most = n if i.c == ANY_NUMBER else min(np.int64(i.c), n)
    if i.d & CHOOSE_ALL_BUT:
        c.least = max(n - value_of(game, rules, frame, np.int64(i.num)), 0)
        c.most = c.least
    if i.d & CHOOSE_AS_MANY:
        c.least = min(value_of(game, rules, frame, np.int64(i.num)), n)
        c.most = c.least
    if n > 0 and c.least == n:
        choose_all(game)
    elif c.most > 0:
        ask(game, frame, Decision.CHOOSE, seat)
        return True
    return False


@leaf
def _set_aside(game):
    """Keep what one player chose at the end of the list while another chooses."""
    c = game.choice
    for k in range(min(c.n_chosen, MAX_CHOSEN - c.n_aside)):
        at = MAX_CHOSEN - 1 - c.n_aside
        c.chosen[at] = c.chosen[k]
        c.chosen_stamp[at] = c.chosen_stamp[k]
        c.n_aside += 1
    c.n_chosen = 0


@leaf
def _take_back(game):
    """What was set aside is what was chosen, in the order in which it was."""
    c = game.choice
    n = c.n_aside
    for k in range(n // 2):
        at = MAX_CHOSEN - 1 - k
        other = MAX_CHOSEN - n + k
        c.chosen[at], c.chosen[other] = c.chosen[other], c.chosen[at]
        c.chosen_stamp[at], c.chosen_stamp[other] = c.chosen_stamp[other], c.chosen_stamp[at]
    for k in range(n):
        c.chosen[k] = c.chosen[MAX_CHOSEN - n + k]
        c.chosen_stamp[k] = c.chosen_stamp[MAX_CHOSEN - n + k]
    c.n_chosen = n
    c.n_aside = 0


@kernel
def ask_choose(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """CHOOSE: players pick objects, in turn order (101.4); IT is the last one picked, CHOSEN all of them."""
    i = rules.instruction[pc]
    c = game.choice
    if frame.stage == 0:
        frame.it = ABSENT
        c.n_aside = 0
    else:
        _set_aside(game)
    seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
    while frame.stage < 2:
        seat = np.int64(game.active) ^ np.int64(frame.stage)
        if seats & (1 << seat):
            if _ask_one(game, rules, frame, pc, seat):
                return
            _set_aside(game)
        frame.stage += 1
    _take_back(game)
    frame.result = c.n_chosen
    if c.n_chosen > 0:
        remember(game, frame, np.int64(c.chosen[c.n_chosen - 1]))


@kernel
def ask_number(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """CHOOSE_NUMBER (107.1c). A number beyond life and permanents of that player would be as good as that many."""
    i = rules.instruction[pc]
    if frame.stage > 0:
        frame.colour = game.choice.value
        return
    seat = first_seat(seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg)))
    frame.colour = 0
    if seat < 0:
        return
    most = np.int64(game.player[seat].life)
    permanents = 0
    for k in range(game.n_battlefield):
        permanents += game.object[game.battlefield[k]].controller == seat
    clear_choice(game, seat, 0, min(max(most, permanents, 0), MAX_ACTIONS - 1))
    game.choice.attention = frame.obj
    ask(game, frame, Decision.NUMBER, seat)


@kernel
def ask_repeat(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """REPEAT: the controller may carry out the text once more."""
    if frame.stage == 0:
        clear_choice(game, np.int64(frame.controller), 1, 1)
        game.choice.attention = frame.obj
        ask(game, frame, Decision.MAY, np.int64(frame.controller))
    elif game.choice.value == 1:
        frame.pc = np.int64(rules.ability[game.stack[frame.at].part[frame.part].ability].program) - 1


@kernel
def ask_word(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """TAP_OR_UNTAP: you may tap or untap it, decided on resolution."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    if n == 0 or game.object[game.group[0]].zone != Zone.BATTLEFIELD:
        frame.result = 0
        return
    if frame.stage == 0:
        clear_choice(game, np.int64(frame.controller), 1, 1)
        game.choice.attention = game.group[0]
        ask(game, frame, Decision.WORD, np.int64(frame.controller))
        return
    obj = np.int64(game.group[0])
    if game.choice.value == Word.TAP:
        tap(game, rules, obj)
    elif game.choice.value == Word.UNTAP:
        untap(game, obj)
    frame.result = 1 if game.choice.value != Word.NEITHER else 0


@kernel
def ask_place(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """TO_LIBRARY and COUNTER_SPELL to the top or the bottom as you choose."""
    i = rules.instruction[pc]
    if frame.stage == 0:
        if gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg)) == 0:
            frame.result = 0
            return
        clear_choice(game, np.int64(frame.controller), 1, 1)
        game.choice.attention = game.group[0]
        game.choice.most = 2
        ask(game, frame, Decision.WORD, np.int64(frame.controller))
        return
    counter_instruction(game, rules, frame, pc, Place.TOP if game.choice.value == Word.TOP else Place.BOTTOM)


@kernel
def ask_may(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """MAY: yes goes on, no jumps. Not asked where the next instruction's target is gone."""
    i = rules.instruction[pc]
    if frame.stage == 0:
        seat = first_seat(seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg)))
        following = rules.instruction[pc + 1]
        possible = seat >= 0 and (i.a == 0 or holds(game, rules, frame, np.int64(i.a) - 1))
        if possible and following.ref == Ref.TARGET:
            k = target_at(game, frame, np.int64(following.refarg))
            possible = k >= 0 and game.stack[frame.at].target[k].legal == 1
        if possible and following.ref == Ref.SELF:
            possible = same_object(game, frame.obj, frame.stamp)
        if possible:
            clear_choice(game, seat, 1, 1)
            game.choice.attention = frame.obj
            ask(game, frame, Decision.MAY, seat)
            return
        game.choice.value = 0
    if game.choice.value == 0:
        frame.pc = pc + np.int64(i.d)
        frame.result = 0


@kernel
def _can_pay_cost(game: Game, rules: Rules, number: int, extra: int, source: int, seat: int) -> bool:
    """Whether a player can pay a cost with at most one object-using item, and list what could pay it."""
    cost = rules.cost[number]
    if (cost.has_mana or extra > 0) and not can_pay_mana(game, rules, seat, cost.mana, extra, ABSENT):
        return False
    for k in range(cost.n_items):
        item = cost.wants[k]
        if not uses_objects(item.kind):
            if not can_pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count),
                                 source, seat):
                return False
            continue
        for obj in range(game.n_objects):
            if game.object[obj].zone != Zone.NOWHERE and can_pay_with(game, rules, np.int64(item.kind),
                                                                      np.int64(item.filter), obj, source, seat, 0):
                add_candidate(game, obj)
        if game.choice.n_candidates < item.count:
            return False
        game.choice.least = item.count
        game.choice.most = item.count
    return True


@kernel
def ask_pay(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """PAY: a player may pay a cost, or `num` generic mana (118.12); unpaid, the text jumps."""
    i = rules.instruction[pc]
    extra = value_of(game, rules, frame, np.int64(i.num)) if i.num else 0
    number = np.int64(i.a)
    source = np.int64(frame.obj)
    if frame.stage == 0:
        seat = first_seat(seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg)))
        frame.result = 0
        clear_choice(game, max(seat, 0), 1, 1)
        if seat >= 0 and _can_pay_cost(game, rules, number, extra, source, seat):
            game.choice.attention = frame.obj
            ask(game, frame, Decision.MAY, seat)
            return
        frame.pc = pc + np.int64(i.d)
        return
    seat = np.int64(game.choice.seat)
    if frame.stage == 1:
        if game.choice.value == 0:
            frame.pc = pc + np.int64(i.d)
            return
        c = game.choice
        if c.n_candidates > c.least:
            ask(game, frame, Decision.CHOOSE, seat)
            return
        choose_all(game)
    cost = rules.cost[number]
    if cost.has_mana or extra > 0:
        game.casting.mana = cost.mana
        game.casting.mana.generic += extra
        clear_mana(game.casting.wanted)
        pay_mana(game, rules, seat, game.casting.mana, game.casting.wanted)
    for k in range(cost.n_items):
        item = cost.wants[k]
        if uses_objects(item.kind):
            for j in range(game.choice.n_chosen):
                pay_with(game, rules, np.int64(item.kind), np.int64(game.choice.chosen[j]))
        else:
            pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count), source, seat)
    frame.result = 1


@kernel
def ask_colour(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """CHOOSE_COLOUR, CHOOSE_NAME: what is chosen stays in the frame for the rest of this text."""
    seat = np.int64(frame.controller)
    if frame.stage > 0:
        frame.colour = game.choice.value
        if rules.instruction[pc].op == Op.CHOOSE_COLOUR:
            game.noted_colour = frame.colour
        if rules.instruction[pc].op == Op.CHOOSE_NAME:
            game.noted[0] = frame.colour
            game.n_noted = 1
        return
    names = rules.instruction[pc].op == Op.CHOOSE_NAME
    clear_choice(game, seat, 1, np.int64(rules.instruction[pc].a) if names else ALL_COLOURS)
    game.choice.attention = frame.obj
    ask(game, frame, Decision.NAME if names else Decision.COLOUR, seat)


@kernel
def ask_land_type(game: Game, frame: Frame) -> None:
    """CHOOSE_LAND_TYPE: what is chosen stays in the frame for the rest of this text."""
    seat = np.int64(frame.controller)
    if frame.stage > 0:
        frame.colour = game.choice.value
        return
    clear_choice(game, seat, 1, N_BASIC_TYPES)
    game.choice.attention = frame.obj
    ask(game, frame, Decision.WORD, seat)


@kernel
def offer_it(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """CAST_FREE: offer a card (a = 1: a copy of it); `casting.offer_cast` asks (608.2g, 707.12).

    b = 1: to its owner instead of the text's controller. c: what is paid for it, as an Alternative.
    """
    if frame.stage > 0:
        return
    frame.stage = 1
    frame.result = 0
    i = rules.instruction[pc]
    obj = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    if obj == ABSENT or (i.a == 0 and game.object[obj].zone == Zone.NOWHERE):
        return
    if (i.ref == Ref.SELF and not same_object(game, obj, frame.stamp)):
        return
    if i.a == 1:
        copy = new_object(game, rules, np.int64(game.object[obj].card), np.int64(frame.controller))
        if copy == ABSENT:
            return
        game.object[copy].status |= ST_COPY
        obj = copy
    game.offered = obj
    game.offered_to = game.object[obj].owner if i.b == 1 else frame.controller
    game.offered_for = i.c


@kernel
def ask_mana(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """ADD_MANA: of one colour at once, of several the one that is chosen."""
    i = rules.instruction[pc]
    mask = np.int64(i.a)
    seat = np.int64(frame.controller)
    if frame.stage == 0 and (mask & (mask - 1)) != 0:
        clear_choice(game, seat, 1, 1)
        game.choice.most = mask
        ask(game, frame, Decision.COLOUR, seat)
        return
    colour = mask if frame.stage == 0 else np.int64(game.choice.value)
    k = 0
    while (1 << k) < colour:
        k += 1
    game.player[seat].pool[k] += value_of(game, rules, frame, np.int64(i.num))
    game.floating = 1
    touch_mana(game, seat)
