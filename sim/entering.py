"""Instructions that bring permanents: put onto the battlefield, tokens, copies (CR 303.4g, 701.7, 707.2). Floor 4."""
from __future__ import annotations

import numpy as np

from sim.filters import has_subtype
from sim.gathering import gather, remember, seats_of
from sim.jit import kernel
from sim.layout import Frame, Game, Rules
from sim.moving import enter
from sim.terms import ABSENT, ST_ATTACKING, ST_FLIPPED, ST_TOKEN, SUB_AURA, Step, Zone
from sim.terms_abilities import LIMIT_COMBAT
from sim.terms_texts import Ref
from sim.values import ref_object, same_object, value_of
from sim.zones import identify, new_object

ENTERS_FLIPPED = 2           # b of TO_BATTLEFIELD


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
