"""What a player with priority can do: the list of actions (CR 116, 117). Floor 9.

Of things that nobody can tell apart only the first is listed. Finding nothing is
remembered until something changes (`terms.Quiet`).
"""
from __future__ import annotations

import numpy as np

from sim.announcing import definition_cast
from sim.casting import as_a_spell_matches, could_be_cast, has_form
from sim.granted import granted_ability
from sim.jit import kernel, leaf
from sim.layout import Actions, Game, Rules
from sim.limits import MAX_ACTIONS
from sim.making import further_mana
from sim.mana import count_available, is_sick
from sim.permission import can_activate, can_cast, is_sorcery_time, is_time_for, may_play_land
from sim.splice import same_card
from sim.statics import NONE_LEFT, next_static, static_ability, static_source
from sim.terms import (
    ABSENT,
    ASK_EVERY_PRIORITY,
    ASK_MANA,
    FORM_STEP,
    KW_HAS_GRANTED,
    ST_ADVENTURE,
    ST_ATTACKING,
    ST_FLASHBACK,
    TYPE_LAND,
    ActionKind,
    Alternative,
    Form,
    Quiet,
    Zone,
)
from sim.terms_abilities import (
    TRAIT_ACTIVATED,
    TRAIT_HAND_ABILITY,
    TRAIT_INSTANT_SPEED,
    TRAIT_MANA,
    TRAIT_ODD_MANA,
    TRAIT_OTHER_COST,
    AbilityKind,
    CostKind,
    EffectKind,
    StaticKind,
)
from sim.values import same_object

MUCH_MANA = 1 << 14


@leaf
def put(actions, n, kind, obj, value, card):
    if n < MAX_ACTIONS:
        a = actions[n]
        a.kind = kind
        a.obj = obj
        a.value = value
        a.card = card
    return n + 1


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
    if x.status != y.status or x.damage != y.damage or x.attached != y.attached or x.blocking != y.blocking or (
            x.attacks != y.attacks):
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
    card = rules.card[o.text]
    for j in range(np.int64(card.n_abilities)):
        number = np.int64(card.ability) + j
        a = rules.ability[number]
        mana = a.kind == AbilityKind.MANA and ((game.policy & ASK_MANA) != 0 or not a.plain)
        if (a.kind != AbilityKind.ACTIVATED and not mana) or a.zone != o.zone:
            continue
        if can_activate(game, rules, seat, obj, number):
            n = put(actions, n, ActionKind.ACTIVATE, obj, j, o.card)
    k = 0
    while o.zone == Zone.BATTLEFIELD and np.int64(o.keywords) & KW_HAS_GRANTED:
        number = granted_ability(game, rules, obj, k)
        if number == 0:
            break
        if can_activate(game, rules, seat, obj, number):
            n = put(actions, n, ActionKind.ACTIVATE, obj, np.int64(card.n_abilities) + k, o.card)
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
def _is_out_of_question(o, sorcery_time, flashes, mana):
    """A quick look at a card in hand: neither the time nor the mana to do anything with it."""
    traits = np.int64(o.traits)
    if traits & (TRAIT_OTHER_COST | TRAIT_HAND_ABILITY):
        return False
    if np.int64(o.printed) & TYPE_LAND:
        return not sorcery_time
    return o.mana_value > mana or (not sorcery_time and not traits & TRAIT_INSTANT_SPEED
                                   and not np.int64(o.printed) & flashes)


@kernel
def _list_halves(game: Game, rules: Rules, actions: Actions, n: int, seat: int, obj: int, alternative: int,
                 sorcery_time: bool) -> int:
    """The halves of a card that can be cast (709.3, 715.3), and both at once from the hand (702.102a)."""
    number = np.int64(game.object[obj].card)
    for form in range(Form.ADVENTURE, Form.OVERLOADED + 1):
        if not has_form(rules, number, form) or (form == Form.FUSED and game.object[obj].zone != Zone.HAND):
            continue
        if form == Form.OVERLOADED and alternative != Alternative.MANA_COST:
            continue                     # two alternative costs cannot be paid (118.9a)
        way = alternative + FORM_STEP * form
        if form == Form.OVERLOADED:
            way += Alternative.FIRST
        if (is_time_for(game, seat, rules.card[definition_cast(rules, number, form)], sorcery_time)
                and could_be_cast(game, rules, seat, obj, way)):
            n = put(actions, n, ActionKind.CAST, obj, way, number)
    return n


@kernel
def _list_offerings(game: Game, rules: Rules, actions: Actions, n: int, seat: int, obj: int) -> int:
    """Casts for an offering, at any time when an instant could be cast (702.48a)."""
    card = rules.card[game.object[obj].card]
    if is_time_for(game, seat, card, False):
        return n
    for k in range(len(card.alternative)):
        cost = rules.cost[card.alternative[k]]
        for j in range(cost.n_items):
            if cost.wants[j].kind == CostKind.OFFERING and could_be_cast(game, rules, seat, obj, k + 1):
                n = put(actions, n, ActionKind.CAST, obj, k + 1, game.object[obj].card)
    return n


@kernel
def _list_hand(game: Game, rules: Rules, actions: Actions, n: int, seat: int) -> int:
    """Cards in hand that can be played or cast, or whose abilities work there."""
    p = game.player[seat]
    sorcery_time = is_sorcery_time(game, seat)
    cheaper = (game.statics_seen & ((1 << StaticKind.COST_LESS) | (1 << StaticKind.PAY_INSTEAD)) != 0
               or game.casts_free & (1 << seat) != 0)
    if p.avail_ready == 0:
        count_available(game, rules, seat)
    mana = MUCH_MANA if cheaper else (np.int64(p.total_mana) + np.int64(p.legendary_mana)
                                      + np.int64(p.further_mana))
    for k in range(p.n_hand):
        obj = np.int64(p.hand[k])
        o = game.object[obj]
        if _is_out_of_question(o, sorcery_time, np.int64(p.flashes), mana):
            continue
        number = np.int64(o.card)
        repeated = False
        for j in range(k):
            repeated = repeated or same_card(game, np.int64(p.hand[j]), obj)
        if repeated:
            continue
        if np.int64(o.printed) & TYPE_LAND:
            if sorcery_time and may_play_land(game, rules, seat):
                n = put(actions, n, ActionKind.PLAY_LAND, obj, 0, number)
        else:
            if can_cast(game, rules, seat, obj, sorcery_time):
                n = put(actions, n, ActionKind.CAST, obj, 0, number)
            if np.int64(o.traits) & TRAIT_OTHER_COST and not sorcery_time:
                n = _list_offerings(game, rules, actions, n, seat, obj)
            if np.int64(o.traits) & TRAIT_OTHER_COST:
                n = _list_halves(game, rules, actions, n, seat, obj, Alternative.MANA_COST, sorcery_time)
        if np.int64(o.traits) & TRAIT_HAND_ABILITY:
            n = _list_abilities(game, rules, actions, n, seat, obj)
    return n


@kernel
def _put_playable(game: Game, rules: Rules, actions: Actions, n: int, seat: int, obj: int, way: int) -> int:
    """List a card that may be played from where it is, if it can be now, and its halves; way: its Alternative."""
    number = np.int64(game.object[obj].card)
    card = rules.card[number]
    sorcery_time = is_sorcery_time(game, seat)
    if np.int64(rules.card[number].types) & TYPE_LAND:
        if sorcery_time and may_play_land(game, rules, seat):
            n = put(actions, n, ActionKind.PLAY_LAND, obj, 0, number)
        return n
    if card.half[0] or card.adventure:
        n = _list_halves(game, rules, actions, n, seat, obj, way, sorcery_time)
    if way == Alternative.MANA_COST:
        possible = can_cast(game, rules, seat, obj, sorcery_time)
    else:
        possible = (card.half[0] == 0 and is_time_for(game, seat, card, sorcery_time)
                    and could_be_cast(game, rules, seat, obj, way))
    return put(actions, n, ActionKind.CAST, obj, way, number) if possible else n


@kernel
def _top_is_playable(game: Game, rules: Rules, seat: int) -> bool:
    """Whether some static ability lets `seat` play the top card of the library: any card, or one of its filter."""
    if game.plays_top & (4 << seat):
        return True
    top = np.int64(game.player[seat].library[game.player[seat].n_library - 1])
    at = next_static(game, rules, 1 << StaticKind.PLAY_TOP, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = np.int64(rules.static[rules.ability[static_ability(game, rules, at)].static].filter)
        if game.object[source].controller == seat and as_a_spell_matches(game, rules, top, number, source, seat):
            return True
        at = next_static(game, rules, 1 << StaticKind.PLAY_TOP, at)
    return False


@kernel
def _list_elsewhere(game: Game, rules: Rules, actions: Actions, n: int, seat: int) -> int:
    """Cards outside the hand that may be played: with flashback, on an adventure, on top of the library."""
    p = game.player[seat]
    sorcery_time = is_sorcery_time(game, seat)
    for k in range(p.n_graveyard):
        obj = np.int64(p.graveyard[k])
        card = rules.card[game.object[obj].card]
        granted = game.object[obj].status & ST_FLASHBACK
        if granted and (card.half[0] or card.adventure):
            n = _list_halves(game, rules, actions, n, seat, obj, Alternative.GRANTED_FLASHBACK, sorcery_time)
        if card.half[0] or not is_time_for(game, seat, card, sorcery_time):
            continue
        if card.flashback and could_be_cast(game, rules, seat, obj, Alternative.FLASHBACK):
            n = put(actions, n, ActionKind.CAST, obj, Alternative.FLASHBACK, game.object[obj].card)
        if granted and could_be_cast(game, rules, seat, obj, Alternative.GRANTED_FLASHBACK):
            n = put(actions, n, ActionKind.CAST, obj, Alternative.GRANTED_FLASHBACK, game.object[obj].card)
    if game.on_adventure & (1 << seat):
        for k in range(game.n_exile):
            obj = np.int64(game.exile[k])
            o = game.object[obj]
            if o.status & ST_ADVENTURE and o.owner == seat and can_cast(game, rules, seat, obj, sorcery_time):
                n = put(actions, n, ActionKind.CAST, obj, Alternative.MANA_COST, o.card)
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.PLAY and e.seat == seat and same_object(game, e.obj, e.stamp):
            n = _put_playable(game, rules, actions, n, seat, np.int64(e.obj),
                              Alternative.FREE if e.a & 1 else Alternative.MANA_COST)
    if game.plays_top & (1 << seat) and p.n_library > 0 and _top_is_playable(game, rules, seat):
        n = _put_playable(game, rules, actions, n, seat, np.int64(p.library[p.n_library - 1]),
                          Alternative.MANA_COST)
    return n


@kernel
def list_priority(game: Game, rules: Rules, actions: Actions) -> int:
    """PASS first, then what can be done. Finding nothing at instant speed is remembered as `quiet`."""
    seat = np.int64(game.to_act)
    n = put(actions, 0, ActionKind.PASS, ABSENT, 0, ABSENT)
    if game.n_stack == 0 and not game.policy & ASK_EVERY_PRIORITY:
        n = put(actions, n, ActionKind.PASS_UNTIL, ABSENT, 0, ABSENT)
    passes = n
    game.player[seat].further_mana = further_mana(game, rules, seat)
    wanted = TRAIT_ACTIVATED | TRAIT_MANA if game.policy & ASK_MANA else TRAIT_ACTIVATED | TRAIT_ODD_MANA
    n = _list_hand(game, rules, actions, n, seat)
    if game.elsewhere & (1 << seat):
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
