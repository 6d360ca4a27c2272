"""What a text looks at and what it changes, as coarse bit sets.

The engine asks for the order of two spliced texts only when it can matter: when one
writes what the other reads. A change that does not commute with others of its kind
(tap and untap, what sets a colour) also counts as a look. Coarse means safe: when in doubt a bit is set.
"""
from __future__ import annotations

from typing import Any

from decks.tables import Tables
from sim.terms import Zone
from sim.terms_texts import Cond, Num, Op, Place, Ref

(ON_LIFE, ON_HAND, ON_LIBRARY, ON_GRAVEYARD, ON_BATTLEFIELD, ON_STATS, ON_DAMAGE, ON_TAPPED, ON_MANA, ON_STACK,
 ON_EXILE, ON_SHIELDS, ON_COUNTERS, ON_RESULT, ON_POWER) = (1 << i for i in range(15))
ORDER_WORDS = ("life", "hand", "library", "graveyard", "battlefield", "stats", "damage", "tapped", "mana", "stack",
               "exile", "shields", "counters", "result", "power")
ZONE_BITS = {Zone.LIBRARY: ON_LIBRARY, Zone.HAND: ON_HAND, Zone.BATTLEFIELD: ON_BATTLEFIELD,
             Zone.GRAVEYARD: ON_GRAVEYARD, Zone.STACK: ON_STACK, Zone.EXILE: ON_EXILE, Zone.NOWHERE: 0,
             Zone.OUTSIDE: 0}
PERMANENT = ON_BATTLEFIELD | ON_STATS | ON_POWER | ON_TAPPED | ON_COUNTERS | ON_DAMAGE
PLACE_BITS = {Place.NONE: 0, Place.HAND: ON_HAND, Place.TOP: ON_LIBRARY, Place.BOTTOM: ON_LIBRARY,
              Place.TOP_OR_BOTTOM: ON_LIBRARY, Place.BATTLEFIELD: ON_BATTLEFIELD,
              Place.BATTLEFIELD_TAPPED: ON_BATTLEFIELD, Place.GRAVEYARD: ON_GRAVEYARD, Place.ASIDE: ON_LIBRARY,
              Place.EXILE: ON_EXILE,
              Place.BOTTOM_ANY_ORDER: ON_LIBRARY, Place.TOP_ANY_ORDER: ON_LIBRARY, Place.BOTTOM_RANDOM: ON_LIBRARY}

# what an instruction reads, and writes, besides its references and amounts
EFFECTS: dict[int, tuple[int, int]] = {
    Op.DAMAGE: (ON_SHIELDS | ON_STATS, ON_DAMAGE | ON_LIFE | ON_SHIELDS | ON_RESULT),
    Op.DRAW: (ON_LIBRARY, ON_LIBRARY | ON_HAND),
    Op.MILL: (ON_LIBRARY, ON_LIBRARY | ON_GRAVEYARD),
    Op.GAIN_LIFE: (0, ON_LIFE), Op.LOSE_LIFE: (0, ON_LIFE),
    Op.DISCARD: (ON_HAND, ON_HAND | ON_GRAVEYARD),
    Op.DESTROY: (ON_SHIELDS | ON_STATS, ON_BATTLEFIELD | ON_GRAVEYARD | ON_SHIELDS),
    Op.EXILE: (0, ON_BATTLEFIELD | ON_GRAVEYARD | ON_EXILE | ON_HAND),
    Op.TO_HAND: (0, ON_BATTLEFIELD | ON_GRAVEYARD | ON_HAND),
    Op.TO_LIBRARY: (0, ON_BATTLEFIELD | ON_GRAVEYARD | ON_LIBRARY | ON_HAND),
    Op.TO_BATTLEFIELD: (0, ON_BATTLEFIELD | ON_GRAVEYARD | ON_HAND | ON_EXILE),
    Op.SACRIFICE: (ON_BATTLEFIELD, ON_BATTLEFIELD | ON_GRAVEYARD),
    Op.COUNTER_SPELL: (ON_STACK, ON_STACK | ON_GRAVEYARD | ON_LIBRARY | ON_HAND),
    Op.TAP: (ON_TAPPED, ON_TAPPED), Op.UNTAP: (ON_TAPPED, ON_TAPPED), Op.TAP_OR_UNTAP: (ON_TAPPED, ON_TAPPED),
    Op.SHUFFLE: (0, ON_LIBRARY),
    Op.PUMP: (0, ON_POWER), Op.GRANT: (0, ON_STATS),
    Op.PREVENT_NEXT: (0, ON_SHIELDS), Op.PREVENT_FROM: (0, ON_SHIELDS), Op.REGENERATE: (0, ON_SHIELDS),
    Op.ATTACH: (ON_BATTLEFIELD, ON_STATS | ON_POWER), Op.UNATTACH: (ON_BATTLEFIELD, ON_STATS | ON_POWER),
    Op.CREATE: (0, ON_BATTLEFIELD),
    Op.ADD_MANA: (0, ON_MANA),
    Op.PUT_COUNTERS: (0, ON_COUNTERS | ON_POWER), Op.REMOVE_COUNTERS: (ON_COUNTERS, ON_COUNTERS | ON_POWER),
    Op.FLIP: (0, ON_STATS | ON_POWER), Op.REVEAL_HAND: (ON_HAND, 0), Op.SWITCH_PT: (0, ON_POWER),
    Op.GAIN_CONTROL: (0, ON_BATTLEFIELD), Op.FIGHT: (PERMANENT | ON_SHIELDS, ON_DAMAGE | ON_SHIELDS | ON_LIFE),
    Op.DOUBLE_DAMAGE: (0, ON_SHIELDS), Op.EXTRA_TURN: (0, ON_RESULT), Op.LOSE_GAME: (0, ON_LIFE),
    Op.WIN_GAME: (0, ON_LIFE), Op.COPY_SPELL: (ON_STACK, ON_STACK),
    Op.PAY: (PERMANENT | ON_MANA | ON_HAND | ON_LIFE, PERMANENT | ON_MANA | ON_HAND | ON_LIFE | ON_GRAVEYARD),
    Op.PREVENT_EVENT: (0, ON_SHIELDS), Op.PREVENT_ALL_TO: (0, ON_SHIELDS), Op.NO_PREVENTION: (0, ON_SHIELDS),
    Op.REVEAL_UNTIL: (ON_LIBRARY, ON_LIBRARY | ON_BATTLEFIELD | ON_HAND),
    Op.BECOME: (ON_STATS, ON_STATS | ON_POWER | ON_BATTLEFIELD),
    Op.LOSE_SUBTYPES: (ON_STATS, ON_STATS | ON_BATTLEFIELD),
    Op.CHANGE_TARGETS: (ON_STACK, ON_STACK), Op.COPY_FOR_EACH: (ON_STACK | PERMANENT, ON_STACK),
    Op.GRANT_FLASHBACK: (0, ON_GRAVEYARD), Op.NOTE_SPLICED: (ON_STACK, 0),
    Op.CAST_FREE: (ON_STACK, ON_STACK | ON_HAND | ON_EXILE), Op.EXILE_UNTIL: (ON_LIBRARY, ON_LIBRARY | ON_EXILE),
    Op.TO_GRAVEYARD: (0, PERMANENT | ON_GRAVEYARD | ON_EXILE | ON_LIBRARY | ON_HAND),
    Op.EXILE_ENTERING: (0, ON_SHIELDS | ON_BATTLEFIELD),
    Op.POINT: (0, 0), Op.COPY_PERMANENT: (PERMANENT, ON_BATTLEFIELD), Op.EXILE_INSTEAD: (0, ON_SHIELDS),
    Op.NO_LIFE_GAIN: (0, ON_LIFE), Op.EPIC: (ON_STACK, ON_STACK), Op.COPY_EPIC: (ON_STACK, ON_STACK),
    Op.MUST_BLOCK: (0, ON_STATS), Op.NOTE_NAME: (ON_STACK | PERMANENT, 0),
    Op.GAIN_ABILITIES: (ON_STATS, ON_STATS | ON_POWER),
    Op.COUNTER_ITEM: (ON_STACK, ON_STACK),
    Op.BOTTOM_REST: (ON_EXILE, ON_EXILE | ON_LIBRARY),
    Op.SET_COLOUR: (ON_STATS, ON_STATS), Op.ECHO_MANA: (0, ON_MANA),
    Op.ENCODE: (PERMANENT, ON_EXILE), Op.REPEAT: (0, 0),
    Op.REDIRECT: (PERMANENT, ON_SHIELDS), Op.PERMIT_PLAY: (0, ON_EXILE), Op.WHENEVER: (0, ON_SHIELDS),
    Op.SEE_TOP: (ON_LIBRARY, 0), Op.SCRY: (ON_LIBRARY, ON_LIBRARY),
    Op.EXCHANGE_CONTROL: (ON_BATTLEFIELD, ON_BATTLEFIELD), Op.CHOOSE_NUMBER: (ON_RESULT, 0),
    Op.GRANT_CHOSEN_PROTECTION: (0, ON_STATS), Op.MUST_ATTACK: (0, ON_STATS), Op.SKIP_UNTAP: (0, ON_TAPPED),
    Op.RETYPE: (ON_STATS, ON_STATS | ON_BATTLEFIELD), Op.NEXT_FLASH: (0, ON_HAND),
    Op.NO_COUNTERING: (0, ON_STACK), Op.GRANT_PLAYER: (0, ON_SHIELDS),
    Op.DRAW_AFTER_ALL: (ON_LIBRARY, ON_LIBRARY | ON_HAND),
    Op.SKIP_UNTAP_STEP: (0, ON_TAPPED), Op.CHOOSE_LAND_TYPE: (0, 0),
    Op.SET_LAND_TYPE: (0, ON_STATS | ON_BATTLEFIELD | ON_MANA),
}
ASKS = {Op.MAY, Op.CHOOSE, Op.SEARCH, Op.LOOK_TOP, Op.DISCARD, Op.TAP_OR_UNTAP, Op.CHOOSE_COLOUR, Op.PAY, Op.COPY_SPELL,
        Op.CHANGE_TARGETS, Op.CHOOSE_NAME, Op.CHOOSE_LAND_TYPE, Op.CAST_FREE, Op.SCRY, Op.CHOOSE_NUMBER, Op.REPEAT}
PER_NUMBER = {Num.POWER: PERMANENT, Num.TOUGHNESS: PERMANENT, Num.COUNTERS: PERMANENT, Num.LIFE: ON_LIFE,
              Num.HAND_SIZE: ON_HAND, Num.MANA_VALUE: 0, Num.RESULT: 0, Num.DAMAGE_DEALT: ON_DAMAGE,
              Num.LIFE_LOST: ON_LIFE, Num.HALF_LIFE: ON_LIFE, Num.DIED: ON_GRAVEYARD}


def _filter_bits(tables: Tables, number: int) -> int:
    bits = 0
    while number:
        f = tables.rules.filter[number]
        zone = ZONE_BITS[Zone(int(f.zone))]
        bits |= PERMANENT if zone == ON_BATTLEFIELD else zone
        number = int(f.other)
    return bits


def _zone_bits(tables: Tables, number: int) -> int:
    """The zones that the objects of a filter are in; a filter of any zone is about permanents."""
    bits = 0
    while number:
        f = tables.rules.filter[number]
        bits |= ZONE_BITS[Zone(int(f.zone))] or ON_BATTLEFIELD
        number = int(f.other)
    return bits


def _number_bits(tables: Tables, number: int) -> int:
    n = tables.rules.number[number]
    return _filter_bits(tables, int(n.arg)) if n.kind == Num.COUNT else PER_NUMBER.get(Num(int(n.kind)), 0)


def _condition_bits(tables: Tables, number: int) -> int:
    c = tables.rules.condition[number]
    if c.kind in (Cond.COUNT_AT_LEAST, Cond.OBJECT_MATCHES, Cond.IT_MATCHES):
        return _filter_bits(tables, int(c.a))
    if c.kind in (Cond.NUM_AT_LEAST, Cond.NUM_EQUAL):
        return _number_bits(tables, int(c.a)) | _number_bits(tables, int(c.b))
    return {Cond.SELF_IS_HERE: ON_BATTLEFIELD, Cond.PERMANENT_LEFT: ON_BATTLEFIELD,
            Cond.BURIED: ON_GRAVEYARD}.get(Cond(int(c.kind)), 0)


def _instruction_bits(tables: Tables, i: Any) -> tuple[int, int]:
    op = Op(int(i.op))
    reads, writes = EFFECTS.get(op, (0, 0))
    reads |= _number_bits(tables, int(i.num))
    if op in ASKS:
        # whoever is asked may look at everything that is open before answering
        reads |= ON_LIFE | ON_HAND | ON_GRAVEYARD | PERMANENT
    if i.ref == Ref.TOP:
        reads, writes = reads | ON_LIBRARY, writes | ON_LIBRARY
    if i.ref == Ref.TOP_BURIED:
        reads |= ON_GRAVEYARD
    if i.ref in (Ref.EACH, Ref.ATTACHED):
        reads |= _filter_bits(tables, int(i.refarg)) if i.ref == Ref.EACH else PERMANENT
    elif i.ref in (Ref.TARGET, Ref.TARGET_CONTROLLER, Ref.TARGET_PLAYER):
        reads |= ON_BATTLEFIELD
    if op in (Op.CHOOSE, Op.PREVENT_FROM, Op.REVEAL_UNTIL, Op.COPY_FOR_EACH):
        reads |= _filter_bits(tables, int(i.a))
    elif op in (Op.PUMP, Op.BECOME):
        reads |= _number_bits(tables, int(i.a))
    elif op in (Op.SEARCH, Op.LOOK_TOP):
        reads |= ON_LIBRARY
        writes |= ON_LIBRARY | PLACE_BITS[Place(int(i.b if op == Op.SEARCH else i.d))]
        writes |= ON_HAND if op == Op.LOOK_TOP else 0
    elif op in (Op.IF, Op.MAY) and i.a:
        reads |= _condition_bits(tables, int(i.a) - (op == Op.MAY))
    return reads, writes


def reads_and_writes(tables: Tables, code: list[Any], targets: list[Any]) -> tuple[int, int]:
    """The bit sets of a text: what it looks at, what it changes.

    Whether a target is legal is found before any text is carried out (608.2b); a text only sees
    whether it is still there.
    """
    reads = writes = 0
    for spec in targets:
        reads |= _zone_bits(tables, int(spec.filter))
    for i in code:
        more = _instruction_bits(tables, i)
        reads, writes = reads | more[0], writes | more[1]
    return reads, writes
