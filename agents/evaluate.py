"""How good a position is for a seat, in [0, 1]: a logistic of what both sides have.

The weights are log-odds of winning. They were fitted to games of the heuristic against
itself (logistic regression over positions at the beginning of turns, ten pairings of
four decks) and rounded where the pairings disagree.
"""
from __future__ import annotations

import math

import numpy as np

from agents.worth import permanent_worth
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.terms import TYPE_CREATURE, TYPE_LAND, TYPE_SPELL_CARD, Counter, End

LIFE = 1.8                   # of ln(life + 1)
LIBRARY = 2.5                # of ln(library + 1), up to LIBRARY_COUNTED cards
LIBRARY_COUNTED = 30         # cards of a library beyond which it is no concern
SPELL = 0.25                 # for each instant or sorcery in hand
LAND_IN_HAND = 0.4           # for each land in hand
PERMANENT_IN_HAND = 0.5      # for each other card in hand
EARLY_LAND, EARLY_LANDS = 0.6, 4     # for each of the first lands on the battlefield
LATER_LAND, LATER_LANDS = 0.35, 4     # for each of those after them; more count nothing
CREATURE = 0.5               # for each creature
WORTH = 0.45                 # for each card that creatures are worth
PERMANENT = 0.8              # for each card that other permanents are worth
CHARGE = 0.3                 # further, for a charge counter
TURN = 0.3                   # for having the turn


@kernel
def standing(game: Game, rules: Rules, seat: int) -> float:
    """What a seat has, in log-odds of winning."""
    p = game.player[seat]
    total = 0.0
    for k in range(p.n_hand):
        types = np.int64(rules.card[game.object[p.hand[k]].card].types)
        total += SPELL if types & TYPE_SPELL_CARD else LAND_IN_HAND if types & TYPE_LAND else PERMANENT_IN_HAND
    total += LIFE * math.log(max(np.int64(p.life), 0) + 1.0)
    total += LIBRARY * math.log(min(np.int64(p.n_library), LIBRARY_COUNTED) + 1.0)
    lands = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        o = game.object[obj]
        if o.controller != seat:
            continue
        types = np.int64(o.types)
        if types & TYPE_CREATURE:
            total += CREATURE + WORTH * permanent_worth(game, rules, obj)
        elif types & TYPE_LAND:
            lands += 1
        else:
            total += PERMANENT * permanent_worth(game, rules, obj) + CHARGE * np.int64(o.counters[Counter.CHARGE])
    total += EARLY_LAND * min(lands, EARLY_LANDS) + LATER_LAND * min(max(lands - EARLY_LANDS, 0), LATER_LANDS)
    return total + TURN if game.active == seat else total


@kernel
def evaluate(game: Game, rules: Rules, seat: int) -> float:
    """Return expected for `seat`, in [0, 1]; 1 or 0 for a game that is won or lost, 1/2 for a draw."""
    if game.end != End.PLAYING:
        if game.winner < 0:
            return 0.5
        return 1.0 if game.winner == seat else 0.0
    ahead = standing(game, rules, seat) - standing(game, rules, 1 - seat)
    return 1.0 / (1.0 + math.exp(-ahead))
