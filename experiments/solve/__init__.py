"""`splicelab solve` and `splicelab puzzles`: positions searched to the end, and how agents do in them.

`kernels` is the compiled search, `solver` asks it, `positions` reads and sets up, `line` says a line in words,
`trial` lets an agent play a puzzle, `report` prints the table of agents.
"""
from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any

from experiments.errors import BadInput, one_line


def solve(arguments: argparse.Namespace) -> int:
    """Run `splicelab solve`: the best line of each position, or that there is no win; exit status 1 where that is so.

    A puzzle's own horizon and measure count unless options say otherwise.
    """
    from experiments.check.schema import is_measure
    from experiments.check.table import Table
    from experiments.lookup import load_pool
    from experiments.solve import positions
    from experiments.solve.solver import Solver

    scenarios = positions.read([arguments.file], arguments.names)
    if wrong := is_measure(dict(arguments.measure)) if arguments.measure else "":
        raise BadInput(f"--measure: {wrong}")
    pool = load_pool(arguments.cards)
    solver, table = Solver(pool.rules, arguments.nodes), Table(pool)
    answers = [_one(solver, table, pool, scenario, arguments) for scenario in scenarios]
    if arguments.json:
        print(json.dumps({"positions": answers}, ensure_ascii=False, indent=2))
    return 0 if all(each["as_claimed"] for each in answers) else 1


def _one(solver: Any, table: Any, pool: Any, scenario: Any, arguments: argparse.Namespace) -> dict[str, Any]:
    """Solve one position and print it unless JSON is wanted."""
    from experiments.check.schema import Puzzle
    from experiments.solve import positions
    from experiments.solve.line import line

    puzzle = scenario.puzzle or Puzzle()
    if arguments.turns is not None:
        puzzle = dataclasses.replace(puzzle, turns=arguments.turns)
    if arguments.measure:
        puzzle = dataclasses.replace(puzzle, measure=dict(arguments.measure))
    player = arguments.player or ("you" if scenario.puzzle else None)
    positions.pose(solver, table, scenario, puzzle, player, arguments.after)
    found = solver.solve()
    seat = ("you", "the opponent")[solver.seat]
    has_line = found.wins or bool(puzzle.measure) and found.proved
    told = line(solver, pool, found.value) if has_line and not arguments.brief else []
    claimed = found.value if scenario.puzzle and puzzle.value != "win" else "win"
    as_claimed = found.proved and claimed == puzzle.value if claimed != "win" else found.wins
    if not arguments.json:
        print(f"{scenario.id}: {verdict(found, seat, puzzle)}")
        print("\n".join(told), end="\n\n" if told else "")
    return {"id": scenario.id, "file": scenario.file, "seat": seat, "wins": found.wins, "proved": found.proved,
            "value": found.value, "positions": found.positions, "deepest": found.deepest, "limits": found.limits,
            "turns": puzzle.turns, "measure": puzzle.measure, "as_claimed": bool(as_claimed), "line": told}


def verdict(found: Any, seat: str, puzzle: Any) -> str:
    """Say what was found, how sure it is, and which limits were hit."""
    when = "this turn" if puzzle.turns == 1 else f"within {puzzle.turns} turns"
    count = f"{found.positions:,} positions"
    if found.wins:
        return f"{seat} can win {when} whatever the other player does ({count})"
    if puzzle.measure:
        what = ", ".join(f"{weight:+d} × {path}" for path, weight in puzzle.measure.items())
        if found.proved:
            return f"no win {when}; the most under best play of both is {found.value} of {what} ({count}, every line)"
        return (f"no win found {when}, and at least {found.value} of {what}, but that is not proved to be the most: "
                f"stopped by {found.limits} ({count})")
    if found.proved:
        return f"no line wins {when} against every answer ({count}, every line)"
    return f"no win found {when}, which is not proved: stopped by {found.limits} ({count})"


def puzzles(arguments: argparse.Namespace) -> int:
    """Run `splicelab puzzles`."""
    from agents.base import agent
    from experiments.lookup import load_pool
    from experiments.solve import positions

    scenarios = positions.puzzles(arguments.files, arguments.only)
    try:
        named = [agent(spec) for spec in arguments.agents]
    except ValueError as error:
        raise BadInput(one_line(error)) from None
    if arguments.simulations and not any(map(_takes_budget, named)):
        raise BadInput(f"--simulations: {' and '.join(each.spec for each in named)} "
                       f"{'takes' if len(named) == 1 else 'take'} no number of simulations; name an agent that does, "
                       "such as ismcts")
    agents = [made for each in named for made in _budgeted(each, arguments.simulations)]
    specs = [each.spec for each in agents]
    if len(set(specs)) < len(specs):
        raise BadInput(f"agent {next(spec for spec in specs if specs.count(spec) > 1)!r} is given twice")
    from experiments.solve import report, trial
    from sim.build import all_cores

    tries = trial.try_all(scenarios, agents, arguments.tries, arguments.seed, load_pool(arguments.cards),
                          arguments.workers or all_cores())
    if arguments.json:
        print(json.dumps({"agents": specs, "tries": report.as_rows(tries)}, ensure_ascii=False, indent=2))
    else:
        print(report.text(tries, specs))
    return 0


def _takes_budget(made: Any) -> bool:
    return "simulations" in getattr(made, "__dataclass_fields__", {})


def _budgeted(made: Any, simulations: list[int]) -> list[Any]:
    """Return an agent at each budget, if it takes one; without, it is a yardstick beside those that do."""
    if not simulations or not _takes_budget(made):
        return [made]
    return [dataclasses.replace(made, simulations=number) for number in simulations]
