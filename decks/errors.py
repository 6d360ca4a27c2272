"""What can be wrong with a card, and the nearest valid word."""
from __future__ import annotations

import difflib
from collections.abc import Iterable


class NotationError(Exception):
    """What is wrong with a card, without the place; `near` is the nearest valid word or empty."""

    def __init__(self, what: str, near: str = ""):
        super().__init__(what + (f"; nearest valid: {near}" if near else ""))


def nearest(word: str, words: Iterable[str], n: int = 1) -> str:
    """The most alike of `words`, or an empty string."""
    return ", ".join(difflib.get_close_matches(word, list(words), n=n, cutoff=0.5))
