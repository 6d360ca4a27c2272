"""Figures of `splicelab bench` about reports: a results file of 100,000 games, made up, and the report of it."""
from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from experiments.frame import question
from experiments.store import GAME_COLUMNS, SPLICE_COLUMNS, Store

GAMES = 100_000
CARDS = ("First Guest", "Second Guest", "Third Guest")
FIELD = ("one list", "another list", "a third list")
_DEFAULTS = {"VARCHAR": "'made up'", "BOOLEAN": "game = 0", "DOUBLE": "0.5", "UBIGINT": "pair",
             "UTINYINT[]": "[1, 4, 9, 20, 33, 41, 57]::UTINYINT[]"}


def report_of_many_games() -> dict[str, dict[str, Any]]:
    """Return seconds and megabytes of the report of a `value` study, by key of the bench."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "made_up.duckdb") as store:
        games = _make_up(store)
        stored = store.find(None)
        begun = time.perf_counter()
        module = question("value")
        from experiments.report import html

        page = html(module.page(stored, module.figures_of(store, stored)), stored, {}, store.path)
        seconds = time.perf_counter() - begun
    return {"report_seconds": {"value": seconds, "games": games},
            "report_megabytes": {"value": len(page.encode()) / 1e6, "games": games}}


def _make_up(store: Store) -> int:
    """Fill a results file; returns its games. Who wins and what is spliced is drawn by hashing."""
    arms = ["on", "off", *(f"without {card}" for card in CARDS)]
    pairs = GAMES // 2 // len(arms)
    settings = {"pairs": dict.fromkeys(arms, pairs), "deck": "made up", "rule": "", "versions": {},
                "cards": [{"card": card, "copies": 4, "splice_cost": "{1}"} for card in CARDS]}
    spec = {"arms": [{"name": arm, "deck": "made up", "hash": "", "first": 0,
                      "field": [[name, ""] for name in FIELD]} for arm in arms],
            "seed": 1, "agent": "made up", "opponent_agent": "made up", "engine": "", "pool": ""}
    store.begin("made up", "value", spec, settings, "")
    own = {"study": "'made up'", "arm": "arm", "opponent": f"{list(FIELD)}[1 + pair % {len(FIELD)}]", "pair": "pair",
           "game": "game", "points": "(hash(pair, game, arm) % 100 < 55)::DOUBLE", "ending": "'LIFE'",
           "error_by": "NULL", "turns": "8 + hash(pair, game) % 20", "splices": "hash(game, pair) % 5",
           "splice_mana": "2 * (hash(game, pair) % 5)"}
    columns = ", ".join(own.get(name, _DEFAULTS.get(kind.split()[0], "1")) for name, kind in GAME_COLUMNS.items())
    store.db.execute(f"INSERT INTO games SELECT {columns} FROM range({pairs}) p(pair), range(2) q(game), "
                     f"unnest({arms}) r(arm)")
    guest = {"spliced_by": "'deck'", "position": "place", "host": "'host ' || (hash(place, pair) % 12)",
             "guest": f"{list(CARDS)}[1 + (hash(pair, place) % {len(CARDS)})::BIGINT]"}
    columns = ", ".join(guest.get(name, name) for name in SPLICE_COLUMNS)
    store.db.execute(f"INSERT INTO splices SELECT {columns} FROM games, range(5) s(place) WHERE place < splices")
    return int(store.db.execute("SELECT count(*) FROM games").fetchall()[0][0])
