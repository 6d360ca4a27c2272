"""Milestones of a game: what a deck has done by each of its own turns.

The rows of games do not say when something happened. So some games are played again from their seeds and watched, and
the table `turns` keeps how each own turn left things; every figure here is computed from that table.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.reading import Reading
from experiments.schedule import STARTER, Arm, Study
from experiments.statistics import Estimate
from experiments.store import Store
from experiments.watching import Moment, watch
from sim.terms import TYPE_LAND, ActionKind, Decision

SPLICES = (1, 2, 3)
DAMAGE = 10
MILESTONES = {f"{n} {'splice' if n == 1 else 'splices'}": ("spliced", n) for n in SPLICES} | {
    f"{DAMAGE} damage": ("life", DAMAGE)}


@dataclass(frozen=True)
class MilestoneRow:
    """How many games of an arm have reached something by each own turn, and at all; what is over stays as it was."""

    milestone: str
    arm: str
    first: dict[int, int]                # own turn -> games that reach it then
    by_turn: dict[int, Estimate]
    ever: Estimate


@dataclass(frozen=True)
class LandsRow:
    """Lands on the battlefield at the end of an own turn, of the games that get so far."""

    turn: int
    games: dict[int, int]                # lands -> games
    mean: Estimate                       # over pairs
    every_turn: Estimate                 # games with as many lands as turns, or more


def watch_turns(study: Study, arm: Arm, pairs: int, pool: Any, store: Store) -> None:
    """Watch the first pairs of an arm for what each turn of the deck brings."""
    watch(study, arm, pairs, pool.rules, store, "turns", Turns)


class Turns:
    """Collects how each own turn of one game leaves things; turn 0 is what comes before the first.

    Between two decisions of different turns nobody is asked, so what has happened meanwhile is taken to belong to the
    turn before: a creature's damage after the last answer of a turn.
    """

    def __init__(self, seat: int) -> None:
        self.seat, self.turn, self.spliced = seat, 0, 0
        self.life: int | None = None     # of the opponent, at the start
        self.turns: dict[int, dict[str, Any]] = {}

    def see(self, moment: Moment) -> None:
        """Note what came of the last decision, and what this one adds."""
        game = moment.games[0]
        here = game["object"][game["battlefield"][:game["n_battlefield"]]]
        lands = int(np.count_nonzero((here["types"] & TYPE_LAND != 0) & (here["controller"] == self.seat)))
        left = int(game["player"][1 - self.seat]["life"])
        self.life = left if self.life is None else self.life
        self._note(self.turn, lands, self.life - left)
        if len(moment.actions) and game["to_act"] == self.seat and game["decision"] == Decision.SPLICE:
            if moment.actions[moment.chosen]["kind"] == ActionKind.PICK:
                host = game["stack"][game["n_stack"] - 1]
                spliced = int(np.count_nonzero(host["part"]["spliced"][:host["n_parts"]]))
                self.spliced = max(self.spliced, 1 + spliced)
        self.turn = (int(game["turn"]) + (self.seat == STARTER)) // 2
        self._note(self.turn, lands, self.life - left)

    def _note(self, turn: int, lands: int, life: int) -> None:
        self.turns[turn] = {"turn": turn, "lands": lands, "life": life, "spliced": self.spliced}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Return a row for every own turn; one in which nobody was asked anything is as the one before."""
        found: list[dict[str, Any]] = []
        for turn in range(max(self.turns) + 1):
            found.append(self.turns.get(turn) or found[-1] | {"turn": turn})
        return found


def milestones(reading: Reading, pairs: int) -> tuple[MilestoneRow, ...]:
    """Return the milestones of each arm in the first pairs, as far as they were watched and came to a result."""
    _watched(reading, pairs)
    found = []
    for arm in reading.pairs_asked:
        games = reading.rows("SELECT count(*) FROM t WHERE arm = ? AND turn = 0", arm)[0][0]
        last = reading.rows("SELECT coalesce(max(turn), 0) FROM t WHERE arm = ?", arm)[0][0]
        for name, (column, least) in MILESTONES.items():
            first = dict(reading.rows(f"""
                SELECT turn, count(*) FROM (SELECT min(turn) AS turn FROM t WHERE arm = ? AND {column} >= ?
                GROUP BY pair, game) GROUP BY turn ORDER BY turn""", arm, least))
            by_turn = {turn: stats.wilson(sum(n for at, n in first.items() if at <= turn), games)
                       for turn in range(1, last + 1)}
            found.append(MilestoneRow(name, arm, first, by_turn, stats.wilson(sum(first.values()), games)))
    return tuple(found)


def lands_by_turn(reading: Reading, pairs: int, arm: str) -> tuple[LandsRow, ...]:
    """Return the lands of an arm at the end of each own turn, in the first pairs."""
    _watched(reading, pairs)
    found: dict[int, list[tuple[int, int]]] = {}
    for turn, pair, lands in reading.rows("SELECT turn, pair, lands FROM t WHERE arm = ? AND turn > 0 "
                                          "ORDER BY turn, pair, game", arm):
        found.setdefault(turn, []).append((pair, lands))
    rows = []
    for turn, all_of in found.items():
        pair, lands = np.array(all_of).T
        each, where = np.unique(pair, return_inverse=True)
        values, counts = np.unique(lands, return_counts=True)
        mean = np.bincount(where, lands) / np.bincount(where, minlength=len(each))
        rows.append(LandsRow(turn, dict(zip(values.tolist(), counts.tolist())), stats.count_mean(mean),
                             stats.wilson(int((lands >= turn).sum()), len(lands))))
    return tuple(rows)


def _watched(reading: Reading, pairs: int) -> None:
    """Make the view t: turns of watched games that are results."""
    reading.db.execute(f"""
        CREATE OR REPLACE TEMP VIEW t AS SELECT turns.* FROM turns JOIN g USING (study, arm, opponent, pair, game)
        WHERE g.points IS NOT NULL AND pair < {int(pairs)}""")
