"""Chunks played by the workers of a Dask cluster (`--cluster`); how to start one: docs/cluster.md.

The upper half runs where the study is, the lower half in the workers. A worker is admitted once: it says what it
is, and is given the game (rules, decks, agents). One whose engine, cards or program is another is refused, since its
rows could be others. Chunks go to admitted workers only, so few at a time that memory stays flat; Dask itself plays
a chunk again elsewhere when its worker is gone. Every chunk is determined by its seeds, so it does not matter who
plays it, when, or how often.
"""
from __future__ import annotations

import contextlib
import hashlib
import logging
import pickle
import sys
import tempfile
import time
import uuid
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from agents.user import PythonAgent
from experiments.errors import BadInput, one_line
from experiments.rows import Columns
from experiments.run import AHEAD, load_engine, play_chunk
from experiments.schedule import Arm, Chunk, Study

CONNECT_SECONDS = 10
LOOK_SECONDS = 1.0           # between two looks at who is there
Played = TypeVar("Played", Study, Arm)
MOST_DEATHS = 3              # times that Dask may give a chunk up, which it does after some workers died of it


class Cluster:
    """The admitted workers of a cluster. Use as a context manager."""

    def __init__(self, address: str, study: Study, rules: np.ndarray, name: Callable[[int], str]) -> None:
        self.address = address
        self.ours = identity()
        self.key = uuid.uuid4().hex
        self.game = packed(study, rules, name)
        self.sent = {each.spec: carried(each) for arm in study.arms for each in (arm.agent, arm.opponent_agent) if each}
        self.members: dict[str, int] = {}        # address -> threads
        self.refused: dict[str, str] = {}        # address -> why
        self.looked = 0.0
        self.client = connect(address)

    def __enter__(self) -> Cluster:
        try:
            self._wait_for_members()
        except BaseException:
            self.client.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):     # the scheduler may be gone
            self.client.close(timeout=CONNECT_SECONDS)

    def play(self, chunk: Chunk) -> Task:
        """Hand out a chunk."""
        return Task(self, chunk)

    def room(self) -> int:
        """Return enough that a slow worker does not stop the others."""
        self.look()
        return AHEAD * sum(self.members.values())

    def look(self, now: bool = False) -> None:
        """See who has come and who has gone, at most once in a while."""
        if not now and time.monotonic() - self.looked < LOOK_SECONDS:
            return
        with self.talking():
            there = self.client.nthreads()
            self.members = {each: there[each] for each in self.members if each in there}
            new = [each for each in there if each not in self.members and each not in self.refused]
            said = self.client.run(admit, self.key, self.game, workers=new, on_error="return") if new else {}
        self.looked = time.monotonic()
        for each, answer in said.items():
            why = self._unlike(answer)
            if why is None:
                self.members[each] = there[each]
            elif why:
                self.refused[each] = why
                print(f"splicelab: warning: {self.address}: worker {each} is refused: {why}", file=sys.stderr)

    def _unlike(self, answer: Any) -> str | None:
        """Return why a worker cannot be used, None if it can, and nothing for one that went away while asked."""
        if isinstance(answer, OSError):
            return ""
        if not isinstance(answer, dict):
            return f"it has no splicelab, or one without clusters ({one_line(answer)})"
        other = [f"{what} {answer.get(what, 'none')} (here {mine})" for what, mine in self.ours.items()
                 if answer.get(what) != mine]
        return "it is of another version: " + ", ".join(other) if other else None

    def _wait_for_members(self) -> None:
        """Wait until there is somebody to play.

        Raises BadInput if there are workers and all are refused.
        """
        told = False
        while True:
            self.look(now=True)
            if self.members:
                return
            if self.refused:
                first, why = next(iter(self.refused.items()))
                raise BadInput(f"--cluster {self.address}: no worker can be used: {first}: {why}")
            if not told:
                print(f"waiting for workers at {self.address}", file=sys.stderr)
                told = True
            time.sleep(LOOK_SECONDS)

    def submit(self, chunk: Chunk) -> tuple[Any, set[str]]:
        """Give a chunk to whichever admitted worker is free; return its future and who may play it."""
        if not self.members:
            self._wait_for_members()
        with self.talking():
            chunk = replace(chunk, arm=with_agents(chunk.arm, lambda each: each and self.sent[each.spec]))
            return self.client.submit(play, self.key, chunk, workers=list(self.members), pure=False,
                                      key=f"splicelab-{uuid.uuid4().hex}"), set(self.members)

    @contextlib.contextmanager
    def talking(self) -> Iterator[None]:
        """Raise BadInput where the scheduler is lost."""
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError

        try:
            yield
        except (CommClosedError, FutureCancelledError, OSError) as error:
            raise BadInput(f"--cluster {self.address}: the scheduler is lost ({one_line(error)[:120]}); what was "
                           "stored is kept, the same command goes on from there") from None


class Task:
    """A chunk in the hands of the cluster."""

    def __init__(self, cluster: Cluster, chunk: Chunk) -> None:
        self.cluster, self.chunk, self.deaths = cluster, chunk, 0
        self.future, self.given_to = cluster.submit(chunk)

    def result(self) -> tuple[Columns, Columns]:
        """Return the rows, whatever becomes of workers.

        Raises BadInput when the scheduler is lost or the chunk kills its workers.
        """
        from distributed import KilledWorker
        from distributed import TimeoutError as Late

        while True:
            try:
                with self.cluster.talking():
                    try:
                        return self.future.result(timeout=LOOK_SECONDS)
                    except Late:
                        pass
                self.cluster.look()
                if not self.given_to & set(self.cluster.members):        # all who might have played it are gone
                    self._again()
            except KilledWorker as error:
                self.deaths += 1
                if self.deaths == MOST_DEATHS:
                    raise BadInput(f"--cluster {self.cluster.address}: {self._name()} is given up, too many workers "
                                   f"died of it ({one_line(error)[:120]})") from None
                self._again()
            except NotAdmitted as error:         # another process at the address of one that was admitted
                self.cluster.members.pop(str(error), None)
                self.cluster.look(now=True)
                self._again()

    def _again(self) -> None:
        self.future.cancel()
        self.future, self.given_to = self.cluster.submit(self.chunk)

    def _name(self) -> str:
        return f"{self.chunk.arm.name} against {self.chunk.opponent.name}, pairs from {self.chunk.pairs[0]}"

    def done(self) -> bool:
        """Return whether it is played."""
        return self.future.done()

    def cancel(self) -> bool:
        """Give it up if it is not played yet."""
        if self.future.done():
            return False
        self.future.cancel()
        return True

    def exception(self) -> BaseException | None:
        """Return what went wrong, of a chunk that is done."""
        return self.future.exception()


def must_be_address(address: str) -> None:
    """Raise BadInput for what cannot be the address of a scheduler, and where there is no Dask here; asks nobody."""
    try:
        from distributed.comm.addressing import parse_address, parse_host_port
        from distributed.comm.registry import get_backend
    except ImportError:
        raise BadInput("--cluster needs dask.distributed: pip install 'splicelab[cluster]'") from None
    try:
        scheme, place = parse_address(address)
        get_backend(scheme)
        host, port = parse_host_port(place)
    except ValueError:
        host, port = "", 0
    if not host or not 0 < port < 1 << 16:
        raise BadInput(f"--cluster {address}: not an address; start a scheduler with `dask scheduler` and give its "
                       "address, tcp://HOST:8786 (docs/cluster.md)")


def connect(address: str) -> Any:
    """Return a client of the scheduler.

    Raises BadInput if there is none, or no Dask here.
    """
    must_be_address(address)
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)          # what matters is said here, in one line
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError):
        raise BadInput(f"--cluster {address}: no scheduler answers there; start one with `dask scheduler` and give "
                       "its address, tcp://HOST:8786 (docs/cluster.md)") from None


# ---------------------------------------------------------------- what a worker is, and what it is given

@cache
def identity() -> dict[str, str]:
    """Return what rows depend on, of this process: hashes of the sources, and versions."""
    import numba

    from sim.jit import ROOT, source_hash

    def of_folder(name: str) -> str:
        digest = hashlib.sha256()
        for path in sorted((ROOT / name).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:12]

    return {"engine": source_hash(), "cards": of_folder("decks"), "program": of_folder("experiments"),
            "numba": numba.__version__, "numpy": np.__version__}


@dataclass(frozen=True)
class CarriedAgent:
    """An agent that a user wrote, on its way to a worker: its spec and the text of its file."""

    spec: str
    file: str
    text: str

    @cache                                   # noqa: B019, there are few
    def unpacked(self) -> PythonAgent:
        """Return the agent, under the spec that it has where the study is."""
        from agents.base import parse_call
        from agents.user import load_agent

        path = Path(tempfile.mkdtemp(prefix="splicelab-")) / Path(self.file).name
        path.write_text(self.text, encoding="utf-8")
        return replace(load_agent(*parse_call(str(path) + self.spec.removeprefix(self.file))), spec=self.spec)


def carried(agent: Any) -> Any:
    """Return an agent as it can be sent; those that come with splicelab are what they are."""
    if not isinstance(agent, PythonAgent):
        return agent
    file = agent.spec.partition(".py:")[0] + ".py"
    return CarriedAgent(agent.spec, file, Path(file).read_text(encoding="utf-8"))


def arrived(agent: Any) -> Any:
    """Return an agent that was sent."""
    return agent.unpacked() if isinstance(agent, CarriedAgent) else agent


def with_agents(played: Played, change: Callable[[Any], Any]) -> Played:
    """Return a study, or an arm of one, with both its agents changed."""
    return replace(played, agent=change(played.agent), opponent_agent=change(played.opponent_agent))


def packed(study: Study, rules: np.ndarray, name: Callable[[int], str]) -> bytes:
    """Return what a worker needs to play chunks of a study; their arms come with the chunks."""
    names = [name(definition) for definition in range(len(rules[0].card))]
    study = replace(with_agents(study, carried), arms=(), asks=study.spec_of_arms)
    return zlib.compress(pickle.dumps((study, rules.tobytes(), names)), 1)


def unpacked(game: bytes) -> tuple[Study, np.ndarray, list[str]]:
    """Return study, rules and names."""
    from sim.layout import RULES

    study, rules, names = pickle.loads(zlib.decompress(game))
    return with_agents(study, arrived), np.frombuffer(bytearray(rules), RULES), names


# ---------------------------------------------------------------- in the workers

class NotAdmitted(Exception):
    """A worker was given a chunk of a game that it does not have; its text is the worker's address."""


KEPT_GAMES = 64              # of all who use the cluster at once
_games: dict[str, bytes] = {}


def admit(key: str, game: bytes) -> dict[str, str]:
    """Take a game, and say what this worker is."""
    _games[key] = game
    while len(_games) > KEPT_GAMES:
        del _games[next(iter(_games))]
    return identity()


@lru_cache(KEPT_GAMES)
def _game(key: str) -> tuple[Study, np.ndarray, list[str]]:
    return unpacked(_games[key])


def play(key: str, chunk: Chunk) -> tuple[Columns, Columns]:
    """Play a chunk. Raises NotAdmitted."""
    if key not in _games:
        from distributed import get_worker

        raise NotAdmitted(get_worker().address)
    study, rules, names = _game(key)
    chunk = replace(chunk, arm=with_agents(chunk.arm, arrived))
    return play_chunk(study, rules, names.__getitem__, load_engine(), chunk)


def dask_setup(worker: Any) -> None:
    """Load, or compile, the engine before the worker takes part (`dask worker … --preload experiments.cluster`)."""
    load_engine()
