"""Compiled search of `splicelab solve`: alpha-beta over the game's own decisions, with a table of positions.

Both seats are searched: the seat that solves takes the answer with the most, the opponent the one with the least,
and both see every card. A value is what the position is worth to the solving seat at the horizon (`_worth`).
The table is keyed by `position_key`: two positions with one key have the same future.

Pearl (1980), "Asymptotic properties of minimax trees"; Schaeffer (1989), "The history heuristic and alpha-beta
search enhancements in practice"; Plaat et al. (1996), "Best-first fixed-depth minimax algorithms" (bounds in the
table, answers from zero windows).
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sim.decide import list_actions
from sim.flow import run_on
from sim.jit import entry, kernel, leaf, record
from sim.layout import Action, Actions, Game, Games, Ints, Rules, RulesArray, array_of, named
from sim.limits import MAX_ACTIONS
from sim.position import position_key
from sim.rng import mix
from sim.step import apply
from sim.terms import (
    ABSENT,
    TYPE_CREATURE,
    TYPE_LAND,
    ActionKind,
    End,
)

MAX_DEPTH = 320              # decisions of one line
HISTORY = 1 << 13            # entries of the history table; a power of two
BUCKET = 2                   # entries of the table that one key may lie in

WON, LOST, DRAWN = 30_000, -30_000, -20_000      # values of games that are over; what is measured lies between
UNKNOWN = -31_000            # of a position that was cut off: no less than this, and nothing else is said
BEYOND = 32_000              # larger than every value

# what is measured at the horizon, each times its weight
(MY_LIFE, ITS_LIFE, MY_CREATURES, ITS_CREATURES, MY_HAND, ITS_HAND, MY_LANDS, ITS_LANDS, MY_LIBRARY, ITS_LIBRARY,
 MY_POWER, ITS_POWER) = range(12)
N_MEASURES = 12

# what a search reports
(NODES, CUT_NODES, CUT_DEPTH, CUT_CHANCE, CUT_FULL, DEEPEST, HITS) = range(7)
N_REPORT = 8

PLACE = record(("key", "i8"), ("least", "i4"), ("most", "i4"), ("work", "i4"), ("best", "i4"))   # least > most: empty
LEVEL = record(("key", "i8"), ("n", "i4"), ("at", "i4"), ("alpha", "i4"), ("beta", "i4"), ("from_alpha", "i4"),
               ("from_beta", "i4"), ("value", "i4"), ("best", "i4"), ("mine", "i4"), ("begun", "i8"))
PROBLEM = record(("seat", "i4"), ("last_turn", "i4"), ("weight", "i4", (N_MEASURES,)),
                 ("sure", "i4", (2,)),           # libraries whose hidden cards are all alike: drawing is no chance
                 ("most_nodes", "i8"))

if TYPE_CHECKING:
    Places = Levels = Problem = Problems = Level = Any
else:
    Places, Levels, Problems = (array_of(name, made) for name, made in (
        ("Places", PLACE), ("Levels", LEVEL), ("Problems", PROBLEM)))
    Problem, Level = named("Problem", PROBLEM), named("Level", LEVEL)

# ---------------------------------------------------------------- one decision to the next


@kernel
def within(game: Game, rules: Rules, actions: Actions, last_turn: int) -> int:
    """Run on to the next decision with more than one answer and list them; 0: the game or the last turn is over.

    Like `step.advance`, but for stopping at the first priority after the last turn: what a player was last
    found unable to do is forgotten, so that no priority is passed unseen.
    """
    while True:
        game.player[0].quiet = 0
        game.player[1].quiet = 0
        run_on(game, rules)
        if game.end != End.PLAYING or game.turn > last_turn:
            return 0
        n = list_actions(game, rules, actions)
        if n != 1:
            return n
        game.decisions -= 1
        apply(game, rules, actions[0])


@kernel
def _is_chance(before: Game, after: Game, problem: Problem) -> bool:
    """Whether something random happened, or the solving seat was shown cards of a library that it did not know."""
    if after.rng != before.rng:
        return True
    for seat in range(2):
        p = before.player[seat]
        for k in range(after.player[seat].n_library, 0 if problem.sure[seat] else p.n_library):
            if not np.int64(before.object[p.library[k]].known) & (1 << np.int64(problem.seat)):
                return True
    return False


@kernel
def _worth(game: Game, problem: Problem) -> int:
    """What a position at the horizon, or a game that is over, is worth to the solving seat."""
    if game.end != End.PLAYING:
        if game.winner < 0:
            return DRAWN
        return WON if game.winner == problem.seat else LOST
    value = np.int64(0)
    for side in range(2):
        seat = np.int64(problem.seat) ^ side
        p = game.player[seat]
        value += np.int64(problem.weight[MY_LIFE + side]) * np.int64(p.life)
        value += np.int64(problem.weight[MY_HAND + side]) * np.int64(p.n_hand)
        value += np.int64(problem.weight[MY_LIBRARY + side]) * np.int64(p.n_library)
        for k in range(game.n_battlefield):
            o = game.object[game.battlefield[k]]
            if o.controller != seat:
                continue
            if np.int64(o.types) & TYPE_CREATURE:
                value += np.int64(problem.weight[MY_CREATURES + side])
                value += np.int64(problem.weight[MY_POWER + side]) * np.int64(o.power)
            if np.int64(o.types) & TYPE_LAND:
                value += np.int64(problem.weight[MY_LANDS + side])
    return value


# ---------------------------------------------------------------- the table


@leaf
def _place_of(table, key):
    """Where a key lies in the table; -1: nowhere."""
    first = np.int64(np.uint64(key) & np.uint64(len(table) - BUCKET))
    for k in range(BUCKET):
        if table[first + k].key == key and table[first + k].least <= table[first + k].most:
            return first + k
    return np.int64(-1)


@kernel
def _store(table: Places, level: Level, nodes: int) -> None:
    """Keep what a finished position was found to be; of two others in its bucket the one with less work goes."""
    key = np.int64(level.key)
    at = np.int64(_place_of(table, key))
    work = min(np.int64(nodes) - np.int64(level.begun), 1 << 30)
    if at < 0:
        at = np.int64(np.uint64(key) & np.uint64(len(table) - BUCKET))
        for k in range(1, BUCKET):
            t = table[at]
            other = table[at + k]
            if t.least <= t.most and (other.least > other.most or other.work < t.work):
                at += k
        table[at].key = key
        table[at].least = -BEYOND
        table[at].most = BEYOND
        table[at].work = 0
        table[at].best = level.best
    t = table[at]
    if level.value > level.from_alpha:           # else it was shown only to be no better
        t.least = max(np.int64(t.least), np.int64(level.value))
    if level.value < level.from_beta:
        t.most = min(np.int64(t.most), np.int64(level.value))
    if (level.value > level.from_alpha) if level.mine else (level.value < level.from_beta):
        t.best = level.best
    t.work = max(np.int64(t.work), work)


# ---------------------------------------------------------------- search


@leaf
def _slot(game, action):
    """Where an answer lies in the table of what proved good before."""
    h = mix(np.uint64(np.int64(action.kind) | (np.int64(action.obj) << 8) | (np.int64(game.decision) << 24)
                      | ((np.int64(action.value) & 0xFF) << 32) | (np.int64(game.to_act) << 40)))
    return np.int64(h & np.uint64(HISTORY - 1))


@kernel
def _eager(game: Game, action: Action) -> int:
    """Which answers are tried first where nothing is known: to do something, and to the other player."""
    if action.kind == ActionKind.PICK_PLAYER:
        return 3 if action.value != game.to_act else -1
    if action.kind == ActionKind.PICK and action.obj != ABSENT:
        return 2 if game.object[action.obj].controller != game.to_act else 1
    if action.kind == ActionKind.CAST or action.kind == ActionKind.YES:
        return 2
    if action.kind == ActionKind.ACTIVATE or action.kind == ActionKind.PLAY_LAND:
        return 1
    return 0


@kernel
def _order(game: Game, actions: Actions, n: int, first: int, history: Ints, order: Ints, score: Ints) -> int:
    """Fill `order` with the answers, the most promising first; returns how many. PASS_UNTIL is a row of passes."""
    m = 0
    for k in range(n):
        if actions[k].kind == ActionKind.PASS_UNTIL:
            continue
        s = (np.int64(history[_slot(game, actions[k])]) << 3) + np.int64(_eager(game, actions[k]))
        if k == first:
            s = np.int64(1) << 60
        at = m
        while at > 0 and score[at - 1] < s:
            score[at] = score[at - 1]
            order[at] = order[at - 1]
            at -= 1
        score[at] = s
        order[at] = k
        m += 1
    return m


@kernel
def _enter(game: Game, level: Level, problem: Problem, table: Places, alpha: int, beta: int, nodes: int) -> bool:
    """Begin a position; whether the table answers it, with its value in `level.value`."""
    level.key = position_key(game)
    level.at = 0
    level.alpha = alpha
    level.beta = beta
    level.from_alpha = alpha
    level.from_beta = beta
    level.best = -1
    level.begun = nodes
    level.mine = 1 if game.to_act == problem.seat else 0
    level.value = -BEYOND if level.mine else BEYOND
    at = np.int64(_place_of(table, np.int64(level.key)))
    if at < 0:
        return False
    t = table[at]
    level.best = t.best
    if t.least >= beta or t.least == t.most:
        level.value = t.least
        return True
    if t.most <= alpha:
        level.value = t.most
        return True
    return False


@leaf
def _take(level, value):
    """Take the value of an answer into the position where it was given; whether the rest need not be looked at."""
    if level.mine:
        if value > level.value:
            level.value = value
            level.best = level.at
        level.alpha = max(np.int64(level.alpha), np.int64(level.value))
    else:
        if value < level.value:
            level.value = value
            level.best = level.at
        level.beta = min(np.int64(level.beta), np.int64(level.value))
    return level.alpha >= level.beta


@kernel
def search(games: Games, rules: Rules, lists: Actions, order: Ints, levels: Levels, table: Places, history: Ints,
           problem: Problem, alpha: int, beta: int, report: Ints) -> int:
    """Value of the decision pending in `games[0]`, exact between `alpha` and `beta`, else a bound beyond them.

    games (MAX_DEPTH + 1,), lists and order ((MAX_DEPTH + 1) * MAX_ACTIONS,), levels (MAX_DEPTH + 1,): one of each a
    decision. What was cut off counts as UNKNOWN and is counted in `report`; the value is then a lower bound only.
    """
    score = np.empty(MAX_ACTIONS, np.int64)
    d = 0
    value = np.int64(0)
    levels[0].n = list_actions(games[0], rules, lists[:MAX_ACTIONS])
    begins = True
    while True:
        level = levels[d]
        game = games[d]
        if begins:
            begins = False
            report[NODES] += 1
            report[DEEPEST] = max(report[DEEPEST], d)
            if _enter(game, level, problem, table, alpha, beta, report[NODES]):
                report[HITS] += 1
                done = True
            elif report[NODES] > problem.most_nodes or d == MAX_DEPTH - 1:
                report[CUT_DEPTH if d == MAX_DEPTH - 1 else CUT_NODES] += 1
                level.value = UNKNOWN
                done = True
            else:
                here = lists[d * MAX_ACTIONS:(d + 1) * MAX_ACTIONS]
                level.n = _order(game, here, np.int64(level.n), np.int64(level.best), history,
                                 order[d * MAX_ACTIONS:(d + 1) * MAX_ACTIONS], score)
                level.best = -1
                done = False
        else:
            if _take(level, value) or level.at == level.n:
                k = np.int64(level.best)
                if k >= 0:
                    level.best = order[d * MAX_ACTIONS + k - 1]
                    if level.alpha >= level.beta:
                        history[_slot(game, lists[d * MAX_ACTIONS + np.int64(level.best)])] += 1
                _store(table, level, report[NODES])
                done = True
            else:
                done = False
        if done:
            value = np.int64(level.value)
            if d == 0:
                return value
            d -= 1
            continue
        k = order[d * MAX_ACTIONS + np.int64(level.at)]
        level.at += 1
        child = games[d + 1]
        games[d + 1] = games[d]
        apply(child, rules, lists[d * MAX_ACTIONS + k])
        n = within(child, rules, lists[(d + 1) * MAX_ACTIONS:(d + 2) * MAX_ACTIONS], np.int64(problem.last_turn))
        if child.end == End.CAPACITY or child.end == End.TURN_LIMIT or child.end == End.DECISION_LIMIT:
            report[CUT_FULL] += 1
            value = np.int64(UNKNOWN)
        elif _is_chance(game, child, problem):
            report[CUT_CHANCE] += 1
            value = np.int64(UNKNOWN)
        elif n == 0:
            value = np.int64(_worth(child, problem))
        else:
            alpha = np.int64(level.alpha)
            beta = np.int64(level.beta)
            levels[d + 1].n = n
            d += 1
            begins = True


@entry
def solve_position(games: Games, rules: RulesArray, lists: Actions, order: Ints, levels: Levels, table: Places,
                   history: Ints, problems: Problems, alpha: int, beta: int, report: Ints) -> int:
    """`search`, from Python."""
    return search(games, rules[0], lists, order, levels, table, history, problems[0], alpha, beta, report)


@entry
def go_on(games: Games, i: int, rules: RulesArray, actions: Actions, k: int, problems: Problems) -> int:
    """Give answer `k` (-1: none) in game `i` and run on within the horizon; returns the number of answers."""
    if k >= 0:
        apply(games[i], rules[0], actions[k])
    return within(games[i], rules[0], actions, np.int64(problems[0].last_turn))


@entry
def reopen(games: Games, i: int, rules: RulesArray, actions: Actions, problems: Problems) -> int:
    """List the pending decision of game `i` anew, after its policy changed, and run on if it has one answer."""
    n = list_actions(games[i], rules[0], actions)
    if n == 1:
        apply(games[i], rules[0], actions[0])
        return within(games[i], rules[0], actions, np.int64(problems[0].last_turn))
    return n


@entry
def worth(games: Games, i: int, problems: Problems) -> int:
    """What game `i`, at the horizon or over, is worth (`_worth`)."""
    return _worth(games[i], problems[0])


@entry
def key_of(games: Games, i: int) -> int:
    """The key of game `i` (`position_key`)."""
    return position_key(games[i])


@entry
def chance_between(games: Games, i: int, j: int, problems: Problems) -> bool:
    """Whether chance lies between game `i` and what it became, game `j`."""
    return _is_chance(games[i], games[j], problems[0])
