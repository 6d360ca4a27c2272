"""Bytes as text: byte order marks, older encodings, invisible characters."""
from __future__ import annotations

import re

from decks.reading.listing import Listing

WIDE = (b"\xff\xfe", b"\xfe\xff")
LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def decode(data: bytes, listing: Listing) -> str | None:
    """The text of a file, with plain line ends; None when it is none, which `listing` then says."""
    if not data.strip():
        listing.problem(1, "the file is empty")
        return None
    wide = data.startswith(WIDE)
    if b"\0" in data and not wide:
        listing.problem(1, "a binary file, not a deck list")
        return None
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[:error.start].count(b"\n") + 1
        if wide:
            listing.problem(1, "starts like UTF-16 text but is none")
            return None
        text = data.decode("cp1252", errors="replace")
        listing.note(line, "not UTF-8; read as Windows-1252 (Latin)")
    text = LINE_ENDS.sub("\n", text)
    found = INVISIBLE.search(text)
    if found:
        listing.note(text.count("\n", 0, found.start()) + 1, "invisible characters are left out")
        text = INVISIBLE.sub("", text)
    return text
