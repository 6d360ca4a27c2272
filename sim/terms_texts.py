"""The words of texts as values (floor 0): instructions, references, amounts, conditions (CR 608.2), places.

Enums and flags are kept as in `terms`.
"""
from __future__ import annotations

from enum import IntEnum


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
