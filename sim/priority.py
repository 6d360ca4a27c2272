"""What a player with priority may do (CR 117, 601.3, 602.5). Floor 9.

Of things that nobody can tell apart only the first is listed. Finding nothing is
remembered until something changes (`terms.Quiet`).
"""
from __future__ import annotations

import numpy as np

from sim.affording import CHANGES_COSTS, X_UNKNOWN, payable_with
from sim.announcing import begin_announcing, definition_cast
from sim.casting import (
    FORBIDS,
    as_a_spell_matches,
    could_be_cast,
    has_form,
    is_forbidden,
    is_hushed,
    meets_condition,
)
from sim.costs import can_pay_fixed, in_combat_after_blocks, uses_objects
from sim.jit import kernel, leaf
from sim.layout import Actions, Game, Rules
from sim.limits import MAX_ACTIONS
from sim.making import further_mana
from sim.mana import can_pay_mana, can_pay_printed, count_available, is_sick
from sim.splice import same_card
from sim.statics import (
    NONE_LEFT,
    next_static,
    static_ability,
    static_reaches,
    static_source,
    static_sum,
    static_works,
)
from sim.targets import has_modes_or_targets, x_limits_targets
from sim.terms import (
    ABSENT,
    ACTIVATED_ONCE,
    ASK_EVERY_PRIORITY,
    ASK_MANA,
    FORM_STEP,
    KW_DELVE,
    KW_FLASH,
    KW_HAS_GRANTED,
    LIMIT_COMBAT,
    LIMIT_ONCE,
    LIMIT_SORCERY,
    LIMIT_SPECIAL,
    LIMIT_YOUR_TURN,
    ST_ADVENTURE,
    ST_ATTACKING,
    ST_FLASHBACK,
    TRAIT_ACTIVATED,
    TRAIT_HAND_ABILITY,
    TRAIT_INSTANT_SPEED,
    TRAIT_MANA,
    TRAIT_ODD_MANA,
    TRAIT_OTHER_COST,
    TYPE_INSTANT,
    TYPE_LAND,
    X_MANY,
    AbilityKind,
    ActionKind,
    Alternative,
    CostKind,
    EffectKind,
    Form,
    ItemKind,
    Quiet,
    StaticKind,
    Step,
    Zone,
)
from sim.values import holds, same_object, set_scratch

MUCH_MANA = 1 << 14
_MATTERS_TO_CASTS = CHANGES_COSTS | FORBIDS | (1 << StaticKind.CAST_FREE) | (1 << StaticKind.PAY_INSTEAD)


@leaf
def put(actions, n, kind, obj, value, card):
    if n < MAX_ACTIONS:
        a = actions[n]
        a.kind = kind
        a.obj = obj
        a.value = value
        a.card = card
    return n + 1


@leaf
def is_sorcery_time(game, seat):
    """Whether `seat` could cast a sorcery now (307.1)."""
    return (game.active == seat and game.n_stack == 0 and game.n_frames == 0
            and (game.step == Step.MAIN1 or game.step == Step.MAIN2))


@leaf
def _is_time_for(game, seat, card, sorcery_time):
    """Whether `seat` may cast this now, as far as its types and flash are concerned (601.3, 702.8a)."""
    flash = TYPE_INSTANT | np.int64(game.player[seat].flashes)
    return sorcery_time or np.int64(card.types) & flash != 0 or np.int64(card.keywords) & KW_FLASH != 0


@kernel
def can_cast(game: Game, rules: Rules, seat: int, obj: int, sorcery_time: bool) -> bool:
    """Whether `seat` may begin to cast the card as a whole, so that some complete cast exists (601.3, 601.2e)."""
    card = rules.card[game.object[obj].card]
    if is_hushed(game, rules):
        return False
    if card.half[0] or not _is_time_for(game, seat, card, sorcery_time) or game.player[seat].no_more_spells:
        return False
    if card.cast_if and not meets_condition(game, rules, seat, obj):
        return False
    changed = game.statics_seen & _MATTERS_TO_CASTS
    if changed and is_forbidden(game, rules, seat, obj):
        return False
    special = (changed or np.int64(card.keywords) & KW_DELVE != 0 or game.player[seat].legendary_mana > 0
               or (card.has_x and x_limits_targets(rules, np.int64(card.spell))))
    if card.alternative[0] == 0 and card.additional_cost == 0 and not special and rules.cost[card.cost].total >= 0:
        if card.cost == 0:
            return False
        if not can_pay_printed(game, rules, seat, np.int64(card.cost)) and (
                game.player[seat].further_mana == 0
                or not could_be_cast(game, rules, seat, obj, Alternative.MANA_COST)):
            return False
    elif not could_be_cast(game, rules, seat, obj, Alternative.MANA_COST):
        return False
    if card.spell == 0:
        return True
    o = game.object[obj]
    zone = o.zone
    o.zone = Zone.STACK                  # what targets is a spell, and no longer a card where it is now
    possible = has_modes_or_targets(game, rules, np.int64(card.spell), obj, seat)
    o.zone = zone
    return possible


@kernel
def _can_pay_with_objects(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> bool:
    """Whether an activation can be paid whose cost uses objects, or whose X limits targets: tried on a blank item."""
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
    item.n_parts = 0
    begin_announcing(game, seat)
    possible = payable_with(game, rules, 0, X_UNKNOWN)
    game.casting.stage = 0
    game.casting.n_items = 0
    game.n_stack -= 1
    return possible


@kernel
def is_named(game: Game, rules: Rules, name: int) -> bool:
    """Whether a permanent that forbids activations of a chosen name names this one."""
    at = next_static(game, rules, 1 << StaticKind.CANT_ACTIVATE_CHOSEN, NONE_LEFT)
    while at != NONE_LEFT:
        if game.object[static_source(game, at)].chosen == name:
            return True
        at = next_static(game, rules, 1 << StaticKind.CANT_ACTIVATE_CHOSEN, at)
    return False


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
    if limit & LIMIT_SPECIAL and (not _is_time_for(game, seat, rules.card[o.card], is_sorcery_time(game, seat))
                                  or is_forbidden(game, rules, seat, obj)):
        return False
    if limit & LIMIT_COMBAT and not in_combat_after_blocks(game):
        return False
    if limit & LIMIT_ONCE and o.used & ACTIVATED_ONCE:
        return False
    if a.kind != AbilityKind.MANA and is_hushed(game, rules):
        return False
    if game.statics_seen & (1 << StaticKind.CANT_ACTIVATE_CHOSEN) and a.kind != AbilityKind.MANA and is_named(
            game, rules, np.int64(rules.card[o.card].name)):
        return False
    cost = rules.cost[a.cost]
    short = cost.total > 0 and not can_pay_printed(game, rules, seat, np.int64(a.cost))
    uses = False
    counted = False
    tapped = ABSENT
    for k in range(cost.n_items):
        item = cost.wants[k]
        counted = counted or item.count == X_MANY
        if uses_objects(item.kind):
            uses = True
        elif not can_pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count), obj,
                               seat):
            return False
        elif item.kind == CostKind.TAP_SELF:
            tapped = obj
    if tapped != ABSENT and cost.total > 0 and o.makes:
        short = short or not can_pay_mana(game, rules, seat, cost.mana, 0, tapped)
    if short and game.player[seat].further_mana == 0:
        return False
    if a.condition:
        set_scratch(game, obj, seat)
        if not holds(game, rules, game.scratch, np.int64(a.condition)):
            return False
    if not has_modes_or_targets(game, rules, ability, obj, seat):
        return False
    uses = uses or ((cost.mana.x > 0 or counted) and x_limits_targets(rules, ability))
    if uses or short or cost.total < 0 or game.statics_seen & CHANGES_COSTS:
        return _can_pay_with_objects(game, rules, seat, obj, ability)
    return True


@kernel
def _granted(game: Game, rules: Rules, obj: int, k: int) -> int:
    """The k-th ability that other permanents and effects give to a permanent (113.1), plus 65536 times what gives it.

    0: there is none. Effects give the activated abilities of a definition; their giver is ABSENT.
    """
    if not np.int64(game.object[obj].keywords) & KW_HAS_GRANTED:
        return 0
    at = next_static(game, rules, 1 << StaticKind.GRANT_ABILITY, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = static_ability(game, rules, at)
        static = np.int64(rules.ability[number].static)
        if static_reaches(game, rules, static, source, obj) and static_works(game, rules, number, source):
            if k == 0:
                return np.int64(rules.static[static].ability) + (source << 16)
            k -= 1
        at = next_static(game, rules, 1 << StaticKind.GRANT_ABILITY, at)
    for j in range(game.n_effects):
        e = game.effect[j]
        if (e.kind != EffectKind.BECOME and e.kind != EffectKind.ABILITIES) or e.obj != obj or e.stamp != game.object[
                obj].stamp:
            continue
        added = rules.card[np.int64(e.keywords)]
        for i in range(added.n_abilities):
            number = np.int64(added.ability) + i
            if rules.ability[number].kind != AbilityKind.TRIGGERED:
                if k == 0:
                    return number + (ABSENT << 16)
                k -= 1
    return 0


@leaf
def granted_ability(game, rules, obj, k):
    """The k-th ability that a permanent was given; 0: there is none."""
    return _granted(game, rules, obj, k) & 0xFFFF


@kernel
def granter_of(game: Game, rules: Rules, obj: int, index: int) -> int:
    """What gives a permanent the ability that ACTIVATE means by `index`."""
    return _granted(game, rules, obj, index - np.int64(rules.card[game.object[obj].text].n_abilities)) >> 16


@kernel
def ability_at(game: Game, rules: Rules, obj: int, index: int) -> int:
    """The ability that ACTIVATE means: an index among the card's own, then those it was given."""
    card = rules.card[game.object[obj].text]
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
        if (_is_time_for(game, seat, rules.card[definition_cast(rules, number, form)], sorcery_time)
                and could_be_cast(game, rules, seat, obj, way)):
            n = put(actions, n, ActionKind.CAST, obj, way, number)
    return n


@kernel
def _list_offerings(game: Game, rules: Rules, actions: Actions, n: int, seat: int, obj: int) -> int:
    """Casts for an offering, at any time when an instant could be cast (702.48a)."""
    card = rules.card[game.object[obj].card]
    if _is_time_for(game, seat, card, False):
        return n
    for k in range(len(card.alternative)):
        cost = rules.cost[card.alternative[k]]
        for j in range(cost.n_items):
            if cost.wants[j].kind == CostKind.OFFERING and could_be_cast(game, rules, seat, obj, k + 1):
                n = put(actions, n, ActionKind.CAST, obj, k + 1, game.object[obj].card)
    return n


@kernel
def may_play_land(game: Game, rules: Rules, seat: int) -> bool:
    """Whether a player has a land play left this turn (305.2)."""
    played = np.int64(game.player[seat].lands_played)
    return played == 0 or played < 1 + static_sum(game, rules, StaticKind.EXTRA_LANDS, ABSENT, seat)


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
        possible = (card.half[0] == 0 and _is_time_for(game, seat, card, sorcery_time)
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
        if card.half[0] or not _is_time_for(game, seat, card, sorcery_time):
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
