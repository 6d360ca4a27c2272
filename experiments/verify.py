"""Is a results file what it should be? `splicelab verify`: docs/store.md says what is looked at.

Nothing is taken on trust: ids and seeds are computed anew, figures from the rows, and a sample of the pairs is played
again and compared row by row.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from experiments.again import rebuilt
from experiments.errors import BadInput, one_line
from experiments.frame import question, to_json
from experiments.run import load_engine, play_chunk
from experiments.schedule import STARTER, Chunk, pair_seed
from experiments.store import ROWS, SCHEMA_VERSION, TABLES, Store, StoredStudy
from sim.limits import MAX_SPLICE_LOG
from sim.terms import NO_RESULT

CLOSE = 1e-9                 # relative; sums over threads may differ in their last digits


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. ok: None where it could not be."""

    name: str
    ok: bool | None
    said: str


def verify(arguments: argparse.Namespace) -> int:
    """Answer `splicelab verify`; 1 when something is not as it should be."""
    summary = _summary(arguments.figures) if arguments.figures else None
    with Store(arguments.file, read_only=True) as store:
        studies = store.studies() if arguments.study is None and summary is None else [store.find(arguments.study)]
        if summary is not None and summary.get("study", studies[0].id) != studies[0].id:
            raise BadInput(f"--figures {arguments.figures}: figures of study {summary['study']}, not of "
                           f"{studies[0].id}; --study names another")
        figures = summary and summary["figures"]
        found = {"file": [_schema(store)]} | {
            each.id: list(Verification(store, each).checks(arguments.replays, arguments.seed, figures))
            for each in studies}
    if arguments.json:
        print(to_json({name: [asdict(check) for check in checks] for name, checks in found.items()}))
    else:
        for name, checks in found.items():
            print(arguments.file if name == "file" else f"study {name}")
            for check in checks:
                word = "ok" if check.ok else "FAILS" if check.ok is False else "unknown"
                print(f"  {word:<8} {check.name:<9} {check.said}")
    return int(any(check.ok is False for checks in found.values() for check in checks))


def _summary(path: str) -> Any:
    try:
        summary = json.loads(Path(path).read_text(encoding="utf-8"))
        if not isinstance(summary["figures"], dict):
            raise ValueError
        return summary
    except OSError as error:
        raise BadInput(f"--figures {path}: cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError):
        raise BadInput(f"--figures {path}: not a file of figures, as `splicelab export` or --json write it") from None


def _schema(store: Store) -> Check:
    """Look at tables, columns and their types; the version was looked at as the file was opened."""
    there: dict[str, dict[str, str]] = {}
    for table, column, kind in store.db.execute("SELECT table_name, column_name, data_type FROM duckdb_columns() "
                                                "WHERE NOT internal ORDER BY column_index").fetchall():
        there.setdefault(table, {})[column] = kind
    wrong = [f"{table}.{column}: {there.get(table, {}).get(column, 'not there')}" for table, columns in TABLES.items()
             for column, kind in columns.items() if there.get(table, {}).get(column) != kind.split()[0]]
    wrong += [f"{table}.{column}: another column" for table, columns in TABLES.items()
              for column in there.get(table, {}) if column not in columns]
    wrong += [f"{table}: another table" for table in there if table not in TABLES and table != "splicelab"]
    return Check("schema", not wrong, "; ".join(wrong[:5]) or f"version {SCHEMA_VERSION}, {len(TABLES)} tables")


class Verification:
    """Looks at one study of an open file."""

    def __init__(self, store: Store, stored: StoredStudy) -> None:
        self.store, self.stored, self.spec = store, stored, stored.spec
        self.arms: dict[str, dict[str, Any]] = {arm["name"]: arm for arm in stored.spec.get("arms", ())}

    def checks(self, replays: int, seed: int, summary: Any) -> Iterator[Check]:
        """Yield what was found."""
        yield self._identity()
        yield self._hashes()
        yield self._seeds()
        yield self._whole()
        yield self._missing()
        yield self._results()
        yield self._splices()
        yield self._figures(summary)
        if replays:
            yield self._replays(replays, seed)

    def _rows(self, sql: str, *values: Any) -> list[tuple]:
        return self.store.db.execute(sql, [self.stored.id, *values]).fetchall()

    def _none(self, name: str, rows: list[tuple], what: str, fine: str) -> Check:
        """Return that there are no such rows, or how many, and the first."""
        first = " ".join(map(str, rows[0])) if rows else ""
        return Check(name, not rows, f"{len(rows)} {what}, first: {first}" if rows else fine)

    def _identity(self) -> Check:
        made = hashlib.sha256(json.dumps(self.spec, sort_keys=True).encode()).hexdigest()[:12]
        return Check("identity", made == self.stored.id, "the id is the hash of what determines the rows"
                     if made == self.stored.id else f"what is said to determine the rows has the id {made}")

    def _hashes(self) -> Check:
        """Every row carries the hashes and agents of the study, and lists and opponent of its arm and pair."""
        spec = self.spec
        rows = self._rows(
            "SELECT DISTINCT arm, opponent FROM games WHERE study = ? AND (pool_hash, engine_hash, opponent_agent) "
            "IS DISTINCT FROM (?, ?, ?)", spec["pool"], spec["engine"], spec["opponent_agent"])
        for name, arm in self.arms.items():
            known = [f"{arm['hash']} {at} {opponent} {deck}" for at, (opponent, deck) in enumerate(arm["field"])]
            rows += self._rows("SELECT DISTINCT arm, opponent FROM games WHERE study = ? AND arm = ? AND (agent != ? "
                               "OR NOT list_contains(?, concat_ws(' ', deck_hash, pair % ?, opponent, opponent_hash)))",
                               name, arm.get("agent") or spec["agent"], known, len(arm["field"]))
        if self.arms:
            rows += self._rows("SELECT DISTINCT arm, opponent FROM games WHERE study = ? AND NOT list_contains(?, arm)",
                               list(self.arms))
        return self._none("hashes", rows, "arms have rows of another engine, pool, agent, list or opponent",
                          "engine, cards, lists and agents of every row are those of the study")

    def _seeds(self) -> Check:
        rows = self._rows("SELECT DISTINCT pair, seed FROM games WHERE study = ? AND number = 1")
        wrong = [row for row in rows if row[1] != pair_seed(self.spec["seed"], row[0])]
        wrong += self._rows("SELECT arm, opponent, pair, game FROM games WHERE study = ? AND number = 1 "
                            "AND starts != (game = ?)", STARTER)
        return self._none("seeds", wrong, "games have another seed or starter", f"of {len(rows)} pairs")

    def _whole(self) -> Check:
        """A pair is two games, or two matches of games that are numbered from 1, against one opponent."""
        rows = self._rows("SELECT arm, opponent, pair, count(*) FROM games WHERE study = ? GROUP BY ALL HAVING "
                          "count(DISTINCT game) != 2 OR min(game) != 0 OR max(game) != 1 ORDER BY ALL")
        rows += self._rows("SELECT arm, opponent, pair, game, count(*) FROM games WHERE study = ? GROUP BY ALL HAVING "
                           "count(*) != count(DISTINCT number) OR min(number) != 1 OR max(number) != count(*) "
                           "ORDER BY ALL")
        rows += self._rows("SELECT arm, pair, count(DISTINCT opponent) FROM games WHERE study = ? GROUP BY ALL "
                           "HAVING count(DISTINCT opponent) > 1 ORDER BY ALL")
        pairs = self._rows("SELECT count(DISTINCT (arm, pair)) FROM games WHERE study = ?")[0][0]
        return self._none("pairs", rows, "pairs are not two games against one opponent, each once",
                          f"{pairs}, each of two games or matches, none twice")

    def _missing(self) -> Check:
        """Pairs that were asked for and are not there: the study was stopped, or rows were lost."""
        stored = {arm: (first, n) for arm, first, n in self._rows(
            "SELECT arm, min(pair), count(DISTINCT pair) FROM games WHERE study = ? GROUP BY arm")}
        missing = []
        for arm, end in self.stored.settings["pairs"].items():
            first = self.arms[arm].get("first", 0) if arm in self.arms else stored.get(arm, (0, 0))[0]
            n = self._rows("SELECT count(DISTINCT pair) FROM games WHERE study = ? AND arm = ? AND pair >= ? "
                           "AND pair < ?", arm, first, end)[0][0]
            if n < end - first:
                missing.append((arm, f"{end - first - n} of {end - first}"))
        check = self._none("complete", missing, "arms lack pairs", "every pair that was asked for is there")
        return check if check.ok else Check(check.name, False, f"{check.said}; to play them: {self.stored.command}")

    def _results(self) -> Check:
        unscored = [end.name for end in NO_RESULT]
        rows = self._rows(
            "SELECT arm, opponent, pair, game FROM games WHERE study = ? "
            "AND (list_contains(?, ending) != (points IS NULL) OR (ending = 'AGENT_ERROR') != (error_by IS NOT NULL) "
            "OR points NOT IN (0, 0.5, 1) OR (ending = 'DRAW' AND points != 0.5)) ORDER BY ALL", unscored)
        return self._none("results", rows, "games have points that do not go with how they ended",
                          "points go with how each game ended")

    def _splices(self) -> Check:
        """The log of splices has as many rows as the games say, numbered from 0."""
        key = "arm, opponent, pair, game, number"
        rows = self._rows(f"""
            SELECT {key}, side, least(said, {MAX_SPLICE_LOG}), coalesce(n, 0) FROM (
                SELECT {key}, 'deck' AS side, splices AS said FROM games WHERE study = $1 UNION ALL
                SELECT {key}, 'opponent', opponent_splices FROM games WHERE study = $1)
            FULL JOIN (SELECT {key}, spliced_by AS side, count(*) AS n, max(position) AS last,
                              count(DISTINCT position) AS positions
                       FROM splices WHERE study = $1 GROUP BY ALL) USING ({key}, side)
            WHERE said IS NULL OR least(said, {MAX_SPLICE_LOG}) != coalesce(n, 0) OR n != positions OR last != n - 1
            ORDER BY ALL""")
        return self._none("splices", rows, "games have another number of splices than rows of it",
                          "as many rows as the games say")

    def _figures(self, summary: Any) -> Check:
        """Every figure can be computed from the rows, and is the one of the summary, where one is given."""
        try:
            made = json.loads(to_json(question(self.stored.question).figures_of(self.store, self.stored)))
        except (ValueError, ArithmeticError) as error:
            return Check("figures", False, f"cannot be computed: {one_line(error)}")
        if summary is None:
            return Check("figures", True, f"{len(made)} computed from the rows")
        differ = list(_differences(made, summary))
        return Check("figures", not differ, "; ".join(differ[:3]) or "those of the summary, computed from the rows")

    # ------------------------------------------------------------ played again

    def _replays(self, n: int, seed: int) -> Check:
        """Play a sample of the stored pairs again, and compare all their rows."""
        try:
            asked, study = rebuilt(self.store, self.stored)
        except BadInput as error:
            return Check("replays", None, f"cannot be played again here: {error}")
        if study.id != self.stored.id:
            return Check("replays", None, f"cannot be played again here: {_what_differs(study.spec, self.spec)}")
        stored = self._rows("SELECT DISTINCT arm, opponent, pair FROM games WHERE study = ? ORDER BY ALL")
        arms = {arm.name: arm for arm in study.arms}
        pairs = [(arms[arm], opponent, pair) for arm, opponent, pair in stored if arm in arms]
        drawn = random.Random(seed).sample(pairs, min(n, len(pairs)))
        wrong = []
        for arm, opponent, pair in drawn:
            deck = next(each for each in arm.field if each.name == opponent)
            rows = play_chunk(study, asked.pool.rules, asked.pool.name, load_engine(), Chunk(arm, deck, (pair,)))
            for table, columns in zip(("games", "splices"), rows):
                made = sorted(zip(*(columns[name] for name in ROWS[table])), key=repr)
                kept = self._rows(f"SELECT {', '.join(ROWS[table])} FROM {table} WHERE study = ? AND arm = ? AND "
                                  "opponent = ? AND pair = ?", arm.name, opponent, pair)
                if sorted(kept, key=repr) != made:
                    wrong.append((arm.name, opponent, f"pair {pair} ({table})"))
        return self._none("replays", wrong, "replayed pairs have other rows",
                          f"{len(drawn)} of {len(stored)} pairs, drawn by --seed, have the same rows")


def _what_differs(made: dict, stored: dict) -> str:
    """Return the parts of a spec that are not those of the stored one."""
    differ = [f"{key} {made.get(key)} (the study: {stored[key]})" if isinstance(stored[key], str) else f"other {key}"
              for key in stored if made.get(key) != stored[key]]
    return ", ".join(differ) or "it is another study"


def _differences(made: Any, said: Any, at: str = "") -> Iterator[str]:
    """Yield where two values of JSON differ."""
    if isinstance(made, dict) and isinstance(said, dict) and made.keys() == said.keys():
        for key in made:
            yield from _differences(made[key], said[key], f"{at}.{key}" if at else key)
    elif isinstance(made, list) and isinstance(said, list) and len(made) == len(said):
        for index, (one, other) in enumerate(zip(made, said)):
            yield from _differences(one, other, f"{at}[{index}]")
    elif isinstance(made, float) and isinstance(said, int | float):
        if not math.isclose(made, said, rel_tol=CLOSE, abs_tol=CLOSE):
            yield f"{at} is {made}, the summary says {said}"
    elif made != said:
        yield f"{at} is {str(made)[:60]}, the summary says {str(said)[:60]}"
