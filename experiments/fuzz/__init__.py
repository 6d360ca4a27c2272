"""`splicelab fuzz`: random games, positions and files, in search of what the engine gets wrong.

`making` makes decks and tables, `kernels` plays and checks, `play` counts, `texts` breaks files, `modes` compares.
"""
from __future__ import annotations

import argparse

MOST_SHOWN = 100


def main(arguments: argparse.Namespace) -> int:
    """Run what is asked for and print what broke; returns the exit status: 0 nothing, 1 something."""
    from tqdm import tqdm

    from experiments.fuzz.making import Maker
    from experiments.fuzz.play import Outcome, play_all
    from experiments.lookup import load_pool

    maker = Maker(load_pool(arguments.cards))
    faults: list[str] = []
    for kind, count in (("game", arguments.games), ("pairing", arguments.lists), ("position", arguments.positions)):
        total = Outcome()
        with tqdm(total=count, desc=kind + "s", unit="", disable=None, leave=False) as bar:
            for made in play_all(maker, kind, arguments.seed, count, arguments.workers or 1):
                total.add(made)
                bar.update(made.played)
        if count:
            ends = ", ".join(f"{name.lower()} {n}" for name, n in total.ends.most_common())
            if kind == "pairing":
                print(f"{len(maker.lists)} lists")
            print(f"{total.played} {kind}s, {total.decisions} decisions, {total.casts} casts completed from "
                  f"{total.partial} partial ones; ends: {ends}; {len(total.faults)} broken")
        faults += total.faults
    if arguments.texts:
        from experiments.check.run import files_in
        from experiments.fuzz.texts import break_all
        total = break_all(maker.pool, files_in(arguments.scenarios), arguments.seed, arguments.texts)
        print(f"{total.played} files broken at random; {len(total.faults)} answered wrongly")
        faults += total.faults
    if arguments.modes:
        from experiments.fuzz.modes import compare
        unequal = compare(arguments.seed, arguments.modes, arguments.cards)
        print(f"{arguments.modes} games played compiled, checked and plain; {len(unequal)} not equal")
        faults += unequal
    for fault in faults[:MOST_SHOWN]:
        print(f"BROKEN  splicelab fuzz {fault}")
    if len(faults) > MOST_SHOWN:
        print(f"and {len(faults) - MOST_SHOWN} more")
    return 1 if faults else 0
