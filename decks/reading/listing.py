"""What a list says, line by line, before any card is looked up."""
from __future__ import annotations

from dataclasses import dataclass, field

SECTIONS = ("main", "sideboard", "commander", "companion")
OUTSIDE = "outside"              # a section whose cards are not part of the deck: maybeboard, tokens
MOST_COPIES = 100_000            # more is a slip of the hand in any format


@dataclass(frozen=True)
class Entry:
    """Cards of one line. section: one of SECTIONS or OUTSIDE; label: the heading it stood under."""

    count: int
    name: str
    line: int
    section: str = "main"
    label: str = ""
    set_code: str = ""
    number: str = ""
    foil: bool = False


@dataclass
class Listing:
    """A list as it was read.

    notes, problems: (line, what). fates: what became of each line that is not blank, so that nothing is
    dropped: "card", "heading", "comment", "about" (title, author and the like), "problem".
    """

    entries: list[Entry] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    fates: dict[int, str] = field(default_factory=dict)
    title: str = ""

    def add(self, entry: Entry) -> None:
        """Take an entry, unless its count makes no sense."""
        if not 0 < entry.count <= MOST_COPIES:
            self.problem(entry.line, f"{entry.count} copies of {entry.name}: the count must be at least 1"
                         + (f" and at most {MOST_COPIES}" if entry.count > 0 else ""))
            return
        self.entries.append(entry)
        self.fates[entry.line] = "card"

    def problem(self, line: int, what: str) -> None:
        """Report a line that cannot be used."""
        self.problems.append((line, what))
        self.fates[line] = "problem"

    def note(self, line: int, what: str) -> None:
        """Say how a line was taken."""
        self.notes.append((line, what))
