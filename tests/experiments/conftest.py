"""A small study played by the stand-in engine."""
import pytest

from experiments import run
from experiments.studies import value
from tests.experiments import fakes


@pytest.fixture
def fake_games(monkeypatch):
    """Let the stand-in play instead of the engine."""
    monkeypatch.setattr(run, "load_engine", lambda: fakes.play_games)


@pytest.fixture
def make_study(fake_games):
    """Return a function: overrides -> (study, settings, pool)."""

    def make(deck=None, **changes):
        pool = fakes.fake_pool()
        field = [fakes.FakeList("first", [fakes.OTHER] * 60), fakes.FakeList("second", [fakes.OTHER] * 59 + [0])]
        numbers = {"pairs": 60, "card_share": 0.5, "mirror_pairs": 12, "seed": 7, "engine_hash": "engine"} | changes
        study, settings = value.build_study(pool, deck or fakes.FakeList("splicer"), field, fakes.FakeAgent(100),
                                            fakes.FakeAgent(100), **numbers)
        return study, settings, pool

    return make
