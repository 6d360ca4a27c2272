"""Lists written in the format of a program; reading the text again gives the same entries.

    arena   headings Commander, Companion, Deck, Sideboard; set and number as far as the list had them
    mtgo    text: the deck, a blank line, SIDEBOARD: and the rest; halves of a split card with one slash
    dek     MTGO's XML; its catalogue numbers are not known here and written as 0
    dck     Forge
    cod     Cockatrice
    csv     Count, Name, Section, Edition, Collector Number, Foil
    json    the project's own

MTGO and .dek have no place for a commander or a companion: these stand in the deck and the sideboard.
Cards that are no part of the deck (a maybeboard) are written to csv and json only.
"""
from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from xml.sax.saxutils import escape, quoteattr

from decks.reading.listing import OUTSIDE, SECTIONS, Entry

FLAT = {"main": "main", "commander": "main", "sideboard": "sideboard", "companion": "sideboard"}


def write_list(entries: Iterable[Entry], to: str, title: str = "") -> str:
    """The entries as text of one of FORMATS."""
    entries = list(entries)
    return FORMATS[to](entries, title)


def _of(entries: list[Entry], section: str, flat: bool = False) -> list[Entry]:
    found = [entry for entry in entries if (FLAT.get(entry.section) if flat else entry.section) == section]
    if flat and section == "sideboard":          # a companion that the sideboard holds as well is one card
        held = {entry.name for entry in found if entry.section == "sideboard"}
        found = [entry for entry in found if entry.section == "sideboard" or entry.name not in held]
    return found


def _arena(entries: list[Entry], title: str) -> str:
    parts = [f"About\nName {title}"] if title else []
    for section, heading in zip(("commander", "companion", "main", "sideboard"),
                                ("Commander", "Companion", "Deck", "Sideboard")):
        lines = []
        for entry in _of(entries, section):
            printing = f" ({entry.set_code}) {entry.number}".rstrip() if entry.set_code else ""
            lines.append(f"{entry.count} {entry.name}{printing}{' *F*' if entry.foil else ''}")
        parts += ["\n".join((heading, *lines))] if lines else []
    return "\n\n".join(parts) + "\n"


def _mtgo(entries: list[Entry], title: str) -> str:
    parts = [[f"{entry.count} {entry.name.replace(' // ', '/')}" for entry in _of(entries, section, flat=True)]
             for section in ("main", "sideboard")]
    return "\n".join([*parts[0], *(["", "SIDEBOARD:", *parts[1]] if parts[1] else [])]) + "\n"


def _dek(entries: list[Entry], title: str) -> str:
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<Deck>", "  <NetDeckID>0</NetDeckID>",
             "  <PreconstructedDeckID>0</PreconstructedDeckID>"]
    for section in ("main", "sideboard"):
        for entry in _of(entries, section, flat=True):
            lines.append(f'  <Cards CatID="0" Quantity="{entry.count}" Sideboard="{str(section != "main").lower()}" '
                         f'Name={quoteattr(entry.name.replace(" // ", "/"))} Annotation="0" />')
    return "\n".join([*lines, "</Deck>"]) + "\n"


def _dck(entries: list[Entry], title: str) -> str:
    lines = ["[metadata]", f"Name={title}"]
    for section, heading in zip(SECTIONS, ("Main", "Sideboard", "Commander", "Companion")):
        cards = _of(entries, section)
        lines += [f"[{heading}]"] if cards or section == "main" else []
        for entry in cards:
            printing = f"|{entry.set_code}" if entry.set_code else ""
            printing += f"|{entry.number}" if entry.set_code and entry.number else ""
            lines.append(f"{entry.count} {entry.name}{'+' if entry.foil and printing else ''}{printing}")
    return "\n".join(lines) + "\n"


def _cod(entries: list[Entry], title: str) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">',
             f"    <deckname>{escape(title)}</deckname>", "    <comments></comments>"]
    for section, zone in zip(SECTIONS, ("main", "side", "commander", "companion")):
        cards = _of(entries, section)
        lines += [f'    <zone name="{zone}">'] if cards else []
        for entry in cards:
            printing = f" setShortName={quoteattr(entry.set_code)}" if entry.set_code else ""
            printing += f" collectorNumber={quoteattr(entry.number)}" if entry.number else ""
            lines.append(f'        <card number="{entry.count}" name={quoteattr(entry.name)}{printing}/>')
        lines += ["    </zone>"] if cards else []
    return "\n".join([*lines, "</cockatrice_deck>"]) + "\n"


def _csv(entries: list[Entry], title: str) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("Count", "Name", "Section", "Edition", "Collector Number", "Foil"))
    for entry in entries:
        section = "maybeboard" if entry.section == OUTSIDE else entry.section
        rows.writerow((entry.count, entry.name, section, entry.set_code, entry.number, "foil" if entry.foil else ""))
    return text.getvalue()


def _json(entries: list[Entry], title: str) -> str:
    tree: dict[str, object] = {"name": title} if title else {}
    for section in (*SECTIONS, OUTSIDE):
        cards = [{"count": entry.count, "name": entry.name}
                 | ({"set": entry.set_code} if entry.set_code else {})
                 | ({"number": entry.number} if entry.number else {}) | ({"foil": True} if entry.foil else {})
                 for entry in _of(entries, section)]
        tree |= {section: cards} if cards or section == "main" else {}
    return json.dumps(tree, indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[list[Entry], str], str]] = {
    "arena": _arena, "mtgo": _mtgo, "dek": _dek, "dck": _dck, "cod": _cod, "csv": _csv, "json": _json}
