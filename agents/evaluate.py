"""How good a position is for a seat, in [0, 1]: a logistic of both seats' features.

The coefficients are log-odds of winning a unit of each feature, read from a file that
`splicelab fit` writes (docs/evaluation.md), or fitted to the two decks (`agents.pairing`);
an agent carries them in its record.
"""
from __future__ import annotations

import math

import numpy as np

from agents.coefficients import N_FEATURES
from agents.features import write_features
from agents.records import AgentRecord
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.terms import End


@kernel
def evaluate(game: Game, rules: Rules, seat: int, agent: AgentRecord) -> float:
    """Return expected for `seat`, in [0, 1]; 1 or 0 for a game that is won or lost, 1/2 for a draw."""
    if game.end != End.PLAYING:
        if game.winner < 0:
            return 0.5
        return 1.0 if game.winner == seat else 0.0
    x, y = np.empty(N_FEATURES, np.float64), np.empty(N_FEATURES, np.float64)
    write_features(game, rules, 0, x)
    write_features(game, rules, 1, y)
    ahead = np.float64(agent.ahead)
    for k in range(N_FEATURES):
        ahead += agent.weights[0, k] * x[k] - agent.weights[1, k] * y[k]
    return 1.0 / (1.0 + math.exp(-ahead if seat == 0 else ahead))
