"""Legality by set, and what cannot be known is said."""
from decks.legality import formats, verdicts
from decks.lists import built_in, read_named


def test_the_block_lists_are_legal_in_the_block_and_everywhere_after(pool):
    for name in built_in():
        if name.startswith("kbc_"):
            found = verdicts(read_named(name, pool).copies())
            assert found["block"].legal and found["standard2005"].legal and found["modern"].legal, name


def test_lists_are_legal_where_they_were_played(pool):
    for prefix, key in (("std_", "standard2005"), ("mod_", "modern"), ("leg_", "legacy")):
        for name in built_in():
            if name.startswith(prefix):
                assert verdicts(read_named(name, pool).copies())[key].illegal == (), name


def test_a_card_of_another_set_is_named():
    found = verdicts(["Glacial Ray", "Lion's Eye Diamond", "Everdream"])
    assert found["block"].illegal == ("Lion's Eye Diamond", "Everdream")
    assert found["modern"].illegal == ("Lion's Eye Diamond",)
    assert str(found["modern"]) == "no: Lion's Eye Diamond"
    assert found["legacy"].legal is True


def test_playtest_cards_are_legal_nowhere():
    for name in ("Imaginary Friends", "Nevermind"):
        assert verdicts([name])["legacy"].illegal == (name,)


def test_what_is_not_on_file_is_not_guessed():
    assert verdicts(["Grizzly Bears"])["modern"].legal is None
    assert "sets not on file: Grizzly Bears" in str(verdicts(["Grizzly Bears"])["modern"])
    pauper = verdicts(["Glacial Ray"])["pauper"]
    assert pauper.legal is None and "rarities" in str(pauper)
    assert "ban lists are not checked" in str(verdicts(["Glacial Ray"])["modern"])


def test_every_format_has_sets():
    assert all(each.sets and each.title for each in formats().values())
