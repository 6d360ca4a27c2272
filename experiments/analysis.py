"""From stored rows to figures: what `value` answers, with an interval for each.

Only the results file is read, so a report can be made again without the deck or the
engine. A pair counts where both of its games are results; the others are counted
apart and scored for nobody.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import stats
from experiments.stats import LEVEL, Estimate
from experiments.store import Store, StoredStudy

ON, OFF, MIRROR = "on", "off", "mirror"
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
class EndingRow:
    """How many games of an arm ended in one way, by the deck's result."""

    arm: str
    ending: str
    won: int
    lost: int
    drawn: int
    unscored: int


@dataclass(frozen=True)
class Control:
    """The mirror match: one game played twice with the names exchanged, so exactly half."""

    pairs: int
    win_rate: float | None

    @property
    def ok(self) -> bool:
        """Whether the mirror gave exactly 50 % (an empty control says nothing)."""
        return self.win_rate is None or self.win_rate == 0.5


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
    control: Control
    splices_not_logged: int


class Reading:
    """The rows of one study, limited to the pairs its settings ask for."""

    def __init__(self, store: Store, study: StoredStudy) -> None:
        self.db = store.db
        self.study = study
        self.pairs_asked: dict[str, int] = study.settings["pairs"]
        self.db.execute("CREATE OR REPLACE TEMP TABLE asked (arm VARCHAR, pairs INTEGER)")
        self.db.executemany("INSERT INTO asked VALUES (?, ?)", [[arm, n] for arm, n in self.pairs_asked.items()])
        self.db.execute("CREATE OR REPLACE TEMP VIEW g AS SELECT games.* FROM games JOIN asked USING (arm) "
                        f"WHERE study = '{study.id}' AND pair < asked.pairs")
        self.db.execute("CREATE OR REPLACE TEMP VIEW s AS SELECT splices.* FROM splices JOIN asked USING (arm) "
                        f"WHERE study = '{study.id}' AND pair < asked.pairs")

    def rows(self, sql: str, *values: Any) -> list[tuple]:
        """Return the rows of a query over the views g (games) and s (splices) of this study."""
        return self.db.execute(sql, list(values)).fetchall()

    def returns(self, arm: str, opponent: str | None = None) -> dict[int, float]:
        """Return pair -> mean return of its two games, for the pairs that are results."""
        rows = self.rows("SELECT pair, avg(points) FROM g WHERE arm = ? AND (? IS NULL OR opponent = ?) "
                         "GROUP BY pair HAVING count(points) = 2 ORDER BY pair", arm, opponent, opponent)
        return dict(rows)

    def counts(self, arm: str, column: str) -> np.ndarray:
        """Return the mean of a count over the two games of each pair, (n,)."""
        rows = self.rows(f"SELECT avg({column}) FROM g WHERE arm = ? GROUP BY pair ORDER BY pair", arm)
        return np.array([row[0] for row in rows], dtype=float)

    def agent_errors(self) -> dict[str, int]:
        """Return 'deck' or 'opponent' -> games that its agent ended by an error."""
        return dict(self.rows("SELECT error_by, count(*) FROM g WHERE error_by IS NOT NULL GROUP BY error_by"))


def difference(first: dict[int, float], second: dict[int, float], level: float = LEVEL) -> Estimate:
    """Estimate the paired difference over the pairs that both arms have."""
    a, b = _matched(first, second)
    return stats.paired_difference(a, b, level)


def _matched(first: dict[int, float], second: dict[int, float]) -> tuple[np.ndarray, np.ndarray]:
    pairs = sorted(first.keys() & second.keys())
    return np.array([first[p] for p in pairs]), np.array([second[p] for p in pairs])


def figures_of(store: Store, study: StoredStudy) -> Figures:
    """Compute every figure of a stored `value` study."""
    reading = Reading(store, study)
    on, off = reading.returns(ON), reading.returns(OFF)
    a, b = _matched(on, off)
    seed = study.spec["seed"]
    control = list(reading.returns(MIRROR).values())
    spliced = reading.counts(ON, "splices")
    return Figures(
        pairs=_by_arm(reading, "SELECT arm, count(DISTINCT pair) FROM g GROUP BY arm"),
        unscored_pairs=_by_arm(reading,
                               "SELECT arm, count(DISTINCT pair) FROM g WHERE points IS NULL GROUP BY arm"),
        unscored_games=dict(reading.rows("SELECT ending, count(*) FROM g WHERE points IS NULL GROUP BY ending")),
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
        endings=_endings(reading),
        control=Control(len(control), float(np.mean(control)) if control else None),
        splices_not_logged=_not_logged(reading),
    )


def _by_arm(reading: Reading, sql: str) -> dict[str, int]:
    found = dict(reading.rows(sql))
    return {arm: found.get(arm, 0) for arm in reading.pairs_asked}


def _cards(reading: Reading, on: dict[int, float], off: dict[int, float]) -> tuple[CardWorth, ...]:
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


def _endings(reading: Reading) -> tuple[EndingRow, ...]:
    rows = reading.rows("""
        SELECT arm, ending, count(*) FILTER (WHERE points = 1), count(*) FILTER (WHERE points = 0),
               count(*) FILTER (WHERE points = 0.5), count(*) FILTER (WHERE points IS NULL)
        FROM g WHERE arm IN (?, ?) GROUP BY arm, ending ORDER BY arm DESC, count(*) DESC, ending""", ON, OFF)
    return tuple(EndingRow(*row) for row in rows)


def _not_logged(reading: Reading) -> int:
    counted = reading.rows("SELECT coalesce(sum(splices), 0) FROM g WHERE arm = ?", ON)[0][0]
    logged = reading.rows("SELECT count(*) FROM s WHERE arm = ? AND spliced_by = 'deck'", ON)[0][0]
    return int(counted - logged)
