"""Keep studies in an embedded DuckDB file: schema, one transaction a chunk, resume.

What the tables hold is said in docs/results.md, what the file stands and how tables are
added in docs/store.md. A file is never changed unless it is a splicelab file of this
version, and it is there whole or not at all.
"""
from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from experiments.errors import BadInput, ctrl_c, nearest, one_line
from experiments.rows import BY_SEAT, HANDS, Columns

SCHEMA_VERSION = 6
MEMORY = "128MB"             # that DuckDB may use; by default it keeps all of a file that grows
LONGEST_FILE = 1 << 20       # characters of a list, a file of cards or an agent that is kept with the study

STUDY_COLUMNS = {"study": "VARCHAR PRIMARY KEY", "question": "VARCHAR", "spec": "VARCHAR", "settings": "VARCHAR",
                 "command": "VARCHAR", "begun": "TIMESTAMP"}
KEY_COLUMNS = {"study": "VARCHAR NOT NULL", "arm": "VARCHAR NOT NULL", "opponent": "VARCHAR NOT NULL",
               "pair": "INTEGER NOT NULL", "game": "TINYINT NOT NULL"}
PLACE = {"number": "TINYINT NOT NULL"}       # which game of a match
GAME_COLUMNS = KEY_COLUMNS | PLACE | {
    "deck_hash": "VARCHAR", "opponent_hash": "VARCHAR", "pool_hash": "VARCHAR", "engine_hash": "VARCHAR",
    "agent": "VARCHAR", "opponent_agent": "VARCHAR", "seed": "UBIGINT", "starts": "BOOLEAN",
    "ending": "VARCHAR", "points": "DOUBLE", "turns": "SMALLINT", "decisions": "INTEGER", "error_by": "VARCHAR",
} | {prefix + name: "SMALLINT" for name in (*BY_SEAT, "exchanged") for prefix in ("", "opponent_")} | {
    prefix + name: "UTINYINT[]" for name in HANDS for prefix in ("", "opponent_")}
SPLICE_COLUMNS = KEY_COLUMNS | PLACE | {
    "spliced_by": "VARCHAR", "position": "SMALLINT", "host": "VARCHAR", "guest": "VARCHAR"}
CHOICE_COLUMNS = KEY_COLUMNS | {
    "position": "SMALLINT", "turn": "SMALLINT", "host": "VARCHAR", "guest": "VARCHAR", "taken": "BOOLEAN",
    "with_it": "DOUBLE", "without": "DOUBLE", "searched": "BOOLEAN", "mana": "SMALLINT",
    "life": "SMALLINT", "permanents": "SMALLINT", "drawn": "SMALLINT"}
TURN_COLUMNS = KEY_COLUMNS | {"turn": "SMALLINT", "lands": "SMALLINT", "life": "SMALLINT", "spliced": "SMALLINT"}
FILE_COLUMNS = {"study": "VARCHAR", "path": "VARCHAR", "text": "VARCHAR"}
ROWS = {"games": GAME_COLUMNS, "splices": SPLICE_COLUMNS, "choices": CHOICE_COLUMNS, "turns": TURN_COLUMNS}
TABLES = {"studies": STUDY_COLUMNS, "files": FILE_COLUMNS} | ROWS
BEFORE_TURNS = 5             # the version that lacks nothing but the table `turns`


@dataclass(frozen=True)
class StoredStudy:
    """A study as the file remembers it: what determined its rows, and what was asked for last."""

    id: str
    question: str
    spec: dict[str, Any]
    settings: dict[str, Any]
    command: str
    begun: str


class Store:
    """An open results file. Use as a context manager; only the thread that opened it may use it."""

    def __init__(self, path: str | Path, read_only: bool = False) -> None:
        self.path = Path(path)
        if read_only and not self.path.exists():
            raise BadInput(f"{path}: no such results file{_nearest_file(self.path)}")
        if not read_only:
            _make_folder(self.path)
            _create(self.path)
        self.db = _connect(self.path, read_only)
        try:
            self._check_version(read_only)
        except BaseException:
            self.db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.db.close()

    def _check_version(self, read_only: bool) -> None:
        """Refuse a file that is not ours or of another version; give one of the version before what it lacks."""
        tables = {row[0] for row in self.db.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        if "splicelab" not in tables:
            raise BadInput(f"{self.path}: a DuckDB file, but not one of splicelab's; left as it is"
                           f"{_or_another(read_only)}")
        version = self.db.execute("SELECT schema_version FROM splicelab").fetchone()
        if version == (BEFORE_TURNS,):
            with self._transaction():
                _make_table(self.db, "turns", "TEMP" if read_only else "")
                if not read_only:
                    self.db.execute("UPDATE splicelab SET schema_version = ?", [SCHEMA_VERSION])
        elif version is None or version[0] != SCHEMA_VERSION:
            found = "none" if version is None else version[0]
            raise BadInput(f"{self.path}: results of version {found}, this program reads version {SCHEMA_VERSION}; "
                           f"left as it is{_or_another(read_only)}")

    def begin(self, study: str, question: str, spec: dict, settings: dict, command: str) -> None:
        """Note a study, or the new settings of one that is already there, and the files that its command names."""
        files = [] if self.files(study) else [[study, path, text] for path, text in named_files(command).items()]
        with self._transaction():
            self.db.execute(
                "INSERT INTO studies VALUES (?, ?, ?, ?, ?, now()::TIMESTAMP) "
                "ON CONFLICT (study) DO UPDATE SET settings = excluded.settings, command = excluded.command, "
                "begun = excluded.begun",
                [study, question, json.dumps(spec), json.dumps(settings), command])
            if files:
                self.db.executemany("INSERT INTO files VALUES (?, ?, ?)", files)

    def files(self, study: str) -> dict[str, str]:
        """Return path -> text of the files that the command of a study named when it was first begun."""
        return dict(self.db.execute("SELECT path, text FROM files WHERE study = ?", [study]).fetchall())

    def done(self, study: str) -> set[tuple[str, str, int]]:
        """Return the (arm, opponent, pair) whose games are stored."""
        with ctrl_c():
            rows = self.db.execute("SELECT DISTINCT arm, opponent, pair FROM games WHERE study = ?", [study]).fetchall()
        return {(arm, opponent, pair) for arm, opponent, pair in rows}

    def pairs_done(self, study: str) -> dict[tuple[str, str], np.ndarray]:
        """Return (arm, opponent) -> whether each pair is stored, (n,) bool; as `done`, for millions of pairs."""
        found = {}
        with ctrl_c():
            for arm, opponent, last in self.db.execute("SELECT arm, opponent, max(pair) FROM games WHERE study = ? "
                                                       "GROUP BY arm, opponent", [study]).fetchall():
                pairs = self.db.execute("SELECT pair FROM games WHERE study = ? AND arm = ? AND opponent = ?",
                                        [study, arm, opponent]).fetchnumpy()["pair"]
                found[arm, opponent] = stored = np.zeros(last + 1, dtype=bool)
                stored[pairs] = True
        return found

    def add(self, games: Columns, splices: Columns, **more: Columns) -> None:
        """Store the rows of one chunk, by table, in one transaction: all of them or none."""
        with self._transaction():
            for table, rows in {"games": games, "splices": splices, **more}.items():
                self._insert(table, ROWS[table], rows)

    def add_to(self, table: str, rows: Columns) -> None:
        """Store rows of one table in one transaction."""
        with self._transaction():
            self._insert(table, ROWS[table], rows)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Do all of it or nothing.

        Raises BadInput when the file cannot be written (a full disk): what was stored before is kept.
        """
        with ctrl_c():
            try:
                self.db.begin()
                yield
                self.db.commit()
            except BaseException as error:
                with contextlib.suppress(duckdb.Error):      # it may have been ended by what went wrong
                    self.db.rollback()
                if isinstance(error, duckdb.IOException | duckdb.TransactionException | duckdb.FatalException):
                    raise BadInput(f"{self.path}: cannot be written ({_reason(error)}); what was stored before is "
                                   "kept, the same command goes on from there") from None
                raise

    def _insert(self, table: str, columns: dict[str, str], rows: Columns) -> None:
        """Append columns of equal length; a list parameter a column is the quick way in."""
        if set(rows) != set(columns):
            raise ValueError(f"columns of {table}: {sorted(set(rows) ^ set(columns))}")
        values = ", ".join(f"unnest(?::{kind.split()[0]}[])" for kind in columns.values())
        self.db.execute(f"INSERT INTO {table} SELECT {values}", [rows[name] for name in columns])

    def studies(self) -> list[StoredStudy]:
        """Return the studies of this file, the newest last."""
        rows = self.db.execute("SELECT study, question, spec, settings, command, begun FROM studies "
                               "ORDER BY begun, study").fetchall()
        return [StoredStudy(study, question, json.loads(spec), json.loads(settings), command, str(begun)[:19])
                for study, question, spec, settings, command, begun in rows]

    def find(self, study: str | None) -> StoredStudy:
        """Return the study of that id or its beginning; the newest for None."""
        studies = self.studies()
        if not studies:
            raise BadInput(f"{self.path}: holds no study")
        if study is None:
            return studies[-1]
        found = [each for each in studies if each.id.startswith(study)]
        if len(found) != 1:
            ids = [each.id for each in studies]
            what = "no study" if not found else f"{len(found)} studies"
            raise BadInput(f"{self.path}: {what} {study!r}; it holds {', '.join(ids[-5:])}{nearest(study, ids)}")
        return found[0]


def _or_another(read_only: bool) -> str:
    """What else can be done about a file that cannot be used, by who would write it."""
    return "" if read_only else ", or choose another --out"


def _connect(path: Path, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open the file, or say in one line why not."""
    try:
        return duckdb.connect(str(path), read_only=read_only, config={"memory_limit": MEMORY})
    except duckdb.Error as error:
        text = one_line(error)
        if path.is_dir():
            reason = "is a folder, not a results file"
        elif "lock" in text:
            reason = "is in use by another process; wait for it" + _or_another(read_only)
        elif "not a valid DuckDB" in text or "erializ" in text or "orrupt" in text:
            reason = "is not a results file (not a DuckDB database that this version can read); left as it is"
        elif "ermission" in text:
            reason = "may not be opened (permission denied)"
        else:
            reason = text[:160]
        raise BadInput(f"{path}: {reason}") from None


def named_files(command: str) -> dict[str, str]:
    """Return path -> text of the lists, cards and agents that a command names by their files."""
    words = shlex.split(command)
    found = {}
    for before, word in zip(["", *words], words):
        agent = re.match(r"(.+\.py):", word)
        path = Path(agent[1] if agent else word)
        if before in ("--out", "--html") or not path.is_file() or path.stat().st_size > LONGEST_FILE:
            continue
        with contextlib.suppress(OSError, UnicodeDecodeError):
            found[str(path)] = path.read_text(encoding="utf-8")
    return found


def _create(path: Path) -> None:
    """Make an empty results file if there is none: beside it first, so that it is there whole or not at all."""
    if path.exists() and (path.is_dir() or path.stat().st_size):
        return
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        with duckdb.connect(str(new)) as db:
            db.execute("CREATE TABLE splicelab (schema_version INTEGER)")
            db.execute("INSERT INTO splicelab VALUES (?)", [SCHEMA_VERSION])
            for table in TABLES:
                _make_table(db, table)
        if path.exists():
            path.unlink()                    # empty: made by `mktemp`, or a disk that was full
        with contextlib.suppress(FileExistsError):       # another process was quicker
            _give_name(new, path)
    except (OSError, duckdb.Error) as error:
        raise BadInput(f"{path}: cannot be written ({_reason(error)})") from None
    finally:
        for left in (new, new.with_name(new.name + ".wal")):
            left.unlink(missing_ok=True)


def _make_table(db: duckdb.DuckDBPyConnection, table: str, kind: str = "") -> None:
    columns = ", ".join(f"{name} {of}" for name, of in TABLES[table].items())
    db.execute(f"CREATE {kind} TABLE {table} ({columns})")


def _give_name(new: Path, path: Path) -> None:
    """Rename a file over nothing. Raises FileExistsError if there is something."""
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except OSError:                          # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        new.rename(path)


def _reason(error: BaseException) -> str:
    """Return what the system says, without the names of the classes of errors and of files."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return one_line(error).rsplit(": ", 1)[-1].lower()[:160]


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def _nearest_file(path: Path) -> str:
    """Return `; did you mean …?` for a results file of the same folder."""
    folder = path.parent
    return nearest(path.name, [p.name for p in folder.glob("*.duckdb")]) if folder.is_dir() else ""
