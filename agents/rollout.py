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
from agents.records import CANDIDATE, AgentRecord, Candidates, Matrix, Nodes
from agents.search import WORLD, begin_simulation, is_left_to_heuristic, list_answers, see
from agents.tree import tell_answers
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Games, Ints, Rules
from sim.limits import MAX_ACTIONS
from sim.rng import combine
from sim.step import advance, apply
from sim.terms import Decision, End, Step

LEAST_WORLDS, BLOCK = 8, 4   # worlds before the first comparison, and between comparisons
LATER = 0.05                 # return by which a win at the horizon is worth less than one at once, and a loss more
SAME = 1.0e-12               # variance of a difference that is none
CLIMBS = 2                   # searches for a plan: one that wins this turn, one that wins by the next own turn
NEXT_OWN_TURN = 3            # turns: this one, the opponent's, the next own


@kernel
def roll_out(worlds: Games, rules: Rules, actions: Actions, n: int, answer: int, plan: int, turns: int, observer: int,
             number: int, world: int, lists: Actions, scores: Floats, agent: AgentRecord, parents: Ints,
             seed: int) -> float:
    """Return for `observer`, about [0, 1], of an answer in one world: played on for `horizon` turns, then evaluated.

    plan, turns: the plan that the observer follows, and for how many turns. A win a turn later is worth a little less,
    and more than any position at the horizon.
    """
    begin_simulation(worlds, rules, observer, number, world, actions, n, lists)
    game = worlds[WORLD]
    turn = np.int64(game.turn)
    apply(game, rules, actions[answer])
    m = advance(game, rules, lists)
    play_on(game, rules, lists, m, scores, agent, observer, turn + np.int64(agent.horizon), parents, plan, seed,
            turn + turns)
    value = evaluate(game, rules, observer, agent)
    late = LATER
    if game.end != End.PLAYING:
        late *= (np.int64(game.turn) - turn) / np.int64(agent.horizon)
    return value + late * (1.0 - 2.0 * value)


@kernel
def add_plans(worlds: Games, rules: Rules, actions: Actions, n: int, observer: int, number: int, seed: int,
              lists: Actions, scores: Floats, agent: AgentRecord, parents: Ints, spent: Ints, candidates: Candidates,
              m: int, quiet: bool) -> int:
    """Add to the candidates the plans that win in the world of the climb; returns how many there are now.

    There is room for len(parents) - 1 turns; a plan tried over three turns takes three, and spent[0] is how many were
    played. Half goes to a win this turn, the rest to one by the next own turn. quiet: only the former is looked for.
    """
    if len(parents) == 1:
        return m
    first = 1
    for c in range(1 if quiet else CLIMBS):
        turns = 1 if c == 0 else NEXT_OWN_TURN
        count = (len(parents) - 1) // (2 * turns)
        plan = climb(worlds, rules, actions, n, observer, number, seed, lists, scores, agent, turns, first, count,
                     parents, spent)
        first += count
        if plan != PURE:
            candidates[m].answer = choose_in_plan(worlds[0], rules, actions, n, scores, parents, plan, seed)
            candidates[m].plan = plan
            candidates[m].turns = turns
            m += 1
    return m


@kernel
def _try_in_world(worlds: Games, rules: Rules, actions: Actions, n: int, candidates: Candidates, alive: Ints, m: int,
                  observer: int, number: int, world: int, lists: Actions, scores: Floats, agent: AgentRecord,
                  parents: Ints, seed: int, products: Matrix) -> None:
    """Try all candidates left in one world; adds to their sums and to the sums of products."""
    value = np.empty(m, np.float64)
    for j in range(m):
        c = candidates[alive[j]]
        value[j] = roll_out(worlds, rules, actions, n, np.int64(c.answer), np.int64(c.plan), np.int64(c.turns),
                            observer, number, world, lists, scores, agent, parents, seed)
        c.total += value[j]
        c.tries += 1
        for i in range(j + 1):
            products[alive[j], alive[i]] += value[j] * value[i]


@leaf
def _of(products, a, b):
    """The sum of products of two candidates, kept under whichever was tried later in a world."""
    return products[a, b] + products[b, a] if a != b else products[a, a]


@leaf
def _standing(candidates, k):
    return candidates[k].total - candidates[k].handicap


@kernel
def _drop_worse(candidates: Candidates, alive: Ints, m: int, products: Matrix, worlds: int, confidence: float) -> int:
    """Drop those that are surely worse than the leader, or equal to it in every world; returns how many stay."""
    best = np.int64(alive[0])
    for j in range(1, m):
        if _standing(candidates, alive[j]) > _standing(candidates, best):
            best = np.int64(alive[j])
    kept = 0
    for j in range(m):
        k = np.int64(alive[j])
        behind = (candidates[best].total - candidates[k].total) / worlds
        square = (products[best, best] + products[k, k] - 2.0 * _of(products, best, k)) / worlds
        variance = max(square - behind * behind, 0.0)
        if k != best and (behind > 0.0 or variance <= SAME) and behind >= confidence * math.sqrt(variance / worlds):
            continue
        alive[kept] = k
        kept += 1
    return kept


@kernel
def _sort_best_first(candidates: Candidates, alive: Ints, m: int) -> None:
    """Order those left by what they made so far; equals stay as they were."""
    for j in range(1, m):
        k = np.int64(alive[j])
        i = j
        while i > 0 and _standing(candidates, alive[i - 1]) < _standing(candidates, k):
            alive[i] = alive[i - 1]
            i -= 1
        alive[i] = k


@kernel
def race(worlds: Games, rules: Rules, actions: Actions, n: int, candidates: Candidates, m: int, observer: int,
         number: int, lists: Actions, scores: Floats, agent: AgentRecord, parents: Ints, seed: int, budget: int) -> int:
    """Race candidates 0 … m - 1 over at most about `budget` rollouts; returns the best."""
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
            _try_in_world(worlds, rules, actions, n, candidates, alive, m, observer, number, world, lists, scores,
                          agent, parents, seed, products)
            used += m
            world += 1
            if world >= LEAST_WORLDS and world % BLOCK == 0:
                m = _drop_worse(candidates, alive, m, products, world, agent.confidence)
        _sort_best_first(candidates, alive, m)
        m = (m + 1) // 2
    return np.int64(alive[0])


@kernel
def _tell(candidates: Candidates, m: int, tree: Nodes, worlds: Games, actions: Actions, n: int) -> None:
    """Leave what was made of each answer for whoever asks; of an answer with plans the best way to go on."""
    tries, totals = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS, np.float64)
    for j in range(m):
        c = candidates[j]
        k = np.int64(c.answer)
        if tries[k] == 0 or c.total * tries[k] > totals[k] * c.tries:
            tries[k] = c.tries
            totals[k] = c.total
    tell_answers(tree, worlds[0], actions, n, tries, totals)


@kernel
def choose_rollout(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int,
                   lists: Actions, scores: Floats, tree: Nodes) -> int:
    """Index of the answer whose rollouts return most, those of the heuristic's choice favoured by `prior`.

    Where nothing is to be done that could not be done later, only a win this turn is looked for.
    """
    observer = np.int64(worlds[0].to_act)
    usual = choose_heuristic(worlds[0], rules, actions, n, scores)
    quiet = is_left_to_heuristic(worlds[0], actions, scores, usual)
    if quiet and (worlds[0].decision != Decision.PRIORITY or worlds[0].step == Step.OPENING or agent.plans == 0.0):
        return usual
    answers = np.empty(MAX_ACTIONS, np.int64)
    answers[0] = usual
    m = 1 if quiet else list_answers(actions, n, scores, usual, agent.width, answers)
    candidates = np.zeros(m + CLIMBS, CANDIDATE)
    for j in range(m):
        candidates[j].answer = answers[j]
        candidates[j].handicap = agent.prior * (scores[usual] - scores[answers[j]])
    horizon = np.int64(agent.horizon)
    parents = np.zeros(np.int64(agent.plans * agent.simulations) * horizon + 1, np.int64)
    spent = np.zeros(1, np.int64)
    number = see(worlds, rules, observer, seed)
    plans_seed = np.int64(combine(np.uint64(seed), np.uint64(worlds[0].turn)))
    m = add_plans(worlds, rules, actions, n, observer, number, plans_seed, lists, scores, agent, parents, spent,
                  candidates, m, quiet)
    if m == 1:
        return usual
    budget = np.int64(agent.simulations) - (spent[0] + horizon - 1) // horizon      # climbs given up leave the rest
    best = race(worlds, rules, actions, n, candidates, m, observer, number, lists, scores, agent, parents, plans_seed,
                budget)
    _tell(candidates, m, tree, worlds, actions, n)
    return np.int64(candidates[best].answer)
