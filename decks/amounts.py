"""References, amounts, costs and conditions: the smaller phrases of a text.

A `Text` is one text being compiled: its targets so far, in order of mention, and its
instructions. Instances of "target" are numbered within the text.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from decks.errors import NotationError, nearest
from decks.parse import Tree
from decks.selections import any_target, compile_selection
from decks.tables import Tables, blank
from decks.words import COLOURS, ORDINALS, REFS, TYPES, singular
from sim import layout
from sim.limits import MAX_TARGETS
from sim.terms import ABSENT, ANY_NUMBER, COUNTERS, X_MANY, Zone
from sim.terms_abilities import F_UNTAPPED, CostKind, Relation, Whose
from sim.terms_texts import Cond, Num, Ref

Who = tuple[int, int]        # (Ref, argument)
NOBODY: Who = (Ref.NONE, 0)
SELF: Who = (Ref.SELF, 0)


@dataclass
class Text:
    """One text: shared tables, the target specs and instructions so far."""

    tables: Tables
    targets: list[Any] = field(default_factory=list)

    # -------------------------------------------------------------- who

    def ref(self, tree: Tree) -> Who:
        """The reference of a `ref` tree; "target ..." makes a new instance."""
        name, parts = str(tree.data), tree.children
        if name in REFS:
            return REFS[name], 0
        if name in ("top_card", "top_cards"):
            return Ref.TOP, int(str(parts[0])) if name == "top_cards" else 1
        if name.startswith("target"):
            return self._new_target(name, parts)
        if name == "that_target":
            if not self.targets:
                raise NotationError('"that target" before any target was named in this text')
            return Ref.TARGET, len(self.targets) - 1
        if name == "nth_target":
            n = ORDINALS.index(str(parts[0]))
            if n >= len(self.targets):
                raise NotationError(f'"{parts[0]} target", but the text has named {len(self.targets)} target(s)')
            return Ref.TARGET, n
        if name == "each":
            return self._each(parts[0])
        if name == "top_buried":
            return Ref.TOP_BURIED, self._buried(parts[0])
        return self._player_of(name, self.ref(parts[0]))

    def _buried(self, selection: Tree) -> int:
        number = compile_selection(self.tables, selection)
        f = self.tables.rules.filter[number]
        if f.zone != Zone.GRAVEYARD or f.controller != Whose.YOU:
            raise NotationError('"the uppermost" goes with a card in your graveyard')
        return number

    def _new_target(self, name: str, parts: list) -> Who:
        spec = blank(layout.TARGET_SPEC)
        spec.least = spec.most = 1
        if name == "target_anything":
            spec.filter = any_target(self.tables)
        else:
            spec.filter = compile_selection(self.tables, parts[-1])
            self._settle_relation(spec)
        if name == "target_range":
            spec.least, spec.most = int(str(parts[0])), int(str(parts[1]))
        if name in ("target_n", "target_up_to"):
            spec.least = spec.most = int(str(parts[0]))
        if name == "target_x":
            spec.least = spec.most = X_MANY
        if name == "target_up_to":
            spec.least = 0
        if name == "target_any_number":
            spec.least, spec.most = 0, MAX_TARGETS
        if name == "target_another":
            if not self.targets:
                raise NotationError('"another target" before any target was named in this text')
            spec.different_from = len(self.targets)
        self.targets.append(spec)
        return Ref.TARGET, len(self.targets) - 1

    def _settle_relation(self, spec: Any) -> None:
        """What the source blocks matters only as the target is chosen: the source may leave as a cost (608.2h)."""
        f = self.tables.rules.filter[spec.filter].copy()
        if f.relation == Relation.BLOCKED_BY_SELF:
            f.relation = Relation.ANY
            spec.when_chosen, spec.filter = spec.filter, self.tables.shared("filter", f)

    def _each(self, selection: Tree) -> Who:
        number = compile_selection(self.tables, selection)
        f = self.tables.rules.filter[number]
        if f.players:
            return (Ref.EACH_PLAYER if f.players == Whose.ANY + 1 else Ref.OPPONENT), 0
        return Ref.EACH, number

    def _player_of(self, name: str, inner: Who) -> Who:
        kinds: dict[tuple[str, int], Ref] = {
            ("controller_of", Ref.TARGET): Ref.TARGET_CONTROLLER, ("player_of", Ref.TARGET): Ref.TARGET_PLAYER,
            ("controller_of", Ref.IT): Ref.IT_CONTROLLER}
        if (name, inner[0]) not in kinds:
            raise NotationError(f'"the {name.replace("_", " ")}" takes a target{" or it" if name[0] == "c" else ""}')
        return kinds[name, inner[0]], inner[1]

    # -------------------------------------------------------------- how many

    def number(self, tree: Tree) -> int:
        """The amount of a number, `qty`, `amount` or `amount_of` tree."""
        name, parts = str(tree.data), tree.children
        if name in ("amount", "amount_of"):
            return self.number(parts[0])
        if name in ("plus", "minus"):
            entry = self._term(parts[0])
            entry.plus += int(str(parts[1])) if name == "plus" else -int(str(parts[1]))
            return self.store(entry)
        return self.store(self._term(tree))

    def store(self, entry: Any) -> int:
        """The number of an amount; nothing times something is a literal, and 0 is entry 0."""
        if entry.times == 0:
            entry.kind, entry.ref, entry.refarg, entry.arg = Num.LITERAL, 0, 0, 0
        if entry.kind == Num.LITERAL:
            entry.times = 0
            if entry.plus == 0:
                return 0
        return self.tables.shared("number", entry)

    def literal(self, n: int) -> int:
        """The amount `n`."""
        entry = blank(layout.NUMBER)
        entry.plus = n
        return self.store(entry)

    def _term(self, tree: Tree) -> Any:
        name, parts = str(tree.data), tree.children
        if name in ("literal", "one"):
            entry = blank(layout.NUMBER)
            entry.plus = int(str(parts[0])) if parts else 1
            return entry
        if name == "x":
            entry = blank(layout.NUMBER)
            entry.kind, entry.times = Num.X, 1
            return entry
        if name == "once":
            return self.base(parts[0], 1)
        if name == "times":
            return self.base(parts[1], int(str(parts[0])))
        if name == "negative":
            return self.base(parts[0], -1)
        return self.base(parts[1], -int(str(parts[0])))

    def base(self, tree: Tree, times: int) -> Any:
        """A NUMBER entry: `times` what a `base` or `each` tree counts."""
        if tree.data == "each_of":
            tree = tree.children[0]
        entry = blank(layout.NUMBER)
        name = str(tree.data).removeprefix("base_").removeprefix("each_")
        entry.kind = {"x": Num.X, "count": Num.COUNT, "power": Num.POWER, "toughness": Num.TOUGHNESS,
                      "mana_value": Num.MANA_VALUE, "counters": Num.COUNTERS, "event": Num.EVENT_AMOUNT,
                      "result": Num.RESULT, "done": Num.RESULT, "chosen": Num.CHOSEN, "life": Num.LIFE,
                      "hand": Num.HAND_SIZE, "dealt": Num.DAMAGE_DEALT, "paid": Num.PAID_COUNT,
                      "died": Num.DIED, "half_life": Num.HALF_LIFE, "bushido": Num.BUSHIDO,
                      "lost": Num.LIFE_LOST, "spell_x": Num.SPELL_X, "chosen_number": Num.CHOSEN_NUMBER,
                      "times": Num.TIMES_PAID, "kin": Num.KIN, "spells": Num.SPELLS_CAST,
                      "colours_spent": Num.COLOURS_SPENT}[name]
        entry.times = times
        if name in ("count", "died"):
            entry.arg = compile_selection(self.tables, tree.children[0])
        elif name == "counters":
            entry.arg = counter_kind(tree.children[0])
            entry.ref, entry.refarg = self.ref(tree.children[1])
        elif tree.children:
            entry.ref, entry.refarg = self.ref(tree.children[-1])
        return entry

    def count(self, tree: Tree) -> int:
        """A `qty` that must be a plain number."""
        if tree.data == "x":
            raise NotationError('"x" cannot stand here; a plain number is needed')
        return int(str(tree.children[0])) if tree.children else 1

    def change(self, tree: Tree) -> tuple[int, int]:
        """The two amounts of "+1/+2", with "for each" if it is there."""
        each = tree.children[1] if tree.data == "change_each" else None
        first, second = [self._signed(half, each) for half in str(tree.children[0]).split("/")]
        return first, second

    def _signed(self, half: str, each: Tree | None) -> int:
        sign = -1 if half[0] == "-" else 1
        if half[1:] == "x":
            if each is not None:
                raise NotationError('"x" and "for each" do not go together in one change of power and toughness')
            entry = blank(layout.NUMBER)
            entry.kind, entry.times = Num.X, sign
        elif each is None:
            return self.literal(int(half))
        else:
            entry = self.base(each, int(half))
        return self.store(entry)

    # -------------------------------------------------------------- conditions

    def condition(self, tree: Tree) -> int:
        """The table entry of a `condition` tree."""
        entry = blank(layout.CONDITION)
        self._fill_condition(entry, str(tree.data), tree.children)
        return self.tables.shared("condition", entry)

    def _fill_condition(self, entry: Any, name: str, parts: list) -> None:
        if name in ("some_exist", "none_exist", "at_least", "fewer"):
            entry.kind = Cond.COUNT_AT_LEAST
            entry.b = int(str(parts[0])) if name in ("at_least", "fewer") else 1
            entry.a = compile_selection(self.tables, parts[-1])
            entry.negate = name in ("none_exist", "fewer")
        elif name in ("cast_one", "cast_two"):
            names = [self.tables.name(part.strip('"')) for part in parts]
            entry.kind, entry.a = Cond.CAST_NAMES, names[0]
            entry.b = names[1] if len(names) == 2 else ABSENT - (1 << 16)
        elif name in ("matches", "not_matches"):
            ref = self.ref(parts[0])
            entry.kind = Cond.IT_MATCHES if ref[0] == Ref.IT else Cond.OBJECT_MATCHES
            if ref[0] != Ref.IT:
                entry.ref, entry.refarg = ref
            entry.a = compile_selection(self.tables, parts[1])
            entry.negate = name == "not_matches"
        elif name in ("paid", "not_paid"):
            entry.kind, entry.a, entry.negate = Cond.PAID, int(str(parts[0])) - 1, name == "not_paid"
        elif name in ("num_equal", "num_differ"):
            entry.negate = name == "num_differ"
            entry.kind, entry.a, entry.b = Cond.NUM_EQUAL, self.number(parts[0]), self.number(parts[1])
        elif name in ("cast_type", "not_cast_type"):
            entry.kind, entry.a = Cond.CAST_TYPE, TYPES[singular(str(parts[0]))]
            entry.negate = name == "not_cast_type"
        elif name == "buried":
            entry.kind, entry.b = Cond.BURIED, int(str(parts[1]))
        elif name in ("opponent_cast", "you_cast"):
            entry.kind = Cond.OPPONENT_CAST if name == "opponent_cast" else Cond.YOU_CAST
            entry.a = sum(COLOURS[str(part)] for part in parts if str(part) in COLOURS)
        elif name in ("cast_from_hand", "cast_from_graveyard"):
            entry.kind, entry.a = Cond.CAST_FROM, Zone.HAND if name == "cast_from_hand" else Zone.GRAVEYARD
        elif name in ("targets_self", "targets_only_self"):
            entry.kind, entry.a = Cond.TARGETS_SELF, name == "targets_only_self"
        elif name == "alternative_paid":
            entry.kind, entry.a = Cond.ALTERNATIVE, int(str(parts[0]))
        elif name in ("num_at_least", "num_less"):
            entry.kind, entry.negate = Cond.NUM_AT_LEAST, name == "num_less"
            entry.a, entry.b = self.number(parts[0]), self.number(parts[1])
        else:
            kinds = {"done": Cond.RESULT_POSITIVE, "your_turn": Cond.YOUR_TURN, "remains": Cond.SELF_IS_HERE,
                     "opponent_hurt": Cond.OPPONENT_HURT, "permanent_left": Cond.PERMANENT_LEFT}
            name, entry.negate = {"gone": ("remains", 1)}.get(name, (name.removeprefix("not_"), name[:4] == "not_"))
            entry.kind = kinds[name]

    # -------------------------------------------------------------- costs

    def cost(self, tree: Tree) -> int:
        """The table entry of a `cost` tree."""
        mana, items = None, []
        for part in tree.children:
            if part.data == "mana":
                mana = (mana or "") + str(part.children[0])
            else:
                items.append(self._cost_item(str(part.data).removeprefix("cost_"), part.children))
        return self.tables.cost(mana, items)

    def _cost_item(self, name: str, parts: list) -> tuple[int, int, int]:
        alone = {"tap_self": CostKind.TAP_SELF, "untap_self": CostKind.UNTAP_SELF,
                 "sacrifice_self": CostKind.SACRIFICE_SELF, "return_self": CostKind.RETURN_SELF,
                 "exile_self": CostKind.EXILE_SELF, "discard_self": CostKind.DISCARD_SELF,
                 "ninjutsu": CostKind.NINJUTSU, "discard_hand": CostKind.DISCARD_HAND,
                 "show_hand": CostKind.SHOW_HAND}
        if name in alone:
            return alone[name], 0, 1
        if name in ("life", "opponent_gains"):
            return (CostKind.PAY_LIFE if name == "life" else CostKind.OPPONENT_GAINS), 0, int(str(parts[0]))
        if name == "unattach":
            return CostKind.UNATTACH, 0, 1
        if name == "all_counters":
            return CostKind.REMOVE_ALL_COUNTERS, counter_kind(parts[0]), 1
        if name == "add_counters":
            return CostKind.ADD_COUNTERS, counter_kind(parts[1]), self.count(parts[0])
        if name == "counters":
            many = X_MANY if parts[0].data == "x" else self.count(parts[0])
            return CostKind.REMOVE_COUNTERS, counter_kind(parts[1]), many
        kind, zone = COST_OBJECTS[name]
        if name == "tap_power":
            wanted = compile_selection(self.tables, parts[0], lambda f: _yours(f, zone, kind))
            return kind, wanted, int(str(parts[1]))
        wanted = compile_selection(self.tables, parts[-1], lambda f: _yours(f, zone, kind))
        if name == "sacrifice_any":
            return kind, wanted, ANY_NUMBER
        return kind, wanted, 0 if name == "sacrifice_all" else self.count(parts[0])


COST_OBJECTS = {"sacrifice_all": (CostKind.SACRIFICE_ALL, Zone.BATTLEFIELD),
                "sacrifice": (CostKind.SACRIFICE, Zone.BATTLEFIELD), "offer": (CostKind.OFFERING, Zone.BATTLEFIELD),
                "sacrifice_any": (CostKind.SACRIFICE, Zone.BATTLEFIELD), "tap": (CostKind.TAP, Zone.BATTLEFIELD),
                "tap_power": (CostKind.TAP_POWER, Zone.BATTLEFIELD),
                "return": (CostKind.RETURN, Zone.BATTLEFIELD),
                "exile_graveyard": (CostKind.EXILE_GRAVEYARD, Zone.GRAVEYARD),
                "exile_hand": (CostKind.EXILE_HAND, Zone.HAND), "discard": (CostKind.DISCARD, Zone.HAND),
                "reveal": (CostKind.REVEAL_HAND, Zone.HAND)}


def _yours(f: Any, zone: int, kind: int) -> None:
    """Costs are paid with what the payer has (118.3)."""
    f.zone, f.controller = zone, Whose.YOU
    if kind in (CostKind.TAP, CostKind.TAP_POWER):
        f.marks |= F_UNTAPPED


def counter_kind(tree: Tree) -> int:
    """Number of the kind of counter that is named."""
    word = str(tree.children[0])
    if word not in COUNTERS:
        raise NotationError(f"no counter is called {word}", nearest(word, COUNTERS) or ", ".join(COUNTERS))
    return COUNTERS.index(word)
