"""Play random games and random positions, each repeated by its number alone."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from agents.records import SCORES
from experiments.check.faults import FailedError
from experiments.check.table import Table
from experiments.errors import one_line
from experiments.fuzz.kernels import (
    GAME_AT,
    MAX_DEPTH,
    REPORT,
    ROWS,
    fault_name,
    fuzz_game,
    fuzz_position,
)
from experiments.fuzz.making import Maker
from sim.jit import COMPILED
from sim.layout import ACTION
from sim.limits import MAX_ACTIONS
from sim.play import new_actions, new_games
from sim.terms import (
    ASK_ALL_ORDERS,
    ASK_CARD_ORDERS,
    ASK_EVERY_PRIORITY,
    ASK_MANA,
    Decision,
    End,
    Step,
)

POLICIES = (0, ASK_EVERY_PRIORITY, ASK_EVERY_PRIORITY | ASK_ALL_ORDERS, ASK_ALL_ORDERS | ASK_MANA,
            ASK_EVERY_PRIORITY | ASK_ALL_ORDERS | ASK_CARD_ORDERS | ASK_MANA)
MOST_OF_GAME = 6000          # decisions
MOST_OF_POSITION = 150
EVERY_OF_GAME = 40           # casts are completed in every way at every so many decisions
EVERY_OF_POSITION = 5
NEVER = 1 << 40
PARTIAL = 100 if COMPILED else 3     # partial casts of one cast; then first and last ways


@dataclass
class Outcome:
    """What came of some games or positions, added up."""

    played: int = 0
    decisions: int = 0
    casts: int = 0
    partial: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Add what came of others."""
        self.played += other.played
        self.decisions += other.decisions
        self.casts += other.casts
        self.partial += other.partial
        self.ends += other.ends
        self.faults += other.faults


class Player:
    """The memory of one thread."""

    def __init__(self, maker: Maker, most: int = MOST_OF_GAME, explore: bool = True):
        self.maker = maker
        self.most = most
        self.explore = explore
        self.games = new_games(ROWS)
        self.room = (new_actions(), new_actions(), np.zeros(MAX_DEPTH * MAX_ACTIONS, ACTION), np.zeros(SCORES))
        self.table = Table(maker.pool)

    def game(self, number: int) -> Outcome:
        """Play the game of a number."""
        self.games[GAME_AT]["policy"] = POLICIES[number % len(POLICIES)]
        decks = [self.maker.deck(number, seat) for seat in range(2)]
        return self._play("--games", number, decks, EVERY_OF_GAME if self.explore else NEVER)

    def pairing(self, number: int) -> Outcome:
        """Play two of the lists that come with splicelab, completing no casts besides."""
        self.games[GAME_AT]["policy"] = POLICIES[number % 2]
        return self._play("--lists", number, self.maker.pairing(number // 2), NEVER)

    def _play(self, option: str, number: int, decks: list[np.ndarray], every: int) -> Outcome:
        return self._note(option, number, lambda report: fuzz_game(
            self.games, self.maker.pool.rules, *decks, number, self.most, every, PARTIAL, *self.room, report))

    def position(self, number: int) -> Outcome:
        """Set up the position of a number, and play on from it."""
        try:
            self.table.set_up(self.maker.scenario(number))
        except FailedError as stop:
            return Outcome(1, faults=[f"--positions 1 --seed {number}: not set up: {one_line(stop)}"])
        self.games[GAME_AT] = self.table.games[0]
        limits = (MOST_OF_POSITION, EVERY_OF_POSITION, PARTIAL)
        return self._note("--positions", number, lambda report: fuzz_position(
            self.games, self.maker.pool.rules, number, *limits, *self.room, report))

    def _note(self, option: str, number: int, play: Callable[[np.ndarray], int]) -> Outcome:
        report = np.zeros(REPORT, np.int64)
        made = Outcome(1)
        try:
            wrong = int(play(report))
        except (IndexError, ValueError, OverflowError, RuntimeWarning) as fault:     # of the checked and plain modes
            made.faults.append(f"{option} 1 --seed {number}: {type(fault).__name__}: {one_line(fault)} {self._where()}")
            return made
        game = self.games[GAME_AT]
        made.decisions, made.casts, made.partial = (int(n) for n in report[1:4])
        made.ends[End(int(game["end"])).name] += 1
        if wrong:
            further = f", {report[4]} answers into a cast" if report[4] else ""
            made.faults.append(f"{option} 1 --seed {number}: {fault_name(wrong)} {self._where()}{further}")
        return made

    def _where(self) -> str:
        game = self.games[GAME_AT]
        return (f"at decision {game['decisions']}, turn {game['turn']}, {Step(int(game['step'])).name}, "
                f"{Decision(int(game['decision'])).name}")


def play_all(maker: Maker, kind: str, first: int, count: int, workers: int) -> Iterator[Outcome]:
    """Play the numbers from `first` on, chunk by chunk; kind: "game", "pairing" or "position"."""
    chunk = 10
    players: list[Any] = [Player(maker) for _ in range(workers)]

    def some(start: int) -> Outcome:
        player = players.pop()
        total = Outcome()
        for number in range(start, min(start + chunk, first + count)):
            total.add(getattr(player, kind)(number))
        players.append(player)
        return total

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(some, range(first, first + count, chunk))
