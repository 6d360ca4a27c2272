"""Cards are neither made nor lost, and a game at rest is a game that can be."""
import numpy as np
import pytest

from sim.invariants import Broken
from sim.limits import MAX_DECISIONS
from sim.play import new_actions, new_games
from sim.terms import ASK_ALL_ORDERS, ASK_CARD_ORDERS, ASK_EVERY_PRIORITY, ASK_MANA, End, Zone
from tests.contract.conftest import DECKS, PAIRINGS, share
from tests.contract.kernels import REPORT, begin, broken, conserve, play_on

EVERYTHING_ASKED = ASK_EVERY_PRIORITY | ASK_ALL_ORDERS | ASK_CARD_ORDERS | ASK_MANA


def conserved(pool, cards, pairing, first_seed, games, every, policy=0):
    """Play games of one pairing; returns the report, and fails with the seed that repeats a fault."""
    table, report = new_games(1), np.zeros(REPORT, np.int64)
    table["policy"] = policy
    wrong = conserve(table, pool.rules, cards[pairing[0]], cards[pairing[1]], first_seed, games, every, new_actions(),
                     report)
    assert wrong == 0, f"{Broken(wrong).name} in {' v '.join(pairing)}, seed {report[3]}, decision {report[4]}"
    assert report[0] == games
    return report


@pytest.mark.parametrize("pairing", PAIRINGS, ids=" v ".join)
def test_random_games_keep_every_card(pool, cards, pairing):
    games = -(-share(10000) // len(PAIRINGS))
    report = conserved(pool, cards, pairing, 1, games, 3)
    assert report[5] == 0, "a table was too small"
    assert report[2] > games


@pytest.mark.parametrize("pairing", PAIRINGS, ids=" v ".join)
def test_also_when_everything_is_asked(pool, cards, pairing):
    report = conserved(pool, cards, pairing, 10**6, share(20), 1, EVERYTHING_ASKED)
    assert report[2] > share(20)


def in_hand(game):
    return int(game["player"][0]["hand"][0])


def lose_from_hand(game):
    game["player"][0]["n_hand"] -= 1


def hold_twice(game):
    player = game["player"][0]
    player["hand"][player["n_hand"]] = player["hand"][0]
    player["n_hand"] += 1


def say_elsewhere(game):
    game["object"][in_hand(game)]["zone"] = Zone.EXILE


def steal(game):
    game["object"][in_hand(game)]["owner"] = 1


def forge(game):
    game["object"][in_hand(game)]["card"] = game["object"][in_hand(game)]["card"] - 1


def share_a_stamp(game):
    game["object"][in_hand(game)]["stamp"] = game["object"][int(game["player"][0]["library"][0])]["stamp"]


def forget(game):
    game["object"][in_hand(game)]["known"] = 0


@pytest.mark.parametrize(("fault", "found"), [
    (lose_from_hand, Broken.UNLISTED), (hold_twice, Broken.LISTED_TWICE), (say_elsewhere, Broken.LISTED_ZONE),
    (steal, Broken.OWNER), (forge, Broken.LOST), (share_a_stamp, Broken.STAMP), (forget, Broken.KNOWN),
])
def test_the_check_finds_what_is_broken_on_purpose(pool, cards, fault, found):
    table, deck = new_games(1), cards[DECKS[0]]
    begin(table, 0, pool.rules, deck, deck, 7, 0)
    play_on(table, 0, pool.rules, 7, 20, 0, new_actions())
    assert broken(table, 0, pool.rules, deck, deck) == 0
    fault(table[0])
    assert Broken(broken(table, 0, pool.rules, deck, deck)) is found


def test_a_game_of_too_many_decisions_is_stopped_and_no_result(pool, cards):
    table = new_games(1)
    begin(table, 0, pool.rules, *[cards[DECKS[0]]] * 2, 2, -1)
    table[0]["decisions"] = MAX_DECISIONS - 10
    play_on(table, 0, pool.rules, 2, 100, 0, new_actions())
    assert End(table[0]["end"]) is End.DECISION_LIMIT
    assert table[0]["winner"] < 0
    assert table[0]["decisions"] == MAX_DECISIONS + 1
