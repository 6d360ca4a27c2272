"""The learning environments: those projects' own tests, hidden cards, seeds, ends."""
import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from agents.view import hidden
from environments import both, single
from environments.observation import ACTION_FIELDS, OBJECT_FIELDS, SHAPES, STACK_FIELDS, TABLE_FIELDS, observe
from sim.limits import MAX_ACTIONS
from sim.play import legal_actions
from sim.terms import COUNTERS, KEYWORDS, ActionKind, Decision, End, Zone
from tests.agents.conftest import DECKS
from tests.agents.permute import hidden_places, permuted

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
UR, UW, WW, BH = DECKS


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in SHAPES)


def test_hidden_cards_never_change_an_observation(pool, positions):
    """Neither what is seen nor what may be done, for either seat."""
    generator, moved = np.random.default_rng(3), 0
    for games, actions, _ in positions[::2]:
        asked = int(games[0]["to_act"])
        for seat in range(2):
            listed = actions if seat == asked else actions[:0]
            expected = observe(games[0], pool.rules[0], seat, listed)
            other = permuted(games, seat, generator)
            moved += other[0]["player"].tobytes() != games[0]["player"].tobytes()
            assert same(observe(other[0], pool.rules[0], seat, listed), expected)
            if seat == asked:
                room = np.zeros(MAX_ACTIONS, actions.dtype)
                n = legal_actions(other, 0, pool.rules, room)
                assert room[:n].tobytes() == actions.tobytes()
    assert moved > len(positions) // 2


def test_what_is_known_is_seen(pool, positions):
    """Every object is either told with its card, or hidden by the independent account and counted as unseen."""
    for games, actions, _ in positions[::5]:
        game = games[0]
        for seat in range(2):
            seen = observe(game, pool.rules[0], seat, actions)
            objects = game["object"][:game["n_objects"]]
            secret = [obj for owner in range(2) for zone, k in hidden_places(game, seat, owner)
                      for obj in [int(game["player"][owner][zone][k])]]
            assert sorted(np.flatnonzero(hidden(game, seat)[:len(objects)])) == sorted(secret)
            told = np.flatnonzero(seen["objects"].any(axis=1))
            there = np.flatnonzero(objects["zone"] != Zone.NOWHERE)
            assert sorted([*told, *secret]) == there.tolist()
            assert (seen["objects"][told, 0] == objects["card"][told]).all()
            assert seen["unseen"].sum() == len(secret)
            hand = OBJECT_FIELDS.index("zone")
            assert (seen["objects"][told, hand] == objects["zone"][told]).all()
            assert seen["table"][TABLE_FIELDS.index("my_life")] == game["player"][seat]["life"]


class Short(single.SpliceEnv):
    """Leaves out a part of what is seen."""

    def reset(self, **given):
        seen, info = super().reset(**given)
        return {name: part for name, part in seen.items() if name != "stack"}, info


class Longer(both.SpliceAEC):
    """Shows more of the stack than its space has."""

    def observe(self, agent):
        seen = super().observe(agent)
        inner = seen["observation"]
        return seen | {"observation": inner | {"stack": np.concatenate([inner["stack"]] * 2)}}


@pytest.mark.filterwarnings("ignore")            # of an observation that is a Dict, which is meant
def test_gymnasiums_own_test():
    """It passes the environment, and not one whose observations are not those of its space."""
    made = gymnasium.make(single.ID, opponent="random", most_decisions=60)
    assert check_env(made.unwrapped) is None
    with pytest.raises(AssertionError):
        check_env(Short(UW, WW, "random", most_decisions=60))


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_own_tests():
    """They pass the environment, and not one whose observations are not those of its space."""
    assert api_test(both.env(most_decisions=60), num_cycles=150) is None
    assert seed_test(lambda: both.env(most_decisions=60), num_cycles=100) is None
    with pytest.raises(AssertionError):
        api_test(Longer((UW, WW), most_decisions=60), num_cycles=150)


def episode(env, seed, policy_seed=1):
    """One episode of a random policy: its observations, the last step's answer."""
    policy, seen = np.random.default_rng(policy_seed), []
    observation, _ = env.reset(seed=seed)
    while True:
        seen.append(observation)
        step = env.step(policy.choice(np.flatnonzero(observation["action_mask"])))
        observation = step[0]
        if step[2] or step[3]:
            return [*seen, observation], step


@pytest.mark.parametrize("opponent", ["random", "heuristic", "ismcts(simulations=2)"])
def test_the_same_seed_gives_the_same_game_against_any_agent(opponent):
    env = single.SpliceEnv(UW, WW, opponent, most_decisions=30)
    first, _ = episode(env, 5)
    again, _ = episode(env, 5)
    other, _ = episode(env, 6)
    assert len(first) == len(again) and all(map(same, first, again))
    assert not (len(first) == len(other) and all(map(same, first, other)))
    assert all(env.observation_space.contains(each) for each in first[::10])


def test_rewards_come_at_the_end_and_sum_to_nothing():
    results = set()
    for seed in range(2):
        game, policy = both.env(decks=(UW, BH)), np.random.default_rng(seed)
        game.reset(seed=seed)
        returns = {"player_0": 0.0, "player_1": 0.0}
        for seat in game.agent_iter():
            seen, reward, terminated, truncated, info = game.last()
            assert reward == 0 or terminated
            returns[seat] += reward
            game.step(None if terminated or truncated else policy.choice(np.flatnonzero(seen["action_mask"])))
        assert sum(returns.values()) == 0
        results.add(returns["player_0"])
    assert results <= {-1.0, 0.0, 1.0} and results - {0.0}


def test_ends_that_are_no_results_are_truncated(tmp_path):
    env = single.SpliceEnv(UW, WW, "random", most_decisions=5)
    _, (_, reward, terminated, truncated, info) = episode(env, 1)
    assert (reward, terminated, truncated, info["end"]) == (0.0, False, True, "PLAYING")
    path = tmp_path / "wrong.py"
    path.write_text("class Wrong:\n    def choose(self, view, actions):\n        return 'no'\n")
    env = single.SpliceEnv(UW, WW, f"{path}:Wrong", starter="first")
    observation, _ = env.reset(seed=1)
    while True:
        observation, reward, terminated, truncated, info = env.step(0)
        if terminated or truncated:
            break
    assert (reward, terminated, truncated, info["end"]) == (0.0, False, True, "AGENT_ERROR")
    assert "answered 'no'" in info["error"]


def test_a_draw_is_worth_nothing():
    env = single.SpliceEnv(UW, WW, "random", starter="first")
    env.reset(seed=1)
    env.table.games[0]["player"]["life"] = 0                 # both lose at once (104.4a)
    env.table.games[0]["unchecked"] = 1
    while True:
        _, reward, terminated, truncated, info = env.step(0)
        if terminated or truncated:
            break
    assert (reward, terminated, truncated, info["end"]) == (0.0, True, False, End.DRAW.name)


def test_an_illegal_action_ends_the_episode():
    env = single.SpliceEnv(UW, WW, "random")
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(int(info["action_mask"].sum()))
    assert reward == -1 and terminated and not truncated and info["illegal_action"]
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    raw = both.SpliceAEC((UW, WW))
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        raw.step(255)


def test_rows_of_actions_say_what_they_do(pool, cards):
    """A player named is told from the seat's side, an object by the row where it stands."""
    env = single.SpliceEnv(UW, WW, "random", starter="first")
    observation, _ = env.reset(seed=2)
    asked, policy = set(), np.random.default_rng(4)
    for _ in range(300):
        n = int(observation["action_mask"].sum())
        rows, listed = observation["actions"][:n], env.table.actions[:n]
        assert (rows[:, 0] == listed["kind"] + 1).all() and not observation["actions"][n:].any()
        for row, action in zip(rows, listed):
            if row[1]:
                assert observation["objects"][row[1] - 1, 0] == env.table.games[0]["object"][action["obj"]]["card"]
            if action["kind"] == ActionKind.PICK_PLAYER:
                assert row[3] == (1 if action["value"] == 0 else 2)
        asked.add(Decision(int(observation["table"][0])))
        observation, _, terminated, truncated, _ = env.step(policy.integers(n))
        if terminated or truncated:
            observation, _ = env.reset()
    assert len(asked) >= 4
    assert "hand:" in single.words(env.table, 0, env.n)


@pytest.mark.parametrize("number", [0, 1])
def test_the_loops_of_the_page_run(number, capsys):
    exec(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[number], {})
    assert capsys.readouterr().out


def test_every_field_is_described_with_its_shape():
    for name in (*TABLE_FIELDS, *OBJECT_FIELDS, *STACK_FIELDS, *ACTION_FIELDS):
        stem = re.sub(r"^(my|their)_(?!turn)|_\d$", "", name)
        in_order = {each.replace(" ", "_") for each in KEYWORDS} | {f"{each}_counters" for each in COUNTERS}
        assert f"`{stem}`" in TEXT or f"`{name}`" in TEXT or f"`{stem}_1`" in TEXT or name in in_order, name
    for name, shape in SHAPES.items():
        told = "256 rows, a column for each field below" if name == "objects" else " × ".join(map(str, shape))
        assert f"**`{name}`** ({told})" in TEXT, (name, shape)
