"""Keep studies in an embedded DuckDB file: schema, one transaction a chunk, resume.

The tables and their columns are described in docs/results.md. A file is never
changed unless it is a splicelab file of this version.
"""
from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from experiments.errors import BadInput, ctrl_c, nearest, one_line
from experiments.rows import BY_SEAT, HANDS, Columns

SCHEMA_VERSION = 2

STUDY_COLUMNS = {"study": "VARCHAR PRIMARY KEY", "question": "VARCHAR", "spec": "VARCHAR", "settings": "VARCHAR",
                 "command": "VARCHAR", "begun": "TIMESTAMP"}
KEY_COLUMNS = {"study": "VARCHAR NOT NULL", "arm": "VARCHAR NOT NULL", "opponent": "VARCHAR NOT NULL",
               "pair": "INTEGER NOT NULL", "game": "TINYINT NOT NULL"}
GAME_COLUMNS = KEY_COLUMNS | {
    "deck_hash": "VARCHAR", "opponent_hash": "VARCHAR", "pool_hash": "VARCHAR", "engine_hash": "VARCHAR",
    "agent": "VARCHAR", "opponent_agent": "VARCHAR", "seed": "UBIGINT", "starts": "BOOLEAN",
    "ending": "VARCHAR", "points": "DOUBLE", "turns": "SMALLINT", "decisions": "INTEGER", "error_by": "VARCHAR",
} | {prefix + name: "SMALLINT" for name in BY_SEAT for prefix in ("", "opponent_")} | {
    prefix + name: "UTINYINT[]" for name in HANDS for prefix in ("", "opponent_")}
SPLICE_COLUMNS = KEY_COLUMNS | {"spliced_by": "VARCHAR", "position": "SMALLINT", "host": "VARCHAR", "guest": "VARCHAR"}


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
        """Create the tables in an empty file; refuse a file that is not ours or of another version."""
        tables = {row[0] for row in self.db.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        if not tables and not read_only:
            self.db.begin()
            self.db.execute("CREATE TABLE splicelab (schema_version INTEGER)")
            self.db.execute("INSERT INTO splicelab VALUES (?)", [SCHEMA_VERSION])
            for table, columns in (("studies", STUDY_COLUMNS), ("games", GAME_COLUMNS), ("splices", SPLICE_COLUMNS)):
                self.db.execute(f"CREATE TABLE {table} ({', '.join(f'{n} {kind}' for n, kind in columns.items())})")
            self.db.commit()
            return
        if "splicelab" not in tables:
            raise BadInput(f"{self.path}: a DuckDB file, but not one of splicelab's; left as it is "
                           "(choose another --out)")
        version = self.db.execute("SELECT schema_version FROM splicelab").fetchone()
        if version is None or version[0] != SCHEMA_VERSION:
            found = "none" if version is None else version[0]
            raise BadInput(f"{self.path}: results of version {found}, this program reads version {SCHEMA_VERSION}; "
                           "left as it is (choose another --out)")

    def begin(self, study: str, question: str, spec: dict, settings: dict, command: str) -> None:
        """Note a study, or the new settings of one that is already there."""
        self.db.execute(
            "INSERT INTO studies VALUES (?, ?, ?, ?, ?, now()::TIMESTAMP) "
            "ON CONFLICT (study) DO UPDATE SET settings = excluded.settings, command = excluded.command, "
            "begun = excluded.begun",
            [study, question, json.dumps(spec), json.dumps(settings), command])

    def done(self, study: str) -> set[tuple[str, str, int]]:
        """Return the (arm, opponent, pair) whose games are stored."""
        with ctrl_c():
            rows = self.db.execute("SELECT DISTINCT arm, opponent, pair FROM games WHERE study = ?", [study]).fetchall()
        return {(arm, opponent, pair) for arm, opponent, pair in rows}

    def add(self, games: Columns, splices: Columns) -> None:
        """Store the rows of one chunk in one transaction: all of them or none."""
        with ctrl_c():
            try:
                self.db.begin()
                self._insert("games", GAME_COLUMNS, games)
                self._insert("splices", SPLICE_COLUMNS, splices)
                self.db.commit()
            except BaseException:
                with contextlib.suppress(duckdb.Error):      # it may have been ended by what went wrong
                    self.db.rollback()
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


def _connect(path: Path, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open the file, or say in one line why not."""
    try:
        return duckdb.connect(str(path), read_only=read_only)
    except duckdb.Error as error:
        text = one_line(error)
        if path.is_dir():
            reason = "is a folder, not a results file"
        elif "lock" in text:
            reason = "is in use by another process; wait for it, or choose another --out"
        elif "not a valid DuckDB" in text or "erializ" in text or "orrupt" in text:
            reason = "is not a results file (not a DuckDB database that this version can read); left as it is"
        elif "ermission" in text:
            reason = "may not be opened (permission denied)"
        else:
            reason = text[:160]
        raise BadInput(f"{path}: {reason}") from None


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def _nearest_file(path: Path) -> str:
    """Return `; did you mean …?` for a results file of the same folder."""
    folder = path.parent
    return nearest(path.name, [p.name for p in folder.glob("*.duckdb")]) if folder.is_dir() else ""
