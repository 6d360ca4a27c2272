"""What to do with priority, and what to splice: value of texts against cards, mana and time (CR 117, 601, 702.47)."""
from __future__ import annotations

from enum import IntEnum

import numpy as np

from agents import weights as W
from agents.effects import is_endangered
from agents.splicing import forget_guests, mana_left, price_of_items, splice_bonus
from agents.targets import best_target, text_value
from agents.texts import run_score
from agents.worth import above_least, controls_name, count_lands, hand_lands, mana_colours
from sim.granted import ability_at
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Game, Rules
from sim.mana import mana_total
from sim.terms import (
    N_MANA,
    ST_ATTACKING,
    ST_TAPPED,
    SUB_AURA,
    SUPER_LEGENDARY,
    TYPE_CREATURE,
    TYPE_INSTANT,
    TYPE_LAND,
    TYPE_SORCERY,
    ActionKind,
    Step,
    Zone,
)
from sim.terms_abilities import LIMIT_SORCERY
from sim.terms_texts import Op

WAIT = -2.0                  # cards, for what is better done later; a search leaves it out, too
LITTLE = 0.05                # cards, below which a text as good as does nothing
LAND_DROP = 5.0              # cards, so that a land comes before everything
COUNTER_LEAST = 0.75         # cards above its own that a spell must be worth to be countered


class Window(IntEnum):
    """What kind of moment a priority is."""

    QUIET = 0                # nothing is to be done now that could not be done later
    MAIN = 1                 # own main phase, empty stack
    COMBAT = 2               # attackers or blockers are declared
    BEFORE_COMBAT = 3        # the opponent's beginning of combat
    END = 4                  # the opponent's end step: mana left over is lost
    RESPONSE = 5             # the opponent's spell or ability is on top of the stack


# What a text is about, as bits.
KIND_COUNTERS, KIND_REMOVES, KIND_CARDS, KIND_TRICK = 1, 2, 4, 8


@leaf
def _is_attack(game):
    for k in range(game.n_battlefield):
        if game.object[game.battlefield[k]].status & ST_ATTACKING:
            return True
    return False


@leaf
def window_of(game, seat):
    if game.n_stack > 0:
        return Window.QUIET if game.stack[game.n_stack - 1].controller == seat else Window.RESPONSE
    step = game.step
    if step == Step.ATTACKERS or step == Step.BLOCKERS or step == Step.FIRST_DAMAGE:
        return Window.COMBAT if _is_attack(game) else Window.QUIET
    if game.active == seat:
        return Window.MAIN if step == Step.MAIN1 or step == Step.MAIN2 else Window.QUIET
    if step == Step.BEGIN_COMBAT:
        return Window.BEFORE_COMBAT
    return Window.END if step == Step.END else Window.QUIET


@kernel
def kind_of(rules: Rules, ability: int) -> int:
    """What a text is about, its modes included, as KIND_ bits."""
    a = rules.ability[ability]
    kind = 0
    first, end = np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)
    if a.n_modes > 0:
        first = np.int64(rules.ability[a.mode].program)
        last = rules.ability[np.int64(a.mode) + np.int64(a.n_modes) - 1]
        end = np.int64(last.program) + np.int64(last.n_program)
    for pc in range(first, end):
        i = rules.instruction[pc]
        op = i.op
        if op == Op.COUNTER_SPELL:
            kind |= KIND_COUNTERS
        elif op == Op.DAMAGE or op == Op.DESTROY or op == Op.EXILE or op == Op.TO_HAND or op == Op.TO_LIBRARY:
            kind |= KIND_REMOVES
        elif op == Op.PUMP:
            kind |= KIND_REMOVES if rules.number[i.num].times < 0 or rules.number[i.num].plus < 0 else KIND_TRICK
        elif (op == Op.GRANT or op == Op.PREVENT_NEXT or op == Op.PREVENT_FROM or op == Op.REGENERATE
              or op == Op.TAP or op == Op.UNTAP or op == Op.TAP_OR_UNTAP):
            kind |= KIND_TRICK
        else:
            kind |= KIND_CARDS
    return kind


# ---------------------------------------------------------------- priority

@kernel
def _saves(game: Game, rules: Rules, seat: int, ability: int, obj: int) -> bool:
    """Whether one of a text's targets would be an own permanent that is in danger."""
    a = rules.ability[ability]
    if a.n_targets == 0:
        return False
    for k in range(game.n_battlefield):
        mine = np.int64(game.battlefield[k])
        if game.object[mine].controller == seat and is_endangered(game, rules, mine):
            first = np.int64(a.program)
            if run_score(game, rules, first, first + np.int64(a.n_program), seat, obj, 0, mine, -1, 0, 0, 0) > 0.3:
                return True
    return False


@kernel
def _digs_for_land(game: Game, rules: Rules, seat: int) -> bool:
    """Whether a land is wanted this turn and none is in hand."""
    return (game.player[seat].lands_played == 0 and hand_lands(game, rules, seat) == 0
            and count_lands(game, rules, seat) < 5)


@kernel
def _is_time(game: Game, rules: Rules, seat: int, ability: int, obj: int, kind: int, window: int) -> bool:
    """Whether an instant, or an ability that could wait, is for this moment."""
    if window == Window.QUIET:
        return False
    if kind & KIND_COUNTERS:
        return window == Window.RESPONSE
    if window == Window.RESPONSE:
        return (kind & (KIND_TRICK | KIND_REMOVES)) != 0 and _saves(game, rules, seat, ability, obj)
    if window == Window.BEFORE_COMBAT:
        return (kind & KIND_TRICK) != 0
    if window == Window.COMBAT:
        return (kind & (KIND_REMOVES | KIND_TRICK)) != 0
    if window == Window.MAIN:
        return ((kind & KIND_REMOVES) != 0 or _digs_for_land(game, rules, seat)
                or game.player[seat].n_hand > W.FULL_HAND)
    return True


@kernel
def _spell_score(game: Game, rules: Rules, seat: int, obj: int, window: int, scores: Floats) -> float:
    """An instant or sorcery: its text and splices, less the card; WAIT where the moment is wrong."""
    number = np.int64(game.object[obj].card)
    card = rules.card[number]
    ability = np.int64(card.spell)
    kind = kind_of(rules, ability)
    if np.int64(card.types) & TYPE_INSTANT and not _is_time(game, rules, seat, ability, obj, kind, window):
        return WAIT
    mana = mana_left(game, rules, seat)
    x = 0
    if card.has_x:
        x = max(mana - np.int64(card.mana_value), 0)
    value = text_value(game, rules, ability, seat, obj, x, 0)
    if kind & KIND_COUNTERS:
        return value - W.HAND_CARD * np.float64(card.value) - COUNTER_LEAST if value > 0.0 else -1.0
    price = W.HAND_CARD + W.MANA * np.int64(card.mana_value)
    if card.splice_onto:
        price += W.GUEST_KEPT * np.float64(card.value)
    if value < LITTLE:                  # as a mere host it is spent for less than it could do
        price += W.HAND_CARD
    if game.player[seat].n_hand >= W.FULL_HAND + (1 if game.active == seat else 0):
        price = min(price, W.SPARE_CARD + above_least(game, rules, seat, obj))
    price += price_of_items(game, rules, np.int64(card.additional_cost), obj, seat)
    return value + splice_bonus(game, rules, seat, obj, mana - np.int64(card.mana_value), scores) - price


@kernel
def _permanent_score(game: Game, rules: Rules, seat: int, obj: int) -> float:
    """A creature, artifact or enchantment: its worth; an Aura by its best bearer."""
    number = np.int64(game.object[obj].card)
    card = rules.card[number]
    if card.types & SUPER_LEGENDARY and controls_name(game, rules, seat, np.int64(card.name)):
        return -0.5
    if np.int64(card.subs[0]) & (1 << SUB_AURA):
        return best_target(game, rules, np.int64(card.spell), seat, obj, 0, 0) - W.HAND_CARD
    return np.float64(card.value) + 0.1 * np.int64(card.mana_value)


@kernel
def _land_score(game: Game, rules: Rules, seat: int, number: int) -> float:
    """A land drop: untapped before tapped, colours that the hand needs first; no second legend."""
    card = rules.card[number]
    if card.types & SUPER_LEGENDARY and controls_name(game, rules, seat, np.int64(card.name)):
        return WAIT
    have = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.controller == seat and np.int64(o.types) & TYPE_LAND:
            have |= mana_colours(rules, np.int64(o.card))
    makes = mana_colours(rules, number)
    score = LAND_DROP - 0.2 * np.int64(card.enters_tapped)
    p = game.player[seat]
    for k in range(p.n_hand):
        other = rules.card[game.object[p.hand[k]].card]
        cost = rules.cost[other.cost].mana
        for colour in range(N_MANA - 1):
            if cost.need[colour] > 0 and makes & (1 << colour):
                score += 0.05 if have & (1 << colour) else 0.3
    return score


@kernel
def _ability_score(game: Game, rules: Rules, seat: int, obj: int, index: int, window: int) -> float:
    """An activated ability: its text, less its cost; WAIT where the moment is wrong."""
    ability = ability_at(game, rules, obj, index)
    a = rules.ability[ability]
    cost = rules.cost[a.cost]
    in_hand = game.object[obj].zone == Zone.HAND        # ninjutsu: the card is not spent on a spell of its own
    sorcery = np.int64(a.limit) & LIMIT_SORCERY
    if not sorcery and not in_hand:
        if not _is_time(game, rules, seat, ability, obj, kind_of(rules, ability), window):
            return WAIT
    price = LITTLE + price_of_items(game, rules, np.int64(a.cost), obj, seat)
    if cost.has_mana:
        price += W.MANA * mana_total(cost.mana)
    if sorcery and game.step == Step.MAIN2:
        price += 0.1
    return text_value(game, rules, ability, seat, obj, 0, 0) - price


@leaf
def _worth_holding(game, rules, action):
    """Whether an action that is not taken now may be wanted before the next turn."""
    if action.kind == ActionKind.CAST:
        return (np.int64(rules.card[action.card].types) & TYPE_INSTANT) != 0
    if action.kind == ActionKind.ACTIVATE:
        return not np.int64(rules.card[action.card].types) & TYPE_LAND
    return False


@kernel
def _taps(rules: Rules, ability: int) -> bool:
    """Whether a text taps something."""
    a = rules.ability[ability]
    for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
        op = rules.instruction[pc].op
        if op == Op.TAP or op == Op.TAP_OR_UNTAP:
            return True
    return False


@leaf
def _may_attack(game, seat):
    """Whether a seat has an untapped creature with power."""
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.controller == seat and np.int64(o.types) & TYPE_CREATURE and o.power > 0 and not o.status & ST_TAPPED:
            return True
    return False


@kernel
def _stays_alert(game: Game, rules: Rules, actions: Actions, n: int, seat: int) -> bool:
    """Whether to pass step by step, because something held is for a step at which passing until would not stop."""
    step = game.step
    if _is_attack(game):
        return step <= Step.DAMAGE
    if game.active == seat:
        return (step == Step.MAIN1 or step == Step.BEGIN_COMBAT) and _may_attack(game, seat)
    if step > Step.BEGIN_COMBAT or not _may_attack(game, 1 - seat):
        return False
    for k in range(n):
        if actions[k].kind == ActionKind.CAST and _taps(rules, np.int64(rules.card[actions[k].card].spell)):
            return True
    return False


@kernel
def score_priority(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> None:
    """Score the answers to PRIORITY; passing is 0, and until something happens a little more if nothing is held."""
    seat = np.int64(game.to_act)
    window = window_of(game, seat)
    forget_guests(game, seat, scores)
    hold = False
    until = -1
    for k in range(n):
        action = actions[k]
        kind = action.kind
        obj = np.int64(action.obj)
        number = np.int64(action.card)
        scores[k] = 0.0
        if kind == ActionKind.PASS_UNTIL:
            until = k
        elif kind == ActionKind.PLAY_LAND:
            scores[k] = _land_score(game, rules, seat, number)
        elif kind == ActionKind.CAST:
            if np.int64(rules.card[number].types) & (TYPE_INSTANT | TYPE_SORCERY):
                scores[k] = _spell_score(game, rules, seat, obj, window, scores)
            else:
                scores[k] = _permanent_score(game, rules, seat, obj)
        elif kind == ActionKind.ACTIVATE:
            scores[k] = _ability_score(game, rules, seat, obj, np.int64(action.value), window)
        hold = hold or _worth_holding(game, rules, action)
    if until >= 0:
        scores[until] = -0.001 if hold and _stays_alert(game, rules, actions, n, seat) else 0.001


@kernel
def score_modes(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> None:
    """Score the answers to MODE: each mode by its own text; DONE is 0."""
    item = game.stack[game.n_stack - 1]
    a = rules.ability[item.ability]
    for k in range(n):
        scores[k] = 0.0
        if actions[k].kind == ActionKind.NUMBER:
            scores[k] = text_value(game, rules, np.int64(a.mode) + np.int64(actions[k].value),
                                   np.int64(item.controller), np.int64(item.obj), 0, 0)


@kernel
def score_numbers(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> None:
    """Score the answers to CHOOSE_X: what the texts are worth with each X, less its mana."""
    item = game.stack[game.n_stack - 1]
    for k in range(n):
        x = np.int64(actions[k].value)
        scores[k] = -W.MANA * x
        for j in range(np.int64(item.n_parts)):
            scores[k] += text_value(game, rules, np.int64(item.part[j].ability), np.int64(item.controller),
                                    np.int64(item.obj), x, 0)

