"""Compiled, checked and plain: one behaviour."""
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.jit import MODE
from tests.contract.conftest import share

ROOT = Path(__file__).resolve().parents[2]
GAMES_PLAIN = 12             # about a second each
GAMES_CHECKED = 1200


def streams_in(games, flags=(), **environment):
    """Run `tests.contract.streams` in a process of its own; returns what it printed."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run([sys.executable, *flags, "-m", "tests.contract.streams", str(games)], cwd=ROOT,
                          env=clean | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def fast():
    answer = streams_in(max(GAMES_PLAIN, share(GAMES_CHECKED)))
    assert answer["mode"] == "fast"
    assert len(set(answer["streams"].values())) == len(answer["streams"])
    assert all("broken 0" in name for name in answer["streams"])
    return answer["streams"]


def test_plain_mode_plays_the_same_games_and_warns_of_nothing(fast):
    answer = streams_in(GAMES_PLAIN, ("-W", "error::RuntimeWarning"), NUMBA_DISABLE_JIT="1")
    assert answer["mode"] == "plain"
    assert len(answer["streams"]) == GAMES_PLAIN
    assert answer["streams"].items() <= fast.items()


def test_checked_mode_plays_the_same_games_within_every_table(fast):
    answer = streams_in(max(GAMES_PLAIN, share(GAMES_CHECKED)), NUMBA_BOUNDSCHECK="1")
    assert answer["mode"] == "checked"
    assert answer["streams"] == fast


BEYOND_A_TABLE = """
from sim.play import new_actions, new_games
from tests.contract.streams import DECKS, begin, load_list, load_pool, play_on
pool, table = load_pool(), new_games(1)
deck = load_list(DECKS[0], pool).cards()
begin(table, 0, pool.rules, deck, deck, 1, 0)
table[0]["n_battlefield"] = 5000
try:
    play_on(table, 0, pool.rules, 1, 50, 0, new_actions())
except IndexError:
    print("refused")
"""


def test_checked_mode_refuses_an_index_beyond_a_table():
    done = subprocess.run([sys.executable, "-c", BEYOND_A_TABLE], cwd=ROOT, text=True, capture_output=True,
                          env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(ROOT)})
    assert done.stdout == "refused\n", done.stderr[-2000:]


def test_these_tests_run_in_the_fast_mode():
    assert MODE == "fast"
