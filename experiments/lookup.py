"""The commands that look something up: `card`, `cards`, `deck`; and loading of pools and lists."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from experiments.errors import BadInput, one_line


def load_pool(extra_files: Sequence[str]) -> Any:
    """Return the pool of cards, with the user's own files.

    Raises BadInput for a file that cannot be read.
    """
    from decks.pool import PoolError
    from decks.pool import load_pool as load

    try:
        return load(tuple(extra_files))
    except (PoolError, OSError, UnicodeDecodeError) as error:
        raise BadInput(one_line(error)) from None


def load_deck(name_or_path: str, pool: Any, format_name: str) -> Any:
    """Return a list of cards.

    Raises BadInput with the first thing that is wrong with it, and how many more there are.
    """
    from decks.lists import DeckError, load_list

    try:
        return load_list(name_or_path, pool, format=format_name)
    except DeckError as error:
        lines = list(error.lines)
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        raise BadInput(" ".join(lines[0].split()) + more) from None
