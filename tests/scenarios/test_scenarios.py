"""Every scenario file of this folder, one test a scenario."""
from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from experiments.check.run import run_scenario
from experiments.check.schema import Scenario, read_file
from experiments.check.table import Table

FILES = sorted(Path(__file__).parent.rglob("*.toml"))
SCENARIOS = [(file.stem, scenario) for file in FILES for scenario in read_file(file)]


@pytest.fixture(scope="module")
def table() -> Table:
    from decks.pool import load_pool
    return Table(load_pool())


@pytest.mark.parametrize("scenario", [each for _, each in SCENARIOS], ids=[f"{stem}-{s.id}" for stem, s in SCENARIOS])
def test_scenario(table: Table, scenario: Scenario) -> None:
    result = run_scenario(table, scenario)
    assert result.passed, result.line


def names_in(value: object) -> set[str]:
    """Every text of a scenario file that could be the name of a card, also the first part of a path."""
    if isinstance(value, dict):
        return {name for key, each in value.items() for name in {key, key.split(".")[0]} | names_in(each)}
    if isinstance(value, list):
        return {name for each in value for name in names_in(each)}
    return {value.removeprefix("your ").removeprefix("opponent's ")} if isinstance(value, str) else set()


def test_every_card_with_a_text_is_in_some_scenario(table: Table) -> None:
    named = {name for file in FILES for name in names_in(tomllib.loads(file.read_text(encoding="utf-8")))}
    rules = table.pool.rules[0]
    with_text = [name for name, number in table.pool.cards.items()
                 if rules.card[number].n_abilities + rules.card[number].spell + rules.card[number].flip
                 and "Basic" not in table.pool.entries[number]["types"]]
    assert len(with_text) > 600
    assert [name for name in with_text if name not in named] == []
