"""What comes next: priority, passing, and on to the next decision (CR 117, 514.3a). Floor 7.

`run_on` drives the game from wherever it stands to the next thing that somebody must
decide. It is a loop over small cases, because every pause is data: a text in progress, a
cast in progress, a step whose own actions are not done, triggers waiting, priority.
"""
from __future__ import annotations

import numpy as np

from sim.announcing import Stage
from sim.casting import next_question, offer_cast
from sim.costs import asks_to_pay
from sim.jit import kernel, leaf
from sim.layers import renew
from sim.layout import Game, Rules
from sim.opening import settle_hands
from sim.program import something_is_instead
from sim.resolving import begin_instead, begin_resolution, go_on
from sim.state_based import check_state
from sim.terms import ABSENT, ASK_EVERY_PRIORITY, NOBODY, Decision, End, Step
from sim.triggers import place_triggers
from sim.turn import begin_step, next_step
from sim.zones import stop_game

ENDLESS = 400                # resolutions in one step without a choice by anybody: more than any stack that ends


@leaf
def pass_priority(game):
    """The player with priority passes (117.3d)."""
    game.passes += 1
    game.priority = 1 - game.priority


@kernel
def _give_priority(game: Game, rules: Rules) -> None:
    """Ask the player with priority, or pass for a player who has nothing to do."""
    seat = np.int64(game.priority)
    p = game.player[seat]
    if game.policy & ASK_EVERY_PRIORITY:
        game.decision = Decision.PRIORITY
        game.to_act = seat
        return
    main = (game.step == Step.MAIN1 or game.step == Step.MAIN2) and seat == game.active and game.n_stack == 0
    if p.quiet > main or p.passed_until:
        pass_priority(game)
        other = game.player[1 - seat]
        if game.passes < 2 and (other.quiet or other.passed_until) and game.active == seat:
            pass_priority(game)
        return
    game.decision = Decision.PRIORITY
    game.to_act = seat


@kernel
def _both_passed(game: Game, rules: Rules) -> None:
    """Resolve the top of the stack, or end the step (117.4)."""
    game.passes = 0
    game.priority = game.active
    if game.n_stack > 0:
        game.n_same += 1
        if game.n_same > ENDLESS:        # a loop that nobody can or does stop (104.4b)
            stop_game(game, End.DRAW, NOBODY)
            return
        game.player[0].passed_until = 0
        game.player[1].passed_until = 0
        begin_resolution(game, rules)
    else:
        next_step(game, rules)


@kernel
def _between(game: Game, rules: Rules) -> None:
    """Nothing is in progress: triggers, then priority, then on.

    In the cleanup step players get priority only if something triggered; then
    another cleanup step follows (514.3a).
    """
    cleanup = game.step == Step.CLEANUP
    if game.n_pending > 0:
        if cleanup:
            game.cleanup_priority = 1
        place_triggers(game, rules)
    elif game.step == Step.UNTAP or (cleanup and not game.cleanup_priority):
        next_step(game, rules)
    elif game.passes < 2:
        _give_priority(game, rules)
    elif cleanup and game.n_stack == 0:
        game.cleanup_priority = 0
        game.step_begun = 0
    else:
        _both_passed(game, rules)


@kernel
def run_on(game: Game, rules: Rules) -> None:
    """Go on until somebody must decide something or the game is over."""
    while game.end == End.PLAYING and game.decision == Decision.NONE:
        renew(game, rules)
        if game.n_unpaid > 0 and asks_to_pay(game, rules):
            break
        if game.casting.stage != Stage.NONE:
            next_question(game, rules)
        elif something_is_instead(game) and (game.n_frames == 0 or game.frame[game.n_frames - 1].at >= 0):
            begin_instead(game, rules)
        elif game.n_frames > 0:
            if game.offered != ABSENT:
                offer_cast(game, rules)
            else:
                go_on(game, rules)
        elif game.step == Step.OPENING:
            settle_hands(game, rules)
        elif not game.step_begun:
            begin_step(game, rules)
        else:
            if game.unchecked:
                check_state(game, rules)
                if game.end != End.PLAYING or game.decision != Decision.NONE:
                    break
            _between(game, rules)
    renew(game, rules)
