"""The verb `choose`: an answer in the words of a scenario, given as decisions.

One question of the game may be several decisions (a card at a time, then done); a
list answers all of them.
"""
from __future__ import annotations

from collections import Counter
from typing import Any

from experiments.check.announce import as_list, colour_bit, only, same_targets, target_offer, targets_of, targets_text
from experiments.check.faults import FailedError, NotOnOfferError
from experiments.check.names import is_meant, known_objects, name_number, names_text, seat_of
from experiments.check.table import Offer, Table
from sim.terms import ABSENT, ActionKind, Decision, End, Word

WORDS = {word.name.lower(): word for word in Word}
ONE_BY_ONE = (Decision.BOTTOM, Decision.CHOOSE, Decision.DISCARD, Decision.LEGEND, Decision.ORDER, Decision.PAY,
              Decision.TARGET, Decision.MODE)


def give(table: Table, seat: int, value: Any) -> None:
    """Answer the pending question of a seat.

    Raises NotOnOfferError when the answer is not among the legal actions.
    """
    if table.game.decision == Decision.NEW_TARGET:
        give_targets(table, value if isinstance(value, list) else [value])
        return
    if isinstance(value, list):
        give_list(table, seat, value)
        return
    if isinstance(value, str) and table.game.decision == Decision.MAY:
        do_with(table, seat, value)
        return
    question = Question(table, seat)
    table.apply(single(table, value))
    if question.goes_on(1):
        done = [offer for offer in table.offers() if offer.kind == ActionKind.DONE]
        if done:
            table.apply(done[0])


def do_with(table: Table, seat: int, word: str) -> None:
    """Answer a "may" with the object it is done with: yes, and then that object.

    Where it was the only one possible nothing more is asked, and it has to have moved.
    """
    objects = table.game.object
    before = {obj: int(objects[obj].stamp) for obj in known_objects(table) if is_meant(table, word, obj)}
    table.apply(only(table.offers(), ActionKind.YES, f"{word!r} to be an answer"))
    game = table.game
    if game.end == End.PLAYING and game.decision in ONE_BY_ONE and game.to_act == seat:
        give(table, seat, word)
    elif all(objects[obj].stamp == stamp for obj, stamp in before.items()):
        raise NotOnOfferError(f"{word!r} to be on offer", "not on offer")


def give_targets(table: Table, values: list[Any]) -> None:
    """Answer for the targets that one spell is to have, in order; those that stay are named too."""
    game = table.game
    spell = int(game.stack[game.choice.most].obj)
    words = [word for value in values for word in as_list(value)]
    while game.end == End.PLAYING and game.decision == Decision.NEW_TARGET and (
            game.stack[game.choice.most].obj == spell):
        item, k = game.stack[game.choice.most], int(game.choice.least)
        if k >= len(words):
            raise FailedError(f"{k + 1} targets", f"{len(words)} named")
        target = item.target[k]
        seat = seat_of(words[k])
        stays = target.obj == ABSENT and target.seat == seat if seat >= 0 else (
            target.obj != ABSENT and is_meant(table, words[k], int(target.obj)))
        offers = table.offers()
        table.apply(only(offers, ActionKind.DONE, "the target to stay") if stays
                    else target_offer(table, words[k], offers))
    item = next((item for item in game.stack[:game.n_stack] if item.obj == spell), None)
    if item is not None and not same_targets(table, values, targets_of(table, item)):
        raise NotOnOfferError(f"the targets {values}", targets_text(table, targets_of(table, item)))


def names_in(value: Any) -> list[str]:
    """List the words of an answer that have to be handles, players or names."""
    if isinstance(value, list):
        return [name for each in value for name in names_in(each)]
    return [value] if isinstance(value, str) and value not in WORDS and not colour_bit(value) else []


def give_list(table: Table, seat: int, values: list[Any]) -> None:
    """Answer a question that takes several picks, one decision at a time."""
    question = Question(table, seat)
    item = int(table.game.n_stack) - 1
    asked = 0
    settled: list[Any] = []
    for place, value in enumerate(values):
        if not question.goes_on(asked):
            question.must_have_taken(values[place:])
            return
        offer = next_pick(table, value)
        if offer is None:
            settled.append(value)
            continue
        table.apply(offer)
        asked += 1
    if question.goes_on(asked):
        table.apply(only(table.offers(), ActionKind.DONE, f"{values} to be a whole answer"))
    if settled:
        must_be_targets(table, settled, item)


def must_be_targets(table: Table, values: list[Any], item: int) -> None:
    """Targets that were not asked about had to be the only possible ones, which an item of the stack has now."""
    chosen = [target for targets in targets_of(table, table.game.stack[item]) for target in targets]
    for value in values:
        if not any(seat == seat_of(value) if obj == ABSENT else is_meant(table, value, obj) for obj, seat in chosen):
            raise NotOnOfferError(f"{value!r} to be a target", targets_text(table, [chosen]))


def next_pick(table: Table, value: Any) -> Offer | None:
    """Return the offer for one entry of a list; None for a target that stays because it could not change."""
    try:
        return single(table, value)
    except NotOnOfferError:
        if table.game.decision == Decision.TARGET:
            return None
        raise


class Question:
    """What is being asked, so that the next decision can be told from a new question."""

    def __init__(self, table: Table, seat: int):
        self.table = table
        self.seat = seat
        self.decision = Decision(int(table.game.decision))
        self.frames = int(table.game.n_frames)
        self.candidates = [offer.obj for offer in table.offers() if offer.kind == ActionKind.PICK]

    def goes_on(self, asked: int) -> bool:
        """Whether the pending decision is the same question after `asked` answers to it."""
        game = self.table.game
        if asked == 0:
            return True
        if game.end != End.PLAYING or game.decision != self.decision or game.to_act != self.seat:
            return False
        if self.decision == Decision.TARGET:
            return bool(game.n_frames == self.frames)
        if self.decision in (Decision.CHOOSE, Decision.DISCARD):
            return bool(game.choice.n_chosen >= asked)
        return self.decision in ONE_BY_ONE

    def must_have_taken(self, values: list[Any]) -> None:
        """Entries that were not asked about had to be the only possible ones."""
        choice = f"a choice of {names_text(self.table, self.candidates)}"
        for value in values:
            if isinstance(value, str) and seat_of(value) >= 0:
                continue
            if not isinstance(value, str) or not any(is_meant(self.table, value, obj) for obj in self.candidates):
                raise NotOnOfferError(f"{value!r} to be on offer", choice)


def single(table: Table, value: Any) -> Offer:
    """Return the offer that one word, number or flag means."""
    offers = table.offers()
    if isinstance(value, bool):
        return flag_offer(offers, value)
    if isinstance(value, int):
        number = value - 1 if table.game.decision == Decision.MODE else value
        for offer in offers:
            if offer.kind == ActionKind.NUMBER and offer.value == number:
                return offer
        raise NotOnOfferError(f"{value} to be on offer", "not on offer")
    if not isinstance(value, str):
        raise FailedError("one word for each pick", f"{value!r}")
    for offer in offers:
        if offer.kind == ActionKind.NAME and offer.value == name_number(table, value):
            return offer
        if offer.kind == ActionKind.COLOUR and offer.value == colour_bit(value):
            return offer
        if offer.kind == ActionKind.WORD and offer.value == WORDS.get(value.lower(), -1):
            return offer
    if not any(offer.kind in (ActionKind.PICK, ActionKind.PICK_PLAYER) for offer in offers):
        raise NotOnOfferError(f"{value!r} to be on offer", "not on offer")
    return target_offer(table, value, offers)


def flag_offer(offers: list[Offer], value: bool) -> Offer:
    """Return the offer of yes; or of no, of neither word, or of picking nothing."""
    wanted = [(ActionKind.YES, -1)] if value else [(ActionKind.NO, -1), (ActionKind.WORD, Word.NEITHER),
                                                  (ActionKind.DONE, -1)]
    for kind, number in wanted:
        for offer in offers:
            if offer.kind == kind and number in (-1, offer.value):
                return offer
    raise NotOnOfferError(f"{str(value).lower()} to be on offer", "not on offer")


# ---------------------------------------------------------------- simultaneous triggers


def trigger_sources(table: Table) -> list[int]:
    """List the sources of the triggers that the player who is asked is to put on the stack."""
    game = table.game
    return [int(trigger.obj) for trigger in game.pending[:game.n_pending] if trigger.controller == game.to_act]


def names_triggers(table: Table, words: list[Any]) -> bool:
    """Whether a list names the sources of the waiting triggers, each as often as it triggered."""
    left = Counter(trigger_sources(table))
    for word in words:
        hit = next((obj for obj in left if isinstance(word, str) and left[obj] and is_meant(table, word, obj)), None)
        if hit is None:
            return False
        left[hit] -= 1
    return not +left


def put_next_trigger(table: Table, words: list[str]) -> None:
    """Put the trigger of the first of `words` on the stack and take the word off the list."""
    word = words.pop(0)
    offer = next((offer for offer in table.offers() if is_meant(table, word, offer.obj)), None)
    if offer is None:
        raise NotOnOfferError(f"the trigger of {word!r} to be next", "not on offer")
    table.apply(offer)
