"""`splicelab plan`: how many pairs it takes to see a difference, or to have an interval of a given width."""
from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput
from experiments.reading import Reading
from experiments.store import Store, StoredStudy

TYPICAL = 30.0               # points: about what pairs of matches and of splice on minus splice off deviate by


@dataclass(frozen=True)
class Plan:
    """Pairs needed. points: of win rate. sd: standard deviation of a pair, in points, and where it is from."""

    points: float
    sd: float
    source: str
    power: float
    to_see: int
    for_interval: int


def plan(arguments: argparse.Namespace) -> int:
    """Answer `splicelab plan`."""
    if arguments.sd is not None and arguments.results:
        raise BadInput("--sd and --from both say how far pairs deviate; give one of them")
    if arguments.study is not None and not arguments.results:
        raise BadInput("--study: a study of the file that --from names; give --from as well")
    sd, source = (arguments.sd, "--sd") if arguments.sd is not None else (TYPICAL, "typical; --from FILE takes yours")
    if arguments.results:
        with Store(arguments.results, read_only=True) as store:
            sd, source = _deviation(store, store.find(arguments.study))
    points, power = arguments.points, arguments.power / 100
    answer = Plan(points, sd, source, power, stats.pairs_to_see(points, sd, power), stats.pairs_for_width(points, sd))
    if arguments.json:
        from experiments.frame import to_json

        print(to_json(answer))
    else:
        print(plan_text(answer))
    return 0


def plan_text(answer: Plan) -> str:
    """Return the answer in words."""
    return (f"{answer.to_see:,} pairs show a true difference of {answer.points:g} points of win rate with a "
            f"probability of {100 * answer.power:g} % (two-sided t test over pairs, 5 %).\n"
            f"{answer.for_interval:,} pairs give a 95 % interval of ±{answer.points:g} points.\n"
            f"A pair deviates by {answer.sd:.1f} points ({answer.source}).")


def _deviation(store: Store, study: StoredStudy) -> tuple[float, str]:
    """Return the standard deviation of a pair of a stored study, in points, and what it is of."""
    from experiments.studies.value_figures import OFF, ON

    reading = Reading(store, study)
    arms: dict[str, Any] = {arm: reading.returns(arm) for arm in reading.pairs_asked}
    if ON in arms and OFF in arms:
        both = sorted(arms[ON].keys() & arms[OFF].keys())
        values, what = np.array([arms[ON][pair] - arms[OFF][pair] for pair in both]), "splice on minus splice off"
    else:
        name = next(iter(arms))
        values, what = np.array(list(arms[name].values())), f"arm {name!r}"
    if len(values) < stats.MIN_PAIRS:
        raise BadInput(f"{store.path}: {len(values)} pairs of study {study.id} are results; at least "
                       f"{stats.MIN_PAIRS} are needed to tell how far pairs deviate")
    sd = 100 * float(values.std(ddof=1))
    if sd == 0:
        raise BadInput(f"{store.path}: all {len(values)} pairs of study {study.id} are equal; give --sd")
    return sd, f"{what}, {len(values)} pairs of {store.path}"
