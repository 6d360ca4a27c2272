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


def test_the_example_plays_and_beats_nobody_by_raising(pool, cards, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1])
    bold = agent(f"{path}:Bold(caution=0.3)")
    rows = play_games(pool.rules, cards[DECKS[0]], cards[DECKS[2]], bold, agent("random"),
                      np.arange(3, dtype=np.uint64), np.zeros(3, np.int64))
    assert bold.errors == [] and not np.isin(rows["end"], [End.AGENT_ERROR, End.PLAYING]).any()


def test_every_agent_and_parameter_is_described():
    for name, made in registry.items():
        assert f"`{name}(" in TEXT
        for field in dataclasses.fields(made):
            assert f"`{field.name}`" in TEXT, field.name
