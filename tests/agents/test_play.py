"""Whole games: rows, repeatability, mirrors, agents in plain Python."""
from types import SimpleNamespace

import numpy as np
import pytest

from agents import agent
from agents.play import choose, play_games, weigh
from sim.limits import MAX_ACTIONS
from sim.terms import End
from tests.agents.conftest import DECKS

UR, UW, WW, BH = DECKS

WRAPPERS = '''
from agents import agent
from agents.play import choose
from sim.play import new_games


class First:
    """Always the first action."""

    def choose(self, view, actions):
        return 0


class AsRandom:
    """What the built-in random agent answers, found again from the seed of the decision."""

    def choose(self, view, actions):
        return ((view.seed & (2**64 - 1)) >> 32) * len(actions) >> 32


class Raises:
    def choose(self, view, actions):
        if view.turn >= 3:
            raise RuntimeError("no idea")
        return len(actions) - 1


class Wrong:
    answer = "first"

    def choose(self, view, actions):
        return self.answer if view.turn >= 3 else len(actions) - 1


class Looks:
    """Reads everything that a view offers."""

    def choose(self, view, actions):
        assert len(view.hand) == view.game.player[view.seat].n_hand
        assert view.life > 0 and view.opponent_life > 0 and view.turn >= 0
        assert view.library_size(0) >= 0 and view.opponent_hand_size >= 0
        assert all(view.describe(action) for action in actions)
        assert view.decision and view.step and view.my_turn in (True, False)
        assert all(view.card_name(obj) for seat in (0, 1) for obj in view.permanents(seat))
        following = view.after(actions[-1])
        assert following.decision == "NONE" or len(following.actions) > 0
        return len(actions) - 1
'''


@pytest.fixture(scope="module")
def wrappers(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "wrappers.py"
    path.write_text(WRAPPERS)
    return lambda name: agent(f"{path}:{name}")


@pytest.fixture
def play(pool, cards, seeds):
    """A function: (decks, agents, n) -> rows."""
    def play(decks, agents, n, first=1, **more):
        return play_games(pool.rules, cards[decks[0]], cards[decks[1]], *agents, *seeds(n, first), **more)
    return play


def points(rows, seat):
    return np.where(rows["winner"] < 0, 0.5, rows["winner"] == seat)


def pairs(play, decks, agents, n):
    """Mean points of side 0 over pairs with seats swapped; every game must be a result."""
    straight = play(decks, agents, n)
    swapped = play(decks[::-1], agents[::-1], n)
    assert not np.isin([*straight["end"], *swapped["end"]], [End.PLAYING, End.CAPACITY, End.AGENT_ERROR]).any()
    return (points(straight, 0) + points(swapped, 1)) / 2


@pytest.mark.parametrize("spec, n", [("random", 40), ("heuristic", 20), ("ismcts(simulations=6)", 2),
                                     ("rollout(simulations=12)", 2)])
@pytest.mark.parametrize("deck", [UR, UW])
def test_a_mirror_pair_is_exactly_even(play, spec, n, deck):
    both = (agent(spec), agent(spec))
    assert (pairs(play, (deck, deck), both, n) == 0.5).all()


@pytest.mark.parametrize("spec", ["random", "heuristic", "ismcts(simulations=6)", "rollout(simulations=12)",
                                  "flat(simulations=6)", "ensemble(simulations=6)", "heuristic(always_splice=True)"])
def test_the_same_seeds_give_the_same_rows_in_any_batches(play, spec):
    both = (agent(spec), agent("heuristic"))
    whole = play((UR, WW), both, 4)
    parts = np.concatenate([play((UR, WW), both, 1, first=i) for i in range(1, 5)])
    assert whole.tobytes() == parts.tobytes()
    assert len({row.tobytes() for row in whole}) == 4


@pytest.mark.parametrize("decks", [(UR, UR), (UW, BH), (WW, UW), (BH, WW)])
def test_heuristic_beats_random(play, decks):
    assert pairs(play, decks, (agent("heuristic"), agent("random")), 20).mean() >= 0.75


def test_rows_say_what_happened(play):
    rows = play((UR, UW), (agent("heuristic"), agent("heuristic")), 20)
    assert (rows["error_seat"] == -1).all() and (rows["starter"] == 0).all()
    assert (rows["splices"].sum(axis=1) > 0).any()
    for row in rows:
        assert row["end"] in (End.LIFE, End.DECKED) and row["decisions"] > row["turns"] > 0
        loser = 1 - row["winner"]
        assert row["life"][loser] <= 0 if row["end"] == End.LIFE else row["library"][loser] == 0
        for seat in range(2):
            logged = row["log_guest"][seat][:row["splices"][seat]]
            assert (logged > 0).all() and row["splice_mana"][seat] >= row["splices"][seat]


def test_a_python_agent_gives_the_same_rows_as_the_compiled_one(play, wrappers):
    compiled = play((UR, UW), (agent("random"), agent("heuristic")), 3)
    python = play((UR, UW), (wrappers("AsRandom"), agent("heuristic")), 3)
    assert compiled.tobytes() == python.tobytes()


@pytest.mark.parametrize("first_hand", [1, 2])
def test_a_first_hand_is_kept_or_sent_back_as_told_whoever_sits_opposite(play, wrappers, first_hand):
    told = SimpleNamespace(record=agent("heuristic").record, first_hand=first_hand)
    compiled = play((UR, UW), (told, agent("random")), 6)
    assert (compiled["mulligans"][:, 0] == 0).all() if first_hand == 1 else (compiled["mulligans"][:, 0] >= 1).all()
    assert compiled.tobytes() == play((UR, UW), (told, wrappers("AsRandom")), 6).tobytes()


def test_a_view_can_be_read_and_tried(cards, wrappers, pool):
    high = (np.array([2**64 - 1], np.uint64), np.zeros(1, np.int64))         # as most seeds of pairs are above 2**63
    rows = play_games(pool.rules, cards[UW], cards[BH], wrappers("Looks"), agent("heuristic"), *high, pool.name)
    assert rows["end"][0] not in (End.AGENT_ERROR, End.PLAYING)


@pytest.mark.parametrize("name, answer, said", [
    ("Raises", None, "RuntimeError: no idea"), ("Wrong", "first", "'first'"), ("Wrong", -1, "-1"),
    ("Wrong", 999, "999"), ("Wrong", True, "True"), ("Wrong", 0.0, "0.0"), ("Wrong", None, "None"),
])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_that_fails_ends_its_game_as_its_error(play, wrappers, name, answer, said, seat):
    failing = wrappers(name)
    failing.made.answer = answer
    agents = [agent("heuristic"), agent("heuristic")]
    agents[seat] = failing
    rows = play((UR, WW), agents, 2)
    assert (rows["end"] == End.AGENT_ERROR).all() and (rows["error_seat"] == seat).all()
    assert (rows["winner"] == -1).all() and (rows["turns"] >= 3).all()
    assert len(failing.errors) == 2 and said in failing.errors[0] and "seed 1" in failing.errors[0]


def test_choose_is_what_is_played(pool, positions):
    """A single decision asked from Python is that of the whole game."""
    for games, actions, seed in positions[::29]:
        room = np.zeros(256, actions.dtype)
        room[:len(actions)] = actions
        k = choose(games, 0, pool.rules, room, len(actions), agent("random"), seed)
        assert 0 <= k < len(actions)
        assert k == choose(games, 0, pool.rules, room, len(actions), agent("random"), seed)


@pytest.mark.parametrize("spec", ["rollout(simulations=12, horizon=1)", "flat(simulations=9)", "ismcts(simulations=6)",
                                  "ensemble(simulations=8, worlds=2)"])
def test_a_search_tells_what_it_made_of_the_answers(pool, positions, spec):
    told = 0
    for games, actions, seed in positions[::5]:
        room = np.zeros(MAX_ACTIONS, actions.dtype)
        room[:len(actions)] = actions
        k, scores, shares = weigh(games, 0, pool.rules, room, len(actions), agent(spec), seed)
        if (shares >= 0).any():
            told += 1
            assert shares[k] >= 0 and len(scores) == len(shares) == len(actions)
    assert told > 3
