"""Results files: what is kept, and which files are refused untouched."""
import os
import resource
import shlex
import subprocess
import sys
import threading

import duckdb
import pytest

from experiments import run
from experiments.errors import BadInput, Interrupted
from experiments.run import play_chunk, play_study
from experiments.schedule import chunks
from experiments.store import SCHEMA_VERSION, Store
from tests.experiments import fakes


def test_a_study_is_found_by_the_beginning_of_its_id_and_the_newest_by_default(tmp_path, make_study):
    with Store(tmp_path / "a" / "r.duckdb") as store:
        with pytest.raises(BadInput, match="holds no study"):
            store.find(None)
        store.begin("abc1", "value", {"seed": 1}, {"pairs": {"on": 5}}, "one")
        store.begin("abd2", "value", {"seed": 2}, {"pairs": {"on": 5}}, "two")
        assert store.find("abc").spec == {"seed": 1}
        assert store.find(None).command == "two"
        with pytest.raises(BadInput, match="2 studies 'ab'"):
            store.find("ab")
        with pytest.raises(BadInput, match="did you mean 'abd2'"):
            store.find("abd3")


def test_a_chunk_is_stored_whole_or_not_at_all(tmp_path, make_study):
    study, _, pool = make_study(pairs=4)
    with Store(tmp_path / "r.duckdb") as store:
        play_study(study, pool.rules, pool.name, store, workers=1)
        before = store.db.execute("SELECT count(*) FROM games").fetchone()
        columns = {"study": ["x"], "arm": ["on"], "opponent": ["o"], "pair": [0], "game": [0]}
        with pytest.raises(ValueError, match="columns of games"):
            store.add(columns, columns)
        assert store.db.execute("SELECT count(*) FROM games").fetchone() == before


def test_ctrl_c_in_the_midst_of_a_statement_is_ctrl_c_and_stores_nothing_half(tmp_path, make_study, monkeypatch):
    study, _, pool = make_study(pairs=4)
    insert = Store._insert

    def slow_splices(store, table, columns, rows):
        insert(store, table, columns, rows)
        if table == "splices":
            threading.Timer(0.05, store.db.interrupt).start()            # as DuckDB does where it sees the signal
            store.db.execute("SELECT count(*) FROM range(1000000000000)").fetchall()     # minutes

    def raises_as_duckdb_does(store, table, columns, rows):
        insert(store, table, columns, rows)
        raise RuntimeError("Query interrupted")

    with Store(tmp_path / "r.duckdb") as store:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "_insert", slow_splices)
            patch.setattr(run, "_keep_finished", lambda waiting, store: None)
            with pytest.raises(Interrupted):
                play_study(study, pool.rules, pool.name, store, workers=1)
            with pytest.raises(KeyboardInterrupt):
                store.add(*play_chunk(study, pool.rules, pool.name, fakes.play_games, next(chunks(study))))
        with monkeypatch.context() as patch:
            patch.setattr(Store, "_insert", raises_as_duckdb_does)
            with pytest.raises(KeyboardInterrupt):
                store.add(*play_chunk(study, pool.rules, pool.name, fakes.play_games, next(chunks(study))))
        assert store.db.execute("SELECT count(*) FROM games").fetchone() == (0,)
        assert play_study(study, pool.rules, pool.name, store, workers=1) == study.games


@pytest.mark.parametrize("content", [b"not a database at all" * 400, bytes(range(256)) * 64])
def test_a_file_that_is_not_duckdb_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "notes.duckdb"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="is not a results file"):
        Store(path)
    assert path.read_bytes() == content


def test_a_duckdb_file_of_someone_else_is_refused(tmp_path):
    with duckdb.connect(str(tmp_path / "o.duckdb")) as db:
        db.execute("CREATE TABLE mine (x INTEGER)")
    with pytest.raises(BadInput, match="not one of splicelab's"):
        Store(tmp_path / "o.duckdb")


def test_results_of_another_version_are_refused(tmp_path):
    path = tmp_path / "r.duckdb"
    with Store(path) as store:
        store.db.execute("UPDATE splicelab SET schema_version = 99")
    with pytest.raises(BadInput, match=f"version 99, this program reads version {SCHEMA_VERSION}"):
        Store(path)


def test_a_file_of_the_version_before_is_read_as_it_is_and_given_its_table_when_written(tmp_path):
    path = tmp_path / "r.duckdb"
    with Store(path) as store:
        store.db.execute("UPDATE splicelab SET schema_version = 5")
        store.db.execute("DROP TABLE turns")
    before = path.read_bytes()
    with Store(path, read_only=True) as store:
        assert store.db.execute("SELECT count(*) FROM turns").fetchone() == (0,)
    assert path.read_bytes() == before
    Store(path).db.close()
    with duckdb.connect(str(path)) as db:
        assert db.execute("SELECT schema_version, (SELECT count(*) FROM turns) FROM splicelab").fetchone() == (
            SCHEMA_VERSION, 0)


def test_a_file_that_another_process_holds_is_refused(tmp_path):
    path = tmp_path / "r.duckdb"
    Store(path).db.close()
    holder = subprocess.Popen([sys.executable, "-c", f"import duckdb; db = duckdb.connect({str(path)!r}); "
                               "print('open', flush=True); input()"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(BadInput, match="in use by another process"):
            Store(path)
    finally:
        holder.communicate("\n")


def test_a_full_disk_is_one_line_and_what_was_stored_is_kept(tmp_path, make_study):
    study, _, pool = make_study(pairs=60)
    path = tmp_path / "r.duckdb"
    Store(path).db.close()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40000, before[1]))        # no file may grow beyond
    try:
        with Store(path) as store, pytest.raises(BadInput, match=r"cannot be written \(file too large\)") as refused:
            play_study(study, pool.rules, pool.name, store, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "\n" not in str(refused.value)
    with Store(path) as store:
        kept = store.db.execute("SELECT count(*) FROM games").fetchone()[0]
        assert kept > 0
        assert play_study(study, pool.rules, pool.name, store, 1) == study.games - kept


def test_a_file_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "r.duckdb"

    def killed(*_):
        raise KeyboardInterrupt          # before the new file has its name

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "link", killed)
        Store(path)
    assert list(tmp_path.iterdir()) == []
    path.touch()                         # as `mktemp` leaves it
    with Store(path) as store:
        assert store.studies() == []


def test_two_processes_that_make_a_file_at_once_make_one(tmp_path, monkeypatch):
    path, link = tmp_path / "r.duckdb", os.link

    def late(new, target):
        monkeypatch.setattr(os, "link", link)
        with Store(path) as other:
            other.begin("abc", "value", {}, {}, "")
        link(new, target)

    monkeypatch.setattr(os, "link", late)
    with Store(path) as store:
        assert [each.id for each in store.studies()] == ["abc"]


def test_the_files_that_a_command_names_are_kept_as_they_were(tmp_path):
    deck, player, out = tmp_path / "my deck.txt", tmp_path / "me.py", tmp_path / "r.duckdb"
    deck.write_text("4 Glacial Ray\n")
    player.write_text("class Me: pass\n")
    command = shlex.join(["splicelab", "match", str(deck), "kbc_white_weenie", "--agent", f"{player}:Me()", "--out",
                          str(out)])
    with Store(out) as store:
        store.begin("abc", "match", {}, {}, command)
        deck.write_text("4 Desperate Ritual\n")
        store.begin("abc", "match", {}, {}, command)
        assert store.files("abc") == {str(deck): "4 Glacial Ray\n", str(player): "class Me: pass\n"}


def test_a_missing_file_names_the_nearest_and_a_folder_is_no_file(tmp_path):
    Store(tmp_path / "value-deck.duckdb").db.close()
    with pytest.raises(BadInput, match="did you mean 'value-deck.duckdb'"):
        Store(tmp_path / "value-dek.duckdb", read_only=True)
    with pytest.raises(BadInput, match="is a folder"):
        Store(tmp_path)


def test_who_only_reads_is_not_told_to_choose_another_out(tmp_path):
    path = tmp_path / "r.duckdb"
    with duckdb.connect(str(path)) as db:
        db.execute("CREATE TABLE other (n INTEGER)")
    for read_only in (True, False):
        with pytest.raises(BadInput, match="not one of splicelab's; left as it is") as refused:
            Store(path, read_only)
        assert ("--out" in str(refused.value)) is not read_only
