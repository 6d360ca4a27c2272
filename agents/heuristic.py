"""Score each listed action once, in cards, and take the best; nothing is copied or tried out.

What is read of the game is what the seat to act knows: public zones, its own hand and
numbers of cards. The questions are answered in `casting`, `targets`, `combat` and `choices`.
"""
from __future__ import annotations

from agents.casting import score_modes, score_numbers, score_priority
from agents.choices import other_score
from agents.combat import combat_score
from agents.splicing import score_splices
from agents.targets import target_score
from sim.jit import kernel
from sim.layout import Actions, Floats, Game, Rules
from sim.terms import Decision


@kernel
def score_actions(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> None:
    """Write the score of each of `n` answers, in cards; scores (SCORES,)."""
    d = game.decision
    if d == Decision.PRIORITY:
        score_priority(game, rules, actions, n, scores)
    elif d == Decision.SPLICE:
        score_splices(game, rules, actions, n, scores)
    elif d == Decision.MODE:
        score_modes(game, rules, actions, n, scores)
    elif d == Decision.CHOOSE_X:
        score_numbers(game, rules, actions, n, scores)
    elif d == Decision.TARGET:
        for k in range(n):
            scores[k] = target_score(game, rules, actions[k])
    elif d == Decision.ATTACK or d == Decision.BLOCK:
        for k in range(n):
            scores[k] = combat_score(game, rules, actions[k])
    else:
        for k in range(n):
            scores[k] = other_score(game, rules, actions[k])


@kernel
def choose_heuristic(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> int:
    """Index of the best action; of equals the first."""
    score_actions(game, rules, actions, n, scores)
    best = 0
    for k in range(1, n):
        if scores[k] > scores[best]:
            best = k
    return best
