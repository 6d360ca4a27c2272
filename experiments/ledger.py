"""What does not run yet, why, and how much of given decks each reason blocks."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

UNKNOWN = "no card of this name is on file"


@dataclass
class Reason:
    """slots: copies in main decks and sideboards. decks: lists that it blocks. cards: slots by name."""

    words: str
    slots: int = 0
    decks: set[str] = field(default_factory=set)
    cards: Counter[str] = field(default_factory=Counter)


def of_pool(pool: Any) -> dict[str, str]:
    """The reason of every card that is known and does not run, by name."""
    from decks.names import known_cards

    names = {*pool.unsupported, *(name for name in known_cards() if name not in pool.cards)}
    return {name: pool.reason(name) for name in sorted(names)}


def of_decks(lists: list[Any], pool: Any) -> tuple[list[Reason], dict[str, int]]:
    """The reasons that block slots of the lists, the one that blocks most first; and the blocked slots by list."""
    reasons: dict[str, Reason] = {}
    blocked: dict[str, int] = {}
    for named in lists:
        blocked[named.path.stem] = 0
        unknown = {error.name for _, error in named.unknown}
        for name, n in named.copies().items():
            words = UNKNOWN if name in unknown else pool.reason(name)
            if words:
                reason = reasons.setdefault(words, Reason(words))
                reason.slots += n
                reason.decks.add(named.path.stem)
                reason.cards[name] += n
                blocked[named.path.stem] += n
    return sorted(reasons.values(), key=lambda each: (-each.slots, each.words)), blocked
