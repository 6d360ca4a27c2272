"""Rollouts of every answer in the same worlds, raced: the strongest pilot.

G. Tesauro, G. Galperin, "On-line Policy Improvement using Monte-Carlo Search", NIPS 1996: an answer is worth
what the base policy (here the heuristic, for both seats) makes of the game after it. Every answer is tried in the
same worlds with the same chance, so what is compared are differences within a world (common random numbers).

The budget is spent where it decides. In rounds, after each of which the worse half is dropped (sequential halving:
Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013), and within a round an
answer that is `confidence` standard errors behind the best is dropped at once, as is one that does the same in every
world (racing: O. Maron, A. Moore, "Hoeffding Races", NIPS 1994). With one answer left the rest of the budget is kept.
"""
from __future__ import annotations

import math

import numpy as np

from agents.evaluate import evaluate
from agents.heuristic import choose_heuristic
from agents.records import AgentRecord, Matrix
from agents.search import WORLD, begin_simulation, is_left_to_heuristic, see
from agents.splicing import most_splices
from sim.jit import kernel
from sim.layout import Actions, Floats, Games, Ints, Rules
from sim.limits import MAX_ACTIONS
from sim.step import advance, apply
from sim.terms import ActionKind

LONGEST = 4000               # decisions of a rollout: a turn that does not end is cut off there
LEAST_WORLDS, BLOCK = 8, 4   # worlds before the first comparison, and between comparisons
SAME = 1.0e-12               # variance of a difference that is none


@kernel
def roll_out(worlds: Games, rules: Rules, actions: Actions, n: int, answer: int, observer: int, number: int, world: int,
             lists: Actions, scores: Floats, agent: AgentRecord) -> float:
    """Return for `observer`, in [0, 1], of one answer in one world: played on for `horizon` turns, then evaluated."""
    begin_simulation(worlds, rules, observer, number, world, actions, n, lists)
    game = worlds[WORLD]
    until = np.int64(game.turn) + np.int64(agent.horizon)
    apply(game, rules, actions[answer])
    m = advance(game, rules, lists)
    done = 0
    while m > 0 and game.turn < until and done < LONGEST:
        k = -1
        if agent.always_splice and game.to_act == observer:
            k = most_splices(game, rules, lists, m, scores)
        if k < 0:
            k = choose_heuristic(game, rules, lists, m, scores)
        apply(game, rules, lists[k])
        m = advance(game, rules, lists)
        done += 1
    return evaluate(game, rules, observer, agent)


@kernel
def list_candidates(actions: Actions, n: int, scores: Floats, usual: int, width: float, alive: Ints) -> int:
    """List the answers that are tried, the heuristic's first; returns how many.

    Left out are those that it scores more than `width` cards below its best, and of two ways of passing the one
    that it likes less.
    """
    alive[0] = usual
    m = 1
    passing = -1
    for k in range(n):
        if actions[k].kind == ActionKind.PASS or actions[k].kind == ActionKind.PASS_UNTIL:
            if passing < 0 or scores[k] > scores[passing]:
                passing = k
    for k in range(n):
        passes = actions[k].kind == ActionKind.PASS or actions[k].kind == ActionKind.PASS_UNTIL
        if k != usual and scores[k] >= scores[usual] - width and (not passes or k == passing):
            alive[m] = k
            m += 1
    return m


@kernel
def _try_in_world(worlds: Games, rules: Rules, actions: Actions, n: int, alive: Ints, m: int, observer: int,
                  number: int, world: int, lists: Actions, scores: Floats, agent: AgentRecord, total: Floats,
                  tried: Ints, products: Matrix) -> None:
    """Try all answers left in one world; adds to their sums and to the sums of products."""
    value = np.empty(MAX_ACTIONS, np.float64)
    for j in range(m):
        value[j] = roll_out(worlds, rules, actions, n, np.int64(alive[j]), observer, number, world, lists, scores,
                            agent)
        total[alive[j]] += value[j]
        tried[alive[j]] += 1
        for i in range(j + 1):
            products[alive[j], alive[i]] += value[j] * value[i]


@kernel
def _drop_worse(alive: Ints, m: int, total: Floats, handicap: Floats, products: Matrix, worlds: int,
                confidence: float) -> int:
    """Drop the answers that are surely worse than the leader, or equal to it in every world; returns how many stay."""
    best = np.int64(alive[0])
    for j in range(1, m):
        if total[alive[j]] - handicap[alive[j]] > total[best] - handicap[best]:
            best = np.int64(alive[j])
    kept = 0
    for j in range(m):
        k = np.int64(alive[j])
        behind = (total[best] - total[k]) / worlds
        square = (products[best, best] + products[k, k] - 2.0 * products[max(best, k), min(best, k)]) / worlds
        variance = max(square - behind * behind, 0.0)
        if k != best and (behind > 0.0 or variance <= SAME) and behind >= confidence * math.sqrt(variance / worlds):
            continue
        alive[kept] = k
        kept += 1
    return kept


@kernel
def _sort_best_first(alive: Ints, m: int, total: Floats, handicap: Floats) -> None:
    """Order the answers by what they made so far; equals stay as they were."""
    for j in range(1, m):
        k = np.int64(alive[j])
        i = j
        while i > 0 and total[alive[i - 1]] - handicap[alive[i - 1]] < total[k] - handicap[k]:
            alive[i] = alive[i - 1]
            i -= 1
        alive[i] = k


@kernel
def race(worlds: Games, rules: Rules, actions: Actions, n: int, alive: Ints, m: int, observer: int, number: int,
         lists: Actions, scores: Floats, agent: AgentRecord, handicap: Floats, total: Floats, tried: Ints) -> None:
    """Race the answers listed in `alive` and put the best first; `total` of each is of `tried` worlds."""
    products = np.zeros((n, n), np.float64)
    budget = np.int64(agent.simulations)
    rounds = 1
    while 1 << rounds < m:
        rounds += 1
    used = 0
    world = 0
    for r in range(rounds):
        stop = used + max((budget - used) // (rounds - r), 1)
        while used < stop and m > 1:
            _try_in_world(worlds, rules, actions, n, alive, m, observer, number, world, lists, scores, agent, total,
                          tried, products)
            used += m
            world += 1
            if world >= LEAST_WORLDS and world % BLOCK == 0:
                m = _drop_worse(alive, m, total, handicap, products, world, agent.confidence)
        _sort_best_first(alive, m, total, handicap)
        m = (m + 1) // 2


@kernel
def choose_rollout(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                   lists: Actions, scores: Floats) -> int:
    """Index of the answer whose rollouts return most, those of the heuristic's choice favoured by `prior`."""
    observer = np.int64(worlds[0].to_act)
    usual = choose_heuristic(worlds[0], rules, actions, n, scores)
    if is_left_to_heuristic(worlds[0], actions, scores, usual):
        return usual
    alive = np.empty(MAX_ACTIONS, np.int64)
    m = list_candidates(actions, n, scores, usual, agent.width, alive)
    if m == 1:
        return usual
    handicap, total = np.zeros(MAX_ACTIONS, np.float64), np.zeros(MAX_ACTIONS, np.float64)
    tried = np.zeros(MAX_ACTIONS, np.int64)
    for k in range(n):
        handicap[k] = agent.prior * (scores[usual] - scores[k])
    number = see(worlds, rules, observer, seed)
    race(worlds, rules, actions, n, alive, m, observer, number, lists, scores, agent, handicap, total, tried)
    return np.int64(alive[0])
