"""Play what a study still lacks, on all cores, and store it in order.

Threads play (whole games run in compiled code, which releases the GIL); this thread
alone writes. Chunks are stored in the order of the schedule whatever the number of
workers, so the rows are the same.
"""
from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

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
    """Play both games of each pair of a chunk; return the rows of `games` and of `splices`."""
    seeds = pair_seeds(study.seed, chunk.pairs)
    starters = np.full(len(seeds), STARTER, dtype=np.int64)
    deck, other = (chunk.arm.deck.cards, study.agent), (chunk.opponent.cards, study.opponent_agent)
    games: list[Columns] = []
    splices: list[Columns] = []
    for game, (first, second) in enumerate(((deck, other), (other, deck))):
        played = play_games(rules, first[0], second[0], first[1], second[1], seeds, starters, name)
        games.append(game_rows(study, chunk, game, seeds, played))
        splices.append(splice_rows(study, chunk, game, played, name))
    return joined(*games), joined(*splices)


def missing(study: Study, store: Store) -> Iterator[Chunk]:
    """Yield the chunks that the store lacks, whole or in part."""
    done = store.done(study.id)
    for chunk in chunks(study):
        pairs = tuple(p for p in chunk.pairs if (chunk.arm.name, chunk.opponent.name, p) not in done)
        if pairs:
            yield replace(chunk, pairs=pairs)


def play_study(study: Study, rules: np.ndarray, name: Callable[[int], str], store: Store, workers: int) -> int:
    """Play and store every chunk that is missing; return the number of games played.

    Raises Interrupted on Ctrl-C, with all that was finished stored.
    """
    if workers < 1:
        raise BadInput(f"--workers {workers}: at least 1")
    todo = list(missing(study, store))
    total = 2 * sum(len(chunk.pairs) for chunk in todo)
    if not todo:
        return 0
    play_games = load_engine()           # on this thread, before the bar, so that its own progress can be seen
    pool = ThreadPoolExecutor(workers)
    waiting: deque[Future] = deque()
    upcoming = iter(todo)
    bar = tqdm(total=study.games, initial=max(0, study.games - total), unit=" games", disable=None, leave=False)

    def hand_out(n: int) -> None:
        waiting.extend(pool.submit(play_chunk, study, rules, name, play_games, chunk) for chunk in islice(upcoming, n))

    try:
        hand_out(AHEAD * workers)
        while waiting:
            games, splices = waiting[0].result()
            store.add(games, splices)
            waiting.popleft()
            bar.update(len(games["pair"]))
            hand_out(1)
    except KeyboardInterrupt:
        _keep_finished(waiting, store)
        raise Interrupted from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        bar.close()
    return total


def _keep_finished(waiting: deque[Future], store: Store) -> None:
    """Store what other workers have finished out of turn; the one that is stored already is told by the store."""
    for future in waiting:
        if future.cancel() or not future.done() or future.exception() is not None:
            continue
        games, splices = future.result()
        done = store.done(games["study"][0])
        if (games["arm"][0], games["opponent"][0], games["pair"][0]) not in done:
            store.add(games, splices)


def all_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
