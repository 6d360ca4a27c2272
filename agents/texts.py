"""What a whole text is worth to who casts it, in cards: its instructions, run in the head (CR 608.2c)."""
from __future__ import annotations

import numpy as np

from agents import weights as W
from agents.attaching import attach_gain
from agents.clash import incoming_damage
from agents.effects import counters_gain, drawing_worth, grant_gain, is_endangered, object_effect, player_effect
from agents.worth import count_lands, life_worth, permanent_worth
from sim.filters import matches
from sim.jit import kernel, leaf
from sim.layout import Game, Rules
from sim.terms import ABSENT, ST_ATTACKING, ST_BLOCKED, ST_TOKEN, Step
from sim.terms_texts import Cond, Num, Op, Place, Ref
from sim.values import holds, set_scratch, value_of

UNTARGETED = -1              # in place of an instance of "target": what the text does without its targets


@kernel
def expected_result(game: Game, rules: Rules, seat: int, source: int) -> int:
    """What the result of an instruction is taken to be: 1.

    Of a card that reveals until it finds one: how many others there are in the library for each that fits.
    """
    card = rules.card[game.object[source].card if source != ABSENT else 0]
    for j in range(card.n_abilities):
        a = rules.ability[np.int64(card.ability) + j]
        i = rules.instruction[a.program]
        if a.n_program == 0 or i.op != Op.REVEAL_UNTIL or i.b != Place.ASIDE:
            continue
        p = game.player[seat]
        fitting = 0
        for k in range(p.n_library):
            fitting += matches(game, rules, np.int64(p.library[k]), np.int64(i.a), source, seat, seat, 0)
        return (np.int64(p.n_library) - fitting) // (fitting + 1)
    return 1


@kernel
def amount_of(game: Game, rules: Rules, number: int, seat: int, source: int, obj: int, x: int) -> int:
    """An amount as it would be now; obj: the target it may speak of (ABSENT: none), x: the X expected."""
    n = rules.number[number]
    if n.kind == Num.LITERAL:
        return np.int64(n.plus)
    base = 1
    if n.kind == Num.X:
        base = x
    elif n.kind == Num.RESULT:
        base = expected_result(game, rules, seat, source)
    elif n.kind == Num.CHOSEN:
        base = count_lands(game, rules, seat)
    elif n.kind == Num.POWER or n.kind == Num.TOUGHNESS or n.kind == Num.MANA_VALUE or n.kind == Num.COUNTERS:
        about = source if n.ref == Ref.SELF else obj
        if about == ABSENT:
            return 0
        o = game.object[about]
        if n.kind == Num.POWER:
            base = np.int64(o.power)
        elif n.kind == Num.TOUGHNESS:
            base = np.int64(o.toughness)
        elif n.kind == Num.COUNTERS:
            base = np.int64(o.counters[n.arg])
        else:
            base = np.int64(rules.card[o.card].mana_value)
    elif n.kind == Num.COUNT or n.kind == Num.LIFE or n.kind == Num.HAND_SIZE:
        set_scratch(game, source, seat)
        return value_of(game, rules, game.scratch, number)
    return np.int64(n.times) * base + np.int64(n.plus)


@kernel
def _assumed(game: Game, rules: Rules, number: int, source: int, seat: int, obj: int) -> bool:
    """Whether a condition will hold: judged now where that is possible, else taken for granted. obj: the target."""
    c = rules.condition[number]
    kind = c.kind
    if kind == Cond.OBJECT_MATCHES and c.ref == Ref.TARGET and obj != ABSENT:
        return matches(game, rules, obj, np.int64(c.a), source, seat, seat, 0) == (c.negate == 0)
    if (kind == Cond.COUNT_AT_LEAST or kind == Cond.CAST_NAMES or kind == Cond.YOUR_TURN
            or kind == Cond.PERMANENT_LEFT or kind == Cond.BURIED):
        set_scratch(game, source, seat)
        return holds(game, rules, game.scratch, number)
    if kind == Cond.PAID:
        return rules.condition[number].negate != 0
    return True


@leaf
def _is_targeted(ref):
    return (ref == Ref.TARGET or ref == Ref.TARGET_PLAYER or ref == Ref.TARGET_CONTROLLER)


@kernel
def _one_object(game: Game, rules: Rules, pc: int, obj: int, seat: int, source: int, x: int, promised: int,
                to_come: int) -> float:
    """What instruction `pc` does to one object."""
    i = rules.instruction[pc]
    op = np.int64(i.op)
    mine = game.object[obj].controller == seat
    if op == Op.ATTACH:
        return attach_gain(game, rules, source, obj, seat)
    if op == Op.GRANT:
        gain = grant_gain(game, rules, obj, np.int64(i.a))
        return gain if mine else -gain
    n = amount_of(game, rules, np.int64(i.num), seat, source, obj, x)
    if op == Op.PUT_COUNTERS:
        gain = counters_gain(game, rules, obj, np.int64(i.a), n)
        return gain if mine else -gain
    m = amount_of(game, rules, np.int64(i.a), seat, source, obj, x) if op == Op.PUMP else 0
    value = object_effect(game, rules, op, n, m, obj, seat, source, promised, to_come)
    if op == Op.PREVENT_NEXT and i.a == 1 and value != 0.0:
        value += life_worth(np.int64(game.player[seat].life) + n, n)
    return value


@kernel
def _pump_all(game: Game, rules: Rules, pc: int, seat: int, source: int, x: int) -> float:
    """PUMP of every object of a filter: each fight apart, and together whether it kills the defending player."""
    i = rules.instruction[pc]
    number = np.int64(i.refarg)
    n = amount_of(game, rules, np.int64(i.num), seat, source, ABSENT, x)
    total = 0.0
    through = 0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if not matches(game, rules, obj, number, source, seat, seat, x):
            continue
        total += _one_object(game, rules, pc, obj, seat, source, x, 0, 0)
        o = game.object[obj]
        if o.status & ST_ATTACKING and not o.status & ST_BLOCKED and o.controller == seat:
            through += max(np.int64(o.power) + n, 0)
    if game.step == Step.BLOCKERS and through >= game.player[1 - seat].life:
        return W.LETHAL
    if rules.number[i.num].kind == Num.CHOSEN:      # what is chosen is given up for it
        return -1.0
    return total


@kernel
def _every_object(game: Game, rules: Rules, pc: int, seat: int, source: int, x: int) -> float:
    """What instruction `pc` does to all objects of its filter."""
    i = rules.instruction[pc]
    if i.op == Op.PUMP:
        return _pump_all(game, rules, pc, seat, source, x)
    total = 0.0
    for k in range(game.n_battlefield):
        obj = np.int64(game.battlefield[k])
        if matches(game, rules, obj, np.int64(i.refarg), source, seat, seat, x):
            total += _one_object(game, rules, pc, obj, seat, source, x, 0, 0)
    return total


@kernel
def _fog(game: Game, rules: Rules, pc: int, seat: int) -> float:
    """PREVENT_FROM: the damage that is coming, and own creatures that would die; only once blocks are declared."""
    if game.step != Step.BLOCKERS or game.active == seat:
        return 0.0
    n = incoming_damage(game, seat)
    return life_worth(np.int64(game.player[seat].life), n) if n > 0 else 0.0


@kernel
def _fetched(game: Game, rules: Rules, pc: int, seat: int, source: int) -> float:
    """TO_BATTLEFIELD of a card of one's own that is chosen, or lies on top of the graveyard: the best that it may be.

    What the text takes away again at the end of turn is worth an attack.
    """
    i = rules.instruction[pc]
    buried = i.ref == Ref.TOP_BURIED
    number = np.int64(i.refarg) if buried else np.int64(rules.instruction[pc - 1].a)
    if not buried and rules.instruction[pc - 1].op != Op.CHOOSE:
        return 0.0
    best = ABSENT
    p = game.player[seat]
    for k in range(p.n_graveyard if buried else p.n_hand):
        obj = np.int64(p.graveyard[k]) if buried else np.int64(p.hand[k])
        if matches(game, rules, obj, number, source, seat, seat, 0):
            if buried or best == ABSENT or rules.card[game.object[obj].card].value > rules.card[
                    game.object[best].card].value:
                best = obj
    if best == ABSENT:
        return 0.0
    card = rules.card[game.object[best].card]
    lent = False
    for at in range(pc + 1, min(pc + 5, np.int64(rules.n_instructions))):
        lent = lent or rules.instruction[at].op == Op.DELAY
    if not lent:
        return 1.1 * np.float64(card.value)
    if game.active != seat or game.step > Step.BEGIN_COMBAT:
        return 0.0
    return W.LENT * np.float64(card.value) + life_worth(np.int64(game.player[1 - seat].life), np.int64(card.power)) - (
        0.0 if buried else W.HAND_CARD)


@kernel
def _plain(game: Game, rules: Rules, pc: int, seat: int, source: int, x: int) -> float:
    """What an instruction without targets does: to players, cards, this object, or a group."""
    i = rules.instruction[pc]
    op = np.int64(i.op)
    ref = i.ref
    if op == Op.SEARCH:
        return drawing_worth(game, seat, 1, W.TUTOR) if i.b == Place.HAND else 1.5
    if op == Op.LOOK_TOP:
        if game.player[seat].n_library <= W.OWN_LIBRARY_FLOOR:
            return 0.0
        return drawing_worth(game, seat, max(np.int64(i.b), 0), W.LOOK)
    if op == Op.PREVENT_FROM:
        return _fog(game, rules, pc, seat)
    if op == Op.ADD_MANA:
        return W.MANA * amount_of(game, rules, np.int64(i.num), seat, source, ABSENT, x)
    if op == Op.CREATE:
        return np.float64(rules.card[np.int64(i.a)].value) * amount_of(game, rules, np.int64(i.num), seat, source,
                                                                      ABSENT, x)
    if op == Op.WIN_GAME:
        return W.LETHAL
    if op == Op.EXTRA_TURN:
        return W.EXTRA_TURN
    if op == Op.WHENEVER and i.b == 1:
        return W.EMBLEM
    if op == Op.TO_BATTLEFIELD and (ref == Ref.CHOSEN or ref == Ref.TOP_BURIED):
        return _fetched(game, rules, pc, seat, source)
    if ref == Ref.EACH:
        return _every_object(game, rules, pc, seat, source, x)
    if ref == Ref.SELF and source != ABSENT:
        return _one_object(game, rules, pc, source, seat, source, x, 0, 0)
    if ref == Ref.ATTACHED and source != ABSENT and game.object[source].attached != ABSENT:
        return _one_object(game, rules, pc, np.int64(game.object[source].attached), seat, source, x, 0, 0)
    if op == Op.DISCARD and ref == Ref.CHOSEN:
        return W.DISCARD + 0.2 if game.player[1 - seat].n_hand > 0 else 0.0
    n = amount_of(game, rules, np.int64(i.num), seat, source, ABSENT, x)
    if ref == Ref.YOU:
        return player_effect(game, rules, op, n, seat, seat)
    if ref == Ref.OPPONENT or ref == Ref.DEFENDER:
        return player_effect(game, rules, op, n, 1 - seat, seat)
    if ref == Ref.EACH_PLAYER:
        return player_effect(game, rules, op, n, seat, seat) + player_effect(game, rules, op, n, 1 - seat, seat)
    return 0.0


@kernel
def _blink(game: Game, rules: Rules, obj: int, seat: int, at_once: bool) -> float:
    """Exile and return: saves what is endangered, keeps an attacker out of a combat, ends a token."""
    o = game.object[obj]
    worth = permanent_worth(game, rules, obj)
    if o.controller == seat:
        if is_endangered(game, rules, obj):
            return worth
        base = np.float64(rules.card[o.card].value)
        return max(base - worth, 0.0) - 0.05        # rid of what holds it down
    if o.status & ST_TOKEN:
        return worth
    if not at_once and o.status & ST_ATTACKING and not o.status & ST_BLOCKED:
        return 0.7 * life_worth(np.int64(game.player[seat].life), max(np.int64(o.power), 0)) - 0.1
    return -0.2


@leaf
def _targeted(game, rules, pc, seat, source, obj, who, x, promised, to_come):
    """What an instruction does to the target: an object, or (ABSENT) player `who`."""
    i = rules.instruction[pc]
    if obj != ABSENT and i.ref == Ref.TARGET:
        return _one_object(game, rules, pc, obj, seat, source, x, promised, to_come)
    player = who if obj == ABSENT else np.int64(game.object[obj].controller)
    n = amount_of(game, rules, np.int64(i.num), seat, source, obj, x)
    value = player_effect(game, rules, np.int64(i.op), n, player, seat)
    if i.op == Op.PREVENT_NEXT and i.a == 1 and value > 0.0:
        value += life_worth(np.int64(game.player[seat].life) + n, min(n, incoming_damage(game, player)))
    return value


@kernel
def returns_what_it_exiles(rules: Rules, first: int, end: int) -> int:
    """Whether a text exiles its target and puts it back: 0 no, 1 at once, 2 later."""
    exiles = False
    later = False
    for pc in range(first, end):
        i = rules.instruction[pc]
        if i.op == Op.EXILE and i.ref == Ref.TARGET:
            exiles = True
        if i.op == Op.DELAY:
            later = True
        if i.op == Op.TO_BATTLEFIELD and i.ref == Ref.IT and exiles:
            return 2 if later else 1
    return 0


@kernel
def run_score(game: Game, rules: Rules, first: int, end: int, seat: int, source: int, spec: int, obj: int, who: int,
              x: int, promised: int, to_come: int) -> float:
    """Cards that the instructions [first, end) bring `seat`.

    spec UNTARGETED: only what they do without targets; else only what they do to the target
    `obj` (or player `who`) of that instance of "target".
    """
    total = 0.0
    returning = returns_what_it_exiles(rules, first, end) if end - first > 1 else 0
    pc = first
    while pc < end:
        i = rules.instruction[pc]
        op = i.op
        if op == Op.IF:
            if not _assumed(game, rules, np.int64(i.a), source, seat, obj):
                pc += np.int64(i.d)
        elif op == Op.JUMP or op == Op.PAY or op == Op.DELAY:
            pc += np.int64(i.d)
        elif op == Op.REVEAL_HAND and _is_targeted(i.ref):
            if spec == i.refarg:                    # what follows is about that player's hand
                total += W.DISCARD if who == 1 - seat else -W.DISCARD
        elif _is_targeted(i.ref):
            if spec == i.refarg:
                if returning and op == Op.EXILE:
                    total += _blink(game, rules, obj, seat, returning == 1)
                else:
                    total += _targeted(game, rules, pc, seat, source, obj, who, x, promised, to_come)
        elif spec == UNTARGETED:
            total += _plain(game, rules, pc, seat, source, x)
        pc += 1
    return total
