"""Plain-text deck lists: one line a card, every line used or reported.

    // a comment; so is what follows # or //
    4 Glacial Ray
    4x Reach Through Mists
    SB: 2 Hinder            one card of the sideboard
    Sideboard               all lines after it
    3 Hisoka's Defiance

Names may be English, German or French, in any spelling of case, accents and
apostrophes. A list without the word "Sideboard" is a main deck, whatever its blank
lines; in one that has no such word and no `SB:` line, what follows the only blank line
after the first card counts as the sideboard when it is at most 15 cards and the part
before it is a deck by itself.
"""
from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from decks.errors import nearest
from decks.names import known_cards
from decks.pool import Pool, UnknownCard
from sim.limits import MAX_LIBRARY
from sim.terms import SUPER_BASIC

FOLDER = Path(__file__).parent / "lists"
LEAST = {"constructed": 60, "limited": 40}
COPIES = 4
SIDEBOARD_MOST = 15
LINE = re.compile(r"^(?P<count>[+-]?\d+)\s*[xX×]?\s+(?P<name>\S.*)$")
HEADER = re.compile(r"^(main\s*deck|main|deck|sideboard|side\s*board|maybeboard)\s*(\(\d+\))?\s*:?$", re.IGNORECASE)
Cards = tuple[tuple[int, int], ...]


class DeckError(ValueError):
    """A deck list cannot be used. `lines`: every reason, "file:line: what" each."""

    def __init__(self, lines: list[str]):
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True)
class DeckList:
    """A deck that can be played.

    main, sideboard: (definition, count) in the order of the list. hash: of the cards, not of the text.
    """

    name: str
    main: Cards
    sideboard: Cards
    path: str
    hash: str
    notes: tuple[str, ...] = ()

    def cards(self) -> np.ndarray:
        """Main deck as (n,) definitions, one entry a card, in the order of the list: the deck's slots."""
        return np.array([card for card, count in self.main for _ in range(count)], dtype=np.uint16)


@dataclass
class _Reading:
    path: str
    pool: Pool
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    parts: dict[str, dict[str, int]] = field(default_factory=lambda: {"main": {}, "sideboard": {}})
    first_line: dict[str, int] = field(default_factory=dict)

    unread: bool = False             # some lines are in no part, so the number of cards is not known

    def problem(self, line: int, what: str) -> None:
        self.problems.append(f"{self.path}:{line}: {what}")


def built_in() -> list[str]:
    """Names of the built-in lists."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def find_list(path_or_name: str | Path) -> Path:
    """The file of a list: a path, or the name of a built-in list. Raises DeckError."""
    given = Path(path_or_name)
    if given.is_file():
        return given
    named = FOLDER / f"{path_or_name}.txt"
    if given.name == str(path_or_name) and named.is_file():
        return named
    if given.is_dir():
        raise DeckError([f"{given}: a folder, not a deck list"])
    near = nearest(given.stem, built_in(), 2)
    hint = f"; did you mean {near}?" if near else ""
    raise DeckError([f"{path_or_name}: no such file or built-in deck list{hint}"])


def load_list(path_or_name: str | Path, pool: Pool, format: str = "constructed") -> DeckList:
    """Read a deck list (a path or the name of a built-in one) and check it.

    format: "constructed" (60 cards at least, four copies) or "limited" (40 at least, any number).
    Raises DeckError with every problem of the list.
    """
    if format not in LEAST:
        near = nearest(format, LEAST) or ", ".join(LEAST)
        raise DeckError([f'unknown format "{format}"; nearest valid: {near}'])
    path = find_list(path_or_name)
    reading = _Reading(str(path), pool)
    text = _text_of(path)
    _read_lines(reading, text)
    _check_deck(reading, format)
    if reading.problems:
        raise DeckError(sorted(reading.problems, key=lambda line: int(line.removeprefix(f"{path}:").split(":")[0])))
    main, side = (tuple((pool.cards[name], n) for name, n in reading.parts[part].items())
                  for part in ("main", "sideboard"))
    return DeckList(path.stem, main, side, str(path), _hash(reading.parts), tuple(reading.notes))


def _text_of(path: Path) -> str:
    data = path.read_bytes()
    if not data.strip():
        raise DeckError([f"{path}:1: the file is empty"])
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DeckError([f"{path}:1: a binary file, not a deck list"])
    try:
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[:error.start].count(b"\n") + 1
        raise DeckError([f"{path}:{line}: not UTF-8 text (byte {error.start})"]) from None


def _read_lines(reading: _Reading, text: str) -> None:
    part = "main"
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blank_at = _sideboard_break(lines)
    for number, raw in enumerate(lines, 1):
        line = _clean(raw)
        if number == blank_at:
            part = "sideboard"
            reading.notes.append(f"line {number}: the cards after this blank line are read as the sideboard")
        if not line:
            continue
        header = HEADER.match(line)
        if header:
            part = "sideboard" if "side" in line.lower() else "main"
            if "maybe" in line.lower():
                reading.problem(number, f'"{line}" is not a part of a deck; use Sideboard or remove these lines')
            continue
        where = part
        if line.upper().startswith("SB:"):
            where, line = "sideboard", line[3:].strip()
        _card_line(reading, number, line, where)


def _clean(raw: str) -> str:
    """A line without comments and odd spaces. The "//" between two halves of a name is no comment."""
    line = raw.replace("\t", " ").replace("\u00a0", " ").strip()
    if line.startswith(("//", "#")):
        return ""
    line = re.sub(r"\s+#.*$", "", line)
    halves = re.split(r"\s+//\s*", line, maxsplit=1)
    if len(halves) == 2 and not re.match(r"^[A-ZÀ-Þ]\w*", halves[1]):
        return halves[0].strip()
    return line


def _sideboard_break(lines: list[str]) -> int:
    """Number of the only blank line between cards, where that parts a deck from a sideboard; else 0."""
    cleaned = [_clean(raw) for raw in lines]
    if any(HEADER.match(line) or line.upper().startswith("SB:") for line in cleaned if line):
        return 0
    counts = [int(match["count"]) if (match := LINE.match(line)) else 0 for line in cleaned]
    filled = [at for at, n in enumerate(counts) if n > 0]
    blanks = [at for at, raw in enumerate(lines) if not raw.strip() and filled and filled[0] < at < filled[-1]]
    if len(blanks) != 1:
        return 0
    before, after = sum(counts[:blanks[0]]), sum(counts[blanks[0]:])
    return blanks[0] + 1 if after <= SIDEBOARD_MOST and before >= LEAST["constructed"] else 0


def _card_line(reading: _Reading, number: int, line: str, part: str) -> None:
    match = LINE.match(line)
    if not match:
        reading.unread = True
        reading.problem(number, f'"{line}" is not "count name", like "4 Glacial Ray"')
        return
    count, name = int(match["count"]), match["name"].strip()
    if not 0 < count <= MAX_LIBRARY:
        reading.unread = True
        reading.problem(number, f"{count} copies of {name}: the count must be from 1 to {MAX_LIBRARY}")
        return
    name = re.sub(r"\s+\([A-Z0-9]{2,5}\)(\s+\S+)?$", "", name)           # "(CHK) 123" of exported lists
    try:
        english = reading.pool.canonical(name)
    except UnknownCard as error:
        reading.unread = True
        reading.problem(number, str(error))
        return
    reading.first_line.setdefault(english, number)
    if reason := reading.pool.reason(english):
        reading.problem(number, f"{english} is not supported: {reason}")
    cards = reading.parts[part]
    cards[english] = cards.get(english, 0) + count


def _check_deck(reading: _Reading, format: str) -> None:
    main, side = reading.parts["main"], reading.parts["sideboard"]
    total = sum(main.values())
    last = max(reading.first_line.values(), default=1)
    if total == 0 and not reading.problems:
        reading.problem(1, "no cards in this file")
    elif total < LEAST[format] and not reading.unread:
        other = "" if format == "limited" else "; --format limited takes 40"
        reading.problem(last, f"{total} cards in the main deck, {LEAST[format]} is the least{other}")
    if total > MAX_LIBRARY:
        reading.problem(last, f"{total} cards in the main deck, {MAX_LIBRARY} is the most that is played")
    if format == "limited":
        return
    for name in {**main, **side}:
        n = main.get(name, 0) + side.get(name, 0)
        if n > COPIES and not _is_basic(reading.pool, name):
            reading.problem(reading.first_line[name], f"{n} copies of {name}, {COPIES} is the most")
    if sum(side.values()) > SIDEBOARD_MOST:
        reading.problem(last, f"{sum(side.values())} cards in the sideboard, {SIDEBOARD_MOST} is the most")


def _is_basic(pool: Pool, name: str) -> bool:
    if name in pool.cards:
        return bool(pool.rules[0].card[pool.cards[name]].types & SUPER_BASIC)
    return name in known_cards() and "Basic" in known_cards()[name].types.split()


def _hash(parts: dict[str, dict[str, int]]) -> str:
    lines = [f"{part} {n} {name}" for part, cards in parts.items() for name, n in sorted(cards.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
