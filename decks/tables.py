"""Fill the tables of `sim.layout.RULES`, equal entries once, every capacity checked.

Entry 0 of each table is blank and means "none".
"""
from __future__ import annotations

import re
from typing import Any

import numpy as np

from decks.errors import NotationError, nearest
from decks.parse import in_braces
from decks.words import SYMBOLS
from sim import layout, limits
from sim.terms import FIXED_SUBTYPES, N_SUBTYPES
from sim.terms_abilities import CostKind

MANA_ORDER = "WUBRGC"
UNBOUNDED = 32767
HYBRID_PHYREXIAN, HYBRID_TWO_GENERIC = 64, 128
SHARED = {"filter": "n_filters", "number": "n_numbers", "condition": "n_conditions", "cost": "n_costs",
          "static": "n_statics"}
LISTED = {"ability": "n_abilities", "instruction": "n_instructions", "target_spec": "n_target_specs",
          "card": "n_cards"}


def blank(dtype: np.dtype) -> Any:
    """One zeroed record of `dtype`."""
    return np.zeros(1, dtype)[0]


def blank_filter() -> Any:
    """A filter that everything matches: bounds wide open."""
    f = blank(layout.FILTER)
    f.mv_max = f.power_max = f.toughness_max = UNBOUNDED
    f.power_min = -UNBOUNDED - 1
    return f


def _as_compiled(table: str, row: Any) -> bytes:
    """The bytes of an entry as they were before sim/prepare.py derived fields of it."""
    row = row.copy()
    if table == "cost":
        row["total"] = row["colours"] = 0
    return row.tobytes()


class Tables:
    """The rules record under construction, with what is known of its entries."""

    def __init__(self) -> None:
        self.array = np.zeros(1, layout.RULES)
        self.rules = self.array[0]
        self._known: dict[str, dict[bytes, int]] = {table: {} for table in SHARED}
        for counter in (*SHARED.values(), *LISTED.values()):
            self.rules[counter] = 1
        self.names = [""]
        self.name_numbers: dict[str, int] = {"": 0}
        self.subtypes = list(FIXED_SUBTYPES)
        self.tokens: dict[str, int] = {}             # definitions by identifier
        self._mark: tuple | None = None

    def resume(self, names: list[str], subtypes: list[str], tokens: dict[str, int]) -> None:
        """Take up tables that were filled before, so that more can be added."""
        self.names, self.subtypes, self.tokens = names, subtypes, tokens
        self.name_numbers = {name: number for number, name in enumerate(names)}
        self.rules["n_names"] = len(names)
        for table, counter in SHARED.items():
            rows = self.rules[table]
            self._known[table] = {_as_compiled(table, rows[n]): n for n in range(1, int(self.rules[counter]))}

    def mark(self) -> None:
        """Remember this point, for `forget`."""
        counts = {c: int(self.rules[c]) for c in (*SHARED.values(), *LISTED.values())}
        self._mark = (counts, {t: dict(k) for t, k in self._known.items()}, len(self.names))

    def forget(self) -> None:
        """Undo everything since `mark`: a card that could not be compiled leaves nothing behind."""
        counts, self._known, n_names = self._mark or ({}, self._known, 1)
        for table, counter in (*SHARED.items(), *LISTED.items()):
            self.rules[table][counts[counter]:int(self.rules[counter])] = np.zeros(1, self.rules[table].dtype)[0]
            self.rules[counter] = counts[counter]
        for name in self.names[n_names:]:
            del self.name_numbers[name]
        del self.names[n_names:]
        self.rules["n_names"] = len(self.names)

    def shared(self, table: str, entry: Any) -> int:
        """The number of an entry equal to `entry`, added when new."""
        key = entry.tobytes()
        known = self._known[table]
        if key not in known:
            known[key] = self._append(table, SHARED[table], entry)
        return known[key]

    def listed(self, table: str, entries: list) -> int:
        """Append entries that must stand next to each other; the number of the first, or 0 of none."""
        return [self._append(table, LISTED[table], entry) for entry in entries][0] if entries else 0

    def _append(self, table: str, counter: str, entry: Any) -> int:
        at = int(self.rules[counter])
        if at >= len(self.rules[table]):
            raise NotationError(f"the table of {table} entries is full ({at}); see sim/limits.py")
        self.rules[table][at] = entry
        self.rules[counter] = at + 1
        return at

    def name(self, name: str) -> int:
        """The number of a name."""
        if name not in self.name_numbers:
            self.name_numbers[name] = len(self.names)
            self.names.append(name)
            self.rules["n_names"] = len(self.names)
        return self.name_numbers[name]

    def declare_subtypes(self, words: set[str]) -> None:
        """Number the subtypes of the type lines; a text may name no others."""
        for word in sorted(words - set(self.subtypes)):
            if len(self.subtypes) >= N_SUBTYPES:
                raise NotationError(f"more than {N_SUBTYPES} subtypes; {word} is one too many")
            self.subtypes.append(word)

    def subtype(self, word: str) -> tuple[int, np.uint64]:
        """Word and bit of a subtype."""
        if word not in self.subtypes:
            raise NotationError(f"no card of the pool has the subtype {word}", nearest(word, self.subtypes))
        number = self.subtypes.index(word)
        return number >> 6, np.uint64(1 << (number & 63))

    def subtype_words(self, bits: Any) -> list[str]:
        """The subtypes of a pair of 64-bit words."""
        return [word for n, word in enumerate(self.subtypes) if int(bits[n >> 6]) >> (n & 63) & 1]

    def cost(self, mana: str | None, items: list[tuple[int, int, int]]) -> int:
        """A cost of mana symbols (None: no mana part) and up to three (CostKind, filter, count)."""
        if len(items) > limits.MAX_ITEMS_A_COST:
            raise NotationError(f"a cost may have {limits.MAX_ITEMS_A_COST} parts that are not mana, here {len(items)}")
        entry = blank(layout.COST)
        entry.has_mana = mana is not None
        if mana is not None:
            _fill_mana(entry.mana, mana)
        for at, (kind, filter_, count) in enumerate(items):
            wanted = entry.wants[at]
            wanted.kind, wanted.filter, wanted.count = CostKind(kind), filter_, count
        entry.n_items = len(items)
        return self.shared("cost", entry)


def _fill_mana(mana: Any, text: str) -> None:
    if not re.fullmatch(r"(\{[^{}]+\})*", text):
        raise NotationError(f'"{text}" is not a mana cost like {{1}}{{R}}', in_braces(text))
    for symbol in text.strip("{}").split("}{") if text else []:
        symbol = symbol.upper()
        if symbol.isdigit():
            mana.generic += int(symbol)
        elif symbol == "X":
            mana.x += 1
        elif symbol in MANA_ORDER:
            mana.need[MANA_ORDER.index(symbol)] += 1
        elif "/" in symbol:
            if mana.n_hybrid >= len(mana.hybrid):
                raise NotationError(f"more than {len(mana.hybrid)} hybrid symbols in {text}")
            mana.hybrid[mana.n_hybrid] = sum(_hybrid_half(half, symbol) for half in symbol.split("/"))
            mana.n_hybrid += 1
        else:
            raise NotationError(f"unknown mana symbol {{{symbol}}}; use numbers, X, W U B R G C or halves like W/U")


def _hybrid_half(half: str, symbol: str) -> int:
    extra = {"P": HYBRID_PHYREXIAN, "2": HYBRID_TWO_GENERIC}
    if half not in SYMBOLS and half not in extra:
        raise NotationError(f"unknown mana symbol {{{symbol}}}")
    return SYMBOLS.get(half) or extra[half]


def mana_text(mana: Any) -> str:
    """The symbols of a mana cost in their usual order."""
    out = "{X}" * int(mana.x) + (f"{{{int(mana.generic)}}}" if mana.generic else "")
    for mask in mana.hybrid[:mana.n_hybrid]:
        halves = ["2"] if mask & HYBRID_TWO_GENERIC else []
        halves += round_the_wheel([letter for letter, bit in SYMBOLS.items() if mask & bit])
        halves += ["P"] if mask & HYBRID_PHYREXIAN else []
        out += "{" + "/".join(halves) + "}"
    needs = {letter: int(n) for letter, n in zip(MANA_ORDER, mana.need) if n}
    out += "".join(f"{{{letter}}}" * needs[letter] for letter in round_the_wheel(list(needs)))
    return out or "{0}"


def round_the_wheel(letters: list[str]) -> list[str]:
    """The colours in the order in which costs are printed: neighbours on the wheel, else every second one."""
    for step in (1, 2):
        for start in range(5):
            order = [MANA_ORDER[(start + step * k) % 5] for k in range(len(letters))]
            if len(letters) < 5 and sorted(order) == sorted(letters):
                return order
    return letters


def mana_value(mana: Any) -> int:
    """Mana value of a mana cost, X counted as 0 (202.3)."""
    hybrid = sum(2 if mask & HYBRID_TWO_GENERIC else 1 for mask in mana.hybrid[:mana.n_hybrid])
    return int(mana.generic) + int(sum(mana.need)) + hybrid
