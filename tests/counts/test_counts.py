"""Counts of casts: what the files state, what the enumeration lists, what the engine offers (perft; CR 601.2, 702.47).

`enumeration.py` shares nothing with the engine but the rules of the game; a count stands in a file only if it lists
that many, and the engine must come to the same number.
"""
from __future__ import annotations

from pathlib import Path

import pytest

from decks.pool import load_pool
from experiments.check import counts
from experiments.check.drive import Driver
from experiments.check.schema import Scenario, read_scenario
from experiments.check.table import Table
from tests.counts.enumeration import count, listed, with_counts
from tests.counts.positions import FACTS, HERE, Position, Thing, read

FILES = sorted(HERE.glob("*.txt"))
POSITIONS = [position for file in FILES for position in read(file)]
MOST_LISTED = 4000                   # casts that are listed one by one
CASTS = [(position, name) for position in POSITIONS for name in position.casts]
NAMES = [f"{position.id}/{name}" for position, name in CASTS]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(load_pool((str(HERE / "cards.toml"),)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_file_states_what_is_counted(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == with_counts(file)


def test_there_are_positions_enough_and_no_id_twice() -> None:
    assert len(POSITIONS) >= 60
    assert len({position.id for position in POSITIONS}) == len(POSITIONS)
    assert max(counted[0] for position in POSITIONS for counted in position.casts.values()) > 2**63


@pytest.mark.parametrize(("position", "name"), CASTS, ids=NAMES)
def test_multiplying_is_as_good_as_listing(position: Position, name: str) -> None:
    counted = count(position, name)
    if counted[0] <= MOST_LISTED:
        all_orders, one_order = listed(position, name)
        assert (len(all_orders), len(one_order)) == counted


@pytest.mark.parametrize(("position", "name"), CASTS, ids=NAMES)
def test_the_engine_counts_the_same(table: Table, position: Position, name: str) -> None:
    set_up(table, position)
    asked = counts.casts(table, name, "asked")
    assert (counts.casts(table, name, "all"), counts.casts(table, name, "one")) == position.casts[name]
    assert position.casts[name][1] <= asked <= position.casts[name][0]


# ---------------------------------------------------------------- the engine's side

def set_up(table: Table, position: Position) -> None:
    """Set up the table; what is on the stack is cast, for mana that was there for it."""
    scenario = as_scenario(position)
    table.set_up(scenario)
    driver = Driver(table, scenario.steps)
    for step in scenario.steps:
        driver.run(step)


def as_scenario(position: Position) -> Scenario:
    """The position in the words of a scenario file."""
    mana = "".join(f"{{{symbol}}}" for symbol in position.mana)
    you = {"life": position.life, "hand": [thing.name for thing in position.hand + position.stack],
           "graveyard": [thing.name for thing in position.graveyard],
           "battlefield": [entry(thing) for thing in position.battlefield if thing.yours],
           "mana": mana + "".join(FACTS[thing.name]["cost"] for thing in position.stack)}
    opponent = {"battlefield": [entry(thing) for thing in position.battlefield if not thing.yours]}
    steps = [{"cast": thing.name} for thing in position.stack]
    return read_scenario("counts", {"id": position.id, "you": you, "opponent": opponent, "step": steps})


def entry(thing: Thing) -> dict[str, object]:
    """One permanent in the words of a scenario file."""
    return {"card": thing.name, "tapped": thing.tapped, "sick": thing.sick}
