"""Who, what and how many: references, amounts and conditions of a text (CR 107, 608.2h). Floor 2.

A frame is the context of a text being carried out. Outside a resolution the scratch
frame of the game stands in (`set_scratch`), with no targets.
"""
from __future__ import annotations

import numpy as np

from sim.filters import count_matching, matches
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.terms import ABSENT, NOBODY, ItemKind, Zone
from sim.terms_abilities import Whose
from sim.terms_texts import Cond, Num, Ref

N_COLOURS = 5
PLENTY = 1 << 14


@leaf
def same_object(game, obj, stamp):
    """Whether the reference still means this object (400.7)."""
    return obj != ABSENT and game.object[obj].stamp == stamp


@kernel
def set_scratch(game: Game, source: int, controller: int) -> None:
    """Make the scratch frame speak for an ability of `source` outside a resolution."""
    f = game.scratch
    f.at = -1
    f.obj = source
    f.stamp = game.object[source].stamp if source != ABSENT else 0
    f.controller = controller
    f.part = 0
    f.it = ABSENT
    f.result = 0
    f.event_obj = ABSENT
    f.event_amount = 0


@kernel
def target_at(game: Game, frame: Frame, instance: int) -> int:
    """Index in the item's target list of the first target of an instance of this text; -1: none."""
    if frame.at < 0:
        return -1
    item = game.stack[frame.at]
    for k in range(item.n_targets):
        t = item.target[k]
        if t.part == frame.part and t.spec == instance:
            return k
    return -1


@kernel
def ref_object(game: Game, frame: Frame, ref: int, arg: int) -> int:
    """The one object that a reference means, or ABSENT.

    An illegal target gives ABSENT (608.2b); IT and EVENT_OBJECT give the object only
    while it is the same one.
    """
    if ref == Ref.SELF:
        return np.int64(frame.obj)
    if ref == Ref.IT:
        return np.int64(frame.it) if same_object(game, frame.it, frame.it_stamp) else ABSENT
    if ref == Ref.IT_BEARER:
        if frame.it == ABSENT:
            return ABSENT
        o = game.object[frame.it]
        return np.int64(o.attached) if same_object(game, o.attached, o.attached_stamp) else ABSENT
    if ref == Ref.TARGET:
        k = target_at(game, frame, arg)
        if k < 0:
            return ABSENT
        t = game.stack[frame.at].target[k]
        return np.int64(t.obj) if t.legal and same_object(game, t.obj, t.stamp) else ABSENT
    if ref == Ref.EVENT_OBJECT:
        if frame.at < 0:
            return np.int64(frame.event_obj) if same_object(game, frame.event_obj, frame.event_stamp) else ABSENT
        item = game.stack[frame.at]
        return np.int64(item.event_obj) if same_object(game, item.event_obj, item.event_stamp) else ABSENT
    if ref == Ref.ATTACHED:
        o = game.object[frame.obj]
        if o.stamp != frame.stamp and frame.at >= 0:         # it left as a cost: what it was attached to (608.2h)
            item = game.stack[frame.at]
            return np.int64(item.bearer) if same_object(game, item.bearer, item.bearer_stamp) else ABSENT
        return np.int64(o.attached) if same_object(game, o.attached, o.attached_stamp) else ABSENT
    if ref == Ref.TOP:
        p = game.player[frame.controller]
        return np.int64(p.library[p.n_library - 1]) if p.n_library > 0 else ABSENT
    if ref == Ref.GRANTER and frame.at >= 0:
        item = game.stack[frame.at]
        return np.int64(item.granter) if same_object(game, item.granter, item.granter_stamp) else ABSENT
    if ref == Ref.PAID:
        return np.int64(game.stack[frame.at].paid) if frame.at >= 0 else ABSENT
    if ref == Ref.REMEMBERED:
        if frame.at >= 0 and game.stack[frame.at].kind == ItemKind.TRIGGERED:     # 603.10a
            item = game.stack[frame.at]
            return np.int64(item.it) if same_object(game, item.it, item.it_stamp) else ABSENT
        o = game.object[frame.obj]
        return np.int64(o.remembers) if same_object(game, o.remembers, o.remembers_stamp) else ABSENT
    return ABSENT


@kernel
def ref_seat(game: Game, frame: Frame, ref: int, arg: int) -> int:
    """The player that a reference means, or NOBODY. Controllers are last known (608.2h)."""
    controller = np.int64(frame.controller)
    if ref == Ref.YOU:
        return controller
    if ref == Ref.OPPONENT:
        return 1 - controller
    if ref == Ref.TARGET or ref == Ref.TARGET_CONTROLLER or ref == Ref.TARGET_PLAYER:
        k = target_at(game, frame, arg)
        if k < 0:
            return NOBODY
        t = game.stack[frame.at].target[k]
        if t.obj == ABSENT:
            return np.int64(t.seat) if t.legal else NOBODY
        if ref == Ref.TARGET or not t.legal:
            return NOBODY
        return np.int64(game.object[t.obj].controller)
    if ref == Ref.IT_CONTROLLER:
        return np.int64(game.object[frame.it].controller) if frame.it != ABSENT else NOBODY
    if ref == Ref.IT_OWNER:
        return np.int64(game.object[frame.it].owner) if frame.it != ABSENT else NOBODY
    if ref == Ref.EVENT_PLAYER:
        return np.int64(game.stack[frame.at].event_seat) if frame.at >= 0 else NOBODY
    if ref == Ref.EVENT_SPELL_CONTROLLER:
        if frame.at < 0 or game.stack[frame.at].event_obj == ABSENT:
            return NOBODY
        return np.int64(game.object[game.stack[frame.at].event_obj].controller)
    if ref == Ref.DEFENDER:
        return np.int64(1 - game.active)
    if ref == Ref.ACTIVE:
        return np.int64(game.active)
    return NOBODY


@kernel
def x_of(game: Game, frame: Frame) -> int:
    """The X of the item that the frame belongs to; of a cast trigger the mana value of the spell."""
    return np.int64(game.stack[frame.at].x) if frame.at >= 0 else 0


@kernel
def chooser_of(game: Game, rules: Rules, frame: Frame, number: int) -> int:
    """The seat that "they" means in a filter: target player 0, else the text's controller."""
    if rules.filter[number].controller == Whose.TARGET:
        return ref_seat(game, frame, Ref.TARGET_PLAYER, 0)
    return np.int64(frame.controller)


@kernel
def count_of(game: Game, rules: Rules, frame: Frame, number: int, enough: int) -> int:
    """How many objects match a filter, seen from this text."""
    return count_matching(game, rules, number, np.int64(frame.obj), np.int64(frame.controller),
                          chooser_of(game, rules, frame, number), x_of(game, frame), enough)


@kernel
def frame_matches(game: Game, rules: Rules, frame: Frame, obj: int, number: int) -> bool:
    """Whether an object matches a filter, seen from this text."""
    return matches(game, rules, obj, number, np.int64(frame.obj), np.int64(frame.controller),
                   chooser_of(game, rules, frame, number), x_of(game, frame))


@kernel
def mana_value_of(game: Game, rules: Rules, obj: int) -> int:
    """The mana value of an object; on the stack with the X that was chosen (202.3e)."""
    card = rules.card[game.object[obj].card]
    value = np.int64(card.mana_value)
    if game.object[obj].zone == Zone.STACK and card.has_x:
        for k in range(game.n_stack):
            if game.stack[k].obj == obj and game.stack[k].kind == ItemKind.SPELL:
                value += np.int64(game.stack[k].x) * np.int64(card.has_x)
    return value


@leaf
def _text_of(game, item, frame):
    """The text whose optional costs are meant: a spliced one for itself, else the spell's own, number 0."""
    if frame.at >= 0 and frame.part > 0 and game.stack[frame.at].kind == ItemKind.SPELL:
        return np.int64(frame.part) if item.part[frame.part].spliced else 0
    return 0


@kernel
def _times_paid(game: Game, frame: Frame) -> int:
    """How often the repeatable cost of this text, or of the spell whose trigger this is, was paid; last known."""
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind == ItemKind.SPELL and item.obj == frame.obj and item.stamp == frame.stamp:
            return np.int64(item.part[_text_of(game, item, frame)].times)
    for k in range(min(np.int64(game.n_gone), len(game.gone))):
        if game.gone[k].obj == frame.obj and game.gone[k].stamp == frame.stamp:
            return np.int64(game.gone[k].part[0].times)
    return 0


@kernel
def _count_deaths(game: Game, rules: Rules, number: int) -> int:
    """How many permanents that died this turn had the types and subtypes of a filter."""
    f = rules.filter[number]
    n = 0
    for k in range(game.n_deaths):
        d = game.death[k]
        if f.types_any and not d.types & f.types_any:
            continue
        if (d.types & f.types_all) != f.types_all:
            continue
        if (f.subs_any[0] | f.subs_any[1]) and not ((d.subs[0] & f.subs_any[0]) | (d.subs[1] & f.subs_any[1])):
            continue
        n += 1
    return n


@leaf
def _count_colours(mask):
    n = 0
    for k in range(N_COLOURS):
        n += (mask >> k) & 1
    return n


@kernel
def _base_value(game: Game, rules: Rules, frame: Frame, number: int) -> int:
    n = rules.number[number]
    kind = n.kind
    if kind == Num.X:
        return x_of(game, frame)
    if kind == Num.COUNT:
        return count_of(game, rules, frame, np.int64(n.arg), PLENTY)
    if kind == Num.DIED:
        return _count_deaths(game, rules, np.int64(n.arg))
    if kind == Num.BUSHIDO or kind == Num.KIN:
        return 1
    if kind == Num.RESULT:
        return np.int64(frame.result)
    if kind == Num.CHOSEN:
        return np.int64(game.choice.n_chosen)
    if kind == Num.EVENT_AMOUNT:
        return np.int64(game.stack[frame.at].event_amount) if frame.at >= 0 else np.int64(frame.event_amount)
    if kind == Num.TIMES_PAID:
        return _times_paid(game, frame)
    if kind == Num.COLOURS_SPENT:
        return _count_colours(np.int64(game.stack[frame.at].colours_spent)) if frame.at >= 0 else 0
    if kind == Num.SPELL_X:
        if n.ref == Ref.EVENT_OBJECT and frame.at >= 0:
            return np.int64(game.object[game.stack[frame.at].event_obj].last_x)        # last known (608.2h)
        spell = ref_object(game, frame, np.int64(n.ref), np.int64(n.refarg))
        return np.int64(game.object[spell].last_x) if spell != ABSENT else 0
    if kind == Num.CHOSEN_NUMBER:
        return np.int64(frame.colour)
    if kind == Num.PAID_COUNT:
        return np.int64(game.stack[frame.at].n_paid) if frame.at >= 0 else 0
    if kind == Num.LIFE or kind == Num.HAND_SIZE or kind == Num.LIFE_LOST or kind == Num.HALF_LIFE or (
            kind == Num.SPELLS_CAST):
        seat = ref_seat(game, frame, np.int64(n.ref), np.int64(n.refarg))
        if seat == NOBODY:
            return 0
        if kind == Num.HALF_LIFE:
            return np.int64(game.player[seat].life) >> 1
        if kind == Num.SPELLS_CAST:
            return np.int64(game.player[seat].n_cast)
        if kind == Num.LIFE_LOST:
            return np.int64(game.player[seat].life_lost)
        return np.int64(game.player[seat].life) if kind == Num.LIFE else np.int64(game.player[seat].n_hand)
    obj = np.int64(frame.it) if n.ref == Ref.IT else ref_object(game, frame, np.int64(n.ref), np.int64(n.refarg))
    if n.ref == Ref.EVENT_OBJECT and frame.at >= 0:
        obj = np.int64(game.stack[frame.at].event_obj)        # last known (608.2h)
    if n.ref == Ref.TARGET:
        k = target_at(game, frame, np.int64(n.refarg))
        legal = k >= 0 and game.stack[frame.at].target[k].legal
        obj = np.int64(game.stack[frame.at].target[k].obj) if legal else ABSENT
    if obj == ABSENT:
        return 0
    o = game.object[obj]
    if kind == Num.POWER:
        return np.int64(o.power)
    if kind == Num.TOUGHNESS:
        return np.int64(o.toughness)
    if kind == Num.COUNTERS:
        return np.int64(o.counters[n.arg])
    if kind == Num.MANA_VALUE:
        return mana_value_of(game, rules, obj)
    return 0


@kernel
def value_of(game: Game, rules: Rules, frame: Frame, number: int) -> int:
    """The value of an amount now: times * base + plus."""
    n = rules.number[number]
    if n.kind == Num.LITERAL:
        return np.int64(n.plus)
    return np.int64(n.times) * _base_value(game, rules, frame, number) + np.int64(n.plus)


@kernel
def _cast_this_turn(game: Game, seat: int, name: int) -> bool:
    p = game.player[seat]
    for k in range(min(np.int64(p.n_cast), len(p.cast))):
        if p.cast[k] == name:
            return True
    return False


@kernel
def _was_paid(game: Game, frame: Frame, number: int) -> bool:
    """Whether an optional cost was paid for this text, or for the spell whose own trigger this is."""
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind == ItemKind.SPELL and item.obj == frame.obj and item.stamp == frame.stamp:
            return ((np.int64(item.optional) >> (2 * _text_of(game, item, frame) + number)) & 1) != 0
    if ((np.int64(game.object[frame.obj].options) >> number) & 1) != 0:     # a permanent that was kicked (702.33d)
        return True
    return frame.at >= 0 and ((np.int64(game.stack[frame.at].optional) >> number) & 1) != 0


@kernel
def _targets_self(game: Game, frame: Frame, alone: int) -> bool:
    """Whether the spell that the trigger is about targets this permanent; `alone` = 1: and nothing else (115.9c)."""
    spell = ref_object(game, frame, Ref.EVENT_OBJECT, 0)
    found = False
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind != ItemKind.SPELL or item.obj != spell:
            continue
        for j in range(item.n_targets):
            t = item.target[j]
            if t.obj == frame.obj and t.stamp == frame.stamp:
                found = True
            elif alone == 1:
                return False
    return found


@kernel
def _condition(game: Game, rules: Rules, frame: Frame, number: int) -> bool:
    c = rules.condition[number]
    kind = c.kind
    if kind == Cond.COUNT_AT_LEAST:
        return count_of(game, rules, frame, np.int64(c.a), np.int64(c.b)) >= c.b
    if kind == Cond.CAST_NAMES:
        seat = np.int64(frame.controller)
        return _cast_this_turn(game, seat, np.int64(c.a)) and (
            c.b == ABSENT or c.b < 0 or _cast_this_turn(game, seat, np.int64(c.b)))
    if kind == Cond.CAST_TYPE:
        return (np.int64(game.player[frame.controller].types_cast) & np.int64(c.a)) != 0
    if kind == Cond.OPPONENT_CAST:
        return (np.int64(game.player[1 - frame.controller].colours_cast) & np.int64(c.a)) != 0
    if kind == Cond.YOU_CAST:
        return (np.int64(game.player[frame.controller].colours_cast) & np.int64(c.a)) != 0
    if kind == Cond.OPPONENT_HURT:
        return game.player[1 - frame.controller].hurt > 0
    if kind == Cond.CAST_FROM:
        return frame.at >= 0 and game.stack[frame.at].from_zone == c.a
    if kind == Cond.PERMANENT_LEFT:
        return game.player[frame.controller].lost_permanent > 0
    if kind == Cond.BURIED:
        return game.player[1 - frame.controller].buried >= c.b
    if kind == Cond.RESULT_POSITIVE:
        return frame.result > 0
    if kind == Cond.YOUR_TURN:
        return game.active == frame.controller
    if kind == Cond.PAID:
        return _was_paid(game, frame, np.int64(c.a))
    if kind == Cond.ALTERNATIVE:
        return game.object[frame.obj].cast_as == c.a
    if kind == Cond.TARGETS_SELF:
        return _targets_self(game, frame, np.int64(c.a))
    if kind == Cond.NUM_EQUAL:
        return value_of(game, rules, frame, np.int64(c.a)) == value_of(game, rules, frame, np.int64(c.b))
    if kind == Cond.NUM_AT_LEAST:
        return value_of(game, rules, frame, np.int64(c.a)) >= value_of(game, rules, frame, np.int64(c.b))
    if kind == Cond.SELF_IS_HERE:
        return same_object(game, frame.obj, frame.stamp) and game.object[frame.obj].zone == Zone.BATTLEFIELD
    obj = np.int64(frame.it) if kind == Cond.IT_MATCHES else ref_object(game, frame, np.int64(c.ref),
                                                                        np.int64(c.refarg))
    return obj != ABSENT and frame_matches(game, rules, frame, obj, np.int64(c.a))


@kernel
def holds(game: Game, rules: Rules, frame: Frame, number: int) -> bool:
    """Whether a condition holds now; number 0 always holds."""
    if number == 0:
        return True
    return _condition(game, rules, frame, number) == (rules.condition[number].negate == 0)


@kernel
def matches_for(game: Game, rules: Rules, frame: Frame, obj: int, number: int, seat: int) -> bool:
    """Like `frame_matches`, where "they" is the player who is choosing (`seat`)."""
    chooser = seat
    if rules.filter[number].controller == Whose.TARGET:
        chooser = chooser_of(game, rules, frame, number)
    return matches(game, rules, obj, number, np.int64(frame.obj), np.int64(frame.controller), chooser,
                   x_of(game, frame))
