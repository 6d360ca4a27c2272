"""Blocks that are legal only with others: menacing attackers (CR 509.1b-c, 702.111). Floor 7.

Blockers are asked about one after the other, so a first blocker is offered only where a
second can still come, and the last one who can is not let off.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.combat import can_block, can_block_something, count_blockers, draws_block, has_to_block
from sim.costs import walk_back
from sim.jit import kernel
from sim.layout import Game, Ints, Rules
from sim.terms import ABSENT, KW_MENACE, ST_ATTACKING


@kernel
def _may_join(game: Game, rules: Rules, obj: int, attacker: int) -> bool:
    """Whether a creature that is still to be asked could block `attacker` too."""
    if not can_block_something(game, rules, obj) or not can_block(game, rules, obj, attacker):
        return False
    return not has_to_block(game, rules, obj) or draws_block(game, obj, attacker)


@kernel
def _find_second(game: Game, rules: Rules, attacker: int, owner: Ints, seen: Ints) -> bool:
    """Give a menacing attacker a second blocker among those still to be asked, moving others about if need be."""
    came = np.full(L.MAX_BATTLEFIELD, -1, np.int64)
    queue = np.zeros(L.MAX_BATTLEFIELD + 1, np.int64)
    queue[0] = attacker
    head, tail = 0, 1
    while head < tail:
        wanting = queue[head]
        for k in range(game.combat_at + 1, game.n_battlefield):
            if seen[k] or not _may_join(game, rules, np.int64(game.battlefield[k]), wanting):
                continue
            seen[k] = 1
            came[k] = wanting
            if owner[k] < 0:
                walk_back(owner, came, np.int64(game.n_battlefield), k)
                return True
            queue[tail] = owner[k]
            tail += 1
        head += 1
    return False


@kernel
def block_can_stand(game: Game, rules: Rules, blocker: int, attacker: int) -> bool:
    """Whether after this block (ABSENT: none) every menacing attacker that is blocked can get a second blocker.

    `blocker` is the creature being asked about; those after it in the order of the battlefield can still join.
    """
    menaced = False
    for k in range(game.n_battlefield):
        a = game.object[game.battlefield[k]]
        menaced = menaced or (a.status & ST_ATTACKING != 0 and np.int64(a.keywords) & KW_MENACE != 0)
    if not menaced:
        return True
    game.object[blocker].blocking = attacker
    owner = np.full(L.MAX_BATTLEFIELD, -1, np.int64)
    possible = True
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        a = game.object[obj]
        if possible and a.status & ST_ATTACKING and np.int64(a.keywords) & KW_MENACE and count_blockers(game, obj) == 1:
            possible = _find_second(game, rules, obj, owner, np.zeros(L.MAX_BATTLEFIELD, np.int64))
    game.object[blocker].blocking = ABSENT
    return possible
