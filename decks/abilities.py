"""Abilities of a card: activated, triggered, static, mana abilities; modes; what texts read and write."""
from __future__ import annotations

import re
from typing import Any

from decks import waiting
from decks.amounts import Text
from decks.effects import Code, EffectCompiler, mana_units
from decks.errors import NotationError, nearest
from decks.macros import BASIC_LANDS, expand
from decks.order import reads_and_writes
from decks.parse import Tree, parse
from decks.selections import compile_selection
from decks.tables import Tables, blank
from decks.triggers import fill_trigger
from sim import layout
from sim.terms import KEYWORDS, KW_HAS_GRANTED, REMEMBERED_COLOURS, X_MANY, Zone
from sim.terms_abilities import (
    LIMIT_ATTACHED,
    LIMIT_BY_OPPONENT,
    LIMIT_COMBAT,
    LIMIT_EVERYBODY,
    LIMIT_FIRST_TIME,
    LIMIT_LEGENDARY_MANA,
    LIMIT_ONCE,
    LIMIT_OPPONENTS,
    LIMIT_PRIORITY,
    LIMIT_PROVIDED,
    LIMIT_REPEATS,
    LIMIT_SELF,
    LIMIT_SHELTER,
    LIMIT_SORCERY,
    LIMIT_SPECIAL,
    LIMIT_YOUR_TURN,
    AbilityKind,
    Event,
    StaticKind,
)
from sim.terms_texts import Ref

LIMITS = {"opponent's doing": LIMIT_BY_OPPONENT, "special": LIMIT_SPECIAL, "sorcery": LIMIT_SORCERY,
          "once": LIMIT_ONCE, "your turn": LIMIT_YOUR_TURN, "combat": LIMIT_COMBAT, "first time": LIMIT_FIRST_TIME,
          "legendary spells": LIMIT_LEGENDARY_MANA, "priority": LIMIT_PRIORITY, "sheltering": LIMIT_SHELTER}
WORKS_IN = {"battlefield": Zone.BATTLEFIELD, "hand": Zone.HAND, "graveyard": Zone.GRAVEYARD, "exile": Zone.EXILE,
            "stack": Zone.STACK}
KEYS = {"when": {"when", "if", "provided", "x", "effect", "modes", "choose", "repeat", "limit", "zone"},
        "cost": {"cost", "if", "x", "effect", "modes", "choose", "repeat", "limit", "zone"},
        "mana": {"mana", "times", "cost", "effect", "limit", "if", "zone"},
        "static": {"static", "if"}, "instead": {"instead", "if", "effect", "zone"}, "keyword": {"keyword"},
        "loyalty": {"loyalty", "effect", "modes", "choose"}, "granted": {"granted", "to"}}

KINDS = ("when", "mana", "cost", "loyalty", "static", "keyword", "granted", "instead")


class AbilityCompiler:
    """Turns the ability tables of a card entry into ABILITY records."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def abilities(self, entry: dict[str, Any]) -> list[Any]:
        """The records of one ability entry; the rows of modes and granted abilities are stored already."""
        kind = next((key for key in KINDS if key in entry), None)
        if kind is None:
            raise NotationError(f"an ability needs one of: {', '.join(KEYS)}")
        for key in entry:
            if key not in KEYS[kind]:
                raise NotationError(f'unknown key "{key}" beside "{kind}"', nearest(key, KEYS[kind]))
        if kind == "keyword":
            return [row for each in expand(entry["keyword"]) for row in self.abilities(each)]
        return getattr(self, "_" + kind)(entry)

    # -------------------------------------------------------------- texts

    def text(self, row: Any, lines: list[str]) -> None:
        """Compile the lines of one text into its targets and program."""
        compiler = EffectCompiler(self.tables)
        code = compiler.program(string_list(lines, "effect"))
        self._store(row, compiler, code)

    def _store(self, row: Any, text: Text, code: Code) -> None:
        row.target, row.n_targets = self.tables.listed("target_spec", text.targets), len(text.targets)
        row.program, row.n_program = self.tables.listed("instruction", code), len(code)
        row.reads, row.writes = reads_and_writes(self.tables, code, text.targets)

    def modal(self, row: Any, entry: dict[str, Any]) -> None:
        """The one text of an ability or spell, or its modes."""
        if "modes" in entry:
            if "effect" in entry:
                raise NotationError('"effect" and "modes" do not go together')
            self._modes(row, entry)
        elif "effect" in entry:
            self.text(row, entry["effect"])
        else:
            raise NotationError('"effect" is missing: what does it do?')

    def _modes(self, row: Any, entry: dict[str, Any]) -> None:
        modes = []
        for lines in entry["modes"]:
            mode = blank(layout.ABILITY)
            mode.kind, mode.zone = AbilityKind.SPELL, row.zone
            self.text(mode, lines)
            row.reads, row.writes = row.reads | mode.reads, row.writes | mode.writes
            modes.append(mode)
        row.mode, row.n_modes = self.tables.listed("ability", modes), len(modes)
        choose = entry.get("choose", 1)
        least, most = (choose, choose) if isinstance(choose, int) else choose
        row.limit |= LIMIT_REPEATS if entry.get("repeat") else 0
        if not 0 < least <= most or (most > len(modes) and not entry.get("repeat")):
            raise NotationError(f"choose = {choose} does not fit {len(modes)} modes")
        row.choose_least, row.choose_most = least, most

    def spell(self, entry: dict[str, Any]) -> int:
        """The row of an instant's or sorcery's text, or of an Aura's "enchant"."""
        row = blank(layout.ABILITY)
        row.kind, row.zone = AbilityKind.SPELL, Zone.STACK
        if "enchant" in entry:
            text = Text(self.tables)
            text.ref(parse(f"destroy target {entry['enchant']}", "line").children[0].children[0])
            if "enchant_when_cast" in entry:
                text.targets[0].when_chosen = compile_selection(
                    self.tables, parse(entry["enchant_when_cast"], "selection"))
            self._store(row, text, [])
        else:
            self.modal(row, entry)
        return self.tables.listed("ability", [row])

    # -------------------------------------------------------------- kinds of abilities

    def _row(self, kind: AbilityKind, entry: dict[str, Any]) -> Any:
        row = blank(layout.ABILITY)
        row.kind = kind
        row.zone = word_value(WORKS_IN, entry.get("zone", "battlefield"), "zone")
        for word in string_list(entry.get("limit", []), "limit"):
            row.limit |= word_value(LIMITS, word, "limit")
        for key in ("if", "provided"):
            if key in entry:
                row.condition = Text(self.tables).condition(parse(entry[key], "condition"))
        row.limit |= LIMIT_PROVIDED if "provided" in entry else 0
        return row

    def _cost(self, entry: dict[str, Any]) -> list[Any]:
        row = self._row(AbilityKind.ACTIVATED, entry)
        row.cost = Text(self.tables).cost(parse(entry["cost"], "cost"))
        self._x(row, entry)
        self.modal(row, entry)
        return [row]

    def _loyalty(self, entry: dict[str, Any]) -> list[Any]:
        """A loyalty ability: as a sorcery, and one of them each turn (606.3)."""
        n = str(entry["loyalty"])
        if not re.fullmatch(r"[+-][0-9]+|0", n):
            raise NotationError(f'loyalty = "{n}" is not "+1", "-3" or "0"')
        verb = "remove" if n[0] == "-" else "add"
        row = {key: value for key, value in entry.items() if key != "loyalty"}
        return self._cost({"cost": f"{verb} {n.lstrip('+-')} loyalty counters", "limit": ["sorcery", "once"], **row})

    def _x(self, row: Any, entry: dict[str, Any]) -> None:
        """What x is in the text, as it triggers or is activated."""
        if "x" in entry:
            row.x = Text(self.tables).number(parse(f"draw cards equal to {entry['x']}", "line").children[0].children[0])

    def _mana(self, entry: dict[str, Any]) -> list[Any]:
        row = self._row(AbilityKind.MANA, entry)
        row.cost = Text(self.tables).cost(parse(entry.get("cost", "{T}"), "cost"))
        units = mana_units(entry["mana"]) if entry["mana"] != OF_REMEMBERED else [(REMEMBERED_COLOURS, 1)]
        if len(units) != 1:
            raise NotationError(f'a mana ability makes mana of one kind, not {entry["mana"]}')
        row.mana, row.mana_amount = units[0]
        if "times" in entry:
            if entry["times"] != "x":
                raise NotationError('"times" of a mana ability can only be "x"; write other amounts as symbols')
            row.mana_amount = X_MANY
        self.text(row, entry.get("effect", []))
        if row.n_targets:
            raise NotationError("a mana ability has no targets (605.1a)")
        return [row]

    def _when(self, entry: dict[str, Any]) -> list[Any]:
        row = self._row(AbilityKind.TRIGGERED, entry)
        fill_trigger(self.tables, row, parse(entry["when"], "trigger"))
        if row.event in waiting.EVENTS:
            raise waiting.NotYetError(waiting.EVENTS[row.event])
        if row.event == Event.CAST and row.limit & LIMIT_SELF:
            row.zone = Zone.STACK
        if row.event == Event.PUT_INTO_GRAVEYARD and row.limit & LIMIT_SELF:
            row.zone = Zone.GRAVEYARD        # it triggers where it has come to (603.6)
        self._x(row, entry)
        self.modal(row, entry)
        return [row]

    # -------------------------------------------------------------- static abilities

    def _static(self, entry: dict[str, Any]) -> list[Any]:
        tree = parse(entry["static"], "static")
        made = blank(layout.STATIC)
        name, parts = str(tree.data), tree.children
        text = Text(self.tables)
        if name in ("modify", "modify_each", "has"):
            made.kind = StaticKind.MODIFY
            self._reach(made, parts[0])
            words = parts[1:] if name == "has" else []
            if name != "has":
                more = [part for part in parts[1:] if isinstance(part, Tree) and part.data == "gets_more"]
                words = more[0].children if more else []
                change = Tree("change" if name == "modify" else "change_each", parts[1:len(parts) - len(more)])
                made.num_a, made.num_b = text.change(change)
            for word in words:
                made.keywords |= 1 << KEYWORDS.index(word)
        elif name == "exiled_instead":
            made.kind, made.filter = StaticKind.GRAVEYARD_TO_EXILE, compile_selection(self.tables, parts[0])
        elif name in ("costs_less", "costs_more", "costs_at_least"):
            made.kind = {"costs_less": StaticKind.COST_LESS, "costs_more": StaticKind.COST_MORE,
                         "costs_at_least": StaticKind.MINIMUM_COST}[name]
            made.filter, made.num_a = compile_selection(self.tables, parts[0]), text.literal(int(str(parts[1])))
        elif name == "abilities_cost_more":
            made.kind, made.filter = StaticKind.COST_MORE, compile_selection(self.tables, parts[1])
            made.num_a = text.literal(int(str(parts[2])))
        elif name == "you_have":
            if parts[0] != "hexproof":
                raise NotationError(f'a player cannot have "{parts[0]}"; "you have hexproof" is the only one')
            made.kind = StaticKind.HEXPROOF_YOU
        elif name in PLAIN_STATICS:
            made.kind = PLAIN_STATICS[name]
            self._plain_static(made, name, parts, text)
        elif name == "casts_top":
            made.kind, made.filter = StaticKind.PLAY_TOP, compile_selection(self.tables, parts[0])
        elif name in STATIC_WORDS:
            made.kind = STATIC_WORDS[name]
        elif name in CANNOT_CAST:
            made.kind, made.filter = StaticKind.CANT_CAST, compile_selection(self.tables, parts[-1])
            made.limit |= CANNOT_CAST[name]
        return [self._static_row(made, entry)]

    def _instead(self, entry: dict[str, Any]) -> list[Any]:
        if entry["instead"] != INSTEAD_OF_DRAWING:
            raise NotationError(f'instead of what? instead = "{INSTEAD_OF_DRAWING}"')
        text, made = blank(layout.ABILITY), blank(layout.STATIC)
        text.kind, text.zone = AbilityKind.SPELL, word_value(WORKS_IN, entry.get("zone", "battlefield"), "zone")
        self.text(text, string_list(entry.get("effect", []), "effect"))
        if text.n_targets:
            raise NotationError("what happens instead of something has no targets")
        made.kind, made.ability = StaticKind.DRAW_INSTEAD, self.tables.listed("ability", [text])
        return [self._static_row(made, {key: entry[key] for key in ("if", "zone") if key in entry})]

    def _plain_static(self, made: Any, name: str, parts: list, text: Text) -> None:
        """Statements of an amount, a selection, or both."""
        if name in ("hand_limit", "hand_limit_opponents", "extra_lands"):
            n = next(int(str(part)) for part in parts if str(part).isdigit())
            made.num_a = text.literal(-n if name == "hand_limit_opponents" else n)
            made.limit = LIMIT_OPPONENTS if name == "hand_limit_opponents" else 0
        elif name == "no_hand_limit":
            made.num_a = text.literal(NO_LIMIT)
        elif name == "land_type":
            made.filter = compile_selection(self.tables, parts[0])
            if str(parts[1]) not in BASIC_LANDS:
                raise NotationError(f"{parts[1]} is no basic land type", ", ".join(BASIC_LANDS))
            made.num_a = text.literal(list(BASIC_LANDS).index(str(parts[1])))
        elif name == "pay_instead":
            made.ability = text.cost(parts[0])
        elif name in ("no_legend_rule", "colour_protection"):
            made.num_a, made.filter = text.literal(1), compile_selection(self.tables, parts[0])
        elif name == "prevented_to":
            made.num_a = text.literal(1)
            self._reach(made, parts[0])
        elif name == "retype":
            self._reach(made, parts[0])
            made.ability = EffectCompiler(self.tables).token(parts[1])
        elif name == "more_damage":
            self._reach(made, parts[0])
            made.num_a = text.literal(int(str(parts[1])))
        elif name == "attack_tax":
            self._reach(made, parts[0])
            made.num_a = text.number(parts[1])
        elif name in ("set_pt", "set_toughness", "set_power"):
            number = text.number(parts[0])
            made.num_a = 0 if name == "set_toughness" else number
            made.num_b = 0 if name == "set_power" else number
        elif name == "cannot_block_them":
            made.filter, made.against = [compile_selection(self.tables, part) for part in parts]

    def _static_row(self, made: Any, entry: dict[str, Any]) -> Any:
        row = self._row(AbilityKind.STATIC, entry)
        row.static = self.tables.shared("static", made)
        return row

    def _reach(self, made: Any, tree: Tree) -> None:
        ref = Text(self.tables).ref(tree)
        if ref[0] == Ref.SELF:
            made.limit = LIMIT_SELF
        elif ref[0] == Ref.ATTACHED:
            made.limit = LIMIT_ATTACHED
        elif ref[0] == Ref.EACH:
            made.filter = ref[1]
        else:
            raise NotationError('a static ability is about "this", "the bearer" or "each ..."')

    def _granted(self, entry: dict[str, Any]) -> list[Any]:
        rows = self.abilities(entry["granted"])
        made = blank(layout.STATIC)
        made.kind, made.keywords = StaticKind.GRANT_ABILITY, KW_HAS_GRANTED
        if rows[0].kind == AbilityKind.TRIGGERED:
            made.kind, made.keywords = StaticKind.GRANT_TRIGGER, 0
        made.ability = self.tables.listed("ability", rows)
        self._reach(made, parse(f"destroy {entry.get('to', 'the bearer')}", "line").children[0].children[0])
        return [self._static_row(made, {})]


INSTEAD_OF_DRAWING = "you draw a card"
OF_REMEMBERED = "the colours of the remembered card"
NO_LIMIT = 1000              # more cards than any hand has
PLAIN_STATICS = {"no_legend_rule": StaticKind.NO_LEGEND_RULE, "hand_limit": StaticKind.HAND_LIMIT,
                 "hand_limit_opponents": StaticKind.HAND_LIMIT, "no_hand_limit": StaticKind.HAND_LIMIT,
                 "extra_lands": StaticKind.EXTRA_LANDS, "colour_protection": StaticKind.COLOUR_PROTECTION,
                 "land_type": StaticKind.LAND_TYPE, "pay_instead": StaticKind.PAY_INSTEAD,
                 "prevented_to": StaticKind.PREVENT_TO, "retype": StaticKind.RETYPE,
                 "attack_tax": StaticKind.ATTACK_TAX, "more_damage": StaticKind.MORE_DAMAGE,
                 "set_pt": StaticKind.SET_PT, "set_toughness": StaticKind.SET_PT, "set_power": StaticKind.SET_PT,
                 "cannot_block_them": StaticKind.CANT_BLOCK_THEM}
CANNOT_CAST = {"cannot_cast": 0, "opponents_cannot_cast": LIMIT_OPPONENTS, "players_cannot_cast": LIMIT_EVERYBODY}
STATIC_WORDS = {"chosen_unusable": StaticKind.CANT_ACTIVATE_CHOSEN,
                "cannot_gain_life": StaticKind.CANT_GAIN_LIFE, "one_spell": StaticKind.ONE_SPELL_A_TURN,
                "chosen_uncastable": StaticKind.CANT_CAST_CHOSEN, "casts_free": StaticKind.CAST_FREE,
                "gain_is_loss": StaticKind.GAIN_IS_LOSS, "unpreventable": StaticKind.NO_PREVENTION,
                "controls_bearer": StaticKind.CONTROL, "plays_top": StaticKind.PLAY_TOP,
                "draws_once": StaticKind.DRAW_ONCE}


def string_list(value: Any, key: str) -> list[str]:
    """`value`, checked to be a list of strings."""
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise NotationError(f'"{key}" must be a list of strings, one instruction each')
    return value


def word_value(mapping: dict[str, Any], word: str, what: str) -> Any:
    """The value of a word, or an error that names the nearest."""
    if word not in mapping:
        raise NotationError(f'unknown {what} "{word}"', nearest(str(word), mapping) or ", ".join(mapping))
    return mapping[word]
