"""A cast is completed: paid for, logged, looked at by triggers; mana abilities resolve (CR 601.2i, 605.3b). Floor 7."""
from __future__ import annotations

import numpy as np

from sim.announcing import Stage, top_item
from sim.events import emit_cast
from sim.gathering import clear_choice
from sim.jit import kernel
from sim.layout import Game, Rules
from sim.limits import MAX_CAST_NAMES, MAX_SPLICE_LOG
from sim.mana import mana_of
from sim.payment import pay_everything
from sim.program import settle_owed
from sim.spending import make_mana, owe
from sim.stack import announce_targets, pop_item
from sim.terms import Decision, End, ItemKind
from sim.terms_abilities import LIMIT_SPECIAL, AbilityKind, CostKind
from sim.zones import stop_game


@kernel
def _log_splices(game: Game, rules: Rules) -> None:
    item = top_item(game)
    p = game.player[item.controller]
    for k in range(item.n_parts):
        if item.part[k].spliced:
            if p.n_splices < MAX_SPLICE_LOG:
                p.splice_host[p.n_splices] = game.object[item.obj].card
                p.splice_guest[p.n_splices] = item.part[k].card
            p.n_splices += 1
    p.splice_mana += item.mana_on_splices


@kernel
def _became_cast(game: Game, rules: Rules) -> None:
    """The spell is cast, or the ability activated: triggers look at it (601.2i)."""
    item = top_item(game)
    controller = np.int64(item.controller)
    if item.kind == ItemKind.SPELL:
        p = game.player[controller]
        if p.n_cast < MAX_CAST_NAMES:
            p.cast[p.n_cast] = rules.card[game.object[item.obj].card].name
        p.types_cast |= rules.card[game.object[item.obj].card].types
        p.colours_cast |= rules.card[game.object[item.obj].card].colours
        p.n_cast += 1
        p.n_casts += 1
        game.object[item.obj].last_x = item.x
        _log_splices(game, rules)
        emit_cast(game, rules, np.int64(item.obj), controller,
                  np.int64(game.player[0].n_cast) + np.int64(game.player[1].n_cast) - 1)
    if item.n_targets > 0:
        announce_targets(game, rules, np.int64(game.n_stack) - 1)


@kernel
def make_or_ask(game: Game, rules: Rules, seat: int, obj: int, ability: int) -> None:
    """The mana of a mana ability; of several colours one is asked for (605.3b)."""
    mask = mana_of(game, rules, obj, ability)
    if mask == 0:                        # of no colour, since what it remembers has none
        return
    if (mask & (mask - 1)) == 0:
        make_mana(game, rules, seat, obj, ability, mask)
        settle_owed(game, rules)
        return
    clear_choice(game, seat, ability, mask)
    game.choice.attention = obj
    game.decision = Decision.COLOUR
    game.to_act = seat


@kernel
def _add_mana(game: Game, rules: Rules) -> None:
    """A mana ability that was paid for resolves at once (605.3b)."""
    item = top_item(game)
    ability = np.int64(item.ability)
    obj = np.int64(item.obj)
    seat = np.int64(item.controller)
    game.mana_x = item.x
    pop_item(game)
    game.priority = seat
    make_or_ask(game, rules, seat, obj, ability)


@kernel
def _take_special_action(game: Game, rules: Rules) -> None:
    """What was announced happens at once and nobody can respond to it (116.2f, 702.62a)."""
    item = top_item(game)
    game.object[item.obj].controller = item.controller
    game.priority = item.controller
    game.passes = 0
    owe(game, np.int64(item.ability), np.int64(item.obj))
    pop_item(game)
    settle_owed(game, rules)


@kernel
def finish_cast(game: Game, rules: Rules) -> None:
    """Pay and complete the cast; the caster gets priority again (601.2h-i, 117.3c)."""
    c = game.casting
    seat = np.int64(c.seat)
    c.stage = Stage.NONE
    item = top_item(game)
    if item.kind == ItemKind.TRIGGERED:
        _became_cast(game, rules)
        return
    if item.kind == ItemKind.ACTIVATED:
        item.stamp = game.object[item.obj].stamp        # the source may leave as a cost (113.7a)
    if not pay_everything(game, rules):
        stop_game(game, End.CAPACITY, -1)
        return
    for k in range(min(np.int64(c.n_own), np.int64(c.n_items))):
        if c.wants[k].kind == CostKind.EXILE_SELF:       # its effect finds the card in exile (400.7j)
            item.stamp = game.object[item.obj].stamp
    if item.kind == ItemKind.ACTIVATED and rules.ability[item.ability].kind == AbilityKind.MANA:
        _add_mana(game, rules)
        return
    if item.kind == ItemKind.ACTIVATED and np.int64(rules.ability[item.ability].limit) & LIMIT_SPECIAL:
        _take_special_action(game, rules)
        return
    _became_cast(game, rules)
    if game.n_frames == 0:               # a cast in the midst of a resolution gives nobody priority (608.2g)
        game.priority = seat
        game.passes = 0
