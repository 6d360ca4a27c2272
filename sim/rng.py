"""Random numbers: SplitMix64 kept in the game record (floor 1).

Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). The
generator travels with the game, so a copy of a game continues the same stream.
"""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, wrapping
from sim.layout import Game

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@wrapping
def mix(x):
    """Scramble a 64-bit value (the output function of SplitMix64)."""
    z = x ^ (x >> _S30)
    z = z * _M1
    z = z ^ (z >> _S27)
    z = z * _M2
    return z ^ (z >> _S31)


@wrapping
def combine(seed, number):
    """A new seed from a seed and a number: element `number` of the stream of `seed`."""
    return mix(np.uint64(seed) + _GAMMA * (np.uint64(number) + np.uint64(1)))


@wrapping
def _advanced(state):
    return state + _GAMMA


@kernel
def below(game: Game, n: int) -> int:
    """A uniform integer in [0, n), n < 2^31; advances the game's generator."""
    game.rng = _advanced(game.rng)
    return np.int64(((mix(game.rng) >> _S32) * np.uint64(n)) >> _S32)
