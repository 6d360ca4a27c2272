"""One table for all tests of the scenario runner; scenarios are written as TOML, as a user would."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from experiments.check.run import Result, run_scenario
from experiments.check.schema import read_file
from experiments.check.table import Table


@pytest.fixture(scope="session")
def table() -> Table:
    from decks.pool import load_pool
    return Table(load_pool())


@pytest.fixture
def run(table: Table, tmp_path: Path) -> Callable[[str, str], Result]:
    """Run one scenario, given as the text of its tables and that of its steps, one step a line."""
    def run_text(tables: str, steps: str) -> Result:
        file = tmp_path / "case.toml"
        lines = [line.strip() for line in steps.strip().splitlines() if line.strip()]
        script = "".join("[[scenario.step]]\n" + line.replace("; ", "\n") + "\n" for line in lines)
        file.write_text(f'[[scenario]]\nid = "case"\n{tables}\n{script}', encoding="utf-8")
        return run_scenario(table, read_file(file)[0])
    return run_text
