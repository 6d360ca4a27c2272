"""All other questions: mulligans, discards, searches, costs, yes or no (CR 103.5, 608.2d, 701)."""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.effects import object_effect, tap_loss, untap_gain
from agents.texts import UNTARGETED, run_score
from agents.worth import hand_lands, hand_worth, mana_colours, permanent_worth, wanted_colours
from sim.affording import base_cost
from sim.jit import kernel
from sim.layout import Action, Game, Rules
from sim.terms import ABSENT, ST_ATTACKING, ActionKind, Alternative, Decision, Word, Zone
from sim.terms_abilities import CostKind
from sim.terms_texts import Op, Ref

LEAST_LANDS, MOST_LANDS = 2, 5       # of an opening hand that is kept
ANY_NUMBER = -1
SAME_AGAIN = 0.5             # cards, by which fetching another copy of what fetches is worth less


@kernel
def keep_score(game: Game, rules: Rules, seat: int) -> float:
    """Above 0: keep the hand. After two mulligans every hand with a land is kept."""
    lands = hand_lands(game, rules, seat)
    if game.player[seat].mulligans >= 2:
        return 1.0 if lands > 0 else -1.0
    most = MOST_LANDS if game.player[seat].mulligans == 0 else MOST_LANDS + 1
    return 1.0 if LEAST_LANDS <= lands <= most else -1.0


@kernel
def object_worth(game: Game, rules: Rules, seat: int, obj: int) -> float:
    """Cards that an object is worth to `seat` where it lies."""
    o = game.object[obj]
    if o.zone == Zone.BATTLEFIELD:
        worth = permanent_worth(game, rules, obj)
        return worth if o.controller == seat else -worth
    if o.zone == Zone.HAND or o.zone == Zone.LIBRARY:
        return hand_worth(game, rules, seat, obj) if o.owner == seat else np.float64(rules.card[o.card].value)
    return 0.1 * np.float64(rules.card[o.card].value)


@kernel
def _after_choice(game: Game, rules: Rules, pc: int, end: int, seat: int, obj: int) -> float:
    """What the first instruction about the chosen objects does to one of them."""
    for at in range(pc + 1, end):
        i = rules.instruction[at]
        if i.ref != Ref.CHOSEN and i.ref != Ref.IT:
            continue
        op = np.int64(i.op)
        if op == Op.DISCARD or game.object[obj].zone == Zone.HAND:
            worth = object_worth(game, rules, seat, obj)
            return worth if game.object[obj].owner != seat else -worth
        if op == Op.UNTAP:
            colours = mana_colours(rules, np.int64(game.object[obj].card))
            return 0.1 + untap_gain(game, rules, obj) + 0.02 * wanted_colours(game, rules, seat, colours)
        if op == Op.TAP:
            loss = tap_loss(game, rules, obj) + 0.05 * permanent_worth(game, rules, obj)
            return -loss if game.object[obj].controller == seat else loss
        return object_effect(game, rules, op, 1, 0, obj, seat, ABSENT, 0, 0)
    return 0.0


@kernel
def choose_score(game: Game, rules: Rules, action: Action) -> float:
    """Score one answer to CHOOSE by the instruction that asks; DONE is 0."""
    if action.kind == ActionKind.DONE:
        return 0.0
    seat = np.int64(game.to_act)
    obj = np.int64(action.obj)
    frame = game.frame[game.n_frames - 1]
    pc = np.int64(frame.pc)
    i = rules.instruction[pc]
    if i.op == Op.SEARCH or i.op == Op.LOOK_TOP:
        worth = 0.05 + hand_worth(game, rules, seat, obj)
        same = frame.obj != ABSENT and game.object[frame.obj].card == game.object[obj].card
        return worth - SAME_AGAIN if same else worth
    if i.op == Op.CHOOSE:
        if i.c == ANY_NUMBER:               # giving up any number for an effect: cast only where all are wanted
            return 1.0
        return _after_choice(game, rules, pc, np.int64(frame.end), seat, obj)
    return -object_worth(game, rules, seat, obj)


@kernel
def pay_score(game: Game, rules: Rules, obj: int) -> float:
    """Score an object named for a cost: the least worthy goes; no more of any number is 0."""
    if obj == ABSENT:
        return 0.0
    seat = np.int64(game.casting.seat)
    kind = game.casting.wants[game.choice.value].kind
    if kind == CostKind.TAP:
        return -permanent_worth(game, rules, obj)
    if kind == CostKind.REVEAL_HAND:
        return 0.0
    return -object_worth(game, rules, seat, obj)


@kernel
def _incoming(game: Game) -> int:
    """Power of all attackers."""
    total = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.status & ST_ATTACKING:
            total += max(np.int64(o.power), 0)
    return total


@kernel
def may_score(game: Game, rules: Rules) -> float:
    """Above 0: yes. Of "you may", what follows is worth; of "unless you pay", what not paying costs."""
    seat = np.int64(game.to_act)
    if game.n_frames == 0:
        return 1.0
    frame = game.frame[game.n_frames - 1]
    pc = np.int64(frame.pc)
    i = rules.instruction[pc]
    source = np.int64(frame.obj)
    if i.op == Op.PAY:
        cost = rules.cost[np.int64(i.a)]
        if cost.n_items == 0:
            return 1.0
        mine = frame.controller == seat
        if mine:
            return 0.1
        return 1.0 if _incoming(game) >= game.player[seat].life else -0.1
    end = min(pc + 1 + np.int64(i.d), np.int64(frame.end))
    value = run_score(game, rules, pc + 1, end, seat, source, UNTARGETED, ABSENT, -1, 0, 0, 0)
    if frame.at >= 0:
        item = game.stack[frame.at]
        for k in range(np.int64(item.n_targets)):
            t = item.target[k]
            if t.part == frame.part and t.legal:
                value += run_score(game, rules, pc + 1, end, seat, source, np.int64(t.spec), np.int64(t.obj),
                                   np.int64(t.seat), 0, 0, 0)
    return value if frame.controller == seat else -value


@kernel
def word_score(game: Game, rules: Rules, action: Action) -> float:
    """Score TAP, UNTAP, NEITHER; TOP, BOTTOM; PLAY, DRAW."""
    seat = np.int64(game.to_act)
    word = action.value
    obj = np.int64(game.choice.attention)
    if word == Word.PLAY:
        return 0.1
    if word == Word.TAP:
        loss = tap_loss(game, rules, obj)
        return 0.001 - loss if game.object[obj].controller == seat else loss + 0.001
    if word == Word.UNTAP:
        gain = untap_gain(game, rules, obj) + 0.002
        return gain if game.object[obj].controller == seat else -gain
    if word == Word.BOTTOM:
        return 0.1 if game.object[obj].owner != seat else -0.1
    return 0.0


@kernel
def _cost_score(game: Game, rules: Rules, alternative: int) -> float:
    """Score a way of paying for a spell: the mana cost, unless another costs nothing or far less mana."""
    number = base_cost(game, rules, alternative)
    if alternative == Alternative.MANA_COST or number <= 0:
        return -0.1 * alternative
    cost = rules.cost[number]
    if alternative == Alternative.INSTEAD:
        card = rules.card[game.object[game.stack[game.n_stack - 1].obj].card]
        return W.MANA * (np.int64(card.mana_value) - np.int64(cost.total))
    if cost.total == 0 and (cost.n_items == 0 or cost.wants[0].kind == CostKind.SHOW_HAND):
        return 0.1
    return -0.1 * alternative


@kernel
def other_score(game: Game, rules: Rules, action: Action) -> float:
    """Score one answer to any decision but priority, combat and those of a cast."""
    d = game.decision
    seat = np.int64(game.to_act)
    obj = np.int64(action.obj)
    if d == Decision.MULLIGAN:
        return keep_score(game, rules, seat) if action.kind == ActionKind.YES else 0.0
    if d == Decision.BOTTOM:
        return -hand_worth(game, rules, seat, obj)
    if d == Decision.DISCARD:
        return -object_worth(game, rules, seat, obj) if action.kind == ActionKind.PICK else 0.0
    if d == Decision.CHOOSE:
        return choose_score(game, rules, action)
    if d == Decision.PAY:
        return pay_score(game, rules, obj)
    if d == Decision.MAY:
        return may_score(game, rules) if action.kind == ActionKind.YES else 0.0
    if d == Decision.WORD or d == Decision.PLAY_DRAW:
        return word_score(game, rules, action)
    if d == Decision.LEGEND:
        return permanent_worth(game, rules, obj)
    if d == Decision.OPTIONAL_COST:
        return 0.1 if action.kind == ActionKind.YES else 0.0
    if d == Decision.COST:
        return _cost_score(game, rules, np.int64(action.value))
    return 0.0

