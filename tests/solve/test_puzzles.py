"""The puzzles: each claim is proved, themes are covered, and an agent's decisions are judged by what they keep."""
import json

import pytest

from experiments.check.schema import read_scenario
from experiments.check.table import Table
from experiments.cli import main
from experiments.lookup import load_pool
from experiments.solve import kernels, positions, trial
from experiments.solve.kernels import WON
from experiments.solve.solver import Solver

PUZZLES = positions.puzzles()


@pytest.fixture(scope="module")
def room():
    pool = load_pool(())
    return Solver(pool.rules, trial.NODES), Table(pool)


@pytest.mark.parametrize("scenario", PUZZLES, ids=lambda scenario: scenario.id)
def test_the_claim_is_proved(scenario, room):
    solver, table = room
    positions.pose(solver, table, scenario, scenario.puzzle, "you")
    found, claim = trial.verify(solver, scenario, scenario.puzzle), scenario.puzzle.value
    assert found.wins if claim == "win" else found.proved and found.value == int(claim) < WON


def test_each_theme_has_its_puzzles():
    assert len({each.id for each in PUZZLES}) == len(PUZZLES) >= 40
    for theme in positions.THEMES:
        assert sum(each.puzzle.theme == theme for each in PUZZLES) >= 5


def test_a_wrong_claim_is_refused(tmp_path, capsys):
    file = tmp_path / "wrong.toml"
    file.write_text("""
        [[scenario]]
        id = "five"
        [scenario.puzzle]
        theme = "mana"
        [scenario.you]
        hand = ["Lava Spike", "Glacial Ray"]
        battlefield = [{ card = "Mountain", count = 4 }]
        [scenario.opponent]
        life = 6
        """, encoding="utf-8")
    assert main(["puzzles", "random", "--files", str(file)]) == 2
    said = capsys.readouterr().err
    assert "five: 'win' is claimed, found is no win" in said
    file.write_text(file.read_text(encoding="utf-8").replace('theme = "mana"', 'theme = "manna"'), encoding="utf-8")
    assert main(["puzzles", "random", "--files", str(file)]) == 2
    assert "no theme 'manna'; did you mean 'mana'?" in capsys.readouterr().err


class Scripted:
    """Gives the answers of the solver for a while, then passes."""

    spec = "scripted"

    def __init__(self, good):
        self.left = good


def test_a_try_ends_where_the_outcome_is_given_away(room, monkeypatch):
    solver, table = room
    scenario = next(each for each in PUZZLES if each.id == "two-rituals")
    for good in (0, 3, 99):
        positions.pose(solver, table, scenario, scenario.puzzle, "you")
        agent = Scripted(good)

        def choose(player, solver, agent=agent):
            agent.left -= 1
            return solver.best_answer(WON) if agent.left >= 0 else solver.n - 1 if solver.game.decision != 4 else 0

        monkeypatch.setattr(trial.Player, "choose", choose)
        solved, decisions, wrong = trial.play(solver, trial.Player(agent, 1, table.pool), WON)
        assert solved == (good == 99) and bool(wrong) == (good < 99)
        assert decisions > good or good == 99


def test_agents_are_counted(capsys):
    words = ["puzzles", "random", "heuristic", "--only", "two-rituals", "which-blocker", "--tries", "2", "--json"]
    assert main([*words, "--workers", "2"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(first["tries"]) == 8 and {each["agent"] for each in first["tries"]} == set(first["agents"])
    assert all(each["solved"] == (not each["wrong"]) for each in first["tries"])
    assert main([*words, "--workers", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == first


TABLES = [
    ({"hand": ["Lava Spike", "Glacial Ray"], "battlefield": [{"card": "Mountain", "count": 3}]},
     {"battlefield": ["Grizzly Bears"]}, 1),
    ({"hand": ["Kodama's Might"], "battlefield": ["Forest", "Silvercoat Lion"]},
     {"battlefield": ["Grizzly Bears", "Swamp", "Swamp"], "hand": ["Last Gasp"]}, 1),
    ({"hand": ["Desperate Ritual", "Glacial Ray"], "battlefield": [{"card": "Mountain", "count": 2}]},
     {"battlefield": ["Bile Urchin"]}, 1),
]


def brute(solver, game, actions, n):
    """Value of a position by trying every answer, PASS_UNTIL among them, with no table and no bounds."""
    if n == 0:
        return int(kernels.worth(game, 0, solver.problem))
    values = []
    for k in range(n):
        after, answers = game.copy(), actions.copy()
        values.append(brute(solver, after, answers,
                            int(kernels.go_on(after, 0, solver.rules, answers, k, solver.problem))))
    return max(values) if game[0]["to_act"] == solver.seat else min(values)


@pytest.mark.parametrize(("you", "opponent", "turns"), TABLES)
def test_the_search_agrees_with_trying_everything(you, opponent, turns, room):
    solver, table = room
    measure = {"opponent.life": -3, "you.life": 2, "you.creatures": 5, "opponent.creatures": -4, "you.hand.size": 1}
    scenario = read_scenario("made", {
        "id": "made", "you": you, "opponent": opponent, "puzzle": {"theme": "mana", "turns": turns, "measure": measure,
                                                                   "value": 0}})
    positions.pose(solver, table, scenario, scenario.puzzle, "you")
    start, actions, n = solver.position[:1].copy(), solver.actions.copy(), solver.n
    found = solver.solve()
    assert found.proved
    assert found.value == brute(solver, start, actions, n)
