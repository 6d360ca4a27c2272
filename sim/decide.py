"""The legal answers to whatever is being asked (CR 117, 601.2, 602.2). Floor 8.

`list_actions` fills an array of ACTION. The order is fixed by the state: positions in
hand, on the battlefield, numbers ascending. Of things that nobody can tell apart only the first is listed.
"""
from __future__ import annotations

import numpy as np

from sim.affording import CHANGES_COSTS, FREE, X_UNKNOWN, payable_with
from sim.casting import (
    FORBIDS,
    alternative_is_possible,
    begin_announcing,
    could_be_cast,
    is_forbidden,
    mana_is_offered,
    mode_is_offered,
    n_host_parts,
    object_can_pay,
    same_card,
    splice_is_offered,
    target_is_offered,
    top_item,
    x_is_possible,
)
from sim.combat import can_block, must_attack
from sim.copying import MAY_BE_SELF
from sim.costs import can_pay_fixed, in_combat_after_blocks, uses_objects
from sim.filters import plainly_fails
from sim.jit import kernel, leaf
from sim.layout import Actions, Game, Rules
from sim.limits import MAX_ACTIONS
from sim.mana import can_pay_mana, can_pay_printed, count_available, is_sick
from sim.targets import has_modes_or_targets, may_be_new_target
from sim.terms import (
    ABSENT,
    ANY_NUMBER,
    ASK_EVERY_PRIORITY,
    ASK_MANA,
    KW_FLASH,
    KW_HAS_GRANTED,
    LIMIT_COMBAT,
    LIMIT_ONCE,
    LIMIT_SORCERY,
    LIMIT_YOUR_TURN,
    ST_ADVENTURE,
    ST_ATTACKING,
    ST_TAPPED,
    ST_TOKEN,
    TRAIT_ACTIVATED,
    TRAIT_HAND_ABILITY,
    TRAIT_INSTANT_SPEED,
    TRAIT_MANA,
    TRAIT_ODD_MANA,
    TRAIT_OTHER_COST,
    TYPE_INSTANT,
    TYPE_LAND,
    AbilityKind,
    ActionKind,
    Alternative,
    CostKind,
    Decision,
    EffectKind,
    End,
    ItemKind,
    Quiet,
    StaticKind,
    Step,
    Word,
    Zone,
)
from sim.values import holds, same_object, set_scratch
from sim.zones import stop_game

MAX_X = 60
MUCH_MANA = 1 << 14
_MATTERS_TO_CASTS = CHANGES_COSTS | FORBIDS | (1 << StaticKind.CAST_FREE)


@leaf
def _put(actions, n, kind, obj, value, card):
    if n < MAX_ACTIONS:
        a = actions[n]
        a.kind = kind
        a.obj = obj
        a.value = value
        a.card = card
    return n + 1


# ---------------------------------------------------------------- priority

@leaf
def is_sorcery_time(game, seat):
    """Whether `seat` could cast a sorcery now (307.1)."""
    return (game.active == seat and game.n_stack == 0 and game.n_frames == 0
            and (game.step == Step.MAIN1 or game.step == Step.MAIN2))


@kernel
def can_cast(game: Game, rules: Rules, seat: int, obj: int, sorcery_time: bool) -> bool:
    """Whether `seat` may begin to cast the card, so that some complete cast exists (601.3, 601.2e)."""
    card = rules.card[game.object[obj].card]
    types = np.int64(card.types)
    if not sorcery_time and not types & TYPE_INSTANT and not np.int64(card.keywords) & KW_FLASH:
        return False
    changed = game.statics_seen & _MATTERS_TO_CASTS
    if changed and is_forbidden(game, rules, seat, obj):
        return False
    if card.alternative[0] == 0 and card.additional_cost == 0 and not changed and rules.cost[card.cost].total >= 0:
        if card.cost == 0 or not can_pay_printed(game, rules, seat, np.int64(card.cost)):
            return False
    elif not could_be_cast(game, rules, seat, obj, Alternative.MANA_COST):
        return False
    return card.spell == 0 or has_modes_or_targets(game, rules, np.int64(card.spell), obj, seat)


@kernel
def _can_pay_with_objects(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> bool:
    """Whether an activation whose cost uses objects can be paid: tried on a blank item above the stack."""
    if game.n_stack >= len(game.stack):
        return False
    item = game.stack[game.n_stack]
    game.n_stack += 1
    item.kind = ItemKind.ACTIVATED
    item.obj = obj
    item.controller = seat
    item.ability = ability
    item.alternative = 0
    item.x = 0
    begin_announcing(game, seat)
    possible = payable_with(game, rules, 0, X_UNKNOWN)
    game.casting.stage = 0
    game.casting.n_items = 0
    game.n_stack -= 1
    return possible


@kernel
def can_activate(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> bool:
    """Whether `seat` may activate an ability of `obj` now (602.5)."""
    a = rules.ability[ability]
    o = game.object[obj]
    limit = np.int64(a.limit)
    if limit & LIMIT_SORCERY and not is_sorcery_time(game, seat):
        return False
    if limit & LIMIT_YOUR_TURN and game.active != seat:
        return False
    if limit & LIMIT_COMBAT and not in_combat_after_blocks(game):
        return False
    if limit & LIMIT_ONCE and o.used & 1:
        return False
    cost = rules.cost[a.cost]
    if cost.total > 0 and not can_pay_printed(game, rules, seat, np.int64(a.cost)):
        return False
    uses = False
    tapped = ABSENT
    for k in range(cost.n_items):
        item = cost.wants[k]
        if uses_objects(item.kind):
            uses = True
        elif not can_pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count), obj,
                               seat):
            return False
        elif item.kind == CostKind.TAP_SELF:
            tapped = obj
    if tapped != ABSENT and cost.total > 0 and o.makes:
        if not can_pay_mana(game, rules, seat, cost.mana, 0, tapped):
            return False
    if a.condition:
        set_scratch(game, obj, seat)
        if not holds(game, rules, game.scratch, np.int64(a.condition)):
            return False
    if not has_modes_or_targets(game, rules, ability, obj, seat):
        return False
    if uses or cost.total < 0 or game.statics_seen & CHANGES_COSTS:
        return _can_pay_with_objects(game, rules, seat, obj, ability)
    return True


@kernel
def granted_ability(game: Game, rules: Rules, obj: int, k: int) -> int:
    """The k-th activated ability that attachments give to a permanent (113.1); 0: there is none."""
    if not np.int64(game.object[obj].keywords) & KW_HAS_GRANTED:
        return 0
    for j in range(game.n_battlefield):
        source = game.object[game.battlefield[j]]
        if source.attached != obj or not same_object(game, obj, source.attached_stamp):
            continue
        card = rules.card[source.card]
        for i in range(card.n_abilities):
            a = rules.ability[np.int64(card.ability) + i]
            if a.kind == AbilityKind.STATIC and rules.static[a.static].kind == StaticKind.GRANT_ABILITY:
                if k == 0:
                    return np.int64(rules.static[a.static].ability)
                k -= 1
    return 0


@kernel
def ability_at(game: Game, rules: Rules, obj: int, index: int) -> int:
    """The ability that ACTIVATE means: an index among the card's own, then those it was given."""
    card = rules.card[game.object[obj].card]
    if index < card.n_abilities:
        return np.int64(card.ability) + index
    return granted_ability(game, rules, obj, index - np.int64(card.n_abilities))


@kernel
def look_alike(game: Game, a: int, b: int) -> bool:
    """Whether nobody could tell two objects apart."""
    x, y = game.object[a], game.object[b]
    if x.card != y.card or x.zone != y.zone or x.known != y.known or x.controller != y.controller:
        return False
    if x.owner != y.owner:
        return False
    if x.zone != Zone.BATTLEFIELD:
        return True
    if x.status != y.status or x.damage != y.damage or x.attached != y.attached or x.blocking != y.blocking:
        return False
    if x.power != y.power or x.toughness != y.toughness or x.keywords != y.keywords or x.used != y.used:
        return False
    if is_sick(game, a) != is_sick(game, b) or x.hurt != y.hurt:
        return False
    for k in range(len(x.counters)):
        if x.counters[k] != y.counters[k]:
            return False
    for k in range(game.n_battlefield if game.any_attached or x.status & ST_ATTACKING else 0):
        other = game.object[game.battlefield[k]]
        if other.attached == a or other.attached == b or other.blocking == a or other.blocking == b:
            return False
    for k in range(game.n_effects):
        if game.effect[k].obj == a or game.effect[k].obj == b:
            return False
    for k in range(game.n_stack):
        for j in range(game.stack[k].n_targets):
            if game.stack[k].target[j].obj == a or game.stack[k].target[j].obj == b:
                return False
    return True


@kernel
def _list_abilities(game: Game, rules: Rules, actions: Actions, n: int, seat: int, obj: int) -> int:
    """The abilities of one permanent or card that can be activated."""
    o = game.object[obj]
    card = rules.card[o.card]
    for j in range(np.int64(card.n_abilities)):
        number = np.int64(card.ability) + j
        a = rules.ability[number]
        mana = a.kind == AbilityKind.MANA and ((game.policy & ASK_MANA) != 0 or not a.plain)
        if (a.kind != AbilityKind.ACTIVATED and not mana) or a.zone != o.zone:
            continue
        if can_activate(game, rules, seat, obj, number):
            n = _put(actions, n, ActionKind.ACTIVATE, obj, j, o.card)
    k = 0
    while o.zone == Zone.BATTLEFIELD and np.int64(o.keywords) & KW_HAS_GRANTED:
        number = granted_ability(game, rules, obj, k)
        if number == 0:
            break
        if can_activate(game, rules, seat, obj, number):
            n = _put(actions, n, ActionKind.ACTIVATE, obj, np.int64(card.n_abilities) + k, o.card)
        k += 1
    return n


@kernel
def _is_repeated(game: Game, obj: int, at: int) -> bool:
    """Whether an earlier permanent looks just like the one at place `at` of the battlefield."""
    for k in range(at):
        if look_alike(game, np.int64(game.battlefield[k]), obj):
            return True
    return False


@leaf
def _is_out_of_question(o, sorcery_time, mana):
    """A quick look at a card in hand: neither the time nor the mana to do anything with it."""
    traits = np.int64(o.traits)
    if traits & (TRAIT_OTHER_COST | TRAIT_HAND_ABILITY):
        return False
    if np.int64(o.printed) & TYPE_LAND:
        return not sorcery_time
    return o.mana_value > mana or (not sorcery_time and not traits & TRAIT_INSTANT_SPEED)


@kernel
def _adventure_is_castable(game: Game, rules: Rules, seat: int, obj: int, sorcery_time: bool) -> bool:
    """Whether the half of a card that is an adventure can be cast from hand (715.3)."""
    number = np.int64(rules.card[game.object[obj].card].adventure)
    card = rules.card[number]
    if number == 0:
        return False
    if not sorcery_time and not np.int64(card.types) & TYPE_INSTANT:
        return False
    return not is_forbidden(game, rules, seat, obj) and could_be_cast(game, rules, seat, obj, Alternative.ADVENTURE)


@kernel
def _list_hand(game: Game, rules: Rules, actions: Actions, n: int, seat: int) -> int:
    """Cards in hand that can be played or cast, or whose abilities work there."""
    p = game.player[seat]
    sorcery_time = is_sorcery_time(game, seat)
    cheaper = game.statics_seen & (1 << StaticKind.COST_LESS) != 0 or game.casts_free & (1 << seat) != 0
    if p.avail_ready == 0:
        count_available(game, rules, seat)
    for k in range(p.n_hand):
        obj = np.int64(p.hand[k])
        o = game.object[obj]
        if _is_out_of_question(o, sorcery_time, MUCH_MANA if cheaper else np.int64(p.total_mana)):
            continue
        number = np.int64(o.card)
        repeated = False
        for j in range(k):
            repeated = repeated or same_card(game, np.int64(p.hand[j]), obj)
        if repeated:
            continue
        if np.int64(o.printed) & TYPE_LAND:
            if sorcery_time and p.lands_played == 0:
                n = _put(actions, n, ActionKind.PLAY_LAND, obj, 0, number)
        else:
            if can_cast(game, rules, seat, obj, sorcery_time):
                n = _put(actions, n, ActionKind.CAST, obj, 0, number)
            if np.int64(o.traits) & TRAIT_OTHER_COST and _adventure_is_castable(game, rules, seat, obj, sorcery_time):
                n = _put(actions, n, ActionKind.CAST, obj, Alternative.ADVENTURE, number)
        if np.int64(o.traits) & TRAIT_HAND_ABILITY:
            n = _list_abilities(game, rules, actions, n, seat, obj)
    return n


@kernel
def _has_flashback(game: Game, rules: Rules, obj: int) -> bool:
    """Whether a card in a graveyard may be cast from there (702.34a)."""
    if rules.card[game.object[obj].card].flashback:
        return True
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.FLASHBACK and e.obj == obj and same_object(game, obj, e.stamp):
            return True
    return False


@leaf
def _is_time_for(card, sorcery_time):
    return sorcery_time or np.int64(card.types) & TYPE_INSTANT or np.int64(card.keywords) & KW_FLASH


@kernel
def _list_elsewhere(game: Game, rules: Rules, actions: Actions, n: int, seat: int) -> int:
    """Cards outside the hand that may be played: with flashback, on an adventure, on top of the library."""
    p = game.player[seat]
    sorcery_time = is_sorcery_time(game, seat)
    for k in range(p.n_graveyard):
        obj = np.int64(p.graveyard[k])
        card = rules.card[game.object[obj].card]
        if (_is_time_for(card, sorcery_time) and _has_flashback(game, rules, obj)
                and not is_forbidden(game, rules, seat, obj)
                and could_be_cast(game, rules, seat, obj, Alternative.FLASHBACK)):
            n = _put(actions, n, ActionKind.CAST, obj, Alternative.FLASHBACK, game.object[obj].card)
    if game.on_adventure & (1 << seat):
        for k in range(game.n_exile):
            obj = np.int64(game.exile[k])
            o = game.object[obj]
            if o.status & ST_ADVENTURE and o.owner == seat and can_cast(game, rules, seat, obj, sorcery_time):
                n = _put(actions, n, ActionKind.CAST, obj, Alternative.MANA_COST, o.card)
    if game.plays_top & (1 << seat) and p.n_library > 0:
        obj = np.int64(p.library[p.n_library - 1])
        number = np.int64(game.object[obj].card)
        if np.int64(rules.card[number].types) & TYPE_LAND:
            if sorcery_time and p.lands_played == 0:
                n = _put(actions, n, ActionKind.PLAY_LAND, obj, 0, number)
        elif can_cast(game, rules, seat, obj, sorcery_time):
            n = _put(actions, n, ActionKind.CAST, obj, Alternative.MANA_COST, number)
    return n


@kernel
def _list_priority(game: Game, rules: Rules, actions: Actions) -> int:
    """PASS first, then what can be done. Finding nothing at instant speed is remembered as `quiet`."""
    seat = np.int64(game.to_act)
    n = _put(actions, 0, ActionKind.PASS, ABSENT, 0, ABSENT)
    if game.n_stack == 0 and not game.policy & ASK_EVERY_PRIORITY:
        n = _put(actions, n, ActionKind.PASS_UNTIL, ABSENT, 0, ABSENT)
    passes = n
    wanted = TRAIT_ACTIVATED | TRAIT_MANA if game.policy & ASK_MANA else TRAIT_ACTIVATED | TRAIT_ODD_MANA
    n = _list_hand(game, rules, actions, n, seat)
    if game.elsewhere & (1 << seat) or rules.n_flashback:
        n = _list_elsewhere(game, rules, actions, n, seat)
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != seat:
            continue
        if np.int64(o.traits) & wanted or np.int64(o.keywords) & KW_HAS_GRANTED:
            before = n
            n = _list_abilities(game, rules, actions, n, seat, obj)
            if n > before and _is_repeated(game, obj, k):
                n = before
    if n == passes:
        game.player[seat].quiet = Quiet.ENTIRELY if is_sorcery_time(game, seat) else Quiet.INSTANT_SPEED
        return 1
    return n


# ---------------------------------------------------------------- casting

@kernel
def _list_splices(game: Game, rules: Rules, actions: Actions) -> int:
    p = game.player[game.casting.seat]
    n = _put(actions, 0, ActionKind.DONE, ABSENT, 0, ABSENT)
    for k in range(game.casting.next_splice, p.n_hand):
        if splice_is_offered(game, rules, k):
            n = _put(actions, n, ActionKind.PICK, np.int64(p.hand[k]), 0, game.object[p.hand[k]].card)
    return n


@kernel
def _list_orders(game: Game, actions: Actions) -> int:
    """The spliced texts whose place is open; equal ones once."""
    item = top_item(game)
    first = n_host_parts(item) + np.int64(game.casting.n_ordered)
    n = 0
    for k in range(first, item.n_parts):
        repeated = False
        for j in range(first, k):
            repeated = repeated or item.part[j].card == item.part[k].card
        if not repeated:
            n = _put(actions, n, ActionKind.PICK, np.int64(item.part[k].obj), 0, item.part[k].card)
    return n


@kernel
def _list_modes(game: Game, rules: Rules, actions: Actions) -> int:
    item = top_item(game)
    a = rules.ability[item.ability]
    n = 0
    if item.n_parts >= a.choose_least:
        n = _put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for mode in range(a.n_modes):
        if mode_is_offered(game, rules, mode):
            n = _put(actions, n, ActionKind.NUMBER, ABSENT, mode, ABSENT)
    return n


@kernel
def _list_x(game: Game, rules: Rules, actions: Actions) -> int:
    n = 0
    for x in range(MAX_X):
        if x_is_possible(game, rules, x):
            n = _put(actions, n, ActionKind.NUMBER, ABSENT, x, ABSENT)
        elif game.casting.mana.x > 0:
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
    return _put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)


@kernel
def _list_targets(game: Game, rules: Rules, actions: Actions) -> int:
    """Players, then objects zone by zone; DONE where the instance has enough."""
    item = top_item(game)
    c = game.casting
    a = rules.ability[item.part[c.part].ability]
    spec = rules.target_spec[np.int64(a.target) + np.int64(c.spec)]
    n = 0
    if c.n_of_spec >= spec.least:
        n = _put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for seat in range(2):
        if target_is_offered(game, rules, ABSENT, seat):
            n = _put(actions, n, ActionKind.PICK_PLAYER, ABSENT, seat, ABSENT)
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
    if game.casting.wants[k].count == ANY_NUMBER:
        n = _put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for obj in range(game.n_objects):
        zone = game.object[obj].zone
        if zone == Zone.NOWHERE or zone == Zone.LIBRARY or (zone == Zone.HAND) != in_hand:
            continue
        if object_can_pay(game, rules, k, obj):
            repeated = False
            for j in range(min(n, MAX_ACTIONS)):
                repeated = repeated or (actions[j].obj != ABSENT and look_alike(game, np.int64(actions[j].obj), obj))
            if not repeated:
                n = _put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)
    return n


# ---------------------------------------------------------------- combat and resolutions

@kernel
def _list_blocks(game: Game, rules: Rules, actions: Actions) -> int:
    blocker = np.int64(game.choice.attention)
    n = _put(actions, 0, ActionKind.DONE, blocker, 0, game.object[blocker].card)
    for k in range(game.n_battlefield):
        attacker = np.int64(game.battlefield[k])
        if game.object[attacker].status & ST_ATTACKING and can_block(game, rules, blocker, attacker):
            n = _put(actions, n, ActionKind.PICK, attacker, 0, game.object[attacker].card)
    return n


@kernel
def _list_choice(game: Game, actions: Actions) -> int:
    """Candidates that were not chosen yet, look-alikes once; DONE where enough are chosen."""
    c = game.choice
    n = 0
    if c.n_chosen >= c.least:
        n = _put(actions, n, ActionKind.DONE, ABSENT, 0, ABSENT)
    for k in range(c.n_candidates):
        obj = np.int64(c.candidate[k])
        skip = False
        for j in range(c.n_chosen):
            skip = skip or c.chosen[j] == obj
        j = 0
        while j < min(n, MAX_ACTIONS) and not skip:
            skip = (actions[j].kind == ActionKind.PICK and actions[j].card == game.object[obj].card
                    and look_alike(game, np.int64(actions[j].obj), obj))
            j += 1
        if not skip:
            n = _put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)
    return n


@kernel
def _list_triggers(game: Game, actions: Actions) -> int:
    n = 0
    for k in range(game.n_pending):
        p = game.pending[k]
        if p.controller == game.to_act:
            n = _put(actions, n, ActionKind.PICK, np.int64(p.obj), k, game.object[p.obj].card)
    return n


@kernel
def _list_words(game: Game, actions: Actions) -> int:
    """Tap, untap or neither; top or bottom; play or draw."""
    decision = game.decision
    obj = np.int64(game.choice.attention)
    if decision == Decision.PLAY_DRAW:
        n = _put(actions, 0, ActionKind.WORD, ABSENT, Word.PLAY, ABSENT)
        return _put(actions, n, ActionKind.WORD, ABSENT, Word.DRAW, ABSENT)
    card = game.object[obj].card
    if game.choice.most == 2:
        n = _put(actions, 0, ActionKind.WORD, obj, Word.TOP, card)
        return _put(actions, n, ActionKind.WORD, obj, Word.BOTTOM, card)
    n = _put(actions, 0, ActionKind.WORD, obj, Word.NEITHER, card)
    if game.object[obj].status & ST_TAPPED:
        return _put(actions, n, ActionKind.WORD, obj, Word.UNTAP, card)
    return _put(actions, n, ActionKind.WORD, obj, Word.TAP, card)


@kernel
def _list_yes_no(game: Game, actions: Actions) -> int:
    obj = np.int64(game.choice.attention)
    card = game.object[obj].card if obj != ABSENT else ABSENT
    n = 0
    if game.decision != Decision.ATTACK or not must_attack(game, obj):
        n = _put(actions, n, ActionKind.NO, obj, 0, card)
    return _put(actions, n, ActionKind.YES, obj, 0, card)


@kernel
def _list_numbers(game: Game, rules: Rules, actions: Actions) -> int:
    """Alternative costs that can be paid, or the colours of a mask."""
    n = 0
    if game.decision == Decision.COST:
        for alternative in range(FREE + 1):
            if alternative_is_possible(game, rules, alternative):
                n = _put(actions, n, ActionKind.NUMBER, ABSENT, alternative, ABSENT)
        return n
    mask = np.int64(game.choice.most)
    for k in range(6):
        if mask & (1 << k):
            n = _put(actions, n, ActionKind.COLOUR, ABSENT, 1 << k, ABSENT)
    return n


@kernel
def _list_new_targets(game: Game, rules: Rules, actions: Actions) -> int:
    """DONE: the old target stays; then what may take its place."""
    c = game.choice
    index = np.int64(c.most)
    k = np.int64(c.least)
    n = _put(actions, 0, ActionKind.DONE, ABSENT, 0, ABSENT)
    if c.value == MAY_BE_SELF:
        return _put(actions, n, ActionKind.PICK, np.int64(c.attention), 0, game.object[c.attention].card)
    for seat in range(2):
        if may_be_new_target(game, rules, index, k, ABSENT, seat):
            n = _put(actions, n, ActionKind.PICK_PLAYER, ABSENT, seat, ABSENT)
    for obj in range(game.n_objects):
        zone = game.object[obj].zone
        if zone == Zone.NOWHERE or zone == Zone.LIBRARY or zone == Zone.HAND:
            continue
        if may_be_new_target(game, rules, index, k, obj, -1):
            n = _put(actions, n, ActionKind.PICK, obj, 0, game.object[obj].card)
    return n


@kernel
def _list_names(game: Game, rules: Rules, actions: Actions) -> int:
    """The names of the nonland cards of both decks, each once, in the order of the objects."""
    n = 0
    for obj in range(game.n_objects):
        card = rules.card[game.object[obj].card]
        if np.int64(card.types) & TYPE_LAND or game.object[obj].status & ST_TOKEN:
            continue
        repeated = False
        for k in range(min(n, MAX_ACTIONS)):
            repeated = repeated or actions[k].value == card.name
        if not repeated:
            n = _put(actions, n, ActionKind.NAME, ABSENT, np.int64(card.name), game.object[obj].card)
    return n


@kernel
def _list_mana(game: Game, rules: Rules, actions: Actions) -> int:
    """DONE, then the mana abilities that leave the total payable whatever they make (601.2g)."""
    seat = np.int64(game.casting.seat)
    n = _put(actions, 0, ActionKind.DONE, ABSENT, 0, ABSENT)
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != seat or not np.int64(rules.card[o.card].traits) & TRAIT_MANA:
            continue
        for j in range(rules.card[o.card].n_abilities):
            if mana_is_offered(game, rules, obj, np.int64(rules.card[o.card].ability) + j):
                n = _put(actions, n, ActionKind.ACTIVATE, obj, j, o.card)
    return n


@kernel
def _list_any(game: Game, rules: Rules, actions: Actions) -> int:
    d = game.decision
    if d == Decision.PRIORITY:
        return _list_priority(game, rules, actions)
    if d == Decision.SPLICE:
        return _list_splices(game, rules, actions)
    if d == Decision.TARGET:
        return _list_targets(game, rules, actions)
    if d == Decision.BLOCK:
        return _list_blocks(game, rules, actions)
    if (d == Decision.CHOOSE or d == Decision.DISCARD or d == Decision.BOTTOM or d == Decision.LEGEND
            or d == Decision.ORDER):
        return _list_choice(game, actions)
    if d == Decision.WORD or d == Decision.PLAY_DRAW:
        return _list_words(game, actions)
    if d == Decision.SPLICE_ORDER:
        return _list_orders(game, actions)
    if d == Decision.MODE:
        return _list_modes(game, rules, actions)
    if d == Decision.CHOOSE_X:
        return _list_x(game, rules, actions)
    if d == Decision.PAY:
        return _list_payers(game, rules, actions)
    if d == Decision.TRIGGER_ORDER:
        return _list_triggers(game, actions)
    if d == Decision.COST or d == Decision.COLOUR:
        return _list_numbers(game, rules, actions)
    if d == Decision.NEW_TARGET:
        return _list_new_targets(game, rules, actions)
    if d == Decision.NAME:
        return _list_names(game, rules, actions)
    if d == Decision.MANA:
        return _list_mana(game, rules, actions)
    return _list_yes_no(game, actions)


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

