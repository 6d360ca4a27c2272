"""The commands that look something up: `card`, `cards`, `deck`; and loading of pools and lists."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments.errors import BadInput, one_line
from experiments.terminal import table


def load_pool(extra_files: Sequence[str]) -> Any:
    """Return the pool of cards, with the user's own files.

    What is wrong with a card is said on stderr and stops no other card; a deck that needs it will be refused.
    Raises BadInput for a file that is not there.
    """
    from decks.pool import load_pool as load

    for file in extra_files:
        if not Path(file).is_file():
            raise BadInput(f"{file}: {'a folder, not a card file' if Path(file).is_dir() else 'no such file'}")
    pool = load(extra_files)
    for problem in pool.problems:
        print(f"splicelab: warning: {' '.join(problem.split())}", file=sys.stderr)
    return pool


def load_deck(name_or_path: str, pool: Any, format_name: str) -> Any:
    """Return a list of cards.

    Raises BadInput with the first thing that is wrong with it, and how many more there are.
    """
    from decks.lists import DeckError, load_list

    try:
        return load_list(name_or_path, pool, format_name)
    except DeckError as error:
        raise BadInput(_first(error.lines)) from None
    except OSError as error:
        raise BadInput(f"{name_or_path}: cannot be read ({error.strerror})") from None


def _first(lines: Sequence[str]) -> str:
    """Return the first line of several, and how many more there are."""
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return " ".join(lines[0].split()) + more


def splice_of(pool: Any, definition: int) -> tuple[str, str] | None:
    """Return what a card is spliced onto and for what cost, as its entry says; None without splice."""
    splice = pool.entries.get(definition, {}).get("splice")
    return (str(splice["onto"]), str(splice["cost"])) if splice else None


def card(arguments: argparse.Namespace) -> int:
    """Print one card: its printed facts, and its compiled program in English."""
    pool = load_pool(arguments.cards)
    definition = find_card(pool, " ".join(arguments.name))
    entry = pool.entries[definition]
    if arguments.json:
        print(json.dumps({"card": entry, "program": rendered(pool, definition)}, indent=2, ensure_ascii=False))
        return 0
    print("\n".join((*_facts(entry), "", *rendered(pool, definition))))
    return 0


def find_card(pool: Any, name: str) -> int:
    """Return a definition by a name in any language.

    Raises BadInput with names that are like it, or the reason why the card is not supported.
    """
    try:
        return pool.find(name)
    except LookupError as error:
        raise BadInput(one_line(error)) from None


def rendered(pool: Any, definition: int) -> list[str]:
    """Return what the compiled tables of a card say, in English, a line each."""
    from decks.render import card_text

    return list(card_text(pool, definition))


def _facts(entry: dict[str, Any]) -> list[str]:
    """Return the printed facts of a card: name and cost, names in other languages, types, power and toughness."""
    names = ", ".join(f"{entry[language]} ({language})" for language in ("de", "fr") if language in entry)
    lines = ["  ".join(each for each in (entry["name"], entry.get("cost", "")) if each), names,
             "  ".join(each for each in (entry["types"], entry.get("pt", "")) if each)]
    return [line for line in lines if line]


def cards(arguments: argparse.Namespace) -> int:
    """Print the cards of the pool, and those that are known but not supported, with the reason."""
    pool = load_pool(arguments.cards)
    rows = []
    for name, definition in sorted(pool.cards.items()):
        onto, cost = splice_of(pool, definition) or ("", "")
        entry = pool.entries[definition]
        if onto or not arguments.splice:
            rows.append({"name": name, "cost": entry.get("cost", ""), "types": entry["types"],
                         "splice_onto": onto, "splice_cost": cost})
    if arguments.json:
        print(json.dumps({"cards": rows, "unsupported": pool.unsupported, "pool": pool.hash}, indent=2,
                         ensure_ascii=False))
        return 0
    print(table(("card", "cost", "types", "splice onto", "for"), [tuple(row.values()) for row in rows], left=5))
    print(f"\n{len(rows)} cards")
    for name, reason in sorted(pool.unsupported.items()):
        print(f"not supported: {name}: {reason}")
    return 0


def deck(arguments: argparse.Namespace) -> int:
    """Check a list; print its cards, and what can be spliced onto what."""
    pool = load_pool(arguments.cards)
    listed = load_deck(arguments.deck, pool, arguments.format)
    guests = {definition: splice for definition, _ in listed.main if (splice := splice_of(pool, definition))}
    hosts = {guest: [(host, n) for host, n in listed.main if is_host(pool, onto, host)]
             for guest, (onto, _) in guests.items()}
    if arguments.json:
        print(json.dumps({
            "deck": listed.name, "hash": listed.hash, "notes": list(listed.notes),
            "main": {pool.name(definition): n for definition, n in listed.main},
            "sideboard": {pool.name(definition): n for definition, n in listed.sideboard},
            "splice": [{"card": pool.name(guest), "onto": onto, "cost": cost,
                        "hosts": {pool.name(host): n for host, n in hosts[guest]}}
                       for guest, (onto, cost) in guests.items()]}, indent=2, ensure_ascii=False))
        return 0
    print(f"{listed.name}: {len(listed.cards())} cards, can be played ({listed.hash})")
    for note in listed.notes:
        print(f"note: {note}")
    print()
    print(table(("", "card", "cost", "types"),
                [(str(n), pool.name(each), pool.entries[each].get("cost", ""), pool.entries[each]["types"])
                 for each, n in listed.main], left=4))
    if not guests:
        print("\nNo card of the main deck has splice.")
    for guest, (onto, cost) in guests.items():
        names = ", ".join(f"{n} {pool.name(host)}" for host, n in hosts[guest])
        print(f"\n{pool.name(guest)}: splice onto {onto} for {cost}, "
              f"{sum(n for _, n in hosts[guest])} hosts in the deck: {names or 'none'}")
    return 0


def is_host(pool: Any, onto: str, definition: int) -> bool:
    """Return whether a card's printed types answer to "splice onto …" (several joined by "or")."""
    types = pool.entries[definition]["types"].casefold().split()
    return any(word.strip().casefold() in types for word in onto.split(" or "))
