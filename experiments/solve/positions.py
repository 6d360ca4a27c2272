"""Positions to be solved: the tables of scenario files, after the first steps of their scripts."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.check.schema import PLAYERS, Puzzle, Scenario
from experiments.errors import BadInput, nearest
from experiments.solve.solver import Solver, open_hand

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
THEMES = {
    "now-or-later": "splice now, or keep the mana or the card",
    "host": "which host to spend",
    "order": "in which order",
    "hold": "a host held for a lethal turn",
    "two-turns": "counting damage over two turns of splices",
    "fizzle": "not into a fizzle that takes the whole spell",
    "mana": "which splices for limited mana",
    "targets": "targets and division",
}


def read(paths: Sequence[str | Path], names: Sequence[str] = ()) -> list[Scenario]:
    """Read scenario files, and of their scenarios those named, or all.

    Raises BadInput with the first thing that is wrong.
    """
    from experiments.check.run import read_all

    scenarios, faults = read_all(paths)
    if faults:
        raise BadInput(faults[0])
    for name in names:
        if not any(each.id == name for each in scenarios):
            raise BadInput(f"{paths[0]}: no scenario {name!r}{nearest(name, [each.id for each in scenarios])}")
    return [each for each in scenarios if not names or each.id in names]


def puzzles(paths: Sequence[str | Path] = (), names: Sequence[str] = ()) -> list[Scenario]:
    """Read the scenarios that are puzzles: of the files given, or those that come with splicelab.

    Raises BadInput, also for a theme that is none and for files without a puzzle.
    """
    found = [each for each in read(paths or [PUZZLES], names) if each.puzzle is not None]
    if not found:
        raise BadInput(f"{(paths or [PUZZLES])[0]}: no scenario with [scenario.puzzle] in it")
    for each in found:
        if each.puzzle is not None and each.puzzle.theme not in THEMES:
            raise BadInput(f"{each.file}: {each.id}: no theme {each.puzzle.theme!r}{nearest(each.puzzle.theme, THEMES)}"
                           f"; there is {', '.join(THEMES)}")
    return found


def pose(solver: Solver, table: Any, scenario: Scenario, puzzle: Puzzle, player: str | None = None,
         after: int | None = None) -> None:
    """Set the table up, play the first steps of the script and hand the position to the solver.

    player: who solves; default the player who is to act. Raises BadInput for a table or step that is not possible.
    """
    from experiments.check.drive import Driver
    from experiments.check.faults import FailedError, NotOnOfferError

    after = puzzle.after if after is None else after
    if after > len(scenario.steps):
        raise BadInput(f"--after {after}: the script of {scenario.id} has {len(scenario.steps)} steps")
    try:
        table.set_up(scenario)
        driver = Driver(table, scenario.steps)
        for step in scenario.steps[:after]:
            driver.run(step)
    except (FailedError, NotOnOfferError) as error:
        raise BadInput(f"{scenario.file}: {scenario.id}: {' '.join(str(error).split())}") from None
    game = table.games[0]
    if game.end:
        raise BadInput(f"{scenario.file}: {scenario.id}: the game is over")
    seat = PLAYERS.index(player) if player else int(game.to_act)
    open_hand(game, 1 - seat)
    solver.pose(game, seat, puzzle.turns, puzzle.measure)
