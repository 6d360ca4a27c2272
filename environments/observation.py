"""What a seat knows, as arrays of fixed shapes. The fields and their units are listed in docs/environments.md.

Read are public zones, the seat's own hand, and cards that it has looked at or that were revealed. Of hidden
cards only numbers are told, and what must be among them: both deck lists count as known.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from agents.view import hidden
from sim.limits import MAX_ACTIONS, MAX_CARDS, MAX_OBJECTS, MAX_STACK
from sim.terms import (
    ABSENT,
    COUNTERS,
    KEYWORDS,
    N_MANA,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_FLIPPED,
    ST_TAPPED,
    ST_TOKEN,
    SUB_ARCANE,
    SUB_SPIRIT,
    SUPER_LEGENDARY,
    TYPE_ARTIFACT,
    TYPE_CREATURE,
    TYPE_ENCHANTMENT,
    TYPE_INSTANT,
    TYPE_LAND,
    TYPE_SORCERY,
    ActionKind,
    Zone,
)

MANA = ("white", "blue", "black", "red", "green", "colourless")
TYPES = {"artifact": TYPE_ARTIFACT, "creature": TYPE_CREATURE, "enchantment": TYPE_ENCHANTMENT,
         "instant": TYPE_INSTANT, "land": TYPE_LAND, "sorcery": TYPE_SORCERY, "legendary": SUPER_LEGENDARY}
STATUS = {"tapped": ST_TAPPED, "flipped": ST_FLIPPED, "token": ST_TOKEN, "attacking": ST_ATTACKING,
          "blocked": ST_BLOCKED}
N_TEXTS, N_AIMS = 6, 8       # of a spell on the stack that are told: spliced texts, targets

_OF_A_PLAYER = ("life", "poison", "hand", "library", "graveyard", "lands_played", "mulligans", *MANA)
TABLE_FIELDS = ("decision", "turn", "my_turn", "step", "starts", "stack", "answers", "about",
                *(f"my_{name}" for name in _OF_A_PLAYER), *(f"their_{name}" for name in _OF_A_PLAYER))
OBJECT_FIELDS = ("card", "zone", "owner", "controller", "known_to_them", "power", "toughness", "damage",
                 "turns_here", "mana_value", "splice", "arcane", "spirit", "attached_to", "blocks",
                 *STATUS, *TYPES, *MANA[:-1], *(name.replace(" ", "_") for name in KEYWORDS),
                 *(f"{name}_counters" for name in COUNTERS))
STACK_FIELDS = ("kind", "source", "card", "controller", "x", "texts",
                *(f"spliced_{k + 1}" for k in range(N_TEXTS)), *(f"target_{k + 1}" for k in range(N_AIMS)))
ACTION_FIELDS = ("kind", "object", "card", "value")

SHAPES = {"table": (len(TABLE_FIELDS),), "objects": (MAX_OBJECTS, len(OBJECT_FIELDS)),
          "stack": (MAX_STACK, len(STACK_FIELDS)), "actions": (MAX_ACTIONS, len(ACTION_FIELDS)),
          "unseen": (2, MAX_CARDS)}
Observation = dict[str, np.ndarray]

ME, THEM = 1, 2              # of a seat; 0: nobody
_SHIFTS = {name: np.arange(n, dtype=np.uint64)
           for name, n in (("colours", N_MANA - 1), ("keywords", len(KEYWORDS)))}
_STATUS_BITS, _TYPE_BITS = np.array(list(STATUS.values())), np.array(list(TYPES.values()))


def observe(game: Any, rules: Any, seat: int, actions: np.ndarray) -> Observation:
    """What `seat` knows of a game; actions: the answers that it may give now, none when it is not asked.

    game, rules: records of GAME and RULES.
    """
    unknown = hidden(game, seat)
    there = game["object"]["zone"] != Zone.NOWHERE
    there[game["n_objects"]:] = False
    return {"table": _table(game, seat, len(actions), unknown),
            "objects": _objects(game, rules, seat, there & ~unknown), "stack": _stack(game, seat),
            "actions": _actions(actions, seat), "unseen": _unseen(game, seat, there & unknown)}


def mask(n: int) -> np.ndarray:
    """Which actions are legal: the first `n`, (MAX_ACTIONS,) int8."""
    legal = np.zeros(MAX_ACTIONS, np.int8)
    legal[:n] = 1
    return legal


def _side(seats: Any, seat: int) -> Any:
    """ME or THEM of seats, 0 of no seat."""
    return np.where(np.asarray(seats) < 0, 0, np.where(np.asarray(seats) == seat, ME, THEM))


def _row(objects: Any, known: np.ndarray) -> np.ndarray:
    """Rows of objects counted from 1; 0 for none and for one that is not known."""
    objects = np.asarray(objects).astype(np.int64)
    there = objects < MAX_OBJECTS
    return np.where(there & known[np.where(there, objects, 0)], objects + 1, 0)


def _table(game: Any, seat: int, n: int, unknown: np.ndarray) -> np.ndarray:
    asked = game["to_act"] == seat and n > 0
    about = _row(game["choice"]["attention"], ~unknown) if asked else 0
    values = [game["decision"] if asked else 0, game["turn"], game["active"] == seat, game["step"],
              game["starter"] == seat, game["n_stack"], n, about]
    for player in (game["player"][seat], game["player"][1 - seat]):
        values += [player["life"], player["poison"], player["n_hand"], player["n_library"], player["n_graveyard"],
                   player["lands_played"], player["mulligans"], *player["pool"].tolist()]
    return np.array(values, np.int16)


def _objects(game: Any, rules: Any, seat: int, known: np.ndarray) -> np.ndarray:
    rows = np.zeros(SHAPES["objects"], np.int16)
    at = np.flatnonzero(known)
    o = game["object"][at]
    card = rules["card"][o["card"]]
    here = o["zone"] == Zone.BATTLEFIELD
    arcane, spirit = ((card["subs"][:, 0] >> np.uint64(bit) & np.uint64(1)) for bit in (SUB_ARCANE, SUB_SPIRIT))

    def of(name: str) -> np.ndarray:
        return np.where(here, o[name], card[name])

    columns = [o["card"], o["zone"], _side(o["owner"], seat), np.where(here, _side(o["controller"], seat), 0),
               o["known"] >> (1 - seat) & 1, of("power"), of("toughness"), o["damage"],
               np.where(here, game["turn"] - o["since"], 0), card["mana_value"], card["splice_onto"] != 0, arcane,
               spirit, np.where(here, _row(o["attached"], known), 0), np.where(here, _row(o["blocking"], known), 0)]
    bits = [(o["status"][:, None] & _STATUS_BITS) != 0, (of("types")[:, None] & _TYPE_BITS) != 0,
            *(of(name).astype(np.uint64)[:, None] >> shifts & np.uint64(1) for name, shifts in _SHIFTS.items()),
            o["counters"]]
    rows[at] = np.concatenate([np.stack(columns, axis=1), *bits], axis=1)
    return rows


def _stack(game: Any, seat: int) -> np.ndarray:
    rows = np.zeros(SHAPES["stack"], np.int16)
    everything = np.ones(MAX_OBJECTS, bool)
    for k in range(int(game["n_stack"])):
        item = game["stack"][k]
        parts, aims = item["part"][:item["n_parts"]], item["target"][:item["n_targets"]][:N_AIMS]
        spliced = parts["card"][parts["spliced"] != 0][:N_TEXTS]
        at_players = np.where(aims["seat"] == seat, -ME, -THEM)
        targets = np.where(aims["obj"] == ABSENT, at_players, _row(aims["obj"], everything))
        rows[k, :6] = (item["kind"] + 1, _row(item["obj"], everything), item["card"] if item["card"] != ABSENT else 0,
                       _side(item["controller"], seat), item["x"], item["n_parts"])
        rows[k, 6:6 + len(spliced)] = spliced
        rows[k, 6 + N_TEXTS:6 + N_TEXTS + len(targets)] = targets
    return rows


def _actions(actions: np.ndarray, seat: int) -> np.ndarray:
    rows = np.zeros(SHAPES["actions"], np.int16)
    value = actions["value"]
    rows[:len(actions), 0] = actions["kind"] + 1
    rows[:len(actions), 1] = _row(actions["obj"], np.ones(MAX_OBJECTS, bool))
    rows[:len(actions), 2] = np.where(actions["card"] == ABSENT, 0, actions["card"])
    rows[:len(actions), 3] = np.where(actions["kind"] == ActionKind.PICK_PLAYER, _side(value, seat), value)
    return rows


def _unseen(game: Any, seat: int, unknown: np.ndarray) -> np.ndarray:
    counts = np.zeros(SHAPES["unseen"], np.int16)
    for row, owner in enumerate((seat, 1 - seat)):
        mine = unknown & (game["object"]["owner"] == owner)
        counts[row] = np.bincount(game["object"]["card"][mine], minlength=MAX_CARDS)[:MAX_CARDS]
    return counts
