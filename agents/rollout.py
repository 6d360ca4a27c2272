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
from agents.plans import PURE, choose_in_plan, climb, play_on
from agents.records import AgentRecord, Matrix
from agents.search import WORLD, begin_simulation, is_left_to_heuristic, see
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Games, Ints, Rules
from sim.limits import MAX_ACTIONS
from sim.rng import combine
from sim.step import advance, apply
from sim.terms import ActionKind, Decision, End, Step

LEAST_WORLDS, BLOCK = 8, 4   # worlds before the first comparison, and between comparisons
LATER = 0.01                # return by which a win is worth less a turn later, and a loss more
SAME = 1.0e-12               # variance of a difference that is none
MAX_CANDIDATES = MAX_ACTIONS + 8
CLIMBS = 2                   # searches for a plan: one that wins this turn, one that wins by the next own turn
NEXT_OWN_TURN = 3            # turns: this one, the opponent's, the next own


@kernel
def roll_out(worlds: Games, rules: Rules, actions: Actions, n: int, answer: int, observer: int, number: int, world: int,
             lists: Actions, scores: Floats, agent: AgentRecord, parents: Ints, plan: int, seed: int,
             planned: int) -> float:
    """Return for `observer`, in [0, 1], of one answer in one world: played on for `horizon` turns, then evaluated."""
    begin_simulation(worlds, rules, observer, number, world, actions, n, lists)
    game = worlds[WORLD]
    turn = np.int64(game.turn)
    apply(game, rules, actions[answer])
    m = advance(game, rules, lists)
    play_on(game, rules, lists, m, scores, agent, observer, turn + np.int64(agent.horizon), parents, plan, seed,
            turn + planned)
    value = evaluate(game, rules, observer, agent)
    if game.end != End.PLAYING:
        value += LATER * (np.int64(game.turn) - turn) * (-1.0 if value > 0.5 else 1.0)
    return value


@kernel
def list_answers(actions: Actions, n: int, scores: Floats, usual: int, width: float, answer: Ints) -> int:
    """List the answers that are tried, the heuristic's first; returns how many.

    Left out are those that it scores more than `width` cards below its best, and of two ways of passing the one
    that it likes less.
    """
    answer[0] = usual
    m = 1
    passing = -1
    for k in range(n):
        if actions[k].kind == ActionKind.PASS or actions[k].kind == ActionKind.PASS_UNTIL:
            if passing < 0 or scores[k] > scores[passing]:
                passing = k
    for k in range(n):
        passes = actions[k].kind == ActionKind.PASS or actions[k].kind == ActionKind.PASS_UNTIL
        if k != usual and scores[k] >= scores[usual] - width and (not passes or k == passing):
            answer[m] = k
            m += 1
    return m


@kernel
def list_plans(worlds: Games, rules: Rules, actions: Actions, n: int, observer: int, number: int, seed: int,
               lists: Actions, scores: Floats, agent: AgentRecord, parents: Ints, answer: Ints, plan: Ints,
               planned: Ints, m: int, turns_to_try: int, quiet: bool) -> int:
    """Add to the candidates the plans that win in the world of the climb; returns how many there are now.

    turns_to_try: the budget; a plan tried over three turns takes three. Half goes to a win this turn, the rest to one
    by the next own turn. quiet: only a win this turn is looked for.
    """
    first = 1
    for c in range(1 if quiet else CLIMBS):
        turns = 1 if c == 0 else NEXT_OWN_TURN
        count = turns_to_try // (2 * turns)
        found = climb(worlds, rules, actions, n, observer, number, seed, lists, scores, agent, turns, first, count,
                      parents)
        first += count
        if found != PURE:
            answer[m] = choose_in_plan(worlds[0], rules, actions, n, scores, parents, found, seed)
            plan[m] = found
            planned[m] = turns
            m += 1
    return m


@kernel
def _try_in_world(worlds: Games, rules: Rules, actions: Actions, n: int, alive: Ints, m: int, observer: int,
                  number: int, world: int, lists: Actions, scores: Floats, agent: AgentRecord, parents: Ints,
                  answer: Ints, plan: Ints, planned: Ints, seed: int, total: Floats, tried: Ints,
                  products: Matrix) -> None:
    """Try all candidates left in one world; adds to their sums and to the sums of products."""
    value = np.empty(MAX_CANDIDATES, np.float64)
    for j in range(m):
        c = np.int64(alive[j])
        value[j] = roll_out(worlds, rules, actions, n, np.int64(answer[c]), observer, number, world, lists, scores,
                            agent, parents, np.int64(plan[c]), seed, np.int64(planned[c]))
        total[c] += value[j]
        tried[c] += 1
        for i in range(j + 1):
            products[c, alive[i]] += value[j] * value[i]


@leaf
def _of(products, a, b):
    """The sum of products of two candidates, kept under whichever was tried later in a world."""
    return products[a, b] + products[b, a] if a != b else products[a, a]


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
        square = (products[best, best] + products[k, k] - 2.0 * _of(products, best, k)) / worlds
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
def race(worlds: Games, rules: Rules, actions: Actions, n: int, m: int, observer: int, number: int, lists: Actions,
         scores: Floats, agent: AgentRecord, parents: Ints, answer: Ints, plan: Ints, planned: Ints, seed: int,
         handicap: Floats, total: Floats, tried: Ints, budget: int) -> int:
    """Race the candidates 0 … m - 1 and return the best; `total` of each is of `tried` worlds."""
    alive = np.arange(m)
    products = np.zeros((m, m), np.float64)
    rounds = 1
    while 1 << rounds < m:
        rounds += 1
    used = 0
    world = 0
    for r in range(rounds):
        stop = used + max((budget - used) // (rounds - r), 1)
        while used < stop and m > 1:
            _try_in_world(worlds, rules, actions, n, alive, m, observer, number, world, lists, scores, agent, parents,
                          answer, plan, planned, seed, total, tried, products)
            used += m
            world += 1
            if world >= LEAST_WORLDS and world % BLOCK == 0:
                m = _drop_worse(alive, m, total, handicap, products, world, agent.confidence)
        _sort_best_first(alive, m, total, handicap)
        m = (m + 1) // 2
    return np.int64(alive[0])


@kernel
def choose_rollout(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                   lists: Actions, scores: Floats) -> int:
    """Index of the answer whose rollouts return most, those of the heuristic's choice favoured by `prior`.

    Where nothing is to be done that could not be done later, only a win this turn is looked for.
    """
    observer = np.int64(worlds[0].to_act)
    usual = choose_heuristic(worlds[0], rules, actions, n, scores)
    quiet = is_left_to_heuristic(worlds[0], actions, scores, usual)
    if quiet and (worlds[0].decision != Decision.PRIORITY or worlds[0].step == Step.OPENING or agent.plans == 0.0):
        return usual
    own = scores[:n].copy()
    budget = np.int64((1.0 - agent.plans) * agent.simulations)
    turns_to_try = (budget) * np.int64(agent.horizon)
    answer, plan = np.empty(MAX_CANDIDATES, np.int64), np.zeros(MAX_CANDIDATES, np.int64)
    planned, parents = np.zeros(MAX_CANDIDATES, np.int64), np.zeros(turns_to_try + 1, np.int64)
    m = 1 if quiet else list_answers(actions, n, scores, usual, agent.width, answer)
    answer[0] = usual
    number = see(worlds, rules, observer, seed)
    plans_seed = np.int64(combine(np.uint64(seed), np.uint64(worlds[0].turn)))
    m = list_plans(worlds, rules, actions, n, observer, number, plans_seed, lists, scores, agent, parents, answer, plan,
                   planned, m, turns_to_try, quiet)
    if m == 1:
        return usual
    handicap, total = np.zeros(MAX_CANDIDATES, np.float64), np.zeros(MAX_CANDIDATES, np.float64)
    tried = np.zeros(MAX_CANDIDATES, np.int64)
    for c in range(m):
        if plan[c] == PURE:
            handicap[c] = agent.prior * (own[usual] - own[answer[c]])
    best = race(worlds, rules, actions, n, m, observer, number, lists, scores, agent, parents, answer, plan, planned,
                plans_seed, handicap, total, tried, budget)
    return np.int64(answer[best])
