"""Flat Monte Carlo: the simulations are shared equally by the answers, each in a world of its own."""
from __future__ import annotations

import numpy as np

from agents.evaluate import evaluate
from agents.heuristic import choose_heuristic
from agents.records import AgentRecord
from agents.search import WORLD, begin_simulation, is_left_to_heuristic, keep_promising, playout, see
from sim.jit import kernel
from sim.layout import Actions, Floats, Games, Rules
from sim.limits import MAX_ACTIONS
from sim.step import advance, apply


@kernel
def choose_flat(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                lists: Actions, scores: Floats) -> int:
    """Index of the answer with the best mean return; of equals the first."""
    observer = np.int64(worlds[0].to_act)
    best = choose_heuristic(worlds[0], rules, actions, n, scores)
    if is_left_to_heuristic(worlds[0], actions, scores, best):
        return best
    number = see(worlds, rules, observer, seed)
    for k in range(n):
        lists[k] = actions[k]
    kept = keep_promising(worlds[0], lists, n, scores, agent.width)
    answers = lists[:kept].copy()
    returns = np.zeros(MAX_ACTIONS, np.float64)
    most = -1
    share = max(np.int64(agent.simulations) // kept, 1)
    for k in range(kept):
        for s in range(share):
            begin_simulation(worlds, rules, observer, number, k * share + s, actions, n, lists)
            apply(worlds[WORLD], rules, answers[k])
            m = advance(worlds[WORLD], rules, lists)
            playout(worlds[WORLD], rules, lists, m, scores, agent)
            returns[k] += evaluate(worlds[WORLD], rules, observer, agent)
        if most < 0 or returns[k] > returns[most]:
            most = k
    for k in range(n):
        if (actions[k].kind == answers[most].kind and actions[k].obj == answers[most].obj
                and actions[k].value == answers[most].value):
            return k
    return best
