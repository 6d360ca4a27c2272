"""Before the first turn: opening hands, mulligans, what begins on the battlefield (CR 103.5-6). Floor 7."""
from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.gathering import add_candidate, clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.moving import draw, enter
from sim.terms import Decision, Step, Zone
from sim.turn import HAND_SIZE
from sim.zones import shuffle, transfer


class Hand(IntEnum):
    """How far a player's opening hand is (`player.kept`)."""

    UNDECIDED = 0
    KEPT = 1
    READY = 2                # cards for mulligans are on the bottom
    SENT_BACK = 3            # declared a mulligan in this round


@kernel
def _ask_about_hand(game: Game, seat: int, decision: int) -> None:
    p = game.player[seat]
    clear_choice(game, seat, 1, 1)
    if decision == Decision.BOTTOM:
        for j in range(p.n_hand):
            add_candidate(game, np.int64(p.hand[j]))
    game.decision = decision
    game.to_act = seat


@kernel
def _take_mulligan(game: Game, rules: Rules, seat: int) -> None:
    """Shuffle the hand away and draw seven again; after the seventh nothing is left to keep (103.5)."""
    p = game.player[seat]
    p.mulligans += 1
    while p.n_hand > 0:
        transfer(game, rules, np.int64(p.hand[p.n_hand - 1]), Zone.LIBRARY, 0)
    shuffle(game, seat)
    draw(game, rules, seat, HAND_SIZE)
    p.kept = Hand.KEPT if p.mulligans >= HAND_SIZE else Hand.UNDECIDED


@leaf
def _note_hand(game, seat):
    """Remember the opening hand of a seat, which it has kept."""
    p = game.player[seat]
    for k in range(p.n_hand):
        obj = np.int64(p.hand[k])
        game.opening_hand[obj >> 6] |= np.uint64(1) << np.uint64(obj & 63)


@kernel
def _ask_about_opening(game: Game, rules: Rules) -> bool:
    """Ask for each card of an opening hand that may begin on the battlefield (103.6); False: all were asked."""
    while game.combat_at < game.n_objects:
        obj = np.int64(game.combat_at)
        o = game.object[obj]
        game.combat_at += 1
        if o.zone == Zone.HAND and rules.card[o.card].opening:
            clear_choice(game, np.int64(o.owner), 1, 1)
            game.choice.attention = obj
            game.decision = Decision.MAY
            game.to_act = o.owner
            return True
    game.combat_at = 0
    return False


@kernel
def answer_opening(game: Game, rules: Rules, seat: int, obj: int, yes: bool) -> None:
    """Begin the game with a card of the opening hand on the battlefield, or not (103.6a)."""
    if yes:
        enter(game, rules, obj, seat, 0)


@kernel
def settle_hands(game: Game, rules: Rules) -> None:
    """Rounds of mulligan decisions in turn order, then cards to the bottom, then the first turn (103.5)."""
    for k in range(2):
        seat = np.int64(game.active) ^ k
        if game.player[seat].kept == Hand.UNDECIDED:
            _ask_about_hand(game, seat, Decision.MULLIGAN)
            return
    again = False
    for k in range(2):
        seat = np.int64(game.active) ^ k
        if game.player[seat].kept == Hand.SENT_BACK:
            _take_mulligan(game, rules, seat)
            again = True
    if again:
        return
    for k in range(2):
        seat = np.int64(game.active) ^ k
        p = game.player[seat]
        if p.n_hand > HAND_SIZE - p.mulligans:
            _ask_about_hand(game, seat, Decision.BOTTOM)
            return
        if p.kept != Hand.READY:
            p.kept = Hand.READY
            _note_hand(game, seat)
    if _ask_about_opening(game, rules):
        return
    for k in range(len(game.came_to_hand)):
        game.came_to_hand[k] = 0
    game.turn = 1
    game.step = Step.UNTAP
    game.step_begun = 0


@kernel
def answer_mulligan(game: Game, keep: int) -> None:
    """Keep the hand, or declare a mulligan, which is taken when both players have declared (103.5)."""
    game.player[game.to_act].kept = Hand.KEPT if keep else Hand.SENT_BACK
