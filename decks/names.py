"""Names of cards in every language and spelling, and the facts of cards that no one has written yet."""
from __future__ import annotations

import csv
import difflib
import functools
import heapq
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KNOWN = Path(__file__).parent / "known.csv"
LANGUAGES = ("name", "de", "fr")
HALVES = ("flip", "adventure")
SHOWN = 80                   # letters of a name that nobody knows; the longest name of a card is shorter
COMPARED = 60                # names that are compared letter by letter with one that nobody knows
ALIKE = 0.4                  # how like a name must be to be suggested, as difflib counts
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
_NO_QUOTES = str.maketrans("", "", "'’‘‛`´ʼʹ′＇\"“”„″«»")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


class UnknownCard(LookupError):  # noqa: N818 (it names what happened, and reads well in `except`)
    """No card of that name; `near` are the two names most like it."""

    def __init__(self, name: str, near: list[str]):
        shown = name if len(name) <= SHOWN else f"{name[:SHOWN]}…"
        super().__init__(f'unknown card "{shown}"' + (f"; did you mean {' or '.join(near)}?" if near else ""))
        self.name, self.near = name, near


@functools.lru_cache(maxsize=1 << 14)
def folded(name: str) -> str:
    """A name without case, accents, ligatures, kinds of quotes, dashes and slashes, for looking up."""
    text = unicodedata.normalize("NFKD", name.translate(_NO_QUOTES))     # which would part some quotes from their space
    text = "".join(c for c in text if unicodedata.category(c) not in ("Mn", "Cf"))
    text = text.casefold().translate(_LETTERS)
    text = "".join("-" if unicodedata.category(c) == "Pd" else c for c in text)
    return " ".join(re.sub(r"\s*/+\s*", " // ", text).split())


class Names:
    """English names by every folded name; what is added first keeps a name that two cards share."""

    def __init__(self) -> None:
        self.by_folded: dict[str, str] = {}

    def add(self, entry: dict[str, Any]) -> None:
        """Let a card be found by its name in each language, whole or by each of its halves."""
        split = [half for half in entry.get("halves", []) if isinstance(half, dict)]
        halves = split or [entry, *(entry[key] for key in HALVES if isinstance(entry.get(key), dict))]
        forms = list(entry.get("aliases", []))
        for language in LANGUAGES:
            parts = [half[language] for half in halves if isinstance(half.get(language), str)]
            forms += [*parts, " // ".join(parts)]
        for form in forms:
            for part in {form, *form.split(" // ")} - {""}:
                for spelled in (part, unicodedata.normalize("NFC", part).translate(_UMLAUTS)):
                    self.by_folded.setdefault(folded(spelled), entry["name"])

    def find(self, name: str) -> str | None:
        """The English name of the card meant, or None."""
        return self.by_folded.get(folded(name))

    def near(self, name: str) -> list[str]:
        """Two names that are like this one, the one more like it first; fewer when nothing is."""
        key = folded(name)
        alike = [form for form in self.by_folded if key and form.startswith(key + ",")]
        alike += difflib.get_close_matches(key, self._sharing(key), n=6, cutoff=ALIKE)
        return list(dict.fromkeys(self.by_folded[form] for form in alike))[:2]

    def _sharing(self, key: str) -> list[str]:
        """The forms that share most pairs of letters with a folded name: comparing all by difflib takes too long."""
        pairs = _pairs(key)
        shared = {form: 2 * len(pairs & _pairs(form)) / (len(pairs) + len(_pairs(form))) for form in self.by_folded}
        return heapq.nlargest(COMPARED, shared, key=lambda form: shared[form])


@functools.cache
def _pairs(text: str) -> frozenset[str]:
    """The pairs of neighbouring letters of a text, its ends among them."""
    padded = f" {text} "
    return frozenset(padded[at:at + 2] for at in range(len(padded) - 1))


@dataclass(frozen=True)
class Known:
    """Printed facts of a card; `half` names its other half, `sets` is empty when they are not on file."""

    name: str
    half: str
    cost: str
    types: str
    pt: str
    de: str
    fr: str
    sets: tuple[str, ...]

    def entry(self) -> dict[str, Any]:
        """The facts as a card entry, with no text."""
        facts = {key: getattr(self, key) for key in ("name", "cost", "types", "pt", "de", "fr") if getattr(self, key)}
        return facts | ({"flip": {"name": self.half}} if self.half else {})


@functools.cache
def known_cards() -> dict[str, Known]:
    """The facts of `known.csv` by English name: cards of the lists and of the sets, written or not."""
    with KNOWN.open(encoding="utf-8", newline="") as file:
        return {row["name"]: Known(**(row | {"sets": tuple(row["sets"].split())})) for row in csv.DictReader(file)}
