"""The estimate after a sequential test has stopped: median-unbiased, with an interval.

The log likelihood ratio is taken as a Brownian motion between two bounds (Siegmund 1985,
chapters III and IV). Results are put in order: the upper bound early, the upper bound late, not
stopped (by where it is), the lower bound late, the lower bound early. The estimate is the
share at which a result as high as this one has probability 1/2; the ends of the interval are those at
which it has 2.5 % and 97.5 %. Steps are finite, so the walk overshoots: bounds are moved
outwards by 0.583 standard deviations of a step (Siegmund 1985, chapter X).
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from experiments.statistics.estimates import Estimate

OVERSHOOT = 0.5826           # -zeta(1/2) / sqrt(2 pi)
TERMS = np.arange(1, 201)
GRID = 401                   # points at which the density of walks that did not stop is added up
LEAST, MOST = 1e-4, 1 - 1e-4         # shares that an estimate is looked for between


@dataclass(frozen=True)
class Walk:
    """low, high: bounds. At share s a pair moves the walk by slope * (s - middle) on average, with deviation `sd`."""

    low: float
    high: float
    slope: float
    middle: float
    sd: float


def at_least_as_high(walk: Walk, share: float, pairs: int, end: float, better: bool | None) -> float:
    """Return the probability, at a true share, of a result as high as (pairs, end, better) or higher."""
    if better is False:
        mirrored = Walk(-walk.high, -walk.low, -walk.slope, walk.middle, walk.sd)
        return 1 - at_least_as_high(mirrored, share, pairs, -end, True)
    start = OVERSHOOT * walk.sd - walk.low
    length = walk.high - walk.low + 2 * OVERSHOOT * walk.sd
    drift, variance = walk.slope * (share - walk.middle), walk.sd ** 2
    decay = (drift ** 2 / variance + (TERMS * math.pi / length) ** 2 * variance) / 2
    left = np.exp(-np.minimum(decay * pairs, 700.0))
    sine = np.sin(TERMS * math.pi * start / length)
    to_go = length - start
    signs = np.where(TERMS % 2, 1.0, -1.0)
    flow = (TERMS * signs * sine * left / decay).sum()
    later = _times(drift * to_go / variance, math.pi * variance / length ** 2 * flow)
    reached = min(max(_upper(drift, variance, start, length) - later, 0.0), 1.0)
    if better:
        return reached
    here = min(max(end - walk.low + OVERSHOOT * walk.sd, 0.0), length)
    places = np.linspace(here, length, GRID)
    density = np.sin(np.outer(places, TERMS) * math.pi / length) @ (sine * left) * 2 / length
    density *= np.exp(np.clip(drift * (places - start) / variance, -700, 700))
    return min(max(reached + float(np.trapezoid(density, places)), 0.0), 1.0)


def _times(exponent: float, factor: float) -> float:
    """Return exp(exponent) * factor without an overflow on the way."""
    if factor == 0:
        return 0.0
    return math.copysign(math.exp(min(exponent + math.log(abs(factor)), 700.0)), factor)


def _upper(drift: float, variance: float, start: float, length: float) -> float:
    """Return the probability that the upper bound is ever reached first (gambler's ruin)."""
    pull = 2 * drift / variance
    if abs(pull * length) < 1e-9:
        return start / length
    if pull > 0:
        return -math.expm1(-pull * start) / -math.expm1(-pull * length)
    return math.exp(pull * (length - start)) * math.expm1(pull * start) / math.expm1(pull * length)


def corrected(walk: Walk, pairs: int, end: float, better: bool | None, level: float) -> Estimate:
    """Return the median-unbiased share and its interval; the walk ended at `end` after `pairs` pairs."""
    low, value, high = (_share_at(walk, pairs, end, better, p) for p in (0.5 - level / 2, 0.5, 0.5 + level / 2))
    return Estimate(value, min(low, value), max(high, value), pairs, level)


def _share_at(walk: Walk, pairs: int, end: float, better: bool | None, probability: float) -> float:
    """Return the share at which a result as high as this one has this probability: it rises with the share."""
    low, high = LEAST, MOST
    for _ in range(40):
        share = (low + high) / 2
        if at_least_as_high(walk, share, pairs, end, better) < probability:
            low = share
        else:
            high = share
    return (low + high) / 2
