"""Choosing targets, one instance of "target" at a time (CR 601.2c). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.announcing import top_item
from sim.filters import player_can_be_target
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.limits import MAX_TARGETS
from sim.targets import chooser_for, is_legal_target
from sim.terms import (
    ABSENT,
    X_MANY,
    End,
    Zone,
)
from sim.zones import stop_game


@leaf
def how_many(item, count):
    """A number of targets, which may be the X of the item."""
    return item.x if count == X_MANY else count


@kernel
def _fits(game: Game, rules: Rules, obj: int, seat: int) -> bool:
    """Whether an object (or, with ABSENT, a player) is a legal target for the instance being asked."""
    item = top_item(game)
    c = game.casting
    spec = rules.target_spec[np.int64(rules.ability[item.part[c.part].ability].target) + np.int64(c.spec)]
    number = np.int64(spec.when_chosen) if spec.when_chosen else np.int64(spec.filter)
    controller = np.int64(item.controller)
    for k in range(item.n_targets):
        t = item.target[k]
        same = t.obj == obj and (obj != ABSENT or t.seat == seat)
        if same and t.part == c.part and t.spec + 1 == spec.different_from:
            return False
    if obj == ABSENT:
        return player_can_be_target(game, rules, number, seat, np.int64(item.obj), controller)
    if obj == item.handle:
        return False
    return is_legal_target(game, rules, number, obj, np.int64(item.obj), controller,
                           chooser_for(game, rules, item, number, np.int64(c.part)), np.int64(item.x))


@leaf
def place_of(obj, seat):
    """A number for every possible target: the players, then the objects."""
    return seat if obj == ABSENT else obj + 2


@kernel
def _fitting_after(game: Game, rules: Rules, place: int, enough: int) -> int:
    """How many legal targets for the instance being asked come after a place, counting no further than `enough`."""
    n = 0
    for later in range(place + 1, game.n_objects + 2):
        if n >= enough:
            break
        if later < 2:
            n += _fits(game, rules, ABSENT, later)
        else:
            zone = game.object[later - 2].zone
            if zone != Zone.NOWHERE and zone != Zone.LIBRARY and zone != Zone.HAND:
                n += _fits(game, rules, later - 2, -1)
    return n


@leaf
def _last_place(game):
    """The place of the last target chosen for the instance being asked; -1: none yet."""
    item = top_item(game)
    t = item.target[max(np.int64(item.n_targets) - 1, 0)]
    return place_of(np.int64(t.obj), np.int64(t.seat)) if game.casting.n_of_spec > 0 else -1


@kernel
def target_is_offered(game: Game, rules: Rules, obj: int, seat: int) -> bool:
    """Whether an object (or, with ABSENT, a player) may be the next target of the instance being asked.

    Several targets of one instance are a set, so they are asked for in a fixed order, and
    one is offered only while enough come after it.
    """
    item = top_item(game)
    c = game.casting
    spec = rules.target_spec[np.int64(rules.ability[item.part[c.part].ability].target) + np.int64(c.spec)]
    place = place_of(obj, seat)
    if how_many(item, np.int64(spec.most)) > 1 and place <= _last_place(game):
        return False
    if not _fits(game, rules, obj, seat):
        return False
    missing = how_many(item, np.int64(spec.least)) - np.int64(c.n_of_spec) - 1
    return missing <= 0 or _fitting_after(game, rules, place, missing) >= missing


@kernel
def answer_target(game: Game, obj: int, seat: int) -> None:
    """Choose a target; ABSENT and seat -1: no more for this instance."""
    c = game.casting
    item = top_item(game)
    if obj == ABSENT and seat < 0:
        c.spec += 1
        c.n_of_spec = 0
        return
    if item.n_targets >= MAX_TARGETS:
        stop_game(game, End.CAPACITY, -1)
        return
    t = item.target[item.n_targets]
    item.n_targets += 1
    t.obj = obj
    t.seat = seat
    t.stamp = game.object[obj].stamp if obj != ABSENT else 0
    t.part = c.part
    t.spec = c.spec
    t.amount = 0
    t.legal = 1
    c.n_of_spec += 1


@kernel
def targets_left(game: Game, rules: Rules) -> bool:
    """Move on to the next instance of "target" that takes another target; False when all have theirs."""
    item = top_item(game)
    c = game.casting
    while c.part < item.n_parts:
        a = rules.ability[item.part[c.part].ability]
        while c.spec < a.n_targets:
            spec = rules.target_spec[np.int64(a.target) + np.int64(c.spec)]
            least, most = how_many(item, np.int64(spec.least)), how_many(item, np.int64(spec.most))
            if spec.divided == X_MANY:               # each gets at least 1
                most = min(most, np.int64(item.x))
            if c.n_of_spec < most:
                # an optional further target is asked only where there is one left
                if least > c.n_of_spec or _fitting_after(game, rules, _last_place(game), 1) > 0:
                    return True
            c.spec += 1
            c.n_of_spec = 0
        c.part += 1
        c.spec = 0
        c.n_of_spec = 0
    return False


@kernel
def divisions_left(game: Game, rules: Rules) -> bool:
    """Whether part of a divided amount is to be announced (601.2d).

    `choice.least` becomes the target that it is for, `choice.most` the largest part. Each target
    gets at least 1; what can only be one number is not asked.
    """
    item = top_item(game)
    for k in range(item.n_targets):
        t = item.target[k]
        total = np.int64(rules.target_spec[np.int64(rules.ability[item.part[t.part].ability].target)
                                           + np.int64(t.spec)].divided)
        total = np.int64(how_many(item, total))
        if total == 0 or t.amount > 0:
            continue
        others = 0
        for j in range(item.n_targets):
            other = item.target[j]
            if other.part == t.part and other.spec == t.spec:
                total -= np.int64(other.amount)
                others += 1 if j > k else 0
        if others == 0:
            t.amount = total
        elif total == others + 1:
            t.amount = 1
        else:
            clear_choice(game, np.int64(game.casting.seat), k, total - others)
            return True
    return False


@leaf
def answer_division(game, amount):
    """Announce the part of one target."""
    top_item(game).target[game.choice.least].amount = amount
