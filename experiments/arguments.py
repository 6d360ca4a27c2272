"""What commands take: the parser, groups of options, and the options of every study. Imports nothing heavy."""
from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import NoReturn

from experiments import defaults
from experiments.errors import BadInput, nearest


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


def number(kind: type, least: float, most: float | None = None):
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


def deck_and_field(parser: Parser) -> None:
    """Add the deck in question and its opponents."""
    parser.add_argument("deck", help="a list file, or the name of a list that comes with splicelab")
    parser.add_argument("--field", nargs="+", default=list(defaults.FIELD), metavar="DECK",
                        help="opponents, met in rotation (default: " + " ".join(defaults.FIELD) + ")")
    parser.add_argument("--mirror-pairs", type=number(int, 0, 10**6), default=defaults.MIRROR_PAIRS, metavar="N",
                        help="pairs of the deck against itself, a check of the instrument (default %(default)s)")


def study_options(parser: Parser, pairs: int) -> None:
    """Add what every command that plays games for a deck takes."""
    parser.add_argument("--agent", default=defaults.AGENT, metavar="SPEC",
                        help="who plays the deck: an agent with parameters, or FILE.py:Class (default %(default)s)")
    parser.add_argument("--opponent-agent", metavar="SPEC", help="who plays the opponents (default: as --agent)")
    playing_options(parser, pairs)


def playing_options(parser: Parser, pairs: int) -> None:
    """Add what every command that plays games takes."""
    parser.add_argument("--pairs", type=number(int, 1, 10**7), default=pairs, metavar="N",
                        help="pairs played: one deal, both seats (default %(default)s)")
    parser.add_argument("--workers", type=number(int, 1, 1024), metavar="N", help="threads (default: all cores)")
    parser.add_argument("--cluster", metavar="ADDRESS",
                        help="play on the workers of a Dask scheduler, tcp://HOST:8786 (docs/cluster.md)")
    parser.add_argument("--out", metavar="FILE", help="results file (default results/COMMAND-DECK.duckdb)")
    parser.add_argument("--html", metavar="FILE", help="report (default: the results file with .html)")
    parser.add_argument("--no-html", action="store_true", help="write no report")
    list_options(parser)
    common_options(parser)


def common_options(parser: Parser, seeded: bool = True) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (keys: docs/results.md, docs/bench.md)")
    parser.add_argument("--cards", action="append", default=[], metavar="FILE.toml",
                        help="cards of your own, in the notation of the pool; may be given again")
    parser.add_argument("--seed", type=SEED, default=defaults.SEED, metavar="N",
                        help="seed of everything random (default %(default)s)" if seeded
                        else "taken for uniformity; nothing here is random")


def list_options(parser: Parser) -> None:
    parser.add_argument("--format", default="constructed", choices=("constructed", "limited"),
                        help="least size of a list: 60 cards, or 40 (default constructed)")
    parser.add_argument("--replace-unsupported", action="store_true",
                        help="play cards that cannot run as the same cards without their text (lands: as a basic "
                             "land), and say so in the answer")


# ---------------------------------------------------------------- the studies

Add = Callable[[str, str, str], Parser]      # name, what it answers, example -> the command's parser


def _value(add: Add) -> None:
    sub = add("value", "what splice is worth to a deck, against a field",
              "value kbc_ur_splice_glacial_ray --field kbc_white_weenie kbc_black_hand_gp2005 --pairs 400")
    deck_and_field(sub)
    sub.add_argument("--card-share", type=number(float, 0, 1), default=defaults.CARD_SHARE, metavar="X",
                     help="part of the pairs that is played again with each splice card switched off "
                          "(default %(default)s)")
    sub.add_argument("--watch-pairs", type=number(int, 0, 10**6), default=defaults.WATCH_PAIRS, metavar="N",
                     help="pairs played again and watched, for the view in play (default %(default)s)")
    study_options(sub, defaults.PAIRS)


def _match(add: Add) -> None:
    sub = add("match", "which of two decks wins, and how often",
              "match kbc_uw_dampen_thought kbc_white_weenie --pairs 200")
    sub.add_argument("deck", metavar="A", help="a list file or name")
    sub.add_argument("opponent", metavar="B", help="a list file or name")
    sub.add_argument("--best-of", type=number(int, 1, 9), default=1, metavar="N",
                     help="games of a match, an odd number: the loser chooses to play or draw, sideboards are used "
                          "(default %(default)s)")
    sub.add_argument("--sideboard-plan", metavar="FILE",
                     help="what A exchanges after the first game, a line an opponent: vs DECK: -2 NAME +2 NAME "
                          "(default: its agent decides)")
    sub.add_argument("--opponent-sideboard-plan", metavar="FILE", help="what B exchanges")
    sub.add_argument("--no-sideboard", action="store_true", help="nobody exchanges anything")
    study_options(sub, defaults.MATCH_PAIRS)


def _costs(add: Add) -> None:
    sub = add("costs", "a card's splice cost, cost or a number of its text, swept over values",
              "costs kbc_ur_splice_glacial_ray 'Glacial Ray' --splice '{R}' '{1}{R}' '{2}{R}' '{3}{R}'")
    deck_and_field(sub)
    sub.add_argument("card", metavar="CARD", help="the card that is changed, all copies of it in the list")
    sub.add_argument("--splice", nargs="+", default=[], metavar="COST", help="splice costs")
    sub.add_argument("--cost", nargs="+", default=[], metavar="COST", help="mana costs of the card itself")
    sub.add_argument("--number", nargs="+", type=number(int, 0, 99), default=[], metavar="N",
                     help="values of a number of its text")
    sub.add_argument("--which", type=number(int, 1, 20), default=1, metavar="K",
                     help="which number of its text is meant, counted from 1 (default %(default)s)")
    study_options(sub, defaults.COSTS_PAIRS)


def _cards_value(add: Add) -> None:
    sub = add("cards-value", "what each card of a list is worth: replaced, spliced, seen",
              "cards-value kbc_ur_splice_glacial_ray --pairs 500")
    deck_and_field(sub)
    sub.add_argument("--neutral", nargs="+", default=[], metavar="CARD",
                     help="cards of which the best is swapped in (default: the list's basic lands, a 2/2 for {2})")
    sub.add_argument("--neutral-pairs", type=number(int, 1, 10**6), default=defaults.NEUTRAL_PAIRS, metavar="N",
                     help="pairs on which the neutral card is chosen (default %(default)s)")
    sub.add_argument("--splice-share", type=number(float, 0, 1), default=defaults.CARD_SHARE, metavar="X",
                     help="part of the pairs that each set of splices plays (default %(default)s)")
    study_options(sub, defaults.CARDS_PAIRS)


def _matrix(add: Add) -> None:
    sub = add("matrix", "a field against itself: who beats whom, and the shares of an equilibrium",
              "matrix kbc_uw_dampen_thought kbc_white_weenie kbc_black_hand_gp2005 --pairs 100")
    sub.add_argument("decks", metavar="DECK", nargs="+", help="list files or names, at least two")
    study_options(sub, defaults.MATRIX_PAIRS)


def _tune(add: Add) -> None:
    sub = add("tune", "which counts of a list win most, within bounds; the gain is told from fresh deals",
              "tune kbc_ur_splice_glacial_ray --bounds 'Glacial Ray=2..4' 'Hinder=0..4' lands=23..26 --pairs 1000")
    deck_and_field(sub)
    sub.add_argument("--bounds", nargs="+", default=[], metavar="CARD=A..B",
                     help="cards that may change, in the list or not, and 'lands=A..B', 'total=A..B' (default: every "
                          "card of the list up to 4, basic lands by 4, lands by 2, the same total)")
    sub.add_argument("--rounds", type=number(int, 1, 50), default=defaults.ROUNDS, metavar="N",
                     help="rounds of the search at most (default %(default)s)")
    sub.add_argument("--design-pairs", type=number(int, 1, 10**7), default=defaults.DESIGN_PAIRS, metavar="N",
                     help="pairs of all lists of a round's design together (default %(default)s)")
    sub.add_argument("--race-pairs", type=number(int, 1, 10**6), default=defaults.RACE_PAIRS, metavar="N",
                     help="pairs of each list in the first heat of a race; they double (default %(default)s)")
    sub.add_argument("--reference", metavar="DECK",
                     help="a third list on the fresh deals: how much of the way to it is won")
    study_options(sub, defaults.TUNE_PAIRS)


def _goldfish(add: Add) -> None:
    sub = add("goldfish", "how fast a deck wins when nobody stops it, and what its mana can cast when",
              "goldfish kbc_uw_dampen_thought --pairs 200")
    sub.add_argument("deck", help="a list file or name")
    sub.add_argument("--watch-pairs", type=number(int, 0, 10**6), default=defaults.TURNS_PAIRS, metavar="N",
                     help="pairs played again and watched, for the milestones (default %(default)s)")
    study_options(sub, defaults.GOLDFISH_PAIRS)


def _mulligan(add: Add) -> None:
    sub = add("mulligan", "keep or not: what keeping the first seven is worth, by lands and splice cards",
              "mulligan kbc_ur_splice_glacial_ray --pairs 500")
    deck_and_field(sub)
    study_options(sub, defaults.MULLIGAN_PAIRS)


def _arena(add: Add) -> None:
    sub = add("arena", "which agent plays better: a round robin over decks",
              "arena random heuristic 'ismcts(simulations=100)' --pairs 200\n"
              "  splicelab arena mine.py:Bold heuristic --sprt --hypotheses 50 55")
    sub.add_argument("agents", nargs="+", metavar="AGENT", help="two agents or more, with parameters, or FILE.py:Class")
    sub.add_argument("--decks", nargs="+", default=[defaults.DECK, *defaults.FIELD], metavar="DECK",
                     help="lists that they play, each against each (default: " + defaults.DECK + " "
                          + " ".join(defaults.FIELD) + ")")
    sub.add_argument("--sprt", action="store_true",
                     help="two agents only: stop as soon as it is clear whether the first plays better")
    sub.add_argument("--hypotheses", nargs=2, type=number(float, 0, 100), metavar="PERCENT",
                     help="shares of the points that --sprt decides between (default 50 55)")
    playing_options(sub, defaults.ARENA_PAIRS)


STUDIES: dict[str, Callable[[Add], None]] = {"value": _value, "arena": _arena, "match": _match, "costs": _costs,
                                               "cards-value": _cards_value, "matrix": _matrix, "tune": _tune,
                                               "goldfish": _goldfish, "mulligan": _mulligan}


def add_studies(add: Add) -> None:
    """Add the command of every study."""
    for declare in STUDIES.values():
        declare(add)
