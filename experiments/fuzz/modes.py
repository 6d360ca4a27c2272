"""Play the same random games compiled, checked and plain, each in a process of its own, and compare them.

`python -m experiments.fuzz.modes SEED COUNT [FILE.toml …]` prints the games of the mode that it runs in.
"""
from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODES = {"fast": {}, "checked": {"NUMBA_BOUNDSCHECK": "1"}, "plain": {"NUMBA_DISABLE_JIT": "1"}}
LIMIT = 250                  # decisions of one game, so that the plain mode comes to an end


def games(first: int, count: int, cards: Sequence[str]) -> dict[str, str]:
    """Play the first decisions of some random games; a hash of the whole record of each, by number."""
    from experiments.fuzz.kernels import GAME_AT
    from experiments.fuzz.making import Maker
    from experiments.fuzz.play import Player
    from experiments.lookup import load_pool

    player = Player(Maker(load_pool(cards)), most=LIMIT, explore=False)
    found = {}
    for number in range(first, first + count):
        made = player.game(number)
        record = repr(player.games[GAME_AT].tolist()).encode()
        found[str(number)] = "; ".join(made.faults) or hashlib.sha256(record).hexdigest()[:16]
    return found


def compare(first: int, count: int, cards: Sequence[str]) -> list[str]:
    """Play the games in all modes; a line for each that is not the same in all."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "experiments.fuzz.modes", str(first), str(count)]
    answers = {}
    for mode, environment in MODES.items():
        done = subprocess.run([*command, *cards], cwd=ROOT, env=clean | environment, capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no word"])[-1]
            return [f"--modes {count} --seed {first}: {mode} ended with {done.returncode}: {last}"]
        answers[mode] = json.loads(done.stdout)
    return [f"--modes 1 --seed {number}: " + ", ".join(f"{mode} {answers[mode][number]}" for mode in MODES)
            for number in answers["fast"] if len({answers[mode][number] for mode in MODES}) > 1]


if __name__ == "__main__":
    print(json.dumps(games(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])))
