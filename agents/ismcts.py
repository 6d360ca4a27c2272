"""Single-observer information-set Monte Carlo tree search.

P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4(2), 2012: every simulation
searches another determinization of what the observer knows, in one tree whose edges are
the actions by meaning; UCB counts in how many visits an action was available.

The heuristic orders what is tried first (progressive bias), leaves out what it scores
`width` cards below the best, and plays the playouts, which are cut off with `evaluate`.
The search never sees the true game: it begins with a determinized copy.
"""
from __future__ import annotations

import math

import numpy as np

from agents.evaluate import evaluate
from agents.heuristic import choose_heuristic, score_actions
from agents.records import AgentRecord, Nodes
from agents.search import WORLD, begin_simulation, is_clear, is_left_to_heuristic, keep_promising, playout, see
from agents.tree import NO_NODE, ROOT, action_key, add_child, child_for, clear_node, ucb, visits_of
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Game, Games, Ints, Rules
from sim.step import advance, apply

MAX_DEPTH = 64               # actions of one simulation inside the tree
TEMPERATURE = 0.5            # cards: a score this much higher makes an action e times as likely a priori


@leaf
def _make_priors(scores, n):
    """Turn scores into probabilities (softmax with TEMPERATURE), in place."""
    best = scores[0]
    for k in range(1, n):
        best = max(best, scores[k])
    total = 0.0
    for k in range(n):
        scores[k] = math.exp((scores[k] - best) / TEMPERATURE)
        total += scores[k]
    for k in range(n):
        scores[k] /= total


@kernel
def _select(game: Game, actions: Actions, n: int, scores: Floats, tree: Nodes, node: int, agent: AgentRecord) -> int:
    """Index of the action to follow; counts every child as available once more.

    An untried action counts as tried once with its parent's mean (first-play urgency). Below
    the root one is tried only when there were `widening` visits for each tried before, the likeliest
    first; else exploring would tell against the actions that lead to many choices.
    """
    exploration, bias = agent.exploration, agent.prior
    tried = 0
    if node != ROOT:
        for k in range(n):
            if child_for(tree, node, action_key(game, actions[k])) != NO_NODE:
                tried += 1
    may_widen = tried * agent.widening <= tree[node].visits
    mean = 0.5
    if tree[node].visits > 0 and node != ROOT:
        mean = tree[node].value / tree[node].visits
        if tree[node].seat != game.to_act:
            mean = 1.0 - mean
    urgency = exploration * math.sqrt(math.log(tree[node].visits + 1.0))
    best = 0
    best_value = -1.0e9
    for k in range(n):
        child = child_for(tree, node, action_key(game, actions[k]))
        if child == NO_NODE:
            if not may_widen:
                continue
            value = mean + urgency + bias * scores[k]
        else:
            tree[child].available += 1
            value = ucb(tree[child], exploration, bias)
        if value > best_value:
            best = k
            best_value = value
    return best


@kernel
def simulate(worlds: Games, rules: Rules, actions: Actions, first: int, scores: Floats, tree: Nodes, made: int,
             path: Ints, agent: AgentRecord, expected: float) -> int:
    """One simulation: descend, expand, play out, back up; returns how many nodes there are now.

    expected: what the heuristic alone makes of this world, for seat 0. Backed up is by how much the
    simulation does better (around 1/2), so that worlds that are good or bad anyway do not blur the
    actions: a control variate. Veness, Lanctot and Bowling (2011), "Variance Reduction in Monte-Carlo Tree Search".
    """
    game = worlds[WORLD]
    n = first
    node = ROOT
    depth = 0
    while n > 0 and depth < MAX_DEPTH:
        score_actions(game, rules, actions, n, scores)
        n = keep_promising(actions, n, scores, agent.width)
        _make_priors(scores, n)
        k = _select(game, actions, n, scores, tree, node, agent)
        key = action_key(game, actions[k])
        seat = np.int64(game.to_act)
        child = child_for(tree, node, key)
        expand = child == NO_NODE
        if expand:
            child = made
            made += 1
            add_child(tree, child, node, key, seat, scores[k])
            tree[child].available = 1
        node = child
        path[depth] = node
        depth += 1
        apply(game, rules, actions[k])
        n = advance(game, rules, actions)
        if expand:
            break
    playout(game, rules, actions, n, scores, agent)
    value = 0.5 + evaluate(game, rules, 0, agent) - expected
    tree[ROOT].visits += 1
    for j in range(depth):
        t = tree[path[j]]
        t.visits += 1
        t.value += value if t.seat == 0 else 1.0 - value
    return made


@kernel
def expect(worlds: Games, rules: Rules, actions: Actions, n: int, scores: Floats, agent: AgentRecord, observer: int,
           number: int, world: int, lists: Actions) -> float:
    """What the heuristic alone makes of a world, for seat 0: the control variate of its simulations."""
    begin_simulation(worlds, rules, observer, number, world, actions, n, lists)
    playout(worlds[WORLD], rules, lists, n, scores, agent)
    return evaluate(worlds[WORLD], rules, 0, agent)


@kernel
def choose_ismcts(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                  lists: Actions, scores: Floats, tree: Nodes) -> int:
    """Index of the answer with the most visits after `simulations`; of equals the first."""
    observer = np.int64(worlds[0].to_act)
    best = choose_heuristic(worlds[0], rules, actions, n, scores)
    if is_left_to_heuristic(worlds[0], actions, scores, best) or is_clear(actions, n, scores, best, agent.width):
        return best
    number = see(worlds, rules, observer, seed)
    clear_node(tree[ROOT], 0, observer, 0.0)
    path = np.empty(MAX_DEPTH, np.int64)
    made = 1
    expected = np.empty(agent.worlds, np.float64)
    for s in range(agent.simulations):
        w = s % np.int64(agent.worlds)
        if s == w:
            expected[w] = expect(worlds, rules, actions, n, scores, agent, observer, number, w, lists)
        begin_simulation(worlds, rules, observer, number, w, actions, n, lists)
        made = simulate(worlds, rules, lists, n, scores, tree, made, path, agent, expected[w])
    most = -1
    for k in range(n):
        visits = visits_of(tree, worlds[0], actions[k])
        if visits > most:
            most = visits
            best = k
    return best
