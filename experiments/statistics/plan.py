"""How many pairs? To see a difference, or to have an interval of a given width."""
from __future__ import annotations

import math
from collections.abc import Callable

from experiments.statistics.estimates import LEVEL

MOST_PAIRS = 10**9


def _least(enough: Callable[[int], bool]) -> int:
    """Return the least n from 2 on that is enough; `enough` goes from False to True once."""
    high = 2
    while not enough(high):
        high *= 2
        if high > MOST_PAIRS:
            raise ValueError("more than a thousand million pairs")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if middle >= 2 and enough(middle) else (middle, high)
    return high


def _checked(difference: float, sd: float) -> None:
    if not difference > 0 or not sd > 0:
        raise ValueError(f"a difference of {difference:g} and a standard deviation of {sd:g}: both above 0")


def pairs_to_see(difference: float, sd: float, power: float = 0.8, level: float = LEVEL) -> int:
    """Return the pairs at which a true mean `difference` is found with probability `power`.

    Found: the two-sided t test over pairs, whose standard deviation is `sd`, at `level`; the
    power is that of the noncentral t (Cohen 1988), in the right direction.
    """
    _checked(difference, sd)
    if not 0 < power < 1:
        raise ValueError(f"power {power:g}: between 0 and 1")
    from scipy import stats as distributions

    def enough(n: int) -> bool:
        critical = distributions.t.ppf(0.5 + level / 2, n - 1)
        effect = difference / sd * math.sqrt(n)
        if n > 10_000:                       # the noncentral t is slow there, and normal
            return bool(distributions.norm.sf(critical - effect) >= power)
        return bool(distributions.nct.sf(critical, n - 1, effect) >= power)

    return _least(enough)


def half_width(n: int, sd: float, level: float = LEVEL) -> float:
    """Return half the width of the t interval of a mean over `n` pairs."""
    from scipy import stats as distributions

    return float(distributions.t.ppf(0.5 + level / 2, n - 1)) * sd / math.sqrt(n)


def pairs_for_width(half: float, sd: float, level: float = LEVEL) -> int:
    """Return the pairs at which the interval of a mean reaches no further than `half` to each side."""
    _checked(half, sd)
    return _least(lambda n: half_width(n, sd, level) <= half)
