"""Deck lists of other programs: what is read, and that every line is used or reported."""

import random

import pytest

from decks.names import folded
from decks.reading import OUTSIDE, read_bytes

NAMES = [
    "Glacial Ray",
    "Hinder",
    "Evermind",
    "Island",
    "Mountain",
    "Plains",
    "Forest",
    "Kodama's Might",
    "Goryo's Vengeance",
    "Horobi's Whisper",
    "Hisoka's Defiance",
    "Candles' Glow",
    "Find // Finality",
    "Find",
    "Finality",
    "Wear // Tear",
    "Wear",
    "Tear",
    "Fire // Ice",
    "Fire",
    "Dusk // Dawn",
    "Budoka Gardener // Dokai, Weaver of Life",
    "Budoka Gardener",
    "Dokai, Weaver of Life",
    "Lightning Bolt",
    "Depose // Deploy",
    "Collision",
    "Land Tax",
    "Ice Tunnel",
    "War Cadence",
    "Thief of Hope",
    "Duress",
    "Lurrus of the Dream-Den",
    "Tarmogoyf",
    "Rending Volley",
    "Who // What // When // Where // Why",
    "Erase (Not the Urza's Legacy One)",
    "Séance",
    "Ach! Hans, Run!",
]
FOLDED = {folded(name) for name in NAMES}


def read(text):
    return read_bytes(text if isinstance(text, bytes) else text.encode(), lambda name: folded(name) in FOLDED)


def cards(text, section="main"):
    """Copies by folded name in a section; nothing may be wrong with the list."""
    listing = read(text)
    assert listing.problems == []
    found = {}
    for entry in listing.entries:
        if entry.section == section:
            found[folded(entry.name)] = found.get(folded(entry.name), 0) + entry.count
    return found


def total(text, section="main"):
    return sum(cards(text, section).values())


# ---------------------------------------------------------------- what users of such tools met


@pytest.mark.parametrize("line", ["2 Find/Finality", "2 Find / Finality", "2 Find // Finality", "2 Find /// Finality"])
def test_any_kind_of_slash(line):
    assert cards(line) == {"find // finality": 2}


@pytest.mark.parametrize(
    "line", ["1 Budoka Gardener // Dokai, Weaver of Life", "1 Budoka Gardener", "1 Dokai, Weaver of Life (CHK) 202"]
)
def test_names_of_two_halves(line):
    assert total(line) == 1


def test_triple_slash_and_a_star_in_the_number():
    listing = read("1 Dusk /// Dawn (AKR) 210\n1 Forest (SLD) 123★\n")
    assert [(folded(e.name), e.set_code, e.number) for e in listing.entries] == [
        ("dusk // dawn", "AKR", "210"),
        ("forest", "SLD", "123★"),
    ]


def test_an_unknown_set_code_does_not_matter_and_a_rebalanced_card_is_not_the_card():
    listing = read("1 Lightning Bolt (HBG) 926\n1 A-Lightning Bolt (Y22) 5\n")
    assert [entry.name for entry in listing.entries] == ["Lightning Bolt", "A-Lightning Bolt"]


def test_a_number_in_parentheses_after_a_count_is_a_collector_number():
    assert cards("7 Plains (331)\n9 Island (335)\n2 Depose/Deploy\n") == {
        "plains": 7,
        "island": 9,
        "depose // deploy": 2,
    }


def test_half_of_a_split_name():
    assert cards("4 Collision (RNA) 223") == {"collision": 4}


def test_apostrophes_keep_their_card():
    assert total("4 Kodama's Might\n4 Goryo's Vengeance\n4 Horobi's Whisper\n") == 12
    assert total("4 Kodama’s Might\n2 Candles` Glow\n") == 6


def test_headings_by_type_part_nothing():
    text = (
        "Maindeck:\n\nCreatures\n4 Thief of Hope\n\nInstants\n4 Glacial Ray\n\nSorceries\n2 Find\n\nBasic Lands\n"
        "5 Forest\n\nSideboard:\n3 Duress"
    )
    assert (total(text), total(text, "sideboard")) == (15, 3)


def test_an_address_is_no_list():
    (problem,) = read("https://example.org/decks/monoblue-306/").problems
    assert problem[0] == 1 and "is an address, not a list" in problem[1]


def test_one_card_in_four_spellings():
    assert cards("1 Fire / Ice\n1 Fire/Ice\n1 Fire // Ice\n") == {"fire // ice": 3}


def test_a_heading_is_a_whole_line():
    assert cards("Land Tax\nLands\n2 Forest\n") == {"land tax": 1, "forest": 2}


@pytest.mark.parametrize("mark", ["*F*", "*E*", "*Foil*", "(F)", "(Foil)"])
def test_foil_marks(mark):
    (entry,) = read(f"1 Glacial Ray (CHK) 168 {mark}").entries
    assert (entry.name, entry.set_code, entry.number, entry.foil) == ("Glacial Ray", "CHK", "168", True)


def test_a_commander_may_be_marked_and_a_picture_numbered():
    listing = read("1x Glacial Ray (CHK) *F* *CMDR*\n  24 [CHK] Island (1)\n4 Hinder,\n")
    assert [(e.name, e.section, e.count, e.set_code, e.number, e.foil) for e in listing.entries] == [
        ("Glacial Ray", "commander", 1, "CHK", "", True), ("Island", "main", 24, "CHK", "1", False),
        ("Hinder", "main", 4, "", "", False)]
    assert cards("Evermind (4)") == {"evermind": 4}      # with no other count it is the count


@pytest.mark.parametrize("end", ["\r", "\r\n", "\x85", "\u2028", "\u2029"])
def test_any_line_end(end):
    assert cards(f"2 Hinder{end}3 Evermind{end}") == {"hinder": 2, "evermind": 3}


def test_part_of_a_name_is_no_set_code():
    assert set(cards("1 Ice Tunnel\n1 Fire // Ice\n1 War Cadence\n")) == {"ice tunnel", "fire // ice", "war cadence"}
    assert cards("1 Erase (Not the Urza's Legacy One)") == {"erase (not the urzas legacy one)": 1}


def test_the_sideboard_may_come_first():
    text = "Sideboard\n3 Hinder\n\nDeck\n60 Island"
    assert (cards(text), cards(text, "sideboard")) == ({"island": 60}, {"hinder": 3})


def test_a_small_first_block_without_headings_is_suspicious():
    listing = read("3 Hinder\n\n4 Glacial Ray\n56 Island\n")
    assert total("3 Hinder\n\n4 Glacial Ray\n56 Island\n") == 63
    assert "look like a sideboard" in listing.notes[0][1]


def test_sb_prefix():
    text = "SB: 2 Hisoka's Defiance\nSB:2 Hisoka's Defiance\nsb: 2x Hisoka's Defiance\n"
    assert (total(text), total(text, "sideboard")) == (0, 6)


@pytest.mark.parametrize("heading", ["Tokens", "Maybeboard", "Considering", "Acquireboard", "Maybeboard (8)"])
def test_cards_that_are_not_part_of_the_deck(heading):
    text = f"4 Glacial Ray\n\n{heading}\n1 Spirit Token\n"
    assert (total(text), total(text, OUTSIDE)) == (4, 1)
    assert read(text).entries[-1].label == heading


def test_blanks_round_a_name():
    assert total("4 Glacial Ray   \n4 Glacial Ray\t\n4\u00a0Glacial Ray\n") == 12


def test_an_invisible_character_is_left_out_with_a_note():
    assert cards("1 \u200bEvermind") == {"evermind": 1}
    assert read("2 Hinder\n1 \u200bEvermind").notes == [(2, "invisible characters are left out")]


def test_no_number_means_one():
    assert cards("Tarmogoyf") == {"tarmogoyf": 1}


def test_five_part_names():
    assert cards("1 Who/What/When/Where/Why\nWho // What // When // Where // Why\n") == {
        "who // what // when // where // why": 2
    }


def test_a_count_after_the_name():
    assert cards("Kodama's Might x4\nEvermind (4)\nHinder x 2\n") == {"kodamas might": 4, "evermind": 4, "hinder": 2}


def test_a_card_in_both_sections():
    text = "3 Glacial Ray\nSideboard\n1 Glacial Ray\n"
    assert (total(text), total(text, "sideboard")) == (3, 1)


@pytest.mark.parametrize(
    "data", ["1 Séance".encode(), "1 Séance".encode("cp1252"), b"1 Seance", "1 Séance".encode("utf-16")]
)
def test_accents_in_older_encodings(data):
    assert cards(data) == {"seance": 1}


def test_a_lost_character_stays_in_the_name_that_is_reported():
    assert read("1 S\ufffdance").entries[0].name == "S\ufffdance"


def test_seventy_five_cards_without_any_mark_are_all_main_deck_with_a_warning():
    listing = read("4 Glacial Ray\n56 Island\n15 Hinder\n")
    assert "75 cards and no sideboard marked" in listing.notes[0][1] and listing.notes[0][0] == 3
    assert total("4 Glacial Ray\n56 Island\n15 Hinder\n") == 75


def test_a_byte_order_mark_before_a_heading():
    assert cards(b"\xef\xbb\xbfDeck\n4 Glacial Ray\n20 Mountain") == {"glacial ray": 4, "mountain": 20}


def test_a_set_code_in_square_brackets():
    listing = read("4 Glacial Ray [CHK]\n1 Evermind [SOK] 37\n2 [CHK:65] Hinder\n1 [SOK#37] Evermind\n")
    assert [(e.count, e.name, e.set_code, e.number) for e in listing.entries] == [
        (4, "Glacial Ray", "CHK", ""),
        (1, "Evermind", "SOK", "37"),
        (2, "Hinder", "CHK", "65"),
        (1, "Evermind", "SOK", "37"),
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "SIDEBOARD:",
        "Sideboard [15]",
        "Sideboard (15)",
        "// Sideboard",
        "[Sideboard]",
        "--- Sideboard ---",
        "## Sideboard",
        "Sideboard: 15",
        "side board",
        "15 Sideboard",
        "Sideboard\nSideboard (15)",
        "Réserve",
        "== SIDEBOARD ==",
    ],
)
def test_headings_of_the_sideboard(heading):
    text = f"Lands (34) +1 MDFC\n4 Glacial Ray\n{heading}\n1 Rending Volley\n"
    assert (total(text), total(text, "sideboard")) == (4, 1)


def test_a_count_is_no_part_of_a_name():
    assert cards("14 Plains") == {"plains": 14}


# ---------------------------------------------------------------- formats


def test_arena():
    text = (
        "About\nName My deck\n\nCompanion\n1 Lurrus of the Dream-Den (IKO) 226\n\nDeck\n4 Glacial Ray (CHK) 168\n"
        "56 Island\n\nSideboard\n1 Lurrus of the Dream-Den\n2 Hinder\n"
    )
    assert (total(text), total(text, "companion"), total(text, "sideboard")) == (60, 1, 3)
    assert read(text).title == "My deck"


def test_moxfield_and_archidekt_text():
    listing = read(
        "1x Glacial Ray (chk) 168 *F* [Burn{top}] ^Have,#37d67a^\n1x Hinder (chk) 65 [Sideboard]\n"
        "1x Evermind (sok) 37 [Maybeboard{noDeck}{noPrice},Draw]\n1 Duress #!Commander\n2 Forest #Ramp #Good\n"
    )
    assert listing.problems == []
    assert [(e.name, e.section) for e in listing.entries] == [
        ("Glacial Ray", "main"),
        ("Hinder", "sideboard"),
        ("Evermind", OUTSIDE),
        ("Duress", "commander"),
        ("Forest", "main"),
    ]
    assert listing.entries[0].foil


def test_forge_and_xmage():
    forge = (
        "[metadata]\nName=Rays\nDeck Type=constructed\n[Main]\n4 Glacial Ray|CHK|1\n2 Hinder+|CHK\n54 Island\n"
        "[Sideboard]\n1 Evermind|SOK\n[Planes]\n1 Some Plane\n"
    )
    assert (total(forge), total(forge, "sideboard"), total(forge, OUTSIDE), read(forge).title) == (60, 1, 1, "Rays")
    assert [e.foil for e in read(forge).entries[:2]] == [False, True]
    xmage = "NAME:Rays\n4 [CHK:168] Glacial Ray\n56 [CHK:290] Island\nSB: 2 [CHK:65] Hinder\n"
    xmage += "LAYOUT MAIN:(1,1)(X,false,50)|(x)\n"
    assert (total(xmage), total(xmage, "sideboard"), read(xmage).title) == (60, 2, "Rays")


def test_mtgo_dek():
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n<Deck xmlns:xsd="x">\n<NetDeckID>0</NetDeckID>\n'
        '<Cards CatID="1" Quantity="4" Sideboard="false" Name="Wear/Tear" Annotation="0" />\n'
        '<Cards CatID="2" Quantity="2" Sideboard="true" Name="Hisoka&apos;s Defiance" />\n</Deck>\n'
    )
    assert (cards(text), cards(text, "sideboard")) == ({"wear // tear": 4}, {"hisokas defiance": 2})
    assert [entry.line for entry in read(text).entries] == [4, 5]


def test_cockatrice_cod():
    text = (
        '<?xml version="1.0"?>\n<cockatrice_deck version="1">\n<deckname>Rays</deckname>\n<comments>any</comments>\n'
        '<zone name="main">\n<card number="4" name="Glacial Ray" setShortName="CHK"/>\n</zone>\n<zone name="side">\n'
        '<card number="1" price="0" name="Hinder"/>\n</zone>\n'
        '<zone name="tokens"><card number="1" name="Spirit"/></zone>\n'
        "</cockatrice_deck>"
    )
    assert (total(text), total(text, "sideboard"), total(text, OUTSIDE), read(text).title) == (4, 1, 1, "Rays")


@pytest.mark.parametrize(
    "text",
    [
        "Count,Name,Edition,Foil,Section\n4,Glacial Ray,CHK,foil,main\n"
        '2,"Budoka Gardener // Dokai, Weaver of Life",CHK,,sideboard\n',
        "Quantity;Name;Board\n4;Glacial Ray;Mainboard\n2;Hinder;Sideboard\n",
        "Card Name\tQuantity\tSideboarded\nGlacial Ray\t4\tNo\nHinder\t2\tYes\n",
        '\ufeff"Quantity","Name","Categories"\r\n"4","Glacial Ray","Burn"\r\n"2","Hinder","Sideboard,Blue"\r\n',
    ],
)
def test_tables(text):
    assert (total(text), total(text, "sideboard")) == (4, 2)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Count,Name\n4,Glacial Ray\nfour,Hinder\n", 3, '"four" is not a count of Hinder'),
        ("Count,Name\n4,\n", 2, "no card name"),
        ("Count,Name\n0,Hinder\n", 2, "0 copies of Hinder"),
        ("<Deck>\n<Cards Quantity='x' Name='Hinder'/>\n</Deck>", 2, 'quantity="x"'),
        ("<Deck>\n<Cards Quantity='1'/>\n</Deck>", 2, "a card without a name"),
        ("<Deck>\n<Cards Quantity='1' Sideboard='maybe' Name='Hinder'/>\n</Deck>", 2, "neither true nor false"),
        ("<Deck>\n<Crads Quantity='1' Name='Hinder'/>\n</Deck>", 2, "<Crads> is no part"),
        ("<Deck>\n4 Hinder\n</Deck>", 2, "stands outside"),
        ("<html><body/></html>", 1, "neither a .dek"),
        ("<Deck>\n<Cards", 2, "not XML"),
        ('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<Deck>&b;</Deck>', 1, "document type"),
        (
            '<cockatrice_deck>\n<zone name="sdie">\n<card number="1" name="Hinder"/>\n</zone></cockatrice_deck>',
            2,
            "nearest valid: side",
        ),
        ('{"main": [\n{"count": "4", "name": "Hinder"}]}', 2, "is not {"),
        ('{"main": [],\n"sidebord": []}', 2, "nearest valid: sideboard"),
        ('{"main": [', 1, "not JSON"),
        ('{"main": [],\n"main": []}', 2, '"main" stands twice'),
        ('{"main": [{"count": 1, "name": "Hinder", "name": "Evermind"}]}', 1, '"name" stands twice'),
        ("-3 Forest", 1, "-3 copies of Forest"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_line(text, line, said):
    listing = read(text)
    assert listing.problems and listing.problems[0][0] == line and said in listing.problems[0][1], listing.problems


# ---------------------------------------------------------------- nothing is dropped, nothing crashes

PIECES = [
    "4",
    "x",
    "Glacial Ray",
    "Hinder",
    "//",
    "#",
    "(CHK)",
    "168",
    "*F*",
    "[",
    "]",
    "Sideboard",
    ":",
    "SB:",
    "|",
    "\t",
    "Deck",
    "Name",
    ",",
    '"',
    "<Deck>",
    "{",
    "}",
    "^",
    "-",
    "\u200b",
    "é",
    "Lands (3) +1",
    "https://a.b/c",
    "About",
    "=",
    "Maybeboard",
    "0",
    "99999999999",
    "*",
    "\u00a0",
    "\x0b",
    "\x1c",
    "\u2028",
    "ß",
    "",
    "  ",
]


def test_any_text_is_read_without_an_exception_and_every_line_has_a_fate():
    rng = random.Random(5)
    for _ in range(3000):
        lines = [
            "".join(rng.choice(PIECES) + rng.choice(("", " ")) for _ in range(rng.randrange(7)))
            for _ in range(rng.randrange(1, 9))
        ]
        listing = read("\n".join(lines))
        lines = "\n".join(lines).replace("\u2028", "\n").split("\n")
        assert all(isinstance(line, int) and "\n" not in what for line, what in listing.problems + listing.notes)
        if lines[0].replace("\u200b", "").strip()[:1] not in ("<", "{", ""):
            for number, line in enumerate(lines, 1):
                if line.replace("\u200b", "").strip():
                    assert number in listing.fates, (lines, number)


def test_random_bytes_are_read_without_an_exception():
    rng = random.Random(6)
    for _ in range(500):
        listing = read(bytes(rng.randrange(256) for _ in range(rng.randrange(60))))
        assert all("\n" not in what for _, what in listing.problems + listing.notes)
