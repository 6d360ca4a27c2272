"""Mana: what a player can make, and whether a cost can be paid (CR 106, 118, 302.6). Floor 2.

A payment exists if and only if for every set of colours the symbols that only those
colours can pay number no more than the mana units that can be one of them (Hall's
condition). The units are counted once (`count_available`) and the count is kept until something
is tapped, untapped, comes or goes.
"""
from __future__ import annotations

import numpy as np

from sim.covering import is_covered
from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, ManaCost, Rules
from sim.terms import ABSENT, KW_HASTE, N_MANA, REMEMBERED_COLOURS, ST_TAPPED, TYPE_CREATURE
from sim.terms_abilities import TRAIT_WHENEVER, EffectKind
from sim.zones import mana_index, touch_mana

ALL = 63


@leaf
def is_sick(game, obj):
    """Whether a creature without haste was not under control since its controller's turn began (302.6)."""
    o = game.object[obj]
    return (np.int64(o.types) & TYPE_CREATURE != 0 and o.since >= game.player[o.controller].turn_began
            and np.int64(o.keywords) & KW_HASTE == 0)


@leaf
def source_mask(game, obj):
    """Colours that tapping this permanent for mana could make, plus 64 times the amount; 0: none now."""
    o = game.object[obj]
    makes = np.int64(o.makes)
    if makes == 0 or np.int64(o.status) & ST_TAPPED or is_sick(game, obj):
        return 0
    return makes


@leaf
def mana_of(game, rules, obj, ability):
    """The colours of mana that an ability of `obj` can make: its own, or those of the card that `obj` remembers."""
    mask = np.int64(rules.ability[ability].mana)
    if mask != REMEMBERED_COLOURS:
        return mask
    o = game.object[obj]
    return np.int64(rules.card[game.object[o.remembers].card].colours) if o.remembers != ABSENT else 0


@kernel
def note_colours(game: Game, rules: Rules, obj: int) -> None:
    """Note what `obj` taps for now that it remembers a card."""
    o = game.object[obj]
    card = rules.card[o.text]
    for j in range(card.n_abilities):
        number = np.int64(card.ability) + j
        if rules.ability[number].plain and rules.ability[number].mana == REMEMBERED_COLOURS:
            mask = mana_of(game, rules, obj, number)
            o.makes = mask + 64 * np.int64(rules.ability[number].mana_amount) if mask else 0
            touch_mana(game, np.int64(o.controller))


@leaf
def _add_units(p, mask, n):
    """Count `n` more units that could each be any colour of `mask`."""
    k = 0
    while k < p.n_masks and p.mask[k] != mask:
        k += 1
    if k == p.n_masks:
        if k == len(p.mask):            # more kinds of sources than room: the last entry takes what all share
            k -= 1
            p.mask[k] &= mask
        else:
            p.mask[k] = mask
            p.units[k] = 0
            p.n_masks += 1
    p.units[k] += n
    p.total_mana += n


@kernel
def echoes(game: Game, rules: Rules, obj: int, colour: int) -> int:
    """How much more mana of a colour a permanent makes when tapped for mana: triggered mana abilities (605.1b)."""
    n = 0
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.ECHO_MANA and e.b == colour and matches(game, rules, obj, np.int64(e.a), obj,
                                                                        np.int64(e.controller), 0, 0):
            n += 1
    return n


@kernel
def count_available(game: Game, rules: Rules, seat: int) -> None:
    """List the mana units that a player could make, pool included, grouped by the colours they could be."""
    p = game.player[seat]
    p.avail_ready = 1
    p.n_masks = 0
    p.total_mana = 0
    for k in range(N_MANA):
        if p.pool[k] > 0:
            _add_units(p, 1 << k, p.pool[k])
    for at in range(game.n_battlefield):
        obj = np.int64(game.battlefield[at])
        if game.object[obj].controller == seat and game.object[obj].makes:
            source = source_mask(game, obj)
            if source:
                _add_units(p, source & ALL, source >> 6)
            if source and np.int64(game.traits_seen) & TRAIT_WHENEVER:
                for k in range(N_MANA):
                    more = echoes(game, rules, obj, 1 << k)
                    if more > 0:
                        _add_units(p, 1 << k, more)


@leaf
def _available(p, colours):
    """Units that could be one of `colours`."""
    n = 0
    for k in range(p.n_masks):
        if np.int64(p.mask[k]) & colours:
            n += np.int64(p.units[k])
    return n


@kernel
def _demand(cost: ManaCost, colours: int) -> int:
    """Symbols that only the colours of the set can pay."""
    n = 0
    for k in range(N_MANA):
        if colours & (1 << k):
            n += np.int64(cost.need[k])
    for k in range(cost.n_hybrid):
        if (np.int64(cost.hybrid[k]) & ALL & ~colours) == 0:
            n += 1
    return n


@leaf
def clear_mana(cost):
    for k in range(N_MANA):
        cost.need[k] = 0
    cost.generic = 0
    cost.x = 0
    cost.n_hybrid = 0


@kernel
def add_mana(total: ManaCost, cost: ManaCost) -> None:
    """Add one mana cost to another; X symbols are kept as a count."""
    for k in range(N_MANA):
        total.need[k] += cost.need[k]
    total.generic += cost.generic
    total.x += cost.x
    for k in range(cost.n_hybrid):
        if total.n_hybrid < len(total.hybrid):
            total.hybrid[total.n_hybrid] = cost.hybrid[k]
            total.n_hybrid += 1


@leaf
def mana_total(cost):
    """Mana in a cost whose X is chosen or 0."""
    n = np.int64(cost.generic) + np.int64(cost.n_hybrid)
    for k in range(N_MANA):
        n += np.int64(cost.need[k])
    return n


@kernel
def can_pay_mana(game: Game, rules: Rules, seat: int, cost: ManaCost, extra: int, without: int) -> bool:
    """Whether `seat` can pay the cost plus `extra` generic mana, not tapping `without` (ABSENT: anything).

    In the midst of a cast the mana abilities activated for it count, with what they make and what they cost.
    """
    p = game.player[seat]
    total = mana_total(cost) + extra
    if total == 0 and game.casting.n_made == 0:
        return True
    if p.avail_ready == 0:
        count_available(game, rules, seat)
    lost_mask = 0
    lost = 0
    if without != ABSENT and game.object[without].controller == seat:
        source = source_mask(game, without)
        lost_mask = source & ALL
        lost = source >> 6
    if game.casting.n_made > 0:
        return is_covered(game, rules, seat, cost, extra, lost_mask, lost)
    if total > p.total_mana - lost:
        return False
    wanted = 0
    for k in range(N_MANA):
        if cost.need[k] > 0:
            wanted |= 1 << k
    for k in range(cost.n_hybrid):
        wanted |= np.int64(cost.hybrid[k]) & ALL
    part = wanted
    while part > 0:
        have = _available(p, part)
        if part & lost_mask:
            have -= lost
        if _demand(cost, part) > have:
            return False
        part = (part - 1) & wanted
    return True


@leaf
def can_pay_printed(game, rules, seat, number):
    """Whether `seat` can pay the mana of a printed cost; quick for costs of no or one colour."""
    cost = rules.cost[number]
    p = game.player[seat]
    if p.avail_ready == 0:
        count_available(game, rules, seat)
    if cost.total > p.total_mana:
        return False
    colours = np.int64(cost.colours)
    if colours == 0:
        return True
    if (colours & (colours - 1)) == 0:
        return cost.mana.need[mana_index(colours)] <= _available(p, colours)
    return can_pay_mana(game, rules, seat, cost.mana, 0, ABSENT)
