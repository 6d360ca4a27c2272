"""The compiled code that is kept between starts."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.jit import MODE

ROOT = Path(__file__).resolve().parents[2]
TINY = """
from sim.jit import entry, kernel

@kernel
def twice(x: int) -> int:
    return 2 * x

@entry
def answer(x: int) -> int:
    return twice(x) + 1

print(answer(20))
"""
WITH_A_RECORD = """
import numba
import numpy as np
{before}
from sim.jit import entry, kernel, record
from sim.layout import array_of, named

ROW = record(("x", "i4"))
Row, Rows = named("Row", ROW), array_of("Rows", ROW)

@kernel
def twice(row: Row) -> int:
    return np.int64(row.x) * 2

@entry
def answer(rows: Rows) -> int:
    return twice(rows[0]) + 1

rows = np.zeros(1, ROW)
rows["x"] = 20
print(answer(rows))
"""
OTHER_TYPES = "for k in range(50): numba.from_dtype(np.dtype([(f'field_{k}', 'i4')]))"


def start(folder: Path) -> str:
    """What a process prints that imports the module `tiny` of a folder; its cache is there too."""
    environment = os.environ | {"SPLICELAB_CACHE": str(folder / "cache"), "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    done = subprocess.run([sys.executable, "-c", "import tiny"], env=environment, cwd=folder, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.skipif(MODE == "plain", reason="nothing is compiled")
def test_half_a_cache_is_made_whole(tmp_path):
    """The code of a kernel is kept, but not how to call it, and a caller has to be compiled."""
    (tmp_path / "tiny.py").write_text(TINY, encoding="utf-8")
    cache = tmp_path / "cache"
    assert start(tmp_path) == "41\n"
    index = list(cache.rglob("*twice*.nbi"))
    assert len(index) == 1 and list(cache.rglob("twice.o"))
    for path in [*index, *cache.rglob("*answer*")]:
        path.unlink()
    assert start(tmp_path) == "41\n"
    assert len(list(cache.rglob("*twice*.nbi"))) == 1
    assert start(tmp_path) == "41\n"


@pytest.mark.skipif(MODE == "plain", reason="nothing is compiled")
def test_a_kernel_is_found_whatever_a_process_imported_before(tmp_path):
    """A kernel is compiled again, for a caller that was kept, where a record has another number among Numba's types."""
    (tmp_path / "tiny.py").write_text(WITH_A_RECORD.replace("{before}", ""), encoding="utf-8")
    assert start(tmp_path) == "41\n"
    for path in (tmp_path / "cache").rglob("*twice*"):
        path.unlink()
    (tmp_path / "tiny.py").write_text(WITH_A_RECORD.replace("{before}", OTHER_TYPES), encoding="utf-8")
    assert start(tmp_path) == "41\n"
