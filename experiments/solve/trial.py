"""An agent plays a puzzle: solved if after each of its decisions the proven outcome is still there.

The opponent is played by the solver: among its answers that hold the position down to what it is worth, one is drawn
by the seed. So an agent fails at the first decision after which best play of both no longer comes to the claimed value,
and what it would have done against a weak opponent makes no difference.
"""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from agents.play import choose
from agents.user import AgentError, PythonAgent
from agents.view import View
from experiments.check.schema import Puzzle, Scenario
from experiments.check.table import Table
from experiments.errors import BadInput
from experiments.solve.kernels import WON
from experiments.solve.positions import pose
from experiments.solve.solver import Found, Solver
from experiments.text import describe_action, describe_question
from sim.terms import ActionKind

NODES = 1_000_000        # positions for one question; a puzzle that needs more is no puzzle to play
MOST_DECISIONS = 400
SEED_STEP = 1_000_003    # between the tries of a puzzle


@dataclass(frozen=True)
class Try:
    """One agent's try at one puzzle; `wrong` says what it did instead, "" when solved."""

    puzzle: str
    theme: str
    agent: str
    seed: int
    solved: bool
    decisions: int
    wrong: str


def claimed(puzzle: Puzzle) -> int:
    """The value of a puzzle's answer."""
    return WON if puzzle.value == "win" else int(puzzle.value)


def verify(solver: Solver, scenario: Scenario, puzzle: Puzzle) -> Found:
    """Prove the claimed answer of the puzzle that the solver holds; return the proof.

    Raises BadInput if it is something else, or not proved within the limits.
    """
    found = solver.solve()
    value = claimed(puzzle)
    if found.wins and value == WON or found.proved and found.value == value:
        return found
    what = ("a win" if found.wins else f"not proved ({found.limits})" if not found.proved
            else f"{found.value}" if puzzle.measure else "no win")
    raise BadInput(f"{scenario.file}: {scenario.id}: {puzzle.value!r} is claimed, found is {what}")


class Player:
    """An agent at the solver's position."""

    def __init__(self, agent: Any, seed: int, pool: Any):
        self.agent, self.seed, self.pool = agent, seed, pool
        self.user = agent.for_one_game() if isinstance(agent, PythonAgent) else None

    def choose(self, solver: Solver) -> int:
        """Index of the agent's answer."""
        if self.user is None:
            return choose(solver.position, 0, solver.rules, solver.actions, solver.n, self.agent, self.seed)
        world = solver.position[:1].copy()
        view = View(world, solver.rules, solver.seat, self.seed + int(solver.game.decisions), self.pool.name)
        return int(self.agent.choose(self.user, view, solver.actions[:solver.n].copy()))


def play(solver: Solver, player: Player, value: int) -> tuple[bool, int, str]:
    """Let the agent play the position on; whether it keeps `value`, its decisions, and what went wrong."""
    rng = np.random.default_rng(player.seed)
    mine = 0
    for _ in range(MOST_DECISIONS):
        if solver.n == 0:
            kept = solver.search(value - 1, value).value >= value
            return kept, mine, "" if kept else "the horizon"
        if int(solver.game.to_act) != solver.seat:
            solver.answer(int(rng.choice(_replies(solver, value))))
            continue
        mine += 1
        try:
            k = player.choose(solver)
        except AgentError as error:
            return False, mine, f"error: {error}"
        said = f"{describe_action(solver.game, player.pool, solver.actions[k])} ({describe_question(solver.game)})"
        if not solver.answer(k) or not solver.reaches(value):
            return False, mine, said
    return False, mine, f"more than {MOST_DECISIONS} decisions"


def _replies(solver: Solver, value: int) -> list[int]:
    """The opponent's answers that hold the position down to `value`."""
    kept, actions, n = solver.position.copy(), solver.actions.copy(), solver.n
    ways = [k for k in range(n) if actions[k]["kind"] != ActionKind.PASS_UNTIL]
    found = []
    for k in ways:
        solver.answer(k)
        if value >= WON or solver.search(value, value + 1).value <= value:
            found.append(k)
        solver.position[:], solver.actions[:], solver.n = kept, actions, n
    return found or ways


def try_puzzle(scenario: Scenario, agents: list[Any], seeds: list[int], pool: Any, room: list[Solver]) -> list[Try]:
    """Let each agent try one puzzle once a seed; `room` holds solvers that are free."""
    solver = room.pop() if room else Solver(pool.rules, NODES)
    puzzle = scenario.puzzle or Puzzle()
    pose(solver, Table(pool), scenario, puzzle, "you")
    verify(solver, scenario, puzzle)
    start, actions, n = solver.position.copy(), solver.actions.copy(), solver.n
    tries = []
    for agent in agents:
        for seed in seeds:
            solver.position[:], solver.actions[:], solver.n = start, actions, n
            solved, decisions, wrong = play(solver, Player(agent, seed, pool), claimed(puzzle))
            tries.append(Try(scenario.id, puzzle.theme, agent.spec, seed, solved, decisions, wrong))
    room.append(solver)
    return tries


def try_all(scenarios: list[Scenario], agents: list[Any], tries: int, seed: int, pool: Any, workers: int) -> list[Try]:
    """Let each agent try each puzzle; the same for any number of workers."""
    room: list[Solver] = []
    seeds = [seed + SEED_STEP * k for k in range(tries)]
    with ThreadPoolExecutor(workers) as threads:
        jobs = [threads.submit(try_puzzle, scenario, agents, seeds, pool, room) for scenario in scenarios]
        bar = tqdm(jobs, unit=" puzzles", disable=None, leave=False)
        try:
            return [each for job in bar for each in job.result()]
        except BaseException:
            for job in jobs:
                job.cancel()
            raise
