"""Which of two decks wins, and how often: one arm, one opponent."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import stats
from experiments.analysis import Reading
from experiments.schedule import Arm, Deck, Study
from experiments.stats import Estimate
from experiments.store import Store, StoredStudy
from experiments.terminal import ENDINGS, table
from experiments.value import interval, percent, replaced_lines

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
    endings: dict[str, dict[str, int]]           # ending -> won, lost, drawn, unscored
    agent_errors: dict[str, int]


def build_study(pool: Any, listed: Any, opponent: Any, agent: Any, opponent_agent: Any, *, pairs: int, seed: int,
                engine_hash: str, agent_code: tuple[str, str] = ("", "")) -> tuple[Study, dict]:
    """Return the study of two DeckLists and its settings."""
    deck, other = (Deck(each.name, each.hash, np.asarray(each.cards())) for each in (listed, opponent))
    arm = Arm(ARM, deck, (other,), pairs)
    study = Study("match", (arm,), agent, opponent_agent, seed, pool.hash, engine_hash, agent_code)
    return study, {"pairs": {ARM: pairs}, "deck": deck.name, "opponent": other.name, "rule": RULE}


def figures_of(store: Store, study: StoredStudy) -> MatchFigures:
    """Compute every figure of a stored `match` study."""
    reading = Reading(store, study)
    by_start = {starts: stats.wilson(points, n) for starts, points, n in reading.rows(
        "SELECT starts, coalesce(sum(points), 0), count(points) FROM g GROUP BY starts")}
    endings = {ending: {"won": won, "lost": lost, "drawn": drawn, "unscored": unscored}
               for ending, won, lost, drawn, unscored in reading.rows("""
        SELECT ending, count(*) FILTER (WHERE points = 1), count(*) FILTER (WHERE points = 0),
               count(*) FILTER (WHERE points = 0.5), count(*) FILTER (WHERE points IS NULL)
        FROM g GROUP BY ending ORDER BY count(*) DESC, ending""")}
    none = stats.wilson(0, 0)
    return MatchFigures(
        stats.pair_rate(np.array(list(reading.returns(ARM).values()))), by_start.get(True, none),
        by_start.get(False, none), stats.count_mean(reading.counts(ARM, "turns")), endings, reading.agent_errors())


def sentence(study: StoredStudy, figures: MatchFigures) -> str:
    """Return the answer in one sentence."""
    first, second, rate = study.settings["deck"], study.settings["opponent"], figures.win_rate
    if rate.value is None or rate.low is None or rate.high is None:
        return f"Which of {first} and {second} is the better deck cannot be told from {rate.n} pairs."
    span = f"{percent(rate.value)} % of {rate.n} pairs (95 % interval {interval(rate)})"
    if rate.low <= 0.5 <= rate.high:
        return f"{first} and {second} cannot be told apart: the first wins {span}."
    return f"{first} {'beats' if rate.low > 0.5 else 'loses to'} {second}: it wins {span}."


def match_text(study: StoredStudy, figures: MatchFigures) -> str:
    """Return the whole answer as plain text."""
    rates = [("all, over pairs", figures.win_rate), ("starting", figures.starting), ("second", figures.second)]
    rows = [(name, percent(rate.value), interval(rate), str(rate.n)) for name, rate in rates]
    ends = [(ENDINGS.get(ending, ending), *map(str, row.values())) for ending, row in figures.endings.items()]
    return "\n\n".join((
        "\n".join((sentence(study, figures), *replaced_lines(study.settings))),
        f"{study.settings['deck']}\n" + table(("", "won %", "95 % interval", "n"), rows),
        table(("ended by", "won", "lost", "drawn", "no result"), ends)))
