"""A field against itself: which deck beats which, and in what shares would a field of equals be played?

Every two lists play the same pairs. The shares are those of the equilibrium of the game "choose a deck": against them
no list wins more than half. How sure they are is told by how they move when the win rates are drawn anew from their
errors.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput
from experiments.frame import Asked, pairs_of, played
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Reading
from experiments.schedule import Arm, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.wording import interval, percent, unscored_line

DRAWS = 400                  # of the win rates within their errors, for the shares of the equilibrium
SHADE_AT = 0.25              # distance from 50 % at which a cell is darkest
RULE = ("The number of pairs is fixed beforehand. A list beats another when the 95 % interval of its win rate, "
        "widened so that those of all matches hold together, lies above 50 %.")


@dataclass(frozen=True)
class MatchRow:
    """Win rate of `deck` against `opponent` over pairs, at the simultaneous level."""

    deck: str
    opponent: str
    win_rate: Estimate


@dataclass(frozen=True)
class ShareRow:
    """One list: its mean win rate against the others, its share of the equilibrium, its win rate against that field.

    present: in what part of the redrawn matrices it has a share at all.
    """

    deck: str
    mean: Estimate
    share: float
    share_low: float
    share_high: float
    present: float
    against_equilibrium: float


@dataclass(frozen=True)
class MatrixFigures:
    """All figures of a `matrix` study; shares in [0, 1]."""

    matches: tuple[MatchRow, ...]
    decks: tuple[ShareRow, ...]
    starting: Estimate           # win rate of whoever takes the first turn
    starting_by_deck: dict[str, Estimate]        # how much more a list wins when it starts
    pairs: dict[str, int]
    unscored_games: dict[str, int]


def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study: an arm for every two lists."""
    listed = [asked.listed(each) for each in asked.arguments.decks]
    names = [each.name for each in listed]
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadInput("matrix: give at least two lists, each once")
    decks = [played(each) for each in listed]
    arms = [Arm(_arm(one.name, two.name), one, (two,), asked.arguments.pairs) for one, two in combinations(decks, 2)]
    return asked.study(arms), {"decks": names, "deck": ", ".join(names), "pairs": pairs_of(arms)}


def _arm(one: str, two: str) -> str:
    return f"{one} v {two}"


def figures_of(store: Store, study: StoredStudy) -> MatrixFigures:
    """Compute every figure of a stored `matrix` study."""
    reading, names = Reading(store, study), study.settings["decks"]
    level = stats.simultaneous_level(len(names) * (len(names) - 1) // 2)
    returns = {(one, two): np.array(list(reading.returns(_arm(one, two)).values()))
               for one, two in combinations(names, 2)}
    matches = []
    for (one, two), won in returns.items():
        matches += [MatchRow(one, two, stats.pair_rate(won, level)),
                    MatchRow(two, one, stats.pair_rate(1 - won, level))]
    return MatrixFigures(tuple(matches), _shares(names, returns, study.spec["seed"] & 0xFFFFFFFF),
                         *_first_turn(reading, names), reading.pairs(), reading.unscored_games())


def _shares(names: Sequence[str], returns: dict[tuple[str, str], np.ndarray], seed: int) -> tuple[ShareRow, ...]:
    n = len(names)
    rates, errors = np.full((n, n), 0.5), np.zeros((n, n))
    for (one, two), won in returns.items():
        i, j = names.index(one), names.index(two)
        if len(won) > 1:
            rates[i, j], errors[i, j] = won.mean(), won.std(ddof=1) / np.sqrt(len(won))
            rates[j, i] = 1 - rates[i, j]
    shares = np.array(stats.nash(rates).rows)
    noise = np.random.default_rng(seed).normal(size=(DRAWS, n, n)) * np.triu(errors, 1)
    redrawn = np.array([stats.nash(rates + each - each.T).rows for each in noise])
    low, high = np.quantile(redrawn, [0.025, 0.975], axis=0)
    means = [stats.pair_rate(np.concatenate([won if one == name else 1 - won for (one, two), won in returns.items()
                                             if name in (one, two)])) for name in names]
    return tuple(sorted((ShareRow(name, means[k], float(shares[k]), float(low[k]), float(high[k]),
                                  float((redrawn[:, k] > 1e-6).mean()), float(rates[k] @ shares))
                         for k, name in enumerate(names)), key=lambda row: (-row.share, -(row.mean.value or 0))))


def _first_turn(reading: Reading, names: Sequence[str]) -> tuple[Estimate, dict[str, Estimate]]:
    """Return the win rate of whoever starts, and for each list how much more it wins when it starts."""
    rows = reading.rows("SELECT arm, pair, max(points) FILTER (WHERE starts), max(points) FILTER (WHERE NOT starts) "
                        "FROM g GROUP BY arm, pair HAVING count(points) = 2 ORDER BY arm, pair")
    first = np.array([row[2] for row in rows], dtype=float)
    second = np.array([row[3] for row in rows], dtype=float)
    by_deck = {}
    for name in names:
        here = np.array([name in row[0].split(" v ") for row in rows], dtype=bool)
        by_deck[name] = stats.paired_difference(first[here], second[here])
    return stats.pair_rate((first + 1 - second) / 2), by_deck


def sentence(figures: MatrixFigures) -> str:
    """Return the answer in one sentence."""
    scored = [row for row in figures.decks if row.mean.value is not None]
    if not scored:
        return "Which list is best cannot be told: no pair was played to a result."
    best = max(scored, key=lambda row: row.mean.value or 0.0)
    kept = [f"{row.deck} {percent(row.share)} %" for row in figures.decks if row.share > 0.005]
    field = f"nothing in the field beats {figures.decks[0].deck}"
    if len(kept) > 1:
        field = f"the equilibrium field is {', '.join(kept)}"
    return f"{best.deck} wins most, {percent(best.mean.value)} % of its pairs ({interval(best.mean)}); {field}."


def page(study: StoredStudy, figures: MatrixFigures) -> Page:
    """Return the answer with what is behind it."""
    return Page(f"{len(figures.decks)} lists against each other", study.settings["deck"], sentence(figures),
                (_heat(figures), _decks(figures), _first(figures),
                 Section("The instrument", [
                     "A list against itself is 50 % by construction: a pair is the same game with the seats swapped.",
                     unscored_line(figures.unscored_games)])))


def _heat(figures: MatrixFigures) -> Section:
    names = [row.deck for row in figures.decks]
    found = {(row.deck, row.opponent): row.win_rate for row in figures.matches}
    cells = [[found.get((one, two)) for two in names] for one in names]

    def shade(each: Estimate | None) -> float:
        return 0.0 if each is None or each.value is None else max(-1.0, min(1.0, (each.value - 0.5) / SHADE_AT))

    numbers = [f"{k}" for k in range(1, len(names) + 1)]
    table = Table(("", *numbers), [(f"{number} {name}", *(percent(each.value) if each else "–" for each in row))
                                   for number, name, row in zip(numbers, names, cells)],
                  shade=[[shade(each) for each in row] for row in cells],
                  note="Row against column. Warm: the row wins more than half; cool: less.")
    rows = [(row.deck, row.opponent, percent(row.win_rate.value), interval(row.win_rate), str(row.win_rate.n))
            for row in figures.matches if names.index(row.deck) < names.index(row.opponent)]
    return Section("Won % of the row against the column", [
        table, Table(("list", "against", "won %", "interval", "pairs"), rows, left=2,
                     note="Intervals of all matches hold together at 95 %.")])


def _decks(figures: MatrixFigures) -> Section:
    def draw() -> str:
        from experiments import plots

        return plots.forest([(row.deck, row.mean) for row in figures.decks], "games won against the others, %", "means",
                            "Mean win rate of each list", 0.5)

    rows = [(row.deck, percent(row.mean.value), interval(row.mean), percent(row.share),
             f"{percent(row.share_low)} to {percent(row.share_high)}", percent(row.present),
             percent(row.against_equilibrium)) for row in figures.decks]
    head = ("list", "mean won %", "95 % interval", "share %", "95 % of redraws", "in % of redraws",
            "won % against shares")
    return Section("Lists", [Picture(draw), Table(
        head, rows, note="Share: of the equilibrium of choosing a deck (Nash). Redraws: win rates drawn anew from "
                         "their errors; shares may jump, since they depend on which list is a little better.")])


def _first(figures: MatrixFigures) -> Section:
    rows = [("whoever starts", percent(figures.starting.value), interval(figures.starting), str(figures.starting.n))]
    more = [(name, percent(each.value, True), interval(each, True), str(each.n))
            for name, each in figures.starting_by_deck.items()]
    return Section("First turn", [Table(("", "won %", "95 % interval", "pairs"), rows), Table(
        ("matches of", "points that starting is worth", "95 % interval", "pairs"), more,
        note="Win rate of the one who starts minus that of the one who does not, in the same deals.")])
