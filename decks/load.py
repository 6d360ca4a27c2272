"""Read card files into a pool, saying of each error where it is."""
from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from decks.compile import CardCompiler, subtypes_of
from decks.errors import NotationError, nearest
from decks.pool import FOLDER, Pool
from decks.waiting import NotYetError

REASONS = FOLDER / "reasons.toml"
TOP_KEYS = {"card", "token", "subtypes"}
ENTRY = re.compile(r"^\s*\[\[(card|token)\]\]")


class Loader:
    """Fills a pool from card files."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.compiler = CardCompiler(pool.tables)
        self.reasons: dict[str, str] = tomllib.loads(REASONS.read_text(encoding="utf-8"))

    def load(self, paths: Iterable[Path]) -> None:
        """Read all files first, since any may use another's subtypes and tokens; then compile."""
        files = []
        digest = hashlib.sha256()
        for path in paths:
            data = self._read(path)
            if data is not None:
                files.append((path, *data))
                digest.update(data[1].encode() + b"\0")
        self.pool.hash = digest.hexdigest()[:12]
        subtypes: set[str] = set()
        for path, tree, _ in files:
            self._check_top(path, tree)
            subtypes |= set(tree.get("subtypes", [])) if _are_words(tree.get("subtypes", [])) else set()
            for entry in [*_tables(tree, "card"), *_tables(tree, "token")]:
                subtypes |= subtypes_of(entry)
        try:
            self.pool.tables.declare_subtypes(subtypes)
        except NotationError as error:
            self.pool.problems.append(str(error))
        for kind in ("token", "card"):
            for path, tree, source in files:
                for number, entry in enumerate(_tables(tree, kind)):
                    self._one(path, source, kind, number, entry)

    def _read(self, path: Path) -> tuple[dict[str, Any], str] | None:
        try:
            source = path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            self.pool.problems.append(f"{path}: no such file")
        except (UnicodeDecodeError, IsADirectoryError, OSError) as error:
            self.pool.problems.append(f"{path}: cannot be read as UTF-8 text ({error})")
        else:
            try:
                return tomllib.loads(source), source
            except tomllib.TOMLDecodeError:
                sound = self._without_broken_entries(path, source)
                try:
                    return tomllib.loads(sound), sound
                except tomllib.TOMLDecodeError as error:
                    self.pool.problems.append(f"{path}: not TOML: {error}")
        return None

    def _without_broken_entries(self, path: Path, source: str) -> str:
        """A source with each entry that is not TOML reported, and its lines emptied so that others keep theirs."""
        lines = source.replace("\r\n", "\n").split("\n")
        starts = [0, *(at for at, line in enumerate(lines) if ENTRY.match(line)), len(lines)]
        for start, end in zip(starts, starts[1:]):
            text = "\n".join(lines[start:end])
            try:
                tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                what, _, place = str(error).partition(" (at ")
                number = re.match(r"line (\d+)", place)
                line = start + int(number[1]) if number else end
                name = re.search(r'^name\s*=\s*"([^"\n]+)', text, re.MULTILINE)
                label = f"{name[1]}: " if name else ""
                self._broken(f"{path}:{line}: {label}not TOML: {what}", {"name": name[1]} if name else {})
                lines[start:end] = [""] * (end - start)
        return "\n".join(lines)

    def _broken(self, problem: str, entry: dict[str, Any]) -> None:
        """Report an entry that cannot be used; a deck that needs it hears of the same problem."""
        self.pool.problems.append(problem)
        name = entry.get("name")
        if isinstance(name, str) and name and name not in self.pool.cards and name not in self.pool.unsupported:
            self.pool.unsupported[name] = f"its entry has an error ({problem})"
            self.pool.all_names.add({"name": name})

    def _check_top(self, path: Path, tree: dict[str, Any]) -> None:
        for key in tree:
            if key not in TOP_KEYS:
                self.pool.problems.append(f'{path}: unknown key "{key}"; a card file has [[card]] and [[token]]')
        for key in ("card", "token"):
            if key in tree and tree[key] != _tables(tree, key):
                self.pool.problems.append(f'{path}: "{key}" is not a list of entries; each begins with [[{key}]]')
        if not _are_words(tree.get("subtypes", [])):
            self.pool.problems.append(f'{path}: subtypes is a list of words: ["Goblin"]')

    def _one(self, path: Path, source: str, kind: str, number: int, entry: dict[str, Any]) -> None:
        tables = self.pool.tables
        tables.mark()
        try:
            if kind == "token":
                self._token(entry)
            else:
                self._card(entry)
        except NotYetError as error:
            tables.forget()
            self.pool.unsupported[str(entry["name"])] = self.reasons[error.reason]
            self.pool.all_names.add(entry)
            return
        except NotationError as error:
            problem = str(error)
        except OverflowError as error:
            problem = f"a number is too large ({error})"
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            problem = f"a value has the wrong form ({error})"
        else:
            return
        tables.forget()
        label = entry.get("name" if kind == "card" else "id", f"{kind} number {number + 1}")
        where = f"{path}:{_line_of(source, kind, number, problem)}"
        self._broken(f"{where}: {label}: {problem}", entry if kind == "card" else {})

    def _token(self, entry: dict[str, Any]) -> None:
        if entry.get("id") in self.pool.tokens:
            raise NotationError("there is already a token with this id")
        definition = self.compiler.token(entry)
        self.pool.tokens[entry["id"]] = definition
        self.pool.entries[definition] = entry

    def _card(self, entry: dict[str, Any]) -> None:
        name = str(entry.get("name", ""))
        if name in self.pool.cards or name in self.pool.unsupported:
            raise NotationError("there is already a card of this name")
        if "unsupported" in entry:
            key = entry["unsupported"]
            if key not in self.reasons:
                raise NotationError(f'unknown reason "{key}"', nearest(key, self.reasons) or "see decks/reasons.toml")
            self.pool.unsupported[name] = self.reasons[key]
        else:
            definition = self.compiler.card(entry)
            self.pool.cards[name] = definition
            self.pool.entries[definition] = entry
        self.pool.all_names.add(entry)


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _tables(tree: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = tree.get(key, [])
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _line_of(source: str, kind: str, number: int, problem: str) -> int:
    """The line that the error is about: one that holds the quoted text, else the entry's first."""
    lines = source.splitlines()
    starts = [at for at, line in enumerate(lines, 1) if line.split("#")[0].strip() == f"[[{kind}]]"]
    if number >= len(starts):
        return 1
    others = [at for at, line in enumerate(lines, 1) if line.strip() in ("[[card]]", "[[token]]")]
    end = next((at for at in others if at > starts[number]), len(lines) + 1)
    for quoted in problem.split('"')[1::2]:
        for at in range(starts[number], end - 1):
            if quoted and quoted in lines[at]:
                return at + 1
    return starts[number]
