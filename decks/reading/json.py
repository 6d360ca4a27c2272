"""Lists as JSON, the form that `--to json` writes: {"name": …, "main": [{"count": 4, "name": …}], "sideboard": […]}."""
from __future__ import annotations

import json
from typing import Any

from decks.errors import nearest
from decks.reading.listing import OUTSIDE, SECTIONS, Entry, Listing

CARD_KEYS = {"count", "name", "set", "number", "foil"}


def read_json(text: str, listing: Listing) -> None:
    """Read JSON into `listing`; lines are those on which a card's name stands."""
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Keep track of keys that stand twice: the second would quietly replace the first."""
        keys = [key for key, _ in pairs]
        twice.extend(key for at, key in enumerate(keys) if key in keys[:at])
        return dict(pairs)

    try:
        tree = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        listing.problem(error.lineno, f"not JSON: {error.msg}")
        return
    except RecursionError:
        listing.problem(1, "not a deck list: brackets in brackets without end")
        return
    lines, at = text.split("\n"), 0
    for key in twice:
        first = _line(lines, key, 0)
        again = _line(lines, key, min(first + 1, len(lines) - 1))
        listing.problem(again + 1, f'"{key}" stands twice')
    for key, value in tree.items():
        if key == "name" and isinstance(value, str):
            listing.title = value
        elif key not in (*SECTIONS, OUTSIDE):
            near = nearest(key, (*SECTIONS, "name")) or ", ".join(("name", *SECTIONS))
            listing.problem(_line(lines, key, 0) + 1, f'unknown key "{key}"; nearest valid: {near}')
        elif not isinstance(value, list):
            listing.problem(_line(lines, key, 0) + 1, f'"{key}" is not a list of cards')
        else:
            for card in value:
                at = _line(lines, card["name"], at) if isinstance(card, dict) and "name" in card else at
                _card(card, key, at + 1, listing)


def _line(lines: list[str], word: Any, start: int) -> int:
    quoted = json.dumps(word, ensure_ascii=False)
    return next((at for at in range(start, len(lines)) if quoted in lines[at]), start)


def _card(card: Any, section: str, line: int, listing: Listing) -> None:
    if not isinstance(card, dict) or not isinstance(card.get("name"), str) or type(card.get("count")) is not int:
        listing.problem(line, f'{json.dumps(card, ensure_ascii=False)[:60]} is not '
                              '{"count": 4, "name": "Glacial Ray"}')
        return
    for key in card.keys() - CARD_KEYS:
        listing.problem(line, f'unknown key "{key}"; nearest valid: {nearest(key, CARD_KEYS) or "count, name"}')
    listing.add(Entry(card["count"], " ".join(card["name"].split()), line, section, "", str(card.get("set", "")),
                      str(card.get("number", "")), card.get("foil") is True))
