"""Mana: what a player can make, whether a cost can be paid, and paying it (CR 106, 118, 601.2g-h). Floor 2.

A payment exists if and only if for every set of colours the symbols that only those
colours can pay number no more than the mana units that can be one of them (Hall's
condition). The units are counted once (`count_available`) and the count is kept until something
is tapped, untapped, comes or goes.

Payment is automatic. Floating mana goes first. Then, for each coloured symbol, the
source with the fewest colours that leaves the rest payable; then generic mana from the
sources of least use: fewest colours, no other ability, no drawback first. Several hybrid
symbols, and a mana ability that is paid for in the midst of a cast, are paid unit by unit,
each so that all the rest stays payable. What is named to be sacrificed or returned for another
cost of the same cast is tapped before all others.
"""
from __future__ import annotations

import numpy as np

from sim.covering import is_covered
from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, ManaCost, Rules
from sim.terms import (
    ABSENT,
    COLOURLESS,
    KW_HASTE,
    LIMIT_LEGENDARY_MANA,
    LIMIT_SHELTER,
    N_MANA,
    REMEMBERED_COLOURS,
    ST_TAPPED,
    TRAIT_WHENEVER,
    TYPE_CREATURE,
    X_MANY,
    AbilityKind,
    EffectKind,
    Event,
)
from sim.zones import mana_index, touch_mana

ALL = 63
NO_SOURCE = -1
_DRAWBACK_RANK = 64
_UTILITY_RANK = 16
_CREATURE_RANK = 8
_LEAVING_RANK = 1 << 16


@leaf
def _bits(mask):
    n = 0
    while mask:
        n += mask & 1
        mask >>= 1
    return n


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


@kernel
def _rank(game: Game, rules: Rules, obj: int, mask: int) -> int:
    """How much a source is worth keeping: the lowest is tapped first."""
    card = rules.card[game.object[obj].text]
    rank = _bits(mask)
    clean = 0
    for j in range(card.n_abilities):
        a = rules.ability[np.int64(card.ability) + j]
        if a.kind == AbilityKind.MANA:
            clean |= 1 if a.n_program == 0 else 0
        elif a.kind == AbilityKind.ACTIVATED:
            rank += _UTILITY_RANK
    if np.int64(game.object[obj].types) & TYPE_CREATURE:
        rank += _CREATURE_RANK
    return rank if clean else rank + _DRAWBACK_RANK


@kernel
def _ability_for(game: Game, rules: Rules, obj: int, colours: int) -> int:
    """The mana ability of `obj` to use for one of `colours`: without a drawback if there is one."""
    card = rules.card[game.object[obj].text]
    best = NO_SOURCE
    for j in range(card.n_abilities):
        number = np.int64(card.ability) + j
        if rules.ability[number].plain and mana_of(game, rules, obj, number) & colours:
            if best == NO_SOURCE or rules.ability[number].n_program < rules.ability[best].n_program:
                best = number
    return best


@kernel
def owe(game: Game, ability: int, obj: int) -> None:
    """Note that a mana ability has more to do than add mana."""
    if game.n_owed < len(game.owed_ability):
        game.owed_ability[game.n_owed] = ability
        game.owed_obj[game.n_owed] = obj
        game.n_owed += 1


@kernel
def make_mana(game: Game, rules: Rules, seat: int, obj: int, ability: int, colour: int) -> None:
    """Resolve a mana ability (605.3b): add its mana as `colour`, a single bit."""
    a = rules.ability[ability]
    if np.int64(a.limit) & LIMIT_LEGENDARY_MANA:
        game.player[seat].legendary_mana += a.mana_amount
        game.floating = 1
        return
    if np.int64(a.limit) & LIMIT_SHELTER:
        game.player[seat].sheltering += a.mana_amount
    game.player[seat].pool[mana_index(colour)] += game.mana_x if a.mana_amount == X_MANY else a.mana_amount
    if np.int64(game.traits_seen) & TRAIT_WHENEVER and a.plain:
        for k in range(N_MANA):
            game.player[game.object[obj].controller].pool[k] += echoes(game, rules, obj, 1 << k)
    game.floating = 1
    game.player[seat].avail_ready = 0
    if a.n_program > 0 or np.int64(game.object[obj].listens) & (1 << Event.TAPPED_FOR_MANA):
        owe(game, ability, obj)


@kernel
def _tap_for(game: Game, rules: Rules, seat: int, obj: int, colours: int) -> None:
    """Tap `obj` for mana of one of `colours`."""
    ability = _ability_for(game, rules, obj, colours)
    usable = mana_of(game, rules, obj, ability) & colours
    game.object[obj].status |= ST_TAPPED
    make_mana(game, rules, seat, obj, ability, usable & -usable)


@leaf
def is_paid_with(game, obj):
    """Whether an object is named to pay some cost of the cast that is not mana."""
    c = game.casting
    for k in range(c.n_paid):
        if c.paid[k] == obj:
            return True
    return False


@kernel
def _best_source(game: Game, rules: Rules, seat: int, cost: ManaCost, colours: int) -> int:
    """The least valuable source of one of `colours` whose use leaves the rest of `cost` payable."""
    best = NO_SOURCE
    best_rank = 1 << 20
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if game.object[obj].controller != seat:
            continue
        mask = source_mask(game, obj) & ALL
        if not mask & colours:
            continue
        rank = _rank(game, rules, obj, mask) - (_LEAVING_RANK if is_paid_with(game, obj) else 0)
        if rank < best_rank:
            single = (mask & (mask - 1)) == 0 or colours == ALL
            if single or can_pay_mana(game, rules, seat, cost, 0, obj):
                best = obj
                best_rank = rank
    return best


@leaf
def _pool_place(p, j):
    """The j-th colour number in the order in which floating mana is spent on generic costs: what shelters first."""
    return (j + N_MANA - 1) % N_MANA if p.sheltering > 0 else j


@leaf
def _spend(game, p, k, n):
    """Take `n` mana of colour number `k` out of a pool, noting what is spent (106.6, 702.44)."""
    p.pool[k] -= n
    p.avail_ready = 0
    if n > 0:
        game.colours_spent |= 1 << k
        if 1 << k == COLOURLESS:
            game.colourless_spent += n


@kernel
def _take_from_pool(game: Game, seat: int, cost: ManaCost) -> None:
    """Spend floating mana on the cost: its colours first, then hybrid symbols, then generic."""
    p = game.player[seat]
    for k in range(N_MANA):
        n = min(np.int64(p.pool[k]), np.int64(cost.need[k]))
        _spend(game, p, k, n)
        cost.need[k] -= n
    for k in range(N_MANA):
        j = 0
        while j < cost.n_hybrid:
            if p.pool[k] > 0 and np.int64(cost.hybrid[j]) & (1 << k):
                _spend(game, p, k, 1)
                cost.n_hybrid -= 1
                cost.hybrid[j] = cost.hybrid[cost.n_hybrid]
            else:
                j += 1
    for j in range(N_MANA):
        k = _pool_place(p, j)
        n = min(np.int64(p.pool[k]), np.int64(cost.generic))
        _spend(game, p, k, n)
        cost.generic -= n
    p.avail_ready = 0


@leaf
def _next_symbol(cost):
    """The colours that can pay the next unpaid symbol; coloured ones first; 0: paid."""
    for k in range(N_MANA):
        if cost.need[k] > 0:
            return 1 << k
    if cost.n_hybrid > 0:
        return np.int64(cost.hybrid[cost.n_hybrid - 1]) & ALL
    return ALL if cost.generic > 0 else 0


@leaf
def _add_symbol(cost, colours, n):
    """Take the next symbol, payable by `colours`, off the cost (n = -1) or put it back (n = 1)."""
    if colours == ALL:
        cost.generic += n
    elif (colours & (colours - 1)) != 0:
        cost.n_hybrid += n
    else:
        cost.need[mana_index(colours)] += n


@kernel
def _pay_from_pool(game: Game, rules: Rules, seat: int, rest: ManaCost, colours: int) -> bool:
    """Spend one floating mana of `colours` after which `rest` is still payable."""
    p = game.player[seat]
    for j in range(N_MANA):
        k = _pool_place(p, j)
        if colours & (1 << k) and p.pool[k] > 0:
            p.pool[k] -= 1
            p.avail_ready = 0
            possible = can_pay_mana(game, rules, seat, rest, 0, ABSENT)
            p.pool[k] += 1
            p.avail_ready = 0
            if possible:
                _spend(game, p, k, 1)
                return True
    return False


@kernel
def _colour_to_tap_for(game: Game, rules: Rules, seat: int, rest: ManaCost, colours: int, obj: int) -> int:
    """A colour such that after tapping `obj` for it and spending one of that `rest` is still payable; 0: none."""
    p = game.player[seat]
    source = source_mask(game, obj)
    found = 0
    for k in range(N_MANA):
        if found == 0 and source & ALL & colours & (1 << k):
            game.object[obj].status |= ST_TAPPED
            p.pool[k] += (source >> 6) - 1
            p.avail_ready = 0
            if can_pay_mana(game, rules, seat, rest, 0, ABSENT):
                found = 1 << k
            game.object[obj].status &= ~np.uint32(ST_TAPPED)
            p.pool[k] -= (source >> 6) - 1
            p.avail_ready = 0
    return found


@kernel
def _pay_carefully(game: Game, rules: Rules, seat: int, cost: ManaCost, keep: ManaCost) -> bool:
    """Pay `cost` symbol by symbol so that what is left of it and `keep` stay payable together."""
    rest = game.spare_cost
    while True:
        colours = _next_symbol(cost)
        if colours == 0:
            return True
        _add_symbol(cost, colours, -1)
        clear_mana(rest)
        add_mana(rest, cost)
        add_mana(rest, keep)
        if _pay_from_pool(game, rules, seat, rest, colours):
            continue
        best, best_rank, colour = NO_SOURCE, 1 << 20, 0
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if game.object[obj].controller != seat or not source_mask(game, obj) & ALL & colours:
                continue
            rank = _rank(game, rules, obj, source_mask(game, obj) & ALL)
            if rank < best_rank:
                usable = _colour_to_tap_for(game, rules, seat, rest, colours, obj)
                if usable:
                    best, best_rank, colour = obj, rank, usable
        if best == NO_SOURCE:
            return False
        _tap_for(game, rules, seat, best, colour)
        _spend(game, game.player[seat], mana_index(colour), 1)


@kernel
def pay_mana(game: Game, rules: Rules, seat: int, cost: ManaCost, keep: ManaCost) -> bool:
    """Pay a cost, consuming `cost`; taps sources by the module's rule. False: it could not be paid.

    Whatever is tapped as a cost of its own must be tapped already. keep: another cost that has to stay payable.
    """
    if cost.n_hybrid > 1 or mana_total(keep) > 0 or game.casting.n_made > 0:
        return _pay_carefully(game, rules, seat, cost, keep)
    _take_from_pool(game, seat, cost)
    while True:
        colours = _next_symbol(cost)
        if colours == 0:
            return True
        _add_symbol(cost, colours, -1)
        obj = _best_source(game, rules, seat, cost, colours)
        _add_symbol(cost, colours, 1)
        if obj == NO_SOURCE:
            return False
        _tap_for(game, rules, seat, obj, colours)
        _take_from_pool(game, seat, cost)
