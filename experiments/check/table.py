"""The table of one scenario: the game, copies to try things on, and handles.

One `Table` serves many scenarios: its rows of games are made once. Row 0 is the game
that is played; the others hold copies, so that whether something is legal can be found
by doing it without the game noticing.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from experiments.check.faults import FailedError
from experiments.check.names import definition as definition_named
from experiments.check.schema import PLAYERS, STEPS, Entry, Scenario, Side
from experiments.text import MANA_SYMBOLS, describe_action, describe_question
from sim.graph import GraphBuilder
from sim.play import apply_action, begin_at, blank_table, legal_actions, new_actions, new_games, place, start_opening
from sim.terms import (
    ASK_ALL_ORDERS,
    ASK_CARD_ORDERS,
    ASK_EVERY_PRIORITY,
    ASK_MANA,
    COUNTERS,
    ST_TAPPED,
    ST_TOKEN,
    End,
    Zone,
)

NOTHING = -1
ROWS = 64                # the game, a trial, and one a level of the deepest announcement
MAX_SHOWN = 12           # legal actions in a message
STOPPED: dict[int, str] = {End.CAPACITY: "a table of the engine was full", End.TURN_LIMIT: "the turn limit was reached",
                           End.DECISION_LIMIT: "the limit of decisions was reached"}


class Offer(NamedTuple):
    """A legal action and its number among them, from 0."""

    kind: int
    obj: int
    value: int
    number: int


class Table:
    """A game with the names that a scenario gives to its objects."""

    def __init__(self, pool: Any):
        self.pool = pool
        self.rules = pool.rules
        self.games = new_games(ROWS)
        self.actions = new_actions()
        self.graph_builder = GraphBuilder()
        self.row = 0
        self.listed = NOTHING                # the row whose legal actions are in `actions`
        self.n_actions = 0
        self.handles: dict[str, int] = {}
        self.definitions: dict[str, int] = {}    # of cards that were placed
        self.numbers: dict[str, int] = {}    # of names that were looked up

    @property
    def game(self) -> Any:
        """The record of the current row."""
        return self.games[self.row]

    def offers(self) -> list[Offer]:
        """List the legal actions."""
        if self.game.end != End.PLAYING:
            return []
        self._list()
        return [Offer(int(kind), int(obj), int(value), k)
                for k, (kind, obj, value, _) in enumerate(self.actions[:self.n_actions].tolist())]

    def _list(self) -> None:
        """Let `actions` hold the legal actions of the current row."""
        if self.listed != self.row:
            self.n_actions = int(legal_actions(self.games, self.row, self.rules, self.actions))
            self.listed = self.row

    def apply(self, offer: Offer) -> None:
        """Apply one of the offers of this moment."""
        self._list()
        self.n_actions = int(apply_action(self.games, self.row, self.rules, self.actions, offer.number))
        self._must_go_on()

    def _must_go_on(self) -> None:
        """Raise FailedError when the engine has stopped the game without a result."""
        if reason := STOPPED.get(int(self.game.end)):
            raise FailedError("a game that goes on", f"a game that was stopped: {reason}")

    def legal_text(self) -> str:
        """List the legal actions in words, and who is asked for what."""
        game = self.game
        if game.end != End.PLAYING:
            return "none, the game is over"
        words = [describe_action(game, self.pool, self.actions[offer.number]) for offer in self.offers()]
        more = f", and {len(words) - MAX_SHOWN} more" if len(words) > MAX_SHOWN else ""
        return f"{', '.join(words[:MAX_SHOWN])}{more} ({describe_question(game)})"

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Work on a copy of the game, one row further, and forget it afterwards."""
        handles = dict(self.handles)
        if self.row + 1 >= ROWS:
            raise FailedError(f"an announcement of at most {ROWS} decisions", "a longer one")
        self.games[self.row + 1] = self.games[self.row]
        self.row += 1
        self.listed = NOTHING
        try:
            yield
        finally:
            self.row -= 1
            self.listed = NOTHING
            self.handles = handles

    # ------------------------------------------------------------ setting up

    def set_up(self, scenario: Scenario) -> None:
        """Put the game of row 0 into the position that the scenario describes, at its first decision."""
        self.row = 0
        self.listed = NOTHING
        self.handles = {}
        blank_table(self.games, 0, self.rules, scenario.seed)
        self.game.policy = ASK_EVERY_PRIORITY | ASK_ALL_ORDERS | ASK_CARD_ORDERS | ASK_MANA
        attachments: list[tuple[int, str]] = []
        for seat, side in enumerate(scenario.sides):
            self._set_side(seat, side, scenario.turn, attachments)
        for obj, handle in attachments:
            to = self.handles[handle]
            thing = self.game.object[obj]
            thing.attached = to
            thing.attached_stamp = self.game.object[to].stamp
        active = PLAYERS.index(scenario.active)
        if scenario.start == "opening":
            start_opening(self.games, 0, self.rules, active, self.actions)
        else:
            begin_at(self.games, 0, self.rules, STEPS.index(scenario.start), active, scenario.turn,
                     self.actions)

    def _set_side(self, seat: int, side: Side, turn: int, attachments: list[tuple[int, str]]) -> None:
        player = self.game.player[seat]
        player.life = side.life
        player.lands_played = side.lands_played
        for k, symbol in enumerate(MANA_SYMBOLS):
            player.pool[k] = side.mana.count(symbol)
        zones = ((side.library[::-1], Zone.LIBRARY), (side.hand, Zone.HAND), (side.graveyard, Zone.GRAVEYARD),
                 (side.exile, Zone.EXILE), (side.sideboard, Zone.OUTSIDE), (side.battlefield, Zone.BATTLEFIELD))
        for entries, zone in zones:
            for entry in entries:
                self._place(entry, seat, zone, turn, attachments)

    def _place(self, entry: Entry, seat: int, zone: Zone, turn: int, attachments: list[tuple[int, str]]) -> None:
        definition = self.definitions.get(entry.card)
        if definition is None:
            definition = self.definitions[entry.card] = definition_named(self.pool, entry.card)
        owner = PLAYERS.index(entry.owner) if entry.owner else seat
        for _ in range(entry.count):
            obj = int(place(self.games, 0, self.rules, definition, owner, seat, int(zone)))
            self._must_go_on()
            thing = self.game.object[obj]
            thing.status |= (ST_TAPPED if entry.tapped else 0) | (ST_TOKEN if entry.token else 0)
            thing.since = turn if entry.sick else 0
            thing.damage = entry.damage
            for kind, number in entry.counters.items():
                thing.counters[COUNTERS.index(kind)] = number
            if entry.attached_to:
                attachments.append((obj, entry.attached_to))
            if entry.handle:
                self.handles[entry.handle] = obj
