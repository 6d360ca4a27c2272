"""Mana abilities with a further cost that are activated in the midst of a cast (CR 601.2g, 605.3a). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.affording import rest_is_payable
from sim.announcing import Stage, top_item
from sim.covering import COLOURS
from sim.gathering import clear_choice
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.making import activate_for_cast, add_ability, find_abilities, makes_mana, most_x, source_at, take_ability_back
from sim.naming import asks_to_name
from sim.terms import ABSENT, ASK_MANA, N_MANA, X_MANY, Decision, ItemKind
from sim.terms_abilities import TRAIT_ODD_MANA


@leaf
def _is_one_colour(mask):
    return (mask & (mask - 1)) == 0


@kernel
def _pick_fits(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """Whether the cast can still be paid when a mana ability is activated for it with this X, for this colour."""
    if not add_ability(game, rules, obj, number, x, colour):
        return False
    possible = rest_is_payable(game, rules, True)
    take_ability_back(game, rules)
    return possible


@kernel
def pick_is_possible_with(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """The same for a given X; several mana at once are of one colour."""
    a = rules.ability[number]
    mask = np.int64(a.mana) & COLOURS
    if colour != 0 or a.mana_amount == 1 or _is_one_colour(mask):
        return _pick_fits(game, rules, obj, number, x, colour)
    for k in range(N_MANA):
        if mask >> k & 1 and _pick_fits(game, rules, obj, number, x, 1 << k):
            return True
    return False


@kernel
def pick_is_possible(game: Game, rules: Rules, obj: int, number: int, x: int, colour: int) -> bool:
    """Whether a mana ability can be activated for the cast; x 0, colour 0: with some X, for some colour."""
    a = rules.ability[number]
    counts = a.mana_amount == X_MANY
    if counts and x == 0:
        for some in range(1, most_x(game, rules, obj, number) + 1):
            if pick_is_possible_with(game, rules, obj, number, some, colour):
                return True
        return False
    return pick_is_possible_with(game, rules, obj, number, x, colour)


@kernel
def mana_is_offered(game: Game, rules: Rules, obj: int, number: int) -> bool:
    """Whether a mana ability that costs more than {T} can be activated for the cast, so that it can still be paid."""
    return (makes_mana(game, rules, np.int64(game.casting.seat), obj, number)
            and pick_is_possible(game, rules, obj, number, 0, 0))


@kernel
def some_mana_is_offered(game: Game, rules: Rules) -> bool:
    seat = np.int64(game.casting.seat)
    for k in range(np.int64(game.n_battlefield) + np.int64(game.player[seat].n_hand)):
        obj = source_at(game, seat, k)
        if obj == ABSENT:
            continue
        card = rules.card[game.object[obj].text]
        for j in range(card.n_abilities):
            if mana_is_offered(game, rules, obj, np.int64(card.ability) + j):
                return True
    return False


@kernel
def _activate_what_is_missing(game: Game, rules: Rules) -> None:
    """Activate mana abilities for the cast where it cannot be paid as it stands."""
    if not rest_is_payable(game, rules, False):
        find_abilities(game, rules, np.int64(top_item(game).x))
        activate_for_cast(game, rules)


@kernel
def answer_mana(game: Game, rules: Rules, obj: int, number: int) -> None:
    """Activate a mana ability in the midst of a cast (601.2g); number 0: what is missing is left to the engine."""
    c = game.casting
    if number == 0:
        _activate_what_is_missing(game, rules)
        c.stage = Stage.OBJECTS
        return
    c.picked = obj
    c.picked_ability = number
    c.picked_x = 0
    c.picked_colour = 0


@kernel
def _asks_about_picked(game: Game, rules: Rules) -> bool:
    """Ask for the X and the colour of a mana ability that is activated for the cast; then it stands beside the cast."""
    c = game.casting
    obj = np.int64(c.picked)
    number = np.int64(c.picked_ability)
    a = rules.ability[number]
    if a.mana_amount == X_MANY and c.picked_x == 0:
        game.decision = Decision.CHOOSE_X
        return True
    mask = np.int64(a.mana) & COLOURS
    if c.picked_colour == 0 and not _is_one_colour(mask):
        usable = 0
        for k in range(N_MANA):
            if mask >> k & 1 and pick_is_possible(game, rules, obj, number, np.int64(c.picked_x), 1 << k):
                usable |= 1 << k
        clear_choice(game, np.int64(c.seat), number, usable)
        game.choice.attention = obj
        game.decision = Decision.COLOUR
        return True
    add_ability(game, rules, obj, number, np.int64(c.picked_x), np.int64(c.picked_colour))
    activate_for_cast(game, rules)
    c.picked = ABSENT
    return False


@kernel
def asks_for_mana(game: Game, rules: Rules) -> bool:
    """Go through the mana abilities with a further cost that are activated for the cast; True when one is asked about.

    Unasked, only those without which it cannot be paid are.
    """
    c = game.casting
    if not np.int64(game.traits_seen) & TRAIT_ODD_MANA or top_item(game).kind == ItemKind.TRIGGERED:
        return False
    if c.picked != ABSENT and _asks_about_picked(game, rules):
        return True
    if game.policy & ASK_MANA:
        if c.n_made > 0 and asks_to_name(game, rules, np.int64(c.n_own)):
            return True
        if some_mana_is_offered(game, rules):
            game.decision = Decision.MANA
            return True
    else:
        _activate_what_is_missing(game, rules)
    return False
