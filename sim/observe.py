"""What a seat knows, and worlds that it could be in (CR 400.2, 701.20). Floor 9.

A seat knows public zones, its own hand, and every hidden card whose `known` bit of that
seat is set: cards revealed (a splice reveals), looked at, or put away by itself. All
other cards of hands and libraries are *hidden* from it. Both deck lists count as known.

`determinize` makes a random world that the seat could be in. What it makes depends on
what the seat knows and on a seed alone: hidden cards are sorted before they are
shuffled, and everything that hangs on them (object numbers, stamps, last known
characteristics) is made anew, so the truth leaves no trace.
"""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, leaf, wrapping
from sim.layout import Game, Ints, Rules
from sim.limits import MAX_HAND, MAX_LIBRARY
from sim.rng import combine, mix
from sim.terms import ABSENT, Decision, Zone
from sim.zones import clear_status, identify

MAX_HIDDEN = MAX_HAND + MAX_LIBRARY      # cards of one owner
_S32 = np.uint64(32)


@leaf
def _sees_candidates(game, observer):
    """Whether the observer is choosing among cards right now, and so sees them (a library being searched)."""
    d = game.decision
    return game.to_act == observer and (d == Decision.CHOOSE or d == Decision.DISCARD or d == Decision.ORDER)


@kernel
def is_hidden(game: Game, obj: int, observer: int) -> bool:
    """Whether `observer` does not know which card this object is."""
    o = game.object[obj]
    if (o.zone != Zone.HAND and o.zone != Zone.LIBRARY) or np.int64(o.known) & (1 << observer):
        return False
    if _sees_candidates(game, observer):
        c = game.choice
        for k in range(c.n_candidates):
            if c.candidate[k] == obj:
                return False
        for k in range(c.n_chosen):
            if c.chosen[k] == obj:
                return False
    return True


@kernel
def _collect_hidden(game: Game, owner: int, observer: int, hidden: Ints) -> int:
    """List the objects of `owner` that `observer` does not know, by number; returns how many."""
    n = 0
    for obj in range(game.n_objects):
        if game.object[obj].owner == owner and is_hidden(game, obj, observer):
            hidden[n] = obj
            n += 1
    return n


@leaf
def _sort_definitions(game, hidden, n):
    """Sort the definitions of the listed objects among them; linear when they are sorted already."""
    for i in range(1, n):
        card = game.object[hidden[i]].card
        j = i
        while j > 0 and game.object[hidden[j - 1]].card > card:
            game.object[hidden[j]].card = game.object[hidden[j - 1]].card
            j -= 1
        game.object[hidden[j]].card = card


@leaf
def _shuffle(hidden, n, seed):
    state = np.uint64(seed)
    for i in range(n - 1, 0, -1):
        state = combine(state, i)
        j = np.int64(((state >> _S32) * np.uint64(i + 1)) >> _S32)
        other = hidden[i]
        hidden[i] = hidden[j]
        hidden[j] = other


@kernel
def _make_anew(game: Game, rules: Rules, obj: int, zone: int) -> None:
    """Give a hidden object nothing but its definition, its owner and its zone."""
    o = game.object[obj]
    clear_status(game, obj)
    card = rules.card[o.card]
    identify(game, rules, obj, np.int64(o.card))
    o.zone = zone
    o.controller = o.owner
    o.base_controller = o.owner
    o.known = 1 << o.owner if zone == Zone.HAND else 0
    o.stamp = 0
    o.status = 0
    o.since = 0
    o.power = card.power
    o.toughness = card.toughness
    o.types = card.types
    o.colours = card.colours
    o.keywords = card.keywords
    o.subs[0] = card.subs[0]
    o.subs[1] = card.subs[1]


@kernel
def _deal_hidden(game: Game, rules: Rules, owner: int, observer: int, seed: int, hidden: Ints) -> None:
    """Deal the hidden cards of one owner anew over the places where they were: hand first, then library."""
    n = _collect_hidden(game, owner, observer, hidden)
    _sort_definitions(game, hidden, n)
    _shuffle(hidden, n, seed)
    p = game.player[owner]
    dealt = 0
    for k in range(p.n_hand):           # places first: whether one is hidden is asked of the card still there
        if is_hidden(game, np.int64(p.hand[k]), observer):
            p.hand[k] = ABSENT
    for k in range(p.n_library):
        if is_hidden(game, np.int64(p.library[k]), observer):
            p.library[k] = ABSENT
    for k in range(p.n_hand):
        if p.hand[k] == ABSENT:
            p.hand[k] = hidden[dealt]
            _make_anew(game, rules, hidden[dealt], Zone.HAND)
            dealt += 1
    for k in range(p.n_library):
        if p.library[k] == ABSENT:
            p.library[k] = hidden[dealt]
            _make_anew(game, rules, hidden[dealt], Zone.LIBRARY)
            dealt += 1


@kernel
def determinize(game: Game, rules: Rules, observer: int, seed: int) -> None:
    """Replace what `observer` cannot see by a random world consistent with it, in place.

    Per owner the definitions of hidden cards are pooled, sorted, shuffled by `seed` and
    dealt back (400.2); known cards stay in their places. The generator of the game starts
    anew from `seed`, and whether the opponent has something to do is open again.
    """
    hidden = np.empty(MAX_HIDDEN, np.int64)
    for owner in range(2):
        _deal_hidden(game, rules, owner, observer, np.int64(combine(np.uint64(seed), owner)), hidden)
    game.rng = combine(np.uint64(seed), 2)
    opponent = game.player[1 - observer]
    opponent.quiet = 0
    opponent.passed_until = 0


@wrapping
def _stir(key, value):
    return mix((key ^ np.uint64(value)) * np.uint64(0x9E3779B97F4A7C15))


@wrapping
def _add(sum_so_far, value):
    return sum_so_far + value


@kernel
def _stir_object(game: Game, key: int, obj: int) -> int:
    """Add what everybody sees of an object in a public zone."""
    o = game.object[obj]
    h = np.uint64(key)
    h = _stir(h, np.int64(obj))
    h = _stir(h, np.int64(o.card) + (np.int64(o.controller) << 16) + (np.int64(o.status) << 20))
    h = _stir(h, np.int64(o.damage) + (np.int64(o.since) << 16) + (np.int64(o.blocking) << 32))
    h = _stir(h, np.int64(o.attached) + (np.int64(o.hurt) << 16) + (np.int64(o.used) << 24))
    for k in range(len(o.counters)):
        h = _stir(h, np.int64(o.counters[k]))
    return np.int64(h)


@kernel
def _stir_hidden_zone(game: Game, key: int, obj: int, observer: int) -> int:
    """Add a card of a hand or library: its definition where the observer knows it."""
    o = game.object[obj]
    if is_hidden(game, obj, observer):
        return np.int64(_stir(np.uint64(key), ABSENT))
    return np.int64(_stir(np.uint64(key), np.int64(o.card) + (np.int64(o.known) << 16) + (obj << 20)))


@kernel
def _stir_stack(game: Game, key: int) -> int:
    h = np.uint64(key)
    for k in range(game.n_stack):
        item = game.stack[k]
        h = _stir(h, np.int64(item.kind) + (np.int64(item.obj) << 8) + (np.int64(item.ability) << 24))
        h = _stir(h, np.int64(item.x) + (np.int64(item.controller) << 16))
        for j in range(item.n_parts):
            h = _stir(h, np.int64(item.part[j].ability))
        for j in range(item.n_targets):
            h = _stir(h, np.int64(item.target[j].obj) + (np.int64(item.target[j].seat) << 16))
    return np.int64(h)


@kernel
def information_key(game: Game, rules: Rules, observer: int) -> int:
    """Hash all that `observer` knows: equal for all worlds that it cannot tell apart.

    The definitions of what is hidden enter as a sorted pool for each owner, since both lists are known.
    """
    hidden = np.empty(MAX_HIDDEN, np.int64)
    h = np.uint64(observer)
    h = _stir(h, np.int64(game.turn) + (np.int64(game.step) << 16) + (np.int64(game.active) << 24))
    h = _stir(h, np.int64(game.decision) + (np.int64(game.to_act) << 8) + (np.int64(game.priority) << 12))
    h = _stir(h, np.int64(game.casting.stage) + (np.int64(game.choice.attention) << 8))
    for k in range(game.n_battlefield):
        h = np.uint64(_stir_object(game, np.int64(h), np.int64(game.battlefield[k])))
    for k in range(game.n_exile):
        h = np.uint64(_stir_object(game, np.int64(h), np.int64(game.exile[k])))
    h = np.uint64(_stir_stack(game, np.int64(h)))
    for seat in range(2):
        p = game.player[seat]
        h = _stir(h, np.int64(p.life) + (np.int64(p.lands_played) << 16) + (np.int64(p.mulligans) << 24))
        for k in range(len(p.pool)):
            h = _stir(h, np.int64(p.pool[k]))
        for k in range(p.n_graveyard):
            h = np.uint64(_stir_object(game, np.int64(h), np.int64(p.graveyard[k])))
        for k in range(p.n_hand):
            h = np.uint64(_stir_hidden_zone(game, np.int64(h), np.int64(p.hand[k]), observer))
        for k in range(p.n_library):
            h = np.uint64(_stir_hidden_zone(game, np.int64(h), np.int64(p.library[k]), observer))
        n = _collect_hidden(game, seat, observer, hidden)
        pool = np.uint64(0)
        for k in range(n):              # a sum: the order of the pool does not matter
            pool = _add(pool, mix(np.uint64(game.object[hidden[k]].card) + np.uint64(1)))
        h = _stir(h, np.int64(pool))
    return np.int64(h)
