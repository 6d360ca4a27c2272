"""A stored game played again: the same game, and a page on which it can be stepped through."""
import re
from dataclasses import replace

import numpy as np
import pytest

from agents import agent
from agents.play import play_games
from experiments import defaults, lookup, replay
from experiments.errors import BadInput
from experiments.schedule import STARTER, Arm, Deck, Study, pair_seeds
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
