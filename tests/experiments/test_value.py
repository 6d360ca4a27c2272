"""The figures of a `value` study, and what its sentence dares to say."""
from dataclasses import replace

import numpy as np
import pytest

from experiments import run
from experiments.errors import BadInput
from experiments.reading import Control, Reading
from experiments.statistics import Estimate, aa_control
from experiments.store import Store
from experiments.studies import value
from experiments.studies.value_figures import Difference
from experiments.wording import aa_line
from tests.experiments import fakes


@pytest.fixture
def studied(tmp_path, make_study):
    """A stored study of 300 pairs and its figures."""
    study, settings, pool = make_study(pairs=300)
    with Store(tmp_path / "r.duckdb") as store:
        store.begin(study.id, study.question, study.spec, settings, "splicelab value …")
        run.play_study(study, pool.rules, pool.name, store, 2)
        stored = store.find(None)
        yield store, stored, value.figures_of(store, stored)


def test_the_paired_difference_is_that_of_the_rows(studied):
    store, _, figures = studied
    table = {}
    rows = store.db.execute("SELECT arm, pair, points FROM games WHERE arm IN ('on', 'off')").fetchall()
    for arm, pair, points in rows:
        table.setdefault((arm, pair), []).append(points)
    gaps = [np.mean(table["on", pair]) - np.mean(table["off", pair]) for pair in range(300)
            if None not in table["on", pair] + table["off", pair]]
    estimate = figures.difference.estimate
    assert estimate.value == pytest.approx(np.mean(gaps))
    assert estimate.n == len(gaps) == 300 - figures.unscored_pairs["on"]
    assert estimate.low < estimate.value < estimate.high
    assert figures.difference.bootstrap == pytest.approx((estimate.low, estimate.high), abs=0.01)


def test_the_stand_in_is_measured_right(studied):
    _, _, figures = studied
    assert figures.off.low < 0.5 < figures.off.high            # equal decks once splice is off
    assert figures.difference.estimate.excludes_zero           # twelve splice cards give 0.12 in a draw
    assert [row.card for row in figures.cards] == ["Glacial Ray", "Psychic Puppetry"]
    assert figures.cards[0].copies == 8
    assert figures.cards[0].difference.n < 151
    assert figures.cards[0].difference.level == pytest.approx(0.975)


def test_the_mirror_match_is_exactly_half(studied):
    _, _, figures = studied
    assert figures.control.win_rate == 0.5
    assert figures.control.ok
    assert not Control(10, 0.525).ok


def test_hosts_and_guests_are_counted_once_each(studied):
    store, _, figures = studied
    spliced = store.db.execute("SELECT sum(splices) FROM games WHERE arm = 'on'").fetchone()[0]
    assert sum(row.times for row in figures.onto) == spliced
    assert figures.splices_not_logged == 0
    assert figures.splices_per_game.value == pytest.approx(spliced / 600)
    assert figures.splice_mana_per_game.value == pytest.approx(2 * spliced / 600)
    for row in figures.onto:
        assert row.games <= row.times
        assert row.share_of_games <= 1


def test_opponents_lengths_and_endings_add_up(studied):
    _, _, figures = studied
    assert [row.opponent for row in figures.opponents] == ["first", "second"]
    assert sum(row.difference.n for row in figures.opponents) == figures.difference.estimate.n
    games = sum(row.won + row.lost + row.drawn + row.unscored for row in figures.endings if row.arm == "on")
    assert games == 600
    assert sum(figures.turns["on"].values()) == 600 - sum(row.unscored for row in figures.endings if row.arm == "on")


def test_fewer_pairs_asked_for_later_read_a_prefix(studied):
    store, stored, _ = studied
    settings = stored.settings | {"pairs": {arm: min(n, 20) for arm, n in stored.settings["pairs"].items()}}
    figures = value.figures_of(store, replace(stored, settings=settings))
    assert figures.pairs["on"] == 20
    assert figures.on.n <= 20


def figures_with(figures, low, middle, high, n=400):
    estimate = Estimate(middle, low, high, n, 0.95, 0.5)
    return replace(figures, difference=Difference(estimate, None))


def test_the_sentence_says_what_the_interval_carries(studied):
    _, _, figures = studied
    clear = value.sentence(figures_with(figures, 0.02, 0.04, 0.06))
    assert clear.startswith("Splice is worth +4.0 points of win rate to this deck (95 % interval +2.0 to +6.0), "
                            "most of it from Glacial Ray, most often onto Reach Through Mists")
    nothing = value.sentence(figures_with(figures, -0.01, 0.01, 0.03))
    assert "cannot be told from nothing at 400 pairs" in nothing
    assert "−1.0 to +3.0" in nothing
    assert value.sentence(figures_with(figures, -0.06, -0.04, -0.02)).startswith("Splice costs this deck 4.0 points")
    assert "at least 10" in value.sentence(figures_with(figures, None, 0.1, None, 4))
    assert "no pair was played" in value.sentence(figures_with(figures, None, None, None, 0))


def test_a_card_is_named_only_when_its_own_interval_is_clear(studied):
    _, _, figures = studied
    unclear = tuple(replace(card, difference=replace(card.difference, low=-0.1)) for card in figures.cards)
    text = value.sentence(replace(figures_with(figures, 0.02, 0.04, 0.06), cards=unclear))
    assert "most of it" not in text
    assert "most often Glacial Ray onto Reach Through Mists" in text


def test_a_deck_with_one_splice_card_needs_no_arm_of_its_own(tmp_path, make_study):
    deck = fakes.FakeList("one", [fakes.PLAIN] * 50 + [fakes.RAY] * 10)
    study, settings, pool = make_study(deck=deck, pairs=100)
    assert [arm.name for arm in study.arms] == ["on", "off", "mirror"]
    with Store(tmp_path / "r.duckdb") as store:
        store.begin(study.id, study.question, study.spec, settings, "")
        run.play_study(study, pool.rules, pool.name, store, 1)
        figures = value.figures_of(store, store.find(None))
    assert figures.cards[0].difference == figures.difference.estimate
    assert "all of it from Glacial Ray" in value.sentence(figures_with(figures, 0.02, 0.04, 0.06))


def test_a_deck_without_splice_is_refused(make_study):
    with pytest.raises(BadInput, match="'plain' has no card with splice"):
        make_study(deck=fakes.FakeList("plain", [fakes.PLAIN] * 60))


@pytest.mark.parametrize(("changes", "text"), [({"pairs": 0}, "--pairs 0"), ({"card_share": 1.5}, "--card-share 1.5")])
def test_numbers_out_of_range_are_refused(make_study, changes, text):
    with pytest.raises(BadInput, match=text):
        make_study(**changes)


def test_a_study_of_two_pairs_answers_without_an_interval(tmp_path, make_study):
    study, settings, pool = make_study(pairs=2)
    with Store(tmp_path / "r.duckdb") as store:
        store.begin(study.id, study.question, study.spec, settings, "")
        run.play_study(study, pool.rules, pool.name, store, 1)
        figures = value.figures_of(store, store.find(None))
    assert figures.difference.estimate.too_few
    assert "cannot be told" in value.sentence(figures)


def test_the_control_of_one_arm_against_itself_is_no_alarm_where_opponents_differ(studied):
    """Pairs meet opponents in rotation; halves are made within each, so a harder opponent is in both."""
    store, stored, _ = studied
    store.db.execute("UPDATE games SET points = (opponent = 'first')::INTEGER WHERE points IS NOT NULL")
    arm, control = Reading(store, stored).aa_control()
    assert (arm, control.ok) == ("on", True)
    assert abs(control.difference.value) < 0.05 and control.difference.n > 250


def test_the_control_is_of_the_arm_with_most_pairs_wherever_its_pairs_begin(studied):
    """An arm of a few pairs may have them far behind, as the deals on which `cards-value` chooses a neutral card."""
    store, stored, _ = studied
    store.db.execute("UPDATE games SET pair = pair + 1000000 WHERE arm = 'mirror'")
    settings = stored.settings | {"pairs": stored.settings["pairs"] | {"mirror": 1_000_060}}
    assert Reading(store, replace(stored, settings=settings)).aa_control()[0] == "on"


def test_the_control_says_why_it_says_nothing():
    assert "too few pairs of “on” (4)" in aa_line("on", aa_control(np.array([0.0, 1.0, 0.5, 1.0])))
    assert "no difference between the pairs of “on” (100)" in aa_line("on", aa_control(np.ones(100)))
