"""Splice (CR 702.47): which cards may join the spell being cast, and the order of their texts. Floor 7.

A spliced card stays in hand; its text becomes a part of the spell and its cost is added to
the total. Nothing else of it reaches the spell.
"""
from __future__ import annotations

import numpy as np

from sim.affording import (
    add_cost,
    payable_besides,
)
from sim.announcing import Stage, top_item
from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.limits import MAX_PARTS
from sim.mana import mana_total
from sim.stack import add_part
from sim.targets import has_targets
from sim.terms import (
    ABSENT,
    ASK_ALL_ORDERS,
    ItemKind,
)
from sim.zones import reveal


@kernel
def text_fits(game: Game, rules: Rules, obj: int) -> bool:
    """Whether a card in hand could be spliced onto the spell being cast if it cost nothing (702.47a-b)."""
    item = top_item(game)
    host = np.int64(item.obj)
    card = rules.card[game.object[obj].card]
    if card.splice_onto == 0:
        return False
    seat = np.int64(item.controller)
    return (matches(game, rules, host, np.int64(card.splice_onto), host, seat, seat, 0)
            and has_targets(game, rules, np.int64(card.spell), host, seat, 0))


@kernel
def add_splice_cost(game: Game, rules: Rules, number: int, obj: int) -> None:
    """Add what splicing the text of definition `number` costs; an additional cost in it is the spell's (702.47a)."""
    add_cost(game, rules, np.int64(rules.card[number].splice_cost), obj)
    add_cost(game, rules, np.int64(rules.card[number].additional_cost), np.int64(top_item(game).obj))


@kernel
def splice_is_payable(game: Game, rules: Rules, number: int, obj: int) -> bool:
    """Whether splicing the text of definition `number` could be paid besides what is announced."""
    card = rules.card[number]
    return payable_besides(game, rules, np.int64(card.splice_cost), obj, np.int64(card.additional_cost))


@kernel
def can_splice(game: Game, rules: Rules, obj: int) -> bool:
    """Whether the text of a card in hand may join the spell being cast (702.47a-b)."""
    return (top_item(game).n_parts < MAX_PARTS and text_fits(game, rules, obj)
            and splice_is_payable(game, rules, np.int64(game.object[obj].card), obj))


@leaf
def same_card(game, a, b):
    """Whether two cards in one hand look the same to both players."""
    return game.object[a].card == game.object[b].card and game.object[a].known == game.object[b].known


@leaf
def is_spliced(game, obj):
    """Whether a card's text is on the spell being cast already."""
    item = top_item(game)
    for k in range(item.n_parts):
        if item.part[k].obj == obj and item.part[k].spliced:
            return True
    return False


@kernel
def splice_is_offered(game: Game, rules: Rules, k: int) -> bool:
    """Whether the card at position `k` of the hand is offered; of equal cards only the first that is not spliced.

    A card is passed over for good by splicing a later one, so a set of equal cards is reached in one way.
    """
    p = game.player[game.casting.seat]
    obj = np.int64(p.hand[k])
    if rules.card[game.object[obj].card].splice_onto == 0:
        return False
    for j in range(k):
        other = np.int64(p.hand[j])
        if same_card(game, other, obj) and not is_spliced(game, other):
            return False
    return can_splice(game, rules, obj)


@kernel
def splices_left(game: Game, rules: Rules) -> bool:
    item = top_item(game)
    if item.kind != ItemKind.SPELL:
        return False
    p = game.player[game.casting.seat]
    for k in range(game.casting.next_splice, p.n_hand):
        if splice_is_offered(game, rules, k):
            return True
    return False


@kernel
def answer_splice(game: Game, rules: Rules, obj: int) -> None:
    """Splice a card: reveal it, add its text and its cost; it stays in hand (702.47a). ABSENT: no more."""
    c = game.casting
    if obj == ABSENT:
        c.stage = Stage.ORDER
        return
    item = top_item(game)
    card = rules.card[game.object[obj].card]
    p = game.player[c.seat]
    k = 0
    while p.hand[k] != obj:
        k += 1
    c.next_splice = k + 1
    reveal(game, obj)
    before = mana_total(c.mana)
    add_splice_cost(game, rules, np.int64(game.object[obj].card), obj)
    item.mana_on_splices += mana_total(c.mana) - before
    add_part(game, np.int64(game.n_stack) - 1, np.int64(game.object[obj].card), obj, np.int64(card.spell), 1)


@leaf
def n_host_parts(item):
    """Texts of the spell's own card: one, or one a mode."""
    n = 0
    while n < item.n_parts and item.part[n].spliced == 0:
        n += 1
    return n


@leaf
def texts_commute(rules, a, b):
    """Whether the order of two texts cannot matter: neither changes what the other looks at."""
    x, y = rules.ability[a], rules.ability[b]
    return not (x.writes & y.reads) and not (y.writes & x.reads)


@leaf
def _may_be_swapped(game, rules, item, i, j):
    """Whether neighbouring texts `i` and `j` of an item may change places; under ASK_ALL_ORDERS never."""
    return (not game.policy & ASK_ALL_ORDERS and item.part[i].card != item.part[j].card
            and texts_commute(rules, np.int64(item.part[i].ability), np.int64(item.part[j].ability)))


@leaf
def _comes_late(game, rules, item, first, end, k):
    """Whether text `k`, put after the placed texts `first` to `end`, could as well stand before a later card of them.

    Texts are numbered by their cards. Of the orders that differ only by swapping texts
    that commute, the one asked for puts the lower number first wherever it can.
    """
    late = False
    for j in range(first, end):
        late = _may_be_swapped(game, rules, item, j, k) and (late or item.part[j].card > item.part[k].card)
    return late


@kernel
def order_is_offered(game: Game, rules: Rules, k: int) -> bool:
    """Whether text `k` of the spell may come next (702.47b): one order of each class that can be told apart.

    Orders are equal when swapping neighbours that commute leads from one to the other
    (a Mazurkiewicz trace). Only the first order of a class in the numbering of the cards is
    offered. A text that comes late now is in its place again after one that it does not
    commute with; so a choice leads on if, among the texts left, each group that is held
    together by pairs that do not commute has a text that is not late.
    """
    item = top_item(game)
    first = n_host_parts(item)
    end = first + np.int64(game.casting.n_ordered)
    for j in range(end, k):
        if item.part[j].card == item.part[k].card:       # equal texts: the first of them
            return False
    if _comes_late(game, rules, item, first, end, k):
        return False
    in_time = 0                      # texts left from which every other one of the group can be reached
    left = 0
    for j in range(end, item.n_parts):
        if j != k:
            left |= 1 << j
            if not (_may_be_swapped(game, rules, item, k, j)
                    and (_comes_late(game, rules, item, first, end, j) or item.part[k].card > item.part[j].card)):
                in_time |= 1 << j
    grew = True
    while grew:
        grew = False
        for i in range(end, item.n_parts):
            for j in range(end, item.n_parts):
                if in_time & (1 << i) and left & ~in_time & (1 << j) and not _may_be_swapped(game, rules, item, i, j):
                    in_time |= 1 << j
                    grew = True
    return in_time == left


@kernel
def answer_order(game: Game, obj: int) -> None:
    """Put the text of a spliced card next."""
    item = top_item(game)
    place = n_host_parts(item) + np.int64(game.casting.n_ordered)
    k = place
    while item.part[k].obj != obj:
        k += 1
    while k > place:
        card, other, ability = item.part[k].card, item.part[k].obj, item.part[k].ability
        item.part[k].card = item.part[k - 1].card
        item.part[k].obj = item.part[k - 1].obj
        item.part[k].ability = item.part[k - 1].ability
        item.part[k - 1].card = card
        item.part[k - 1].obj = other
        item.part[k - 1].ability = ability
        k -= 1
    game.casting.n_ordered += 1


@kernel
def orders_left(game: Game, rules: Rules) -> bool:
    """Whether more than one text may come next; the only one is put in its place."""
    item = top_item(game)
    c = game.casting
    first = n_host_parts(item)
    while item.n_parts - first - np.int64(c.n_ordered) >= 2:
        offered = 0
        which = 0
        for k in range(first + np.int64(c.n_ordered), item.n_parts):
            if order_is_offered(game, rules, k):
                offered += 1
                which = k
        if offered > 1:
            return True
        answer_order(game, np.int64(item.part[which].obj))
    return False
