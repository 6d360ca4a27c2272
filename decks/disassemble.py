"""Compiled cards as entries of the notation: compiling an entry again gives the same tables.

What a keyword stood for ("bushido 1") comes out written in full.
"""
from __future__ import annotations

from typing import Any

from decks.abilities import INSTEAD_OF_DRAWING, LIMITS, NO_LIMIT, OF_REMEMBERED, WORKS_IN
from decks.macros import BASIC_LANDS
from decks.phrases import Speaker
from decks.saying import Program
from decks.tables import Tables, mana_text
from decks.triggers import trigger
from decks.words import (
    COLOURS,
    SUPERS,
    SYMBOLS,
    TYPES,
    article,
    key_of,
)
from sim.terms import (
    COUNTERS,
    FIXED_SUBTYPES,
    KEYWORDS,
    KW_CHANGELING,
    REMEMBERED_COLOURS,
    SUB_PLAINS,
    SUB_SPIRIT,
    TYPE_CREATURE,
    TYPE_LAND,
    TYPE_PLANESWALKER,
    TYPE_SPELL_CARD,
    X_MANY,
    Option,
    Zone,
)
from sim.terms_abilities import (
    LIMIT_ATTACHED,
    LIMIT_EVERYBODY,
    LIMIT_OPPONENTS,
    LIMIT_PROVIDED,
    LIMIT_REPEATS,
    LIMIT_SELF,
    AbilityKind,
    Event,
    StaticKind,
)

FLIP_PARTS = ("name", "types", "pt", "keywords", "ability", "value", "loyalty")
ADVENTURE_PARTS = ("name", "cost", "types", "effect", "choose", "modes")


def disassemble(tables: Tables, definition: int) -> dict[str, Any]:
    """The card entry that compiles to this definition."""
    card = tables.rules.card[definition]
    say = Speaker(tables)
    entry: dict[str, Any] = {"name": tables.names[card.name]}
    if card.cost:
        entry["cost"] = mana_text(tables.rules.cost[card.cost].mana)
    entry["types"] = type_line(tables, card)
    if card.types & TYPE_CREATURE:
        entry["pt"] = power_toughness_text(tables, card)
    if card.types & TYPE_PLANESWALKER:
        entry["loyalty"] = int(tables.rules.number[card.counter_number].plus)
    entry["colours"] = ", ".join(word for word, bit in COLOURS.items() if int(card.colours) & bit) or "colourless"
    entry["value"] = float(card.value)
    entry["keywords"] = [word for n, word in enumerate(KEYWORDS) if int(card.keywords) >> n & 1]
    entry["keywords"] += ["rebound"] if card.rebound else []
    if card.overload:
        entry["keywords"].append(f"overload {say.cost(tables.rules.card[card.overload].alternative[0])}")
    entry["ability"] = abilities(tables, card)
    if card.half[0]:
        halves = [disassemble(tables, int(number)) for number in card.half]
        parts = [{key: half[key] for key in ADVENTURE_PARTS if key in half} for half in halves]
        return {"name": entry["name"], "types": entry["types"], "value": entry["value"], "fuse": bool(card.fuse),
                "halves": parts}
    entry |= _casting(tables, card, say)
    if card.flip:
        half = disassemble(tables, int(card.flip))
        entry["flip"] = {key: half[key] for key in FLIP_PARTS if key in half}
    return {key: value for key, value in entry.items() if value != []}


def power_toughness_text(tables: Tables, card: Any) -> str:
    """The printed power and toughness; a star stands where an ability defines it (604.3)."""
    halves = [str(card.power), str(card.toughness)]
    for row in tables.rules.ability[int(card.ability):int(card.ability) + int(card.n_abilities)]:
        s = tables.rules.static[row.static]
        if row.kind == AbilityKind.STATIC and s.kind == StaticKind.SET_PT:
            halves = ["*" if number else half for number, half in zip((s.num_a, s.num_b), halves)]
    return "/".join(halves)


def type_line(tables: Tables, card: Any) -> str:
    """Supertypes, types and subtypes in their usual order."""
    words = [word.capitalize() for word in ("legendary", "basic", "snow", "world") if int(card.types) & SUPERS[word]]
    order = ("kindred", "artifact", "enchantment", "land", "planeswalker", "creature", "instant", "sorcery")
    words += [word.capitalize() for word in order if int(card.types) & TYPES[word]]
    subs = tables.subtype_words(card.subs)
    if int(card.keywords) & KW_CHANGELING:      # it has all of them; the one that is printed is this
        subs = [word for word in subs if word in FIXED_SUBTYPES[:SUB_SPIRIT]] + ["Shapeshifter"]
    return " ".join(words) + (" — " + " ".join(subs) if subs else "")


def abilities(tables: Tables, card: Any) -> list[dict[str, Any]]:
    """The ability entries of a definition, without the mana abilities of basic land types."""
    rows = [tables.rules.ability[int(card.ability) + at] for at in range(card.n_abilities)]
    if card.types & TYPE_LAND:
        rows = rows[sum(int(card.subs[0]) >> (SUB_PLAINS + n) & 1 for n in range(len(BASIC_LANDS))):]
    return [ability(tables, row) for row in rows]


def ability(tables: Tables, row: Any) -> dict[str, Any]:
    """The entry of one ability."""
    entry = _ABILITIES[AbilityKind(int(row.kind))](tables, row)
    say = Speaker(tables)
    if row.condition:
        entry["provided" if row.limit & LIMIT_PROVIDED else "if"] = say.condition(row.condition)
    if row.zone != Zone.BATTLEFIELD and not (
            row.event in (Event.CAST, Event.PUT_INTO_GRAVEYARD) and row.limit & LIMIT_SELF):
        entry["zone"] = key_of(WORKS_IN, row.zone)
    limits = [word for word, bit in LIMITS.items() if int(row.limit) & bit]
    if limits:
        entry["limit"] = limits
    return entry


def text(tables: Tables, row: Any) -> dict[str, Any]:
    """The lines of a text, or its modes."""
    if row.n_modes:
        modes = [Program(tables, tables.rules.ability[int(row.mode) + at]).lines() for at in range(row.n_modes)]
        again = {"repeat": True} if row.limit & LIMIT_REPEATS else {}
        return {"choose": [int(row.choose_least), int(row.choose_most)], "modes": modes, **again}
    return {"effect": Program(tables, row).lines()}


def _activated(tables: Tables, row: Any) -> dict[str, Any]:
    x = {"x": Speaker(tables).number(row.x)} if row.x else {}
    return {"cost": Speaker(tables).cost(row.cost), **x, **text(tables, row)}


def _mana(tables: Tables, row: Any) -> dict[str, Any]:
    symbol = "{" + "/".join(letter for letter, bit in SYMBOLS.items() if int(row.mana) & bit) + "}"
    if row.mana == REMEMBERED_COLOURS:
        return {"mana": OF_REMEMBERED, **_activated(tables, row)}
    if row.mana_amount == X_MANY:
        return {"mana": symbol, "times": "x", **_activated(tables, row)}
    return {"mana": symbol * int(row.mana_amount), **_activated(tables, row)}


def _triggered(tables: Tables, row: Any) -> dict[str, Any]:
    x = {"x": Speaker(tables).number(row.x)} if row.x else {}
    return {"when": trigger(tables, row), **x, **text(tables, row)}


def _static(tables: Tables, row: Any) -> dict[str, Any]:
    s = tables.rules.static[row.static]
    say = Speaker(tables)
    who = reach(say, s)
    if s.kind in (StaticKind.GRANT_ABILITY, StaticKind.GRANT_TRIGGER):
        return {"granted": ability(tables, tables.rules.ability[s.ability]), "to": who}
    if s.kind == StaticKind.DRAW_INSTEAD:
        return {"instead": INSTEAD_OF_DRAWING, **text(tables, tables.rules.ability[s.ability])}
    return {"static": static_words(say, s, who)}


def option_words(say: Speaker, card: Any, at: int) -> str:
    """An optional cost with its keyword."""
    option = Option(int(card.option[at]))
    return ("" if option == Option.PLAIN else f"{option.name.lower()} ") + say.cost(card.optional[at])


def reach(say: Speaker, s: Any) -> str:
    """Whom a static ability is about."""
    if s.limit & LIMIT_SELF:
        return "this"
    return "the bearer" if s.limit & LIMIT_ATTACHED else f"each {say.selection(s.filter)}"


def static_words(say: Speaker, s: Any, who: str) -> str:
    """The words of a static ability that grants no ability."""
    kind = StaticKind(int(s.kind))
    if kind == StaticKind.MODIFY:
        words = ", ".join(word for n, word in enumerate(KEYWORDS) if int(s.keywords) >> n & 1)
        if not (s.num_a or s.num_b):
            return f"{who} has {words}"
        return f"{who} gets {say.change(s.num_a, s.num_b)}" + (f" and has {words}" if words else "")
    if kind == StaticKind.CANT_CAST:
        whom = "players" if s.limit & LIMIT_EVERYBODY else "opponents" if s.limit & LIMIT_OPPONENTS else "you"
        return f"{whom} cannot cast {say.selection(s.filter)}"
    if kind == StaticKind.PLAY_TOP and s.filter:
        return f"you may cast {say.selection(s.filter)} from the top of the library"
    amount = say.number(s.num_a)
    if kind == StaticKind.LAND_TYPE:
        return f"{who} is {article(list(BASIC_LANDS)[int(say.rules.number[s.num_a].plus)])} only"
    if kind == StaticKind.PAY_INSTEAD:
        return f"you may pay {say.cost(s.ability)} instead of mana costs"
    if kind == StaticKind.HAND_LIMIT:
        n = int(say.rules.number[s.num_a].plus)
        if n == NO_LIMIT:
            return "you have no hand limit"
        if s.limit & LIMIT_OPPONENTS:
            return f"the hand limit of opponents is {-n} less"
        return f"your hand limit is {n} more"
    if kind == StaticKind.SET_PT:
        if s.num_a and s.num_b:
            return f"the power and toughness of this are {amount}"
        return f"the power of this is {amount}" if s.num_a else f"the toughness of this is {say.number(s.num_b)}"
    if kind == StaticKind.CANT_BLOCK_THEM:
        return f"{who} cannot block {say.selection(s.against)}"
    if kind == StaticKind.RETYPE:
        return f'{who} has the creature-types of "{key_of(say.tables.tokens, int(s.ability))}" only'
    if kind == StaticKind.COST_MORE and say.rules.filter[s.filter].zone == Zone.BATTLEFIELD:
        return f"abilities of {who} cost {{{amount}}} more"
    return {StaticKind.GRAVEYARD_TO_EXILE: f"{who} is exiled instead of put into a graveyard",
            StaticKind.COST_LESS: f"{who} costs {{{amount}}} less",
            StaticKind.COST_MORE: f"{who} costs {{{amount}}} more",
            StaticKind.MINIMUM_COST: f"{who} costs at least {amount}",
            StaticKind.CANT_GAIN_LIFE: "players cannot gain life",
            StaticKind.CANT_CAST_CHOSEN: "spells with the chosen name cannot be cast",
            StaticKind.CAST_FREE: "you may cast spells from hand without paying",
            StaticKind.HEXPROOF_YOU: "you have hexproof",
            StaticKind.GAIN_IS_LOSS: "opponents lose life instead of gaining it",
            StaticKind.NO_PREVENTION: "damage cannot be prevented",
            StaticKind.CONTROL: "the bearer is yours",
            StaticKind.NO_LEGEND_RULE: f"the legend rule does not apply to {who}",
            StaticKind.EXTRA_LANDS: f"you may play {amount} more lands each turn",
            StaticKind.CANT_ACTIVATE_CHOSEN: "abilities of permanents with the chosen name cannot be activated",
            StaticKind.MORE_DAMAGE: f"{who} deals {amount} more damage to players",
            StaticKind.COLOUR_PROTECTION: f"protection from the colours of {who}",
            StaticKind.PREVENT_TO: f"damage to {who} is prevented",
            StaticKind.ATTACK_TAX: f"{who} attacks and blocks only for mana equal to {amount}",
            StaticKind.DRAW_ONCE: "opponents cannot draw more than one card each turn",
            StaticKind.PLAY_TOP: "you play from the top of the library",
            StaticKind.ONE_SPELL_A_TURN: "players cannot cast more than one spell each turn"}[kind]


_ABILITIES = {AbilityKind.ACTIVATED: _activated, AbilityKind.MANA: _mana, AbilityKind.TRIGGERED: _triggered,
              AbilityKind.STATIC: _static}


def _casting(tables: Tables, card: Any, say: Speaker) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if card.spell:
        row = tables.rules.ability[card.spell]
        if card.types & TYPE_SPELL_CARD:
            entry |= text(tables, row)
        else:
            entry["enchant"] = Speaker(tables, row).new_target(0).removeprefix("target ")
            only = tables.rules.target_spec[row.target].when_chosen
            if only:
                entry["enchant_when_cast"] = say.selection(only)
    if card.splice_onto:
        onto = say.selection(card.splice_onto)
        entry["splice"] = {"onto": "anything" if onto == "spell" else onto.removesuffix(" spell"),
                           "cost": say.cost(card.splice_cost)}
    if card.additional_cost:
        entry["additional"] = say.cost(card.additional_cost)
    entry["alternative"] = [say.cost(number) for number in card.alternative if number]
    entry["optional"] = [option_words(say, card, at) for at in range(len(card.optional)) if card.optional[at]]
    if card.mode_cost:
        entry["mode_cost"] = say.cost(card.mode_cost)
    if card.alternative_if:
        entry["alternative_if"] = say.condition(card.alternative_if)
    if card.cast_if:
        entry["cast_if"] = say.condition(card.cast_if)
    if card.enters_tapped:
        unless = f" unless you {say.cost(-int(card.enters_tapped))}" if card.enters_tapped < 0 else ""
        unless = f" unless {say.condition(card.enters_unless)}" if card.enters_unless else unless
        entry["enters"] = "tapped" + unless
    if card.counter_number and not card.types & TYPE_PLANESWALKER:
        kind = f"{COUNTERS[card.counter_kind]} counters"
        entry["enters"] = ("tapped " if card.enters_tapped else "") + f"with {say.quantity(card.counter_number, kind)}"
        if card.counter_condition:
            entry["enters"] += f" if {say.condition(card.counter_condition)}"
    if card.entering:
        entry["entering"] = Program(tables, tables.rules.ability[card.entering]).lines()
    if card.opening:
        entry["opening"] = True
    if card.madness:
        entry["madness"] = say.cost(card.madness)
    if card.flashback:
        entry["flashback"] = say.cost(card.flashback)
    if card.adventure:
        half = disassemble(tables, int(card.adventure))
        entry["adventure"] = {key: half[key] for key in ADVENTURE_PARTS if key in half}
    return entry
