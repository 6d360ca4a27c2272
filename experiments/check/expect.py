"""Assertions: what a path says now, and whether that is what was expected."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from experiments.check import counts
from experiments.check.announce import same_targets, targets_of, targets_text
from experiments.check.faults import FailedError
from experiments.check.names import is_meant, known_objects, name_number, names_text, same_names
from experiments.check.schema import PLAYERS, ZONES
from experiments.check.table import Table
from experiments.text import COLOUR_WORDS, MANA_SYMBOLS, definition_of, mana_text
from sim.terms import (
    COUNTERS,
    KEYWORDS,
    KW_HAS_GRANTED,
    ST_ATTACKING,
    ST_TAPPED,
    TYPE_LAND,
    End,
    Zone,
)

RULES_WORDS = {"unblockable": "can't be blocked", "cant block": "can't block", "cant attack": "can't attack",
               "doesnt untap": "doesn't untap", "cant be countered": "can't be countered"}
Verdict = tuple[bool, str]               # whether it holds, and what is, in words


def expect(table: Table, assertions: dict[str, Any]) -> None:
    """Check every assertion.

    Raises FailedError that names all that do not hold.
    """
    wrong = []
    for path, wanted in assertions.items():
        holds, actual = judge(table, path, wanted)
        if not holds:
            wrong.append((f"{path} = {plain(wanted)}", f"{path} = {actual}" if len(assertions) > 1 else actual))
    if wrong:
        raise FailedError(", ".join(each[0] for each in wrong), ", ".join(each[1] for each in wrong))


def plain(value: Any) -> str:
    """Write a value as TOML would, without quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(plain(each) for each in value)}]"
    return '""' if value == "" else str(value)


def judge(table: Table, path: str, wanted: Any) -> Verdict:
    """Compare one path with the value wanted."""
    first, _, rest = path.partition(".")
    if first in PLAYERS and rest:
        return judge_player(table, PLAYERS.index(first), rest, wanted)
    if path == "winner":
        return equal(winner(table), wanted)
    if first == "stack":
        return judge_stack(table, rest, wanted)
    if first == "casts" and rest:
        return equal(counts.casts(table, rest), wanted)
    if first == "splices" and rest:
        return judge_splices(table, rest, wanted)
    if first == "known" and rest in PLAYERS:
        return named(table, wanted, known_hand(table, PLAYERS.index(rest)))
    word, _, attribute = path.rpartition(".")
    return judge_object(table, word, attribute, wanted)


def equal(actual: Any, wanted: Any) -> Verdict:
    return actual == wanted and isinstance(actual, bool) == isinstance(wanted, bool), plain(actual)


def named(table: Table, words: list[str], objects: list[int]) -> Verdict:
    return same_names(table, words, objects), names_text(table, objects)


def winner(table: Table) -> str:
    """Return who has won: a player, `draw`, or `none`."""
    game = table.game
    if game.end == End.PLAYING:
        return "none"
    if game.end == End.DRAW:
        return "draw"
    return PLAYERS[game.winner] if game.winner >= 0 else "none"


# ---------------------------------------------------------------- players


def zone_objects(table: Table, seat: int, zone: str) -> list[int]:
    """List a player's zone: the library from the top, the battlefield by controller, exile by owner."""
    game = table.game
    player = game.player[seat]
    if zone == "hand":
        return [int(obj) for obj in player.hand[:player.n_hand]]
    if zone == "library":
        return [int(obj) for obj in player.library[:player.n_library][::-1]]
    if zone == "graveyard":
        return [int(obj) for obj in player.graveyard[:player.n_graveyard]]
    if zone == "sideboard":
        return [obj for obj in range(game.n_objects)
                if game.object[obj].zone == Zone.OUTSIDE and game.object[obj].owner == seat]
    if zone == "exile":
        return [int(obj) for obj in game.exile[:game.n_exile] if game.object[obj].owner == seat]
    return [int(obj) for obj in game.battlefield[:game.n_battlefield] if game.object[obj].controller == seat]


def known_hand(table: Table, seat: int) -> list[int]:
    """List the cards in a hand that the other player knows."""
    return [obj for obj in zone_objects(table, seat, "hand") if table.game.object[obj].known & (1 << (1 - seat))]


def judge_player(table: Table, seat: int, path: str, wanted: Any) -> Verdict:
    player = table.game.player[seat]
    if path == "life":
        return equal(int(player.life), wanted)
    if path in ("library.size", "hand.size"):
        return equal(len(zone_objects(table, seat, path.partition(".")[0])), wanted)
    if path == "mana":
        wanted_mana = [wanted.count(symbol) for symbol in MANA_SYMBOLS]
        return wanted_mana == [int(n) for n in player.pool], mana_text(player.pool) or '""'
    if path == "untapped_lands":
        return equal(len(untapped_lands(table, seat)), wanted)
    if path == "cast":
        numbers = [int(name) for name in player.cast[:player.n_cast]]
        words = [name_number(table, word) for word in wanted]
        return numbers == words, f"[{', '.join(table.pool.names[number] for number in numbers)}]"
    objects = zone_objects(table, seat, path)
    if path == "library":
        top = objects[:len(wanted)]
        holds = len(top) == len(wanted) and all(map(is_meant, [table] * len(top), wanted, top))
        return holds, names_text(table, top)
    assert path in ZONES
    return named(table, wanted, objects)


def untapped_lands(table: Table, seat: int) -> list[int]:
    """List a player's untapped lands."""
    things = table.game.object
    return [obj for obj in zone_objects(table, seat, "battlefield")
            if things[obj].types & TYPE_LAND and not things[obj].status & ST_TAPPED]


# ---------------------------------------------------------------- the stack


def judge_stack(table: Table, path: str, wanted: Any) -> Verdict:
    game = table.game
    items = game.stack[:game.n_stack][::-1]
    if not path:
        objects = [int(item.obj) for item in items]
        holds = len(objects) == len(wanted) and all(map(is_meant, [table] * len(objects), wanted, objects))
        return holds, names_text(table, objects)
    index, _, attribute = path.partition(".")
    if int(index) >= len(items):
        return False, f"no such object: {len(items)} on the stack"
    item = items[int(index)]
    if attribute == "targets":
        chosen = targets_of(table, item)
        return same_targets(table, wanted, chosen), targets_text(table, chosen)
    cards = texts_on(item)
    words = [name_number(table, word) for word in wanted]
    names = [int(table.rules[0].card[card].name) for card in cards]
    return names == words, f"[{', '.join(table.pool.name(card) for card in cards)}]"


def texts_on(item: Any) -> list[int]:
    """List the definitions of the texts on a spell; the modes of one text are one text."""
    found: list[tuple[int, int, int]] = []
    for part in item.part[:item.n_parts]:
        text = (int(part.card), int(part.obj), int(part.spliced))
        if not found or found[-1] != text:
            found.append(text)
    return [text[0] for text in found]


def judge_splices(table: Table, name: str, wanted: list[str]) -> Verdict:
    found = counts.splices(table, name)
    words = {name_number(table, word) for word in wanted}
    return words == found, f"[{', '.join(table.pool.names[number] for number in sorted(found))}]"


# ---------------------------------------------------------------- objects


def power(table: Table, obj: int) -> int:
    thing = table.game.object[obj]
    on_battlefield = thing.zone == Zone.BATTLEFIELD
    return int(thing.power if on_battlefield else table.rules[0].card[thing.card].power)


def toughness(table: Table, obj: int) -> int:
    thing = table.game.object[obj]
    on_battlefield = thing.zone == Zone.BATTLEFIELD
    return int(thing.toughness if on_battlefield else table.rules[0].card[thing.card].toughness)


def colours(table: Table, obj: int) -> list[str]:
    thing = table.game.object[obj]
    printed = table.rules[0].card[definition_of(table.game, obj)].colours
    mask = int(thing.colours if thing.zone == Zone.BATTLEFIELD else printed)
    return [word for bit, word in enumerate(COLOUR_WORDS) if mask >> bit & 1]


def keywords(table: Table, obj: int) -> list[str]:
    """List keyword abilities and restrictions in the words of the rules; of "bushido 1" also "bushido"."""
    thing = table.game.object[obj]
    mask = int(thing.keywords if thing.zone == Zone.BATTLEFIELD else table.rules[0].card[thing.card].keywords)
    found = [RULES_WORDS.get(word, word) for bit, word in enumerate(KEYWORDS)
             if mask >> bit & 1 and 1 << bit != KW_HAS_GRANTED]
    printed = table.pool.entries.get(int(thing.card), {}).get("keywords", [])
    abilities = [word for word in printed if word not in KEYWORDS]       # keywords that are not a bit
    return [*found, *abilities, *(word.split()[0] for word in abilities)]


def counters(table: Table, obj: int) -> dict[str, int]:
    return {COUNTERS[kind]: int(n) for kind, n in enumerate(table.game.object[obj].counters) if n}


ATTRIBUTES: dict[str, Callable[[Table, int], Any]] = {
    "power": power, "toughness": toughness, "colours": colours, "keywords": keywords, "counters": counters,
    "damage": lambda table, obj: int(table.game.object[obj].damage),
    "tapped": lambda table, obj: bool(table.game.object[obj].status & ST_TAPPED),
    "attacking": lambda table, obj: bool(table.game.object[obj].status & ST_ATTACKING),
    "controller": lambda table, obj: PLAYERS[table.game.object[obj].controller],
    "zone": lambda table, obj: Zone(int(table.game.object[obj].zone)).name.lower()}


def judge_object(table: Table, word: str, attribute: str, wanted: Any) -> Verdict:
    """Compare a characteristic of the object that a word means.

    Of several objects of a name those on the battlefield count first, and they must agree.
    """
    everywhere = [obj for obj in ([table.handles[word]] if word in table.handles else known_objects(table))
                  if is_meant(table, word, obj)]
    if not everywhere:
        raise FailedError(f"{word!r} to be an object", "not in any zone")
    objects = everywhere
    if attribute != "zone":
        objects = [obj for obj in everywhere if table.game.object[obj].zone == Zone.BATTLEFIELD] or everywhere
    found = [ATTRIBUTES[attribute](table, obj) for obj in objects]
    if any(each != found[0] for each in found[1:]):
        raise FailedError(f"{word!r} to be one object", f"ambiguous: {len(objects)} objects of that name")
    if attribute == "keywords":
        wanted = [RULES_WORDS.get(word, word) for word in wanted]
        return set(wanted) <= set(found[0]), plain(found[0])
    if attribute == "colours":
        return sorted(wanted) == sorted(found[0]), plain(found[0])
    if attribute == "counters":
        return {kind: n for kind, n in wanted.items() if n} == found[0], plain(found[0])
    return equal(found[0], wanted)
