"""Start the program in a process of its own and time it to its first decision."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from experiments.errors import BadInput

COMPILE_TIMEOUT = 900        # seconds; a process that takes longer is given up

# What `make demo` loads, to the first decision of its first game.
_PROGRAM = """
import json, os, sys
from agents import agent
from agents.play import play_games
from experiments import defaults
from experiments.lookup import load_deck, load_pool
from sim.jit import compile_seconds
from sim.play import new_actions, new_games, start_game
agent(defaults.AGENT).record()
pool = load_pool([])
deck, other = (load_deck(name, pool, "constructed").cards() for name in (defaults.DECK, defaults.FIELD[0]))
asked = start_game(new_games(1), 0, pool.rules, deck, other, 1, 0, new_actions())
print(json.dumps({"asked": asked, "busy": sum(os.times()[:4]), "compile_seconds": compile_seconds}), flush=True)
"""


@dataclass(frozen=True)
class Start:
    """A start of the program, from starting the process to the first decision.

    seconds: by the clock. busy: of processor time, of its children too. compile_seconds: of each kernel, or
    to load it where it was compiled before.
    """

    seconds: float
    busy: float
    compile_seconds: dict[str, float]


def first_decision(fresh: bool = False) -> Start:
    """Start a process and let it go to its first decision; fresh: with nothing compiled before.

    Raises BadInput if the process fails.
    """
    root = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
        if fresh:
            environment["SPLICELAB_CACHE"] = str(Path(folder) / "cache")
        with open(Path(folder) / "errors", "w+", encoding="utf-8") as errors:
            begun = time.perf_counter()
            process = subprocess.Popen([sys.executable, "-c", _PROGRAM], env=environment, text=True, cwd=folder,
                                       stdout=subprocess.PIPE, stderr=errors)
            limit = threading.Timer(COMPILE_TIMEOUT, process.kill)
            limit.start()
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                seconds = time.perf_counter() - begun
                process.wait()
            finally:
                limit.cancel()
                process.kill()
                process.wait()
            errors.seek(0)
            reason = errors.read().strip().splitlines() or [f"nothing after {COMPILE_TIMEOUT} s"]
    if process.returncode != 0 or not line:
        raise BadInput(f"the program does not start: {reason[-1]}")
    said = json.loads(line)
    return Start(seconds, said["busy"], said["compile_seconds"])
