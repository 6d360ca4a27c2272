"""The same rows for any number of workers, interrupted or not."""
import shutil
import sys
import textwrap
import time
from pathlib import Path

import pytest

from experiments import kills, run
from experiments.errors import Interrupted
from experiments.schedule import STARTER, chunks
from experiments.store import Store
from tests.experiments import fakes

ROOT = Path(__file__).resolve().parents[2]


def rows_of(store):
    return [store.db.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall() for table in ("games", "splices")]


def stored_order(store):
    return store.db.execute("SELECT arm, opponent, pair, game FROM games").fetchall()


def played(study, pool, path, workers):
    with Store(path) as store:
        run.play_study(study, pool.rules, pool.name, store, workers)
        return rows_of(store), stored_order(store)


def test_any_number_of_workers_gives_the_same_rows_in_the_same_order(tmp_path, make_study):
    study, _, pool = make_study()
    one = played(study, pool, tmp_path / "1.duckdb", 1)
    assert len(one[0][0]) == study.games
    assert len(one[0][1]) > 0
    assert played(study, pool, tmp_path / "7.duckdb", 7) == one


def test_a_study_stopped_by_ctrl_c_resumes_to_the_same_rows(tmp_path, make_study, monkeypatch):
    study, _, pool = make_study()
    whole, _ = played(study, pool, tmp_path / "whole.duckdb", 2)
    add, chunks_stored = Store.add, []

    def add_three(store, games, splices):
        if len(chunks_stored) == 3:
            raise KeyboardInterrupt
        chunks_stored.append(1)
        add(store, games, splices)

    with Store(tmp_path / "cut.duckdb") as store:
        monkeypatch.setattr(Store, "add", add_three)
        monkeypatch.setattr(run, "_keep_finished", lambda waiting, store: None)
        with pytest.raises(Interrupted):
            run.play_study(study, pool.rules, pool.name, store, 2)
        monkeypatch.setattr(Store, "add", add)
        kept = len(rows_of(store)[0])
        assert 0 < kept < study.games
        assert run.play_study(study, pool.rules, pool.name, store, 2) == study.games - kept
        assert rows_of(store) == whole


def test_what_other_workers_have_finished_when_stopped_is_kept_too(tmp_path, make_study, monkeypatch):
    study, _, pool = make_study()
    whole, _ = played(study, pool, tmp_path / "whole.duckdb", 1)
    add, stopped = Store.add, []

    def stop_once(store, games, splices):
        add(store, games, splices)
        if not stopped:
            stopped.append(1)
            time.sleep(0.1)              # the others finish what they hold
            raise KeyboardInterrupt      # after the commit: stored, but not yet taken off the queue

    with Store(tmp_path / "cut.duckdb") as store:
        monkeypatch.setattr(Store, "add", stop_once)
        with pytest.raises(Interrupted):
            run.play_study(study, pool.rules, pool.name, store, 4)
        kept = rows_of(store)[0]
        assert len(kept) > 2 * len(next(chunks(study)).pairs)
        assert len({row[:5] for row in kept}) == len(kept)
        run.play_study(study, pool.rules, pool.name, store, 4)
        assert rows_of(store) == whole


def test_a_study_made_longer_plays_only_what_is_new(tmp_path, make_study):
    short, _, pool = make_study(pairs=30)
    long, _, _ = make_study(pairs=60)
    with Store(tmp_path / "r.duckdb") as store:
        first = run.play_study(short, pool.rules, pool.name, store, 2)
        assert run.play_study(long, pool.rules, pool.name, store, 2) == long.games - first
        assert rows_of(store) == played(long, pool, tmp_path / "long.duckdb", 1)[0]


def test_a_study_that_is_killed_loses_nothing_and_ends_with_the_same_rows(tmp_path):
    script = textwrap.dedent("""
        import sys, time
        from experiments import run
        from experiments.store import Store
        from experiments.studies import value
        from tests.experiments import fakes
        def slow(*arguments):
            time.sleep(0.01)
            return fakes.play_games(*arguments)
        run.load_engine = lambda: slow
        pool = fakes.fake_pool()
        study, settings = value.build_study(pool, fakes.FakeList("d"), [fakes.FakeList("o", [fakes.OTHER] * 60)],
                                            fakes.FakeAgent(400), fakes.FakeAgent(400), pairs=40, card_share=0.5,
                                            mirror_pairs=5, seed=3, engine_hash="e")
        with Store(sys.argv[1]) as store:
            store.begin(study.id, study.question, study.spec, settings, "")
            run.play_study(study, pool.rules, pool.name, store, 2)
        """)
    found = kills.killed(lambda path: [sys.executable, "-c", script, str(path)], tmp_path, 2, seed=1)
    assert (found.kills, found.lost, found.changed) == (2, 0, 0)
    assert found.while_writing > 0
    with Store(tmp_path / "whole.duckdb") as store:          # and a row that is not there, or changed, is seen
        rows = sum(map(len, rows_of(store)))
    shutil.copy(tmp_path / "whole.duckdb", tmp_path / "cut.duckdb")
    with Store(tmp_path / "cut.duckdb") as store:
        store.db.execute("DELETE FROM games WHERE arm = 'on' AND pair = 3")
        store.db.execute("UPDATE games SET turns = 0 WHERE arm = 'off' AND pair = 2 AND game = 0")
    assert kills.compare(tmp_path / "whole.duckdb", tmp_path / "cut.duckdb") == (rows, 3, 1)


def test_rows_carry_what_they_depend_on_and_speak_of_the_deck(tmp_path, make_study):
    study, _, pool = make_study(pairs=20)
    with Store(tmp_path / "r.duckdb") as store:
        run.play_study(study, pool.rules, pool.name, store, 1)
        carried = store.db.execute("SELECT DISTINCT pool_hash, engine_hash, agent, opponent_agent "
                                   "FROM games").fetchall()
        assert carried == [(pool.hash, "engine", "fake(simulations=100)", "fake(simulations=100)")]
        starts = store.db.execute("SELECT game, starts, count(*) FROM games GROUP BY ALL ORDER BY game").fetchall()
        assert [(game, starts) for game, starts, _ in starts] == [(0, STARTER == 0), (1, STARTER == 1)]
        guests = store.db.execute("SELECT DISTINCT guest, spliced_by FROM splices").fetchall()
        assert set(guests) <= {("Glacial Ray", "deck"), ("Psychic Puppetry", "deck"), ("Glacial Ray", "opponent"),
                               ("Psychic Puppetry", "opponent")}
        unequal = store.db.execute("SELECT count(*) FROM (SELECT arm, pair FROM games GROUP BY ALL "
                                   "HAVING count(DISTINCT seed) > 1)").fetchone()
        assert unequal == (0,)


def test_games_that_are_not_results_score_for_nobody(tmp_path, make_study):
    study, _, pool = make_study(pairs=200)
    with Store(tmp_path / "r.duckdb") as store:
        run.play_study(study, pool.rules, pool.name, store, 2)
        rows = dict(store.db.execute("SELECT ending, list(DISTINCT points ORDER BY points) FROM games "
                                     "GROUP BY ending").fetchall())
    assert rows == {"LIFE": [0.0, 1.0], "TURN_LIMIT": [None]}


def test_the_stand_in_never_ships():
    assert fakes.__name__.startswith("tests.")
    assert not [path for path in (ROOT / "experiments").rglob("*.py") if "fakes" in path.read_text()]
