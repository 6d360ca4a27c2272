"""The legal answers to whatever is being asked (CR 117, 601.2, 602.2). Floor 8.

`list_actions` fills an array of ACTION. The order is fixed by the state: positions in
hand, on the battlefield, numbers ascending. Of things that nobody can tell apart only the first is listed.
"""
from __future__ import annotations

import numpy as np

from sim.affording import MAX_X
from sim.announcing import Stage, alternative_is_possible, mode_is_offered, top_item, x_has_targets, x_is_payable
from sim.blocking import block_can_stand
from sim.casting import offered_form
from sim.combat import can_be_attacked, can_block, draws_block, has_to_block, must_attack
from sim.copying import MAY_BE_SELF, MUST_CHANGE
from sim.filters import plainly_fails
from sim.jit import kernel, leaf
from sim.layout import Actions, Game, Rules
from sim.limits import MAX_ACTIONS
from sim.making import USES_UP, most_x, rank_of, source_at
from sim.naming import enough_is_named, object_can_pay
from sim.picking import mana_is_offered, pick_is_possible
from sim.priority import list_priority, look_alike, put
from sim.splice import n_host_parts, order_is_offered, splice_is_offered
from sim.targeting import how_many, target_is_offered
from sim.targets import may_be_new_target
from sim.terms import (
    ABSENT,
    ANY_NUMBER,
    ASK_EVERY_PRIORITY,
    N_BASIC_TYPES,
    ST_ATTACKING,
    ST_TAPPED,
    ST_TOKEN,
    TYPE_PLANESWALKER,
    ActionKind,
    Alternative,
    Decision,
    End,
    Form,
    Word,
    Zone,
)
from sim.terms_abilities import CostKind
from sim.zones import stop_game

# ---------------------------------------------------------------- casting

@kernel
def _list_splices(game: Game, rules: Rules, actions: Actions) -> int:
    p = game.player[game.casting.seat]
    n = put(actions, 0, ActionKind.DONE, ABSENT, 0, ABSENT)
    for k in range(game.casting.next_splice, p.n_hand):
        if splice_is_offered(game, rules, k):
            n = put(actions, n, ActionKind.PICK, np.int64(p.hand[k]), 0, game.object[p.hand[k]].card)
    return n


@kernel
def _list_orders(game: Game, rules: Rules, actions: Actions) -> int:
    """The spliced texts that may come next."""
    item = top_item(game)
    n = 0
    for k in range(n_host_parts(item) + np.int64(game.casting.n_ordered), item.n_parts):
        if order_is_offered(game, rules, k):
            n = put(actions, n, ActionKind.PICK, np.int64(item.part[k].obj), 0, item.part[k].card)
    return n


@kernel
def _list_modes(game: Game, rules: Rules, actions: Actions) -> int:
    item = top_item(game)
    a = rules.ability[item.ability]
    n = 0
    if item.n_parts >= a.choose_least:
        n = put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for mode in range(a.n_modes):
        if mode_is_offered(game, rules, mode):
            n = put(actions, n, ActionKind.NUMBER, ABSENT, mode, ABSENT)
    return n


@kernel
def _list_x(game: Game, rules: Rules, actions: Actions) -> int:
    n = 0
    c = game.casting
    if c.picked != ABSENT:
        obj, number = np.int64(c.picked), np.int64(c.picked_ability)
        for x in range(1, most_x(game, rules, obj, number) + 1):
            if pick_is_possible(game, rules, obj, number, x, 0):
                n = put(actions, n, ActionKind.NUMBER, ABSENT, x, ABSENT)
        return n
    for x in range(MAX_X):
        if x_is_payable(game, rules, x):
            if x_has_targets(game, rules, x):
                n = put(actions, n, ActionKind.NUMBER, ABSENT, x, ABSENT)
        elif c.mana.x > 0:
            break
    return n


@kernel
def _put_target(game: Game, rules: Rules, actions: Actions, n: int, obj: int) -> int:
    """Add a target unless it is illegal or looks like one already listed."""
    if not target_is_offered(game, rules, obj, -1):
        return n
    for k in range(0 if game.policy & ASK_EVERY_PRIORITY else min(n, MAX_ACTIONS)):
        if (actions[k].kind == ActionKind.PICK and actions[k].card == game.object[obj].card
                and look_alike(game, np.int64(actions[k].obj), obj)):
            return n
    return put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)


@kernel
def list_targets(game: Game, rules: Rules, actions: Actions) -> int:
    """Players, then objects zone by zone; DONE where the instance has enough."""
    item = top_item(game)
    c = game.casting
    a = rules.ability[item.part[c.part].ability]
    spec = rules.target_spec[np.int64(a.target) + np.int64(c.spec)]
    n = 0
    if c.n_of_spec >= how_many(item, np.int64(spec.least)):
        n = put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for seat in range(2):
        if target_is_offered(game, rules, ABSENT, seat):
            n = put(actions, n, ActionKind.PICK_PLAYER, ABSENT, seat, ABSENT)
    f = rules.filter[spec.filter]
    if f.zone == Zone.BATTLEFIELD and f.other == 0:
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if not plainly_fails(game, rules, obj, np.int64(spec.filter)):
                n = _put_target(game, rules, actions, n, obj)
        return n
    for obj in range(game.n_objects):
        zone = game.object[obj].zone
        if zone != Zone.NOWHERE and zone != Zone.LIBRARY and zone != Zone.HAND:
            n = _put_target(game, rules, actions, n, obj)
    return n


@kernel
def _list_payers(game: Game, rules: Rules, actions: Actions) -> int:
    k = np.int64(game.choice.value)
    kind = game.casting.wants[k].kind
    in_hand = kind == CostKind.EXILE_HAND or kind == CostKind.DISCARD or kind == CostKind.REVEAL_HAND
    n = 0
    if game.casting.wants[k].count == ANY_NUMBER and enough_is_named(game, rules, k):
        n = put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for obj in range(game.n_objects):
        zone = game.object[obj].zone
        if zone == Zone.NOWHERE or zone == Zone.LIBRARY or (zone == Zone.HAND) != in_hand:
            continue
        if object_can_pay(game, rules, k, obj):
            repeated = False
            for j in range(min(n, MAX_ACTIONS)):
                repeated = repeated or (actions[j].obj != ABSENT and look_alike(game, np.int64(actions[j].obj), obj))
            if not repeated:
                n = put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)
    return n


# ---------------------------------------------------------------- combat and resolutions

@kernel
def _list_blocks(game: Game, rules: Rules, actions: Actions) -> int:
    """DONE: no block; then the attackers. What cannot become legal with the blocks to come is not listed (509.1b)."""
    blocker = np.int64(game.choice.attention)
    forced = has_to_block(game, rules, blocker)
    n = 0
    if not forced and block_can_stand(game, rules, blocker, ABSENT):
        n = put(actions, 0, ActionKind.DONE, blocker, 0, game.object[blocker].card)
    for k in range(game.n_battlefield):
        attacker = np.int64(game.battlefield[k])
        if forced and not draws_block(game, blocker, attacker):
            continue
        if (game.object[attacker].status & ST_ATTACKING and can_block(game, rules, blocker, attacker)
                and block_can_stand(game, rules, blocker, attacker)):
            n = put(actions, n, ActionKind.PICK, attacker, 0, game.object[attacker].card)
    return n if n > 0 else put(actions, 0, ActionKind.DONE, blocker, 0, game.object[blocker].card)


@leaf
def same_name(game, a, b):
    """Whether two cards are of one definition: every name has one."""
    return game.object[a].card == game.object[b].card


@kernel
def _list_choice(game: Game, actions: Actions) -> int:
    """Candidates that were not chosen yet, look-alikes once; DONE where enough are chosen."""
    c = game.choice
    n = 0
    if c.n_chosen >= c.least:
        n = put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for k in range(c.n_candidates):
        obj = np.int64(c.candidate[k])
        skip = False
        for j in range(c.n_chosen):
            skip = skip or c.chosen[j] == obj
            skip = skip or (c.distinct != 0 and same_name(game, np.int64(c.chosen[j]), obj))
        j = 0
        while j < min(n, MAX_ACTIONS) and not skip:
            skip = (actions[j].kind == ActionKind.PICK and actions[j].card == game.object[obj].card
                    and look_alike(game, np.int64(actions[j].obj), obj))
            j += 1
        if not skip:
            n = put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)
    return n


@kernel
def _list_triggers(game: Game, actions: Actions) -> int:
    n = 0
    for k in range(game.n_pending):
        p = game.pending[k]
        if p.controller == game.to_act:
            n = put(actions, n, ActionKind.PICK, np.int64(p.obj), k, game.object[p.obj].card)
    return n


@kernel
def _list_words(game: Game, actions: Actions) -> int:
    """Tap, untap or neither; top or bottom; play or draw."""
    decision = game.decision
    obj = np.int64(game.choice.attention)
    if decision == Decision.PLAY_DRAW:
        n = put(actions, 0, ActionKind.WORD, ABSENT, Word.PLAY, ABSENT)
        return put(actions, n, ActionKind.WORD, ABSENT, Word.DRAW, ABSENT)
    card = game.object[obj].card
    if game.choice.most == N_BASIC_TYPES:
        n = 0
        for word in range(Word.PLAINS, Word.FOREST + 1):
            n = put(actions, n, ActionKind.WORD, obj, word, card)
        return n
    if game.choice.most == 2:
        n = put(actions, 0, ActionKind.WORD, obj, Word.TOP, card)
        return put(actions, n, ActionKind.WORD, obj, Word.BOTTOM, card)
    n = put(actions, 0, ActionKind.WORD, obj, Word.NEITHER, card)
    if game.object[obj].status & ST_TAPPED:
        return put(actions, n, ActionKind.WORD, obj, Word.UNTAP, card)
    return put(actions, n, ActionKind.WORD, obj, Word.TAP, card)


@kernel
def _list_yes_no(game: Game, rules: Rules, actions: Actions) -> int:
    obj = np.int64(game.unpaid[game.n_unpaid - 1]) if game.asks_unpaid else np.int64(game.choice.attention)
    card = game.object[obj].card if obj != ABSENT else ABSENT
    n = 0
    if game.decision == Decision.MAY and not game.asks_unpaid and game.offered != ABSENT:
        n = put(actions, n, ActionKind.NO, obj, 0, card)
        for form in range(Form.FUSED):
            if offered_form(game, rules, form):
                n = put(actions, n, ActionKind.YES, obj, form, card)
        return n
    if game.decision != Decision.ATTACK or not must_attack(game, obj):
        n = put(actions, n, ActionKind.NO, obj, 0, card)
    n = put(actions, n, ActionKind.YES, obj, 0, card)
    if game.decision == Decision.ATTACK and np.int64(game.types_seen) & TYPE_PLANESWALKER:
        for k in range(game.n_battlefield):      # a planeswalker may be attacked in place of the player
            if can_be_attacked(game, np.int64(game.battlefield[k])):
                n = put(actions, n, ActionKind.PICK, np.int64(game.battlefield[k]), 0,
                        game.object[game.battlefield[k]].card)
    return n


@kernel
def _list_numbers(game: Game, rules: Rules, actions: Actions) -> int:
    """Alternative costs that can be paid, the numbers up to one, or the colours of a mask."""
    n = 0
    if game.decision == Decision.COST:
        for alternative in range(Alternative.INSTEAD + 1):
            if alternative_is_possible(game, rules, alternative):
                n = put(actions, n, ActionKind.NUMBER, ABSENT, alternative, ABSENT)
        return n
    if game.decision == Decision.NUMBER:
        least = 0 if game.casting.stage == Stage.NONE else 1         # a part of a divided amount (601.2d)
        for number in range(least, game.choice.most + 1):
            n = put(actions, n, ActionKind.NUMBER, ABSENT, number, ABSENT)
        return n
    mask = np.int64(game.choice.most)
    for k in range(6):
        if mask & (1 << k):
            n = put(actions, n, ActionKind.COLOUR, ABSENT, 1 << k, ABSENT)
    return n


@kernel
def _list_new_targets(game: Game, rules: Rules, actions: Actions) -> int:
    """DONE: the old target stays; then what may take its place."""
    c = game.choice
    index = np.int64(c.most)
    k = np.int64(c.least)
    n = put(actions, 0, ActionKind.DONE, ABSENT, 0, ABSENT)
    if c.value == MAY_BE_SELF:
        return put(actions, n, ActionKind.PICK, np.int64(c.attention), 0, game.object[c.attention].card)
    for seat in range(2):
        if may_be_new_target(game, rules, index, k, ABSENT, seat):
            n = put(actions, n, ActionKind.PICK_PLAYER, ABSENT, seat, ABSENT)
    for obj in range(game.n_objects):
        zone = game.object[obj].zone
        if zone == Zone.NOWHERE or zone == Zone.LIBRARY or zone == Zone.HAND:
            continue
        if may_be_new_target(game, rules, index, k, obj, -1):
            n = put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)
    if c.value == MUST_CHANGE and n > 1 and n <= MAX_ACTIONS:
        n -= 1                          # the old target does not stay
        actions[0] = actions[n]
    return n


@leaf
def _put_name(rules, actions, n, number):
    """Add the name of a definition unless it is listed already."""
    name = np.int64(rules.card[number].name)
    for k in range(min(n, MAX_ACTIONS)):
        if actions[k].value == name:
            return n
    return put(actions, n, ActionKind.NAME, ABSENT, name, number)


@kernel
def _list_names(game: Game, rules: Rules, actions: Actions) -> int:
    """The names of the cards of both decks without the types that are left out.

    In the order of the definitions: that of the objects would tell which of the hidden cards is which.
    """
    n = 0
    left_out = np.int64(game.choice.most)
    here = np.zeros(rules.n_cards, np.int64)
    for obj in range(game.n_objects):
        if not game.object[obj].status & ST_TOKEN:
            here[game.object[obj].card] = 1
    for number in range(rules.n_cards):
        card = rules.card[number]
        if here[number] == 0 or np.int64(card.types) & left_out:
            continue
        if card.half[0]:                 # the name of one half is chosen (709.4a)
            n = _put_name(rules, actions, _put_name(rules, actions, n, np.int64(card.half[0])), np.int64(card.half[1]))
        else:
            n = _put_name(rules, actions, n, number)
        if card.adventure:
            n = _put_name(rules, actions, n, np.int64(card.adventure))
    return n


@kernel
def _is_listed(game: Game, actions: Actions, n: int, obj: int, ability: int) -> bool:
    """Whether the same ability of a permanent or card that looks just like `obj` is listed."""
    for i in range(min(n, MAX_ACTIONS)):
        if actions[i].kind == ActionKind.ACTIVATE and actions[i].value == ability and look_alike(
                game, np.int64(actions[i].obj), obj):
            return True
    return False


@kernel
def _list_mana(game: Game, rules: Rules, actions: Actions) -> int:
    """DONE, then the mana abilities after which the total can still be paid, cheap ones first (601.2g)."""
    seat = np.int64(game.casting.seat)
    n = put(actions, 0, ActionKind.DONE, ABSENT, 0, ABSENT)
    for rank in range(USES_UP + 1):
        for k in range(np.int64(game.n_battlefield) + np.int64(game.player[seat].n_hand)):
            obj = source_at(game, seat, k)
            if obj == ABSENT:
                continue
            o = game.object[obj]
            for j in range(rules.card[o.text].n_abilities):
                number = np.int64(rules.card[o.text].ability) + j
                if (rank_of(rules, number) == rank and not _is_listed(game, actions, n, obj, j)
                        and mana_is_offered(game, rules, obj, number)):
                    n = put(actions, n, ActionKind.ACTIVATE, obj, j, o.card)
    return n


@kernel
def _list_any(game: Game, rules: Rules, actions: Actions) -> int:
    d = game.decision
    if d == Decision.PRIORITY:
        return list_priority(game, rules, actions)
    if d == Decision.SPLICE:
        return _list_splices(game, rules, actions)
    if d == Decision.TARGET:
        return list_targets(game, rules, actions)
    if d == Decision.BLOCK:
        return _list_blocks(game, rules, actions)
    if (d == Decision.CHOOSE or d == Decision.DISCARD or d == Decision.BOTTOM or d == Decision.LEGEND
            or d == Decision.ORDER):
        return _list_choice(game, actions)
    if d == Decision.WORD or d == Decision.PLAY_DRAW:
        return _list_words(game, actions)
    if d == Decision.SPLICE_ORDER:
        return _list_orders(game, rules, actions)
    if d == Decision.MODE:
        return _list_modes(game, rules, actions)
    if d == Decision.CHOOSE_X:
        return _list_x(game, rules, actions)
    if d == Decision.PAY:
        return _list_payers(game, rules, actions)
    if d == Decision.TRIGGER_ORDER:
        return _list_triggers(game, actions)
    if d == Decision.COST or d == Decision.COLOUR or d == Decision.NUMBER:
        return _list_numbers(game, rules, actions)
    if d == Decision.NEW_TARGET:
        return _list_new_targets(game, rules, actions)
    if d == Decision.NAME:
        return _list_names(game, rules, actions)
    if d == Decision.MANA:
        return _list_mana(game, rules, actions)
    return _list_yes_no(game, rules, actions)


@kernel
def list_actions(game: Game, rules: Rules, actions: Actions) -> int:
    """Fill `actions` with the legal answers; returns how many. Too many for the table stops the game."""
    if game.end != End.PLAYING or game.decision == Decision.NONE:
        return 0
    n = _list_any(game, rules, actions)
    if n > MAX_ACTIONS:
        stop_game(game, End.CAPACITY, -1)
        return 0
    return n
