"""Scenarios with cards that were never printed, for rules that no printed card of the pool shows."""
from __future__ import annotations

from pathlib import Path

import pytest

from experiments.check.run import run_scenario
from experiments.check.schema import Scenario, read_file
from experiments.check.table import Table

HERE = Path(__file__).parent
SCENARIOS = [scenario for file in sorted((HERE / "scenarios").glob("*.toml")) for scenario in read_file(file)]


@pytest.fixture(scope="module")
def table() -> Table:
    from decks.pool import load_pool
    pool = load_pool([HERE / "cards.toml"])
    assert pool.problems == []
    return Table(pool)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.id for scenario in SCENARIOS])
def test_scenario(table: Table, scenario: Scenario) -> None:
    result = run_scenario(table, scenario)
    assert result.passed, result.line
