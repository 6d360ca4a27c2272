"""The A/A control: the same thing against itself must show no difference."""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from experiments.statistics.estimates import LEAST_ERROR, MIN_PAIRS, Estimate

ALARM = 0.001                # p below which the control speaks of a fault and not of luck


@dataclass(frozen=True)
class AAControl:
    """Half of the pairs of one arm minus the other half: nothing differs but the deals.

    The 95 % interval leaves out 0 in one report of twenty by luck alone; `ok` is False
    only below p = 0.001.
    """

    difference: Estimate

    @property
    def ok(self) -> bool:
        """Whether there is no sign that pairs depend on their index (too few pairs say nothing)."""
        return self.difference.p is None or self.difference.p >= ALARM

    @property
    def too_few(self) -> bool:
        """Whether there are too few pairs; where there is no interval otherwise, no pair differs from another."""
        return self.difference.n // 2 < MIN_PAIRS


def aa_control(returns: np.ndarray, level: float = 0.95) -> AAControl:
    """Compare pairs of even index with pairs of odd index of one arm (n,), by Welch's t (1947)."""
    values = np.asarray(returns, dtype=float)
    even, odd = values[0::2], values[1::2]
    if len(odd) == 0:
        return AAControl(Estimate(None, None, None, len(values), level))
    gap = float(even.mean() - odd.mean())
    if len(odd) < MIN_PAIRS:
        return AAControl(Estimate(gap, None, None, len(values), level))
    parts = even.var(ddof=1) / len(even), odd.var(ddof=1) / len(odd)
    error = math.sqrt(sum(parts))
    if error < LEAST_ERROR:              # a half that never varies is no fault; both halves leave nothing to judge by
        return AAControl(Estimate(gap, None, None, len(values), level))
    from scipy import stats as distributions

    freedom = error ** 4 / (parts[0] ** 2 / (len(even) - 1) + parts[1] ** 2 / (len(odd) - 1))
    low, high = distributions.t.interval(level, freedom, loc=gap, scale=error)
    return AAControl(Estimate(gap, max(-1.0, float(low)), min(1.0, float(high)), len(values), level,
                              2 * float(distributions.t.sf(abs(gap) / error, freedom))))
