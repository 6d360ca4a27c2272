"""Whole games between two agents, one row each.

Games between built-in agents run in one compiled call, which holds no lock and shares
no memory with other calls. A game with a user's Python agent runs the same decisions
through a Python loop and gives the same row.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agents.decide import decide
from agents.pairing import weights_for
from agents.records import AGENT, NODE, SCORES, AgentKind, AgentRecords, Nodes
from agents.tree import NO_NODE, ROOT, action_key, child_for
from agents.user import AgentError, PythonAgent
from agents.view import Name, View, frozen, number_name
from sim.jit import entry, kernel, leaf, progress
from sim.layout import ACTION, GAME, GAME_ROW, Actions, Cards, Floats, Game, Games, Ints, Rows, Rules, RulesArray
from sim.limits import MAX_ACTIONS, MAX_LIBRARY, MAX_SPLICE_LOG
from sim.observe import determinize
from sim.play import apply_action, new_actions, new_games, start, start_game
from sim.rng import combine
from sim.step import advance, apply
from sim.terms import ActionKind, Decision, End

Agents = tuple[Any, Any]
_AGENT_STREAM = 1000         # element of a game seed's stream from which the seed of seat 0's agent is made


@leaf
def agent_seed(game_seed, seat):
    """The seed of the agent at a seat: nothing that the deal or the game's own chance uses."""
    return np.int64(combine(np.uint64(game_seed), np.uint64(_AGENT_STREAM + seat)))


@leaf
def _write_hands(game, row):
    """Keep which slots of each deck were in the opening hand, and which came into the hand later.

    A seat's cards are its first objects, in the order of its slots (`sim.play.start`).
    """
    one = np.uint64(1)
    for seat in range(2):
        for word in range(row.opening.shape[1]):
            row.opening[seat, word] = 0
            row.drawn[seat, word] = 0
        slot = 0
        for obj in range(game.n_objects):
            if game.object[obj].owner != seat or slot >= MAX_LIBRARY:
                continue
            place, bit = np.uint64(obj & 63), np.uint64(slot & 63)
            row.opening[seat, slot >> 6] |= (game.opening_hand[obj >> 6] >> place & one) << bit
            row.drawn[seat, slot >> 6] |= (game.came_to_hand[obj >> 6] >> place & one) << bit
            slot += 1


@kernel
def _write_row(game: Game, rows: Rows, i: int) -> None:
    """Keep of a finished game what a row holds."""
    row = rows[i]
    row.end = game.end
    row.winner = game.winner
    row.starter = game.starter
    row.turns = game.turn
    row.decisions = game.decisions
    row.error_seat = -1
    for seat in range(2):
        p = game.player[seat]
        row.life[seat] = p.life
        row.library[seat] = p.n_library
        row.mulligans[seat] = p.mulligans
        row.casts[seat] = p.n_casts
        row.splices[seat] = p.n_splices
        row.splice_mana[seat] = p.splice_mana
        for k in range(min(np.int64(p.n_splices), MAX_SPLICE_LOG)):
            row.log_host[seat, k] = p.splice_host[k]
            row.log_guest[seat, k] = p.splice_guest[k]
    _write_hands(game, row)


@leaf
def _told(game, actions, n, first_hand):
    """The answer that a seat is told to give to its first hand (1: keep, 2: send it back), or -1: it decides itself."""
    if first_hand == 0 or game.decision != Decision.MULLIGAN or game.player[game.to_act].mulligans > 0:
        return -1
    for k in range(n):
        if (actions[k].kind == ActionKind.YES) == (first_hand == 1):
            return k
    return -1


@kernel
def _answer(worlds: Games, rules: Rules, actions: Actions, n: int, agents: AgentRecords, first_hands: Ints, seed: int,
            lists: Actions, scores: Floats, tree: Nodes) -> int:
    """The index that the seat to act answers with: what it is told, else what it decides."""
    seat = np.int64(worlds[0].to_act)
    k = np.int64(_told(worlds[0], actions, n, first_hands[seat]))
    if k >= 0:
        return k
    return decide(worlds, rules, actions, n, agents[seat], agent_seed(seed, seat), lists, scores, tree)


@kernel
def _play_game(worlds: Games, rules: Rules, actions: Actions, lists: Actions, agents: AgentRecords, first_hands: Ints,
               seed: int, scores: Floats, tree: Nodes) -> None:
    """Play `worlds[0]`, which is dealt, to its end; `worlds[1:]`, `lists`, `scores` and `tree` are room to think in."""
    game = worlds[0]
    n = advance(game, rules, actions)
    while n > 0:
        k = _answer(worlds, rules, actions, n, agents, first_hands, seed, lists, scores, tree)
        apply(game, rules, actions[k])
        n = advance(game, rules, actions)


@entry
def _play_games(worlds: Games, rules: RulesArray, actions: Actions, lists: Actions, cards_0: Cards, cards_1: Cards,
                agents: AgentRecords, first_hands: Ints, seeds: Ints, starters: Ints, scores: Floats, tree: Nodes,
                rows: Rows) -> None:
    for i in range(len(seeds)):
        start(worlds[0], rules[0], cards_0, cards_1, seeds[i], starters[i])
        _play_game(worlds, rules[0], actions, lists, agents, first_hands, seeds[i], scores, tree)
        _write_row(worlds[0], rows, i)


@entry
def _decide(worlds: Games, rules: RulesArray, actions: Actions, n: int, agents: AgentRecords, first_hands: Ints,
            seed: int, lists: Actions, scores: Floats, tree: Nodes) -> int:
    return _answer(worlds, rules[0], actions, n, agents, first_hands, seed, lists, scores, tree)


@entry
def _searched(worlds: Games, actions: Actions, n: int, tree: Nodes, shares: Floats) -> None:
    """Read the returns of the answers to the decision of `worlds[0]` off a search tree; -1 stays of those not tried."""
    for k in range(n):
        child = child_for(tree, ROOT, action_key(worlds[0], actions[k]))
        if child != NO_NODE and tree[child].visits > 0:
            shares[k] = tree[child].value / tree[child].visits


@entry
def _see(games: Games, i: int, rules: RulesArray, seat: int, seed: int) -> int:
    """Make game `i` a world that `seat` could be in; returns the seed of this decision."""
    number = np.int64(combine(np.uint64(agent_seed(seed, seat)), np.uint64(games[i].decisions)))
    determinize(games[i], rules[0], seat, number)
    return number


@entry
def _finish_row(games: Games, i: int, rows: Rows, at: int) -> None:
    _write_row(games[i], rows, at)


class _Room:
    """The memory of one call: the game, worlds to search, lists of actions, a tree. A seat may be without an agent."""

    def __init__(self, agents: Agents):
        self.agents = np.zeros(2, AGENT)
        for seat, agent in enumerate(agents):
            if agent is not None:
                self.agents[seat] = agent.record()
        self.first_hands = np.array([getattr(each, "first_hand", 0) for each in agents], dtype=np.int64)
        simulations = int(self.agents["simulations"].max())
        self.worlds = np.zeros(3 if simulations else 1, GAME)
        self.lists = np.zeros(MAX_ACTIONS if simulations else 1, ACTION)
        self.scores = np.zeros(SCORES)
        self.tree = np.zeros(max(simulations, MAX_ACTIONS) + 1 if simulations else 1, NODE)

    def know(self, rules: np.ndarray, cards_0: np.ndarray, cards_1: np.ndarray) -> None:
        """Let agents that wish it judge positions as befits the two decks."""
        for agent in self.agents:
            if agent["self_play"]:
                weights = weights_for(rules, cards_0, cards_1, int(agent["self_play"]))
                agent["weights"], agent["ahead"] = weights.features, weights.ahead


def choose(games: np.ndarray, i: int, rules: np.ndarray, actions: np.ndarray, n: int, agent: Any, game_seed: int,
           decks: Sequence[np.ndarray] = ()) -> int:
    """Answer one decision of game `i` with a built-in agent: the index it would play in a game of this seed.

    decks: the cards of both seats at the beginning, where there was one; a position may be without.
    """
    return weigh(games, i, rules, actions, n, agent, game_seed, decks)[0]


def weigh(games: np.ndarray, i: int, rules: np.ndarray, actions: np.ndarray, n: int, agent: Any, game_seed: int,
          decks: Sequence[np.ndarray] = ()) -> tuple[int, np.ndarray, np.ndarray]:
    """As `choose`, with what the agent thought of each answer: index, scores (n,) and shares (n,).

    scores: the heuristic's, in cards; 0 of agents that do not score. shares: the mean return of the simulations of a
    search (of `ismcts` and `ensemble` 1/2 and what they gain on the heuristic); -1 where there are none.
    decks: as of `choose`.
    """
    room = _Room((agent, agent))
    if decks:
        room.know(rules, *decks)
    room.worlds[0] = games[i]
    k = _decide(room.worlds, rules, actions, n, room.agents, room.first_hands, _signed(game_seed), room.lists,
                room.scores, room.tree)
    shares = np.full(n, -1.0)
    if len(room.tree) > 1:
        _searched(room.worlds, actions, n, room.tree, shares)
    return int(k), room.scores[:n].copy(), shares


def play_games(rules: np.ndarray, cards_0: np.ndarray, cards_1: np.ndarray, agent_0: Any, agent_1: Any,
               seeds: np.ndarray, starters: np.ndarray, name: Name = number_name) -> np.ndarray:
    """Play one game a seed between two decks; returns (n,) GAME_ROW.

    cards: definitions of each seat's slots. seeds (n,) u8. starters (n,): the seat that
    plays first, or who is asked (`sim.play.start`). name: names of definitions, for
    Python agents. A built-in agent whose `first_hand` is 1 (2) is told to keep (to send back)
    its first seven cards. A Python agent that fails ends its game with `End.AGENT_ERROR`.
    """
    rows = np.zeros(len(seeds), GAME_ROW)
    cards_0, cards_1 = (np.ascontiguousarray(cards, dtype=np.uint16) for cards in (cards_0, cards_1))
    signed = np.ascontiguousarray(seeds, dtype=np.uint64).view(np.int64)
    starters = np.ascontiguousarray(starters, dtype=np.int64)
    room = _Room((agent_0, agent_1))
    if AgentKind.PYTHON not in room.agents["kind"]:
        room.know(rules, cards_0, cards_1)
        _play_games(room.worlds, rules, new_actions(), room.lists, cards_0, cards_1, room.agents, room.first_hands,
                    signed, starters, room.scores, room.tree, rows)
        return rows
    for at in range(len(rows)):
        Table(rules, (agent_0, agent_1), int(seeds[at]), name, room).play(cards_0, cards_1, int(starters[at]), rows, at)
    return rows


def _signed(seed: int) -> np.int64:
    return np.uint64(seed).astype(np.int64)      # no Python integer: uncompiled, a negative one is no np.uint64


class Table:
    """One game that is led from Python: agents of any kind sit at it, or somebody else answers for a seat.

    agents: by seat; None where answers come from outside. players: the objects of Python agents, made when they
    are first asked; who keeps the list lets them remember.
    """

    def __init__(self, rules: np.ndarray, agents: Agents, seed: int, name: Name = number_name,
                 room: _Room | None = None, players: list[Any] | None = None):
        self.rules, self.agents, self.name = rules, agents, name
        self.seed = _signed(seed)
        self.room = room or _Room(agents)
        self.players: list[Any] = [None, None] if players is None else players
        self.actions = new_actions()

    @property
    def games(self) -> np.ndarray:
        """The game, shape (1,) GAME."""
        return self.room.worlds[:1]

    def start(self, cards_0: np.ndarray, cards_1: np.ndarray, starter: int) -> int:
        """Deal and run to the first decision; returns the number of answers, which are `actions[:n]`."""
        self.room.know(self.rules, cards_0, cards_1)
        return int(start_game(self.room.worlds, 0, self.rules, cards_0, cards_1, self.seed, starter, self.actions))

    def answer(self, k: int) -> int:
        """Take `actions[k]` and run to the next decision; returns the number of answers, 0 at the end."""
        return int(apply_action(self.room.worlds, 0, self.rules, self.actions, k))

    def play(self, cards_0: np.ndarray, cards_1: np.ndarray, starter: int, rows: np.ndarray, at: int) -> None:
        """Play the game to its end or to an agent's error, and write its row; `games` is then its end."""
        room = self.room
        if AgentKind.PYTHON not in room.agents["kind"]:
            room.know(self.rules, cards_0, cards_1)
            _play_games(room.worlds, self.rules, self.actions, room.lists, cards_0, cards_1, room.agents,
                        room.first_hands, np.array([self.seed]), np.array([starter]), room.scores, room.tree,
                        rows[at:at + 1])
            return
        game, error_seat = self.games[0], -1
        n = self.start(cards_0, cards_1, starter)
        while n > 0:
            try:
                k = self.ask(n)
            except AgentError:
                game["end"], game["winner"], error_seat = End.AGENT_ERROR, -1, int(game["to_act"])
                break
            n = self.answer(k)
        _finish_row(self.room.worlds, 0, rows, at)
        rows[at]["error_seat"] = error_seat

    def ask(self, n: int) -> int:
        """The index that the agent to act answers with. Raises AgentError, which the agent has noted."""
        seat = int(self.games[0]["to_act"])
        agent, room = self.agents[seat], self.room
        if not isinstance(agent, PythonAgent):
            return int(_decide(room.worlds, self.rules, self.actions, n, room.agents, room.first_hands, self.seed,
                               room.lists, room.scores, room.tree))
        try:
            if self.players[seat] is None:
                self.players[seat] = agent.for_one_game()
            return agent.choose(self.players[seat], self.view(seat), frozen(self.actions[:n].copy()))
        except AgentError as error:
            agent.note(int(self.seed) & (2**64 - 1), error)
            raise

    def view(self, seat: int) -> View:
        """What a seat knows."""
        world = new_games(1)
        world[0] = self.games[0]
        number = _see(world, 0, self.rules, seat, self.seed)
        return View(world, self.rules, seat, int(number), self.name)


progress.done()
