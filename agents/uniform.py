"""The floor of all agents: any listed action, each as likely as another."""
from __future__ import annotations

import numpy as np

from sim.jit import leaf
from sim.rng import combine

_S32 = np.uint64(32)


@leaf
def choose_uniform(game, n, seed):
    """Index of one of `n` actions: a hash of (the agent's seed, the number of the decision); no state is kept."""
    r = combine(np.uint64(seed), np.uint64(game.decisions)) >> _S32
    return np.int64((r * np.uint64(n)) >> _S32)
