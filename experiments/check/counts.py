"""How many ways there are to cast a card, and what may be spliced onto it.

Both are found by walking the decisions of an announcement on copies of the game. Two
casts are the same when they agree in the names and order of the texts, modes, X,
costs, and targets; what is paid with makes no difference.
"""
from __future__ import annotations

from typing import Any

from experiments.check.faults import FailedError
from experiments.check.names import has_name, is_way_to_cast, name_number
from experiments.check.table import Offer, Table
from sim.terms import ActionKind, Decision, End, ItemKind

MAX_CASTS = 100_000
NAMED = (Decision.SPLICE, Decision.SPLICE_ORDER)         # answers that count by name
ANNOUNCING = (Decision.MODE, Decision.SPLICE, Decision.SPLICE_ORDER, Decision.COST, Decision.OPTIONAL_COST,
              Decision.CHOOSE_X, Decision.TARGET, Decision.MANA, Decision.PAY)
Path = tuple[tuple[int, int, int], ...]
Targets = tuple[tuple[int, int, int, int], ...]


def casts(table: Table, name: str) -> int:
    """Count the distinct complete ways to cast the card called `name` now, by the player with priority."""
    found: set[tuple[Path, int, Targets]] = set()
    for offer in proposals(table, name):
        with table.trial():
            table.apply(offer)
            collect(table, offer.obj, ((-1, -1, offer.value),), found)
    return len(found)


def proposals(table: Table, name: str) -> list[Offer]:
    """List the offers to cast a card of that name."""
    name_number(table, name)
    if table.game.decision != Decision.PRIORITY:
        return []
    return [offer for offer in table.offers()
            if offer.kind == ActionKind.CAST and has_name(table, offer.obj, name)
            and (is_way_to_cast(table, offer, name) or is_split(table, offer.obj, name))]


def is_split(table: Table, obj: int, name: str) -> bool:
    """Whether `name` is the whole name of a split card, which all its forms are counted for."""
    card = table.rules[0].card[table.game.object[obj].card]
    return bool(card.half[0] and card.name == name_number(table, name))


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


def splices(table: Table, name: str) -> set[int]:
    """Return the numbers of the names that may be spliced, alone, onto the card called `name` now."""
    found: set[int] = set()
    for offer in proposals(table, name):
        with table.trial():
            table.apply(offer)
            gather_splices(table, offer.obj, found)
    return found


def gather_splices(table: Table, obj: int, found: set[int]) -> None:
    """Walk to the question of splices and note the cards that need no other one beside them."""
    game = table.game
    if not is_announcing(game, obj) or game.decision not in (Decision.MODE, Decision.SPLICE):
        return
    for offer in table.offers():
        asked_for_splices = game.decision == Decision.SPLICE
        if asked_for_splices and offer.kind != ActionKind.PICK:
            continue
        guest = int(table.rules[0].card[game.object[offer.obj].card].name) if asked_for_splices else 0
        with table.trial():
            table.apply(offer)
            if not asked_for_splices:
                gather_splices(table, obj, found)
            elif table.game.decision != Decision.SPLICE or any(o.kind == ActionKind.DONE for o in table.offers()):
                found.add(guest)
