"""Random games with a check at every decision, compiled: what the tests of this folder call.

Only `sim` and the random players are imported, so that the checked and the plain mode have
little to prepare. The answer to decision d of a game of seed s is a hash of (s, d): a player needs no memory.
"""
from __future__ import annotations

import numpy as np

from agents.manners import answer
from sim.decide import list_actions
from sim.invariants import Broken, find_broken, find_lost
from sim.jit import entry, kernel, leaf
from sim.layers import refresh
from sim.layout import Actions, Cards, Game, Games, Ints, Rules, RulesArray
from sim.mana import count_available
from sim.permission import is_sorcery_time
from sim.play import start
from sim.rng import combine
from sim.step import advance, apply
from sim.terms import (
    ABSENT,
    ASK_EVERY_PRIORITY,
    ActionKind,
    Decision,
    End,
    Quiet,
    Zone,
)
from sim.transitions import find_broken_step

LONGEST = 4000               # decisions of a game that are looked at: some abilities cost nothing
REPORT = 8                   # numbers of a report: see `conserve`, `check_lists`
_S33 = np.uint64(33)


@leaf
def _stir(h, value):
    return combine(np.uint64(h), np.uint64(np.int64(value) & 0xFFFFFFFF))


@entry
def begin(games: Games, i: int, rules: RulesArray, cards_0: Cards, cards_1: Cards, seed: int, starter: int) -> None:
    """Deal game `i`; nothing is asked yet."""
    start(games[i], rules[0], cards_0, cards_1, seed, starter)


@entry
def play_on(games: Games, i: int, rules: RulesArray, seed: int, most: int, so_far: int, actions: Actions) -> int:
    """Answer at most `most` decisions of game `i` at random; returns a hash of all that was asked and answered.

    It covers decision, answers listed, and kind, card and value of the answer; so_far: the hash up to now.
    """
    game = games[i]
    h = np.uint64(so_far)
    n = advance(game, rules[0], actions)
    for _ in range(most):
        if n == 0:
            break
        action = actions[answer(game, actions, n, seed)]
        h = _stir(h, game.decision)
        h = _stir(h, n)
        h = _stir(h, action.kind)
        h = _stir(h, action.card)
        h = _stir(h, action.value)
        apply(game, rules[0], action)
        n = advance(game, rules[0], actions)
    if n == 0:
        h = _stir(h, game.end)
        h = _stir(h, game.winner)
        h = _stir(h, game.turn)
    return np.int64(h)


# ---------------------------------------------------------------- conservation

@kernel
def _what_is_broken(game: Game, rules: Rules, cards_0: Cards, cards_1: Cards) -> int:
    wrong = find_broken(game, rules)
    if wrong == 0 and find_lost(game, cards_0, cards_1) >= 0:
        return Broken.LOST
    return wrong


@entry
def broken(games: Games, i: int, rules: RulesArray, cards_0: Cards, cards_1: Cards) -> int:
    """What is wrong with game `i` (`Broken`), its decks included."""
    return _what_is_broken(games[i], rules[0], cards_0, cards_1)


@entry
def broken_step(games: Games, actions: Actions) -> int:
    """What cannot have come of `actions[0]` in game 0 and led to game 1 (`Broken`)."""
    return find_broken_step(games[0], games[1], actions[0])


@entry
def conserve(games: Games, rules: RulesArray, cards_0: Cards, cards_1: Cards, first_seed: int, n_games: int,
             every: int, actions: Actions, report: Ints) -> int:
    """Play random games; look for what cannot be at every `every`-th decision and at the end of each.

    Returns the first `Broken` (the game stays in `games[0]`), 0: none. report: games, decisions, positions
    looked at, seed and decision of the fault, and games that ended for no result.
    """
    game = games[0]
    for s in range(n_games):
        seed = first_seed + s
        start(game, rules[0], cards_0, cards_1, seed, -1)
        n = advance(game, rules[0], actions)
        d = 0
        while True:
            if n == 0 or d % every == 0:
                report[2] += 1
                wrong = _what_is_broken(game, rules[0], cards_0, cards_1)
                if wrong == 0 and n == 0 and game.end == End.PLAYING:
                    wrong = np.int64(Broken.DECISION)
                if wrong:
                    report[3] = seed
                    report[4] = d
                    return wrong
            if n == 0:
                break
            apply(game, rules[0], actions[answer(game, actions, n, seed)])
            n = advance(game, rules[0], actions)
            d += 1
        report[0] += 1
        report[1] += d
        if game.end == End.CAPACITY:
            report[5] += 1
        elif game.end == End.TURN_LIMIT or game.end == End.DECISION_LIMIT:
            report[6] += 1
    return 0


# ---------------------------------------------------------------- lists of actions

@leaf
def _same_question(game, a, b):
    """Whether two answers are the same, or name cards of one hidden zone that nobody can tell apart."""
    if a.kind != b.kind or a.value != b.value:
        return False
    if a.obj == b.obj:
        return True
    if a.obj == ABSENT or b.obj == ABSENT or a.card != b.card:
        return False
    x, y = game.object[a.obj], game.object[b.obj]
    return x.zone == Zone.HAND and y.zone == Zone.HAND and x.owner == y.owner and x.known == y.known


@kernel
def _wrong_list(game: Game, rules: Rules, actions: Actions, n: int, again: Actions) -> int:
    """1 too few, 2 the same twice, 3 PASS is not first, 4 another list when asked again, 5 not the object's card."""
    if n < 2 and not (game.decision == Decision.PRIORITY and game.policy & ASK_EVERY_PRIORITY):
        return 1
    for j in range(n):
        a = actions[j]
        if a.obj != ABSENT and (a.obj >= game.n_objects or a.card != game.object[a.obj].card):
            return 5
        if (a.kind == ActionKind.PASS) != (j == 0 and game.decision == Decision.PRIORITY):
            return 3
        for k in range(j):
            if _same_question(game, actions[k], a) and game.decision != Decision.TRIGGER_ORDER:
                return 2
    if list_actions(game, rules, again) != n:
        return 4
    for j in range(n):
        a, b = actions[j], again[j]
        if a.kind != b.kind or a.obj != b.obj or a.value != b.value or a.card != b.card:
            return 4
    return 0


@kernel
def _stale_memory(games: Games, rules: Rules, actions: Actions, n: int, again: Actions) -> int:
    """What `games[0]` remembers and a fresh look does not find: 10 layers, 11 mana, 12 nothing to do, 13 answers."""
    game, fresh = games[0], games[1]
    seat = np.int64(game.to_act)
    quiet = game.player[seat].quiet
    if (game.decision == Decision.PRIORITY and n > 1 and game.policy & ASK_EVERY_PRIORITY
            and (quiet == Quiet.ENTIRELY or (quiet > Quiet.NO and not is_sorcery_time(game, seat)))):
        return 12
    games[1] = games[0]
    fresh.layers_stale = 1
    refresh(fresh, rules)
    if game.layers_stale == 0:
        for k in range(game.n_battlefield):
            a, b = game.object[game.battlefield[k]], fresh.object[game.battlefield[k]]
            if (a.power != b.power or a.toughness != b.toughness or a.types != b.types or a.colours != b.colours
                    or a.keywords != b.keywords or a.subs[0] != b.subs[0] or a.subs[1] != b.subs[1]):
                return 10
        if game.listens != fresh.listens or game.types_seen != fresh.types_seen:
            return 10
    for side in range(2):
        p, q = game.player[side], fresh.player[side]
        count_available(fresh, rules, side)
        if p.avail_ready and game.layers_stale == 0:
            if p.total_mana != q.total_mana or p.n_masks != q.n_masks:
                return 11
            for k in range(p.n_masks):
                if p.mask[k] != q.mask[k] or p.units[k] != q.units[k]:
                    return 11
        q.avail_ready = 0
        q.quiet = 0
    if list_actions(fresh, rules, again) != n:
        return 13
    for j in range(n):
        if actions[j].kind != again[j].kind or actions[j].obj != again[j].obj or actions[j].value != again[j].value:
            return 13
    return 0


@entry
def check_lists(games: Games, rules: RulesArray, cards_0: Cards, cards_1: Cards, first_seed: int, n_games: int,
                actions: Actions, again: Actions, report: Ints) -> int:
    """Play random games and check the list of every decision, and all that the engine remembers, against a fresh look.

    Returns what is wrong (`_wrong_list`, `_stale_memory`), 0: nothing. report: lists, seed and decision of the fault.
    """
    game = games[0]
    for s in range(n_games):
        seed = first_seed + s
        start(game, rules[0], cards_0, cards_1, seed, -1)
        n = advance(game, rules[0], actions)
        while n > 0 and game.decisions < LONGEST:
            report[0] += 1
            wrong = _wrong_list(game, rules[0], actions, n, again)
            if wrong == 0:
                wrong = _stale_memory(games, rules[0], actions, n, again)
            if wrong:
                report[1] = seed
                report[2] = game.decisions
                return wrong
            apply(game, rules[0], actions[answer(game, actions, n, seed)])
            n = advance(game, rules[0], actions)
    return 0


# ---------------------------------------------------------------- priorities passed over

@entry
def play_asked(games: Games, i: int, rules: RulesArray, seed: int, actions: Actions) -> int:
    """Play game `i` to its end, whatever its policy asks; returns a hash of the decisions that matter.

    A priority with nothing but passing is passed and not counted; PASS_UNTIL is never chosen; of targets always the
    first, since look-alikes are merged under some policies only. So the hash must not depend on the policy.
    """
    game = games[i]
    h = np.uint64(0)
    d = 0
    n = advance(game, rules[0], actions)
    while n > 0:
        first = 0                       # answers from here on are chosen among
        if game.decision == Decision.PRIORITY and n > 1 and actions[1].kind == ActionKind.PASS_UNTIL:
            actions[1] = actions[0]
            first = 1
        k = first
        if game.decision != Decision.TARGET and n - first > 1:
            k += np.int64((combine(np.uint64(seed), np.uint64(d)) >> _S33) % np.uint64(n - first))
            d += 1
            h = _stir(h, game.decision)
            h = _stir(h, n - first)
            h = _stir(h, actions[k].kind)
            h = _stir(h, actions[k].card)
            h = _stir(h, actions[k].value)
        apply(game, rules[0], actions[k])
        n = advance(game, rules[0], actions)
    h = _stir(h, game.turn)
    return np.int64(_stir(h, game.winner))
