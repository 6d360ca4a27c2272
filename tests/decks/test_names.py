"""Cards are found by any name in any spelling; facts on file agree with the pool."""
import unicodedata

import pytest

from decks.names import Names, folded, known_cards
from decks.pool import UnsupportedCard
from tests.decks.test_pool import FACTS


@pytest.mark.parametrize("spelling", [
    "Kodama’s Might", "KODAMA`S MIGHT", "Kodamas might", "Kodama\u00b4s\u00a0Might", "\u200bKodama's Might\ufeff"])
def test_quotes_blanks_and_invisible_signs_do_not_matter(pool, spelling):
    assert pool.canonical(spelling) == "Kodama's Might"


@pytest.mark.parametrize("spelling", ["Lórien Revealed", "Lorien Revealed", "LO\u0301RIEN REVEALED"])
def test_accents_do_not_matter_in_cards_not_yet_written(pool, spelling):
    assert pool.canonical(spelling) == "Lórien Revealed"


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_every_name_on_file_is_found_in_every_form(pool, form):
    for english, card in known_cards().items():
        for name in (card.name, card.half, card.de, card.fr):
            if name:
                assert pool.canonical(unicodedata.normalize(form, name)) == english


@pytest.mark.parametrize(("spelling", "english"), [
    ("Kaefig aus Haenden", "Cage of Hands"), ("Æther", None), ("Spellheart Chimera", "Spellheart Chimera"),
    ("Chimère au coeur magique", "Spellheart Chimera"), ("chimere au cœur magique", "Spellheart Chimera")])
def test_ligatures_and_umlauts_may_be_written_out(pool, spelling, english):
    assert pool.all_names.find(spelling) == english
    assert folded("Æther Vial") == folded("aether vial") == folded("AETHER  VIAL")


@pytest.mark.parametrize("spelling", [
    "Budoka Gardener", "Dokai, Weaver of Life", "Budoka Gardener // Dokai, Weaver of Life",
    "budoka gardener/dokai, weaver of life", "Budoka Gardener /// Dokai, Weaver of Life",
    "Budoka Gardener / Dokai, Weaver of Life"])
def test_halves_and_every_kind_of_slash(pool, spelling):
    assert pool.canonical(spelling) == "Budoka Gardener"


def test_the_wrong_other_half_is_no_name(pool):
    assert pool.all_names.find("Budoka Gardener // Banana") is None


def test_a_known_card_without_an_entry_is_not_written_yet(pool):
    missing = [name for name in known_cards() if name not in pool.cards and name not in pool.unsupported]
    for name in missing[:5]:
        with pytest.raises(UnsupportedCard, match="not written yet"):
            pool.find(name)


def test_what_is_added_first_keeps_a_shared_name():
    names = Names()
    names.add({"name": "Mine", "de": "Wald"})
    names.add({"name": "Forest", "de": "Wald"})
    assert names.find("wald") == "Mine" and names.find("forest") == "Forest"


@pytest.mark.parametrize("row", [row for row in FACTS if row["name"] in known_cards()], ids=lambda row: row["name"])
def test_facts_on_file_are_those_of_the_pool(row):
    card = known_cards()[row["name"]]
    assert card.types.split(" ")[0] == row["types"].split(" ")[0]
    for key in ("de", "fr"):
        front = getattr(card, key).partition(" // ")[0]
        assert not (row[key] and front) or row[key] in (front, getattr(card, key))
