"""No agent's choice depends on what its seat does not know."""
import numpy as np
import pytest

from agents import agent
from agents.play import choose
from sim.limits import MAX_ACTIONS
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
