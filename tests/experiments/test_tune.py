"""`tune`: bounds, what a design tells of each card, the way it points, what is told of fresh deals."""
import numpy as np
import pytest

from experiments import cli, frame
from experiments.errors import BadInput
from experiments.studies import tune
from experiments.studies.tune import Bounds, Search

BOUNDS = Bounds(("good", "weak", "island", "fair"), np.array([0, 0, 10, 0]), np.array([4, 4, 20, 4]),
                np.array([False, False, True, False]), (14, 16), (24, 24))
GIVEN = (1, 4, 15, 4)


def test_every_step_and_every_list_of_a_design_keeps_within_the_bounds():
    assert BOUNDS.allow(GIVEN)
    assert not BOUNDS.allow((1, 4, 17, 2))           # too many lands
    assert not BOUNDS.allow((1, 4, 15, 3))           # too few cards
    lists = tune.design(BOUNDS, GIVEN, np.random.default_rng(1))
    assert len(lists) == len(set(lists)) >= 20
    assert all(BOUNDS.allow(each) for each in lists)
    assert GIVEN not in lists
    assert all(sum(each) == 24 for each in BOUNDS.steps(GIVEN))


def test_a_design_tells_what_each_card_adds_and_the_path_leads_to_the_best_list():
    worth = np.array([0.015, -0.01, 0.0, 0.002])
    draws = np.random.default_rng(2)
    search = Search(BOUNDS, GIVEN)
    for number in range(2):                          # each round's deals have a level of their own
        for each in tune.design(BOUNDS, GIVEN, draws):
            mean = float(worth @ np.subtract(each, GIVEN)) + 0.02 * number + draws.normal(0, 0.003)
            search.tried.append((each, mean, 0.003 ** 2, number))
    found, error = search.fit()
    assert np.ptp((found - worth) / error) < 6
    assert np.argsort(found).tolist() == [1, 2, 3, 0]
    path = search.path(GIVEN)
    assert path[0] == GIVEN
    assert path[-1][0] == 4 and path[-1][1] == 0 and path[-1][3] == 4
    assert all(b in set(BOUNDS.steps(a)) for a, b in zip(path, path[1:]))


def test_the_share_won_back_is_a_ratio_of_paired_means():
    draws = np.random.default_rng(3)
    given = {p: float(draws.random()) for p in range(3000)}
    tuned = {p: v + 0.06 + draws.normal(0, 0.1) for p, v in given.items()}
    reference = {p: v + 0.08 + draws.normal(0, 0.1) for p, v in given.items()}
    share = tune.won_back(given, tuned, reference, 1)
    assert share.low < 0.75 < share.high and share.high - share.low < 0.15
    assert tune.won_back(given, tuned, {p: v - 0.1 for p, v in given.items()}, 1).value is None


def asked(*words):
    return frame.Asked(cli.parse(["tune", "kbc_ur_splice_glacial_ray", *words]))


def test_what_comes_in_lies_in_the_slots_of_what_goes_out():
    request = asked("--bounds", "Glacial Ray=0..4", "Lava Spike=0..4", "Hinder=0..4", "total=59..61")
    bounds, given = tune._bounds(request)
    assert given == (4, 0, 2)
    deck = tune._deck(request, bounds, given, (2, 2, 2), tune._title(bounds, given, (2, 2, 2)))
    listed = request.deck.cards()
    changed = np.flatnonzero(deck.cards != listed)
    assert len(deck.cards) == 60 and len(changed) == 2
    assert {request.pool.name(int(card)) for card in listed[changed]} == {"Glacial Ray"}
    assert {request.pool.name(int(card)) for card in deck.cards[changed]} == {"Lava Spike"}
    assert len(tune._deck(request, bounds, given, (3, 0, 2), "x").cards) == 59
    assert len(tune._deck(request, bounds, given, (4, 1, 2), "y").cards) == 61
    assert tune._title(bounds, given, (2, 2, 2)) == "+2 Lava Spike −2 Glacial Ray"
    for counts in ((2, 2, 2), (4, 0, 2), (3, 0, 2), (0, 4, 1)):
        assert tune._counts(bounds, given, tune._title(bounds, given, counts)) == counts


@pytest.mark.parametrize(("words", "text"), [
    (["Glacial Ray"], "expected 'CARD=LEAST..MOST'"),
    (["Glacial Ray=4..2"], "expected 'CARD=LEAST..MOST'"),
    (["Glacial Ray=0..3"], "the list itself lies outside"),
    (["Glacial Ray=4"], "they allow no other list"),
    (["Glacial Rey=0..4"], "Glacial Ray"),
])
def test_bounds_that_cannot_be_are_refused(words, text):
    with pytest.raises(BadInput) as caught:
        tune.build(asked("--bounds", *words))
    assert text in str(caught.value)
