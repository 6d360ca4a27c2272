"""Best of several games between two sides, with sideboarding in between (one row a game).

The loser of a game is asked to play or draw first in the next (103.1), both sides exchange cards with their sideboards
in between, and nobody sees more of the other's list than was revealed. Objects of Python agents live for the match.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.play import Table
from agents.records import AgentKind
from agents.sideboarding import Changes, Side, SideboardView, automatic, exchanged, fault, seen_of
from agents.user import AgentError, PythonAgent
from agents.view import Name, number_name
from sim.layout import GAME_ROW
from sim.play import asked
from sim.terms import NO_RESULT, End

_SEED_STEP = 0xD1B54A32D192ED03          # odd, so that games of one match have different seeds
WORD = 2**64 - 1


@dataclass(frozen=True)
class GameOfMatch:
    """A game of a match: its number from 1, its seed, its row, and the cards each seat had exchanged for it."""

    number: int
    seed: int
    row: np.ndarray              # (1,) GAME_ROW
    exchanged: tuple[int, int]


def game_seed(match_seed: int, number: int) -> int:
    """The seed of a game of a match; the first one's is the match's own."""
    return (match_seed + (number - 1) * _SEED_STEP) & WORD


def play_match(rules: np.ndarray, sides: tuple[Side, Side], seed: int, best_of: int,
               name: Name = number_name) -> list[GameOfMatch]:
    """Play until a side has won more than half of `best_of` games, or as many are played; seat 0 starts the first.

    A drawn game counts as one of them. A game without a result ends the match, which then has none either.
    """
    return _Match(rules, sides, seed, best_of, name).play()


class _Match:
    def __init__(self, rules: np.ndarray, sides: tuple[Side, Side], seed: int, best_of: int, name: Name):
        self.rules, self.sides, self.seed, self.best_of, self.name = rules, sides, seed, best_of, name
        self.agents = (sides[0].agent, sides[1].agent)
        self.players: list[Any] = [None, None]
        self.seen: list[Changes] = [{}, {}]
        self.games: list[GameOfMatch] = []

    def play(self) -> list[GameOfMatch]:
        starter, room = 0, None
        for number in range(1, self.best_of + 1):
            row = np.zeros(1, GAME_ROW)
            changes = [self._changes(seat, row) for seat in range(2)]
            cards = [exchanged(side.main, each) for side, each in zip(self.sides, changes)]
            seed = game_seed(self.seed, number)
            table = Table(self.rules, self.agents, seed, self.name, room, self.players)
            if row["end"][0] != End.AGENT_ERROR:
                table.play(cards[0], cards[1], starter, row, 0)
            moved = [sum(n for n in each.values() if n > 0) for each in changes]
            self.games.append(GameOfMatch(number, seed, row, (moved[0], moved[1])))
            winner = int(row["winner"][0])
            if row["end"][0] in NO_RESULT or 2 * max(self._wins(0), self._wins(1)) > self.best_of:
                break
            room = table.room
            for seat in range(2):
                for card, n in seen_of(table.games[0], seat).items():
                    self.seen[seat][card] = max(n, self.seen[seat].get(card, 0))
            if winner >= 0:              # after a draw, who chose before chooses again
                starter = asked(1 - winner)
            elif starter == 0:
                starter = asked(0)
        return self.games

    def _wins(self, seat: int) -> int:
        return sum(int(game.row["winner"][0]) == seat for game in self.games)

    def _changes(self, seat: int, row: np.ndarray) -> Changes:
        """What a seat exchanges before the next game; a failing agent's error goes into its row."""
        side = self.sides[seat]
        if not self.games or not side.exchanges or not len(side.sideboard):
            return {}
        if side.plan is not None:
            return side.plan
        if isinstance(side.agent, PythonAgent):
            try:
                return self._asked_of(seat, side.agent)
            except AgentError as error:
                side.agent.note(game_seed(self.seed, len(self.games) + 1), error)
                row["end"], row["winner"], row["error_seat"] = End.AGENT_ERROR, -1, seat
                return {}
        if side.agent.record()["kind"] == AgentKind.RANDOM:
            return {}
        return automatic(self.rules[0], side, self.seen[seat])

    def _asked_of(self, seat: int, agent: PythonAgent) -> Changes:
        """The answer of a user's agent. Raises AgentError for one that cannot be carried out."""
        side, player = self.sides[seat], self.players[seat]
        if player is None:
            player = self.players[seat] = agent.for_one_game()
        if not hasattr(player, "sideboard"):
            return {}
        results = tuple("drawn" if game.row["winner"][0] < 0 else "won" if game.row["winner"][0] == seat else "lost"
                        for game in self.games)
        view = SideboardView(self.rules, self.name, side, self.seen[seat], results,
                             (game_seed(self.seed, len(self.games) + 1) ^ (seat + 1)) & WORD)
        try:
            changes = view.definitions(agent.ask(player.sideboard, view, what="sideboard") or {})
            card, wrong = fault(Counter(side.main.tolist()), Counter(side.sideboard.tolist()), changes)
            if wrong:
                raise ValueError(wrong if card is None else f"{self.name(card)}: {wrong}")
        except ValueError as error:
            raise AgentError(f"{agent.made.__name__}: sideboard answered what cannot be exchanged: {error}") from None
        return changes
