"""Count the ways to cast a card by listing them: slow, obvious, and sharing no code with the engine.

`count` gives two numbers for one card at one table: every order of the spliced texts by itself, and each set of
spliced cards once. `listed` gives the casts themselves, to see that `count` may multiply.

A cast is a way to begin (from where, for which cost), modes, optional costs, X, a set of cards to splice, an order
of their texts, and targets. It counts if the whole of it can be paid; what it is paid with does not count.

    python -m tests.counts.enumeration FILE      prints the file with its counts made anew
"""
from __future__ import annotations

import itertools
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.counts.paying import Cost, Payer, cost_of
from tests.counts.positions import FACTS, Position, Thing, fits, mana_value, read

MOST_X = 40


# ---------------------------------------------------------------- targets

def may_be_targeted(thing: Thing, host: str) -> bool:
    """Whether you may target a permanent with the host: shroud, hexproof, protection from what the host is."""
    facts = thing.facts
    if "shroud" in facts.get("keywords", ()) or (not thing.yours and "hexproof" in facts.get("keywords", ())):
        return False
    return not any(fits(host, quality) for quality in facts.get("protection", ()))


def candidates(position: Position, spec: str, host: str) -> list[Any]:
    """Everything that one instance of "target" may be; players are 0 (you) and 1."""
    found: list[Any] = []
    for what in spec.split(" or "):
        if what in ("player", "opponent", "any"):
            guarded = any(not thing.yours for thing, _ in position.remarks("guards"))      # 702.11c
            found += ([0] if what != "opponent" else []) + ([] if guarded else [1])
            what = "creature" if what == "any" else "nothing"
        if what.endswith("in your graveyard"):
            found += [thing for thing in position.graveyard if fits(thing.name, what.removesuffix("in your graveyard"))]
        elif what.split()[-1] == "spell":
            found += [thing for thing in position.stack if fits(thing.name, what.removesuffix("spell"))]
        elif what != "nothing":
            found += [thing for thing in position.battlefield
                      if fits(thing.name, what.removeprefix("your ").removeprefix("tapped "))
                      and (thing.yours or not what.startswith("your "))
                      and (thing.tapped or not what.startswith("tapped "))
                      and may_be_targeted(thing, host)]
    return found


def answers(position: Position, instance: str, host: str) -> list[tuple[Any, ...]]:
    """All choices for one instance of "target": `creature`, `2 creature`, `up to 2 creature`."""
    number = re.match(r"(up to )?(\d+) ", instance)
    found = candidates(position, instance[number.end():] if number else instance, host)
    most = int(number[2]) if number else 1
    least = 0 if number and number[1] else most
    return [chosen for n in range(least, most + 1) for chosen in itertools.combinations(found, n)]


def target_choices(position: Position, instances: list[str], host: str) -> list[tuple[Any, ...]]:
    """All choices for the instances of one text; `another ...` is not what the instance before it is."""
    each = [answers(position, instance.removeprefix("another "), host) for instance in instances]
    return [chosen for chosen in itertools.product(*each)
            if not any(instance.startswith("another ") and set(chosen[k]) & set(chosen[k - 1])
                       for k, instance in enumerate(instances))]


# ---------------------------------------------------------------- the casts

class Way(NamedTuple):
    """A way to begin: from where, the cost in place of the mana cost; `pitch`: X is the value of the exiled card."""

    word: str
    cost: Cost
    pitch: bool = False


class Text(NamedTuple):
    """A text on the spell: whose, which of its optional costs are paid, its instances of "target"."""

    name: str
    options: tuple[int, ...]
    targets: tuple[str, ...]


def ways_to_begin(position: Position, name: str) -> list[tuple[Thing, Way]]:
    """From the hand for the mana cost, an alternative cost or nothing; from the graveyard with flashback."""
    facts = FACTS[name]
    found = []
    is_instant = "instant" in facts["types"].split() or "flash" in facts.get("keywords", ())
    if position.stack and not is_instant:
        return []
    for card in [thing for thing in position.hand if thing.name == name][:1]:
        if "cost" in facts:
            found.append((card, Way("mana cost", cost_of(facts["cost"]))))
        for alternative in facts.get("alternative", ()):
            found.append((card, Way(str(alternative), cost_of(alternative), bool(alternative.get("x")))))
        if any(thing.yours for thing, _ in position.remarks("free")):
            found.append((card, Way("free", Cost())))
    for card in [thing for thing in position.graveyard if thing.name == name][:1]:
        if "flashback" in facts:
            found.append((card, Way("flashback", cost_of(facts["flashback"]))))
    return found


def subsets(number: int) -> Iterator[tuple[int, ...]]:
    """All subsets of the numbers below `number`."""
    for n in range(number + 1):
        yield from itertools.combinations(range(number), n)


def host_texts(name: str) -> Iterator[tuple[str, ...]]:
    """The instances of "target" of the card's own text, for each choice of modes (700.2)."""
    facts = FACTS[name]
    if "modes" not in facts:
        yield tuple(facts.get("targets", ()))
        return
    for number in facts["choose"]:
        for modes in itertools.combinations(facts["modes"], number):
            yield tuple(instance for mode in modes for instance in mode)


def values_of_x(way: Way, payer: Payer) -> Iterator[int]:
    """Every X that is worth a try."""
    if way.pitch:
        yield from sorted({mana_value(thing.name) for thing in payer.hand})
    elif "X" in way.cost.mana:
        yield from range(MOST_X)
    else:
        yield 0


def proposals(position: Position, name: str) -> Iterator[tuple[Any, tuple[Text, ...], int]]:
    """Every payable cast up to order and targets: the beginning, the texts with the host's first, and X.

    The spliced texts come sorted by name, each set once.
    """
    for card, way in ways_to_begin(position, name):
        payer = Payer(position, card)
        others = Counter(thing.name for thing in payer.hand
                         if any(onto in FACTS[name]["types"].split()
                                for onto in FACTS[thing.name].get("splice", {}).get("onto", "").split(" or ")))
        base = way.cost.plus(cost_of({"pay": FACTS[name].get("additional", ())}))
        for guests in itertools.product(*(range(n + 1) for n in others.values())):
            spliced = tuple(sorted(guest for guest, n in zip(others, guests) for _ in range(n)))
            spliced_cost = base
            for guest in spliced:
                spliced_cost = spliced_cost.plus(cost_of(FACTS[guest]["splice"])).plus(
                    cost_of({"pay": FACTS[guest].get("additional", ())}))
            names = (name, *spliced)
            for number, own in enumerate(host_texts(name)):
                for options in itertools.product(*(subsets(len(FACTS[each].get("optional", ()))) for each in names)):
                    assert not any(chosen and spliced.count(each) > 1 for each, chosen in zip(names[1:], options[1:]))
                    cost = spliced_cost
                    for each, chosen in zip(names, options):
                        for k in chosen:
                            cost = cost.plus(cost_of(FACTS[each]["optional"][k]))
                    texts = (Text(name, options[0], own),
                             *(Text(guest, chosen, tuple(FACTS[guest].get("targets", ())))
                               for guest, chosen in zip(spliced, options[1:])))
                    for x in values_of_x(way, payer):
                        if payer.can_pay(cost, x, x if way.pitch else None):
                            yield (way.word, number), texts, x


def count(position: Position, name: str) -> tuple[int, int]:
    """Count the casts: with every order of the spliced texts, and with one order for each set of spliced cards.

    Which targets one text takes does not bear on those of another, so the numbers of choices are multiplied.
    """
    all_orders = one_order = 0
    choices: dict[tuple[str, ...], int] = {}
    for _, texts, _ in proposals(position, name):
        for text in texts:
            if text.targets not in choices:
                choices[text.targets] = len(target_choices(position, list(text.targets), name))
        targets = math.prod(choices[text.targets] for text in texts)
        orders = math.factorial(len(texts) - 1)
        for n in Counter(texts[1:]).values():
            orders //= math.factorial(n)
        all_orders += orders * targets
        one_order += targets
    return all_orders, one_order


def listed(position: Position, name: str) -> tuple[set[Any], set[Any]]:
    """The casts one by one, as `count` counts them: with all orders, and with one order for each set."""
    all_orders: set[Any] = set()
    one_order: set[Any] = set()
    for beginning, texts, x in proposals(position, name):
        for order in set(itertools.permutations(texts[1:])):
            each = [target_choices(position, list(text.targets), name) for text in (texts[0], *order)]
            for targets in itertools.product(*each):
                all_orders.add((beginning, (texts[0], *order), x, targets))
                if order == texts[1:]:
                    one_order.add((beginning, texts, x, targets))
    return all_orders, one_order


# ---------------------------------------------------------------- files

def with_counts(path: Path) -> str:
    """The text of a file of positions with its counts made anew."""
    positions = iter(read(path))
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, text = line.partition(" ")
        if key == "position":
            position = next(positions)
        if key == "cast":
            name = re.split(r" +all ", text.strip())[0]
            all_orders, one_order = count(position, name.replace(";", ","))
            line = f"cast     {name:<22} all {all_orders:<7} one {one_order}"
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(with_counts(Path(argument)), end="")
