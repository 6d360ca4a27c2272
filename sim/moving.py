"""Objects that change zones, with what that causes (CR 400.7, 603.6, 614, 701). Floor 3."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.durations import drop_effect
from sim.events import emit, emit_buried, emit_watched_death
from sim.jit import kernel
from sim.layers import refresh
from sim.layout import Game, Rules
from sim.lower_layers import land_type_of
from sim.statics import NONE_LEFT, next_static, static_ability, static_reaches, static_source, static_works
from sim.terms import KW_INDESTRUCTIBLE, ST_COPY, ST_TAPPED, ST_TOKEN, End, Zone
from sim.terms_abilities import LIMIT_ATTACHED_SUBJECT, TRAIT_YARD_INSTEAD, AbilityKind, EffectKind, Event, StaticKind
from sim.values import holds, same_object, set_scratch, value_of
from sim.zones import alert, clear_status, leave_combat, list_add, list_remove, touch_mana, transfer


@kernel
def _goes_to_exile_instead(game: Game, rules: Rules, obj: int) -> bool:
    """Whether a static ability exiles this permanent instead of letting it go to a graveyard (614.1a)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.EXILE_INSTEAD and e.obj == obj and same_object(game, obj, e.stamp):
            return True
    at = next_static(game, rules, 1 << StaticKind.GRAVEYARD_TO_EXILE, NONE_LEFT)
    while at != NONE_LEFT:
        number = np.int64(rules.ability[static_ability(game, rules, at)].static)
        if static_reaches(game, rules, number, static_source(game, at), obj):
            return True
        at = next_static(game, rules, 1 << StaticKind.GRAVEYARD_TO_EXILE, at)
    return False


@kernel
def announce_leaving(game: Game, rules: Rules, obj: int, zone: int) -> None:
    """Let leaves-the-battlefield abilities look back at the permanent before it goes (603.10a)."""
    seat = np.int64(game.object[obj].controller)
    emit(game, rules, Event.LEAVES, obj, seat, 0)
    if zone == Zone.GRAVEYARD:
        emit(game, rules, Event.DIES, obj, seat, 0)
        if game.n_delayed > 0:
            emit_watched_death(game, obj)


@kernel
def _count_death(game: Game, obj: int) -> None:
    """Note what a permanent that dies was; of more than the table holds no more are counted."""
    if game.n_deaths >= L.MAX_DEATHS:
        return
    d = game.death[game.n_deaths]
    game.n_deaths += 1
    d.types = game.object[obj].types
    d.subs[0] = game.object[obj].subs[0]
    d.subs[1] = game.object[obj].subs[1]


@kernel
def leave_battlefield(game: Game, rules: Rules, obj: int, zone: int, bottom: int) -> None:
    """Move a permanent whose leaving was announced; its event references follow it to a public zone.

    A dies trigger that speaks of "it" finds the card in the graveyard (400.7e), so
    references of pending triggers to this departure get the new stamp.
    """
    old = game.object[obj].stamp
    game.player[game.object[obj].controller].lost_permanent = 1
    if zone == Zone.GRAVEYARD and rules.counts_deaths:
        _count_death(game, obj)
    leave_combat(game, obj)
    transfer(game, rules, obj, zone, bottom)
    new = game.object[obj].stamp
    for k in range(game.n_pending):
        p = game.pending[k]
        if p.event_obj == obj and p.event_stamp == old:
            p.event_stamp = new
        # an Aura that left with its bearer is found in the graveyard by what it says of that (400.7f)
        if p.obj == obj and p.stamp == old and np.int64(rules.ability[p.ability].limit) & LIMIT_ATTACHED_SUBJECT:
            p.stamp = new
    emit_buried(game, rules, obj)


@kernel
def zone_of_departure(game: Game, rules: Rules, obj: int, zone: int) -> int:
    """Where a permanent really goes, after replacement effects."""
    refresh(game, rules)
    if zone == Zone.GRAVEYARD and game.has_exile_instead and _goes_to_exile_instead(game, rules, obj):
        return Zone.EXILE
    return zone


@kernel
def move(game: Game, rules: Rules, obj: int, zone: int, bottom: int) -> None:
    """Move an object to a zone, with replacement effects and triggers. Not onto the battlefield (`enter`)."""
    if game.object[obj].zone == Zone.BATTLEFIELD:
        zone = zone_of_departure(game, rules, obj, zone)
        announce_leaving(game, rules, obj, zone)
        leave_battlefield(game, rules, obj, zone, bottom)
    else:
        transfer(game, rules, obj, zone, bottom)
        emit_buried(game, rules, obj)


@kernel
def _is_exiled_instead(game: Game, rules: Rules, obj: int) -> bool:
    """Whether an effect exiles this object instead of letting it enter without having been cast (614.1a)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if (e.kind == EffectKind.EXILE_ENTERING
                and np.int64(rules.filter[e.a].types_any) & np.int64(rules.card[game.object[obj].card].types)):
            return True
    return False


@kernel
def _entering_counters(game: Game, rules: Rules, obj: int) -> int:
    """How many counters a permanent enters with: a spell's were counted as it resolved; X is 0 otherwise (107.3m)."""
    if game.entering_cast:
        return np.int64(game.entering_counters)
    set_scratch(game, obj, np.int64(game.object[obj].controller))
    if not holds(game, rules, game.scratch, np.int64(rules.card[game.object[obj].card].counter_condition)):
        return 0
    return value_of(game, rules, game.scratch, np.int64(rules.card[game.object[obj].card].counter_number))


@kernel
def _enters_untapped(game: Game, rules: Rules, obj: int, controller: int) -> bool:
    """Whether the condition holds under which a permanent does not enter tapped (614.12)."""
    condition = np.int64(rules.card[game.object[obj].card].enters_unless)
    if condition == 0:
        return False
    set_scratch(game, obj, controller)
    return holds(game, rules, game.scratch, condition)


@kernel
def enter(game: Game, rules: Rules, obj: int, controller: int, tapped: int) -> None:
    """Put an object onto the battlefield under `controller`'s control (603.6a), unless it is exiled instead."""
    o = game.object[obj]
    if o.zone == Zone.BATTLEFIELD:
        return
    if game.n_effects > 0 and not game.entering_cast and _is_exiled_instead(game, rules, obj):
        if o.zone != Zone.NOWHERE:
            move(game, rules, obj, Zone.EXILE, 0)
        return
    if o.zone == Zone.NOWHERE:
        clear_status(game, obj)
        o.controller = controller
        o.base_controller = controller
        game.stamp += 1
        o.stamp = game.stamp
        o.known = 3
        list_add(game, obj, Zone.BATTLEFIELD, 0)
        alert(game)
    else:
        list_remove(game, obj)
        game.stamp += 1
        o.stamp = game.stamp
        if o.status & ST_COPY:           # the copy of a permanent spell becomes a token (608.3f)
            o.status |= ST_TOKEN
        clear_status(game, obj)
        o.known = 3
        o.controller = controller
        o.base_controller = controller
        list_add(game, obj, Zone.BATTLEFIELD, 0)
        alert(game)
    if game.end != End.PLAYING:
        return
    own = land_type_of(game, rules, obj) < 0          # else it enters as a land of a basic type (614.12)
    if tapped == 1 or (own and rules.card[o.card].enters_tapped != 0
                       and not _enters_untapped(game, rules, obj, controller)):
        o.status |= ST_TAPPED
        if tapped == 0 and rules.card[o.card].enters_tapped < 0 and game.n_unpaid < L.MAX_UNPAID:
            game.unpaid[game.n_unpaid] = obj
            game.n_unpaid += 1
    o.cast_as = game.entering_as
    o.options = game.entering_options
    o.chosen = game.entering_chosen
    if rules.card[o.card].counter_number and own:
        o.counters[rules.card[o.card].counter_kind] += _entering_counters(game, rules, obj)
    game.layers_stale = 1
    refresh(game, rules)
    emit(game, rules, Event.ENTERS, obj, controller, 0)


@kernel
def enter_with(game: Game, rules: Rules, obj: int, controller: int, counters: int, cast_as: int, chosen: int) -> None:
    """Let a permanent spell's card enter with its counters and what was paid and chosen for it (614.12)."""
    game.entering_cast = 0 if game.object[obj].status & ST_COPY else 1
    game.entering_counters = counters
    game.entering_as = cast_as
    game.entering_chosen = chosen
    enter(game, rules, obj, controller, 0)
    game.entering_counters = 0
    game.entering_as = 0
    game.entering_chosen = 0
    game.entering_cast = 0
    game.entering_options = 0


@kernel
def tap(game: Game, rules: Rules, obj: int) -> None:
    """Tap a permanent (701.26a)."""
    o = game.object[obj]
    if not o.status & ST_TAPPED:
        o.status |= ST_TAPPED
        touch_mana(game, o.controller)
        emit(game, rules, Event.TAPPED, obj, np.int64(o.controller), 0)


@kernel
def untap(game: Game, obj: int) -> None:
    """Untap a permanent (701.26b)."""
    o = game.object[obj]
    if o.status & ST_TAPPED:
        o.status &= ~np.uint32(ST_TAPPED)
        touch_mana(game, o.controller)


@kernel
def regenerates(game: Game, rules: Rules, obj: int) -> bool:
    """Use up a regeneration shield, if there is one, instead of the destruction (701.19a)."""
    for k in range(game.n_effects):
        e = game.effect[k]
        if e.kind == EffectKind.REGENERATE and same_object(game, e.obj, e.stamp):
            e.a -= 1
            if e.a == 0:
                drop_effect(game, k)
            game.object[obj].damage = 0
            tap(game, rules, obj)
            leave_combat(game, obj)
            return True
    return False


@kernel
def can_be_destroyed(game: Game, obj: int) -> bool:
    return (np.int64(game.object[obj].keywords) & KW_INDESTRUCTIBLE) == 0


@kernel
def destroy(game: Game, rules: Rules, obj: int, may_regenerate: int) -> bool:
    """Destroy a permanent (701.8); returns whether it left."""
    if not can_be_destroyed(game, obj) or (may_regenerate == 1 and regenerates(game, rules, obj)):
        return False
    move(game, rules, obj, Zone.GRAVEYARD, 0)
    return True


@kernel
def replaced_by(game: Game, rules: Rules, seat: int, nth: int) -> int:
    """What may happen instead of a draw of `seat`: the nth source times 65536 plus its ability; -1: no more (614.11).

    Cards in the graveyard first, the newest first, of those that nobody can tell apart one; then permanents.
    """
    p = game.player[seat]
    for k in range(p.n_graveyard - 1, -1, -1):
        source = np.int64(p.graveyard[k])
        if not np.int64(game.object[source].traits) & TRAIT_YARD_INSTEAD:
            continue
        again = False
        for j in range(k + 1, p.n_graveyard):
            again = again or game.object[p.graveyard[j]].card == game.object[source].card
        card = rules.card[game.object[source].card]
        for j in range(0 if again else card.n_abilities):
            number = np.int64(card.ability) + j
            a = rules.ability[number]
            if a.kind == AbilityKind.STATIC and a.zone == Zone.GRAVEYARD and static_works(game, rules, number, source):
                if nth == 0:
                    return (source << 16) + number
                nth -= 1
    if game.draws_instead & (1 << seat):
        for k in range(game.n_battlefield - 1, -1, -1):
            source = np.int64(game.battlefield[k])
            card = rules.card[game.object[source].text]
            for j in range(card.n_abilities if game.object[source].controller == seat else 0):
                number = np.int64(card.ability) + j
                a = rules.ability[number]
                if (a.kind == AbilityKind.STATIC and rules.static[a.static].kind == StaticKind.DRAW_INSTEAD
                        and static_works(game, rules, number, source)):
                    if nth == 0:
                        return (source << 16) + number
                    nth -= 1
    return -1


@kernel
def draw_card(game: Game, rules: Rules, seat: int) -> bool:
    """Draw one card (121.1); an empty library is noted for 704.5b. Returns whether there was one."""
    p = game.player[seat]
    if p.n_library == 0:
        p.drew_from_empty = 1
        game.unchecked = 1
        return False
    obj = np.int64(p.library[p.n_library - 1])
    transfer(game, rules, obj, Zone.HAND, 0)
    p.drawn += 1
    emit(game, rules, Event.DRAWN, obj, seat, 0)
    return True


@kernel
def draw(game: Game, rules: Rules, seat: int, n: int) -> int:
    """Draw `n` cards, one after another (121.2); what may happen instead is left to the program. Returns how many."""
    p = game.player[seat]
    drawn = 0
    for _ in range(n):
        if game.draws_once & (1 << seat) and p.drawn > 0:
            break
        replaceable = game.draws_instead & (1 << seat) or np.int64(game.traits_seen) & TRAIT_YARD_INSTEAD
        if p.instead > 0 or (replaceable and replaced_by(game, rules, seat, 0) >= 0):
            p.instead += 1               # program.begin_instead carries it out, and the draws after it
            continue
        if not draw_card(game, rules, seat):
            break
        drawn += 1
        if game.end != End.PLAYING:
            break
    return drawn


@kernel
def mill(game: Game, rules: Rules, seat: int, n: int) -> int:
    """Put the top `n` cards of a library into the graveyard, as many as there are (701.17b)."""
    p = game.player[seat]
    milled = min(n, np.int64(p.n_library))
    for _ in range(milled):
        move(game, rules, np.int64(p.library[p.n_library - 1]), Zone.GRAVEYARD, 0)
    return milled


@kernel
def discard(game: Game, rules: Rules, obj: int) -> None:
    """Discard a card (701.9); one with madness into exile (702.35a)."""
    owner = np.int64(game.object[obj].owner)
    move(game, rules, obj, Zone.EXILE if rules.card[game.object[obj].card].madness else Zone.GRAVEYARD, 0)
    emit(game, rules, Event.DISCARDED, obj, owner, 0)
