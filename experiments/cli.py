"""The console command `splicelab`. Heavy modules are imported by the command that needs them."""
from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence

from experiments.arguments import STUDIES, Parser, add_studies, common_options, list_options, number
from experiments.errors import BadInput, Interrupted, ctrl_c, nearest, one_line, sigterm_as_ctrl_c
from experiments.solve.options import puzzle_options, solve_options

EPILOG = "exit status: 0 done, 1 the answer is no, 2 bad input, 130 interrupted"


def build_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser and the parser of each command."""
    parser = Parser(prog="splicelab", allow_abbrev=False, epilog=EPILOG,
                    description="What a splice is worth: plays Magic decks built around splice, and counts.")
    subs = parser.add_subparsers(dest="command", metavar="command", parser_class=Parser)
    commands: dict[str, Parser] = {}

    def add(name: str, about: str, example: str) -> Parser:
        commands[name] = sub = subs.add_parser(
            name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter, epilog=f"example:\n  splicelab {example}\n\n{EPILOG}")
        return sub

    add_studies(add)

    sub = add("report", "make the report of a results file again",
              "report results/value-kbc_ur_splice_glacial_ray.duckdb")
    sub.add_argument("file", metavar="STUDYFILE", help="a results file")
    sub.add_argument("--study", metavar="ID", help="study in the file (default: the newest)")
    sub.add_argument("--html", metavar="FILE", help="report (default: the results file with .html)")
    sub.add_argument("--export", metavar="FOLDER", help="also write the rows as Parquet and CSV, the figures as JSON")
    common_options(sub, seeded=False)

    sub = add("replay", "a page on which a stored game is stepped through, decision by decision",
              "replay results/match-kbc_uw_dampen_thought-kbc_white_weenie.duckdb 3")
    sub.add_argument("file", metavar="RUN", help="a results file")
    sub.add_argument("pair", metavar="PAIR", type=number(int, 0, 10**9), help="number of the pair, from 0")
    sub.add_argument("--game", type=number(int, 0, 1), default=0, metavar="N",
                     help="game of the pair: 0, the deck at the first seat, or 1 (default %(default)s)")
    sub.add_argument("--arm", metavar="NAME", help="arm of the study (default: the first with that pair)")
    sub.add_argument("--study", metavar="ID", help="study in the file (default: the newest)")
    sub.add_argument("--html", metavar="FILE", help="the page (default: beside the results file)")
    sub.add_argument("--no-graphs", dest="graphs", action="store_false", help="draw no action graphs of casts")
    common_options(sub, seeded=False)

    sub = add("plan", "how many pairs it takes to see a difference", "plan --points 1 --from results/mine.duckdb")
    sub.add_argument("--points", type=number(float, 0.01, 100), default=1.0, metavar="X",
                     help="difference to be seen, in points of win rate (default %(default)g)")
    sub.add_argument("--power", type=number(float, 50, 99.9), default=80.0, metavar="PERCENT",
                     help="how surely it is to be seen (default %(default)g)")
    sub.add_argument("--sd", type=number(float, 0.1, 100), metavar="X",
                     help="standard deviation of a pair, in points (default: 30, typical)")
    sub.add_argument("--from", dest="results", metavar="FILE", help="take it from a study in this results file")
    sub.add_argument("--study", metavar="ID", help="study in the file (default: the newest)")
    common_options(sub, seeded=False)

    sub = add("calibrate", "whether intervals cover and tests err as often as they say, on made-up studies",
              "calibrate --studies 2000")
    sub.add_argument("--studies", type=number(int, 10, 10**6), default=2000, metavar="N",
                     help="simulated studies a figure (default %(default)s)")
    common_options(sub)

    sub = add("verify", "whether a results file is what it should be, a sample of its pairs played again",
              "verify results/match-kbc_uw_dampen_thought-kbc_white_weenie.duckdb")
    sub.add_argument("file", metavar="FILE", help="a results file")
    sub.add_argument("--study", metavar="ID", help="study in the file (default: all)")
    sub.add_argument("--replays", type=number(int, 0, 10**7), default=10, metavar="N",
                     help="pairs that are played again and compared (default %(default)s)")
    sub.add_argument("--figures", metavar="FILE.json",
                     help="a summary as `export` or --json wrote it, compared with what the rows give")
    common_options(sub)

    sub = add("export", "the rows of a study as Parquet or CSV, its figures as JSON",
              "export results/match-kbc_uw_dampen_thought-kbc_white_weenie.duckdb --to csv")
    sub.add_argument("file", metavar="FILE", help="a results file")
    sub.add_argument("--to", action="append", choices=("parquet", "csv"),
                     help="format of the rows; may be given again (default parquet)")
    sub.add_argument("--study", metavar="ID", help="study in the file (default: the newest)")
    sub.add_argument("--out", metavar="FOLDER", help="where to (default: a folder with the name of the file)")
    common_options(sub, seeded=False)

    sub = add("card", "one card: its program in English", "card 'Glacial Ray'")
    sub.add_argument("name", metavar="NAME", nargs="+", help="English, German or French name")
    common_options(sub, seeded=False)

    sub = add("cards", "the cards of the pool, and what does not run yet and why", "cards --deck decks/lists/kbc_*.txt")
    sub.add_argument("--splice", action="store_true", help="only cards with splice")
    sub.add_argument("--unsupported", action="store_true", help="only cards that do not run, by their reason")
    sub.add_argument("--deck", nargs="+", action="extend", default=[], metavar="LIST",
                     help="what blocks these lists: reasons ranked by the slots that they block")
    common_options(sub, seeded=False)

    sub = add("deck", "check a list, show its curve and what it can splice onto what; or convert it",
              "deck kbc_uw_dampen_thought\n  splicelab deck mine.dek --to arena > mine.txt")
    sub.add_argument("deck", help="a list file (Arena, MTGO, Moxfield, Archidekt, Forge, XMage, Cockatrice, CSV, plain "
                                  "text) or the name of a list")
    sub.add_argument("--to", choices=("arena", "mtgo", "dek", "dck", "cod", "csv", "json"),
                     help="print it in this format (dek: MTGO's XML, dck: Forge, cod: Cockatrice)")
    sub.add_argument("--legal", choices=("block", "standard2005", "modern", "legacy", "pauper"),
                     help="exit status 1 when a card is not legal there by its sets; ban lists are not checked")
    list_options(sub)
    common_options(sub, seeded=False)

    sub = add("check", "run scenario files: a table, a script, what must be true", "check tests/scenarios")
    sub.add_argument("files", metavar="FILE", nargs="+", help="scenario files, or folders of them")
    sub.add_argument("--plain", action="store_true", help="run the engine uncompiled")
    common_options(sub)

    sub = add("fuzz", "random games, positions and files, checked at every decision",
              "fuzz --games 2000 --positions 2000")
    sub.add_argument("--games", type=number(int, 0, 10**8), default=0, metavar="N",
                     help="random games of random decks; the first has number --seed, and so on (default %(default)s)")
    sub.add_argument("--lists", type=number(int, 0, 10**8), default=0, metavar="N",
                     help="random games of the lists that come with splicelab, over all pairings (default %(default)s)")
    sub.add_argument("--positions", type=number(int, 0, 10**8), default=0, metavar="N",
                     help="random tables, played on at random (default %(default)s)")
    sub.add_argument("--texts", type=number(int, 0, 10**8), default=0, metavar="N",
                     help="scenario files, deck lists and card files, broken at random (default %(default)s)")
    sub.add_argument("--modes", type=number(int, 0, 10**6), default=0, metavar="N",
                     help="random games played compiled, checked and plain, and compared (default %(default)s)")
    sub.add_argument("--scenarios", nargs="+", default=["tests/scenarios"], metavar="FILE",
                     help="scenario files that are broken (default %(default)s)")
    sub.add_argument("--workers", type=number(int, 1, 1024), metavar="N", help="threads (default 1)")
    common_options(sub)

    sub = add("graph", "every legal way to cast from a position: counted, drawn, or as a file",
              "graph position.toml --card 'Reach Through Mists' --out casts.svg")
    sub.add_argument("file", metavar="FILE", help="a scenario file; its table is the position")
    sub.add_argument("--scenario", metavar="ID", help="which scenario of the file, if there are several")
    sub.add_argument("--after", type=number(int, 0, 10**6), default=0, metavar="N",
                     help="play the first N steps of the script first (default 0)")
    sub.add_argument("--card", metavar="NAME", help="only casts of this card (default: any card)")
    sub.add_argument("--orders", default="all", choices=("all", "asked", "one"),
                     help="orders of the spliced texts: all, those that can differ, or one a set (default %(default)s)")
    sub.add_argument("--out", metavar="FILE", help="write .svg, .png, .pdf, .graphml, .dot or .json")
    sub.add_argument("--draw", type=number(int, 0, 10**6), default=0, metavar="N",
                     help="also print N casts, drawn uniformly from all by --seed")
    sub.add_argument("--count", action="store_true", help="print the number of casts only")
    common_options(sub)

    sub = add("solve", "the best line from a position, by exhaustive search, or that no line wins",
              "solve position.toml\n  splicelab solve position.toml my-puzzle --turns 3 --measure opponent.life=-1")
    solve_options(sub)
    common_options(sub, seeded=False)

    sub = add("puzzles", "how many of the puzzles each agent solves",
              "puzzles heuristic 'ismcts(simulations=400)'\n  splicelab puzzles ismcts --simulations 100,400,1000")
    puzzle_options(sub)
    common_options(sub)

    sub = add("fit", "fit the evaluation of positions to games of the heuristic against itself",
              "fit --games 40000 --out agents/evaluation.csv --plot results/calibration.svg")
    sub.add_argument("decks", metavar="DECK", nargs="*",
                     help="lists that play, in pairings drawn at random (default: all that come with splicelab)")
    sub.add_argument("--games", type=number(int, 1, 10**8), default=20000, metavar="N",
                     help="games played (default %(default)s)")
    sub.add_argument("--out", metavar="FILE.csv", help="write the coefficients (agents read agents/evaluation.csv)")
    sub.add_argument("--plot", metavar="FILE", help="write the calibration on held-out games as .svg, .png or .pdf")
    common_options(sub)

    sub = add("bench", "speed of the engine and the agents on this machine", "bench --json")
    sub.add_argument("--quick", action="store_true", help="a tenth of the games or so")
    sub.add_argument("--only", metavar="KEY,...", help="only these figures (keys: docs/bench.md)")
    sub.add_argument("--compile", action="store_true", help="also the ten kernels that take longest to compile")
    common_options(sub)
    return parser, commands


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments.

    Raises BadInput with the nearest command or option.
    """
    parser, commands = build_parser()
    arguments, extra = parser.parse_known_args(argv)
    if extra:
        known = commands[arguments.command] if arguments.command else parser
        word = extra[0].split("=")[0]
        hint = nearest(word, known.options()) if word.startswith("-") else ""
        what = "unknown option" if word.startswith("-") else "one argument too many:"
        raise BadInput(f"{what} {extra[0]!r}{hint}")
    return arguments


def run_command(argv: Sequence[str]) -> int:
    """Run one command; return its exit status."""
    arguments = parse(argv)
    if arguments.command is None:
        build_parser()[0].print_help()
        return 0
    if arguments.command == "plan":
        from experiments.planning import plan

        return plan(arguments)
    if arguments.command == "calibrate":
        from experiments.statistics.calibrate import main as calibrate

        return calibrate(arguments)
    if arguments.command == "check":
        if arguments.plain:
            os.environ["NUMBA_DISABLE_JIT"] = "1"        # before anything of the engine is imported
        from experiments.check import main as check

        return check(arguments)
    if arguments.command == "fuzz":
        from experiments.fuzz import main as fuzz

        return fuzz(arguments)
    if arguments.command == "bench":
        from experiments.bench import main as bench

        return bench(arguments)
    if arguments.command in ("solve", "puzzles"):
        from experiments import solve

        return int(getattr(solve, arguments.command)(arguments))
    if arguments.command == "fit":
        from experiments.fit import main as fit

        return fit(arguments)
    if arguments.command == "graph":
        from experiments.graph import graph

        return graph(arguments)
    if arguments.command == "verify":
        from experiments.verify import verify

        return verify(arguments)
    if arguments.command == "export":
        from experiments.export import export

        return export(arguments)
    if arguments.command in (*STUDIES, "report"):
        from experiments import frame

        return frame.report(arguments) if arguments.command == "report" else frame.study(arguments)
    if arguments.command == "replay":
        from experiments.replay import replay

        return replay(arguments)
    if arguments.command == "deck":
        from experiments.decklist import deck

        return deck(arguments)
    from experiments import lookup

    return getattr(lookup, arguments.command)(arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run `splicelab`; every error of the user's is one line on stderr."""
    try:
        with sigterm_as_ctrl_c(), ctrl_c():
            status = run_command(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BadInput as error:
        print(f"splicelab: error: {error}", file=sys.stderr)
        return 2
    except Interrupted as stop:
        print(f"splicelab: {one_line(stop)}", file=sys.stderr)
        status = 130
    except KeyboardInterrupt:
        print("splicelab: interrupted", file=sys.stderr)
        status = 130
    except BrokenPipeError:
        # The reader (`| head`) has gone; say nothing, also not at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if status == 130 and argv is None:
        sys.stderr.flush()
        os._exit(130)        # games still in play on other threads are not waited for; what is stored is stored
    return status


if __name__ == "__main__":
    sys.exit(main())
