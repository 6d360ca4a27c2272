"""`splicelab calibrate`: do the intervals cover, and do the tests err, as often as they say?

Each line plays many studies whose truth is known, on made-up pairs, and counts. The
pairs are those of real studies: five outcomes, most differences of zero, games of a deal that depend on each other.
"""
from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from experiments import statistics as stats
from experiments.statistics.sequential import OUTCOMES

COVERED = (0.94, 0.96)       # a 95 % interval
FALSE_ALARMS = (0.0, 0.05)
LUCK = 3.0                   # standard deviations of the count by which a figure may be off by luck

EVEN = np.array([0.14, 0.22, 0.28, 0.22, 0.14])      # pairs of equal sides whose games depend little on the deal
DEALT = np.array([0.05, 0.05, 0.80, 0.05, 0.05])     # most deals decide themselves: both games to one seat
LOPSIDED = np.array([0.02, 0.06, 0.16, 0.30, 0.46])
DIFFERENCES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
SWITCHED = np.array([0.01, 0.10, 0.70, 0.16, 0.03])  # splice on minus splice off, of the same deals
RARE = np.array([0.0, 0.01, 0.96, 0.03, 0.0])        # a card that seldom matters


@dataclass(frozen=True)
class Check:
    """One figure: how often something happened in simulated studies, and between what it should lie."""

    what: str
    happened: int
    studies: int
    least: float
    most: float

    @property
    def rate(self) -> float:
        return self.happened / self.studies

    @property
    def error(self) -> float:
        """The standard deviation that the rate has by luck."""
        middle = min(max(self.rate, self.least), self.most)
        return float(np.sqrt(max(middle * (1 - middle), 1e-9) / self.studies))

    @property
    def ok(self) -> bool:
        """Whether the rate is within its limits, or outside them by no more than luck explains."""
        return self.least - LUCK * self.error <= self.rate <= self.most + LUCK * self.error


def _covers(interval: tuple[float | None, float | None] | None, truth: float) -> bool:
    if interval is None or interval[0] is None or interval[1] is None:
        return False
    return interval[0] <= truth <= interval[1]


def _coverage(what: str, studies: int, draw: Callable[[], tuple[tuple[float | None, float | None] | None, float]],
              limits: tuple[float, float] = COVERED) -> Check:
    """Count in how many studies the interval covers the truth; `draw` plays one and returns both."""
    return Check(what, sum(_covers(*draw()) for _ in range(studies)), studies, *limits)


def _ends(estimate: stats.Estimate | stats.Rating) -> tuple[float | None, float | None]:
    return estimate.low, estimate.high


def of_intervals(rng: np.random.Generator, studies: int) -> Iterator[Check]:
    """Yield the coverage of every kind of 95 % interval."""
    def t(values: np.ndarray, shares: np.ndarray, n: int):
        sample = rng.choice(values, n, p=shares)
        found = stats.pair_rate(sample) if values is OUTCOMES else stats.paired_difference(sample, np.zeros(n))
        return _ends(found), float(values @ shares)

    for name, shares in (("even", EVEN), ("decided by the deal", DEALT), ("lopsided", LOPSIDED)):
        for n in (30, 400):
            yield _coverage(f"win rate over {n} pairs, t, {name}", studies, lambda: t(OUTCOMES, shares, n))     # noqa: B023
    for n in (60, 400):
        yield _coverage(f"paired difference, {n} pairs, t", studies, lambda: t(DIFFERENCES, SWITCHED, n))       # noqa: B023
    yield _coverage("paired difference of a card that seldom matters, 1000 pairs, t", studies,
                    lambda: t(DIFFERENCES, RARE, 1000))

    def resampled(n: int):
        return stats.bootstrap(rng.choice(DIFFERENCES, n, p=SWITCHED), int(rng.integers(2**31))), DIFFERENCES @ SWITCHED

    for n in (60, 400):
        yield _coverage(f"paired difference, {n} pairs, bootstrap", studies, lambda: resampled(n))              # noqa: B023

    def single():
        n, p = int(rng.integers(30, 300)), float(rng.uniform(0.02, 0.98))
        return _ends(stats.wilson(int(rng.binomial(n, p)), n)), p

    yield _coverage("single rate, Wilson, any rate and 30 to 300 games", studies, single)
    yield _coverage("a count a game, 200 pairs", studies,
                    lambda: (_ends(stats.count_mean((rng.poisson(1.3, 200) + rng.poisson(1.3, 200)) / 2)), 1.3))
    yield _coverage("A/A control holds 0, 400 pairs", studies,
                    lambda: (_ends(stats.aa_control(rng.choice(OUTCOMES, 400, p=EVEN)).difference), 0.0))
    yield _coverage("rating of one of four players, 60 deals", studies, lambda: _rated(rng))


def _rated(rng: np.random.Generator, deals: int = 60) -> tuple[tuple[float | None, float | None], float]:
    """Play a round robin of four whose games of one deal depend on each other; one game in twenty is drawn.

    The chance of half of the games is that of the deal, the same in all match-ups, so each
    game by itself follows the model and together they do not.
    """
    truth = {"a": 0.0, "b": 60.0, "c": 110.0, "d": -90.0}
    names, nu = list(truth), 0.11
    met = [(first, second) for at, first in enumerate(names) for second in names[at + 1:]]
    odds = np.exp([np.log(10) / 800 * (truth[first] - truth[second]) for first, second in met])
    won, drawn = odds / (odds + 1 / odds + nu), nu / (odds + 1 / odds + nu)
    of_deal = np.where(rng.random((deals, 1, 1)) < 0.5, rng.random((deals, 1, 1)), rng.random((deals, len(met), 2)))
    points = np.where(of_deal < won[:, None], 1.0, np.where(of_deal < (won + drawn)[:, None], 0.5, 0.0))
    results = [stats.Met(*met[at], deal, tuple(points[deal, at])) for deal in range(deals) for at in range(len(met))]
    rated = stats.bradley_terry(results, names, "a")
    return _ends(next(each for each in rated.players if each.name == "c")), truth["c"]


def of_tests(rng: np.random.Generator, studies: int) -> Iterator[Check]:
    """Yield the false alarms of every test, and how the estimate after a stop does."""
    rule = stats.Sprt(0.5, 0.55)
    for name, shares in (("even", EVEN), ("decided by the deal", DEALT)):
        for truth, call in ((rule.null, True), (rule.alternative, False)):
            tilted = tilt(shares, truth)
            wrong = sum(rule.stop(rng.choice(OUTCOMES, 4000, p=tilted))[0] is call for _ in range(studies))
            called = "55" if call else "50"
            yield Check(f"SPRT 50 v 55 % calls {called} % where it is {100 * truth:g} %, {name}", wrong, studies,
                        *FALSE_ALARMS)
    for truth in (0.5, 0.525, 0.56):
        tilted = tilt(EVEN, truth)
        judged = [rule.judge(rng.choice(OUTCOMES, 1500, p=tilted)) for _ in range(studies)]
        yield Check(f"corrected interval after a stop, truth {100 * truth:g} %",
                    sum(_covers(_ends(each.corrected), truth) for each in judged), len(judged), *COVERED)
        yield Check(f"  its value is too high, truth {100 * truth:g} %",
                    sum((each.corrected.value or 0) > truth for each in judged), len(judged), 0.45, 0.55)
    equal = sum(stats.equivalence(rng.choice(DIFFERENCES, 400, p=SWITCHED), float(DIFFERENCES @ SWITCHED)).equivalent
                for _ in range(studies))
    yield Check("equivalence is claimed at its very margin, 400 pairs", equal, studies, *FALSE_ALARMS)
    nothing = np.array([0.02, 0.13, 0.70, 0.13, 0.02])
    p = [[stats.paired_difference(rng.choice(DIFFERENCES, 200, p=nothing), np.zeros(200)).p for _ in range(5)]
         for _ in range(studies)]
    alarms = sum(min(filter(None, stats.holm(each))) < 0.05 for each in p)
    yield Check("any of 5 cards without worth is called, Holm", alarms, studies, *FALSE_ALARMS)


def tilt(shares: np.ndarray, mean: float) -> np.ndarray:
    """Return the probabilities of that mean nearest to `shares` (exponential tilting)."""
    low, high = -20.0, 20.0
    for _ in range(60):
        t = (low + high) / 2
        tilted = shares * np.exp(t * OUTCOMES)
        tilted /= tilted.sum()
        low, high = (t, high) if tilted @ OUTCOMES < mean else (low, t)
    return tilted


def checks(seed: int, studies: int) -> Iterator[Check]:
    """Yield every check, each with its own stream of chance."""
    first, second = np.random.default_rng(seed).spawn(2)
    yield from of_intervals(first, studies)
    yield from of_tests(second, studies)


def main(arguments: argparse.Namespace) -> int:
    """Answer `splicelab calibrate`: 1 if some figure is off by more than luck."""
    from experiments.frame import to_json

    found = []
    for check in checks(arguments.seed, arguments.studies):
        found.append(check)
        if not arguments.json:
            print(f"{100 * check.rate:6.1f} %  ({100 * check.least:g} to {100 * check.most:g})  "
                  f"{'' if check.ok else 'OFF: '}{check.what}", flush=True)
    if arguments.json:
        print(to_json({"studies": arguments.studies, "seed": arguments.seed, "checks": [
            {"what": each.what.strip(), "rate": each.rate, "least": each.least, "most": each.most, "ok": each.ok}
            for each in found]}))
    return 0 if all(each.ok for each in found) else 1
