"""Keep or not? By the lands and splice cards of the first seven.

The deck plays the same deals twice: once it is told to keep its first seven cards, whatever they are, once to send them
back and to go on with six as its pilot pleases. The difference, hand by hand, is what keeping is worth.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.errors import BadInput
from experiments.frame import Asked, pairs_of, played
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Control, Reading, difference
from experiments.schedule import Arm, Study
from experiments.seen import ratio
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.studies.value import splice_cards
from experiments.wording import control_alarms, control_line, interval, percent, unscored_line

KEEP, BACK, OWN = "keep", "send back", "own judgement"
RULE = ("The number of pairs is fixed beforehand. A kind of hand is to be kept (sent back) when the 95 % interval of "
        "the paired difference between keeping it and sending it back lies above (below) 0.")


@dataclass(frozen=True)
class Told:
    """A built-in agent that is told what to do with its first hand: 1 keep, 2 send back."""

    agent: Any
    first_hand: int

    @property
    def spec(self) -> str:
        return f"{self.agent.spec}, told to {(KEEP, BACK)[self.first_hand - 1]} its first hand"

    @property
    def simulations(self) -> int:
        return int(getattr(self.agent, "simulations", 0) or 0)

    def record(self) -> np.ndarray:
        """Return the agent as compiled code takes it."""
        return np.asarray(self.agent.record())


@dataclass(frozen=True)
class HandRow:
    """Hands of one kind. kept: points of win rate that keeping is worth over sending back."""

    kind: str
    share: float                 # of all first hands
    win_rate: Estimate           # when kept
    kept: Estimate
    pilot_keeps: float | None    # how often the pilot keeps such hands by itself

    @property
    def verdict(self) -> str:
        """Return keep, send back, or that it cannot be told."""
        if not self.kept.excludes_zero:
            return "cannot be told"
        return KEEP if (self.kept.value or 0.0) > 0 else BACK


@dataclass(frozen=True)
class MulliganFigures:
    """All figures of a `mulligan` study; shares in [0, 1]."""

    rates: dict[str, Estimate]           # arm -> win rate
    own_over_keep: Estimate              # what the pilot's judgement is worth over keeping everything
    lands: tuple[HandRow, ...]
    splices: tuple[HandRow, ...]
    both: tuple[HandRow, ...]            # by lands and splice cards
    on_the_play: tuple[HandRow, ...]     # by lands, for the player who starts
    pairs: dict[str, int]
    control: Control
    unscored_games: dict[str, int]


def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study: an arm that keeps, one that sends back, one that judges by itself."""
    from agents.base import BuiltIn

    if not isinstance(asked.agent, BuiltIn):
        raise BadInput(f"--agent {asked.agent.spec}: mulligan needs a built-in agent, which can be told what to do")
    pool, deck, pairs = asked.pool, played(asked.deck), asked.arguments.pairs
    names = [pool.name(each) for each in deck.cards.tolist()]
    guests = splice_cards(pool, deck.cards)
    arms = [Arm(KEEP, deck, asked.field, pairs, agent=Told(asked.agent, 1)),
            Arm(BACK, deck, asked.field, pairs, agent=Told(asked.agent, 2)),
            Arm(OWN, deck, asked.field, pairs), *asked.mirror()]
    return asked.study(arms), {
        "deck": deck.name, "field": [each.name for each in asked.field], "pairs": pairs_of(arms),
        "lands": [int("Land" in pool.printed(name)[1].split()) for name in names],
        "splices": [int(each in guests) for each in deck.cards.tolist()]}


def figures_of(store: Store, study: StoredStudy) -> MulliganFigures:
    """Compute every figure of a stored `mulligan` study."""
    reading, settings = Reading(store, study), study.settings
    rows = reading.rows("""
        SELECT a.pair, a.points, a.points - b.points, a.opening, a.starts, o.mulligans = 0
        FROM g a JOIN g b USING (opponent, pair, game) JOIN g o USING (opponent, pair, game)
        WHERE a.arm = ? AND b.arm = ? AND o.arm = ? AND a.points IS NOT NULL AND b.points IS NOT NULL
        ORDER BY a.pair, a.game""", KEEP, BACK, OWN)
    lands = [sum(settings["lands"][slot] for slot in row[3]) for row in rows]
    guests = [sum(settings["splices"][slot] for slot in row[3]) for row in rows]
    starts = [row if row[4] else None for row in rows]
    keep, own = reading.returns(KEEP), reading.returns(OWN)
    return MulliganFigures(
        {arm: reading.win_rate(arm) for arm in (KEEP, BACK, OWN)}, difference(own, keep),
        _by_kind(rows, [_so_many(n, "land") for n in lands]),
        _by_kind(rows, [_so_many(n, "splice card") for n in guests]),
        _by_kind(rows, [f"{_so_many(n, 'land')}, {_so_many(m, 'splice card')}" for n, m in zip(lands, guests)]),
        _by_kind(rows, [_so_many(n, "land") if row else "" for n, row in zip(lands, starts)]),
        reading.pairs(), reading.control(), reading.unscored_games())


def _so_many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _by_kind(rows: list[tuple], kinds: list[str]) -> tuple[HandRow, ...]:
    """Return a row for each kind of hand; '' is left out. Games of one pair are one observation."""
    pair = np.unique([row[0] for row in rows], return_inverse=True)[1]
    found = []
    for kind in sorted(set(kinds) - {""}):
        here = np.array([each == kind for each in kinds])
        count = np.bincount(pair, here.astype(float))
        won = np.bincount(pair, np.where(here, [float(row[1]) for row in rows], 0.0))
        gain = np.bincount(pair, np.where(here, [float(row[2]) for row in rows], 0.0))
        keeps = float(np.mean([row[5] for row, each in zip(rows, here) if each]))
        found.append(HandRow(kind, float(here.mean()), ratio(won, count), ratio(gain, count, -1.0), keeps))
    return tuple(found)


def sentence(study: StoredStudy, figures: MulliganFigures) -> str:
    """Return the answer in one sentence."""
    told = {verdict: [row.kind for row in figures.lands if row.verdict == verdict] for verdict in (KEEP, BACK)}
    if not told[KEEP] and not told[BACK]:
        return f"Which hands to keep cannot be told from {figures.rates[KEEP].n} pairs."
    parts = [f"{verdict} seven cards with {', '.join(kind.split()[0] for kind in kinds[:-1])}"
             f"{' or ' if kinds[1:] else ''}{kinds[-1]}" for verdict, kinds in told.items() if kinds]
    text = f"With {study.settings['deck']}, {' and '.join(parts)}"
    unclear = [row.kind.split()[0] for row in figures.lands if row.kind not in told[KEEP] + told[BACK]]
    return f"{text}; {', '.join(unclear)} cannot be told." if unclear else f"{text}."


def page(study: StoredStudy, figures: MulliganFigures) -> Page:
    """Return the answer with what is behind it."""
    def draw() -> str:
        from experiments import plots

        rows = [("by lands", None), *((row.kind, row.kept) for row in figures.lands),
                ("by splice cards", None), *((row.kind, row.kept) for row in figures.splices)]
        return plots.forest(rows, "points of win rate that keeping is worth", "kept", "What keeping is worth")

    rates = [(arm, percent(each.value), interval(each), str(each.n)) for arm, each in figures.rates.items()]
    judged = figures.own_over_keep
    return Page(
        f"Hands of {study.settings['deck']}", f"{study.settings['deck']} against {', '.join(study.settings['field'])}",
        sentence(study, figures), (
            Section("What keeping the first seven is worth (points of win rate over sending them back)", [
                Picture(draw), _table(figures.lands, "By lands"), _table(figures.splices, "By splice cards"),
                _table(figures.on_the_play, "By lands, for the player who starts")]),
            Section("By lands and splice cards", [_table(figures.both, "")], on_terminal=False),
            Section("Win rates", [
                Table(("first hand", "won %", "95 % interval", "pairs"), rates),
                f"The pilot's own judgement is worth {percent(judged.value, True)} points over keeping everything "
                f"({interval(judged, True)})."]),
            Section("The instrument", [
                "Intervals are each by itself at 95 %: with many kinds of hands, some will miss.",
                control_line(figures.control), unscored_line(figures.unscored_games)])),
        control_alarms(figures.control), figures.control.ok)


def _table(rows: tuple[HandRow, ...], title: str) -> Table:
    head = ("hand", "verdict", "points", "95 % interval", "hands", "% of hands", "won % when kept", "pilot keeps %")
    return Table(head, [(row.kind, row.verdict, percent(row.kept.value, True), interval(row.kept, True),
                         str(row.kept.n), percent(row.share), percent(row.win_rate.value), percent(row.pilot_keeps))
                        for row in rows], left=2, title=title)
