"""Read scenario files, strictly.

A file is TOML with one or more `[[scenario]]` tables. Whatever the format does not
know (a key, a type, a step, a word) is an `UnreadableError` that names the file, the
scenario and the number of the step. Card names are looked up later, by `table`.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experiments.check.faults import UnreadableError
from experiments.errors import nearest
from sim.terms import COUNTERS

PLAYERS = ("you", "opponent")        # seats 0 and 1
STEPS = ("opening", "untap", "upkeep", "draw", "main1", "begin_combat", "attackers", "blockers",
         "first_damage", "damage", "end_combat", "main2", "end", "cleanup")     # sim.terms.Step, by value
ZONES = ("hand", "battlefield", "library", "graveyard", "exile", "sideboard")
MOST_MANA = 1000
MANA_TEXT = re.compile(r"(\{[WUBRGC]\})*")
ID_TEXT = re.compile(r"[A-Za-z0-9._-]+")
DEFAULT_LIBRARY = ("Wastes", 10)
MEASURES = tuple(f"{player}.{what}" for what in ("life", "creatures", "hand.size", "lands", "library.size", "power")
                 for player in PLAYERS)


@dataclass(frozen=True)
class Entry:
    """A card (or `count` equal cards) in a zone."""

    card: str
    count: int = 1
    handle: str = ""
    tapped: bool = False
    sick: bool = False
    damage: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    attached_to: str = ""
    owner: str = ""
    token: bool = False


@dataclass(frozen=True)
class Side:
    """One player's half of the table."""

    life: int = 20
    hand: tuple[Entry, ...] = ()
    battlefield: tuple[Entry, ...] = ()
    library: tuple[Entry, ...] = (Entry(*DEFAULT_LIBRARY),)
    graveyard: tuple[Entry, ...] = ()
    exile: tuple[Entry, ...] = ()
    sideboard: tuple[Entry, ...] = ()
    mana: str = ""
    lands_played: int = 0


@dataclass(frozen=True)
class Step:
    """One step of the script; `number` counts from 1, `keys` holds what goes with the verb."""

    number: int
    verb: str
    value: Any
    by: str
    keys: dict[str, Any]

    @property
    def seat(self) -> int:
        return PLAYERS.index(self.by)

    @property
    def illegal(self) -> bool:
        return bool(self.keys.get("illegal"))


@dataclass(frozen=True)
class Puzzle:
    """What is asked of `you` in the position, and the answer that is claimed (docs/puzzles.md)."""

    theme: str = ""
    turns: int = 1               # of both players, this one included
    after: int = 0               # steps of the script that are played first
    measure: dict[str, int] = field(default_factory=dict)    # weights of what counts at the end; empty: only winning
    value: int | str = "win"     # under best play: "win", or the most of the measure


@dataclass(frozen=True)
class Scenario:
    """A table set up by hand, a script, and what must be true."""

    file: str
    id: str
    sides: tuple[Side, Side]
    steps: tuple[Step, ...]
    active: str = "you"
    start: str = "main1"
    turn: int = 5
    seed: int = 1
    rule: str = ""
    about: str = ""
    puzzle: Puzzle | None = None


Check = Callable[[Any], str]         # what is wrong with a value, in words; "" when nothing is


def is_text(value: Any) -> str:
    return "" if isinstance(value, str) and value else "must be a text"


def is_any_text(value: Any) -> str:
    return "" if isinstance(value, str) else "must be a text"


def is_flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


def is_true(value: Any) -> str:
    return "" if value is True else "must be true"


def is_count(least: int) -> Check:
    def check(value: Any) -> str:
        right = isinstance(value, int) and not isinstance(value, bool) and least <= value <= 32000
        return "" if right else f"must be a whole number from {least} on"
    return check


def is_seed(value: Any) -> str:
    right = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63
    return "" if right else "must be a whole number from 0 on"


def is_life(value: Any) -> str:
    right = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 32000
    return "" if right else "must be a whole number"


def is_one_of(words: tuple[str, ...]) -> Check:
    def check(value: Any) -> str:
        if isinstance(value, str) and value in words:
            return ""
        return f"must be one of {', '.join(words)}" + (nearest(value, words) if isinstance(value, str) else "")
    return check


def is_list_of(item: Check) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, list):
            return "must be a list"
        return next((f"entry {i}: {wrong}" for i, entry in enumerate(value, 1) if (wrong := item(entry))), "")
    return check


def is_either(*checks: Check) -> Check:
    def check(value: Any) -> str:
        wrongs = [each(value) for each in checks]
        return "" if "" in wrongs else " or ".join(dict.fromkeys(wrongs))
    return check


def is_pair(value: Any) -> str:
    right = isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)
    return "" if right else "must be a list of two names"


def is_mana(value: Any) -> str:
    right = isinstance(value, str) and MANA_TEXT.fullmatch(value)
    if right and len(value) > 3 * MOST_MANA:
        return f"must be at most {MOST_MANA} mana symbols"
    return "" if right else 'must be mana symbols like "{R}{R}{U}"'


def is_counters(value: Any) -> str:
    if not isinstance(value, dict):
        return "must be a table of counters"
    for kind, number in value.items():
        if kind not in COUNTERS:
            return f"no such counter: {kind}" + nearest(kind, COUNTERS)
        if wrong := is_count(0)(number):
            return f"{kind} {wrong}"
    return ""


def is_measure(value: Any) -> str:
    if not isinstance(value, dict) or not value:
        return "must be a table of weights"
    for path, weight in value.items():
        if path not in MEASURES:
            return f"no such measure: {path!r}" + nearest(path, MEASURES)
        if not isinstance(weight, int) or isinstance(weight, bool) or abs(weight) > 100:
            return f"{path!r} must be a whole number from -100 to 100"
    return ""


def is_mana_ability(value: Any) -> str:
    if isinstance(value, str):
        return ""
    if not isinstance(value, dict) or "activate" not in value:
        return "must be an object or a table with `activate`"
    return unknown_key(value, MANA_ABILITY) or wrong_value(value, MANA_ABILITY)


NAMES = is_list_of(is_text)
TARGETS = is_list_of(is_either(is_text, NAMES))
ANSWER = is_either(is_flag, is_life, is_text, is_list_of(is_either(is_text, is_life, NAMES)))
MANA_ABILITY: dict[str, Check] = {"activate": is_text, "ability": is_count(1), "pay": NAMES, "colour": is_text}
CAST_KEYS: dict[str, Check] = {
    "splice": NAMES, "targets": TARGETS, "mode": is_list_of(is_count(1)), "x": is_count(0), "cost": is_text,
    "optional": NAMES, "fuse": is_flag, "pay": NAMES, "mana": is_list_of(is_mana_ability), "illegal": is_true}
ACTIVATE_KEYS: dict[str, Check] = {
    "ability": is_count(1), **{key: CAST_KEYS[key] for key in ("targets", "mode", "x", "pay", "mana", "illegal")}}
ILLEGAL: dict[str, Check] = {"illegal": is_true}
VERBS: dict[str, tuple[Check, dict[str, Check]]] = {
    "cast": (is_text, CAST_KEYS),
    "play": (is_text, ILLEGAL),
    "activate": (is_text, ACTIVATE_KEYS),
    "attack": (is_list_of(is_either(is_text, is_pair)), ILLEGAL),
    "block": (is_list_of(is_pair), ILLEGAL),
    "pass": (is_true, {}),
    "resolve": (is_count(1), {}),
    "choose": (ANSWER, ILLEGAL),
    "to": (is_one_of(STEPS), {"turns": is_count(1)}),
    "expect": (lambda value: "" if isinstance(value, dict) else "must be a table of assertions", {}),
}
CARD_KEYS: dict[str, Check] = {"card": is_text, "count": is_count(1), "as": is_text}
ENTRY_KEYS: dict[str, dict[str, Check]] = {
    **dict.fromkeys(("hand", "library", "graveyard", "sideboard"), CARD_KEYS),
    "exile": {**CARD_KEYS, "counters": is_counters},
    "battlefield": {**CARD_KEYS, "tapped": is_flag, "sick": is_flag, "damage": is_count(0), "counters": is_counters,
                    "attached_to": is_text, "owner": is_one_of(PLAYERS), "token": is_flag}}
SIDE_KEYS: dict[str, Check] = {"life": is_life, "mana": is_mana, "lands_played": is_count(0)}
SCENARIO_KEYS: dict[str, Check] = {
    "id": is_text, "rule": is_any_text, "about": is_any_text, "active": is_one_of(PLAYERS),
    "start": is_one_of(STEPS), "turn": is_count(1), "seed": is_seed}
PUZZLE_KEYS: dict[str, Check] = {
    "theme": is_text, "turns": is_count(1), "after": is_count(0), "measure": is_measure,
    "value": is_either(is_one_of(("win",)), is_life)}
PLAYER_PATHS: dict[str, Check] = {
    "life": is_life, **dict.fromkeys(ZONES, NAMES), "library.size": is_count(0), "hand.size": is_count(0),
    "mana": is_mana, "untapped_lands": is_count(0), "cast": NAMES}
OBJECT_PATHS: dict[str, Check] = {
    "power": is_life, "toughness": is_life, "damage": is_count(0), "tapped": is_flag,
    "controller": is_one_of(PLAYERS), "zone": is_text, "attacking": is_flag, "colours": NAMES, "keywords": NAMES,
    "counters": is_counters}


def unknown_key(table: dict, known: Any) -> str:
    """Say which key of `table` is not known, or nothing."""
    return next((f"unknown key {key!r}" + nearest(key, known) for key in table if key not in known), "")


def wrong_value(table: dict, checks: dict[str, Check]) -> str:
    """Say which value of `table` has the wrong type, or nothing."""
    return next((f"{key}: {wrong}" for key, value in table.items() if (wrong := checks[key](value))), "")


def wrong_path(path: str, value: Any) -> str:
    """Say what is wrong with one assertion, or nothing."""
    first, _, rest = path.partition(".")
    if first in PLAYERS and rest:
        known: dict[str, Check] = PLAYER_PATHS
        attribute = rest
    elif path == "winner":
        return is_one_of((*PLAYERS, "draw", "none"))(value)
    elif path == "stack":
        return NAMES(value)
    elif first == "stack":
        index, _, attribute = rest.partition(".")
        known = {"parts": NAMES, "targets": TARGETS}
        if not index.isdigit():
            return "the number of an object on the stack is missing"
    elif first in ("casts", "splices", "known") and rest:
        if first == "known" and rest not in PLAYERS:
            return is_one_of(PLAYERS)(rest)
        return is_count(0)(value) if first == "casts" else NAMES(value)
    else:
        attribute = path.rpartition(".")[2]
        known = OBJECT_PATHS
        if "." not in path:
            return "no such path"
    if attribute not in known:
        return f"no such path{nearest(attribute, known)}"
    return known[attribute](value)


def read_step(number: int, table: Any) -> Step:
    """Check one step: exactly one verb, its keys, their types."""
    if not isinstance(table, dict):
        raise UnreadableError("must be a table")
    verbs = [key for key in table if key in VERBS]
    if len(verbs) != 1:
        found = ", ".join(verbs) if verbs else "none" + "".join(nearest(key, VERBS) for key in table)
        raise UnreadableError(f"exactly one verb is needed, found {found}")
    verb = verbs[0]
    check, keys = VERBS[verb]
    others = {key: value for key, value in table.items() if key != verb}
    wrong = unknown_key(others, {**keys, "by": None}) or wrong_value(others, {**keys, "by": is_one_of(PLAYERS)})
    if wrong := wrong or (f"{verb}: {text}" if (text := check(table[verb])) else ""):
        raise UnreadableError(wrong)
    if verb == "expect":
        wrong = next((f"{path!r}: {text}" for path, value in table[verb].items()
                      if (text := wrong_path(path, value))), "")
        if wrong:
            raise UnreadableError(wrong)
    by = others.pop("by", "you")
    return Step(number, verb, table[verb], by, others)


def read_zone(zone: str, entries: Any) -> tuple[Entry, ...]:
    """Check the entries of one zone."""
    if not isinstance(entries, list):
        raise UnreadableError(f"{zone}: must be a list")
    found = []
    for entry in entries:
        table = {"card": entry} if isinstance(entry, str) else entry
        if not isinstance(table, dict) or "card" not in table:
            raise UnreadableError(f"{zone}: an entry must be a card name or a table with `card`")
        checks = ENTRY_KEYS[zone]
        if wrong := unknown_key(table, checks) or wrong_value(table, checks):
            raise UnreadableError(f"{zone}, {table['card']}: {wrong}")
        if table.get("as") and table.get("count", 1) != 1:
            raise UnreadableError(f"{zone}, {table['card']}: a handle names one object, not {table['count']}")
        values = {"handle" if key == "as" else key: value for key, value in table.items()}
        found.append(Entry(**values))
    return tuple(found)


def read_side(player: str, table: Any) -> Side:
    """Check one player's table."""
    if not isinstance(table, dict):
        raise UnreadableError(f"{player}: must be a table")
    plain = {key: value for key, value in table.items() if key not in ZONES}
    if wrong := unknown_key(plain, (*SIDE_KEYS, *ZONES)) or wrong_value(plain, SIDE_KEYS):
        raise UnreadableError(f"{player}: {wrong}")
    try:
        zones: dict[str, Any] = {zone: read_zone(zone, table[zone]) for zone in ZONES if zone in table}
    except UnreadableError as fault:
        raise UnreadableError(f"{player}.{fault}") from None
    return Side(**plain, **zones)


def check_handles(sides: tuple[Side, Side]) -> None:
    """A handle names one object; `attached_to` names a handle."""
    entries = [entry for side in sides for zone in ZONES for entry in getattr(side, zone)]
    handles: set[str] = set()
    for entry in entries:
        if entry.handle in handles or entry.handle in PLAYERS:
            raise UnreadableError(f"the handle {entry.handle!r} is taken")
        handles |= {entry.handle} if entry.handle else set()
    for entry in entries:
        if entry.attached_to and entry.attached_to not in handles:
            raise UnreadableError(f"{entry.card}: attached_to: no handle {entry.attached_to!r}"
                                  + nearest(entry.attached_to, handles))


def read_puzzle(table: Any, n_steps: int) -> Puzzle:
    """Check `[scenario.puzzle]`."""
    if not isinstance(table, dict):
        raise UnreadableError("puzzle: must be a table")
    wrong = unknown_key(table, PUZZLE_KEYS) or wrong_value(table, PUZZLE_KEYS)
    if not wrong and table.get("after", 0) > n_steps:
        wrong = f"after: the script has {n_steps} steps"
    if not wrong and "measure" not in table and table.get("value", "win") != "win":
        wrong = "value: without `measure` only \"win\" can be claimed"
    if wrong:
        raise UnreadableError(f"puzzle: {wrong}")
    return Puzzle(**table)


def read_scenario(file: str, table: Any) -> Scenario:
    """Check one `[[scenario]]`; errors are raised without file and id, which `read_file` adds."""
    plain = {key: value for key, value in table.items() if key not in (*PLAYERS, "step", "puzzle")}
    if wrong := unknown_key(plain, (*SCENARIO_KEYS, *PLAYERS, "step", "puzzle")) or wrong_value(plain, SCENARIO_KEYS):
        raise UnreadableError(wrong)
    if not ID_TEXT.fullmatch(plain["id"]):
        raise UnreadableError("id: only letters, digits, . _ - are allowed")
    you, opponent = (read_side(player, table.get(player, {})) for player in PLAYERS)
    check_handles((you, opponent))
    if not isinstance(table.get("step", []), list):
        raise UnreadableError("step: must be an array of tables, [[scenario.step]]")
    steps = []
    for number, step in enumerate(table.get("step", []), 1):
        try:
            steps.append(read_step(number, step))
        except UnreadableError as fault:
            raise UnreadableError(f"step {number}: {fault}") from None
    if plain.get("start") == "opening" and (you.hand or opponent.hand):
        raise UnreadableError("hand: with start = \"opening\" the hands are drawn from the library")
    puzzle = read_puzzle(table["puzzle"], len(steps)) if "puzzle" in table else None
    return Scenario(file=file, sides=(you, opponent), steps=tuple(steps), puzzle=puzzle, **plain)


def read_file(path: Path) -> list[Scenario]:
    """Read one scenario file.

    Raises UnreadableError with file, scenario id and step number, and nothing else.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is not UTF-8 text"
        raise UnreadableError(f"{path}: cannot be read: {reason}") from None
    except tomllib.TOMLDecodeError as fault:
        raise UnreadableError(f"{path}: not TOML: {fault}") from None
    if wrong := unknown_key(data, ("scenario",)):
        raise UnreadableError(f"{path}: {wrong}")
    tables = data.get("scenario")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise UnreadableError(f"{path}: there is no [[scenario]] in it")
    found: list[Scenario] = []
    for number, table in enumerate(tables, 1):
        name = table.get("id", f"number {number}")
        try:
            if "id" not in table:
                raise UnreadableError("id is missing")
            found.append(read_scenario(str(path), table))
            if any(other.id == name for other in found[:-1]):
                raise UnreadableError("a scenario of this id was there before")
        except UnreadableError as fault:
            raise UnreadableError(f"{path}: scenario {name}: {fault}") from None
    return found
