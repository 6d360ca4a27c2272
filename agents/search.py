"""What the searches share: worlds, what is searched and tried, a playout (see `agents.rollout`, `agents.ismcts`).

A search never sees the true game: it begins with a copy in which everything hidden from
the observer was replaced (`sim.observe.determinize`), and so knows what its seat knows.
"""
from __future__ import annotations

import numpy as np

from agents.casting import LAND_DROP, Window, window_of
from agents.heuristic import choose_heuristic
from agents.records import AgentRecord
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Game, Games, Ints, Rules
from sim.limits import MAX_ACTIONS
from sim.observe import determinize
from sim.rng import below, combine
from sim.step import advance, apply
from sim.terms import ActionKind, Decision, Step

SEEN, WORLD = 1, 2           # places in `worlds`: what the observer sees, and the world of the simulation
EPSILON_UNIT = 1 << 20
LONGEST_PLAYOUT = 3          # times `playout_decisions`: a turn that does not end is cut off there


@kernel
def is_left_to_heuristic(game: Game, actions: Actions, scores: Floats, best: int) -> bool:
    """Decisions that are not searched: before the first turn, land drops, moments when nothing is to be done now."""
    d = game.decision
    if game.step == Step.OPENING or d == Decision.ORDER or d == Decision.TRIGGER_ORDER or d == Decision.LEGEND:
        return True
    if d != Decision.PRIORITY:
        return False
    if scores[best] >= LAND_DROP and actions[best].kind == ActionKind.PLAY_LAND:
        return True
    return window_of(game, game.to_act) == Window.QUIET


@leaf
def passes(action):
    return action.kind == ActionKind.PASS or action.kind == ActionKind.PASS_UNTIL


@leaf
def best_and_pass(actions, n, scores):
    """The heuristic's best score, and the index of the way of passing that it likes better; -1: there is none."""
    best = scores[0]
    passing = -1
    for k in range(n):
        best = max(best, scores[k])
        if passes(actions[k]) and (passing < 0 or scores[k] > scores[passing]):
            passing = k
    return best, passing


@kernel
def list_answers(actions: Actions, n: int, scores: Floats, usual: int, width: float, answers: Ints) -> int:
    """List the answers worth trying, the heuristic's first; returns how many.

    Left out are those that it scores more than `width` cards below its best, and of two ways of passing the one
    that it likes less.
    """
    best, passing = best_and_pass(actions, n, scores)
    answers[0] = usual
    m = 1
    for k in range(n):
        if k != usual and scores[k] >= best - width and (k == passing or not passes(actions[k])):
            answers[m] = k
            m += 1
    return m


@kernel
def is_clear(actions: Actions, n: int, scores: Floats, usual: int, width: float) -> bool:
    """Whether only one answer is worth trying."""
    return list_answers(actions, n, scores, usual, width, np.empty(MAX_ACTIONS, np.int64)) == 1


@kernel
def keep_promising(actions: Actions, n: int, scores: Floats, width: float) -> int:
    """Move the answers worth trying (`list_answers`) to the front, with their scores; returns how many."""
    best, passing = best_and_pass(actions, n, scores)
    kept = 0
    for k in range(n):
        if scores[k] >= best - width and (k == passing or not passes(actions[k])):
            actions[kept] = actions[k]
            scores[kept] = scores[k]
            kept += 1
    return kept


@kernel
def see(worlds: Games, rules: Rules, observer: int, seed: int) -> int:
    """Put what the observer sees in its place; returns the number from which this decision's worlds are made."""
    number = np.int64(combine(np.uint64(seed), np.uint64(worlds[0].decisions)))
    worlds[SEEN] = worlds[0]
    determinize(worlds[SEEN], rules, observer, number)
    return number


@leaf
def begin_simulation(worlds, rules, observer, number, world, actions, n, lists):
    """Make one of the decision's worlds, with the answers to the decision listed."""
    worlds[WORLD] = worlds[SEEN]
    determinize(worlds[WORLD], rules, observer, np.int64(combine(np.uint64(number), np.uint64(world + 1))))
    for k in range(n):
        lists[k] = actions[k]


@kernel
def playout(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats, agent: AgentRecord) -> None:
    """Play on by the heuristic, a share `epsilon` of the moves at random, and stop at a turn's end.

    At least `playout_decisions` decisions are played, then those until the turn has changed.
    """
    turn = np.int64(game.turn)
    at_random = np.int64(agent.epsilon * EPSILON_UNIT)
    least = np.int64(agent.playout_decisions)
    done = 0
    while n > 0 and done < LONGEST_PLAYOUT * least:
        if done == least:
            turn = np.int64(game.turn)
        if done >= least and game.turn != turn:
            return
        if below(game, EPSILON_UNIT) < at_random:
            k = below(game, n)
        else:
            k = choose_heuristic(game, rules, actions, n, scores)
        apply(game, rules, actions[k])
        n = advance(game, rules, actions)
        done += 1
