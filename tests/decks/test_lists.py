"""Deck lists: what is read, and that every line is used or reported."""
import numpy as np
import pytest

from decks.lists import DeckError, built_in, load_list
from decks.pool import load_pool

COMPLETE = ("kbc_ur_splice_glacial_ray", "kbc_uw_dampen_thought", "kbc_white_weenie", "kbc_black_hand_gp2005")


@pytest.fixture
def deck(tmp_path, pool):
    def load(text, **more):
        path = tmp_path / "deck.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_list(path, pool, **more)
    return load


def errors(call, *arguments, **more) -> list[str]:
    with pytest.raises(DeckError) as caught:
        call(*arguments, **more)
    assert all("\n" not in line for line in caught.value.lines)
    return caught.value.lines


@pytest.mark.parametrize("name", COMPLETE)
def test_four_lists_are_complete(pool, name):
    found = load_list(name, pool)
    cards = found.cards()
    assert cards.dtype == np.uint16
    assert len(cards) >= 60
    assert found.name == name and found.notes == ()


def test_every_built_in_list_is_read_to_the_end(pool):
    for name in built_in():
        try:
            load_list(name, pool)
        except DeckError as error:
            assert all("unknown card" in line or "is not supported" in line for line in error.lines), error.lines


def test_slots_are_in_the_order_of_the_list(deck, pool):
    found = deck("4 Glacial Ray\n56 Island\n")
    assert [pool.name(card) for card in found.cards()[3:5]] == ["Glacial Ray", "Island"]
    assert found.main == ((pool.find("Glacial Ray"), 4), (pool.find("Island"), 56))


def test_forms_of_a_line(deck, pool):
    found = deck("\ufeff// my deck\r\n4x Glacial Ray\r\n\t2 Hinder // to try\r\n# a remark\r\n54 Ile # French\r\n"
                 "SB: 3 Psychic Puppetry\r\nSideboard\r\n1 Nighteyes the Desecrator\r\n")
    assert {pool.name(card): n for card, n in found.main} == {"Glacial Ray": 4, "Hinder": 2, "Island": 54}
    assert {pool.name(card): n for card, n in found.sideboard} == {"Psychic Puppetry": 3, "Nezumi Graverobber": 1}


def test_a_blank_line_alone_parts_a_sideboard_and_says_so(deck):
    found = deck("4 Glacial Ray\n56 Island\n\n3 Hinder\n")
    assert len(found.cards()) == 60
    assert [n for _, n in found.sideboard] == [3]
    assert "line 3" in found.notes[0]


def test_blank_lines_between_groups_part_nothing(deck):
    assert len(deck("4 Glacial Ray\n\n20 Mountain\n\n36 Island\n").cards()) == 60


def test_all_problems_are_collected(deck):
    lines = errors(deck, "4 Glaciel Ray\nThis is my deck\n0 Mountain\n-3 Forest\n5 Hinder\n")
    assert [int(line.split(":")[1]) for line in lines] == [1, 2, 3, 4, 5]
    assert "did you mean Glacial Ray or" in lines[0]
    assert 'unknown card "This is my deck"' in lines[1]
    assert "0 copies" in lines[2] and "-3 copies" in lines[3]
    assert "5 copies of Hinder, 4 is the most" in lines[4]


def test_fewer_cards_than_the_least(deck):
    assert "59 cards in the main deck, 60 is the least" in errors(deck, "4 Glacial Ray\n55 Island\n")[0]
    assert len(deck("10 Glacial Ray\n30 Island\n", format="limited").cards()) == 40
    assert "39 cards in the main deck, 40 is the least" in errors(deck, "39 Island\n", format="limited")[0]


def test_copies_count_over_main_deck_and_sideboard(deck):
    assert "5 copies of Glacial Ray" in errors(deck, "4 Glacial Ray\n56 Island\nSB: 1 Gletscherstrahl\n")[0]


@pytest.mark.parametrize(("data", "said"), [
    (b"", "empty"), (b" \r\n\n", "empty"), (b"// nothing\n", "no cards"), (b"\x7fELF\0\0\1", "binary"),
    (b"\xff\xfe4\0\x00\xd8", "UTF-16"),
])
def test_files_that_are_no_lists(deck, data, said):
    (line,) = errors(deck, data)
    assert said in line


def test_a_list_in_utf_16_is_read(deck):
    assert len(deck("4 Résistance d'Hisoka\n56 Island\n".encode("utf-16")).cards()) == 60


def test_unknown_list_and_format(pool, tmp_path):
    assert "did you mean kbc_uw_dampen_thought" in errors(load_list, "kbc_uw_dampen", pool)[0]
    assert "a folder" in errors(load_list, tmp_path, pool)[0]
    assert "nearest valid: limited" in errors(load_list, COMPLETE[0], pool, format="limted")[0]


def test_the_hash_is_of_the_cards(deck):
    first = deck("4 Glacial Ray\n56 Island\n")
    assert deck("// other text\n56 Insel\n4x Gletscherstrahl\n").hash == first.hash
    assert deck("3 Glacial Ray\n57 Island\n").hash != first.hash


def test_a_companion_counts_once_and_in_the_sideboard(deck, pool):
    found = deck("Companion\n1 Hinder\n\nDeck\n60 Island\n\nSideboard\n1 Hinder\n3 Glacial Ray\n")
    assert found.sideboard == ((pool.find("Hinder"), 1), (pool.find("Glacial Ray"), 3))


def test_what_is_not_part_of_the_deck_is_told(deck):
    found = deck("60 Island\nMaybeboard\n4 No Such Card\n2 Hinder\nTokens\n1 Spirit\n")
    assert len(found.cards()) == 60 and not found.sideboard
    assert found.notes == ("line 3: not part of the deck (Maybeboard): 4 No Such Card, 2 Hinder",
                           "line 6: not part of the deck (Tokens): 1 Spirit")


def test_a_card_may_say_how_many_copies_a_deck_takes(tmp_path):
    entry = '[[card]]\nname = "{}"\ntypes = "Creature — Rat"\ncost = "{{B}}"\npt = "1/1"\ncopies = {}\n'
    (tmp_path / "mine.toml").write_text(entry.format("Many Rats", 99) + entry.format("Odd Rats", '"any"'))
    pool = load_pool([tmp_path / "mine.toml"])
    assert 'copies = "any" is not the number' in pool.problems[0]
    (tmp_path / "deck.txt").write_text("30 Many Rats\n30 Swamp\n")
    assert len(load_list(tmp_path / "deck.txt", pool).cards()) == 60


def test_the_wrong_other_half_of_a_name_is_told(deck):
    found = deck("4 Nezumi Graverobber // Banana\n56 Swamp\n")
    assert found.notes == ('line 1: "// Banana" is read as a comment',)


@pytest.mark.parametrize("line", ["4 Raggio Glaciale", "4 S\ufffdance", "4 A-Glacial Ray"])
def test_names_that_nobody_knows_are_told_with_their_line(deck, line):
    assert ':2: unknown card "' in errors(deck, f"56 Island\n{line}\n")[0]
