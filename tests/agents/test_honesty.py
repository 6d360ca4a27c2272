"""No agent's choice depends on what its seat does not know."""
import os

import numpy as np
import pytest

from agents import agent
from agents.play import choose
from sim.limits import MAX_ACTIONS
from sim.play import apply_action, new_actions, new_games, start_game
from tests.agents.permute import permuted


@pytest.mark.parametrize("spec, every", [("random", 5), ("heuristic", 1), ("reference", 1),
                                         ("ismcts(simulations=20)", 6),
                                         ("rollout(simulations=20)", 6), ("ensemble(simulations=20)", 12),
                                         ("flat(simulations=20)", 12)])
def test_permuting_hidden_cards_never_changes_a_choice(pool, positions, spec, every):
    generator = np.random.default_rng(11)
    player = agent(spec)
    moved = 0
    for games, actions, seed in positions[::every]:
        room = np.zeros(MAX_ACTIONS, actions.dtype)
        room[:len(actions)] = actions
        expected = choose(games, 0, pool.rules, room, len(actions), player, seed)
        for _ in range(3):
            other = permuted(games, int(games[0]["to_act"]), generator)
            moved += other[0]["player"].tobytes() != games[0]["player"].tobytes()
            assert choose(other, 0, pool.rules, room, len(actions), player, seed) == expected
    assert moved > 50


def test_a_search_depends_on_its_seed_and_budget(pool, positions):
    """Another seed or budget changes some choice, so the search is really what answers."""
    def answers(spec, shift):
        found = []
        for games, actions, seed in positions[::2]:
            room = np.zeros(MAX_ACTIONS, actions.dtype)
            room[:len(actions)] = actions
            found.append(choose(games, 0, pool.rules, room, len(actions), agent(spec), seed + shift))
        return found

    for search in ("ismcts", "rollout"):
        base = answers(f"{search}(simulations=20)", 0)
        assert base != answers(f"{search}(simulations=20)", 1)
        assert base != answers("heuristic", 0)


def test_no_choice_of_whole_games_changes(pool, cards, capsys):
    """Every decision of games that the search itself plays; SPLICELAB_DECISIONS sets how many, -s prints the count."""
    wanted = int(os.environ.get("SPLICELAB_DECISIONS", "300"))
    generator, player, actions = np.random.default_rng(5), agent("rollout(simulations=40)"), new_actions()
    looked_at = changed = searched = 0
    while looked_at < wanted:
        decks = [cards[name] for name in generator.choice(sorted(cards), 2)]
        games, seed = new_games(1), int(generator.integers(2**62))
        n = start_game(games, 0, pool.rules, *decks, seed, 0, actions)
        while n > 0 and looked_at < wanted:
            k = choose(games, 0, pool.rules, actions, n, player, seed, decks)
            searched += k != choose(games, 0, pool.rules, actions, n, agent("heuristic"), seed)
            other = permuted(games, int(games[0]["to_act"]), generator)
            changed += choose(other, 0, pool.rules, actions, n, player, seed, decks) != k
            looked_at += 1
            n = apply_action(games, 0, pool.rules, actions, k)
    with capsys.disabled():
        if wanted > 300:
            print(f"\n{looked_at:,} decisions, hidden cards permuted: {changed} changed "
                  f"({searched:,} differ from the heuristic's)")
    assert changed == 0 and searched > 0
