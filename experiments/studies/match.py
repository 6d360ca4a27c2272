"""Which of two decks wins, and how often: one arm, one opponent. With --best-of: `experiments.studies.best_of`."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from experiments import statistics as stats
from experiments.frame import Asked, played
from experiments.page import Page, Picture, Section, Table
from experiments.reading import EndingRow, Reading
from experiments.schedule import Arm, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.studies import best_of
from experiments.wording import ENDINGS, interval, percent

ARM = "match"
RULE = ("One deck is the better one when the 95 % interval of its win rate over pairs lies on one side of 50 %; "
        "the number of pairs is fixed beforehand.")


@dataclass(frozen=True)
class MatchFigures:
    """All figures of a `match` study; shares in [0, 1] of the first deck."""

    win_rate: Estimate
    starting: Estimate           # of the games in which the first deck starts
    second: Estimate             # of the others
    turns: Estimate              # of both players together
    endings: tuple[EndingRow, ...]
    agent_errors: dict[str, int]


def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study of two lists."""
    if series := best_of.series_of(asked):
        return best_of.build(asked, series)
    deck, other = played(asked.deck), played(asked.listed(asked.arguments.opponent))
    arm = Arm(ARM, deck, (other,), asked.arguments.pairs)
    return asked.study([arm]), {"pairs": {ARM: arm.pairs}, "deck": deck.name, "opponent": other.name}


def figures_of(store: Store, study: StoredStudy) -> MatchFigures | best_of.BestOfFigures:
    """Compute every figure of a stored `match` study."""
    if "series" in study.spec:
        return best_of.figures_of(store, study)
    reading = Reading(store, study)
    by_start = {starts: stats.wilson(points, n) for starts, points, n in reading.rows(
        "SELECT starts, coalesce(sum(points), 0), count(points) FROM g GROUP BY starts")}
    none = stats.wilson(0, 0)
    return MatchFigures(
        stats.pair_rate(np.array(list(reading.returns(ARM).values()))), by_start.get(True, none),
        by_start.get(False, none), stats.count_mean(reading.counts(ARM, "turns")),
        reading.endings(ARM), reading.agent_errors())


def sentence(study: StoredStudy, figures: MatchFigures) -> str:
    """Return the answer in one sentence."""
    first, second, rate = study.settings["deck"], study.settings["opponent"], figures.win_rate
    if rate.value is None or rate.low is None or rate.high is None:
        return f"Which of {first} and {second} is the better deck cannot be told from {rate.n} pairs."
    span = f"{percent(rate.value)} % of {rate.n} pairs (95 % interval {interval(rate)})"
    if rate.low <= 0.5 <= rate.high:
        return f"{first} and {second} cannot be told apart: the first wins {span}."
    return f"{first} {'beats' if rate.low > 0.5 else 'loses to'} {second}: it wins {span}."


def page(study: StoredStudy, figures: MatchFigures | best_of.BestOfFigures) -> Page:
    """Return the answer with what is behind it."""
    if isinstance(figures, best_of.BestOfFigures):
        return best_of.page(study, figures)
    first, second = study.settings["deck"], study.settings["opponent"]
    rates = [("all, over pairs", figures.win_rate), ("starting", figures.starting), ("second", figures.second)]

    def draw() -> str:
        from experiments import plots

        return plots.forest(rates, f"games that {first} won, %", "rates", "Win rates with 95 percent intervals", 0.5)

    rows = [(name, percent(rate.value), interval(rate), str(rate.n)) for name, rate in rates]
    ends = [(ENDINGS.get(row.ending, row.ending), str(row.won), str(row.lost), str(row.drawn), str(row.unscored))
            for row in figures.endings]
    return Page(f"{first} against {second}", f"{first} against {second}", sentence(study, figures), (
        Section(first, [Picture(draw), Table(("", "won %", "95 % interval", "n"), rows)]),
        Section("Games", [Table(("ended by", "won", "lost", "drawn", "no result"), ends)])))
