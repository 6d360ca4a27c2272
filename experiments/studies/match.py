"""Which of two decks wins, and how often: one arm, one opponent. With --best-of: `experiments.studies.best_of`."""
from __future__ import annotations

from dataclasses import dataclass

from experiments import statistics as stats
from experiments.frame import Asked, played
from experiments.page import Page, Picture, Section, Table
from experiments.reading import EndingRow, Reading
from experiments.schedule import Arm, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.studies import best_of
from experiments.wording import ending_rows, interval, percent, which_wins

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
    return MatchFigures(reading.win_rate(ARM), *reading.by_start(), stats.count_mean(reading.counts(ARM, "turns")),
                        reading.endings(ARM), reading.agent_errors())


def sentence(study: StoredStudy, figures: MatchFigures) -> str:
    """Return the answer in one sentence."""
    return which_wins(study.settings["deck"], study.settings["opponent"], figures.win_rate)


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
    return Page(f"{first} against {second}", f"{first} against {second}", sentence(study, figures), (
        Section(first, [Picture(draw), Table(("", "won %", "95 % interval", "n"), rows)]),
        Section("Games", [Table(("ended by", "won", "lost", "drawn", "no result"), ending_rows(figures.endings))])))
