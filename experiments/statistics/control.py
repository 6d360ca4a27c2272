"""The A/A control: the same thing against itself must show no difference."""
from __future__ import annotations

import math
import warnings
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
    error = math.sqrt(even.var() / len(even) + odd.var() / len(odd))
    if error < LEAST_ERROR:              # a half that never varies is no fault; both halves leave nothing to judge by
        return AAControl(Estimate(gap, None, None, len(values), level))
    from scipy import stats as distributions

    with warnings.catch_warnings():      # of a half that never varies scipy doubts the digits
        warnings.filterwarnings("ignore", "Precision loss", RuntimeWarning)
        test = distributions.ttest_ind(even, odd, equal_var=False)
    span = test.confidence_interval(level)
    return AAControl(Estimate(gap, max(-1.0, float(span.low)), min(1.0, float(span.high)), len(values), level,
                              float(test.pvalue)))
