"""The frozen reference: a small greedy pilot that never changes, to measure the others against.

It plays as simple simulators do: a land, the dearest spell that does something, every splice it can pay for; harm to
the opponent's best creature or face, help to its own; it attacks and blocks where that loses nothing by its own
count. It looks at no other agent's knowledge, only at the game record and the rules of the engine; what it reads from
cards stands in agents/reference_texts.py, as frozen as this file.
tests/agents/reference.txt holds what it decides in some games. An improvement is another agent, not a change here.
"""
from __future__ import annotations

import numpy as np

from agents.reference_texts import counters_spells, lands_in_hand, liking, text_is_good, use_in_hand, worth
from sim.combat import can_block
from sim.jit import kernel
from sim.layout import Action, Actions, Game, Rules
from sim.terms import (
    ST_ATTACKING,
    ST_BLOCKING,
    ST_TAPPED,
    TYPE_CREATURE,
    TYPE_INSTANT,
    TYPE_SORCERY,
    ActionKind,
    Decision,
    Step,
    Word,
    Zone,
)
from sim.terms_texts import Op


@kernel
def _may_cast(game: Game, rules: Rules, seat: int, obj: int) -> bool:
    """Whether it is time for a spell: counters in answer, all else in own main phases or the opponent's end step."""
    card = rules.card[game.object[obj].card]
    text = np.int64(card.spell)
    counters = text != 0 and counters_spells(rules, text)
    if game.n_stack > 0:
        return counters and game.stack[game.n_stack - 1].controller != seat
    own = game.active == seat and (game.step == Step.MAIN1 or game.step == Step.MAIN2)
    if counters or not (own or (game.active != seat and game.step == Step.END)):
        return False
    if text != 0 and (card.types & (TYPE_INSTANT | TYPE_SORCERY) or rules.ability[text].n_targets > 0):
        return text_is_good(game, rules, text, seat, obj)
    return True


@kernel
def _priority_score(game: Game, rules: Rules, action: Action) -> int:
    if action.kind == ActionKind.PLAY_LAND:
        return 100
    if action.kind == ActionKind.CAST:
        if not _may_cast(game, rules, np.int64(game.to_act), np.int64(action.obj)):
            return -1
        return 10 + np.int64(rules.card[game.object[action.obj].card].mana_value)
    if action.kind == ActionKind.PASS_UNTIL:
        return 1 if game.active != game.to_act else 0
    return 0 if action.kind == ActionKind.PASS else -1


@kernel
def _splice_score(game: Game, rules: Rules, action: Action) -> int:
    if action.kind == ActionKind.DONE:
        return 0
    text = np.int64(rules.card[game.object[action.obj].card].spell)
    return 1 if text_is_good(game, rules, text, np.int64(game.casting.seat), np.int64(action.obj)) else -1


@kernel
def _target_score(game: Game, rules: Rules, action: Action) -> int:
    if action.kind == ActionKind.DONE:
        return 0
    item = game.stack[game.n_stack - 1]
    part = item.part[game.casting.part]
    who = np.int64(action.value) if action.kind == ActionKind.PICK_PLAYER else -1
    return liking(game, rules, np.int64(part.ability), np.int64(part.card), np.int64(game.casting.seat),
                   np.int64(game.casting.spec), np.int64(action.obj), who, np.int64(item.x))


@kernel
def _dies_to(game: Game, obj: int, other: int) -> bool:
    """Whether a creature's damage would be enough to destroy another, by size alone."""
    o = game.object[obj]
    return np.int64(game.object[other].power) >= np.int64(o.toughness) - np.int64(o.damage)


@kernel
def _attack_score(game: Game, rules: Rules, action: Action) -> int:
    """Attack unless some blocker would kill the attacker and either live or be worth less."""
    if action.kind != ActionKind.YES:
        return 0
    obj = np.int64(action.obj)
    if game.object[obj].power <= 0:
        return -1
    for k in range(game.n_battlefield):
        b = np.int64(game.battlefield[k])
        o = game.object[b]
        if (o.controller != game.active and np.int64(o.types) & TYPE_CREATURE and not o.status & ST_TAPPED
                and can_block(game, rules, b, obj) and _dies_to(game, obj, b)):
            if not _dies_to(game, b, obj) or worth(game, rules, b) < worth(game, rules, obj):
                return -1
    return 1


@kernel
def _has_blocker(game: Game, attacker: int) -> bool:
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.status & ST_BLOCKING and o.blocking == attacker:
            return True
    return False


@kernel
def _unblocked_power(game: Game) -> int:
    """Power of the attackers that no blocker is declared for yet."""
    total = 0
    for k in range(game.n_battlefield):
        a = np.int64(game.battlefield[k])
        if game.object[a].status & ST_ATTACKING and not _has_blocker(game, a):
            total += max(np.int64(game.object[a].power), 0)
    return total


@kernel
def _block_score(game: Game, rules: Rules, action: Action) -> int:
    """Block what is killed for nothing, then what trades well; when the damage would be lethal, anything."""
    if action.kind != ActionKind.PICK:
        return 0
    blocker = np.int64(game.choice.attention)
    attacker = np.int64(action.obj)
    if _has_blocker(game, attacker):
        return -1
    value = worth(game, rules, attacker)
    kills, dies = _dies_to(game, attacker, blocker), _dies_to(game, blocker, attacker)
    if kills and not dies:
        return 200 + value
    if not dies:
        return 100 + value
    if kills and value >= worth(game, rules, blocker):
        return 50 + value
    lethal = _unblocked_power(game) >= game.player[1 - game.active].life
    return np.int64(game.object[attacker].power) if lethal else -1


@kernel
def _pick_score(game: Game, rules: Rules, action: Action) -> int:
    """An object chosen in a resolution: the opponent's best, the best of what is searched for, else the own least."""
    if action.kind == ActionKind.DONE:
        return 0
    seat = np.int64(game.to_act)
    obj = np.int64(action.obj)
    o = game.object[obj]
    mine = (o.controller if o.zone == Zone.BATTLEFIELD else o.owner) == seat
    if not mine:
        return worth(game, rules, obj)
    op = rules.instruction[game.frame[game.n_frames - 1].pc].op if game.n_frames > 0 else np.int64(Op.STOP)
    if op == Op.SEARCH or op == Op.LOOK_TOP:
        return 1 + use_in_hand(game, rules, seat, obj)
    return -1 - (use_in_hand(game, rules, seat, obj) if o.zone == Zone.HAND else worth(game, rules, obj))


@kernel
def _word_score(game: Game, rules: Rules, action: Action) -> int:
    word = action.value
    if word == Word.PLAY or word == Word.TOP:
        return 1
    obj = np.int64(game.choice.attention)
    if word == Word.TAP:
        return -1 if game.object[obj].controller == game.to_act else 1
    if word == Word.UNTAP:
        return 1 if game.object[obj].controller == game.to_act else -1
    return 0


@kernel
def _keeps(game: Game, rules: Rules, seat: int) -> bool:
    lands = lands_in_hand(game, rules, seat)
    return game.player[seat].mulligans >= 2 or 2 <= lands <= 5


@kernel
def _score(game: Game, rules: Rules, action: Action) -> int:
    """How good an answer is; of equals the first is taken."""
    d = game.decision
    if d == Decision.PRIORITY:
        return _priority_score(game, rules, action)
    if d == Decision.SPLICE:
        return _splice_score(game, rules, action)
    if d == Decision.TARGET or d == Decision.NEW_TARGET:
        return _target_score(game, rules, action) if game.n_stack > 0 else 0
    if d == Decision.ATTACK:
        return _attack_score(game, rules, action)
    if d == Decision.BLOCK:
        return _block_score(game, rules, action)
    if d == Decision.MULLIGAN:
        keeps = _keeps(game, rules, np.int64(game.to_act))
        return 1 if keeps == (action.kind == ActionKind.YES) else 0
    if d == Decision.CHOOSE or d == Decision.DISCARD or d == Decision.PAY or d == Decision.BOTTOM:
        return _pick_score(game, rules, action)
    if d == Decision.MAY or d == Decision.OPTIONAL_COST:
        return 1 if action.kind == ActionKind.YES else 0
    if d == Decision.WORD or d == Decision.PLAY_DRAW:
        return _word_score(game, rules, action)
    if d == Decision.CHOOSE_X or d == Decision.NUMBER:
        return np.int64(action.value)
    if d == Decision.MANA:
        return 1 if action.kind == ActionKind.DONE else 0
    return 0


@kernel
def choose_reference(game: Game, rules: Rules, actions: Actions, n: int) -> int:
    """Index of the best of `n` answers; of equals the first."""
    best = 0
    score = _score(game, rules, actions[0])
    for k in range(1, n):
        value = _score(game, rules, actions[k])
        if value > score:
            best = k
            score = value
    return best
