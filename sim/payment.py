"""Paying for spells and abilities, and what looks at them being cast (CR 601.2f-i). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.affording import legendary_mana_for, payable_with, rest_is_payable, take_off_delve
from sim.announcing import Stage, top_item
from sim.costs import can_pay_with, can_spare, is_taken, items_payable, pay_fixed, pay_with, uses_objects
from sim.covering import COLOURS
from sim.damage import lose_life
from sim.events import emit_cast
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.limits import MAX_CAST_NAMES, MAX_PAID, MAX_SPLICE_LOG
from sim.making import (
    activate_for_cast,
    add_ability,
    find_abilities,
    makes_mana,
    most_x,
    source_at,
    take_ability_back,
)
from sim.mana import can_pay_mana, clear_mana, make_mana, mana_of, mana_total, owe, pay_mana
from sim.program import settle_owed
from sim.stack import announce_targets, pop_item
from sim.tapping import fits, mana_is_payable, name_payer, taps_permanents
from sim.terms import (
    ABSENT,
    ALL_COLOURS,
    ANY_NUMBER,
    ASK_MANA,
    COLOURLESS,
    LIMIT_SPECIAL,
    N_MANA,
    ST_UNCOUNTERABLE,
    TRAIT_ODD_MANA,
    TYPE_SPELL_CARD,
    X_MANY,
    AbilityKind,
    CostKind,
    Decision,
    End,
    ItemKind,
    Num,
    Zone,
)
from sim.zones import mana_index, stop_game


@kernel
def item_to_pay(game: Game, first: int) -> int:
    """The next cost item from `first` on for which an object is to be named, or -1."""
    c = game.casting
    for k in range(first, c.n_items):
        if uses_objects(c.wants[k].kind) and (c.wants[k].paid < c.wants[k].count or c.wants[k].count == ANY_NUMBER):
            return k
    return -1


@kernel
def answer_pay(game: Game, k: int, obj: int) -> None:
    """Name `obj` for cost item `k`, ABSENT: no more; it is used up when all costs are paid."""
    c = game.casting
    if obj == ABSENT:
        c.wants[k].count = c.wants[k].paid
        return
    if c.n_paid >= MAX_PAID:
        stop_game(game, End.CAPACITY, -1)
        return
    c.paid[c.n_paid] = obj
    c.paid_for[c.n_paid] = k
    c.n_paid += 1
    if c.wants[k].kind != CostKind.TAP_POWER:
        c.wants[k].paid += 1
        return
    c.wants[k].paid += max(np.int64(game.object[obj].power), 0)
    if c.wants[k].paid >= c.wants[k].count:
        c.wants[k].count = ANY_NUMBER            # more may be tapped


@kernel
def object_can_pay(game: Game, rules: Rules, k: int, obj: int) -> bool:
    """Whether naming `obj` for cost item `k` leaves all other costs payable."""
    c = game.casting
    item = c.wants[k]
    x = np.int64(top_item(game).x)
    if is_taken(game, k, obj):
        return False
    if not can_pay_with(game, rules, np.int64(item.kind), np.int64(item.filter), obj, np.int64(item.obj),
                        np.int64(c.seat), x):
        return False
    if item.kind == CostKind.TAP_POWER:
        return can_spare(game, rules, obj)
    if item.kind == CostKind.DELVE and item.paid >= c.mana.generic:
        return False
    if c.n_items == 1 and c.n_made == 0 and item.kind != CostKind.TAP and item.kind != CostKind.OFFERING:
        return True
    answer_pay(game, k, obj)
    if item.kind == CostKind.OFFERING:
        possible = payable_with(game, rules, np.int64(top_item(game).alternative), x)
    elif taps_permanents(game) or c.n_made > 0:
        possible = rest_is_payable(game, rules, c.stage == Stage.MANA)
    else:
        possible = items_payable(game, rules, x)
    name_payer(game, k, obj, -1)
    return possible


@kernel
def enough_is_named(game: Game, rules: Rules, k: int) -> bool:
    """Whether no more objects need be named for a cost of any number: with delve, whether the mana can be paid."""
    c = game.casting
    if c.wants[k].kind != CostKind.DELVE:
        return True
    c.wanted = c.mana
    c.wanted.generic -= min(np.int64(c.wants[k].paid), np.int64(c.wanted.generic))
    return fits(game, rules, np.int64(top_item(game).x))


@kernel
def _nothing_to_name(game: Game, rules: Rules, k: int) -> bool:
    """Settle a cost of any number of objects where there is none (more) to pay it with."""
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and object_can_pay(game, rules, k, obj):
            return False
    answer_pay(game, k, ABSENT)
    return True


@kernel
def name_the_only_objects(game: Game, rules: Rules, k: int) -> bool:
    """Where every object that can pay an item must pay it, name them all without asking."""
    item = game.casting.wants[k]
    if item.count == ANY_NUMBER:
        return _nothing_to_name(game, rules, k)
    if item.kind == CostKind.TAP_POWER:
        return False
    missing = np.int64(item.count) - np.int64(item.paid)
    first = np.int64(game.casting.n_paid)
    found = 0
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and object_can_pay(game, rules, k, obj):
            found += 1
            if found > missing:
                return False
    for obj in range(game.n_objects):
        if (item.paid < item.count and game.object[obj].zone != Zone.NOWHERE
                and object_can_pay(game, rules, k, obj)):
            answer_pay(game, k, obj)
    return game.casting.n_paid > first


@leaf
def _note_paid(game):
    """Let the item remember what pays for it: texts may look at it."""
    c = game.casting
    item = top_item(game)
    for j in range(c.n_paid):
        if c.paid_for[j] < c.n_own:
            item.paid = c.paid[j]
            break
    for k in range(min(np.int64(c.n_own), np.int64(c.n_items))):
        if uses_objects(c.wants[k].kind):
            item.n_paid = c.wants[k].paid
            break


@kernel
def _settle_colours(game: Game, rules: Rules) -> None:
    """Choose what colours the mana abilities activated for the cast make, so that the total stays payable.

    A colour of which the total wants most comes first.
    """
    c = game.casting
    for j in range(c.n_made):
        made = c.made[j]
        mask = np.int64(rules.ability[made.ability].mana) & COLOURS
        if made.colour or (mask & (mask - 1)) == 0:
            made.colour = made.colour if made.colour else mask
            continue
        best = -1
        for k in range(N_MANA):
            if mask >> k & 1 and (best < 0 or c.mana.need[k] > c.mana.need[best]):
                made.colour = 1 << k
                if can_pay_mana(game, rules, np.int64(c.seat), c.mana, 0, ABSENT):
                    best = k
        made.colour = 1 << max(best, 0)


@kernel
def _make_mana_for_cast(game: Game, rules: Rules) -> bool:
    """Let the mana abilities activated for the cast make their mana (605.3b): those that cost no mana first."""
    c = game.casting
    seat = np.int64(c.seat)
    _settle_colours(game, rules)
    for with_cost in range(2):
        for j in range(np.int64(c.n_made) - 1, -1, -1):
            made = c.made[j]
            a = rules.ability[made.ability]
            cost = rules.cost[a.cost]
            if cost.has_mana and with_cost == 0:
                continue
            if cost.has_mana:
                made.paid = 1
                c.wanted = cost.mana
                if not pay_mana(game, rules, seat, c.wanted, c.mana):
                    return False
            game.mana_x = made.x
            obj, number, colour = np.int64(made.obj), np.int64(made.ability), np.int64(made.colour)
            c.n_made -= 1
            c.made[j] = c.made[c.n_made]
            make_mana(game, rules, seat, obj, number, colour)
    return True


@kernel
def _pay_legendary(game: Game, rules: Rules) -> None:
    """Pay for a legendary spell with the mana that is for such spells only (106.6)."""
    c = game.casting
    p = game.player[c.seat]
    if p.legendary_mana > 0:
        paid = legendary_mana_for(game, rules, c.mana)
        p.legendary_mana -= paid
        c.mana.generic -= paid


@kernel
def _pay_other_than_mana(game: Game, rules: Rules) -> None:
    """Pay with life and special mana what is not paid with other mana."""
    c = game.casting
    _pay_legendary(game, rules)
    if c.mana.n_hybrid > 0:
        life = mana_is_payable(game, rules, c.mana, ABSENT)
        if life > 0:
            lose_life(game, np.int64(c.seat), life)


@kernel
def _vary_colours(game: Game, rules: Rules) -> None:
    """Where it matters with how many colours a spell is paid for, pay its generic mana with as many as possible.

    What floats is spent first all the same, in as many colours as there are in it.
    """
    c = game.casting
    item = top_item(game)
    number = np.int64(rules.card[game.object[item.obj].card].counter_number)
    if item.kind != ItemKind.SPELL or rules.number[number].kind != Num.COLOURS_SPENT:
        return
    p = game.player[c.seat]
    floats = 0
    for k in range(N_MANA):
        floats += np.int64(p.pool[k])
    suffices = floats >= mana_total(c.mana)
    for k in range(N_MANA):
        if not ALL_COLOURS & (1 << k) or c.mana.generic == 0 or c.mana.need[k] > 0 or (suffices and p.pool[k] == 0):
            continue
        c.mana.need[k] += 1
        c.mana.generic -= 1
        if not can_pay_mana(game, rules, np.int64(c.seat), c.mana, 0, ABSENT):
            c.mana.need[k] -= 1
            c.mana.generic += 1


@kernel
def _note_spent(game: Game, rules: Rules, seat: int) -> None:
    """Note the colours of mana that paid for the item, and what mana does to the spell that it is spent on (106.6)."""
    item = top_item(game)
    item.colours_spent = np.int64(game.colours_spent) & ALL_COLOURS
    p = game.player[seat]
    if p.sheltering == 0:
        return
    if item.kind == ItemKind.SPELL and np.int64(rules.card[game.object[item.obj].card].types) & TYPE_SPELL_CARD:
        if game.colourless_spent > 0:
            game.object[item.obj].status |= ST_UNCOUNTERABLE
        p.sheltering = max(np.int64(p.sheltering) - np.int64(game.colourless_spent), 0)
    p.sheltering = min(np.int64(p.sheltering), np.int64(p.pool[mana_index(COLOURLESS)]))


@kernel
def _pay_everything(game: Game, rules: Rules) -> bool:
    """Pay the total: what is tapped as a cost, then mana, then the rest in the order announced (601.2g-h)."""
    c = game.casting
    seat = np.int64(c.seat)
    _note_paid(game)
    take_off_delve(game, c.mana)
    for k in range(c.n_items):
        if c.wants[k].kind == CostKind.TAP_SELF:
            pay_fixed(game, rules, CostKind.TAP_SELF, 0, 1, np.int64(c.wants[k].obj), seat)
    for j in range(c.n_paid):
        kind = np.int64(c.wants[c.paid_for[j]].kind)
        if kind == CostKind.TAP or kind == CostKind.TAP_POWER:
            pay_with(game, rules, kind, np.int64(c.paid[j]))
    _pay_other_than_mana(game, rules)
    if c.n_made > 0 and not _make_mana_for_cast(game, rules):
        return False
    _pay_legendary(game, rules)
    game.colours_spent = 0
    game.colourless_spent = 0
    _vary_colours(game, rules)
    clear_mana(c.wanted)
    if not pay_mana(game, rules, seat, c.mana, c.wanted):
        return False
    _note_spent(game, rules, seat)
    settle_owed(game, rules)
    for k in range(c.n_items):
        item = c.wants[k]
        if uses_objects(item.kind):
            for j in range(c.n_paid):
                if c.paid_for[j] == k and item.kind != CostKind.TAP and item.kind != CostKind.TAP_POWER:
                    pay_with(game, rules, np.int64(item.kind), np.int64(c.paid[j]))
        elif item.kind != CostKind.TAP_SELF:
            pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter), np.int64(item.count),
                      np.int64(item.obj), seat)
    c.n_paid = 0
    return True


@kernel
def _log_splices(game: Game, rules: Rules) -> None:
    item = top_item(game)
    p = game.player[item.controller]
    for k in range(item.n_parts):
        if item.part[k].spliced:
            if p.n_splices < MAX_SPLICE_LOG:
                p.splice_host[p.n_splices] = game.object[item.obj].card
                p.splice_guest[p.n_splices] = item.part[k].card
            p.n_splices += 1
    p.splice_mana += item.mana_on_splices


@kernel
def _became_cast(game: Game, rules: Rules) -> None:
    """The spell is cast, or the ability activated: triggers look at it (601.2i)."""
    item = top_item(game)
    controller = np.int64(item.controller)
    if item.kind == ItemKind.SPELL:
        p = game.player[controller]
        if p.n_cast < MAX_CAST_NAMES:
            p.cast[p.n_cast] = rules.card[game.object[item.obj].card].name
        p.types_cast |= rules.card[game.object[item.obj].card].types
        p.colours_cast |= rules.card[game.object[item.obj].card].colours
        p.n_cast += 1
        p.n_casts += 1
        game.object[item.obj].last_x = item.x
        _log_splices(game, rules)
        emit_cast(game, rules, np.int64(item.obj), controller,
                  np.int64(game.player[0].n_cast) + np.int64(game.player[1].n_cast) - 1)
    if item.n_targets > 0:
        announce_targets(game, rules, np.int64(game.n_stack) - 1)


@kernel
def make_or_ask(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> None:
    """The mana of a mana ability; of several colours one is asked for (605.3b)."""
    mask = mana_of(game, rules, obj, ability)
    if mask == 0:                        # of no colour, since what it remembers has none
        return
    if (mask & (mask - 1)) == 0:
        make_mana(game, rules, seat, obj, ability, mask)
        settle_owed(game, rules)
        return
    clear_choice(game, seat, ability, mask)
    game.choice.attention = obj
    game.decision = Decision.COLOUR
    game.to_act = seat


@kernel
def _add_mana(game: Game, rules: Rules) -> None:
    """A mana ability that was paid for resolves at once (605.3b)."""
    item = top_item(game)
    ability = np.int64(item.ability)
    obj = np.int64(item.obj)
    seat = np.int64(item.controller)
    game.mana_x = item.x
    pop_item(game)
    game.priority = seat
    make_or_ask(game, rules, seat, obj, ability)


@kernel
def _take_special_action(game: Game, rules: Rules) -> None:
    """What was announced happens at once and nobody can respond to it (116.2f, 702.62a)."""
    item = top_item(game)
    game.object[item.obj].controller = item.controller
    game.priority = item.controller
    game.passes = 0
    owe(game, np.int64(item.ability), np.int64(item.obj))
    pop_item(game)
    settle_owed(game, rules)


@leaf
def _is_one_colour(mask):
    return (mask & (mask - 1)) == 0


@kernel
def _pick_fits(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """Whether the cast can still be paid when a mana ability is activated for it with this X, for this colour."""
    if not add_ability(game, rules, obj, number, x, colour):
        return False
    possible = rest_is_payable(game, rules, True)
    take_ability_back(game, rules)
    return possible


@kernel
def pick_is_possible_with(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """The same for a given X; several mana at once are of one colour."""
    a = rules.ability[number]
    mask = np.int64(a.mana) & COLOURS
    if colour != 0 or a.mana_amount == 1 or _is_one_colour(mask):
        return _pick_fits(game, rules, obj, number, x, colour)
    for k in range(N_MANA):
        if mask >> k & 1 and _pick_fits(game, rules, obj, number, x, 1 << k):
            return True
    return False


@kernel
def pick_is_possible(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """Whether a mana ability can be activated for the cast; x 0, colour 0: with some X, for some colour."""
    a = rules.ability[number]
    counts = a.mana_amount == X_MANY
    if counts and x == 0:
        for some in range(1, most_x(game, rules, obj, number) + 1):
            if pick_is_possible_with(game, rules, obj, number, some, colour):
                return True
        return False
    return pick_is_possible_with(game, rules, obj, number, x, colour)


@kernel
def mana_is_offered(game: Game, rules: Rules, obj: int, number: int) -> bool:
    """Whether a mana ability that costs more than {T} can be activated for the cast, so that it can still be paid."""
    return (makes_mana(game, rules, np.int64(game.casting.seat), obj, number)
            and pick_is_possible(game, rules, obj, number, 0, 0))


@kernel
def some_mana_is_offered(game: Game, rules: Rules) -> bool:
    seat = np.int64(game.casting.seat)
    for k in range(np.int64(game.n_battlefield) + np.int64(game.player[seat].n_hand)):
        obj = source_at(game, seat, k)
        if obj == ABSENT:
            continue
        card = rules.card[game.object[obj].text]
        for j in range(card.n_abilities):
            if mana_is_offered(game, rules, obj, np.int64(card.ability) + j):
                return True
    return False


@kernel
def _activate_what_is_missing(game: Game, rules: Rules) -> None:
    """Activate mana abilities for the cast where it cannot be paid as it stands."""
    if not rest_is_payable(game, rules, False):
        find_abilities(game, rules, np.int64(top_item(game).x))
        activate_for_cast(game, rules)


@kernel
def answer_mana(game: Game, rules: Rules, obj: int, number: int) -> None:
    """Activate a mana ability in the midst of a cast (601.2g); number 0: what is missing is left to the engine."""
    c = game.casting
    if number == 0:
        _activate_what_is_missing(game, rules)
        c.stage = Stage.OBJECTS
        return
    c.picked = obj
    c.picked_ability = number
    c.picked_x = 0
    c.picked_colour = 0


@kernel
def _asks_about_picked(game: Game, rules: Rules) -> bool:
    """Ask for the X and the colour of a mana ability that is activated for the cast; then it stands beside the cast."""
    c = game.casting
    obj = np.int64(c.picked)
    number = np.int64(c.picked_ability)
    a = rules.ability[number]
    if a.mana_amount == X_MANY and c.picked_x == 0:
        game.decision = Decision.CHOOSE_X
        return True
    mask = np.int64(a.mana) & COLOURS
    if c.picked_colour == 0 and not _is_one_colour(mask):
        usable = 0
        for k in range(N_MANA):
            if mask >> k & 1 and pick_is_possible(game, rules, obj, number, np.int64(c.picked_x), 1 << k):
                usable |= 1 << k
        clear_choice(game, np.int64(c.seat), number, usable)
        game.choice.attention = obj
        game.decision = Decision.COLOUR
        return True
    add_ability(game, rules, obj, number, np.int64(c.picked_x), np.int64(c.picked_colour))
    activate_for_cast(game, rules)
    c.picked = ABSENT
    return False


@kernel
def asks_to_name(game: Game, rules: Rules, first: int) -> bool:
    """Ask for an object that pays for a cost item from `first` on, unless there is no choice."""
    k = item_to_pay(game, first)
    while k >= 0 and name_the_only_objects(game, rules, k):
        k = item_to_pay(game, first)
    if k < 0:
        return False
    clear_choice(game, np.int64(game.casting.seat), 1, 1)
    game.choice.value = k
    game.decision = Decision.PAY
    return True


@kernel
def asks_for_mana(game: Game, rules: Rules) -> bool:
    """Go through the mana abilities with a further cost that are activated for the cast; True when one is asked about.

    Unasked, only those without which it cannot be paid are.
    """
    c = game.casting
    if not np.int64(game.traits_seen) & TRAIT_ODD_MANA or top_item(game).kind == ItemKind.TRIGGERED:
        return False
    if c.picked != ABSENT and _asks_about_picked(game, rules):
        return True
    if game.policy & ASK_MANA:
        if c.n_made > 0 and asks_to_name(game, rules, np.int64(c.n_own)):
            return True
        if some_mana_is_offered(game, rules):
            game.decision = Decision.MANA
            return True
    else:
        _activate_what_is_missing(game, rules)
    return False


@kernel
def finish_cast(game: Game, rules: Rules) -> None:
    """Pay and complete the cast; the caster gets priority again (601.2h-i, 117.3c)."""
    c = game.casting
    seat = np.int64(c.seat)
    c.stage = Stage.NONE
    item = top_item(game)
    if item.kind == ItemKind.TRIGGERED:
        _became_cast(game, rules)
        return
    if item.kind == ItemKind.ACTIVATED:
        item.stamp = game.object[item.obj].stamp        # the source may leave as a cost (113.7a)
    if not _pay_everything(game, rules):
        stop_game(game, End.CAPACITY, -1)
        return
    for k in range(min(np.int64(c.n_own), np.int64(c.n_items))):
        if c.wants[k].kind == CostKind.EXILE_SELF:       # its effect finds the card in exile (400.7j)
            item.stamp = game.object[item.obj].stamp
    if item.kind == ItemKind.ACTIVATED and rules.ability[item.ability].kind == AbilityKind.MANA:
        _add_mana(game, rules)
        return
    if item.kind == ItemKind.ACTIVATED and np.int64(rules.ability[item.ability].limit) & LIMIT_SPECIAL:
        _take_special_action(game, rules)
        return
    _became_cast(game, rules)
    if game.n_frames == 0:               # a cast in the midst of a resolution gives nobody priority (608.2g)
        game.priority = seat
        game.passes = 0
