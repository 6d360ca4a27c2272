"""A plan of sideboarding in a file: a line for each opponent, written before anything is played.

    vs kbc_white_weenie: -2 Psychic Puppetry +2 Pyroclasm
    vs *: -1 The Unspeakable +1 Hinder

Names are those of a list, in any language; `*` stands for any opponent without a line of its own; after `#` or `//`
comes a remark.
"""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.errors import BadInput, nearest, one_line

ANYBODY = "*"
_LINE = re.compile(r"vs\s+([^:]+?)\s*:(.*)", re.IGNORECASE)
_CHANGE = re.compile(r"(?:^|(?<=[\s,]))([+\-−])\s*(\d+)\s*x?\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Plan:
    """Changes by opponent, definition -> copies more or fewer, and the lines as they were understood."""

    changes: dict[str, dict[int, int]]
    path: str

    def against(self, opponent: str) -> dict[int, int]:
        """Return the changes against a deck. Raises BadInput when no line is about it."""
        for name in (opponent.casefold(), ANYBODY):
            if name in self.changes:
                return self.changes[name]
        raise BadInput(f"{self.path}: no line for {opponent!r} and none for {ANYBODY}; it has lines for "
                       f"{', '.join(self.changes) or 'nobody'}{nearest(opponent, self.changes)}")


def load_plan(path: str, listed: Any, pool: Any) -> Plan:
    """Return the plan of a file for a DeckList.

    Raises BadInput, one line with file and line, for the first thing that cannot be carried out.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8 text'})") from None
    changes: dict[str, dict[int, int]] = {}
    for number, line in enumerate(lines, 1):
        text = re.split(r"#|//", line)[0].strip()
        if not text:
            continue
        where = f"{path}:{number}"
        found = _LINE.fullmatch(text)
        if not found:
            raise BadInput(f"{where}: {text[:60]!r} does not fit; write: vs DECK: -2 NAME +2 NAME")
        opponent = found[1].casefold()
        if opponent in changes:
            raise BadInput(f"{where}: a second line for {found[1]!r}")
        changes[opponent] = _changes(where, found[2].strip(), listed, pool)
    if not changes:
        raise BadInput(f"{path}: no line; write: vs DECK: -2 NAME +2 NAME")
    return Plan(changes, path)


def _changes(where: str, text: str, listed: Any, pool: Any) -> dict[int, int]:
    """Return the changes that a line asks for, checked against the list."""
    from agents.sideboarding import fault

    main, sideboard = dict(listed.main), dict(listed.sideboard)
    pieces = _CHANGE.split(text)
    if pieces[0].strip():
        raise BadInput(f"{where}: {pieces[0].strip()[:60]!r}: a change begins with a sign and a number, -2 NAME")
    changes: Counter[int] = Counter()
    for sign, count, name in zip(pieces[1::3], pieces[2::3], pieces[3::3]):
        name = name.strip(" ,")
        try:
            card = pool.find(name)
        except LookupError as error:
            raise BadInput(f"{where}: {one_line(error)}") from None
        if card not in (sideboard if sign == "+" else main):
            part = "sideboard" if sign == "+" else "main deck"
            names = [pool.name(each) for each in (sideboard if sign == "+" else main)]
            raise BadInput(f"{where}: {pool.name(card)} is not in the {part} of {listed.name}{nearest(name, names)}")
        changes[card] += int(count) if sign == "+" else -int(count)
    card, wrong = fault(main, sideboard, dict(changes))
    if wrong:
        raise BadInput(f"{where}: {wrong if card is None else f'{pool.name(card)}: {wrong}'}")
    return {card: n for card, n in changes.items() if n}
