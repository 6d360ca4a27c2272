"""One `cast` or `activate` step: the decisions of CR 601.2 and 602.2, answered from its keys.

The walk takes each decision as the engine asks it and gives the answer that the keys
want. What was not asked had one possible answer, so at the end the announcement is
read back from the stack and compared with every key that was given.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from experiments.check.faults import FailedError, NotOnOfferError
from experiments.check.names import are_alike, find, is_meant, must_be_known, name_number, names_text, seat_of
from experiments.check.schema import PLAYERS, Step
from experiments.check.table import Offer, Table
from experiments.text import COLOUR_WORDS, definition_of
from sim.announcing import Stage
from sim.terms import ABSENT, ST_TAPPED, ActionKind, Alternative, Decision, End, ItemKind, Option
from sim.terms_abilities import AbilityKind, CostKind

CAST_FOR = {"free": Alternative.FREE, "flashback": Alternative.FLASHBACK, "madness": Alternative.MADNESS,
            "instead": Alternative.INSTEAD}
ABOUT_MANA = (Decision.CHOOSE_X, Decision.COLOUR, Decision.PAY)      # questions about a mana ability
KIND_OF_COST = {"pitch": CostKind.EXILE_HAND, "offering": CostKind.OFFERING}


class MovedOnError(Exception):
    """The announcement went on by itself; the next question is another one."""


class Announcement:
    """The keys of a step and how far they have been used."""

    def __init__(self, table: Table, step: Step, obj: int, kind: ItemKind, mana: Iterable[Any] = ()):
        self.table = table
        self.keys = step.keys
        self.obj = obj
        self.kind = kind
        self.seat = step.seat
        self.modes = sorted(step.keys.get("mode", []))
        self.to_splice = list(step.keys.get("splice", []))
        self.to_order = list(self.to_splice)
        self.to_pay = list(step.keys.get("pay", []))
        self.optional = list(step.keys.get("optional", []))
        self.to_target: list[str] = []           # words of the instance of "target" being asked about
        self.mana = list(mana)
        self.unasked: list[str] = []             # what mana abilities are paid with, and nobody asked
        self.before = objects_now(table)
        targets = [word for entry in step.keys.get("targets", []) for word in as_list(entry)]
        must_be_known(table, *self.to_splice, *self.to_pay, *targets)
        self.handlers: dict[Decision, Callable[[list[Offer]], Offer]] = {
            Decision.MODE: self._mode, Decision.SPLICE: self._splice, Decision.SPLICE_ORDER: self._order,
            Decision.COST: self._cost, Decision.OPTIONAL_COST: self._optional, Decision.CHOOSE_X: self._x,
            Decision.TARGET: self._target, Decision.PAY: self._pay, Decision.MANA: self._mana}

    def run(self, first: Offer) -> None:
        """Apply the proposal `first` and walk to the end of the announcement.

        Raises NotOnOfferError where the keys want what is not possible, FailedError where they leave
        a question open.
        """
        table = self.table
        table.apply(first)
        while self._is_going_on():
            decision = Decision(int(table.game.decision))
            try:
                table.apply(self.handlers[decision](table.offers()))
            except MovedOnError:
                continue
        if self.mana:
            raise NotOnOfferError(f"the mana ability {self.mana[0]!r}", "not on offer")
        self._verify()

    def _is_going_on(self) -> bool:
        """Whether the pending question belongs to this announcement, whose item is the top of the stack."""
        game = self.table.game
        if game.end != End.PLAYING or int(game.decision) not in self.handlers or game.n_stack == 0:
            return False
        item = game.stack[game.n_stack - 1]
        return bool(item.kind == self.kind and item.obj == self.obj)

    # ------------------------------------------------------------ answers, one decision each

    def _mode(self, offers: list[Offer]) -> Offer:
        for mode in self.modes:
            for offer in offers:
                if offer.kind == ActionKind.NUMBER and offer.value == mode - 1:
                    self.modes.remove(mode)
                    return offer
        if not self.keys.get("mode"):
            raise FailedError("the step to say which mode", "`mode` missing")
        return only(offers, ActionKind.DONE, f"mode {self.modes[0]} to be on offer" if self.modes else "no other mode")

    def _splice(self, offers: list[Offer]) -> Offer:
        """Take the first offered card that is wanted: a skipped one cannot be had later."""
        handles = self.table.handles
        for offer in offers:
            if offer.kind != ActionKind.PICK:
                continue
            word = next((w for w in self.to_splice if is_meant(self.table, w, offer.obj)), None)
            if word is None:
                word = next((w for w in self.to_splice if w in handles
                             and are_alike(self.table, handles[w], offer.obj)
                             and all(o.obj != handles[w] for o in offers)), None)
                if word is not None:
                    find(self.table, word, [offer.obj])
            if word is not None:
                self.to_splice.remove(word)
                self._fix_order(word, offer.obj)
                return offer
        wanted = f"a splice of {self.to_splice[0]!r} to be on offer" if self.to_splice else "no more to splice"
        return only(offers, ActionKind.DONE, wanted)

    def _fix_order(self, word: str, obj: int) -> None:
        """Remember which card stands for a word of the wanted order."""
        self.to_order[self.to_order.index(word)] = obj

    def _order(self, offers: list[Offer]) -> Offer:
        """Take the next text of the wanted order; of two equal texts the one on offer."""
        wanted = self.to_order.pop(0)
        objects = self.table.game.object
        for offer in sorted(offers, key=lambda offer: offer.obj != wanted):
            if isinstance(wanted, int) and objects[offer.obj].card == objects[wanted].card:
                self.to_order = [wanted if obj == offer.obj else obj for obj in self.to_order]
                return offer
        raise NotOnOfferError(f"the order of splices {self.keys['splice']}", "not on offer")

    def _cost(self, offers: list[Offer]) -> Offer:
        name = self.keys.get("cost")
        value = self._cost_number(name) if name else 0
        for offer in offers:
            if offer.value == value or _as_printed(offer.value) == value:
                return offer
        if name:
            raise NotOnOfferError(f"the cost {name!r} to be on offer", "not on offer")
        raise FailedError("the step to say which cost", "`cost` missing")

    def _cost_number(self, name: str) -> int:
        """Return the number of an alternative cost (118.9): the card's first or second, or free."""
        if name in CAST_FOR:
            return CAST_FOR[name]
        rules = self.table.rules[0]
        card = rules.card[self.table.game.object[self.obj].card]
        for k, cost in enumerate(card.alternative):
            items = rules.cost[cost].wants[:rules.cost[cost].n_items]
            kinds = {CostKind(int(item.kind)) for item in items}
            if cost and (KIND_OF_COST[name] in kinds if name in KIND_OF_COST else not kinds & {*KIND_OF_COST.values()}):
                return k + 1
        raise NotOnOfferError(f"the cost {name!r} to be on offer", "not a cost of that spell")

    def _optional(self, offers: list[Offer]) -> Offer:
        """Pay the cost that is asked about as often as its keyword is left (702.33, 702.56)."""
        spec = int(self.table.game.casting.spec)
        item = self._item()
        part = item.part[spec // 2]
        number = part.card if part.spliced else self.table.game.object[self.obj].card
        option = Option(int(self.table.rules[0].card[number].option[spec % 2])).name.lower()
        word = next((word for word in self.optional if option in (word, "plain")), None)
        if word is not None:
            self.optional.remove(word)
            return only(offers, ActionKind.YES, "that optional cost to be payable")
        return only(offers, ActionKind.NO, "the optional cost to be optional")

    def _x(self, offers: list[Offer]) -> Offer:
        if "x" not in self.keys:
            raise FailedError("the step to say the value of X", "`x` missing")
        found = next((offer for offer in offers if offer.value == self.keys["x"]), None)
        if found is None:
            raise NotOnOfferError(f"X = {self.keys['x']} to be on offer", "not on offer")
        return found

    def _target(self, offers: list[Offer]) -> Offer:
        game = self.table.game
        spec, nth = int(game.casting.spec), int(game.casting.n_of_spec)
        place = self._instances_before(int(game.casting.part)) + spec
        wanted = self.keys.get("targets", [])
        if place >= len(wanted):
            fault = NotOnOfferError if "targets" in self.keys else FailedError       # too few are no legal choice
            raise fault(f"the step to name target {place + 1}", f"{len(wanted)} named")
        words = as_list(wanted[place])
        if nth == 0:
            self.to_target = list(words)
        if not self.to_target:
            return only(offers, ActionKind.DONE, "as few targets")
        # several targets of one instance are a set, asked for in the order of the offers; the last are not on offer yet
        found: dict[str, Offer] = {}
        for word in self.to_target:
            try:
                found[word] = target_offer(self.table, word, offers)
            except NotOnOfferError:
                if word == self.to_target[-1] and not found:
                    raise
        word = min(found, key=lambda word: (found[word].kind == ActionKind.PICK, found[word].obj, found[word].value))
        self.to_target.remove(word)
        return found[word]

    def _instances_before(self, part: int) -> int:
        """Count the instances of "target" in the texts before text `part`."""
        game, rules = self.table.game, self.table.rules[0]
        parts = game.stack[game.n_stack - 1].part[:part]
        return sum(int(rules.ability[each.ability].n_targets) for each in parts)

    def _mana(self, offers: list[Offer]) -> Offer:
        """Activate the mana abilities that are left of the key `mana`, then go on to pay (601.2g).

        What is needed beyond those is left to the engine.
        """
        while self.mana:
            entry = self.mana.pop(0)
            keys = {"activate": entry} if isinstance(entry, str) else entry
            self._activate_mana(keys, offers)
            if self.table.game.decision != Decision.MANA:
                raise MovedOnError
            offers = self.table.offers()
        return only(offers, ActionKind.DONE, "to go on")

    def _activate_mana(self, keys: dict[str, Any], offers: list[Offer]) -> None:
        table, word = self.table, keys["activate"]
        active = [offer for offer in offers if offer.kind == ActionKind.ACTIVATE]
        obj = find(table, word, [offer.obj for offer in active])
        wanted = [offer for offer in active if offer.obj == obj and (
            "ability" not in keys or offer.value == activated_index(table, obj, keys["ability"]))]
        if len(wanted) != 1:
            raise NotOnOfferError(f"one mana ability of {word!r} to be on offer", f"{len(wanted)}")
        table.apply(wanted[0])
        outer, self.to_pay = self.to_pay, list(keys.get("pay", []))
        casting = table.game.casting
        while casting.stage == Stage.MANA and table.game.decision in ABOUT_MANA:
            table.apply(self._answer_about_mana(table.offers(), keys))
        if "colour" in keys and casting.picked_colour != colour_bit(keys["colour"]):
            raise NotOnOfferError(f"{word!r} to make {keys['colour']} mana", "not possible")
        self._verify_named(casting)
        self.to_pay = outer

    def _verify_named(self, casting: Any) -> None:
        """What was named for a mana ability, and not asked about, pays for it: the only thing that could."""
        if casting.stage != Stage.MANA:
            self.unasked += self.to_pay
            return
        named = [int(casting.paid[k]) for k in range(casting.n_paid) if casting.paid_for[k] >= casting.n_own]
        for word in self.to_pay:
            if not any(is_meant(self.table, word, obj) for obj in named):
                raise NotOnOfferError(f"{word!r} to be paid", "not possible")

    def _answer_about_mana(self, offers: list[Offer], keys: dict[str, Any]) -> Offer:
        """Answer a question about the mana ability being activated; keys: its entry of the key `mana`."""
        if self.table.game.decision == Decision.PAY:
            return self._pay(offers, "pay" in keys)
        if self.table.game.decision == Decision.CHOOSE_X:
            return offers[0]                     # as little as will do
        bit = colour_bit(keys.get("colour", ""))
        if not bit:
            raise FailedError("the key `mana` to say which colour", "`colour` missing")
        found = next((offer for offer in offers if offer.value == bit), None)
        if found is None:
            raise NotOnOfferError(f"{keys['colour']} mana to be on offer", "not on offer")
        return found

    def _pay(self, offers: list[Offer], given: bool = False) -> Offer:
        picks = [offer for offer in offers if offer.kind == ActionKind.PICK]
        objects = [offer.obj for offer in picks]
        for place, word in enumerate(self.to_pay):
            try:
                obj = find(self.table, word, objects)
            except NotOnOfferError:
                continue
            del self.to_pay[place]
            return picks[objects.index(obj)]
        done = [offer for offer in offers if offer.kind == ActionKind.DONE]
        if done:
            return done[0]
        choice = f"a choice of {names_text(self.table, objects)}"
        if given or "pay" in self.keys:
            raise NotOnOfferError("a payment with what `pay` names", choice)
        casting = self.table.game.casting
        cost = casting.wants[self.table.game.choice.value]
        if cost.count - cost.paid >= len(objects):
            return picks[0]                  # every one of them is paid
        if all(are_alike(self.table, objects[0], other) for other in objects[1:]):
            return picks[0]
        raise FailedError("the step to say what is paid", choice)

    # ------------------------------------------------------------ what came of it

    def _item(self) -> Any:
        """Return the announced spell or ability on the stack, or None where it has left it."""
        game = self.table.game
        for item in game.stack[:game.n_stack][::-1]:
            if item.kind == self.kind and item.obj == self.obj:
                return item
        return None

    def _verify(self) -> None:
        """Compare what was announced with every key, also those that were never asked about."""
        if self.to_splice:
            raise NotOnOfferError(f"a splice of {self.to_splice[0]!r}", "not on offer")
        item = self._item()
        more_modes = item is not None and len(set(self.keys.get("mode", []))) > 1
        if more_modes and self.table.rules[0].card[item.card].mode_cost:
            self.optional = [word for word in self.optional if word not in ("entwine", "escalate")]
        if self.optional:
            raise NotOnOfferError(f"the optional cost {self.optional[0]!r}", "not on offer")
        self._verify_payment()
        if item is None:
            if self.keys.get("targets") and self.table.game.end == End.PLAYING:
                raise NotOnOfferError(f"targets {self.keys['targets']}", "an ability without targets")
            return
        keys = self.keys
        if "x" in keys and item.x != keys["x"]:
            raise NotOnOfferError(f"X = {keys['x']}", str(item.x))
        paid = Alternative.FREE if item.alternative == Alternative.SUSPENDED else _as_printed(item.alternative)
        if "cost" in keys and paid != self._cost_number(keys["cost"]):
            raise NotOnOfferError(f"the cost {keys['cost']!r}", "another cost")
        cards = self.table.rules[0].card
        if self._spliced_names() != [cards[part.card].name for part in item.part[:item.n_parts] if part.spliced]:
            raise NotOnOfferError(f"the splices {keys.get('splice', [])}", "another list of texts")
        self._verify_modes(item)
        self._verify_targets(item)

    def _spliced_names(self) -> list[int]:
        """List the wanted splices by the numbers of their names, in the wanted order."""
        found = []
        for word in self.keys.get("splice", []):
            if word in self.table.handles:
                card = self.table.rules[0].card[self.table.game.object[self.table.handles[word]].card]
                found.append(int(card.name))
            else:
                found.append(name_number(self.table, word))
        return found

    def _verify_modes(self, item: Any) -> None:
        modes = self.keys.get("mode", [])
        if not modes:
            return
        rules = self.table.rules[0]
        chosen = [int(part.ability) for part in item.part[:item.n_parts] if not part.spliced]
        modal = [each for each in rules.ability[:rules.n_abilities]
                 if each.n_modes and each.mode <= chosen[0] < each.mode + each.n_modes]
        numbers = [ability - int(modal[0].mode) + 1 for ability in chosen] if modal else []
        if numbers != sorted(modes):
            raise NotOnOfferError(f"mode {modes}", f"mode {numbers}")

    def _verify_targets(self, item: Any) -> None:
        wanted = self.keys.get("targets", [])
        chosen = targets_of(self.table, item)
        if len(wanted) != len(chosen):
            raise NotOnOfferError(f"{len(wanted)} targets", f"{len(chosen)} instances of \"target\"")
        if not same_targets(self.table, wanted, chosen):
            raise NotOnOfferError(f"the targets {wanted}", targets_text(self.table, chosen))

    def _verify_payment(self) -> None:
        """Every object named in `pay` was paid, by choice or because nothing else was possible."""
        now = objects_now(self.table)
        paid = [obj for obj, was in self.before.items()
                if now[obj] != was and (obj != self.obj or (self.kind == ItemKind.ACTIVATED and now[obj][0] != was[0]))]
        for word in [*self.unasked, *(self.keys["pay"] if self.to_pay else ())]:
            found = next((obj for obj in paid if is_meant(self.table, word, obj)), None)
            if found is None:
                raise NotOnOfferError(f"{word!r} to be paid", "not possible")
            paid.remove(found)


def as_list(entry: Any) -> list[Any]:
    """Return an entry of `targets` as a list: one instance of "target" may take several."""
    return entry if isinstance(entry, list) else [entry]


def objects_now(table: Table) -> dict[int, tuple[int, int, int]]:
    """Return what changes when an object pays a cost: it moves, is tapped or untapped, or is shown."""
    things = table.game.object[:table.game.n_objects]
    return {obj: (int(thing.stamp), int(thing.status) & ST_TAPPED, int(thing.known))
            for obj, thing in enumerate(things)}


def only(offers: list[Offer], kind: ActionKind, wanted: str) -> Offer:
    """Return the offer of a kind that there is at most one of."""
    found = next((offer for offer in offers if offer.kind == kind), None)
    if found is None:
        raise NotOnOfferError(wanted, "not on offer")
    return found


def _as_printed(alternative: int) -> int:
    """A way of paying, flashback that was given to a card like its own."""
    return Alternative.FLASHBACK if alternative == Alternative.GRANTED_FLASHBACK else int(alternative)


def target_offer(table: Table, word: str, offers: list[Offer]) -> Offer:
    """Return the offer that picks the player or object of a word."""
    seat = seat_of(word)
    if seat >= 0:
        for offer in offers:
            if offer.kind == ActionKind.PICK_PLAYER and offer.value == seat:
                return offer
        raise NotOnOfferError(f"{word!r} to be on offer", "not on offer")
    picks = [offer for offer in offers if offer.kind == ActionKind.PICK]
    obj = find(table, word, [offer.obj for offer in picks])
    return next(offer for offer in picks if offer.obj == obj)


Chosen = list[tuple[int, int]]           # targets of one instance: (object or ABSENT, seat)


def targets_of(table: Table, item: Any) -> list[Chosen]:
    """List the targets of an item, one list for each instance of "target" in its texts, in order."""
    rules = table.rules[0]
    found: list[Chosen] = []
    for p in range(int(item.n_parts)):
        for spec in range(int(rules.ability[item.part[p].ability].n_targets)):
            found.append([(int(t.obj), int(t.seat)) for t in item.target[:item.n_targets]
                          if t.part == p and t.spec == spec])
    return found


def same_targets(table: Table, wanted: list[Any], chosen: list[Chosen]) -> bool:
    """Whether the words name the targets, instance by instance."""
    if len(wanted) != len(chosen):
        return False
    for words, targets in zip(wanted, chosen, strict=True):
        left = list(targets)
        for word in as_list(words):
            seat = seat_of(word)
            hit = next((t for t in left if (t[0] == ABSENT and t[1] == seat if seat >= 0
                                            else t[0] != ABSENT and is_meant(table, word, t[0]))), None)
            if hit is None:
                return False
            left.remove(hit)
        if left:
            return False
    return True


def targets_text(table: Table, chosen: list[Chosen]) -> str:
    """Write targets as a scenario would."""
    words = []
    for targets in chosen:
        each = [PLAYERS[seat] if obj == ABSENT else names_text(table, [obj])[1:-1] for obj, seat in targets]
        words.append(each[0] if len(each) == 1 else f"[{', '.join(each)}]")
    return f"[{', '.join(words)}]"


def activated_index(table: Table, obj: int, number: int) -> int:
    """Return the index among an object's abilities of its activated ability `number` (from 1).

    Abilities that it was granted come after the printed ones.
    """
    rules = table.rules[0]
    card = rules.card[definition_of(table.game, obj)]
    kinds = [int(rules.ability[card.ability + k].kind) for k in range(card.n_abilities)]
    activated = [k for k, kind in enumerate(kinds) if kind in (AbilityKind.ACTIVATED, AbilityKind.MANA)]
    if number <= len(activated):
        return activated[number - 1]
    return int(card.n_abilities) + number - len(activated) - 1


def colour_bit(word: str) -> int:
    """Return the bit of a colour word, or 0."""
    return 1 << COLOUR_WORDS.index(word) if word in COLOUR_WORDS else 0
