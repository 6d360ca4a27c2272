"""The key of a position: one number for all that its future hangs on, with every card open. Floor 8.

For searches that see every card (`observe.information_key` is for those that do not). Left out are derived tables,
tallies for reports, stamps (a reference counts by whether it still holds), and the order of hands and graveyards, so
that what is done in either order comes to one position. Two positions that differ share a key by accident only:
among a million positions with a probability of 3 in 10^8.
"""
from __future__ import annotations

import numpy as np

from sim.announcing import Stage
from sim.jit import kernel, leaf, wrapping
from sim.layout import Game, Item
from sim.rng import mix
from sim.terms import ABSENT, Decision, Zone
from sim.terms_abilities import TRAIT_LOOKS_OUTSIDE, TRAIT_YARD_ORDER, EffectKind


@wrapping
def _stir(key, value):
    return np.int64(mix((np.uint64(key) ^ np.uint64(value)) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x7F4A7C15)))


@wrapping
def _sum(a, b):
    return np.int64(a) + np.int64(b)


@leaf
def _mean(game, obj, stamp):
    """A reference: the object, and whether it is still the one that was meant (400.7)."""
    if obj == ABSENT:
        return np.int64(ABSENT)
    return (np.int64(obj) << 1) | np.int64(game.object[obj].stamp == stamp)


@kernel
def _key_looks(game: Game, h: int, obj: int) -> int:
    """Add the characteristics of an object as they are or last were."""
    o = game.object[obj]
    h = _stir(h, np.int64(o.power) + (np.int64(o.toughness) << 16) + (np.int64(o.types) << 32))
    h = _stir(h, np.int64(o.colours) + (np.int64(o.text) << 16) + (np.int64(o.controller) << 40))
    h = _stir(h, np.int64(o.keywords))
    h = _stir(h, np.int64(o.subs[0]))
    h = _stir(h, np.int64(o.subs[1]))
    return _stir(h, np.int64(o.last_x))


@kernel
def _key_object(game: Game, obj: int) -> int:
    """An object of a public zone, or of a hand."""
    o = game.object[obj]
    h = _stir(np.int64(obj), np.int64(o.card) + (np.int64(o.zone) << 16) + (np.int64(o.owner) << 24)
              + (np.int64(o.controller) << 28))
    h = _stir(h, np.int64(o.status) + (np.int64(o.chosen) << 32))
    if o.zone == Zone.BATTLEFIELD:
        h = _stir(h, np.int64(o.since) + (np.int64(o.damage) << 16) + (np.int64(o.blocking) << 32))
        h = _stir(h, np.int64(o.hurt) + (np.int64(o.used) << 8) + (np.int64(o.cast_as) << 16)
                  + (np.int64(o.options) << 24) + (np.int64(o.front) << 32))
        h = _stir(h, np.int64(_mean(game, o.attached, o.attached_stamp)))
        h = _stir(h, np.int64(_mean(game, o.remembers, o.remembers_stamp)) + (np.int64(o.base_controller) << 20))
        if o.attacks != ABSENT:
            h = _stir(h, np.int64(_mean(game, o.attacks, o.attacks_stamp)))
        h = np.int64(_key_looks(game, h, obj))
    if o.zone == Zone.BATTLEFIELD or o.zone == Zone.EXILE:
        for k in range(len(o.counters)):
            if o.counters[k]:
                h = _stir(h, np.int64(o.counters[k]) + (k << 16))
    return h


@kernel
def _key_item(game: Game, h: int, item: Item) -> int:
    """A spell or ability on the stack, or a spell as it last was there."""
    h = _stir(h, np.int64(item.kind) + (np.int64(item.card) << 4) + (np.int64(item.controller) << 20)
              + (np.int64(item.ability) << 24) + (np.int64(item.x) << 40))
    h = _stir(h, np.int64(_mean(game, item.obj, item.stamp)) + (np.int64(item.alternative) << 20)
              + (np.int64(item.from_zone) << 30) + (np.int64(item.optional) << 36))
    for k in range(item.n_parts):
        p = item.part[k]
        h = _stir(h, np.int64(p.ability) + (np.int64(p.card) << 16) + (np.int64(p.obj) << 32)
                  + (np.int64(p.times) << 48))
    for k in range(item.n_targets):
        t = item.target[k]
        h = _stir(h, np.int64(_mean(game, t.obj, t.stamp)) + ((np.int64(t.seat) + 1) << 20) + (np.int64(t.part) << 24)
                  + (np.int64(t.spec) << 32) + (np.int64(t.amount) << 40))
        h = _stir(h, np.int64(t.legal))
    h = _stir(h, np.int64(_mean(game, item.event_obj, item.event_stamp)) + ((np.int64(item.event_seat) + 2) << 20)
              + (np.int64(item.event_amount) << 24))
    h = _stir(h, np.int64(item.delayed) + (np.int64(item.n_delayed) << 24)
              + (np.int64(_mean(game, item.it, item.it_stamp)) << 40))
    h = _stir(h, np.int64(_mean(game, item.granter, item.granter_stamp))
              + (np.int64(_mean(game, item.bearer, item.bearer_stamp)) << 20))
    return _stir(h, np.int64(item.paid) + (np.int64(item.n_paid) << 20) + (np.int64(item.colours_spent) << 40))


@kernel
def _key_casting(game: Game, h: int) -> int:
    """The cast in progress (601.2) beyond its item on the stack."""
    c = game.casting
    h = _stir(h, np.int64(c.stage) + (np.int64(c.seat) << 8) + (np.int64(c.next_splice) << 12)
              + (np.int64(c.n_ordered) << 24) + (np.int64(c.part) << 32) + (np.int64(c.spec) << 40)
              + (np.int64(c.n_of_spec) << 48))
    h = _stir(h, np.int64(c.from_zone) + (np.int64(c.modes) << 8) + (np.int64(c.base_done) << 40))
    for k in range(len(c.mana.need)):
        h = _stir(h, np.int64(c.mana.need[k]))
    h = _stir(h, np.int64(c.mana.generic) + (np.int64(c.mana.x) << 16) + (np.int64(c.mana.n_hybrid) << 32))
    for k in range(c.mana.n_hybrid):
        h = _stir(h, np.int64(c.mana.hybrid[k]))
    for k in range(c.n_items):
        w = c.wants[k]
        h = _stir(h, np.int64(w.kind) + (np.int64(w.filter) << 16) + ((np.int64(w.count) & 0xFFFF) << 32)
                  + (np.int64(w.paid) << 48))
        h = _stir(h, np.int64(w.obj))
    for k in range(c.n_paid):
        h = _stir(h, np.int64(c.paid[k]) + (np.int64(c.paid_for[k]) << 20))
    for k in range(c.n_made):
        m = c.made[k]
        h = _stir(h, np.int64(m.obj) + (np.int64(m.ability) << 16) + (np.int64(m.colour) << 32)
                  + (np.int64(m.x) << 48))
    if c.picked != ABSENT:
        h = _stir(h, np.int64(c.picked) + (np.int64(c.picked_ability) << 16) + (np.int64(c.picked_x) << 32)
                  + (np.int64(c.picked_colour) << 48))
    return h


@kernel
def _key_progress(game: Game, h: int) -> int:
    """What is in the midst of happening: the stack, texts being carried out, choices, triggers to come."""
    for k in range(game.n_stack):
        h = np.int64(_key_item(game, h, game.stack[k]))
        h = _stir(h, np.int64(game.stack[k].serial) - np.int64(game.stack[0].serial))
    for k in range(game.n_gone):
        h = np.int64(_key_item(game, h, game.gone[k]))
    for k in range(game.n_frames):
        f = game.frame[k]
        h = _stir(h, np.int64(f.at) + (np.int64(f.part) << 8) + (np.int64(f.pc) << 16) + (np.int64(f.end) << 36))
        h = _stir(h, np.int64(_mean(game, f.obj, f.stamp)) + (np.int64(f.controller) << 20)
                  + (np.int64(f.stage) << 24) + (np.int64(f.colour) << 40))
        h = _stir(h, np.int64(_mean(game, f.it, f.it_stamp)) + (np.int64(f.result) << 20))
        h = _stir(h, np.int64(_mean(game, f.event_obj, f.event_stamp)) + (np.int64(f.event_amount) << 20))
    c = game.choice
    h = _stir(h, np.int64(c.seat) + (np.int64(c.least) << 8) + ((np.int64(c.most) & 0xFFFF) << 24)
              + (np.int64(c.value) << 40))
    h = _stir(h, np.int64(c.attention) + (np.int64(c.distinct) << 20) + (np.int64(c.n_aside) << 24))
    for k in range(c.n_candidates):
        h = _stir(h, np.int64(c.candidate[k]))
    for k in range(c.n_chosen):
        h = _stir(h, np.int64(_mean(game, c.chosen[k], c.chosen_stamp[k])))
    for k in range(game.n_pending):
        p = game.pending[k]
        h = _stir(h, np.int64(p.ability) + (np.int64(p.controller) << 16)
                  + (np.int64(_mean(game, p.obj, p.stamp)) << 20))
        h = _stir(h, np.int64(_mean(game, p.event_obj, p.event_stamp)) + ((np.int64(p.event_seat) + 2) << 20)
                  + (np.int64(p.event_amount) << 24))
        h = _stir(h, np.int64(p.delayed) + (np.int64(p.n_delayed) << 24)
                  + (np.int64(_mean(game, p.it, p.it_stamp)) << 40))
    h = _stir(h, np.int64(game.offered) + (np.int64(game.offered_to) << 16) + (np.int64(game.offered_for) << 20)
              + (np.int64(game.asks_unpaid) << 30))
    for k in range(game.n_unpaid):
        h = _stir(h, np.int64(game.unpaid[k]))
    for k in range(game.n_found):
        h = _stir(h, np.int64(game.found[k]))
    for k in range(game.n_owed):
        h = _stir(h, np.int64(game.owed_ability[k]) + (np.int64(game.owed_obj[k]) << 20))
    for obj in range(game.n_objects):        # last known information (608.2h)
        zone = game.object[obj].zone
        if zone != Zone.LIBRARY and zone != Zone.HAND and zone != Zone.BATTLEFIELD:
            h = np.int64(_key_looks(game, h, obj))
    if game.casting.stage != Stage.NONE:
        h = np.int64(_key_casting(game, h))
    return h


@kernel
def _key_lasting(game: Game, h: int) -> int:
    """Effects and tallies of the turn; bonuses and keywords without their order, for they commute (613.4c, 613.1f)."""
    bag = np.int64(0)
    for k in range(game.n_effects):
        e = game.effect[k]
        g = _stir(np.int64(e.kind), np.int64(_mean(game, e.obj, e.stamp)) + ((np.int64(e.seat) + 1) << 20)
                  + (np.int64(e.duration) << 24) + (np.int64(e.controller) << 32))
        g = _stir(g, np.int64(e.a))
        g = _stir(g, np.int64(e.b))
        g = _stir(g, np.int64(e.keywords))
        g = _stir(g, np.int64(_mean(game, e.source, e.source_stamp)))
        if e.kind == EffectKind.PUMP or e.kind == EffectKind.KEYWORD:
            bag = _sum(bag, g)
        else:
            h = _stir(h, g)
    h = _stir(h, bag)
    for k in range(game.n_delayed):
        d = game.delayed[k]
        h = _stir(h, np.int64(d.event) + (np.int64(d.first) << 8) + (np.int64(d.count) << 32)
                  + (np.int64(d.controller) << 48))
        h = _stir(h, np.int64(_mean(game, d.obj, d.stamp)) + (np.int64(_mean(game, d.it, d.it_stamp)) << 20)
                  + (np.int64(d.turn) << 40))
        h = _stir(h, np.int64(d.until) + (np.int64(d.yours) << 16))
    for k in range(game.n_wounds):
        w = game.wound[k]
        h = _stir(h, np.int64(_mean(game, w.source, w.source_stamp)) + (np.int64(_mean(game, w.obj, w.stamp)) << 20))
    for k in range(game.n_deaths):
        h = _stir(h, np.int64(game.death[k].types))
        h = _stir(h, np.int64(game.death[k].subs[0]))
        h = _stir(h, np.int64(game.death[k].subs[1]))
    for k in range(game.n_noted):
        h = _stir(h, np.int64(game.noted[k]))
    return _stir(h, np.int64(game.n_epics) + (np.int64(game.unpreventable) << 8) + (np.int64(game.noted_colour) << 16))


@kernel
def _key_player(game: Game, h: int, seat: int) -> int:
    p = game.player[seat]
    h = _stir(h, np.int64(p.life) + (np.int64(p.poison) << 16) + (np.int64(p.lands_played) << 24)
              + (np.int64(p.legendary_mana) << 32) + (np.int64(p.skips_untap) << 40) + (np.int64(p.instead) << 48))
    h = _stir(h, np.int64(p.life_lost) + (np.int64(p.drawn) << 16) + (np.int64(p.colours_cast) << 32)
              + (np.int64(p.types_cast) << 48))
    h = _stir(h, np.int64(p.hexproof_from) + (np.int64(p.uncounterable) << 16) + (np.int64(p.no_more_spells) << 20)
              + (np.int64(p.passed_until) << 24) + (np.int64(p.drew_from_empty) << 28) + (np.int64(p.turn_began) << 32))
    h = _stir(h, np.int64(p.flashes) + (np.int64(p.hurt) << 16) + (np.int64(p.sheltering) << 20)
              + (np.int64(p.declined) << 28) + (np.int64(p.lost_permanent) << 36) + (np.int64(p.buried) << 40))
    for k in range(len(p.pool)):
        h = _stir(h, np.int64(p.pool[k]))
    bag = np.int64(0)
    for k in range(p.n_cast):
        bag = _sum(bag, _stir(np.int64(1), np.int64(p.cast[k])))
    for k in range(p.n_hand):
        bag = _sum(bag, np.int64(_key_object(game, np.int64(p.hand[k]))))
    for k in range(p.n_graveyard):
        bag = _sum(bag, np.int64(_key_object(game, np.int64(p.graveyard[k]))))
    if np.int64(game.traits_seen) & TRAIT_YARD_ORDER:
        for k in range(p.n_graveyard):
            h = _stir(h, np.int64(game.object[p.graveyard[k]].card))
    if np.int64(game.traits_seen) & TRAIT_LOOKS_OUTSIDE:
        for obj in range(game.n_objects):
            if game.object[obj].zone == Zone.OUTSIDE and game.object[obj].owner == seat:
                bag = _sum(bag, np.int64(_key_object(game, obj)))
    h = _stir(h, bag)
    for k in range(p.n_library):
        h = _stir(h, np.int64(game.object[p.library[k]].card))
    return _stir(h, np.int64(p.n_library))


@kernel
def position_key(game: Game) -> int:
    """Hash all of a position that its future hangs on, with every card open.

    Left out are derived tables, tallies for reports, stamps (a reference counts by whether it still holds) and the
    order of hands and graveyards (unless some card asks for the latter), so that what is done in either order comes
    to one position.
    """
    h = _stir(np.int64(game.turn), np.int64(game.step) + (np.int64(game.active) << 8) + (np.int64(game.priority) << 9)
              + (np.int64(game.passes) << 10) + (np.int64(game.decision) << 12) + (np.int64(game.to_act) << 20)
              + (np.int64(game.step_begun) << 22) + (np.int64(game.extra_turns) << 24)
              + (np.int64(game.cleanup_priority) << 32) + (np.int64(game.combat_at) << 33))
    h = _stir(h, np.int64(game.extra_seats) + (np.int64(game.out_of_order) << 32))
    h = np.int64(_key_player(game, np.int64(_key_player(game, h, 0)), 1))
    for k in range(game.n_battlefield):
        h = _stir(h, np.int64(_key_object(game, np.int64(game.battlefield[k]))))
    bag = np.int64(0)
    for k in range(game.n_exile):
        bag = _sum(bag, np.int64(_key_object(game, np.int64(game.exile[k]))))
    h = np.int64(_key_lasting(game, _stir(h, bag)))
    if (game.n_stack > 0 or game.n_frames > 0 or game.n_pending > 0 or game.casting.stage != Stage.NONE
            or game.decision != Decision.PRIORITY):
        h = np.int64(_key_progress(game, h))
    return h
