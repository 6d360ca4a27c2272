"""What things are worth to the heuristic and the evaluation, with units. The only place for these figures.

The unit is *a card*: what one average card in hand is worth.
"""
# life and library, as logarithms, so that the last points weigh most: worth of going from a to b is scale * ln(a / b)
LIFE_SCALE = 1.5             # cards: 20 to 18 life is 0.16, 4 to 2 is 1.04
LIBRARY_SCALE = 1.4          # cards: 40 to 36 cards of a library is 0.15, 8 to 4 is 0.97
LETHAL = 9.0                 # cards, for what wins on the spot
OWN_LIBRARY_FLOOR = 4        # cards that one does not draw below
SHORT_LIBRARY = 12           # cards from which on one draws no further while the opponent has more

# cards
DRAW = 0.8                   # cards, for a card drawn
LOOK = 0.75                  # cards, for a card picked out of several
EXTRA_TURN = 1.5             # cards, for a turn more
LENT = 0.5                   # share of its worth that a creature has which is there for one attack only
TUTOR = 0.95                 # cards, for a card searched for
DISCARD = 0.7                # cards, for a card that the opponent discards
LOOT = 0.35                  # cards, lost by discarding one's own worst card
HAND_CARD = 0.4              # cards, what casting a card must gain at least: the card itself is spent
GUEST_KEPT = 0.25            # share of its worth, further, that a card has which could be spliced again and again
HOST_KEPT = 0.3              # share of the best splice in hand, for a card that it can go onto and that has none itself
COPY = 0.2                   # cards, by which each further copy in hand is worth less
FULL_HAND = 7                # cards in hand from which on one that is not cast is soon discarded
SPARE_CARD = 0.1             # cards, price of the card in a full hand that would be discarded
SPLICED_CARD = 0.8           # cards, for each text spliced onto a spell that is countered

REPEATED = 0.4               # share of its worth that a text has on a target which an equal text has already

# permanents
POWER = 0.18                 # cards a point of power above what is printed
TOUGHNESS = 0.14             # cards a point of toughness above what is printed
LAND = 0.6                   # cards, for a land on the battlefield
PACIFIED = 0.25              # share of its worth that a creature keeps which can neither attack nor block
NO_ATTACK = 0.5              # share kept by one that cannot attack
PLUS_COUNTER = 0.32          # cards, for a +1/+1 counter
LOYALTY = 0.2                # cards, for a loyalty counter on one's own planeswalker
EMBLEM = 3.5                 # cards, for an emblem
OTHER_COUNTER = 0.35         # cards, for any other counter on one's own permanent
BOUNCE = 0.2                 # share of its worth that a bounced permanent costs
BOUNCE_MANA = 0.1            # cards a mana, spent on casting it again
MANA = 0.03                  # cards a mana, when nothing else wants it
WANTED_MANA = 0.06           # cards a mana, in one's own turn, when other uses may come
TAPPED_LAND = 0.05           # cards, for a land tapped or untapped at the right time
GRAVEYARD_CARD = 0.12        # cards, for a card exiled from the opponent's graveyard
FLIP = 0.5                   # cards, for flipping

# combat
HOME = 0.5                   # share of the damage kept away that a creature staying home is credited with
CHUMP = 0.6                  # share of saved life that counts when the damage would not kill
TRIGGER_ON_HIT = 0.5         # cards, for an ability that triggers on combat damage
TRICK_RISK = 0.04            # cards a creature, for what the opponent may hold
ATTACK_LEAST = 0.0           # cards that an attack must promise
