"""Lists of answers, and what the engine remembers between decisions so that it need not look again."""
import numpy as np
import pytest

from sim.play import new_actions, new_games
from sim.terms import ASK_ALL_ORDERS, ASK_CARD_ORDERS, ASK_EVERY_PRIORITY, ASK_MANA
from tests.contract.conftest import PAIRINGS, share
from tests.contract.kernels import REPORT, begin, check_lists, play_asked

POLICIES = {"usual": 0, "every priority": ASK_EVERY_PRIORITY,
            "everything": ASK_EVERY_PRIORITY | ASK_ALL_ORDERS | ASK_CARD_ORDERS | ASK_MANA}
WRONG = {1: "too few answers", 2: "the same answer twice", 3: "PASS is not first", 4: "another list when asked again",
         5: "a card that is not its object's", 10: "characteristics are out of date", 11: "mana is out of date",
         12: "quiet, but there is something to do", 13: "another list when nothing is remembered"}


def checked(pool, decks, policy, first_seed, games):
    """Check the lists of some games; returns how many there were."""
    table, report = new_games(2), np.zeros(REPORT, np.int64)
    table["policy"] = policy
    wrong = check_lists(table, pool.rules, *decks, first_seed, games, new_actions(), new_actions(), report)
    assert wrong == 0, f"{WRONG[wrong]}: seed {report[1]}, decision {report[2]}"
    return report[0]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("pairing", PAIRINGS, ids=" v ".join)
def test_lists_are_sound_and_nothing_remembered_is_out_of_date(pool, cards, pairing, policy):
    assert checked(pool, [cards[name] for name in pairing], POLICIES[policy], 1, share(40)) > 0


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(8))
def test_also_with_cards_of_the_whole_pool(pool, mixed_decks, number, policy):
    assert checked(pool, mixed_decks(number), POLICIES[policy], 1, share(40)) > 0


def assert_the_same_under_both(pool, decks, seeds):
    """Play the same answers asked at every priority and asked only when there is something to do."""
    actions, hashes = new_actions(), []
    for seed in seeds:
        pair = []
        for policy in (0, ASK_EVERY_PRIORITY):
            games = new_games(1)
            games["policy"] = policy
            begin(games, 0, pool.rules, *decks, seed, seed % 2)
            pair.append(int(play_asked(games, 0, pool.rules, seed, actions)))
        assert pair[0] == pair[1], f"seed {seed}"
        hashes += pair
    assert len(set(hashes)) > len(seeds) / 2


@pytest.mark.parametrize("pairing", PAIRINGS, ids=" v ".join)
def test_no_priority_with_something_to_do_is_passed_over(pool, cards, pairing):
    assert_the_same_under_both(pool, [cards[name] for name in pairing], range(1, share(60) + 2))


@pytest.mark.parametrize("number", range(8))
def test_none_is_passed_over_with_cards_of_the_whole_pool_either(pool, mixed_decks, number):
    assert_the_same_under_both(pool, mixed_decks(number), range(1, share(60) + 2))
