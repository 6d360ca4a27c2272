"""Actions, objects and questions as text for people, and the names of things.

Everything here reads one game record (`games[i]`) and the pool that its rules came from.
"""
from __future__ import annotations

from typing import Any

from sim.terms import (
    ABSENT,
    COUNTERS,
    FORM_STEP,
    ST_ATTACKING,
    ST_TAPPED,
    ActionKind,
    Alternative,
    Decision,
    Form,
    Step,
    Word,
    Zone,
)
from sim.terms_abilities import AbilityKind

COLOUR_WORDS = ("white", "blue", "black", "red", "green")
MANA_SYMBOLS = ("{W}", "{U}", "{B}", "{R}", "{G}", "{C}")
SEATS = ("you", "opponent")
STEP_WORDS = tuple(step.name.lower() for step in Step)
_PLAIN = {ActionKind.PASS: "pass", ActionKind.PASS_UNTIL: "pass until something happens", ActionKind.DONE: "done",
          ActionKind.YES: "yes", ActionKind.NO: "no", ActionKind.CONCEDE: "concede"}
_QUESTIONS = {
    Decision.NONE: "nothing is asked", Decision.PLAY_DRAW: "play first or draw first",
    Decision.MULLIGAN: "keep this hand", Decision.BOTTOM: "a card for the bottom of the library",
    Decision.PRIORITY: "priority", Decision.MODE: "a mode", Decision.SPLICE: "a card to splice",
    Decision.SPLICE_ORDER: "the text that comes next", Decision.COST: "which cost to pay",
    Decision.OPTIONAL_COST: "an optional cost", Decision.CHOOSE_X: "the value of X", Decision.TARGET: "a target",
    Decision.PAY: "what to pay with", Decision.ATTACK: "does this creature attack",
    Decision.BLOCK: "what this creature blocks", Decision.CHOOSE: "a choice", Decision.MAY: "yes or no",
    Decision.WORD: "a word", Decision.COLOUR: "a colour",
    Decision.TRIGGER_ORDER: "the trigger that goes on the stack next", Decision.LEGEND: "the legend that stays",
    Decision.DISCARD: "a card to discard", Decision.NUMBER: "a number",
    Decision.ORDER: "the next card to put away", Decision.NEW_TARGET: "a new target",
    Decision.NAME: "a card name", Decision.MANA: "a mana ability to pay with"}


def definition_of(game: Any, obj: int) -> int:
    """Return the definition whose characteristics `obj` has; of a flipped card its other half (710.1)."""
    return int(game.object[obj].card)


def object_name(game: Any, pool: Any, obj: int) -> str:
    """Return the name that `obj` has now."""
    return "nothing" if obj == ABSENT else pool.name(definition_of(game, obj))


def describe_object(game: Any, pool: Any, obj: int) -> str:
    """Name `obj` so that a person finds it: whose it is, and how it differs from its like."""
    if obj == ABSENT:
        return "nothing"
    thing = game.object[obj]
    name = object_name(game, pool, obj)
    if thing.zone != Zone.BATTLEFIELD:
        return name
    notes = [word for bit, word in ((ST_TAPPED, "tapped"), (ST_ATTACKING, "attacking")) if thing.status & bit]
    notes += [f"{n} {COUNTERS[kind]}" for kind, n in enumerate(thing.counters) if n]
    whose = "" if thing.controller == game.to_act else "opponent's "
    return whose + name + (f" ({', '.join(notes)})" if notes else "")


def describe_seat(game: Any, seat: int) -> str:
    """Name a player as the one who is asked sees it."""
    return "you" if seat == game.to_act else "opponent"


def describe_number(game: Any, value: int) -> str:
    """Name a number by what is being asked."""
    if game.decision == Decision.MODE:
        return f"mode {value + 1}"
    if game.decision == Decision.CHOOSE_X:
        return f"X = {value}"
    if game.decision == Decision.COST:
        if value == Alternative.MANA_COST:
            return "mana cost"
        return "free" if value == Alternative.FREE else f"alternative cost {value}"
    return str(value)


def describe_action(game: Any, pool: Any, action: Any) -> str:
    """Say in a few words what an action does.

    `action` is an ACTION record, or anything with its fields `kind`, `obj` and `value`.
    """
    kind, obj, value = int(action.kind), int(action.obj), int(action.value)
    if kind == ActionKind.WORD:
        return Word(value).name.lower()
    if kind == ActionKind.COLOUR:
        return COLOUR_WORDS[value.bit_length() - 1] if 0 < value < 32 else "colourless"
    if kind == ActionKind.NUMBER:
        return describe_number(game, value)
    if kind == ActionKind.NAME:
        return str(pool.names[value])
    if kind == ActionKind.PICK_PLAYER:
        return describe_seat(game, value)
    thing = describe_object(game, pool, obj)
    if kind == ActionKind.CAST:
        form, how = divmod(value, FORM_STEP)
        card = pool.rules[0].card[game.object[obj].card]
        halves = {Form.ADVENTURE: card.adventure, Form.LEFT: card.half[0], Form.RIGHT: card.half[1]}
        over = " overloaded" if form == Form.OVERLOADED else ""
        named = pool.name(int(halves[Form(form)])) if form in halves else thing
        flashback = how in (Alternative.FLASHBACK, Alternative.GRANTED_FLASHBACK)
        return f"cast {named}{over}{' with flashback' if flashback else ''}"
    if kind == ActionKind.PLAY_LAND:
        return f"play {thing}"
    if kind == ActionKind.ACTIVATE:
        return f"activate {thing}, ability {activated_number(game, pool, obj, value)}"
    if kind == ActionKind.PICK and game.decision == Decision.ATTACK:
        return f"{describe_object(game, pool, int(game.choice.attention))} attacks {thing}"
    if kind == ActionKind.PICK:
        return thing
    if game.decision == Decision.ATTACK:
        return f"{thing} attacks" if kind == ActionKind.YES else f"{thing} stays"
    return _PLAIN[ActionKind(kind)]


def activated_number(game: Any, pool: Any, obj: int, index: int) -> int:
    """Return the number (from 1) among its activated abilities of an object's ability `index`."""
    rules = pool.rules[0]
    card = rules.card[definition_of(game, obj)]
    first = int(card.ability)
    kinds = [int(rules.ability[first + k].kind) for k in range(min(index, int(card.n_abilities)))]
    activated = sum(kind in (AbilityKind.ACTIVATED, AbilityKind.MANA) for kind in kinds)
    return activated + 1 + max(0, index - int(card.n_abilities))


def describe_question(game: Any) -> str:
    """Say what is being asked of whom."""
    return f"{SEATS[game.to_act]} is asked for {_QUESTIONS[Decision(int(game.decision))]}"


def mana_text(pool_of_player: Any) -> str:
    """Render floating mana as symbols, `(6,)` in the order W U B R G C."""
    return "".join(symbol * int(n) for symbol, n in zip(MANA_SYMBOLS, pool_of_player, strict=True))
