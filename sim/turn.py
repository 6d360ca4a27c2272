"""Turns, steps and priority (CR 103, 117, 500-514, 603.3). Floor 7.

`run_on` drives the game from wherever it stands to the next thing that somebody must
decide. It is a loop over small cases, because every pause is data: a text in progress, a
cast in progress, a step whose own actions are not done, triggers waiting, priority.
"""
from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim.announcing import Stage
from sim.casting import next_question, offer_cast
from sim.combat import (
    deal_combat_damage,
    end_combat,
    finish_attack,
    finish_block,
    has_first_strike,
    next_attacker,
    next_blocker,
)
from sim.copying import trigger_epics
from sim.costs import asks_to_pay
from sim.durations import end_effects, end_effects_of_turn
from sim.events import emit, emit_delayed, forget_expired
from sim.gathering import add_candidate, clear_choice
from sim.jit import kernel, leaf
from sim.layers import refresh, renew
from sim.layout import Game, Rules
from sim.limits import MAX_TURNS
from sim.moving import draw, enter
from sim.program import begin_instead, begin_resolution, go_on, something_is_instead
from sim.stack import add_part, pop_item, push_item
from sim.state_based import check_state
from sim.statics import static_sum
from sim.targets import has_targets
from sim.terms import (
    ABSENT,
    ASK_EVERY_PRIORITY,
    KW_DOESNT_UNTAP,
    ST_ATTACKING,
    ST_DEATHTOUCHED,
    ST_FLASHBACK,
    ST_HURT,
    ST_SKIP_UNTAP,
    ST_TAPPED,
    TRAIT_FLASHBACK,
    Decision,
    Duration,
    End,
    Event,
    ItemKind,
    Quiet,
    StaticKind,
    Step,
    Zone,
)
from sim.values import mana_value_of
from sim.zones import alert, empty_pools, shuffle, stop_game, transfer

HAND_SIZE = 7
NOBODY = -1
ENDLESS = 400                # resolutions in one step without a choice by anybody: more than any stack that ends

# ---------------------------------------------------------------- before the first turn (103)


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
def _opening(game: Game, rules: Rules) -> None:
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


# ---------------------------------------------------------------- the beginning of steps

@kernel
def _begin_turn(game: Game) -> None:
    """Reset what is counted by turn."""
    for seat in range(2):
        p = game.player[seat]
        p.lands_played = 0
        p.n_cast = 0
        p.life_lost = 0
        p.types_cast = 0
        p.colours_cast = 0
        p.drawn = 0
        p.hurt = 0
        p.lost_permanent = 0
        p.buried = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.used:
            o.used = 0
            alert(game)
    end_effects_of_turn(game, Duration.YOUR_NEXT_TURN)
    game.n_deaths = 0
    game.n_wounds = 0
    if game.statics_seen:
        alert(game)                      # what a static ability counts by turn begins anew
    for obj in range(game.n_objects):
        game.object[obj].hurt = 0
    game.player[game.active].turn_began = game.turn
    game.player[game.active].passed_until = 0
    game.player[game.active].quiet = Quiet.NO


@kernel
def _untap_step(game: Game, rules: Rules) -> None:
    """Untap what untaps (502.3), unless the step is skipped."""
    if game.player[game.active].skips_untap > 0:
        game.player[game.active].skips_untap -= 1
        return
    refresh(game, rules)
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != game.active:
            continue
        if o.status & ST_SKIP_UNTAP:
            o.status &= ~np.uint32(ST_SKIP_UNTAP)
        elif o.status & ST_TAPPED and not np.int64(o.keywords) & KW_DOESNT_UNTAP:
            o.status &= ~np.uint32(ST_TAPPED)
    game.player[game.active].avail_ready = 0
    game.player[game.active].quiet = Quiet.NO
    if rules.tap_matters:
        alert(game)


@kernel
def _end_flashback(game: Game) -> None:
    """Cards that were given flashback for this turn lose it."""
    for seat in range(2):
        p = game.player[seat]
        for k in range(p.n_graveyard):
            game.object[p.graveyard[k]].status &= ~np.uint32(ST_FLASHBACK)


@kernel
def _cleanup(game: Game, rules: Rules) -> bool:
    """Discard to seven, then end damage and "until end of turn" together (514.1-2); False while asking."""
    p = game.player[game.active]
    most = max(HAND_SIZE + static_sum(game, rules, StaticKind.HAND_LIMIT, ABSENT, np.int64(game.active)), 0)
    if p.n_hand > most:
        clear_choice(game, np.int64(game.active), p.n_hand - most, p.n_hand - most)
        for j in range(p.n_hand):
            add_candidate(game, np.int64(p.hand[j]))
        game.decision = Decision.DISCARD
        game.to_act = game.active
        return False
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.damage:
            o.damage = 0
        o.status &= ~np.uint32(ST_DEATHTOUCHED | ST_HURT)
    for seat in range(2):
        game.player[seat].hexproof_from = 0
        game.player[seat].uncounterable = 0
        game.player[seat].flashes = 0
    if np.int64(game.traits_seen) & TRAIT_FLASHBACK:
        _end_flashback(game)
    if game.n_effects > 0:
        end_effects(game, Duration.END_OF_TURN)
        end_effects(game, Duration.END_OF_COMBAT)
        end_effects_of_turn(game, Duration.END_OF_YOUR_NEXT_TURN)
        refresh(game, rules)
    return True


@kernel
def _step_event(game: Game, rules: Rules, event: int) -> None:
    """Triggers at the beginning of a step, delayed ones too."""
    emit(game, rules, event, ABSENT, np.int64(game.active), 0)
    if game.n_delayed > 0:
        emit_delayed(game, event)


@kernel
def _ask_attack(game: Game, rules: Rules) -> bool:
    """Declare attackers, one question a creature; False while asking."""
    obj = next_attacker(game, rules)
    if obj != ABSENT:
        clear_choice(game, np.int64(game.active), 1, 1)
        game.choice.attention = obj
        game.decision = Decision.ATTACK
        game.to_act = game.active
        return False
    finish_attack(game, rules)
    return True


@kernel
def _ask_block(game: Game, rules: Rules) -> bool:
    """Declare blockers, one question a creature; False while asking."""
    obj = next_blocker(game, rules)
    if obj != ABSENT:
        clear_choice(game, np.int64(1 - game.active), 1, 1)
        game.choice.attention = obj
        game.decision = Decision.BLOCK
        game.to_act = 1 - game.active
        return False
    finish_block(game, rules)
    return True


@kernel
def _begin_step(game: Game, rules: Rules) -> None:
    """The step's own actions (703); sets `step_begun` when they are done."""
    step = game.step
    if step == Step.UNTAP:
        _begin_turn(game)
        _untap_step(game, rules)
    elif step == Step.UPKEEP:
        _step_event(game, rules, Event.UPKEEP)
        if game.n_epics > 0:
            trigger_epics(game)
    elif step == Step.DRAW:
        if game.turn > 1:
            draw(game, rules, np.int64(game.active), 1)
        _step_event(game, rules, Event.DRAW_STEP)
    elif step == Step.MAIN1:
        game.player[game.active].passed_until = 0
    elif step == Step.BEGIN_COMBAT:
        _step_event(game, rules, Event.BEGIN_COMBAT)
    elif step == Step.ATTACKERS:
        if not _ask_attack(game, rules):
            return
    elif step == Step.BLOCKERS:
        if not _ask_block(game, rules):
            return
    elif step == Step.FIRST_DAMAGE:
        deal_combat_damage(game, rules, 1)
    elif step == Step.DAMAGE:
        deal_combat_damage(game, rules, 0)
    elif step == Step.END_COMBAT:
        _step_event(game, rules, Event.END_COMBAT)
    elif step == Step.END:
        game.player[1 - game.active].passed_until = 0       # the usual time to act in another's turn
        _step_event(game, rules, Event.END_STEP)
    elif step == Step.CLEANUP:
        if not _cleanup(game, rules):
            return
    game.step_begun = 1
    game.passes = 0
    game.priority = game.active


@leaf
def _anyone_attacks(game):
    for k in range(game.n_battlefield):
        if game.object[game.battlefield[k]].status & ST_ATTACKING:
            return True
    return False


@kernel
def _next_turn(game: Game) -> None:
    """Pass the turn (500.7, 514.3)."""
    if game.turn >= MAX_TURNS:
        stop_game(game, End.TURN_LIMIT, NOBODY)
        return
    game.turn += 1
    forget_expired(game)
    if game.extra_turns > 0:
        game.extra_turns -= 1
        seat = (np.int64(game.extra_seats) >> np.int64(game.extra_turns)) & 1
        game.out_of_order ^= seat ^ np.int64(game.active)
        game.active = seat
    else:                                # the order goes on as if there had been no extra turns
        game.active = 1 - (np.int64(game.active) ^ np.int64(game.out_of_order))
        game.out_of_order = 0
    game.step = Step.UNTAP


@kernel
def _next_step(game: Game, rules: Rules) -> None:
    """End the step: mana is lost, and the next step that happens begins (500.2, 500.5, 508.8, 510.4)."""
    empty_pools(game)
    game.n_same = 0
    game.step_begun = 0
    game.combat_at = 0
    step = game.step
    if step == Step.CLEANUP:
        _next_turn(game)
    elif step == Step.ATTACKERS and not _anyone_attacks(game):
        game.step = Step.END_COMBAT
    elif step == Step.BLOCKERS:
        game.step = Step.FIRST_DAMAGE if has_first_strike(game) else Step.DAMAGE
    elif step == Step.END_COMBAT:
        end_combat(game)
        game.step = Step.MAIN2
    else:
        game.step += 1


# ---------------------------------------------------------------- triggers (603.3)

@leaf
def _same_trigger(game, a, b):
    """Whether the order of two waiting triggers cannot matter: the same ability of equal sources, no event object."""
    x, y = game.pending[a], game.pending[b]
    return (x.ability == y.ability and x.n_delayed == 0 and y.n_delayed == 0 and x.event_obj == ABSENT
            and y.event_obj == ABSENT and game.object[x.obj].card == game.object[y.obj].card)


@kernel
def stack_trigger(game: Game, rules: Rules, k: int) -> None:
    """Put waiting trigger `k` on the stack; its modes and targets are asked like a cast's (603.3c-d)."""
    p = game.pending[k]
    obj = np.int64(p.obj)
    controller = np.int64(p.controller)
    ability = np.int64(p.ability)
    index = push_item(game, rules, ItemKind.TRIGGERED, obj, controller, ability)
    if index < 0:
        return
    item = game.stack[index]
    item.stamp = p.stamp
    item.event_obj = p.event_obj
    item.event_stamp = p.event_stamp
    item.event_seat = p.event_seat
    item.event_amount = p.event_amount
    item.delayed = p.delayed
    item.n_delayed = p.n_delayed
    item.it = p.it
    item.it_stamp = p.it_stamp
    if rules.ability[ability].event == Event.CAST and p.event_obj != ABSENT:
        item.x = mana_value_of(game, rules, np.int64(p.event_obj))      # what "x" means in its text
    if rules.ability[ability].x:
        item.x = p.event_amount
    for j in range(k, game.n_pending - 1):
        game.pending[j] = game.pending[j + 1]
    game.n_pending -= 1
    if rules.ability[ability].n_modes == 0:
        add_part(game, index, np.int64(game.object[obj].card), obj, ability, 0)
    if item.n_delayed == 0 and not has_targets(game, rules, ability, obj, controller, np.int64(item.x)):
        pop_item(game)                  # no legal target: it is removed (603.3d)
        return
    c = game.casting
    c.stage = Stage.MODES
    c.seat = controller
    c.n_items = 0
    c.n_paid = 0
    c.part = 0
    c.spec = 0
    c.n_of_spec = 0
    c.modes = 0
    c.base_done = 1
    c.n_ordered = 0
    for j in range(len(c.mana.need)):
        c.mana.need[j] = 0
    c.mana.generic = 0
    c.mana.x = 0
    c.mana.n_hybrid = 0
    if item.n_delayed > 0:
        c.stage = Stage.NONE


@kernel
def _place_triggers(game: Game, rules: Rules) -> None:
    """Put the next waiting trigger on the stack: the active player's first, each player's in any order (603.3b)."""
    for k in range(2):
        seat = np.int64(game.active) ^ k
        first = -1
        several = False
        for j in range(game.n_pending):
            if game.pending[j].controller == seat:
                if first < 0:
                    first = j
                elif not _same_trigger(game, first, j):
                    several = True
        if first < 0:
            continue
        if several:
            clear_choice(game, seat, 1, 1)
            game.decision = Decision.TRIGGER_ORDER
            game.to_act = seat
        else:
            stack_trigger(game, rules, first)
        return


# ---------------------------------------------------------------- priority (117)

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
        _next_step(game, rules)


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
        _place_triggers(game, rules)
    elif game.step == Step.UNTAP or (cleanup and not game.cleanup_priority):
        _next_step(game, rules)
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
            _opening(game, rules)
        elif not game.step_begun:
            _begin_step(game, rules)
        else:
            if game.unchecked:
                check_state(game, rules)
                if game.end != End.PLAYING or game.decision != Decision.NONE:
                    break
            _between(game, rules)
    renew(game, rules)


