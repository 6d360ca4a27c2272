"""The example of docs/agents.md plays."""
import dataclasses
import re
from pathlib import Path

import numpy as np

from agents import agent
from agents.base import registry
from agents.play import play_games
from sim.terms import End
from tests.agents.conftest import DECKS

TEXT = (Path(__file__).parents[2] / "docs" / "agents.md").read_text()


def test_the_example_plays_and_beats_the_random_agent(pool, cards, tmp_path):
    """Of 16 games, eight deals from both seats, a fair coin wins 13 once in ninety times."""
    path = tmp_path / "mine.py"
    path.write_text(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1])
    bold, other, deck = agent(f"{path}:Bold(caution=0.05)"), agent("random"), cards[DECKS[2]]
    seeds, starters = np.arange(8, dtype=np.uint64), np.zeros(8, np.int64)
    rows = [play_games(pool.rules, deck, deck, *both, seeds, starters) for both in ((bold, other), (other, bold))]
    assert bold.errors == [] and not any(np.isin(each["end"], [End.AGENT_ERROR, End.PLAYING]).any() for each in rows)
    assert (rows[0]["winner"] == 0).sum() + (rows[1]["winner"] == 1).sum() >= 13


def test_every_agent_and_parameter_is_described():
    for name, made in registry.items():
        assert f"`{name}(" in TEXT
        for field in dataclasses.fields(made):
            assert f"`{field.name}`" in TEXT, field.name
