"""Stop as soon as it is clear: the generalised sequential probability ratio test over pairs.

A pair is one observation with five outcomes, 0 to 2 points in halves: the two games of a
deal depend on each other, and only their sum is taken (pentanomial). The likelihood
ratio is that of the two multinomial distributions nearest to what was seen whose mean is
one of the two hypotheses (Van den Bergh, The generalized sequential probability ratio
test for multinomials); the bounds are Wald's (1945).
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from experiments.statistics.estimates import LEVEL, Estimate, pair_rate
from experiments.statistics.stopped import Walk, corrected

OUTCOMES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])     # share of the points of a pair
ADDED = 0.5                  # pairs of every outcome beside those seen: few pairs tell too little of their scatter
BLOCK = 256                  # pairs looked at in one go
STEPS = 60                   # Newton's, or halvings where those lead astray
EXACT = 1e-11                # of a mean


def pair_counts(returns: np.ndarray) -> np.ndarray:
    """Return how many pairs had each of the five outcomes, (5,); returns (n,) in quarters."""
    quarters = np.asarray(returns, dtype=float) * 4
    whole = np.rint(quarters).astype(np.int64)
    if len(whole) and (np.abs(quarters - whole).max() > 1e-9 or whole.min() < 0 or whole.max() > 4):
        raise ValueError("a pair is worth 0, 1/4, 1/2, 3/4 or 1")
    return np.bincount(whole, minlength=5)


def nearest_with_mean(probabilities: np.ndarray, deviations: np.ndarray) -> np.ndarray:
    """Return the distributions most likely to give these frequencies under which the deviations have mean 0.

    probabilities (..., k), none 0; deviations broadcast to the same shape, of both signs.
    By Lagrange, p / (1 + t d) with the one t that makes the mean 0, between the poles.
    """
    low = -1 / deviations.max(axis=-1, keepdims=True)
    high = -1 / deviations.min(axis=-1, keepdims=True)
    t = np.zeros(probabilities.shape[:-1] + (1,))
    for _ in range(STEPS):
        share = probabilities / (1 + t * deviations)
        mean = (share * deviations).sum(axis=-1, keepdims=True)
        found = np.abs(mean) < EXACT
        if found.all():
            break
        low, high = np.where(mean > 0, t, low), np.where(mean > 0, high, t)
        newton = t + mean / (share * deviations ** 2 / (1 + t * deviations)).sum(axis=-1, keepdims=True)
        t = np.where(found, t, np.where((newton > low) & (newton < high), newton, (low + high) / 2))
    return probabilities / (1 + t * deviations)


def log_likelihood_ratio(counts: np.ndarray, null: float, alternative: float,
                         outcomes: np.ndarray = OUTCOMES) -> np.ndarray:
    """Return log(likelihood of mean `alternative` / likelihood of mean `null`) for counts (..., k)."""
    counts = np.asarray(counts, dtype=float)
    p = _frequencies(counts)
    at_null, at_alternative = (nearest_with_mean(p, outcomes - mean) for mean in (null, alternative))
    return (counts * np.log(at_alternative / at_null)).sum(axis=-1)


def _frequencies(counts: np.ndarray) -> np.ndarray:
    """Return the frequencies of outcomes (..., k), none 0, with a little of every outcome added."""
    more = np.asarray(counts, dtype=float) + ADDED
    return more / more.sum(axis=-1, keepdims=True)


def normalized_log_likelihood_ratio(counts: np.ndarray, null: float, alternative: float,
                                    outcomes: np.ndarray = OUTCOMES, games: int = 2) -> float:
    """Return the same for hypotheses in normalized Elo (Van den Bergh, Comments on normalized Elo).

    That is (mean - 1/2) / standard deviation of one game, times 800 / ln 10. `games` of one
    observation: 2 for pairs. Used to compare with published figures.
    """
    p = _frequencies(np.asarray(counts))
    fits = []
    for advantage in (null, alternative):
        t = advantage * math.log(10) / 800 * math.sqrt(games)
        fitted = np.full(len(p), 1 / len(p))
        for _ in range(10):
            mean = float(fitted @ outcomes)
            sd = math.sqrt(float(fitted @ (outcomes - mean) ** 2))
            slope = outcomes - 0.5 - 0.5 * t * sd * (1 + ((outcomes - mean) / sd) ** 2)
            before, fitted = fitted, nearest_with_mean(p, slope)
            if np.abs(before - fitted).max() < 1e-9:
                break
        fits.append(fitted)
    return float((np.asarray(counts) * np.log(fits[1] / fits[0])).sum())


@dataclass(frozen=True)
class Sequential:
    """What a sequential test says of the pairs seen so far.

    better: True for the alternative, False for the null, None while neither bound is
    reached. llr: at the pair where it stopped, or at the last. pairs: those it used; later ones were
    seen and not used. raw: mean over the used pairs with its t interval, which a stop pushes away from
    the middle. corrected: the median-unbiased value and interval that allow for the stop.
    """

    better: bool | None
    llr: float
    pairs: int
    later: int
    raw: Estimate
    corrected: Estimate
    path: tuple[float, ...]

    @property
    def stopped(self) -> bool:
        """Whether a bound was reached."""
        return self.better is not None


@dataclass(frozen=True)
class Sprt:
    """A rule of stopping, stated before the first pair: shares of points `null` < `alternative`.

    alpha: how often the alternative may be called where the null holds; beta: the reverse.
    """

    null: float = 0.5
    alternative: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.null < self.alternative < 1:
            raise ValueError(f"shares {self.null:g} and {self.alternative:g}: between 0 and 1, the first below the "
                             "second")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"error rates {self.alpha:g} and {self.beta:g}: between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log likelihood ratio: below the first the null, above the second the alternative."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def stop(self, returns: np.ndarray) -> tuple[bool | None, int, np.ndarray]:
        """Return the verdict, the number of pairs used and the log likelihood ratio after each of them."""
        low, high = self.bounds
        returns = np.asarray(returns, dtype=float)
        pair_counts(returns)
        seen = np.rint(4 * returns)[:, None] == np.arange(5)
        before, path = np.zeros(5), np.zeros(0)
        for first in range(0, len(returns), BLOCK):
            counts = before + seen[first:first + BLOCK].cumsum(axis=0)
            before = counts[-1]
            path = np.r_[path, log_likelihood_ratio(counts, self.null, self.alternative)]
            out = np.flatnonzero((path[first:] <= low) | (path[first:] >= high))
            if len(out):
                n = first + int(out[0]) + 1
                return bool(path[n - 1] >= high), n, path[:n]
        return None, len(path), path

    def judge(self, returns: np.ndarray, level: float = LEVEL) -> Sequential:
        """Judge pairs in the order of their index, (n,) shares of points of the pairs that are results."""
        returns = np.asarray(returns, dtype=float)
        better, n, path = self.stop(returns)
        raw = pair_rate(returns[:n], level)
        return Sequential(better, float(path[-1]) if n else 0.0, n, len(returns) - n, raw,
                          self._corrected(returns[:n], better, raw, level), tuple(map(float, path)))

    def _corrected(self, used: np.ndarray, better: bool | None, raw: Estimate, level: float) -> Estimate:
        variance = float(used.var(ddof=1)) if len(used) > 1 else 0.0
        if raw.low is None or variance == 0:
            return Estimate(raw.value, None, None, raw.n, level)
        low, high = self.bounds
        step = self.alternative - self.null
        walk = Walk(low, high, step / variance, (self.null + self.alternative) / 2, step / math.sqrt(variance))
        end = float((used - walk.middle).sum()) * walk.slope
        return corrected(walk, len(used), end, better, level)
