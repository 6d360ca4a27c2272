"""The walk through CONTRIBUTING.md is walked: its card loads, its mistake is told, its scenario holds."""
import re
from pathlib import Path

import pytest

from decks.pool import load_pool
from decks.render import render_card
from experiments.check.run import run_files

PAGE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
ENTRY, SCENARIO = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
NAME = "Elvish Visionary"
PAGES = ("CONTRIBUTING.md", "docs/card-notation.md", "docs/scenarios.md", "decks/pool", "decks/notation.lark",
         "decks/effects.py", "tests/scenarios", "tests/decks/facts.csv", "tests/decks/programs.txt")


@pytest.fixture
def walk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(ENTRY, encoding="utf-8")
    Path("my-check.toml").write_text(SCENARIO, encoding="utf-8")


def test_the_card_loads_and_is_said_in_english(walk):
    pool = load_pool(["my.toml"])
    assert pool.problems == []
    assert pool.find("Visionnaire elfe") == pool.find("Elfische Visionaerin") == pool.cards[NAME]
    assert "draw a card" in render_card(pool, pool.cards[NAME]).lower()


def test_the_mistake_is_told_as_the_page_says(walk):
    Path("my.toml").write_text(ENTRY.replace("draw a card", "darw a card"), encoding="utf-8")
    (problem,) = load_pool(["my.toml"]).problems
    assert problem in PAGE


def test_the_scenario_holds_for_the_card_and_for_no_other(walk):
    (result,) = run_files(["my-check.toml"], cards=["my.toml"])
    assert result.passed, result
    Path("my.toml").write_text(ENTRY.replace("draw a card", "draw 2 cards"), encoding="utf-8")
    (result,) = run_files(["my-check.toml"], cards=["my.toml"])
    assert not result.passed and result.step == 5


def test_what_the_page_names_is_there():
    root = Path(__file__).parents[2]
    assert all(path in PAGE or path == "CONTRIBUTING.md" for path in PAGES)
    assert all((root / path).exists() for path in PAGES)
