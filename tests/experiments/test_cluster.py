"""A real scheduler and real workers: one is killed, one comes later, one is of another version; the same rows."""
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agents import agent
from experiments import cluster, defaults, lookup, run
from experiments.errors import BadInput, Interrupted
from experiments.frame import played
from experiments.schedule import Arm, Study
from experiments.store import GAME_COLUMNS, Store

distributed = pytest.importorskip("distributed")

ROOT = Path(__file__).resolve().parents[2]
OWN_AGENT = """
class Middle:
    def choose(self, view, actions):
        return len(actions) // 2
"""


class Started:
    """A scheduler and the workers started so far."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        self.scheduler = self.start("scheduler", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                                    "--no-dashboard", "--no-show")
        self.address = self.said(self.scheduler, "Scheduler at:").split()[-1]

    def start(self, name, module, *options, cwd=ROOT):
        log = self.folder / f"{name}-{len(self.processes)}.log"
        with open(log, "w") as out:
            process = subprocess.Popen([sys.executable, "-m", module, *options], cwd=cwd, stdout=out,
                                       stderr=subprocess.STDOUT, env=os.environ | {"PYTHONPATH": str(cwd)})
        process.log = log
        self.processes.append(process)
        return process

    def worker(self, *options, cwd=ROOT):
        worker = self.start("worker", "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny",
                            "--no-dashboard", *options, cwd=cwd)
        worker.address = self.said(worker, "Start worker at:").split()[-1]
        self.said(worker, "Registered to:")
        return worker

    @staticmethod
    def said(process, what):
        """Wait for a line of the log of a process that is alive, and return it."""
        while process.poll() is None:
            for line in process.log.read_text().splitlines():
                if what in line:
                    return line
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
        raise AssertionError(process.log.read_text())

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    made = Started(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


def rows_in_order(store):
    return [store.db.execute(f"SELECT * FROM {table}").fetchall() for table in ("games", "splices")]


def play(study, pool, path, **how):
    with Store(path) as store:
        run.play_study(study, pool.rules, pool.name, store, 2, **how)
        return rows_in_order(store)


STAND_IN = ("--preload", "tests.experiments.stand_in_worker")


def test_the_rows_are_those_of_a_local_run_whoever_dies_or_comes(tmp_path, started, make_study, monkeypatch, capsys):
    study, _, pool = make_study()
    local = play(study, pool, tmp_path / "local.duckdb")
    assert len(local[0]) == study.games
    assert len(local[1]) > 0

    old = tmp_path / "old"               # another version: the same sources, and one line more
    for folder in ("sim", "agents", "decks", "experiments"):
        shutil.copytree(ROOT / folder, old / folder, ignore=shutil.ignore_patterns("__pycache__"))
    with open(old / "sim" / "rng.py", "a") as text:
        text.write("# changed\n")
    other = started.worker(cwd=old)
    with pytest.raises(BadInput, match=rf"no worker can be used: {other.address}: .* engine \w+ \(here \w+\)$"):
        play(study, pool, tmp_path / "refused.duckdb", cluster=started.address)

    first, second = started.worker(*STAND_IN), started.worker(*STAND_IN)
    add, room, stored, most = Store.add, cluster.Cluster.room, [], []

    def add_and_disturb(store, *rows):
        add(store, *rows)
        stored.append(1)
        if len(stored) == 2:
            os.kill(first.pid, signal.SIGKILL)
        if len(stored) == 4:
            started.worker(*STAND_IN)
        if len(stored) == 6:
            os.kill(second.pid, signal.SIGKILL)      # only the one that came later is left

    def watched(team):
        most.append(room(team))
        return most[-1]

    monkeypatch.setattr(Store, "add", add_and_disturb)
    monkeypatch.setattr(cluster.Cluster, "room", watched)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.1)
    assert play(study, pool, tmp_path / "cluster.duckdb", cluster=started.address) == local
    assert len(stored) > 20
    assert max(most) <= 3 * run.AHEAD
    assert f"worker {other.address} is refused: it is of another version: engine" in capsys.readouterr().err


def test_ctrl_c_keeps_what_is_finished(tmp_path, started, make_study, monkeypatch):
    study, _, pool = make_study()
    add, stored = Store.add, []

    def add_one(store, *rows):
        add(store, *rows)
        stored.append(1)
        if len(stored) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(Store, "add", add_one)
    with Store(tmp_path / "r.duckdb") as store:
        with pytest.raises(Interrupted):
            run.play_study(study, pool.rules, pool.name, store, 2, cluster=started.address)
        kept = len(rows_in_order(store)[0])
        assert 0 < kept < study.games
        assert run.play_study(study, pool.rules, pool.name, store, 2) == study.games - kept


def test_a_scheduler_that_dies_or_is_not_there_is_one_line(tmp_path, started, make_study, monkeypatch):
    study, _, pool = make_study()
    add = Store.add

    def add_and_kill(store, *rows):
        add(store, *rows)
        started.scheduler.kill()

    monkeypatch.setattr(Store, "add", add_and_kill)
    with pytest.raises(BadInput, match="the scheduler is lost"):
        play(study, pool, tmp_path / "r.duckdb", cluster=started.address)
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    for address, why in ((started.address, "no scheduler answers there"), ("tcp:/nowhere", "tcp://HOST:8786")):
        with pytest.raises(BadInput, match=why) as refused:
            play(study, pool, tmp_path / "s.duckdb", cluster=address)
        assert "\n" not in str(refused.value)


def test_the_engine_plays_there_as_here_and_an_agent_of_the_users_own_goes_along(tmp_path, monkeypatch):
    run.load_engine()                    # compiled here, if it has to be; the worker loads it
    (tmp_path / "mine.py").write_text(OWN_AGENT)
    pool = lookup.load_pool([])
    deck, other = (played(lookup.load_deck(name, pool, "constructed")) for name in (defaults.DECK, defaults.FIELD[1]))
    player = agent(f"{tmp_path / 'mine.py'}:Middle")
    arms = (Arm("match", deck, (other,), 3),
            Arm("of agents", deck, (other,), 1, agent=agent("heuristic"), opponent_agent=player, exchange=True))
    study = Study("match", arms, player, agent("heuristic"), 5, pool.hash, "engine", ("hash", ""))
    local = play(study, pool, tmp_path / "local.duckdb")
    there = Started(tmp_path)
    try:
        there.worker("--preload", "experiments.cluster")
        connect = cluster.connect

        def gone(address):               # the worker cannot find the file where it was
            (tmp_path / "mine.py").unlink()
            return connect(address)

        monkeypatch.setattr(cluster, "connect", gone)
        assert play(study, pool, tmp_path / "cluster.duckdb", cluster=there.address) == local
    finally:
        there.close()
    at = [list(GAME_COLUMNS).index(column) for column in ("arm", "agent", "opponent_agent")]
    assert {tuple(row[k] for k in at) for row in local[0]} == {
        ("match", player.spec, agent("heuristic").spec), ("of agents", agent("heuristic").spec, player.spec)}
