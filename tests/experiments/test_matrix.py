"""`matrix`: every match is seen from both sides, and the shares are those of an equilibrium."""
import numpy as np
import pytest

from experiments import run
from experiments.schedule import Arm, Deck, Study
from experiments.store import Store
from experiments.studies import matrix
from tests.experiments import fakes

DECKS = [Deck(name, name, np.array([fakes.PLAIN] * 40 + [fakes.RAY] * n, np.uint16))
         for name, n in (("weak", 0), ("strong", 20), ("middle", 10))]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The figures of a field in which splices are all that counts, and its reading."""
    pool, agent = fakes.fake_pool(), fakes.FakeAgent()
    arms = [Arm(f"{one.name} v {two.name}", one, (two,), 150) for at, one in enumerate(DECKS) for two in DECKS[at + 1:]]
    study = Study("matrix", tuple(arms), agent, agent, 3, pool.hash, "engine")
    settings = {"decks": [each.name for each in DECKS], "deck": "", "pairs": {arm.name: arm.pairs for arm in arms}}
    with Store(tmp_path_factory.mktemp("matrix") / "r.duckdb") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "load_engine", lambda: fakes.play_games)
        store.begin(study.id, "matrix", study.spec, settings, "")
        run.play_study(study, pool.rules, pool.name, store, 1)
        yield store, matrix.figures_of(store, store.find(None))


def test_a_match_is_seen_from_both_sides(played):
    store, figures = played
    rates = {(row.deck, row.opponent): row.win_rate for row in figures.matches}
    assert len(rates) == 6
    for (one, two), rate in rates.items():
        other = rates[two, one]
        assert (rate.value + other.value, rate.low + other.high) == pytest.approx((1, 1))
    points = [row[0] for row in store.db.execute(
        "SELECT avg(points) FROM games WHERE arm = 'weak v strong' GROUP BY pair HAVING count(points) = 2").fetchall()]
    assert rates["weak", "strong"].value == pytest.approx(np.mean(points))


def test_the_best_list_has_the_whole_share_and_no_list_wins_more_than_half_against_the_shares(played):
    rows = played[1].decks
    assert [row.deck for row in rows] == ["strong", "middle", "weak"]
    assert [row.share for row in rows] == pytest.approx([1, 0, 0])
    assert max(row.against_equilibrium for row in rows) <= 0.5 + 1e-9
    assert matrix.sentence(played[1]).startswith("strong wins most")


def test_the_first_turn_is_worth_what_starters_win_more(played):
    store, figures = played
    starters, others = store.db.execute(
        "SELECT avg(points) FILTER (WHERE starts), avg(points) FILTER (WHERE NOT starts) FROM games JOIN "
        "(SELECT arm, pair FROM games GROUP BY ALL HAVING count(points) = 2) USING (arm, pair)").fetchone()
    assert figures.starting.value == pytest.approx((starters + 1 - others) / 2)
    assert figures.starting.n == sum(row.win_rate.n for row in figures.matches) // 2
