"""`card`, `cards` and `deck` on the real pool and lists."""
import json

import pytest

from experiments import cli

RAY_DECK = "kbc_ur_splice_glacial_ray"


@pytest.fixture
def call(capsys):
    """Return a function: words -> (status, stdout, stderr)."""
    def run(*words):
        status = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_deck_shows_what_goes_onto_what(call):
    status, out, _ = call("deck", RAY_DECK, "--json")
    answer = json.loads(out)
    assert status == 0
    assert sum(answer["main"].values()) == 60
    ray = next(each for each in answer["splice"] if each["card"] == "Glacial Ray")
    assert (ray["onto"], ray["cost"]) == ("Arcane", "{1}{R}")
    assert {"Reach Through Mists", "Psychic Puppetry", "Glacial Ray"} <= set(ray["hosts"])
    assert not {"Hinder", "Island"} & set(ray["hosts"])
    assert "Glacial Ray: splice onto Arcane for {1}{R}" in call("deck", RAY_DECK)[1]


def test_cards_lists_the_pool_and_its_splice_cards(call):
    everything = json.loads(call("cards", "--json")[1])
    splice = json.loads(call("cards", "--splice", "--json")[1])
    names = {row["name"] for row in splice["cards"]}
    assert {"Glacial Ray", "Psychic Puppetry", "Dampen Thought"} <= names
    assert len(names) < len(everything["cards"])
    assert all(row["splice_onto"] for row in splice["cards"])



@pytest.mark.parametrize(("content", "text"), [
    ("4 Glacial Ray\n55 Island\n", "59 cards in the main deck, 60 is the least"),
    ("4 Glacail Ray\n56 Island\n", 'did you mean Glacial Ray'),
    ("", "the file is empty"),
    (b"\x00\x01\x02" * 40, "binary file"),
    ("-4 Glacial Ray\n60 Island\n", "-4 copies"),
])
def test_a_list_that_cannot_be_played_is_one_line(call, tmp_path, content, text):
    path = tmp_path / "list.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for words in (("deck", path), ("value", path, "--out", tmp_path / "r.duckdb"), ("match", path, RAY_DECK)):
        status, out, err = call(*words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert text in err
    assert not (tmp_path / "r.duckdb").exists()


@pytest.mark.parametrize(("words", "text"), [
    (["deck", "kbc_ur_splice_glacial_rey"], "did you mean kbc_ur_splice_glacial_ray"),
    (["card", "Glacail", "Ray"], "did you mean Glacial Ray"),
    (["cards", "--cards", "nowhere.toml"], "nowhere.toml: no such file"),
])
def test_what_is_not_there_names_the_nearest(call, words, text):
    status, out, err = call(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert text in err


def test_a_creature_is_shown_with_its_size_and_a_spell_without(call):
    assert "1/1" in call("card", "Lantern Kami")[1].splitlines()[2]
    assert call("card", "Glacial Ray")[1].splitlines()[2].endswith("Arcane")


def test_a_broken_card_is_told_and_only_a_deck_that_needs_it_is_refused(call, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('[[card]]\nname = "Shocking Mist"\ntypes = "Instant"\neffect = ["deel 2 damage to any target"]\n')
    status, out, err = call("deck", RAY_DECK, "--cards", mine)
    assert status == 0 and "60 cards" in out
    assert f'warning: {mine}:4: Shocking Mist: ' in err and "nearest valid: deal" in err
    (tmp_path / "list.txt").write_text("4 Shocking Mist\n56 Island\n")
    status, _, err = call("deck", tmp_path / "list.txt", "--cards", mine)
    assert status == 2 and "its entry has an error" in err.splitlines()[-1]
    assert call("card", "Shocking Mist", "--cards", mine)[0] == 2
