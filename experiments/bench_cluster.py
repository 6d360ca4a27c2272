"""Dask with two workers against two threads: the same studies, played and stored both ways, in turns."""
from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from experiments.errors import BadInput
from experiments.run import play_study
from experiments.schedule import Arm, Deck, Study
from experiments.store import Store

WORKERS = 2
START_SECONDS = 300          # for a scheduler and workers that may have to compile
TICK = 0.05


@contextlib.contextmanager
def running(workers: int) -> Iterator[str]:
    """Start a scheduler and workers, one thread each, on this machine; yield the address.

    Raises BadInput if they do not start.
    """
    from distributed import Client

    options = ("--no-dashboard", "--local-directory")
    started: list[subprocess.Popen] = []

    def start(what: str, *words: str) -> None:
        started.append(subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *words], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=folder, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}))

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        try:
            start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
            for _ in range(workers):
                start("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", *options, folder,
                      "--preload", "experiments.cluster")
            deadline = time.monotonic() + START_SECONDS
            while not file.exists():
                if time.monotonic() > deadline or any(each.poll() is not None for each in started):
                    raise BadInput("the cluster to be measured does not start")
                time.sleep(TICK)
            with Client(scheduler_file=str(file), set_as_default=False, timeout=START_SECONDS) as client:
                client.wait_for_workers(workers, timeout=START_SECONDS)
                address = client.scheduler.address
            yield address
        finally:
            for each in reversed(started):
                each.terminate()
            for each in started:
                each.wait()


def ratios(pool: Any, lists: dict[str, np.ndarray], spec: str, seed: int, pairs: int, rounds: int) -> list[float]:
    """Return games per second of the cluster over those of as many threads, round by round.

    lists: of the two decks, by name. spec: of the agent in both seats.
    """
    from agents import agent

    player, found = agent(spec), []
    deck, other = (Deck(name, name, cards) for name, cards in lists.items())

    def seconds(turn: int, folder: str, address: str | None) -> float:
        study = Study("match", (Arm("match", deck, (other,), pairs),), player, player, seed + turn, pool.hash, "bench")
        with Store(Path(folder) / f"{turn}-{address is None}.duckdb") as store:
            begun = time.perf_counter()
            play_study(study, pool.rules, pool.name, store, WORKERS, address)
            return time.perf_counter() - begun

    with running(WORKERS) as address, tempfile.TemporaryDirectory() as folder:
        for turn in tqdm(range(rounds + 1), desc="cluster", unit=" rounds", disable=None, leave=False):
            order = (None, address) if turn % 2 else (address, None)
            took = {each: seconds(turn, folder, each) for each in order}
            if turn:                     # the first round warms up
                found.append(took[None] / took[address])
    return found
