"""How many ways there are to cast a card, and what may be spliced onto it: read off the action graph.

Two casts are the same when they agree in the names and order of the texts, modes, X,
costs, and targets; what is paid with makes no difference.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from experiments.check.names import has_name, is_way_to_cast, name_number
from experiments.check.table import Offer, Table
from sim.graph import CastGraph
from sim.terms import ActionKind, Decision, Form


def proposals(table: Table, name: str) -> list[Offer]:
    """List the offers to cast a card of that name."""
    name_number(table, name)
    if table.game.decision != Decision.PRIORITY:
        return []
    return [offer for offer in table.offers()
            if offer.kind == ActionKind.CAST and has_name(table, offer.obj, name)
            and is_wanted(table, offer, name)]


def is_wanted(table: Table, offer: Any, name: str) -> bool:
    """Whether an offer is for what the name means: a half, or with the whole name of a split card all its forms."""
    card = table.rules[0].card[table.game.object[offer.obj].card]
    return bool(any(is_way_to_cast(table, offer, name, form) for form in (Form.WHOLE, Form.OVERLOADED))
                or (card.half[0] and card.name == name_number(table, name)))


def graphs(table: Table, name: str, orders: str | None = None) -> Iterator[tuple[CastGraph, int]]:
    """Go through the graphs of casting the card called `name` now, with the node after the proposal."""
    cards = {int(table.game.object[offer.obj].card) for offer in proposals(table, name)}
    for card in sorted(cards):
        graph = CastGraph.of(table.games, table.row, table.rules, card, orders, table.graph_builder)
        for k in graph.edges_of(graph.root):
            if is_wanted(table, graph.edges[k], name):
                yield graph, int(graph.edges[k].to)


def casts(table: Table, name: str, orders: str | None = None) -> int:
    """Count the distinct complete ways to cast the card called `name` now, by the player with priority.

    orders: which orders of the spliced texts count (`CastGraph.of`); None: those that the game asks.
    """
    return sum(graph.ways[node] for graph, node in graphs(table, name, orders))


def splices(table: Table, name: str) -> set[int]:
    """Return the numbers of the names that may be spliced, alone, onto the card called `name` now."""
    cards, found = table.rules[0].card, set()
    for graph, node in graphs(table, name):
        pending = [node]
        while pending:
            node = pending.pop()
            picked = graph.nodes[node].decision == Decision.SPLICE
            for k in graph.edges_of(node):
                edge = graph.edges[k]
                if picked and edge.kind == ActionKind.PICK:
                    found.add(int(cards[edge.card].name))
                elif graph.nodes[node].decision == Decision.MODE:
                    pending.append(int(edge.to))
    return found
