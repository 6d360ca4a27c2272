"""The verbs, the assertions and the messages of scenario files."""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from experiments.check.run import Result
from experiments.cli import main as splicelab

Run = Callable[[str, str], Result]

SPIKE = """
[scenario.you]
hand = ["Reach Through Mists", "Glacial Ray"]
battlefield = ["Island", { card = "Mountain", count = 2 }]
"""
TWO_RAYS = """
[scenario.you]
hand = [{ card = "Glacial Ray", as = "ray1" }, { card = "Glacial Ray", as = "ray2" }, "Reach Through Mists"]
battlefield = [{ card = "Island", count = 2 }, { card = "Mountain", count = 4 }]
"""
TWO_LEGENDS = """
[scenario.you]
hand = ["Glacial Ray"]
battlefield = [{ card = "Mountain", count = 2 }, "Isamaru, Hound of Konda"]
[scenario.opponent]
battlefield = [{ card = "Isamaru, Hound of Konda", tapped = true }]
"""
HONDENS = """
active = "opponent"
start = "main2"
[scenario.you]
battlefield = ["Honden of Infinite Rage", "Honden of Seeing Winds"]
"""


# ---------------------------------------------------------------- messages

def test_a_wrong_expectation_names_step_value_and_legal_actions(run: Run) -> None:
    result = run(SPIKE, 'cast = "Glacial Ray"; targets = ["opponent"]\nexpect = { "opponent.life" = 18 }')
    assert not result.passed
    assert (result.step, result.expected, result.actual) == (2, "opponent.life = 18", "20")
    assert result.legal_actions.startswith("pass, ")
    assert result.line.startswith("FAILED case: ")
    assert "case.toml, step 2: expected opponent.life = 18, is 20" in result.line
    assert "\n" not in result.line


def test_an_unknown_card_fails_and_is_named(run: Run) -> None:
    result = run('[scenario.you]\nhand = ["Glacial Rya"]', "")
    assert not result.passed and result.step == 0
    assert "Glacial Rya" in result.line and "Glacial Ray" in result.line


def test_an_unknown_name_in_a_step_is_no_refusal(run: Run) -> None:
    result = run(SPIKE, 'cast = "Reach Through Mist"; illegal = true')
    assert not result.passed and "Reach Through Mists" in result.actual


@pytest.mark.parametrize("step", [
    'cast = "Glacial Ray"; targets = ["opponnt"]', 'cast = "Glacial Ray"; targets = ["opponnt"]; illegal = true',
    'cast = "Glacial Ray"; targets = ["you"]; splice = ["opponnt"]; illegal = true',
    'cast = "Glacial Ray"; targets = ["you"]; pay = ["opponnt"]; illegal = true',
    'attack = ["opponnt"]; illegal = true', 'block = [["you", "opponnt"]]; illegal = true',
    'choose = "opponnt"; illegal = true', 'choose = ["you", "opponnt"]; illegal = true'])
def test_an_unknown_word_is_no_refusal(run: Run, step: str) -> None:
    result = run(SPIKE, step)
    assert not result.passed and "'opponent'" in result.actual


@pytest.mark.parametrize("step", [
    'cast = "Glacial Ray"; targets = ["Isamaru, Hound of Konda"]',
    'cast = "Glacial Ray"; targets = ["Isamaru, Hound of Konda"]; illegal = true'])
def test_a_name_that_fits_two_is_an_error(run: Run, step: str) -> None:
    result = run(TWO_LEGENDS, step)
    assert not result.passed and "ambiguous" in result.actual


@pytest.mark.parametrize(("word", "gone"), [("your", "you"), ("opponent's", "opponent")])
def test_whose_it_is_tells_two_apart(run: Run, word: str, gone: str) -> None:
    result = run(TWO_LEGENDS, f"""
        cast = "Glacial Ray"; targets = ["{word} Isamaru, Hound of Konda"]
        resolve = 1
        expect = {{ "{gone}'s Isamaru, Hound of Konda.zone" = "graveyard" }}""")
    assert result.passed, result.line


@pytest.mark.parametrize(("step", "why"), [
    ('cast = "Glacial Ray"; targets = ["opponent"]; illegal = true', "legal"),
    ('cast = "Glacial Ray"', "0 named"),
    ('cast = "Glacial Ray"; targets = ["opponent", "you"]', "1 instances"),
    ('cast = "Glacial Ray"; targets = ["opponent"]; x = 1', "0"),
    ('cast = "Glacial Ray"; targets = ["opponent"]; pay = ["Reach Through Mists"]', "not possible"),
    ('cast = "Glacial Ray"; targets = ["opponent"]; optional = ["kicker"]', "not on offer"),
    ('cast = "Glacial Ray"; targets = ["opponent"]; splice = ["Reach Through Mists"]', "not on offer"),
    ('cast = "Glacial Ray"; targets = ["Island"]', "not on offer"),
    ('cast = "Island"', "not on offer"),
    ('play = "Glacial Ray"', "not on offer"),
    ('activate = "Island"; ability = 2', "not on offer"),
    ("attack = []", "priority"),
    ("resolve = 1", "an empty stack"),
    ("choose = true", "priority"),
    ('to = "upkeep"', "main1 now"),
    ('to = "first_damage"', "without that step"),
    ('pass = true; by = "opponent"', "you is asked for priority"),
])
def test_a_step_that_is_not_possible_fails(run: Run, step: str, why: str) -> None:
    result = run(SPIKE, step)
    assert not result.passed and result.step == 1
    assert why in result.actual


def test_a_refused_step_changes_nothing(run: Run) -> None:
    result = run(SPIKE, """
        cast = "Reach Through Mists"; splice = ["Glacial Ray"]; targets = ["Island"]; illegal = true
        expect = { "you.untapped_lands" = 3, "known.you" = [], stack = [], "you.hand.size" = 2 }
        cast = "Reach Through Mists"; splice = ["Glacial Ray"]; targets = ["opponent"]""")
    assert result.passed, result.line


# ---------------------------------------------------------------- names

@pytest.mark.parametrize(("host", "guest"), [("ray1", "ray2"), ("ray2", "ray1")])
def test_equal_cards_change_places(run: Run, host: str, guest: str) -> None:
    result = run(TWO_RAYS, f"""
        cast = "{host}"; splice = ["{guest}"]; targets = ["opponent", "opponent"]
        expect = {{ "{host}.zone" = "stack", "{guest}.zone" = "hand", "known.you" = ["Glacial Ray"] }}
        resolve = 1
        expect = {{ "{host}.zone" = "graveyard", "opponent.life" = 16 }}""")
    assert result.passed, result.line


def test_a_handle_of_a_card_that_differs_is_not_exchanged(run: Run) -> None:
    """After a splice one copy is known and the other is not."""
    result = run(TWO_RAYS, """
        cast = "Reach Through Mists"; splice = ["ray2"]; targets = ["opponent"]
        resolve = 1
        expect = { "known.you" = ["Glacial Ray"] }
        cast = "ray1"; targets = ["opponent"]
        expect = { "ray1.zone" = "stack", "known.you" = ["Glacial Ray"] }""")
    assert result.passed, result.line


def test_names_in_three_languages(run: Run) -> None:
    result = run(SPIKE, """
        cast = "Durch Nebel greifen"; splice = ["Rayon glaciaire"]; targets = ["opponent"]
        expect = { "stack.0.parts" = ["Reach Through Mists", "Gletscherstrahl"] }""")
    assert result.passed, result.line


# ---------------------------------------------------------------- orders, and what goes on

def test_triggers_go_on_the_stack_as_they_triggered(run: Run) -> None:
    result = run(HONDENS, """
        to = "upkeep"; turns = 1
        choose = "opponent"
        expect = { stack = ["Honden of Seeing Winds", "Honden of Infinite Rage"] }""")
    assert result.passed, result.line


def test_a_list_says_which_trigger_resolves_first(run: Run) -> None:
    result = run(HONDENS, """
        to = "upkeep"; turns = 1
        choose = ["Honden of Infinite Rage", "Honden of Seeing Winds"]
        choose = "opponent"
        expect = { stack = ["Honden of Infinite Rage", "Honden of Seeing Winds"] }""")
    assert result.passed, result.line


def test_to_goes_on_after_an_answer(run: Run) -> None:
    result = run('[scenario.you]\nhand = [{ card = "Island", count = 8 }, "Hinder"]', """
        to = "draw"; turns = 1
        expect = { "you.hand.size" = 9 }
        choose = ["Hinder", "Island"]
        expect = { "you.hand.size" = 7, "opponent.hand.size" = 1, "you.graveyard" = ["Hinder", "Island"] }""")
    assert result.passed, result.line


def test_resolve_goes_on_after_an_answer(run: Run) -> None:
    result = run("""
        [scenario.you]
        hand = ["Reach Through Mists"]
        battlefield = ["Teller of Tales", "Island"]""", """
        cast = "Reach Through Mists"
        resolve = 2
        expect = { "you.hand" = [], stack = ["Teller of Tales", "Reach Through Mists"] }
        choose = "tap"
        expect = { "you.hand" = ["Wastes"], stack = [], "Teller of Tales.tapped" = true }""")
    assert result.passed, result.line


# ---------------------------------------------------------------- counts

@pytest.mark.parametrize(("tables", "card", "number"), [
    (SPIKE, "Reach Through Mists", 3),           # alone; with the Ray at either player
    (SPIKE, "Glacial Ray", 2),
    (TWO_RAYS, "Glacial Ray", 2 + 4),            # alone; onto its twin, two targets
    (TWO_RAYS, "Reach Through Mists", 1 + 2 + 4),
])
def test_casts(run: Run, tables: str, card: str, number: int) -> None:
    assert run(tables, f'expect = {{ "casts.{card}" = {number} }}').passed
    assert not run(tables, f'expect = {{ "casts.{card}" = {number + 1} }}').passed


def test_casts_count_orders(run: Run) -> None:
    tables = """
        [scenario.you]
        hand = ["Reach Through Mists", "Dampen Thought", "Candles' Glow"]
        battlefield = [{ card = "Island", count = 3 }, { card = "Plains", count = 2 }]"""
    plain, dampen, glow = 1, 2, 2                # targets: the players
    both = 2 * dampen * glow                     # in either order
    result = run(tables, f'expect = {{ "casts.Reach Through Mists" = {plain + dampen + glow + both} }}')
    assert result.passed, result.line


def test_splices_lists_each_name_once(run: Run) -> None:
    assert run(TWO_RAYS, 'expect = { "splices.Reach Through Mists" = ["Glacial Ray"] }').passed
    assert run(SPIKE, 'expect = { "splices.Glacial Ray" = [], "splices.Hinder" = [] }').passed
    assert not run(TWO_RAYS, 'expect = { "splices.Reach Through Mists" = [] }').passed


# ---------------------------------------------------------------- the command

GOOD = '[[scenario]]\nid = "good"\n[[scenario.step]]\nexpect = { "you.life" = 20 }\n'
BAD = '[[scenario]]\nid = "bad"\n[[scenario.step]]\nexpect = { "you.life" = 19 }\n'


@pytest.mark.parametrize(("text", "status", "out"), [
    (GOOD, 0, "ok good\n1 passed, 0 failed\n"),
    (GOOD + BAD, 1, "1 passed, 1 failed\n"),
    ("[[scenario]]\nid = 1\n", 2, "0 passed, 0 failed\n"),
])
def test_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, status: int, out: str) -> None:
    (tmp_path / "case.toml").write_text(text, encoding="utf-8")
    assert splicelab(["check", str(tmp_path)]) == status
    captured = capsys.readouterr()
    assert captured.out.endswith(out)
    assert (len(captured.err.splitlines()) == 1) == (status == 2)


def test_a_file_that_cannot_be_read_stops_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.toml"
    good.write_text(GOOD, encoding="utf-8")
    assert splicelab(["check", str(tmp_path / "none.toml"), str(good)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "ok good\n1 passed, 0 failed\n" and "none.toml" in captured.err


def test_json_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "case.toml").write_text(GOOD + BAD, encoding="utf-8")
    assert splicelab(["check", "--json", str(tmp_path)]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["failed"], data["unreadable"]) == (1, 1, [])
    good, bad = data["scenarios"]
    assert good["passed"] and good["id"] == "good"
    assert (bad["step"], bad["expected"], bad["actual"]) == (1, "you.life = 19", "20")


def test_the_example_of_the_documentation_holds(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    file = tmp_path / "example.toml"
    file.write_text(text.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert splicelab(["check", str(file)]) == 0
