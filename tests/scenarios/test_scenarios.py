"""Every scenario file of this folder, one test a scenario."""
from __future__ import annotations

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
