"""Many comparisons at once: p-values adjusted for their number. None stays None and is not counted."""
from __future__ import annotations

from collections.abc import Sequence

from experiments.statistics.estimates import LEVEL


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values so that any false alarm at all is as rare as the level (Holm 1979)."""
    present = sorted((p, at) for at, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, at) in enumerate(present):
        running = max(running, min(1.0, p * (len(present) - rank)))
        adjusted[at] = running
    return adjusted


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values so that of the alarms no more than the level are false on average (Benjamini, Hochberg 1995)."""
    present = [at for at, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    if present:
        from scipy.stats import false_discovery_control

        values = false_discovery_control([p_values[at] for at in present], method="bh")
        for at, value in zip(present, values):
            adjusted[at] = float(value)
    return adjusted


def simultaneous_level(k: int, level: float = LEVEL) -> float:
    """Return the level of each of `k` intervals that hold together at `level` (Bonferroni)."""
    return 1 - (1 - level) / max(1, k)
