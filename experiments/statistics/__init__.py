"""The statistics of every study: estimates, tests, sequential tests, ratings. The unit is the pair.

Formulas, their sources and what was checked: docs/statistics.md. `splicelab calibrate`
measures that intervals cover and tests err as often as they say.
"""
from experiments.statistics.control import AAControl, aa_control
from experiments.statistics.elo import elo_of, share_of
from experiments.statistics.equivalence import Equivalence, equivalence
from experiments.statistics.estimates import (
    LEVEL,
    MIN_PAIRS,
    RESAMPLES,
    Estimate,
    bootstrap,
    count_mean,
    mean_difference,
    pair_rate,
    paired_difference,
    wilson,
)
from experiments.statistics.field import Mixture, nash
from experiments.statistics.multiple import benjamini_hochberg, holm, simultaneous_level
from experiments.statistics.plan import half_width, pairs_for_width, pairs_to_see
from experiments.statistics.ratings import Met, Rating, Ratings, bradley_terry
from experiments.statistics.sequential import Sequential, Sprt, pair_counts

__all__ = [
    "LEVEL", "MIN_PAIRS", "RESAMPLES", "AAControl", "Equivalence", "Estimate", "Met", "Mixture", "Rating", "Ratings",
    "Sequential", "Sprt", "aa_control", "benjamini_hochberg", "bootstrap", "bradley_terry", "count_mean", "elo_of",
    "equivalence", "half_width", "holm", "mean_difference", "nash", "pair_counts", "pair_rate",
    "paired_difference", "pairs_for_width", "pairs_to_see", "share_of", "simultaneous_level", "wilson",
]
