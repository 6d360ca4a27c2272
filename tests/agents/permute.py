"""Independent plain-Python view of what is hidden, to permute it."""
import numpy as np

from sim.terms import Decision, Zone

SEES_CANDIDATES = (Decision.CHOOSE, Decision.DISCARD, Decision.ORDER)


def hidden_places(game, observer, owner):
    """Return (zone, position) of every card of `owner` that `observer` does not know."""
    choice = game["choice"]
    seen = set()
    if game["to_act"] == observer and game["decision"] in SEES_CANDIDATES:
        seen = {*choice["candidate"][:choice["n_candidates"]].tolist(), *choice["chosen"][:choice["n_chosen"]].tolist()}
    player = game["player"][owner]
    places = [("hand", k) for k in range(player["n_hand"])] + [("library", k) for k in range(player["n_library"])]
    return [(zone, k) for zone, k in places
            if not game["object"][player[zone][k]]["known"] >> observer & 1 and player[zone][k] not in seen]


def permuted(games, observer, generator):
    """Return a copy of a (1,) game with the hidden cards of both owners dealt over their places at random."""
    copy = games.copy()
    game = copy[0]
    for owner in range(2):
        player = game["player"][owner]
        places = hidden_places(game, observer, owner)
        objects = [int(player[zone][k]) for zone, k in places]
        for (zone, k), at in zip(places, generator.permutation(len(objects))):
            obj = objects[at]
            player[zone][k] = obj
            game["object"][obj]["zone"] = Zone.HAND if zone == "hand" else Zone.LIBRARY
            game["object"][obj]["known"] = 1 << owner if zone == "hand" else 0
            game["object"][obj]["power"] = generator.integers(0, 9)      # last known of some earlier life
            game["object"][obj]["stamp"] = generator.integers(1, 1000)
    game["player"][1 - observer]["quiet"] = generator.integers(0, 2)
    game["player"][1 - observer]["passed_until"] = generator.integers(0, 2)
    game["rng"] = np.uint64(generator.integers(0, 2**63))
    return copy
