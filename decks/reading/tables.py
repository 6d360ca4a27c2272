"""Lists as tables: CSV with a line of column names (Moxfield, Archidekt, Deckbox, MTGO; also ; and tab)."""
from __future__ import annotations

import csv
import io
import re

from decks.errors import nearest
from decks.names import folded
from decks.reading.headings import section_of
from decks.reading.listing import OUTSIDE, Entry, Listing

COLUMNS = {
    "count": ("count", "quantity", "qty", "amount", "copies", "anzahl", "quantite"),
    "name": ("name", "card", "card name", "cardname", "kartenname", "nom"),
    "section": ("section", "board", "zone", "category", "categories", "sideboarded", "sideboard"),
    "set": ("set", "edition", "set code", "edition code", "setcode"),
    "number": ("collector number", "card number", "collector #", "number", "collectornumber"),
    "foil": ("foil", "finish", "premium", "printing"),
}
COLUMN_OF = {word: column for column, words in COLUMNS.items() for word in words}


def delimiter_of(text: str) -> str:
    """The sign between the cells, when the first line with anything in it names the columns; else ""."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    for sign in ",;\t":
        columns = [COLUMN_OF.get(_plain(cell)) for cell in first.split(sign)]
        if "name" in columns and (len(columns) > 1 and "count" in columns):
            return sign
    return ""


def _plain(cell: str) -> str:
    return folded(cell.strip().strip('"'))


def read_table(text: str, listing: Listing) -> None:
    """Read a table into `listing`."""
    rows = csv.reader(io.StringIO(text), delimiter=delimiter_of(text), strict=False)
    columns: dict[str, int] = {}
    line = 1
    try:
        for cells in rows:
            if any(cell.strip() for cell in cells):
                if not columns:
                    columns = _columns(cells, listing, line)
                else:
                    _row(cells, columns, line, listing)
            line = rows.line_num + 1
    except csv.Error as error:
        listing.problem(line, f"not CSV: {error}")


def _columns(cells: list[str], listing: Listing, line: int) -> dict[str, int]:
    """Where each column is; of two that mean the same (name, set) the first counts."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = COLUMN_OF.get(_plain(cell))
        if column:
            found.setdefault(column, at)
            if column == "section":
                found.setdefault("yes or no", at) if _plain(cell).startswith("sideboard") else None
    listing.fates[line] = "heading"
    return found


def _row(cells: list[str], columns: dict[str, int], line: int, listing: Listing) -> None:
    def cell(column: str) -> str:
        at = columns.get(column, len(cells))
        return cells[at].strip() if at < len(cells) else ""

    name, count = cell("name"), cell("count")
    if not name:
        listing.problem(line, f"no card name in the row \"{' '.join(','.join(cells).split())}\"")
        return
    if not re.fullmatch(r"[+-]?\d{1,9}", count):
        listing.problem(line, f'"{count}" is not a count of {name}')
        return
    section, label = "main", ""
    if "yes or no" in columns:
        said = cell("section").casefold()
        if said not in ("", "yes", "no", "true", "false", "0", "1"):
            listing.problem(line, f'"{said}" does not say whether {name} is in the sideboard; yes or no')
            return
        section = "sideboard" if said in ("yes", "true", "1") else "main"
    else:
        for category in re.split(r"[,;]", cell("section")):
            found = section_of(category)
            if found and found != "about":
                section, label = found, category.strip()
                break
        else:
            _unclear_section(cell("section"), name, line, listing)
    foil = cell("foil").casefold() not in ("", "no", "false", "0", "normal", "nonfoil", "regular")
    listing.add(Entry(int(count), " ".join(name.split()), line, section, label if section == OUTSIDE else "",
                      cell("set").upper() if len(cell("set")) <= 6 else "", cell("number"), foil))


def _unclear_section(word: str, name: str, line: int, listing: Listing) -> None:
    """Say of a section that nearly is a known one that it is read as a group of the main deck."""
    near = nearest(folded(word), ("sideboard", "maybeboard", "commander", "companion")) if word else ""
    if near:
        listing.note(line, f'"{word}" of {name} is no section that is known (nearest: {near}); read as main deck')
