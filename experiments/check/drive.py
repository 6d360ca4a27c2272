"""The verbs of a script, each in terms of decisions.

A verb that stops in the middle (`resolve`, `to`) is remembered: when a `choose` has
answered the question that stopped it, it goes on.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from experiments.check import answer
from experiments.check.announce import Announcement, activated_index, only, target_offer
from experiments.check.expect import expect
from experiments.check.faults import FailedError, NotOnOfferError
from experiments.check.names import find, form_of, is_meant, is_way_to_cast, must_be_known, seat_of
from experiments.check.schema import PLAYERS, STEPS, Step
from experiments.check.table import Offer, Table
from experiments.text import describe_question
from sim.terms import ABSENT, ST_ATTACKING, ST_BLOCKING, ActionKind, Decision, End, ItemKind
from sim.terms import Step as TurnStep
from sim.terms_abilities import AbilityKind, CostKind

MAX_PASSES = 20_000      # passes of one step of a script before it is called endless
OPENING_DECISIONS = (Decision.PLAY_DRAW, Decision.MULLIGAN, Decision.BOTTOM)


class Driver:
    """Carries out the steps of one scenario on a table."""

    def __init__(self, table: Table, steps: tuple[Step, ...]):
        self.table = table
        self.steps = steps
        self.next_step: Step | None = None
        self.going_on: Callable[[], None] | None = None      # the verb that a question stopped
        self.trigger_order: list[str] = []                   # sources still to be put on the stack, lowest first
        self.verbs: dict[str, Callable[[Step], None]] = {
            "cast": self._cast, "play": self._play, "activate": self._activate, "attack": self._attack,
            "block": self._block, "pass": self._pass, "resolve": self._resolve, "choose": self._choose,
            "to": self._to, "expect": lambda step: expect(self.table, step.value)}

    def run(self, step: Step) -> None:
        """Carry out one step.

        Raises FailedError when it does not hold.
        """
        self.next_step = self.steps[step.number] if step.number < len(self.steps) else None
        if step.illegal:
            self._refuse(step)
            return
        if step.verb not in ("choose", "expect"):
            self.going_on = None
        self.verbs[step.verb](step)
        self._settle_triggers()
        if step.verb == "choose" and self.going_on is not None and self._can_go_on():
            go_on, self.going_on = self.going_on, None
            go_on()
            self._settle_triggers()

    def _refuse(self, step: Step) -> None:
        """Hold when the step is not possible (`illegal = true`); the game does not notice."""
        going_on, order = self.going_on, list(self.trigger_order)
        with self.table.trial():
            try:
                self.verbs[step.verb](step)
            except NotOnOfferError:
                return
            finally:
                self.going_on, self.trigger_order = going_on, order
        raise FailedError(f"{step.verb} {step.value!r} to be illegal", "legal")

    # ------------------------------------------------------------ what is pending

    def _need(self, seat: int, decision: Decision) -> list[Offer]:
        """Return the offers of a decision that this player has now."""
        game = self.table.game
        if game.end != End.PLAYING:
            raise NotOnOfferError("a game that goes on", "over")
        if game.decision != decision or game.to_act != seat:
            raise NotOnOfferError(f"{PLAYERS[seat]} to have {decision.name.lower()}", describe_question(game))
        return self.table.offers()

    def _can_go_on(self) -> bool:
        game = self.table.game
        return bool(game.end == End.PLAYING and game.decision in (Decision.PRIORITY, Decision.ATTACK, Decision.BLOCK))

    def _settle_triggers(self) -> None:
        """Put simultaneous triggers on the stack, unless the next step says in which order (603.3b).

        They go in the order in which they triggered, the first lowest.
        """
        while self.table.game.decision == Decision.TRIGGER_ORDER and self.table.game.end == End.PLAYING:
            if self.trigger_order:
                answer.put_next_trigger(self.table, self.trigger_order)
            elif self._next_orders_triggers():
                return
            else:
                self.table.apply(min(self.table.offers(), key=lambda offer: offer.value))

    def _next_orders_triggers(self) -> bool:
        step = self.next_step
        if step is None or step.verb != "choose" or not isinstance(step.value, list):
            return False
        return step.seat == self.table.game.to_act and answer.names_triggers(self.table, step.value)

    # ------------------------------------------------------------ actions

    def _find_action(self, step: Step, kind: ActionKind) -> list[Offer]:
        """Return the offers of a kind for the object that the step names."""
        offers = [offer for offer in self._need(step.seat, Decision.PRIORITY) if offer.kind == kind]
        try:
            obj = find(self.table, step.value, [offer.obj for offer in offers])
        except NotOnOfferError:
            raise NotOnOfferError(f"{step.verb} {step.value!r} to be on offer", "not on offer") from None
        return [offer for offer in offers if offer.obj == obj]

    def _cast(self, step: Step) -> None:
        game = self.table.game
        if game.end == End.PLAYING and game.decision == Decision.MAY and game.offered != ABSENT and not (
                game.asks_unpaid):
            self._cast_offered(step)
            return
        mana = self._make_mana(step)
        if mana and all(self._only_makes_mana(step, entry) for entry in mana) and not self._is_possible(step, mana):
            for entry in mana:               # what only they can pay for is not offered before
                self._activate(self._activation(step, entry))
                self._answer_colour(step, entry)
            mana = []
        self._announce(step, mana)

    def _only_makes_mana(self, step: Step, entry: Any) -> bool:
        """Whether an entry of the key `mana` does nothing else, such as drawing a card that could be spliced."""
        rules = self.table.rules[0]
        for offer in self._find_action(self._activation(step, entry), ActionKind.ACTIVATE):
            card = rules.card[self.table.game.object[offer.obj].card]
            if offer.value >= card.n_abilities or rules.ability[card.ability + offer.value].n_program:
                return False
        return True

    def _is_possible(self, step: Step, mana: list[Any]) -> bool:
        """Whether the cast goes through with these mana abilities activated in the midst of it."""
        with self.table.trial():
            try:
                self._announce(step, mana)
            except NotOnOfferError:
                return False
        return True

    def _announce(self, step: Step, mana: list[Any]) -> None:
        offers = [offer for offer in self._find_action(step, ActionKind.CAST)
                  if is_way_to_cast(self.table, offer, step.value, form_of(step.keys))]
        if not offers:
            raise NotOnOfferError(f"{step.verb} {step.value!r} to be on offer", "not on offer")
        Announcement(self.table, step, offers[0].obj, ItemKind.SPELL, mana).run(offers[0])

    def _cast_offered(self, step: Step) -> None:
        """Accept the offer of a text to cast a card (608.2g, 707.12)."""
        obj = int(self.table.game.offered)
        if not is_meant(self.table, step.value, obj):
            raise NotOnOfferError(f"{step.verb} {step.value!r} to be on offer", "another card")
        offers = [offer for offer in self._need(step.seat, Decision.MAY) if offer.kind == ActionKind.YES
                  and is_way_to_cast(self.table, offer, step.value, form_of(step.keys))]
        Announcement(self.table, step, obj, ItemKind.SPELL).run(
            only(offers, ActionKind.YES, f"{step.value!r} to be on offer"))

    def _play(self, step: Step) -> None:
        self.table.apply(self._find_action(step, ActionKind.PLAY_LAND)[0])

    def _activate(self, step: Step) -> None:
        mana = self._make_mana(step)
        offers = self._find_action(step, ActionKind.ACTIVATE)
        obj = offers[0].obj
        if "ability" in step.keys:
            number = step.keys["ability"]
            index = activated_index(self.table, obj, number)
            offers = [offer for offer in offers if offer.value == index]
            if not offers:
                raise NotOnOfferError(f"ability {number} of {step.value!r} to be on offer", "not on offer")
        if len(offers) > 1:
            raise FailedError("the step to say which ability", f"`ability` missing; {len(offers)} are on offer")
        Announcement(self.table, step, obj, ItemKind.ACTIVATED, mana).run(offers[0])

    def _make_mana(self, step: Step) -> list[Any]:
        """Activate the mana abilities of the key `mana` that only make mana by tapping; return the others.

        For the first it makes no difference that they are activated before the spell is announced.
        """
        later = []
        for entry in step.keys.get("mana", []):
            activation = self._activation(step, entry)
            offers = self._find_action(activation, ActionKind.ACTIVATE)
            if not all(self._is_plain_mana(offer) for offer in offers):
                later.append(entry)
                continue
            self._activate(activation)
            self._answer_colour(step, entry)
        return later

    def _activation(self, step: Step, entry: Any) -> Step:
        """An entry of the key `mana` as a step of its own."""
        keys = {"activate": entry} if isinstance(entry, str) else entry
        return Step(step.number, "activate", keys["activate"], step.by,
                    {key: keys[key] for key in ("ability", "pay") if key in keys})

    def _answer_colour(self, step: Step, entry: Any) -> None:
        if self.table.game.decision == Decision.COLOUR:
            if isinstance(entry, str) or "colour" not in entry:
                raise FailedError("the key `mana` to say which colour", "`colour` missing")
            answer.give(self.table, step.seat, entry["colour"])

    def _is_plain_mana(self, offer: Offer) -> bool:
        rules = self.table.rules[0]
        card = rules.card[self.table.game.object[offer.obj].card]
        if offer.value >= card.n_abilities:
            return False
        ability = rules.ability[card.ability + offer.value]
        cost = rules.cost[ability.cost]
        return bool(ability.kind == AbilityKind.MANA and ability.n_program == 0 and cost.n_items == 1
                    and cost.wants[0].kind == CostKind.TAP_SELF)

    # ------------------------------------------------------------ combat

    def _attack(self, step: Step) -> None:
        words, attacked = [], []
        for entry in step.value:
            word, defender = entry if isinstance(entry, list) else (entry, PLAYERS[1 - step.seat])
            if seat_of(defender) == step.seat:
                raise NotOnOfferError(f"an attack on {defender!r}", "not a player that can be attacked")
            words.append(word)
            attacked.append(defender)
        must_be_known(self.table, *words, *attacked)
        game = self.table.game
        if game.decision != Decision.ATTACK and game.step != TurnStep.ATTACKERS:
            raise NotOnOfferError(f"{step.by} to declare attackers", describe_question(game))
        if game.decision == Decision.ATTACK:
            self._need(step.seat, Decision.ATTACK)
        left, whom = list(words), list(attacked)
        while self.table.game.decision == Decision.ATTACK:
            offers = self.table.offers()
            word = self._word_for(left, offers[0].obj)
            if word is None:
                self.table.apply(only(offers, ActionKind.NO, "that creature to be able to stay"))
                continue
            defender = whom.pop(left.index(word))
            left.remove(word)
            if seat_of(defender) >= 0:
                self.table.apply(only(offers, ActionKind.YES, f"{word!r} to be able to attack"))
            else:
                self.table.apply(target_offer(self.table, defender, offers))
        attackers = self._fighters(ST_ATTACKING)
        self._compare_sets(words, attackers, "attackers")

    def _block(self, step: Step) -> None:
        must_be_known(self.table, *(word for pair in step.value for word in pair))
        self._need(step.seat, Decision.BLOCK)
        left = list(step.value)
        while self.table.game.decision == Decision.BLOCK:
            offers = self.table.offers()
            blocker = int(self.table.game.choice.attention)
            pair = next((pair for pair in left if self._word_for([pair[0]], blocker) is not None), None)
            if pair is None:
                self.table.apply(only(offers, ActionKind.DONE, "no block of that creature to be possible"))
                continue
            left.remove(pair)
            picks = [offer for offer in offers if offer.kind == ActionKind.PICK]
            obj = find(self.table, pair[1], [offer.obj for offer in picks])
            self.table.apply(next(offer for offer in picks if offer.obj == obj))
        blockers = self._fighters(ST_BLOCKING)
        self._compare_sets([pair[0] for pair in step.value], blockers, "blockers")
        for word, attacker in step.value:
            blocked = [int(self.table.game.object[obj].blocking) for obj in blockers if is_meant(self.table, word, obj)]
            if not any(obj != ABSENT and is_meant(self.table, attacker, obj) for obj in blocked):
                raise NotOnOfferError(f"{word!r} to block {attacker!r}", "another block")

    def _word_for(self, words: list[str], obj: int) -> str | None:
        """Return the first word that means `obj`, a handle before a name."""
        fitting = [word for word in words if is_meant(self.table, word, obj)]
        return min(fitting, key=lambda word: word not in self.table.handles, default=None)

    def _fighters(self, status: int) -> list[int]:
        game = self.table.game
        return [int(obj) for obj in game.battlefield[:game.n_battlefield] if game.object[obj].status & status]

    def _compare_sets(self, words: list[str], objects: list[int], what: str) -> None:
        left = list(objects)
        for word in sorted(words, key=lambda word: word not in self.table.handles):
            hit = next((obj for obj in left if is_meant(self.table, word, obj)), None)
            if hit is None:
                raise NotOnOfferError(f"{word!r} among the {what}", "not possible")
            left.remove(hit)
        if left:
            raise NotOnOfferError(f"the {what} {words}", f"{len(objects)} {what}")

    # ------------------------------------------------------------ passing

    def _pass(self, step: Step) -> None:
        self.table.apply(only(self._need(step.seat, Decision.PRIORITY), ActionKind.PASS, "a pass to be on offer"))

    def _pass_once(self) -> bool:
        """Let whoever has priority pass; True when that was the pass that ends it (117.4)."""
        last = bool(self.table.game.passes > 0)
        self.table.apply(only(self.table.offers(), ActionKind.PASS, "a pass to be on offer"))
        self._settle_triggers()
        return last

    def _resolve(self, step: Step) -> None:
        self._need(int(self.table.game.to_act), Decision.PRIORITY)
        self._resolve_more(step.value)

    def _resolve_more(self, n: int) -> None:
        """Pass until `n` objects have left the top of the stack, or a question comes."""
        for _ in range(MAX_PASSES):
            game = self.table.game
            if n == 0 or game.end != End.PLAYING:
                return
            if game.decision != Decision.PRIORITY:
                if n > 0:
                    self.going_on = partial(self._resolve_more, n)
                return
            if game.n_stack == 0:
                raise FailedError(f"{n} more to resolve", "an empty stack")
            n -= self._pass_once()
        raise FailedError("an end to it", f"none after {MAX_PASSES} passes")

    def _to(self, step: Step) -> None:
        game = self.table.game
        target = TurnStep(STEPS.index(step.value))
        turn = int(game.turn) + step.keys.get("turns", 0)
        if game.step == TurnStep.OPENING:
            turn = max(1, turn)
        elif "turns" not in step.keys and target <= game.step:
            raise FailedError(f"{step.value} later in this turn", f"{STEPS[game.step]} now")
        if game.end == End.PLAYING and game.decision not in (
                Decision.PRIORITY, Decision.ATTACK, Decision.BLOCK, *OPENING_DECISIONS):
            raise FailedError("no question to be open", describe_question(game))
        self._go_to(target, turn)

    def _go_to(self, target: TurnStep, turn: int) -> None:
        """Pass, declaring nothing, until a step of a turn has begun, or a question comes."""
        for _ in range(MAX_PASSES):
            game = self.table.game
            if game.end != End.PLAYING or self._has_begun(target, turn):
                return
            now = (int(game.turn), int(game.step))
            if now > (turn, target) and game.step != TurnStep.OPENING:
                if target in (TurnStep.UNTAP, TurnStep.CLEANUP):
                    return                   # nobody gets priority there (502.4, 514.3)
                raise FailedError(f"{STEPS[target]} to begin in turn {turn}", "a turn without that step")
            if game.decision == Decision.PRIORITY:
                self._pass_once()
            elif game.decision == Decision.ATTACK:
                offers = self.table.offers()
                self.table.apply(next((o for o in offers if o.kind == ActionKind.NO), offers[0]))
            elif game.decision == Decision.BLOCK:
                offers = self.table.offers()
                self.table.apply(next((o for o in offers if o.kind == ActionKind.DONE), offers[0]))
            else:
                self.going_on = partial(self._go_to, target, turn)
                return
        raise FailedError("an end to it", f"none after {MAX_PASSES} passes")

    def _has_begun(self, target: TurnStep, turn: int) -> bool:
        game = self.table.game
        if game.turn != turn or game.step != target:
            return False
        if target == TurnStep.ATTACKERS:
            return bool(game.decision in (Decision.ATTACK, Decision.PRIORITY))
        if target == TurnStep.BLOCKERS:
            return bool(game.decision in (Decision.BLOCK, Decision.PRIORITY))
        return bool(game.decision == Decision.PRIORITY)

    # ------------------------------------------------------------ answers

    def _choose(self, step: Step) -> None:
        game = self.table.game
        must_be_known(self.table, *answer.names_in(step.value))
        if game.end != End.PLAYING:
            raise NotOnOfferError("a question", "a game that is over")
        if game.decision == Decision.PRIORITY or game.to_act != step.seat:
            raise NotOnOfferError(f"a question to {step.by}", describe_question(game))
        if game.decision == Decision.TRIGGER_ORDER and isinstance(step.value, list):
            if not answer.names_triggers(self.table, step.value):
                raise NotOnOfferError(f"the triggers {step.value}", "other triggers")
            self.trigger_order = step.value[::-1]
            return                           # `run` puts them on the stack
        answer.give(self.table, step.seat, step.value)
