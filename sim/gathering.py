"""The objects and players that an instruction is about, and questions it asks (CR 608.2). Floor 3."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.terms import ABSENT, Zone
from sim.terms_abilities import Relation
from sim.terms_texts import Ref
from sim.values import NOBODY, frame_matches, ref_object, ref_seat, same_object


@leaf
def _add(game, obj):
    if game.n_group < L.MAX_BATTLEFIELD:
        game.group[game.n_group] = obj
        game.n_group += 1


@kernel
def gather(game: Game, rules: Rules, frame: Frame, ref: int, arg: int) -> int:
    """Fill `game.group` with the objects a reference means now, a set fixed from here (608.2i); returns how many."""
    game.n_group = 0
    if ref == Ref.EACH:
        zone = np.int64(rules.filter[arg].zone)
        if zone == Zone.BATTLEFIELD:
            for k in range(game.n_battlefield):
                obj = np.int64(game.battlefield[k])
                if frame_matches(game, rules, frame, obj, arg):
                    if rules.filter[arg].relation != Relation.NOT_IT or obj != frame.it:
                        _add(game, obj)
        else:
            for obj in range(game.n_objects):
                if game.object[obj].zone != Zone.NOWHERE and frame_matches(game, rules, frame, obj, arg):
                    _add(game, obj)
    elif ref == Ref.TOP:
        p = game.player[frame.controller]
        for k in range(min(arg, np.int64(p.n_library))):
            _add(game, np.int64(p.library[p.n_library - 1 - k]))
    elif ref == Ref.TOP_BURIED:
        p = game.player[frame.controller]
        for k in range(p.n_graveyard - 1, -1, -1):
            if game.n_group == 0 and frame_matches(game, rules, frame, np.int64(p.graveyard[k]), arg):
                _add(game, np.int64(p.graveyard[k]))
    elif ref == Ref.CHOSEN:
        for k in range(game.choice.n_chosen):
            obj = np.int64(game.choice.chosen[k])
            if same_object(game, obj, game.choice.chosen_stamp[k]):
                _add(game, obj)
    elif ref == Ref.TARGET and frame.at >= 0:
        item = game.stack[frame.at]
        for k in range(item.n_targets):
            t = item.target[k]
            if (t.part == frame.part and t.spec == arg and t.legal and t.obj != ABSENT
                    and same_object(game, t.obj, t.stamp)):
                _add(game, np.int64(t.obj))
    else:
        obj = ref_object(game, frame, ref, arg)
        if obj != ABSENT:
            _add(game, obj)
    return np.int64(game.n_group)


@kernel
def seats_of(game: Game, frame: Frame, ref: int, arg: int) -> int:
    """The players a reference means, as a bit set."""
    if ref == Ref.EACH_PLAYER:
        return 3
    seat = ref_seat(game, frame, ref, arg)
    return 0 if seat == NOBODY else 1 << seat


@kernel
def remember(game: Game, frame: Frame, obj: int) -> None:
    """IT is `obj`, as it is now."""
    frame.it = obj
    frame.it_stamp = game.object[obj].stamp if obj != ABSENT else 0


@leaf
def clear_choice(game, seat, least, most):
    c = game.choice
    c.seat = seat
    c.least = least
    c.most = most
    c.n_candidates = 0
    c.n_chosen = 0
    c.distinct = 0
    c.value = 0
    c.attention = ABSENT


@leaf
def ask(game, frame, decision, seat):
    """Pause the text at this instruction until `seat` has answered; the answer is in `game.choice`."""
    game.decision = decision
    game.to_act = seat
    game.choice.seat = seat
    frame.stage += 1


@kernel
def add_candidate(game: Game, obj: int) -> None:
    c = game.choice
    if c.n_candidates < L.MAX_CHOICES:
        c.candidate[c.n_candidates] = obj
        c.n_candidates += 1


@kernel
def choose_all(game: Game) -> None:
    """Choose every candidate without asking."""
    c = game.choice
    for k in range(min(np.int64(c.n_candidates), L.MAX_CHOSEN)):
        c.chosen[k] = c.candidate[k]
        c.chosen_stamp[k] = game.object[c.candidate[k]].stamp
    c.n_chosen = min(np.int64(c.n_candidates), L.MAX_CHOSEN)


@leaf
def first_seat(seats):
    return 0 if seats & 1 else 1 if seats & 2 else -1
