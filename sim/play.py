"""What Python calls: make games, start them, ask and answer, set up tables (floor 10).

Everything takes an array of games and an index, since passing one record into compiled
code costs ten times as much. `rules` is the (1,) RULES array of a pool.
"""
from __future__ import annotations

import numpy as np

from sim.decide import list_actions
from sim.jit import entry, kernel, leaf, progress
from sim.layers import forget_statements, refresh
from sim.layout import ACTION, GAME, Actions, Cards, Game, Games, Rules, RulesArray
from sim.limits import MAX_ACTIONS, MAX_LIBRARY
from sim.moving import draw
from sim.rng import below, combine
from sim.step import advance, apply
from sim.terms import ABSENT, Decision, End, Step, Zone
from sim.turn import HAND_SIZE
from sim.zones import clear_status, list_add, new_object, stop_game

STARTING_LIFE = 20
RANDOM_STARTER = -1          # a random seat is asked to play or draw


def new_games(n: int) -> np.ndarray:
    """Blank games, shape (n,) GAME."""
    return np.zeros(n, GAME)


def new_actions() -> np.ndarray:
    """Room for the answers to one decision, shape (MAX_ACTIONS,) ACTION."""
    return np.zeros(MAX_ACTIONS, ACTION)


def asked(seat: int) -> int:
    """The `starter` of a game before which this seat is asked to play or draw."""
    return RANDOM_STARTER - 1 - seat


@kernel
def blank(game: Game, seed: int) -> None:
    """Make a game record a table with nothing on it; `seed` starts its generator."""
    policy = game.policy
    game.rng = np.uint64(seed)
    game.policy = policy
    game.decision = Decision.NONE
    game.to_act = 0
    game.end = End.PLAYING
    game.winner = -1
    game.turn = 0
    game.active = 0
    game.step = Step.OPENING
    game.step_begun = 0
    game.priority = 0
    game.passes = 0
    game.starter = 0
    game.extra_turns = 0
    game.out_of_order = 0
    game.stamp = 0
    game.n_objects = 0
    game.layers_stale = 1
    game.floating = 1
    game.listens = 0
    game.exile_listens = 0
    game.event_it = ABSENT
    game.event_serial = 0
    game.unpreventable = 0
    game.n_deaths = 0
    game.n_wounds = 0
    game.n_found = 0
    game.n_epics = 0
    game.unchecked = 1
    game.cleanup_priority = 0
    game.combat_at = 0
    game.n_battlefield = 0
    game.n_exile = 0
    game.n_stack = 0
    game.n_gone = 0
    game.aims_at_abilities = 0
    game.n_pending = 0
    game.n_effects = 0
    game.n_delayed = 0
    game.n_frames = 0
    game.n_owed = 0
    game.n_unpaid = 0
    game.asks_unpaid = 0
    game.n_noted = 0
    game.mana_x = 0
    game.noted_colour = 0
    game.colours_spent = 0
    game.colourless_spent = 0
    game.choice.n_aside = 0
    game.n_same = 0
    game.offered = ABSENT
    game.elsewhere = 0
    game.entering_counters = 0
    game.entering_as = 0
    game.entering_chosen = 0
    game.entering_cast = 0
    game.entering_options = 0
    game.on_adventure = 0
    game.traits_seen = 0
    game.control_moved = 0
    forget_statements(game)
    game.retexted = 0
    game.casting.stage = 0
    game.casting.n_items = 0
    game.casting.n_made = 0
    game.casting.picked = ABSENT
    game.casting.n_paid = 0
    game.decisions = 0
    for k in range(len(game.opening_hand)):
        game.opening_hand[k] = 0
        game.came_to_hand[k] = 0
    game.choice.n_chosen = 0
    game.choice.n_candidates = 0
    game.choice.attention = ABSENT
    for seat in range(2):
        p = game.player[seat]
        p.life = STARTING_LIFE
        p.poison = 0
        for k in range(len(p.pool)):
            p.pool[k] = 0
        p.n_hand = 0
        p.n_library = 0
        p.n_graveyard = 0
        p.lands_played = 0
        p.types_cast = 0
        p.colours_cast = 0
        p.hexproof_from = 0
        p.uncounterable = 0
        p.flashes = 0
        p.hurt = 0
        p.skips_untap = 0
        p.instead = 0
        p.declined = 0
        p.sheltering = 0
        p.lost_permanent = 0
        p.buried = 0
        p.legendary_mana = 0
        p.further_mana = 0
        p.no_more_spells = 0
        p.turn_began = 1
        p.mulligans = 0
        p.kept = 0
        p.drew_from_empty = 0
        p.passed_until = 0
        p.quiet = 0
        p.n_cast = 0
        p.life_lost = 0
        p.drawn = 0
        p.avail_ready = 0
        p.n_splices = 0
        p.splice_mana = 0
        p.n_casts = 0


@leaf
def _deal(game, rules, cards, seat, seed):
    """Put a deck into a library, its slots permuted by a stream of (seed, seat).

    What follows an entry ABSENT is the sideboard, for a deck that looks outside the game.
    """
    game.rng = combine(seed, 2 + seat)
    p = game.player[seat]
    outside = False
    for k in range(len(cards)):
        if cards[k] == ABSENT:
            outside = True
            continue
        obj = new_object(game, rules, np.int64(cards[k]), seat)
        if obj == ABSENT or (k >= MAX_LIBRARY and not outside):
            stop_game(game, End.CAPACITY, -1)
            return
        if outside:
            game.object[obj].zone = Zone.OUTSIDE
            game.object[obj].known = 3
        else:
            list_add(game, obj, Zone.LIBRARY, 0)
    for i in range(p.n_library - 1, 0, -1):
        j = below(game, i + 1)
        a = p.library[i]
        p.library[i] = p.library[j]
        p.library[j] = a


@kernel
def start(game: Game, rules: Rules, cards_0: Cards, cards_1: Cards, seed: int, starter: int) -> None:
    """Shuffle both decks and draw opening hands (103.3, 103.5).

    The deal belongs to the seats: seat s shuffles its slots by a stream of (seed, s),
    whatever lies in them, so two lists that differ in one slot see the same order.
    starter: seat that plays first, or RANDOM_STARTER, or `asked(seat)`: that seat is asked to play or draw,
    and hands are drawn afterwards (103.1 comes before 103.5).
    """
    blank(game, 0)
    _deal(game, rules, cards_0, 0, np.uint64(seed))
    _deal(game, rules, cards_1, 1, np.uint64(seed))
    game.rng = combine(np.uint64(seed), 1)
    if starter <= RANDOM_STARTER:
        chooser = below(game, 2) if starter == RANDOM_STARTER else RANDOM_STARTER - 1 - starter
        game.active = chooser
        game.starter = chooser
        game.to_act = chooser
        game.decision = Decision.PLAY_DRAW
    else:
        game.active = starter
        game.starter = starter
        for seat in range(2):
            draw(game, rules, seat, HAND_SIZE)


@entry
def start_game(games: Games, i: int, rules: RulesArray, cards_0: Cards, cards_1: Cards, seed: int, starter: int,
               actions: Actions) -> int:
    """Begin game `i` and run to its first decision; returns the number of answers listed in `actions`."""
    start(games[i], rules[0], cards_0, cards_1, seed, starter)
    return advance(games[i], rules[0], actions)


@entry
def legal_actions(games: Games, i: int, rules: RulesArray, actions: Actions) -> int:
    """List the answers to the pending decision of game `i`; 0: the game is over."""
    return list_actions(games[i], rules[0], actions)


@entry
def apply_action(games: Games, i: int, rules: RulesArray, actions: Actions, k: int) -> int:
    """Answer with `actions[k]` and run to the next decision, whose answers are listed; returns how many."""
    apply(games[i], rules[0], actions[k])
    return advance(games[i], rules[0], actions)


@entry
def blank_table(games: Games, i: int, rules: RulesArray, seed: int) -> None:
    """An empty table: 20 life each, nothing anywhere. `policy` stays."""
    blank(games[i], seed)


@entry
def place(games: Games, i: int, rules: RulesArray, card: int, owner: int, controller: int, zone: int) -> int:
    """Put a new object straight into a zone, with no event; returns its index.

    Libraries are filled from the bottom. A hand or library card is known to its owner
    only in the hand; public zones are known to both.
    """
    game = games[i]
    obj = new_object(game, rules[0], card, owner)
    o = game.object[obj]
    clear_status(game, obj)
    o.controller = controller
    o.base_controller = controller
    o.since = 0
    o.known = 1 << owner if zone == Zone.HAND else 0 if zone == Zone.LIBRARY else 3
    list_add(game, obj, zone, 0)
    game.layers_stale = 1
    return obj


@entry
def begin_at(games: Games, i: int, rules: RulesArray, step: int, active: int, turn: int, actions: Actions) -> int:
    """Start a table in a step: the active player has priority, nothing happened this turn.

    Returns the number of answers listed.
    """
    game = games[i]
    game.turn = turn
    game.active = active
    game.starter = active
    game.player[active].turn_began = turn
    game.player[1 - active].turn_began = turn - 1
    game.step = step
    game.priority = active
    game.passes = 0
    game.step_begun = 1
    if step == Step.ATTACKERS or step == Step.BLOCKERS:
        game.step_begun = 0
    game.unchecked = 1
    game.layers_stale = 1
    refresh(game, rules[0])
    return advance(game, rules[0], actions)


@entry
def start_opening(games: Games, i: int, rules: RulesArray, active: int, actions: Actions) -> int:
    """Draw opening hands from the libraries as they lie; mulligan decisions follow (103.5)."""
    game = games[i]
    game.active = active
    game.starter = active
    game.step = Step.OPENING
    for seat in range(2):
        draw(game, rules[0], seat, HAND_SIZE)
    return advance(game, rules[0], actions)


progress.done()
