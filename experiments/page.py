"""An answer as it is shown: one sentence, then sections of tables, pictures and notes.

A study writes it once; `experiments.terminal` prints it, `experiments.report` makes a page of it.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Row = Sequence[str]


@dataclass(frozen=True)
class Table:
    """left: columns flush left. note: what the reader must know of it. first: rows that a terminal shows.

    shade: for each row the darkness (0 to 1) of its cells after the first column, for heat maps; the sign tells
    one colour from the other. title: over it, where a section has several.
    """

    head: Row
    rows: Sequence[Row]
    left: int = 1
    note: str = ""
    first: int | None = None
    shade: Sequence[Sequence[float]] | None = None
    title: str = ""


@dataclass(frozen=True)
class Picture:
    """draw: returns inline SVG. key: what its first and second colour stand for."""

    draw: Callable[[], str]
    note: str = ""
    key: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """Parts under a title: tables, pictures, texts. `on_terminal` is false for what only a page has room for."""

    title: str
    parts: Sequence[Table | Picture | str]
    on_terminal: bool = True


@dataclass(frozen=True)
class Page:
    """title: of the browser's window. about: what was played. alarms: what must be read before the answer.

    ok: false when the instrument is broken, so that nothing else can be trusted.
    """

    title: str
    about: str
    sentence: str
    sections: Sequence[Section]
    alarms: tuple[str, ...] = ()
    ok: bool = True
