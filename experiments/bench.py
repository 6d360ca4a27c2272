"""The table of figures: `splicelab bench`. What each means and how it is measured is in docs/bench.md.

Speeds are per second of one core's time, by this process pinned to one core. What is
compared is measured in turns within one run, so that whatever else the machine does
falls on both sides.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from tqdm import tqdm

from experiments.errors import BadInput, Interrupted, nearest
from experiments.lookup import load_deck, load_pool
from experiments.processes import COMPILE_TIMEOUT, first_decision
from experiments.schedule import STARTER, pair_seeds
from experiments.statistics import pair_rate
from experiments.terminal import table
from sim.build import all_cores

SPLICE_DECKS = ("kbc_ur_splice_glacial_ray", "kbc_uw_dampen_thought")
DECKS = (*SPLICE_DECKS, "kbc_white_weenie", "kbc_black_hand_gp2005")
MIRROR = SPLICE_DECKS[0]
SEARCH, STRONGEST = "ismcts(simulations=400)", "rollout(simulations=400)"
PLAYED = {"random": "random_games_per_second", "heuristic": "heuristic_games_per_second",
          SEARCH: "ismcts_games_per_second", STRONGEST: "rollout_games_per_second"}
SLOWEST_SHOWN = 10
MANY_GAMES = 100             # rounds of fewer games differ by the games: then all games over all the time
IDLE = 0.5                   # load average above which somebody else is at work


@dataclass(frozen=True)
class Goal:
    """A figure: its key, its name, its unit, and what is asked of it."""

    key: str
    name: str
    unit: str
    reach: float
    good: float
    less_is_better: bool = False

    def met(self, value: float | None) -> str:
        """Return "good", "reach", "no", or "unknown" for a figure that could not be measured."""
        if value is None:
            return "unknown"
        for word, bar in (("good", self.good), ("reach", self.reach)):
            if (value <= bar) if self.less_is_better else (value >= bar):
                return word
        return "no"


GOALS = (
    Goal("random_games_per_second", "random v random, the two splice decks", "games/s", 4000, 10000),
    Goal("heuristic_games_per_second", "heuristic v heuristic, the two splice decks", "games/s", 1000, 3000),
    Goal("ismcts_games_per_second", f"{SEARCH} both seats, the two splice decks", "games/s", 0.3, 1),
    Goal("rollout_games_per_second", f"{STRONGEST} both seats, the two splice decks", "games/s", 0.3, 1),
    Goal("decisions_per_second", "decisions applied, random play", "M/s", 1, 3),
    Goal("cold_compile_seconds", "cold compile of everything `make demo` needs, on one core", "s", 120, 60, True),
    Goal("cold_compile_all_cores_seconds", "the same on all cores", "s", 120, 60, True),
    Goal("warm_start_seconds", "warm start to the first decision", "s", 1.5, 1, True),
    Goal("two_threads_ratio", "two threads against one", "x", 1.8, 1.95),
    Goal("two_workers_ratio", "Dask with two workers against two threads", "x", 0.8, 0.95),
    Goal("graph_all_orders", "graph of six splices, all orders, built and counted", "µs", 300, 60, True),
    Goal("graph_one_order", "the same, one order for each set", "µs", 60, 10, True),
    Goal("graph_growth_all_orders", "time of eight splices over six, all orders", "x", 12, 9, True),
    Goal("graph_growth_one_order", "the same, one order for each set", "x", 6, 4, True),
    Goal("scenarios_per_second", "scenarios", "1/s", 200, 1000),
    Goal("plain_scenarios_per_second", "scenarios, uncompiled", "1/s", 20, 50),
    Goal("report_seconds", "report of 100,000 games", "s", 20, 5, True),
    Goal("report_megabytes", "its size", "MB", 10, 2, True),
    Goal("ismcts_against_heuristic", f"{SEARCH} against heuristic, splice deck mirror", "%", 60, 75),
    Goal("heuristic_against_random", "heuristic against random, all pairings", "%", 97, 99.5),
)
KEYS = tuple(goal.key for goal in GOALS)
GRAPH_KEYS = {key for key in KEYS if key.startswith("graph_")}


@dataclass(frozen=True)
class Size:
    """How much is played for each figure."""

    repeats: int = 9             # of each speed; the median counts
    random_games: int = 3000     # a repeat
    heuristic_games: int = 600
    search_games: int = 2
    thread_games: int = 1200     # a thread, a repeat
    cluster_pairs: int = 8000    # a repeat, of which there are at most five
    starts: int = 5              # warm starts
    search_pairs: int = 200
    easy_pairs: int = 100        # a pairing


QUICK = Size(repeats=3, random_games=1000, heuristic_games=200, search_games=1, thread_games=400, cluster_pairs=2000,
             starts=3, search_pairs=20, easy_pairs=10)


@dataclass
class Reading:
    """A figure as measured. value: in the unit of its goal, None if it could not be; detail: keys of docs/bench.md."""

    value: float | None
    detail: dict[str, Any] = field(default_factory=dict)


class Bench:
    """Measures the figures of one run."""

    def __init__(self, size: Size, seed: int, cards: list[str]):
        self.size, self.seed, self.card_files = size, seed, cards
        self.slowest: list[tuple[str, float]] = []

    @cached_property
    def pool(self) -> Any:
        return load_pool(self.card_files)

    @cached_property
    def decks(self) -> dict[str, np.ndarray]:
        return {name: load_deck(name, self.pool, "constructed").cards() for name in DECKS}

    def play(self, names: tuple[str, str], specs: tuple[str, str], first: int, n: int) -> np.ndarray:
        """Play `n` games from seed number `first` on; returns their rows."""
        from agents import agent
        from agents.play import play_games

        try:
            players = agent(specs[0]), agent(specs[1])
        except ValueError as error:
            raise BadInput(str(error)) from None
        return play_games(self.pool.rules, self.decks[names[0]], self.decks[names[1]], *players,
                          pair_seeds(self.seed, tuple(range(first, first + n))), np.full(n, STARTER, np.int64))

    # ------------------------------------------------------------ speeds

    def speeds(self, wanted: set[str]) -> dict[str, Reading]:
        """Measure games per second of the agents, in turns, pinned to one core."""
        played = {"random": self.size.random_games, "heuristic": self.size.heuristic_games,
                  SEARCH: self.size.search_games, STRONGEST: self.size.search_games}
        played = {spec: n for spec, n in played.items()
                  if PLAYED[spec] in wanted or spec == "random" and "decisions_per_second" in wanted}
        rates: dict[str, list[float]] = {spec: [] for spec in played}
        walls: dict[str, list[float]] = {spec: [] for spec in played}
        decisions: list[float] = []
        with pinned():
            for spec in played:
                self.play(SPLICE_DECKS, (spec, spec), 0, 1)          # caches of the processor and of the program
            for turn in tqdm(range(self.size.repeats), desc="speed", unit=" rounds", disable=None, leave=False):
                for spec, n in played.items():
                    wall, busy = time.perf_counter(), time.process_time()
                    rows = self.play(SPLICE_DECKS, (spec, spec), 1 + turn * n, n)
                    busy, wall = time.process_time() - busy, time.perf_counter() - wall
                    rates[spec].append(n / busy)
                    walls[spec].append(n / wall)
                    if spec == "random":
                        decisions.append(int(rows["decisions"].sum()) / busy / 1e6)
        found = {}
        for spec, key in PLAYED.items():
            if key in wanted:
                typical = statistics.median if played[spec] >= MANY_GAMES else statistics.harmonic_mean
                found[key] = spread(rates[spec], typical, games=played[spec] * self.size.repeats,
                                    by_the_clock=typical(walls[spec]))
        if "decisions_per_second" in wanted:
            found["decisions_per_second"] = spread(decisions)
        return found

    def threads(self) -> Reading:
        """Measure how much more two threads play than one, in turns."""
        if all_cores() < 2:
            return Reading(None, {"why": "one core only"})
        n, spec = self.size.thread_games, "heuristic"
        ratios = []

        def job(first: int) -> None:
            self.play(SPLICE_DECKS, (spec, spec), first, n)

        with ThreadPoolExecutor(2) as workers:
            job(0)
            for turn in tqdm(range(self.size.repeats), desc="threads", unit=" rounds", disable=None, leave=False):
                seconds = []
                for work in ((turn,), (turn,), (turn, turn)):        # equal work, or one thread would wait
                    begun = time.perf_counter()
                    list(workers.map(job, work))
                    seconds.append(time.perf_counter() - begun)
                ratios.append((seconds[0] + seconds[1]) / seconds[2])
        return spread(ratios, agent=spec)

    def cluster(self) -> Reading:
        """Measure how much two workers of a Dask cluster play of what two threads do, in turns."""
        if all_cores() < 2:
            return Reading(None, {"why": "one core only"})
        try:
            import distributed  # noqa: F401
        except ImportError:
            return Reading(None, {"why": "there is no Dask: pip install 'splicelab[cluster]'"})
        from experiments.bench_cluster import ratios

        played = ratios(self.pool, {name: self.decks[name] for name in SPLICE_DECKS}, "heuristic", self.seed,
                        self.size.cluster_pairs, min(self.size.repeats, 5))
        return spread(played, agent="heuristic", games=2 * self.size.cluster_pairs)

    # ------------------------------------------------------------ start

    def starts(self, wanted: set[str]) -> dict[str, Reading]:
        """Measure a first start with nothing compiled, and later ones, in processes of their own on one core."""
        found: dict[str, Reading] = {}
        if "cold_compile_all_cores_seconds" in wanted:
            with waiting("compiling everything once, on all cores"):
                cold = first_decision(fresh=True)
            found["cold_compile_all_cores_seconds"] = Reading(cold.seconds, {"processor_seconds": cold.busy})
        with pinned():
            if "cold_compile_seconds" in wanted:
                with waiting("compiling everything once"):
                    cold = first_decision(fresh=True)
                found["cold_compile_seconds"] = Reading(cold.seconds, {
                    "processor_seconds": cold.busy, "compile_seconds": sum(cold.compile_seconds.values()),
                    "kernels": len(cold.compile_seconds)})
                self.slowest = sorted(cold.compile_seconds.items(), key=lambda item: -item[1])[:SLOWEST_SHOWN]
            if "warm_start_seconds" in wanted:
                first_decision()                                     # fills the cache if it has to
                warm = [first_decision() for _ in range(self.size.starts)]
                found["warm_start_seconds"] = spread([start.seconds for start in warm], processor_seconds=(
                    statistics.median(start.busy for start in warm)))
        return found

    # ------------------------------------------------------------ strength

    def strength(self, one: str, other: str, pairings: list[tuple[str, str]], pairs: int) -> Reading:
        """Play pairs on all cores: one deal a pair, the agents swap seats; returns the share of points of `one`."""
        jobs = [(names, pair) for names in pairings for pair in range(pairs)]

        def job(work: tuple[tuple[str, str], int]) -> tuple[float, int]:
            names, pair = work
            first = self.play(names, (one, other), pair, 1)["winner"][0]
            second = self.play(names, (other, one), pair, 1)["winner"][0]
            points = [0.5 if winner < 0 else float(winner == seat) for winner, seat in ((first, 0), (second, 1))]
            return sum(points) / 2, int(first < 0) + int(second < 0)

        workers = ThreadPoolExecutor(all_cores())
        try:
            played = list(tqdm(workers.map(job, jobs), total=len(jobs), desc=f"{one} v {other}", unit=" pairs",
                               disable=None, leave=False))
        finally:
            workers.shutdown(wait=False, cancel_futures=True)
        rate = pair_rate(np.array([share for share, _ in played]))
        as_percent = [None if bound is None else 100 * bound for bound in (rate.value, rate.low, rate.high)]
        return Reading(as_percent[0], {"low": as_percent[1], "high": as_percent[2], "pairs": rate.n,
                                       "games_without_winner": sum(n for _, n in played)})

    def graphs_and_scenarios(self, wanted: set[str]) -> dict[str, Reading]:
        """Measure the action graph and the scenario runner."""
        from experiments import bench_graph

        found: dict[str, Reading] = {}
        if wanted & GRAPH_KEYS:
            with pinned():
                measured = bench_graph.GraphBench().measure(self.size.repeats)
            found |= {key: Reading(each.pop("value"), each) for key, each in measured.items() if key in wanted}
        for key, measure in (("scenarios_per_second", bench_graph.scenarios_per_second),
                             ("plain_scenarios_per_second", bench_graph.plain_scenarios_per_second)):
            if key in wanted:
                if bench_graph.SCENARIOS.is_dir():
                    rate, number = measure()
                    found[key] = Reading(rate, {"scenarios": number})
                else:
                    found[key] = Reading(None, {"why": "no scenario files beside the program"})
        return found

    def reports(self, wanted: set[str]) -> dict[str, Reading]:
        """Measure the report of a study of many games."""
        if not wanted & {"report_seconds", "report_megabytes"}:
            return {}
        from experiments.bench_report import report_of_many_games

        return {key: Reading(each.pop("value"), each) for key, each in report_of_many_games().items() if key in wanted}

    def measure(self, wanted: set[str]) -> dict[str, Reading]:
        """Measure the wanted figures."""
        found = self.starts(wanted)
        if wanted & {*PLAYED.values(), "decisions_per_second"}:
            found |= self.speeds(wanted)
        if "two_threads_ratio" in wanted:
            found["two_threads_ratio"] = self.threads()
        if "two_workers_ratio" in wanted:
            found["two_workers_ratio"] = self.cluster()
        found |= self.graphs_and_scenarios(wanted)
        found |= self.reports(wanted)
        if "heuristic_against_random" in wanted:
            pairings = [(first, second) for first in DECKS for second in DECKS]
            found["heuristic_against_random"] = self.strength("heuristic", "random", pairings, self.size.easy_pairs)
        if "ismcts_against_heuristic" in wanted:
            found["ismcts_against_heuristic"] = self.strength(SEARCH, "heuristic", [(MIRROR, MIRROR)],
                                                              self.size.search_pairs)
        return found


def spread(values: list[float], typical: Callable[[list[float]], float] = statistics.median, **more: Any) -> Reading:
    """Return what is typical of repeated measurements, with the least, the most and their number."""
    around = {"least": min(values), "most": max(values), "repeats": len(values)}
    return Reading(typical(values), around | more)


@contextlib.contextmanager
def pinned() -> Iterator[None]:
    """Keep this thread, and processes that it starts, on one core, where the system lets us."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on a terminal what is being waited for."""
    show = sys.stderr.isatty()
    if show:
        print(f"{what} (at most {COMPILE_TIMEOUT} s) …", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if show:
            print("\r" + " " * 78 + "\r", end="", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- what is printed

def load_average() -> float | None:
    """Return how many processes wanted a core over the last minute, where the system says."""
    with contextlib.suppress(OSError, AttributeError):
        return os.getloadavg()[0]
    return None


def machine(load_before: float | None) -> dict[str, Any]:
    """Return what the figures depend on besides the program."""
    import numba

    from sim.jit import source_hash

    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError, StopIteration), open("/proc/cpuinfo", encoding="utf-8") as lines:
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return {"processor": name, "cores": all_cores(), "python": platform.python_version(), "numba": numba.__version__,
            "numpy": np.__version__, "engine": source_hash(), "load_before": load_before, "load_after": load_average()}


def shown(value: float | None) -> str:
    """Return a figure with three significant digits."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _around(detail: dict[str, Any]) -> str:
    """Return the spread of a figure or its interval, and how long the processor was busy with a start."""
    parts = [f"{shown(detail[low])} to {shown(detail[high])}" for low, high in (("least", "most"), ("low", "high"))
             if detail.get(low) is not None]
    if "processor_seconds" in detail:
        parts.append(f"busy {shown(detail['processor_seconds'])}")
    return ", ".join(parts) or detail.get("why", "")


def as_text(readings: dict[str, Reading], about: dict[str, Any]) -> str:
    """Return the table of figures and the machine below it."""
    rows = [(goal.name, shown(readings[goal.key].value), goal.unit, _around(readings[goal.key].detail),
             shown(goal.reach), shown(goal.good), goal.met(readings[goal.key].value))
            for goal in GOALS if goal.key in readings]
    load = " to ".join(shown(about[key]) for key in ("load_before", "load_after"))
    text = (table(("figure", "value", "", "spread or 95 %", "reach", "good", "met"), rows)
            + f"\n\n{about['processor']}, {about['cores']} cores, load average {load}; Python {about['python']}, "
            f"numba {about['numba']}, engine {about['engine']}")
    if (about["load_before"] or 0) > IDLE:
        text += "\nOther work was running when this began: an idle machine starts and plays faster."
    return text


def compile_text(slowest: list[tuple[str, float]]) -> str:
    """Return the kernels that took longest to compile."""
    return "Slowest to compile\n" + table(("kernel", "s"), [(name, f"{seconds:.2f}") for name, seconds in slowest])


def wanted_keys(words: str | None, with_kernels: bool) -> set[str]:
    """Return the keys that `--only` names, all without it; `--compile` needs the cold compile.

    Raises BadInput with the nearest key.
    """
    if words is None:
        return set(KEYS)
    keys = {word.strip() for word in words.split(",") if word.strip()}
    for key in sorted(keys):
        if key not in KEYS:
            raise BadInput(f"--only: unknown figure {key!r}{nearest(key, KEYS) or '; one of ' + ', '.join(KEYS)}")
    if not keys:
        raise BadInput("--only: names no figure; one of " + ", ".join(KEYS))
    return keys | ({"cold_compile_seconds"} if with_kernels else set())


def main(arguments: argparse.Namespace) -> int:
    """Measure and print the figures; status 0 whether they are met or not."""
    wanted = wanted_keys(arguments.only, arguments.compile)
    size = QUICK if arguments.quick else Size()
    bench = Bench(size, arguments.seed, arguments.cards)
    load_before = load_average()
    try:
        readings = bench.measure(wanted)
    except KeyboardInterrupt:
        raise Interrupted from None
    about = machine(load_before)
    if arguments.json:
        figures = {goal.key: {"value": readings[goal.key].value, "unit": goal.unit, "reach": goal.reach,
                              "good": goal.good, "met": goal.met(readings[goal.key].value)} | readings[goal.key].detail
                   for goal in GOALS if goal.key in readings}
        print(json.dumps({"figures": figures, "machine": about, "size": asdict(size), "seed": arguments.seed,
                          "slowest_to_compile": dict(bench.slowest) if arguments.compile else None}, indent=2))
        return 0
    print(as_text(readings, about))
    if arguments.compile:
        print("\n" + compile_text(bench.slowest))
    return 0
