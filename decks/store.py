"""Compiled pools kept on disk, so that a second start need not compile the cards again.

A file is named by a hash over everything that it depends on: the card files, the
notation and its compiler, and the engine, which adds facts to the tables. It is plain data, one
line of JSON and then the tables as they are in memory.
"""
from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from decks.tables import LISTED, SHARED, Tables

ROOT = Path(__file__).parent.parent
KEEP = 6
WHAT_COUNTS = ("decks/*.py", "decks/*.lark", "decks/*.toml", "decks/*.csv", "sim/*.py")


def folder() -> Path:
    """Where the files are: beside the engine's compiled code."""
    base = Path(os.environ.get("SPLICELAB_CACHE", ROOT / ".numba_cache"))
    return base if os.access(base if base.exists() else base.parent, os.W_OK) else Path.home() / ".cache" / "splicelab"


def key_of_pool(sources: Iterable[bytes]) -> str:
    """The name of the pool that comes of these card files."""
    digest = hashlib.sha256()
    for pattern in WHAT_COUNTS:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for source in sources:
        digest.update(b"\0" + source)
    return digest.hexdigest()[:20]


def plain_numbers(tables: Tables) -> list[str]:
    """The fields of the rules that are plain numbers: counters, and what was derived for all cards together."""
    fields = tables.array.dtype.fields or {}
    return [name for name, (kind, *_) in fields.items() if kind.base.names is None]


def save(key: str, tables: Tables, facts: dict[str, Any]) -> None:
    """Keep a pool; a folder that cannot be written to is no error."""
    parts = {**SHARED, **LISTED}
    counts = {table: int(tables.rules[counter]) for table, counter in parts.items()}
    numbers = {name: np.asarray(tables.rules[name]).tolist() for name in plain_numbers(tables)}
    head = {"counts": counts, "numbers": numbers, "names": tables.names, "subtypes": tables.subtypes,
            "tokens": tables.tokens, **facts}
    try:
        line = json.dumps(head, ensure_ascii=False).encode()
        body = b"".join(tables.rules[table][:n].tobytes() for table, n in counts.items())
        folder().mkdir(parents=True, exist_ok=True)
        path = folder() / f"pool-{key}.bin"
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(line + b"\n" + body)
        part.replace(path)
        kept = sorted(folder().glob("pool-*.bin"), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in kept[KEEP:]:
            old.unlink(missing_ok=True)
    except (OSError, TypeError):
        return


def load(key: str, tables: Tables) -> dict[str, Any] | None:
    """Fill empty tables from a kept pool and return its facts; None when there is none."""
    try:
        line, _, body = (folder() / f"pool-{key}.bin").read_bytes().partition(b"\n")
        head = json.loads(line)
    except (OSError, ValueError):
        return None
    at = 0
    sizes = {table: n * tables.rules[table].dtype.itemsize for table, n in head["counts"].items()}
    if len(body) != sum(sizes.values()):
        return None                  # a write was cut short
    for table, size in sizes.items():
        n = head["counts"][table]
        tables.rules[table][:n] = np.frombuffer(body[at:at + size], dtype=tables.rules[table].dtype)
        at += size
    for name, number in head["numbers"].items():
        tables.rules[name] = number
    tables.resume(head["names"], head["subtypes"], head["tokens"])
    return head
