"""The search from Python: a problem, its position, what was proved."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.check.schema import MEASURES, PLAYERS
from experiments.defaults import SOLVE_NODES
from experiments.solve import kernels as core
from experiments.solve.kernels import LEVEL, MAX_DEPTH, PLACE, PROBLEM, UNKNOWN, WON
from sim.layout import ACTION, GAME
from sim.limits import MAX_ACTIONS
from sim.terms import Zone

LEAST_PLACES, MOST_PLACES = 1 << 16, 1 << 22
CUTS = {core.CUT_NODES: "the number of positions", core.CUT_DEPTH: f"lines of {MAX_DEPTH} decisions",
        core.CUT_CHANCE: "chance (a card drawn from a library of different cards, a shuffle, a random choice)",
        core.CUT_FULL: "a full table of the engine"}


@dataclass(frozen=True)
class Found:
    """What a search found: `value` is exact when `proved`, else a lower bound."""

    value: int
    proved: bool
    positions: int
    deepest: int
    cuts: dict[int, int]

    @property
    def wins(self) -> bool:
        """Whether a win is proved; a cut only ever makes a value smaller."""
        return self.value >= WON

    @property
    def limits(self) -> str:
        """The limits that were hit, in words."""
        return "; ".join(f"{CUTS[which]} ({times:,} times)" for which, times in self.cuts.items())


class Solver:
    """Memory for searches of one problem after another; `position` is the game that is asked about."""

    def __init__(self, rules: np.ndarray, nodes: int = SOLVE_NODES):
        self.rules = rules
        self.nodes = nodes
        places = LEAST_PLACES
        while places < min(2 * nodes, MOST_PLACES):
            places *= 2
        self.table = np.zeros(places, PLACE)
        self.games = np.zeros(MAX_DEPTH + 1, GAME)
        self.lists = np.zeros((MAX_DEPTH + 1) * MAX_ACTIONS, ACTION)
        self.order = np.zeros((MAX_DEPTH + 1) * MAX_ACTIONS, np.int64)
        self.levels = np.zeros(MAX_DEPTH + 1, LEVEL)
        self.history = np.zeros(core.HISTORY, np.int64)
        self.problem = np.zeros(1, PROBLEM)
        self.position = np.zeros(2, GAME)        # the game, and what it was before the last answer
        self.actions = np.zeros(MAX_ACTIONS, ACTION)
        self.n = 0

    def pose(self, game: Any, seat: int, turns: int, measure: dict[str, int]) -> None:
        """Take a game with a pending decision as the position, and forget all that was found before.

        turns: of both players together, the one in progress included. Every decision is asked under the usual policy.
        """
        problem = self.problem[0]
        problem["seat"] = seat
        problem["last_turn"] = int(game.turn) + turns - 1
        problem["most_nodes"] = self.nodes
        problem["weight"] = 0
        for path, weight in measure.items():
            player, _, _ = path.partition(".")
            problem["weight"][MEASURES.index(path) // 2 * 2 + (PLAYERS.index(player) != seat)] = weight
        self.table["least"], self.table["most"] = 1, 0
        self.history[:] = 0
        self.position[0] = game
        self.position[0]["policy"] = 0
        for side in range(2):
            problem["sure"][side] = self._is_sure(side)
        self.n = int(core.reopen(self.position, 0, self.rules, self.actions, self.problem))

    def _is_sure(self, side: int) -> bool:
        """Whether the cards of a library that the solving seat does not know are all alike."""
        game = self.position[0]
        p = game.player[side]
        seen = 1 << int(self.problem[0]["seat"])
        return len({int(game.object[obj].card) for obj in p.library[:p.n_library]
                    if not game.object[obj].known & seen}) <= 1

    @property
    def game(self) -> Any:
        """The record of the position."""
        return self.position[0]

    @property
    def seat(self) -> int:
        """The seat that solves."""
        return int(self.problem[0]["seat"])

    def answer(self, k: int) -> bool:
        """Give answer `k` to the pending decision; whether chance had no part in what followed."""
        self.position[1] = self.position[0]
        self.n = int(core.go_on(self.position, 0, self.rules, self.actions, k, self.problem))
        return not core.chance_between(self.position, 1, 0, self.problem)

    def search(self, alpha: int, beta: int) -> Found:
        """Search the position with a window; what was found before is used."""
        if self.n == 0:
            return Found(int(core.worth(self.position, 0, self.problem)), True, 0, 0, {})
        report = np.zeros(core.N_REPORT, np.int64)
        self.games[0] = self.position[0]
        value = int(core.solve_position(self.games, self.rules, self.lists, self.order, self.levels, self.table,
                                        self.history, self.problem, alpha, beta, report))
        cuts = {which: int(report[which]) for which in CUTS if report[which]}
        return Found(value, not cuts, int(report[core.NODES]), int(report[core.DEEPEST]), cuts)

    def reaches(self, value: int) -> bool:
        """Whether the position is proved to be worth `value` or more."""
        return self.search(value - 1, value).value >= value

    def solve(self) -> Found:
        """Find out whether the seat wins; if not and something is measured, the most that it can reach."""
        win = self.search(WON - 1, WON)
        if win.wins or not self.problem[0]["weight"].any():
            return win
        most = self.search(UNKNOWN, WON)
        return Found(most.value, win.proved and most.proved, win.positions + most.positions,
                     max(win.deepest, most.deepest), {**win.cuts, **most.cuts})

    def best_answer(self, value: int) -> int:
        """An answer that keeps `value`: for the solving seat one after which it is still reached, for the other one
        that holds it down to this, with as much left to be found as possible."""
        first = int(self.levels[0]["best"]) if self.search(value - 1, value).value >= value else 0
        mine = int(self.game.to_act) == self.seat
        kept, actions, n = self.position.copy(), self.actions.copy(), self.n
        ways = sorted((k for k in range(n) if actions[k]["kind"] != core.ActionKind.PASS_UNTIL),
                      key=lambda k: k != first)
        found, most = -1, -1
        for k in ways:
            self.answer(k)
            at = self.search(value - 1, value) if mine else self.search(value, value + 1)
            fits = at.value >= value if mine else at.value <= value
            work = self._work()
            self.position[:], self.actions[:], self.n = kept, actions, n
            if fits and (mine or work > most):
                found, most = k, work
                if mine:
                    break
        return found

    def _work(self) -> int:
        """How many positions were looked at to settle this one, as far as the table knows."""
        if self.n == 0:
            return 0
        key = int(core.key_of(self.position, 0))
        first = key & (2**64 - 1) & (len(self.table) - core.BUCKET)
        bucket = self.table[first:first + core.BUCKET]
        return max((int(place["work"]) for place in bucket if place["key"] == key), default=0)


def open_hand(game: Any, seat: int) -> None:
    """Let the other player know every card in a hand."""
    p = game.player[seat]
    for obj in p.hand[:p.n_hand]:
        thing = game.object[obj]
        if thing.zone == Zone.HAND:
            thing.known |= 3
