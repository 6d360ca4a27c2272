"""The command line: what it prints, writes, refuses, and how it exits."""
import dataclasses
import importlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from experiments import cli, frame, run
from experiments.arguments import STUDIES
from experiments.errors import BadInput
from experiments.store import Store
from tests.experiments import fakes

ROOT = Path(__file__).resolve().parents[2]
DECKS = {"splicer": fakes.FakeList("splicer"), "first": fakes.FakeList("first", [fakes.OTHER] * 60),
         "second": fakes.FakeList("second", [fakes.OTHER] * 59 + [0])}


@pytest.fixture
def lab(tmp_path, monkeypatch, fake_games, capsys):
    """Return a function: words -> (status, stdout, stderr), in an empty folder, played by the stand-in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(frame, "load_pool", lambda files: fakes.fake_pool())
    monkeypatch.setattr(frame, "load_deck", lambda name, *_: DECKS[name])
    monkeypatch.setattr(frame, "load_agents", lambda arguments: (fakes.FakeAgent(9), fakes.FakeAgent(9)))

    def call(*words):
        status = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return call


VALUE = ("value", "splicer", "--field", "first", "second", "--pairs", "40", "--mirror-pairs", "10")


def test_value_answers_in_the_first_line_and_writes_rows_and_report(lab):
    status, out, err = lab(*VALUE)
    assert status == 0
    assert re.match(r"(Splice is worth|What splice is worth).* points of win rate", out)
    assert err.startswith("rule: Splice counts as worth something when")
    assert Path("results/value-splicer.duckdb").is_file()
    assert Path("results/value-splicer.html").read_text().startswith("<!doctype html>")


def test_value_again_plays_nothing_and_answers_the_same(lab, monkeypatch):
    first = lab(*VALUE)[1]
    monkeypatch.setattr(run, "load_engine", None)
    status, out, err = lab(*VALUE)
    assert (status, out) == (0, first)
    assert re.search(r"\b(\d+) games, \1 of them stored already", err)


def test_what_is_being_played_of_a_study_is_named(make_study, fake_games, tmp_path, capsys):
    study, settings, pool = make_study()
    asked = SimpleNamespace(pool=pool, arguments=SimpleNamespace(workers=1, cluster=None))
    with Store(tmp_path / "r.duckdb") as store:
        session = frame.Session(asked, study, settings, store, "splicelab tune x")
        session.play(phase="heat 1 of the race")
        session.play()
    first, second = (line for line in capsys.readouterr().err.splitlines() if line.startswith("study "))
    assert first.startswith(f"study {study.id}, heat 1 of the race: {study.games} games, 0 of them stored already")
    assert second.startswith(f"study {study.id}: {study.games} games, {study.games} of them")


def test_json_is_json_alone_and_its_keys_are_documented(lab):
    status, out, _ = lab(*VALUE, "--json", "--no-html")
    keys = json.loads(out)
    assert status == 0
    assert keys["report"] is None
    page = (ROOT / "docs" / "results.md").read_text()
    for key in [*keys, *keys["figures"], *keys["how"], *keys["figures"]["on"], *keys["figures"]["cards"][0],
                *keys["figures"]["onto"][0], *keys["figures"]["opponents"][0], *keys["figures"]["endings"][0]]:
        assert f"`{key}`" in page, key


def test_every_column_of_the_results_file_is_documented():
    from experiments.store import GAME_COLUMNS, SPLICE_COLUMNS, STUDY_COLUMNS

    page = (ROOT / "docs" / "results.md").read_text()
    for column in (*STUDY_COLUMNS, *GAME_COLUMNS, *SPLICE_COLUMNS):
        assert f"`{column}`" in page, column


def test_the_command_in_the_report_repeats_the_study(lab):
    answer = json.loads(lab(*VALUE, "--json", "--no-html")[1])
    words = answer["how"]["command"].split()
    words[words.index("--out") + 1] = "other.duckdb"
    words = [word.strip("'") for word in words]
    again = json.loads(lab(*words[1:], "--json", "--no-html")[1])
    assert again["figures"] == answer["figures"]
    assert again["study"] == answer["study"]


def test_report_reads_a_results_file_and_exports_rows(lab):
    first = json.loads(lab(*VALUE, "--json", "--no-html")[1])
    status, out, _ = lab("report", "results/value-splicer.duckdb", "--json", "--export", "rows")
    assert status == 0
    assert json.loads(out)["figures"] == first["figures"]
    lines = Path("rows/games.csv").read_text().splitlines()
    assert len(lines) == 1 + 2 * sum(first["figures"]["pairs"].values())
    assert Path("rows/splices.parquet").read_bytes()[:4] == b"PAR1"
    assert json.loads(Path("rows/figures.json").read_text())["figures"] == first["figures"]


def test_match_tells_which_deck_wins(lab):
    status, out, _ = lab("match", "splicer", "first", "--pairs", "300")
    assert status == 0
    assert out.startswith("splicer beats first: it wins ")
    assert "starting" in out
    status, out, _ = lab("report", "results/match-splicer-first.duckdb", "--json")
    assert json.loads(out)["figures"]["win_rate"]["n"] > 250


def test_what_an_agent_prints_is_no_part_of_the_answer(lab, monkeypatch):
    def chatty(*arguments):
        print("HELLO")
        return fakes.play_games(*arguments)

    monkeypatch.setattr(run, "load_engine", lambda: chatty)
    status, out, err = lab(*VALUE, "--json", "--no-html")
    assert status == 0 and json.loads(out)["answer"]
    assert "HELLO" in err


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(lab, monkeypatch):
    add, stored = frame.Store.add, []

    def add_two(store, games, splices):
        if len(stored) == 2:
            raise KeyboardInterrupt
        stored.append(1)
        add(store, games, splices)

    monkeypatch.setattr(frame.Store, "add", add_two)
    monkeypatch.setattr(run, "_keep_finished", lambda waiting, store: None)
    status, out, err = lab(*VALUE)
    assert (status, out) == (130, "")
    assert "the same command goes on from there: splicelab value splicer" in err.splitlines()[-1]


def test_a_request_to_end_is_taken_as_ctrl_c(monkeypatch, capsys):
    ended, before = [], signal.getsignal(signal.SIGTERM)

    def command(_):
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            ended.append(1)

    monkeypatch.setattr(cli, "run_command", command)
    assert cli.main([]) == 130
    assert ended and capsys.readouterr().err == "splicelab: interrupted\n"
    assert signal.getsignal(signal.SIGTERM) is before


def test_games_an_agent_spoiled_are_told_and_scored_for_nobody(lab, monkeypatch):
    def spoiled(*arguments):
        rows = fakes.play_games(*arguments)
        rows["end"][0], rows["winner"][0], rows["error_seat"][0] = fakes.End.AGENT_ERROR, -1, 1
        return rows

    monkeypatch.setattr(run, "load_engine", lambda: spoiled)
    status, out, err = lab("match", "splicer", "first", "--pairs", "30")
    assert status == 2
    assert "agent error" in out
    assert re.search(r"error: an agent raised .*'fake\(simulations=9\)' \(playing the deck\) in \d+ games", err)


@pytest.mark.parametrize(("words", "text"), [
    (["vlaue", "x"], "unknown command 'vlaue'; did you mean 'value'?"),
    (["value", "splicer", "--pars", "3"], "unknown option '--pars'; did you mean '--pairs'?"),
    (["value"], "the following arguments are required: deck"),
    (["value", "splicer", "--pairs", "-5"], "--pairs: '-5' is not a whole number from 1"),
    (["value", "splicer", "--pairs", "many"], "--pairs: 'many' is not a whole number from 1"),
    (["value", "splicer", "--workers", "0"], "--workers: '0' is not a whole number"),
    (["value", "splicer", "--seed", "-1"], "--seed: '-1' is not a whole number from 0"),
    (["value", "splicer", "--card-share", "2"], "--card-share: '2' is not a number from 0 to 1"),
    (["value", "splicer", "--format", "modern"], "--format: unknown value 'modern'"),
    (["value", "splicer", "--field", "first", "first"], "--field: deck 'first' is named twice"),
    (["match", "splicer", "first", "second"], "one argument too many: 'second'"),
    (["value", "splicer", "--cluster", "foo"], "--cluster foo: not an address"),
    (["value", "splicer", "--cluster", "tcp://host:99999"], "--cluster tcp://host:99999: not an address"),
    (["value", "splicer", "--cluster", "http://host:8787"], "--cluster http://host:8787: not an address"),
    (["value", "splicer", "--cluster", "tcp://host:8786", "--workers", "2"], "--workers and --cluster: "),
    (["report", "none.duckdb"], "none.duckdb: no such results file"),
    (["value", "splicer", "--out", "."], ".: is a folder, not a file"),
])
def test_bad_input_is_one_line_and_exit_status_2(lab, words, text):
    status, out, err = lab(*words)
    assert (status, out) == (2, "")
    assert err.startswith("splicelab: error: ")
    assert text in err
    assert err.count("\n") == 1


def test_an_output_that_cannot_be_written_is_refused_before_anything_is_played(lab, monkeypatch):
    monkeypatch.setattr(run, "load_engine", None)
    Path("plain").write_text("a file")
    status, _, err = lab(*VALUE, "--out", "plain/r.duckdb")
    assert status == 2
    assert "plain is not a folder" in err
    status, _, err = lab(*VALUE, "--html", "plain/r.html")
    assert (status, err.count("\n")) == (2, 1)


@pytest.mark.parametrize("command", [*STUDIES, "report", "replay", "card", "cards", "deck", "check", "bench"])
def test_every_command_has_help_with_an_example(command, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main([command, "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert f"example:\n  splicelab {command}" in out
    for option in ("--json", "--seed", "--cards"):
        assert option in out


def test_a_report_goes_over_nothing_that_is_read(lab):
    lab(*VALUE)
    rows = Path("results/value-splicer.duckdb").read_bytes()
    for words in (VALUE, ("report", "results/value-splicer.duckdb")):
        status, _, err = lab(*words, "--html", "results/value-splicer.duckdb")
        assert status == 2 and err.count("\n") == 1 and "that file is read" in err
    Path("splicer").write_text("4 Glacial Ray")
    assert lab(*VALUE, "--html", "splicer")[0] == 2
    assert Path("splicer").read_text() == "4 Glacial Ray"
    assert Path("results/value-splicer.duckdb").read_bytes() == rows


@pytest.mark.parametrize(("words", "heavy"), [
    (["--help"], {"numpy", "numba", "duckdb", "scipy", "matplotlib"}),
    (["deck", "kbc_uw_dampen_thought"], {"duckdb", "scipy.stats", "matplotlib", "agents", "experiments.store"}),
])
def test_what_only_looks_up_imports_nothing_heavy(words, heavy):
    code = ("import sys, contextlib; from experiments.cli import main\n"
            f"with contextlib.suppress(SystemExit): main({words})\n"
            f"print(sorted({heavy} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_bad_input_carries_its_line():
    assert str(BadInput("a: b")) == "a: b"


def test_stand_ins_are_told_before_the_figures_and_on_the_first_page(lab, monkeypatch):
    stand_in = fakes.FakeList("splicer", replaced=("4 Sundial (suspend): replaced by the same card without its text",))
    monkeypatch.setitem(DECKS, "splicer", stand_in)
    told = "splicer was not played as listed: 4 Sundial (suspend): replaced by the same card without its text."
    status, out, _ = lab(*VALUE, "--replace-unsupported")
    assert status == 0 and out.splitlines()[1] == told
    page = Path("results/value-splicer.html").read_text()
    assert page.index(told) < page.index("<figure>")
    assert "--replace-unsupported" in page
    answer = json.loads(lab(*VALUE, "--replace-unsupported", "--json")[1])
    assert answer["how"]["replaced"] == {"splicer": list(stand_in.replaced)}
    assert lab("match", "splicer", "first", "--pairs", "30", "--replace-unsupported")[1].splitlines()[1] == told
    assert lab("report", "results/value-splicer.duckdb")[1].splitlines()[1] == told


@pytest.mark.parametrize("module", ["costs", "cards_value", "matrix", "tune", "goldfish", "mulligan"])
def test_every_figure_of_a_study_is_documented(module):
    page = (ROOT / "docs" / "studies.md").read_text()
    made = importlib.import_module(f"experiments.studies.{module}")
    here = [each for each in vars(made).values() if getattr(each, "__module__", "") == made.__name__]
    figures = [each for each in here if dataclasses.is_dataclass(each)
               and each.__name__.endswith(("Figures", "Row", "Even"))]
    assert figures
    for each in figures:
        for field in dataclasses.fields(each):
            assert f"`{field.name}`" in page, (each.__name__, field.name)
