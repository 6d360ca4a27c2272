"""Shares of points and Elo points: one logistic curve, 400 points a factor of ten in odds (Elo 1978)."""
from __future__ import annotations

import math

SCALE = 400 / math.log(10)   # Elo points a unit of log odds


def share_of(elo: float) -> float:
    """Return the share of points expected at an advantage of `elo` points."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float | None) -> float | None:
    """Return the advantage at which `share` of the points is expected; None where no number of points is enough."""
    if share is None or not 0 < share < 1:
        return None
    return SCALE * math.log(share / (1 - share))
