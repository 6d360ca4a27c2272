"""No dead end: whatever is offered can be completed and paid, whichever way it is gone on with (601.2e, 702.47b)."""
import numpy as np
import pytest

from experiments.fuzz.kernels import MAX_DEPTH, explore_games, fault_name
from sim.layout import ACTION
from sim.limits import MAX_ACTIONS
from sim.play import new_actions, new_games
from sim.terms import ASK_ALL_ORDERS, ASK_CARD_ORDERS, ASK_EVERY_PRIORITY, ASK_MANA
from tests.contract.conftest import PAIRINGS, share
from tests.contract.kernels import REPORT

EVERYTHING_ASKED = ASK_EVERY_PRIORITY | ASK_ALL_ORDERS | ASK_CARD_ORDERS | ASK_MANA
MOST = 300                   # partial casts of one cast that are completed in every way; then first and last ways
PARTIAL_CASTS = 20000        # to be completed, over all pairings
FURTHER_COSTS = ("Lotus Petal", "Springleaf Drum", "Chromatic Sphere", "Krark-Clan Ironworks", "Simian Spirit Guide",
                 "Elvish Spirit Guide", "Orochi Leafcaller", "Petalmane Baku", "Tendo Ice Bridge", "Lotus Field",
                 "Untaidake, the Cloud Keeper")
PAID_WITH_THEM = ("Glacial Ray", "Glacial Ray", "Lava Spike", "Reach Through Mists", "Torrent of Stone",
                  "Hundred-Talon Strike", "Veil of Secrecy", "Kodama's Might", "Sol Ring", "Tormenting Voice",
                  "Azusa, Lost but Seeking", "Minamo, School at Water's Edge", "Blazing Shoal", "Llanowar Elves")


def explored(pool, decks, first_seed, games, every=1, policy=0):
    """Complete the casts of some games; returns the report, and fails with the position that has a dead end."""
    table, report = new_games(MAX_DEPTH + 2), np.zeros(REPORT, np.int64)
    table["policy"] = policy
    wrong = explore_games(table, pool.rules, *decks, first_seed, games, every, MOST, new_actions(),
                          np.zeros(MAX_DEPTH * MAX_ACTIONS, ACTION), report)
    assert wrong == 0, (f"{fault_name(wrong)}: seed {report[5]}, decision {report[6]}, "
                        f"{report[4]} answers further")
    return report


@pytest.mark.parametrize("pairing", PAIRINGS, ids=" v ".join)
def test_every_partial_cast_can_be_completed(pool, cards, pairing):
    decks = [cards[name] for name in pairing]
    partial = seed = 0
    while partial < share(PARTIAL_CASTS) / len(PAIRINGS):
        completed = explored(pool, decks, seed, 4)[0]
        assert completed > 0
        partial += completed
        seed += 4


@pytest.mark.parametrize("number", range(8))
def test_also_with_cards_of_the_whole_pool(pool, mixed_decks, number):
    assert explored(pool, mixed_decks(number), 1, max(1, share(2)), 8)[0] > 0


@pytest.mark.parametrize("number", range(4))
def test_also_when_everything_is_asked(pool, mixed_decks, number):
    assert explored(pool, mixed_decks(number), 1, max(1, share(2)), 8, EVERYTHING_ASKED)[0] > 0


@pytest.mark.parametrize("policy", [0, EVERYTHING_ASKED])
def test_also_with_mana_abilities_that_cost_more_than_tapping(pool, policy):
    names = [*FURTHER_COSTS * 3, *PAID_WITH_THEM, "Mountain", "Island", "Forest"]
    deck = np.array([pool.find(name) for name in names], np.uint16)
    assert explored(pool, [deck, deck], 1, max(2, share(6)), 2, policy)[0] > 0
