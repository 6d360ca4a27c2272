"""From finished games to the rows that are stored: one a game, one a splice.

Both are columns (name -> list), the form in which the store takes them. Seats are
translated here: every row speaks of *the deck* in question and *the opponent*.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from experiments.schedule import STARTER, Chunk, Study
from sim.terms import NO_RESULT, End

Columns = dict[str, list[Any]]

BY_SEAT = ("life", "library", "mulligans", "casts", "splices", "splice_mana")
HANDS = ("opening", "drawn")         # slots of the deck, in order


def points_of(end: int, winner: int, seat: int) -> float | None:
    """Return 1 for a win of `seat`, 0 for a loss, 1/2 for a draw, None for a game that is not a result."""
    if end in NO_RESULT:
        return None
    return 0.5 if winner < 0 else float(winner == seat)


def game_rows(study: Study, chunk: Chunk, game: int, seeds: np.ndarray, played: np.ndarray) -> Columns:
    """Return the columns of table `games` for game 0 or 1 of each pair; the deck sits at seat `game`.

    Where agents are exchanged, "the deck" is what the first agent plays.

    seeds (n,) u8, played (n,) GAME_ROW, in the order of `chunk.pairs`.
    """
    n, seat = len(chunk.pairs), game
    mine, theirs = chunk.arm.agent or study.agent, chunk.arm.opponent_agent or study.opponent_agent
    deck, other = chunk.arm.deck.hash, chunk.opponent.hash
    if chunk.arm.exchange and game == 1:
        deck, other = other, deck
    columns: Columns = {
        "study": [study.id] * n, "arm": [chunk.arm.name] * n, "opponent": [chunk.opponent.name] * n,
        "pair": list(chunk.pairs), "game": [game] * n, "number": [1] * n,
        "deck_hash": [deck] * n, "opponent_hash": [other] * n,
        "pool_hash": [study.pool_hash] * n, "engine_hash": [study.engine_hash] * n,
        "agent": [mine.spec] * n, "opponent_agent": [theirs.spec] * n,
        "seed": seeds.tolist(), "starts": [seat == STARTER] * n,
        "ending": [End(end).name for end in played["end"].tolist()],
        "points": [points_of(end, winner, seat)
                   for end, winner in zip(played["end"].tolist(), played["winner"].tolist())],
        "turns": played["turns"].tolist(), "decisions": played["decisions"].tolist(),
        "error_by": [_side(error, seat) for error in played["error_seat"].tolist()],
    }
    for prefix in ("", "opponent_"):
        columns[prefix + "exchanged"] = [0] * n
    for name in BY_SEAT:
        columns[name] = played[name][:, seat].tolist()
        columns["opponent_" + name] = played[name][:, 1 - seat].tolist()
    for name in HANDS:
        columns[name] = slots_of(played[name][:, seat])
        columns["opponent_" + name] = slots_of(played[name][:, 1 - seat])
    return columns


def slots_of(words: np.ndarray) -> list[list[int]]:
    """Return the numbers of the bits set in each row of (n, words) u8."""
    bits = np.unpackbits(np.ascontiguousarray(words).astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return [np.flatnonzero(row).tolist() for row in bits]


def of_a_match(columns: Columns, number: int, starter: int, exchanged: tuple[int, int]) -> Columns:
    """Return the columns of one game with its place in a match; of its splices they are those of `games` that exist.

    starter, exchanged: as told of the deck's side first.
    """
    n = len(columns["pair"])
    changed = {"number": number, "starts": starter, "exchanged": exchanged[0], "opponent_exchanged": exchanged[1]}
    return columns | {name: [value] * n for name, value in changed.items() if name in columns}


def splice_rows(study: Study, chunk: Chunk, game: int, played: np.ndarray, name: Callable[[int], str]) -> Columns:
    """Return the columns of table `splices`: what was spliced onto what, in order, by whom.

    Splices beyond the log of a game (sim.limits.MAX_SPLICE_LOG) are counted in `games` only.
    """
    rows: list[tuple] = []
    for pair, row in zip(chunk.pairs, played):
        for seat in (game, 1 - game):
            logged = min(int(row["splices"][seat]), row["log_host"].shape[1])
            rows += [(study.id, chunk.arm.name, chunk.opponent.name, pair, game, 1, _side(seat, game), at,
                      name(int(row["log_host"][seat, at])), name(int(row["log_guest"][seat, at])))
                     for at in range(logged)]
    names = ("study", "arm", "opponent", "pair", "game", "number", "spliced_by", "position", "host", "guest")
    return {column: [row[index] for row in rows] for index, column in enumerate(names)}


def _side(seat: int, deck_seat: int) -> str | None:
    """Return whose seat this is: 'deck', 'opponent', or None for no seat."""
    if seat < 0:
        return None
    return "deck" if seat == deck_seat else "opponent"


def joined(*parts: Columns) -> Columns:
    """Return the rows of all parts, one below the other."""
    return {name: [value for part in parts for value in part[name]] for name in parts[0]}
