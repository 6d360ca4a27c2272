"""`splicelab check`: rules tests, rulings and puzzles as data.

`schema` reads the files, `table` sets up the game, `drive` carries out the steps with
`announce` and `answer`, `expect` compares, `counts` counts casts, `run` reports.
"""
from __future__ import annotations

import argparse
import sys


def main(arguments: argparse.Namespace) -> int:
    """Run the files, print a line for each scenario and the totals.

    Returns the exit status: 0 all passed, 1 some failed, 2 a file cannot be read.
    """
    from experiments.check import run
    from experiments.lookup import load_pool

    scenarios, faults = run.read_all(arguments.files)
    cards = tuple(arguments.cards or ())
    if arguments.plain and not run.is_plain():
        readable = sorted({scenario.file for scenario in scenarios})
        results = run.run_in_plain_process(readable, cards) if readable else []
    else:
        results = run.run_scenarios(scenarios, load_pool(cards)) if scenarios else []
    if arguments.json:
        print(run.as_json(results, faults))
    else:
        for result in results:
            print(result.line)
        passed = sum(result.passed for result in results)
        print(f"{passed} passed, {len(results) - passed} failed")
    for fault in faults:
        print(f"splicelab: error: {fault}", file=sys.stderr)
    if faults:
        return 2
    return 0 if all(result.passed for result in results) else 1
