"""Facts derived from the tables of a pool, so that play need not look for them (floor 2).

Plain Python: it runs once a pool, after the last card, and once more for a card that is
added later. Play only reads the results.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from sim.terms import (
    KW_CHANGELING,
    KW_DELVE,
    KW_FLASH,
    KW_SPLIT_SECOND,
    N_BASIC_TYPES,
    N_MANA,
    REMEMBERED_COLOURS,
    SUB_AURA,
    SUB_EQUIPMENT,
    SUB_SPIRIT,
    SUPER_BASIC,
    TYPE_INSTANT,
    Zone,
)
from sim.terms_abilities import (
    F_ABILITY,
    F_TAPPED,
    F_UNTAPPED,
    TRAIT_ACTIVATED,
    TRAIT_AIMS_AT_ABILITIES,
    TRAIT_ATTACHES,
    TRAIT_CONTROLS,
    TRAIT_FLASHBACK,
    TRAIT_HAND_ABILITY,
    TRAIT_INSTANT_SPEED,
    TRAIT_LAND_TYPES,
    TRAIT_LOOKS_OUTSIDE,
    TRAIT_MANA,
    TRAIT_ODD_MANA,
    TRAIT_OTHER_COST,
    TRAIT_RETYPES,
    TRAIT_SPLICED_KEYWORD,
    TRAIT_SPLIT_SECOND,
    TRAIT_STACK_TRIGGER,
    TRAIT_STATIC,
    TRAIT_TRIGGERED,
    TRAIT_YARD_INSTEAD,
    TRAIT_YARD_ORDER,
    TRAIT_YARD_TRIGGER,
    AbilityKind,
    CostKind,
    Event,
    Relation,
    StaticKind,
    Whose,
)
from sim.terms_texts import Num, Op, Ref

PHYREXIAN = 64               # bit of a hybrid symbol


def _is_plain_source(table: Any, ability: Any) -> bool:
    """Whether a mana ability costs {T} and nothing else, so that payment may use it by itself."""
    cost = table.cost[ability.cost]
    one_colour = int(ability.mana) & (int(ability.mana) - 1) == 0
    return (ability.kind == AbilityKind.MANA and cost.n_items == 1 and not cost.has_mana
            and cost.wants[0].kind == CostKind.TAP_SELF and (one_colour or ability.mana_amount == 1))


def prepare_cost(cost: Any) -> None:
    """Derive the number of mana symbols of a cost and the colours among them."""
    mana = cost.mana
    cost.colours = sum(1 << k for k in range(N_MANA) if mana.need[k])
    for mask in mana.hybrid[:int(mana.n_hybrid)]:
        cost.colours |= int(mask) & ((1 << N_MANA) - 1)
    cost.total = int(mana.need.sum()) + int(mana.generic) + int(mana.n_hybrid)
    if any(int(mask) & PHYREXIAN for mask in mana.hybrid[:int(mana.n_hybrid)]):
        cost.total = -1                 # life may be paid instead: not to be told from the symbols


def _aims_at_abilities(table: Any, card: Any) -> bool:
    """Whether some text of a card may target abilities on the stack."""
    rows = [table.ability[card.spell], *table.ability[int(card.ability):int(card.ability) + int(card.n_abilities)]]
    rows += [table.ability[int(row.mode) + k] for row in list(rows) for k in range(int(row.n_modes))]
    for row in rows:
        for spec in table.target_spec[int(row.target):int(row.target) + int(row.n_targets)]:
            number = int(spec.filter)
            while number:
                if int(table.filter[number].marks) & F_ABILITY:
                    return True
                number = int(table.filter[number].other)
    return False


def _looks_outside(table: Any, card: Any) -> bool:
    """Whether the text of an instant or sorcery chooses among cards outside the game."""
    a = table.ability[card.spell]
    return any(i.op == Op.CHOOSE and table.filter[i.a].zone == Zone.OUTSIDE
               for i in table.instruction[int(a.program):int(a.program) + int(a.n_program)])


def _bushido_of(table: Any, a: Any) -> int:
    """Points of bushido of an ability: the keyword is +N/+N for this as it blocks or becomes blocked (702.45a)."""
    i = table.instruction[a.program]
    n = table.number[i.num]
    is_bushido = (a.event == Event.BLOCKS_OR_BECOMES_BLOCKED and a.n_program == 1 and i.op == Op.PUMP
                  and i.ref == Ref.SELF and i.num == i.a and n.kind == Num.LITERAL)
    return int(n.plus) if is_bushido else 0


def prepare_card(rules: np.ndarray, number: int) -> None:
    """Derive `traits`, `listens` and `makes` of one card, and `plain` of its abilities, in place."""
    table = rules[0]
    card = table.card[number]
    traits = listens = makes = amount = bushido = 0
    if int(card.subs[0]) & ((1 << SUB_AURA) | (1 << SUB_EQUIPMENT)):
        traits |= TRAIT_ATTACHES
    if int(card.types) & TYPE_INSTANT or int(card.keywords) & KW_FLASH:
        traits |= TRAIT_INSTANT_SPEED
    if int(card.keywords) & KW_SPLIT_SECOND:
        traits |= TRAIT_SPLIT_SECOND
    if card.flashback:
        traits |= TRAIT_FLASHBACK
    if card.splice_onto and card.keywords:
        traits |= TRAIT_SPLICED_KEYWORD
    for cost in (card.splice_cost, card.cost):
        prepare_cost(table.cost[cost])
    if (int(card.keywords) & KW_DELVE or card.alternative[0] or card.adventure or card.overload or card.half[0]
            or table.cost[card.cost].total < 0):
        traits |= TRAIT_OTHER_COST
    if int(card.keywords) & KW_CHANGELING:      # every creature type (702.73a), of which Spirit is the first
        card.subs[0] |= np.uint64((1 << 64) - (1 << SUB_SPIRIT))
        card.subs[1] |= np.uint64((1 << 64) - 1)
    for a in table.ability[int(card.ability):int(card.ability) + int(card.n_abilities)]:
        if a.kind == AbilityKind.ACTIVATED:
            traits |= TRAIT_HAND_ABILITY if a.zone == Zone.HAND else TRAIT_ACTIVATED
        elif a.kind == AbilityKind.TRIGGERED:
            traits |= TRAIT_TRIGGERED
            if a.zone == Zone.STACK:
                traits |= TRAIT_STACK_TRIGGER
                continue
            if a.zone == Zone.GRAVEYARD and a.event != Event.PUT_INTO_GRAVEYARD:
                traits |= TRAIT_YARD_TRIGGER
                continue
            listens |= 1 << int(a.event)
            bushido += _bushido_of(table, a)
        elif a.kind == AbilityKind.STATIC:
            kind = StaticKind(int(table.static[a.static].kind))
            if a.zone == Zone.GRAVEYARD:
                traits |= TRAIT_YARD_INSTEAD
                continue
            traits |= {StaticKind.CONTROL: TRAIT_CONTROLS, StaticKind.RETYPE: TRAIT_RETYPES,
                       StaticKind.LAND_TYPE: TRAIT_LAND_TYPES}.get(kind, TRAIT_STATIC)
        elif a.kind == AbilityKind.MANA and a.zone == Zone.HAND:
            traits |= TRAIT_HAND_ABILITY | TRAIT_ODD_MANA
        elif a.kind == AbilityKind.MANA:
            traits |= TRAIT_MANA
            if _is_plain_source(table, a):
                a.plain = 1
                if a.mana != REMEMBERED_COLOURS:         # that is known when it remembers a card
                    makes |= int(a.mana)
                    amount = max(amount, int(a.mana_amount))
            else:
                traits |= TRAIT_ODD_MANA
    if _looks_outside(table, card):
        traits |= TRAIT_LOOKS_OUTSIDE
    text = table.ability[card.spell]
    if (table.instruction[int(text.program):int(text.program) + int(text.n_program)]["ref"] == Ref.TOP_BURIED).any():
        traits |= TRAIT_YARD_ORDER
    if _aims_at_abilities(table, card):
        traits |= TRAIT_AIMS_AT_ABILITIES
    card.traits, card.listens, card.makes, card.bushido = traits, listens, makes + 64 * amount, bushido


def prepare_rules(rules: np.ndarray) -> None:
    """Derive the fields of every card of a pool, in place."""
    table = rules[0]
    targeted = table.filter[table.target_spec[:int(table.n_target_specs)]["filter"]]
    for spec in table.target_spec[:int(table.n_target_specs)]:
        players = int(table.filter[spec.filter].players)
        relation = int(table.filter[spec.filter].relation)
        spec.sure = 0 if players == 0 or relation else 2 if players == Whose.ANY + 1 else 1
    for cost in table.cost[:int(table.n_costs)]:
        prepare_cost(cost)
    relations = table.filter[:int(table.n_filters)]["relation"]
    table.counts_wounds = int(np.isin(relations, (Relation.DAMAGED_BY_SELF, Relation.DAMAGED_BY_BEARER)).any())
    table.counts_deaths = int((table.number[:int(table.n_numbers)]["kind"] == Num.DIED).any())
    table.tap_matters = int((targeted["marks"] & (F_TAPPED | F_UNTAPPED)).any())
    for number in range(int(table.n_cards)):
        prepare_card(rules, number)
        types = int(table.card[number].subs[0]) & ((1 << N_BASIC_TYPES) - 1)
        if int(table.card[number].types) & SUPER_BASIC and types:
            table.basic[types.bit_length() - 1] = number
