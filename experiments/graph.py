"""The command `graph`: every legal way to cast from the position of a scenario, counted, drawn, or as a file."""
from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx

from experiments.errors import BadInput, must_be_writable, nearest
from experiments.lookup import load_pool
from experiments.terminal import table as text_table

DRAWN = (".svg", ".png", ".pdf")


def write_graphml(graph: nx.DiGraph, path: str) -> None:
    """Write GraphML, for yEd, Gephi and others."""
    nx.write_graphml(graph, path)


def write_json(graph: nx.DiGraph, path: str) -> None:
    """Write networkx's node-link form."""
    Path(path).write_text(json.dumps(nx.node_link_data(graph, edges="edges"), ensure_ascii=False, indent=1) + "\n",
                          encoding="utf-8")


def write_dot(graph: nx.DiGraph, path: str) -> None:
    """Write DOT, for Graphviz: left to right."""
    quote = json.dumps
    lines = ["digraph casts {", "  rankdir=LR; node [shape=box, style=rounded];"]
    lines += [f"  {node} [label={quote(data['label'] + ' (' + str(data['casts']) + ')', ensure_ascii=False)}];"
              for node, data in graph.nodes(data=True)]
    lines += [f"  {node} -> {to} [label={quote(data['label'], ensure_ascii=False)}];"
              for node, to, data in graph.edges(data=True)]
    Path(path).write_text("\n".join([*lines, "}"]) + "\n", encoding="utf-8")


WRITERS: dict[str, Callable[[nx.DiGraph, str], None]] = {
    ".graphml": write_graphml, ".json": write_json, ".dot": write_dot}
ENDINGS = (*DRAWN, *WRITERS)


def graph(arguments: argparse.Namespace) -> int:
    """Run `splicelab graph`; exit status 1 when the card cannot be cast."""
    for each in ("json", "draw"):
        if arguments.count and getattr(arguments, each):
            raise BadInput(f"--count and --{each}: --count prints a number and nothing else; one of them at a time")
    ending = Path(arguments.out).suffix.lower() if arguments.out else ""
    if arguments.out:
        if ending not in ENDINGS:
            hint = nearest(ending, ENDINGS)
            raise BadInput(f"{arguments.out}: the name of the file must end in one of {', '.join(ENDINGS)}{hint}")
        must_be_writable(arguments.out)
    pool = load_pool(arguments.cards)
    table, title = position(arguments, pool)
    built = build(table, arguments.card, arguments.orders)
    if arguments.out:
        try:
            Path(arguments.out).parent.mkdir(parents=True, exist_ok=True)
            _write(built, pool, arguments.out, ending, title)
        except OSError as error:
            raise BadInput(f"{arguments.out}: cannot be written ({error.strerror})") from None
    if arguments.count:
        print(built.n_casts)
    else:
        _tell(built, pool, title, arguments)
    return 0 if built.n_casts else 1


def drawn(built: Any, pool: Any, number: int, seed: int) -> list[str]:
    """Say casts that are drawn uniformly from all, in words."""
    from sim.graph import describe_cast

    paths = [built.draw(seed + k) for k in range(number if built.n_casts else 0)]
    return [describe_cast(built, path, pool.name) for path in paths]


def position(arguments: argparse.Namespace, pool: Any) -> tuple[Any, str]:
    """Return the table of the scenario that the arguments name, after the first steps asked for, and a title."""
    from experiments.check.drive import Driver
    from experiments.check.faults import FailedError, NotOnOfferError
    from experiments.check.run import read_all
    from experiments.check.table import Table

    scenarios, faults = read_all([arguments.file])
    if faults:
        raise BadInput(faults[0])
    if arguments.scenario is None and len(scenarios) != 1:
        raise BadInput(f"{arguments.file}: {len(scenarios)} scenarios; --scenario says which, of "
                       + ", ".join(each.id for each in scenarios[:20]))
    wanted = arguments.scenario or scenarios[0].id
    found = [each for each in scenarios if each.id == wanted]
    if not found:
        raise BadInput(f"{arguments.file}: no scenario {wanted!r}{nearest(wanted, [each.id for each in scenarios])}")
    scenario = found[0]
    if arguments.after > len(scenario.steps):
        raise BadInput(f"--after {arguments.after}: the script of {wanted} has {len(scenario.steps)} steps")
    table = Table(pool)
    try:
        table.set_up(scenario)
        driver = Driver(table, scenario.steps)
        for step in scenario.steps[:arguments.after]:
            driver.run(step)
    except (FailedError, NotOnOfferError) as error:
        raise BadInput(f"{arguments.file}: {wanted}: {' '.join(str(error).split())}") from None
    return table, f"{wanted}, {'turn ' + str(int(table.game.turn))}"


def build(table: Any, card: str | None, orders: str) -> Any:
    """Return the graph of casting one card by name, or any."""
    from experiments.check.counts import proposals
    from experiments.check.faults import FailedError
    from sim.graph import CastGraph
    from sim.terms import ABSENT

    number = ABSENT
    try:
        if card is not None:
            offers = proposals(table, card)
            number = int(table.game.object[offers[0].obj].card) if offers else table.pool.find(card)
        return CastGraph.of(table.games, 0, table.rules, number, orders, table.graph_builder)
    except (LookupError, FailedError, ValueError) as error:
        raise BadInput(" ".join(str(error.args[0] if error.args else error).split())) from None


def _write(built: Any, pool: Any, path: str, ending: str, title: str) -> None:
    from sim.graph import labelled

    labels = labelled(built, pool.name)
    if ending in WRITERS:
        WRITERS[ending](labels, path)
    else:
        from experiments.drawing import draw, number_text

        draw(labels, path, f"{title}: {number_text(built.n_casts)} ways to cast")


def _tell(built: Any, pool: Any, title: str, arguments: argparse.Namespace) -> None:
    """Print the casts of each card, or the same as JSON."""
    from sim.graph import describe_edge

    casts = [(describe_edge(built, built.root, k, pool.name), built.ways[int(built.edges[k].to)])
             for k in built.edges_of(built.root)]
    if arguments.json:
        print(json.dumps({"position": title, "orders": arguments.orders, "casts": built.n_casts,
                          "by_card": dict(casts), "nodes": len(built.nodes), "edges": len(built.edges),
                          "drawn": drawn(built, pool, arguments.draw, arguments.seed)}, ensure_ascii=False))
        return
    if casts:
        print(text_table(["card", "ways to cast"], [[name, f"{ways:,}"] for name, ways in casts]))
    print(f"\n{title}: {built.n_casts:,} ways to cast in a graph of {len(built.nodes):,} nodes and "
          f"{len(built.edges):,} edges (orders of spliced texts: {arguments.orders})")
    for line in drawn(built, pool, arguments.draw, arguments.seed):
        print(f"  {line}")
    if arguments.out:
        print(f"written to {arguments.out}")
