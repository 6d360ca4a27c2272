"""Whether a player may begin to cast, play or activate something now (CR 305.2, 307.1, 601.3, 602.5). Floor 9."""
from __future__ import annotations

import numpy as np

from sim.affording import CHANGES_COSTS, X_UNKNOWN, payable_with
from sim.announcing import begin_announcing
from sim.casting import FORBIDS, could_be_cast, is_forbidden, is_hushed, meets_condition
from sim.costs import can_pay_fixed, in_combat_after_blocks, uses_objects
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.mana import can_pay_mana, can_pay_printed
from sim.statics import NONE_LEFT, next_static, static_source, static_sum
from sim.targets import has_modes_or_targets, x_limits_targets
from sim.terms import (
    ABSENT,
    ACTIVATED_ONCE,
    KW_DELVE,
    KW_FLASH,
    TYPE_INSTANT,
    X_MANY,
    Alternative,
    ItemKind,
    Step,
    Zone,
)
from sim.terms_abilities import (
    LIMIT_COMBAT,
    LIMIT_ONCE,
    LIMIT_SORCERY,
    LIMIT_SPECIAL,
    LIMIT_YOUR_TURN,
    AbilityKind,
    CostKind,
    StaticKind,
)
from sim.values import holds, set_scratch

_MATTERS_TO_CASTS = CHANGES_COSTS | FORBIDS | (1 << StaticKind.CAST_FREE) | (1 << StaticKind.PAY_INSTEAD)


@leaf
def is_sorcery_time(game, seat):
    """Whether `seat` could cast a sorcery now (307.1)."""
    return (game.active == seat and game.n_stack == 0 and game.n_frames == 0
            and (game.step == Step.MAIN1 or game.step == Step.MAIN2))


@leaf
def is_time_for(game, seat, card, sorcery_time):
    """Whether `seat` may cast this now, as far as its types and flash are concerned (601.3, 702.8a)."""
    flash = TYPE_INSTANT | np.int64(game.player[seat].flashes)
    return sorcery_time or np.int64(card.types) & flash != 0 or np.int64(card.keywords) & KW_FLASH != 0


@kernel
def can_cast(game: Game, rules: Rules, seat: int, obj: int, sorcery_time: bool) -> bool:
    """Whether `seat` may begin to cast the card as a whole, so that some complete cast exists (601.3, 601.2e)."""
    card = rules.card[game.object[obj].card]
    if is_hushed(game, rules):
        return False
    if card.half[0] or not is_time_for(game, seat, card, sorcery_time) or game.player[seat].no_more_spells:
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
    if limit & LIMIT_SPECIAL and (not is_time_for(game, seat, rules.card[o.card], is_sorcery_time(game, seat))
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
def may_play_land(game: Game, rules: Rules, seat: int) -> bool:
    """Whether a player has a land play left this turn (305.2)."""
    played = np.int64(game.player[seat].lands_played)
    return played == 0 or played < 1 + static_sum(game, rules, StaticKind.EXTRA_LANDS, ABSENT, seat)
