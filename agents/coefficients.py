"""The coefficients of the evaluation: a data file that `splicelab fit` writes (docs/evaluation.md)."""
from __future__ import annotations

import csv
from enum import IntEnum
from functools import cache
from pathlib import Path

import numpy as np

FEATURES = {
    "turn": "1: the seat has the turn",
    "life_log": "ln(life + 1)",
    "life": "points / 20",
    "library_log": "ln(library + 1), of at most 30 cards",
    "library_short": "cards below SHORT_LIBRARY / 10",
    "land_first": "1: a land in hand",
    "land_more": "further lands in hand",
    "instants": "cards in hand",
    "sorceries": "cards in hand",
    "permanents": "cards in hand",
    "hand_worth": "cards, of what is no land",
    "castable_worth": "cards, of those whose mana value the lands pay for",
    "castable": "cards",
    "guests": "cards in hand that can be spliced",
    "hosts": "Arcane cards in hand",
    "pairs": "ln(1 + guests * hosts)",
    "counterspells": "cards in hand",
    "removal": "cards in hand that take a permanent away",
    "lands_2": "the first two lands on the battlefield",
    "lands_4": "the third and fourth land",
    "lands_6": "the fifth and sixth land",
    "lands_more": "further lands",
    "untapped": "untapped lands, at most 4",
    "creatures": "creatures",
    "creature_worth": "cards",
    "power": "points, of creatures that can attack",
    "evasion": "points, of those that fly or the like",
    "toughness": "points, of all creatures",
    "clock": "power / life of the opponent, at most 1",
    "evasive_clock": "the same for evasion",
    "others": "permanents that are neither creatures nor lands",
    "other_worth": "their worth, in cards",
    "counters": "counters on them",
    "graveyard": "ln(1 + cards)",
}
Feature = IntEnum("Feature", [name.upper() for name in FEATURES], start=0)
N_FEATURES = len(FEATURES)
FILE = Path(__file__).with_name("evaluation.csv")


@cache
def coefficients() -> np.ndarray:
    """Log-odds of winning a unit of each feature, (N_FEATURES,), read-only.

    Raises ValueError where the file and the features differ.
    """
    with FILE.open(newline="", encoding="utf-8") as file:
        rows = {row["feature"]: float(row["coefficient"]) for row in csv.DictReader(file)}
    if tuple(rows) != tuple(FEATURES):
        raise ValueError(f"{FILE.name}: its features are not those of the evaluation; write it anew with splicelab fit")
    found = np.array(list(rows.values()))
    found.flags.writeable = False
    return found
