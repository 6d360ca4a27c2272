"""Splices in play: at each decision where a card could be spliced, the pilot's own estimate with it and without it.

Some games of a study are played again from their seeds and watched. Of a spell that was spliced onto it is also kept
what changed until it left the stack: life and permanents that the opponent lost, cards that left the own library, by
all texts of the spell together.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.reading import Reading
from experiments.schedule import Arm, Study
from experiments.statistics import Estimate
from experiments.store import CHOICE_COLUMNS, Store
from experiments.watching import Moment, watch
from sim.terms import ABSENT, ActionKind, Decision

WATCHED = -1                 # position of the row that says that a game was watched, whatever was in it


@dataclass(frozen=True)
class InPlayRow:
    """One spliced card (onto one host, or onto any: ''). Estimates are the pilot's, in cards, or shares of games won.

    mana: what the splice costs. life, permanents: lost by the opponent while spells with it resolved; drawn: own cards.
    """

    guest: str
    host: str
    offered: int
    taken: int
    with_it: Estimate
    without: Estimate
    gain: Estimate               # paired; where it was taken
    mana: float
    life: float | None
    permanents: float | None
    drawn: float | None


def watch_choices(study: Study, arm: Arm, pairs: int, pool: Any, store: Store) -> None:
    """Watch the first pairs of an arm for the choices to splice."""
    watch(study, arm, pairs, pool.rules, store, "choices", lambda seat: Choices(pool.rules, pool.name, seat))


class Choices:
    """Collects the rows of one game: one for each card that could be spliced, at each decision to splice."""

    def __init__(self, rules: np.ndarray, name: Callable[[int], str], seat: int) -> None:
        self.rules, self.name, self.seat = rules.view(np.recarray)[0], name, seat
        self.rows: list[dict[str, Any]] = [dict.fromkeys(CHOICE_COLUMNS) | {"position": WATCHED}]
        self.open: dict[int, tuple[tuple[int, int, int], list[dict[str, Any]]]] = {}     # object of a spell -> state

    def see(self, moment: Moment) -> None:
        """Note a decision to splice of the seat; close the spells that have left the stack."""
        game = moment.games.view(np.recarray)[0]
        stack = {int(item.obj) for item in game.stack[:game.n_stack]}
        for obj in [each for each in self.open if each not in stack]:
            before, rows = self.open.pop(obj)
            change = [a - b for a, b in zip(before, self._state(game))]
            for row in rows:
                row.update(zip(("life", "permanents", "drawn"), change))
        if len(moment.actions) and game.decision == Decision.SPLICE and game.to_act == self.seat:
            self._note(game, moment)

    def _state(self, game: Any) -> tuple[int, int, int]:
        here = game.battlefield[:game.n_battlefield]
        theirs = sum(game.object[int(obj)].controller != self.seat for obj in here)
        return (int(game.player[1 - self.seat].life), int(theirs), int(game.player[self.seat].n_library))

    def _note(self, game: Any, moment: Moment) -> None:
        host = game.stack[game.n_stack - 1]
        searched = bool((moment.shares >= 0).any())
        estimates = moment.shares if searched else moment.scores
        kinds = moment.actions["kind"].tolist()
        without = next((float(estimates[k]) for k, kind in enumerate(kinds) if kind != ActionKind.PICK), None)
        _, rows = self.open.setdefault(int(host.obj), (self._state(game), []))
        for k, action in enumerate(moment.actions):
            if kinds[k] != ActionKind.PICK or int(action["obj"]) == ABSENT:
                continue
            card = self.rules.card[int(action["card"])]
            known = without is not None and (not searched or min(float(estimates[k]), without) >= 0)
            row = dict.fromkeys(CHOICE_COLUMNS) | {
                "position": len(self.rows) - 1, "turn": int(game.turn), "host": self.name(int(host.card)),
                "guest": self.name(int(action["card"])), "taken": k == moment.chosen,
                "with_it": float(estimates[k]) if known else None, "without": without if known else None,
                "searched": searched, "mana": max(0, int(self.rules.cost[int(card.splice_cost)].total))}
            self.rows.append(row)
            if k == moment.chosen:
                rows.append(row)


def in_play(reading: Reading, arm: str) -> tuple[InPlayRow, ...]:
    """Return the figures of an arm: each spliced card onto any host, then by host, the most offered first."""
    rows = reading.rows("SELECT pair, guest, host, taken, with_it, without, mana, life, permanents, drawn FROM choices "
                        "WHERE study = ? AND arm = ? AND position <> ? ORDER BY pair, game, position",
                        reading.study.id, arm, WATCHED)
    groups: dict[tuple[str, str], list[tuple]] = {}
    for row in rows:
        groups.setdefault((row[1], ""), []).append(row)
        groups.setdefault((row[1], row[2]), []).append(row)
    return tuple(_row(guest, host, each) for (guest, host), each in sorted(
        groups.items(), key=lambda item: (item[0][1] != "", -len(item[1]), item[0])))


def _row(guest: str, host: str, rows: list[tuple]) -> InPlayRow:
    known = [row for row in rows if row[4] is not None]
    taken = [row for row in rows if row[3]]

    def mean(values: list[tuple[int, float]]) -> Estimate:
        """Estimate a mean over decisions; those of one pair are one observation."""
        by_pair: dict[int, list[float]] = {}
        for pair, each in values:
            by_pair.setdefault(pair, []).append(each)
        return stats.mean_difference(np.array([np.mean(each) for each in by_pair.values()]))

    def change(at: int) -> float | None:
        found = [row[at] for row in taken if row[at] is not None]
        return float(np.mean(found)) if found else None

    return InPlayRow(
        guest, host, len(rows), len(taken), mean([(row[0], row[4]) for row in known]),
        mean([(row[0], row[5]) for row in known]), mean([(row[0], row[4] - row[5]) for row in known if row[3]]),
        float(np.mean([row[6] for row in rows])), change(7), change(8), change(9))
