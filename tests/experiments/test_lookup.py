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


@pytest.mark.parametrize("words", [
    ("cards", "--splice", "--deck", RAY_DECK), ("cards", "--splice", "--unsupported"),
    ("cards", "--unsupported", "--deck", RAY_DECK), ("deck", RAY_DECK, "--to", "arena", "--legal", "modern"),
    ("deck", RAY_DECK, "--to", "arena", "--json"), ("deck", RAY_DECK, "--to", "arena", "--replace-unsupported")])
def test_an_option_that_would_be_left_out_of_account_is_refused(call, words):
    status, out, err = call(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "one of them at a time" in err


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
    status, out, _ = call("deck", tmp_path / "list.txt", "--cards", mine)
    assert status == 1 and "not supported: 4 Shocking Mist: its entry has an error" in out
    status, _, err = call("match", tmp_path / "list.txt", RAY_DECK, "--cards", mine)
    assert status == 2 and "its entry has an error" in err.splitlines()[-1]
    assert call("card", "Shocking Mist", "--cards", mine)[0] == 2


@pytest.mark.parametrize("to", ["arena", "mtgo", "dek", "dck", "cod", "csv", "json"])
def test_deck_converts_and_reads_what_it_wrote(call, tmp_path, to):
    status, out, _ = call("deck", "kbc_uw_dampen_thought", "--to", to)
    assert status == 0
    (tmp_path / "again").write_text(out, encoding="utf-8")
    first = json.loads(call("deck", "kbc_uw_dampen_thought", "--json")[1])
    again = json.loads(call("deck", tmp_path / "again", "--json")[1])
    assert (again["main"], again["sideboard"], again["hash"]) == (first["main"], first["sideboard"], first["hash"])


def test_conversion_keeps_names_that_nobody_knows_and_says_so(call, tmp_path):
    (tmp_path / "list.txt").write_text("4 No Such Card Anywhere\n56 Island\n")
    status, out, err = call("deck", tmp_path / "list.txt", "--to", "mtgo")
    assert (status, out) == (0, "4 No Such Card Anywhere\n56 Island\n")
    assert "list.txt:1: unknown card" in err and "kept as it is written" in err
    (tmp_path / "list.txt").write_text("0 Island\n")
    assert call("deck", tmp_path / "list.txt", "--to", "mtgo")[0] == 2


def test_deck_shows_curve_colours_and_where_it_is_legal(call):
    facts = json.loads(call("deck", RAY_DECK, "--json")[1])
    assert sum(facts["curve"].values()) + facts["lands"] == 60
    assert facts["curve"]["2"] >= 4 and facts["colours"]["red"]["cards"] >= 4
    assert facts["legal"]["block"]["legal"] is True and facts["legal"]["pauper"]["legal"] is None
    assert call("deck", RAY_DECK, "--legal", "block")[0] == 0
    assert call("deck", "leg_mono_red_breach_2017", "--replace-unsupported", "--legal", "modern")[0] == 1
    out = call("deck", RAY_DECK)[1]
    assert "Curve (" in out and "Kamigawa Block Constructed  yes by its sets (ban lists are not checked)" in out


@pytest.fixture
def broken(tmp_path):
    """A card file with three cards that cannot be read."""
    entry = '[[card]]\nname = "{}"\ntypes = "Instant"\neffect = ["deel 2 damage to any target"]\n'
    (tmp_path / "mine.toml").write_text("".join(entry.format(name) for name in ("Mist", "Fog", "Haze")))
    return tmp_path / "mine.toml"


def test_the_ledger_ranks_reasons_by_the_slots_they_block(call, tmp_path, broken):
    (tmp_path / "one.txt").write_text("4 Mist\n4 Fog\n1 Haze\nSB: 1 Nonesuch\n51 Swamp\n")
    (tmp_path / "two.txt").write_text("3 Fog\n57 Island\n")
    status, out, _ = call("cards", "--cards", broken, "--deck", tmp_path / "one.txt", tmp_path / "two.txt", RAY_DECK,
                          "--json")
    answer = json.loads(out)
    assert status == 1
    assert answer["decks"] == {"one": 10, "two": 3, RAY_DECK: 0}
    assert [(each["slots"], each["cards"]) for each in answer["reasons"]] == [
        (7, {"Fog": 7}), (4, {"Mist": 4}), (1, {"Haze": 1}), (1, {"Nonesuch": 1})]
    text = call("cards", "--cards", broken, "--deck", tmp_path / "two.txt", "--deck", RAY_DECK)[1]
    assert "1 of 2 decks run whole" in text and "3 slots of 1 decks: its entry has an error" in text
    assert call("cards", "--deck", RAY_DECK)[0] == 0


def test_unsupported_cards_come_with_their_reason(call, broken):
    missing = json.loads(call("cards", "--cards", broken, "--unsupported", "--json")[1])["unsupported"]
    assert missing["Fog"].startswith("its entry has an error")
    assert "Glacial Ray" not in missing
    assert "cards run" in call("cards", "--unsupported")[1]


def test_a_match_refuses_with_the_list_of_unsupported_cards(call, tmp_path, broken):
    (tmp_path / "list.txt").write_text("4 Mist\n1 Fog\n55 Island\n")
    status, _, err = call("match", tmp_path / "list.txt", RAY_DECK, "--cards", broken)
    assert status == 2
    for part in ("2 cards are not supported", "Mist (its entry has an error", "Fog", "--replace-unsupported"):
        assert part in err.splitlines()[-1]
