"""The command `deck`: what a list is, whether it can be played, what is legal where; and lists converted."""
from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Any

from experiments.errors import BadInput
from experiments.lookup import first_of, load_pool, splice_of
from experiments.terminal import table

COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colourless"}
CURVE_END = 6                    # the last column of the curve: this much and more


def deck(arguments: argparse.Namespace) -> int:
    """Check a list and show it, or convert it; 1 when it cannot be played or is not legal as asked."""
    from decks.lists import DeckError, check, load_list, read_named

    unused = [f"--{each.replace('_', '-')}" for each in ("legal", "json", "replace_unsupported")
              if getattr(arguments, each)]
    if arguments.to and unused:
        raise BadInput(f"--to and {unused[0]}: --to prints the list and nothing else; one of them at a time")
    pool = load_pool(arguments.cards)
    try:
        named = read_named(arguments.deck, pool)
        if arguments.to:
            return _convert(named, arguments.to)
        problems = check(named, pool, arguments.format)
        if problems:
            raise named.error(problems)
        blocked = {name: pool.reason(name) for name in named.lines if pool.reason(name)}
        listed = load_list(arguments.deck, pool, arguments.format, True) if arguments.replace_unsupported else None
    except DeckError as error:
        raise BadInput(first_of(error.lines)) from None
    except OSError as error:
        raise BadInput(f"{arguments.deck}: cannot be read ({error.strerror})") from None
    facts = describe(named, pool, blocked, listed.replaced if listed else ())
    legal = facts["legal"].get(arguments.legal, {}).get("legal")
    if arguments.json:
        print(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        print(as_text(facts, pool))
    return 1 if (blocked and not listed) or legal is False else 0


def _convert(named: Any, to: str) -> int:
    """Print a list in another format; names that nobody knows stay as they are, with a warning."""
    from decks.reading.writing import write_list

    if named.problems:
        raise BadInput(first_of(named.error(named.problems).lines))
    for line, error in named.unknown:
        print(f"splicelab: warning: {named.path}:{line}: {error}; kept as it is written", file=sys.stderr)
    for note in named.note_lines():
        print(f"splicelab: note: {note}", file=sys.stderr)
    print(write_list(named.entries, to, named.listing.title or named.path.stem), end="")
    return 0


def describe(named: Any, pool: Any, blocked: dict[str, str], replaced: tuple[str, ...]) -> dict[str, Any]:
    """Everything that `deck --json` says of a list."""
    from decks.legality import verdicts

    facts = {name: dict(zip(("cost", "types"), pool.printed(name))) for name in named.copies()}
    guests = {name: splice for name in named.main if name in pool.cards
              and (splice := splice_of(pool, pool.cards[name]))}
    return {
        "deck": named.path.stem, "hash": named.hash, "playable": not blocked, "notes": list(named.note_lines()),
        "main": dict(named.main), "sideboard": dict(named.sideboard),
        "unsupported": blocked, "replaced": list(replaced),
        "curve": _curve(named.main, facts), "colours": _colours(named.main, facts),
        "lands": sum(n for name, n in named.main.items() if "Land" in facts[name]["types"].split()),
        "legal": {key: {"title": verdict.title, "legal": verdict.legal, "said": str(verdict)}
                  for key, verdict in verdicts(named.copies()).items()},
        "splice": [{"card": name, "onto": onto, "cost": cost,
                    "hosts": {host: n for host, n in named.main.items() if is_host(facts[host]["types"], onto)}}
                   for name, (onto, cost) in guests.items()]}


def mana_value(cost: str) -> int:
    """The mana value of a printed cost, X as 0 (202.3); of a split card both halves together."""
    value = 0
    for symbol in re.findall(r"\{([^}]+)\}", cost):
        value += int(symbol) if symbol.isdigit() else 0 if symbol == "X" else 2 if symbol.startswith("2/") else 1
    return value


def _curve(main: dict[str, int], facts: dict[str, dict[str, str]]) -> dict[str, int]:
    """Cards that are no lands by mana value; the last key stands for all higher ones too."""
    curve = {str(n): 0 for n in range(CURVE_END)} | {f"{CURVE_END}+": 0}
    for name, n in main.items():
        if "Land" not in facts[name]["types"].split():
            value = mana_value(facts[name]["cost"])
            curve[str(value) if value < CURVE_END else f"{CURVE_END}+"] += n
    return curve


def _colours(main: dict[str, int], facts: dict[str, dict[str, str]]) -> dict[str, dict[str, int]]:
    """For each colour the cards with its symbols in their cost, and the symbols; colourless: no symbol of a colour."""
    found: dict[str, dict[str, int]] = {}
    for letter, word in COLOURS.items():
        cards = symbols = 0
        for name, n in main.items():
            cost = facts[name]["cost"]
            in_cost = sum(letter in symbol for symbol in re.findall(r"\{([^}]+)\}", cost))
            colourless = letter == "C" and cost and not any(each in cost for each in "WUBRG")
            cards += n if in_cost or colourless else 0
            symbols += n * in_cost
        if cards:
            found[word] = {"cards": cards, "symbols": symbols}
    return found


def is_host(types: str, onto: str) -> bool:
    """Return whether a card's printed types answer to "splice onto …" (several joined by "or")."""
    words = types.casefold().split()
    return any(word.strip().casefold() in words for word in onto.split(" or "))


def as_text(facts: dict[str, Any], pool: Any) -> str:
    """The facts of a list for a person."""
    main, side = facts["main"], facts["sideboard"]
    n = sum(main.values())
    verdict = "can be played" if facts["playable"] else (
        "can be played with stand-ins" if facts["replaced"] else "cannot be played as it is")
    lines = [f"{facts['deck']}: {n} cards{f', {sum(side.values())} in the sideboard' if side else ''}, {verdict} "
             f"({facts['hash']})", *(f"note: {note}" for note in facts["notes"])]
    lines += [f"stand-in: {each}" for each in facts["replaced"]]
    if facts["unsupported"] and not facts["replaced"]:
        lines += [f"not supported: {main.get(name, 0) + side.get(name, 0)} {name}: {reason}"
                  for name, reason in facts["unsupported"].items()]
        lines += ["--replace-unsupported plays it with stand-ins, and says so in the answer"]
    for title, part in (("", main), ("Sideboard", side)):
        if part:
            rows = [(str(count), name, *pool.printed(name)) for name, count in part.items()]
            lines += ["", *([title] if title else []), table(("", "card", "cost", "types"), rows, left=4)]
    curve = facts["curve"]
    lines += ["", f"Curve ({sum(curve.values())} cards by mana value, {facts['lands']} lands)",
              table(tuple(curve), [tuple(str(count or "") for count in curve.values())], left=0)]
    lines += ["Colours: " + (", ".join(f"{word} {each['cards']} cards, {each['symbols']} symbols"
                                       for word, each in facts["colours"].items()) or "none")]
    lines += ["", "Legal", *(f"  {each['title']:<26}  {each['said']}" for each in facts["legal"].values())]
    if not facts["splice"]:
        lines += ["", "No card of the main deck has splice."]
    for guest in facts["splice"]:
        hosts = ", ".join(f"{count} {host}" for host, count in guest["hosts"].items())
        lines += ["", f"{guest['card']}: splice onto {guest['onto']} for {guest['cost']}, "
                      f"{sum(guest['hosts'].values())} hosts in the deck: {hosts or 'none'}"]
    return "\n".join(lines)
