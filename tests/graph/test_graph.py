"""The action graph: complete, sound, exact, uniform (CR 601.2, 702.47); and its forms for others."""
from __future__ import annotations

import collections
import json

import networkx as nx
import numpy as np
import pytest

from decks.pool import load_pool
from experiments.check import counts
from experiments.check.schema import read_scenario
from experiments.check.table import Table
from sim.graph import CastGraph, action_graph, labelled
from sim.graph_nodes import SINK
from sim.play import apply_action, new_actions, new_games, start_game
from sim.terms import ASK_ALL_ORDERS, ASK_EVERY_PRIORITY, ActionKind, Decision
from tests.graph.walking import announced, walked

LANDS = [{"card": name, "count": 6} for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")]


@pytest.fixture(scope="module")
def table():
    return Table(load_pool())


def set_up(table, hand, battlefield=LANDS, opponent=("Grizzly Bears",), **sides):
    """A table in your first main phase."""
    you = {"hand": list(hand), "battlefield": list(battlefield), **sides}
    table.set_up(read_scenario("here", {"id": "here", "you": you, "opponent": {"battlefield": list(opponent)}}))
    return table


def of(table, name, orders=None):
    """The graph of casting one card."""
    return CastGraph.of(table.games, 0, table.rules, table.pool.find(name), orders)


HANDS = {
    "alone": ("Lava Spike", []),
    "equal cards apart": ("Reach Through Mists", ["Glacial Ray", "Kodama's Might", "Glacial Ray"]),
    "host is a splice card": ("Glacial Ray", ["Glacial Ray", "Glacial Ray"]),
    "costs that are not mana": ("Lava Spike", ["Torrent of Stone", "Veil of Secrecy", "Horobi's Whisper"]),
    "an X and a pitch cost": ("Sickening Shoal", ["Horobi's Whisper", "Kodama's Might"]),
    "two modes of four": ("Cryptic Command", ["Everdream"]),
}


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("all_orders", [True, False])
def test_paths_are_the_casts_that_the_game_offers(table, name, all_orders):
    host, others = HANDS[name]
    set_up(table, [host, *others], [*LANDS, "Silver Knight"])
    if not all_orders:
        table.game.policy = int(table.game.policy) & ~ASK_ALL_ORDERS
    graph = of(table, host)
    assert graph.n_casts == len(walked(table, host)) > 0


def test_every_path_can_be_carried_out_and_no_two_are_one_cast(table):
    set_up(table, ["Reach Through Mists", "Glacial Ray", "Kodama's Might", "Consuming Vortex"])
    graph, seen = of(table, "Reach Through Mists"), set()
    for path in graph.paths():
        table.games[1] = table.games[0]
        graph.replay(path, table.games, 1)
        spell = announced(table.games[1], int(graph.edges[path[0]].obj))
        texts = tuple(int(part.card) for part in spell.part[:spell.n_parts])
        seen.add((texts, tuple((int(t.part), int(t.obj), int(t.seat)) for t in spell.target[:spell.n_targets])))
    assert len(seen) == graph.n_casts == sum(1 for _ in graph.paths())


def test_counts_beyond_64_bits_are_exact(table):
    guests = ["Kodama's Might", "Strange Inversion", "Consuming Vortex", "Into the Fray", "Horobi's Whisper",
              "Hundred-Talon Strike", "Veil of Secrecy", "Overblaze", "Reweave", "Glacial Ray", "Candles' Glow"]
    mine = [*LANDS, *LANDS, *LANDS, {"card": "Lantern Kami", "count": 3}, {"card": "Dreamcatcher", "count": 2}]
    giants = [{"card": "Hill Giant", "count": 5}]
    set_up(table, ["Otherworldly Journey", *guests], mine, giants, graveyard=["Forest"] * 4)
    graph = of(table, "Otherworldly Journey", "all")
    exact = graph.n_casts
    assert exact > 2**63 and graph.nodes[graph.root].ways == -1
    assert abs(exact - graph.nodes[graph.root].weight) / exact < 1e-12
    path = graph.draw(seed=4)
    assert graph.edges[path[-1]].to == SINK and path == graph.draw(seed=4) != graph.draw(seed=5)


def test_draws_are_uniform(table):
    set_up(table, ["Reach Through Mists", "Glacial Ray", "Kodama's Might"])
    graph = of(table, "Reach Through Mists")
    found = collections.Counter(tuple(graph.draw(seed)) for seed in range(200 * graph.n_casts))
    assert len(found) == graph.n_casts
    # chi-square with 10 degrees of freedom: beyond 35 once in ten thousand
    assert graph.n_casts == 11 and sum((n - 200) ** 2 / 200 for n in found.values()) < 35


def test_the_best_path_is_the_best_of_all(table):
    set_up(table, ["Reach Through Mists", "Glacial Ray", "Kodama's Might", "Consuming Vortex"])
    graph = of(table, "Reach Through Mists", "all")
    for seed in range(20):
        scores = np.random.default_rng(seed).normal(size=len(graph.edges))
        total, path = graph.best(scores)
        best = max(graph.paths(), key=lambda each: scores[each].sum())
        assert path == best and total == pytest.approx(scores[best].sum())


def test_what_cannot_be_cast_has_no_path(table):
    set_up(table, ["Glacial Ray"], ["Mountain"])
    graph = of(table, "Glacial Ray")
    assert graph.n_casts == 0 and graph.draw(1) == [] and list(graph.paths()) == []
    with pytest.raises(ValueError, match="nothing can be cast"):
        graph.best(np.zeros(len(graph.edges)))


def test_only_who_has_priority_can_cast(table):
    games, actions = new_games(1), new_actions()
    deck = np.full(60, table.pool.find("Island"), np.uint16)
    start_game(games, 0, table.rules, deck, deck, 1, 0, actions)
    assert games[0].decision == Decision.MULLIGAN
    with pytest.raises(ValueError, match="priority"):
        CastGraph.of(games, 0, table.rules)


def test_the_whole_hand_is_the_sum_of_its_cards(table):
    hand = ["Reach Through Mists", "Glacial Ray", "Glacial Ray", "Lava Spike", "Psychic Puppetry"]
    set_up(table, hand)
    whole = CastGraph.of(table.games, 0, table.rules)
    assert whole.n_casts == sum(counts.casts(table, name) for name in set(hand))
    assert {int(whole.edges[k].kind) for k in whole.edges_of(whole.root)} == {int(ActionKind.CAST)}


def test_nodes_are_few_where_casts_are_many(table):
    hand = ["Reach Through Mists", "Glacial Ray", "Kodama's Might", "Consuming Vortex", "Horobi's Whisper",
            "Blessed Breath", "Strange Inversion"]
    set_up(table, hand, [*LANDS, "Grizzly Bears", "Grizzly Bears"], graveyard=["Forest"] * 4)
    graph = of(table, "Reach Through Mists", "all")
    assert graph.n_casts > 50_000 and len(graph.nodes) < 3**6
    signatures = [(int(node.decision), int(node.card), graph.edges[node.first:node.first + node.n].tobytes())
                  for node in graph.nodes]
    assert len(set(signatures)) == len(signatures)       # equal futures are one node
    assert all(int(graph.edges[k].to) < node for node in range(len(graph.nodes)) for k in graph.edges_of(node))


def test_positions_of_real_games(table):
    """Complete and sound where games lead: the graph of every card in hand against a walk through the game."""
    deck = np.array(_deck(table.pool), np.uint16)
    games, actions, compared = new_games(1), new_actions(), 0
    for seed in range(3):
        games["policy"] = ASK_EVERY_PRIORITY | ASK_ALL_ORDERS
        n = start_game(games, 0, table.rules, deck, deck, seed, 0, actions)
        generator = np.random.default_rng(seed)
        while n and compared < 12 * (seed + 1):
            casts = [k for k in range(n) if actions[k].kind == ActionKind.CAST]
            if casts and games[0].player[games[0].to_act].n_hand > 3:
                table.row = table.listed = 0
                table.games[0] = games[0]
                table.listed = -1
                name = table.pool.name(int(actions[generator.choice(casts)].card))
                assert counts.casts(table, name) == len(walked(table, name))
                compared += 1
            n = int(apply_action(games, 0, table.rules, actions, int(generator.integers(n))))
    assert compared >= 10


def _deck(pool):
    spells = ("Glacial Ray", "Reach Through Mists", "Psychic Puppetry", "Consuming Vortex", "Lava Spike",
              "Desperate Ritual")
    return [pool.find(name) for name in spells for _ in range(6)] + [
        pool.find(name) for name in ("Island", "Mountain") for _ in range(12)]


def test_the_networkx_form(table, tmp_path):
    set_up(table, ["Reach Through Mists", "Glacial Ray", "Kodama's Might"])
    graph = action_graph(table.games, 0, table.pool, table.pool.find("Reach Through Mists"))
    assert isinstance(graph, nx.DiGraph) and nx.is_directed_acyclic_graph(graph)
    assert graph.graph["casts"] == 11 == graph.nodes[graph.graph["root"]]["casts"] == graph.nodes[SINK]["paths"]
    nx.write_graphml(graph, tmp_path / "casts.graphml")
    again = nx.read_graphml(tmp_path / "casts.graphml", node_type=int)
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert json.loads(json.dumps(nx.node_link_data(graph, edges="edges")))["nodes"]
    words = {data["label"] for _, _, data in graph.edges(data=True)}
    assert {"Reach Through Mists", "no more", "Glacial Ray", "you / opponent / opponent's Grizzly Bears"} <= words
    assert {data["stage"] for _, data in graph.nodes(data=True)} >= {"cast", "splice", "target", "done"}


def test_labels_follow_the_names_that_are_given(table):
    set_up(table, ["Lava Spike"])
    graph = CastGraph.of(table.games, 0, table.rules)
    assert labelled(graph, lambda definition: f"<{definition}>").nodes[graph.root - 1]["label"].startswith("target: <")
