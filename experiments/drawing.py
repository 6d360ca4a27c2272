"""A drawing of an action graph: layers from left to right in the order of the questions.

Boxes are questions with the casts from there on, lines are answers. A graph with more
boxes than a person reads is drawn with the questions about orders and targets folded into one box each.
"""
from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import matplotlib
import networkx as nx
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path as Curve

MOST_BOXES = 90              # of a graph that is drawn with every question
WIDTH, HEIGHT = 2.75, 0.62    # inches of a layer and of a row
BOX_WIDTH, BOX_HEIGHT = 1.25, 0.4
SWEEPS = 8                   # of ordering the boxes of a layer by their neighbours
LONGEST_LABEL = 26
COLOURS = {"cast": "#dbe4f0", "mode": "#e6dff0", "splice": "#f6e3c5", "order": "#e3efd9", "target": "#f3d9d9",
           "cost": "#dcecec", "optional cost": "#dcecec", "X": "#dcecec", "done": "#e4e4e4", "folded": "#e3efd9"}


def number_text(n: int) -> str:
    """Write a count so that it fits a box: 1,234,567 or 1.2e+23."""
    return f"{n:,}" if n < 10**12 else f"{float(n):.2e}" if n < 10**300 else f"1e{len(str(n)) - 1}"


def folded(graph: nx.DiGraph) -> nx.DiGraph:
    """Return the graph with each node from which only orders and targets are asked as one box before the end."""
    late = {node for node, data in graph.nodes(data=True) if data["stage"] in ("order", "target")}
    if not late:
        return graph
    result = graph.subgraph(set(graph) - late).copy()
    result.graph.update(graph.graph)
    end = next(node for node, data in graph.nodes(data=True) if data["stage"] == "done")
    for node, to, data in graph.edges(data=True):
        if node not in late and to in late:
            box = dict(graph.nodes[to], stage="folded", label="order and targets")
            result.add_node(to, **box)
            result.add_edge(node, to, **data)
            result.add_edge(to, end, label="", answers=1, kind="pick")
    for node, layer in _layers(result).items():
        result.nodes[node]["layer"] = layer
    return result


def _layers(graph: nx.DiGraph) -> dict[int, int]:
    layer = dict.fromkeys(graph, 0)
    for node in nx.topological_sort(graph):
        for to in graph.successors(node):
            layer[to] = max(layer[to], layer[node] + 1)
    return layer


def rows(graph: nx.DiGraph) -> dict[int, float]:
    """Give every node a row, so that few lines cross: each layer in the order of its neighbours' mean rows."""
    layers: dict[int, list[int]] = {}
    for node, data in graph.nodes(data=True):
        layers.setdefault(data["layer"], []).append(node)
    row = {node: float(k) for nodes in layers.values() for k, node in enumerate(nodes)}
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        for number in sorted(layers, reverse=not forward):
            near = graph.predecessors if forward else graph.successors
            means = {node: _mean([row[other] for other in near(node)], row[node]) for node in layers[number]}
            layers[number].sort(key=lambda node, means=means: means[node])   # type: ignore[misc]
            for k, node in enumerate(layers[number]):
                row[node] = k - (len(layers[number]) - 1) / 2
    return row


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _short(label: str, answers: int, stage: str) -> str:
    """Shorten the label of a line: many targets are a number of targets."""
    if len(label) <= LONGEST_LABEL:
        return label
    if answers > 1:
        return f"{answers} {'targets' if stage == 'target' else 'answers'}"
    return textwrap.shorten(label, LONGEST_LABEL, placeholder=" …")


def draw(graph: nx.DiGraph, path: str | Path, title: str = "") -> None:
    """Draw a graph of `sim.graph.action_graph` into an SVG, PNG or PDF file, by the ending of its name."""
    if len(graph) > MOST_BOXES:
        graph = folded(graph)
    row = rows(graph)
    place = {node: (data["layer"] * WIDTH, -row[node] * HEIGHT) for node, data in graph.nodes(data=True)}
    with matplotlib.rc_context({"svg.fonttype": "none", "font.size": 7.5, "svg.hashsalt": "graph"}):
        figure, axes = _canvas(place.values(), title)
        for node, to, data in graph.edges(data=True):
            label = _short(data["label"], data["answers"], graph.nodes[node]["stage"])
            _line(axes, place[node], place[to], label, data["answers"])
        for node, data in graph.nodes(data=True):
            _box(axes, place[node], data)
        figure.savefig(path, metadata={"Date": None} if str(path).endswith(".svg") else None, facecolor="white")


def _canvas(places: Iterable[tuple[float, float]], title: str) -> tuple[Figure, Any]:
    xs, ys = zip(*places, strict=True)
    left, right = min(xs) - BOX_WIDTH, max(xs) + BOX_WIDTH
    low, high = min(ys) - HEIGHT, max(ys) + HEIGHT
    figure = Figure(figsize=(right - left, high - low + 0.3))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(left, right)
    axes.set_ylim(low, high + 0.3)
    axes.set_axis_off()
    axes.text(left + 0.15, high + 0.1, title, fontsize=10, va="center")
    return figure, axes


def _line(axes: Any, start: tuple[float, float], end: tuple[float, float], label: str, answers: int) -> None:
    """One line from box to box, bent as little as its length allows, with its label near its start."""
    (x0, y0), (x1, y1) = (start[0] + BOX_WIDTH / 2, start[1]), (end[0] - BOX_WIDTH / 2, end[1])
    bend = (x1 - x0) / 2
    points = [(x0, y0), (x0 + bend, y0), (x1 - bend, y1), (x1, y1)]
    curve = Curve(points, [Curve.MOVETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4])
    axes.add_patch(PathPatch(curve, fill=False, edgecolor="#777777", linewidth=0.6 + 0.3 * min(answers, 4), zorder=1))
    if label:
        t = 0.42 if abs(x1 - x0) < WIDTH else 0.42 * WIDTH / (x1 - x0)
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
        x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
        axes.text(x, y, label, ha="center", va="center", fontsize=6.5, color="#333333", zorder=2,
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.85})


def _box(axes: Any, centre: tuple[float, float], data: dict[str, Any]) -> None:
    x, y = centre
    axes.add_patch(FancyBboxPatch((x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2), BOX_WIDTH, BOX_HEIGHT,
                                  boxstyle="round,pad=0.02", facecolor=COLOURS.get(data["stage"], "#eeeeee"),
                                  edgecolor="#555555", linewidth=0.6, zorder=3))
    if data["stage"] == "done":
        text = "cast"
    else:
        what = textwrap.shorten(data["label"].removeprefix("target: "), 24, placeholder="…")
        what = f"target of\n{what}" if data["stage"] == "target" else f"{what}?" if data["stage"] != "folded" else what
        text = f"{what}\n{number_text(data['casts'])} cast{'s' if data['casts'] != 1 else ''}"
    axes.text(x, y, text, ha="center", va="center", fontsize=6, linespacing=1.1, zorder=4)
