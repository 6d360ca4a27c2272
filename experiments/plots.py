"""Pictures of a report as inline SVG that follows the page's colours, light or dark.

matplotlib draws with stand-in colours, which are then replaced by CSS variables; texts
stay text. Figures are narrow, so that they are readable on a phone.
"""
from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from experiments.statistics import Estimate

INK, SOFT, GRID, FIRST, SECOND = "#010203", "#010204", "#010205", "#010206", "#010207"
CSS = {INK: "var(--ink)", SOFT: "var(--soft)", GRID: "var(--rule)", FIRST: "var(--first)", SECOND: "var(--second)"}
WIDTH = 4.9                  # inches; at 10 point text
LONGEST_NAME = 26            # characters of a label

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
    with matplotlib.rc_context({"svg.hashsalt": salt}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")        # texts stay text: the browser has the letter
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
    """Draw one estimate with its interval, in percent: hollow where there is no interval, nothing without a value."""
    if estimate.value is None:
        return
    sure = estimate.low is not None and estimate.high is not None
    if estimate.low is not None and estimate.high is not None:
        axes.plot([100 * estimate.low, 100 * estimate.high], [at, at], color=colour, linewidth=2.2,
                  solid_capstyle="butt")
    axes.plot([100 * estimate.value], [at], "o", color=colour, markersize=size, fillstyle="full" if sure else "none")


Rows = Sequence[tuple[str, Estimate | None]]         # label and estimate; None: a title


def forest(rows: Rows, axis: str, salt: str, label: str, line: float = 0.0, second: Rows = ()) -> str:
    """Draw estimates of shares below each other, the first larger where a line of all comes first.

    line: the share where nothing is gained. second: other estimates of the same rows, in the second colour.
    """
    figure, axes = _forest_axes(len(rows))
    axes.axvline(100 * line, color=INK, linewidth=1)
    shift = 0.14 if second else 0.0
    for at, (_, estimate) in enumerate(rows):
        if estimate is not None:
            _bar(axes, at - shift, estimate, FIRST)
    for at, (_, estimate) in enumerate(second):
        if estimate is not None:
            _bar(axes, at + shift, estimate, SECOND)
    axes.set_yticks(range(len(rows)), [shorten(name) for name, _ in rows])
    for tick, (_, estimate) in zip(axes.get_yticklabels(), rows):
        if estimate is None:
            tick.set_color(SOFT)
            tick.set_fontstyle("italic")
    axes.set_xlabel(axis)
    return _svg(figure, salt, label)


def distributions(counts: Sequence[dict[int, int]], axis: str, salt: str, label: str) -> str:
    """Draw one or two distributions of a whole number, value -> games, as steps."""
    figure, axes = _upright_axes()
    for games, colour in zip(counts, (FIRST, SECOND)):
        total = sum(games.values())
        if total:
            span = range(min(games) - 1, max(games) + 2)
            axes.step(span, [100 * games.get(turn, 0) / total for turn in span], where="mid", color=colour, linewidth=2)
    axes.set_ylim(bottom=0)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(axis)
    axes.set_ylabel("games, %")
    return _svg(figure, salt, label)


Curve = tuple[str, dict[int, Estimate]]              # its name, turn -> share


def risen(first: Sequence[Curve], second: Sequence[Curve], axis: str, salt: str, label: str) -> str:
    """Draw shares that rise from turn to turn with bands of intervals: two colours, each in three strokes at most."""
    figure, axes = _upright_axes(3.4)
    for colour, curves in ((FIRST, first), (SECOND, second)):
        for stroke, (name, shares) in zip(("-", "--", ":"), curves):
            at = [turn for turn, each in shares.items() if each.low is not None]
            axes.fill_between(at, [100 * (shares[turn].low or 0) for turn in at],
                              [100 * (shares[turn].high or 0) for turn in at], color=colour, alpha=0.14, linewidth=0)
            axes.plot(at, [100 * (shares[turn].value or 0) for turn in at], stroke, color=colour, linewidth=2,
                      label=name)
    axes.set_ylim(0, 100)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(axis)
    axes.set_ylabel("games, %")
    figure.legend(loc="outside upper left", ncols=2, frameon=False, handlelength=2.6, labelcolor=INK)
    return _svg(figure, salt, label)


def curve(names: Sequence[str], estimates: Sequence[Estimate], axis: str, unit: str, salt: str, label: str,
          line: float | None = None, mark: int | None = None, scale: float = 100) -> str:
    """Draw a curve with the band of its intervals over named values.

    line: a level to compare with. mark: the value that is printed on the card.
    """
    figure, axes = _upright_axes()
    at = [k for k, each in enumerate(estimates) if each.value is not None]
    band = [k for k in at if estimates[k].low is not None]
    axes.fill_between(band, [scale * (estimates[k].low or 0) for k in band],
                      [scale * (estimates[k].high or 0) for k in band], color=FIRST, alpha=0.18, linewidth=0)
    axes.plot(at, [scale * (estimates[k].value or 0) for k in at], "o-", color=FIRST, linewidth=2, markersize=5)
    if mark is not None and estimates[mark].value is not None:
        axes.plot([mark], [scale * (estimates[mark].value or 0)], "o", color=FIRST, markersize=11, fillstyle="none",
                  markeredgewidth=1.6)
    if line is not None:
        axes.axhline(scale * line, color=SECOND, linewidth=1.4, linestyle="--")
    axes.set_xticks(range(len(names)), [shorten(name) for name in names])
    axes.set_xlabel(axis)
    axes.set_ylabel(unit)
    return _svg(figure, salt, label)


def _upright_axes(height: float = 2.8) -> Any:
    with matplotlib.rc_context(STYLE | {"axes.grid.axis": "y", "ytick.color": SOFT}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        return figure, figure.add_subplot()
