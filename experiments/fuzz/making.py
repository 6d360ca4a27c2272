"""What is played: random decks and random positions, each made from a number alone."""
from __future__ import annotations

import contextlib
import json
from functools import cached_property
from typing import Any

import numpy as np

from decks.lists import DeckError, built_in, load_list
from experiments.check.schema import STEPS, Scenario, read_scenario
from sim.terms import COUNTERS, SUPER_BASIC, TYPE_CREATURE, TYPE_LAND, TYPE_PERMANENT

DECK = 60
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
MANA = "WUBRG"
STARTS = [step for step in STEPS if step not in ("opening", "untap", "cleanup")]


class Maker:
    """Random decks and positions of all cards of a pool that run."""

    def __init__(self, pool: Any):
        self.pool = pool
        self.rules = pool.rules[0]
        self.names = sorted(pool.cards)
        self.types = {name: int(self.rules.card[pool.cards[name]].types) for name in self.names}
        self.colours = {name: int(self.rules.card[pool.cards[name]].colours) for name in self.names}
        spells = [name for name in self.names if not self.types[name] & TYPE_LAND]
        entries = {name: pool.entries[pool.cards[name]] for name in spells}
        self.spells = spells
        self.lands = [name for name in self.names
                      if self.types[name] & TYPE_LAND and not self.types[name] & SUPER_BASIC]
        self.arcane = [name for name in spells if "Arcane" in entries[name]["types"] or "splice" in entries[name]]
        self.stack = [name for name in spells if "spell" in json.dumps(entries[name])]
        self.permanents = [name for name in self.names if self.types[name] & TYPE_PERMANENT]

    # ------------------------------------------------------------ decks

    def deck(self, number: int, seat: int) -> np.ndarray:
        """Definitions of a random deck: of one to three colours, or of all, its spells from a part of the pool."""
        generator = np.random.default_rng((number, seat, 1))
        colours = generator.choice(5, generator.integers(1, 4), replace=False)
        mask = sum(1 << int(colour) for colour in colours) if generator.random() < 0.75 else 31
        source = (self.spells, self.arcane, self.stack, self.spells)[generator.integers(4)]
        fitting = [name for name in source if not self.colours[name] & ~mask] or self.spells
        lands = int(generator.integers(18, 27))
        special = int(generator.integers(0, 6)) if self.lands else 0
        basics = [BASICS[colour] for colour in range(5) if mask >> colour & 1]
        names = [*generator.choice(basics, lands - special), *generator.choice(self.lands or basics, special)]
        few = generator.choice(fitting, min(len(fitting), int(generator.integers(9, 40))), replace=False)
        names += list(generator.choice(few, DECK - len(names)))
        return np.array([self.pool.cards[str(name)] for name in names], dtype=np.uint16)

    @cached_property
    def lists(self) -> list[np.ndarray]:
        """Definitions of every list that comes with splicelab and can be played."""
        found = []
        for name in built_in():
            with contextlib.suppress(DeckError):
                found.append(load_list(name, self.pool).cards())
        return found

    def pairing(self, number: int) -> list[np.ndarray]:
        """Two of the lists: all pairings, both seats, in rotation."""
        n = len(self.lists)
        return [self.lists[number % n], self.lists[number // n % n]]

    # ------------------------------------------------------------ positions

    def position(self, number: int) -> dict[str, Any]:
        """A random table, as a `[[scenario]]` of a scenario file is read from TOML."""
        generator = np.random.default_rng((number, 2))
        table: dict[str, Any] = {
            "id": f"position-{number}", "start": str(generator.choice(STARTS)), "seed": number,
            "active": str(generator.choice(["you", "opponent"])), "turn": int(generator.integers(1, 20))}
        hosts: list[str] = []
        for player in ("you", "opponent"):
            table[player] = self._side(generator, player, hosts)
        for player in ("you", "opponent"):
            self._attach(generator, table[player]["battlefield"], hosts)
        return table

    def _side(self, generator: np.random.Generator, player: str, hosts: list[str]) -> dict[str, Any]:
        def cards(source: list[str], most: int) -> list[str]:
            return [str(name) for name in generator.choice(source, int(generator.integers(0, most + 1)))]

        spells = (self.spells, self.arcane, self.stack)[generator.integers(3)]
        mana: Any = []
        if generator.random() < 0.3:
            mana = generator.choice(list(MANA) + ["C"], int(generator.integers(0, 6)))
        battlefield = [self._permanent(generator, name, player, hosts)
                       for name in [*cards(self.permanents, 12), *cards([*BASICS, *self.lands], 10)]]
        return {"life": int(generator.integers(1, 25)), "lands_played": int(generator.integers(0, 2)),
                "hand": cards(spells, 9) + cards(self.names, 2), "library": cards(self.names, 40),
                "graveyard": cards(self.names, 12), "exile": cards(self.names, 4),
                "mana": "".join(f"{{{symbol}}}" for symbol in mana), "battlefield": battlefield}

    def _permanent(self, generator: np.random.Generator, name: str, player: str, hosts: list[str]) -> dict[str, Any]:
        entry: dict[str, Any] = {"card": name, "as": f"{player}-{len(hosts)}"}
        hosts.append(entry["as"])
        if generator.random() < 0.25:
            entry["tapped"] = True
        if generator.random() < 0.25:
            entry["sick"] = True
        if generator.random() < 0.15:
            entry["counters"] = {str(generator.choice(COUNTERS)): int(generator.integers(1, 4))}
        if generator.random() < 0.1:
            entry["owner"] = "opponent" if player == "you" else "you"
        if self.types[name] & TYPE_CREATURE and generator.random() < 0.15:
            entry["damage"] = int(generator.integers(1, 4))
        if self.types[name] & TYPE_CREATURE and generator.random() < 0.1:
            entry["token"] = True
        return entry

    def _attach(self, generator: np.random.Generator, entries: list[dict[str, Any]], hosts: list[str]) -> None:
        """Attach Auras and Equipment to something, mostly."""
        for entry in entries:
            words = self.pool.entries[self.pool.cards[entry["card"]]]["types"]
            if ("Aura" in words or "Equipment" in words) and generator.random() < 0.8:
                entry["attached_to"] = str(generator.choice([each for each in hosts if each != entry["as"]] or hosts))

    def scenario(self, number: int) -> Scenario:
        """The random table of a number, read as the scenario format is."""
        return read_scenario("fuzz", self.position(number))


def as_toml(table: dict[str, Any]) -> str:
    """A position as the text of a scenario file."""
    lines = ["[[scenario]]"]
    lines += [f"{key} = {_value(value)}" for key, value in table.items() if not isinstance(value, dict)]
    for player, side in table.items():
        if isinstance(side, dict):
            lines += ["", f"[scenario.{player}]", *(f"{key} = {_value(value)}" for key, value in side.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'{key if key.isidentifier() else json.dumps(key)} = {_value(each)}'
                                for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
