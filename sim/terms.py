"""The words of the game as values (floor 0): zones, cards, counters, decisions, actions. No magic numbers elsewhere.

Enums are `IntEnum`, which compile; flags are plain module constants, named with
a prefix (`TYPE_`, `KW_`, `ST_`, `LIMIT_`), since they are combined with `|`. The words of
abilities are in `terms_abilities`, those of their texts in `terms_texts`.
"""
from __future__ import annotations

from enum import IntEnum

ABSENT = 0xFFFF          # "no object", "no definition", "no table entry": every table is shorter
ANY_NUMBER = -1              # count of a cost paid with, or of a choice of, as many objects as the player likes
X_MANY = -2                  # count of targets, or of counters removed as a cost: the X that was chosen


class Zone(IntEnum):
    """CR 400.1. NOWHERE: a token that ceased to exist, or an unused entry."""

    LIBRARY = 0
    HAND = 1
    BATTLEFIELD = 2
    GRAVEYARD = 3
    STACK = 4
    EXILE = 5
    NOWHERE = 6
    OUTSIDE = 7              # a sideboard, for a deck that looks there (400.11a); no list of it is kept
    COMMAND = 8              # emblems (114); no list of it is kept


class Step(IntEnum):
    """Steps and phases (CR 500.1), in the order of a turn."""

    OPENING = 0
    UNTAP = 1
    UPKEEP = 2
    DRAW = 3
    MAIN1 = 4
    BEGIN_COMBAT = 5
    ATTACKERS = 6
    BLOCKERS = 7
    FIRST_DAMAGE = 8
    DAMAGE = 9
    END_COMBAT = 10
    MAIN2 = 11
    END = 12
    CLEANUP = 13


class End(IntEnum):
    """Why a game ended. Those of `NO_RESULT` score for nobody."""

    PLAYING = 0
    LIFE = 1                 # 704.5a
    DECKED = 2               # 704.5b
    CONCEDED = 3             # 104.3a
    POISON = 4               # 704.5c
    DRAW = 5                 # both lost at once (104.4a), or a mandatory loop (104.4b)
    TURN_LIMIT = 6           # stopped, not scored
    CAPACITY = 7             # a table of sim/limits.py was full; stopped, not scored
    AGENT_ERROR = 8          # the agent to act raised or answered with an illegal action
    EFFECT = 9               # an effect said that a player wins or loses
    DECISION_LIMIT = 10      # stopped, not scored: an ability that costs nothing can be activated without end


NOBODY = -1                  # as a seat: the winner of a draw, the player that a reference to none means
NO_RESULT = (End.PLAYING, End.TURN_LIMIT, End.DECISION_LIMIT, End.CAPACITY, End.AGENT_ERROR)

# Colours and mana kinds are bits; a source of "any colour" has the mask ALL_COLOURS.
WHITE, BLUE, BLACK, RED, GREEN, COLOURLESS = 1, 2, 4, 8, 16, 32
ALL_COLOURS = 31
N_MANA = 6                   # W U B R G C

# Card types (205.2) and supertypes (205.4).
TYPE_ARTIFACT, TYPE_CREATURE, TYPE_ENCHANTMENT, TYPE_INSTANT = 1, 2, 4, 8
TYPE_LAND, TYPE_PLANESWALKER, TYPE_SORCERY, TYPE_KINDRED = 16, 32, 64, 128
SUPER_BASIC, SUPER_LEGENDARY, SUPER_SNOW, SUPER_WORLD = 256, 512, 1024, 2048
TYPE_PERMANENT = TYPE_ARTIFACT | TYPE_CREATURE | TYPE_ENCHANTMENT | TYPE_LAND | TYPE_PLANESWALKER
TYPE_SPELL_CARD = TYPE_INSTANT | TYPE_SORCERY

# Subtypes are bits of two 64-bit words; these numbers are fixed, the pool numbers the others after them.
FIXED_SUBTYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Arcane", "Aura", "Equipment", "Spirit")
SUB_PLAINS, SUB_ISLAND, SUB_SWAMP, SUB_MOUNTAIN, SUB_FOREST, SUB_ARCANE, SUB_AURA, SUB_EQUIPMENT, SUB_SPIRIT = range(9)
N_SUBTYPES = 128
REMEMBERED_COLOURS = 1 << 15     # in place of the colours of a mana ability: those of the card it remembers
N_BASIC_TYPES = 5            # the first of them

# Keywords and restrictions as bits (702, 508, 509).
KEYWORDS = (
    "flying", "first strike", "double strike", "vigilance", "trample", "haste", "fear", "reach",
    "defender", "hexproof", "shroud", "indestructible", "unblockable", "cant block", "cant attack",
    "doesnt untap", "flash", "lifelink", "deathtouch", "menace", "attacks each combat", "intimidate",
    "protection from white", "protection from blue", "protection from black", "protection from red",
    "protection from green", "protection from arcane", "protection from spirits", "changeling",
    "plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk", "cant be countered",
    "legendary landwalk", "wither", "protection from creatures", "has granted abilities",
    "unblockable by spirits", "must be blocked",
    "hexproof from white", "hexproof from blue", "hexproof from black", "hexproof from red", "hexproof from green",
    "attacks despite defender", "unblockable by the weaker",
    "split second", "protection from coloured spells", "delve",
)
(KW_FLYING, KW_FIRST_STRIKE, KW_DOUBLE_STRIKE, KW_VIGILANCE, KW_TRAMPLE, KW_HASTE, KW_FEAR, KW_REACH,
 KW_DEFENDER, KW_HEXPROOF, KW_SHROUD, KW_INDESTRUCTIBLE, KW_UNBLOCKABLE, KW_CANT_BLOCK, KW_CANT_ATTACK,
 KW_DOESNT_UNTAP, KW_FLASH, KW_LIFELINK, KW_DEATHTOUCH, KW_MENACE, KW_MUST_ATTACK, KW_INTIMIDATE,
 KW_PRO_WHITE, KW_PRO_BLUE, KW_PRO_BLACK, KW_PRO_RED, KW_PRO_GREEN, KW_PRO_ARCANE, KW_PRO_SPIRITS,
 KW_CHANGELING, KW_PLAINSWALK, KW_ISLANDWALK, KW_SWAMPWALK, KW_MOUNTAINWALK, KW_FORESTWALK,
 KW_CANT_BE_COUNTERED, KW_LEGENDARY_LANDWALK, KW_WITHER, KW_PRO_CREATURES,
 KW_HAS_GRANTED, KW_UNBLOCKABLE_BY_SPIRITS, KW_LURE,
 KW_HEX_WHITE, KW_HEX_BLUE, KW_HEX_BLACK, KW_HEX_RED, KW_HEX_GREEN, KW_DESPITE_DEFENDER,
 KW_UNBLOCKABLE_BY_WEAKER,
 KW_SPLIT_SECOND, KW_PRO_COLOURED_SPELLS, KW_DELVE) = (1 << i for i in range(len(KEYWORDS)))
PRO_COLOUR_SHIFT = 22        # KW_PRO_WHITE == WHITE << PRO_COLOUR_SHIFT, and so on for the five
HEX_COLOUR_SHIFT = 42        # KW_HEX_WHITE == WHITE << HEX_COLOUR_SHIFT
KW_ANY_PROTECTION = (31 << PRO_COLOUR_SHIFT) | KW_PRO_ARCANE | KW_PRO_SPIRITS | KW_PRO_CREATURES | (
    KW_PRO_COLOURED_SPELLS)
LANDWALK_SHIFT = 30          # KW_PLAINSWALK == 1 << (LANDWALK_SHIFT + SUB_PLAINS)

# Status bits of an object.
(ST_TAPPED, ST_FLIPPED, ST_TOKEN, ST_COPY, ST_ATTACKING, ST_BLOCKING, ST_BLOCKED, ST_SKIP_UNTAP,
 ST_DEATHTOUCHED, ST_REVEALED, ST_STRUCK, ST_REGENERATED, ST_EXILED_AFTER, ST_ADVENTURE,
 ST_HALF, ST_HURT, ST_ABILITY, ST_FLASHBACK, ST_UNCOUNTERABLE, ST_NOT_BURIED) = (1 << i for i in range(20))
# ST_NOT_BURIED: this spell is exiled instead of put into a graveyard.
# ST_UNCOUNTERABLE: mana spent on this spell keeps it from being countered. ST_HURT: was dealt damage this turn.
# ST_FLASHBACK: was given flashback this turn, for its mana cost
ST_COMBAT = ST_ATTACKING | ST_BLOCKING | ST_BLOCKED | ST_STRUCK


class Counter(IntEnum):
    """Kinds of counters (122)."""

    PLUS = 0                 # +1/+1
    MINUS = 1                # -1/-1
    CHARGE = 2
    TIME = 3
    KI = 4
    VERSE = 5
    DIVINITY = 6
    DEVOTION = 7
    AIM = 8
    ICE = 9
    MINING = 10
    DEPLETION = 11
    LOYALTY = 12


COUNTERS = ("+1/+1", "-1/-1", "charge", "time", "ki", "verse", "divinity", "devotion", "aim", "ice", "mining",
            "depletion", "loyalty")
N_COUNTERS = 13

ACTIVATED_ONCE, TARGETED_BEFORE = 1, 2       # bits of OBJECT.used: what happened to a permanent this turn


class ItemKind(IntEnum):
    """What an item on the stack is (405)."""

    SPELL = 0
    ACTIVATED = 1
    TRIGGERED = 2


class Decision(IntEnum):
    """What is being asked of `to_act`."""

    NONE = 0
    PLAY_DRAW = 1            # 103.1: play first or draw first
    MULLIGAN = 2             # 103.5: keep or not
    BOTTOM = 3               # 103.5: a card of the hand for the bottom of the library
    PRIORITY = 4             # 117
    MODE = 5                 # 601.2b
    SPLICE = 6               # 601.2b, 702.47b: one more card to splice, or done
    SPLICE_ORDER = 7         # which of the spliced texts comes next
    COST = 8                 # 601.2b: which alternative cost, or the mana cost
    OPTIONAL_COST = 9        # 601.2b: kicker and its kind
    CHOOSE_X = 10            # 601.2b
    TARGET = 11              # 601.2c, one instance of "target" at a time
    PAY = 12                 # 601.2h: an object for a cost that is not mana
    ATTACK = 13              # 508.1: does this creature attack
    BLOCK = 14               # 509.1: which attacker does this creature block
    CHOOSE = 15              # in a resolution: an object, or done
    MAY = 16                 # yes or no
    WORD = 17                # tap, untap or neither; top or bottom
    COLOUR = 18
    TRIGGER_ORDER = 19       # 603.3b: which of your triggers goes on the stack next
    LEGEND = 20              # 704.5j: which one stays
    DISCARD = 21             # 514.1 and discard effects
    NUMBER = 22
    ORDER = 23               # the next card to put on the top or bottom of a library
    NEW_TARGET = 24          # a new target for one that a copy or a changed spell has (115.7, 707.10c)
    NAME = 25                # a card name (201.4)
    MANA = 26                # 601.2g: a mana ability to activate before paying, or done


class Option(IntEnum):
    """Keywords of optional additional costs (118.8)."""

    PLAIN = 0
    KICKER = 1               # 702.33
    BUYBACK = 2              # 702.27: the card goes to hand as the spell resolves
    CONSPIRE = 3             # 702.78
    REPLICATE = 4            # 702.56; this and the next may be paid any number of times
    MULTIKICKER = 5          # 702.33c


class ActionKind(IntEnum):
    """What an action does; `obj` and `value` as noted."""

    PASS = 0                 # priority
    PASS_UNTIL = 1           # until an opponent acts or attacks, something resolves, their end step, your main phase
    CAST = 2                 # obj
    PLAY_LAND = 3            # obj
    ACTIVATE = 4             # obj, value: index of the ability among the object's
    DONE = 5                 # no further splice, object or target
    PICK = 6                 # obj: a card to splice, a target, an object to pay or choose
    PICK_PLAYER = 7          # value: seat
    NUMBER = 8               # value: mode, X, number, alternative cost
    YES = 9
    NO = 10
    WORD = 11                # value: Word
    COLOUR = 12              # value: colour bit
    CONCEDE = 13             # always allowed, never listed
    NAME = 14                # value: number of a name


class Quiet(IntEnum):
    """What a player was last found unable to do, and nothing has changed since."""

    NO = 0
    INSTANT_SPEED = 1        # nothing to do at instant speed
    ENTIRELY = 2             # nothing to do, in a main phase with the stack empty either


class Word(IntEnum):
    NEITHER = 0
    TAP = 1
    UNTAP = 2
    TOP = 3
    BOTTOM = 4
    PLAY = 5
    DRAW = 6
    PLAINS = 7               # the basic land types, in the order of their subtypes
    ISLAND = 8
    SWAMP = 9
    MOUNTAIN = 10
    FOREST = 11


class Alternative(IntEnum):
    """How a spell is paid for (118.9): `ITEM.alternative`. 1 and 2 are the card's own alternative costs."""

    MANA_COST = 0
    FIRST = 1
    SECOND = 2
    FREE = 3
    FLASHBACK = 4
    MADNESS = 5
    SUSPENDED = 6            # free, as the last time counter was removed: a creature has haste (702.62a)
    GRANTED_FLASHBACK = 7    # for the mana cost
    INSTEAD = 8              # for what a permanent lets its controller pay instead of mana costs


class Form(IntEnum):
    """What of a card is cast: an action to cast has `value` = Alternative + FORM_STEP * Form."""

    WHOLE = 0
    ADVENTURE = 1            # the half that is an adventure (715.3)
    LEFT = 2                 # a half of a split card (709.3)
    RIGHT = 3
    FUSED = 4                # both halves (702.102)
    OVERLOADED = 5           # for its overload cost, "each" in place of "target" (702.96)


FORM_STEP = 16

# Policy bits of a game record.
ASK_EVERY_PRIORITY = 1       # also of a player who can only pass
ASK_ALL_ORDERS = 2           # splice orders that cannot make a difference too
ASK_CARD_ORDERS = 4          # "in any order" on a library, else as seen
ASK_MANA = 8                 # offer mana abilities at priority
