"""The study on the real engine: what the stand-in cannot show."""
import numpy as np
import pytest

from agents import agent
from experiments import defaults, lookup, run
from experiments.reading import Control, Reading
from experiments.schedule import pair_seeds
from experiments.store import Store
from experiments.studies import value

PAIRS = 60


@pytest.fixture(scope="module")
def study():
    """The study of the default deck and field, played by agents that act at random."""
    pool = lookup.load_pool([])
    deck, *field = (lookup.load_deck(name, pool, "constructed") for name in (defaults.DECK, *defaults.FIELD))
    player = agent("random")
    made, settings = value.build_study(pool, deck, field, player, player, pairs=PAIRS, card_share=0.5,
                                       mirror_pairs=15, seed=3, engine_hash="engine")
    return made, settings, pool


@pytest.fixture(scope="module")
def stored(study, tmp_path_factory):
    """The study, stored by two workers."""
    made, settings, pool = study
    with Store(tmp_path_factory.mktemp("rows") / "r.duckdb") as store:
        store.begin(made.id, made.question, made.spec, settings, "")
        assert run.play_study(made, pool.rules, pool.name, store, 2) == made.games
        yield store


def rows_of(store, table):
    return store.db.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()


def test_one_worker_gives_the_same_rows_as_two(study, stored, tmp_path):
    made, _, pool = study
    with Store(tmp_path / "one.duckdb") as store:
        run.play_study(made, pool.rules, pool.name, store, 1)
        for table in ("games", "splices"):
            assert rows_of(store, table) == rows_of(stored, table)


def test_a_deck_with_its_splices_off_never_splices_and_its_opponents_may(stored):
    spliced = dict(stored.db.execute("SELECT arm, sum(splices) FROM games GROUP BY arm").fetchall())
    assert spliced["off"] == 0
    assert spliced["on"] > 0
    assert stored.db.execute("SELECT sum(opponent_splices) FROM games WHERE arm = 'off'").fetchone()[0] > 0


def test_a_single_switched_off_card_is_never_spliced_and_still_a_host(stored):
    def names(column, arm):
        return {row[0] for row in stored.db.execute(
            f"SELECT DISTINCT {column} FROM splices WHERE arm = ? AND spliced_by = 'deck'", [arm]).fetchall()}

    assert "Glacial Ray" in names("guest", "on")
    assert "Glacial Ray" not in names("guest", "without Glacial Ray")
    assert "Glacial Ray" in names("host", "without Glacial Ray")
    assert "Psychic Puppetry" in names("guest", "without Glacial Ray")


def test_a_variant_with_the_same_splice_cost_plays_the_very_same_games(study):
    """Switching off puts a new definition in the same slot; a new definition by itself changes nothing."""
    made, _, pool = study
    deck, other = made.arms[0].deck.cards, made.arms[0].field[0].cards
    same = deck.copy()
    for definition in value.splice_cards(pool, deck):
        same[deck == definition] = pool.variant(definition, splice=lookup.splice_of(pool, definition)[1])
    assert np.count_nonzero(same != deck) == 9
    seeds, starters = pair_seeds(made.seed, tuple(range(40))), np.zeros(40, dtype=np.int64)
    rows = [run.load_engine()(pool.rules, cards, other, made.agent, made.agent, seeds, starters)
            for cards in (deck, same)]
    for column in ("end", "winner", "turns", "decisions", "life", "library", "splices"):
        assert np.array_equal(rows[0][column], rows[1][column]), column


def test_the_mirror_match_is_exactly_half_and_every_pair_is_half(stored):
    reading = Reading(stored, stored.find(None))
    assert np.all(np.array(list(reading.returns("mirror").values())) == 0.5)
    assert value.figures_of(stored, stored.find(None)).control == Control(15, 0.5)
