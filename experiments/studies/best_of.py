"""Which of two decks wins matches, best of several games with sideboarding: `match --best-of 3`.

A pair is one seed, and two matches: seats are swapped, so that each deck starts one of them.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput
from experiments.frame import Asked, played
from experiments.page import Page, Picture, Section, Table
from experiments.plans import load_plan
from experiments.reading import EndingRow, Reading
from experiments.schedule import Arm, Deck, Series, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.wording import ending_rows, interval, percent, which_wins

ARM = "match"
# a match of the first deck: its result (NULL without one), games won and lost
_MATCHES = """
    SELECT pair, game, sum((points = 1)::INTEGER) AS won, sum((points = 0)::INTEGER) AS lost,
           CASE WHEN count(points) < count(*) THEN NULL ELSE 0.5 + sign(won - lost) / 2 END AS result
    FROM g GROUP BY pair, game"""


def series_of(asked: Asked) -> Series | None:
    """Return what the options ask for; None for single games.

    Raises BadInput for options that do not go together and for a plan that cannot be carried out.
    """
    arguments = asked.arguments
    files = (arguments.sideboard_plan, arguments.opponent_sideboard_plan)
    if arguments.best_of % 2 == 0:
        raise BadInput(f"--best-of {arguments.best_of}: an odd number; nearest valid: {arguments.best_of + 1}")
    if arguments.best_of == 1:
        if any(files) or arguments.no_sideboard:
            raise BadInput("sideboards are used between the games of a match: --best-of 3")
        return None
    if any(files) and arguments.no_sideboard:
        raise BadInput("--no-sideboard and a plan exclude each other")
    lists = (asked.deck, asked.listed(arguments.opponent))
    plans = [load_plan(file, lists[at], asked.pool).against(lists[1 - at].name) if file else None
             for at, file in enumerate(files)]
    kind = "none" if arguments.no_sideboard else "agent"
    how = [kind if plan is None else "plan" for plan in plans]
    return Series(arguments.best_of, (how[0], how[1]), (plans[0], plans[1]))


def build(asked: Asked, series: Series) -> tuple[Study, dict]:
    """Return the study of two lists."""

    def whole(listed: Any) -> Deck:
        return replace(played(listed), sideboard=tuple(card for card, n in listed.sideboard for _ in range(n)))

    deck, other = whole(asked.deck), whole(asked.listed(asked.arguments.opponent))
    arm = Arm(ARM, deck, (other,), asked.arguments.pairs)
    return replace(asked.study([arm]), series=series), {"deck": deck.name, "opponent": other.name}


@dataclass(frozen=True)
class NumberRow:
    """The games of one place in the match: those played, the first deck's results, and what was exchanged for them."""

    number: int
    games: int
    win_rate: Estimate           # over games
    starts: float                # share in which the first deck starts
    exchanged: float             # cards, mean
    opponent_exchanged: float


@dataclass(frozen=True)
class BestOfFigures:
    """All figures of a `match --best-of` study; shares in [0, 1] of the first deck."""

    win_rate: Estimate           # of matches, over pairs
    games_win_rate: Estimate     # of games
    starting: Estimate
    second: Estimate
    scores: dict[str, int]       # "2-1" -> matches; "no result"
    numbers: tuple[NumberRow, ...]
    endings: tuple[EndingRow, ...]
    agent_errors: dict[str, int]


def figures_of(store: Store, study: StoredStudy) -> BestOfFigures:
    """Compute every figure of a stored study."""
    reading = Reading(store, study)
    returns = reading.rows(f"SELECT avg(result) FROM ({_MATCHES}) GROUP BY pair HAVING count(result) = 2 ORDER BY pair")
    scores = reading.rows(f"SELECT won, lost, result IS NULL AS none, count(*) FROM ({_MATCHES}) "
                          "GROUP BY won, lost, none ORDER BY none, won - lost DESC, won")
    numbers = reading.rows("""
        SELECT number, count(*), coalesce(sum(points), 0), count(points), avg(starts::INTEGER), avg(exchanged),
               avg(opponent_exchanged) FROM g GROUP BY number ORDER BY number""")
    told: dict[str, int] = {}
    for won, lost, none, n in scores:
        key = "no result" if none else f"{won or 0}-{lost or 0}"
        told[key] = told.get(key, 0) + n
    total = reading.rows("SELECT coalesce(sum(points), 0), count(points) FROM g")[0]
    return BestOfFigures(
        stats.pair_rate(np.array([row[0] for row in returns], dtype=float)), stats.wilson(*total),
        *reading.by_start(), told,
        tuple(NumberRow(number, games, stats.wilson(points, n), starts, mine, theirs)
              for number, games, points, n, starts, mine, theirs in numbers),
        reading.endings(ARM), reading.agent_errors())


def sentence(study: StoredStudy, figures: BestOfFigures) -> str:
    """Return the answer in one sentence."""
    return which_wins(study.settings["deck"], study.settings["opponent"], figures.win_rate,
                      f" of matches (best of {study.spec['series']['best_of']})")


def page(study: StoredStudy, figures: BestOfFigures) -> Page:
    """Return the answer with what is behind it."""
    first, second, series = study.settings["deck"], study.settings["opponent"], study.spec["series"]
    rates = [("matches, over pairs", figures.win_rate), ("games", figures.games_win_rate),
             ("games, starting", figures.starting), ("games, second", figures.second)]

    def draw() -> str:
        from experiments import plots

        return plots.forest(rates, f"won by {first}, %", "rates", "Win rates with 95 percent intervals", 0.5)

    rows = [(name, percent(rate.value), interval(rate), str(rate.n)) for name, rate in rates]
    numbers = [(str(row.number), str(row.games), percent(row.win_rate.value), interval(row.win_rate),
                percent(row.starts), f"{row.exchanged:.1f}", f"{row.opponent_exchanged:.1f}")
               for row in figures.numbers]
    about = f"{first} against {second}, best of {series['best_of']}"
    return Page(about, about, sentence(study, figures), (
        Section(first, [Picture(draw), Table(("", "won %", "95 % interval", "n"), rows)]),
        Section(f"Games of a match; exchanged by: {series['sideboarding'][0]} against {series['sideboarding'][1]}", [
            Table(("game", "played", "won %", "95 % interval", "starts %", "cards in", "opponent's"), numbers)]),
        Section("Matches", [Table(("result", "number"), [(score, str(n)) for score, n in figures.scores.items()])]),
        Section("Games", [Table(("ended by", "won", "lost", "drawn", "no result"), ending_rows(figures.endings))])))
