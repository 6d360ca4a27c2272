"""What triggered abilities wait for: the words as table entries, and back."""
from __future__ import annotations

from typing import Any

from decks.parse import Tree
from decks.phrases import Speaker
from decks.selections import compile_selection
from decks.tables import Tables
from decks.words import EVENTS, PLAYER_EVENTS, STEP_WHOSE, STEPS, article, key_of
from sim.terms_abilities import LIMIT_ATTACHED_SUBJECT, LIMIT_SELF, Event, Whose

CASTER = {"by_you": Whose.YOU, "by_opponent": Whose.OPPONENT, "by_anyone": Whose.ANY}
BY_OPPONENT = " of an opponent"
CASTERS = {Whose.YOU: "you", Whose.OPPONENT: "an opponent", Whose.ANY: "a player"}


def fill_trigger(tables: Tables, row: Any, tree: Tree) -> None:
    """What a triggered ability waits for, from a `trigger` tree."""
    parts = tree.children
    if tree.data == "casts":
        row.event, row.whose = Event.CAST, CASTER[parts[0].data]
        row.subject = compile_selection(tables, parts[2])
    elif tree.data == "plays":
        row.event, row.whose = Event.LAND_PLAYED, CASTER[parts[0].data]
        row.subject = compile_selection(tables, parts[2])
    elif tree.data == "step_event":
        row.event, row.whose = STEPS[str(parts[1])], STEP_WHOSE[str(parts[0])]
    elif tree.data == "state_event":
        row.event, row.limit = Event.STATE, row.limit | LIMIT_SELF
    elif tree.data == "player_event":
        row.event, row.whose = PLAYER_EVENTS[str(parts[1]).split()[0].removesuffix("s")], CASTER[parts[0].data]
    else:
        word = str(parts[1])
        row.whose = Whose.OPPONENT if word.endswith("an opponent") else Whose.ANY
        row.event = EVENTS[word.removesuffix(BY_OPPONENT).replace("to an opponent", "to a player")]
        if parts[0].data == "any_subject":
            row.subject = compile_selection(tables, parts[0].children[0])
        else:
            row.limit |= LIMIT_SELF if parts[0].data == "this_subject" else LIMIT_ATTACHED_SUBJECT


def trigger(tables: Tables, row: Any) -> str:
    """The words of what a triggered ability waits for."""
    event, whose = Event(int(row.event)), Whose(int(row.whose))
    words = Speaker(tables).selection(row.subject) if row.subject else ""
    if event == Event.CAST and not row.limit & LIMIT_SELF:
        return f"{CASTERS[whose]} {'cast' if whose == Whose.YOU else 'casts'} {article(words)}"
    if event == Event.LAND_PLAYED:
        return f"{CASTERS[whose]} {'play' if whose == Whose.YOU else 'plays'} {article(words)}"
    if event == Event.STATE:
        return "this is so"
    if event in STEPS.values():
        return f"{key_of(STEP_WHOSE, whose)} {key_of(STEPS, event)}"
    if event in PLAYER_EVENTS.values() and not row.limit & LIMIT_SELF:
        verb = key_of(PLAYER_EVENTS, event)
        what = {"gain": "life", "become": "a target of an opponent"}.get(verb, "a card")
        return f"{CASTERS[whose]} {verb}{'' if whose == Whose.YOU else 's'} {what}"
    if row.limit & LIMIT_SELF:
        who = "this"
    else:
        who = "the bearer" if row.limit & LIMIT_ATTACHED_SUBJECT else article(words)
    words = key_of(EVENTS, event)
    if whose == Whose.OPPONENT:
        words = words.replace("to a player", "to an opponent") if "to a player" in words else words + BY_OPPONENT
    return f"{who} {words}"
