"""Mana abilities with a further cost, found where a cast could not be paid without them (CR 601.2g, 605.3a). Floor 5.

Such an ability stands beside the cast that it is activated for (`casting.made`): what it
makes is mana for it, what it costs is a cost of it. So that all can be paid together is
looked at as for any cast, and nothing is activated before that is sure. Sets of abilities
are tried, cheap ones first: those that only tap, then those that cost counters or life,
then those that use something up; of these the smallest sets.

Left out are abilities that are limited to a time, whose own mana cost is more than one
symbol, or that other permanents give.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.costs import can_pay_fixed, put_item, uses_itself_up, uses_objects
from sim.covering import COLOURS
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.mana import count_available, mana_total
from sim.moving import tap
from sim.tapping import fits, put_aside, put_back, tapped_source
from sim.terms import ABSENT, N_MANA, ST_TAPPED, SUPER_LEGENDARY, X_MANY, ItemKind
from sim.terms_abilities import LIMIT_LEGENDARY_MANA, LIMIT_SHELTER, TRAIT_ODD_MANA, AbilityKind, CostKind
from sim.values import holds, set_scratch

TAPS, COSTS_LITTLE, USES_UP = 0, 1, 2            # ranks of abilities
MUCH = 1 << 10
_OTHER_LIMITS = ~(LIMIT_LEGENDARY_MANA | LIMIT_SHELTER)
MOST_TRIED = 20_000          # sets of abilities for one payment


# ---------------------------------------------------------------- one ability

@leaf
def rank_of(rules, number):
    """How dear the cost of a mana ability is; -1: it cannot be counted on."""
    cost = rules.cost[rules.ability[number].cost]
    if cost.has_mana and (mana_total(cost.mana) != 1 or cost.mana.x > 0):
        return -1
    rank = TAPS
    for k in range(cost.n_items):
        kind = cost.wants[k].kind
        if kind == CostKind.REMOVE_COUNTERS or kind == CostKind.PAY_LIFE:
            rank = max(rank, COSTS_LITTLE)
        elif (uses_itself_up(kind) or kind == CostKind.SACRIFICE or kind == CostKind.RETURN or kind == CostKind.DISCARD
                or kind == CostKind.EXILE_HAND or kind == CostKind.EXILE_GRAVEYARD):
            rank = USES_UP
        elif kind != CostKind.TAP_SELF and kind != CostKind.TAP:
            return -1
    return rank


@leaf
def _is_spliced(game, obj):
    """Whether a card is spliced onto what is being cast, and stays in hand for that."""
    item = game.stack[game.n_stack - 1]
    for k in range(item.n_parts):
        if item.part[k].obj == obj and item.part[k].spliced:
            return True
    return False


@leaf
def most_x(game, rules, obj, number):
    """How many counters an ability could remove from `obj`, of the kind that it removes x of."""
    cost = rules.cost[rules.ability[number].cost]
    most = 1
    for k in range(cost.n_items):
        if cost.wants[k].count == X_MANY:
            most = np.int64(game.object[obj].counters[cost.wants[k].filter])
    return most


@kernel
def makes_mana(game: Game, rules: Rules, seat: int, obj: int, number: int) -> bool:
    """Whether an ability of `obj` is a mana ability with a further cost that a cast may count on (605.3a)."""
    a = rules.ability[number]
    o = game.object[obj]
    if a.kind != AbilityKind.MANA or a.plain or a.zone != o.zone or np.int64(a.limit) & _OTHER_LIMITS:
        return False
    if rank_of(rules, number) < 0:
        return False
    cost = rules.cost[a.cost]
    for k in range(cost.n_items):
        item = cost.wants[k]
        count = 1 if item.count == X_MANY else np.int64(item.count)
        if not uses_objects(item.kind) and not can_pay_fixed(game, rules, np.int64(item.kind), np.int64(item.filter),
                                                             count, obj, seat):
            return False
    if a.condition == 0:
        return True
    set_scratch(game, obj, seat)
    return holds(game, rules, game.scratch, np.int64(a.condition))


@leaf
def source_at(game, seat, k):
    """The k-th permanent or, after those, card in the hand of `seat`; ABSENT: it has no such ability."""
    if k >= game.n_battlefield:
        obj = np.int64(game.player[seat].hand[k - game.n_battlefield])
    else:
        obj = np.int64(game.battlefield[k])
        if game.object[obj].controller != seat:
            return ABSENT
    return obj if np.int64(game.object[obj].traits) & TRAIT_ODD_MANA else ABSENT


@kernel
def further_mana(game: Game, rules: Rules, seat: int) -> int:
    """An upper bound of the mana that such abilities of a player could add."""
    if not np.int64(game.traits_seen) & TRAIT_ODD_MANA:
        return 0
    total = 0
    for k in range(np.int64(game.n_battlefield) + np.int64(game.player[seat].n_hand)):
        obj = source_at(game, seat, k)
        if obj == ABSENT:
            continue
        card = rules.card[game.object[obj].text]
        for j in range(card.n_abilities):
            number = np.int64(card.ability) + j
            if makes_mana(game, rules, seat, obj, number):
                cost = rules.cost[rules.ability[number].cost]
                once = False
                for i in range(cost.n_items):
                    once = once or cost.wants[i].kind == CostKind.TAP_SELF or uses_itself_up(cost.wants[i].kind)
                total += np.int64(rules.ability[number].mana_amount) if once else MUCH
    return total


@kernel
def _can_be_added(game: Game, rules: Rules, obj: int, number: int, x: int) -> bool:
    """Whether the cost of an ability of `obj` does not use what pays something else already."""
    c = game.casting
    cost = rules.cost[rules.ability[number].cost]
    if c.n_made >= L.MAX_MADE or c.n_items + cost.n_items > L.MAX_COST_ITEMS:
        return False
    if np.int64(rules.ability[number].limit) & LIMIT_LEGENDARY_MANA:         # 106.6
        item = game.stack[game.n_stack - 1]
        if item.kind != ItemKind.SPELL or not np.int64(rules.card[game.object[item.obj].card].types) & SUPER_LEGENDARY:
            return False
    for k in range(cost.n_items):
        kind = cost.wants[k].kind
        if kind == CostKind.TAP_SELF:
            if game.object[obj].status & ST_TAPPED or obj == tapped_source(c):
                return False
            for j in range(c.n_paid):
                if c.paid[j] == obj and c.wants[c.paid_for[j]].kind == CostKind.TAP:
                    return False
        elif uses_itself_up(kind):
            if _is_spliced(game, obj):
                return False
            for j in range(c.n_items):
                if c.wants[j].obj == obj and uses_itself_up(c.wants[j].kind):
                    return False
            for j in range(c.n_paid):
                if c.paid[j] == obj and (c.paid_for[j] < c.n_own or c.wants[c.paid_for[j]].kind != CostKind.TAP):
                    return False
        elif kind == CostKind.REMOVE_COUNTERS:
            left = np.int64(game.object[obj].counters[cost.wants[k].filter])
            for j in range(c.n_items):
                if c.wants[j].obj == obj and c.wants[j].kind == kind and c.wants[j].filter == cost.wants[k].filter:
                    left -= np.int64(c.wants[j].count)
            if left < (x if cost.wants[k].count == X_MANY else np.int64(cost.wants[k].count)):
                return False
    return True


@kernel
def add_ability(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """Let a mana ability stand beside the cast: its source counts as tapped, its cost joins the others; or False."""
    if not _can_be_added(game, rules, obj, number, x):
        return False
    c = game.casting
    if c.n_made == 0:
        c.n_own = c.n_items
    made = c.made[c.n_made]
    c.n_made += 1
    made.obj = obj
    made.ability = number
    made.colour = colour
    made.x = x
    made.tapped = 0
    made.paid = 0
    cost = rules.cost[rules.ability[number].cost]
    for k in range(cost.n_items):
        if cost.wants[k].kind == CostKind.TAP_SELF:
            put_aside(game, np.int64(c.seat), obj)
            continue
        count = x if cost.wants[k].count == X_MANY else np.int64(cost.wants[k].count)
        put_item(c, cost.wants[k].kind, cost.wants[k].filter, count, obj)
    return True


@kernel
def take_ability_back(game: Game, rules: Rules) -> None:
    """Undo the last `add_ability`."""
    c = game.casting
    c.n_made -= 1
    made = c.made[c.n_made]
    cost = rules.cost[rules.ability[made.ability].cost]
    for k in range(cost.n_items):
        if cost.wants[k].kind == CostKind.TAP_SELF:
            put_back(game, np.int64(c.seat), np.int64(made.obj))
        else:
            c.n_items -= 1
    if c.n_made == 0:
        c.n_own = L.MAX_COST_ITEMS


# ---------------------------------------------------------------- sets of them

@leaf
def _wanted_colours(game, rules):
    """Colours that the cast, or the activation of an ability of one colour, asks for."""
    cost = game.before_making
    mask = 0
    for k in range(N_MANA):
        if cost.need[k] > 0:
            mask |= 1 << k
    for k in range(cost.n_hybrid):
        mask |= np.int64(cost.hybrid[k]) & COLOURS
    return mask


@leaf
def _looks_like(game, a, b):
    """Whether two sources are as good as each other."""
    x, y = game.object[a], game.object[b]
    if x.text != y.text or x.zone != y.zone or x.types != y.types or x.colours != y.colours or x.power != y.power:
        return False
    if (x.status ^ y.status) & ST_TAPPED:
        return False
    for k in range(len(x.counters)):
        if x.counters[k] != y.counters[k]:
            return False
    for j in range(game.casting.n_paid):
        if game.casting.paid[j] == a or game.casting.paid[j] == b:
            return False
    return True


@leaf
def _put_option(game, rules, obj, number, x, colour):
    if game.n_options == L.MAX_OPTIONS:
        return
    o = game.option[game.n_options]
    o.obj = obj
    o.ability = number
    o.x = x
    o.colour = colour
    o.rank = rank_of(rules, number)
    o.like = -1
    for k in range(game.n_options):
        other = game.option[k]
        if (other.ability == number and other.x == x and other.colour == colour and other.obj != obj
                and _looks_like(game, np.int64(other.obj), obj)):
            o.like = k
    game.n_options += 1


@kernel
def _list_options(game: Game, rules: Rules) -> None:
    """The mana abilities that could be activated besides, with each X and colour of their mana that may matter."""
    c = game.casting
    seat = np.int64(c.seat)
    wanted = _wanted_colours(game, rules)
    game.n_options = 0
    for k in range(np.int64(game.n_battlefield) + np.int64(game.player[seat].n_hand)):
        obj = source_at(game, seat, k)
        if obj == ABSENT:
            continue
        card = rules.card[game.object[obj].text]
        for j in range(card.n_abilities):
            number = np.int64(card.ability) + j
            if not makes_mana(game, rules, seat, obj, number):
                continue
            a = rules.ability[number]
            mask = np.int64(a.mana) & COLOURS
            most = 1
            if a.mana_amount == X_MANY:
                most = min(mana_total(game.before_making), most_x(game, rules, obj, number))
            elif a.mana_amount == 1 or (mask & (mask - 1)) == 0:
                _put_option(game, rules, obj, number, 0, 0)
                continue
            usable = mask & wanted if mask & wanted else mask & -mask
            for x in range(1, most + 1):
                for colour in range(N_MANA):
                    if usable >> colour & 1:
                        _put_option(game, rules, obj, number, x, 1 << colour)


@leaf
def _is_next(game, chosen, n, k):
    """Whether option `k` may join the chosen ones: of sources that look alike the first goes first."""
    like = game.option[k].like
    if like < 0:
        return True
    for j in range(n):
        if chosen[j] == like:
            return True
    return False


@leaf
def _has_rank(game, chosen, n, rank):
    """Whether one of the chosen abilities is of this rank: sets without one were tried before."""
    for j in range(n):
        if game.option[chosen[j]].rank == rank:
            return True
    return False


@kernel
def _least_size(game: Game, rules: Rules, rank: int) -> int:
    """How many abilities of at most this rank it takes to make the mana that is missing, if not more."""
    c = game.casting
    cost = game.before_making
    if c.n_made > 0 or cost.n_hybrid > 0:
        return 1
    p = game.player[c.seat]
    if p.avail_ready == 0:
        count_available(game, rules, np.int64(c.seat))
    missing = mana_total(cost) - np.int64(p.total_mana)
    most = 0
    for k in range(game.n_options):
        o = game.option[k]
        if o.rank <= rank:
            a = rules.ability[o.ability]
            gain = np.int64(o.x) if a.mana_amount == X_MANY else np.int64(a.mana_amount)
            most = max(most, gain - mana_total(rules.cost[a.cost].mana))
    if missing <= 0:
        return 1
    return (missing + most - 1) // most if most > 0 else L.MAX_MADE + 1


@kernel
def _try_sets(game: Game, rules: Rules, x: int, rank: int, size: int) -> int:
    """Look for a set of so many abilities of at most this rank that leaves all payable; it stays beside the cast.

    Returns 1: found, 0: none, -1: there are not so many abilities.
    """
    c = game.casting
    first = np.int64(c.n_made)
    chosen = np.zeros(L.MAX_MADE, np.int64)
    tried = 0
    k = 0
    while True:
        n = np.int64(c.n_made) - first
        if n < size and k < game.n_options:
            o = game.option[k]
            if o.rank <= rank and _is_next(game, chosen, n, k) and add_ability(
                    game, rules, np.int64(o.obj), np.int64(o.ability), np.int64(o.x), np.int64(o.colour)):
                chosen[n] = k
                if n + 1 == size:
                    tried += 1
                    c.wanted = game.before_making
                    if _has_rank(game, chosen, size, rank) and fits(game, rules, x):
                        return 1
                    take_ability_back(game, rules)
                    k += 1
            else:
                k += 1
            continue
        if n == 0 or tried >= MOST_TRIED:
            break
        take_ability_back(game, rules)
        k = chosen[n - 1] + 1
    while c.n_made > first:
        take_ability_back(game, rules)
    return 0 if tried > 0 else -1


@kernel
def find_abilities(game: Game, rules: Rules, x: int) -> bool:
    """Whether mana abilities make the cast payable whose mana is in `before_making`; they stay beside it."""
    c = game.casting
    _list_options(game, rules)
    if game.n_options == 0:
        return False
    found = 0
    for rank in range(USES_UP + 1):
        here = False
        for k in range(game.n_options):
            here = here or game.option[k].rank == rank
        size = _least_size(game, rules, rank)
        while here and found == 0 and size + np.int64(c.n_made) <= L.MAX_MADE:
            found = _try_sets(game, rules, x, rank, size)
            size += 1
        found = max(found, 0)
    return found == 1


@kernel
def can_be_paid(game: Game, rules: Rules, x: int) -> bool:
    """Whether the mana in `wanted` and the other costs can be paid, with mana abilities if need be."""
    if not np.int64(game.traits_seen) & TRAIT_ODD_MANA:
        return fits(game, rules, x)
    c = game.casting
    game.before_making = c.wanted
    if fits(game, rules, x):
        return True
    first = np.int64(c.n_made)
    possible = find_abilities(game, rules, x)
    while c.n_made > first:
        take_ability_back(game, rules)
    return possible


@kernel
def activate_for_cast(game: Game, rules: Rules) -> None:
    """Tap the sources of the abilities that were added for good: what counted as tapped is tapped."""
    c = game.casting
    for j in range(c.n_made):
        made = c.made[j]
        cost = rules.cost[rules.ability[made.ability].cost]
        for k in range(cost.n_items):
            if cost.wants[k].kind == CostKind.TAP_SELF and not made.tapped:
                put_back(game, np.int64(c.seat), np.int64(made.obj))
                tap(game, rules, np.int64(made.obj))
                made.tapped = 1
