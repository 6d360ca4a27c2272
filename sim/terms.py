"""The words of the rules as values (floor 0). No magic numbers anywhere else.

Enums are `IntEnum`, which compile; flags are plain module constants, named with
a prefix (`TYPE_`, `KW_`, `ST_`, `LIMIT_`), since they are combined with `|`.
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



class Op(IntEnum):
    """Instructions. `ref` is who or what, `num` an amount, a b c d as noted. See sim/layout.py INSTR."""

    STOP = 0
    DAMAGE = 1               # num to ref; a,b: the source as (Ref, argument); default SELF (the host). Of EACH
                             # source IT is the one that deals; c = 1: divided (601.2d)
    DRAW = 2                 # ref player draws num
    MILL = 3                 # ref player mills num (701.17)
    GAIN_LIFE = 4            # ref player, num
    LOSE_LIFE = 5
    DISCARD = 6              # ref player discards num; a: Pick (CHOICE, RANDOM, ALL)
    DESTROY = 7              # ref; a = 1: it can't be regenerated
    EXILE = 8                # ref; afterwards IT is the card in exile
    TO_HAND = 9              # ref to its owner's hand
    TO_LIBRARY = 10          # ref; a: Place
    TO_BATTLEFIELD = 11      # ref; a: 0 under your control, 1 its owner's; b = 1: tapped; c: Counter, d: how many
    SACRIFICE = 12           # ref (objects): their controller sacrifices them
    COUNTER_SPELL = 13       # ref; a: Place that the card goes to (NONE: graveyard)
    TAP = 14
    UNTAP = 15
    TAP_OR_UNTAP = 16        # ref; you may tap or untap it: asks WORD (tap, untap, neither)
    CHOOSE = 17              # player ref chooses among filter a; b min, c max (-1: any number); d: see CHOOSE_ flags.
                             # each player: in turn order, and CHOSEN is what all of them chose
    SEARCH = 18              # ref player's library for filter a; b: Place; c: most; d: SEARCH_ flags. You may fail
    LOOK_TOP = 19            # look at num cards; filter a: up to b to hand; c: see LOOK_ flags; d: Place of the rest
    SHUFFLE = 20             # ref player's library
    PUMP = 21                # ref gets +num/+number a; b: Duration
    GRANT = 22               # ref gains keyword bit number a (KEYWORDS index); b: Duration
    PREVENT_NEXT = 23        # the next num damage to ref this turn; a = 1: you gain that much life
    PREVENT_FROM = 24        # all damage by sources of filter a this turn; b = 1: combat damage only
    REGENERATE = 25          # ref: regeneration shield (701.19)
    ATTACH = 26              # this permanent to ref (701.3)
    CREATE = 27              # num tokens of definition a for player ref; b = 1: tapped, c = 1: tapped and attacking
    ADD_MANA = 28            # num mana of the colour mask a to you (several colours: one of them, asked)
    PUT_COUNTERS = 29        # num counters of kind a on ref
    REMOVE_COUNTERS = 30
    FLIP = 31                # ref (710)
    IF = 32                  # condition a; when false jump to pc + d
    MAY = 33                 # player ref is asked; no: jump to pc + d. With a = condition + 1: asked only if it holds
    JUMP = 34                # to pc + d
    DELAY = 35               # at event a (NONE: now) do the next d instructions; IT is remembered; b = 1: your next one
    REVEAL_HAND = 36         # ref player's hand becomes known to the other
    SWITCH_PT = 37           # ref; b: Duration (613.4d)
    SET_RESULT = 38          # RESULT = num
    FORGET_IT = 39           # IT = none
    GAIN_CONTROL = 40        # you gain control of ref; b: Duration
    FIGHT = 41
    DOUBLE_DAMAGE = 42       # damage by ref is doubled this turn
    EXTRA_TURN = 43          # player ref takes one after this turn (500.7)
    LOSE_GAME = 44
    WIN_GAME = 45
    COPY_SPELL = 46          # ref; a = 1: you may choose new targets
    PAY = 47                 # player ref may pay cost a; unpaid: jump to pc + d
    CHOOSE_COLOUR = 48       # CHOICE register
    GRANT_CHOSEN_PROTECTION = 49     # ref gains protection from the chosen colour; b: Duration
    REMEMBER = 50            # this permanent remembers IT (linked abilities, 607)
    MUST_ATTACK = 51
    UNATTACH = 52
    SKIP_UNTAP = 53          # ref does not untap during its controller's next untap step
    PREVENT_EVENT = 54       # the next time that IT would deal damage to player ref this turn, prevent that damage
    REVEAL_UNTIL = 55        # ref player reveals cards until one of filter a; b: its Place; c = 1: of a type of IT
    BECOME = 56              # ref becomes num/number a with types, subtypes and keywords of definition c; b: Duration
    LOSE_SUBTYPES = 57       # ref loses all creature types; b: Duration
    CHANGE_TARGETS = 58      # of ref; a = 0: you may choose new ones, 1: one of them becomes SELF, 2: choose a new one
    COPY_FOR_EACH = 59       # copy spell ref for each object of filter a that it could target, aimed at it
    GRANT_FLASHBACK = 60     # ref (cards in a graveyard) has flashback for its mana cost until end of turn
    NOTE_SPLICED = 61        # note the names of the cards spliced onto spell ref
    CHOOSE_NAME = 62         # the name of a card without a type of a, chosen as a permanent enters
    NO_PREVENTION = 63       # damage cannot be prevented this turn
    CAST_FREE = 64           # ref may be cast; a = 1: a copy of it; b = 1: by its owner, else you; c: Alternative paid
    EXILE_UNTIL = 65         # exile cards of your library until one of filter a is cheaper than SELF (b = 1: any is);
                             # IT is that card
    BOTTOM_REST = 66         # what EXILE_UNTIL exiled and was not cast goes under the library in a random order
    PREVENT_ALL_TO = 67      # all damage to ref this turn
    TO_GRAVEYARD = 68        # ref
    EXILE_ENTERING = 69      # what has a type of filter a and was not cast is exiled instead of entering, this turn
    SEE_TOP = 70             # you see the top num cards of your library; a = 1: they are revealed
    SCRY = 71                # num (701.18)
    EXCHANGE_CONTROL = 72    # of the two objects of ref (701.12)
    CHOOSE_NUMBER = 73       # player ref chooses a number, which stays in the frame
    WHENEVER = 74            # triggered ability a is there for you until end of turn (603.7); b = 1: for good, as an
                             # emblem has it (114)
    REDIRECT = 75            # the next num damage by (Ref a, argument b) to you and your creatures is dealt to ref
    PERMIT_PLAY = 76         # you may play the cards of ref from where they are; b: Duration; a = 1: without paying;
                             # c = 1: a spell of them is exiled instead of put into a graveyard
    COUNTER_ITEM = 89        # counter the spell or ability that the trigger is about
    POINT = 90               # IT is ref from here on
    COPY_PERMANENT = 91      # create a token that is a copy of ref (707.2)
    EXILE_INSTEAD = 92       # if ref would die this turn, it is exiled instead
    NO_LIFE_GAIN = 93        # player ref gains no life this turn
    EPIC = 94                # the rest of the game: no more spells, and a copy of this in each of your upkeeps (702.50)
    COPY_EPIC = 95
    MUST_BLOCK = 96          # ref blocks SELF this turn if able; a = 1: all creatures that are able block ref
    NOTE_NAME = 97           # note the name of ref
    GAIN_ABILITIES = 98      # ref has the abilities of definition c as well; b: Duration
    WATCH = 99               # when IT dies (b = 1: this turn), do the next d instructions; a: Event.DIES
    SET_COLOUR = 100         # ref has the colours a and no others; b: Duration
    REPEAT = 101             # you may carry out this text again from its beginning
    ENCODE = 102             # exile this spell card, encoded on ref (702.99)
    SKIP_UNTAP_STEP = 104    # player ref skips the next untap step (500.11)
    CHOOSE_LAND_TYPE = 105   # a basic land type, which stays in the frame for the rest of this text
    SET_LAND_TYPE = 106      # ref becomes the chosen basic land type (305.7); b: Duration
    NO_COUNTERING = 107      # spells of player ref cannot be countered this turn
    GRANT_PLAYER = 108       # player ref gains keyword bit number a until end of turn: hexproof from a colour (702.11d)
    NEXT_FLASH = 109         # the next spell of player ref with a type of a has flash this turn
    RETYPE = 110             # ref has the creature types of definition c and no others; b: Duration
    DRAW_AFTER_ALL = 111     # of what may happen instead of a draw: it does not, and the next such, or the draw, does
    ECHO_MANA = 103          # whenever a permanent of filter a is tapped for mana this turn, its player adds one of b


class Ref(IntEnum):
    """Who or what an instruction is about; `refarg` is the argument in brackets."""

    NONE = 0
    TARGET = 1               # [instance of "target" within this text, from 0]: object or player
    IT = 2                   # the last object that an instruction moved, chose, found or made
    SELF = 3                 # the source: this permanent, or the host of a spliced text
    EVENT_OBJECT = 4         # the object that the trigger is about
    ATTACHED = 5             # what this Aura or Equipment is attached to
    YOU = 6
    OPPONENT = 7
    EVENT_PLAYER = 8
    TARGET_CONTROLLER = 9    # [instance]: of the target as it is or last was
    IT_CONTROLLER = 10
    EACH = 11                # [filter]: all objects of it
    EACH_PLAYER = 12
    CHOSEN = 13              # all objects chosen by the last CHOOSE
    DEFENDER = 14            # defending player
    EVENT_SPELL_CONTROLLER = 15
    IT_OWNER = 16
    REMEMBERED = 17          # what this permanent remembers
    TARGET_PLAYER = 18       # [instance]: the player targeted, or the controller of the object targeted
    ACTIVE = 19              # the active player
    PAID = 20                # the first object that paid a cost of this spell or ability
    TOP = 21                 # [n]: the top n cards of your library
    IT_BEARER = 22           # what IT is attached to
    TOP_BURIED = 23          # [filter]: the card of it that is nearest the top of your graveyard
    GRANTER = 30             # what gave this ability to its source


class Num(IntEnum):
    """Amounts: value = times * base + plus."""

    LITERAL = 0              # base 0
    X = 1                    # of the spell or ability
    COUNT = 2                # [filter] objects
    POWER = 3                # of (ref, refarg); last known if it left
    TOUGHNESS = 4
    MANA_VALUE = 5
    COUNTERS = 6             # [Counter] on (ref, refarg)
    EVENT_AMOUNT = 7
    RESULT = 8               # what the last instruction did: cards moved, damage prevented, life gained
    CHOSEN = 9               # how many objects were chosen
    LIFE = 10                # of player (ref, refarg)
    HAND_SIZE = 11
    DAMAGE_DEALT = 12
    PAID_COUNT = 13          # objects that paid a cost of "any number"
    LIFE_LOST = 14           # by player (ref, refarg) this turn
    SPELL_X = 15             # the X of spell (ref, refarg), or what it was
    CHOSEN_NUMBER = 16       # by CHOOSE_NUMBER
    TIMES_PAID = 17          # how often the repeatable optional cost of this spell or text was paid
    SPELLS_CAST = 18         # by player (ref, refarg) this turn
    DIED = 30                # [filter] of the permanents that died this turn
    HALF_LIFE = 31           # of player (ref, refarg), rounded down
    COLOURS_SPENT = 34       # how many colours of mana were spent on the spell (702.44)
    BUSHIDO = 32             # of each object that a static ability changes: its points of bushido
    KIN = 33                 # of each such object: the other creatures that share a creature type with it


class Cond(IntEnum):
    """Conditions; `negate` turns one round."""

    COUNT_AT_LEAST = 0       # filter a has at least b objects
    CAST_NAMES = 1           # you cast spells named a and b (ABSENT: only a) this turn
    RESULT_POSITIVE = 2      # the last instruction did something
    IT_MATCHES = 3           # IT matches filter a
    OBJECT_MATCHES = 4       # (ref, refarg) matches filter a
    YOUR_TURN = 5
    PAID = 6                 # optional cost number a was paid
    NUM_AT_LEAST = 7         # number a >= number b
    SELF_IS_HERE = 8         # the source is still the same object on the battlefield
    NUM_EQUAL = 9            # number a == number b
    TARGETS_SELF = 10        # the event's spell targets this; a = 1: and nothing else
    ALTERNATIVE = 11         # this was cast for alternative cost number a (1 or 2)
    CAST_TYPE = 30           # you cast a spell with a type of the mask a this turn
    OPPONENT_CAST = 32       # an opponent cast a spell with a colour of the mask a this turn
    CAST_FROM = 31           # this was cast from zone a
    YOU_CAST = 33            # you cast a spell with a colour of the mask a this turn
    OPPONENT_HURT = 34       # an opponent was dealt damage this turn
    PERMANENT_LEFT = 35      # a permanent that you controlled left the battlefield this turn
    BURIED = 36              # an opponent had at least b cards put into their graveyard this turn


class Pick(IntEnum):
    CHOICE = 0
    RANDOM = 1
    ALL = 2


class Place(IntEnum):
    """Where a card is put."""

    NONE = 0                 # where it goes anyway
    HAND = 1
    TOP = 2
    BOTTOM = 3
    TOP_OR_BOTTOM = 4        # you choose
    BATTLEFIELD = 5
    BATTLEFIELD_TAPPED = 6
    GRAVEYARD = 7
    EXILE = 8
    BOTTOM_ANY_ORDER = 9
    TOP_ANY_ORDER = 10
    BOTTOM_RANDOM = 11
    ASIDE = 20               # where it is, noted as found by a search


# Flags of CHOOSE (d): whose objects, and what happens to a "may" (min 0).
CHOOSE_OF_OPPONENT = 1       # among the objects of the chooser's opponent
CHOOSE_OF_TARGET = 2         # among the objects of target player 0
CHOOSE_ALL_BUT = 4           # all but num of them
CHOOSE_AS_MANY = 16          # exactly num of them
CHOOSE_OF_TOP = 8            # among the top num cards of the controller's library
# Flags of SEARCH (d): shown; with different names; the player searches, not the text's controller
SEARCH_REVEAL, SEARCH_DISTINCT, SEARCH_OWN = 1, 2, 4
LOOK_REVEAL = 1              # what is taken is shown
LOOK_REVEAL_ALL = 2
LOOK_MUST = 4                # as many as there are must be taken


class Duration(IntEnum):
    END_OF_TURN = 0
    PERMANENT = 1            # as long as the object is the same
    END_OF_COMBAT = 2
    WHILE_SOURCE = 3         # as long as the source stays on the battlefield
    YOUR_NEXT_TURN = 4
    END_OF_YOUR_NEXT_TURN = 5


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

ACTIVATED_ONCE, TARGETED_BEFORE = 1, 2       # bits of OBJECT.used: what happened to a permanent this turn


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
