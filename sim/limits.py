"""Every capacity, with its reason (floor 0).

A game that would exceed one ends with `End.CAPACITY`: it is counted and shown, and
never scored as a result. Nothing is written past a table.
"""
MAX_OBJECTS = 256        # two decks of 100 and 56 tokens and copies at once; entries of gone tokens are reused
MAX_HAND = 100           # a whole deck may be drawn
MAX_LIBRARY = 128
MAX_GRAVEYARD = 128
MAX_EXILE = 200
MAX_BATTLEFIELD = 120    # both players' permanents
MAX_STACK = 48           # spells, abilities and simultaneous triggers; random play of real decks came to 14
MAX_GONE = 2             # spells that left the stack while triggers speak of them
MAX_PARTS = 12           # the host (a mode each) and the spliced texts
MAX_TARGETS = 20         # of one spell with its splices
MAX_PENDING = 64         # triggers waiting to be put on the stack
MAX_EFFECTS = 96         # continuous effects and shields at once: two "each creature gets" with forty creatures each
MAX_DELAYED = 24         # delayed triggers
MAX_DEATHS = 64          # permanents that died this turn; of more only as many are counted
MAX_WOUNDS = 96          # pairs of a source and a creature that it damaged this turn
MAX_FOUND = 8            # cards that a search sets aside
MAX_UNPAID = 4           # lands put onto the battlefield at once that ask for something to enter untapped
MAX_EPICS = 3            # epic spells that resolved, copies of such by an opponent among them
MAX_CAST_NAMES = 24      # spells a player cast this turn, for text that looks back
MAX_SPLICE_LOG = 64      # splices of one player in one game that are logged one by one; all are counted
MAX_CHOICES = 128        # candidates of one choice: a library
MAX_CHOSEN = 64
MAX_FRAMES = 3           # a resolution, and mana abilities inside it
MAX_COST_ITEMS = 44      # non-mana costs of one cast: three of each of its texts, and of the spell itself twice more
MAX_PAID = 64            # objects named to pay them
MAX_MADE = 8             # mana abilities with a further cost that are activated for one cast
MAX_OPTIONS = 48         # ways to activate one
MAX_ACTIONS = 256        # answers to one decision
MAX_TURNS = 200          # of both players together; then `End.TURN_LIMIT`
MAX_DECISIONS = 1 << 15  # of a game; then `End.DECISION_LIMIT`

MAX_CARDS = 1024         # card definitions in a pool
MAX_ABILITIES = 4096
MAX_TARGET_SPECS = 2048
MAX_FILTERS = 2048
MAX_NUMBERS = 1024
MAX_CONDITIONS = 512
MAX_COSTS = 2048
MAX_INSTRUCTIONS = 16384
MAX_STATICS = 1024
MAX_ITEMS_A_COST = 3
