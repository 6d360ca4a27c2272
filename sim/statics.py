"""Static abilities: where they are, whether they work and whom they reach (CR 604). Floor 2.

Nothing keeps a list of them: `next_static` walks the battlefield, passing over permanents that have none. What
is asked often looks at `game.statics_seen` first.
"""
from __future__ import annotations

import numpy as np

from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.terms import ABSENT, Zone
from sim.terms_abilities import LIMIT_ATTACHED, LIMIT_OPPONENTS, LIMIT_OTHERS, LIMIT_SELF, TRAIT_STATIC, AbilityKind
from sim.values import holds, set_scratch, value_of

NONE_LEFT = -1
_STEP = 256                  # abilities a card, at most


@kernel
def next_static(game: Game, rules: Rules, kinds: int, at: int) -> int:
    """The place after `at` of the next static ability of these kinds (a bit per StaticKind) on the battlefield.

    at: NONE_LEFT for the first, which is also returned after the last. `static_source` and
    `static_ability` say what is at a place.
    """
    k = (at + 1) // _STEP
    j = (at + 1) % _STEP
    while k < game.n_battlefield:
        card = rules.card[game.object[game.battlefield[k]].text]
        if np.int64(card.traits) & TRAIT_STATIC:
            while j < card.n_abilities:
                a = rules.ability[np.int64(card.ability) + j]
                if (a.kind == AbilityKind.STATIC and a.zone == Zone.BATTLEFIELD
                        and kinds & (1 << np.int64(rules.static[a.static].kind))):
                    return k * _STEP + j
                j += 1
        k += 1
        j = 0
    return NONE_LEFT


@leaf
def static_source(game, at):
    """The permanent with the static ability at a place."""
    return np.int64(game.battlefield[at // _STEP])


@leaf
def static_ability(game, rules, at):
    """The number of the static ability at a place."""
    return np.int64(rules.card[game.object[game.battlefield[at // _STEP]].text].ability) + at % _STEP


@kernel
def static_reaches(game: Game, rules: Rules, number: int, source: int, obj: int) -> bool:
    """Whether a static ability of `source` affects `obj`."""
    s = rules.static[number]
    limit = np.int64(s.limit)
    if limit & LIMIT_ATTACHED:
        o = game.object[source]
        return o.attached == obj and game.object[obj].stamp == o.attached_stamp
    if limit & LIMIT_SELF:
        return source == obj
    if limit & LIMIT_OTHERS and source == obj:
        return False
    controller = np.int64(game.object[source].controller)
    return s.filter == 0 or matches(game, rules, obj, np.int64(s.filter), source, controller, controller, 0)


@kernel
def static_works(game: Game, rules: Rules, ability: int, source: int) -> bool:
    """Whether a static ability works now: its "as long as" holds (604.2)."""
    condition = np.int64(rules.ability[ability].condition)
    if condition == 0:
        return True
    set_scratch(game, source, np.int64(game.object[source].controller))
    return holds(game, rules, game.scratch, condition)


@kernel
def static_sum(game: Game, rules: Rules, kind: int, obj: int, seat: int) -> int:
    """The sum of what the static abilities of a kind say of a permanent, or (obj ABSENT) of a player."""
    total = 0
    if not game.statics_seen & (1 << kind):
        return total
    at = next_static(game, rules, 1 << kind, NONE_LEFT)
    while at != NONE_LEFT:
        source = static_source(game, at)
        number = static_ability(game, rules, at)
        s = rules.static[rules.ability[number].static]
        if obj == ABSENT:
            others = np.int64(s.limit) & LIMIT_OPPONENTS != 0
            reached = (np.int64(game.object[source].controller) == seat) != others
        else:
            reached = static_reaches(game, rules, np.int64(rules.ability[number].static), source, obj)
        if reached and static_works(game, rules, number, source):
            set_scratch(game, source, np.int64(game.object[source].controller))
            total += value_of(game, rules, game.scratch, np.int64(s.num_a))
        at = next_static(game, rules, 1 << kind, at)
    return total
