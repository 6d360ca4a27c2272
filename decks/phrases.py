"""Table entries as phrases of the notation: references, amounts, conditions, costs.

A `Speaker` says one text. It numbers the targets as the compiler does, in order of
mention: the first mention is "target ...", later ones "that target" or "first target".
"""
from __future__ import annotations

from typing import Any

from decks.selections import selection_words
from decks.tables import Tables, mana_text
from decks.words import COLOURS, ORDINALS, REF_WORDS, TYPES, article, plural
from sim.limits import MAX_TARGETS
from sim.terms import ANY_NUMBER, COUNTERS, TYPE_CREATURE, TYPE_PLANESWALKER, X_MANY, Zone
from sim.terms_abilities import CostKind, Relation, Whose
from sim.terms_texts import Cond, Num, Ref


class Speaker:
    """Says the instructions of one text. `row`: its ABILITY record, or None outside a text."""

    def __init__(self, tables: Tables, row: Any = None) -> None:
        self.tables = tables
        self.rules = tables.rules
        self.row = row
        self.mentioned = 0

    def selection(self, number: int, *skip: str) -> str:
        """The words of a filter."""
        return selection_words(self.tables, int(number), skip)

    # -------------------------------------------------------------- who

    def ref(self, ref: int, arg: int = 0) -> str:
        """The words of a reference."""
        ref, arg = Ref(int(ref)), int(arg)
        if ref == Ref.TARGET:
            return self._target(arg)
        if ref == Ref.TARGET_CONTROLLER:
            return f"the controller of {self._target(arg)}"
        if ref == Ref.TARGET_PLAYER:
            return f"the player of {self._target(arg)}"
        if ref == Ref.TOP:
            return f"the top {arg} cards" if arg > 1 else "the top card"
        if ref == Ref.EACH:
            return f"each {self.selection(arg)}"
        if ref == Ref.TOP_BURIED:
            return f"the uppermost {self.selection(arg)}"
        return REF_WORDS[ref]

    def _target(self, instance: int) -> str:
        if instance >= self.mentioned:
            self.mentioned = instance + 1
            return self.new_target(instance)
        return "that target" if instance == self.mentioned - 1 else f"{ORDINALS[instance]} target"

    def new_target(self, instance: int) -> str:
        """The first mention of an instance of "target"."""
        spec = self.rules.target_spec[self.row.target + instance]
        number = int(spec.filter)
        if spec.when_chosen and self.rules.filter[spec.when_chosen].relation == Relation.BLOCKED_BY_SELF:
            number = int(spec.when_chosen)
        f = self.rules.filter[number]
        if f.players == Whose.ANY + 1 and f.types_any == TYPE_CREATURE | TYPE_PLANESWALKER and not f.other:
            words = ""
        else:
            words = self.selection(number)
        if spec.least == X_MANY:
            return f"x target {words or 'creature or planeswalker or player'}"
        if spec.least == 0:
            many = "any number of" if spec.most == MAX_TARGETS else f"up to {spec.most}"
            return f"{many} target {words or 'creature or planeswalker or player'}"
        if spec.most > spec.least:
            return f"{spec.least} to {spec.most} target {words or 'creature or planeswalker or player'}"
        if spec.most > 1:
            return f"{spec.most} target {words or 'creature or planeswalker or player'}"
        if spec.different_from:
            return f"another target {words or 'creature or planeswalker or player'}"
        return f"target {words}" if words else "any target"

    def unmentioned(self, up_to: int) -> list[str]:
        """The lines that name targets which no instruction has mentioned, below instance `up_to`."""
        lines = []
        while self.mentioned < up_to:
            lines.append(f"choose {self.new_target(self.mentioned)}")
            self.mentioned += 1
        return lines

    # -------------------------------------------------------------- how many

    def number(self, number: int) -> str:
        """The words of an amount."""
        n = self.rules.number[number]
        if n.kind == Num.LITERAL:
            return str(n.plus)
        words = self.base(n)
        sign = "" if n.times > 0 else "minus "
        times = sign if abs(n.times) == 1 else f"{sign}{abs(n.times)} times "
        plus = f" plus {n.plus}" if n.plus > 0 else f" minus {-n.plus}" if n.plus < 0 else ""
        return times + words + plus

    def base(self, n: Any) -> str:
        """What an amount counts or measures."""
        kind = Num(int(n.kind))
        if kind == Num.COUNT:
            return f"the number of {self.selection(n.arg)}"
        if kind == Num.DIED:
            return f"the number of deaths of {self.selection(n.arg)}"
        if kind == Num.HALF_LIFE:
            return f"half the life of {self.ref(n.ref, n.refarg)}"
        if kind == Num.COUNTERS:
            return f"the {COUNTERS[n.arg]} counters on {self.ref(n.ref, n.refarg)}"
        plain = {Num.X: "x", Num.EVENT_AMOUNT: "the amount of the event", Num.RESULT: "the result",
                 Num.CHOSEN: "the number chosen", Num.DAMAGE_DEALT: "the damage dealt",
                 Num.BUSHIDO: "its bushido", Num.KIN: "its kin", Num.PAID_COUNT: "the number paid",
                 Num.COLOURS_SPENT: "the colours spent",
                 Num.CHOSEN_NUMBER: "the chosen number", Num.TIMES_PAID: "the times paid"}
        if kind in plain:
            return plain[kind]
        if kind == Num.LIFE_LOST:
            return f"the life lost by {self.ref(n.ref, n.refarg)}"
        if kind == Num.SPELLS_CAST:
            return f"the spells cast by {self.ref(n.ref, n.refarg)}"
        if kind == Num.SPELL_X:
            return f"the x of {self.ref(n.ref, n.refarg)}"
        what = {Num.POWER: "power", Num.TOUGHNESS: "toughness", Num.MANA_VALUE: "mana value", Num.LIFE: "life",
                Num.HAND_SIZE: "hand size"}[kind]
        return f"the {what} of {self.ref(n.ref, n.refarg)}"

    def each(self, n: Any) -> str:
        """What stands after "for each"."""
        if n.kind == Num.COUNT:
            return self.selection(n.arg)
        return "done" if n.kind == Num.RESULT else f"of {self.base(n)}"

    def is_plain(self, number: int) -> bool:
        """Whether an amount is a number or x, which stand before their noun."""
        n = self.rules.number[number]
        return n.kind == Num.LITERAL or (n.kind == Num.X and n.times == 1 and n.plus == 0)

    def quantity(self, number: int, noun: str, one: str = "", many: str = "") -> str:
        """"2 cards", "a card", "x damage", "cards equal to ..."."""
        many = many or noun
        if not self.is_plain(number):
            return f"{many} equal to {self.number(number)}"
        words = self.number(number)
        return f"{one} {noun}" if words == "1" and one else f"{words} {noun if words == '1' else many}"

    def cards(self, number: int) -> str:
        """"a card", "2 cards"."""
        return self.quantity(number, "card", "a", "cards")

    def change(self, power: int, toughness: int) -> str:
        """"+1/+2", "-x/-x", "+1/+1 for each ..."."""
        halves, each = [], ""
        for number in (int(power), int(toughness)):
            n = self.rules.number[number]
            if n.kind == Num.LITERAL:
                halves.append(f"{n.plus:+d}")
            elif n.kind == Num.X and abs(n.times) == 1:
                halves.append("-x" if n.times < 0 else "+x")
            else:
                halves.append(f"{n.times:+d}")
                each = each or f" for each {self.each(n)}"
        return "/".join(halves) + each

    # -------------------------------------------------------------- conditions and costs

    def condition(self, number: int) -> str:
        """The words of a condition."""
        c = self.rules.condition[number]
        kind, no = Cond(int(c.kind)), bool(c.negate)
        if kind == Cond.COUNT_AT_LEAST:
            words = self.selection(c.a)
            if c.b == 1:
                return f"there is no {words}" if no else f"there is {article(words)}"
            return f"there are {'fewer than' if no else 'at least'} {c.b} {words}"
        if kind == Cond.CAST_NAMES:
            second = f' and "{self.tables.names[c.b]}"' if c.b >= 0 else ""
            return f'you cast "{self.tables.names[c.a]}"{second} this turn'
        if kind in (Cond.IT_MATCHES, Cond.OBJECT_MATCHES):
            who = "it" if kind == Cond.IT_MATCHES else self.ref(c.ref, c.refarg)
            return f"{who} is {'not ' if no else ''}{article(self.selection(c.a))}"
        if kind == Cond.PAID:
            return f"optional cost {c.a + 1} was {'not ' if no else ''}paid"
        if kind == Cond.NUM_AT_LEAST:
            return f"{self.number(c.a)} is {'less than' if no else 'at least'} {self.number(c.b)}"
        if kind == Cond.NUM_EQUAL:
            return f"{self.number(c.a)} {'does not equal' if no else 'equals'} {self.number(c.b)}"
        if kind == Cond.CAST_TYPE:
            word = next(word for word, bit in TYPES.items() if bit == c.a)
            return f"you cast {'no ' + word if no else article(word)} spell this turn"
        if kind in (Cond.OPPONENT_CAST, Cond.YOU_CAST):
            colours = " or ".join(word for word, bit in COLOURS.items() if bit & c.a)
            return f"{'an opponent' if kind == Cond.OPPONENT_CAST else 'you'} cast a {colours} spell this turn"
        if kind == Cond.OPPONENT_HURT:
            return "an opponent was dealt damage this turn"
        if kind == Cond.PERMANENT_LEFT:
            return "you lost a permanent this turn"
        if kind == Cond.BURIED:
            return f"an opponent buried at least {c.b} cards this turn"
        if kind == Cond.CAST_FROM:
            return f"this was cast from {'hand' if c.a == Zone.HAND else 'a graveyard'}"
        if kind == Cond.TARGETS_SELF:
            return f"the subject aims {'only ' if c.a else ''}at this"
        if kind == Cond.ALTERNATIVE:
            return f"alternative cost {c.a} was paid"
        if kind == Cond.SELF_IS_HERE:
            return "this has left" if no else "this remains"
        return ("not " if no else "") + {Cond.RESULT_POSITIVE: "done", Cond.YOUR_TURN: "your turn"}[kind]

    def cost(self, number: int) -> str:
        """The words of a cost."""
        cost = self.rules.cost[number]
        words = [mana_text(cost.mana)] if cost.has_mana else []
        return ", ".join(words + [self._cost_item(cost.wants[at]) for at in range(cost.n_items)])

    def _cost_item(self, item: Any) -> str:
        kind, count = CostKind(int(item.kind)), int(item.count)
        if kind in ALONE:
            return ALONE[kind]
        if kind == CostKind.PAY_LIFE:
            return f"pay {count} life"
        if kind == CostKind.OPPONENT_GAINS:
            return f"opponent gains {count} life"
        if kind == CostKind.ADD_COUNTERS:
            return f"add {count} {COUNTERS[item.filter]} {plural('counter', count)}"
        if kind == CostKind.REMOVE_COUNTERS and count == X_MANY:
            return f"remove x {COUNTERS[item.filter]} counters"
        if kind == CostKind.REMOVE_COUNTERS:
            return f"remove {count} {COUNTERS[item.filter]} {plural('counter', count)}"
        if kind == CostKind.REMOVE_ALL_COUNTERS:
            return f"remove all {COUNTERS[item.filter]} counters from the giver"
        words = self.selection(item.filter, "control", "zone", "untapped" if kind in TAPS else "")
        if kind == CostKind.TAP_POWER:
            return f"tap {words} of total power {count}"
        if kind == CostKind.SACRIFICE_ALL:
            return f"sacrifice all {words}"
        verb, where = OF_OBJECTS[kind]
        if count == ANY_NUMBER:
            return f"{verb} any number of {words}"
        return f"{verb} {count} {words}{where}"


ALONE = {CostKind.TAP_SELF: "{T}", CostKind.UNTAP_SELF: "{Q}", CostKind.SACRIFICE_SELF: "sacrifice this",
         CostKind.RETURN_SELF: "return this", CostKind.EXILE_SELF: "exile this",
         CostKind.DISCARD_SELF: "discard this",
         CostKind.DISCARD_HAND: "discard all cards", CostKind.SHOW_HAND: "reveal all cards",
         CostKind.UNATTACH: "unattach the giver", CostKind.NINJUTSU: "ninjutsu"}
TAPS = (CostKind.TAP, CostKind.TAP_POWER)
OF_OBJECTS = {CostKind.SACRIFICE: ("sacrifice", ""), CostKind.TAP: ("tap", ""), CostKind.RETURN: ("return", ""),
              CostKind.EXILE_GRAVEYARD: ("exile", " from your graveyard"),
              CostKind.EXILE_HAND: ("exile", " from your hand"), CostKind.DISCARD: ("discard", ""),
              CostKind.REVEAL_HAND: ("reveal", " from your hand"), CostKind.OFFERING: ("offer", "")}
