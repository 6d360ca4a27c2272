"""`verify` finds every single thing that is not as it should be, and nothing in a file that is."""
import json
import shutil
from types import SimpleNamespace

import duckdb
import pytest

from experiments import cli, run, verify
from experiments.store import Store
from tests.experiments import fakes

ONE = "arm = 'on' AND pair = 3 AND game = 1"
TAMPERED = {
    "identity": "UPDATE studies SET spec = replace(spec, '\"seed\": 7', '\"seed\": 8')",
    "hashes": f"UPDATE games SET deck_hash = 'x' WHERE {ONE}",
    "seeds": f"UPDATE games SET seed = seed + 1 WHERE {ONE}",
    "pairs": f"INSERT INTO games FROM games WHERE {ONE}",
    "complete": "DELETE FROM games WHERE arm = 'on' AND pair = 3",
    "results": f"UPDATE games SET points = 2 WHERE {ONE}",
    "splices": "DELETE FROM splices WHERE rowid = (SELECT max(rowid) FROM splices)",
    "figures": "UPDATE games SET points = 1 - points WHERE pair < 40",
    "replays": "UPDATE games SET turns = turns + 1",
    "schema": "ALTER TABLE games ADD COLUMN more INTEGER",
}


@pytest.fixture
def stored(tmp_path, make_study, monkeypatch):
    """A whole study in a file, its figures beside it, and what plays it again."""
    study, settings, pool = make_study()
    path = tmp_path / "r.duckdb"
    with Store(path) as store:
        store.begin(study.id, study.question, study.spec, settings, "splicelab value x")
        run.play_study(study, pool.rules, pool.name, store, 2)
    assert cli.main(["export", str(path), "--to", "csv"]) == 0
    monkeypatch.setattr(verify, "rebuilt", lambda store, stored: (SimpleNamespace(pool=pool), study))
    monkeypatch.setattr(verify, "load_engine", lambda: fakes.play_games)
    return path


def verified(path, capsys):
    """Exit status, and name -> ok of all checks."""
    capsys.readouterr()
    status = cli.main(["verify", str(path), "--figures", str(path.with_suffix("") / "figures.json"), "--json"])
    return status, {check["name"]: check["ok"] for checks in json.loads(capsys.readouterr().out).values()
                    for check in checks}


def test_a_file_that_is_what_it_should_be_passes_and_what_is_tampered_with_is_named(stored, tmp_path, capsys):
    status, checks = verified(stored, capsys)
    assert (status, checks) == (0, dict.fromkeys(("schema", "identity", "hashes", "seeds", "pairs", "complete",
                                                  "results", "splices", "figures", "replays"), True))
    for name, sql in TAMPERED.items():
        path = tmp_path / "t.duckdb"
        shutil.copy(stored, path)
        shutil.copytree(stored.with_suffix(""), path.with_suffix(""), dirs_exist_ok=True)
        with duckdb.connect(str(path)) as db:
            db.execute(sql)
        status, checks = verified(path, capsys)
        assert status == 1, name
        assert checks[name] is False, (name, checks)


def test_figures_of_another_study_are_refused(stored, tmp_path, capsys):
    figures = json.loads((stored.with_suffix("") / "figures.json").read_text())
    other = tmp_path / "other.json"
    other.write_text(json.dumps(figures | {"study": "0123456789ab"}))
    assert cli.main(["verify", str(stored), "--figures", str(other)]) == 2
    assert f"figures of study 0123456789ab, not of {figures['study']}" in capsys.readouterr().err


def test_what_is_exported_are_the_rows(stored):
    with Store(stored, read_only=True) as store:
        kept = store.db.execute("SELECT * FROM splices ORDER BY ALL").fetchall()
        csv = store.db.execute(f"SELECT * FROM '{stored.with_suffix('')}/splices.csv'").fetchall()
    assert [tuple(map(str, row)) for row in csv] == [tuple(map(str, row)) for row in kept]
    assert not list(stored.with_suffix("").glob("*.parquet"))


def test_another_engine_is_said_and_is_no_failure(stored, monkeypatch, capsys, make_study):
    other, _, pool = make_study(engine_hash="another")
    monkeypatch.setattr(verify, "rebuilt", lambda store, stored: (SimpleNamespace(pool=pool), other))
    assert cli.main(["verify", str(stored)]) == 0
    assert "unknown  replays   cannot be played again here: engine another (the study: engine)" in (
        capsys.readouterr().out)
