"""Every example of the notation's own page can be read."""
import re
from pathlib import Path

import pytest

from decks.parse import parse
from decks.pool import load_pool

PAGE = (Path(__file__).parents[2] / "docs" / "card-notation.md").read_text(encoding="utf-8")
STARTS = {"Costs": "cost", "Triggers": "trigger", "Static abilities": "static", "Conditions": "condition"}


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text.replace("\n", " "))


def examples() -> list[tuple[str, str]]:
    lines = PAGE[PAGE.index("## Lines"):PAGE.index("## How it works")]
    found = [("line", text) for text in quoted(lines[:lines.index("**Who")])]
    for title, start in STARTS.items():
        paragraph = re.search(rf"\*\*{title}\*\*:(.*?)\n\n", lines, re.S)
        found += [(start, text) for text in quoted(paragraph[1])]
    return found


def test_there_is_an_example_of_each_kind():
    assert {start for start, _ in examples()} == {"line", *STARTS.values()}
    assert len(examples()) > 80


@pytest.mark.parametrize(("start", "text"), examples(), ids=[text for _, text in examples()])
def test_example(start, text):
    assert parse(text, start).children is not None


def test_the_card_of_the_page_is_a_card(tmp_path):
    entry = PAGE.split("```toml\n")[1].split("```")[0]
    (tmp_path / "my.toml").write_text(entry, encoding="utf-8")
    pool = load_pool([tmp_path / "my.toml"])
    assert pool.problems == []
    card = pool.rules[0].card[pool.find("Shocking Mist")]
    assert card.splice_cost and pool.rules[0].ability[card.spell].n_program == 2
    (tmp_path / "my.toml").write_text(entry.replace("deal 2", "deel 2"), encoding="utf-8")
    (problem,) = load_pool([tmp_path / "my.toml"]).problems
    assert problem.removeprefix(f"{tmp_path}/") in PAGE
