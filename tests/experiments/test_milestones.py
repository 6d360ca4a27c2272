"""Milestones: each counts to the turn in which it was reached, and the figures are those of the rows."""
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from agents import agent
from agents.play import play_games
from experiments import defaults, lookup, report, run, statistics
from experiments.milestones import Turns, lands_by_turn, milestones, watch_turns
from experiments.reading import Reading
from experiments.schedule import STARTER, Arm, Deck, Study, pair_seeds
from experiments.statistics import Estimate
from experiments.store import Store
from experiments.studies import goldfish
from experiments.watching import Moment
from experiments.wording import interval, percent
from sim.layout import ACTION
from sim.play import new_games
from sim.terms import ActionKind, Decision

PAIRS = 2


def moment(turn, life, pick=0):
    """A decision of seat 0; pick: to splice, so many texts being on the spell already, plus one."""
    games = new_games(1)
    game, actions = games[0], np.zeros(2, ACTION)
    game["turn"], game["player"]["life"] = turn, (20, life)
    if pick:
        game["decision"], game["n_stack"] = Decision.SPLICE, 1
        game["stack"][0]["n_parts"] = pick
        game["stack"][0]["part"]["spliced"][1:pick] = 1          # the first text is the host's own
        actions["kind"] = ActionKind.DONE, ActionKind.PICK
    return Moment(games, actions, int(pick > 0), np.zeros(2), np.zeros(2))


def test_what_happens_after_the_last_decision_of_a_turn_counts_to_that_turn():
    """Turns 1, 3 and 7 of both players are the starter's first, second and fourth."""
    turns = Turns(STARTER)
    for each in (moment(0, 20), moment(1, 20), moment(3, 20, 1), moment(3, 20, 2), moment(7, 12), moment(7, 9)):
        turns.see(each)
    assert [(row["turn"], row["life"], row["spliced"]) for row in turns.rows] == [
        (0, 0, 0), (1, 0, 0), (2, 8, 2), (3, 8, 2), (4, 11, 2)]


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """A store with a deck against another, watched, and the engine's own rows of these games by seat."""
    pool = lookup.load_pool([])
    deck, other = (Deck(each.name, each.hash, each.cards()) for each in (
        lookup.load_deck(name, pool, "constructed") for name in (defaults.DECK, defaults.FIELD[1])))
    player, arm = agent("heuristic"), Arm("splice on", deck, (other,), PAIRS)
    study = Study("goldfish", (arm,), player, player, 12, "pool", "engine")
    tables = [(deck.cards, other.cards), (other.cards, deck.cards)]
    rows = [play_games(pool.rules, *cards, player, player, pair_seeds(12, (0, 1)), np.full(PAIRS, STARTER))
            for cards in tables]
    with Store(tmp_path_factory.mktemp("turns") / "r.duckdb") as store:
        store.begin(study.id, "goldfish", study.spec, {
            "pairs": {arm.name: PAIRS}, "deck": "mine", "mana": [], "with_splices": [], "watched": PAIRS,
            "rule": goldfish.RULE, "versions": {}}, "")
        run.play_study(study, pool.rules, pool.name, store, 1)
        for _ in range(2):                       # the second time there is nothing left to watch
            watch_turns(study, arm, PAIRS, pool, store)
        yield store, rows


def test_turns_end_where_the_engine_says_that_the_game_did(watched):
    store, rows = watched
    for pair in range(PAIRS):
        for seat in range(2):
            found = store.db.execute("SELECT turn, lands, life, spliced FROM turns WHERE pair = ? AND game = ? "
                                     "ORDER BY turn", [pair, seat]).fetchall()
            row = rows[seat][pair]
            assert [turn for turn, *_ in found] == list(range((row["turns"] + (seat == STARTER)) // 2 + 1))
            assert found[-1][2] == 20 - row["life"][1 - seat]
            assert (found[-1][3] > 0) == (row["splices"][seat] > 0) and found[-1][3] <= row["splices"][seat]
            lands = [each for _, each, *_ in found]
            assert max(np.diff(lands)) <= 1 and lands[0] == 0 < lands[-1]        # a land a turn (305.2)
    assert any(row["splices"][seat] for seat in range(2) for row in rows[seat])


def test_the_page_shows_them_and_says_when_none_was_watched(watched):
    store, _ = watched
    stored = store.find(None)
    page = report.html(goldfish.page(stored, goldfish.figures_of(store, stored)), stored, {}, store.path)
    assert page.count("<svg") == 3
    row = next(each for each in goldfish.figures_of(store, stored).milestones if each.milestone == "1 splice")
    assert f"<td>{percent(row.ever.value)} ({interval(row.ever)})</td>" in page
    none = replace(stored, settings=stored.settings | {"watched": 0})
    page = report.html(goldfish.page(none, goldfish.figures_of(store, none)), none, {}, store.path)
    assert page.count("<svg") == 1 and "No game was watched" in page


def test_the_figures_are_those_of_the_rows(make_study, tmp_path):
    """Three games that are watched and one that is not a result; splices on one spell 1, 2, 0."""
    study, settings, pool = make_study(pairs=60)
    with Store(tmp_path / "r.duckdb") as store:
        store.begin(study.id, study.question, study.spec, settings, "")
        run.play_study(study, pool.rules, pool.name, store, 1)
        good = store.db.execute("SELECT opponent, pair, game FROM games WHERE arm = 'on' AND points IS NOT NULL "
                                "ORDER BY pair, game LIMIT 3").fetchall()
        bad = store.db.execute("SELECT opponent, pair, game FROM games WHERE arm = 'on' AND points IS NULL "
                               "ORDER BY pair, game LIMIT 1").fetchall()
        course = [[(0, 0, 0, 0), (1, 1, 0, 0), (2, 2, 4, 1), (3, 3, 10, 1)], [(0, 0, 0, 0), (1, 1, 0, 0), (2, 1, 0, 2)],
                  [(0, 0, 0, 0), (1, 0, 0, 0)], [(0, 0, 0, 0), (1, 1, 20, 3)]]
        for (opponent, pair, game), rows in zip(good + bad, course):
            key = {"study": study.id, "arm": "on", "opponent": opponent, "pair": pair, "game": game}
            names = ("turn", "lands", "life", "spliced")
            store.add_to("turns", {name: [({**key, **dict(zip(names, row))})[name] for row in rows]
                                   for name in (*key, *names)})
        reading = Reading(store, store.find(None))
        found = {row.milestone: row for row in milestones(reading, 60) if row.arm == "on"}
        assert found["1 splice"].first == {2: 2} and found["2 splices"].first == {2: 1}
        assert found["10 damage"].by_turn[2] == statistics.wilson(0, 3)
        assert found["10 damage"].by_turn[3] == found["10 damage"].ever == statistics.wilson(1, 3)
        assert found["3 splices"].ever == statistics.wilson(0, 3)
        lands = lands_by_turn(reading, 60, "on")
        assert [row.games for row in lands] == [{0: 1, 1: 2}, {1: 1, 2: 1}, {3: 1}]
        assert [row.every_turn for row in lands] == [statistics.wilson(2, 3), statistics.wilson(1, 2),
                                                     statistics.wilson(1, 1)]
        assert milestones(reading, 0)[0].ever.n == 0


@pytest.mark.parametrize(("never", "library", "told"), [
    (0.0, 0.0, "wins on its turn 9.0 on average (95 % interval 8.0 to 10.0), half of its games by turn 9"),
    (0.25, 0.5, " to 10.0) of the 75.0 % of its games that it wins, 50.0 % of them by an empty library, half"),
])
def test_the_sentence_says_of_which_games_it_speaks(never, library, told):
    share = Estimate(0.6, 0.5, 0.7, 40)
    figures = SimpleNamespace(mean={goldfish.ON: Estimate(9.0, 8.0, 10.0, 40)}, won_by={goldfish.ON: {9: share}},
                              never={goldfish.ON: Estimate(never, None, None, 40)}, by_library=library,
                              sooner=Estimate(None, None, None, 0), turns={goldfish.ON: {9: 24}})
    assert told in goldfish.sentence(SimpleNamespace(settings={"deck": "fish"}), figures)
