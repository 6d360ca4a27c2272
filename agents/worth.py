"""What life, cards and permanents are worth, in cards (`agents.weights`)."""
from __future__ import annotations

import math

import numpy as np

from agents import weights as W
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.terms import (
    ALL_COLOURS,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    N_COUNTERS,
    N_MANA,
    SUB_ARCANE,
    SUPER_LEGENDARY,
    TYPE_CREATURE,
    TYPE_LAND,
    Counter,
    ItemKind,
    Zone,
)
from sim.terms_abilities import AbilityKind

LANDS_WANTED = 6             # lands, in play and hand together, up to which one more is worth a card


@leaf
def life_worth(life, n):
    """Cards that losing `n` life costs a player at `life`."""
    if n <= 0:
        return 0.0
    if n >= life:
        return W.LETHAL
    return W.LIFE_SCALE * math.log(life / (life - n))


@leaf
def library_worth(size, n):
    """Cards that losing `n` cards of a library of `size` costs; running out is nearly lethal."""
    if n <= 0:
        return 0.0
    if n >= size:
        return W.LETHAL * 0.7
    return W.LIBRARY_SCALE * math.log(size / (size - n))


@kernel
def permanent_worth(game: Game, rules: Rules, obj: int) -> float:
    """Cards that a permanent is worth to its controller: its printed worth and what was added to it."""
    o = game.object[obj]
    card = rules.card[o.card]
    types = np.int64(o.types)
    if types & TYPE_CREATURE:
        worth = (np.float64(card.value) + W.POWER * (np.int64(o.power) - np.int64(card.power))
                 + W.TOUGHNESS * (np.int64(o.toughness) - np.int64(card.toughness)))
        keywords = np.int64(o.keywords)
        if keywords & KW_CANT_ATTACK:
            worth *= W.PACIFIED if keywords & KW_CANT_BLOCK else W.NO_ATTACK
        return max(worth, 0.05)
    if types & TYPE_LAND:
        return W.LAND
    worth = np.float64(card.value)
    for k in range(N_COUNTERS):
        worth += (W.LOYALTY if k == Counter.LOYALTY else W.OTHER_COUNTER) * np.int64(o.counters[k])
    return worth


@kernel
def spell_worth(game: Game, rules: Rules, obj: int) -> float:
    """Cards that a spell on the stack is worth to its controller, spliced texts and X included."""
    card = rules.card[game.object[obj].card]
    worth = np.float64(card.value)
    for k in range(game.n_stack):
        item = game.stack[k]
        if item.kind == ItemKind.SPELL and item.obj == obj:
            for j in range(item.n_parts):
                if item.part[j].spliced:
                    worth += W.SPLICED_CARD
            worth += 0.1 * np.int64(item.x)
    return worth


@kernel
def count_lands(game: Game, rules: Rules, seat: int) -> int:
    """Lands on the battlefield that a seat controls."""
    n = 0
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.controller == seat and np.int64(o.types) & TYPE_LAND:
            n += 1
    return n


@kernel
def hand_lands(game: Game, rules: Rules, seat: int) -> int:
    """Lands in the hand of the seat that asks about itself."""
    n = 0
    p = game.player[seat]
    for k in range(p.n_hand):
        if rules.card[game.object[p.hand[k]].card].types & TYPE_LAND:
            n += 1
    return n


@kernel
def mana_colours(rules: Rules, card: int) -> int:
    """Colours of mana that a permanent of this definition can make by tapping."""
    c = rules.card[card]
    mask = 0
    for j in range(c.n_abilities):
        a = rules.ability[np.int64(c.ability) + j]
        if a.kind == AbilityKind.MANA:
            mask |= np.int64(a.mana)
    return mask & ALL_COLOURS


@kernel
def controls_name(game: Game, rules: Rules, seat: int, name: int) -> bool:
    """Whether a seat controls a permanent of this name."""
    for k in range(game.n_battlefield):
        o = game.object[game.battlefield[k]]
        if o.controller == seat and rules.card[o.card].name == name:
            return True
    return False


@kernel
def hand_worth(game: Game, rules: Rules, seat: int, obj: int) -> float:
    """Cards that a card would be worth in the hand of `seat`: lands while they are needed, spells near their cost."""
    card = rules.card[game.object[obj].card]
    lands = count_lands(game, rules, seat) + hand_lands(game, rules, seat)
    if card.types & TYPE_LAND:
        if game.object[obj].zone == Zone.HAND:
            lands -= 1
        return 1.3 if lands < 3 else 0.9 if lands < LANDS_WANTED - 1 else 0.2
    worth = np.float64(card.value)
    if card.types & SUPER_LEGENDARY and controls_name(game, rules, seat, np.int64(card.name)):
        worth *= 0.4
    guest = 0.0
    p = game.player[seat]
    for k in range(p.n_hand):
        other = rules.card[game.object[p.hand[k]].card]
        if other.splice_onto:
            guest = max(guest, np.float64(other.value))
        if other.name == card.name and p.hand[k] != obj:
            worth -= W.COPY
    if card.splice_onto:
        worth += W.GUEST_KEPT * np.float64(card.value)
    elif guest > 0.0 and np.int64(card.subs[0]) & (1 << SUB_ARCANE):
        worth += W.HOST_KEPT * guest
    missing = np.int64(card.mana_value) - lands - 1
    return worth - 0.12 * max(missing, 0)


@kernel
def wanted_colours(game: Game, rules: Rules, seat: int, colours: int) -> int:
    """How many coloured costs of the hand a source of these colours could help to pay."""
    n = 0
    p = game.player[seat]
    for k in range(p.n_hand):
        cost = rules.cost[rules.card[game.object[p.hand[k]].card].cost].mana
        for colour in range(N_MANA - 1):
            if cost.need[colour] > 0 and colours & (1 << colour):
                n += 1
    return n


@kernel
def above_least(game: Game, rules: Rules, seat: int, obj: int) -> float:
    """Cards by which a card is worth more than the one that would be discarded from the hand."""
    p = game.player[seat]
    least = 9.0
    for k in range(p.n_hand):
        least = min(least, hand_worth(game, rules, seat, np.int64(p.hand[k])))
    return hand_worth(game, rules, seat, obj) - least
