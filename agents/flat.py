"""Flat Monte Carlo: the simulations are shared equally by the answers, each in a world of its own."""
from __future__ import annotations

import numpy as np

from agents.evaluate import evaluate
from agents.heuristic import choose_heuristic
from agents.records import AgentRecord, Nodes
from agents.search import WORLD, begin_simulation, is_left_to_heuristic, list_answers, playout, see
from agents.tree import tell_answers
from sim.jit import kernel
from sim.layout import Actions, Floats, Games, Rules
from sim.limits import MAX_ACTIONS
from sim.step import advance, apply


@kernel
def choose_flat(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                lists: Actions, scores: Floats, tree: Nodes) -> int:
    """Index of the answer with the best mean return; of equals the heuristic's, then the first."""
    observer = np.int64(worlds[0].to_act)
    best = choose_heuristic(worlds[0], rules, actions, n, scores)
    if is_left_to_heuristic(worlds[0], actions, scores, best):
        return best
    answers = np.empty(MAX_ACTIONS, np.int64)
    m = list_answers(actions, n, scores, best, agent.width, answers)
    if m == 1:
        return best
    number = see(worlds, rules, observer, seed)
    tries, returns = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.float64)
    share = max(np.int64(agent.simulations) // m, 1)
    for j in range(m):
        k = answers[j]
        tries[k] = share
        for s in range(share):
            begin_simulation(worlds, rules, observer, number, j * share + s, actions, n, lists)
            apply(worlds[WORLD], rules, actions[k])
            playout(worlds[WORLD], rules, lists, advance(worlds[WORLD], rules, lists), scores, agent)
            returns[k] += evaluate(worlds[WORLD], rules, observer, agent)
        if returns[k] > returns[best]:
            best = k
    tell_answers(tree, worlds[0], actions, n, tries, returns)
    return best
