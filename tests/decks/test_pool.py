"""The card pool: it loads whole, says what the cards say, and finds them by any name."""
import csv
from pathlib import Path

import numpy as np
import pytest

from decks.compile import CardCompiler
from decks.disassemble import disassemble
from decks.errors import NotationError
from decks.listing import listing
from decks.pool import UnknownCard, UnsupportedCard, load_pool
from decks.render import render_card
from decks.tables import Tables
from sim.prepare import prepare_rules
from sim.terms import ABSENT

HERE = Path(__file__).parent
FACTS = list(csv.DictReader((HERE / "facts.csv").open(encoding="utf-8")))
LETTERS = {"W": 1, "U": 2, "B": 4, "R": 8, "G": 16, "-": 0}


def test_pool_has_no_problems(pool):
    assert pool.problems == []
    assert len(pool.cards) > 100


def test_entry_zero_of_every_table_is_blank(pool):
    rules = pool.rules[0]
    for table in ("card", "ability", "filter", "number", "condition", "cost", "instruction", "target_spec", "static"):
        assert rules[table][0] == np.zeros(1, rules[table].dtype)[0], table


def test_compiling_what_was_disassembled_gives_the_same_tables(pool):
    pool = load_pool()
    again = Tables()
    again.declare_subtypes(set(pool.subtypes))
    compiler = CardCompiler(again)
    for identifier, definition in pool.tokens.items():
        again.tokens[identifier] = compiler.token({**disassemble(pool.tables, definition), "id": identifier})
    for definition in pool.cards.values():
        compiler.card(disassemble(pool.tables, definition))
    prepare_rules(again.array)
    assert again.names == pool.names
    for table in again.rules.dtype.names:
        assert np.array_equal(again.rules[table], pool.rules[0][table]), table


def test_compiled_programs_are_those_on_file(pool):
    text = listing(pool)
    assert text == (HERE / "programs.txt").read_text(encoding="utf-8"), (
        "the compiled pool changed; look at the difference after: python -m decks.listing > tests/decks/programs.txt")


def test_every_card_has_its_facts_on_file(pool):
    assert {row["name"] for row in FACTS} == set(pool.cards) | set(pool.unsupported)


@pytest.mark.parametrize("row", FACTS, ids=[row["name"] for row in FACTS])
def test_facts(pool, row):
    if row["name"] in pool.unsupported:
        assert pool.canonical(row["name"]) == row["name"]
        return
    definition = pool.find(row["name"])
    card = pool.rules[0].card[definition]
    entry = disassemble(pool.tables, definition)
    assert pool.entries[definition].get("cost", "") == row["cost"]
    assert entry.get("cost", "") == row["cost"]
    left, _, right = row["types"].partition(" — ")
    types, _, subtypes = entry["types"].partition(" — ")
    assert (types, set(subtypes.split())) == (left, set(right.split()))
    assert entry.get("pt", "") == row["pt"]
    if row["mana_value"]:
        assert card.mana_value == int(row["mana_value"])
    if row["colours"]:
        assert card.colours == sum(LETTERS[letter] for letter in row["colours"])
    for language in ("de", "fr"):
        if row[language]:
            assert pool.find(row[language]) == definition
    assert (pool.entries[definition].get("splice", {}).get("onto", "")) == row["splice_onto"]
    if row["splice_mana"]:
        assert pool.entries[definition]["splice"]["cost"] == row["splice_mana"]


@pytest.mark.parametrize("spelling", ["Glacial Ray", "glacial ray", "GLACIAL  RAY", "Gletscherstrahl",
                                      "Rayon glaciaire"])
def test_a_card_is_found_in_every_language_and_case(pool, spelling):
    assert pool.name(pool.find(spelling)) == "Glacial Ray"


@pytest.mark.parametrize("spelling", ["Hisoka's Defiance", "Hisoka’s Defiance", "HISOKA´S DEFIANCE",
                                      "Resistance d'Hisoka", "Re\u0301sistance d’Hisoka"])
def test_apostrophes_and_accents_do_not_matter(pool, spelling):
    assert pool.name(pool.find(spelling)) == "Hisoka's Defiance"


@pytest.mark.parametrize("spelling", ["Nezumi Graverobber", "Nighteyes the Desecrator",
                                      "Nezumi Graverobber // Nighteyes the Desecrator", "Pilleur de tombes nezumi"])
def test_either_half_names_a_flip_card(pool, spelling):
    assert pool.name(pool.find(spelling)) == "Nezumi Graverobber"


def test_an_unknown_card_comes_with_two_that_are_like_it(pool):
    with pytest.raises(UnknownCard) as caught:
        pool.find("Glacial Rain")
    assert caught.value.near[0] == "Glacial Ray"
    assert len(caught.value.near) == 2


def test_an_unsupported_card_says_why(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[card]]\nname = "Odd Land"\ntypes = "Land"\nunsupported = "rare-triggers"\n', encoding="utf-8")
    with pytest.raises(UnsupportedCard, match="it triggers on"):
        load_pool([file]).find("Odd Land")


def test_a_variant_loses_only_its_splice():
    pool = load_pool()
    ray = pool.find("Glacial Ray")
    plain = pool.variant(ray)
    cheap = pool.variant(ray, "{R}")
    assert plain == pool.variant(ray) != cheap
    before, without, other = (pool.rules[0].card[n] for n in (ray, plain, cheap))
    assert before.splice_onto and not without.splice_onto and not without.splice_cost
    assert other.splice_onto == before.splice_onto and other.splice_cost != before.splice_cost
    for field in before.dtype.names:
        if not field.startswith("splice"):
            assert np.array_equal(before[field], without[field]), field
    with pytest.raises(NotationError, match="no splice"):
        pool.variant(pool.find("Island"))


def test_the_hash_is_that_of_the_card_files(pool, with_cards):
    mine = '[[card]]\nname = "Try"\ntypes = "Instant"\ncost = "{R}"\neffect = ["draw a card"]\n'
    assert load_pool().hash == pool.hash
    assert with_cards(mine).hash != pool.hash


def test_what_is_derived_for_all_cards_together_is_kept(monkeypatch, tmp_path, with_cards):
    monkeypatch.setenv("SPLICELAB_CACHE", str(tmp_path))
    text = """[[card]]
name = "Recalled Tap"
cost = "{U}"
types = "Sorcery"
flashback = "{2}{U}"
effect = ["untap target tapped creature"]
"""
    compiled, kept = with_cards(text), with_cards(text)
    assert compiled.rules[0].tap_matters == 1
    assert compiled.rules.tobytes() == kept.rules.tobytes()


def test_a_kept_pool_is_the_compiled_one(monkeypatch, tmp_path):
    monkeypatch.setenv("SPLICELAB_CACHE", str(tmp_path))
    compiled, kept = load_pool(), load_pool()
    (file,) = tmp_path.glob("pool-*.bin")
    assert compiled.rules.tobytes() == kept.rules.tobytes()
    for name in ("cards", "unsupported", "entries", "names", "subtypes", "tokens", "hash"):
        assert getattr(compiled, name) == getattr(kept, name), name
    ray = kept.find("Gletscherstrahl")
    assert kept.variant(ray, "{5}{R}") == compiled.variant(ray, "{5}{R}")
    assert compiled.rules.tobytes() == kept.rules.tobytes()
    file.write_bytes(file.read_bytes()[:-9])
    assert load_pool().rules[0].n_cards == compiled.rules[0].n_cards - 1


def test_rendering_says_the_compiled_program(pool):
    text = render_card(pool, pool.find("Glacial Ray"))
    assert "deals 2 damage to any target" in text
    assert "Splice onto Arcane: {1}{R}." in text
    text = render_card(pool, pool.find("Nezumi Graverobber"))
    assert "flip this creature" in text and "Nighteyes the Desecrator" in text
    for definition in pool.cards.values():
        assert len(render_card(pool, definition).splitlines()) >= 2


def test_names_in_texts_belong_to_cards(pool):
    rules = pool.rules[0]
    numbers = {int(f.name) for f in rules.filter[1:rules.n_filters] if f.name}
    assert {pool.names[n] for n in numbers} <= set(pool.cards) | set(pool.unsupported)
    assert all(card.name != ABSENT for card in rules.card[:rules.n_cards])
