"""Play the matches of a study that is a series, and make their rows."""
from __future__ import annotations

from typing import Any

import numpy as np

from experiments.rows import Columns, game_rows, joined, of_a_match, splice_rows
from experiments.schedule import Chunk, Study, pair_seed


def play_matches(study: Study, rules: np.ndarray, name: Any, chunk: Chunk) -> tuple[Columns, Columns]:
    """Play both matches of each pair of a chunk; return the rows of `games` and of `splices`."""
    from agents.matches import play_match
    from agents.sideboarding import Side

    series = study.series
    assert series is not None
    ours, theirs = (
        Side(deck.cards, np.array(deck.sideboard, np.uint16), agent, plan, how != "none")
        for deck, agent, plan, how in zip((chunk.arm.deck, chunk.opponent), (study.agent, study.opponent_agent),
                                          series.plans, series.sideboarding))
    parts: list[tuple[Columns, Columns]] = []
    for pair in chunk.pairs:
        alone = Chunk(chunk.arm, chunk.opponent, (pair,))
        for seat, sides in enumerate(((ours, theirs), (theirs, ours))):
            for game in play_match(rules, sides, pair_seed(study.seed, pair), series.best_of, name):
                rows = (game_rows(study, alone, seat, np.array([game.seed], np.uint64), game.row),
                        splice_rows(study, alone, seat, game.row, name))
                place = (game.number, int(game.row["starter"][0]) == seat,
                         (game.exchanged[seat], game.exchanged[1 - seat]))
                parts.append((of_a_match(rows[0], *place), of_a_match(rows[1], *place)))
    return joined(*(games for games, _ in parts)), joined(*(splices for _, splices in parts))
