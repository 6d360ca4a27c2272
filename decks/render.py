"""A compiled card as English, to hold beside the printed one.

Everything here is said from the tables that run, not from the card file, so what is
read is what is played.
"""
from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from decks.disassemble import static_words, trigger, type_line
from decks.phrases import Speaker
from decks.saying import Program
from decks.selections import selection_words
from decks.tables import Tables, mana_text
from decks.words import ORDINALS, SUPERS, SYMBOLS, TYPES, article, plural
from sim.terms import (
    COUNTERS,
    KEYWORDS,
    LIMIT_ATTACHED,
    LIMIT_COMBAT,
    LIMIT_ONCE,
    LIMIT_SELF,
    LIMIT_SORCERY,
    LIMIT_YOUR_TURN,
    SUB_AURA,
    TYPE_CREATURE,
    TYPE_SPELL_CARD,
    AbilityKind,
    Cond,
    CostKind,
    Event,
    Num,
    Op,
    Pick,
    Place,
    Ref,
    StaticKind,
    Whose,
    Zone,
)

if TYPE_CHECKING:
    from decks.pool import Pool

WIDTH = 88
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
KEYWORD_WORDS = {"cant block": "can't block", "cant attack": "can't attack", "doesnt untap":
                 "doesn't untap during its controller's untap step", "unblockable": "can't be blocked",
                 "cant be countered": "can't be countered", "attacks each combat": "attacks each combat if able"}
PLACES = {Place.HAND: "into your hand", Place.TOP: "on top of the library",
          Place.BOTTOM: "on the bottom of the library", Place.TOP_OR_BOTTOM: "on the top or the bottom of the library",
          Place.BATTLEFIELD: "onto the battlefield", Place.BATTLEFIELD_TAPPED: "onto the battlefield tapped",
          Place.GRAVEYARD: "into the graveyard", Place.EXILE: "into exile",
          Place.BOTTOM_ANY_ORDER: "on the bottom of the library in any order",
          Place.TOP_ANY_ORDER: "on top of the library in any order"}
LIMIT_WORDS = {LIMIT_SORCERY: "only as a sorcery", LIMIT_ONCE: "only once each turn",
               LIMIT_YOUR_TURN: "only during your turn", LIMIT_COMBAT: "only in combat after blockers are declared"}


def render_card(pool: Pool, definition: int) -> str:
    """The card as it runs: facts, then one paragraph an ability; a flipped half below."""
    tables, card = pool.tables, pool.rules[0].card[definition]
    head = f"{pool.name(definition)}  {mana_text(tables.rules.cost[card.cost].mana) if card.cost else ''}".rstrip()
    # the tables hold subtypes as a set; the card file knows their order
    line = pool.entries[definition]["types"] if definition in pool.entries else type_line(tables, card)
    if card.types & TYPE_CREATURE:
        line += f"  {card.power}/{card.toughness}"
    out = [head, line]
    for paragraph in _paragraphs(tables, card):
        out += textwrap.wrap(paragraph, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    if card.flip:
        out += ["-- flipped --", render_card(pool, int(card.flip))]
    return "\n".join(out)


def _paragraphs(tables: Tables, card: Any) -> list[str]:
    me = _self_word(card)
    words = [KEYWORD_WORDS.get(word, word) for n, word in enumerate(KEYWORDS) if int(card.keywords) >> n & 1]
    out = [_sentence(", ".join(words), "")] if words else []
    say = English(tables, card, me)
    if card.additional_cost:
        out.append(f"As an additional cost, {say.cost(card.additional_cost)}.")
    out += [f"Optional additional cost {at}: {say.cost(number)}."
            for at, number in enumerate(card["optional"], 1) if number]
    out += [f"Instead of the mana cost you may {say.cost(number)}." for number in card["alternative"] if number]
    if card.enters_tapped:
        unless = f" unless you {say.cost(-int(card.enters_tapped))}" if card.enters_tapped < 0 else ""
        out.append(f"Enters tapped{unless}.")
    if card.spell and card.types & TYPE_SPELL_CARD:
        out += _text(tables, card, me, tables.rules.ability[card.spell])
    elif card.spell:
        row = tables.rules.ability[card.spell]
        out.append("Enchant " + English(tables, card, me, row).new_target(0).removeprefix("target "))
    for at in range(card.n_abilities):
        out += _ability(tables, card, me, tables.rules.ability[int(card.ability) + at])
    if card.splice_onto:
        onto = say.selection(card.splice_onto).removesuffix(" spell")
        out.append(_sentence(f"splice onto {onto}: {say.cost(card.splice_cost)}"))
    return out


def _self_word(card: Any) -> str:
    if card.types & TYPE_SPELL_CARD:
        return "this spell"
    for word in ("creature", "land", "artifact", "enchantment"):
        if card.types & TYPES[word]:
            return f"this {word}"
    return "this permanent"


def _sentence(text: str, stop: str = ".") -> str:
    return text[:1].upper() + text[1:] + stop


def _text(tables: Tables, card: Any, me: str, row: Any) -> list[str]:
    if not row.n_modes:
        return [" ".join(English(tables, card, me, row).sentences())]
    least, most = int(row.choose_least), int(row.choose_most)
    many = NUMBER_WORDS[least] if least == most else f"{NUMBER_WORDS[least]} to {NUMBER_WORDS[most]}"
    modes = [English(tables, card, me, tables.rules.ability[int(row.mode) + at]) for at in range(row.n_modes)]
    return [f"Choose {many}:"] + [f"  * {' '.join(mode.sentences())}" for mode in modes]


def _ability(tables: Tables, card: Any, me: str, row: Any) -> list[str]:
    say = English(tables, card, me, row)
    if row.kind == AbilityKind.STATIC:
        return [_sentence(say.static(row))]
    if row.kind == AbilityKind.TRIGGERED:
        body = _text(tables, card, me, row)
        lead = say.trigger(row)
        if row.condition:
            lead += f", if {say.condition(row.condition)}"
    else:
        body = _text(tables, card, me, row) if row.n_program or row.n_modes else []
        if row.kind == AbilityKind.MANA:
            body = [" ".join([say.mana_words(row), *body])]
        lead = _sentence(say.cost(row.cost), "")
        where = "" if row.zone == Zone.BATTLEFIELD else f" (from your {Zone(int(row.zone)).name.lower()})"
        lead += where
        limits = [words for bit, words in LIMIT_WORDS.items() if row.limit & bit]
        if row.condition:
            limits.append(f"only if {say.condition(row.condition)}")
        if limits:
            body[-1] += f" Activate {' and '.join(limits)}."
    joint = ", " if row.kind == AbilityKind.TRIGGERED else ": "
    first = body[0][0].lower() + body[0][1:] if joint == ", " else body[0]
    return [lead + joint + first, *body[1:]]


class English(Program):
    """Says one text of a card in sentences. me: "this creature", "this spell"."""

    def __init__(self, tables: Tables, card: Any, me: str, row: Any = None) -> None:
        super().__init__(tables, row)
        self.card, self.me = card, me

    def sentences(self) -> list[str]:
        """The text, a sentence each line of its outermost block."""
        first = int(self.row.program)
        lines = self._span(first, first + int(self.row.n_program), 0) + self.unmentioned(int(self.row.n_targets))
        return [_sentence(line) for line in lines]

    def _block(self, prefix: str, inner: list[str], depth: int) -> list[str]:
        body = ", then ".join(line.strip() for line in inner)
        lead = prefix.removesuffix(":").strip()
        if lead == "otherwise":
            return [f"otherwise, {body}"]
        return [f"{lead} {body}" if lead.endswith("may") else f"{lead}, {body}"]

    def _prefix(self, i: Any) -> str | None:
        if i.op == Op.MAY and not i.a:
            return f"{self.ref(i.ref, i.refarg)} may:"
        if i.op == Op.DELAY:
            step = {Event.END_STEP: "end step", Event.UPKEEP: "upkeep"}.get(Event(int(i.a)), "step")
            return f"at the beginning of {'your' if i.b else 'the'} next {step}:"
        if i.op == Op.PAY:
            who = self.ref(i.ref, i.refarg)
            return f"if {who} {'pay' if who == 'you' else 'pays this cost:'} {self.cost(i.a)}:"
        return super()._prefix(i)

    # -------------------------------------------------------------- who, how many

    def ref(self, ref: int, arg: int = 0) -> str:
        """The words of a reference; each kind of thing by its noun."""
        if ref == Ref.SELF:
            return self.me
        if ref == Ref.ATTACHED:
            return "the enchanted permanent" if int(self.card.subs[0]) >> SUB_AURA & 1 else "the equipped creature"
        if ref == Ref.EVENT_OBJECT:
            return f"that {self._noun(self.row.subject) if self.row is not None and self.row.subject else 'permanent'}"
        if ref == Ref.OPPONENT:
            return "your opponent"
        if ref == Ref.CHOSEN:
            return "what was chosen"
        return super().ref(ref, arg)

    def _target(self, instance: int) -> str:
        if instance >= self.mentioned:
            return super()._target(instance)
        noun = self._noun(self.rules.target_spec[self.row.target + instance].filter)
        alone = self.row.n_targets == 1
        return f"that {noun}" if alone else f"the {ORDINALS[instance]} {noun}"

    def _noun(self, number: int) -> str:
        f = self.rules.filter[number]
        if f.players:
            return "player" if f.types_none else "target"
        if f.zone in (Zone.GRAVEYARD, Zone.HAND, Zone.EXILE, Zone.NOWHERE):
            return "card"
        if f.zone == Zone.STACK:
            return "spell"
        types = [word for word, bit in TYPES.items() if int(f.types_any) | int(f.types_all) & bit == bit]
        single = [word for word in types if f.types_any == TYPES[word] or int(f.types_all) & TYPES[word]]
        return single[0] if single else "permanent"

    def quantity(self, number: int, noun: str, one: str = "", many: str = "") -> str:
        """Small numbers of things in words, amounts in figures."""
        words = super().quantity(number, noun, one, many)
        first, _, rest = words.partition(" ")
        if many and first.isdigit() and int(first) < len(NUMBER_WORDS):
            return f"{NUMBER_WORDS[int(first)]} {rest}"
        return words

    def _some(self, least: int, most: int) -> str:
        words = super()._some(least, most)
        first, _, last = words.rpartition(" ")
        return f"{first} {NUMBER_WORDS[int(last)]}".strip() if last.isdigit() and int(last) < 11 else words

    def condition(self, number: int) -> str:
        """The words of a condition."""
        c = self.rules.condition[number]
        if c.kind == Cond.RESULT_POSITIVE:
            return "nothing was done" if c.negate else "that was done"
        if c.kind == Cond.CAST_NAMES:
            names = [self.tables.names[n] for n in (c.a, c.b) if n >= 0]
            return "you have cast spells named " + " and ".join(names) + " this turn"
        return super().condition(number)

    def _cost_item(self, item: Any) -> str:
        kind, count = CostKind(int(item.kind)), int(item.count)
        mine = {CostKind.SACRIFICE_SELF: "sacrifice", CostKind.RETURN_SELF: "return", CostKind.EXILE_SELF: "exile",
                CostKind.DISCARD_SELF: "discard"}
        if kind in mine:
            return f"{mine[kind]} {self.me if kind != CostKind.DISCARD_SELF else 'this card'}"
        if kind == CostKind.OPPONENT_GAINS:
            return f"an opponent gains {count} life"
        if kind == CostKind.NINJUTSU:
            return "return an unblocked attacker you control to hand"
        words = super()._cost_item(item)
        if kind in (CostKind.PAY_LIFE, CostKind.TAP_SELF, CostKind.UNTAP_SELF):
            return words
        if kind == CostKind.REMOVE_COUNTERS:
            counter = f"{COUNTERS[item.filter]} {plural('counter', count)}"
            return f"remove {article(counter) if count == 1 else f'{NUMBER_WORDS[count]} {counter}'} from {self.me}"
        many = self._plural(item.filter, "control", "zone")
        verb, end = COST_WORDS[kind]
        if kind == CostKind.SACRIFICE_ALL:
            return f"{verb} {many} you control"
        noun = article(self.selection(item.filter, "control", "zone")) if count == 1 else ""
        return f"{verb} {noun or f'{NUMBER_WORDS[count]} {many}'}{end}"

    def selection(self, number: int, *skip: str) -> str:
        """The words of a filter."""
        return _in_english(selection_words(self.tables, int(number), skip))

    def _plural(self, number: int, *skip: str) -> str:
        return _in_english(selection_words(self.tables, int(number), skip, many=True))

    def base(self, n: Any) -> str:
        """What an amount counts or measures."""
        return f"the number of {self._plural(n.arg)}" if n.kind == Num.COUNT else super().base(n)

    def each(self, n: Any) -> str:
        """What stands after "for each"."""
        return "of them" if n.kind == Num.RESULT else super().each(n)

    # -------------------------------------------------------------- instructions

    def _damage(self, i: Any) -> str:
        words = super()._damage(i)
        return words.replace("deal ", f"{self.me} deals ", 1) if words.startswith("deal ") else words

    def _action(self, i: Any) -> str:
        op = Op(int(i.op))
        if op == Op.TO_HAND:
            return f"return {self.ref(i.ref, i.refarg)} to its owner's hand"
        if op == Op.TAP_OR_UNTAP:
            return f"you may tap or untap {self.ref(i.ref, i.refarg)}"
        if op == Op.ATTACH:
            return f"attach {self.me} to {self.ref(i.ref, i.refarg)}"
        if op == Op.SKIP_UNTAP:
            return f"{self.ref(i.ref, i.refarg)} doesn't untap during its controller's next untap step"
        if op == Op.SHUFFLE:
            return self._who(i, "shuffle your library", "shuffles")
        if op == Op.REVEAL_HAND:
            return self._who(i, "reveal your hand", "reveals their hand")
        if op == Op.DOUBLE_DAMAGE:
            return f"damage by {self.ref(i.ref, i.refarg)} is doubled this turn"
        return super()._action(i)

    def _discard(self, i: Any) -> str:
        if i.a == Pick.ALL and i.ref != Ref.CHOSEN:
            return f"{self._who(i, 'discard your', 'discards their')} hand"
        return super()._discard(i)

    def _to_battlefield(self, i: Any) -> str:
        words = super()._to_battlefield(i).replace(" with 1 ", " with a ")
        return words if i.a else words.replace("onto the battlefield", "onto the battlefield under your control")

    def _counter_spell(self, i: Any) -> str:
        who = self.ref(i.ref, i.refarg)
        return f"counter {who}" + (f" and put it {PLACES[Place(int(i.a))]} instead of the graveyard" if i.a else "")

    def _to_library(self, i: Any) -> str:
        return f"put {self.ref(i.ref, i.refarg)} {PLACES[Place(int(i.a))]}"

    def _search(self, i: Any) -> str:
        words = self.selection(i.a)
        found = article(words) if i.c == 1 else f"{self._some(0, i.c)} {self._plural(i.a)}"
        verb = "search your library" if i.ref == Ref.YOU else f"search the library of {self.ref(i.ref, i.refarg)}"
        return f"{verb} for {found}, {'reveal it and ' if i.d else ''}put it {PLACES[Place(int(i.b))]} (none is allowed)"

    def _look_top(self, i: Any) -> str:
        some = "all" if i.b < 0 else self._some(0, i.b)
        many = i.b != 1
        words = self._plural(i.a) if many else self.selection(i.a)
        shown = {0: "look at", 1: "look at", 2: "reveal"}[int(i.c)]
        reveal = ", revealed," if i.c == 1 else ""
        return (f"{shown} the top {self.cards(i.num)} of your library; put {some} {words} of them{reveal} "
                f"into your hand and the rest {PLACES[Place(int(i.d))]}")

    def _prevent_next(self, i: Any) -> str:
        who = self.ref(i.ref, i.refarg)
        gain = "; you gain life equal to the damage prevented this way" if i.a else ""
        return f"prevent the next {self.quantity(i.num, 'damage')} that would be dealt to {who} this turn{gain}"

    def _prevent_from(self, i: Any) -> str:
        return f"prevent all {'combat ' if i.b else ''}damage by {self._plural(i.a)} this turn"

    def _grant(self, i: Any) -> str:
        word = KEYWORDS[i.a]
        verb = KEYWORD_WORDS.get(word, f"gains {word}")
        return super()._grant(i).replace(f"gains {word}", verb, 1).removesuffix(" permanently")

    def _create(self, i: Any) -> str:
        token = self.rules.card[i.a]
        colour = [word for word, bit in (("white", 1), ("blue", 2), ("black", 4), ("red", 8), ("green", 16))
                  if int(token.colours) & bit]
        named = self.tables.names[token.name]
        words = f"{token.power}/{token.toughness} {' and '.join(colour) or 'colourless'} "
        words += f"{_types_in_text(self, token)} token"
        keys = [word for n, word in enumerate(KEYWORDS) if int(token.keywords) >> n & 1]
        words += f" with {' and '.join(keys)}" if keys else ""
        words += "" if named.endswith(" Token") else f" named {named}"
        how = " tapped and attacking" if i.c else " tapped" if i.b else ""
        return f"{self._who(i, 'create', 'creates')} {self.quantity(i.num, words, 'a', words)}{how}"

    # -------------------------------------------------------------- abilities

    def mana_words(self, row: Any) -> str:
        """What a mana ability adds."""
        letters = [letter for letter, bit in SYMBOLS.items() if int(row.mana) & bit]
        n = int(row.mana_amount)
        if len(letters) == 5:
            return f"Add {NUMBER_WORDS[n]} mana of any colour."
        return "Add " + " or ".join(f"{{{letter}}}" * n for letter in letters) + "."

    def trigger(self, row: Any) -> str:
        """The opening of a triggered ability."""
        words = trigger(self.tables, row)
        if row.event in (Event.UPKEEP, Event.END_STEP, Event.DRAW_STEP, Event.BEGIN_COMBAT):
            whose = {Whose.YOU: "your", Whose.ANY: "each player's", Whose.OPPONENT: "your opponent's"}
            return f"At the beginning of {whose[Whose(int(row.whose))]} {words.rpartition('each ')[2].split(' ', 1)[-1]}"
        words = words.replace("the bearer", self.ref(Ref.ATTACHED)).replace("becomes a target",
                                                                            "becomes the target of a spell or ability")
        if row.limit & LIMIT_SELF:
            words = words.replace("this", self.me, 1)
        return f"Whenever {words}"

    def static(self, row: Any) -> str:
        """A static ability."""
        s = self.rules.static[row.static]
        who = self.me if s.limit & LIMIT_SELF else (
            self.ref(Ref.ATTACHED) if s.limit & LIMIT_ATTACHED else f"each {self.selection(s.filter)}")
        while_ = f" as long as {self.condition(row.condition)}" if row.condition else ""
        if s.kind == StaticKind.GRANT_ABILITY:
            inner = _ability(self.tables, self.card, "this creature", self.rules.ability[s.ability])
            return f'{who} has "{" ".join(inner).removesuffix(".")}"{while_}'
        if s.kind == StaticKind.COST_LESS:
            return f"{self._plural(s.filter)} you cast cost {{{self.number(s.num_a)}}} less{while_}"
        words = static_words(self, s, who)
        for word, nice in KEYWORD_WORDS.items():
            words = words.replace(f"has {word}", nice).replace(f", {word}", f" and {nice}")
        return words + while_


COST_WORDS = {CostKind.SACRIFICE: ("sacrifice", ""), CostKind.TAP: ("tap", " you control"),
              CostKind.RETURN: ("return", " you control to its owner's hand"),
              CostKind.EXILE_GRAVEYARD: ("exile", " from your graveyard"),
              CostKind.EXILE_HAND: ("exile", " from your hand"), CostKind.DISCARD: ("discard", ""),
              CostKind.REVEAL_HAND: ("reveal", " from your hand"), CostKind.SACRIFICE_ALL: ("sacrifice all", "")}


def _in_english(words: str) -> str:
    for notation, nice in (("the chooser controls", "they control"), ("the target player's", "that player's"),
                           ("the target player controls", "that player controls")):
        words = words.replace(notation, nice)
    return words


def _types_in_text(say: Speaker, card: Any) -> str:
    supers = [word for word, bit in SUPERS.items() if int(card.types) & bit]
    order = ("artifact", "enchantment", "land", "creature")
    words = [*supers, *say.tables.subtype_words(card.subs)]
    return " ".join(words + [word for word in order if int(card.types) & TYPES[word]])

