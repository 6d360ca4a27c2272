"""Pictures of a report as inline SVG that follows the page's colours, light or dark.

matplotlib draws with stand-in colours, which are then replaced by CSS variables; texts
stay text. Figures are narrow, so that they are readable on a phone.
"""
from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from experiments.analysis import OFF, ON, Figures
from experiments.stats import Estimate

INK, SOFT, GRID, FIRST, SECOND = "#010203", "#010204", "#010205", "#010206", "#010207"
CSS = {INK: "var(--ink)", SOFT: "var(--soft)", GRID: "var(--rule)", FIRST: "var(--first)", SECOND: "var(--second)"}
WIDTH = 5.6                  # inches; at 10 point text
LONGEST_NAME = 24            # characters of a label

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "font.size": 10, "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"],
    "axes.edgecolor": SOFT, "axes.labelcolor": SOFT, "xtick.color": SOFT, "ytick.color": INK, "text.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False, "axes.grid": True,
    "axes.grid.axis": "x", "grid.color": GRID, "grid.linewidth": 0.8, "axes.axisbelow": True, "ytick.left": False,
}


def shorten(name: str) -> str:
    """Return a label that fits beside a picture."""
    return name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME - 1] + "…"


def _svg(figure: Figure, salt: str, label: str) -> str:
    """Return a figure as SVG for inlining: ids of its own, CSS colours, a label for those who cannot see it."""
    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg"):]
    text = re.sub(r"\b(id=\"|url\(#|xlink:href=\"#)", lambda match: f"{match[0]}{salt}-", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', f'role="img" aria-label="{label}"', text, count=1)
    text = re.sub(r"font: ([^;\"]*?)'DejaVu Sans'[^;\"]*", r"font: \1system-ui, sans-serif", text)
    for stand_in, variable in CSS.items():
        text = text.replace(stand_in, variable)
    return text


def _forest_axes(n_rows: int):
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.75 + 0.34 * n_rows), layout="constrained")
        axes = figure.add_subplot()
    axes.set_ylim(n_rows - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def _bar(axes, at: float, estimate: Estimate, colour: str, size: float = 6) -> None:
    """Draw one estimate with its interval, in percent; nothing where there is none."""
    if estimate.value is None:
        return
    if estimate.low is not None and estimate.high is not None:
        axes.plot([100 * estimate.low, 100 * estimate.high], [at, at], color=colour, linewidth=2.2,
                  solid_capstyle="butt")
    axes.plot([100 * estimate.value], [at], "o", color=colour, markersize=size)


def worth_picture(figures: Figures) -> str:
    """Draw what splice is worth: all of it, each card's, and against each opponent."""
    groups: list[tuple[str, Sequence[tuple[str, Estimate]]]] = [
        ("", [("all splices", figures.difference.estimate)]),
        ("one card's splice", [(card.card, card.difference) for card in figures.cards]),
        ("all splices, against", [(row.opponent, row.difference) for row in figures.opponents]),
    ]
    rows: list[tuple[str, Estimate | None]] = []
    for title, members in groups:
        rows += ([(title, None)] if title and members else []) + list(members)
    figure, axes = _forest_axes(len(rows))
    axes.axvline(0, color=INK, linewidth=1)
    for at, (_, estimate) in enumerate(rows):
        if estimate is not None:
            _bar(axes, at, estimate, FIRST, 8 if at == 0 else 6)
    axes.set_yticks(range(len(rows)), [shorten(name) for name, _ in rows])
    for label, (_, estimate) in zip(axes.get_yticklabels(), rows):
        if estimate is None:
            label.set_color(SOFT)
            label.set_fontstyle("italic")
    axes.set_xlabel("points of win rate")
    return _svg(figure, "worth", "What splice is worth, with 95 percent intervals")


def rates_picture(figures: Figures) -> str:
    """Draw win rates with splice and without: overall and against each opponent."""
    rows = [("all opponents", figures.on, figures.off), *((row.opponent, row.on, row.off) for row in figures.opponents)]
    figure, axes = _forest_axes(len(rows))
    axes.axvline(50, color=INK, linewidth=1)
    for at, (_, on, off) in enumerate(rows):
        _bar(axes, at - 0.14, on, FIRST)
        _bar(axes, at + 0.14, off, SECOND)
    axes.set_yticks(range(len(rows)), [shorten(name) for name, _, _ in rows])
    axes.set_xlabel("games won, %")
    return _svg(figure, "rates", "Win rates with splice and without, with 95 percent intervals")


def turns_picture(figures: Figures) -> str:
    """Draw the distribution of game length with splice and without."""
    with matplotlib.rc_context(STYLE | {"axes.grid.axis": "y", "ytick.color": SOFT}):
        figure = Figure(figsize=(WIDTH, 2.6), layout="constrained")
        axes = figure.add_subplot()
    for arm, colour in ((ON, FIRST), (OFF, SECOND)):
        games = figures.turns[arm]
        total = sum(games.values())
        if not total:
            continue
        span = range(min(games), max(games) + 2)
        axes.step(span, [100 * games.get(turn, 0) / total for turn in span], where="mid", color=colour, linewidth=2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("turns of both players")
    axes.set_ylabel("games, %")
    return _svg(figure, "turns", "Distribution of the length of games with splice and without")
