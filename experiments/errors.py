"""Say what is wrong with what the user gave: one line, and the nearest valid thing."""
from __future__ import annotations

import contextlib
import difflib
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path


class BadInput(Exception):
    """Something the user gave cannot be used; its text is one line. Exit status 2."""


class Interrupted(Exception):
    """The user stopped a study; everything stored so far is kept. Exit status 130."""


@contextlib.contextmanager
def ctrl_c() -> Iterator[None]:
    """Let Ctrl-C be what it is everywhere: in the midst of a statement DuckDB takes it and raises another error."""
    try:
        yield
    except Exception as error:
        if str(error) != "Query interrupted" and type(error).__name__ != "InterruptException":
            raise
        raise KeyboardInterrupt from None


@contextlib.contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Let a request to end be taken as Ctrl-C: what is finished is stored, processes that were started are ended."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def nearest(word: str, valid: Iterable[str]) -> str:
    """Return `; did you mean …?` for the valid word closest to `word`, or the empty string."""
    by_fold = {each.casefold(): each for each in valid}
    close = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.55)
    return f"; did you mean {by_fold[close[0]]!r}?" if close else ""


def one_line(error: BaseException) -> str:
    """Return the text of `error` on one line."""
    return " ".join(str(error).split()) or type(error).__name__


def must_be_writable(path: str | Path) -> Path:
    """Return the path, if a file can be written there.

    Raises BadInput before any work is done, not after.
    """
    target = Path(path)
    folder = target.parent
    while not folder.exists():
        folder = folder.parent
    if target.is_dir():
        raise BadInput(f"{path}: is a folder, not a file")
    if not folder.is_dir():
        raise BadInput(f"{path}: cannot be written ({folder} is not a folder)")
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise BadInput(f"{path}: cannot be written (permission denied)")
    return target
