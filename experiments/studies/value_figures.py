"""From stored rows to the figures of `value`, with an interval for each."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from experiments import statistics as stats
from experiments.in_play import InPlayRow, in_play
from experiments.reading import Control, EndingRow, Reading, Returns, difference, matched
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy

ON, OFF = "on", "off"
SINGLE = "without "          # prefix of the arms with one splice card switched off


@dataclass(frozen=True)
class Difference:
    """A paired difference (first arm minus second) by Student's t and by bootstrap over pairs."""

    estimate: Estimate
    bootstrap: tuple[float, float] | None


@dataclass(frozen=True)
class CardWorth:
    """What one card's splice is worth: win rate with all splices minus win rate without this card's."""

    card: str
    copies: int
    splice_cost: str
    difference: Estimate         # interval simultaneous over all cards (Bonferroni)
    p_holm: float | None
    spliced_per_game: float | None


@dataclass(frozen=True)
class OntoRow:
    """How often a card was spliced onto a host, and how the games in which it happened ended."""

    host: str
    guest: str
    times: int
    games: int
    share_of_games: float
    win_rate: Estimate           # of those games: an association, not an effect


@dataclass(frozen=True)
class OpponentRow:
    opponent: str
    on: Estimate
    off: Estimate
    difference: Estimate


@dataclass(frozen=True)
class Figures:
    """All figures of a `value` study."""

    pairs: dict[str, int]                        # arm -> pairs stored
    unscored_pairs: dict[str, int]               # arm -> pairs with a game that is not a result
    unscored_games: dict[str, int]               # ending -> games, all arms
    agent_errors: dict[str, int]                 # 'deck' or 'opponent' -> games
    on: Estimate
    off: Estimate
    difference: Difference
    cards: tuple[CardWorth, ...]
    splices_per_game: Estimate
    splice_mana_per_game: Estimate
    games_with_splice: Estimate
    onto: tuple[OntoRow, ...]
    opponents: tuple[OpponentRow, ...]
    turns: dict[str, dict[int, int]]             # arm -> turns of both players -> games
    turns_mean: dict[str, Estimate]
    endings: tuple[EndingRow, ...]
    in_play: tuple[InPlayRow, ...]               # of the games that were watched
    control: Control
    splices_not_logged: int


def figures_of(store: Store, study: StoredStudy) -> Figures:
    """Compute every figure of a stored `value` study."""
    reading = Reading(store, study)
    on, off = reading.returns(ON), reading.returns(OFF)
    a, b = matched(on, off)
    seed = study.spec["seed"]
    spliced = reading.counts(ON, "splices")
    return Figures(
        pairs=reading.pairs(),
        unscored_pairs=reading.unscored_pairs(),
        unscored_games=reading.unscored_games(),
        agent_errors=reading.agent_errors(),
        on=stats.pair_rate(np.array(list(on.values()))),
        off=stats.pair_rate(np.array(list(off.values()))),
        difference=Difference(stats.paired_difference(a, b), stats.bootstrap(a - b, seed & 0xFFFFFFFF)),
        cards=_cards(reading, on, off),
        splices_per_game=stats.count_mean(spliced),
        splice_mana_per_game=stats.count_mean(reading.counts(ON, "splice_mana")),
        games_with_splice=_games_with_splice(reading),
        onto=_onto(reading),
        opponents=_opponents(reading),
        turns=_turns(reading),
        turns_mean={arm: stats.count_mean(reading.counts(arm, "turns")) for arm in (ON, OFF)},
        endings=reading.endings(ON, OFF),
        in_play=in_play(reading, ON),
        control=reading.control(),
        splices_not_logged=_not_logged(reading),
    )


def _cards(reading: Reading, on: Returns, off: Returns) -> tuple[CardWorth, ...]:
    """One row a splice card; with a single splice card its arm is the arm `off`."""
    cards = reading.study.settings["cards"]
    level = stats.simultaneous_level(len(cards))
    without = {each["card"]: off if len(cards) == 1 else reading.returns(SINGLE + each["card"]) for each in cards}
    differences = [difference(on, without[each["card"]], level) for each in cards]
    adjusted = stats.holm([each.p for each in differences])
    games = reading.rows("SELECT count(*) FROM g WHERE arm = ?", ON)[0][0]
    spliced = dict(reading.rows("SELECT guest, count(*) FROM s WHERE arm = ? AND spliced_by = 'deck' GROUP BY guest",
                                ON))
    rows = [CardWorth(each["card"], each["copies"], each["splice_cost"], estimate, p,
                      spliced.get(each["card"], 0) / games if games else None)
            for each, estimate, p in zip(cards, differences, adjusted)]
    return tuple(sorted(rows, key=lambda row: (-(row.difference.value or 0.0), row.card)))


def _games_with_splice(reading: Reading) -> Estimate:
    n, hit = reading.rows("SELECT count(*), count(*) FILTER (WHERE splices > 0) FROM g WHERE arm = ?", ON)[0]
    return stats.wilson(hit, n)


def _onto(reading: Reading) -> tuple[OntoRow, ...]:
    total = reading.rows("SELECT count(*) FROM g WHERE arm = ?", ON)[0][0]
    rows = reading.rows("""
        WITH hit AS (SELECT host, guest, opponent, pair, game, count(*) AS times FROM s
                     WHERE arm = ? AND spliced_by = 'deck' GROUP BY ALL)
        SELECT host, guest, sum(times)::INTEGER, count(*), coalesce(sum(points), 0), count(points)
        FROM hit JOIN (SELECT opponent, pair, game, points FROM g WHERE arm = ?) USING (opponent, pair, game)
        GROUP BY host, guest ORDER BY 3 DESC, host, guest""", ON, ON)
    return tuple(OntoRow(host, guest, times, games, games / total, stats.wilson(points, scored))
                 for host, guest, times, games, points, scored in rows)


def _opponents(reading: Reading) -> tuple[OpponentRow, ...]:
    names = [name for name, _ in next(arm for arm in reading.study.spec["arms"] if arm["name"] == ON)["field"]]
    rows = []
    for name in names:
        on, off = reading.returns(ON, name), reading.returns(OFF, name)
        rows.append(OpponentRow(name, stats.pair_rate(np.array(list(on.values()))),
                                stats.pair_rate(np.array(list(off.values()))), difference(on, off)))
    return tuple(rows)


def _turns(reading: Reading) -> dict[str, dict[int, int]]:
    lengths: dict[str, dict[int, int]] = {ON: {}, OFF: {}}
    for arm, turns, games in reading.rows("SELECT arm, turns, count(*) FROM g WHERE arm IN (?, ?) "
                                          "AND points IS NOT NULL GROUP BY arm, turns ORDER BY turns", ON, OFF):
        lengths[arm][turns] = games
    return lengths


def _not_logged(reading: Reading) -> int:
    counted = reading.rows("SELECT coalesce(sum(splices), 0) FROM g WHERE arm = ?", ON)[0][0]
    logged = reading.rows("SELECT count(*) FROM s WHERE arm = ? AND spliced_by = 'deck'", ON)[0][0]
    return int(counted - logged)
