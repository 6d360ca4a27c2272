"""Paying the total cost of a spell or ability, when all that pays is settled (CR 106.6, 601.2g-h). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.affording import legendary_mana_for, take_off_delve
from sim.announcing import top_item
from sim.costs import pay_fixed, pay_with, uses_objects
from sim.covering import COLOURS
from sim.damage import lose_life
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.mana import can_pay_mana, clear_mana, mana_total
from sim.program import settle_owed
from sim.spending import make_mana, pay_mana
from sim.tapping import mana_is_payable
from sim.terms import ABSENT, ALL_COLOURS, COLOURLESS, N_MANA, ST_UNCOUNTERABLE, TYPE_SPELL_CARD, ItemKind
from sim.terms_abilities import CostKind
from sim.terms_texts import Num
from sim.zones import mana_index


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
def pay_everything(game: Game, rules: Rules) -> bool:
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
