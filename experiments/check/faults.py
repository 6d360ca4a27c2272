"""What can go wrong with a scenario, from the file to the game."""
from __future__ import annotations

from experiments.errors import BadInput


class UnreadableError(BadInput):
    """A file that is not a scenario file. The text names file, scenario and step."""


class FailedError(Exception):
    """A step that does not hold. `expected` and `actual` are phrases that complete "expected …, is …"."""

    def __init__(self, expected: str, actual: str):
        super().__init__(f"expected {expected}, is {actual}")
        self.expected = expected
        self.actual = actual


class NotOnOfferError(FailedError):
    """What the step describes is not among the legal actions; with `illegal = true` the step holds."""
