"""Deck lists of any program (`decks.reading`), their names looked up, and checked.

Names may be English, German or French, in any spelling of case, accents and apostrophes. A commander
counts as a card of the main deck, a companion as one of the sideboard; a maybeboard and tokens are no part
of a deck, which a note says. `load_list` gives a deck that can be played, or every reason why not.
"""
from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from decks.errors import nearest
from decks.pool import Pool, UnknownCard
from decks.reading import OUTSIDE, Entry, Listing, read_file
from sim.limits import MAX_LIBRARY
from sim.terms import ABSENT
from sim.terms_abilities import TRAIT_LOOKS_OUTSIDE

FOLDER = Path(__file__).parent / "lists"
LEAST = {"constructed": 60, "limited": 40}
COPIES = 4
SIDEBOARD_MOST = 15
Cards = tuple[tuple[int, int], ...]


class DeckError(ValueError):
    """A deck list cannot be used. `lines`: every reason, "file:line: what" each. `unsupported`: cards and why."""

    def __init__(self, lines: list[str], unsupported: dict[str, str] | None = None):
        super().__init__("\n".join(lines))
        self.lines = lines
        self.unsupported = unsupported or {}


@dataclass(frozen=True)
class DeckList:
    """A deck that can be played.

    main, sideboard: (definition, count) in the order of the list. hash: of the cards, not of the text.
    replaced: a sentence for each card that another stands in for. looks_outside: some card of it takes cards from
    the sideboard, which is part of the game then.
    """

    name: str
    main: Cards
    sideboard: Cards
    path: str
    hash: str
    notes: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()

    looks_outside: bool = False

    def main_cards(self) -> np.ndarray:
        """Main deck as (n,) definitions, one entry a card, in the order of the list."""
        return np.array(_each(self.main), dtype=np.uint16)

    def cards(self) -> np.ndarray:
        """What a game begins with: the slots; of a deck that looks outside the game ABSENT and the sideboard follow."""
        outside = [ABSENT, *_each(self.sideboard)] if self.looks_outside and self.sideboard else []
        return np.array([*_each(self.main), *outside], dtype=np.uint16)


@dataclass
class NamedList:
    """A list with its names looked up, playable or not.

    entries: as read, names English where known. main, sideboard: copies by English name, in the order of
    the list. lines: where each name first stands. unknown: by line, names that nobody knows, with what is like them.
    problems, notes: (line, what); problems without those of `unknown`.
    """

    path: Path
    listing: Listing
    entries: list[Entry] = field(default_factory=list)
    main: dict[str, int] = field(default_factory=dict)
    sideboard: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    unknown: list[tuple[int, UnknownCard]] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)

    @property
    def hash(self) -> str:
        """A hash of the cards, whatever the order and form of the list."""
        parts = {"main": self.main, "sideboard": self.sideboard}
        lines = [f"{part} {n} {name}" for part, cards in parts.items() for name, n in sorted(cards.items())]
        return _digest(lines)

    def copies(self) -> dict[str, int]:
        """Copies in main deck and sideboard together, by name."""
        both = dict(self.main)
        for name, n in self.sideboard.items():
            both[name] = both.get(name, 0) + n
        return both

    def note_lines(self) -> tuple[str, ...]:
        """The notes in the order of the list."""
        return tuple(f"line {line}: {what}" for line, what in sorted(self.notes))

    def error(self, problems: list[tuple[int, str]], unsupported: dict[str, str] | None = None) -> DeckError:
        """The error that says these problems."""
        return DeckError([f"{self.path}:{line}: {what}" for line, what in sorted(problems)], unsupported)


def _each(cards: Cards) -> list[int]:
    return [card for card, count in cards for _ in range(count)]


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


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


def read_named(path_or_name: str | Path, pool: Pool) -> NamedList:
    """Read a list of any format and look its names up. Raises DeckError when there is no such file."""
    path = find_list(path_or_name)
    listing = read_file(path, lambda text: pool.all_names.find(text) is not None)
    named = NamedList(path, listing, problems=list(listing.problems), notes=list(listing.notes))
    outside: dict[str, list[Entry]] = {}
    companions: dict[str, int] = {}
    for entry in listing.entries:
        if entry.section == OUTSIDE:
            outside.setdefault(entry.label, []).append(entry)
            named.entries.append(replace(entry, name=pool.all_names.find(entry.name) or entry.name))
            continue
        try:
            entry = replace(entry, name=pool.canonical(entry.name))
        except UnknownCard as error:
            named.unknown.append((entry.line, error))
        else:
            named.lines.setdefault(entry.name, entry.line)
        named.entries.append(entry)
        if entry.section == "companion":
            companions[entry.name] = companions.get(entry.name, 0) + entry.count
            continue
        if entry.section == "commander":
            named.notes.append((entry.line, f"the commander {entry.name} is read as a card of the main deck"))
        part = named.sideboard if entry.section == "sideboard" else named.main
        part[entry.name] = part.get(entry.name, 0) + entry.count
    for name, n in companions.items():           # some programs list it in the sideboard as well
        named.sideboard[name] = max(n, named.sideboard.get(name, 0))
    for label, entries in outside.items():
        listed = ", ".join(f"{entry.count} {entry.name}" for entry in entries)
        named.notes.append((entries[0].line, f"not part of the deck{f' ({label})' if label else ''}: {listed}"))
    return named


def load_list(path_or_name: str | Path, pool: Pool, format: str = "constructed",
              replace_unsupported: bool = False) -> DeckList:
    """Read a deck list (a path or the name of a built-in one) and check it.

    format: "constructed" (60 cards at least, four copies) or "limited" (40 at least, any number).
    replace_unsupported: let a stand-in (`decks.standin`) take the place of each card that cannot run.
    Raises DeckError with every problem of the list.
    """
    if format not in LEAST:
        near = nearest(format, LEAST) or ", ".join(LEAST)
        raise DeckError([f'unknown format "{format}"; nearest valid: {near}'])
    named = read_named(path_or_name, pool)
    blocked = {name: pool.reason(name) for name in named.lines if pool.reason(name)}
    problems = check(named, pool, format)
    stand_ins: dict[str, tuple[int, str]] = {}
    if blocked and replace_unsupported and not problems:
        from decks.standin import stand_ins_for  # compiles, which most starts need not

        stand_ins = stand_ins_for(named.copies(), blocked, pool)
    left = {name: reason for name, reason in blocked.items() if name not in stand_ins}
    problems += [(named.lines[name], f"{name} is not supported: {reason}") for name, reason in left.items()]
    if problems:
        raise named.error(problems, left)

    def cards(part: dict[str, int]) -> Cards:
        return tuple((stand_ins[name][0] if name in stand_ins else pool.cards[name], n) for name, n in part.items())

    replaced = tuple(f"{named.copies()[name]} {name} ({blocked[name]}): {how}"
                     for name, (_, how) in stand_ins.items())
    digest = _digest([named.hash, *replaced]) if replaced else named.hash
    return DeckList(named.path.stem, cards(named.main), cards(named.sideboard), str(named.path), digest,
                    named.note_lines(), replaced, looks_outside(named, pool))


def looks_outside(named: NamedList, pool: Pool) -> bool:
    """Whether a card of the list may take cards from outside the game, which are the sideboard (CR 400.11)."""
    table = pool.rules[0].card
    return any(int(table[pool.cards[name]].traits) & TRAIT_LOOKS_OUTSIDE
               for name in named.lines if name in pool.cards)


def check(named: NamedList, pool: Pool, format: str) -> list[tuple[int, str]]:
    """Everything that is wrong with a list but unsupported cards, as (line, what)."""
    unread = [*named.problems, *((line, str(error)) for line, error in named.unknown)]
    problems = list(unread)
    total, side = sum(named.main.values()), sum(named.sideboard.values())
    last = max(named.lines.values(), default=1)
    if total == 0 and not unread:
        problems.append((1, "no cards in the main deck of this file" if side else "no cards in this file"))
    elif total < LEAST[format] and not unread:           # else the number of cards is not known
        other = "" if format == "limited" else "; --format limited takes 40"
        problems.append((last, f"{total} cards in the main deck, {LEAST[format]} is the least{other}"))
    if total > MAX_LIBRARY:
        problems.append((last, f"{total} cards in the main deck, {MAX_LIBRARY} is the most that is played"))
    if format == "limited":
        return problems
    for name, n in named.copies().items():
        most = copies_allowed(name, pool)
        if name in named.lines and n > most:
            problems.append((named.lines[name], f"{n} copies of {name}, {most} is the most"))
    if side > SIDEBOARD_MOST:
        problems.append((last, f"{side} cards in the sideboard, {SIDEBOARD_MOST} is the most"))
    return problems


def copies_allowed(name: str, pool: Pool) -> int:
    """How many copies a deck may have: four, any number of a basic land (CR 100.2a), or what the card's entry says."""
    if "Basic" in pool.printed(name)[1].split():
        return MAX_LIBRARY
    return int(pool.entries.get(pool.cards.get(name, -1), {}).get("copies", COPIES))
