"""The commands that look something up: `card`, `cards`; and loading of pools and lists."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments import ledger
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


def load_deck(name_or_path: str, pool: Any, format_name: str, replace_unsupported: bool = False) -> Any:
    """Return a list of cards, with a stand-in for each that cannot run when asked for.

    Raises BadInput with the first thing that is wrong with it and how many more there are, or with all
    cards that are not supported when nothing else is wrong.
    """
    from decks.lists import DeckError, load_list

    try:
        return load_list(name_or_path, pool, format_name, replace_unsupported)
    except DeckError as error:
        raise BadInput(_refusal(name_or_path, error, replace_unsupported)) from None
    except OSError as error:
        raise BadInput(f"{name_or_path}: cannot be read ({error.strerror})") from None


def _refusal(name: str, error: Any, replaced: bool) -> str:
    """One line that says why a list is refused; unsupported cards are all named, by their reason."""
    if not error.unsupported or len(error.unsupported) < len(error.lines):
        return first_of(error.lines)
    by_reason: dict[str, list[str]] = {}
    for card, reason in error.unsupported.items():
        by_reason.setdefault(reason, []).append(card)
    told = "; ".join(f"{', '.join(cards)} ({reason})" for reason, cards in by_reason.items())
    how = "have no stand-in either, for want of facts" if replaced else "--replace-unsupported plays it with stand-ins"
    return f"{name}: {len(error.unsupported)} cards are not supported: {told}; {how}"


def first_of(lines: Sequence[str]) -> str:
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
    """Print the cards of the pool; or those that do not run, with reasons ranked by the slots of decks they block."""
    asked = [f"--{each}" for each in ("splice", "unsupported", "deck") if getattr(arguments, each)]
    if len(asked) > 1:
        raise BadInput(f"{' and '.join(asked)}: one of them at a time")
    pool = load_pool(arguments.cards)
    if arguments.deck or arguments.unsupported:
        return _ledger(pool, arguments)
    rows = []
    for name, definition in sorted(pool.cards.items()):
        onto, cost = splice_of(pool, definition) or ("", "")
        entry = pool.entries[definition]
        if onto or not arguments.splice:
            rows.append({"name": name, "cost": entry.get("cost", ""), "types": entry["types"],
                         "splice_onto": onto, "splice_cost": cost})
    missing = ledger.of_pool(pool)
    if arguments.json:
        print(json.dumps({"cards": rows, "unsupported": missing, "pool": pool.hash}, indent=2, ensure_ascii=False))
        return 0
    print(table(("card", "cost", "types", "splice onto", "for"), [tuple(row.values()) for row in rows], left=5))
    print(f"\n{len(rows)} cards; {len(missing)} more are known and do not run: splicelab cards --unsupported")
    return 0


def _ledger(pool: Any, arguments: argparse.Namespace) -> int:
    """Print what does not run and why: of the pool, or of the decks given; 1 when one of them is blocked."""
    from decks.lists import DeckError, read_named

    if not arguments.deck:
        missing = ledger.of_pool(pool)
        if arguments.json:
            print(json.dumps({"unsupported": missing}, indent=2, ensure_ascii=False))
            return 0
        by_reason: dict[str, list[str]] = {}
        for name, reason in missing.items():
            by_reason.setdefault(reason, []).append(name)
        for reason, cards_of_it in sorted(by_reason.items(), key=lambda each: (-len(each[1]), each[0])):
            print(f"{len(cards_of_it)} {reason}\n  {', '.join(cards_of_it)}")
        print(f"\n{len(pool.cards)} cards run, {len(missing)} do not")
        return 0
    try:
        lists = [read_named(each, pool) for each in arguments.deck]
    except DeckError as error:
        raise BadInput(first_of(error.lines)) from None
    for named in lists:
        if named.problems:
            raise BadInput(first_of(named.error(named.problems).lines))
    reasons, blocked = ledger.of_decks(lists, pool)
    if arguments.json:
        print(json.dumps({"decks": blocked, "reasons": [
            {"reason": each.words, "slots": each.slots, "decks": sorted(each.decks),
             "cards": dict(each.cards.most_common())} for each in reasons]}, indent=2, ensure_ascii=False))
    else:
        print(table(("deck", "blocked slots"), [(name, str(n or "–")) for name, n in blocked.items()]))
        print(f"\n{sum(not n for n in blocked.values())} of {len(blocked)} decks run whole")
        for each in reasons:
            names = ", ".join(f"{n} {name}" for name, n in each.cards.most_common())
            print(f"\n{each.slots} slots of {len(each.decks)} decks: {each.words}\n  {names}")
    return 1 if any(blocked.values()) else 0
