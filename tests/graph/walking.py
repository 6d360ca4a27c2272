"""All ways to cast a card, found by walking the game's own decisions on copies of it: what a graph must equal.

Two casts are the same when they agree in the names and order of the texts, modes, X,
costs, and targets; what is paid with makes no difference.
"""
from __future__ import annotations

from typing import Any

from experiments.check.counts import proposals
from experiments.check.faults import FailedError
from experiments.check.table import Offer, Table
from sim.terms import ActionKind, Decision, End, ItemKind

MAX_CASTS = 100_000
NAMED = (Decision.SPLICE, Decision.SPLICE_ORDER)         # answers that count by name
ANNOUNCING = (Decision.MODE, Decision.SPLICE, Decision.SPLICE_ORDER, Decision.COST, Decision.OPTIONAL_COST,
              Decision.CHOOSE_X, Decision.TARGET, Decision.MANA, Decision.PAY)
Path = tuple[tuple[int, int, int], ...]
Targets = tuple[tuple[int, int, int, int], ...]


def walked(table: Table, name: str) -> set[tuple[Path, int, Targets]]:
    """All distinct complete ways to cast the card called `name` now, by the player with priority."""
    found: set[tuple[Path, int, Targets]] = set()
    for offer in proposals(table, name):
        with table.trial():
            table.apply(offer)
            collect(table, offer.obj, ((-1, -1, offer.value),), found)
    return found


def is_announcing(game: Any, obj: int) -> bool:
    """Whether the pending decision belongs to the announcement of the spell `obj`."""
    if game.end != End.PLAYING or game.decision not in ANNOUNCING or game.n_stack == 0:
        return False
    item = game.stack[game.n_stack - 1]
    return bool(item.kind == ItemKind.SPELL and item.obj == obj)


def collect(table: Table, obj: int, path: Path, found: set[tuple[Path, int, Targets]]) -> None:
    """Add every complete announcement from here on to `found`: its other answers, its X and its targets."""
    game = table.game
    going_on = is_announcing(game, obj)
    paying = going_on and game.decision == Decision.PAY
    if not going_on or (paying and not payment_sets_x(table, obj)):
        item = game.stack[game.n_stack - 1] if going_on else announced(game, obj)
        found.add((path, int(item.x), targets_of(item)) if item is not None else (path, 0, ()))
        if len(found) > MAX_CASTS:
            raise FailedError(f"at most {MAX_CASTS} ways to cast", "more")
        return
    for offer in table.offers():
        if game.decision == Decision.MANA and offer.kind != ActionKind.DONE:
            continue                         # how it is paid for makes no difference
        counted_elsewhere = paying or game.decision in (Decision.MANA, Decision.TARGET)
        step = () if counted_elsewhere else (key_of(table, offer),)
        with table.trial():
            table.apply(offer)
            collect(table, obj, path + step, found)


def key_of(table: Table, offer: Offer) -> tuple[int, int, int]:
    """Return what an answer counts as: cards to splice by name, anything else by itself."""
    game = table.game
    if game.decision in NAMED and offer.kind == ActionKind.PICK:
        return (int(game.decision), -1, int(game.object[offer.obj].card))
    return (int(game.decision), offer.obj if offer.kind == ActionKind.PICK else -1, offer.value * 64 + offer.kind)


def targets_of(item: Any) -> Targets:
    """Return what each instance of "target" aims at; several targets of one instance have no order (601.2c)."""
    return tuple(sorted((int(t.part), int(t.spec), int(t.obj), int(t.seat)) for t in item.target[:item.n_targets]))


def announced(game: Any, obj: int) -> Any:
    """Return the item of the spell `obj` on the stack, or None."""
    return next((item for item in game.stack[:game.n_stack] if item.kind == ItemKind.SPELL and item.obj == obj), None)


def payment_sets_x(table: Table, obj: int) -> bool:
    """Whether what is paid decides the value of X: an alternative cost of a spell with X."""
    game = table.game
    item = game.stack[game.n_stack - 1]
    return bool(table.rules[0].card[game.object[obj].card].has_x and item.alternative in (1, 2))
