"""State-based actions (CR 704). Floor 5."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.durations import forget_dead_effects
from sim.events import add_pending
from sim.filters import has_subtype, is_creature, is_protected_from, matches
from sim.gathering import add_candidate, clear_choice
from sim.jit import kernel, leaf
from sim.layers import refresh, renew
from sim.layout import Game, Rules
from sim.moving import announce_leaving, can_be_destroyed, leave_battlefield, regenerates, zone_of_departure
from sim.statics import static_sum
from sim.terms import (
    ABSENT,
    ST_DEATHTOUCHED,
    SUB_AURA,
    SUB_EQUIPMENT,
    SUPER_LEGENDARY,
    TYPE_CREATURE,
    TYPE_PLANESWALKER,
    Counter,
    Decision,
    End,
    Step,
    Zone,
)
from sim.terms_abilities import TRAIT_ATTACHES, AbilityKind, Event, StaticKind
from sim.values import holds, same_object, set_scratch
from sim.zones import reveal, stop_game

_POISONED = 10


@leaf
def _note_in_cleanup(game):
    """Note that a state-based action was performed: in a cleanup step players then get priority (514.3a)."""
    if game.step == Step.CLEANUP:
        game.cleanup_priority = 1


@kernel
def _check_players(game: Game) -> bool:
    """Players at 0 life, with ten poison counters, or who drew from an empty library lose (704.5a-c)."""
    lost = 0
    reason = End.LIFE
    for seat in range(2):
        p = game.player[seat]
        if p.life <= 0:
            lost |= 1 << seat
        elif p.drew_from_empty:
            lost |= 1 << seat
            reason = End.DECKED
        elif p.poison >= _POISONED:
            lost |= 1 << seat
            reason = End.POISON
    if lost == 0:
        return False
    if lost == 3:
        stop_game(game, End.DRAW, -1)
    else:
        stop_game(game, reason, 1 if lost == 1 else 0)
    return True


@kernel
def _attachment_fails(game: Game, rules: Rules, obj: int) -> int:
    """What is wrong with an attachment: 0 nothing, 1 it goes (Aura, 704.5m), 2 it comes off (704.5n)."""
    o = game.object[obj]
    is_aura = has_subtype(game, rules, obj, SUB_AURA) and not is_creature(game, obj)
    if o.attached == ABSENT:
        return 1 if is_aura else 0
    host = np.int64(o.attached)
    fine = same_object(game, host, o.attached_stamp) and game.object[host].zone == Zone.BATTLEFIELD
    if fine:
        fine = not is_protected_from(game, rules, host, obj)
    if is_aura:
        spell = np.int64(rules.card[o.card].spell)
        number = np.int64(rules.target_spec[rules.ability[spell].target].filter)
        seat = np.int64(o.controller)
        return 0 if fine and matches(game, rules, host, number, obj, seat, seat, 0) else 1
    if has_subtype(game, rules, obj, SUB_EQUIPMENT):
        return 0 if fine and is_creature(game, host) else 2
    return 0 if fine else 2


@kernel
def _fate(game: Game, rules: Rules, obj: int) -> int:
    """0: stays, 1: put into its owner's graveyard, 2: destroyed."""
    o = game.object[obj]
    if is_creature(game, obj):
        if o.toughness <= 0:
            return 1
        if o.damage >= o.toughness or (o.damage > 0 and o.status & ST_DEATHTOUCHED):
            return 2 if can_be_destroyed(game, obj) else 0
    if np.int64(o.types) & TYPE_PLANESWALKER and o.counters[Counter.LOYALTY] <= 0:         # 704.5i
        return 1
    if o.attached == ABSENT and not np.int64(o.traits) & TRAIT_ATTACHES:
        return 0
    wrong = _attachment_fails(game, rules, obj)
    if wrong == 2:
        o.attached = ABSENT
        game.layers_stale = 1
    return 1 if wrong == 1 else 0


@kernel
def _bury(game: Game, rules: Rules) -> bool:
    """Everything that must leave the battlefield leaves at the same time (704.3)."""
    leaving = np.empty(L.MAX_BATTLEFIELD, np.int64)
    zones = np.empty(L.MAX_BATTLEFIELD, np.int64)
    n = 0
    acted = False
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        fate = _fate(game, rules, obj)
        if fate == 2 and regenerates(game, rules, obj):
            acted = True
        elif fate > 0:
            leaving[n] = obj
            n += 1
    for j in range(n):
        zones[j] = zone_of_departure(game, rules, leaving[j], Zone.GRAVEYARD)
    for j in range(n):
        announce_leaving(game, rules, leaving[j], zones[j])
    for j in range(n):
        leave_battlefield(game, rules, leaving[j], zones[j], 0)
    return acted or n > 0


@leaf
def _is_legend(game, obj):
    return (np.int64(game.object[obj].types) & SUPER_LEGENDARY) != 0


@leaf
def _is_bound(game, rules, obj):
    """Whether the legend rule applies to a permanent."""
    return _is_legend(game, obj) and static_sum(game, rules, StaticKind.NO_LEGEND_RULE, obj, -1) == 0


@kernel
def _state_triggers(game: Game, rules: Rules) -> None:
    """Abilities that trigger when a state is so, unless they did and have not resolved yet (603.8)."""
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if not np.int64(o.listens) & (1 << Event.STATE):
            continue
        card = rules.card[o.text]
        for j in range(card.n_abilities):
            number = np.int64(card.ability) + j
            if rules.ability[number].kind != AbilityKind.TRIGGERED or rules.ability[number].event != Event.STATE:
                continue
            waiting = False
            for i in range(game.n_pending):
                waiting = waiting or (game.pending[i].ability == number and game.pending[i].obj == obj)
            for i in range(game.n_stack):
                waiting = waiting or (game.stack[i].ability == number and game.stack[i].obj == obj)
            if waiting:
                continue
            set_scratch(game, obj, np.int64(o.controller))
            if holds(game, rules, game.scratch, np.int64(rules.ability[number].condition)):
                add_pending(game, number, obj, np.int64(o.controller), obj, -1, 0)


@kernel
def _legend_rule(game: Game, rules: Rules) -> bool:
    """Ask which of two legends of one name its controller keeps (704.5j)."""
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if not _is_bound(game, rules, obj):
            continue
        o = game.object[obj]
        clear_choice(game, np.int64(o.controller), 1, 1)
        for j in range(game.n_battlefield):
            other = np.int64(game.battlefield[j])
            if (_is_bound(game, rules, other) and game.object[other].controller == o.controller
                    and rules.card[game.object[other].card].name == rules.card[o.card].name):
                add_candidate(game, other)
        if game.choice.n_candidates > 1:
            game.decision = Decision.LEGEND
            game.to_act = o.controller
            return True
    return False


@kernel
def keep_legend(game: Game, rules: Rules, kept: int) -> None:
    """Put the other legends of the choice into the graveyard."""
    c = game.choice
    for k in range(c.n_candidates):
        obj = np.int64(c.candidate[k])
        if obj != kept and game.object[obj].zone == Zone.BATTLEFIELD:
            zone = zone_of_departure(game, rules, obj, Zone.GRAVEYARD)
            announce_leaving(game, rules, obj, zone)
            leave_battlefield(game, rules, obj, zone, 0)
    game.unchecked = 1
    _note_in_cleanup(game)


@kernel
def _look_over(game: Game, rules: Rules) -> int:
    """Cancel +1/+1 against -1/-1 counters (704.5q); returns bits: 1 something may have to go, 2 legends may meet."""
    found = 0
    legends = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        types = np.int64(o.types)
        if types & SUPER_LEGENDARY:
            name = 2 * np.int64(rules.card[o.card].name) + np.int64(o.controller)
            for j in range(legends):
                if game.group[j] == name:
                    found |= 2
            game.group[legends] = name
            legends += 1
        n = min(o.counters[Counter.PLUS], o.counters[Counter.MINUS])
        if n > 0:
            o.counters[Counter.PLUS] -= n
            o.counters[Counter.MINUS] -= n
            _note_in_cleanup(game)
        if types & TYPE_CREATURE:
            if o.toughness <= 0 or o.damage > 0:
                found |= 1
        if o.attached != ABSENT or np.int64(o.traits) & TRAIT_ATTACHES:
            found |= 1
        if types & TYPE_PLANESWALKER and o.counters[Counter.LOYALTY] <= 0:
            found |= 1
    return found


@leaf
def _show_tops(game):
    """Show the top card of a library to whom a static ability shows it: both players, or its owner (701.20d)."""
    for seat in range(2):
        p = game.player[seat]
        if game.plays_top & (1 << seat) and p.n_library > 0:
            if game.plays_top & (4 << seat):
                reveal(game, p.library[p.n_library - 1])
            else:
                game.object[p.library[p.n_library - 1]].known |= 1 << seat


@kernel
def check_state(game: Game, rules: Rules) -> None:
    """Perform state-based actions until there are none (704.3); may ask for a legend to keep."""
    while game.unchecked:
        renew(game, rules)
        if game.plays_top:
            _show_tops(game)
        refresh(game, rules)
        game.unchecked = 0               # refreshing asks for a look, which follows
        if _check_players(game):
            return
        found = _look_over(game, rules)
        if found & 1 and _bury(game, rules):
            game.unchecked = 1
            _note_in_cleanup(game)
            refresh(game, rules)
        if game.end != End.PLAYING or (found & 2 and _legend_rule(game, rules)):
            return
        if game.n_effects > 0:
            forget_dead_effects(game)
            refresh(game, rules)
        if np.int64(game.listens) & (1 << Event.STATE):
            _state_triggers(game, rules)
