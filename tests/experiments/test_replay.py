"""A stored game played again: the same game, and a page on which it can be stepped through."""
import re
from dataclasses import replace

import numpy as np
import pytest

from agents import agent
from agents.play import play_games
from experiments import cli, defaults, lookup, replay, run
from experiments.again import asked_again
from experiments.errors import BadInput
from experiments.frame import Asked
from experiments.schedule import STARTER, Arm, Chunk, Deck, Study, pair_seeds
from experiments.store import Store
from experiments.studies import cards_value, tune
from experiments.studies.mulligan import Told
from experiments.watching import moments, seats_of
from tests.experiments.browser import opened


@pytest.fixture(scope="module")
def game():
    """A pool, and a study of one pair of the default deck."""
    pool = lookup.load_pool([])
    lists = [lookup.load_deck(name, pool, "constructed") for name in (defaults.DECK, defaults.FIELD[1])]
    deck, other = (Deck(each.name, each.hash, each.cards()) for each in lists)
    player = agent("heuristic")
    return pool, Study("match", (Arm("match", deck, (other,), 3),), player, player, 5, "pool", "engine")


@pytest.fixture(scope="module")
def film(game):
    """The frames of one game, and what else its page needs."""
    pool, study = game
    _, seats = seats_of(study, 1, 1, None)
    made = replay.Film(pool, seats, True)
    return seats, made, [made.frame(moment) for moment in moments(pool.rules, seats)]


def test_the_game_is_the_one_of_the_row(game, film):
    pool, study = game
    seats, _, frames = film
    arm = study.arms[0]
    row, = play_games(pool.rules, arm.field[0].cards, arm.deck.cards, study.agent, study.agent, pair_seeds(5, (1,)),
                      np.full(1, STARTER))
    assert frames[-1]["decisions"] == row["decisions"] == len(frames) - 1
    assert [player["life"] for player in frames[-1]["players"]] == row["life"].tolist()
    assert seats.decks[1] is arm.deck


@pytest.mark.parametrize("told", [
    {"agent": Told(agent("heuristic"), 1)}, {"agent": Told(agent("heuristic"), 2)},
    {"agent": agent("random"), "opponent_agent": agent("heuristic"), "exchange": True}], ids=["keep", "back", "arena"])
def test_arms_with_agents_of_their_own_are_played_as_they_were(game, told):
    pool, study = game
    arm = replace(study.arms[0], **told)
    study = replace(study, arms=(arm,))
    games, _ = run.play_chunk(study, pool.rules, pool.name, play_games, Chunk(arm, arm.field[0], (1,)))
    for seat in range(2):
        last = list(moments(pool.rules, seats_of(study, 1, seat, None)[1]))[-1].games[0]
        found = [int(last["decisions"]), *last["player"]["life"].tolist(), *last["player"]["mulligans"].tolist()]
        sides = [("", "opponent_")[side != seat] for side in range(2)]
        assert found == [games["decisions"][seat], *(games[f"{side}life"][seat] for side in sides),
                         *(games[f"{side}mulligans"][seat] for side in sides)]


def settled(module, command):
    """A study of a command whose arms are found on the way, its settings as after it was played, and these arms."""
    asked = Asked(cli.parse(command.split()[1:]))
    study, settings = module.build(asked)
    if module is tune:
        settings["pairs"] = {"given": tune.FRESH + 3, "−2 Hinder": 20, "+1 Hinder": 20, "mirror": 3}
    else:
        settings["swaps"] = {name: "Island" for name, _ in settings["cards"] if name != "Island"}
        settings["sets"] = {"spliced: nothing": [], "spliced: Glacial Ray": ["Glacial Ray"]}
    return study, settings, module.further_arms(asked, settings)


@pytest.mark.parametrize(("module", "words"), [
    (tune, "--bounds Hinder=0..4 total=55..65"), (cards_value, "--neutral-pairs 2")])
def test_arms_that_were_found_on_the_way_are_found_again(module, words, tmp_path):
    command = f"splicelab {module.__name__.split('.')[-1].replace('_', '-')} {defaults.DECK} --pairs 3 {words}"
    study, settings, arms = settled(module, command)
    with Store(tmp_path / "r.duckdb") as store:
        store.begin(study.id, study.question, study.spec, settings, command)
        again = asked_again(store, store.find(None))[1]
    assert again.id == study.id and len(arms) > 3
    assert [(arm.name, arm.deck.hash, arm.deck.cards.tolist()) for arm in again.arms] == [
        (arm.name, arm.deck.hash, arm.deck.cards.tolist()) for arm in (*study.arms, *arms)]
    assert seats_of(again, 0, 0, None)[0].name == arms[0].name


def test_the_answer_given_stands_first_with_the_best_estimate(film):
    for frame in film[2][:-1]:
        assert frame["answers"][0][1] == max(worth for _, worth in frame["answers"])


def test_the_page_steps_through_the_game(film, tmp_path):
    seats, made, frames = film
    about = {"deck": "mine", "opponent": "other", "arm": "match", "pair": 1, "game": 1, "study": "x", "us": 1,
             "agents": ["heuristic()"] * 2, "seed": 1}
    page = replay.html(about, frames, made.texts, made.graphs)
    assert not re.search(r"(src|href)=", page.replace("xlink:href", "").replace("location.hash", ""))
    return_to = "show(frames.length - 1); document.body.dataset.end = document.getElementById('asked').textContent;"
    click = ("const first = document.getElementById('now').textContent; document.getElementById('on-turn').click();"
             "document.body.dataset.moved = first !== document.getElementById('now').textContent;")
    shown = opened(page, tmp_path, click + return_to)
    assert 'data-moved="true"' in shown
    winner = ("other", "mine")[frames[-1]["winner"]]
    assert re.search(rf'data-end="{winner} wins', shown)


def test_what_cannot_be_played_again_is_refused(game):
    _, study = game
    with pytest.raises(BadInput, match="did you mean 'match'"):
        seats_of(study, 0, 0, "mach")
    with pytest.raises(BadInput, match="pairs 0 to 2"):
        seats_of(study, 3, 0, None)

    class Stranger:
        spec = "mine.py:Bold()"

    _, seats = seats_of(replace(study, agent=Stranger()), 0, 0, None)
    with pytest.raises(BadInput, match="only games of built-in agents"):
        next(moments(game[0].rules, seats))
