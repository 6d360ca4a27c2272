"""Print what was asked and answered in some random games, as hashes: `python -m tests.contract.streams GAMES`.

Run in each mode of the engine by `test_modes`. One JSON object: mode, and a hash for each pairing, seed and policy.
"""
import json
import sys

from decks.lists import load_list
from decks.pool import load_pool
from sim.jit import MODE
from sim.play import new_actions, new_games
from sim.terms import ASK_ALL_ORDERS, ASK_CARD_ORDERS, ASK_EVERY_PRIORITY, ASK_MANA
from tests.contract.kernels import begin, broken, play_on

DECKS = ("kbc_ur_splice_glacial_ray", "kbc_uw_dampen_thought", "kbc_white_weenie", "kbc_black_hand_gp2005")
POLICIES = (0, ASK_ALL_ORDERS | ASK_CARD_ORDERS, ASK_EVERY_PRIORITY | ASK_MANA)
LIMIT = 400                  # decisions of one game, so that the uncompiled mode comes to an end


def streams(games: int) -> dict[str, int]:
    """Play `games` games, pairings, seeds and policies in turn, at most LIMIT decisions each; returns their hashes."""
    pool = load_pool()
    table, actions = new_games(1), new_actions()
    decks = {name: load_list(name, pool).cards() for name in DECKS}
    found = {}
    for number in range(games):
        first, second = DECKS[number % 4], DECKS[(number + number // 4) % 4]
        policy = POLICIES[number % 3]
        table[0]["policy"] = policy
        seed = number + number // 4              # every manner of `kernels.answer` with every deck
        begin(table, 0, pool.rules, decks[first], decks[second], seed, number % 2)
        h = int(play_on(table, 0, pool.rules, seed, LIMIT, 0, actions))
        wrong = int(broken(table, 0, pool.rules, decks[first], decks[second]))
        found[f"{first} v {second}, seed {seed}, policy {policy}, broken {wrong}"] = h
    return found


if __name__ == "__main__":
    print(json.dumps({"mode": MODE, "streams": streams(int(sys.argv[1]))}))
