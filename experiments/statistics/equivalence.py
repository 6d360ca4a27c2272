"""Is a difference too small to matter? Two one-sided t tests over pairs (Schuirmann 1987)."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from experiments.statistics.estimates import LEVEL, Estimate, mean_of


@dataclass(frozen=True)
class Equivalence:
    """Whether a mean lies within `margin` of `centre`.

    `interval` is the one at level 1 - 2 * alpha (90 % for alpha = 5 %) that must lie inside;
    `p` is the larger of the two one-sided p-values. Both are absent for too few pairs.
    """

    margin: float
    centre: float
    interval: Estimate
    p: float | None
    alpha: float

    @property
    def equivalent(self) -> bool:
        """Whether the mean was shown to lie within the margin; False says only that it was not shown."""
        low, high = self.interval.low, self.interval.high
        return (low is not None and high is not None
                and self.centre - self.margin < low and high < self.centre + self.margin)


def equivalence(values: np.ndarray, margin: float, centre: float = 0.0, alpha: float = 1 - LEVEL) -> Equivalence:
    """Test whether the mean of pair values (n,) in [-1, 1] is within `margin` of `centre`."""
    if margin <= 0:
        raise ValueError(f"margin {margin:g}: above 0")
    values = np.asarray(values, dtype=float)
    interval = mean_of(values, -1.0, 1.0, 1 - 2 * alpha)
    p = None
    if interval.low is not None and np.ptp(values) > 0:
        from scipy import stats as distributions

        p = max(float(distributions.ttest_1samp(values, centre + sign * margin, alternative=side).pvalue)
                for sign, side in ((-1, "greater"), (1, "less")))
    return Equivalence(margin, centre, interval, p, alpha)
