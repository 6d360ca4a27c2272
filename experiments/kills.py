"""Kill a study at random moments and compare its rows with an undisturbed run: `python -m experiments.kills`.

A process that is killed runs no code of its own, so what is left is what the file stands. A part of the kills falls
anywhere into the start (also into the making of the file), the others into the time in which rows are written.
"""
from __future__ import annotations

import argparse
import random
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from experiments import defaults
from experiments.store import ROWS

STARTING = 0.2               # part of the kills that fall into the start
TICK = 0.002                 # seconds between two looks at the file

Command = Callable[[Path], Sequence[str]]        # results file -> the command that plays the study into it


@dataclass(frozen=True)
class Killed:
    """What came of it.

    rows: compared. lost: rows of the undisturbed run that are not there. changed: rows that are not its, or twice.
    """

    kills: int
    while_writing: int
    rows: int
    lost: int
    changed: int


def killed(command: Command, folder: Path, kills: int, seed: int) -> Killed:
    """Run a study undisturbed and under kills, in files of a folder."""
    whole, cut = folder / "whole.duckdb", folder / "cut.duckdb"
    draw = random.Random(seed)
    starting, writing = _undisturbed(command(whole), whole)
    hit = done = 0
    found = [0, 0, 0]
    while True:
        process = subprocess.Popen(command(cut), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        at_start = draw.random() < STARTING
        if at_start or _first_write(process, cut):
            time.sleep(draw.uniform(0, starting if at_start else 2 * writing / kills))
        if process.poll() is None:
            process.kill()
            done += 1
            hit += not at_start
        elif process.returncode:
            raise RuntimeError(f"exit status {process.returncode}: {shlex.join(command(cut))}")
        ended = process.wait() == 0
        if done == kills and not ended:
            subprocess.run(command(cut), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done == kills or ended:       # all is played: what more kills there are fall on a new file
            found = [sum(each) for each in zip(found, compare(whole, cut))]
            cut.unlink()
        if done == kills:
            return Killed(done, hit, *found)


def _undisturbed(command: Sequence[str], path: Path) -> tuple[float, float]:
    """Run to the end; return the seconds to the first row and from there on."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    _first_write(process, path)
    first = time.perf_counter()
    _, said = process.communicate()
    if process.returncode:
        raise RuntimeError(said.strip() or f"exit status {process.returncode}")
    return first - begun, time.perf_counter() - first


def _first_write(process: subprocess.Popen, path: Path) -> bool:
    """Wait until the process has written to the file for the second time (the first notes the study)."""
    log = path.with_name(path.name + ".wal")
    seen = _size(log)
    writes = 0
    while process.poll() is None:
        size = _size(log)
        if size != seen:
            seen, writes = size, writes + 1
            if writes == 2:
                return True
        time.sleep(TICK)
    return False


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return -1


def compare(whole: Path, cut: Path) -> tuple[int, int, int]:
    """Return how many rows the first file has, how many of them the second lacks, and how many it has that differ."""
    rows = lost = changed = 0
    with duckdb.connect() as db:
        for name, path in (("whole", whole), ("cut", cut)):
            db.execute(f"ATTACH '{str(path).replace(chr(39), chr(39) * 2)}' AS {name} (READ_ONLY)")
        for table in ROWS:
            def count(sql: str, table: str = table) -> int:
                found = db.execute(sql.replace("TABLE", table)).fetchone()
                return int(found[0]) if found else 0

            rows += count("SELECT count(*) FROM whole.TABLE")
            lost += count("SELECT count(*) FROM (FROM whole.TABLE EXCEPT ALL FROM cut.TABLE)")
            changed += count("SELECT count(*) FROM (FROM cut.TABLE EXCEPT ALL FROM whole.TABLE)")
    return rows, lost, changed


def main() -> int:
    """Print what came of it; 1 when a row was lost or changed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="how often (default %(default)s)")
    parser.add_argument("--pairs", type=int, default=30000, metavar="N", help="of the study (default %(default)s)")
    parser.add_argument("--seed", type=int, default=defaults.SEED, metavar="N", help="of the moments")
    asked = parser.parse_args()

    def command(path: Path) -> list[str]:
        return [sys.executable, "-m", "experiments.cli", "match", defaults.DECK, defaults.FIELD[0], "--agent", "random",
                "--pairs", str(asked.pairs), "--out", str(path)]

    with tempfile.TemporaryDirectory() as folder:
        found = killed(command, Path(folder), asked.kills, asked.seed)
    print(f"{found.kills} kills at random moments, {found.while_writing} of them while rows were written: "
          f"of {found.rows} rows {found.lost} lost, {found.changed} changed or twice")
    return int(found.lost + found.changed > 0)


if __name__ == "__main__":
    sys.exit(main())
