"""Which cards to splice, and what splices add to a host (CR 702.47); the price of costs (CR 118)."""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.targets import damage_of, text_value
from agents.worth import count_lands, life_worth, permanent_worth
from sim.jit import kernel, leaf
from sim.layout import Actions, Floats, Game, Rules
from sim.limits import MAX_ACTIONS
from sim.mana import count_available, mana_total
from sim.terms import ActionKind, Counter, Decision
from sim.terms_abilities import CostKind

GUESTS = MAX_ACTIONS         # in the array of scores: the net worth of splicing each card of the hand follows
UNWEIGHED = -99.0
AHEAD = 0.05                 # cards, by which the splice to be taken first is put before later ones


@kernel
def mana_left(game: Game, rules: Rules, seat: int) -> int:
    """Mana that a seat can still make."""
    p = game.player[seat]
    if p.avail_ready == 0:
        count_available(game, rules, seat)
    return np.int64(p.total_mana)


@kernel
def price_of_items(game: Game, rules: Rules, cost: int, obj: int, seat: int) -> float:
    """Cards that the parts of a cost which are not mana are worth."""
    c = rules.cost[cost]
    price = 0.0
    for k in range(np.int64(c.n_items)):
        kind = c.wants[k].kind
        n = np.int64(c.wants[k].count)
        if kind == CostKind.SACRIFICE_SELF:
            price += permanent_worth(game, rules, obj)
        elif kind == CostKind.SACRIFICE:
            price += 0.7 * n
        elif kind == CostKind.SACRIFICE_ALL:
            price += 0.45 * count_lands(game, rules, seat)
        elif kind == CostKind.DISCARD or kind == CostKind.EXILE_HAND:
            price += 0.8 * n
        elif kind == CostKind.PAY_LIFE:
            price += life_worth(np.int64(game.player[seat].life), n)
        elif kind == CostKind.OPPONENT_GAINS:
            price += 0.05 * n
        elif kind == CostKind.REMOVE_COUNTERS:
            price += (W.LOYALTY if c.wants[k].filter == Counter.LOYALTY else W.OTHER_COUNTER) * n
        elif kind == CostKind.ADD_COUNTERS:
            price -= W.LOYALTY * n
        elif kind == CostKind.DISCARD_HAND:
            price += 0.5 * np.int64(game.player[seat].n_hand)
        elif kind == CostKind.RETURN or kind == CostKind.NINJUTSU:
            price += 0.3 * n
        elif kind == CostKind.EXILE_GRAVEYARD:
            price += 0.03 * n
        elif kind == CostKind.TAP_SELF:
            price += 0.05
    return price


@leaf
def _could_host(rules, number, card):
    """Whether a spell of this card is of the quality that a splice asks for (702.47a)."""
    f = rules.filter[number]
    c = rules.card[card]
    if f.subs_any[0] | f.subs_any[1]:
        return ((c.subs[0] & f.subs_any[0]) | (c.subs[1] & f.subs_any[1])) != 0
    return f.types_any == 0 or (c.types & f.types_any) != 0


@kernel
def splice_net(game: Game, rules: Rules, seat: int, guest: int, source: int, announced: int, copies: int,
               a_mana: float) -> float:
    """Cards that splicing a card brings, less its cost at `a_mana` cards a mana; below 0 where it does nothing.

    announced: damage, copies: equal texts that the spell has already. A further copy finds worse targets.
    """
    card = rules.card[game.object[guest].card]
    value = text_value(game, rules, np.int64(card.spell), seat, source, 0, announced)
    if copies > 0 and announced == 0 and rules.ability[card.spell].n_targets > 0:
        value *= W.REPEATED / copies
    if value <= 0.0:
        return value - 0.01
    cost = rules.cost[card.splice_cost]
    mana = mana_total(cost.mana) if cost.has_mana else 0
    return value - a_mana * mana - price_of_items(game, rules, np.int64(card.splice_cost), guest, seat)


@leaf
def forget_guests(game, seat, scores):
    """Begin a decision: no card of the hand is weighed as a splice yet."""
    for k in range(game.player[seat].n_hand):
        scores[GUESTS + k] = UNWEIGHED


@kernel
def splice_bonus(game: Game, rules: Rules, seat: int, host: int, mana: int, scores: Floats) -> float:
    """Cards that the splices payable with `mana` add to a host; each card is weighed once a decision."""
    p = game.player[seat]
    bonus = 0.0
    for k in range(p.n_hand):
        obj = np.int64(p.hand[k])
        card = rules.card[game.object[obj].card]
        if card.splice_onto == 0 or obj == host:
            continue
        cost = rules.cost[card.splice_cost]
        needs = mana_total(cost.mana) if cost.has_mana else 0
        if needs > mana or not _could_host(rules, np.int64(card.splice_onto), np.int64(game.object[host].card)):
            continue
        if scores[GUESTS + k] == UNWEIGHED:
            scores[GUESTS + k] = splice_net(game, rules, seat, obj, obj, 0, 0, W.MANA)
        if scores[GUESTS + k] > 0.0:
            bonus += scores[GUESTS + k]
            mana -= needs
    return bonus


@kernel
def score_splices(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> None:
    """Score the answers to SPLICE.

    Cards are offered in the order of the hand and a later one passes the earlier by, so the
    first that gains is taken, unless a better one behind it could then not be paid.
    """
    c = game.casting
    seat = np.int64(c.seat)
    item = game.stack[game.n_stack - 1]
    announced = 0
    for k in range(np.int64(item.n_parts)):
        announced += damage_of(game, rules, np.int64(item.part[k].ability), seat, np.int64(item.obj), 0)
    a_mana = W.MANA if game.active != seat else W.WANTED_MANA
    base = mana_total(c.mana)
    if not c.base_done:
        base += np.int64(rules.card[game.object[item.obj].card].mana_value)
    budget = mana_left(game, rules, seat) - base
    for k in range(n):
        scores[k] = 0.0
        if actions[k].kind == ActionKind.PICK:
            ability = rules.card[actions[k].card].spell
            copies = 0
            for j in range(np.int64(item.n_parts)):
                copies += 1 if item.part[j].ability == ability else 0
            scores[k] = splice_net(game, rules, seat, np.int64(actions[k].obj), np.int64(item.obj), announced, copies,
                                   a_mana)
    for k in range(n):
        if scores[k] <= 0.0:
            continue
        cost = rules.cost[rules.card[actions[k].card].splice_cost].mana
        for j in range(k + 1, n):
            other = rules.cost[rules.card[actions[j].card].splice_cost].mana
            if scores[j] > scores[k] and mana_total(cost) + mana_total(other) > budget:
                scores[k] = -0.01
                break
        if scores[k] > 0.0:             # the first good one comes first
            for j in range(k + 1, n):
                scores[k] = max(scores[k], scores[j] + AHEAD)
            break


@kernel
def most_splices(game: Game, rules: Rules, actions: Actions, n: int, scores: Floats) -> int:
    """Index of the best card to splice even if none gains anything; -1 where nothing can be spliced now."""
    if game.decision != Decision.SPLICE:
        return -1
    score_splices(game, rules, actions, n, scores)
    best = -1
    for k in range(n):
        if actions[k].kind == ActionKind.PICK and (best < 0 or scores[k] > scores[best]):
            best = k
    return best
