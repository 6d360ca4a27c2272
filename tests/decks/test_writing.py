"""Lists written and read again are the same lists."""

import xml.etree.ElementTree

import pytest

from decks.lists import built_in, read_named
from decks.reading import OUTSIDE, Entry, read_bytes
from decks.reading.writing import FORMATS, write_list

ENTRIES = [
    Entry(4, "Glacial Ray", 0, "main", set_code="CHK", number="168", foil=True),
    Entry(2, "Hisoka's Defiance", 0),
    Entry(1, "Wear // Tear", 0),
    Entry(1, 'Kongming, "Sleeping Dragon"', 0),
    Entry(3, "Lórien Revealed", 0),
    Entry(2, "Glacial Ray", 0, "sideboard"),
    Entry(1, "A & B <C>", 0, "sideboard"),
]


@pytest.mark.parametrize("to", FORMATS)
def test_round_trip_of_names_with_every_sign(to):
    names = {entry.name for entry in ENTRIES} | {"Wear/Tear"}
    listing = read_bytes(write_list(ENTRIES, to, 'It\'s "mine" & <theirs>').encode(), names.__contains__)
    assert listing.problems == [] and listing.notes == []
    assert [(e.count, e.name.replace("Wear/Tear", "Wear // Tear"), e.section) for e in listing.entries] == [
        (e.count, e.name, e.section) for e in ENTRIES
    ]
    if to not in ("mtgo", "dek"):
        assert listing.entries[0].set_code == "CHK" and listing.entries[0].number == "168"
    if to not in ("mtgo", "csv", "dek"):
        assert listing.title == 'It\'s "mine" & <theirs>'


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", built_in())
def test_round_trip_of_the_lists(pool, tmp_path, name, to):
    first = read_named(name, pool)
    path = tmp_path / "again"
    path.write_text(write_list(first.entries, to, name), encoding="utf-8")
    again = read_named(path, pool)
    assert again.problems == [] and again.unknown == []
    assert (again.main, again.sideboard) == (first.main, first.sideboard)
    assert list(again.main) == list(first.main)


@pytest.mark.parametrize("to", FORMATS)
def test_a_small_deck_with_a_large_sideboard_keeps_it(to, pool, tmp_path):
    entries = [Entry(40, "Island", 0), Entry(50, "Mountain", 0, "sideboard")]
    (tmp_path / "x").write_text(write_list(entries, to))
    again = read_named(tmp_path / "x", pool)
    assert (again.main, again.sideboard) == ({"Island": 40}, {"Mountain": 50})


@pytest.mark.parametrize("to", FORMATS)
def test_commander_companion_and_maybeboard(to, pool, tmp_path):
    entries = [
        Entry(1, "Hinder", 0, "commander"),
        Entry(59, "Island", 0),
        Entry(1, "Forest", 0, "companion"),
        Entry(1, "Forest", 0, "sideboard"),
        Entry(5, "Plains", 0, OUTSIDE),
    ]
    (tmp_path / "x").write_text(write_list(entries, to))
    again = read_named(tmp_path / "x", pool)
    assert (again.main, again.sideboard) == ({"Hinder": 1, "Island": 59}, {"Forest": 1})
    assert sum(e.count for e in again.entries if e.section == OUTSIDE) == (5 if to in ("csv", "json") else 0)


def test_xml_is_xml():
    for to in ("dek", "cod"):
        tree = xml.etree.ElementTree.fromstring(write_list(ENTRIES, to, "a & b").encode())
        assert len(list(tree.iter("Cards" if to == "dek" else "card"))) == len(ENTRIES)
