"""Lists in XML: MTGO .dek and Cockatrice .cod. No document types, so no entities: such a file is refused."""
from __future__ import annotations

from xml.parsers import expat

from decks.errors import nearest
from decks.reading.listing import OUTSIDE, Entry, Listing

ZONES = {"main": "main", "side": "sideboard", "tokens": OUTSIDE, "commander": "commander", "companion": "companion"}
ABOUT = {"netdeckid", "preconstructeddeckid", "comments", "bannercard", "tags", "tag", "lasttimestamp",
         "lastloadedtimestamp", "sideboard_plan", "move_card_to_zone", "format"}


class _RefusedError(Exception):
    pass


class _Handler:
    """Takes the elements as they come; knows the line of each."""

    def __init__(self, listing: Listing, skipped: int) -> None:
        self.listing = listing
        self.parser = expat.ParserCreate(encoding="utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.open: list[str] = []
        self.zone = ""
        self.root = ""
        self.skipped = skipped

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber + self.skipped

    def refuse(self, *_: object) -> None:
        raise _RefusedError("a document type is declared, which a deck list does not need")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        word = name.casefold()
        if not self.open:
            self.root = word
            if word not in ("deck", "cockatrice_deck"):
                raise _RefusedError(f"<{name}> is neither a .dek (<Deck>) nor a .cod (<cockatrice_deck>)")
        self.open.append(word)
        self.listing.fates.setdefault(self.line, "about")
        facts = {key.casefold(): value for key, value in attributes.items()}
        if word == "zone":
            self.zone = facts.get("name", "")
            if self.zone.casefold() not in ZONES:
                near = nearest(self.zone, ZONES) or ", ".join(ZONES)
                self.listing.problem(self.line, f'unknown zone "{self.zone}"; nearest valid: {near}')
        elif word == "cards" and self.root == "deck":
            self.card(facts, "quantity", self.dek_section(facts))
        elif word == "card" and self.root == "cockatrice_deck" and "sideboard_plan" not in self.open:
            self.card(facts, "number", ZONES.get(self.zone.casefold(), ""))
        elif len(self.open) > 1 and word not in ABOUT | {"deckname", "name", "zone"}:
            self.listing.problem(self.line, f"<{name}> is no part of a deck list")

    def dek_section(self, facts: dict[str, str]) -> str:
        said = facts.get("sideboard", "false").casefold()
        if said not in ("true", "false", "1", "0"):
            self.listing.problem(self.line, f'Sideboard="{said}" is neither true nor false')
            return ""
        return "sideboard" if said in ("true", "1") else "main"

    def card(self, facts: dict[str, str], count_key: str, section: str) -> None:
        name, count = " ".join(facts.get("name", "").split()), facts.get(count_key, "").strip()
        if not name:
            self.listing.problem(self.line, "a card without a name")
        elif not count.lstrip("+-").isdecimal() or len(count) > 9:
            self.listing.problem(self.line, f'{count_key}="{count}" of {name} is not a count')
        elif section:
            self.listing.add(Entry(int(count), name, self.line, section, self.zone if section == OUTSIDE else "",
                                   facts.get("setshortname", "").upper(), facts.get("collectornumber", "")))

    def end(self, name: str) -> None:
        self.open.pop()
        self.zone = "" if name.casefold() == "zone" else self.zone

    def text(self, data: str) -> None:
        if self.open and self.open[-1] in ("deckname", "name"):
            self.listing.title += data
        elif data.strip() and not ABOUT & set(self.open):
            self.listing.problem(self.line, f'"{" ".join(data.split())}" stands outside of any card')


def read_xml(text: str, listing: Listing) -> None:
    """Read a .dek or .cod into `listing`."""
    skipped = text[:len(text) - len(text.lstrip())].count("\n")          # an XML declaration must come first
    handler = _Handler(listing, skipped)
    try:
        handler.parser.Parse(text.strip().encode("utf-8", errors="replace"), True)
    except _RefusedError as error:
        listing.problem(handler.line, str(error))
    except expat.ExpatError as error:
        listing.problem(error.lineno + skipped, f"not XML: {expat.ErrorString(error.code)}")
    listing.title = " ".join(listing.title.split())
