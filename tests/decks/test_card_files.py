"""A user's card file: what is wrong with a card stops neither its neighbours nor other files."""
import pytest

from decks.pool import load_pool

GOOD = '[[card]]\nname = "Good {n}"\ntypes = "Instant"\ncost = "{{R}}"\neffect = ["draw a card"]\n'
WRONG_WORD = '[[card]]\nname = "Bad Word"\ntypes = "Instant"\neffect = ["deel 2 damage to any target"]\n'
NO_TOML = '[[card]]\nname = "No Toml"\ntypes = "Instant\neffect = ["draw a card"]\n'


@pytest.mark.parametrize(("broken", "name", "line", "said"), [
    (WRONG_WORD, "Bad Word", 11, '"deel" does not fit here; nearest valid: deal'),
    (NO_TOML, "No Toml", 10, "not TOML: "),
    ('[[card]]\nname = "Bad Key"\ntypes = "Instant"\nefect = []\n', "Bad Key", 11, 'nearest valid: effect'),
    ('[[card]]\nname = "Bad Type"\ntypes = "Instnat"\n', "Bad Type", 10, "nearest valid: Instant"),
    ('[[card]]\nname = "Open"\ntypes = [\n', "Open", 11, "not TOML: "),
    ('[[card]]\nname = "No Quote\ntypes = "Instant"\n', "No Quote", 9, "not TOML: "),
])
def test_one_broken_card_stops_no_other(with_cards, tmp_path, broken, name, line, said):
    pool = with_cards("# mine\n" + GOOD.format(n=1) + "\n" + broken + "\n" + GOOD.format(n=2))
    assert {"Good 1", "Good 2", "Glacial Ray"} <= set(pool.cards)
    (problem,) = pool.problems
    assert problem.startswith(f"{tmp_path / 'mine.toml'}:{line}: {name}: ") and said in problem
    assert problem in pool.reason(name)
    assert pool.canonical(name.lower()) == name


def test_a_later_error_is_on_its_own_line_after_an_entry_that_is_no_toml(with_cards):
    pool = with_cards(NO_TOML + "\n" + GOOD.format(n=1) + "\n" + WRONG_WORD)
    assert [problem.split(":")[1] for problem in pool.problems] == ["3", "15"]
    assert "Good 1" in pool.cards


def test_a_second_card_of_a_name_leaves_the_first(with_cards):
    pool = with_cards('[[card]]\nname = "Glacial Ray"\ntypes = "Instant"\neffect = ["draw a card"]\n')
    assert "already a card of this name" in pool.problems[0]
    assert pool.reason("Glacial Ray") == ""


@pytest.mark.parametrize("text", ["subtypes = 5", "card = 3", "[[card]]", "[[card]]\nname = 4", "x", "\x00",
                                  "[card]\nname = 'A'",
                                  "[[token]]\nid = []\ntypes = 3", "[[card]]\nname='Q'\ntypes=['Instant']\n"])
def test_odd_files_are_reported_and_stop_nothing(with_cards, text):
    pool = with_cards(text)
    assert pool.problems
    assert all("\n" not in problem for problem in pool.problems)
    assert "Glacial Ray" in pool.cards


def test_a_file_that_is_not_text_stops_no_other(tmp_path):
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "b.toml").write_text(GOOD.format(n=1))
    pool = load_pool([tmp_path / "a.toml", tmp_path, tmp_path / "b.toml"])
    assert "Good 1" in pool.cards
    assert len(pool.problems) == 2
