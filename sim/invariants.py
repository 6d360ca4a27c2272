"""What is true of every game at every decision: a check for tests and for debugging (floor 8).

Play never calls this. `find_broken` looks at one game record and names the first thing that
cannot be; `find_lost` compares the cards of a dealt game with the two lists.
"""
from __future__ import annotations

from enum import IntEnum

import numpy as np

from sim import limits as L
from sim.announcing import Stage
from sim.filters import has_subtype
from sim.jit import kernel, leaf
from sim.layout import Cards, Game, Rules
from sim.terms import (
    ABSENT,
    KW_INDESTRUCTIBLE,
    N_COUNTERS,
    N_MANA,
    ST_ADVENTURE,
    ST_COMBAT,
    ST_COPY,
    ST_FLIPPED,
    ST_HALF,
    ST_TAPPED,
    ST_TOKEN,
    SUB_AURA,
    SUPER_LEGENDARY,
    TYPE_CREATURE,
    Counter,
    Decision,
    End,
    ItemKind,
    Step,
    Zone,
)
from sim.terms_abilities import StaticKind


class Broken(IntEnum):
    """What can be wrong with a game; NOTHING is 0."""

    NOTHING = 0
    COUNT = 1                # a count is negative or past its table
    LISTED_NUMBER = 2        # a zone lists an object that does not exist
    LISTED_ZONE = 3          # a zone lists an object that says it is elsewhere
    LISTED_TWICE = 4
    UNLISTED = 5             # an object says it is in a zone that does not list it
    OWNER = 6                # a card is in another player's hand, library or graveyard, or belongs to nobody
    TOKEN = 7                # a token or a copy of a spell is where none can be (111.7, 707.10a), or a card is nowhere
    STAMP = 8                # two objects share a stamp, or one is newer than the game (400.7)
    SPELL = 9                # a spell's object is not on the stack, or an object there is no spell's
    ITEM = 10                # an item on the stack has an impossible kind, controller, part or target
    SPLICED = 11             # a card spliced onto the spell being cast has left the hand (702.47a)
    STATUS = 12              # tapped off the battlefield, or in combat outside combat
    LINK = 13                # attached to, or blocking, what does not exist; a continuous effect on nothing
    NEGATIVE = 14            # damage, counters or mana below zero
    KNOWN = 15               # a player does not know a public card or the own hand (400.2)
    DECISION = 16            # nothing is asked of anybody in a game that goes on, or something in one that is over
    WINNER = 17              # the winner does not fit the reason of the end
    UNSETTLED = 18           # priority with state-based actions or triggers still to come (117.5, 704.3)
    LOST = 19                # a card of a deck is another card, has another owner, or is no card
    # what must not happen between two decisions: see sim/transitions.py
    ATTACKER = 20            # attacks while tapped, sick, a defender or no creature, or did not tap (508.1)
    BLOCKER = 21             # blocks while tapped, or what it cannot block (509.1)
    MANA = 22                # mana was kept from one step to the next (500.5)
    HAND = 23                # more than seven cards after the cleanup step (514.1)
    WORN_OFF = 24            # damage or "until end of turn" outlived the turn (514.2)
    UNTAP = 25               # a permanent stayed tapped in the untap step (502.3)
    DRAW = 26                # not exactly one card was drawn in the draw step (504.1)
    LIFE = 27                # life changed though nothing happened
    FIZZLED = 28             # a spell whose targets are all gone did something (608.2b)
    MOVED = 29               # an object changed zones and is still the same object (400.7)
    FORGOTTEN = 30           # a card in hand that was known is not any more (400.2)
    INFORMATION = 31         # what a player knows or may do depends on what is hidden (400.2)


@leaf
def _beyond(n, most):
    return n < 0 or n > most


@kernel
def _count_is_off(game: Game) -> bool:
    """Whether a count is negative or past its table."""
    for seat in range(2):
        p = game.player[seat]
        if (_beyond(p.n_hand, L.MAX_HAND) or _beyond(p.n_library, L.MAX_LIBRARY)
                or _beyond(p.n_graveyard, L.MAX_GRAVEYARD) or p.n_cast < 0 or p.n_splices < 0
                or p.lands_played < 0 or p.mulligans < 0 or p.n_casts < 0 or p.splice_mana < 0):
            return True
    c = game.choice
    cast = game.casting
    return (_beyond(game.n_objects, L.MAX_OBJECTS) or _beyond(game.n_battlefield, L.MAX_BATTLEFIELD)
            or _beyond(game.n_exile, L.MAX_EXILE) or _beyond(game.n_stack, L.MAX_STACK)
            or _beyond(game.n_pending, L.MAX_PENDING) or _beyond(game.n_effects, L.MAX_EFFECTS)
            or _beyond(game.n_delayed, L.MAX_DELAYED) or _beyond(game.n_frames, L.MAX_FRAMES)
            or _beyond(c.n_candidates, L.MAX_CHOICES) or _beyond(c.n_chosen, L.MAX_CHOSEN)
            or _beyond(cast.n_items, L.MAX_COST_ITEMS) or _beyond(cast.n_paid, L.MAX_PAID)
            or _beyond(game.turn, L.MAX_TURNS) or game.n_owed < 0 or game.decisions < 0 or game.stamp < 0)


@leaf
def _see(game, seen, obj, zone, owner):
    """Note that a list of `zone` holds `obj`; owner -1: of either player. Returns what is wrong with it."""
    if obj >= game.n_objects:
        return Broken.LISTED_NUMBER
    o = game.object[obj]
    if o.zone != zone:
        return Broken.LISTED_ZONE
    if seen[obj] != 0:
        return Broken.LISTED_TWICE
    if owner >= 0 and o.owner != owner:
        return Broken.OWNER
    seen[obj] = 1
    return Broken.NOTHING


@kernel
def _lists_are_off(game: Game) -> int:
    """What is wrong with the lists of the zones and the objects in them."""
    seen = np.zeros(L.MAX_OBJECTS, np.int64)
    wrong = 0
    for k in range(game.n_battlefield):
        wrong = max(wrong, np.int64(_see(game, seen, game.battlefield[k], Zone.BATTLEFIELD, -1)))
    for k in range(game.n_exile):
        wrong = max(wrong, np.int64(_see(game, seen, game.exile[k], Zone.EXILE, -1)))
    for seat in range(2):
        p = game.player[seat]
        for k in range(p.n_hand):
            wrong = max(wrong, np.int64(_see(game, seen, p.hand[k], Zone.HAND, seat)))
        for k in range(p.n_library):
            wrong = max(wrong, np.int64(_see(game, seen, p.library[k], Zone.LIBRARY, seat)))
        for k in range(p.n_graveyard):
            wrong = max(wrong, np.int64(_see(game, seen, p.graveyard[k], Zone.GRAVEYARD, seat)))
    if wrong:
        return wrong
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind != ItemKind.SPELL:
            if item.handle != ABSENT:
                seen[item.handle] = 1
            continue
        if item.obj >= game.n_objects or game.object[item.obj].zone != Zone.STACK:
            # a text that moves its own spell: it goes on without its card until it is done (608.2n)
            if game.n_frames == 0 or game.frame[0].at != k:
                return Broken.SPELL
        elif seen[item.obj] != 0 or game.object[item.obj].stamp != item.stamp:
            return Broken.SPELL
        else:
            seen[item.obj] = 1
    for obj in range(game.n_objects):
        o = game.object[obj]
        if o.zone == Zone.NOWHERE or o.zone >= Zone.OUTSIDE:
            continue
        if seen[obj] == 0:
            return Broken.SPELL if o.zone == Zone.STACK else Broken.UNLISTED
    return Broken.NOTHING


@kernel
def _objects_are_off(game: Game, rules: Rules) -> int:
    """What is wrong with single objects."""
    in_combat = game.step >= Step.ATTACKERS and game.step <= Step.END_COMBAT
    stamps = np.zeros(L.MAX_OBJECTS, np.int64)
    for obj in range(game.n_objects):
        o = game.object[obj]
        zone = o.zone
        status = np.int64(o.status)
        if o.owner < 0 or o.owner > 1 or o.controller < 0 or o.controller > 1 or o.card >= rules.n_cards:
            return Broken.OWNER
        if zone == Zone.NOWHERE:
            if not status & (ST_TOKEN | ST_COPY):
                return Broken.TOKEN
            continue
        if (status & ST_TOKEN and zone != Zone.BATTLEFIELD) or (status & ST_COPY and zone != Zone.STACK):
            return Broken.TOKEN
        if o.stamp > game.stamp:
            return Broken.STAMP
        stamps[obj] = o.stamp
        if zone != Zone.BATTLEFIELD and status & (ST_TAPPED | ST_COMBAT | ST_FLIPPED):
            return Broken.STATUS
        if status & ST_COMBAT and not in_combat:
            return Broken.STATUS
        if zone == Zone.HAND:
            if not np.int64(o.known) & (1 << o.owner):
                return Broken.KNOWN
        elif zone != Zone.LIBRARY and o.known != 3:
            return Broken.KNOWN
    stamps.sort()
    for k in range(1, L.MAX_OBJECTS):
        if stamps[k] > 0 and stamps[k] == stamps[k - 1]:
            return Broken.STAMP
    return Broken.NOTHING


@kernel
def _permanents_are_off(game: Game) -> int:
    """What is wrong with permanents, effects and mana."""
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.damage < 0:
            return Broken.NEGATIVE
        for j in range(N_COUNTERS):
            if o.counters[j] < 0:
                return Broken.NEGATIVE
        if (o.attached != ABSENT and (o.attached >= game.n_objects or o.attached == game.battlefield[k])) or (
                o.blocking != ABSENT and o.blocking >= game.n_objects):
            return Broken.LINK
        if o.blocking != ABSENT and game.object[o.blocking].zone != Zone.BATTLEFIELD:
            return Broken.LINK
    for k in range(game.n_effects):
        if game.effect[k].obj != ABSENT and game.effect[k].obj >= game.n_objects:
            return Broken.LINK
    for seat in range(2):
        for k in range(N_MANA):
            if game.player[seat].pool[k] < 0:
                return Broken.NEGATIVE
    return Broken.NOTHING


@kernel
def _stack_is_off(game: Game, rules: Rules) -> int:
    """What is wrong with the items on the stack and the cast in progress."""
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind > ItemKind.TRIGGERED or item.controller < 0 or item.controller > 1 or item.x < 0:
            return Broken.ITEM
        if _beyond(item.n_parts, L.MAX_PARTS) or _beyond(item.n_targets, L.MAX_TARGETS):
            return Broken.ITEM
        for j in range(item.n_parts):
            if item.part[j].ability >= rules.n_abilities or item.part[j].card >= rules.n_cards:
                return Broken.ITEM
            if j > 0 and item.part[j].spliced < item.part[j - 1].spliced:
                return Broken.ITEM              # the host's text comes first (702.47b)
        for j in range(item.n_targets):
            t = item.target[j]
            if t.part >= item.n_parts or (t.obj == ABSENT and (t.seat < 0 or t.seat > 1)):
                return Broken.ITEM
            if t.obj != ABSENT and t.obj >= game.n_objects:
                return Broken.ITEM
    if game.casting.stage != Stage.NONE:
        if game.n_stack == 0:
            return Broken.ITEM
        item = game.stack[game.n_stack - 1]
        for j in range(item.n_parts):
            if item.part[j].spliced:
                o = game.object[item.part[j].obj]
                if o.zone != Zone.HAND or o.owner != item.controller or o.known != 3:
                    return Broken.SPLICED
                for i in range(j):
                    if item.part[i].obj == item.part[j].obj:
                        return Broken.SPLICED   # no card is spliced twice onto one spell (702.47b)
    return Broken.NOTHING


@kernel
def _outcome_is_off(game: Game) -> int:
    """Whether the decision, the end and the winner fit together."""
    if game.end == End.PLAYING:
        if game.decision == Decision.NONE or game.to_act < 0 or game.to_act > 1:
            return Broken.DECISION
        return Broken.WINNER if game.winner != -1 else Broken.NOTHING
    if game.decision != Decision.NONE:
        return Broken.DECISION
    has_winner = game.end <= End.POISON or game.end == End.EFFECT
    if has_winner != (game.winner == 0 or game.winner == 1):
        return Broken.WINNER
    if game.end == End.LIFE and game.player[1 - game.winner].life > 0:
        return Broken.WINNER
    if game.end == End.DECKED and not game.player[1 - game.winner].drew_from_empty:
        return Broken.WINNER
    return Broken.NOTHING


@kernel
def _is_unsettled(game: Game, rules: Rules) -> bool:
    """Whether a player has priority while state-based actions or triggers are due."""
    if game.n_pending > 0 or game.n_frames > 0 or game.casting.stage != Stage.NONE:
        return True
    for seat in range(2):
        if game.player[seat].life <= 0 or game.player[seat].drew_from_empty or game.player[seat].poison >= 10:
            return True
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if np.int64(o.types) & TYPE_CREATURE:
            if o.toughness <= 0 or (o.damage >= o.toughness and not np.int64(o.keywords) & KW_INDESTRUCTIBLE):
                return True
        if o.counters[Counter.PLUS] > 0 and o.counters[Counter.MINUS] > 0:
            return True
        if o.attached == ABSENT and has_subtype(game, rules, np.int64(game.battlefield[k]), SUB_AURA) and (
                not np.int64(o.types) & TYPE_CREATURE):
            return True
        if np.int64(o.types) & SUPER_LEGENDARY and not game.statics_seen & (1 << StaticKind.NO_LEGEND_RULE):
            for j in range(k):
                other = game.object[game.battlefield[j]]
                if (np.int64(other.types) & SUPER_LEGENDARY and other.controller == o.controller
                        and rules.card[other.card].name == rules.card[o.card].name):
                    return True
        if o.attached != ABSENT:
            host = game.object[o.attached]
            if host.zone != Zone.BATTLEFIELD or host.stamp != o.attached_stamp:
                return True
    return False


@kernel
def find_broken(game: Game, rules: Rules) -> int:
    """The first thing that cannot be (`Broken`) in a game that waits for an answer or is over; 0: all is well.

    Stamps of 0 are let pass: worlds made by `observe.determinize` have them.
    """
    if _count_is_off(game):
        return Broken.COUNT
    wrong = _lists_are_off(game)
    if wrong == 0:
        wrong = _objects_are_off(game, rules)
    if wrong == 0:
        wrong = _permanents_are_off(game)
    if wrong == 0:
        wrong = _stack_is_off(game, rules)
    if wrong == 0:
        wrong = _outcome_is_off(game)
    if wrong == 0 and game.decision == Decision.PRIORITY and _is_unsettled(game, rules):
        return Broken.UNSETTLED
    return wrong


@kernel
def find_changed(game: Game, begun: Game) -> int:
    """Object that is another card or has another owner than in an earlier record of the same game; -1: none (108.3)."""
    for obj in range(begun.n_objects):
        o, was = game.object[obj], begun.object[obj]
        if was.status & (ST_TOKEN | ST_COPY) or was.zone == Zone.NOWHERE:
            continue
        front = o.front if np.int64(o.status) & (ST_FLIPPED | ST_ADVENTURE | ST_HALF) else o.card
        first = was.front if np.int64(was.status) & (ST_FLIPPED | ST_ADVENTURE | ST_HALF) else was.card
        if front != first or o.owner != was.owner or np.int64(o.status) & ST_TOKEN or o.zone == Zone.NOWHERE:
            return obj
    return -1


@kernel
def find_lost(game: Game, cards_0: Cards, cards_1: Cards) -> int:
    """Object that is not the card that `play.start` dealt in its place; -1: every card of both lists is there."""
    n = len(cards_0)
    for obj in range(n + len(cards_1)):
        o = game.object[obj]
        owner = 0 if obj < n else 1
        card = cards_0[obj] if owner == 0 else cards_1[obj - n]
        is_it = o.card == card or (np.int64(o.status) & (ST_FLIPPED | ST_ADVENTURE | ST_HALF) and o.front == card)
        if not is_it or o.owner != owner or np.int64(o.status) & ST_TOKEN or o.zone == Zone.NOWHERE or o.stamp <= 0:
            return obj
    return -1
