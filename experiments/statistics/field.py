"""Which mixture of decks cannot be beaten on average: the Nash weights of a payoff matrix."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Mixture:
    """rows, columns: weights of the two players, each adding up to 1. value: what the row player gets on average.

    gap: what either could still gain by leaving its weights, 0 up to rounding; the proof
    that these weights are an equilibrium. There may be others.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    value: float
    gap: float


def nash(payoffs: np.ndarray) -> Mixture:
    """Solve the zero-sum game in which the row player is paid `payoffs` (m, n) by linear programming (Dantzig 1951)."""
    payoffs = np.asarray(payoffs, dtype=float)
    if payoffs.ndim != 2 or 0 in payoffs.shape or not np.isfinite(payoffs).all():
        raise ValueError(f"payoffs of shape {payoffs.shape}: finite numbers, a row and a column at least")
    rows, columns = _maximin(payoffs), _maximin(-payoffs.T)
    sure, feared = float((rows @ payoffs).min()), float((payoffs @ columns).max())
    return Mixture(tuple(map(float, rows)), tuple(map(float, columns)), (sure + feared) / 2, abs(feared - sure))


def _maximin(payoffs: np.ndarray) -> np.ndarray:
    """Return the weights (m,) that maximise the least payoff of any column."""
    from scipy.optimize import linprog

    m, n = payoffs.shape
    found = linprog(np.r_[np.zeros(m), -1.0], A_ub=np.c_[-payoffs.T, np.ones(n)], b_ub=np.zeros(n),
                    A_eq=[np.r_[np.ones(m), 0.0]], b_eq=[1.0], bounds=[(0, None)] * m + [(None, None)])
    weights = np.clip(found.x[:m], 0.0, None)
    return weights / weights.sum()
