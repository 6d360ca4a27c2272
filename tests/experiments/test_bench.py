"""`splicelab bench`: what is asked, what is printed, what is refused; and a small run."""
import json
from pathlib import Path

import pytest

from experiments import bench, cli
from experiments.bench import GOALS, KEYS, Bench, Reading, Size

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "bench.md").read_text(encoding="utf-8")
SMALL = Size(repeats=2, random_games=20, heuristic_games=5, search_games=1, thread_games=1, starts=1, search_pairs=1,
             easy_pairs=1)


@pytest.fixture
def call(capsys):
    """Return a function: words -> (status, stdout, stderr)."""
    def run(*words):
        status = cli.main(["bench", *words])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.mark.parametrize(("words", "text"), [
    (["--only", "random_games_per_secund"], "did you mean 'random_games_per_second'"),
    (["--only", ","], "--only: names no figure"),
    (["--quik"], "did you mean '--quick'"),
])
def test_what_cannot_be_measured_is_one_line(call, words, text):
    status, out, err = call(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert text in err


def test_a_goal_is_met_on_the_right_side():
    goals = {goal.key: goal for goal in GOALS}
    speed, start = goals["random_games_per_second"], goals["warm_start_seconds"]
    assert [speed.met(value) for value in (3999, 4000, 10000, None)] == ["no", "reach", "good", "unknown"]
    assert [start.met(value) for value in (1.51, 1.5, 1.0)] == ["no", "reach", "good"]


def test_a_small_run_measures_speeds_and_strength_and_documents_its_keys(call, monkeypatch):
    monkeypatch.setattr(bench, "QUICK", SMALL)
    wanted = ("random_games_per_second", "decisions_per_second", "heuristic_games_per_second",
              "heuristic_against_random")
    status, out, _ = call("--quick", "--json", "--only", ",".join(wanted))
    answer = json.loads(out)
    assert status == 0
    assert set(answer["figures"]) == set(wanted)
    for key in wanted[:3]:
        figure = answer["figures"][key]
        assert 0 < figure["least"] <= figure["value"] <= figure["most"]
    share = answer["figures"]["heuristic_against_random"]
    assert share["pairs"] == 16
    assert share["value"] > 80
    keys = [*answer, *answer["machine"], *answer["size"], *KEYS]
    keys += [key for figure in answer["figures"].values() for key in figure]
    for key in keys:
        assert f"`{key}`" in PAGE, key


def test_the_table_shows_each_figure_with_its_goals():
    readings = {key: Reading(1.0, {"least": 0.5, "most": 2.0, "repeats": 3}) for key in KEYS}
    readings["two_threads_ratio"] = Reading(None, {"why": "one core only"})
    lines = bench.as_text(readings, bench.machine(0.1)).splitlines()
    assert len([line for line in lines if "0.5 to 2" in line]) == len(KEYS) - 1
    met = dict(zip([goal.key for goal in GOALS], (line.split()[-1] for line in lines[1:]), strict=False))
    assert [met[key] for key in ("random_games_per_second", "ismcts_games_per_second", "decisions_per_second",
                                 "cold_compile_seconds", "two_threads_ratio", "graph_one_order")] == [
        "no", "good", "reach", "good", "unknown", "good"]
    assert any("one core only" in line for line in lines)


def test_nothing_a_measurement_asks_for_is_left_out():
    class Counted(Bench):
        """Measures nothing, and notes what it was asked for."""

        def starts(self, wanted):
            return {key: Reading(1.0) for key in wanted if "compile" in key or "start" in key}

        def speeds(self, wanted):
            return {key: Reading(1.0) for key in wanted if key.endswith("per_second")}

        def threads(self):
            return Reading(1.0)

        def cluster(self):
            return Reading(1.0)

        def strength(self, *_):
            return Reading(1.0)

        def graphs_and_scenarios(self, wanted):
            return {key: Reading(1.0) for key in wanted if key.startswith("graph") or "scenario" in key}

        def reports(self, wanted):
            return {key: Reading(1.0) for key in wanted if key.startswith("report")}

    for key in KEYS:
        assert set(Counted(SMALL, 1, []).measure({key})) == {key}
    assert set(Counted(SMALL, 1, []).measure(set(KEYS))) == set(KEYS)
