"""Instructions that ask nobody anything (CR 608.2c, 701). Floor 4.

One function a group of `Op`; each reads the instruction, finds its objects or players
and changes the game. `frame.result` is what it did, for "if you do" and amounts.
"""
from __future__ import annotations

import numpy as np

from sim.damage import deal_damage, gain_life, lose_life
from sim.filters import has_subtype
from sim.gathering import add_candidate, choose_all, clear_choice, gather, remember, seats_of
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.mana import note_colours
from sim.moving import (
    announce_leaving,
    can_be_destroyed,
    discard,
    draw,
    enter,
    leave_battlefield,
    mill,
    move,
    regenerates,
    tap,
    untap,
    zone_of_departure,
)
from sim.stack import counter_spell, item_of, remove_item, take_off_stack
from sim.terms import (
    ABSENT,
    HEX_COLOUR_SHIFT,
    LIMIT_COMBAT,
    ST_ATTACKING,
    ST_COPY,
    ST_FLIPPED,
    ST_SKIP_UNTAP,
    ST_TOKEN,
    SUB_AURA,
    ItemKind,
    Op,
    Place,
    Ref,
    Step,
    Zone,
)
from sim.values import frame_matches, ref_object, same_object, value_of
from sim.zones import alert, identify, new_object, reveal, shuffle

ENTERS_FLIPPED = 2           # b of TO_BATTLEFIELD
ALL_TYPES = 255              # card types without supertypes


@kernel
def _damage_by_each(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """DAMAGE by each of several sources, the one that deals being IT."""
    i = rules.instruction[pc]
    amount = value_of(game, rules, frame, np.int64(i.num))
    n = gather(game, rules, frame, Ref.EACH, np.int64(i.b))
    sources = np.empty(n, np.int64)
    for k in range(n):
        sources[k] = game.group[k]
    frame.result = 0
    for k in range(n):
        remember(game, frame, sources[k])
        seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
        obj = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
        if obj != ABSENT:
            frame.result += deal_damage(game, rules, sources[k], obj, -1, amount, 0)
        for seat in range(2):
            if seats & (1 << seat):
                frame.result += deal_damage(game, rules, sources[k], ABSENT, seat, amount, 0)


@kernel
def _divided_damage(game: Game, rules: Rules, frame: Frame, pc: int, source: int) -> int:
    """Deal each legal target the part that was announced for it (601.2d); what illegal ones would get is lost."""
    i = rules.instruction[pc]
    dealt = 0
    for k in range(game.stack[frame.at].n_targets):
        t = game.stack[frame.at].target[k]
        if t.part != frame.part or t.spec != i.refarg or not t.legal:
            continue
        if t.obj == ABSENT:
            dealt += deal_damage(game, rules, source, ABSENT, np.int64(t.seat), np.int64(t.amount), 0)
        elif same_object(game, t.obj, t.stamp):
            dealt += deal_damage(game, rules, source, np.int64(t.obj), -1, np.int64(t.amount), 0)
    return dealt


@kernel
def _damage(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """DAMAGE: the source is the host of the text unless the instruction names another (702.47c)."""
    i = rules.instruction[pc]
    source = np.int64(frame.obj)
    if i.a == Ref.EACH:
        _damage_by_each(game, rules, frame, pc)
        return
    if i.a != 0:
        source = ref_object(game, frame, np.int64(i.a), np.int64(i.b))
        if source == ABSENT:
            return
    amount = value_of(game, rules, frame, np.int64(i.num))
    dealt = 0
    if i.ref == Ref.TARGET and frame.at >= 0 and i.c == 1:
        frame.result = _divided_damage(game, rules, frame, pc, source)
        return
    game.unpreventable = 1 if i.c == 2 else 0
    seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
    for seat in range(2):
        if seats & (1 << seat):
            dealt += deal_damage(game, rules, source, ABSENT, seat, amount, 0)
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    group = np.empty(n, np.int64)
    for k in range(n):
        group[k] = game.group[k]
    for k in range(n):
        dealt += deal_damage(game, rules, source, group[k], -1, amount, 0)
    game.unpreventable = 0
    frame.result = dealt


@kernel
def fight(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """FIGHT: each deals damage equal to its power to the other; nothing if one is no longer there (701.14b)."""
    i = rules.instruction[pc]
    first = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    second = ref_object(game, frame, np.int64(i.a), np.int64(i.b))
    frame.result = 0
    if first == ABSENT or second == ABSENT:
        return
    if game.object[first].zone != Zone.BATTLEFIELD or game.object[second].zone != Zone.BATTLEFIELD:
        return
    power = np.int64(game.object[second].power)
    frame.result = deal_damage(game, rules, first, second, -1, np.int64(game.object[first].power), 0)
    frame.result += deal_damage(game, rules, second, first, -1, power, 0)


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
        _damage(game, rules, frame, pc)
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
def put_onto_battlefield(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """TO_BATTLEFIELD; a permanent put in by a combat-only ability from hand enters attacking (702.49c)."""
    i = rules.instruction[pc]
    n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
    group = np.empty(n, np.int64)
    for k in range(n):
        group[k] = game.group[k]
    frame.result = 0
    for k in range(n):
        obj = group[k]
        if i.ref == Ref.SELF and not same_object(game, obj, frame.stamp):
            continue
        zone = game.object[obj].zone
        if zone == Zone.BATTLEFIELD or zone == Zone.NOWHERE or game.object[obj].status & ST_TOKEN:
            continue
        if has_subtype(game, rules, obj, SUB_AURA):
            continue                    # it would have to be attached as it enters (303.4g)
        controller = np.int64(game.object[obj].owner) if i.a == 1 else np.int64(frame.controller)
        flipped = i.b == ENTERS_FLIPPED and rules.card[game.object[obj].card].flip != 0
        front = np.int64(game.object[obj].card)
        if flipped:
            identify(game, rules, obj, np.int64(rules.card[front].flip))
        enter(game, rules, obj, controller, 1 if i.b == 1 else 0)
        if flipped:
            game.object[obj].front = front
            game.object[obj].status |= ST_FLIPPED
        if game.object[obj].zone != Zone.BATTLEFIELD:
            continue
        if i.d > 0:
            game.object[obj].counters[i.c] += i.d
            game.layers_stale = 1
        if (frame.at >= 0 and i.ref == Ref.SELF and game.step >= Step.ATTACKERS and game.step <= Step.END_COMBAT
                and np.int64(rules.ability[game.stack[frame.at].ability].limit) & LIMIT_COMBAT):
            game.object[obj].status |= ST_ATTACKING
        remember(game, frame, obj)
        frame.result += 1


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


@kernel
def create_tokens(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """CREATE (701.7): tokens enter under the control of the player named."""
    i = rules.instruction[pc]
    seats = seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg))
    amount = value_of(game, rules, frame, np.int64(i.num))
    frame.result = 0
    for seat in range(2):
        if not seats & (1 << seat):
            continue
        for _ in range(amount):
            obj = new_object(game, rules, np.int64(i.a), seat)
            if obj == ABSENT:
                return
            game.object[obj].status |= ST_TOKEN
            enter(game, rules, obj, seat, np.int64(i.b))
            remember(game, frame, obj)
            frame.result += 1


@kernel
def copy_permanent(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """COPY_PERMANENT: a token that is a copy of a permanent, unflipped (707.2, 710.3)."""
    i = rules.instruction[pc]
    frame.result = 0
    obj = ref_object(game, frame, np.int64(i.ref), np.int64(i.refarg))
    if obj == ABSENT:
        return
    o = game.object[obj]
    made = new_object(game, rules, np.int64(o.front) if o.status & ST_FLIPPED else np.int64(o.card),
                      np.int64(frame.controller))
    if made == ABSENT:
        return
    game.object[made].status |= ST_TOKEN
    enter(game, rules, made, np.int64(frame.controller), 0)
    remember(game, frame, made)
    frame.result = 1


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


