"""Run scenario files and say what came of each scenario."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.check.faults import FailedError, UnreadableError
from experiments.check.schema import Scenario, read_file
from experiments.errors import one_line

if TYPE_CHECKING:
    from experiments.check.table import Table

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """What came of one scenario; the last four say why it failed. Step 0 is the table."""

    file: str
    id: str
    passed: bool
    step: int = 0
    expected: str = ""
    actual: str = ""
    legal_actions: str = ""

    @property
    def line(self) -> str:
        """The line that `splicelab check` prints."""
        if self.passed:
            return f"ok {self.id}"
        return (f"FAILED {self.id}: {self.file}, step {self.step}: expected {self.expected}, is {self.actual}; "
                f"legal actions: {self.legal_actions}")


def files_in(paths: Iterable[str | Path]) -> list[Path]:
    """List the scenario files: files as they are, folders with every *.toml below them.

    Raises UnreadableError for a path that does not exist and a folder without scenario files.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise UnreadableError(f"{path}: no *.toml file in this folder")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise UnreadableError(f"{path}: no such file or folder")
    return found


def read_all(paths: Iterable[str | Path]) -> tuple[list[Scenario], list[str]]:
    """Read every file; return the scenarios, and a line for each path that cannot be read."""
    scenarios: list[Scenario] = []
    faults: list[str] = []
    for path in paths:
        try:
            files = files_in([path])
        except UnreadableError as fault:
            faults.append(str(fault))
            continue
        for file in files:
            try:
                scenarios += read_file(file)
            except UnreadableError as fault:
                faults.append(str(fault))
    return scenarios, faults


def run_scenario(table: Table, scenario: Scenario) -> Result:
    """Set up the table, carry out the script, and say where it fails."""
    from experiments.check.drive import Driver

    at = 0
    try:
        table.set_up(scenario)
        driver = Driver(table, scenario.steps)
        for step in scenario.steps:
            at = step.number
            driver.run(step)
    except FailedError as fault:
        table.row = 0
        legal = table.legal_text() if at else "none yet, the table is not set up"
        return Result(scenario.file, scenario.id, False, at, fault.expected, fault.actual, legal)
    except Exception as fault:           # a fault of the program: it fails this scenario and not the others
        where = traceback.extract_tb(fault.__traceback__)[-1]
        actual = f"{type(fault).__name__}: {one_line(fault)} ({Path(where.filename).name}, line {where.lineno})"
        return Result(scenario.file, scenario.id, False, at, "no error in the program", actual, "unknown")
    return Result(scenario.file, scenario.id, True)


def run_scenarios(scenarios: Iterable[Scenario], pool: Any = None) -> list[Result]:
    """Run scenarios one after another on one table."""
    from experiments.check.table import Table

    if pool is None:
        from decks.pool import load_pool
        pool = load_pool()
    table = Table(pool)
    return [run_scenario(table, scenario) for scenario in scenarios]


def run_files(paths: Iterable[str | Path], plain: bool = False, cards: Sequence[str] = ()) -> list[Result]:
    """Run every scenario of the files and folders.

    With `plain` the engine runs uncompiled; when it is compiled in this process already, another
    process does it. `cards` are files of the user's own cards.
    Raises UnreadableError for the first file that cannot be read.
    """
    paths = list(paths)
    if plain and not is_plain():
        return run_in_plain_process(paths, cards)
    scenarios, faults = read_all(paths)
    if faults:
        raise UnreadableError(faults[0])
    from experiments.lookup import load_pool
    return run_scenarios(scenarios, load_pool(cards))


def is_plain() -> bool:
    """Whether the engine of this process runs uncompiled."""
    from sim.jit import COMPILED
    return not COMPILED


def run_in_plain_process(paths: Sequence[str | Path], cards: Sequence[str]) -> list[Result]:
    """Run the files in a process of their own, with the engine uncompiled."""
    command = [sys.executable, "-m", "experiments", "check", "--plain", "--json", *map(str, paths)]
    for file in cards:
        command += ["--cards", file]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), environment.get("PYTHONPATH"))))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise UnreadableError((done.stderr.strip().splitlines() or ["the plain process failed"])[-1])
    return [Result(**{key: each[key] for key in Result.__dataclass_fields__})
            for each in json.loads(done.stdout)["scenarios"]]


def as_json(results: Sequence[Result], faults: Sequence[str]) -> str:
    """Return everything that is printed as one JSON object.

    `passed` and `failed` count scenarios, `unreadable` lists a line for each file that is none, and
    `scenarios` has file, id, passed, step (0: the table), expected, actual and legal_actions of each.
    """
    passed = sum(result.passed for result in results)
    return json.dumps({"passed": passed, "failed": len(results) - passed, "unreadable": list(faults),
                       "scenarios": [asdict(result) for result in results]}, ensure_ascii=False, indent=2)
