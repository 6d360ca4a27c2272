"""Trees of their own for each world, which vote (ensemble UCT, perfect-information Monte Carlo).

P. Cowling, C. Ward, E. Powley, "Ensemble Determinization in Monte Carlo Tree Search for the
Imperfect Information Card Game Magic: The Gathering", IEEE Transactions on Computational
Intelligence and AI in Games 4(4), 2012: the simulations are shared equally by the trees,
and the answer that was visited most in all of them together is taken.
"""
from __future__ import annotations

import numpy as np

from agents.heuristic import choose_heuristic
from agents.ismcts import MAX_DEPTH, expect, simulate
from agents.records import AgentRecord, Nodes
from agents.search import begin_simulation, is_clear, is_left_to_heuristic, see
from agents.tree import NO_NODE, ROOT, action_key, child_for, clear_node, tell_answers
from sim.jit import kernel
from sim.layout import Actions, Floats, Games, Rules
from sim.limits import MAX_ACTIONS


@kernel
def choose_ensemble(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                    lists: Actions, scores: Floats, tree: Nodes) -> int:
    """Index of the answer with the most visits in all trees; of equals the first."""
    observer = np.int64(worlds[0].to_act)
    best = choose_heuristic(worlds[0], rules, actions, n, scores)
    if is_left_to_heuristic(worlds[0], actions, scores, best) or is_clear(actions, n, scores, best, agent.width):
        return best
    number = see(worlds, rules, observer, seed)
    path = np.empty(MAX_DEPTH, np.int64)
    visits, totals = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.float64)
    trees = min(np.int64(agent.worlds), np.int64(agent.simulations))
    for w in range(trees):
        expected = expect(worlds, rules, actions, n, scores, agent, observer, number, w, lists)
        clear_node(tree[ROOT], 0, observer, 0.0)
        made = 1
        first, last = w * np.int64(agent.simulations) // trees, (w + 1) * np.int64(agent.simulations) // trees
        for _ in range(first, last):
            begin_simulation(worlds, rules, observer, number, w, actions, n, lists)
            made = simulate(worlds, rules, lists, n, scores, tree, made, path, agent, expected)
        for k in range(n):
            child = child_for(tree, ROOT, action_key(worlds[0], actions[k]))
            if child != NO_NODE:
                visits[k] += tree[child].visits
                totals[k] += tree[child].value
    tell_answers(tree, worlds[0], actions, n, visits, totals)
    for k in range(n):
        if visits[k] > visits[best]:
            best = k
    return best
