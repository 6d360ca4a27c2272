"""A game is one record: a copy goes on as the game would, and is no part of it."""
import numpy as np
import pytest

from sim.play import new_actions, new_games
from tests.contract.conftest import PAIRINGS, share
from tests.contract.kernels import begin, play_on

TO_THE_END = 10**6


@pytest.mark.parametrize("pairing", PAIRINGS, ids=" v ".join)
def test_a_copy_goes_on_as_the_game_and_stays_as_it_is_until_then(pool, cards, pairing):
    games, actions = new_games(3), new_actions()
    for seed in range(share(20)):
        begin(games, 0, pool.rules, cards[pairing[0]], cards[pairing[1]], seed, -1)
        whole = play_on(games, 0, pool.rules, seed, TO_THE_END, 0, actions)
        last = games[0].tobytes()
        half = int(games[0]["decisions"]) // 2

        begin(games, 1, pool.rules, cards[pairing[0]], cards[pairing[1]], seed, -1)
        so_far = play_on(games, 1, pool.rules, seed, half, 0, actions)
        games[2] = games[1]
        at_half = games[1].tobytes()
        assert play_on(games, 1, pool.rules, seed, TO_THE_END, so_far, actions) == whole
        assert games[1]["end"] != 0
        assert games[2].tobytes() == at_half
        assert play_on(games, 2, pool.rules, seed, TO_THE_END, so_far, actions) == whole
        assert games[2].tobytes() == games[1].tobytes()
        assert games[0].tobytes() == last


def test_a_used_record_deals_as_a_blank_one(pool, cards):
    """What an earlier game left behind in the record changes nothing."""
    actions = new_actions()
    used = new_games(1)
    for seed in range(share(200)):
        first, second = PAIRINGS[seed % len(PAIRINGS)]
        hashes = []
        for games in (used, new_games(1)):
            begin(games, 0, pool.rules, cards[first], cards[second], seed, -1)
            hashes.append(play_on(games, 0, pool.rules, seed, TO_THE_END, 0, actions))
        assert hashes[0] == hashes[1], f"seed {seed}"


def test_other_answers_make_another_game(pool, cards):
    """The hash tells games apart, so the tests above can fail."""
    games, actions = new_games(1), new_actions()
    hashes = []
    for answers in range(16):
        begin(games, 0, pool.rules, cards[PAIRINGS[0][0]], cards[PAIRINGS[0][1]], 5, 0)
        hashes.append(play_on(games, 0, pool.rules, answers, TO_THE_END, 0, actions))
    assert len(np.unique(hashes)) == 16
