"""One compiled text in English sentences: the words of the rules rather than of the notation."""
from __future__ import annotations

from typing import Any

from decks.disassemble import abilities, static_words
from decks.phrases import Speaker
from decks.saying import Program
from decks.selections import selection_words
from decks.tables import Tables
from decks.triggers import trigger
from decks.words import COLOURS, DURATION_WORDS, ORDINALS, STEPS, SUPERS, SYMBOLS, TYPES, article, key_of, plural
from sim.terms import ANY_NUMBER, COUNTERS, KEYWORDS, REMEMBERED_COLOURS, SUB_AURA, X_MANY, Alternative, Counter, Zone
from sim.terms_abilities import LIMIT_ATTACHED, LIMIT_FIRST_TIME, LIMIT_SELF, CostKind, Event, StaticKind, Whose
from sim.terms_texts import (
    LOOK_MUST,
    LOOK_REVEAL,
    LOOK_REVEAL_ALL,
    SEARCH_DISTINCT,
    SEARCH_OWN,
    SEARCH_REVEAL,
    Cond,
    Num,
    Op,
    Pick,
    Place,
    Ref,
)

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
KEYWORD_WORDS = {"unblockable by spirits": "can\'t be blocked by Spirits",
                 "unblockable by the weaker": "can\'t be blocked by creatures with less power",
                 "attacks despite defender": "can attack as though it didn't have defender",
                 "must be blocked": "is blocked by all creatures that are able to",
                 "cant block": "can't block", "cant attack": "can't attack", "doesnt untap":
                 "doesn't untap during its controller's untap step", "unblockable": "can't be blocked",
                 "cant be countered": "can't be countered", "attacks each combat": "attacks each combat if able"}
STEP_WORDS = {Event.END_STEP: "end step", Event.UPKEEP: "upkeep", Event.END_COMBAT: "end of combat"}
PLACES = {Place.HAND: "into your hand", Place.TOP: "on top of the library",
          Place.BOTTOM: "on the bottom of the library", Place.TOP_OR_BOTTOM: "on the top or the bottom of the library",
          Place.BATTLEFIELD: "onto the battlefield", Place.BATTLEFIELD_TAPPED: "onto the battlefield tapped",
          Place.GRAVEYARD: "into the graveyard", Place.EXILE: "into exile",
          Place.ASIDE: "aside",
          Place.BOTTOM_ANY_ORDER: "on the bottom of the library in any order",
          Place.TOP_ANY_ORDER: "on top of the library in any order",
          Place.BOTTOM_RANDOM: "on the bottom of the library in a random order"}


def sentence(text: str, stop: str = ".") -> str:
    """`text` with a capital and a full stop."""
    return text[:1].upper() + text[1:] + stop


class English(Program):
    """Says one text of a card in sentences. me: "this creature", "this spell"."""

    def __init__(self, tables: Tables, card: Any, me: str, row: Any = None) -> None:
        super().__init__(tables, row)
        self.card, self.me = card, me

    def sentences(self) -> list[str]:
        """The text, a sentence each line of its outermost block."""
        first = int(self.row.program)
        lines = self._span(first, first + int(self.row.n_program), 0) + self.unmentioned(int(self.row.n_targets))
        return [sentence(line) for line in lines]

    def _of(self, row: Any, emblem: bool) -> Program:
        return English(self.tables, self.card, "this emblem" if emblem else self.me, row)

    def _whenever(self, row: Any, emblem: bool) -> str:
        words = super()._whenever(row, emblem)
        return words.replace("from now on", "you get an emblem: from now on") if emblem else words

    def _redirect(self, i: Any) -> str:
        return (f"the next {self.quantity(i.num, 'damage')} that {self.ref(i.a, i.b)} would deal to you and creatures "
                f"you control this turn is dealt to {self.ref(i.ref, i.refarg)} instead")

    def _block(self, prefix: str, inner: list[str], depth: int) -> list[str]:
        body = ", then ".join(line.strip() for line in inner)
        lead = prefix.removesuffix(":").strip()
        if lead == "otherwise":
            return [f"otherwise, {body}"]
        return [f"{lead} {body}" if lead.endswith("may") else f"{lead}, {body}"]

    def _prefix(self, i: Any) -> str | None:
        if i.op == Op.MAY and not i.a:
            return f"{self.ref(i.ref, i.refarg)} may:"
        if i.op == Op.DELAY and i.a == Event.NONE:
            return "as a trigger of its own:"
        if i.op == Op.DELAY:
            if i.a == Event.NONE:
                return "then, as a separate ability,"
            step = STEP_WORDS.get(Event(int(i.a)), "step")
            return f"at the beginning of {'your' if i.b else 'the'} next {step}:"
        if i.op == Op.PAY:
            who = self.ref(i.ref, i.refarg)
            if i.num:
                return f"if {who} {'pay' if who == 'you' else 'pays'} mana equal to {self.number(i.num)}:"
            return f"if {who} {'pay' if who == 'you' else 'pays this cost:'} {self.cost(i.a)}:"
        return super()._prefix(i)

    # -------------------------------------------------------------- who, how many

    def ref(self, ref: int, arg: int = 0) -> str:
        """The words of a reference; each kind of thing by its noun."""
        if ref == Ref.SELF:
            return self.me
        if ref == Ref.ATTACHED:
            return "the enchanted permanent" if int(self.card.subs[0]) >> SUB_AURA & 1 else "the equipped creature"
        if ref == Ref.EVENT_OBJECT and self.row is not None and self.row.event == Event.DISCARDED:
            return "that card"
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
        if kind in (CostKind.DISCARD_HAND, CostKind.SHOW_HAND):
            return "discard your hand" if kind == CostKind.DISCARD_HAND else "reveal your hand"
        mine = {CostKind.SACRIFICE_SELF: "sacrifice", CostKind.RETURN_SELF: "return", CostKind.EXILE_SELF: "exile",
                CostKind.DISCARD_SELF: "discard"}
        if kind in mine:
            return f"{mine[kind]} {self.me if kind != CostKind.DISCARD_SELF else 'this card'}"
        if kind == CostKind.OPPONENT_GAINS:
            return f"an opponent gains {count} life"
        if kind == CostKind.NINJUTSU:
            return "return an unblocked attacker you control to hand"
        words = super()._cost_item(item)
        if kind == CostKind.TAP_POWER:
            return words.replace("of total power", "you control of total power") + " or more"
        if kind in (CostKind.UNATTACH, CostKind.REMOVE_ALL_COUNTERS):
            return words.replace("the giver", "what gives this")
        if kind in (CostKind.PAY_LIFE, CostKind.TAP_SELF, CostKind.UNTAP_SELF):
            return words
        if kind in (CostKind.REMOVE_COUNTERS, CostKind.ADD_COUNTERS) and item.filter == Counter.LOYALTY:
            return f"[{'+' if kind == CostKind.ADD_COUNTERS else '-'}{count}]"
        if kind == CostKind.REMOVE_COUNTERS:
            if count == X_MANY:
                return f"{words} from {self.me}"
            counter = f"{COUNTERS[item.filter]} {plural('counter', count)}"
            return f"remove {article(counter) if count == 1 else f'{NUMBER_WORDS[count]} {counter}'} from {self.me}"
        many = self._plural(item.filter, "control", "zone")
        verb, end = COST_WORDS[kind]
        if count == ANY_NUMBER:
            return f"{verb} any number of {many}{end}"
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
        if n.kind == Num.KIN:
            return "other creature that shares a creature type with it"
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
        if op == Op.DRAW_AFTER_ALL:
            return "draw the card after all"
        if op == Op.REVEAL_UNTIL and i.b == Place.ASIDE:
            return f"reveal cards from the top of your library until one is {article(self.selection(i.a))}"
        if op == Op.SHUFFLE:
            return self._who(i, "shuffle your library", "shuffles")
        if op == Op.REVEAL_HAND:
            return self._who(i, "reveal your hand", "reveals their hand")
        if op == Op.DOUBLE_DAMAGE:
            return f"damage by {self.ref(i.ref, i.refarg)} is doubled this turn"
        return super()._action(i)

    def _discard(self, i: Any) -> str:
        if i.a == Pick.ALL and i.ref not in (Ref.CHOSEN, Ref.EACH):
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
        verb = "search your library" if i.ref == Ref.YOU else f"search the library of {self.ref(i.ref, i.refarg)}"
        verb = f"{self.ref(i.ref, i.refarg)} searches their library" if i.d & SEARCH_OWN else verb
        if i.num:
            return f"{verb} for cards equal to {self.number(i.num)} and put them {PLACES[Place(int(i.b))]}"
        words = self.selection(i.a)
        found = article(words) if i.c == 1 else f"{self._some(0, i.c)} {self._plural(i.a)}"
        found += " with different names" if i.d & SEARCH_DISTINCT else ""
        where = PLACES[Place(int(i.b))]
        return f"{verb} for {found}, {'reveal it and ' if i.d & SEARCH_REVEAL else ''}put it {where} (none is allowed)"

    def _look_top(self, i: Any) -> str:
        some = "all" if i.b < 0 else self._some(int(i.b) if i.c & LOOK_MUST else 0, i.b)
        many = i.b != 1
        words = self._plural(i.a) if many else self.selection(i.a)
        shown = "reveal" if i.c & LOOK_REVEAL_ALL else "look at"
        reveal = ", revealed," if i.c & LOOK_REVEAL else ""
        return (f"{shown} the top {self.cards(i.num)} of your library; put {some} {words} of them{reveal} "
                f"into your hand and the rest {PLACES[Place(int(i.d))]}")

    def _change_targets(self, i: Any) -> str:
        if i.a == 2:
            return f"change the target of {self.ref(i.ref, i.refarg)}"
        if i.a:
            return f"change a target of {self.ref(i.ref, i.refarg)} to {self.me}"
        return f"you may choose new targets for {self.ref(i.ref, i.refarg)}"

    def _cast_free(self, i: Any) -> str:
        who = "its owner" if i.b else "you"
        if i.c == Alternative.SUSPENDED:
            return f"you may cast {self.ref(i.ref, i.refarg)} without paying its mana cost; a creature has haste"
        if i.c == Alternative.MANA_COST:
            return f"you may cast {self.ref(i.ref, i.refarg)}"
        price = "for its madness cost" if i.c == Alternative.MADNESS else "without paying its mana cost"
        if i.c == Alternative.GRANTED_FLASHBACK:
            price = "for its mana cost; it is exiled afterwards"
        return f"{who} may cast {'a copy of ' if i.a else ''}{self.ref(i.ref, i.refarg)} {price}"

    def _copy_spell(self, i: Any) -> str:
        n = self.rules.number[i.num]
        often = "" if n.kind == Num.LITERAL else f" as often as {self.number(i.num)}"
        return f"copy {self.ref(i.ref, i.refarg)}{often}{'; you may choose new targets' if i.a else ''}"

    def _copy_for_each(self, i: Any) -> str:
        return f"copy {self.ref(i.ref, i.refarg)} for each {self.selection(i.a)} that it could target, aimed at it"

    def _become(self, i: Any) -> str:
        token = self.rules.card[i.c]
        colours = " and ".join(word for word, bit in COLOURS.items() if int(token.colours) & bit)
        words = f"{self.number(i.num)}/{self.number(i.a)} {colours} {_types_in_text(self, token)}".replace("  ", " ")
        keys = [word for n, word in enumerate(KEYWORDS) if int(token.keywords) >> n & 1]
        keys += [f'"{one["cost"]}: {", ".join(one["effect"])}"' for one in abilities(self.tables, token)]
        return (f"{self.ref(i.ref, i.refarg)} becomes {article(words)}{' with ' + ' and '.join(keys) if keys else ''} "
                f"besides its other types {DURATION_WORDS[i.b]}")

    def _retype(self, i: Any) -> str:
        types = " ".join(self.tables.subtype_words(self.rules.card[i.c].subs))
        return f"{self.ref(i.ref, i.refarg)} has the creature type {types} and no other {DURATION_WORDS[i.b]}"

    def _lose_subtypes(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} loses all creature types {DURATION_WORDS[i.b]}"

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
        colour = [word for word, bit in COLOURS.items() if int(token.colours) & bit]
        named = self.tables.names[token.name]
        words = f"{token.power}/{token.toughness} {' and '.join(colour) or 'colourless'} "
        words += f"{_types_in_text(self, token)} token"
        keys = [word for n, word in enumerate(KEYWORDS) if int(token.keywords) >> n & 1]
        words += f" with {' and '.join(keys)}" if keys else ""
        words += "" if named.endswith(" Token") else f" named {named}"
        how = " tapped and attacking" if i.c else " tapped" if i.b else ""
        many = words.replace(" token", " tokens", 1)
        return f"{self._who(i, 'create', 'creates')} {self.quantity(i.num, words, 'a', many)}{how}"

    # -------------------------------------------------------------- abilities

    def mana_words(self, row: Any) -> str:
        """What a mana ability adds."""
        letters = [letter for letter, bit in SYMBOLS.items() if int(row.mana) & bit]
        n = int(row.mana_amount)
        if row.mana == REMEMBERED_COLOURS:
            return "Add one mana of any of the colours of the remembered card."
        if n == X_MANY:
            return f"Add x mana of one of {' '.join(f'{{{letter}}}' for letter in letters)}."
        if len(letters) == 5:
            return f"Add {NUMBER_WORDS[n]} mana of any colour."
        return "Add " + " or ".join(f"{{{letter}}}" * n for letter in letters) + "."

    def trigger(self, row: Any) -> str:
        """The opening of a triggered ability."""
        event, words = Event(int(row.event)), trigger(self.tables, row)
        if event in STEPS.values():
            whose = {Whose.YOU: "your", Whose.ANY: "each player's", Whose.OPPONENT: "your opponent's"}
            return f"At the beginning of {whose[Whose(int(row.whose))]} {key_of(STEPS, event)}"
        words = words.replace("the bearer", self.ref(Ref.ATTACHED))
        words = words.replace("becomes a target", "becomes the target of a spell or ability")
        if row.limit & LIMIT_FIRST_TIME:
            words += " for the first time each turn"
        if row.zone == Zone.GRAVEYARD:
            words = "(from your graveyard) " + words
        if event == Event.STATE:
            return "When this is so"
        if row.limit & LIMIT_SELF:
            words = words.replace("this", self.me, 1)
        return f"Whenever {words}"

    def static(self, row: Any) -> str:
        """A static ability."""
        s = self.rules.static[row.static]
        who = self.me if s.limit & LIMIT_SELF else (
            self.ref(Ref.ATTACHED) if s.limit & LIMIT_ATTACHED else f"each {self.selection(s.filter)}")
        while_ = f" as long as {self.condition(row.condition)}" if row.condition else ""
        if s.kind in (StaticKind.GRANT_ABILITY, StaticKind.GRANT_TRIGGER):
            return f"{who} has{while_}:"
        if s.kind == StaticKind.CONTROL:
            return f"you control {self.ref(Ref.ATTACHED)}"
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
              CostKind.OFFERING: ("sacrifice", ", less its mana cost (as an instant)"),
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

