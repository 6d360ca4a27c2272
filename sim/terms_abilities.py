"""The words of abilities as values (floor 0): events (CR 603), effects (611), statics (604), costs (118), filters.

Enums and flags are kept as in `terms`.
"""
from __future__ import annotations

from enum import IntEnum


class AbilityKind(IntEnum):
    """CR 113.3, with replacement effects (614) apart."""

    SPELL = 0
    ACTIVATED = 1
    MANA = 2                 # activated mana ability (605.1a)
    TRIGGERED = 3
    STATIC = 4


class Event(IntEnum):
    """What triggers look for (603). In brackets: the event's object, seat and amount."""

    NONE = 0
    CAST = 1                 # a spell was cast [the spell, its controller, -]
    ENTERS = 2               # [the permanent, its controller, -]
    LEAVES = 3               # [the permanent as it last was, its controller, -]
    DIES = 4                 # battlefield to graveyard [the same]
    ATTACKS = 5              # [the attacker, its controller, -]
    BLOCKS = 6               # [the blocker, its controller, -], once however many it blocks; IT is the attacker
    BECOMES_BLOCKED = 7      # [the attacker, its controller, number of blockers]
    COMBAT_DAMAGE = 8        # dealt combat damage to anything [the source, -, amount], once a damage step
    COMBAT_DAMAGE_PLAYER = 9     # [the source, the damaged seat, amount]
    DAMAGED = 10             # was dealt damage [the damaged permanent, controller, amount]
    UPKEEP = 11              # [-, the active seat, -]
    DRAW_STEP = 12
    BEGIN_COMBAT = 13
    END_STEP = 14
    TARGETED = 15            # became the target of a spell or ability [the permanent, controller of that spell, -]
    DISCARDED = 16           # [the card, its owner, -]
    TAPPED = 17              # [the permanent, its controller, -]
    DRAWN = 18               # [the card, the player, -]
    ATTACKS_OR_BLOCKS = 19
    BLOCKS_OR_BECOMES_BLOCKED = 20   # bushido (702.45)
    LIFE_GAINED = 21
    UNBLOCKED = 22           # attacks and isn't blocked
    PUT_INTO_GRAVEYARD = 23      # from anywhere
    TAPPED_FOR_MANA = 24
    PLAYER_TARGETED = 25     # [-, a player who became the target of an opponent's spell or ability, -]
    UNSUSPENDED = 26         # [an exiled card that lost its last time counter, its owner, -]
    DAMAGE_PLAYER = 27       # dealt damage to a player [the source, the damaged seat, amount]
    DAMAGE_CREATURE = 28     # dealt damage to a creature, which is IT [the source, its controller, amount]
    COMBAT_DAMAGE_CREATURE = 29      # the same, combat damage
    STATE = 30               # no event: a state trigger's condition has come true (603.8)
    END_COMBAT = 31          # [-, the active seat, -]
    LAND_PLAYED = 32         # [the land, the player, -]


class EffectKind(IntEnum):
    """Continuous effects and shields from resolved spells and abilities (611, 614, 615)."""

    PUMP = 0                 # +a/+b (layer 7c)
    KEYWORD = 1              # keyword bits (layer 6)
    SWITCH = 2               # layer 7d
    PREVENT_NEXT = 3         # a left; b = 1: controller gains that much life
    PREVENT_FROM = 4         # filter a; b = 1: combat damage only
    REGENERATE = 5           # a shields
    CONTROL = 6
    DOUBLE = 7
    PREVENT_EVENT = 8        # the next damage by obj to seat; a: filter that obj must match, 0: any
    BECOME = 9               # a/b, and what definition `keywords` adds (layers 4, 6, 7b)
    LOSE_SUBTYPES = 10       # layer 4
    COLOUR = 11              # has the colours a and no others (layer 5)
    NO_PREVENTION = 12
    PREVENT_ALL_TO = 13      # all damage to obj
    EXILE_ENTERING = 14      # uncast permanents with a type of filter a are exiled instead of entering
    TRIGGER = 15             # triggered ability a, of the controller
    REDIRECT = 16            # a damage by obj to the controller and their creatures goes to b, or to player -1 - b
    PLAY = 17                # seat may play obj from where it is; a: 1 without paying, plus 2: it is exiled instead of
                             # put into a graveyard
    EXILE_INSTEAD = 30       # obj is exiled instead of dying
    NO_LIFE_GAIN = 31        # of seat
    MUST_BLOCK = 32          # obj must block the permanent a (stamp b)
    ABILITIES = 33           # obj has the abilities of definition `keywords`
    LAND_TYPE = 35           # obj is a land of the basic type a only, with the ability of such a land (layer 4)
    RETYPE = 36              # obj has the creature types of definition a and no others
    ECHO_MANA = 34           # what matches filter a makes one more mana b when tapped for mana


class StaticKind(IntEnum):
    """Static abilities (604). `filter` says what is affected; ATTACHED_ONLY in limit: the equipped or enchanted one."""

    MODIFY = 0               # +num_a/+num_b and keyword bits
    GRANT_ABILITY = 1        # has activated ability a
    GRAVEYARD_TO_EXILE = 2   # permanents of the filter go to exile instead of a graveyard (614)
    COST_LESS = 3            # spells of the filter that you cast cost {num} less
    COST_MORE = 4            # spells of the filter cost {num} more
    MINIMUM_COST = 5         # spells of the filter that cost less than num cost num
    CANT_CAST = 6            # by you, or (limit OPPONENTS) by your opponents, or (limit EVERYBODY) by any player
    CANT_GAIN_LIFE = 7
    ONE_SPELL_A_TURN = 8
    CANT_CAST_CHOSEN = 9     # spells with the chosen name cannot be cast
    CAST_FREE = 10           # you may cast spells from hand without paying their mana costs
    HEXPROOF_YOU = 11
    GAIN_IS_LOSS = 12        # opponents lose life instead of gaining it
    NO_PREVENTION = 13       # damage cannot be prevented
    CONTROL = 14             # you control what this is attached to (layer 2)
    PLAY_TOP = 15            # the top card of your library is revealed and may be played; with a filter: you may look
                             # at it, and cast it if it is a spell of the filter
    DRAW_ONCE = 16           # opponents draw no more than one card each turn
    NO_LEGEND_RULE = 17      # the legend rule does not apply to what matches
    HAND_LIMIT = 18          # num_a more cards in a maximum hand size; limit OPPONENTS: of opponents
    EXTRA_LANDS = 19         # num_a more lands in each of your turns
    CANT_ACTIVATE_CHOSEN = 20        # no abilities but mana abilities of sources with the chosen name
    COLOUR_PROTECTION = 21   # protection from the colours of what matches
    PREVENT_TO = 22          # damage to what matches is prevented
    RETYPE = 23              # the creature types are those of definition `ability`
    ATTACK_TAX = 24          # what it reaches attacks and blocks only if its controller pays {num_a}
    MORE_DAMAGE = 26         # what matches deals {num_a} more damage to players
    GRANT_TRIGGER = 27       # has triggered ability `ability`
    DRAW_INSTEAD = 28        # instead of drawing a card you do what ability `ability` says (614.11)
    CANT_BLOCK_THEM = 29     # what matches cannot block what matches filter `against`
    LAND_TYPE = 30           # what it reaches is a land of basic type num_a only, with the ability of such a land
    PAY_INSTEAD = 31         # cost `ability` may be paid instead of the mana cost of any spell that you cast
    SET_PT = 25              # power and toughness are num_a and num_b (a characteristic-defining ability, 604.3)


class CostKind(IntEnum):
    """Costs that are not mana (118). `filter` and `count` of what is used."""

    NONE = 0
    TAP_SELF = 1             # {T}
    SACRIFICE_SELF = 2
    SACRIFICE = 3            # count permanents you control
    TAP = 4                  # tap count untapped permanents you control
    RETURN = 5               # return count permanents you control to hand
    EXILE_GRAVEYARD = 6      # exile count cards from your graveyard
    EXILE_HAND = 7           # exile count cards from your hand
    DISCARD = 8
    PAY_LIFE = 9             # count
    OPPONENT_GAINS = 10      # an opponent gains count life
    REMOVE_COUNTERS = 11     # count counters of kind filter from this permanent
    SACRIFICE_ALL = 12       # all permanents of the filter
    RETURN_SELF = 13
    UNTAP_SELF = 14          # {Q}
    NINJUTSU = 15            # return an unblocked attacker you control (702.49)
    DISCARD_SELF = 16
    REVEAL_HAND = 17         # reveal count cards from your hand
    EXILE_SELF = 18
    TAP_POWER = 19           # tap any number of permanents you control with total power count or more
    UNATTACH = 30            # unattach what gives this ability
    REMOVE_ALL_COUNTERS = 31         # all counters of kind filter from what gives this ability
    DISCARD_HAND = 33        # all cards of it
    SHOW_HAND = 34           # reveal all cards of it
    ADD_COUNTERS = 36        # put count counters of kind filter on this permanent
    DELVE = 35               # exile any number of cards from your graveyard, each for {1} of the total (702.66)
    OFFERING = 32            # sacrifice a permanent, whose mana cost the mana cost is reduced by (702.48)


# Limits on when an ability may be activated or how it triggers; on static abilities: whom it reaches.
LIMIT_SORCERY = 1            # "activate only as a sorcery"
LIMIT_ONCE = 2               # once each turn
LIMIT_YOUR_TURN = 4
LIMIT_ATTACHED = 8           # static: only what this is attached to
LIMIT_SELF = 16              # trigger subject or static: this object only
LIMIT_ATTACHED_SUBJECT = 32  # trigger subject: what this is attached to
LIMIT_COMBAT = 64            # only during combat after blockers were declared
LIMIT_OTHERS = 128           # static: not this object
LIMIT_OPPONENTS = 512        # static: about the opponents of its controller
LIMIT_EVERYBODY = 16384      # static: about all players
LIMIT_LEGENDARY_MANA = 8192          # mana ability: its mana pays for legendary spells only (106.6)
LIMIT_FIRST_TIME = 4096      # trigger: the first time each turn that its subject becomes a target
LIMIT_SPECIAL = 1024         # a special action from hand: when the card could be cast, and without the stack (116.2f)
LIMIT_BY_OPPONENT = 2048     # triggered: an opponent's spell or ability is what made it happen
LIMIT_PRIORITY = 32768       # mana ability: only when its controller has priority, not in the midst of a cast
LIMIT_SHELTER = 65536        # mana ability: an instant or sorcery that its mana is spent on cannot be countered (106.6)
LIMIT_REPEATS = 131072       # of a text with modes: one may be chosen more than once (700.2d)
LIMIT_PROVIDED = 256         # triggered: the condition is part of the event, and not looked at again on resolution

# What a card has, so that most objects can be passed over (derived; see sim/prepare.py).
(TRAIT_ACTIVATED, TRAIT_HAND_ABILITY, TRAIT_TRIGGERED, TRAIT_STATIC, TRAIT_MANA, TRAIT_ATTACHES,
 TRAIT_OTHER_COST, TRAIT_INSTANT_SPEED, TRAIT_STACK_TRIGGER, TRAIT_CONTROLS,
 TRAIT_ODD_MANA, TRAIT_YARD_TRIGGER, TRAIT_SPLICED_KEYWORD,
 TRAIT_WHENEVER,                 # of no card: some text made a trigger for a turn
 TRAIT_AIMS_AT_ABILITIES, TRAIT_RETYPES, TRAIT_FLASHBACK,
 TRAIT_SPLIT_SECOND, TRAIT_LAND_TYPES, TRAIT_YARD_INSTEAD,
 TRAIT_LOOKS_OUTSIDE, TRAIT_YARD_ORDER) = (1 << i for i in range(22))


class Whose(IntEnum):
    """Relation of a player to the ability's controller."""

    ANY = 0
    YOU = 1
    OPPONENT = 2
    TARGET = 3               # the player targeted by instance 0 (or the controller of that target)
    CHOOSER = 4              # the player who is choosing


# Flags of a filter.
(F_ATTACKING, F_BLOCKING, F_BLOCKED, F_UNBLOCKED, F_TAPPED, F_UNTAPPED, F_NOT_SELF, F_TOKEN, F_NONTOKEN,
 F_DAMAGED_YOU, F_MV_IS_X, F_IS_SELF, F_NAME, F_NOT_NAME, F_ATTACHED_TO_SELF, F_MULTICOLOURED, F_SPELL,
 F_ABILITY, F_MV_AT_MOST_X, F_NOT_TARGETED, F_IN_COMBAT, F_SHARES_COLOUR,
 F_NOTED_NAME, F_CHOSEN_NAME, F_HAS_X, F_SINGLE_TARGET, F_ENCHANTED, F_HURT,
 F_ENCHANTS_CREATURES, F_OUT_OF_TURN, F_SUSPENDS) = (1 << i for i in range(31))


class Relation(IntEnum):
    """How what a filter matches stands to the source of the text."""

    ANY = 0
    DAMAGED_BY_SELF = 1      # dealt damage by it this turn
    DAMAGED_BY_BEARER = 2    # by what it is attached to
    BLOCKING_SELF = 3
    FOUND = 4                # set aside by a search
    OPPONENT_OWNS = 5
    POWER_AT_MOST_X = 6
    BLOCKED_BY_SELF = 8
    CHOSEN_COLOUR = 9        # is of the colour that was chosen last
    NOT_IT = 7               # not the object that the trigger calls "it"
