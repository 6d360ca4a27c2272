"""One self-contained HTML file that answers a `value` study: opens offline, needs nothing."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from experiments import plots
from experiments.analysis import Figures
from experiments.errors import BadInput
from experiments.store import StoredStudy
from experiments.terminal import ENDINGS
from experiments.value import interval, p_text, percent, replaced_lines, sentence


def write_report(study: StoredStudy, figures: Figures, results: Path, path: Path) -> None:
    """Write the report of a study.

    Raises BadInput when the file cannot be written.
    """
    text = html(study, figures, results)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def html(study: StoredStudy, figures: Figures, results: Path) -> str:
    """Return the page as text."""
    environment = Environment(loader=PackageLoader("experiments"), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(percent=percent, interval=interval, p_text=p_text)
    return environment.get_template("report.html").render(
        sentence=sentence(figures), replaced=replaced_lines(study.settings),
        study=study, figures=figures, results=results, endings=ENDINGS,
        unscored=sum(figures.unscored_games.values()), grid=onto_grid(figures), opponents=_opponents(study),
        worth=plots.worth_picture(figures), rates=plots.rates_picture(figures), turns=plots.turns_picture(figures))


def onto_grid(figures: Figures) -> dict[str, Any]:
    """Return the host × spliced-card table: guests, and for each host its counts, most used first.

    `shade` of a cell is its count as a whole percentage of the largest.
    """
    guests: dict[str, int] = {}
    hosts: dict[str, dict[str, int]] = {}
    for row in figures.onto:
        guests[row.guest] = guests.get(row.guest, 0) + row.times
        hosts.setdefault(row.host, {})[row.guest] = row.times
    columns = sorted(guests, key=lambda name: (-guests[name], name))
    most = max((row.times for row in figures.onto), default=1)
    lines = []
    for host in sorted(hosts, key=lambda name: (-sum(hosts[name].values()), name)):
        counts = [hosts[host].get(guest, 0) for guest in columns]
        lines.append({"host": host, "total": sum(counts),
                      "cells": [{"times": n, "shade": round(100 * n / most)} for n in counts]})
    return {"guests": columns, "rows": lines}


def _opponents(study: StoredStudy) -> list[str]:
    return [name for name, _ in study.spec["arms"][0]["field"]]
