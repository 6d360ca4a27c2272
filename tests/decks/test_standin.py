"""What stands in for cards that cannot run: the same card without its text, or a basic land."""
import pytest

from decks.lists import DeckError, load_list
from decks.names import known_cards
from decks.pool import load_pool
from decks.render import render_card
from decks.standin import most_wanted_basic, without_text
from sim.terms import TYPE_CREATURE, TYPE_LAND


@pytest.fixture
def own_pool():
    """A pool in which three cards do not run; of one of them no facts are on file."""
    pool = load_pool()
    for name in ("Ancestral Vision", "Spell Queller", "Sleepy Bear"):
        pool.cards.pop(name, None)
        pool.unsupported[name] = f"a reason for {name}"
        pool.all_names.add({"name": name})
    return pool


def deck(tmp_path, text):
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    return tmp_path / "list.txt"


def test_a_deck_is_refused_with_all_its_unsupported_cards_unless_asked(own_pool, tmp_path):
    path = deck(tmp_path, "4 Ancestral Vision\n2 Spell Queller\n54 Island\n")
    with pytest.raises(DeckError) as caught:
        load_list(path, own_pool)
    assert list(caught.value.unsupported) == ["Ancestral Vision", "Spell Queller"]
    found = load_list(path, own_pool, replace_unsupported=True)
    assert len(found.cards()) == 60
    assert found.replaced[0] == (
        "4 Ancestral Vision (a reason for Ancestral Vision): replaced by the same card without its text")


def test_the_stand_in_keeps_the_printed_facts_and_does_nothing(own_pool, tmp_path):
    found = load_list(deck(tmp_path, "4 Spell Queller\n56 Island\n"), own_pool, replace_unsupported=True)
    card = own_pool.rules[0].card[found.main[0][0]]
    assert own_pool.name(found.main[0][0]) == "Spell Queller"
    assert (card.power, card.toughness, card.mana_value, card.n_abilities, card.keywords) == (2, 3, 3, 0, 0)
    assert card.types & TYPE_CREATURE
    assert render_card(own_pool, found.main[0][0])


def test_the_hash_tells_stand_ins_from_the_deck(own_pool, tmp_path):
    path = deck(tmp_path, "4 Spell Queller\n56 Island\n")
    real = load_list(deck(tmp_path, "60 Island\n"), own_pool)
    assert real.replaced == ()
    first = load_list(deck(tmp_path, "4 Spell Queller\n56 Island\n"), own_pool, replace_unsupported=True)
    assert first.hash == load_list(path, own_pool, replace_unsupported=True).hash != real.hash


def test_every_card_on_file_has_a_stand_in():
    for number, known in enumerate(known_cards().values()):
        if number % 200 == 0:
            own = load_pool()        # the tables have no room for all of them at once
        definition = without_text(known, own)
        assert definition, known.name
        card = own.rules[0].card[definition]
        assert not card.splice_onto and not card.keywords
        assert not card.n_abilities or card.types & TYPE_LAND


def test_a_land_becomes_the_basic_that_the_deck_asks_for_most(own_pool):
    assert most_wanted_basic({"Glacial Ray": 4, "Hinder": 1, "Island": 20}, own_pool) == "Mountain"
    assert most_wanted_basic({"Glacial Ray": 2, "Hinder": 4}, own_pool) == "Island"
    assert most_wanted_basic({"Island": 4}, own_pool) == "Plains"


def test_a_card_without_facts_on_file_has_none(own_pool, tmp_path):
    path = deck(tmp_path, "4 Sleepy Bear\n56 Island\n")
    with pytest.raises(DeckError, match="Sleepy Bear is not supported"):
        load_list(path, own_pool, replace_unsupported=True)


def test_a_misspelt_name_is_never_replaced(own_pool, tmp_path):
    with pytest.raises(DeckError, match="did you mean Spell Queller"):
        load_list(deck(tmp_path, "4 Spell Queler\n56 Island\n"), own_pool, replace_unsupported=True)
