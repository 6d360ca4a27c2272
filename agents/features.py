"""What a position is judged by: numbers about one seat, with their units; `agents.evaluate` weighs them.

A position is judged in a world where every card is known (a determinization), so hands of
both seats may be read. All features are about one seat; a position's are the difference.
"""
from __future__ import annotations

import math

import numpy as np

from agents.coefficients import N_FEATURES, Feature
from agents.worth import permanent_worth
from sim.jit import kernel
from sim.layout import Floats, Game, Rules
from sim.terms import (
    KW_CANT_ATTACK,
    KW_DEFENDER,
    KW_FEAR,
    KW_FLYING,
    KW_UNBLOCKABLE,
    N_COUNTERS,
    ST_TAPPED,
    SUB_ARCANE,
    TYPE_CREATURE,
    TYPE_INSTANT,
    TYPE_LAND,
    TYPE_SPELL_CARD,
)
from sim.terms_texts import Op

SHORT_LIBRARY = 10           # cards
LIBRARY_COUNTED = 30         # cards of a library beyond which it is no concern
UNTAPPED_COUNTED = 4         # lands


@kernel
def _write_battlefield(game: Game, rules: Rules, seat: int, x: Floats) -> int:
    """Count what a seat controls; returns its lands."""
    lands = 0
    power = 0
    evasion = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != seat:
            continue
        types = np.int64(o.types)
        if types & TYPE_CREATURE:
            x[Feature.CREATURES] += 1.0
            x[Feature.CREATURE_WORTH] += permanent_worth(game, rules, obj)
            x[Feature.TOUGHNESS] += np.int64(o.toughness)
            keywords = np.int64(o.keywords)
            if not keywords & (KW_CANT_ATTACK | KW_DEFENDER) and o.power > 0:
                power += np.int64(o.power)
                if keywords & (KW_FLYING | KW_FEAR | KW_UNBLOCKABLE):
                    evasion += np.int64(o.power)
        elif types & TYPE_LAND:
            lands += 1
            if not np.int64(o.status) & ST_TAPPED and x[Feature.UNTAPPED] < UNTAPPED_COUNTED:
                x[Feature.UNTAPPED] += 1.0
        else:
            x[Feature.OTHERS] += 1.0
            x[Feature.OTHER_WORTH] += permanent_worth(game, rules, obj)
            for c in range(N_COUNTERS):
                x[Feature.COUNTERS] += np.int64(o.counters[c])
    against = max(np.int64(game.player[1 - seat].life), 1)
    x[Feature.POWER] = power
    x[Feature.EVASION] = evasion
    x[Feature.CLOCK] = min(power / against, 1.0)
    x[Feature.EVASIVE_CLOCK] = min(evasion / against, 1.0)
    return lands


@kernel
def _write_text(rules: Rules, ability: int, x: Floats) -> None:
    """Count a card in hand that counters spells, or takes a permanent away."""
    a = rules.ability[ability]
    removes = 0.0
    for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
        op = rules.instruction[pc].op
        if op == Op.COUNTER_SPELL:
            x[Feature.COUNTERSPELLS] += 1.0
        elif op == Op.DAMAGE or op == Op.DESTROY or op == Op.EXILE or op == Op.TO_HAND:
            removes = 1.0
    x[Feature.REMOVAL] += removes


@kernel
def _write_hand(game: Game, rules: Rules, seat: int, lands: int, x: Floats) -> None:
    """Count the cards of a hand; `lands` pay for them."""
    p = game.player[seat]
    land_cards = 0
    for k in range(p.n_hand):
        card = rules.card[game.object[p.hand[k]].card]
        types = np.int64(card.types)
        if types & TYPE_LAND:
            land_cards += 1
            continue
        if types & TYPE_INSTANT:
            x[Feature.INSTANTS] += 1.0
        elif types & TYPE_SPELL_CARD:
            x[Feature.SORCERIES] += 1.0
        else:
            x[Feature.PERMANENTS] += 1.0
        x[Feature.HAND_WORTH] += np.float64(card.value)
        if np.int64(card.mana_value) <= lands:
            x[Feature.CASTABLE_WORTH] += np.float64(card.value)
            x[Feature.CASTABLE] += 1.0
        if card.splice_onto:
            x[Feature.GUESTS] += 1.0
        if np.int64(card.subs[0]) & (1 << SUB_ARCANE):
            x[Feature.HOSTS] += 1.0
        if types & TYPE_SPELL_CARD:
            _write_text(rules, np.int64(card.spell), x)
    x[Feature.LAND_FIRST] = min(land_cards, 1)
    x[Feature.LAND_MORE] = max(land_cards - 1, 0)
    x[Feature.PAIRS] = math.log(1.0 + x[Feature.GUESTS] * x[Feature.HOSTS])


@kernel
def write_features(game: Game, rules: Rules, seat: int, x: Floats) -> None:
    """Write the features of a seat, as `agents.coefficients.FEATURES` says; x (N_FEATURES,)."""
    p = game.player[seat]
    for k in range(N_FEATURES):
        x[k] = 0.0
    lands = _write_battlefield(game, rules, seat, x)
    _write_hand(game, rules, seat, lands, x)
    life = max(np.int64(p.life), 0)
    x[Feature.TURN] = 1.0 if game.active == seat else 0.0
    x[Feature.LIFE_LOG] = math.log(life + 1.0)
    x[Feature.LIFE] = life / 20.0
    x[Feature.LIBRARY_LOG] = math.log(min(np.int64(p.n_library), LIBRARY_COUNTED) + 1.0)
    x[Feature.LIBRARY_SHORT] = max(SHORT_LIBRARY - np.int64(p.n_library), 0) / 10.0
    x[Feature.LANDS_2] = min(lands, 2)
    x[Feature.LANDS_4] = min(max(lands - 2, 0), 2)
    x[Feature.LANDS_6] = min(max(lands - 4, 0), 2)
    x[Feature.LANDS_MORE] = max(lands - 6, 0)
    x[Feature.GRAVEYARD] = math.log(1.0 + np.int64(p.n_graveyard))
