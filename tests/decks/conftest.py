"""The pool, loaded once, and small card files."""
import pytest

from decks.pool import Pool, load_pool


@pytest.fixture(scope="session")
def pool() -> Pool:
    """The built-in pool; tests leave it as it is."""
    return load_pool()


@pytest.fixture
def with_cards(tmp_path):
    """A function: the pool with cards of a text in TOML after the built-in ones."""
    def load(text: str) -> Pool:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return load_pool([path])
    return load
