"""A deterministic stand-in for the engine, the pool and the lists, so that tests take no time.

A game is decided by the seed and the cards alone: each seat draws a number from (seed,
seat) and adds its cards' strength; a list is stronger by the splices still in it.
"""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from experiments.schedule import mix
from sim.layout import GAME_ROW, RULES
from sim.terms import End

NAMES = ["Island", "Reach Through Mists", "Glacial Ray", "Psychic Puppetry", "Plains"]
PLAIN, HOST, RAY, PUPPETRY, OTHER = range(5)
SPLICE_STRENGTH = 0.01       # added to a draw in [0, 1) for each copy that may be spliced


@dataclass
class FakePool:
    rules: np.ndarray
    names: list[str]
    hash: str = "pool00000000"
    entries = {RAY: {"splice": {"cost": "{1}{R}"}}, PUPPETRY: {"splice": {"cost": "{U}"}}}

    def name(self, definition: int) -> str:
        return self.names[definition] if definition < len(self.names) else ""

    def variant(self, definition: int, splice: str | None = None) -> int:
        self.names.append(self.names[definition])
        self.rules[0].card[len(self.names) - 1] = self.rules[0].card[definition]
        self.rules[0].card[len(self.names) - 1].splice_onto = 0
        return len(self.names) - 1


def fake_pool() -> FakePool:
    rules = np.recarray((1,), RULES)
    rules[:] = np.zeros(1, RULES)
    for definition in (RAY, PUPPETRY):
        rules[0].card[definition].splice_onto = 1
    return FakePool(rules, list(NAMES))


@dataclass
class FakeList:
    name: str
    slots: list[int] = field(default_factory=lambda: [PLAIN] * 40 + [HOST] * 8 + [RAY] * 8 + [PUPPETRY] * 4)

    replaced: tuple[str, ...] = ()

    @property
    def hash(self) -> str:
        return f"{mix(sum(self.slots) + len(self.name)):016x}"[:12]

    def cards(self) -> np.ndarray:
        return np.array(self.slots, dtype=np.uint16)

    main_cards = cards


@dataclass(frozen=True)
class FakeAgent:
    simulations: int = 0

    @property
    def spec(self) -> str:
        return f"fake(simulations={self.simulations})"


def splices_in(rules: np.ndarray, cards: np.ndarray) -> np.ndarray:
    return cards[rules["card"]["splice_onto"][0][cards] != 0]


def play_games(rules, cards0, cards1, agent0, agent1, seeds, starters, name=None) -> np.ndarray:
    """Decide each game by (seed, seat, cards) alone; one game in 64 hits the turn limit."""
    rows = np.zeros(len(seeds), GAME_ROW)
    for row, seed in zip(rows, seeds.tolist()):
        draws = []
        for seat, cards in enumerate((cards0, cards1)):
            guests = splices_in(rules, cards)
            draws.append(mix(seed ^ seat) / 2**64 + SPLICE_STRENGTH * len(guests))
            row["splices"][seat] = n = min(len(guests), mix(seed ^ seat) % 4)
            row["splice_mana"][seat] = 2 * n
            row["log_host"][seat, :n] = HOST
            row["log_guest"][seat, :n] = guests[:n]
        stopped = mix(seed) % 64 == 0
        row["end"] = End.TURN_LIMIT if stopped else End.LIFE
        row["winner"] = -1 if stopped else int(draws[1] > draws[0])
        row["turns"] = 8 + mix(seed) % 9
        row["error_seat"] = -1
    return rows
