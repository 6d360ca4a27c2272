"""Worlds that a seat could be in."""
import numpy as np

from sim.jit import entry
from sim.layout import Games, RulesArray
from sim.observe import determinize, information_key
from sim.terms import Zone
from tests.agents.permute import hidden_places, permuted


@entry
def world_for(games: Games, i: int, rules: RulesArray, observer: int, seed: int) -> None:
    determinize(games[i], rules[0], observer, seed)


@entry
def key_of(games: Games, i: int, rules: RulesArray, observer: int) -> int:
    return information_key(games[i], rules[0], observer)


def zones_and_cards(game):
    """Return the sorted definitions of each owner, and of each list of objects its length."""
    objects = game["object"][:game["n_objects"]]
    used = objects[objects["zone"] != Zone.NOWHERE]
    return [sorted(used["card"][used["owner"] == seat].tolist()) for seat in range(2)]


def test_key_and_cards_survive_determinizing(pool, positions):
    changed = 0
    for games, _, seed in positions:
        for observer in range(2):
            world = games.copy()
            world_for(world, 0, pool.rules, observer, seed)
            assert key_of(world, 0, pool.rules, observer) == key_of(games, 0, pool.rules, observer)
            assert zones_and_cards(world[0]) == zones_and_cards(games[0])
            hidden = hidden_places(games[0], observer, 1 - observer)
            changed += any(world[0]["player"][1 - observer][zone][k] != games[0]["player"][1 - observer][zone][k]
                           for zone, k in hidden)
    assert changed > len(positions)


def test_known_cards_stay(pool, positions):
    for games, _, seed in positions:
        for observer in range(2):
            world = games.copy()
            world_for(world, 0, pool.rules, observer, seed)
            for owner in range(2):
                hidden = set(hidden_places(games[0], observer, owner))
                for zone in ("hand", "library"):
                    before, after = games[0]["player"][owner], world[0]["player"][owner]
                    for k in range(before["n_" + zone]):
                        if (zone, k) not in hidden:
                            assert after[zone][k] == before[zone][k]


def test_world_depends_on_what_is_known_and_the_seed_alone(pool, positions):
    generator = np.random.default_rng(5)
    for games, _, seed in positions:
        observer = int(games[0]["to_act"])
        other = permuted(games, observer, generator)
        world_for(games := games.copy(), 0, pool.rules, observer, seed)
        world_for(other, 0, pool.rules, observer, seed)
        for field in ("player", "object", "rng"):
            assert games[0][field].tobytes() == other[0][field].tobytes(), field


def test_key_tells_what_is_known_apart(pool, positions):
    """Another card in the observer's own hand, or another life total, is another key."""
    for games, _, _ in positions[::7]:
        observer = int(games[0]["to_act"])
        key = key_of(games, 0, pool.rules, observer)
        life = games.copy()
        life[0]["player"][observer]["life"] += 1
        assert key_of(life, 0, pool.rules, observer) != key
        player = games[0]["player"][observer]
        if player["n_hand"]:
            hand = games.copy()
            hand[0]["object"][player["hand"][0]]["card"] += 1
            assert key_of(hand, 0, pool.rules, observer) != key
