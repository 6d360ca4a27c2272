"""The records: a game, the compiled rules, an action (floor 1).

`GAME` is one flat record; copying a game is an assignment. `RULES` is one record of
fixed tables, filled by `decks` and read-only in play. Counters are signed; unsigned
only for identities and bit sets. Entry 0 of every rules table means "none".
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from sim import limits as L
from sim.jit import record
from sim.terms import N_COUNTERS, N_MANA

# ---------------------------------------------------------------- rules

MANA_COST = record(
    ("need", "i2", (N_MANA,)),       # coloured and {C} symbols, in the order W U B R G C
    ("generic", "i2"),
    ("x", "i2"),                     # number of {X}
    ("hybrid", "u1", (6,)),          # two-colour symbols as masks; bit 64: Phyrexian, bit 128: or two generic
    ("n_hybrid", "i2"),
)
COST_ITEM = record(("kind", "u2"), ("filter", "u2"), ("count", "i2"))
COST = record(("mana", MANA_COST), ("has_mana", "i2"), ("n_items", "i2"),
              ("total", "i2"), ("colours", "u2"),      # derived: symbols in all, colours among them
              ("wants", COST_ITEM, (L.MAX_ITEMS_A_COST,)))

FILTER = record(                     # a conjunction; `other` chains alternatives ("or")
    ("zone", "u2"),                  # terms.Zone; NOWHERE: any (STACK for spells)
    ("controller", "u2"),            # terms_abilities.Whose: controller on the battlefield and stack, owner elsewhere
    ("players", "u2"),               # terms_abilities.Whose + 1 where players match too; 0: none
    ("types_any", "u2"), ("types_all", "u2"), ("types_none", "u2"),
    ("colours_any", "u2"), ("colours_none", "u2"),
    ("subs_any", "u8", (2,)), ("subs_none", "u8", (2,)),
    ("keywords_all", "u8"), ("keywords_none", "u8"),
    ("mv_min", "i2"), ("mv_max", "i2"), ("power_min", "i2"), ("power_max", "i2"),
    ("toughness_max", "i2"),
    ("marks", "u4"),                 # terms_abilities.F_*
    ("name", "u2"),                  # for F_NAME, F_NOT_NAME
    ("counter", "u2"),               # kind of a counter it must have, plus 1; 0: any
    ("relation", "u2"),              # terms_abilities.Relation to the source of the text
    ("other", "u2"),                 # next alternative, 0: none
)
NUMBER = record(("kind", "u2"), ("ref", "u2"), ("refarg", "u2"), ("arg", "u2"), ("times", "i2"), ("plus", "i2"))
CONDITION = record(("kind", "u2"), ("negate", "i2"), ("ref", "u2"), ("refarg", "u2"), ("a", "u2"), ("b", "i2"))
INSTRUCTION = record(("op", "u2"), ("ref", "u2"), ("refarg", "u2"), ("num", "u2"),
                     ("a", "i2"), ("b", "i2"), ("c", "i2"), ("d", "i2"))
TARGET_SPEC = record(
    ("filter", "u2"),
    ("least", "i2"), ("most", "i2"),     # "up to two": 0, 2. One entry a word "target"
    ("divided", "i2"),                   # the amount that is divided among them, 0: none (601.2d)
    ("different_from", "i2"),            # instance of the same text that it must differ from, plus 1
    ("sure", "i2"),                      # derived: players that are always among its legal targets
    ("when_chosen", "u2"),               # filter that matters only as the target is chosen
)
ABILITY = record(
    ("kind", "u2"),                  # terms_abilities.AbilityKind
    ("event", "u2"),                 # triggered: terms_abilities.Event
    ("subject", "u2"),               # triggered: filter that the event's object must match (0: any)
    ("whose", "u2"),                 # triggered: terms_abilities.Whose, of the event's seat
    ("zone", "u2"),                  # where it works: terms.Zone
    ("limit", "u4"),                 # terms_abilities.LIMIT_*
    ("cost", "u2"),                  # activated: table entry
    ("condition", "u2"),             # activated: needed to activate; triggered: intervening if (603.4)
    ("target", "u2"), ("n_targets", "i2"),       # target specs, contiguous
    ("program", "u2"), ("n_program", "i2"),      # instructions, contiguous, without a closing STOP
    ("x", "u2"),                     # triggered: the amount that x is in its text, as it was when it triggered
    ("mode", "u2"), ("n_modes", "i2"),           # modal: abilities, contiguous, one a mode
    ("choose_least", "i2"), ("choose_most", "i2"),
    ("mana", "u2"),                  # mana ability: colour mask it makes
    ("mana_amount", "i2"),
    ("static", "u2"),                # static: table entry
    ("plain", "i2"),                 # derived: a mana ability that costs {T} alone
    ("reads", "u4"), ("writes", "u4"),       # what its texts look at and change, for the order of splices
)
STATIC = record(("kind", "u2"), ("filter", "u2"), ("limit", "u4"), ("num_a", "u2"), ("num_b", "u2"),
                ("keywords", "u8"), ("ability", "u2"),
                ("against", "u2"))       # a second filter
CARD = record(
    ("name", "u2"),                  # number of the name; equal names, equal numbers
    ("types", "u2"), ("colours", "u2"),
    ("subs", "u8", (2,)),
    ("keywords", "u8"),
    ("power", "i2"), ("toughness", "i2"),
    ("cost", "u2"),                  # mana cost; 0: no mana cost (202.1b)
    ("mana_value", "i2"),
    ("has_x", "i2"),
    ("spell", "u2"),                 # the spell ability of an instant or sorcery, an Aura's "enchant"
    ("ability", "u2"), ("n_abilities", "i2"),    # the other abilities, contiguous, in printed order
    ("splice_onto", "u2"), ("splice_cost", "u2"),    # filter the host must match; 0: no splice
    ("additional_cost", "u2"),
    ("alternative", "u2", (2,)),     # alternative costs (118.9)
    ("optional", "u2", (2,)), ("option", "u2", (2,)),        # optional additional costs and their Option
    ("mode_cost", "u2"),             # for each mode after the first (entwine, escalate)
    ("alternative_if", "u2"),        # condition under which the alternative costs may be paid
    ("cast_if", "u2"),               # condition under which it may be cast at all
    ("flip", "u2"),                  # definition of the flipped half (710), 0: none
    ("enters_tapped", "i2"), ("enters_unless", "u2"),    # the condition under which it does not
    ("counter_kind", "i2"), ("counter_number", "u2"),    # counters it enters with; number 0: none
    ("counter_condition", "u2"),     # needed for these counters
    ("entering", "u2"),              # ability whose text is carried out as the spell's permanent enters
    ("opening", "i2"),               # 1: may begin the game on the battlefield
    ("flashback", "u2"),             # its cost
    ("overload", "u2"),              # definition of the card cast for its overload cost, 0: none (702.96)
    ("adventure", "u2"),             # definition of the half that is an adventure (715)
    ("half", "u2", (2,)),            # definitions of the halves of a split card (709), 0: none
    ("fuse", "i2"),                  # 1: both halves may be cast as one spell (702.102)
    ("madness", "u2"),               # its cost
    ("rebound", "u2"),               # ability of the delayed trigger, 0: none (702.88)
    ("value", "f4"),                 # rough worth in cards, for heuristics; from printed facts only
    # derived by prepare.prepare_rules
    ("traits", "u4"),                # terms_abilities.TRAIT_*
    ("listens", "u8"),               # bit per Event that its triggered abilities wait for
    ("bushido", "i2"),               # points of bushido (702.45)
    ("makes", "i2"),                 # colours it taps for, plus 64 times the amount
)

RULES = record(
    ("counts_deaths", "i4"),         # derived: some text counts what died this turn
    ("counts_wounds", "i4"),         # derived: some filter asks what dealt damage to what this turn
    ("tap_matters", "i4"),           # derived: some target must be tapped or untapped
    ("n_cards", "i4"), ("n_abilities", "i4"), ("n_filters", "i4"), ("n_numbers", "i4"), ("n_conditions", "i4"),
    ("n_costs", "i4"), ("n_instructions", "i4"), ("n_target_specs", "i4"), ("n_statics", "i4"), ("n_names", "i4"),
    ("basic", "u2", (5,)),           # derived: definitions of the basic lands of the five types
    ("card", CARD, (L.MAX_CARDS,)),
    ("ability", ABILITY, (L.MAX_ABILITIES,)),
    ("filter", FILTER, (L.MAX_FILTERS,)),
    ("number", NUMBER, (L.MAX_NUMBERS,)),
    ("condition", CONDITION, (L.MAX_CONDITIONS,)),
    ("cost", COST, (L.MAX_COSTS,)),
    ("instruction", INSTRUCTION, (L.MAX_INSTRUCTIONS,)),
    ("target_spec", TARGET_SPEC, (L.MAX_TARGET_SPECS,)),
    ("static", STATIC, (L.MAX_STATICS,)),
)

# ---------------------------------------------------------------- game

OBJECT = record(
    ("card", "u2"),                  # definition
    ("text", "u2"),                  # the definition whose abilities it has: its own, unless an effect changed that
    ("front", "u2"),                 # the definition that it returns to when ST_FLIPPED
    ("owner", "i1"), ("controller", "i1"),
    ("base_controller", "i1"),       # its controller but for continuous effects (layer 2)
    ("cast_as", "u1"), ("options", "u1"),    # Alternative that the permanent's spell was cast for, bits of options paid
    ("chosen", "u2"),                # what was chosen as it entered: the number of a name
    ("zone", "u1"), ("known", "u1"),         # bit per seat that knows which card this is
    ("stamp", "i4"),                 # new whenever it changes zones (400.7)
    ("status", "u4"),                # terms.ST_*
    ("since", "i2"),                 # turn in which its controller got it (302.6)
    ("last_x", "i2"),                # X of the spell that it is or last was
    ("damage", "i2"),
    ("counters", "i2", (N_COUNTERS,)),
    ("attached", "u2"), ("attached_stamp", "i4"),    # what it is attached to
    ("blocking", "u2"),              # the attacker it blocks
    ("attacks", "u2"), ("attacks_stamp", "i4"),      # the planeswalker it attacks; ABSENT: a player
    ("hurt", "u1"),                  # bit per seat that it dealt damage to this turn
    ("used", "u1"),                  # bits of once-a-turn abilities used
    ("remembers", "u2"), ("remembers_stamp", "i4"),
    # copies from its definition, so that loops over objects need not look there; see zones.identify
    ("traits", "u4"), ("printed", "u2"), ("mana_value", "i2"), ("makes", "i2"), ("listens", "u8"),
    # characteristics after continuous effects (613); on the battlefield only, kept by layers.refresh
    ("power", "i2"), ("toughness", "i2"),
    ("types", "u2"), ("colours", "u2"),
    ("keywords", "u8"),
    ("subs", "u8", (2,)),
)
TARGET = record(("obj", "u2"),       # object, or ABSENT for a player
                ("seat", "i2"),
                ("stamp", "i4"),
                ("part", "i2"),      # index of the text
                ("spec", "i2"),      # instance within that text
                ("amount", "i2"),    # of a division
                ("legal", "i2"))     # on resolution (608.2b)
PART = record(("card", "u2"),        # definition whose text this is
              ("obj", "u2"),         # the card spliced (still in hand), or the host
              ("ability", "u2"),
              ("spliced", "i2"),
              ("times", "i2"))       # how often its repeatable optional cost was paid
ITEM = record(                       # a spell or ability on the stack
    ("kind", "u2"),
    ("obj", "u2"), ("stamp", "i4"),  # the spell's own object; an ability's source
    ("card", "u2"),                  # its definition
    ("handle", "u2"),                # an ability's own object, where something may target abilities; else ABSENT
    ("controller", "i2"),
    ("ability", "u2"),
    ("n_parts", "i2"), ("part", PART, (L.MAX_PARTS,)),
    ("n_targets", "i2"), ("target", TARGET, (L.MAX_TARGETS,)),
    ("x", "i2"),
    ("alternative", "i2"),           # 0 the mana cost; 1, 2 the card's alternative costs; 3 free
    ("from_zone", "u2"),             # where it was cast from
    ("optional", "u4"),              # optional costs paid: bit 2 * part + number; of the host's own, part 0
    ("mana_on_splices", "i2"),
    ("colours_spent", "u2"),         # colours of the mana that paid for it
    ("event_obj", "u2"), ("event_stamp", "i4"), ("event_seat", "i2"), ("event_amount", "i2"),
    ("delayed", "i4"),               # first instruction and count when the text is a delayed trigger's
    ("n_delayed", "i4"),
    ("it", "u2"), ("it_stamp", "i4"),
    ("granter", "u2"), ("granter_stamp", "i4"),      # what gave an activated ability to its source
    ("bearer", "u2"), ("bearer_stamp", "i4"),        # what the source was attached to
    ("serial", "i4"),                # tells items apart whose sources are one
    ("paid", "u2"), ("n_paid", "i2"),        # the first object that paid a cost; how many paid "any number"
)
PENDING = record(("ability", "u2"), ("obj", "u2"), ("stamp", "i4"), ("controller", "i2"),
                 ("event_obj", "u2"), ("event_stamp", "i4"), ("event_seat", "i2"), ("event_amount", "i2"),
                 ("delayed", "i4"), ("n_delayed", "i4"), ("it", "u2"), ("it_stamp", "i4"))
EFFECT = record(("kind", "u2"), ("obj", "u2"), ("stamp", "i4"), ("seat", "i2"),     # what it affects
                ("a", "i4"), ("b", "i4"), ("keywords", "u8"), ("duration", "u2"),
                ("source", "u2"), ("source_stamp", "i4"), ("controller", "i2"),
                ("made", "i4"))      # timestamp (613.7), in the sequence of the objects' stamps
DELAYED = record(("event", "u2"), ("first", "i4"), ("count", "i4"), ("controller", "i2"), ("yours", "i2"),
                 ("obj", "u2"), ("stamp", "i4"), ("it", "u2"), ("it_stamp", "i4"), ("turn", "i2"),
                 ("until", "i2"))    # of one that waits for IT to die: the last turn that it waits, 0: for good
FRAME = record(                      # a text being carried out; a pause is this record
    ("at", "i2"),                    # its index on the stack; -1 for a mana ability
    ("obj", "u2"), ("stamp", "i4"),  # SELF
    ("controller", "i2"),
    ("part", "i2"), ("pc", "i4"), ("end", "i4"),
    ("stage", "i2"),                 # within one instruction
    ("it", "u2"), ("it_stamp", "i4"),
    ("result", "i2"),
    ("colour", "i2"),
    # outside a resolution (at = -1): what a trigger is about
    ("event_obj", "u2"), ("event_stamp", "i4"), ("event_amount", "i2"),
)
CHOICE = record(                     # the question being asked outside priority
    ("seat", "i2"), ("least", "i2"), ("most", "i2"),
    ("n_candidates", "i2"), ("candidate", "u2", (L.MAX_CHOICES,)),
    ("n_chosen", "i2"), ("chosen", "u2", (L.MAX_CHOSEN,)), ("chosen_stamp", "i4", (L.MAX_CHOSEN,)),
    ("n_aside", "i2"),               # at the end of `chosen`: what another player chose before
    ("distinct", "i2"),              # 1: what is chosen must have different names
    ("value", "i2"),                 # the answer to MAY, WORD, COLOUR, NUMBER
    ("attention", "u2"),             # the object that the question is about
)
MADE = record(                       # a mana ability with a further cost that is activated for a cast (601.2g)
    ("obj", "u2"), ("ability", "u2"),
    ("colour", "u2"),                # the colour it makes, 0: not settled, any single one of its own
    ("x", "i2"),
    ("tapped", "i2"), ("paid", "i2"),        # its source is tapped, its mana cost paid
)
OPTION = record(("obj", "u2"), ("ability", "u2"), ("colour", "u2"), ("x", "i2"),     # one that could be
                ("rank", "i2"),      # how dear its cost is
                ("like", "i2"))      # an earlier one that looks the same and goes first, -1: none
COVER = record(                      # scratch of covering: symbols to be paid and mana to pay them, as masks
    ("n_want", "i2"), ("want", "u2", (14,)), ("wanted", "i2", (14,)),
    ("n_have", "i2"), ("have", "u2", (24,)), ("units", "i2", (24,)),
)
PAY_ITEM = record(("kind", "u2"), ("filter", "u2"), ("count", "i2"), ("paid", "i2"), ("obj", "u2"))
CASTING = record(                    # the cast or activation in progress; its item is the top of the stack
    ("stage", "u2"),                 # casting.Stage
    ("seat", "i2"),
    ("mana", MANA_COST),             # the total so far
    ("n_items", "i2"), ("wants", PAY_ITEM, (L.MAX_COST_ITEMS,)),
    ("n_own", "i2"),                 # of these: of the cast itself; the others are costs of mana abilities
    ("n_made", "i2"), ("made", MADE, (L.MAX_MADE,)),         # mana abilities activated for it
    ("picked", "u2"), ("picked_ability", "u2"), ("picked_x", "i2"), ("picked_colour", "u2"),     # the one asked about
    ("n_paid", "i2"), ("paid", "u2", (L.MAX_PAID,)), ("paid_for", "i2", (L.MAX_PAID,)),
    ("next_splice", "i2"),           # position in hand from which splices may still be added
    ("n_ordered", "i2"),             # spliced texts whose place is settled
    ("part", "i2"), ("spec", "i2"), ("n_of_spec", "i2"),     # the target being asked for
    ("from_zone", "u2"),
    ("modes", "u4"),                 # modes chosen so far
    ("base_done", "i2"),             # the mana cost or its alternative is part of the total
    ("wanted", MANA_COST),           # scratch: the total being tested
)
PLAYER = record(
    ("life", "i2"), ("poison", "i2"),
    ("pool", "i2", (N_MANA,)),       # floating mana
    ("sheltering", "i2"),            # of the floating colourless mana: that keeps what it pays for from being countered
    ("legendary_mana", "i2"),        # floating colourless mana beside it that pays for legendary spells only
    ("n_hand", "i2"), ("hand", "u2", (L.MAX_HAND,)),
    ("n_library", "i2"), ("library", "u2", (L.MAX_LIBRARY,)),    # the top card is the last
    ("n_graveyard", "i2"), ("graveyard", "u2", (L.MAX_GRAVEYARD,)),
    ("lands_played", "i2"),
    ("turn_began", "i2"),            # the player's most recent turn (302.6)
    ("mulligans", "i2"), ("kept", "i2"),
    ("drew_from_empty", "i2"),
    ("instead", "i2"),               # draws that something else happens instead of, as soon as it can (614.11)
    ("declined", "i2"),              # of what could be instead of the draw being replaced: how many it was not
    ("skips_untap", "i2"),           # untap steps to be skipped
    ("life_lost", "i2"), ("drawn", "i2"),    # this turn
    ("flashes", "u2"),               # card types of which the next spell has flash, until end of turn
    ("hurt", "i2"),                  # 1: was dealt damage this turn
    ("lost_permanent", "i2"), ("buried", "i2"),      # this turn: a permanent left; cards put into the graveyard
    ("colours_cast", "u2"),          # colours of the spells cast this turn
    ("hexproof_from", "u2"), ("uncounterable", "i2"),        # until end of turn: colours; spells cannot be countered
    ("types_cast", "u2"),            # card types of the spells cast this turn
    ("no_more_spells", "i2"),        # for the rest of the game (702.50)
    ("passed_until", "i2"),          # 1: PASS_UNTIL in force
    ("quiet", "i2"),                 # terms.Quiet
    ("n_cast", "i2"), ("cast", "u2", (L.MAX_CAST_NAMES,)),       # names of spells cast this turn, in order
    ("avail_ready", "i2"),
    # mana units that can be made, by the colours that each could be; see mana.count_available
    ("n_masks", "i2"), ("mask", "u2", (16,)), ("units", "i2", (16,)), ("total_mana", "i2"),
    ("further_mana", "i2"),          # at most, with mana abilities that cost more than {T}; of who has priority
    # tallies for reports
    ("n_splices", "i2"), ("splice_mana", "i2"), ("n_casts", "i2"), ("lost", "i2"),
    ("splice_host", "u2", (L.MAX_SPLICE_LOG,)), ("splice_guest", "u2", (L.MAX_SPLICE_LOG,)),
)
DEATH = record(("types", "u2"), ("subs", "u8", (2,)))       # of a permanent that died this turn, as it was
WOUND = record(("source", "u2"), ("source_stamp", "i4"), ("obj", "u2"), ("stamp", "i4"))
GAME = record(
    ("rng", "u8"),
    ("policy", "u4"),
    ("decision", "u2"), ("to_act", "i2"),
    ("end", "u2"), ("winner", "i2"),         # winner: seat, -1 none
    ("turn", "i2"), ("active", "i2"), ("step", "u2"),
    ("step_begun", "i2"),            # the step's own actions are done
    ("priority", "i2"), ("passes", "i2"),
    ("starter", "i2"),
    ("extra_turns", "i2"), ("extra_seats", "u4"),    # extra turns to come, the last made first; a bit each: whose
    ("out_of_order", "i2"),          # 1: the last turn that was none of these was the other player's
    ("has_first_strike", "i2"),
    ("stamp", "i4"),
    ("n_objects", "i2"),
    ("listens", "u8"), ("exile_listens", "u8"),
    ("layers_stale", "i2"), ("has_exile_instead", "i2"), ("triggers_pending", "i2"),
    ("any_attached", "i2"),          # some permanent is attached to another
    ("types_seen", "u2"),            # all card types on the battlefield
    ("retexted", "i2"),              # some permanent has the abilities of another definition
    ("control_moved", "i2"),         # somebody controls what somebody else put onto the battlefield
    ("traits_seen", "u4"),           # all traits that cards of this game have
    ("statics_seen", "i8"),          # bit per StaticKind of the static abilities on the battlefield
    # what static abilities say of players, a bit per seat; kept by layers.refresh
    ("hexproof", "u1"), ("no_gain", "u1"), ("gain_is_loss", "u1"), ("casts_free", "u1"),
    ("plays_top", "u1"),             # seats that may play from the top of their library; shifted by 2: it is revealed
    ("draws_once", "u1"), ("draws_instead", "u1"),
    ("elsewhere", "u1"),             # seats that may be able to cast from a graveyard, a library or exile
    ("on_adventure", "u1"),          # seats with cards in exile that went on an adventure (715.3d), at some time
    ("noted_colour", "u2"),          # chosen last by an effect
    ("colours_spent", "u2"), ("colourless_spent", "i2"),     # on the cost being paid
    ("n_noted", "i2"), ("noted", "u2", (L.MAX_PARTS,)),      # names noted by an effect
    ("n_deaths", "i2"), ("death", DEATH, (L.MAX_DEATHS,)),   # this turn, where some card counts them
    ("n_wounds", "i2"), ("wound", WOUND, (L.MAX_WOUNDS,)),   # what dealt damage to what this turn, the same
    ("n_found", "i2"), ("found", "u2", (L.MAX_FOUND,)),      # cards that a search set aside
    ("event_serial", "i4"),          # the item that the event being announced is about
    ("event_it", "u2"),              # the second object of the event being announced
    ("unpreventable", "i2"),         # the damage being dealt cannot be prevented
    ("n_epics", "i2"), ("epic", ITEM, (L.MAX_EPICS,)),       # spells that are copied each upkeep (702.50)
    ("n_same", "i2"),                # resolutions since somebody last chose anything (104.4b)
    ("offered", "u2"),               # a card that a text lets somebody cast
    ("offered_to", "i2"), ("offered_for", "i2"),     # who, and the Alternative that is paid
    # of the spell that is entering
    ("entering_counters", "i2"), ("entering_as", "i2"), ("entering_chosen", "u2"), ("entering_cast", "i2"),
    ("entering_options", "u1"),
    # permanents that entered tapped unless something is paid, still to be asked about; the last is being asked about
    ("n_unpaid", "i2"), ("unpaid", "u2", (L.MAX_UNPAID,)), ("asks_unpaid", "i2"),
    ("floating", "i2"),              # some pool may hold mana
    ("mana_x", "i2"),                # the X of the mana ability being resolved
    ("unchecked", "i2"),             # state-based actions are to be looked at
    ("cleanup_priority", "i2"), ("combat_at", "i2"),      # progress through attackers, blockers
    ("n_battlefield", "i2"), ("battlefield", "u2", (L.MAX_BATTLEFIELD,)),    # in order of entering
    ("n_exile", "i2"), ("exile", "u2", (L.MAX_EXILE,)),
    ("n_stack", "i2"), ("stack", ITEM, (L.MAX_STACK,)),
    ("n_gone", "i2"), ("gone", ITEM, (L.MAX_GONE,)),         # spells as they last were on the stack (608.2h)
    ("aims_at_abilities", "i2"),     # some object may target abilities, so that they need objects of their own
    ("n_pending", "i2"), ("pending", PENDING, (L.MAX_PENDING,)),
    ("n_effects", "i2"), ("effect", EFFECT, (L.MAX_EFFECTS,)),
    ("n_delayed", "i2"), ("delayed", DELAYED, (L.MAX_DELAYED,)),
    ("n_frames", "i2"), ("frame", FRAME, (L.MAX_FRAMES,)),
    ("scratch", FRAME),              # context of conditions and amounts outside a resolution
    ("choice", CHOICE),
    ("casting", CASTING),
    ("spare_cost", MANA_COST), ("before_splice", MANA_COST),     # scratch of affording and casting
    ("before_offering", MANA_COST), ("before_making", MANA_COST),
    ("n_options", "i2"), ("option", OPTION, (L.MAX_OPTIONS,)), ("cover", COVER),     # scratch of making and covering
    ("n_group", "i2"), ("group", "u2", (L.MAX_BATTLEFIELD,)),        # scratch of gathering.gather
    ("n_owed", "i2"), ("owed_ability", "u2", (16,)), ("owed_obj", "u2", (16,)),   # mana abilities with more to do
    # tallies for reports, a bit per object: opening hands, and what came into a hand after that
    ("opening_hand", "u8", (L.MAX_OBJECTS // 64,)), ("came_to_hand", "u8", (L.MAX_OBJECTS // 64,)),
    ("player", PLAYER, (2,)),
    ("object", OBJECT, (L.MAX_OBJECTS,)),
    ("decisions", "i4"),             # decisions applied so far
)

GAME_ROW = record(                   # what is kept of a finished game; pairs are by seat
    ("end", "u2"),                   # terms.End
    ("winner", "i2"),                # seat; -1: none (see end: a draw, or not a result)
    ("starter", "i2"),
    ("turns", "i2"),                 # of both players together
    ("decisions", "i4"),
    ("life", "i2", (2,)), ("library", "i2", (2,)),
    ("mulligans", "i2", (2,)),
    ("casts", "i2", (2,)),           # spells cast
    ("splices", "i2", (2,)),         # texts spliced
    ("splice_mana", "i2", (2,)),     # mana spent on splice costs
    ("log_host", "u2", (2, L.MAX_SPLICE_LOG)),       # definitions; the first `splices` entries, in order
    ("log_guest", "u2", (2, L.MAX_SPLICE_LOG)),
    # bits per slot of the deck: the opening hand, and what came into the hand after that (L.MAX_LIBRARY slots)
    ("opening", "u8", (2, L.MAX_LIBRARY // 64)), ("drawn", "u8", (2, L.MAX_LIBRARY // 64)),
    ("error_seat", "i2"),            # of an AGENT_ERROR, else -1
)

ACTION = record(("kind", "u2"), ("obj", "u2"), ("value", "i2"), ("card", "u2"))


class _Record:
    """Base of the names that kernels use in annotations: the compiled type of one record."""

    dtype: np.dtype
    compiled: Any = None

    @classmethod
    def numba_type(cls) -> Any:
        if cls.compiled is None:                # once: walking a nested record is slow
            cls.compiled = numba.from_dtype(cls.dtype)
        return cls.compiled


def named(name: str, dtype: np.dtype) -> Any:
    """A name for annotations that stands for one record of `dtype`."""
    return type(name, (_Record,), {"dtype": dtype})


def array_of(name: str, dtype: Any, dimensions: int = 1) -> Any:
    """A name for annotations that stands for a C-ordered array of `dtype`."""
    kind = numba.types.Array(numba.from_dtype(np.dtype(dtype)), dimensions, "C")
    return type(name, (), {"numba_type": classmethod(lambda cls: kind)})


if TYPE_CHECKING:
    Game = Rules = Action = Object = Item = Filter = Frame = ManaCost = Any
    Games = RulesArray = Actions = Ints = Floats = Table = Cards = Rows = Any
else:
    Game, Rules, Action = named("Game", GAME), named("Rules", RULES), named("Action", ACTION)
    Object, Item, Filter = named("Object", OBJECT), named("Item", ITEM), named("Filter", FILTER)
    Frame, ManaCost = named("Frame", FRAME), named("ManaCost", MANA_COST)
    Games, RulesArray, Actions = array_of("Games", GAME), array_of("RulesArray", RULES), array_of("Actions", ACTION)
    Ints, Floats = array_of("Ints", np.int64), array_of("Floats", np.float64)
    Table = array_of("Table", np.int64, 2)
    Cards, Rows = array_of("Cards", np.uint16), array_of("Rows", GAME_ROW)

_named, _array_of = named, array_of
