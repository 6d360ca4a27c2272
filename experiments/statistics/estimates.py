"""Intervals and corrections. The unit is the pair: one deal, played twice with seats swapped.

Everything here takes and returns shares in [0, 1]; percent and points of win rate are
made where something is printed. An interval that the data cannot carry is absent
(`low is None`), never NaN and never a width of zero that pretends to certainty.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

MIN_PAIRS = 10               # fewer pairs than this get no interval
RESAMPLES = 20_000           # bootstrap resamples; the error of a 2.5 % quantile is then about 0.1 %
LEVEL = 0.95
LEAST_ERROR = 1e-12          # a standard error below this is that of values that are all equal


@dataclass(frozen=True)
class Estimate:
    """A share or a difference of shares with its interval.

    `n` counts what was averaged (pairs, or games for a single rate). `value` is None
    for n = 0; `low` and `high` are None when n is too small. `p` is the two-sided
    p-value of "no difference", for differences only.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    level: float = LEVEL
    p: float | None = None

    @property
    def too_few(self) -> bool:
        """Whether there is no interval because of too few observations."""
        return self.low is None

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies wholly on one side of zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def wilson(points: float, n: int, level: float = LEVEL) -> Estimate:
    """Estimate one rate from `points` of `n` games; a draw is half a point (Wilson 1927)."""
    if not 0 <= points <= n:
        raise ValueError(f"{points} points in {n} games")
    if n == 0:
        return Estimate(None, None, None, 0, level)
    from scipy import stats as distributions  # here and below: commands that only look up need not wait for it

    z = float(distributions.norm.ppf(0.5 + level / 2))
    rate = points / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return Estimate(rate, max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half)), n, level)


def pair_rate(returns: np.ndarray, level: float = LEVEL) -> Estimate:
    """Estimate a win rate from the mean return of each pair, (n,) in [0, 1]."""
    return mean_of(np.asarray(returns, dtype=float), 0.0, 1.0, level)


def paired_difference(first: np.ndarray, second: np.ndarray, level: float = LEVEL) -> Estimate:
    """Estimate mean(first - second) from the returns of the same pairs, both (n,)."""
    if len(first) != len(second):
        raise ValueError(f"{len(first)} pairs against {len(second)}")
    return mean_of(np.asarray(first, dtype=float) - np.asarray(second, dtype=float), -1.0, 1.0, level)


def mean_difference(gaps: np.ndarray, level: float = LEVEL) -> Estimate:
    """Estimate a mean difference of counts (turns) over pairs, (n,); a gap that never varied has no interval."""
    gaps = np.asarray(gaps, dtype=float)
    if len(gaps) > 0 and np.ptp(gaps) == 0:
        return Estimate(float(gaps[0]), None, None, len(gaps), level)
    return mean_of(gaps, -math.inf, math.inf, level)


def mean_of(values: np.ndarray, least: float, most: float, level: float) -> Estimate:
    """Estimate a mean of values in [least, most] by Student's t, clipped to that range."""
    n = len(values)
    if n == 0:
        return Estimate(None, None, None, 0, level)
    mean = float(values.mean())
    if n < MIN_PAIRS:
        return Estimate(mean, None, None, n, level)
    error = float(values.std(ddof=1)) / math.sqrt(n)
    if error < LEAST_ERROR:
        return _all_equal(mean, n, least, most, level)
    from scipy import stats as distributions

    low, high = distributions.t.interval(level, n - 1, loc=mean, scale=error)
    p = 2 * float(distributions.t.sf(abs(mean) / error, n - 1)) if least < 0 else None
    return Estimate(mean, max(least, float(low)), min(most, float(high)), n, level, p)


def _all_equal(value: float, n: int, least: float, most: float, level: float) -> Estimate:
    """Estimate a mean when all n pairs gave the same value.

    A t interval would have width zero. The share of pairs that are otherwise is at
    most the upper Wilson bound of 0 in n; the mean moves at most that far towards
    either end of the range.
    """
    other = wilson(0, n, level).high or 0.0
    p = None if least >= 0 else 1.0 if value == 0 else 2 * 0.5 ** n
    return Estimate(value, value - other * (value - least), value + other * (most - value), n, level, p)


def bootstrap(values: np.ndarray, seed: int, level: float = LEVEL) -> tuple[float, float] | None:
    """Return the percentile bootstrap interval of the mean over pairs; None for too few.

    Pair values take a handful of distinct values, so a resample is one draw of
    multinomial counts instead of n draws; the distribution is the same.
    """
    values = np.asarray(values, dtype=float)
    if len(values) < MIN_PAIRS:
        return None
    distinct, counts = np.unique(values, return_counts=True)
    draws = np.random.default_rng(seed).multinomial(len(values), counts / len(values), size=RESAMPLES)
    low, high = np.quantile(draws @ distinct / len(values), [0.5 - level / 2, 0.5 + level / 2])
    return float(low), float(high)


def count_mean(values: np.ndarray, level: float = LEVEL) -> Estimate:
    """Estimate the mean of a count a game (splices, mana, turns) from its mean in each pair, (n,).

    A count that never varied has no interval: there is no bound to a count.
    """
    values = np.asarray(values, dtype=float)
    if len(values) == 0:
        return Estimate(None, None, None, 0, level)
    if np.ptp(values) == 0:
        return Estimate(float(values[0]), None, None, len(values), level)
    return mean_of(values, 0.0, math.inf, level)
