"""The evaluation, fitted: `splicelab fit` plays the heuristic against itself and writes the coefficients.

Question: how likely is a seat to win from a position, when the heuristic plays on for both? Unit: a position at the
beginning of a turn; the games of a held-out fifth judge the fit. Logistic regression with a small ridge penalty,
without an intercept, because a position seen from the other seat is the same position.
"""
from __future__ import annotations

import argparse
import csv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.special import expit
from scipy.stats import rankdata
from tqdm import tqdm

from agents.coefficients import FEATURES, FILE, N_FEATURES
from agents.regression import logistic
from experiments.errors import BadInput
from experiments.lookup import load_deck, load_pool
from experiments.schedule import pair_seeds
from experiments.terminal import table
from sim.build import all_cores

RIDGE = 1.0e-3               # penalty of the squared coefficient of a feature of standard deviation 1
HELD_OUT = 5                 # one game in so many judges
BINS = 10
LEAST_GAMES = 200


@dataclass(frozen=True)
class Sample:
    """Positions: x (n, N_FEATURES), won (n,) 0 or 1 for seat 0, game (n,)."""

    x: np.ndarray
    won: np.ndarray
    game: np.ndarray
    games: int
    without_winner: int


def play(rules: np.ndarray, decks: list[np.ndarray], games: int, seed: int) -> Sample:
    """Play `games` games between decks drawn at random and keep their positions."""
    from agents.selfplay import AT_RANDOM, play_recorded

    drawn = np.random.default_rng(seed).integers(len(decks), size=(games, 2))
    seeds = pair_seeds(seed, tuple(range(games)))

    def one(at: int) -> tuple[np.ndarray, int]:
        x, _, winner = play_recorded(rules, decks[drawn[at, 0]], decks[drawn[at, 1]], int(seeds[at]), at % 2, AT_RANDOM)
        return x[:, 0] - x[:, 1], winner

    one(0)                                                     # compiles, if it has to, on this thread
    with ThreadPoolExecutor(all_cores()) as workers:
        played = list(tqdm(workers.map(one, range(games)), total=games, unit=" games", disable=None, leave=False))
    decided = [(x, winner, at) for at, (x, winner) in enumerate(played) if winner >= 0]
    return Sample(np.concatenate([x for x, _, _ in decided]) if decided else np.zeros((0, N_FEATURES)),
                  np.concatenate([np.full(len(x), float(winner == 0)) for x, winner, _ in decided] or [np.zeros(0)]),
                  np.concatenate([np.full(len(x), at) for x, _, at in decided] or [np.zeros(0, int)]),
                  games, games - len(decided))


@dataclass(frozen=True)
class Quality:
    """How well probabilities foretell results. bins: (mean foretold, share won, positions) of each tenth."""

    log_loss: float
    brier: float
    auc: float
    bins: list[tuple[float, float, int]]


def quality(foretold: np.ndarray, won: np.ndarray) -> Quality:
    """Judge probabilities against results; AUC is the chance that a won position is put above a lost one."""
    p = np.clip(foretold, 1e-9, 1 - 1e-9)
    wins = won.sum()
    losses = len(won) - wins
    ranks = rankdata(foretold)
    auc = (ranks[won == 1].sum() - wins * (wins + 1) / 2) / (wins * losses) if wins and losses else float("nan")
    at = np.minimum((foretold * BINS).astype(int), BINS - 1)
    bins = [(float(foretold[at == k].mean()), float(won[at == k].mean()), int((at == k).sum()))
            for k in range(BINS) if (at == k).any()]
    return Quality(float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean()), float(((p - won) ** 2).mean()),
                   float(auc), bins)


def write(coefficients: np.ndarray, path: Path) -> None:
    """Write the data file that `agents.coefficients` reads."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("feature", "coefficient"))
            writer.writerows((name, f"{value:.4f}") for name, value in zip(FEATURES, coefficients))
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def plot(bins: list[tuple[float, float, int]], path: Path) -> None:
    """Draw the calibration: foretold against won, a dot for each tenth, its area by the positions in it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6, 4.6), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 100], [0, 100], color="0.7", linewidth=1)
    foretold, won, positions = np.array(bins).T
    axes.scatter(100 * foretold, 100 * won, 20 + 120 * positions / positions.max())
    axes.set(xlabel="foretold, %", ylabel="won, %", xlim=(0, 100), ylim=(0, 100), title="held-out games")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be written ({error})") from None


def runnable(pool) -> list[str]:
    """Names of the lists that come with splicelab and run whole."""
    from decks.lists import built_in

    names = []
    for name in built_in():
        try:
            load_deck(name, pool, "limited")
        except BadInput:
            continue
        names.append(name)
    return names


def main(arguments: argparse.Namespace) -> int:
    """Run `splicelab fit`."""
    from agents.coefficients import coefficients

    if arguments.games < LEAST_GAMES:
        raise BadInput(f"--games {arguments.games}: too few to fit {N_FEATURES} coefficients; at least {LEAST_GAMES}")
    pool = load_pool(arguments.cards)
    names = arguments.decks or runnable(pool)
    decks = [load_deck(name, pool, "limited").cards() for name in names]
    sample = play(pool.rules, decks, arguments.games, arguments.seed)
    judged = sample.game % HELD_OUT == 0
    if not judged.any() or judged.all():
        raise BadInput("no game of these decks came to a result")
    found = logistic(sample.x[~judged], sample.won[~judged], RIDGE)
    new = quality(expit(sample.x[judged] @ found), sample.won[judged])
    old = quality(expit(sample.x[judged] @ coefficients()), sample.won[judged])
    print(f"{sample.games:,} games of {len(names)} decks, {sample.without_winner:,} without a winner (left out); "
          f"{len(sample.won):,} positions, {int(judged.sum()):,} of them held out\n")
    print(table(("feature", "unit", "log-odds a unit"),
                [(name, FEATURES[name], f"{value:+.3f}") for name, value in zip(FEATURES, found)], left=2))
    print("\n" + table(("on held-out games", "log loss", "Brier score", "AUC"),
                       [(name, f"{q.log_loss:.4f}", f"{q.brier:.4f}", f"{q.auc:.4f}")
                        for name, q in (("this fit", new), (f"{FILE.name} as it is", old))]))
    print("\n" + table(("foretold", "won", "positions"),
                       [(f"{100 * p:.1f} %", f"{100 * w:.1f} %", f"{n:,}") for p, w, n in new.bins], left=0))
    if arguments.out:
        write(found, Path(arguments.out))
    if arguments.plot:
        plot(new.bins, Path(arguments.plot))
    return 0
