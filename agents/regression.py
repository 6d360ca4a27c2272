"""Logistic regression with a ridge penalty: what evaluations are fitted with."""
from __future__ import annotations

import numpy as np
from scipy.special import expit

STEPS, SMALL = 50, 1.0e-12   # Newton's method: steps at most, and a step that is none


def logistic(x: np.ndarray, won: np.ndarray, ridge: float, towards: np.ndarray | float = 0.0) -> np.ndarray:
    """Coefficients (m,), in log-odds a unit, of won (n,), 0 or 1, on x (n, m), without an intercept.

    ridge: penalty of the squared distance of each coefficient from `towards`, for features of standard deviation 1.
    """
    scale = np.where(np.ptp(x, axis=0) > 0, x.std(axis=0), 1.0)      # std of a constant may be a little above 0
    z, middle = x / scale, towards * scale
    b = middle.copy()
    for _ in range(STEPS):
        p = expit(z @ b)
        slope = z.T @ (p - won) / len(won) + 2 * ridge * (b - middle)
        curve = (z * (p * (1 - p))[:, None]).T @ z / len(won) + 2 * ridge * np.eye(len(b))
        step = np.linalg.solve(curve, slope)
        b -= step
        if np.abs(step).max() < SMALL:
            break
    return b / scale
