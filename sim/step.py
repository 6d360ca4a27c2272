"""One decision in, on to the next (CR 117). Floor 9."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.announcing import Stage, answer_mode, answer_option, answer_x, begin_activation, begin_cast, settle_cost
from sim.casting import answer_offer
from sim.combat import pay_for_combat
from sim.completing import make_or_ask
from sim.copying import answer_new_target
from sim.costs import answer_to_pay
from sim.decide import list_actions
from sim.events import emit
from sim.flow import pass_priority, run_on
from sim.granted import ability_at, granter_of
from sim.jit import kernel
from sim.layout import Action, Actions, Game, Rules
from sim.limits import MAX_CHOSEN
from sim.moving import discard, draw, enter, tap
from sim.naming import answer_pay
from sim.opening import answer_mulligan, answer_opening
from sim.picking import answer_mana
from sim.program import settle_owed
from sim.spending import make_mana
from sim.splice import answer_order, answer_splice
from sim.state_based import keep_legend
from sim.targeting import answer_division, answer_target
from sim.terms import (
    ABSENT,
    ACTIVATED_ONCE,
    ASK_EVERY_PRIORITY,
    NOBODY,
    ST_ATTACKING,
    ActionKind,
    Decision,
    End,
    Word,
    Zone,
)
from sim.terms_abilities import LIMIT_ONCE, Event
from sim.triggers import stack_trigger
from sim.turn import HAND_SIZE
from sim.zones import stop_game, transfer


@kernel
def _priority_action(game: Game, rules: Rules, action: Action) -> None:
    seat = np.int64(game.to_act)
    kind = action.kind
    obj = np.int64(action.obj)
    if kind > ActionKind.PASS_UNTIL:
        game.n_same = 0
    if kind == ActionKind.PASS:
        pass_priority(game)
    elif kind == ActionKind.PASS_UNTIL:
        game.player[seat].passed_until = 1
        pass_priority(game)
    elif kind == ActionKind.PLAY_LAND:
        game.player[seat].lands_played += 1
        game.passes = 0
        enter(game, rules, obj, seat, 0)
        emit(game, rules, Event.LAND_PLAYED, obj, seat, 0)
    elif kind == ActionKind.CAST:
        game.passes = 0
        begin_cast(game, rules, seat, obj, np.int64(action.value))
    else:
        ability = ability_at(game, rules, obj, np.int64(action.value))
        if np.int64(rules.ability[ability].limit) & LIMIT_ONCE:
            game.object[obj].used |= ACTIVATED_ONCE
        if rules.ability[ability].plain:
            tap(game, rules, obj)
            make_or_ask(game, rules, seat, obj, ability)
        else:
            game.passes = 0
            begin_activation(game, rules, seat, obj, ability)
            if action.value >= rules.card[game.object[obj].text].n_abilities:
                granter = granter_of(game, rules, obj, np.int64(action.value))
                item = game.stack[game.n_stack - 1]
                item.granter = granter
                item.granter_stamp = game.object[granter].stamp if granter != ABSENT else 0


@kernel
def _casting_action(game: Game, rules: Rules, decision: int, action: Action) -> None:
    obj = np.int64(action.obj)
    done = action.kind == ActionKind.DONE
    if decision == Decision.SPLICE:
        answer_splice(game, rules, ABSENT if done else obj)
    elif decision == Decision.TARGET:
        answer_target(game, obj, np.int64(action.value) if action.kind == ActionKind.PICK_PLAYER else -1)
    elif decision == Decision.MODE:
        answer_mode(game, rules, -1 if done else np.int64(action.value))
    elif decision == Decision.SPLICE_ORDER:
        answer_order(game, obj)
    elif decision == Decision.COST:
        settle_cost(game, rules, np.int64(action.value))
    elif decision == Decision.OPTIONAL_COST:
        answer_option(game, rules, np.int64(game.casting.spec), 1 if action.kind == ActionKind.YES else 0)
    elif decision == Decision.CHOOSE_X:
        answer_x(game, np.int64(action.value))
    elif decision == Decision.NUMBER:
        answer_division(game, np.int64(action.value))
    elif decision == Decision.MANA:
        answer_mana(game, rules, obj, 0 if done else ability_at(game, rules, obj, np.int64(action.value)))
    elif decision == Decision.COLOUR:
        game.casting.picked_colour = action.value
    else:
        answer_pay(game, np.int64(game.choice.value), ABSENT if done else obj)


@kernel
def _pick(game: Game, rules: Rules, decision: int, action: Action) -> None:
    """CHOOSE, DISCARD, ORDER: collect objects until there are enough; then the text or the step goes on."""
    c = game.choice
    if action.kind == ActionKind.PICK and c.n_chosen < MAX_CHOSEN:
        c.chosen[c.n_chosen] = action.obj
        c.chosen_stamp[c.n_chosen] = game.object[action.obj].stamp
        c.n_chosen += 1
        if c.n_chosen < c.most:
            game.decision = decision
            return
    if game.n_frames == 0 and decision == Decision.DISCARD:     # the cleanup step (514.1)
        for k in range(c.n_chosen):
            discard(game, rules, np.int64(c.chosen[k]))


@kernel
def _combat_action(game: Game, rules: Rules, decision: int, action: Action) -> None:
    obj = np.int64(game.choice.attention)
    if action.kind == ActionKind.YES or action.kind == ActionKind.PICK:
        pay_for_combat(game, rules, obj)
        settle_owed(game, rules)
    if decision == Decision.ATTACK:
        if action.kind != ActionKind.NO:
            game.object[obj].status |= ST_ATTACKING
        if action.kind == ActionKind.PICK:
            game.object[obj].attacks = action.obj
            game.object[obj].attacks_stamp = game.object[action.obj].stamp
    elif action.kind == ActionKind.PICK:
        game.object[obj].blocking = action.obj
    game.combat_at += 1


@kernel
def apply(game: Game, rules: Rules, action: Action) -> None:
    """Take one answer to the pending decision; what it causes happens in `run_on`."""
    decision = np.int64(game.decision)
    game.decision = Decision.NONE
    game.decisions += 1
    if game.decisions > L.MAX_DECISIONS:
        stop_game(game, End.DECISION_LIMIT, NOBODY)
    elif action.kind == ActionKind.CONCEDE:
        stop_game(game, End.CONCEDED, np.int64(1 - game.to_act))
    elif decision == Decision.PRIORITY:
        _priority_action(game, rules, action)
    elif game.casting.stage != Stage.NONE:
        _casting_action(game, rules, decision, action)
    elif decision == Decision.ATTACK or decision == Decision.BLOCK:
        _combat_action(game, rules, decision, action)
    elif decision == Decision.CHOOSE or decision == Decision.DISCARD or decision == Decision.ORDER:
        _pick(game, rules, decision, action)
    elif decision == Decision.MULLIGAN:
        answer_mulligan(game, 1 if action.kind == ActionKind.YES else 0)
    elif decision == Decision.BOTTOM:
        transfer(game, rules, np.int64(action.obj), Zone.LIBRARY, 1)
    elif decision == Decision.LEGEND:
        keep_legend(game, rules, np.int64(action.obj))
    elif decision == Decision.TRIGGER_ORDER:
        stack_trigger(game, rules, np.int64(action.value))
    elif decision == Decision.PLAY_DRAW:
        if action.value == Word.DRAW:
            game.active = 1 - game.active
        game.starter = game.active
        for seat in range(2):
            draw(game, rules, seat, HAND_SIZE)
    elif decision == Decision.COLOUR and game.n_frames == 0:
        make_mana(game, rules, np.int64(game.to_act), np.int64(game.choice.attention), np.int64(game.choice.least),
                  np.int64(action.value))
        settle_owed(game, rules)
    elif decision == Decision.MAY and game.asks_unpaid:
        answer_to_pay(game, rules, action.kind == ActionKind.YES)
    elif decision == Decision.MAY and game.offered != ABSENT:
        answer_offer(game, rules, np.int64(action.value) if action.kind == ActionKind.YES else -1)
    elif decision == Decision.MAY and game.n_frames == 0:
        answer_opening(game, rules, np.int64(game.to_act), np.int64(game.choice.attention),
                       action.kind == ActionKind.YES)
    elif decision == Decision.NEW_TARGET:
        if action.kind != ActionKind.DONE:
            answer_new_target(game, np.int64(action.obj),
                              np.int64(action.value) if action.kind == ActionKind.PICK_PLAYER else -1)
    elif decision == Decision.MAY:
        game.choice.value = 1 if action.kind == ActionKind.YES else 0
    else:
        game.choice.value = action.value


@kernel
def advance(game: Game, rules: Rules, actions: Actions) -> int:
    """Run on to the next decision with more than one answer and list its answers; 0: the game is over.

    A priority with nothing but passing is passed, any other decision with one answer
    takes it. With ASK_EVERY_PRIORITY a priority is never skipped.
    """
    while True:
        run_on(game, rules)
        n = list_actions(game, rules, actions)
        if n == 0:
            return 0
        if n > 1 and game.decision != Decision.PRIORITY:
            game.n_same = 0
        if n > 1 or (game.decision == Decision.PRIORITY and game.policy & ASK_EVERY_PRIORITY):
            return n
        game.decisions -= 1
        apply(game, rules, actions[0])


