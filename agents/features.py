"""What a position is judged by: numbers about one seat, with their units; `agents.evaluate` weighs them.

A position is judged in a world where every card is known (a determinization), so hands of
both seats may be read. All features are about one seat; a position's are the difference.
"""
from __future__ import annotations

import math

import numpy as np

from agents.coefficients import N_FEATURES
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
    Op,
)

SHORT_LIBRARY = 10           # cards


@kernel
def write_features(game: Game, rules: Rules, seat: int, x: Floats) -> None:
    """Write the features of a seat, in the order of `agents.coefficients.FEATURES`; x (N_FEATURES,)."""
    p = game.player[seat]
    for k in range(N_FEATURES):
        x[k] = 0.0
    lands = 0
    untapped = 0
    power = 0
    evasion = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != seat:
            continue
        types = np.int64(o.types)
        if types & TYPE_CREATURE:
            x[23] += 1.0
            x[24] += permanent_worth(game, rules, obj)
            x[27] += np.int64(o.toughness)
            keywords = np.int64(o.keywords)
            if not keywords & (KW_CANT_ATTACK | KW_DEFENDER) and o.power > 0:
                power += np.int64(o.power)
                if keywords & (KW_FLYING | KW_FEAR | KW_UNBLOCKABLE):
                    evasion += np.int64(o.power)
        elif types & TYPE_LAND:
            lands += 1
            if not np.int64(o.status) & ST_TAPPED:
                untapped += 1
        else:
            x[30] += 1.0
            x[31] += permanent_worth(game, rules, obj)
            for c in range(N_COUNTERS):
                x[32] += np.int64(o.counters[c])
    land_cards = 0
    guests = 0
    hosts = 0
    for k in range(p.n_hand):
        card = rules.card[game.object[p.hand[k]].card]
        types = np.int64(card.types)
        if types & TYPE_LAND:
            land_cards += 1
            continue
        x[7] += 1.0 if types & TYPE_INSTANT else 0.0
        x[8] += 1.0 if types & TYPE_SPELL_CARD and not types & TYPE_INSTANT else 0.0
        x[9] += 0.0 if types & TYPE_SPELL_CARD else 1.0
        x[10] += np.float64(card.value)
        if np.int64(card.mana_value) <= lands:
            x[11] += np.float64(card.value)
            x[12] += 1.0
        if card.splice_onto:
            guests += 1
        if np.int64(card.subs[0]) & (1 << SUB_ARCANE):
            hosts += 1
        if types & TYPE_SPELL_CARD:
            a = rules.ability[card.spell]
            removes = 0.0
            for pc in range(np.int64(a.program), np.int64(a.program) + np.int64(a.n_program)):
                op = rules.instruction[pc].op
                if op == Op.COUNTER_SPELL:
                    x[16] += 1.0
                elif op == Op.DAMAGE or op == Op.DESTROY or op == Op.EXILE or op == Op.TO_HAND:
                    removes = 1.0
            x[17] += removes
    life = max(np.int64(p.life), 0)
    x[0] = 1.0 if game.active == seat else 0.0
    x[1] = math.log(life + 1.0)
    x[2] = life / 20.0
    x[3] = math.log(min(np.int64(p.n_library), 30) + 1.0)
    x[4] = max(SHORT_LIBRARY - np.int64(p.n_library), 0) / 10.0
    x[5] = 1.0 if land_cards > 0 else 0.0
    x[6] = max(land_cards - 1.0, 0.0)
    x[13] = guests
    x[14] = hosts
    x[15] = math.log(1.0 + guests * hosts)
    x[18] = min(lands, 2)
    x[19] = min(max(lands - 2, 0), 2)
    x[20] = min(max(lands - 4, 0), 2)
    x[21] = max(lands - 6, 0)
    x[22] = min(untapped, 4)
    x[25] = power
    x[26] = evasion
    against = max(np.int64(game.player[1 - seat].life), 1)
    x[28] = min(power / against, 1.0)
    x[29] = min(evasion / against, 1.0)
    x[33] = math.log(1.0 + np.int64(p.n_graveyard))
