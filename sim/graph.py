"""The action graph of a position: every legal way to cast, as one graph (CR 601.2, 702.47b). Floor 11.

    graph = CastGraph.of(games, 0, pool.rules)
    graph.n_casts                         # exact, however large
    graph.draw(seed=1)                    # a uniformly random cast, as edges
    graph.best(scores)                    # the best cast under a score for each edge
    action_graph(games, 0, pool)          # the same as a networkx.DiGraph with labels

Nodes are questions, edges answers, node 0 a complete cast. What is paid with is no part
of it: a payment exists at the end of every path. Several targets of one instance are a
set, copies of a card in hand are one card. Questions with one answer are left out, but for targets.
"""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import networkx as nx
import numpy as np

from sim import graph_casts
from sim.graph_nodes import (
    ALL,
    ASKED,
    BUILD,
    EDGE,
    MEMO,
    NO_PRIORITY,
    NODE,
    ONE,
    SINK,
    TOO_MANY,
)
from sim.play import apply_action, legal_actions, new_actions, new_games
from sim.terms import ABSENT, ASK_ALL_ORDERS, FORM_STEP, ActionKind, Alternative, Decision, Form

ORDERS = {"asked": ASKED, "all": ALL, "one": ONE}
FIRST_SIZE = 4096            # edges that the arrays have room for at first
EXACT = 2 ** 53              # up to here a floating number holds every count
LONGEST_PATH = 128
STAGES = {Decision.PRIORITY: "cast", Decision.MODE: "mode", Decision.SPLICE: "splice", Decision.COST: "cost",
          Decision.OPTIONAL_COST: "optional cost", Decision.CHOOSE_X: "X", Decision.SPLICE_ORDER: "order",
          Decision.TARGET: "target", Decision.NONE: "done"}
# the order in which the game asks (601.2b-c)
_ASKED_BY_GAME = (Decision.PRIORITY, Decision.MODE, Decision.SPLICE, Decision.SPLICE_ORDER, Decision.COST,
                  Decision.OPTIONAL_COST, Decision.CHOOSE_X, Decision.TARGET)


class Pool(Protocol):
    """What is needed of a card pool: its compiled rules, and the names of its definitions."""

    rules: np.ndarray

    def name(self, definition: int) -> str:
        """Return the name of a definition."""
        ...


class _Room:
    """The arrays that graphs are built in; made larger when one does not fit."""

    def __init__(self) -> None:
        self.builds = np.zeros(1, BUILD)
        self.actions = new_actions()
        self.games = new_games(1)
        self.resize(FIRST_SIZE)

    def resize(self, size: int) -> None:
        self.size = size
        self.nodes, self.edges, self.pending = np.zeros(size // 2, NODE), np.zeros(size, EDGE), np.zeros(size, EDGE)
        self.memo = np.zeros(4 * size, MEMO)
        self.builds["epoch"] = 0


class GraphBuilder:
    """Builds graphs one after the other in the same arrays; for one thread."""

    def __init__(self) -> None:
        self.room = _Room()

    def build(self, games: np.ndarray, i: int, rules: np.ndarray, card: int = ABSENT, orders: int = ASKED) -> int:
        """Build the graph of game `i` in the arrays of `room`; returns the root. See `CastGraph.of`."""
        while True:
            room = self.room
            root = int(graph_casts.build(games, i, room.games, rules, room.actions, room.builds, room.nodes, room.edges,
                                         room.memo, room.pending, card, orders))
            if root >= 0:
                return root
            if root == -NO_PRIORITY:
                raise ValueError("no player has priority: nothing can be cast")
            if root == -TOO_MANY:
                raise ValueError("too many different cards, texts or targets for one action graph")
            room.resize(4 * room.size)


@dataclass(frozen=True, eq=False)
class CastGraph:
    """The graph of all ways to cast, as arrays.

    nodes: (n_nodes,) NODE and edges: (n_edges,) EDGE of `sim.graph_nodes`; node 0 is a complete cast, the root is
    the last. game: (1,) GAME, the position. An edge of the root casts a card, or another way of casting it.
    """

    game: np.ndarray
    rules: np.ndarray
    nodes: np.ndarray
    edges: np.ndarray
    root: int

    @classmethod
    def of(cls, games: np.ndarray, i: int, rules: np.ndarray, card: int = ABSENT, orders: str | None = None,
           builder: GraphBuilder | None = None) -> CastGraph:
        """Build the graph of game `i`, for the player who has priority.

        card: definition of the only card to cast; ABSENT: any. orders: "all" orders of the spliced texts, "asked": one
        of each class that can be told apart, "one" for each set; None: as the game's own policy asks.
        Raises ValueError where nobody has priority, and beyond 15 different cards to splice.
        """
        if orders is None:
            orders = "all" if games[i].policy & ASK_ALL_ORDERS else "asked"
        builder = builder or GraphBuilder()
        root = builder.build(games, i, rules, card, ORDERS[orders])
        room = builder.room
        n_nodes, n_edges = int(room.builds["n_nodes"][0]), int(room.builds["n_edges"][0])
        return cls(games[i:i + 1].copy(), rules, room.nodes[:n_nodes].copy(), room.edges[:n_edges].copy(), root)

    @cached_property
    def ways(self) -> list[int]:
        """Casts from each node on, exact (Python integers)."""
        counted = self.nodes["ways"].tolist()
        to, first, n = self.edges["to"].tolist(), self.nodes["first"].tolist(), self.nodes["n"].tolist()
        for node, ways in enumerate(counted):
            if ways < 0:
                counted[node] = sum(counted[to[k]] for k in range(first[node], first[node] + n[node]))
        return counted

    @property
    def n_casts(self) -> int:
        """The number of distinct complete casts."""
        return self.ways[self.root]

    def draw(self, seed: int) -> list[int]:
        """Draw a cast uniformly from all of them; its edges, from the root on. Empty when nothing can be cast."""
        if self.nodes[self.root].weight < EXACT:
            path = np.zeros(LONGEST_PATH, np.int64)
            n = graph_casts.draw_path(self.nodes, self.edges, self.root, seed, path)
            return path[:n].tolist()
        generator = random.Random(seed)
        node, drawn = self.root, []
        while self.nodes[node].n:
            u = generator.randrange(self.ways[node])
            for k in self.edges_of(node):
                u -= self.ways[int(self.edges[k].to)]
                if u < 0:
                    break
            drawn.append(k)
            node = int(self.edges[k].to)
        return drawn

    def best(self, scores: np.ndarray) -> tuple[float, list[int]]:
        """Return the largest sum of scores of a cast, and its edges.

        scores: (n_edges,) float64. Raises ValueError where nothing can be cast.
        """
        if self.n_casts == 0:
            raise ValueError("nothing can be cast")
        best, path = np.zeros(len(self.nodes)), np.zeros(LONGEST_PATH, np.int64)
        n = graph_casts.best_path(self.nodes, self.edges, self.root, np.ascontiguousarray(scores, np.float64), best,
                                  path)
        return float(best[self.root]), path[:n].tolist()

    def edges_of(self, node: int) -> range:
        """The numbers of the edges that leave a node."""
        first = int(self.nodes[node].first)
        return range(first, first + int(self.nodes[node].n))

    def paths(self) -> Iterator[list[int]]:
        """Go through all casts, each as its edges; for graphs that are known to be small."""
        pending: list[tuple[int, list[int]]] = [(self.root, [])]
        while pending:
            node, path = pending.pop()
            if node == SINK:
                yield path
                continue
            pending.extend((int(self.edges[k].to), [*path, k]) for k in reversed(self.edges_of(node)))

    def decisions(self) -> np.ndarray:
        """Return the question that each edge answers, shape (n_edges,)."""
        return np.repeat(self.nodes["decision"][1:], self.nodes["n"][1:])

    def replay(self, path: list[int], games: np.ndarray, i: int) -> int:
        """Carry out a cast in game `i`, a copy of the position; costs that are not mana are paid with the first choice.

        Returns the number of answers that were given. Raises ValueError if the game does not offer one of them.
        """
        asked, answers = self.decisions(), np.repeat(self.nodes["n"][1:], self.nodes["n"][1:])
        # the game does not ask what has one answer; its priority has passing too
        left = [k for k in path if answers[k] > 1 or asked[k] == Decision.PRIORITY]
        left.sort(key=lambda k: _ASKED_BY_GAME.index(asked[k]))
        actions, given = new_actions(), 0
        n = legal_actions(games, i, self.rules, actions)
        while left or games[i].decision in (Decision.PAY, Decision.MANA):
            paying = games[i].decision in (Decision.PAY, Decision.MANA)
            answer = 0 if paying else _listed(actions[:n], self.edges[left.pop(0)])
            n = int(apply_action(games, i, self.rules, actions, answer))
            given += 1
        return given


def _listed(actions: np.ndarray, edge: Any) -> int:
    """Return the number of the action that an edge stands for; of an order the card says which text."""
    by_card = edge.kind == ActionKind.PICK and edge.obj == ABSENT
    for k, action in enumerate(actions):
        if action.kind == edge.kind and (action.card == edge.card if by_card else (
                action.obj == edge.obj and action.value == edge.value)):
            return k
    raise ValueError(f"the game does not offer {edge}")


# ---------------------------------------------------------------- networkx

def action_graph(games: np.ndarray, i: int, pool: Pool, card: int = ABSENT, orders: str | None = None) -> nx.DiGraph:
    """Return the action graph of game `i` as a networkx.DiGraph; arguments and errors as in `CastGraph.of`.

    Graph attributes: `root`, `casts`. Node attributes: `stage` (str, see STAGES), `label` (str), `casts` (int, casts
    from here on), `layer` (int, the longest way from the root), `paths` (int, ways from the root to here). Edge
    attributes: `label` (str), `answers` (int, how many answers lead to the same node), `kind` (str, ActionKind in
    lower case).
    """
    return labelled(CastGraph.of(games, i, pool.rules, card, orders), pool.name)


def labelled(graph: CastGraph, name: Callable[[int], str]) -> nx.DiGraph:
    """Return a graph as a networkx.DiGraph whose labels use `name` for definitions; see `action_graph`."""
    result = nx.DiGraph(root=graph.root, casts=graph.n_casts)
    layer, paths = [0] * len(graph.nodes), [0] * len(graph.nodes)
    paths[graph.root] = 1
    for node in range(graph.root, 0, -1):
        for k in graph.edges_of(node):
            to = int(graph.edges[k].to)
            layer[to] = max(layer[to], layer[node] + 1)
            paths[to] += paths[node]
    for node in range(graph.root, -1, -1):
        each = graph.nodes[node]
        stage = STAGES[Decision(int(each.decision))]
        result.add_node(node, stage=stage, casts=graph.ways[node], layer=layer[node], paths=paths[node],
                        label=stage if each.card == ABSENT else f"{stage}: {name(int(each.card))}")
    for node in range(graph.root, 0, -1):
        answers: dict[int, list[int]] = {}
        for k in graph.edges_of(node):
            answers.setdefault(int(graph.edges[k].to), []).append(k)
        for to, parallel in answers.items():
            words = Counter(describe_edge(graph, node, k, name) for k in parallel)
            label = " / ".join(word if n == 1 else f"{word} ×{n}" for word, n in words.items())
            result.add_edge(node, to, label=label, answers=len(parallel),
                            kind=ActionKind(int(graph.edges[parallel[0]].kind)).name.lower())
    return result


def _definition(graph: CastGraph, number: int, form: int) -> int:
    """The definition that the spell has when this form of a card is cast (709.3b, 715.3b)."""
    card = graph.rules[0].card[number]
    return {Form.ADVENTURE: int(card.adventure), Form.LEFT: int(card.half[0]),
            Form.RIGHT: int(card.half[1])}.get(Form(form), number)


def describe_edge(graph: CastGraph, node: int, k: int, name: Callable[[int], str]) -> str:
    """Say in a few words what the answer of an edge is."""
    edge, decision = graph.edges[k], graph.nodes[node].decision
    value = int(edge.value)
    if edge.kind == ActionKind.CAST:
        form, how = divmod(value, FORM_STEP)
        what = name(_definition(graph, int(edge.card), form))
        what += " fused" if form == Form.FUSED else " overloaded" if form == Form.OVERLOADED else ""
        return what + (" with flashback" if how == Alternative.FLASHBACK else "")
    if edge.kind == ActionKind.DONE:
        return "no more" if decision != Decision.TARGET else "no more targets"
    if edge.kind == ActionKind.PICK_PLAYER:
        return "you" if value == graph.game[0].to_act else "opponent"
    if edge.kind == ActionKind.PICK:
        whose = "" if decision != Decision.TARGET or graph.game[0].object[edge.obj].controller == graph.game[0].to_act \
            else "opponent's "
        return whose + name(int(edge.card))
    if decision == Decision.MODE:
        return f"mode {value + 1}"
    if decision == Decision.CHOOSE_X:
        return f"X = {value}"
    if decision == Decision.COST:
        return {Alternative.MANA_COST: "mana cost", Alternative.FREE: "free"}.get(Alternative(value), f"cost {value}")
    return ActionKind(int(edge.kind)).name.lower()


def describe_cast(graph: CastGraph, path: list[int], name: Callable[[int], str]) -> str:
    """Say a cast in one line: what is cast, then the answers stage by stage, each text's targets under its name."""
    asked = graph.decisions()
    owner = np.repeat(np.arange(1, len(graph.nodes)), graph.nodes["n"][1:])
    said: dict[str, list[str]] = {}
    for k in path:
        if graph.edges[k].kind != ActionKind.DONE:
            node = int(owner[k])
            stage = STAGES[Decision(int(asked[k]))]
            if stage == "target":
                stage = f"target of {name(int(graph.nodes[node].card))}"
            said.setdefault(stage, []).append(describe_edge(graph, node, k, name))
    return "; ".join(f"{stage}{' ' if stage == 'cast' else ': '}{', '.join(words)}" for stage, words in said.items())
