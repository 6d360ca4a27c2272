"""Which lines are headings, and what part of a deck comes after them."""
from __future__ import annotations

import re

from decks.names import folded
from decks.reading.listing import OUTSIDE

WORDS = {
    "main": ("main", "deck", "maindeck", "main deck", "mainboard", "main board", "hauptdeck", "jeu principal"),
    "sideboard": ("side", "sideboard", "side board", "sb", "sidedeck", "side deck", "reserve"),
    "commander": ("commander", "commanders", "general", "kommandant", "commandant"),
    "companion": ("companion", "gefahrte", "compagnon"),
    OUTSIDE: ("maybeboard", "maybe board", "maybe", "considering", "acquireboard", "wishlist", "wish list", "tokens",
              "token", "emblems", "tokens & emblems", "tokens and emblems", "avatar", "planes", "schemes", "conspiracy",
              "dungeon", "attractions", "contraptions", "stickers", "vanguard"),
    "about": ("about", "metadata"),
    # Groups by type part nothing: what follows stays where it was.
    "": ("creature", "creatures", "instant", "instants", "sorcery", "sorceries", "artifact", "artifacts", "enchantment",
         "enchantments", "planeswalker", "planeswalkers", "land", "lands", "basic land", "basic lands",
         "nonbasic lands", "battle", "battles", "spell", "spells", "other", "others", "other spells",
         "noncreature spells", "instants and sorceries", "kreaturen", "spontanzauber", "hexereien",
         "verzauberungen", "artefakte", "lander", "ephemeres", "rituels", "terrains", "enchantements", "artefacts"),
}
SECTION_OF = {word: section for section, words in WORDS.items() for word in words}
COUNTED = re.compile(r"""(?:\d+\s+)?                          # "15 Sideboard"
                         (?P<word>[^\d()\[\]:=+]*?)\s*
                         (?:[(\[]\s*\d+(?:\s+\w+)?\s*[)\]])?\s*   # "(15)", "[15 cards]"
                         (?::\s*\d*)?\s*                      # ":", ": 15"
                         (?:\+.*)?                            # "+1 MDFC" """, re.VERBOSE)
DECORATION = " \t=-*#~_/"


def section_of(line: str) -> str | None:
    """The section that a heading begins ("" for one that parts nothing); None for a line that is no heading.

    Only a whole line is a heading: "Land Tax" is a card.
    """
    text = line.strip(DECORATION)
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    match = COUNTED.fullmatch(text)
    return SECTION_OF.get(folded(match["word"])) if match else None
