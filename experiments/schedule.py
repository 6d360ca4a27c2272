"""From a study to its pairs, seeds and chunks. Pure: nothing here plays or stores.

A study is a question put to several *arms* (variants of one deck) that all play the
same pairs: pair i has one seed, one opponent of the field (in rotation) and two games
with seats swapped. An arm that plays fewer pairs plays a prefix of them. So arms are
compared deal by deal, and a study can be made longer later without playing anything
twice.
"""
from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

GOLDEN_GAMMA = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF
MIRROR = "mirror"            # the arm of the deck against itself, in which the deck must win exactly half
STARTER = 0                  # the starting seat; with seats swapped each deck starts one game of a pair
SECONDS_A_CHUNK = 2          # what a chunk should take, roughly


@dataclass(frozen=True)
class Deck:
    """A list as it is played: name, hash and the (n_cards,) u2 definitions of its slots."""

    name: str
    hash: str
    cards: np.ndarray = field(compare=False, repr=False)
    sideboard: tuple[int, ...] = field(default=(), compare=False, repr=False)        # definitions, for a Series


@dataclass(frozen=True)
class Series:
    """That a pair is two matches of several games: best of how many, and who exchanges what in between, by side.

    sideboarding: `agent` (its own decision), `none`, or `plan`; plans: the changes of a plan, definition -> copies.
    """

    best_of: int
    sideboarding: tuple[str, str]
    plans: tuple[dict[int, int] | None, dict[int, int] | None] = (None, None)

    @property
    def spec(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"best_of": self.best_of, "sideboarding": list(self.sideboarding),
                "plans": [None if plan is None else sorted(plan.items()) for plan in self.plans]}


@dataclass(frozen=True)
class Arm:
    """One variant of the deck in question and the number of pairs it plays, from pair `first` on.

    `without` names the splice cards that are switched off; `change` says what else differs from the list;
    `field` are its opponents.
    """

    name: str
    deck: Deck
    field: tuple[Deck, ...]
    pairs: int
    without: tuple[str, ...] = ()
    change: str = ""
    first: int = 0
    agent: Any = None                # who plays it, where that is not who plays the study
    opponent_agent: Any = None       # and who plays its opponents
    agent_code: tuple[str, str] = ("", "")       # hashes of their files, if a user wrote them
    exchange: bool = False           # lists keep their seats in the second game of a pair, agents change places

    @property
    def spec(self) -> dict[str, Any]:
        """Return what determines its rows, as plain values. The number of pairs does not."""
        return {"name": self.name, "deck": self.deck.name, "hash": self.deck.hash, "without": list(self.without),
                "change": self.change, "first": self.first, "field": [[deck.name, deck.hash] for deck in self.field],
                "agent": self.agent.spec if self.agent else "",
                **({"opponent_agent": self.opponent_agent.spec, "agent_code": list(self.agent_code),
                    "exchange": self.exchange} if self.opponent_agent else {})}


@dataclass(frozen=True)
class Study:
    """A question and everything that determines its rows.

    asks: plain values that determine its arms, where these are found on the way and are no part of its identity.
    """

    question: str
    arms: tuple[Arm, ...]
    agent: Any                       # frozen dataclass with `.spec`
    opponent_agent: Any
    seed: int
    pool_hash: str
    engine_hash: str
    agent_code: tuple[str, str] = ("", "")       # hashes of the files of agents that a user wrote
    asks: dict[str, Any] | None = None
    series: Series | None = None                 # None: a pair is two games

    @property
    def spec_of_arms(self) -> dict[str, Any]:
        """Return the part of the spec that says which arms are played."""
        return {"arms": [arm.spec for arm in self.arms]} if self.asks is None else self.asks

    @property
    def spec(self) -> dict[str, Any]:
        """Return what determines the rows, as plain values. The number of pairs does not."""
        return self.spec_of_arms | {
            "question": self.question, "seed": self.seed, "pool": self.pool_hash, "engine": self.engine_hash,
            "agent": self.agent.spec, "opponent_agent": self.opponent_agent.spec, "agent_code": list(self.agent_code),
        } | ({"series": self.series.spec} if self.series else {})

    @cached_property
    def id(self) -> str:
        """Return twelve hex digits of the spec: equal ids, equal rows."""
        return hashlib.sha256(json.dumps(self.spec, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def games(self) -> int:
        """Return how many games the study plays in all."""
        return 2 * sum(arm.pairs for arm in self.arms)


@dataclass(frozen=True)
class Chunk:
    """Pairs of one arm against one opponent, played by one call and stored in one transaction."""

    arm: Arm
    opponent: Deck
    pairs: tuple[int, ...]


def mix(state: int) -> int:
    """Return the output of SplitMix64 for a state (Steele, Lea and Flood 2014)."""
    z = state & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def pair_seed(study_seed: int, pair: int) -> int:
    """Return the seed of a pair: the (pair + 1)-th output of SplitMix64 started at `study_seed`."""
    return mix(study_seed + (pair + 1) * GOLDEN_GAMMA)


def pair_seeds(study_seed: int, pairs: tuple[int, ...]) -> np.ndarray:
    """Return the seeds of several pairs, (n,) u8."""
    return np.array([pair_seed(study_seed, pair) for pair in pairs], dtype=np.uint64)


def opponent_at(arm: Arm, pair: int) -> Deck:
    """Return whom the pair is played against: the field in rotation."""
    return arm.field[pair % len(arm.field)]


def pairs_a_chunk(study: Study) -> int:
    """Return how many pairs one call plays.

    It depends on the study alone, so that chunks are the same for any number of
    workers: few for a search agent or one in plain Python, many for agents that answer
    at once.
    """
    if any(study.agent_code) or any(any(arm.agent_code) for arm in study.arms):
        return 1
    agents = [each for arm in study.arms
              for each in (arm.agent or study.agent, arm.opponent_agent or study.opponent_agent)]
    simulations = max((getattr(agent, "simulations", 0) or 0 for agent in agents), default=0)
    return max(1, min(200, SECONDS_A_CHUNK * 400 // (simulations + 1)))


def chunks(study: Study) -> Iterator[Chunk]:
    """Yield the chunks of a study in the order in which they are stored.

    Blocks of pairs run through all arms, so that a study stopped early has about the
    same pairs in each.
    """
    if not study.arms:
        return
    size = pairs_a_chunk(study)
    most = max(arm.first + arm.pairs for arm in study.arms)
    block = size * max(len(arm.field) for arm in study.arms)
    for first in range(min(arm.first for arm in study.arms), most, block):
        for arm in study.arms:
            here = range(max(first, arm.first), min(first + block, arm.first + arm.pairs))
            for opponent_index, opponent in enumerate(arm.field):
                pairs = tuple(pair for pair in here if pair % len(arm.field) == opponent_index)
                for at in range(0, len(pairs), size):
                    yield Chunk(arm, opponent, pairs[at:at + size])
