"""Which objects match a description, and what an object is (CR 109, 115, 702.16). Floor 2.

On the battlefield an object's characteristics are those after continuous effects
(kept by `layers`), elsewhere those printed on its definition.
"""
from __future__ import annotations

import numpy as np

from sim.jit import kernel, leaf
from sim.layout import Filter, Game, Rules
from sim.terms import (
    ABSENT,
    ALL_COLOURS,
    HEX_COLOUR_SHIFT,
    KW_ANY_PROTECTION,
    KW_HEXPROOF,
    KW_PRO_ARCANE,
    KW_PRO_COLOURED_SPELLS,
    KW_PRO_CREATURES,
    KW_PRO_SPIRITS,
    KW_SHROUD,
    PRO_COLOUR_SHIFT,
    ST_ABILITY,
    ST_ATTACKING,
    ST_BLOCKED,
    ST_BLOCKING,
    ST_HURT,
    ST_TAPPED,
    ST_TOKEN,
    SUB_ARCANE,
    SUB_AURA,
    SUB_SPIRIT,
    TYPE_CREATURE,
    ItemKind,
    Zone,
)
from sim.terms_abilities import (
    F_ABILITY,
    F_ATTACHED_TO_SELF,
    F_ATTACKING,
    F_BLOCKED,
    F_BLOCKING,
    F_CHOSEN_NAME,
    F_DAMAGED_YOU,
    F_ENCHANTED,
    F_ENCHANTS_CREATURES,
    F_HAS_X,
    F_HURT,
    F_IN_COMBAT,
    F_IS_SELF,
    F_MULTICOLOURED,
    F_MV_AT_MOST_X,
    F_MV_IS_X,
    F_NAME,
    F_NONTOKEN,
    F_NOT_NAME,
    F_NOT_SELF,
    F_NOTED_NAME,
    F_OUT_OF_TURN,
    F_SHARES_COLOUR,
    F_SINGLE_TARGET,
    F_SUSPENDS,
    F_TAPPED,
    F_TOKEN,
    F_UNBLOCKED,
    F_UNTAPPED,
    Event,
    Relation,
    Whose,
)

ANY_X = -1                   # in place of an X that is not chosen yet: some X may fit
_STATUS_FLAGS = (F_ATTACKING | F_BLOCKING | F_BLOCKED | F_UNBLOCKED | F_TAPPED | F_UNTAPPED | F_TOKEN
                 | F_NONTOKEN | F_DAMAGED_YOU | F_IN_COMBAT | F_SHARES_COLOUR | F_NOTED_NAME | F_ENCHANTED | F_HURT
                 | F_ENCHANTS_CREATURES | F_OUT_OF_TURN | F_SUSPENDS)


@leaf
def types_of(game, rules, obj):
    o = game.object[obj]
    return o.types if o.zone == Zone.BATTLEFIELD else rules.card[o.card].types


@leaf
def colours_of(game, rules, obj):
    o = game.object[obj]
    return o.colours if o.zone == Zone.BATTLEFIELD else rules.card[o.card].colours


@leaf
def has_subtype(game, rules, obj, number):
    o = game.object[obj]
    if o.zone == Zone.BATTLEFIELD:
        return (np.int64(o.subs[number >> 6] >> np.uint64(number & 63)) & 1) != 0
    return (np.int64(rules.card[o.card].subs[number >> 6] >> np.uint64(number & 63)) & 1) != 0


@leaf
def is_creature(game, obj):
    """Whether a permanent is a creature now."""
    return (game.object[obj].types & TYPE_CREATURE) != 0


@leaf
def related(whose, seat, controller, chooser):
    """Whether `seat` stands in the relation `whose` to an ability's controller."""
    if whose == Whose.ANY:
        return True
    if whose == Whose.YOU:
        return seat == controller
    if whose == Whose.OPPONENT:
        return seat != controller
    return seat == chooser


@kernel
def _is_noted(game: Game, name: int) -> bool:
    for k in range(game.n_noted):
        if game.noted[k] == name:
            return True
    return False


@kernel
def _has_single_target(game: Game, obj: int) -> bool:
    """Whether a spell on the stack was aimed once, counting every text (115.9b)."""
    for k in range(game.n_stack):
        if game.stack[k].kind == ItemKind.SPELL and game.stack[k].obj == obj:
            return game.stack[k].n_targets == 1
    return False


@kernel
def _is_enchanted(game: Game, rules: Rules, obj: int) -> bool:
    """Whether an Aura is attached to the permanent (303.4b)."""
    for k in range(game.n_battlefield):
        other = np.int64(game.battlefield[k])
        if game.object[other].attached == obj and has_subtype(game, rules, other, SUB_AURA):
            return True
    return False


@kernel
def _enchants_creatures(rules: Rules, card: int) -> bool:
    """Whether a card has "enchant creature" (702.5a)."""
    spell = np.int64(rules.card[card].spell)
    if spell == 0 or rules.ability[spell].n_targets == 0:
        return False
    number = np.int64(rules.target_spec[rules.ability[spell].target].filter)
    return (np.int64(rules.filter[number].types_any) | np.int64(rules.filter[number].types_all)) & TYPE_CREATURE != 0


@kernel
def _status_matches(game: Game, rules: Rules, obj: int, flags: int, source: int, controller: int) -> bool:
    """The flags of a filter that few have."""
    o = game.object[obj]
    status = o.status
    if flags & F_SHARES_COLOUR and not colours_of(game, rules, obj) & colours_of(game, rules, source):
        return False
    if flags & F_NOTED_NAME and not _is_noted(game, np.int64(rules.card[o.card].name)):
        return False
    if flags & F_ENCHANTED and not _is_enchanted(game, rules, obj):
        return False
    if flags & F_ENCHANTS_CREATURES and not _enchants_creatures(rules, np.int64(o.card)):
        return False
    if flags & F_SUSPENDS and not np.int64(rules.card[o.card].listens) & (1 << Event.UNSUSPENDED):
        return False
    if flags & F_OUT_OF_TURN and o.controller == game.active:
        return False
    if flags & F_HURT and not status & ST_HURT:
        return False
    if flags & F_ATTACKING and not status & ST_ATTACKING:
        return False
    if flags & F_BLOCKING and not status & ST_BLOCKING:
        return False
    if flags & F_IN_COMBAT and not status & (ST_BLOCKING | ST_ATTACKING):
        return False
    if flags & F_BLOCKED and not status & ST_BLOCKED:
        return False
    if flags & F_UNBLOCKED and (not status & ST_ATTACKING or status & ST_BLOCKED):
        return False
    if flags & F_TAPPED and not status & ST_TAPPED:
        return False
    if flags & F_UNTAPPED and status & ST_TAPPED:
        return False
    if flags & F_TOKEN and not status & ST_TOKEN:
        return False
    if flags & F_NONTOKEN and status & ST_TOKEN:
        return False
    return not (flags & F_DAMAGED_YOU and not o.hurt & (1 << controller))


@kernel
def was_wounded_by(game: Game, obj: int, source: int) -> bool:
    """Whether `source` dealt damage to the creature `obj` this turn, both as they are now."""
    if source == ABSENT:
        return False
    for k in range(game.n_wounds):
        w = game.wound[k]
        if (w.obj == obj and w.source == source and w.stamp == game.object[obj].stamp
                and w.source_stamp == game.object[source].stamp):
            return True
    return False


@kernel
def _is_found(game: Game, obj: int) -> bool:
    for k in range(game.n_found):
        if game.found[k] == obj:
            return True
    return False


@kernel
def _stands_in_relation(game: Game, rules: Rules, relation: int, obj: int, source: int, controller: int,
                        x: int) -> bool:
    """Whether an object stands so to the source of the text."""
    o = game.object[obj]
    if relation == Relation.DAMAGED_BY_SELF:
        return was_wounded_by(game, obj, source)
    if relation == Relation.DAMAGED_BY_BEARER:
        return was_wounded_by(game, obj, np.int64(game.object[source].attached))
    if relation == Relation.BLOCKING_SELF:
        return o.blocking == source
    if relation == Relation.BLOCKED_BY_SELF:
        return game.object[source].blocking == obj
    if relation == Relation.CHOSEN_COLOUR:
        return (np.int64(colours_of(game, rules, obj)) & np.int64(game.noted_colour)) != 0
    if relation == Relation.FOUND:
        return _is_found(game, obj)
    if relation == Relation.OPPONENT_OWNS:
        return o.owner != controller
    if relation == Relation.POWER_AT_MOST_X:
        return o.power <= x or x == ANY_X
    return True


@kernel
def _one_matches(game: Game, rules: Rules, obj: int, f: Filter, source: int, controller: int,
                 chooser: int, x: int) -> bool:
    """One alternative of a filter; the zone is checked first, since most candidates fail there."""
    o = game.object[obj]
    zone = o.zone
    if f.zone != Zone.NOWHERE and zone != f.zone:
        return False
    if (np.int64(o.status) & ST_ABILITY != 0) != (np.int64(f.marks) & F_ABILITY != 0):
        return False
    here = zone == Zone.BATTLEFIELD or zone == Zone.STACK
    if f.controller != Whose.ANY and not related(f.controller, o.controller if here else o.owner, controller, chooser):
        return False
    card = rules.card[o.card]
    if zone == Zone.BATTLEFIELD:
        types, colours, subs_0, subs_1 = o.types, o.colours, o.subs[0], o.subs[1]
        keywords, power, toughness = o.keywords, o.power, o.toughness
    else:
        types, colours, subs_0, subs_1 = card.types, card.colours, card.subs[0], card.subs[1]
        keywords, power, toughness = card.keywords, card.power, card.toughness
    if f.types_any and not types & f.types_any:
        return False
    if (types & f.types_all) != f.types_all or types & f.types_none:
        return False
    if f.colours_any and not colours & f.colours_any:
        return False
    if colours & f.colours_none:
        return False
    if (f.subs_any[0] | f.subs_any[1]) and not ((subs_0 & f.subs_any[0]) | (subs_1 & f.subs_any[1])):
        return False
    if (subs_0 & f.subs_none[0]) | (subs_1 & f.subs_none[1]):
        return False
    if (keywords & f.keywords_all) != f.keywords_all or keywords & f.keywords_none:
        return False
    mana_value = card.mana_value
    if mana_value < f.mv_min or mana_value > f.mv_max:
        return False
    if power < f.power_min or power > f.power_max or toughness > f.toughness_max:
        return False
    if f.counter and o.counters[f.counter - 1] <= 0:
        return False
    if f.relation and not _stands_in_relation(game, rules, np.int64(f.relation), obj, source, controller, x):
        return False
    flags = np.int64(f.marks)
    if flags == 0:
        return True
    if flags & F_NOT_SELF and obj == source:
        return False
    if flags & F_IS_SELF and obj != source:
        return False
    if flags & F_MV_IS_X and mana_value != x and x != ANY_X:
        return False
    if flags & F_MV_AT_MOST_X and mana_value > x and x != ANY_X:
        return False
    if flags & F_NAME and card.name != f.name:
        return False
    if flags & F_NOT_NAME and card.name == f.name:
        return False
    if flags & F_ATTACHED_TO_SELF and o.attached != source:
        return False
    if flags & F_MULTICOLOURED and (colours & (colours - 1)) == 0:
        return False
    if flags & F_CHOSEN_NAME and (card.name != game.object[source].chosen or card.name == 0):
        return False
    if flags & F_HAS_X and card.has_x == 0:
        return False
    if flags & F_SINGLE_TARGET and not _has_single_target(game, obj):
        return False
    return not flags & _STATUS_FLAGS or _status_matches(game, rules, obj, flags, source, controller)


@leaf
def plainly_fails(game, rules, obj, number):
    """A cheap test that most permanents fail: a filter with one alternative that wants other types."""
    f = rules.filter[number]
    return f.other == 0 and f.types_any != 0 and not game.object[obj].types & f.types_any


@leaf
def matches(game, rules, obj, number, source, controller, chooser, x):
    """Whether `obj` matches filter `number`.

    source, controller: the ability's source object and controller ("you", "another").
    chooser: the seat that Whose.TARGET and Whose.CHOOSER mean. x: the chosen X; negative: not chosen yet.
    """
    while number != 0:
        f = rules.filter[number]
        if _one_matches(game, rules, obj, f, source, controller, chooser, x):
            return True
        number = np.int64(f.other)
    return False


@kernel
def count_matching(game: Game, rules: Rules, number: int, source: int, controller: int, chooser: int,
                   x: int, enough: int) -> int:
    """How many objects match, counting no further than `enough`."""
    n = 0
    zone = rules.filter[number].zone
    if zone == Zone.BATTLEFIELD:
        for k in range(game.n_battlefield):
            obj = np.int64(game.battlefield[k])
            if not plainly_fails(game, rules, obj, number) and matches(game, rules, obj, number, source, controller,
                                                                       chooser, x):
                n += 1
                if n >= enough:
                    return n
        return n
    for obj in range(game.n_objects):
        if game.object[obj].zone != Zone.NOWHERE and matches(game, rules, obj, number, source, controller, chooser, x):
            n += 1
            if n >= enough:
                return n
    return n


@kernel
def is_protected_from(game: Game, rules: Rules, obj: int, source: int) -> bool:
    """Whether a permanent has protection from `source` (702.16), judged by the source's characteristics."""
    keywords = np.int64(game.object[obj].keywords) & KW_ANY_PROTECTION
    if keywords == 0:
        return False
    if keywords & (np.int64(colours_of(game, rules, source)) << PRO_COLOUR_SHIFT):
        return True
    if keywords & KW_PRO_ARCANE and has_subtype(game, rules, source, SUB_ARCANE):
        return True
    if keywords & KW_PRO_CREATURES and np.int64(types_of(game, rules, source)) & TYPE_CREATURE:
        return True
    s = game.object[source]
    if (keywords & KW_PRO_COLOURED_SPELLS and s.zone == Zone.STACK and not s.status & ST_ABILITY
            and colours_of(game, rules, source)):
        return True
    return (keywords & KW_PRO_SPIRITS) != 0 and has_subtype(game, rules, source, SUB_SPIRIT)


@kernel
def _can_be_targeted(game: Game, rules: Rules, obj: int, source: int, controller: int) -> bool:
    o = game.object[obj]
    keywords = np.int64(o.keywords)
    if keywords & KW_SHROUD:
        return False
    if o.controller != controller:       # 702.11b, 702.11d
        if keywords & KW_HEXPROOF or (keywords >> HEX_COLOUR_SHIFT) & ALL_COLOURS & colours_of(game, rules, source):
            return False
    return not is_protected_from(game, rules, obj, source)


@leaf
def can_be_targeted(game, rules, obj, source, controller):
    """Whether hexproof, shroud and protection let `controller` target `obj` with `source` (115, 702)."""
    o = game.object[obj]
    return o.zone != Zone.BATTLEFIELD or o.keywords == 0 or _can_be_targeted(game, rules, obj, source, controller)


@leaf
def player_allowed(game, rules, number, seat, source, controller):
    """Whether a target filter takes players, this one among them."""
    while number != 0:
        f = rules.filter[number]
        if f.relation == Relation.DAMAGED_BY_SELF and not game.object[source].hurt & (1 << seat):
            number = np.int64(f.other)
            continue
        if f.players == Whose.ANY + 1:
            return True
        if f.players == Whose.YOU + 1 and seat == controller:
            return True
        if f.players == Whose.OPPONENT + 1 and seat != controller:
            return True
        number = np.int64(f.other)
    return False


@leaf
def player_can_be_target(game, rules, number, seat, source, controller):
    """Whether a target filter takes this player, who has no hexproof against its controller (702.11c)."""
    if seat != controller:
        if game.hexproof & (1 << seat):
            return False
        colours = np.int64(game.player[seat].hexproof_from)
        if colours and colours & colours_of(game, rules, source):
            return False
    return player_allowed(game, rules, number, seat, source, controller)
