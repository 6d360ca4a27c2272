"""Which object a word of a scenario means.

A word is a handle, a player, or a card name in any language the pool knows, with
`your` or `opponent's` before it to tell two apart. Only what can be meant at a place
counts, so a word is always looked up among candidates. Objects that nobody can tell
apart are one candidate; where the engine offers another of them than the one with the
handle, the two change handles, which changes nothing else.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from decks.names import folded
from experiments.check.faults import FailedError, NotOnOfferError
from experiments.check.schema import PLAYERS
from experiments.errors import nearest
from experiments.text import describe_object, object_name
from sim.terms import ABSENT, FORM_STEP, ST_ABILITY, TYPE_CREATURE, ActionKind, Form, Zone

if TYPE_CHECKING:
    from experiments.check.table import Table

OWNERS = {"your ": 0, "you's ": 0, "opponent's ": 1}
_ANYWHERE = ("card", "owner", "controller", "zone", "known")
_ON_BATTLEFIELD = ("status", "damage", "blocking", "hurt", "used", "attached", "remembers", "power", "toughness",
                   "types", "colours", "keywords")


def seat_of(word: Any) -> int:
    """Return the seat that a word means, or -1."""
    return PLAYERS.index(word) if word in PLAYERS else -1


def split_owner(table: Table, word: str) -> tuple[str, int]:
    """Split `"opponent's Grizzly Bears"` into the name and a seat; -1: no seat is said."""
    if word not in table.handles:
        for prefix, seat in OWNERS.items():
            if word.lower().startswith(prefix):
                return word[len(prefix):], seat
    return word, -1


def definition(pool: Any, name: str, handles: Iterable[str] = ()) -> int:
    """Return the definition of a card, of the half of a card, or of a token, by its name.

    Raises FailedError for a name that is none of them.
    """
    for token in pool.tokens.values():
        if name in (pool.name(token), f"{pool.name(token)} Token"):
            return int(token)
    try:
        found = int(pool.find(name))
    except LookupError as fault:
        close = nearest(name, handles)
        actual = f"unknown{close}" if close else str(fault)
        raise FailedError(f"{name!r} to be a card, a handle or a player", actual) from None
    card = pool.rules[0].card[found]
    entry = pool.entries[found]
    halves = [(int(card[part]), entry[part]) for part in ("flip", "adventure") if card[part]]
    halves += list(zip(card.half.tolist(), entry.get("halves", []), strict=False))
    for half, names in halves:
        if folded(name) in [folded(names[key]) for key in ("name", "de", "fr") if key in names]:
            return int(half)
    return found


def name_number(table: Table, name: str) -> int:
    """Return the number by which the engine knows a name."""
    if name not in table.numbers:
        table.numbers[name] = int(table.rules[0].card[definition(table.pool, name, (*table.handles, *PLAYERS))].name)
    return table.numbers[name]


def has_name(table: Table, obj: int, name: str) -> bool:
    """Whether `obj` is called `name` now; the full name of a card with two halves names both."""
    cards = table.rules[0].card
    card = cards[table.game.object[obj].card]
    number = name_number(table, name)
    halves = [int(half) for half in (card.adventure, *card.half) if half]
    halves += [int(card.flip)] if " // " in name and card.flip else []
    return bool(card.name == number or any(cards[half].name == number for half in halves))


def form_of(step_keys: dict[str, Any]) -> Form:
    """The form of a card that the keys of a step ask for, where its name does not."""
    if step_keys.get("fuse"):
        return Form.FUSED
    return Form.OVERLOADED if step_keys.get("cost") == "overload" else Form.WHOLE


def is_way_to_cast(table: Table, offer: Any, word: str, wanted: Form = Form.WHOLE) -> bool:
    """Whether an offer to cast a card is for the part that the word names (709.3, 715.3); a handle means the whole.

    `value` of an offer to cast is Alternative and Form, of an offered card's "yes" only the Form.
    """
    cards = table.rules[0].card
    card = cards[table.game.object[offer.obj].card]
    form = offer.value // FORM_STEP if offer.kind == ActionKind.CAST else offer.value
    if wanted != Form.WHOLE:
        return form == wanted
    halves = {Form.ADVENTURE: int(card.adventure), Form.LEFT: int(card.half[0]), Form.RIGHT: int(card.half[1])}
    if word not in table.handles:
        number = name_number(table, split_owner(table, word)[0])
        named = [half for half, definition in halves.items() if definition and cards[definition].name == number]
        if named:
            return form == named[0]
    return form == Form.WHOLE


def is_meant(table: Table, word: str, obj: int) -> bool:
    """Whether the word can mean this object."""
    if word in table.handles:
        return table.handles[word] == obj
    name, seat = split_owner(table, word)
    if seat >= 0 and whose(table, obj) != seat:
        return False
    return has_name(table, obj, name)


def must_be_known(table: Table, *words: str) -> None:
    """Raise FailedError for a word that means nothing, which is no refusal even where nothing is on offer."""
    for word in words:
        if word not in table.handles and seat_of(word) < 0:
            name_number(table, split_owner(table, word)[0])


def whose(table: Table, obj: int) -> int:
    """Return the seat that controls `obj`, or owns it where nobody controls it (109.4)."""
    thing = table.game.object[obj]
    return int(thing.controller if thing.zone in (Zone.BATTLEFIELD, Zone.STACK) else thing.owner)


def find(table: Table, word: str, candidates: Sequence[int]) -> int:
    """Return the one candidate that a word means.

    Raises NotOnOfferError when there is none, FailedError when two that can be told apart fit.
    """
    if word in table.handles:
        meant = table.handles[word]
        if meant in candidates:
            return meant
        for other in candidates:
            if are_alike(table, meant, other):
                exchange_handles(table, meant, other)
                return other
        raise NotOnOfferError(f"{word!r} to be on offer", "not on offer")
    must_be_known(table, word)
    fitting = [obj for obj in dict.fromkeys(candidates) if is_meant(table, word, obj)]
    if not fitting:
        raise NotOnOfferError(f"{word!r} to be on offer", "not on offer")
    if not all(are_alike(table, fitting[0], other) for other in fitting[1:]):
        found = " and ".join(place_text(table, obj) for obj in fitting[:2])
        raise FailedError(f"{word!r} to be one object", f"ambiguous: {found}")
    return fitting[0]


def place_text(table: Table, obj: int) -> str:
    """Name an object with where it is, to tell two of one name apart."""
    game = table.game
    thing = game.object[obj]
    handle = next((f" as {word!r}" for word, other in table.handles.items() if other == obj), "")
    whose_text = PLAYERS[whose(table, obj)]
    return f"{describe_object(game, table.pool, obj)}{handle} ({Zone(int(thing.zone)).name.lower()}, {whose_text})"


def exchange_handles(table: Table, one: int, other: int) -> None:
    """Let the handles of two objects that nobody can tell apart change places."""
    swap = {one: other, other: one}
    table.handles = {word: swap.get(obj, obj) for word, obj in table.handles.items()}


def are_alike(table: Table, one: int, other: int) -> bool:
    """Whether nobody can tell two objects apart, now or later."""
    if one == other:
        return True
    game = table.game
    a, b = game.object[one], game.object[other]
    if any(a[key] != b[key] for key in _ANYWHERE) or (a.counters != b.counters).any():
        return False
    if a.zone == Zone.BATTLEFIELD:
        if any(a[key] != b[key] for key in _ON_BATTLEFIELD) or (a.subs != b.subs).any():
            return False
        if a.types & TYPE_CREATURE and (a.since == game.turn) != (b.since == game.turn):
            return False
    return a.zone == Zone.LIBRARY or not (is_referred_to(game, one) or is_referred_to(game, other))


def is_referred_to(game: Any, obj: int) -> bool:
    """Whether anything else on the table is about this very object."""
    stamp = game.object[obj].stamp
    for item in game.stack[:game.n_stack]:
        if any(t.obj == obj and t.stamp == stamp for t in item.target[:item.n_targets]):
            return True
        if any(part.obj == obj for part in item.part[:item.n_parts]) or (item.obj == obj and item.stamp == stamp):
            return True
    if any(e.obj == obj and e.stamp == stamp for e in game.effect[:game.n_effects]):
        return True
    if any(d.it == obj or d.obj == obj for d in game.delayed[:game.n_delayed]):
        return True
    return any(game.object[k].attached == obj or game.object[k].blocking == obj
               for k in game.battlefield[:game.n_battlefield])


def same_names(table: Table, words: Iterable[str], objects: Sequence[int]) -> bool:
    """Whether the words name exactly these objects, order ignored."""
    left = list(objects)
    words = sorted(words, key=lambda word: (word not in table.handles, split_owner(table, word)[1] < 0))
    for word in words:
        found = next((obj for obj in left if is_meant(table, word, obj)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def names_text(table: Table, objects: Iterable[int]) -> str:
    """List the names of objects as a scenario would."""
    return f"[{', '.join(object_name(table.game, table.pool, obj) for obj in objects)}]"


def known_objects(table: Table) -> list[int]:
    """List every object that is in a zone."""
    game = table.game
    return [obj for obj in range(int(game.n_objects)) if game.object[obj].zone != Zone.NOWHERE
            and game.object[obj].card != ABSENT and not game.object[obj].status & ST_ABILITY]
