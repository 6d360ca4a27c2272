"""Whether the cards of a list are legal in a format, as far as sets can tell.

What cannot be known here is said and never guessed: ban lists (they change from month to month), the
rarities that Pauper asks for, and the sets of cards whose sets are not on file.
"""
from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from decks.names import known_cards

FORMATS = Path(__file__).parent / "formats.toml"
NOT_CHECKED = "ban lists are not checked"


@dataclass(frozen=True)
class Format:
    """sets: those that make a card legal, or (`but`) all but those. needs: what cannot be checked, in words."""

    title: str
    sets: frozenset[str]
    but: bool
    needs: str

    def has(self, sets: Iterable[str]) -> bool:
        """Whether a card of these sets is legal as far as sets can tell."""
        return any((each in self.sets) != self.but for each in sets)


@dataclass(frozen=True)
class Verdict:
    """illegal, unknown: names. needs: what else the format asks for that cannot be checked, or empty."""

    title: str
    illegal: tuple[str, ...]
    unknown: tuple[str, ...]
    needs: str

    @property
    def legal(self) -> bool | None:
        """False: a card is not legal. None: it cannot be told. True: by its sets each card is."""
        return False if self.illegal else None if self.unknown or self.needs else True

    def __str__(self) -> str:
        if self.illegal:
            return f"no: {', '.join(self.illegal)}"
        doubts = [f"needs {self.needs}"] if self.needs else []
        doubts += [f"sets not on file: {', '.join(self.unknown)}"] if self.unknown else []
        return f"cannot be told: {'; '.join(doubts)}" if doubts else f"yes by its sets ({NOT_CHECKED})"


@functools.cache
def formats() -> dict[str, Format]:
    """The formats of `formats.toml` by key."""
    tree = tomllib.loads(FORMATS.read_text(encoding="utf-8"))
    found = {}
    for key, stated in tree.items():
        rule = tree[stated["like"]] if "like" in stated else stated
        but = "except" in rule
        found[key] = Format(stated["title"], frozenset(rule["except" if but else "from"].split()), but,
                            stated.get("needs", ""))
    return found


def verdicts(names: Iterable[str]) -> dict[str, Verdict]:
    """The verdict on cards, by English name, for each format."""
    names = list(dict.fromkeys(names))
    sets = {name: known_cards()[name].sets if name in known_cards() else () for name in names}
    answer = {}
    for key, each in formats().items():
        unknown = tuple(name for name in names if not sets[name])
        illegal = tuple(name for name in names if sets[name] and not each.has(sets[name]))
        answer[key] = Verdict(each.title, illegal, unknown, each.needs)
    return answer
