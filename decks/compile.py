"""Card entries as CARD rows: printed facts, and the texts that run."""
from __future__ import annotations

from typing import Any

from decks.abilities import AbilityCompiler, string_list
from decks.amounts import Text, counter_kind
from decks.errors import NotationError, nearest
from decks.macros import BASIC_LANDS, expand, keyword_bit, with_casting_keywords
from decks.parse import parse
from decks.selections import compile_selection
from decks.tables import Tables, blank, mana_value
from decks.words import COLOURS, SUPERS, TYPES
from sim import layout
from sim.terms import (
    SUB_PLAINS,
    TYPE_CREATURE,
    TYPE_INSTANT,
    TYPE_LAND,
    TYPE_PLANESWALKER,
    TYPE_SORCERY,
    TYPE_SPELL_CARD,
    Counter,
    Option,
    Zone,
)
from sim.terms_abilities import AbilityKind
from sim.terms_texts import Op

COLOUR_ORDER = (1, 2, 4, 8, 16)      # W U B R G, as the first five of MANA_COST.need
FACTS = {"name", "cost", "types", "pt", "de", "fr", "colours", "keywords", "ability", "value", "loyalty"}
CARD_KEYS = FACTS | {"effect", "modes", "choose", "splice", "alternative", "additional", "optional", "flip",
                     "enters", "enchant", "enchant_when_cast", "entering", "opening", "flashback", "adventure",
                     "unsupported", "aliases", "halves", "fuse", "madness", "copies", "mode_cost", "alternative_if",
                     "cast_if", "repeat", "overload"}
TOKEN_KEYS = FACTS | {"id"}
OPTIONS = {option.name.lower(): option for option in Option if option != Option.PLAIN}
SPLIT_KEYS = {"name", "types", "de", "fr", "value", "fuse", "halves", "aliases"}
ADVENTURE_KEYS = {"name", "cost", "types", "effect", "modes", "choose", "de", "fr"}
FLIP_KEYS = {"name", "types", "pt", "keywords", "ability", "value", "de", "fr", "loyalty"}
WORTH = {"flying": 0.35, "first strike": 0.2, "double strike": 0.5, "vigilance": 0.1, "trample": 0.15,
         "haste": 0.15, "fear": 0.25, "lifelink": 0.3, "deathtouch": 0.3, "hexproof": 0.2, "unblockable": 0.4,
         "indestructible": 0.5, "defender": -0.3, "cant block": -0.2, "cant attack": -0.4}

TRICKS = {Op.STOP, Op.TAP, Op.UNTAP, Op.TAP_OR_UNTAP, Op.PREVENT_NEXT, Op.PREVENT_FROM, Op.PREVENT_EVENT,
          Op.PREVENT_ALL_TO, Op.REGENERATE, Op.GAIN_LIFE}
TRICK_SHARE = 0.4            # of the worth of a spell that does more


def subtypes_of(entry: dict[str, Any]) -> set[str]:
    """The subtypes on the type lines of a card or token entry."""
    found = set()
    for part in (entry, entry.get("flip"), entry.get("adventure")):
        if isinstance(part, dict) and isinstance(part.get("types"), str):
            found.update(split_types(part["types"])[1])
    return found


def split_types(line: str) -> tuple[list[str], list[str]]:
    """Types and subtypes of a type line, which are parted by a dash."""
    left, _, right = line.replace(" - ", " — ").partition("—")
    return left.split(), right.split()


class CardCompiler:
    """Adds card and token definitions to the tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.ability = AbilityCompiler(tables)

    def token(self, entry: dict[str, Any]) -> int:
        """Add a token definition; its colour is stated, its name is its subtypes and "Token" (111.4)."""
        check_keys(entry, TOKEN_KEYS, ("id", "types"))
        entry = dict(entry)
        entry.setdefault("name", " ".join([*split_types(entry["types"])[1], "Token"]))
        return self._add(self._card(entry))

    def card(self, entry: dict[str, Any]) -> int:
        """Add a card definition, and that of its flipped half."""
        check_keys(entry, CARD_KEYS, ("name", "types"))
        if type(entry.get("copies", 4)) is not int:
            raise NotationError(f'copies = "{entry["copies"]}" is not the number of copies that a deck may have')
        entry = with_casting_keywords(entry)
        if "halves" in entry:
            return self._split(entry)
        flipped = 0
        if "flip" in entry:
            half = entry["flip"]
            check_keys(half, FLIP_KEYS, ("name", "types"))
            made = self._card({"cost": entry.get("cost"), **half})
            flipped = self._add(made)
        adventure = self._adventure(entry["adventure"]) if "adventure" in entry else 0
        overloaded = self._overloaded(entry) if "overload" in entry else 0
        made = self._card(entry)
        made.flip, made.adventure, made.overload = flipped, adventure, overloaded
        self._casting(made, entry)
        return self._add(made)

    def _split(self, entry: dict[str, Any]) -> int:
        """Add a split card (709): its halves, and the whole with the characteristics of both."""
        halves = entry["halves"]
        if not isinstance(halves, list) or len(halves) != 2 or entry.keys() - SPLIT_KEYS:
            raise NotationError("a split card has name, types, fuse and two halves", ", ".join(sorted(SPLIT_KEYS)))
        numbers = [self._adventure(half) for half in halves]
        made = self._card({**entry, "cost": halves[0]["cost"] + halves[1]["cost"]})
        for at, number in enumerate(numbers):
            made.half[at] = number
        made.fuse = bool(entry.get("fuse", False))
        return self._add(made)

    def _adventure(self, half: dict[str, Any]) -> int:
        """Add the definition of the half that is an adventure (715)."""
        check_keys(half, ADVENTURE_KEYS, ("name", "cost", "types"))
        made = self._card(half)
        self._casting(made, half)
        return self._add(made)

    def _overloaded(self, entry: dict[str, Any]) -> int:
        """Add the definition of a card cast for its overload cost: "each" in place of "target" (702.96a)."""
        lines = [line.replace("target ", "each ") for line in string_list(entry.get("effect", []), "effect")]
        if any("target" in line or "that each" in line for line in lines):
            raise NotationError('the text of a card with overload says "target" and what is targeted, and no more')
        made = self._card(entry)
        self._casting(made, {**entry, "effect": lines, "alternative": [entry["overload"]]})
        return self._add(made)

    def _add(self, made: Any) -> int:
        return self.tables.listed("card", [made])

    # -------------------------------------------------------------- facts

    def _card(self, entry: dict[str, Any]) -> Any:
        made = blank(layout.CARD)
        made.name = self.tables.name(entry["name"])
        self._types(made, entry["types"])
        if entry.get("cost"):
            made.cost = self.tables.cost(entry["cost"], [])
            mana = self.tables.rules.cost[made.cost].mana
            made.mana_value, made.has_x = mana_value(mana), int(mana.x)
            made.colours = mana_colours(mana)
        if "colours" in entry:
            made.colours = stated_colours(entry["colours"])
        if "pt" in entry:
            made.power, made.toughness = power_toughness(entry["pt"])
        elif made.types & TYPE_CREATURE:
            raise NotationError('a creature needs pt = "power/toughness"')
        if "loyalty" in entry:
            made.counter_kind, made.counter_number = Counter.LOYALTY, Text(self.tables).literal(entry["loyalty"])
        if ("loyalty" in entry) != bool(made.types & TYPE_PLANESWALKER):
            raise NotationError("a planeswalker needs loyalty = 4, and nothing else has loyalty")
        self._abilities(made, entry)
        made.value = entry.get("value", worth(made, entry.get("keywords", [])))
        return made

    def _types(self, made: Any, line: str) -> None:
        words, subs = split_types(line)
        known = {word.capitalize(): bit for word, bit in (SUPERS | TYPES).items()}
        for word in words:
            if word not in known:
                raise NotationError(f'unknown type "{word}"', nearest(word, known) or ", ".join(known))
            made.types |= known[word]
        if not int(made.types) & sum(TYPES.values()):
            raise NotationError(f'types = "{line}" has no card type', ", ".join(word.capitalize() for word in TYPES))
        for word in subs:
            at, bit = self.tables.subtype(word)
            made.subs[at] |= bit

    def _abilities(self, made: Any, entry: dict[str, Any]) -> None:
        rows = []
        if made.types & TYPE_LAND:
            for number, symbol in enumerate(BASIC_LANDS.values()):
                if int(made.subs[0]) >> (SUB_PLAINS + number) & 1:
                    rows += self.ability.abilities({"mana": symbol})
        for word in string_list(entry.get("keywords", []), "keywords"):
            bit = keyword_bit(word)
            if word.startswith("madness "):
                made.madness = self.cost(word.removeprefix("madness "))
            if word == "rebound":
                made.rebound = self._lone_text(["cast this without paying"])
            elif bit is None:
                for each in expand(word):
                    rows += self.ability.abilities(each)
            else:
                made.keywords |= bit
        for ability in entry.get("ability", []):
            rows += self.ability.abilities(ability)
        made.ability, made.n_abilities = self.tables.listed("ability", rows), len(rows)

    # -------------------------------------------------------------- how it is cast

    def _is_trick(self, spell: int) -> bool:
        """Whether a text only does what is worth little except at one moment of a combat."""
        a = self.tables.rules.ability[spell]
        text = self.tables.rules.instruction[a.program:a.program + a.n_program]
        return not a.n_modes and bool(len(text)) and {int(op) for op in text["op"]} <= TRICKS

    def _casting(self, made: Any, entry: dict[str, Any]) -> None:
        is_spell_card = bool(made.types & TYPE_SPELL_CARD)
        if is_spell_card or "enchant" in entry:
            made.spell = self.ability.spell(entry)
            if is_spell_card and "value" not in entry and self._is_trick(int(made.spell)):
                made.value *= TRICK_SHARE
        elif "effect" in entry or "modes" in entry:
            raise NotationError('"effect" is the text of an instant or sorcery; a permanent has [[card.ability]]')
        if "splice" in entry:
            self._splice(made, entry["splice"], is_spell_card)
        if "additional" in entry:
            made.additional_cost = self.cost(entry["additional"])
        for key in ("alternative", "optional"):
            texts = string_list(entry.get(key, []), key)
            if len(texts) > len(made[key]):
                raise NotationError(f"a card may have {len(made[key])} {key} costs")
            for at, text in enumerate(texts):
                word, _, cost = text.partition(" ")
                if key == "optional" and word in OPTIONS:
                    made.option[at], text = OPTIONS[word], cost
                made[key][at] = self.cost(text)
        if "mode_cost" in entry:
            made.mode_cost = self.cost(entry["mode_cost"])
        if "alternative_if" in entry:
            made.alternative_if = Text(self.tables).condition(parse(entry["alternative_if"], "condition"))
        if "cast_if" in entry:
            made.cast_if = Text(self.tables).condition(parse(entry["cast_if"], "condition"))
        if "enters" in entry:
            self._enters(made, entry["enters"])
        if "entering" in entry:
            made.entering = self._lone_text(entry["entering"])
        made.opening = bool(entry.get("opening", False))
        if "madness" in entry:
            made.madness = self.cost(entry["madness"])
        if "flashback" in entry:
            made.flashback = self.cost(entry["flashback"])

    def _lone_text(self, lines: list[str]) -> int:
        """The row of a text that belongs to no ability of the list."""
        row = blank(layout.ABILITY)
        row.kind, row.zone = AbilityKind.SPELL, Zone.STACK
        self.ability.text(row, lines)
        return self.tables.listed("ability", [row])

    def _splice(self, made: Any, splice: Any, is_spell_card: bool) -> None:
        if not isinstance(splice, dict) or set(splice) != {"onto", "cost"}:
            raise NotationError('splice is a table: { onto = "Arcane", cost = "{1}{R}" }')
        if not splice["onto"].strip():
            raise NotationError('splice onto what? onto = "Arcane", "instant or sorcery" or "anything"')
        if not is_spell_card and (made.n_abilities or made.spell):
            raise NotationError("of a permanent card only keywords can be spliced, and this one has abilities")
        if self.tables.rules.ability[made.spell].n_modes:
            raise NotationError("a text with modes cannot be spliced")
        rows = self.tables.rules.ability[int(made.ability):int(made.ability) + int(made.n_abilities)]
        if any(row.zone == Zone.STACK for row in rows):
            raise NotationError("a text that triggers as it is cast cannot be spliced")
        onto = "spell" if splice["onto"] == "anything" else splice["onto"] + " spell"
        made.splice_onto = compile_selection(self.tables, parse(onto, "selection"))
        made.splice_cost = self.cost(splice["cost"])

    def cost(self, text: str) -> int:
        """The table entry of a cost in words or symbols."""
        return Text(self.tables).cost(parse(text, "cost"))

    def _enters(self, made: Any, text: str) -> None:
        start = "tapped unless you "
        if text.startswith("tapped with "):
            made.enters_tapped, text = 1, text.removeprefix("tapped ")
        if text == "tapped":
            made.enters_tapped = 1
        elif text.startswith("tapped unless there "):
            made.enters_tapped = 1
            made.enters_unless = Text(self.tables).condition(parse(text.removeprefix("tapped unless "), "condition"))
        elif text.startswith(start):
            made.enters_tapped = -self.cost(text.removeprefix(start))
        elif text.startswith("with "):
            text, _, condition = text.partition(" if ")
            tree = parse(f"put {text.removeprefix('with ')} on this", "line").children[0]
            words = Text(self.tables)
            if condition:
                made.counter_condition = words.condition(parse(condition, "condition"))
            kind, number = tree.children[:2] if tree.data == "put_counters_equal" else tree.children[1::-1]
            made.counter_number, made.counter_kind = words.number(number), counter_kind(kind)
        else:
            raise NotationError('enters is "tapped", "tapped unless you pay 2 life" or "with x charge counters"',
                                nearest(text, ["tapped"]))


def check_keys(entry: dict[str, Any], known: set[str], needed: tuple[str, ...]) -> None:
    """Refuse unknown and missing keys of an entry."""
    for key in entry:
        if key not in known:
            raise NotationError(f'unknown key "{key}"', nearest(key, known))
    for key in needed:
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise NotationError(f'"{key}" is missing')


def mana_colours(mana: Any) -> int:
    """The colours of a mana cost (202.2)."""
    mask = sum(bit for bit, n in zip(COLOUR_ORDER, mana.need) if n)
    for hybrid in mana.hybrid[:mana.n_hybrid]:
        mask |= int(hybrid) & 31
    return mask


def stated_colours(text: str) -> int:
    """Colours given in words: "blue", "red, white", "colourless"."""
    mask = 0
    for word in text.replace(",", " ").split():
        if word != "colourless" and word not in COLOURS:
            raise NotationError(f'unknown colour "{word}"', nearest(word, [*COLOURS, "colourless"]))
        mask |= COLOURS.get(word, 0)
    return mask


def power_toughness(text: str) -> tuple[int, int]:
    """The two numbers of "2/3"."""
    halves = str(text).replace("*", "0").split("/")
    if len(halves) != 2 or not all(half.strip().lstrip("-").isdigit() for half in halves):
        raise NotationError(f'pt = "{text}" is not "power/toughness" in numbers')
    return int(halves[0]), int(halves[1])


def worth(made: Any, keywords: list[str]) -> float:
    """A rough worth in cards, from printed facts only: size, cost, keywords, number of abilities."""
    if made.types & TYPE_LAND:
        return 0.8 + 0.1 * max(0, made.n_abilities - 1)
    if made.types & TYPE_CREATURE:
        size = 0.18 * made.power + 0.14 * made.toughness
        return 0.3 + size + sum(WORTH.get(word, 0.05) for word in keywords) + 0.2 * made.n_abilities
    if made.types & (TYPE_INSTANT | TYPE_SORCERY):
        return 0.8 + 0.1 * made.mana_value
    return 0.7 + 0.12 * made.mana_value + 0.1 * made.n_abilities
