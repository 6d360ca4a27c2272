"""The card pool: every card file compiled into one set of tables."""
from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from decks import store
from decks.errors import NotationError
from decks.names import Names, UnknownCard, known_cards
from decks.tables import Tables
from sim.prepare import prepare_card, prepare_rules
from sim.terms import ABSENT

FOLDER = Path(__file__).parent
POOL_FILES = FOLDER / "pool"
NOT_WRITTEN = "its text is not written yet"
__all__ = ["FOLDER", "NOT_WRITTEN", "POOL_FILES", "Pool", "UnknownCard", "UnsupportedCard", "load_pool"]


class Pool:
    """Compiled cards: `rules` is the (1,) RULES array that the engine takes.

    cards: definition by English name. unsupported: reason in words by English name, of cards that have an
    entry. all_names: of both, and of all cards whose facts are on file. problems: one line
    "file:line: card: what" an error; the cards without errors are usable.
    """

    def __init__(self) -> None:
        self.tables = Tables()
        self.rules = self.tables.array
        self.cards: dict[str, int] = {}
        self.unsupported: dict[str, str] = {}
        self.problems: list[str] = []
        self.hash = ""
        self.all_names = Names()
        self._variants: dict[tuple[int, str | None], int] = {}
        self.entries: dict[int, dict[str, Any]] = {}

    @property
    def names(self) -> list[str]:
        """Names by the numbers that CARD.name holds."""
        return self.tables.names

    @property
    def subtypes(self) -> list[str]:
        """Subtypes by bit number."""
        return self.tables.subtypes

    @property
    def tokens(self) -> dict[str, int]:
        """Token definitions by identifier."""
        return self.tables.tokens

    def name(self, definition: int) -> str:
        """The English name of a definition."""
        return self.names[int(self.rules[0].card[definition].name)] if definition != ABSENT else ""

    def canonical(self, name: str) -> str:
        """The English name of the card meant by a name in any of its languages and spellings.

        Raises UnknownCard. Also finds cards that are known but unsupported.
        """
        english = self.all_names.find(name)
        if english is None:
            raise UnknownCard(name, self.all_names.near(name))
        return english

    def reason(self, english: str) -> str:
        """Why a card cannot run, in words; empty for one that can."""
        return "" if english in self.cards else self.unsupported.get(english, NOT_WRITTEN)

    def printed(self, english: str) -> tuple[str, str]:
        """Printed cost and types of a card, written or not; both empty when its facts are not on file."""
        if english in self.cards:
            entry = self.entries[self.cards[english]]
            costs = [half.get("cost", "") for half in entry["halves"]] if "halves" in entry else [entry.get("cost", "")]
            return " // ".join(costs), entry["types"]
        known = known_cards().get(english)
        return (known.cost, known.types) if known else ("", "")

    def find(self, name: str) -> int:
        """The definition of a card, by a name in any of its languages and spellings.

        Raises UnknownCard, with two names that are like it; UnsupportedCard with its reason.
        """
        english = self.canonical(name)
        if english not in self.cards:
            raise UnsupportedCard(english, self.reason(english))
        return self.cards[english]

    def variant(self, definition: int, splice: str | None = None) -> int:
        """A definition equal to this one but with no splice, or with another splice cost.

        It keeps the name, so the legend rule and texts that name it see the same card.
        Raises NotationError when the card has no splice or the cost cannot be read.
        """
        key = (definition, splice)
        if key not in self._variants:
            copy = self.rules[0].card[definition].copy()
            entry = dict(self.entries.get(definition, {}))
            if not copy.splice_onto:
                raise NotationError(f"{self.name(definition)} has no splice")
            if splice is None:
                copy.splice_onto = copy.splice_cost = 0
                entry.pop("splice", None)
            else:
                from decks.compile import CardCompiler  # not needed at most starts
                copy.splice_cost = CardCompiler(self.tables).cost(splice)
                entry["splice"] = {"onto": entry["splice"]["onto"], "cost": splice}
            self._variants[key] = self.tables.listed("card", [copy])
            prepare_card(self.rules, self._variants[key])
            self.entries[self._variants[key]] = entry
        return self._variants[key]

    def changed(self, definition: int, **facts: Any) -> int:
        """A definition compiled anew from the entry of this one with other facts in it; it keeps the name.

        Raises NotationError when it cannot be compiled; nothing is left of it then.
        """
        return self.add(self.entries[definition] | facts)

    def add(self, entry: dict[str, Any]) -> int:
        """Compile one more entry; the definition, which no list finds by its name. Raises NotationError."""
        from decks.compile import CardCompiler
        self.tables.mark()
        try:
            made = CardCompiler(self.tables).card(entry)
        except NotationError:
            self.tables.forget()
            raise
        prepare_rules(self.rules)
        self.entries[made] = entry
        return made

    def facts(self) -> dict[str, Any]:
        """What `restore` takes, besides the tables."""
        return {"cards": self.cards, "unsupported": self.unsupported, "hash": self.hash,
                "by_folded": self.all_names.by_folded, "entries": {str(n): entry for n, entry in self.entries.items()}}

    def restore(self, facts: dict[str, Any]) -> None:
        """Become the pool that `facts` were taken from."""
        self.cards, self.unsupported, self.hash = facts["cards"], facts["unsupported"], facts["hash"]
        self.all_names.by_folded = facts["by_folded"]
        self.entries = {int(n): entry for n, entry in facts["entries"].items()}


class UnsupportedCard(LookupError):  # noqa: N818
    """The card is known but cannot run completely."""

    def __init__(self, name: str, reason: str):
        super().__init__(f"{name} is not supported: {reason}")
        self.name, self.reason = name, reason


def load_pool(extra_files: Iterable[str | Path] = ()) -> Pool:
    """Compile the built-in pool and the user's own card files after it.

    A broken file or card is reported in `problems` and stops no other. A pool without
    problems is kept on disk and taken from there the next time.
    """
    pool = Pool()
    paths = sorted(POOL_FILES.glob("*.toml")) + [Path(extra) for extra in extra_files]
    try:
        key = store.key_of_pool(path.read_bytes() for path in paths)
    except OSError:
        key = ""                     # a file is missing, which the loader will say
    kept = store.load(key, pool.tables) if key else None
    if kept:
        pool.restore(kept)
        return pool
    from decks.load import Loader  # the grammar and the compiler are not needed at most starts
    Loader(pool).load(paths)
    for known in known_cards().values():
        pool.all_names.add(known.entry())
    prepare_rules(pool.rules)
    if key and not pool.problems:
        store.save(key, pool.tables, pool.facts())
    return pool
