"""Making and spending mana: what is tapped for a cost, and what it makes (CR 106, 601.2g-h, 605.3b). Floor 2.

Payment is automatic. Floating mana goes first. Then, for each coloured symbol, the
source with the fewest colours that leaves the rest payable; then generic mana from the
sources of least use: fewest colours, no other ability, no drawback first. Several hybrid
symbols, and a mana ability that is paid for in the midst of a cast, are paid unit by unit,
each so that all the rest stays payable. What is named to be sacrificed or returned for another
cost of the same cast is tapped before all others.
"""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, leaf
from sim.layout import Game, ManaCost, Rules
from sim.mana import ALL, add_mana, can_pay_mana, clear_mana, echoes, mana_of, mana_total, source_mask
from sim.terms import ABSENT, COLOURLESS, N_MANA, ST_TAPPED, TYPE_CREATURE, X_MANY
from sim.terms_abilities import LIMIT_LEGENDARY_MANA, LIMIT_SHELTER, TRAIT_WHENEVER, AbilityKind, Event
from sim.zones import mana_index

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
