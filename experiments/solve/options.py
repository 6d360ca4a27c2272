"""The options of `splicelab solve` and `splicelab puzzles`."""
from __future__ import annotations

import argparse

from experiments import defaults
from experiments.arguments import number


def weight(text: str) -> tuple[str, int]:
    """Parse WHAT=N, one thing that is measured and its weight."""
    what, _, amount = text.partition("=")
    try:
        return what, int(amount)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not WHAT=N, such as opponent.life=-1") from None


def budgets(text: str) -> list[int]:
    """Parse N,N,…: numbers of simulations."""
    parse = number(int, 1, 10**9)
    return [parse(each) for each in text.split(",")]


def solve_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `solve`."""
    parser.add_argument("file", metavar="FILE", help="a scenario file; the table of each scenario is a position")
    parser.add_argument("names", metavar="NAME", nargs="*", help="only these scenarios of the file")
    parser.add_argument("--turns", type=number(int, 1, 20), metavar="N",
                        help="the horizon: turns of both players, this one included (default: the puzzle's, or 1)")
    parser.add_argument("--measure", type=weight, nargs="+", action="extend", default=[], metavar="WHAT=N",
                        help="where no win is, find the most of this at the horizon, such as opponent.life=-1")
    parser.add_argument("--player", choices=("you", "opponent"), help="who solves (default: who is to act)")
    parser.add_argument("--after", type=number(int, 0, 10**6), metavar="N",
                        help="play the first N steps of the script first (default: the puzzle's, or 0)")
    parser.add_argument("--nodes", type=number(int, 1, 10**9), default=defaults.SOLVE_NODES, metavar="N",
                        help="positions looked at for one question before it is given up (default %(default)s)")
    parser.add_argument("--brief", action="store_true", help="say only what was found, not the line")


def puzzle_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `puzzles`."""
    parser.add_argument("agents", metavar="AGENT", nargs="+", help="agents, as with value")
    parser.add_argument("--simulations", type=budgets, default=[], metavar="N,N,…",
                        help="each agent that takes a number of simulations, with each of these")
    parser.add_argument("--files", nargs="+", default=[], metavar="FILE", help="puzzles (default: splicelab's own)")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these puzzles")
    parser.add_argument("--tries", type=number(int, 1, 10**4), default=defaults.PUZZLE_TRIES, metavar="N",
                        help="times that an agent tries each puzzle, with seeds of their own (default %(default)s)")
    parser.add_argument("--workers", type=number(int, 1, 1024), metavar="N", help="threads (default: all cores)")
