"""Words of the notation that the engine does not carry out yet.

A card that needs one of them is listed as unsupported with the reason, so nothing is
half done. An engine that learns a word takes its line out here, and the cards that were
waiting for it are in the pool.
"""
from __future__ import annotations

from sim.terms_abilities import Event

EVENTS: dict[Event, str] = {
}


class NotYetError(Exception):
    """The card is well written, and waits for the engine. `reason`: a key of decks/reasons.toml."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason
