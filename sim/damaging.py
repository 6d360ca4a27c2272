"""Instructions that deal damage: by one or each source, divided, fights (CR 120, 601.2d, 701.14). Floor 4."""
from __future__ import annotations

import numpy as np

from sim.damage import deal_damage
from sim.gathering import gather, remember, seats_of
from sim.jit import kernel
from sim.layout import Frame, Game, Rules
from sim.terms import ABSENT, Zone
from sim.terms_texts import Ref
from sim.values import ref_object, same_object, value_of


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
def damage_instruction(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
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
