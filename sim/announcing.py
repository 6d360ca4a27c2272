"""Announcing spells and abilities: the item, modes, costs and X (CR 601.2a-b, 602.2, 700.2). Floor 6."""
from __future__ import annotations

import numpy as np

from sim.affording import (
    FREE,
    X_UNKNOWN,
    Stage,
    add_cost,
    add_delve,
    base_cost,
    free_is_allowed,
    is_free,
    payable_besides,
    payable_with,
)
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.limits import MAX_COST_ITEMS
from sim.mana import clear_mana
from sim.stack import add_part, push_item
from sim.targets import has_targets
from sim.terms import (
    ABSENT,
    FORM_STEP,
    ST_ADVENTURE,
    ST_EXILED_AFTER,
    ST_HALF,
    ST_NOT_BURIED,
    X_MANY,
    Alternative,
    Form,
    ItemKind,
    Option,
    Zone,
)
from sim.terms_abilities import LIMIT_REPEATS, EffectKind
from sim.values import set_scratch, value_of
from sim.zones import identify, reveal, transfer


@leaf
def top_item(game):
    return game.stack[game.n_stack - 1]


@leaf
def begin_announcing(game, seat):
    """A blank cast or activation by `seat`."""
    c = game.casting
    c.stage = Stage.MODES
    c.seat = seat
    clear_mana(c.mana)
    c.n_items = 0
    c.n_own = MAX_COST_ITEMS
    c.n_made = 0
    c.picked = ABSENT
    c.n_paid = 0
    c.next_splice = 0
    c.n_ordered = 0
    c.part = 0
    c.spec = 0
    c.n_of_spec = 0
    c.modes = 0
    c.base_done = 0


@leaf
def definition_cast(rules, number, form):
    """The definition that the spell has when this form of a card is cast (709.3b, 715.3b)."""
    if form == Form.ADVENTURE:
        return np.int64(rules.card[number].adventure)
    if form == Form.OVERLOADED:
        return np.int64(rules.card[number].overload)
    if form == Form.LEFT or form == Form.RIGHT:
        return np.int64(rules.card[number].half[form - Form.LEFT])
    return np.int64(number)


@kernel
def begin_cast(game: Game, rules: Rules, seat: int, obj: int, way: int) -> None:
    """Announce a spell: the card moves to the stack (601.2a); `way`: Alternative and Form, see `terms.Form`."""
    form = way // FORM_STEP
    alternative = way % FORM_STEP
    game.casting.from_zone = game.object[obj].zone
    exiled = False
    for k in range(game.n_effects):
        e = game.effect[k]
        mine = e.obj == obj and e.stamp == game.object[obj].stamp
        exiled = exiled or (mine and e.kind == EffectKind.PLAY and e.a & 2 != 0)
    transfer(game, rules, obj, Zone.STACK, 0)
    o = game.object[obj]
    o.controller = seat
    o.known = 3
    if alternative == Alternative.FLASHBACK or alternative == Alternative.GRANTED_FLASHBACK:
        o.status |= ST_EXILED_AFTER
    if exiled:
        o.status |= ST_NOT_BURIED
    if form != Form.WHOLE and form != Form.FUSED:
        o.status |= ST_ADVENTURE if form == Form.ADVENTURE else ST_HALF
        o.front = o.card
        identify(game, rules, obj, definition_cast(rules, np.int64(o.card), form))
    card = rules.card[o.card]
    game.player[seat].flashes &= ~np.int64(card.types)
    index = push_item(game, rules, ItemKind.SPELL, obj, seat, np.int64(card.spell))
    if index < 0:
        return
    begin_announcing(game, seat)
    game.stack[index].alternative = alternative
    game.stack[index].from_zone = game.casting.from_zone
    if form == Form.FUSED:
        for k in range(2):
            half = np.int64(card.half[k])
            add_part(game, index, half, obj, np.int64(rules.card[half].spell), 0)
    elif rules.ability[card.spell].n_modes == 0:
        add_part(game, index, np.int64(game.object[obj].card), obj, np.int64(card.spell), 0)
    add_cost(game, rules, np.int64(card.additional_cost), obj)
    add_delve(game, rules, obj)


@kernel
def begin_activation(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> None:
    """Announce an activated ability (602.2a)."""
    index = push_item(game, rules, ItemKind.ACTIVATED, obj, seat, ability)
    if index < 0:
        return
    if game.object[obj].zone == Zone.HAND:
        reveal(game, obj)                # 702.49b, and whatever else works from a hand
    begin_announcing(game, seat)
    if rules.ability[ability].x:
        set_scratch(game, obj, seat)
        game.stack[index].x = value_of(game, rules, game.scratch, np.int64(rules.ability[ability].x))
    if rules.ability[ability].n_modes == 0:
        add_part(game, index, np.int64(game.object[obj].card), obj, ability, 0)


# ---------------------------------------------------------------- modes (601.2b, 700.2)

@kernel
def _mode_is_payable(game: Game, rules: Rules) -> bool:
    """Whether what a mode after the first costs can be paid as well (702.42, 702.120)."""
    item = top_item(game)
    if item.n_parts == 0 or item.kind != ItemKind.SPELL:
        return True
    cost = np.int64(rules.card[game.object[item.obj].card].mode_cost)
    return cost == 0 or payable_besides(game, rules, cost, np.int64(item.obj), 0)


@kernel
def mode_is_offered(game: Game, rules: Rules, mode: int) -> bool:
    """Whether a mode may be chosen next: in printed order (608.2c), with targets, and enough modes after it."""
    item = top_item(game)
    a = rules.ability[item.ability]
    if np.int64(a.limit) & LIMIT_REPEATS:
        return (np.int64(game.casting.modes) >> (mode + 1) == 0 and _mode_is_payable(game, rules)
                and has_targets(game, rules, np.int64(a.mode) + mode, np.int64(item.obj), np.int64(item.controller), 0))
    if np.int64(game.casting.modes) >> mode:
        return False
    missing = max(np.int64(a.choose_least) - np.int64(item.n_parts), 1)
    for k in range(mode, a.n_modes):
        if has_targets(game, rules, np.int64(a.mode) + k, np.int64(item.obj), np.int64(item.controller), 0):
            missing -= 1
        elif k == mode:
            return False
    return missing <= 0 and _mode_is_payable(game, rules)


@kernel
def modes_left(game: Game, rules: Rules) -> bool:
    """Ask for a mode while more must or may be chosen."""
    item = top_item(game)
    a = rules.ability[item.ability]
    if a.n_modes == 0 or item.n_parts >= a.choose_most:
        return False
    for mode in range(a.n_modes):
        if mode_is_offered(game, rules, mode):
            return True
    return False


@kernel
def answer_mode(game: Game, rules: Rules, mode: int) -> None:
    """Choose a mode; it becomes a text of the item. -1: no more."""
    item = top_item(game)
    a = rules.ability[item.ability]
    if mode < 0:
        game.casting.stage = Stage.SPLICES
        return
    game.casting.modes |= np.uint32(1 << mode)
    if item.n_parts > 0 and item.kind == ItemKind.SPELL:
        add_cost(game, rules, np.int64(rules.card[game.object[item.obj].card].mode_cost), np.int64(item.obj))
    add_part(game, np.int64(game.n_stack) - 1, np.int64(game.object[item.obj].card), np.int64(item.obj),
             np.int64(a.mode) + mode, 0)


# ---------------------------------------------------------------- costs announced, X (601.2b)

@kernel
def settle_cost(game: Game, rules: Rules, alternative: int) -> None:
    """Fix how the item itself is paid for; its cost joins the total."""
    item = top_item(game)
    item.alternative = alternative
    if not is_free(alternative):
        number = base_cost(game, rules, alternative)
        if number > 0:
            add_cost(game, rules, number, np.int64(item.obj))
    game.casting.base_done = 1
    game.casting.stage = Stage.OPTIONAL


@kernel
def alternative_is_possible(game: Game, rules: Rules, alternative: int) -> bool:
    """Whether the spell may be paid for in this way, and can be."""
    if alternative == FREE and not free_is_allowed(game, np.int64(game.casting.seat)):
        return False
    if alternative > FREE and alternative != Alternative.INSTEAD:        # ways that are fixed as the cast begins
        return False
    return payable_with(game, rules, alternative, X_UNKNOWN)


@kernel
def count_alternatives(game: Game, rules: Rules) -> int:
    """How many ways of paying for the item are possible; the last one is left in `choice.value`."""
    n = 0
    for alternative in range(Alternative.INSTEAD + 1):
        if alternative_is_possible(game, rules, alternative):
            n += 1
            game.choice.value = alternative
    return n


@leaf
def card_of_text(game, item, part):
    """The definition that text `part` comes from; of all texts of the spell's own card, that card."""
    return np.int64(item.part[part].card) if item.part[part].spliced else np.int64(game.object[item.obj].card)


@kernel
def option_is_possible(game: Game, rules: Rules, number: int) -> bool:
    """Whether an optional cost can be paid as well: `number` is 2 * text + which of its card's two.

    Those of a spliced text belong to the spell (702.47a); those of the spell's own card go with text 0.
    """
    item = top_item(game)
    part = number // 2
    if part > 0 and not item.part[part].spliced:
        return False
    cost = np.int64(rules.card[card_of_text(game, item, part)].optional[number % 2])
    if cost == 0:
        return False
    return payable_besides(game, rules, cost, np.int64(item.obj), 0)


@kernel
def answer_option(game: Game, rules: Rules, number: int, pay: int) -> None:
    """Pay an optional cost or not; `casting.spec` counts the options asked. Some are asked again once paid."""
    item = top_item(game)
    card = rules.card[card_of_text(game, item, number // 2)]
    if pay == 1:
        item.optional |= np.uint32(1) << np.uint32(number)
        add_cost(game, rules, np.int64(card.optional[number % 2]), np.int64(item.obj))
        if card.option[number % 2] >= Option.REPLICATE:
            item.part[number // 2].times += 1
            return
    game.casting.spec = number + 1


@kernel
def asks_x(game: Game, rules: Rules) -> bool:
    """Whether this item has an X to choose (107.3a)."""
    item = top_item(game)
    if game.casting.mana.x > 0:
        return True
    for k in range(game.casting.n_items):
        if game.casting.wants[k].count == X_MANY:
            return True
    has_x = item.kind == ItemKind.SPELL and rules.card[game.object[item.obj].card].has_x > 0
    return has_x and not is_free(item.alternative) and item.alternative != Alternative.INSTEAD


@kernel
def x_is_payable(game: Game, rules: Rules, x: int) -> bool:
    return payable_with(game, rules, np.int64(top_item(game).alternative), x)


@kernel
def x_has_targets(game: Game, rules: Rules, x: int) -> bool:
    """Whether an X leaves every text of the item its targets."""
    item = top_item(game)
    for k in range(item.n_parts):
        number = np.int64(item.part[k].ability)
        if rules.ability[number].n_targets > 0 and not has_targets(game, rules, number, np.int64(item.obj),
                                                                   np.int64(item.controller), x):
            return False
    return True


@kernel
def answer_x(game: Game, x: int) -> None:
    """Choose X; the mana for it joins the total."""
    c = game.casting
    if c.picked != ABSENT:               # of a mana ability that is activated for the cast
        c.picked_x = x
        return
    top_item(game).x = x
    c.mana.generic += c.mana.x * x
    c.mana.x = 0
    for k in range(c.n_items):
        if c.wants[k].count == X_MANY:
            c.wants[k].count = x
    c.stage = Stage.TARGETS
