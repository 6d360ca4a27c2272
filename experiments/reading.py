"""The rows of one study as numbers. Only the results file is read, never the deck or the engine.

A pair counts where both of its games are results; the others are counted apart and scored for nobody.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.schedule import MIRROR
from experiments.statistics import LEVEL, Estimate
from experiments.store import Store, StoredStudy

Returns = dict[int, float]           # pair -> mean points of its two games


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


class Reading:
    """The rows of one study, limited to the pairs its settings ask for."""

    def __init__(self, store: Store, study: StoredStudy) -> None:
        self.db = store.db
        self.study = study
        self.pairs_asked: dict[str, int] = study.settings["pairs"]
        self.db.execute("CREATE OR REPLACE TEMP TABLE asked (arm VARCHAR, pairs INTEGER)")
        self.db.executemany("INSERT INTO asked VALUES (?, ?)", [[arm, n] for arm, n in self.pairs_asked.items()])
        for view, table in (("g", "games"), ("s", "splices")):
            self.db.execute(f"CREATE OR REPLACE TEMP VIEW {view} AS SELECT {table}.* FROM {table} JOIN asked USING "
                            f"(arm) WHERE study = '{study.id}' AND pair < asked.pairs")

    def rows(self, sql: str, *values: Any) -> list[tuple]:
        """Return the rows of a query over the views g (games) and s (splices) of this study."""
        return self.db.execute(sql, list(values)).fetchall()

    def returns(self, arm: str, opponent: str | None = None) -> Returns:
        """Return pair -> mean return of its two games, for the pairs that are results."""
        rows = self.rows("SELECT pair, avg(points) FROM g WHERE arm = ? AND (? IS NULL OR opponent = ?) "
                         "GROUP BY pair HAVING count(points) = 2 ORDER BY pair", arm, opponent, opponent)
        return dict(rows)

    def win_rate(self, arm: str, opponent: str | None = None) -> Estimate:
        """Estimate the win rate of an arm over its pairs."""
        return stats.pair_rate(np.array(list(self.returns(arm, opponent).values())))

    def by_start(self) -> tuple[Estimate, Estimate]:
        """Estimate the win rates of the games in which the deck starts, and of the others."""
        found = dict(self.rows("SELECT starts, [coalesce(sum(points), 0), count(points)] FROM g GROUP BY starts"))
        starting, second = (stats.wilson(*found.get(starts, (0, 0))) for starts in (True, False))
        return starting, second

    def counts(self, arm: str, column: str) -> np.ndarray:
        """Return the mean of a count over the two games of each pair, (n,)."""
        rows = self.rows(f"SELECT avg({column}) FROM g WHERE arm = ? GROUP BY pair ORDER BY pair", arm)
        return np.array([row[0] for row in rows], dtype=float)

    def pairs(self) -> dict[str, int]:
        """Return arm -> pairs stored."""
        return self._by_arm("SELECT arm, count(DISTINCT pair) FROM g GROUP BY arm")

    def unscored_pairs(self) -> dict[str, int]:
        """Return arm -> pairs with a game that is not a result."""
        return self._by_arm("SELECT arm, count(DISTINCT pair) FROM g WHERE points IS NULL GROUP BY arm")

    def unscored_games(self) -> dict[str, int]:
        """Return ending -> games that are not results, of all arms."""
        return dict(self.rows("SELECT ending, count(*) FROM g WHERE points IS NULL GROUP BY ending ORDER BY ending"))

    def agent_errors(self) -> dict[str, int]:
        """Return 'deck' or 'opponent' -> games that its agent ended by an error."""
        return dict(self.rows("SELECT error_by, count(*) FROM g WHERE error_by IS NOT NULL GROUP BY error_by"))

    def agents_that_failed(self) -> list[tuple[str, str, int]]:
        """Return (agent, 'deck' or 'opponent', games) of the agents that ended games by an error."""
        return self.rows("SELECT if(error_by = 'deck', agent, opponent_agent) AS who, error_by, count(*) FROM g "
                         "WHERE error_by IS NOT NULL GROUP BY ALL ORDER BY error_by, who")

    def endings(self, *arms: str) -> tuple[EndingRow, ...]:
        """Count the games of some arms by how they ended."""
        rows = self.rows("""
            SELECT arm, ending, count(*) FILTER (WHERE points = 1), count(*) FILTER (WHERE points = 0),
                   count(*) FILTER (WHERE points = 0.5), count(*) FILTER (WHERE points IS NULL)
            FROM g WHERE list_contains(?, arm) GROUP BY arm, ending ORDER BY arm DESC, count(*) DESC, ending""",
                         list(arms))
        return tuple(EndingRow(*row) for row in rows)

    def control(self) -> Control:
        """Return how the deck did against itself."""
        points = list(self.returns(MIRROR).values())
        return Control(len(points), float(np.mean(points)) if points else None)

    def aa_control(self) -> tuple[str, stats.AAControl]:
        """Return the arm with most pairs, and every other pair of each opponent against the rest: nothing but luck."""
        pairs = self.pairs()
        arm = max(pairs, key=lambda each: pairs[each], default="")
        rows = self.rows("SELECT avg(points) FROM g WHERE arm = ? GROUP BY opponent, pair HAVING count(points) = 2 "
                         "ORDER BY opponent, pair", arm)
        return arm, stats.aa_control(np.array([row[0] for row in rows], dtype=float))

    def _by_arm(self, sql: str) -> dict[str, int]:
        found = dict(self.rows(sql))
        return {arm: found.get(arm, 0) for arm in self.pairs_asked}


def matched(first: Returns, second: Returns) -> tuple[np.ndarray, np.ndarray]:
    """Return the returns of the pairs that both arms have."""
    pairs = sorted(first.keys() & second.keys())
    return np.array([first[p] for p in pairs]), np.array([second[p] for p in pairs])


def difference(first: Returns, second: Returns, level: float = LEVEL) -> Estimate:
    """Estimate the paired difference over the pairs that both arms have."""
    return stats.paired_difference(*matched(first, second), level)
