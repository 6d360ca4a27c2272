"""Lists in lines of text: a count, a name, and what a program puts around them.

    4 Glacial Ray                         plain; also 4x, "Glacial Ray x4", "Glacial Ray (4)"; no count is one
    4 Glacial Ray (CHK) 168 *F*           Arena, Moxfield: set, collector number, foil mark
    1x Hinder (chk) 65 [Sideboard] ^a,#fff^    Archidekt: categories, colour tags
    4 [CHK:168] Glacial Ray               XMage; and 4 [CHK] Glacial Ray
    4 [CHK] Mountain (1)                  Magic Workstation: which picture
    4 Glacial Ray|CHK|1                   Forge; a + after the name is foil
    1 Glacial Ray *F* *CMDR*              TappedOut: foil, the commander
    SB: 2 Hinder                          one card of the sideboard
    // a comment; so is what follows # or //

Headings part the sections, however they are marked and wherever they stand. In a list that has no section
heading and no `SB:` line, what follows the only blank line between cards is the sideboard when it is at most 15
cards and at least 60 stand before it; any other blank lines part nothing.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from decks.reading.headings import section_of
from decks.reading.listing import OUTSIDE, Entry, Listing

MAIN_LEAST, SIDEBOARD_MOST = 60, 15
PREFIX = re.compile(r"(?P<word>SB|CMDR|COMMANDER|COMPANION)\s*:\s*(?=\S)", re.IGNORECASE)
PREFIX_SECTION = {"SB": "sideboard", "CMDR": "commander", "COMMANDER": "commander", "COMPANION": "companion"}
ABOUT = re.compile(r"(NAME|DECK NAME|TITLE|AUTHOR|FORMAT|EVENT|PLAYER|LAYOUT \w+)\s*[:=].*", re.IGNORECASE)
ADDRESS = re.compile(r"(https?://|www\.)\S+$", re.IGNORECASE)
BULLET = re.compile(r"[•·*–-]\s+(?=\d)")
COUNT = re.compile(r"\[?(?P<count>[+-]?\d+)\]?\s*(?:[xX×*]\s+|[xX×](?=[^\Wx])|\s+)(?=\S)")
COUNT_AFTER = re.compile(r"\s*(?:\s[xX×*]\s*(?P<n>\d+)|\((?P<m>\d+)\))$")
SET = r"[A-Za-z0-9_]{2,6}"
SET_BEFORE = re.compile(rf"\[(?P<set>{SET})(?:[:#](?P<number>[^\]\s]+))?\]\s*(?=\S)")
BAR = re.compile(rf"(?P<name>[^|]+?)(?P<foil>\+?)\|(?P<set>{SET})?(?:\|(?P<number>[^|]*))?(?:\|.*)?$")
FOIL = re.compile(r"\s*(?:\*(?:F|E|foil|etched)\*|\((?:F|foil|etched)\)|<(?:foil|etched)>)$", re.IGNORECASE)
COLOUR_TAG = re.compile(r"\s*\^[^^]*\^$")
COMMANDER = re.compile(r"\s*\*CMDR\*$", re.IGNORECASE)
STOP = re.compile(r"\s*[,;]+$")
HASH = re.compile(r"\s+#(?P<tag>.*)$")
IN_BRACKETS = re.compile(r"\s*\[(?P<text>[^\[\]]*)\](?:\s+(?P<number>\d\S*))?$")
IN_PARENTHESES = re.compile(rf"\s*\((?P<set>{SET}|\d)\)(?:\s+(?P<number>[^\s()\[\]]+))?$")
REMARK = re.compile(r"\s+//\s*(?P<text>.*)$")


@dataclass(frozen=True)
class _Line:
    """One line taken apart. kind: "blank", "comment", "heading", "about", "card" or "problem"."""

    kind: str
    text: str = ""
    section: str | None = None       # that a heading begins, or that the line itself names
    entry: Entry | None = None


def read_text(text: str, listing: Listing, is_name: Callable[[str], bool]) -> None:
    """Read lines of text into `listing`."""
    lines: list[_Line] = []
    about = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = _take_apart(" ".join(raw.split()), number, about, listing, is_name)
        about = line.section == "about" if line.kind == "heading" else about
        lines.append(line)
    headed = any(line.section for line in lines if line.kind in ("heading", "card"))
    blank_at = 0 if headed else _sideboard_break(lines, listing)
    section, label = "main", ""
    for number, line in enumerate(lines, 1):
        if number == blank_at:
            section = "sideboard"
            listing.note(number, "the cards after this blank line are read as the sideboard")
        if line.kind == "heading":
            if line.section:
                section, label = line.section, line.text
        elif line.entry:
            where = line.section or section
            listing.add(replace(line.entry, section="main" if where == "about" else where,
                                label=label if where == section else ""))
        if line.kind not in ("blank", "card", "problem"):
            listing.fates[number] = line.kind
    if not headed and not blank_at:
        _warn_of_hidden_sideboard(lines, listing)


def _take_apart(text: str, number: int, about: bool, listing: Listing, is_name: Callable[[str], bool]) -> _Line:
    if not text:
        return _Line("blank")
    section = None if is_name(text) else section_of(text)
    comment = text.startswith(("//", "#"))
    if section is not None and (section or not comment):
        return _Line("heading", text.strip(" =-*#~_/[]:"), section)
    if comment:
        return _Line("comment")
    if about or (ABOUT.fullmatch(text) and not is_name(text)):
        named = re.fullmatch(r"name\s*[ :=]\s*(.*)", text, re.IGNORECASE)
        listing.title = named[1] if named else listing.title
        return _Line("about")
    if ADDRESS.match(text):
        listing.problem(number, f'"{text}" is an address, not a list: paste the list itself')
        return _Line("problem")
    prefix = PREFIX.match(text)
    own = PREFIX_SECTION[prefix["word"].upper()] if prefix else None
    entry, tagged = card_line(text[prefix.end():] if prefix else text, number, listing, is_name)
    if not entry.name:
        listing.problem(number, f'"{text}" is not "count name", like "4 Glacial Ray"')
        return _Line("problem")
    return _Line("card", section=tagged or own, entry=entry)


def card_line(text: str, number: int, listing: Listing, is_name: Callable[[str], bool]) -> tuple[Entry, str | None]:
    """Take a card's line apart: the entry, and the section that the line itself names or None.

    The longest text that is a card's name is the name; only what is left over is taken for a mark.
    """
    if is_name(text):
        return Entry(1, text, number), None
    text = BULLET.sub("", text, count=1)
    match = COUNT.match(text)
    count, rest = (int(match["count"]), text[match.end():].strip()) if match else (None, text)
    facts: dict[str, str] = {}
    section: str | None = None
    if not is_name(rest) and (match := SET_BEFORE.match(rest)):
        facts, rest = {"set": match["set"], "number": match["number"] or ""}, rest[match.end():]
    while not is_name(rest):
        before = rest
        if match := FOIL.search(rest):
            facts["foil"] = "yes"
        elif match := COMMANDER.search(rest):
            section = "commander"
        elif match := COLOUR_TAG.search(rest) or STOP.search(rest):
            pass
        elif match := HASH.search(rest):
            section = _section_of_tag(match["tag"]) or section
        elif count is None and (match := COUNT_AFTER.search(rest)):
            count = int(match["n"] or match["m"])
        elif match := IN_BRACKETS.search(rest):
            section = _bracket(match, facts) or section
        elif match := IN_PARENTHESES.search(rest):
            numeric = match["set"].isdigit() and not match["number"]
            facts |= {"number": match["set"]} if numeric else {"set": match["set"], "number": match["number"] or ""}
        elif match := BAR.match(rest):
            facts |= {"set": match["set"] or "", "number": match["number"] or ""}
            facts |= {"foil": "yes"} if match["foil"] else {}
            rest = match["name"].strip()
            continue
        elif (match := REMARK.search(rest)) and _is_remark(rest[:match.start()], match["text"], is_name):
            if match["text"][:1].isupper():
                listing.note(number, f'"// {match["text"]}" is read as a comment')
        if not match:
            break
        rest = rest[:match.start()].strip()
        if rest == before:
            break
    entry = Entry(1 if count is None else count, rest, number, set_code=facts.get("set", "").upper(),
                  number=facts.get("number", ""), foil="foil" in facts)
    return entry, section


def _is_remark(left: str, remark: str, is_name: Callable[[str], bool]) -> bool:
    """Whether "left // remark" is a name and a comment, not the two halves of a name that nobody knows."""
    plain = IN_PARENTHESES.sub("", FOIL.sub("", left)).strip()
    return is_name(plain) or not remark[:1].isupper()


def _bracket(match: re.Match[str], facts: dict[str, str]) -> str | None:
    """Take a set code or categories in brackets; the section that they name."""
    text = match["text"]
    if re.fullmatch(SET, text) and section_of(text) is None:
        facts |= {"set": text, "number": match["number"] or ""}
        return None
    for category in text.split(","):
        section = section_of(re.sub(r"\{.*?\}", "", category))
        if section and section != "about":
            return section
    return OUTSIDE if "{nodeck}" in text.replace(" ", "").lower() else None


def _section_of_tag(tag: str) -> str | None:
    """The section that a tag like "#!Commander" names; other tags are remarks."""
    section = section_of(tag.strip()[1:]) if tag.strip().startswith("!") else None
    return section if section in ("commander", "companion", "sideboard", OUTSIDE) else None


def _counts(lines: list[_Line]) -> list[int]:
    return [max(line.entry.count, 0) if line.entry else 0 for line in lines]


def _sideboard_break(lines: list[_Line], listing: Listing) -> int:
    """Number of the only blank line between cards, where that parts a deck from a sideboard; else 0."""
    counts = _counts(lines)
    filled = [at for at, n in enumerate(counts) if n]
    blanks = [at for at, line in enumerate(lines) if line.kind == "blank" and filled and filled[0] < at < filled[-1]]
    if not blanks or blanks[-1] - blanks[0] != len(blanks) - 1:          # several in a row are one
        return 0
    before, after = sum(counts[:blanks[0]]), sum(counts[blanks[0]:])
    if before <= SIDEBOARD_MOST and after >= MAIN_LEAST:
        listing.note(blanks[0] + 1, f"the {before} cards before this blank line look like a sideboard and are read as "
                                    "main deck; the line Sideboard before them would say so")
    return blanks[0] + 1 if after <= SIDEBOARD_MOST and before >= MAIN_LEAST else 0


def _warn_of_hidden_sideboard(lines: list[_Line], listing: Listing) -> None:
    """Say that the last 15 cards may be a sideboard that nothing marks."""
    counts = _counts(lines)
    tail = 0
    for at in range(len(lines) - 1, -1, -1):
        tail += counts[at]
        if tail == SIDEBOARD_MOST and sum(counts) - tail >= MAIN_LEAST and counts[at]:
            listing.note(at + 1, f"{sum(counts)} cards and no sideboard marked: all are read as main deck; if the last "
                                 "15 are the sideboard, put the line Sideboard before this one")
            return
