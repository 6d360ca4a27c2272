"""Instructions that look into a library: search, look at the top, scry, exile until (CR 701.22-23, 608.2d). Floor 4.

They ask as those of `sim.asking` do: a pause is a record, and the answer is in `game.choice`.
"""
from __future__ import annotations

import numpy as np

from sim.gathering import add_candidate, ask, choose_all, clear_choice, first_seat, gather, remember, seats_of
from sim.jit import kernel, leaf
from sim.layout import Frame, Game, Rules
from sim.moving import enter, move
from sim.rng import below
from sim.terms import ABSENT, ANY_NUMBER, ASK_CARD_ORDERS, ST_REVEALED, Decision, Zone
from sim.terms_texts import LOOK_MUST, SEARCH_DISTINCT, SEARCH_OWN, SEARCH_REVEAL, Place
from sim.values import frame_matches, value_of
from sim.zones import list_add, list_remove, mix_up, reveal, transfer


@kernel
def put_at(game: Game, rules: Rules, seat: int, obj: int, place: int) -> None:
    """Put a card at a Place; onto the battlefield under the control of `seat`."""
    if place == Place.HAND:
        move(game, rules, obj, Zone.HAND, 0)
    elif place == Place.BATTLEFIELD:
        enter(game, rules, obj, seat, 0)
    elif place == Place.BATTLEFIELD_TAPPED:
        enter(game, rules, obj, seat, 1)
    elif place == Place.GRAVEYARD:
        move(game, rules, obj, Zone.GRAVEYARD, 0)
    elif place == Place.ASIDE:
        if game.n_found < len(game.found):
            game.found[game.n_found] = obj
            game.n_found += 1
    elif place == Place.EXILE:
        move(game, rules, obj, Zone.EXILE, 0)
    elif place == Place.TOP or place == Place.BOTTOM:
        move(game, rules, obj, Zone.LIBRARY, 1 if place == Place.BOTTOM else 0)


@kernel
def _take_chosen(game: Game, rules: Rules, frame: Frame, revealed: int, place: int) -> None:
    """Put the chosen cards at a place; IT is the last, RESULT how many."""
    c = game.choice
    frame.result = c.n_chosen
    for k in range(c.n_chosen):
        obj = np.int64(c.chosen[k])
        if revealed:
            reveal(game, obj)
        put_at(game, rules, np.int64(c.seat), obj, place)
        remember(game, frame, obj)


@kernel
def ask_search(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """SEARCH a library (701.23): up to `c` cards of the filter; finding none is allowed (701.23b)."""
    i = rules.instruction[pc]
    if frame.stage == 0:
        frame.it = ABSENT
        frame.result = 0
        seat = first_seat(seats_of(game, frame, np.int64(i.ref), np.int64(i.refarg)))
        if seat < 0:
            return
        chooser = seat if np.int64(i.d) & SEARCH_OWN else np.int64(frame.controller)
        clear_choice(game, chooser, 0, 0)
        p = game.player[seat]
        for k in range(p.n_library - 1, -1, -1):
            if frame_matches(game, rules, frame, np.int64(p.library[k]), np.int64(i.a)):
                add_candidate(game, np.int64(p.library[k]))
        n = np.int64(game.choice.n_candidates)
        game.choice.most = n if i.c == ANY_NUMBER else min(np.int64(i.c), n)
        if i.num:                        # as many cards as an amount says, which may not be missed (701.23c)
            game.choice.most = min(value_of(game, rules, frame, np.int64(i.num)), n)
            game.choice.least = game.choice.most
        game.choice.distinct = 1 if np.int64(i.d) & SEARCH_DISTINCT else 0
        game.n_found = 0
        if game.choice.most > 0:
            ask(game, frame, Decision.CHOOSE, chooser)
        return
    _take_chosen(game, rules, frame, np.int64(i.d) & SEARCH_REVEAL, np.int64(i.b))


@kernel
def _to_bottom(game: Game, obj: int, bottom: int) -> None:
    """Move a card within its library; who knows it does not change."""
    list_remove(game, obj)
    list_add(game, obj, Zone.LIBRARY, bottom)


@kernel
def _ask_order(game: Game, frame: Frame, seat: int, always: bool) -> bool:
    """Ask which of the remaining looked-at cards goes next, always or where the policy wants that asked."""
    c = game.choice
    if (not always and not game.policy & ASK_CARD_ORDERS) or c.n_candidates < 2:
        return False
    c.n_chosen = 0
    c.least = 1
    c.most = 1
    ask(game, frame, Decision.ORDER, seat)
    return True


@kernel
def _put_rest(game: Game, frame: Frame, place: int) -> None:
    """Put all remaining looked-at cards away as they were seen."""
    c = game.choice
    bottom = 1 if place == Place.BOTTOM or place == Place.BOTTOM_ANY_ORDER or place == Place.BOTTOM_RANDOM else 0
    if place == Place.BOTTOM_RANDOM:
        mix_up(game, c.candidate, np.int64(c.n_candidates))
    for k in range(c.n_candidates):
        _to_bottom(game, np.int64(c.candidate[k if bottom else c.n_candidates - 1 - k]), bottom)
    c.n_candidates = 0


@leaf
def drop_candidate(game, obj):
    """Take `obj` off the candidates, keeping their order."""
    c = game.choice
    n = 0
    for k in range(c.n_candidates):
        if c.candidate[k] != obj:
            c.candidate[n] = c.candidate[k]
            n += 1
    c.n_candidates = n


@kernel
def ask_look(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """LOOK_TOP: look at cards, take some of a filter to hand, the rest away (701.20b for what is revealed)."""
    i = rules.instruction[pc]
    seat = np.int64(frame.controller)
    p = game.player[seat]
    amount = min(value_of(game, rules, frame, np.int64(i.num)), np.int64(p.n_library))
    if frame.stage == 0:
        frame.it = ABSENT
        frame.result = 0
        if amount == 0:
            return
        clear_choice(game, seat, 0, 0)
        for k in range(amount):
            obj = np.int64(p.library[p.n_library - 1 - k])
            game.object[obj].known |= 1 << seat
            if frame_matches(game, rules, frame, obj, np.int64(i.a)):
                add_candidate(game, obj)
        game.choice.most = min(np.int64(i.b), np.int64(game.choice.n_candidates))
        if i.c & LOOK_MUST:
            game.choice.least = game.choice.most
        if i.b == ANY_NUMBER:            # all of them, without being asked
            choose_all(game)
        elif game.choice.most > 0:
            ask(game, frame, Decision.CHOOSE, seat)
            return
        frame.stage = 1
    if frame.stage == 1:
        taken = np.int64(game.choice.n_chosen)
        _take_chosen(game, rules, frame, np.int64(i.c) & ~LOOK_MUST, Place.HAND)
        rest = min(value_of(game, rules, frame, np.int64(i.num)), np.int64(p.n_library) + taken) - taken
        clear_choice(game, seat, 0, 0)
        for k in range(rest):
            add_candidate(game, np.int64(p.library[p.n_library - 1 - k]))
    elif game.choice.n_chosen > 0:
        obj = np.int64(game.choice.chosen[0])
        _to_bottom(game, obj, 1 if i.d == Place.BOTTOM or i.d == Place.BOTTOM_ANY_ORDER else 0)
        drop_candidate(game, obj)
    if i.d == Place.BOTTOM_ANY_ORDER or i.d == Place.TOP_ANY_ORDER:
        if _ask_order(game, frame, seat, i.d == Place.TOP_ANY_ORDER):
            return
    if i.d == Place.GRAVEYARD or i.d == Place.EXILE:
        for k in range(game.choice.n_candidates):
            put_at(game, rules, seat, np.int64(game.choice.candidate[k]), np.int64(i.d))
    else:
        _put_rest(game, frame, np.int64(i.d))


@kernel
def see_top(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """SEE_TOP: the controller sees the top cards of the library, or (a = 1) both players do (701.20)."""
    i = rules.instruction[pc]
    p = game.player[frame.controller]
    frame.result = min(value_of(game, rules, frame, np.int64(i.num)), np.int64(p.n_library))
    for k in range(frame.result):
        obj = np.int64(p.library[p.n_library - 1 - k])
        if i.a == 1:
            reveal(game, obj)
        game.object[obj].known |= 1 << frame.controller


@kernel
def ask_arrange(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """TO_LIBRARY in any order: where the policy wants it asked the player orders them, else as they were chosen."""
    i = rules.instruction[pc]
    bottom = 1 if i.a == Place.BOTTOM_ANY_ORDER else 0
    if frame.stage == 0:
        n = gather(game, rules, frame, np.int64(i.ref), np.int64(i.refarg))
        clear_choice(game, np.int64(frame.controller), 0, 0)
        for k in range(n):
            add_candidate(game, np.int64(game.group[k]))
        frame.result = n
    elif game.choice.n_chosen > 0:
        move(game, rules, np.int64(game.choice.chosen[0]), Zone.LIBRARY, bottom)
        drop_candidate(game, game.choice.chosen[0])
    if _ask_order(game, frame, np.int64(frame.controller), False):
        return
    for k in range(game.choice.n_candidates):
        move(game, rules, np.int64(game.choice.candidate[k]), Zone.LIBRARY, bottom)


@kernel
def ask_scry(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """SCRY: any number of the top cards go to the bottom, the rest back on top in any order (701.18a)."""
    seat = np.int64(frame.controller)
    p = game.player[seat]
    c = game.choice
    if frame.stage == 0:
        n = min(value_of(game, rules, frame, np.int64(rules.instruction[pc].num)), np.int64(p.n_library))
        clear_choice(game, seat, 0, n)
        for k in range(n):
            obj = np.int64(p.library[p.n_library - 1 - k])
            game.object[obj].known |= 1 << seat
            add_candidate(game, obj)
        frame.result = n
        if n > 0:
            ask(game, frame, Decision.CHOOSE, seat)
        return
    bottom = 1 if frame.stage == 1 else 0
    for k in range(c.n_chosen):
        _to_bottom(game, np.int64(c.chosen[k]), bottom)
        drop_candidate(game, c.chosen[k])
    if not _ask_order(game, frame, seat, False) and frame.stage > 1:
        for k in range(c.n_candidates):
            _to_bottom(game, np.int64(c.candidate[k]), 0)


@kernel
def exile_until(game: Game, rules: Rules, frame: Frame, pc: int) -> None:
    """EXILE_UNTIL: exile from the top until a card of the filter has a smaller mana value than SELF (702.85a)."""
    p = game.player[frame.controller]
    least = np.int64(rules.card[game.object[frame.obj].card].mana_value)
    dear = rules.instruction[pc].b == 1
    frame.it = ABSENT
    frame.result = 0
    while p.n_library > 0 and frame.result == 0:
        obj = np.int64(p.library[p.n_library - 1])
        fits = (frame_matches(game, rules, frame, obj, np.int64(rules.instruction[pc].a))
                and (dear or rules.card[game.object[obj].card].mana_value < least))
        move(game, rules, obj, Zone.EXILE, 0)
        if not dear:                     # the others go back later (702.85a)
            game.object[obj].status |= ST_REVEALED
        if fits:
            remember(game, frame, obj)
            frame.result = 1


@kernel
def bottom_rest(game: Game, rules: Rules) -> None:
    """BOTTOM_REST: what EXILE_UNTIL exiled and is still there goes under its library in a random order."""
    while True:
        n = 0
        for k in range(game.n_exile):
            if game.object[game.exile[k]].status & ST_REVEALED:
                n += 1
        if n == 0:
            return
        left = below(game, n)
        for k in range(game.n_exile):
            obj = np.int64(game.exile[k])
            if game.object[obj].status & ST_REVEALED:
                if left == 0:
                    transfer(game, rules, obj, Zone.LIBRARY, 1)
                    game.object[obj].known = 0
                    break
                left -= 1
