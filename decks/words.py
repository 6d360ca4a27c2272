"""How the notation's words and the engine's values go together, in both directions."""
from __future__ import annotations

import re

from sim.terms import (
    BLACK,
    BLUE,
    COLOURLESS,
    GREEN,
    RED,
    SUPER_BASIC,
    SUPER_LEGENDARY,
    SUPER_SNOW,
    SUPER_WORLD,
    TYPE_ARTIFACT,
    TYPE_CREATURE,
    TYPE_ENCHANTMENT,
    TYPE_INSTANT,
    TYPE_KINDRED,
    TYPE_LAND,
    TYPE_PLANESWALKER,
    TYPE_SORCERY,
    WHITE,
    Step,
    Zone,
)
from sim.terms_abilities import (
    F_ABILITY,
    F_ATTACKING,
    F_BLOCKED,
    F_BLOCKING,
    F_ENCHANTED,
    F_HURT,
    F_IN_COMBAT,
    F_MULTICOLOURED,
    F_NONTOKEN,
    F_NOT_SELF,
    F_SPELL,
    F_TAPPED,
    F_TOKEN,
    F_UNBLOCKED,
    F_UNTAPPED,
    Event,
    Whose,
)
from sim.terms_texts import Duration, Place, Ref

COLOURS = {"white": WHITE, "blue": BLUE, "black": BLACK, "red": RED, "green": GREEN}
SYMBOLS = {"W": WHITE, "U": BLUE, "B": BLACK, "R": RED, "G": GREEN, "C": COLOURLESS}
TYPES = {"artifact": TYPE_ARTIFACT, "creature": TYPE_CREATURE, "enchantment": TYPE_ENCHANTMENT,
         "instant": TYPE_INSTANT, "land": TYPE_LAND, "planeswalker": TYPE_PLANESWALKER,
         "sorcery": TYPE_SORCERY, "kindred": TYPE_KINDRED}
SUPERS = {"basic": SUPER_BASIC, "legendary": SUPER_LEGENDARY, "snow": SUPER_SNOW, "world": SUPER_WORLD}
ALL_TYPES = 255              # in `types_none`: no object matches, players may

FLAGS = {"attacking": F_ATTACKING, "blocking": F_BLOCKING, "blocked": F_BLOCKED, "unblocked": F_UNBLOCKED,
         "tapped": F_TAPPED, "untapped": F_UNTAPPED, "other": F_NOT_SELF, "token": F_TOKEN,
         "nontoken": F_NONTOKEN, "multicoloured": F_MULTICOLOURED, "combatant": F_IN_COMBAT,
         "enchanted": F_ENCHANTED, "damaged": F_HURT}
STACK_FLAGS = F_SPELL | F_ABILITY

CONTROL = {"you control": Whose.YOU, "an opponent controls": Whose.OPPONENT,
           "the target player controls": Whose.TARGET, "the chooser controls": Whose.CHOOSER}
OWNER = {"your": Whose.YOU, "a": Whose.ANY, "an opponent's": Whose.OPPONENT,
         "the target player's": Whose.TARGET, "the chooser's": Whose.CHOOSER}
ZONES = {"graveyard": Zone.GRAVEYARD, "hand": Zone.HAND, "library": Zone.LIBRARY}

REFS = {"self": Ref.SELF, "it": Ref.IT, "you": Ref.YOU, "opponent": Ref.OPPONENT, "event_object": Ref.EVENT_OBJECT,
        "event_player": Ref.EVENT_PLAYER, "attached": Ref.ATTACHED, "owner_of_it": Ref.IT_OWNER,
        "chosen": Ref.CHOSEN, "defender": Ref.DEFENDER, "spell_controller": Ref.EVENT_SPELL_CONTROLLER,
        "remembered": Ref.REMEMBERED, "active": Ref.ACTIVE, "paid_card": Ref.PAID,
        "it_bearer": Ref.IT_BEARER, "granter": Ref.GRANTER}
REF_WORDS = {Ref.NONE: "", Ref.SELF: "this", Ref.IT: "it", Ref.YOU: "you", Ref.OPPONENT: "the opponent",
             Ref.EVENT_OBJECT: "the subject", Ref.EVENT_PLAYER: "that player", Ref.ATTACHED: "the bearer",
             Ref.IT_OWNER: "the owner of it", Ref.IT_CONTROLLER: "the controller of it", Ref.CHOSEN: "the chosen",
             Ref.DEFENDER: "defending player", Ref.EVENT_SPELL_CONTROLLER: "the caster",
             Ref.REMEMBERED: "the remembered card", Ref.PAID: "the paid card", Ref.GRANTER: "the giver",
             Ref.IT_BEARER: "the bearer of it", Ref.ACTIVE: "the active player", Ref.EACH_PLAYER: "each player"}
ORDINALS = ("first", "second", "third", "fourth", "fifth")

DURATIONS = {"end_of_turn": Duration.END_OF_TURN, "for_good": Duration.PERMANENT,
             "end_of_combat": Duration.END_OF_COMBAT, "while_source": Duration.WHILE_SOURCE,
             "your_next_turn": Duration.YOUR_NEXT_TURN, "end_of_your_next_turn": Duration.END_OF_YOUR_NEXT_TURN}
DURATION_WORDS = {Duration.END_OF_TURN: "until end of turn", Duration.PERMANENT: "permanently",
                  Duration.END_OF_COMBAT: "until end of combat", Duration.WHILE_SOURCE: "while this remains",
                  Duration.YOUR_NEXT_TURN: "until your next turn",
                  Duration.END_OF_YOUR_NEXT_TURN: "until the end of your next turn"}

PLACES = {"place_hand": Place.HAND, "place_top": Place.TOP, "place_bottom": Place.BOTTOM,
          "place_top_or_bottom": Place.TOP_OR_BOTTOM, "place_battlefield": Place.BATTLEFIELD,
          "place_battlefield_tapped": Place.BATTLEFIELD_TAPPED, "place_graveyard": Place.GRAVEYARD,
          "place_exile": Place.EXILE, "place_bottom_any_order": Place.BOTTOM_ANY_ORDER,
          "place_aside": Place.ASIDE,
          "place_top_any_order": Place.TOP_ANY_ORDER, "place_bottom_random": Place.BOTTOM_RANDOM}
PLACE_WORDS = {Place.HAND: "to hand", Place.TOP: "on top", Place.BOTTOM: "on the bottom",
               Place.TOP_OR_BOTTOM: "on top or bottom", Place.BATTLEFIELD: "onto the battlefield",
               Place.BATTLEFIELD_TAPPED: "onto the battlefield tapped", Place.GRAVEYARD: "into the graveyard",
               Place.EXILE: "into exile", Place.ASIDE: "aside",
               Place.BOTTOM_ANY_ORDER: "on the bottom in any order",
               Place.TOP_ANY_ORDER: "on top in any order", Place.BOTTOM_RANDOM: "on the bottom in a random order"}

EVENTS = {"enters": Event.ENTERS, "leaves": Event.LEAVES, "dies": Event.DIES, "attacks": Event.ATTACKS,
          "blocks": Event.BLOCKS, "becomes blocked": Event.BECOMES_BLOCKED,
          "deals combat damage": Event.COMBAT_DAMAGE,
          "deals combat damage to a player": Event.COMBAT_DAMAGE_PLAYER,
          "deals combat damage to a creature": Event.COMBAT_DAMAGE_CREATURE,
          "deals damage to a player": Event.DAMAGE_PLAYER, "deals damage to a creature": Event.DAMAGE_CREATURE,
          "is dealt damage": Event.DAMAGED,
          "becomes a target": Event.TARGETED, "becomes tapped": Event.TAPPED,
          "attacks or blocks": Event.ATTACKS_OR_BLOCKS,
          "blocks or becomes blocked": Event.BLOCKS_OR_BECOMES_BLOCKED, "attacks unblocked": Event.UNBLOCKED,
          "is put into a graveyard": Event.PUT_INTO_GRAVEYARD, "is tapped for mana": Event.TAPPED_FOR_MANA,
          "is cast": Event.CAST, "is discarded": Event.DISCARDED,
          "loses its last time counter": Event.UNSUSPENDED}
STEPS = {"upkeep": Event.UPKEEP, "draw step": Event.DRAW_STEP, "combat": Event.BEGIN_COMBAT,
         "end of combat": Event.END_COMBAT,
         "end step": Event.END_STEP}
PLAYER_EVENTS = {"draw": Event.DRAWN, "discard": Event.DISCARDED, "gain": Event.LIFE_GAINED,
                 "become": Event.PLAYER_TARGETED}
STEP_WHOSE = {"your": Whose.YOU, "each": Whose.ANY, "each opponent's": Whose.OPPONENT}
STEP_OF_EVENT = {Event.UPKEEP: Step.UPKEEP, Event.END_STEP: Step.END}


def key_of(mapping: dict, value: object) -> str:
    """The word for a value; every mapping of this file is one to one."""
    return next(word for word, v in mapping.items() if v == value)


def singular(word: str) -> str:
    """A type word without its plural ending."""
    return "sorcery" if word == "sorceries" else word.removesuffix("s")


def plural(word: str, n: int) -> str:
    """`word`, in the plural unless n is 1."""
    if n == 1 or word.endswith("s"):
        return word
    return re.sub(r"y$", "ies", word) if word in ("sorcery", "ability") else word + "s"


def article(phrase: str) -> str:
    """`phrase` after "a" or "an"."""
    return ("an " if phrase[0] in "aeiouAEIO" else "a ") + phrase
