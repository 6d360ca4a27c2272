"""Positions of the counts: the facts about cards, the table, and the files.

How facts and positions are written is explained in README.md. Nothing here knows the engine or the project's cards.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FACTS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "facts.toml").read_text(encoding="utf-8"))
COLOURS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


# ---------------------------------------------------------------- the table

@dataclass(eq=False)
class Thing:
    """A card or permanent, and whose it is."""

    name: str
    yours: bool
    tapped: bool = False
    sick: bool = False

    @property
    def facts(self) -> dict[str, Any]:
        return FACTS[self.name]


@dataclass
class Position:
    """A table at which you have priority in your first main phase."""

    id: str
    about: str = ""
    hand: list[Thing] = field(default_factory=list)
    battlefield: list[Thing] = field(default_factory=list)
    graveyard: list[Thing] = field(default_factory=list)
    stack: list[Thing] = field(default_factory=list)
    mana: str = ""
    life: int = 20
    casts: dict[str, tuple[int, int]] = field(default_factory=dict)      # card -> all orders, one order

    def remarks(self, key: str) -> list[Any]:
        """What the permanents state under `key`, each with its permanent."""
        return [(thing, thing.facts[key]) for thing in self.battlefield if key in thing.facts]


def things(text: str, yours: bool) -> Iterator[Thing]:
    """Read `Island x3, Grizzly Bears [tapped]`."""
    for entry in filter(None, (part.strip() for part in text.split(","))):
        entry = entry.replace(";", ",")                                  # a comma in a name is written ;
        found = re.fullmatch(r"(.+?)(?: x(\d+))?(?: \[([a-z ]+)\])?", entry)
        assert found and found[1] in FACTS, f"no facts about {entry!r}"
        words = (found[3] or "").split()
        assert set(words) <= {"tapped", "sick"}, entry
        for _ in range(int(found[2] or 1)):
            yield Thing(found[1], yours, "tapped" in words, "sick" in words)


def read(path: Path) -> list[Position]:
    """Read the positions of one file."""
    positions: list[Position] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, text = line.partition(" ")
        text = text.strip()
        if not key or key.startswith("#"):
            continue
        if key == "position":
            positions.append(Position(text))
            continue
        at = positions[-1]
        if key == "about":
            at.about = text
        elif key == "mana":
            at.mana = text
        elif key == "life":
            at.life = int(text)
        elif key in ("hand", "graveyard", "stack"):
            getattr(at, key).extend(things(text, True))
        elif key in ("you", "opponent"):
            at.battlefield.extend(things(text, key == "you"))
        elif key == "cast":
            found = re.fullmatch(r"(.+?)(?: +all (\d+) +one (\d+))?", text)
            assert found, f"{path.name}: {line}"
            at.casts[found[1].replace(";", ",")] = (int(found[2] or -1), int(found[3] or -1))
        else:
            raise AssertionError(f"{path.name}: {key!r} is no key of a position")
    return positions


# ---------------------------------------------------------------- what fits a description

def colours(name: str) -> set[str]:
    """The colours of a card: those of its mana cost, unless it states others."""
    facts = FACTS[name]
    return set(facts.get("colours", facts.get("cost", ""))) & set("WUBRG")


def fits(name: str, words: str, host: str = "") -> bool:
    """Whether a card is all that the words say: types, colours, `nonblack`, `sharing` (a colour with the host)."""
    for word in words.split():
        if word.startswith("non"):
            if fits(name, word[3:]):
                return False
        elif word in COLOURS:
            if COLOURS[word] not in colours(name):
                return False
        elif word == "sharing":
            if not colours(name) & colours(host):
                return False
        elif word == "permanent":
            continue
        elif word not in FACTS[name]["types"].split():
            return False
    return True


def mana_value(name: str) -> int:
    """The mana value of a card that is not on the stack: X is 0."""
    symbols = re.findall(r"\{(.+?)\}", FACTS[name].get("cost", ""))
    return sum(int(symbol) if symbol.isdigit() else symbol != "X" for symbol in symbols)
