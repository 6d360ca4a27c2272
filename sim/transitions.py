"""What must be true of two positions with one decision between them: for tests, like `invariants` (floor 10).

Each check is stated anew from the rules and shares nothing with the code that plays. All but those of single
objects ask for a game in which every priority is asked for (ASK_EVERY_PRIORITY), so that no more than one thing
happens between two decisions.
"""
from __future__ import annotations

import numpy as np

from sim.invariants import Broken
from sim.jit import kernel
from sim.layout import Action, Game
from sim.terms import (
    ABSENT,
    ASK_EVERY_PRIORITY,
    KW_CANT_ATTACK,
    KW_CANT_BLOCK,
    KW_DEFENDER,
    KW_DESPITE_DEFENDER,
    KW_DOESNT_UNTAP,
    KW_FLYING,
    KW_HASTE,
    KW_REACH,
    KW_UNBLOCKABLE,
    KW_UNBLOCKABLE_BY_WEAKER,
    KW_VIGILANCE,
    N_MANA,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_SKIP_UNTAP,
    ST_TAPPED,
    TYPE_CREATURE,
    ActionKind,
    Decision,
    End,
    ItemKind,
    Step,
    Zone,
)
from sim.terms_abilities import StaticKind
from sim.terms_texts import Duration

_MOST_IN_HAND = 7


@kernel
def _objects_are_off(before: Game, after: Game) -> int:
    """A new zone is a new object (400.7); a card seen in a hand stays known there (400.2)."""
    for obj in range(before.n_objects):
        a, b = before.object[obj], after.object[obj]
        if a.stamp != b.stamp or a.zone == Zone.NOWHERE or b.zone == Zone.NOWHERE:
            continue
        if a.zone != b.zone:
            return Broken.MOVED
        if a.zone == Zone.HAND and np.int64(a.known) & ~np.int64(b.known):
            return Broken.FORGOTTEN
    return Broken.NOTHING


@kernel
def _attack_is_off(before: Game, after: Game) -> bool:
    """Whether an attacker could not have been declared, or did not tap (508.1a, c, f)."""
    for k in range(after.n_battlefield):
        o = after.object[after.battlefield[k]]
        if not np.int64(o.status) & ST_ATTACKING:
            continue
        keywords = np.int64(o.keywords)
        was = before.object[after.battlefield[k]]
        if o.controller != after.active or not np.int64(o.types) & TYPE_CREATURE:
            return True
        if keywords & KW_DEFENDER and not keywords & KW_DESPITE_DEFENDER:
            return True
        if keywords & KW_CANT_ATTACK or np.int64(was.status) & ST_TAPPED:
            return True
        if not keywords & KW_HASTE and o.since >= after.turn:
            return True
        if not keywords & KW_VIGILANCE and not np.int64(o.status) & ST_TAPPED:
            return True
    return False


@kernel
def _block_is_off(after: Game) -> bool:
    """Whether a blocker could not have been declared (509.1a, b)."""
    for k in range(after.n_battlefield):
        o = after.object[after.battlefield[k]]
        if o.blocking == ABSENT:
            continue
        attacker = after.object[o.blocking]
        evasion = np.int64(attacker.keywords)
        keywords = np.int64(o.keywords)
        if o.controller == after.active or keywords & KW_CANT_BLOCK:
            return True
        if np.int64(o.status) & ST_TAPPED and not after.statics_seen & (1 << StaticKind.ATTACK_TAX):
            return True                 # where blocks are taxed, a blocker may have made the mana (509.1f)
        if not np.int64(attacker.status) & ST_ATTACKING or not np.int64(attacker.status) & ST_BLOCKED:
            return True
        if evasion & KW_UNBLOCKABLE_BY_WEAKER and o.power < attacker.power:
            return True
        if evasion & KW_UNBLOCKABLE or (evasion & KW_FLYING and not keywords & (KW_FLYING | KW_REACH)):
            return True
    return False


@kernel
def _turn_is_off(before: Game, after: Game) -> int:
    """What is wrong at the first decision of a turn, in its upkeep."""
    limits = (1 << StaticKind.HAND_LIMIT)            # who has none, or another, is not looked at
    if after.player[before.active].n_hand > _MOST_IN_HAND and not (
            np.int64(before.statics_seen) | np.int64(after.statics_seen)) & limits:
        return Broken.HAND
    for k in range(after.n_effects):
        if after.effect[k].duration == Duration.END_OF_TURN:
            return Broken.WORN_OFF
    for k in range(after.n_battlefield):
        obj = np.int64(after.battlefield[k])
        o, was = after.object[obj], before.object[obj]
        if o.damage > 0:
            return Broken.WORN_OFF
        if (o.controller == after.active and was.stamp == o.stamp and np.int64(o.status) & ST_TAPPED
                and before.player[after.active].skips_untap == 0
                and not np.int64(o.keywords) & KW_DOESNT_UNTAP and not np.int64(was.status) & ST_SKIP_UNTAP):
            return Broken.UNTAP
    return Broken.NOTHING


@kernel
def _all_targets_are_gone(game: Game, k: int) -> bool:
    """Whether item `k` is a spell with targets and each of them is an object that is no longer what it was."""
    item = game.stack[k]
    if item.kind != ItemKind.SPELL or item.n_targets == 0:
        return False
    for j in range(item.n_targets):
        t = item.target[j]
        if t.obj == ABSENT or game.object[t.obj].stamp == t.stamp:
            return False
    return True


@kernel
def _quiet_change(before: Game, after: Game, hands: bool) -> bool:
    """Whether a life total, or with `hands` a hand or library, changed."""
    for seat in range(2):
        p, q = before.player[seat], after.player[seat]
        if p.life != q.life:
            return True
        if hands and (p.n_hand != q.n_hand or p.n_library != q.n_library):
            return True
    return False


@kernel
def _draw_is_off(before: Game, after: Game) -> bool:
    """Whether the draw step began otherwise than with one card, or none for who plays first (103.8a, 504.1)."""
    if after.statics_seen & (1 << StaticKind.DRAW_ONCE):
        return False
    for seat in range(2):
        drawn = np.int64(before.player[seat].n_library) - np.int64(after.player[seat].n_library)
        if drawn != (1 if seat == after.active and after.turn > 1 and before.player[seat].n_library > 0 else 0):
            return True
    return False


@kernel
def find_broken_step(before: Game, after: Game, action: Action) -> int:
    """The first thing that cannot have come of `action`, the answer to the decision of `before` (`Broken`)."""
    wrong = np.int64(_objects_are_off(before, after))
    if wrong or not after.policy & ASK_EVERY_PRIORITY or after.end != End.PLAYING or before.step == Step.OPENING:
        return wrong
    if before.decision == Decision.ATTACK and after.decision != Decision.ATTACK and _attack_is_off(before, after):
        return Broken.ATTACKER
    if before.decision == Decision.BLOCK and after.decision != Decision.BLOCK and _block_is_off(after):
        return Broken.BLOCKER
    if before.turn != after.turn:
        wrong = np.int64(_turn_is_off(before, after))
    if wrong:
        return wrong
    if before.step != after.step or before.turn != after.turn:
        for seat in range(2):
            for k in range(N_MANA):
                if after.player[seat].pool[k] > 0:
                    return Broken.MANA
    instead = (np.int64(before.draws_instead) | np.int64(after.draws_instead)) & (1 << np.int64(after.active))
    asked_first = after.decision == Decision.MAY         # something else may be done instead of the draw (702.52a)
    if (before.step == Step.UPKEEP and after.step == Step.DRAW and instead == 0 and not asked_first
            and _draw_is_off(before, after)):
        return Broken.DRAW
    if before.decision == Decision.PRIORITY and action.kind == ActionKind.PASS:
        if before.n_stack == 0 and after.step != Step.FIRST_DAMAGE and after.step != Step.DAMAGE:
            if _quiet_change(before, after, False):
                return Broken.LIFE
        if before.n_stack > 0 and before.passes == 1 and _all_targets_are_gone(before, before.n_stack - 1):
            if _quiet_change(before, after, True):
                return Broken.FIZZLED
    return Broken.NOTHING
