"""One number a player from many games: Bradley and Terry (1952), draws as in Davidson (1970).

A game between players of strengths a and b is won, lost or drawn with odds
exp(a) : exp(b) : nu * exp((a + b) / 2). Strengths and nu are those most likely to give the results (Newton's
method; the logarithm is concave). Games of one deal depend on each other, whoever played them, so the errors are
those of clusters (Liang and Zeger 1986): deals are independent, games are not.
"""
from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from experiments.statistics.elo import SCALE
from experiments.statistics.estimates import LEVEL, MIN_PAIRS

STEPS = 100
VIRTUAL = 0.5                # of a game, won by each side of a match-up, where the results alone have no finite answer


@dataclass(frozen=True)
class Met:
    """Results of one deal between two players: points of `first` in each game that is a result (1, 1/2, 0)."""

    first: str
    second: str
    deal: Hashable
    points: tuple[float, ...]


@dataclass(frozen=True)
class Rating:
    """Elo points above the anchor. An end of the interval is absent where there is no bound or too few deals."""

    name: str
    elo: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Ratings:
    """players: the strongest first. anchor: who is at 0. games, deals: results that were used.

    draws: share of drawn games. nu: of the model. covariance: of the Elo points, in the
    order of `players`; None for too few deals. bounded: whether the results alone have a finite
    answer; if not (somebody won or lost everything against all others), half a game won
    by each side of every match-up was added, and the ratings of those who stand apart have one end only.
    """

    players: tuple[Rating, ...]
    anchor: str
    games: int
    deals: int
    draws: float
    nu: float
    bounded: bool
    covariance: np.ndarray | None

    def share(self, first: str, second: str) -> float | None:
        """Return the share of points that the ratings expect of `first` against `second`."""
        elo = {each.name: each.elo for each in self.players}
        a, b = elo[first], elo[second]
        if a is None or b is None:
            return None
        better, worse = np.exp((a - b) / SCALE / 2), np.exp((b - a) / SCALE / 2)
        return float((better + self.nu / 2) / (better + worse + self.nu))


def bradley_terry(results: Sequence[Met], names: Sequence[str], anchor: str, level: float = LEVEL) -> Ratings:
    """Rate the players `names` by their results, `anchor` at 0."""
    number = {name: at for at, name in enumerate(names)}
    games = np.array([(number[each.first], number[each.second], 2 * points) for each in results
                      for points in each.points], dtype=np.int64).reshape(-1, 3)
    numbers: dict[Hashable, int] = {}
    deals = np.array([numbers.setdefault(each.deal, len(numbers)) for each in results for _ in each.points],
                     dtype=np.int64)
    apart = _apart(games, len(names), number[anchor])
    drawn = bool((games[:, 2] == 1).any())
    n_deals = len(numbers)
    met = _reachable(games, len(names), number[anchor])
    extra = np.zeros((0, 3), np.int64)
    if apart.any():
        pairs = np.unique(np.sort(games[:, :2], axis=1), axis=0)
        extra = np.array([(i, j, outcome) for i, j in pairs for outcome in (0, 2)], dtype=np.int64).reshape(-1, 3)
    strengths, nu, covariance = _fit(games, deals, n_deals, extra, met, number[anchor], drawn)
    order = sorted(range(len(names)), key=lambda at: (-strengths[at] if met[at] else np.inf, at))
    players = []
    for at in order:
        elo = float(SCALE * strengths[at]) if met[at] else None
        low = high = None
        if covariance is not None and elo is not None and at != number[anchor]:
            from scipy import stats as distributions

            reach = float(distributions.t.ppf(0.5 + level / 2, n_deals - 1) * SCALE
                          * np.sqrt(max(covariance[at, at], 0.0)))
            low = None if apart[at] and strengths[at] < 0 else elo - reach
            high = None if apart[at] and strengths[at] >= 0 else elo + reach
        players.append(Rating(names[at], elo, low, high))
    return Ratings(tuple(players), anchor, len(games), n_deals,
                   float((games[:, 2] == 1).mean()) if len(games) else 0.0, nu, not apart.any(),
                   None if covariance is None else SCALE ** 2 * covariance[np.ix_(order, order)])


def _graph(games: np.ndarray, n: int, kind: str) -> np.ndarray:
    """Return the component of each player: edges lead from who took a point to who gave it."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    first, second, points = games.T
    sources = np.concatenate([first[points > 0], second[points < 2]])
    ends = np.concatenate([second[points > 0], first[points < 2]])
    return connected_components(coo_array((np.ones(len(sources)), (sources, ends)), shape=(n, n)), connection=kind)[1]


def _apart(games: np.ndarray, n: int, anchor: int) -> np.ndarray:
    """Return which players' distance to the anchor no result bounds on one side (Ford 1957), (n,)."""
    component = _graph(games, n, "strong")
    return (component != component[anchor]) & _reachable(games, n, anchor)


def _reachable(games: np.ndarray, n: int, anchor: int) -> np.ndarray:
    component = _graph(games, n, "weak")
    return component == component[anchor]


def _fit(games: np.ndarray, deals: np.ndarray, n_deals: int, extra: np.ndarray, met: np.ndarray, anchor: int,
         drawn: bool) -> tuple[np.ndarray, float, np.ndarray | None]:
    """Return strengths (n,) in log odds above the anchor, nu, their covariance (n, n) or None for too few deals."""
    n = len(met)
    free = [at for at in range(n) if met[at] and at != anchor]
    columns = {at: column for column, at in enumerate(free)}
    use = met[games[:, 0]] if len(games) else np.zeros(0, bool)
    games, deals = games[use], deals[use]
    everything = np.concatenate([games, extra])
    weights = np.r_[np.ones(len(games)), np.full(len(extra), VIRTUAL)]
    n_outcomes, n_free = (3 if drawn else 2), len(free) + drawn
    design = np.zeros((len(everything), n_outcomes, n_free))       # of each outcome: lost, won, drawn
    for outcome, side in ((0, 1), (1, 0)):
        for at, column in columns.items():
            design[everything[:, side] == at, outcome, column] = 1.0
    if drawn:
        design[:, 2] = design[:, :2].mean(axis=1)
        design[:, 2, -1] = 1.0
    observed = design[np.arange(len(everything)), np.array([0, 2, 1])[everything[:, 2]]]
    beta = np.zeros(n_free)
    if drawn:
        beta[-1] = -3.0
    bread = np.zeros((n_free, n_free))
    scores = observed
    for _ in range(STEPS if n_free else 0):
        utility = design @ beta
        chance = np.exp(utility - utility.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        expected = np.einsum("go,gof->gf", chance, design)
        scores = (observed - expected) * weights[:, None]
        centred = design - expected[:, None, :]
        information = np.einsum("g,go,gof,goh->fh", weights, chance, centred, centred)
        bread = np.linalg.pinv(information)
        step = bread @ scores.sum(axis=0)
        beta = beta + step * min(1.0, 2.0 / max(np.abs(step).max(), 1e-300))
        if np.abs(step).max() < 1e-10:
            break
    strengths = np.zeros(n)
    strengths[free] = beta[:len(free)]
    nu = float(np.exp(beta[-1])) if drawn else 0.0
    if n_deals < MIN_PAIRS:
        return strengths, nu, None
    clustered = np.zeros((n_deals, n_free))
    np.add.at(clustered, deals, scores[:len(games)])
    robust = bread @ (clustered.T @ clustered * (n_deals / (n_deals - 1))) @ bread
    if len(extra):                       # of those who stand apart little was learnt: as if games were independent
        robust += np.diag(np.maximum(np.diag(bread) - np.diag(robust), 0.0))
    covariance = np.zeros((n, n))
    covariance[np.ix_(free, free)] = robust[:len(free), :len(free)]
    return strengths, nu, covariance
