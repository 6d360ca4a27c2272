"""Games that are watched: every splice is a choice that was taken, and the rows tell the same as the game."""
import numpy as np
import pytest

from agents import agent
from experiments import defaults, in_play, lookup
from experiments.reading import Reading
from experiments.schedule import Arm, Deck, Study
from experiments.store import Store
from experiments.watching import moments, seats_of

PAIRS = 2


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """A store with the choices of a few games, and the splices that the engine counted, by game."""
    pool = lookup.load_pool([])
    deck, other = (Deck(each.name, each.hash, each.cards()) for each in (
        lookup.load_deck(name, pool, "constructed") for name in (defaults.DECK, defaults.FIELD[1])))
    player = agent("heuristic")
    arm = Arm("on", deck, (other,), PAIRS)
    study = Study("value", (arm,), player, player, 11, "pool", "engine")
    counted = {}
    for pair in range(PAIRS):
        for game in range(2):
            for moment in moments(pool.rules, seats_of(study, pair, game, "on")[1]):
                counted[pair, game] = int(moment.games[0]["player"]["n_splices"][game])
    with Store(tmp_path_factory.mktemp("watched") / "r.duckdb") as store:
        store.begin(study.id, "value", study.spec, {"pairs": {"on": PAIRS}}, "")
        in_play.watch_choices(study, arm, PAIRS, pool, store)
        yield study, arm, pool, store, counted


def test_every_splice_of_the_deck_is_a_choice_that_was_taken(watched):
    _, _, _, store, counted = watched
    taken = {(pair, game): n for pair, game, n in store.db.execute(
        "SELECT pair, game, count(*) FILTER (WHERE taken) FROM choices GROUP BY pair, game").fetchall()}
    assert taken == counted
    assert sum(counted.values()) > 0


def test_a_game_is_watched_once(watched):
    study, arm, pool, store, _ = watched
    before = store.db.execute("SELECT count(*) FROM choices").fetchone()
    in_play.watch_choices(study, arm, PAIRS, pool, store)
    assert store.db.execute("SELECT count(*) FROM choices").fetchone() == before


def test_the_figures_are_those_of_the_rows(watched):
    _, _, _, store, counted = watched
    rows = in_play.in_play(Reading(store, store.find(None)), "on")
    total = [row for row in rows if not row.host]
    assert sum(row.taken for row in total) == sum(counted.values())
    assert sum(row.offered for row in rows if row.host) == sum(row.offered for row in total)
    for row in total:
        values = store.db.execute("SELECT with_it - without FROM choices WHERE guest = ? AND taken",
                                  [row.guest]).fetchnumpy()
        assert (row.gain.value is None) == (len(next(iter(values.values()))) == 0)
        if row.taken:
            assert row.gain.value > 0                # the heuristic takes what it thinks is better
            assert np.isfinite([row.life, row.permanents, row.drawn]).all()
