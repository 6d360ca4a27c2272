"""Random players that get about more than `uniform` does: for tests and for fuzzing."""
from __future__ import annotations

import numpy as np

from sim.jit import kernel
from sim.layout import Actions, Game
from sim.rng import combine
from sim.terms import ActionKind, Decision

HOARDING_TURNS = 16
SELDOM = 16                  # of so many answers one is a pass
_S33 = np.uint64(33)


@kernel
def answer(game: Game, actions: Actions, n: int, seed: int) -> int:
    """Index of an answer: a hash of the seed and the number of the decision, in one of four manners by the seed.

    0, 1: any. 2: passes seldom when there is something to do; always doing it would not end where an ability costs
    nothing. 3: only plays lands for some turns, so that later casts are large.
    """
    k = np.int64((combine(np.uint64(seed), np.uint64(game.decisions + 77)) >> _S33) % np.uint64(n))
    if game.decision != Decision.PRIORITY or (seed & 3) < 2:
        return k
    if (seed & 3) == 3 and game.turn <= HOARDING_TURNS:
        for j in range(n):
            if actions[j].kind == ActionKind.PLAY_LAND:
                return j
        return 0
    if (k + game.decisions) % SELDOM == 0:
        return 0
    while k + 1 < n and (actions[k].kind == ActionKind.PASS or actions[k].kind == ActionKind.PASS_UNTIL):
        k += 1
    return k
