"""Plans: whole turns of one's own, found by local search from the heuristic's (for `agents.rollout`).

A plan is the heuristic with noise added to its scores: an answer's noise hangs on what the answer means and on the plan
alone, so a plan does the same in every world in which it is offered the same. Plan 0 has no noise. Every other plan is
the child of one before it: for some of the answers it draws noise anew, for the others it has its parent's. So a
child differs from its parent in a few decisions, and keeping the better of the two is a climb (a (1+1) evolution
strategy) through whole turns: casts with their splices, targets and order at once, also such as the heuristic would
never begin. What is climbed towards is a win: a plan that merely looked good in one world was no gain in games.
"""
from __future__ import annotations

import math

import numpy as np

from agents.heuristic import choose_heuristic, score_actions
from agents.records import AgentRecord
from agents.search import SEEN, WORLD, begin_simulation
from agents.splicing import most_splices
from agents.tree import action_key
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Game, Games, Ints, Rules
from sim.rng import combine
from sim.step import advance, apply
from sim.terms import End

PURE = 0                     # the plan without noise
RAREST, RATES = 8, 3         # one answer in 8, 4 or 2 draws its noise anew, by turns
SCALES = 3                   # plans are by turns bold by 0.75, 1.5 and 3 cards
BOLDNESS = 0.75
PATIENCE, LITTLE_HARM = 4, 0.25    # a climb is given up after a quarter with less of life and library gone
LONGEST = 4000               # decisions of a rollout: a turn that does not end is cut off there
UNIT = 1 << 30


@kernel
def noise_of(parents: Ints, plan: int, seed: int, key: int) -> float:
    """Cards added by a plan to the score of an answer: Gumbel noise, its own or an ancestor's."""
    at = plan
    while at != PURE:
        drawn = combine(combine(np.uint64(seed), np.uint64(at)), np.uint64(key))
        rare = RAREST >> (at // SCALES % RATES)
        if np.int64(drawn & np.uint64(rare - 1)) == 0:
            u = (np.int64(drawn >> np.uint64(34)) + 0.5) / UNIT
            return -math.log(-math.log(u)) * BOLDNESS * (1 << (at % SCALES))
        at = np.int64(parents[at])
    return 0.0


@kernel
def choose_in_plan(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats, parents: Ints, plan: int,
                   seed: int) -> int:
    """Index of the answer that a plan takes; of equals the first."""
    score_actions(game, rules, actions, n, scores)
    best = 0
    most = -1.0e9
    for k in range(n):
        value = scores[k] + noise_of(parents, plan, seed, action_key(game, actions[k]))
        if value > most:
            most = value
            best = k
    return best


@kernel
def play_on(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats, agent: AgentRecord, observer: int,
            until: int, parents: Ints, plan: int, seed: int, planned: int) -> None:
    """Play on by the heuristic to the beginning of turn `until`; the observer follows a plan before turn `planned`."""
    done = 0
    while n > 0 and game.turn < until and done < LONGEST:
        k = -1
        if game.to_act == observer:
            if agent.always_splice:
                k = most_splices(game, rules, actions, n, scores)
            if k < 0 and plan != PURE and game.turn < planned:
                k = choose_in_plan(game, rules, actions, n, scores, parents, plan, seed)
        if k < 0:
            k = choose_heuristic(game, rules, actions, n, scores)
        apply(game, rules, actions[k])
        n = advance(game, rules, actions)
        done += 1


@leaf
def _harm(game, before, observer):
    """Shares of the opponent's life and of the library that are gone; less than nothing for a game that is lost."""
    if game.end != End.PLAYING:
        return -1.0
    p, q = game.player[1 - observer], before.player[1 - observer]
    return (2.0 - max(np.int64(p.life), 0) / max(np.int64(q.life), 1)
            - np.int64(p.n_library) / max(np.int64(q.n_library), 1))


@kernel
def climb(worlds: Games, rules: Rules, actions: Actions, n: int, observer: int, number: int, seed: int, lists: Actions,
          scores: Floats, agent: AgentRecord, turns: int, first: int, count: int, parents: Ints, spent: Ints) -> int:
    """Climb from plan 0 in one world towards a win within `turns` turns; returns the plan that wins, or PURE.

    What counts is how much of the opponent's life and library is gone; where there is little of that the climb is given
    up. A plan as good as the best takes its place, so that level ground is crossed. The plans are `first` …
    `first + count - 1`; the turns that were played to try them are added to spent[0].
    """
    best = PURE
    most = -2.0
    for plan in range(first - 1, first + count):
        at = PURE if plan == first - 1 else plan
        if at != PURE:
            parents[at] = best
        begin_simulation(worlds, rules, observer, number, 0, actions, n, lists)
        game = worlds[WORLD]
        until = np.int64(game.turn) + turns
        play_on(game, rules, lists, n, scores, agent, observer, until, parents, at, seed, until)
        spent[0] += turns
        if game.end != End.PLAYING and game.winner == observer:
            return at
        harm = _harm(game, worlds[SEEN], observer)
        if harm >= most:
            most = harm
            best = at
        if plan - first > count // PATIENCE and most < LITTLE_HARM:
            break
    return PURE
