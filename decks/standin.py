"""What takes the place of a card that cannot run, when the user asks for it.

A spell or permanent is replaced by itself without its text: the same name, cost, types and size, so
that the curve, the colours and what counts as a host of a splice stay what they are, and nothing that the
text would do is done. Numbers printed as *, and loyalty, which is not on file, are taken as 1. A land
without its text would give no mana, so a basic land stands in for it: the one whose colour the mana costs
of the deck ask for most.
A card whose printed facts are not on file has no stand-in.
"""
from __future__ import annotations

from typing import Any

from decks.compile import CardCompiler
from decks.errors import NotationError
from decks.names import Known, known_cards
from decks.pool import Pool
from sim.prepare import prepare_card

BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}


def stand_ins_for(copies: dict[str, int], blocked: dict[str, str], pool: Pool) -> dict[str, tuple[int, str]]:
    """The stand-in of each blocked card that has one: its definition, and what it is in words."""
    found: dict[str, tuple[int, str]] = {}
    for name in blocked:
        known = known_cards().get(name)
        if known is None:
            continue
        types = known.types.split()
        if "Land" in types and not set(BASICS.values()) & set(types):        # a basic land type gives mana by rule
            basic = most_wanted_basic(copies, pool)
            found[name] = (pool.cards[basic], f"replaced by {basic}")
        else:
            definition = without_text(known, pool)
            if definition:
                found[name] = (definition, "replaced by the same card without its text")
    return found


def most_wanted_basic(copies: dict[str, int], pool: Pool) -> str:
    """The basic land of the colour that the mana costs of a deck ask for most; the first in WUBRG of equals."""
    wanted = dict.fromkeys(BASICS, 0)
    for name, n in copies.items():
        cost, _ = pool.printed(name)
        for letter in BASICS:
            wanted[letter] += n * cost.count(letter)
    return BASICS[max(wanted, key=lambda letter: wanted[letter])]


def without_text(known: Known, pool: Pool) -> int:
    """The definition of a card with its printed facts and no text; 0 when the facts cannot be expressed."""
    entry: dict[str, Any] = {"name": known.name, "types": known.types.split(" // ")[0]}
    if known.cost:
        entry["cost"] = known.cost.split(" // ")[0]
    if {"Instant", "Sorcery"} & set(entry["types"].split()):
        entry["effect"] = []
    if known.pt:
        entry["pt"] = "/".join(number if number.lstrip("-").isdigit() else "1" for number in known.pt.split("/"))
    if "Planeswalker" in entry["types"].split():
        entry["loyalty"] = 1
    compiler = CardCompiler(pool.tables)
    pool.tables.mark()
    try:
        pool.tables.declare_subtypes(set(entry["types"].partition("—")[2].split()))
        definition = compiler.card(entry)
    except NotationError:
        pool.tables.forget()
        return 0
    prepare_card(pool.rules, definition)
    pool.entries[definition] = entry
    return definition
