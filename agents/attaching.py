"""What an Aura or Equipment is worth on a creature (CR 301.5, 303.4): read from its static abilities."""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.worth import life_worth, permanent_worth
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.mana import is_sick
from sim.terms import (
    ABSENT,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    KW_DEFENDER,
    KW_FEAR,
    KW_FLYING,
    KW_UNBLOCKABLE,
    ST_TAPPED,
    TYPE_CREATURE,
    Step,
)
from sim.terms_abilities import LIMIT_ATTACHED, LIMIT_ATTACHED_SUBJECT, AbilityKind, StaticKind
from sim.terms_texts import Num

_EVASIVE = KW_FLYING | KW_FEAR | KW_UNBLOCKABLE
MOVE_GAIN = 0.25             # cards that moving an Equipment must gain


@kernel
def bearing_gain(game: Game, rules: Rules, card: int, obj: int) -> float:
    """Cards that bearing a permanent of this definition brings the controller of `obj`; below 0 for a fetter."""
    o = game.object[obj]
    if not np.int64(o.types) & TYPE_CREATURE:
        return 0.0
    c = rules.card[card]
    keywords = np.int64(o.keywords)
    fights = not keywords & (KW_CANT_ATTACK | KW_DEFENDER)
    gain = 0.0
    for j in range(c.n_abilities):
        a = rules.ability[np.int64(c.ability) + j]
        if a.kind == AbilityKind.TRIGGERED and np.int64(a.limit) & LIMIT_ATTACHED_SUBJECT:
            gain += (0.5 if keywords & _EVASIVE else 0.3) * (1.0 if fights else 0.3)
        if a.kind != AbilityKind.STATIC:
            continue
        s = rules.static[a.static]
        if not np.int64(s.limit) & LIMIT_ATTACHED:
            continue
        if s.kind == StaticKind.GRANT_ABILITY:
            gain += 0.1
            continue
        given = np.int64(s.keywords) & ~keywords
        if given & KW_CANT_ATTACK:
            kept = W.PACIFIED if given & KW_CANT_BLOCK else W.NO_ATTACK
            gain -= (1.0 - kept) * permanent_worth(game, rules, obj)
        elif given & KW_CANT_BLOCK:
            gain -= 0.2
        elif given:
            gain += 0.2
        power, toughness = rules.number[s.num_a], rules.number[s.num_b]
        if power.kind == Num.LITERAL and toughness.kind == Num.LITERAL:
            gain += (W.POWER * np.int64(power.plus) + W.TOUGHNESS * np.int64(toughness.plus)) * (1.2 if fights else 0.4)
    return gain


@kernel
def _use_now(game: Game, obj: int) -> float:
    """Cards that a creature's being able to attack this turn adds."""
    o = game.object[obj]
    if game.step == Step.MAIN1 and not o.status & ST_TAPPED and not is_sick(game, obj):
        if not np.int64(o.keywords) & (KW_CANT_ATTACK | KW_DEFENDER):
            return 0.15 + 0.1 * life_worth(np.int64(game.player[1 - o.controller].life), max(np.int64(o.power), 0))
    return 0.0


@kernel
def attach_gain(game: Game, rules: Rules, source: int, obj: int, seat: int) -> float:
    """Cards that attaching `source` to `obj` brings `seat`, over where it is now (equip, Auras that move)."""
    card = np.int64(game.object[source].card)
    gain = bearing_gain(game, rules, card, obj) + _use_now(game, obj)
    sign = 1.0 if game.object[obj].controller == seat else -1.0
    bearer = np.int64(game.object[source].attached)
    if bearer == obj:
        return -1.0
    if bearer != ABSENT:
        gain -= bearing_gain(game, rules, card, bearer) + _use_now(game, bearer) + MOVE_GAIN
    return sign * gain
