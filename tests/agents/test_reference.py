"""The reference agent never changes: what it decides in some games is on file.

A test fails here when agents/reference.py or agents/reference_texts.py was changed, which is not allowed: an
improvement is another agent. Only a change of the rules in sim/ (or of the cards of these lists) may move the file, and
then the message of the commit says which: `python -m tests.agents.test_reference > tests/agents/reference.txt`.
"""
import hashlib
from pathlib import Path

import numpy as np
import pytest

from agents import agent
from agents.play import choose, play_games
from decks.lists import load_list
from decks.pool import load_pool
from sim.play import apply_action, new_actions, new_games, start_game
from sim.terms import ABSENT, ActionKind, Decision, End

GOLDEN = Path(__file__).with_name("reference.txt")
DECKS = ("kbc_ur_splice_glacial_ray", "kbc_uw_dampen_thought", "kbc_white_weenie", "kbc_black_hand_gp2005")
PAIRINGS = ((0, 1), (2, 3), (1, 0), (3, 0))
SHOWN = 40                   # decisions of the first game that stand in the file in words


def decisions(pool, first, second, seed):
    """Play the agent against itself; return a line a decision, and how the game ended."""
    games, actions, player, lines = new_games(1), new_actions(), agent("reference"), []
    lists = [load_list(each, pool).cards() for each in (first, second)]
    n = start_game(games, 0, pool.rules, *lists, seed, 0, actions)
    while n > 0:
        k = choose(games, 0, pool.rules, actions, n, player, seed)
        a = actions[k]
        card = "" if a["card"] == ABSENT else f" {pool.name(int(a['card']))}"
        lines.append(f"turn {games[0]['turn']}, seat {games[0]['to_act']}: {Decision(int(games[0]['decision'])).name} "
                     f"{ActionKind(int(a['kind'])).name}{card} {a['value']}, answer {k} of {n}")
        n = apply_action(games, 0, pool.rules, actions, k)
    return lines, f"{End(int(games[0]['end'])).name}, seat {games[0]['winner']} won in turn {games[0]['turn']}"


def listing():
    """Return the file: a line a game, and the beginning of the first game in words."""
    pool, out, shown = load_pool(), [], []
    for number, (a, b) in enumerate(PAIRINGS):
        lines, end = decisions(pool, DECKS[a], DECKS[b], 100 + number)
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
        out.append(f"{DECKS[a]} v {DECKS[b]}, seed {100 + number}: {len(lines)} decisions, {digest}; {end}")
        shown = shown or lines[:SHOWN]
    return "\n".join([*out, "", "the first game begins:", *shown]) + "\n"


def test_the_reference_decides_as_it_always_did():
    assert listing() == GOLDEN.read_text()


def test_the_reference_splices_and_beats_random(pool, cards):
    rows = play_games(pool.rules, cards[DECKS[0]], cards[DECKS[0]], agent("reference"), agent("random"),
                      np.arange(1, 21, dtype=np.uint64), np.arange(20) % 2)
    assert (rows["winner"] == 0).mean() >= 0.9
    assert rows["splices"][:, 0].sum() > 0


@pytest.mark.parametrize("name", ["reference", "reference_texts"])
def test_the_reference_depends_on_no_other_agent(name):
    text = (Path(__file__).parents[2] / "agents" / f"{name}.py").read_text()
    imported = [line.split()[1] for line in text.splitlines() if line.lstrip().startswith(("from ", "import "))]
    assert imported and all(each in ("numpy", "__future__", "agents.reference_texts") or each.startswith("sim.")
                            for each in imported)


if __name__ == "__main__":
    print(listing(), end="")
