"""The abilities that an object can activate: its own, and those that it was given (CR 113.1). Floor 9."""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.statics import NONE_LEFT, next_static, static_ability, static_reaches, static_source, static_works
from sim.terms import ABSENT, KW_HAS_GRANTED
from sim.terms_abilities import AbilityKind, EffectKind, StaticKind


@kernel
def _granted(game: Game, rules: Rules, obj: int, k: int) -> int:
    """The k-th ability that other permanents and effects give to a permanent (113.1), plus 65536 times what gives it.

    0: there is none. Effects give the activated abilities of a definition; their giver is ABSENT.
    """
    if not np.int64(game.object[obj].keywords) & KW_HAS_GRANTED:
        return 0
    at = next_static(game, rules, 1 << StaticKind.GRANT_ABILITY, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = static_ability(game, rules, at)
        static = np.int64(rules.ability[number].static)
        if static_reaches(game, rules, static, source, obj) and static_works(game, rules, number, source):
            if k == 0:
                return np.int64(rules.static[static].ability) + (source << 16)
            k -= 1
        at = next_static(game, rules, 1 << StaticKind.GRANT_ABILITY, at)
    for j in range(game.n_effects):
        e = game.effect[j]
        if (e.kind != EffectKind.BECOME and e.kind != EffectKind.ABILITIES) or e.obj != obj or e.stamp != game.object[
                obj].stamp:
            continue
        added = rules.card[np.int64(e.keywords)]
        for i in range(added.n_abilities):
            number = np.int64(added.ability) + i
            if rules.ability[number].kind != AbilityKind.TRIGGERED:
                if k == 0:
                    return number + (ABSENT << 16)
                k -= 1
    return 0


@leaf
def granted_ability(game, rules, obj, k):
    """The k-th ability that a permanent was given; 0: there is none."""
    return _granted(game, rules, obj, k) & 0xFFFF


@kernel
def granter_of(game: Game, rules: Rules, obj: int, index: int) -> int:
    """What gives a permanent the ability that ACTIVATE means by `index`."""
    return _granted(game, rules, obj, index - np.int64(rules.card[game.object[obj].text].n_abilities)) >> 16


@kernel
def ability_at(game: Game, rules: Rules, obj: int, index: int) -> int:
    """The ability that ACTIVATE means: an index among the card's own, then those it was given."""
    card = rules.card[game.object[obj].text]
    if index < card.n_abilities:
        return np.int64(card.ability) + index
    return granted_ability(game, rules, obj, index - np.int64(card.n_abilities))
