"""The console command `splicelab`. Heavy modules are imported by the command that needs them."""
from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from experiments import defaults
from experiments.errors import BadInput, Interrupted, ctrl_c, nearest, one_line

EPILOG = "exit status: 0 done, 1 the answer is no, 2 bad input, 130 interrupted"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line and name the nearest valid thing."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(self._with_hint(message))

    def _with_hint(self, message: str) -> str:
        choice = re.match(r"argument (\S+): invalid choice: '(.*?)' \(choose from (.*)\)", message)
        if choice:
            what, word, offered = choice.groups()
            words = [each.strip(" '") for each in offered.split(",")]
            kind = "unknown command" if what == "command" else f"{what}: unknown value"
            return f"{kind} {word!r}{nearest(word, words) or '; one of ' + ', '.join(words)}"
        return message.removeprefix("argument ")

    def options(self) -> list[str]:
        """Return every option string of this parser."""
        return [text for action in self._actions for text in action.option_strings]


def number(kind: type, least: int, most: int | None = None):
    """Return an argparse type: a number of that kind not outside least..most."""
    span = f"at least {least}" if most is None else f"from {least} to {most}"

    def parse(text: str):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not (least <= value and (most is None or value <= most)):
            word = "whole number" if kind is int else "number"
            raise argparse.ArgumentTypeError(f"{text!r} is not a {word} {span}")
        return value

    return parse


SEED = number(int, 0, 2**63 - 1)


def _study_options(parser: Parser, pairs: int) -> None:
    """Add what every command that plays games takes."""
    parser.add_argument("--agent", default=defaults.AGENT, metavar="SPEC",
                        help="who plays the deck: an agent with parameters, or FILE.py:Class (default %(default)s)")
    parser.add_argument("--opponent-agent", metavar="SPEC", help="who plays the opponents (default: as --agent)")
    parser.add_argument("--pairs", type=number(int, 1, 10**7), default=pairs, metavar="N",
                        help="pairs played: one deal, both seats (default %(default)s)")
    parser.add_argument("--workers", type=number(int, 1, 1024), metavar="N", help="threads (default: all cores)")
    parser.add_argument("--out", metavar="FILE", help="results file (default results/COMMAND-DECK.duckdb)")


def _common_options(parser: Parser, seeded: bool = True) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (keys: docs/results.md, docs/bench.md)")
    parser.add_argument("--cards", action="append", default=[], metavar="FILE.toml",
                        help="cards of your own, in the notation of the pool; may be given again")
    parser.add_argument("--seed", type=SEED, default=defaults.SEED, metavar="N",
                        help="seed of everything random (default %(default)s)" if seeded
                        else "taken for uniformity; nothing here is random")


def _list_options(parser: Parser) -> None:
    parser.add_argument("--format", default="constructed", choices=("constructed", "limited"),
                        help="least size of a list: 60 cards, or 40 (default constructed)")
    parser.add_argument("--replace-unsupported", action="store_true",
                        help="play cards that cannot run as the same cards without their text (lands: as a basic "
                             "land), and say so in the answer")


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

    sub = add("value", "what splice is worth to a deck, against a field",
              "value kbc_ur_splice_glacial_ray --field kbc_white_weenie kbc_black_hand_gp2005 --pairs 400")
    sub.add_argument("deck", help="a list file, or the name of a list that comes with splicelab")
    sub.add_argument("--field", nargs="+", default=list(defaults.FIELD), metavar="DECK",
                     help="opponents, met in rotation (default: " + " ".join(defaults.FIELD) + ")")
    _study_options(sub, defaults.PAIRS)
    sub.add_argument("--card-share", type=number(float, 0, 1), default=defaults.CARD_SHARE, metavar="X",
                     help="part of the pairs that is played again with each splice card switched off "
                          "(default %(default)s)")
    sub.add_argument("--mirror-pairs", type=number(int, 0, 10**6), default=defaults.MIRROR_PAIRS, metavar="N",
                     help="pairs of the deck against itself, a check of the instrument (default %(default)s)")
    sub.add_argument("--html", metavar="FILE", help="report (default: the results file with .html)")
    sub.add_argument("--no-html", action="store_true", help="write no report")
    _list_options(sub)
    _common_options(sub)

    sub = add("match", "which of two decks wins, and how often",
              "match kbc_uw_dampen_thought kbc_white_weenie --pairs 200")
    sub.add_argument("deck", metavar="A", help="a list file or name")
    sub.add_argument("opponent", metavar="B", help="a list file or name")
    _study_options(sub, defaults.MATCH_PAIRS)
    _list_options(sub)
    _common_options(sub)

    sub = add("report", "make the report of a results file again",
              "report results/value-kbc_ur_splice_glacial_ray.duckdb")
    sub.add_argument("file", metavar="STUDYFILE", help="a results file")
    sub.add_argument("--study", metavar="ID", help="study in the file (default: the newest)")
    sub.add_argument("--html", metavar="FILE", help="report (default: the results file with .html)")
    sub.add_argument("--export", metavar="FOLDER", help="also write the rows as Parquet and CSV, the figures as JSON")
    _common_options(sub, seeded=False)

    sub = add("card", "one card: its program in English", "card 'Glacial Ray'")
    sub.add_argument("name", metavar="NAME", nargs="+", help="English, German or French name")
    _common_options(sub, seeded=False)

    sub = add("cards", "the cards of the pool, and what does not run yet and why", "cards --deck decks/lists/kbc_*.txt")
    sub.add_argument("--splice", action="store_true", help="only cards with splice")
    sub.add_argument("--unsupported", action="store_true", help="only cards that do not run, by their reason")
    sub.add_argument("--deck", nargs="+", action="extend", default=[], metavar="LIST",
                     help="what blocks these lists: reasons ranked by the slots that they block")
    _common_options(sub, seeded=False)

    sub = add("deck", "check a list, show its curve and what it can splice onto what; or convert it",
              "deck kbc_uw_dampen_thought\n  splicelab deck mine.dek --to arena > mine.txt")
    sub.add_argument("deck", help="a list file (Arena, MTGO, Moxfield, Archidekt, Forge, XMage, Cockatrice, CSV, plain "
                                  "text) or the name of a list")
    sub.add_argument("--to", choices=("arena", "mtgo", "dek", "dck", "cod", "csv", "json"),
                     help="print it in this format (dek: MTGO's XML, dck: Forge, cod: Cockatrice)")
    sub.add_argument("--legal", choices=("block", "standard2005", "modern", "legacy", "pauper"),
                     help="exit status 1 when a card is not legal there by its sets; ban lists are not checked")
    _list_options(sub)
    _common_options(sub, seeded=False)

    sub = add("check", "run scenario files: a table, a script, what must be true", "check tests/scenarios")
    sub.add_argument("files", metavar="FILE", nargs="+", help="scenario files, or folders of them")
    sub.add_argument("--plain", action="store_true", help="run the engine uncompiled")
    _common_options(sub)

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
    _common_options(sub)

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
    _common_options(sub)

    sub = add("bench", "speed of the engine and the agents on this machine", "bench --json")
    sub.add_argument("--quick", action="store_true", help="a tenth of the games or so")
    sub.add_argument("--only", metavar="KEY,...", help="only these figures (keys: docs/bench.md)")
    sub.add_argument("--compile", action="store_true", help="also the ten kernels that take longest to compile")
    _common_options(sub)
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
    if arguments.command == "graph":
        from experiments.graph import graph

        return graph(arguments)
    if arguments.command in ("value", "match", "report"):
        from experiments import studies

        return getattr(studies, arguments.command)(arguments)
    if arguments.command == "deck":
        from experiments.decklist import deck

        return deck(arguments)
    from experiments import lookup

    return getattr(lookup, arguments.command)(arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run `splicelab`; every error of the user's is one line on stderr."""
    try:
        with ctrl_c():
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
