"""Fit which opening hands are kept, and show what it is worth: `splicelab fit-hands`.

Games are played in which hands are kept or sent back at random. How they end is explained, by logistic regression, by
what can be counted of the hand (`agents.opening`), the mulligans taken, and the strength of both decks. A hand is then
kept when that is better than what a new one promises, which is found from the last mulligan backwards.
"""
from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput, must_be_writable
from experiments.lookup import load_deck, load_pool
from experiments.rows import UNSCORED
from experiments.schedule import pair_seed

KEPT = 0.6                   # share of hands that the games of the fit keep
RIDGE = 2.0                  # of the coefficients
TARGET = Path(__file__).resolve().parents[1] / "agents" / "hand_weights.py"


@dataclass(frozen=True)
class Kept:
    """Hands that were kept. hands (n, N_FEATURES); taken, won (n,); decks (n, 2): one's own and the opponent's."""

    hands: np.ndarray
    taken: np.ndarray
    decks: np.ndarray
    won: np.ndarray


@dataclass(frozen=True)
class Fit:
    """Coefficients in logits: of the hand's features, and for each mulligan taken; the loss a game (nats)."""

    hand: np.ndarray
    taken: np.ndarray
    loss: float
    loss_without: float          # of the decks and mulligans alone


def mulligans(arguments: argparse.Namespace) -> int:
    """Fit or compare, as asked."""
    pool = load_pool(arguments.cards)
    decks = [load_deck(name, pool, "constructed").cards() for name in arguments.lists]
    if len(decks) < 2:
        raise BadInput("--lists: at least two")
    if arguments.games:
        target = must_be_writable(arguments.out or TARGET)
        kept = explore(pool.rules, decks, arguments.games, arguments.seed)
        fit = fitted(kept, len(decks))
        again = worth_of_another(fit, kept)
        print(f"{len(kept.won)} hands of {arguments.games} games: loss {fit.loss:.4f} nats a hand, "
              f"{fit.loss_without:.4f} without the hand")
        target.write_text(written(fit, again, f"splicelab fit-hands --games {arguments.games} --seed {arguments.seed} "
                                              f"--lists {' '.join(arguments.lists)}"), encoding="utf-8")
        print(f"written: {target}")
    if arguments.pairs:
        print(told(compare(pool.rules, decks, arguments.pairs, arguments.seed)))
    return 0


# ---------------------------------------------------------------- games

def _play(table: Any, n: int, keep: Any) -> int | None:
    """Play a game whose mulligan decisions `keep(seat, taken) -> bool` answers; the winner, −1 for a draw, or None."""
    from sim.terms import ActionKind, Decision

    game = table.games[0]
    while n > 0:
        if game["decision"] == Decision.MULLIGAN:
            seat = int(game["to_act"])
            kind = ActionKind.YES if keep(seat, int(game["player"][seat]["mulligans"])) else ActionKind.NO
            n = table.answer(table.actions[:n]["kind"].tolist().index(kind))
        else:
            n = table.answer(table.ask(n))
    return None if game["end"] in UNSCORED else int(game["winner"])


def explore(rules: np.ndarray, decks: Sequence[np.ndarray], games: int, seed: int) -> Kept:
    """Play games between random pairs of decks in which hands are kept at random; a hand of each seat a game."""
    from agents import agent
    from agents.opening import MOST_MULLIGANS, N_FEATURES, features_of
    from agents.play import Table

    chance, pilot = np.random.default_rng(seed), agent("heuristic")
    features = np.zeros(N_FEATURES)
    found: list[tuple] = []
    for at in range(games):
        first, second = (int(k) for k in chance.integers(0, len(decks), 2))
        table = Table(rules, (pilot, pilot), pair_seed(seed, at))
        hands: dict[int, tuple[np.ndarray, int]] = {}

        def keep(seat: int, taken: int, table: Any = table, hands: Any = hands) -> bool:
            kept = bool(taken >= MOST_MULLIGANS - 1 or chance.random() < KEPT)
            features_of(table.games, 0, rules, seat, features)
            hands[seat] = (features.copy(), taken)
            return kept

        winner = _play(table, table.start(decks[first], decks[second], 0), keep)
        if winner is None or winner < 0:
            continue
        for seat, pairing in ((0, (first, second)), (1, (second, first))):
            found.append((*hands[seat], pairing, winner == seat))
    hand, taken, pairings, won = zip(*found)
    return Kept(np.array(hand), np.array(taken), np.array(pairings), np.array(won, dtype=float))


# ---------------------------------------------------------------- the fit

def fitted(kept: Kept, n_decks: int) -> Fit:
    """Fit the chance to win by the hand, the mulligans taken and the strength of one's own deck less the opponent's."""
    taken = np.eye(int(kept.taken.max()) + 1)[kept.taken][:, 1:]
    strength = np.eye(n_decks)[kept.decks[:, 0]] - np.eye(n_decks)[kept.decks[:, 1]]
    others = np.concatenate([taken, strength], axis=1)
    _, loss_without = _logistic(others, kept.won)
    weights, loss = _logistic(np.concatenate([kept.hands, others], axis=1), kept.won)
    hands = kept.hands.shape[1]
    return Fit(weights[:hands], np.concatenate([[0.0], weights[hands:hands + taken.shape[1]]]), loss, loss_without)


def _logistic(x: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, float]:
    """Return coefficients and the mean loss in nats: penalised maximum likelihood."""
    from scipy.optimize import minimize

    sign = 2 * won - 1

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (x @ w)
        slope = -sign / (1 + np.exp(np.clip(margin, -30, 30)))
        return float(np.logaddexp(0, -margin).sum() + RIDGE * (w @ w) / 2), x.T @ slope + RIDGE * w

    found = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    return found.x, float(np.logaddexp(0, -sign * (x @ found.x)).mean())


def worth_of_another(fit: Fit, kept: Kept) -> np.ndarray:
    """Return for each mulligan taken (0, 1, 2) and for who plays first and second what sending a hand back promises.

    (3, 2) logits, on the scale of the features. The hands seen stand for all hands; chances are averaged at even decks.
    """
    from agents.opening import MOST_MULLIGANS, N_LANDS

    worth = kept.hands @ fit.hand
    first = kept.hands[:, N_LANDS] > 0
    again = np.zeros((MOST_MULLIGANS, 2))
    for play, mine in enumerate((worth[first], worth[~first])):
        centre = mine.mean()
        price = [fit.taken[min(k, len(fit.taken) - 1)] for k in range(MOST_MULLIGANS + 1)]
        price[-1] = 2 * price[-2] - price[-3]            # no games were played of the last: as much more

        def promise(floor: float | None, cost: float, mine: np.ndarray = mine, centre: float = centre) -> float:
            logits = mine - centre + cost
            p = 1 / (1 + np.exp(-(logits if floor is None else np.maximum(logits, floor))))
            return float(np.log(p.mean() / (1 - p.mean())))

        floor = None
        for taken in range(MOST_MULLIGANS - 1, -1, -1):
            floor = promise(floor, price[taken + 1])
            again[taken, play] = floor - price[taken] + centre
    return again


def written(fit: Fit, again: np.ndarray, command: str) -> str:
    """Return the text of `agents.hand_weights`."""
    from agents.opening import FEATURES, N_LANDS

    def numbers(values: np.ndarray) -> str:
        return ", ".join(f"{value:.3f}" for value in values)

    words = command.split(" --lists ")
    lines = ['"""What an opening hand is worth, in logits of winning: fitted, and written, by', "",
             f"    {words[0]}", "", "on games of"]
    line = "   "
    for name in words[1].split():
        if len(line) + len(name) > 100:
            lines.append(line)
            line = "   "
        line += f" {name}"
    lines += [line, '"""', f"LANDS = ({numbers(fit.hand[:N_LANDS])})      # hands of 0, 1, … 7 lands", "FURTHER = ("]
    lines += [f"    {value:.3f},  # {name}" for name, value in zip(FEATURES, fit.hand[N_LANDS:])]
    lines += [")", "# what a hand must be worth after 0, 1, 2 mulligans; on the play, on the draw",
              f"AGAIN = ({numbers(again.ravel())})", ""]
    return "\n".join(lines)


# ---------------------------------------------------------------- new against old

@dataclass(frozen=True)
class Comparison:
    """The fitted rule against the rule of thumb, same decks on both sides. gains (n,): of each pair of games."""

    gains: np.ndarray
    taken: np.ndarray            # (2,) mulligans a game: rule of thumb, fitted rule


def compare(rules: np.ndarray, decks: Sequence[np.ndarray], pairs: int, seed: int) -> Comparison:
    """Play mirror matches, decks in rotation, each deal twice: the fitted rule at seat 0, then at seat 1."""
    from agents import agent
    from agents.opening import keeps
    from agents.play import Table

    pilot = agent("heuristic")
    gains, taken = [], np.zeros(2)
    for pair in range(pairs):
        deck, points = decks[pair % len(decks)], []
        for new in range(2):
            table = Table(rules, (pilot, pilot), pair_seed(seed, pair))

            def keep(seat: int, _: int, table: Any = table, new: int = new) -> bool:
                return bool(keeps(table.games, 0, rules, seat, int(seat == new)))

            winner = _play(table, table.start(deck, deck, 0), keep)
            mulligans_of = table.games[0]["player"]["mulligans"]
            taken += (mulligans_of[1 - new], mulligans_of[new])
            if winner is not None:
                points.append(0.5 if winner < 0 else float(winner == new))
        if len(points) == 2:
            gains.append(sum(points) / 2)
    return Comparison(np.array(gains), taken / (2 * max(pairs, 1)))


def told(comparison: Comparison) -> str:
    """Return the comparison in one line."""
    rate = stats.pair_rate(comparison.gains)
    low, high = rate.low, rate.high
    span = "too few pairs" if low is None or high is None else f"95 % interval {100 * low:.2f} to {100 * high:.2f}"
    return (f"the fitted rule wins {100 * (rate.value or 0):.2f} % of {rate.n} mirror pairs against the rule of thumb "
            f"({span}); mulligans a game {comparison.taken[1]:.3f} against {comparison.taken[0]:.3f}")
