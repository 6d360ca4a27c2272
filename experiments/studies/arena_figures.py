"""From stored rows to the figures of `arena`: ratings, pairings, what a larger budget gains, the sequential test."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from experiments import statistics as stats
from experiments.reading import Reading
from experiments.statistics import Estimate, Met, Ratings, Sequential, Sprt
from experiments.store import Store, StoredStudy

ANCHOR = "reference"         # at 0 where it takes part, else the agent named first


@dataclass(frozen=True)
class AgentRow:
    """One agent: rating in Elo points above the anchor, results of its games, time a decision in milliseconds."""

    agent: str
    spec: str
    elo: float | None
    low: float | None
    high: float | None
    won: int
    drawn: int
    lost: int
    no_result: int
    errors: int
    simulations: int | None
    milliseconds: float | None


@dataclass(frozen=True)
class Pairing:
    """Two agents: share of the points of the first over pairs, what the ratings expect, games, the A/A control."""

    first: str
    second: str
    share: Estimate
    expected: float | None
    won: int
    drawn: int
    lost: int
    no_result: int
    control: stats.AAControl


@dataclass(frozen=True)
class Doubling:
    """What more simulations bring: two budgets of otherwise equal agents and the Elo points between them."""

    agent: str
    fewer: int
    more: int
    gain: Estimate


@dataclass(frozen=True)
class ArenaFigures:
    """All figures of an `arena` study."""

    anchor: str
    agents: tuple[AgentRow, ...]
    pairings: tuple[Pairing, ...]
    by_list: tuple[tuple[str, str, Estimate], ...]       # pairing, list at seat 0, share of the first agent
    doublings: tuple[Doubling, ...]
    deals: int
    draws: float
    bounded: bool
    unscored: dict[str, int]
    test: Sequential | None


def figures_of(store: Store, study: StoredStudy) -> ArenaFigures:
    """Compute every figure of a stored `arena` study."""
    reading, settings = Reading(store, study), study.settings
    labels = list(settings["agents"])
    anchor = next((each for each in labels if each == ANCHOR), labels[0])
    rule = settings["sprt"]
    test = judged(reading, Sprt(**rule)) if rule else None
    rated = stats.bradley_terry(_met(reading), labels, anchor)
    return ArenaFigures(
        anchor, _agents(reading, rated), _pairings(reading, rated),
        tuple((" v ".join(settings["pairings"][arm]), settings["lists"][arm], reading.win_rate(arm))
              for arm in reading.pairs_asked),
        doublings(rated, settings["agents"]), rated.deals, rated.draws, rated.bounded, reading.unscored_games(), test)


def _met(reading: Reading) -> list[Met]:
    """Return the results of every deal; a pair with a game that is not a result is left out."""
    pairings, lists = reading.study.settings["pairings"], reading.study.settings["lists"]
    rows = reading.rows("SELECT arm, opponent, pair, list(points ORDER BY game) FROM g GROUP BY arm, opponent, pair "
                        "HAVING count(points) = 2 ORDER BY arm, pair")
    return [Met(pairings[arm][0], pairings[arm][1], (lists[arm], opponent, pair), tuple(points))
            for arm, opponent, pair, points in rows]


def in_order(reading: Reading) -> np.ndarray:
    """Return the pairs of a test of two agents in the order that is fixed before anything is played, results only.

    Pair after pair, and of one index the lists in the order in which they were named. Only
    indices that all lists have finished count, so that quick games cannot come first.
    """
    arms = list(reading.pairs_asked)
    stored = dict(reading.rows("SELECT pair, count(DISTINCT arm) FROM g GROUP BY pair"))
    whole = 0
    while stored.get(whole) == len(arms):
        whole += 1
    returns = [reading.returns(arm) for arm in arms]
    return np.array([found[pair] for pair in range(whole) for found in returns if pair in found])


def judged(reading: Reading, rule: Sprt) -> Sequential:
    return rule.judge(in_order(reading))


def _agents(reading: Reading, rated: Ratings) -> tuple[AgentRow, ...]:
    settings = reading.study.settings
    counts: dict[str, Counter] = {label: Counter() for label in settings["agents"]}
    for arm, points, error_by, n in reading.rows("SELECT arm, points, error_by, count(*) FROM g GROUP BY ALL"):
        first, second = settings["pairings"][arm]
        for label, own, side in ((first, points, "deck"), (second, None if points is None else 1 - points, "opponent")):
            counts[label]["no_result" if own is None else {1: "won", 0.5: "drawn", 0: "lost"}[own]] += n
            counts[label]["errors"] += n if error_by == side else 0
    return tuple(AgentRow(
        each.name, settings["agents"][each.name], each.elo, each.low, each.high,
        counts[each.name]["won"], counts[each.name]["drawn"], counts[each.name]["lost"],
        counts[each.name]["no_result"], counts[each.name]["errors"], simulations_of(settings["agents"][each.name]),
        settings.get("speed", {}).get(each.name))
        for each in rated.players)


def _pairings(reading: Reading, rated: Ratings) -> tuple[Pairing, ...]:
    settings = reading.study.settings
    together: dict[tuple[str, str], list[str]] = {}
    for arm in reading.pairs_asked:
        together.setdefault(tuple(settings["pairings"][arm]), []).append(arm)
    rows = []
    for (first, second), arms in together.items():
        found = sorted((pair, arm, value) for arm in arms for pair, value in reading.returns(arm).items())
        values = np.array([value for _, _, value in found])
        won, drawn, lost, no_result = reading.rows(
            "SELECT count(*) FILTER (WHERE points = 1), count(*) FILTER (WHERE points = 0.5), count(*) FILTER (WHERE "
            "points = 0), count(*) FILTER (WHERE points IS NULL) FROM g WHERE list_contains(?, arm)", arms)[0]
        rows.append(Pairing(first, second, stats.pair_rate(values), rated.share(first, second), won, drawn, lost,
                            no_result, stats.aa_control(values)))
    return tuple(rows)


def simulations_of(spec: str) -> int | None:
    """Return the budget that a spec names, or None."""
    from agents.base import parse_call

    value = parse_call(spec)[1].get("simulations")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def family_of(label: str) -> str:
    """Return an agent's label without its budget: what agents have in common that differ in `simulations` only."""
    return re.sub(r"simulations=\d+(, )?", "", label).replace("()", "")


def doublings(rated: Ratings, specs: dict[str, str]) -> tuple[Doubling, ...]:
    """Return the gains between neighbouring budgets of agents that differ in `simulations` only."""
    families: dict[str, list[tuple[int, int]]] = {}
    for at, each in enumerate(rated.players):
        budget = simulations_of(specs[each.name])
        if budget is not None:
            families.setdefault(family_of(each.name), []).append((budget, at))
    return tuple(Doubling(family, fewer, more, _gap(rated, b, a)) for family, members in families.items()
                 for (fewer, a), (more, b) in zip(sorted(members), sorted(members)[1:]))


def _gap(rated: Ratings, a: int, b: int) -> Estimate:
    """Estimate the Elo points of player `a` above player `b`."""
    first, second, covariance = rated.players[a], rated.players[b], rated.covariance
    if first.elo is None or second.elo is None:
        return Estimate(None, None, None, rated.deals)
    gap = first.elo - second.elo
    if covariance is None or not rated.bounded:
        return Estimate(gap, None, None, rated.deals)
    from scipy import stats as distributions

    variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
    reach = float(distributions.t.ppf(0.975, rated.deals - 1) * np.sqrt(max(variance, 0.0)))
    return Estimate(gap, gap - reach, gap + reach, rated.deals)
