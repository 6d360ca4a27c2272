"""Play what a study still lacks, on all cores or on a cluster, and store it in order.

Others play; this thread alone writes. Chunks are stored in the order of the schedule whatever the number of
workers, so the rows are the same.
"""
from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Protocol

import numpy as np
from tqdm import tqdm

from experiments.errors import BadInput, Interrupted
from experiments.rows import Columns, game_rows, joined, splice_rows
from experiments.schedule import STARTER, Chunk, Study, chunks, pair_seeds
from experiments.store import Store

PlayGames = Callable[..., np.ndarray]            # agents.play.play_games

AHEAD = 4                    # chunks handed out per worker, so that a slow one does not stop the others


def load_engine() -> PlayGames:
    """Return what plays whole games. The first import ever compiles the engine, which takes its time."""
    from agents.play import play_games

    return play_games


def play_chunk(study: Study, rules: np.ndarray, name: Callable[[int], str], play_games: PlayGames,
               chunk: Chunk) -> tuple[Columns, Columns]:
    """Play both games, or matches, of each pair of a chunk; return the rows of `games` and of `splices`."""
    if study.series:
        from experiments.matches import play_matches

        return play_matches(study, rules, name, chunk)
    seeds = pair_seeds(study.seed, chunk.pairs)
    starters = np.full(len(seeds), STARTER, dtype=np.int64)
    deck, other = chunk.arm.deck.cards, chunk.opponent.cards
    mine, theirs = chunk.arm.agent or study.agent, chunk.arm.opponent_agent or study.opponent_agent
    tables = [(deck, other, mine, theirs), (other, deck, theirs, mine)]
    if chunk.arm.exchange:
        tables[1] = (deck, other, theirs, mine)
    games: list[Columns] = []
    splices: list[Columns] = []
    for game, table in enumerate(tables):
        played = play_games(rules, *table, seeds, starters, name)
        games.append(game_rows(study, chunk, game, seeds, played))
        splices.append(splice_rows(study, chunk, game, played, name))
    return joined(*games), joined(*splices)


def missing(study: Study, store: Store) -> Iterator[Chunk]:
    """Yield the chunks that the store lacks, whole or in part; what is stored meanwhile does not count."""
    done = store.pairs_done(study.id)
    for chunk in chunks(study):
        stored = done.get((chunk.arm.name, chunk.opponent.name), ())
        pairs = tuple(p for p in chunk.pairs if p >= len(stored) or not stored[p])
        if pairs:
            yield replace(chunk, pairs=pairs)


def play_study(study: Study, rules: np.ndarray, name: Callable[[int], str], store: Store, workers: int,
               cluster: str | None = None) -> int:
    """Play and store every chunk that is missing; return the number of games played.

    workers: threads here, unless `cluster` is the address of a Dask scheduler, whose workers play then.
    Raises Interrupted on Ctrl-C, with all that was finished stored.
    """
    if workers < 1:
        raise BadInput(f"--workers {workers}: at least 1")
    total = 2 * sum(len(chunk.pairs) for chunk in missing(study, store))
    if not total:
        return 0
    upcoming = missing(study, store)
    waiting: deque[Playing] = deque()
    with players(study, rules, name, workers, cluster) as team, tqdm(
            total=study.games, initial=max(0, study.games - total), unit=" games", disable=None, leave=False) as bar:
        try:
            waiting.extend(map(team.play, islice(upcoming, team.room())))
            while waiting:
                games, splices = waiting[0].result()
                store.add(games, splices)
                waiting.popleft()
                bar.update(len({*zip(games["pair"], games["game"])}))        # of matches as of games, two a pair
                waiting.extend(map(team.play, islice(upcoming, max(0, team.room() - len(waiting)))))
        except KeyboardInterrupt:
            _keep_finished(waiting, store)
            raise Interrupted from None
    return total


class Playing(Protocol):
    """A chunk that somebody plays; its rows come with `result`."""

    def result(self) -> tuple[Columns, Columns]: ...
    def done(self) -> bool: ...
    def cancel(self) -> Any: ...
    def exception(self) -> BaseException | None: ...


class Players(Protocol):
    """Who plays chunks: threads here, or the workers of a cluster."""

    def play(self, chunk: Chunk) -> Playing: ...

    def room(self) -> int:
        """Return how many chunks may be handed out and not yet stored; it bounds the memory."""


def players(study: Study, rules: np.ndarray, name: Callable[[int], str], workers: int,
            cluster: str | None) -> contextlib.AbstractContextManager[Players]:
    """Return who plays."""
    if cluster is None:
        return Threads(study, rules, name, workers)
    from experiments.cluster import Cluster

    return Cluster(cluster, study, rules, name)


class Threads:
    """Threads of this process: whole games run in compiled code, which releases the GIL."""

    def __init__(self, study: Study, rules: np.ndarray, name: Callable[[int], str], workers: int) -> None:
        self.workers = workers
        self.pool = ThreadPoolExecutor(workers)
        # The engine is loaded on this thread, before the bar, so that its own progress can be seen.
        self.game = partial(play_chunk, study, rules, name, load_engine())

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    def play(self, chunk: Chunk) -> Future:
        """Hand out a chunk."""
        return self.pool.submit(self.game, chunk)

    def room(self) -> int:
        """Return enough that a slow thread does not stop the others."""
        return AHEAD * self.workers


def _keep_finished(waiting: deque[Playing], store: Store) -> None:
    """Store what other workers have finished out of turn; the one that is stored already is told by the store."""
    for future in waiting:
        if future.cancel() or not future.done() or future.exception() is not None:
            continue
        games, splices = future.result()
        done = store.done(games["study"][0])
        if (games["arm"][0], games["opponent"][0], games["pair"][0]) not in done:
            store.add(games, splices)
