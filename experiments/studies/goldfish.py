"""How fast does a deck win when nobody stops it, and what can its mana cast when?

The opponent is sixty basic lands that play a land a turn and nothing else. Half of the games are on the play. The mana
base is looked at apart, in random hands (`experiments.mana_base`), since a pilot that errs would hide it.
Some of the games are watched for milestones (`experiments.milestones`).
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from experiments import statistics as stats
from experiments.frame import Asked, Session, changed_deck, pairs_of, played
from experiments.mana_base import TURNS, Castable, Hands, rows_of
from experiments.milestones import LandsRow, MilestoneRow, lands_by_turn, milestones, watch_turns
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Reading
from experiments.schedule import Arm, Deck, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.studies.value import splice_cards
from experiments.wording import decimal, interval, percent, span, unscored_line

ON, OFF = "splice on", "splice off"
LANDS = 60
MOST_TURNS = 15              # that tables of milestones and lands show
LAND = "Wastes", "Plains"            # the first of these that the pool has: colourless lands, if there are any
RULE = "The number of pairs is fixed beforehand. A turn of the deck's own counts; games it does not win count as never."


@dataclass(frozen=True)
class GoldfishFigures:
    """All figures of a `goldfish` study; turns are the deck's own."""

    turns: dict[str, dict[int, int]]             # arm -> turn of winning -> games
    won_by: dict[str, dict[int, Estimate]]       # arm -> turn -> share of games won by then
    never: dict[str, Estimate]
    mean: dict[str, Estimate]                    # turn of the games that are won
    by_library: float                            # share of the games won with splices that an empty library ended
    sooner: Estimate                             # own turns that splice wins sooner, where both games of a deal are won
    splices: Estimate
    milestones: tuple[MilestoneRow, ...]         # of the games that were watched
    lands: tuple[LandsRow, ...]                  # with splices
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
                               "with_splices": rows_of(hands.with_splices()), "watched": asked.arguments.watch_pairs}


def play(session: Session) -> None:
    """Play the arms; then watch the first games of each, where its agents can be asked again."""
    from agents.base import BuiltIn

    session.play()
    asked, study = session.asked, session.study
    if all(isinstance(each, BuiltIn) for each in (study.agent, study.opponent_agent)):
        for arm in study.arms:
            watch_turns(study, arm, asked.arguments.watch_pairs, asked.pool, session.store)


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
    by_library = reading.rows("SELECT coalesce(avg((ending = 'DECKED')::INTEGER), 0) FROM g "
                              "WHERE arm = ? AND points = 1", ON)[0][0]
    return GoldfishFigures(
        turns, won_by, never, mean, by_library, stats.mean_difference(gaps),
        stats.count_mean(reading.counts(ON, "splices")),
        milestones(reading, settings.get("watched", 0)), lands_by_turn(reading, settings.get("watched", 0), ON),
        mana, spliced, reading.pairs(), reading.unscored_games())


def sentence(study: StoredStudy, figures: GoldfishFigures) -> str:
    """Return the answer in one sentence."""
    deck, mean = study.settings["deck"], figures.mean[ON]
    if mean.value is None:
        return f"Unopposed, {deck} does not win a game."
    half = next((turn for turn, share in figures.won_by[ON].items() if (share.value or 0.0) >= 0.5), None)
    never = figures.never[ON].value or 0.0
    text = f"Unopposed, {deck} wins on its turn {mean.value:.1f} on average"
    text += f" (95 % interval {span(mean, 1)})" if mean.low is not None else ""
    text += f" of the {percent(1.0 - never)} % of its games that it wins" if never else ""
    text += f", {percent(figures.by_library)} % of them by an empty library" if figures.by_library else ""
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
        *_milestones(figures.milestones), *_lands(figures.lands),
        Section("Mana: chance in % that the lands pay for a card by a turn, where the card is in hand", [
            _chances(figures.mana, "card", turns)]),
        Section("Splices: chance in % to hold and pay for a host with so many splices by a turn", [
            _chances(figures.with_splices, "", turns) if figures.with_splices else "The list has no card with splice.",
            "Random hands, half on the play, no mulligans, a land a turn, all untapped, nothing else makes mana."]),
        Section("The instrument", [
            "The opponent plays a land a turn and nothing else; the pilot plays as in any other game.",
            unscored_line(figures.unscored_games)])))


def _milestones(found: tuple[MilestoneRow, ...]) -> list[Section]:
    title = "Milestones: chance in % to have got there by the end of an own turn"
    shown = [row for row in found if row.arm == ON or "splice" not in row.milestone]
    if not shown or not shown[0].ever.n:
        return [Section(title, ["No game was watched (--watch-pairs; only built-in agents can be asked again)."])]
    names = [row.milestone if row.arm == ON else f"{row.milestone}, {row.arm}" for row in shown]
    last = min(MOST_TURNS, max(turn for row in shown for turn in row.by_turn))
    rows = [(str(turn), *(_chance(row.by_turn.get(turn, row.ever)) for row in shown)) for turn in range(1, last + 1)]
    rows.append(("ever", *(_chance(row.ever) for row in shown)))

    def risen() -> str:
        from experiments import plots

        curves = [(name, {turn: each for turn, each in row.by_turn.items() if turn <= MOST_TURNS})
                  for name, row in zip(names, shown)]
        splices = sum("splice" in row.milestone for row in shown)
        return plots.risen(curves[:splices], curves[splices:], "by own turn", "milestones",
                           "Share of games that have reached each milestone by each turn")

    def first() -> str:
        from experiments import plots

        return plots.distributions([shown[0].first], "own turn of the first splice", "first-splice",
                                   "Distribution of the turn of the first splice")

    note = (f"{shown[0].ever.n} games of each arm were watched; 95 % intervals in brackets. A game that is over stays "
            "as it was. Splices: so many texts on one spell, or more; damage: life that the opponent has lost.")
    return [Section(title, [Picture(risen), Table(("by own turn", *names), rows), note]),
            Section("Turn of the first splice", [Picture(first)] if shown[0].first else ["Nothing was spliced."],
                    on_terminal=False)]


def _chance(share: Estimate) -> str:
    return f"{percent(share.value)} ({interval(share, what='games')})"


def _lands(found: tuple[LandsRow, ...]) -> list[Section]:
    shown = found[:MOST_TURNS]
    lands = sorted({n for row in shown for n in row.games})
    shares = [[row.games.get(n, 0) / row.every_turn.n for n in lands] for row in shown]
    rows = [(str(row.turn), str(row.every_turn.n), decimal(row.mean.value, 1), _chance(row.every_turn),
             *(f"{100 * share:.0f}" if share else "" for share in each)) for row, each in zip(shown, shares)]
    head = ("own turn", "games", "mean", "a land every turn", *map(str, lands))
    return [Section("Lands on the battlefield at the end of an own turn: % of the games that get so far", [
        Table(head, rows, shade=[[0.0, 0.0, 0.0, *each] for each in shares])])] if shown else []


def _chances(rows: tuple[Castable, ...], head: str, turns: list[str]) -> Table:
    return Table((head, "mana", *turns), [(row.name, str(row.mana), *(percent(each) for each in row.chances))
                                          for row in rows],
                 shade=[[0.0, *row.chances] for row in rows])
