"""Compiled loops of `splicelab fuzz`: random play with every check at every decision.

A fault comes back as one number (`fault_name`): a `Broken`, or one of the two kinds of dead end.
"""
from __future__ import annotations

import numpy as np

from agents.heuristic import choose_heuristic
from agents.manners import answer
from sim.announcing import Stage
from sim.decide import list_actions
from sim.invariants import Broken, find_broken, find_changed
from sim.jit import entry, kernel, leaf
from sim.layout import Action, Actions, Cards, Floats, Game, Games, Ints, Rules, RulesArray
from sim.limits import MAX_ACTIONS, MAX_EFFECTS, MAX_STACK
from sim.observe import determinize, information_key
from sim.play import start
from sim.step import advance, apply
from sim.terms import ActionKind, Decision, End, ItemKind
from sim.transitions import find_broken_step

MAX_DEPTH = 40               # decisions of one cast; the deepest seen is 14
GAME_AT, BEFORE, BEGUN, OTHER = range(MAX_DEPTH + 1, MAX_DEPTH + 5)      # rows of `games` after those of `explore`
ROWS = MAX_DEPTH + 5
LONGEST = 4000               # decisions of a game whose casts are explored: some abilities cost nothing
SPARE = 6                    # places of a table that a cast may need
REPORT = 8                   # numbers of a report: see `explore_games`, `fuzz_games`
NO_ROOM, NO_ANSWER, NO_END = 101, 102, 199       # of a cast: a table was full, nothing to answer, too long


@leaf
def _is_open(game, depth, obj, kind):
    """Whether the cast or activation of `obj`, item number `depth` - 1 of the stack, is still being announced."""
    item = game.stack[depth - 1]
    return (game.end == End.PLAYING and game.casting.stage != Stage.NONE and game.n_stack == depth
            and item.obj == obj and item.kind == kind)


@leaf
def _is_root(game, action):
    """Whether answering begins a cast or activation, or goes on with targets of a trigger."""
    if game.decision == Decision.PRIORITY:
        return action.kind == ActionKind.CAST or action.kind == ActionKind.ACTIVATE
    return game.casting.stage != Stage.NONE and game.stack[game.n_stack - 1].kind == ItemKind.TRIGGERED


@kernel
def _is_bad_end(game: Game, rules: Rules, n: int) -> int:
    """What is wrong where a cast was completed."""
    if game.end == End.CAPACITY:
        return NO_ROOM
    if n == 0 and game.end == End.PLAYING:
        return NO_ANSWER
    return find_broken(game, rules)


@kernel
def explore(games: Games, rules: Rules, root: Action, most: int, lists: Actions, report: Ints) -> int:
    """Complete the cast that `root` begins in `games[0]` in every way, up to `most` partial casts.

    games[1:], lists (MAX_DEPTH * MAX_ACTIONS): one of each a decision. Returns 0, or what is wrong (`_is_bad_end`;
    NO_END: longer than MAX_DEPTH), with the position that is wrong in the deepest game written. report[0]: partial
    casts, report[1]: casts completed, report[2]: 1 if `most` stopped it, report[3]: depth reached.
    """
    begun = games[1]
    games[1] = games[0]
    depth = np.int64(begun.n_stack)
    if begun.decision == Decision.PRIORITY:
        depth += 1
    apply(begun, rules, root)
    if begun.n_stack < depth:
        return NO_ROOM if begun.end == End.CAPACITY else 0
    obj = begun.stack[depth - 1].obj
    kind = begun.stack[depth - 1].kind
    at = np.zeros(MAX_DEPTH + 1, np.int64)
    count = np.zeros(MAX_DEPTH + 1, np.int64)
    d = 1
    partial = 0
    count[1] = advance(begun, rules, lists[MAX_ACTIONS:2 * MAX_ACTIONS])
    while d > 0:
        game = games[d]
        if at[d] == 0:                  # seen for the first time
            report[3] = max(report[3], d)
            if not _is_open(game, depth, obj, kind):
                report[1] += 1
                wrong = _is_bad_end(game, rules, count[d])
                if wrong:
                    report[4] = d
                    return wrong
                d -= 1
                continue
            partial += 1
            report[0] += 1
            if d + 1 >= MAX_DEPTH and (game.decision == Decision.MANA or game.decision == Decision.COLOUR):
                report[2] = 1           # mana for mana: as often as the player likes
                d -= 1
                continue
            if count[d] == 0 or d + 1 >= MAX_DEPTH:
                report[4] = d
                return NO_ANSWER if count[d] == 0 else NO_END
        if at[d] == count[d]:
            d -= 1
            continue
        k = at[d]
        at[d] += 1
        if partial >= most and k > 0 and k + 1 < count[d]:
            report[2] = 1               # from here on only the first and the last way at each decision
            continue
        games[d + 1] = games[d]
        apply(games[d + 1], rules, lists[d * MAX_ACTIONS + k])
        at[d + 1] = 0
        count[d + 1] = advance(games[d + 1], rules, lists[(d + 1) * MAX_ACTIONS:(d + 2) * MAX_ACTIONS])
        d += 1
    return 0


@leaf
def _has_room(game):
    """Whether no cast from here can fill a table."""
    return game.n_stack < MAX_STACK - SPARE and game.n_effects < MAX_EFFECTS - SPARE


@entry
def explore_games(games: Games, rules: RulesArray, cards_0: Cards, cards_1: Cards, first_seed: int, n_games: int,
                  every: int, most: int, actions: Actions, lists: Actions, report: Ints) -> int:
    """Play random games and complete in every way each cast that is possible at every `every`-th decision.

    games (MAX_DEPTH + 2,): the game last, the others for `explore`. Returns what is wrong, 0: nothing; report as
    `explore`, then [4] depth, [5] seed and [6] decision of the fault, [7] casts begun.
    """
    game = games[MAX_DEPTH + 1]
    for s in range(n_games):
        seed = first_seed + s
        start(game, rules[0], cards_0, cards_1, seed, -1)
        n = advance(game, rules[0], actions)
        while n > 0 and game.decisions < LONGEST:
            if game.decisions % every == 0:
                for k in range(n):
                    if _has_room(game) and _is_root(game, actions[k]):
                        games[0] = games[MAX_DEPTH + 1]
                        report[7] += 1
                        wrong = explore(games, rules[0], actions[k], most, lists, report)
                        if wrong:
                            report[5] = seed
                            report[6] = game.decisions
                            return wrong
            apply(game, rules[0], actions[answer(game, actions, n, seed)])
            n = advance(game, rules[0], actions)
    return 0


# ---------------------------------------------------------------- whole games

@kernel
def _depends_on_hidden(games: Games, rules: Rules, actions: Actions, n: int, again: Actions, seed: int) -> bool:
    """Whether the player to act knows or may do something else in another world that looks the same."""
    game, other = games[GAME_AT], games[OTHER]
    seat = np.int64(game.to_act)
    games[OTHER] = games[GAME_AT]
    determinize(other, rules, seat, seed)
    if information_key(other, rules, seat) != information_key(game, rules, seat):
        return True
    if list_actions(other, rules, again) != n:
        return True
    for k in range(n):
        if actions[k].kind != again[k].kind or actions[k].value != again[k].value or actions[k].obj != again[k].obj:
            return True
    return False


@kernel
def _choose(game: Game, rules: Rules, actions: Actions, n: int, seed: int, scores: Floats) -> int:
    """Index of an answer: of the heuristic for both seats in one game of eight, for one seat in another."""
    manner = (seed >> 2) & 7
    if manner == 0 or (manner == 1 and game.to_act == 0):
        return choose_heuristic(game, rules, actions, n, scores)
    return answer(game, actions, n, seed)


@kernel
def _play_on(games: Games, rules: Rules, seed: int, most: int, every: int, partial: int, actions: Actions,
             again: Actions, lists: Actions, scores: Floats, report: Ints) -> int:
    """Play `games[GAME_AT]` on for at most `most` decisions, and check it; returns the fault, 0: none.

    every: casts are completed in every way, and hidden cards are dealt anew, at every so many decisions; partial:
    the most partial casts of one cast. report[1]: decisions, report[2], [3]: casts completed, partial casts,
    report[4]: answers of the cast up to the fault.
    """
    game, before = games[GAME_AT], games[BEFORE]
    found = np.zeros(REPORT, np.int64)
    n = advance(game, rules, actions)
    games[BEGUN] = games[GAME_AT]
    for d in range(most + 1):
        wrong = np.int64(find_broken(game, rules))
        if wrong == 0 and find_changed(game, games[BEGUN]) >= 0:
            wrong = np.int64(Broken.LOST)
        if wrong == 0 and n == 0 and game.end == End.PLAYING:
            wrong = np.int64(NO_ANSWER)
        if wrong or n == 0 or d == most:
            return wrong
        report[1] += 1
        if (seed + d) % every == 0:
            if _depends_on_hidden(games, rules, actions, n, again, seed + d):
                return Broken.INFORMATION
            for k in range(n):
                if _has_room(game) and _is_root(game, actions[k]):
                    games[0] = games[GAME_AT]
                    found[:] = 0
                    wrong = np.int64(explore(games, rules, actions[k], partial, lists, found))
                    report[2] += found[1]
                    report[3] += found[0]
                    if wrong:
                        report[4] = found[4]
                        return wrong
        games[BEFORE] = games[GAME_AT]
        k = _choose(game, rules, actions, n, seed, scores)
        if k < 0 or k >= n:
            return NO_ANSWER
        again[0] = actions[k]
        apply(game, rules, again[0])
        n = advance(game, rules, actions)
        if game.end == End.CAPACITY:             # stopped in the midst of something; counted among the ends
            return 0
        wrong = np.int64(find_broken_step(before, game, again[0]))
        if wrong:
            return wrong
    return 0


@entry
def fuzz_game(games: Games, rules: RulesArray, cards_0: Cards, cards_1: Cards, seed: int, most: int, every: int,
              partial: int, actions: Actions, again: Actions, lists: Actions, scores: Floats, report: Ints) -> int:
    """Deal a game and play it as `_play_on` does. games (ROWS,), lists (MAX_DEPTH * MAX_ACTIONS,), scores (SCORES,)."""
    start(games[GAME_AT], rules[0], cards_0, cards_1, seed, -1)
    return _play_on(games, rules[0], seed, most, every, partial, actions, again, lists, scores, report)


@entry
def fuzz_position(games: Games, rules: RulesArray, seed: int, most: int, every: int, partial: int, actions: Actions,
                  again: Actions, lists: Actions, scores: Floats, report: Ints) -> int:
    """Play on from the position in `games[GAME_AT]`."""
    return _play_on(games, rules[0], seed, most, every, partial, actions, again, lists, scores, report)


def fault_name(number: int) -> str:
    """What a fault is called."""
    other = {NO_ROOM: "NO_ROOM", NO_ANSWER: "NO_ANSWER", NO_END: "NO_END"}
    return other.get(number) or Broken(number).name
