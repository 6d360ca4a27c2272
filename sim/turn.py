"""Turns and steps: what each begins with, cleanup, and which comes next (CR 500-514, 703). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.combat import finish_attack, finish_block, next_attacker, next_blocker
from sim.combat_damage import deal_combat_damage, end_combat, has_first_strike
from sim.copying import trigger_epics
from sim.durations import end_effects, end_effects_of_turn
from sim.events import emit, emit_delayed, forget_expired
from sim.gathering import add_candidate, clear_choice
from sim.jit import kernel, leaf
from sim.layers import refresh
from sim.layout import Game, Rules
from sim.limits import MAX_TURNS
from sim.moving import draw
from sim.statics import static_sum
from sim.terms import (
    ABSENT,
    KW_DOESNT_UNTAP,
    NOBODY,
    ST_ATTACKING,
    ST_DEATHTOUCHED,
    ST_FLASHBACK,
    ST_HURT,
    ST_SKIP_UNTAP,
    ST_TAPPED,
    Decision,
    End,
    Quiet,
    Step,
)
from sim.terms_abilities import TRAIT_FLASHBACK, Event, StaticKind
from sim.terms_texts import Duration
from sim.zones import alert, empty_pools, stop_game

HAND_SIZE = 7


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
def begin_step(game: Game, rules: Rules) -> None:
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
def next_step(game: Game, rules: Rules) -> None:
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
