"""Whether a cost can be paid at a table, by trying what there is (CR 118, 601.2f-h).

Mana is made by activating every source in every way; objects are given to costs one by one, and none to two.
"""
from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.counts.positions import Position, Thing, fits, mana_value

Pool = tuple[tuple[str, int], ...]       # symbols and how many, sorted


class Cost(NamedTuple):
    """Mana symbols, and slots: objects to be sacrificed, tapped ... one each, such as `sacrifice Mountain`."""

    mana: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    life: int = 0

    def plus(self, other: Cost) -> Cost:
        return Cost(self.mana + other.mana, self.slots + other.slots, self.life + other.life)


def cost_of(facts: Any) -> Cost:
    """Read `"{1}{R}"`, or `{ mana = "{1}", pay = ["discard card"], life = 2 }`."""
    if isinstance(facts, str):
        facts = {"mana": facts}
    symbols = re.findall(r"\{(.+?)\}", facts.get("mana", ""))
    return Cost(tuple(symbols), tuple(facts.get("pay", ())), facts.get("life", 0))


def needs(position: Position, host: str, cost: Cost, x: int) -> list[tuple[Counter[str], int]]:
    """The coloured mana and the number of further mana of the total cost (601.2f), one for each choice of hybrids."""
    found = []
    hybrids = [symbol.split("/") for symbol in cost.mana if "/" in symbol]
    for chosen in itertools.product(*hybrids):
        coloured = Counter(chosen)
        generic = 0
        for symbol in (each for each in cost.mana if "/" not in each):
            if symbol == "X":
                generic += x
            elif symbol.isdigit():
                generic += int(symbol)
            else:
                coloured[symbol] += 1
        for _, more in position.remarks("more"):
            generic += more["by"] * fits(host, more["what"])
        for thing, less in position.remarks("less"):
            generic -= less["by"] * (thing.yours and fits(host, less["what"]))
        generic = max(generic, 0)
        for thing, least in position.remarks("least"):
            if not thing.tapped:
                generic = max(generic, least - coloured.total())
        found.append((coloured, generic))
    return found


def pools(position: Position, used: set[Thing]) -> set[Pool]:
    """Every pool of mana that can be made without the things in `used`, all other sources activated."""
    sources = [thing for thing in position.battlefield
               if thing.yours and not thing.tapped and thing not in used and "makes" in thing.facts
               and not (thing.sick and "creature" in thing.facts["types"].split())]
    drums = [thing for thing in sources if thing.facts.get("taps")]
    free = [thing for thing in position.battlefield if thing.yours and not thing.tapped and thing not in used]
    found: set[Pool] = set()
    helping = [[None, *(thing for thing in free if fits(thing.name, drum.facts["taps"]))] for drum in drums]
    for helpers in itertools.product(*helping):
        tapped = [each for each in helpers if each is not None]
        if len(set(tapped)) < len(tapped):
            continue
        idle = {drum for drum, helper in zip(drums, helpers) if helper is None}
        made: set[Pool] = {tuple(sorted(Counter(position.mana).items()))}
        for source in sources:
            if source not in tapped and source not in idle:
                made = {tuple(sorted((Counter(dict(pool)) + Counter(option)).items()))
                        for pool in made for option in source.facts["makes"]}
        found |= made
    return found


def places(position: Position, slot: str, host: str, hand: list[Thing], graveyard: list[Thing]) -> list[Thing]:
    """The objects that can pay for a slot."""
    verb, _, words = slot.partition(" ")
    words = "" if words == "card" else words
    if verb in ("sacrifice", "tap", "return"):
        return [thing for thing in position.battlefield if thing.yours and fits(thing.name, words, host)
                and not (verb == "tap" and thing.tapped)]
    where = {"discard": hand, "pitch": hand, "reveal": hand, "exhume": graveyard}[verb]
    return [thing for thing in where if fits(thing.name, words, host)]


class Payer:
    """Says whether a cost can be paid at a table, and remembers it."""

    def __init__(self, position: Position, card: Thing):
        self.position, self.card = position, card
        self.hand = [thing for thing in position.hand if thing is not card]
        self.graveyard = [thing for thing in position.graveyard if thing is not card]
        self.known: dict[Any, bool] = {}
        self.made: dict[frozenset[Thing], set[Pool]] = {}

    def can_pay(self, cost: Cost, x: int, value_of_pitched: int | None = None) -> bool:
        key = (tuple(sorted(cost.mana)), tuple(sorted(cost.slots)), cost.life, x, value_of_pitched)
        if key not in self.known:
            self.known[key] = cost.life <= self.position.life and self._is_payable(cost, x, value_of_pitched)
        return self.known[key]

    def _is_payable(self, cost: Cost, x: int, value_of_pitched: int | None) -> bool:
        needed = needs(self.position, self.card.name, cost, x)
        fitting = [places(self.position, slot, self.card.name, self.hand, self.graveyard) for slot in cost.slots]
        for k, slot in enumerate(cost.slots):
            if slot.startswith("pitch") and value_of_pitched is not None:
                fitting[k] = [thing for thing in fitting[k] if mana_value(thing.name) == value_of_pitched]
        tried: set[frozenset[Thing]] = set()
        for chosen in assignments(fitting):
            used = frozenset(thing for slot, thing in zip(cost.slots, chosen)
                             if slot.startswith("tap") or "spent" in thing.facts)
            if used not in tried and any(covers(pool, *need) for pool in self._pools(used) for need in needed):
                return True
            tried.add(used)
        return False

    def _pools(self, used: frozenset[Thing]) -> set[Pool]:
        if used not in self.made:
            self.made[used] = pools(self.position, set(used))
        return self.made[used]


def assignments(fitting: list[list[Thing]], taken: tuple[Thing, ...] = ()) -> Iterator[tuple[Thing, ...]]:
    """All ways to give each slot an object of its own; of equal objects that are free, only the first is tried."""
    if len(taken) == len(fitting):
        yield taken
        return
    tried = set()
    for thing in fitting[len(taken)]:
        look = (thing.name, thing.tapped, thing.sick)
        if thing not in taken and look not in tried:
            tried.add(look)
            yield from assignments(fitting, (*taken, thing))


def covers(pool: Pool, coloured: Counter[str], generic: int) -> bool:
    """Whether a pool has the coloured mana, and enough besides."""
    mana = Counter(dict(pool))
    return mana >= coloured and mana.total() - coloured.total() >= generic
