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


@pytest.mark.skipif(MODE == "plain", reason="nothing is compiled")
def test_half_a_cache_is_made_whole(tmp_path):
    """The code of a kernel is kept, but not how to call it, and a caller has to be compiled."""
    (tmp_path / "tiny.py").write_text(TINY, encoding="utf-8")
    cache = tmp_path / "cache"
    environment = os.environ | {"SPLICELAB_CACHE": str(cache), "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}

    def start():
        done = subprocess.run([sys.executable, "-c", "import tiny"], env=environment, cwd=tmp_path, capture_output=True,
                              text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    assert start() == "41\n"
    index = list(cache.rglob("*twice*.nbi"))
    assert len(index) == 1 and list(cache.rglob("twice.o"))
    for path in [*index, *cache.rglob("*answer*")]:
        path.unlink()
    assert start() == "41\n"
    assert len(list(cache.rglob("*twice*.nbi"))) == 1
    assert start() == "41\n"
