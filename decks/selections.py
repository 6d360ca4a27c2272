"""Selections ("legendary creature you control") as filters, and back."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from decks.errors import NotationError, nearest
from decks.parse import Tree
from decks.tables import UNBOUNDED, Tables, blank_filter
from decks.words import (
    ALL_TYPES,
    COLOURS,
    CONTROL,
    FLAGS,
    OWNER,
    SUPERS,
    TYPES,
    ZONES,
    article,
    key_of,
    plural,
    singular,
)
from sim.terms import ALL_COLOURS, COUNTERS, KEYWORDS, TYPE_CREATURE, TYPE_PLANESWALKER, Zone
from sim.terms_abilities import (
    F_ABILITY,
    F_ATTACHED_TO_SELF,
    F_CHOSEN_NAME,
    F_DAMAGED_YOU,
    F_ENCHANTS_CREATURES,
    F_HAS_X,
    F_MV_AT_MOST_X,
    F_MV_IS_X,
    F_NAME,
    F_NOT_NAME,
    F_NOT_TARGETED,
    F_NOTED_NAME,
    F_OUT_OF_TURN,
    F_SHARES_COLOUR,
    F_SINGLE_TARGET,
    F_SPELL,
    F_SUSPENDS,
    Relation,
    Whose,
)

RELATIONS = {"damaged_by_self": (Relation.DAMAGED_BY_SELF, "hit by this"),
             "damaged_by_bearer": (Relation.DAMAGED_BY_BEARER, "hit by the bearer"),
             "blocking_self": (Relation.BLOCKING_SELF, "facing this"),
             "blocked_by_self": (Relation.BLOCKED_BY_SELF, "that this blocks"),
             "chosen_colour": (Relation.CHOSEN_COLOUR, "with the chosen colour"),
             "opponent_owns": (Relation.OPPONENT_OWNS, "that an opponent owns"),
             "not_it": (Relation.NOT_IT, "but it"), "found": (Relation.FOUND, "set aside")}
SUPER_BITS = sum(SUPERS.values())


def compile_selection(tables: Tables, tree: Tree, adjust: Callable[[Any], None] | None = None) -> int:
    """The filter of a `selection` tree; `adjust` may change each alternative before it is stored."""
    other = 0
    for alternative in reversed(tree.children):
        f = _alternative(tables, alternative)
        if adjust:
            adjust(f)
        f.other = other
        other = tables.shared("filter", f)
    return other


def any_target(tables: Tables) -> int:
    """The filter of "any target" (115.4)."""
    f = blank_filter()
    f.zone, f.types_any, f.players = Zone.BATTLEFIELD, TYPE_CREATURE | TYPE_PLANESWALKER, Whose.ANY + 1
    return tables.shared("filter", f)


def _alternative(tables: Tables, tree: Tree) -> Any:
    f = blank_filter()
    f.zone = Zone.BATTLEFIELD
    for part in tree.children:
        if part.data == "subject":
            for piece in part.children:
                _subject(tables, f, piece)
        else:
            _PARTS[part.data](tables, f, part.children)
    return f


def _subject(tables: Tables, f: Any, piece: Tree) -> None:
    words = [singular(str(word)) for word in piece.children] if piece.data != "subs" else []
    if piece.data == "subs":
        for word in piece.children:
            at, bit = tables.subtype(str(word))
            f.subs_any[at] |= bit
    elif piece.data in ("types_any", "types_or_player"):
        for word in words:
            if word == "player":
                f.players = Whose.ANY + 1
            else:
                f.types_any |= TYPES[word]
    elif piece.data == "types_all":
        for word in words:
            f.types_all |= TYPES[word]
    elif piece.data == "card":
        f.zone = Zone.NOWHERE
    elif piece.data in ("spell", "ability"):
        f.zone = Zone.STACK
        f.marks |= F_SPELL if piece.data == "spell" else F_ABILITY
    elif piece.data in ("player", "an_opponent"):
        f.players = (Whose.ANY if piece.data == "player" else Whose.OPPONENT) + 1
        f.types_none = ALL_TYPES


def _colours(tables: Tables, f: Any, words: list) -> None:
    for word in words:
        if word == "colourless":
            f.colours_none = ALL_COLOURS
        else:
            f.colours_any |= COLOURS[word]


def _noncolour(tables: Tables, f: Any, words: list) -> None:
    f.colours_none |= COLOURS[words[0].removeprefix("non")]


def _super(tables: Tables, f: Any, words: list) -> None:
    f.types_all |= SUPERS[str(words[0])]


def _nontype(tables: Tables, f: Any, words: list) -> None:
    f.types_none |= (SUPERS | TYPES)[words[0].removeprefix("non")]


def _nonsub(tables: Tables, f: Any, words: list) -> None:
    at, bit = tables.subtype(words[0].removeprefix("non-"))
    f.subs_none[at] |= bit


def _flag(tables: Tables, f: Any, words: list) -> None:
    f.marks |= FLAGS[str(words[0])]


def _control(tables: Tables, f: Any, words: list) -> None:
    f.controller = CONTROL[str(words[0])]


def _in_zone(tables: Tables, f: Any, words: list) -> None:
    text = str(words[0]).removeprefix("in ")
    if text == "outside the game" and f.zone == Zone.NOWHERE:
        f.zone, f.controller = Zone.OUTSIDE, Whose.YOU
        return
    if f.zone != Zone.NOWHERE:
        raise NotationError(f'"in {text}" goes with "card" ("creature card in {text}")')
    if text == "exile":
        f.zone = Zone.EXILE
    else:
        owner, zone = text.rsplit(" ", 1)
        f.zone, f.controller = ZONES[zone], OWNER[owner]


def _with_keyword(tables: Tables, f: Any, words: list) -> None:
    f.keywords_all |= 1 << KEYWORDS.index(words[0])


def _without_keyword(tables: Tables, f: Any, words: list) -> None:
    f.keywords_none |= 1 << KEYWORDS.index(words[0])


def _bounds(bound: Tree) -> tuple[int | None, int | None]:
    n = int(str(bound.children[0]))
    return {"equal": (n, n), "or_less": (None, n), "or_more": (n, None)}[bound.data]


def _mana_value(tables: Tables, f: Any, words: list) -> None:
    bound = words[0]
    if bound.data in ("equal_x", "x_or_less"):
        f.marks |= F_MV_IS_X if bound.data == "equal_x" else F_MV_AT_MOST_X
        return
    low, high = _bounds(bound)
    f.mv_min, f.mv_max = low or 0, UNBOUNDED if high is None else high


def _power(tables: Tables, f: Any, words: list) -> None:
    if words[0].data == "x_or_less":
        _relation(Relation.POWER_AT_MOST_X)(tables, f, words)
        return
    if words[0].data == "equal_x":
        raise NotationError('"with power x" is not part of the notation; "with power x or less" is')
    low, high = _bounds(words[0])
    f.power_min, f.power_max = -UNBOUNDED - 1 if low is None else low, UNBOUNDED if high is None else high


def _relation(relation: Relation) -> Callable[[Tables, Any, list], None]:
    def note(tables: Tables, f: Any, words: list) -> None:
        if f.relation:
            raise NotationError("a selection has one relation to the source of its text")
        f.relation = relation
    return note


def _with_counter(tables: Tables, f: Any, words: list) -> None:
    word = str(words[0].children[0])
    if word not in COUNTERS:
        raise NotationError(f"no counter is called {word}", nearest(word, COUNTERS) or ", ".join(COUNTERS))
    f.counter = COUNTERS.index(word) + 1


def _toughness(tables: Tables, f: Any, words: list) -> None:
    f.toughness_max = int(words[0])


def _named(tables: Tables, f: Any, words: list) -> None:
    f.name, f.marks = tables.name(words[0].strip('"')), f.marks | F_NAME


def _not_named(tables: Tables, f: Any, words: list) -> None:
    f.name, f.marks = tables.name(words[0].strip('"')), f.marks | F_NOT_NAME


# Parts that are one mark of the filter.
_MARKS = {
    "dealt_damage": F_DAMAGED_YOU, "attached_to_this": F_ATTACHED_TO_SELF, "noted_name": F_NOTED_NAME,
    "chosen_name": F_CHOSEN_NAME, "has_x": F_HAS_X, "single_target": F_SINGLE_TARGET,
    "shares_colour": F_SHARES_COLOUR, "out_of_turn": F_OUT_OF_TURN, "enchants_creatures": F_ENCHANTS_CREATURES,
    "not_targeted": F_NOT_TARGETED, "suspends": F_SUSPENDS,
}


def _mark(mark: int) -> Callable[[Tables, Any, list], None]:
    """A part that sets one mark."""
    def put(tables: Tables, f: Any, words: list) -> None:
        f.marks |= mark
    return put


_PARTS: dict[str, Callable[[Tables, Any, list], None]] = {
    "colours": _colours, "noncolour": _noncolour, "super_": _super, "nonsuper": _nontype, "nontype": _nontype,
    "nonsub": _nonsub, "flag": _flag, "control": _control, "in_zone": _in_zone, "with_keyword": _with_keyword,
    "without_keyword": _without_keyword, "mana_value": _mana_value, "power": _power, "toughness": _toughness,
    "named": _named, "not_named": _not_named,
    "with_counter": _with_counter, **{word: _relation(relation) for word, (relation, _) in RELATIONS.items()},
    **{part: _mark(mark) for part, mark in _MARKS.items()},
}


# ------------------------------------------------------------------ and back

def selection_words(tables: Any, number: int, skip: tuple[str, ...] = (), many: bool = False) -> str:
    """The canonical words of a filter.

    skip: parts that the context says ("control", "untapped", "zone"). many: the noun in the plural.
    """
    out = []
    while number:
        f = tables.rules.filter[number]
        out.append(_alternative_words(tables, f, skip, many))
        number = int(f.other)
    return " or else ".join(out)


def _alternative_words(tables: Any, f: Any, skip: tuple[str, ...], many: bool) -> str:
    words = [word for word, bit in FLAGS.items() if int(f.marks) & bit and word not in skip]
    words += [word for word, bit in SUPERS.items() if int(f.types_all) & bit]
    if f.colours_none == ALL_COLOURS:
        words.append("colourless")
    elif f.colours_none:
        words += [f"non{word}" for word, bit in COLOURS.items() if int(f.colours_none) & bit]
    if f.colours_any:
        words.append(" or ".join(word for word, bit in COLOURS.items() if int(f.colours_any) & bit))
    if f.types_none != ALL_TYPES:
        words += [f"non{word}" for word, bit in (SUPERS | TYPES).items() if int(f.types_none) & bit]
    words += [f"non-{word}" for word in tables.subtype_words(f.subs_none)]
    subject = _subject_words(tables, f)
    if many:
        subject[-1] = " or ".join(plural(word, 2) for word in subject[-1].split(" or "))
    return " ".join(words + subject + _post_words(tables, f, skip))


def _subject_words(tables: Any, f: Any) -> list[str]:
    words = []
    subs = tables.subtype_words(f.subs_any)
    if subs:
        words.append(" or ".join(subs))
    types = [word for word, bit in TYPES.items() if int(f.types_any) & bit]
    if f.players and f.types_none != ALL_TYPES:
        types.append("player")
    if types:
        words.append(" or ".join(types))
    words += [word for word, bit in TYPES.items() if int(f.types_all) & bit]
    if f.types_none == ALL_TYPES and f.players:
        words.append("opponent" if f.players == Whose.OPPONENT + 1 else "player")
    elif f.zone == Zone.STACK:
        words.append("ability" if int(f.marks) & F_ABILITY else "spell")
    elif f.zone != Zone.BATTLEFIELD:
        words.append("card")
    elif not (subs or types or int(f.types_all) & ~SUPER_BITS):
        words.append("permanent")
    return words


def _post_words(tables: Any, f: Any, skip: tuple[str, ...]) -> list[str]:
    words, marks = [], int(f.marks)
    if f.zone in ZONES.values() and "zone" not in skip:
        words.append(f"in {key_of(OWNER, f.controller)} {key_of(ZONES, f.zone)}")
    elif f.zone == Zone.OUTSIDE:
        words.append("outside the game")
    elif f.zone == Zone.EXILE:
        words.append("in exile")
    elif f.controller and f.zone not in ZONES.values() and "control" not in skip:
        words.append(key_of(CONTROL, f.controller))
    words += [f"with {word}" for n, word in enumerate(KEYWORDS) if int(f.keywords_all) >> n & 1]
    words += [f"without {word}" for n, word in enumerate(KEYWORDS) if int(f.keywords_none) >> n & 1]
    if marks & (F_MV_IS_X | F_MV_AT_MOST_X):
        words.append("with mana value x" + (" or less" if marks & F_MV_AT_MOST_X else ""))
    words += _bound_words("mana value", int(f.mv_min), int(f.mv_max), 0)
    words += _bound_words("power", int(f.power_min), int(f.power_max), -UNBOUNDED - 1)
    if f.toughness_max != UNBOUNDED:
        words.append(f"with toughness {f.toughness_max} or less")
    if marks & (F_NAME | F_NOT_NAME):
        words.append(f'{"not " if marks & F_NOT_NAME else ""}named "{tables.names[f.name]}"')
    if f.counter:
        words.append(f"with {article(COUNTERS[f.counter - 1])} counter")
    if f.relation == Relation.POWER_AT_MOST_X:
        words.append("with power x or less")
    words += [text for relation, text in RELATIONS.values() if f.relation == relation]
    if marks & F_DAMAGED_YOU:
        words.append("that dealt damage to you this turn")
    if marks & F_ATTACHED_TO_SELF:
        words.append("attached to this")
    if marks & F_NOTED_NAME:
        words.append("with a noted name")
    if marks & F_CHOSEN_NAME:
        words.append("with the chosen name")
    if marks & F_HAS_X:
        words.append("with x in its cost")
    if marks & F_SINGLE_TARGET:
        words.append("with a single target")
    if marks & F_OUT_OF_TURN:
        words.append("cast out of turn")
    if marks & F_ENCHANTS_CREATURES:
        words.append("with enchant creature")
    if marks & F_NOT_TARGETED:
        words.append("apart from that target")
    if marks & F_SUSPENDS:
        words.append("with suspend")
    if marks & F_SHARES_COLOUR:
        words.append("sharing a colour with this")
    return words


def _bound_words(what: str, low: int, high: int, lowest: int) -> list[str]:
    if low == high:
        return [f"with {what} {low}"]
    out = [f"with {what} {low} or more"] if low != lowest else []
    return out + ([f"with {what} {high} or less"] if high != UNBOUNDED else [])
