"""How fast does a deck win when nobody stops it, and what can its mana cast when?

The opponent is sixty basic lands that play a land a turn and nothing else. Half of the games are on the play. The mana
base is looked at apart, in random hands (`experiments.mana_base`), since a pilot that errs would hide it.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from experiments import statistics as stats
from experiments.frame import Asked, changed_deck, pairs_of, played
from experiments.mana_base import TURNS, Castable, Hands, rows_of
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Reading
from experiments.schedule import Arm, Deck, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.studies.value import splice_cards
from experiments.wording import decimal, interval, percent, span, unscored_line

ON, OFF = "splice on", "splice off"
LANDS = 60
LAND = "Wastes", "Plains"            # the first of these that the pool has: colourless lands, if there are any
RULE = "The number of pairs is fixed beforehand. A turn of the deck's own counts; games it does not win count as never."


@dataclass(frozen=True)
class GoldfishFigures:
    """All figures of a `goldfish` study; turns are the deck's own."""

    turns: dict[str, dict[int, int]]             # arm -> turn of winning -> games
    won_by: dict[str, dict[int, Estimate]]       # arm -> turn -> share of games won by then
    never: dict[str, Estimate]
    mean: dict[str, Estimate]                    # turn of the games that are won
    sooner: Estimate                             # own turns that splice wins sooner, where both games of a deal are won
    splices: Estimate
    mana: tuple[Castable, ...]
    with_splices: tuple[Castable, ...]
    pairs: dict[str, int]
    unscored_games: dict[str, int]


def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study: the deck with its splices and without, against lands."""
    pool, deck = asked.pool, played(asked.deck)
    land = next(pool.cards[name] for name in LAND if name in pool.cards)
    fish = Deck(f"{LANDS} {pool.name(land)}", f"goldfish-{LANDS}", np.full(LANDS, land, dtype=np.uint16))
    arms = [Arm(ON, deck, (fish,), asked.arguments.pairs)]
    guests = splice_cards(pool, deck.cards)
    if guests:
        cards = deck.cards.copy()
        for each in guests:
            cards[cards == each] = pool.variant(each, splice=None)
        names = tuple(sorted(pool.name(each) for each in guests))
        arms.append(Arm(OFF, changed_deck(asked.deck, cards, names), (fish,), asked.arguments.pairs, names))
    hands = Hands(pool, deck.cards, asked.arguments.seed & 0xFFFFFFFF)
    return asked.study(arms), {"deck": deck.name, "pairs": pairs_of(arms), "mana": rows_of(hands.on_curve()),
                               "with_splices": rows_of(hands.with_splices())}


def figures_of(store: Store, study: StoredStudy) -> GoldfishFigures:
    """Compute every figure of a stored `goldfish` study."""
    reading, settings = Reading(store, study), study.settings
    own = "(turns + starts::INTEGER) // 2"
    turns: dict[str, dict[int, int]] = {}
    won_by: dict[str, dict[int, Estimate]] = {}
    never, mean = {}, {}
    for arm in reading.pairs_asked:
        rows = reading.rows(f"SELECT {own}, count(*) FROM g WHERE arm = ? AND points = 1 GROUP BY 1 ORDER BY 1", arm)
        games = reading.rows("SELECT count(points) FROM g WHERE arm = ?", arm)[0][0]
        turns[arm] = dict(rows)
        won_by[arm] = {turn: stats.wilson(sum(n for at, n in rows if at <= turn), games)
                       for turn in range(1, max(turns[arm], default=0) + 1)}
        never[arm] = stats.wilson(games - sum(n for _, n in rows), games)
        mean[arm] = stats.count_mean(np.array([row[0] for row in reading.rows(
            f"SELECT avg({own}) FROM g WHERE arm = ? AND points = 1 GROUP BY pair ORDER BY pair", arm)], dtype=float))
    gaps = np.array([row[0] for row in reading.rows(f"""
        SELECT avg(b.own - a.own) FROM (SELECT *, {own} AS own FROM g) a JOIN (SELECT *, {own} AS own FROM g) b
        USING (pair, game) WHERE a.arm = ? AND b.arm = ? AND a.points = 1 AND b.points = 1
        GROUP BY pair ORDER BY pair""", ON, OFF)], dtype=float)
    mana, spliced = (tuple(Castable(name, total, tuple(chances)) for name, total, chances in settings[key])
                     for key in ("mana", "with_splices"))
    return GoldfishFigures(
        turns, won_by, never, mean, stats.mean_difference(gaps), stats.count_mean(reading.counts(ON, "splices")),
        mana, spliced, reading.pairs(), reading.unscored_games())


def sentence(study: StoredStudy, figures: GoldfishFigures) -> str:
    """Return the answer in one sentence."""
    deck, mean = study.settings["deck"], figures.mean[ON]
    if mean.value is None:
        return f"Unopposed, {deck} does not win a game."
    half = next((turn for turn, share in figures.won_by[ON].items() if (share.value or 0.0) >= 0.5), None)
    text = f"Unopposed, {deck} wins on its turn {mean.value:.1f} on average"
    text += f" (95 % interval {span(mean, 1)})" if mean.low is not None else ""
    text += f", half of its games by turn {half}" if half else ", fewer than half of its games"
    gap = figures.sooner
    if gap.value is None or not gap.excludes_zero:
        return f"{text}; splice changes the turn by nothing that can be told." if OFF in figures.turns else f"{text}."
    way = "sooner" if gap.value > 0 else "later"
    return f"{text}; with its splices {abs(gap.value):.1f} turns {way} ({span(gap, 1)})."


def page(study: StoredStudy, figures: GoldfishFigures) -> Page:
    """Return the answer with what is behind it."""
    arms = list(figures.turns)

    def draw() -> str:
        from experiments import plots

        return plots.distributions([figures.turns[arm] for arm in arms], "own turn of winning", "kill",
                                   "Distribution of the turn of winning")

    first = min((turn for each in figures.turns.values() for turn in each), default=1)
    last = max((turn for each in figures.turns.values() for turn in each), default=0)
    rows = [(str(turn), *(text for arm in arms for each in [figures.won_by[arm].get(turn)] for text in (
        percent(each.value) if each else "", interval(each, what="games") if each else "")))
            for turn in range(first, last + 1)]
    head = ["by own turn", *(text for arm in arms for text in (f"{arm}, won %", "95 % interval"))]
    notes = [f"{arm}: never wins in {percent(figures.never[arm].value)} % of games "
             f"({interval(figures.never[arm], what='games')})." for arm in arms]
    notes.append(f"{decimal(figures.splices.value)} splices a game.")
    turns = [str(turn) for turn in TURNS]
    return Page(f"{study.settings['deck']}, unopposed", f"{study.settings['deck']} against lands that do nothing",
                sentence(study, figures), (
        Section("Turn of winning", [Picture(draw, "", tuple(arms)), Table(head, rows), *notes]),
        Section("Mana: chance in % that the lands pay for a card by a turn, where the card is in hand", [
            _chances(figures.mana, "card", turns)]),
        Section("Splices: chance in % to hold and pay for a host with so many splices by a turn", [
            _chances(figures.with_splices, "", turns) if figures.with_splices else "The list has no card with splice.",
            "Random hands, half on the play, no mulligans, a land a turn, all untapped, nothing else makes mana."]),
        Section("The instrument", [
            "The opponent plays a land a turn and nothing else; the pilot plays as in any other game.",
            unscored_line(figures.unscored_games)])))


def _chances(rows: tuple[Castable, ...], head: str, turns: list[str]) -> Table:
    return Table((head, "mana", *turns), [(row.name, str(row.mana), *(percent(each) for each in row.chances))
                                          for row in rows],
                 shade=[[0.0, *row.chances] for row in rows])
