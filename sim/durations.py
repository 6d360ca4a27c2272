"""The end of continuous effects (CR 514.2, 611.2). Floor 2, beside `layers`."""
from __future__ import annotations

from sim.jit import kernel, leaf
from sim.layout import Game
from sim.terms import ABSENT
from sim.terms_texts import Duration
from sim.values import same_object
from sim.zones import touch_mana


@leaf
def drop_effect(game, k):
    """Remove effect `k`, keeping the order of the others (timestamps, 613.7)."""
    for j in range(k, game.n_effects - 1):
        game.effect[j] = game.effect[j + 1]
    game.n_effects -= 1


@kernel
def end_effects(game: Game, duration: int) -> None:
    """End every effect of this duration, all at the same time (514.2)."""
    n = 0
    for k in range(game.n_effects):
        if game.effect[k].duration != duration:
            if n != k:
                game.effect[n] = game.effect[k]
            n += 1
    if n != game.n_effects:
        game.n_effects = n
        game.layers_stale = 1
        touch_mana(game, 0)
        touch_mana(game, 1)


@kernel
def end_effects_of_turn(game: Game, duration: int) -> None:
    """End what lasts until the active player's next turn, as it begins, or until its end; b: when the latter began."""
    k = 0
    while k < game.n_effects:
        e = game.effect[k]
        if e.duration == duration and e.controller == game.active and (
                duration == Duration.YOUR_NEXT_TURN or e.b < game.turn):
            drop_effect(game, k)
            game.layers_stale = 1
        else:
            k += 1


@kernel
def forget_dead_effects(game: Game) -> None:
    """Drop effects whose object is gone or whose source had to stay (611.2)."""
    k = 0
    while k < game.n_effects:
        e = game.effect[k]
        gone = e.obj != ABSENT and not same_object(game, e.obj, e.stamp)
        if e.duration == Duration.WHILE_SOURCE and not same_object(game, e.source, e.source_stamp):
            gone = True
            game.layers_stale = 1
        if gone:
            drop_effect(game, k)
        else:
            k += 1
