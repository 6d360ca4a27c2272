"""Figures of `splicelab bench` about the action graph and the scenario runner."""
from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from experiments.lookup import load_pool

# The position of the figures: a host with one target, guests with one target each, three creatures to choose from.
CREATURES = 3
ORDERS = ("all", "one")
NAMES = {"all": "graph_all_orders", "one": "graph_one_order"}
GROWTHS = {"all": "graph_growth_all_orders", "one": "graph_growth_one_order"}
GUESTS = (6, 8)
BUILDS = 200                 # a repeat
SCENARIOS = Path(__file__).resolve().parents[1] / "tests" / "scenarios"
PLAIN_SCENARIOS = 80         # a sample of them, uncompiled
_PLAIN = """
import json, sys
from experiments.bench_graph import scenarios_per_second
print(json.dumps(scenarios_per_second(int(sys.argv[1]))))
"""


def _cards(guests: int) -> str:
    """The host and the guests as a card file; the guests' texts differ."""
    entry = ('[[card]]\nname = "{}"\ncost = "{}"\ntypes = "Instant — Arcane"\n{}'
             'effect = ["target creature gets {} until end of turn"]\n')
    splice = 'splice = { onto = "Arcane", cost = "{1}{R}" }\n'
    texts = [entry.format("Bench Host", "{R}", "", "+1/+0")]
    texts += [entry.format(f"Bench Guest {k}", "{9}{R}", splice, f"+{k}/+{k}") for k in range(1, guests + 1)]
    return "\n".join(texts)


class GraphBench:
    """Builds the graphs of the figures in turns."""

    def __init__(self) -> None:
        from experiments.check.table import Table
        from sim.graph import GraphBuilder

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.toml"
            file.write_text(_cards(max(GUESTS)), encoding="utf-8")
            self.pool = load_pool([str(file)])
        self.builder = GraphBuilder()
        self.tables = {guests: self._position(Table(self.pool), guests) for guests in GUESTS}

    def _position(self, table: Any, guests: int) -> Any:
        from experiments.check.schema import read_scenario

        hand = ["Bench Host", *(f"Bench Guest {k}" for k in range(1, guests + 1))]
        table.set_up(read_scenario("bench", {
            "id": "bench", "you": {"hand": hand, "battlefield": [{"card": "Mountain", "count": 2 * guests + 1}]},
            "opponent": {"battlefield": [{"card": "Grizzly Bears", "count": CREATURES}]}}))
        return table

    def casts(self, guests: int, orders: str) -> int:
        """Count the casts of a figure's position."""
        from sim.graph import CastGraph

        table = self.tables[guests]
        return CastGraph.of(table.games, 0, table.rules, self.pool.find("Bench Host"), orders, self.builder).n_casts

    def seconds(self, guests: int, orders: str) -> float:
        """Seconds of the processor to build and count a graph once."""
        from sim.graph import ORDERS as NUMBERS

        table, host = self.tables[guests], self.pool.find("Bench Host")
        begun = time.process_time()
        for _ in range(BUILDS):
            self.builder.build(table.games, 0, table.rules, host, NUMBERS[orders])
        return (time.process_time() - begun) / BUILDS

    def measure(self, repeats: int) -> dict[str, dict[str, Any]]:
        """Measure the four figures in turns; values are medians, growth is of the medians of eight over six."""
        times: dict[tuple[int, str], list[float]] = {(g, o): [] for g in GUESTS for o in ORDERS}
        for guests, orders in times:
            self.seconds(guests, orders)                                 # room is made, caches are filled
        for _ in range(repeats):
            for guests, orders in times:
                times[guests, orders].append(self.seconds(guests, orders))
        found = {}
        for orders in ORDERS:
            six, eight = times[6, orders], times[8, orders]
            found[NAMES[orders]] = {
                "value": 1e6 * statistics.median(six), "least": 1e6 * min(six), "most": 1e6 * max(six),
                "repeats": repeats, "casts": self.casts(6, orders)}
            growth = [b / a for a, b in zip(six, eight, strict=True)]
            found[GROWTHS[orders]] = {
                "value": statistics.median(growth), "least": min(growth), "most": max(growth), "repeats": repeats}
        return found


def scenarios_per_second(most: int = 0) -> tuple[float, int]:
    """Run the project's own scenarios, at most so many, and time them after everything is loaded.

    Returns scenarios a second of processor time, and how many were run.
    """
    from experiments.check.run import read_all, run_scenarios

    scenarios, _ = read_all([SCENARIOS])
    chosen = scenarios[::max(1, len(scenarios) // most)] if most else scenarios
    pool = load_pool([])
    run_scenarios(chosen[:1], pool)
    begun = time.process_time()
    results = run_scenarios(chosen, pool)
    return len(results) / (time.process_time() - begun), len(results)


def plain_scenarios_per_second() -> tuple[float, int]:
    """The same in a process of its own with nothing compiled, for a sample."""
    root = str(SCENARIOS.parents[1])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": root}
    said = subprocess.run([sys.executable, "-c", _PLAIN, str(PLAIN_SCENARIOS)], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True, cwd=root).stdout
    rate, number = json.loads(said)
    return rate, number
