"""Deck lists of many programs, read and written; one file a family of formats.

    text.py     Arena, MTGO .txt, Moxfield, Archidekt, Deckstats, Forge and XMage .dck, plain text
    tables.py   CSV of Moxfield, Archidekt, Deckbox, MTGO
    xml.py      MTGO .dek, Cockatrice .cod
    json.py     the project's own JSON
    writing.py  all of these, the other way

What a file is, is seen from its content, not its ending. Nothing here knows a card: whether
something is a card's name is asked of `is_name`.
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from decks.reading.decoding import decode
from decks.reading.json import read_json
from decks.reading.listing import OUTSIDE, SECTIONS, Entry, Listing
from decks.reading.tables import delimiter_of, read_table
from decks.reading.text import read_text
from decks.reading.xml import read_xml

__all__ = ["OUTSIDE", "SECTIONS", "Entry", "Listing", "read_bytes", "read_file"]


def read_file(path: Path, is_name: Callable[[str], bool]) -> Listing:
    """Read a list; what is wrong with it is in `problems` of the answer, never raised (an OSError is)."""
    return read_bytes(path.read_bytes(), is_name)


def read_bytes(data: bytes, is_name: Callable[[str], bool]) -> Listing:
    """Read the bytes of a list of any format."""
    listing = Listing()
    text = decode(data, listing)
    if text is None:
        return listing
    start = text.lstrip()[:1]
    if start == "<":
        read_xml(text, listing)
    elif start == "{":
        read_json(text, listing)
    elif delimiter_of(text):
        read_table(text, listing)
    else:
        read_text(text, listing, is_name)
    return listing
