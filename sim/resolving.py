"""Items of the stack resolve, their texts part by part (CR 603.4, 608, 614.11). Floor 5."""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.effects import delay_until_upkeep
from sim.jit import kernel
from sim.layout import Frame, Game, Item, Rules
from sim.moving import draw_card, enter_with, replaced_by
from sim.program import run_program, start
from sim.stack import put_spell_away, remove_item
from sim.targets import check_targets
from sim.terms import ABSENT, ST_ADVENTURE, ST_COPY, TYPE_PERMANENT, End, ItemKind, Option, Zone
from sim.terms_abilities import LIMIT_PROVIDED, EffectKind
from sim.terms_texts import Place
from sim.values import holds, value_of
from sim.zones import stop_game


@kernel
def begin_instead(game: Game, rules: Rules) -> None:
    """Start the text that a replaced draw stands for, of the active player first; with no text left the card is drawn.

    The player is asked about one text after another (616.1); one that is declined leaves the next.
    """
    seat = np.int64(game.active)
    if game.player[seat].instead == 0:
        seat = 1 - seat
    p = game.player[seat]
    p.instead -= 1
    declined = np.int64(p.declined)
    p.declined = 0
    found = replaced_by(game, rules, seat, declined)
    if found < 0:
        draw_card(game, rules, seat)
        return
    if game.n_frames >= L.MAX_FRAMES:
        stop_game(game, End.CAPACITY, -1)
        return
    text = rules.ability[rules.static[rules.ability[found & 0xFFFF].static].ability]
    start(game, -1, found >> 16, seat)
    frame = game.frame[game.n_frames - 1]
    frame.pc = text.program
    frame.end = np.int64(text.program) + np.int64(text.n_program)
    frame.event_amount = declined


@kernel
def _still_holds(game: Game, rules: Rules, index: int) -> bool:
    """An intervening "if" is checked again on resolution (603.4)."""
    item = game.stack[index]
    f = game.scratch
    f.at = index
    f.obj = item.obj
    f.stamp = item.stamp
    f.controller = item.controller
    f.part = 0
    f.it = ABSENT
    f.result = 0
    return holds(game, rules, f, np.int64(rules.ability[item.ability].condition))


@kernel
def begin_resolution(game: Game, rules: Rules) -> None:
    """Start resolving the top of the stack; with all targets illegal it leaves without effect (608.2b)."""
    index = np.int64(game.n_stack) - 1
    item = game.stack[index]
    obj = np.int64(item.obj)
    if item.kind == ItemKind.TRIGGERED and item.n_delayed == 0 and item.n_parts > 0:
        a = rules.ability[item.ability]
        if a.condition and not np.int64(a.limit) & LIMIT_PROVIDED and not _still_holds(game, rules, index):
            remove_item(game, index)
            return
    if not check_targets(game, rules, item, obj):
        remove_item(game, index)
        if item.kind == ItemKind.SPELL:
            put_spell_away(game, rules, obj, Place.NONE)
        return
    start(game, index, obj, np.int64(item.controller))
    frame = game.frame[game.n_frames - 1]
    frame.stamp = item.stamp
    frame.it = item.it
    frame.it_stamp = item.it_stamp
    if item.n_delayed > 0:
        frame.part = 0
        frame.pc = item.delayed
        frame.end = np.int64(item.delayed) + np.int64(item.n_delayed)


@kernel
def _is_bought_back(rules: Rules, item: Item) -> bool:
    """Whether buyback was paid, the card's own or that of a spliced text (702.27a)."""
    for k in range(item.n_parts):
        card = rules.card[item.part[k].card]
        for j in range(2):
            if card.option[j] == Option.BUYBACK and (np.int64(item.optional) >> (2 * k + j)) & 1:
                return True
    return False


@kernel
def _finish(game: Game, rules: Rules, frame: Frame) -> None:
    """The last step of resolving: a permanent enters, another spell's card leaves the stack (608.2n, 608.3)."""
    item = game.stack[frame.at]
    obj = np.int64(item.obj)
    kind = item.kind
    controller = np.int64(item.controller)
    host = ABSENT
    if kind == ItemKind.SPELL and item.n_targets > 0:
        host = np.int64(item.target[0].obj)
    here = game.object[obj].stamp == item.stamp and game.object[obj].zone == Zone.STACK
    chosen = np.int64(frame.colour)
    cast_as = np.int64(item.alternative)
    options = np.int64(item.optional) & 3
    rebounds = kind == ItemKind.SPELL and item.from_zone == Zone.HAND and not game.object[obj].status & ST_COPY
    rebound = np.int64(rules.card[game.object[obj].card].rebound) if rebounds else 0
    bought_back = kind == ItemKind.SPELL and item.optional != 0 and _is_bought_back(rules, item)
    number = np.int64(rules.card[game.object[obj].card].counter_number) if kind == ItemKind.SPELL else 0
    counters = 0
    if number > 0 and holds(game, rules, frame, np.int64(rules.card[game.object[obj].card].counter_condition)):
        counters = value_of(game, rules, frame, number)
    remove_item(game, np.int64(frame.at))
    game.n_frames -= 1
    if kind != ItemKind.SPELL or not here:
        return
    if np.int64(rules.card[game.object[obj].card].types) & TYPE_PERMANENT:
        for k in range(game.n_effects):
            e = game.effect[k]
            if e.kind == EffectKind.PREVENT_EVENT and e.obj == obj and e.stamp == game.object[obj].stamp:
                e.stamp = game.stamp + 1     # it goes on to apply to the permanent that the spell becomes (400.7b)
        game.entering_options = options
        enter_with(game, rules, obj, controller, counters, cast_as, chosen)
        if rules.card[game.object[obj].card].spell and host != ABSENT:
            o = game.object[obj]
            o.attached = host
            o.attached_stamp = game.object[host].stamp
            game.layers_stale = 1
    elif game.object[obj].status & ST_ADVENTURE and not game.object[obj].status & ST_COPY:
        put_spell_away(game, rules, obj, Place.EXILE)
        game.object[obj].status |= ST_ADVENTURE         # its creature may be cast from there (715.3d)
        game.object[obj].front = game.object[obj].card
        game.on_adventure |= 1 << game.object[obj].owner
        game.layers_stale = 1
    elif bought_back:
        put_spell_away(game, rules, obj, Place.HAND)
    elif rebound > 0:
        put_spell_away(game, rules, obj, Place.EXILE)
        delay_until_upkeep(game, rules, obj, controller, rebound)
    else:
        put_spell_away(game, rules, obj, Place.NONE)


@kernel
def go_on(game: Game, rules: Rules) -> None:
    """Carry on with the text in progress: its parts in order, the host's first (702.47b)."""
    frame = game.frame[game.n_frames - 1]
    if frame.at < 0:                     # what happens instead of a draw
        if run_program(game, rules, frame):
            game.n_frames -= 1
        return
    while True:
        if not run_program(game, rules, frame):
            return
        item = game.stack[frame.at]
        frame.part += 1
        number = 0
        if item.n_delayed > 0:
            break
        if frame.part < item.n_parts:
            number = np.int64(item.part[frame.part].ability)
        elif frame.part == item.n_parts and item.kind == ItemKind.SPELL:
            number = np.int64(rules.card[game.object[item.obj].card].entering)      # as it enters (614.12)
        if number == 0 and frame.part >= item.n_parts:
            break
        a = rules.ability[number]
        frame.pc = a.program
        frame.end = np.int64(a.program) + np.int64(a.n_program)
        frame.stage = 0
        triggered = item.kind == ItemKind.TRIGGERED         # the second object of its event
        frame.it = np.int64(item.it) if triggered else ABSENT
        frame.it_stamp = item.it_stamp
        frame.result = 0
        frame.colour = 0
        game.choice.n_chosen = 0         # what another text chose means nothing here (607.5a)
    _finish(game, rules, frame)
