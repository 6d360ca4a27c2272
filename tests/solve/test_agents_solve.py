"""What agents make of the puzzles."""
import json

from experiments.cli import main


def test_planning_solves_most_puzzles_and_the_heuristic_few(capsys):
    assert main(["puzzles", "heuristic()", "rollout(simulations=400)", "--tries", "1", "--json"]) == 0
    solved = {"heuristic": 0, "rollout": 0}
    for each in json.loads(capsys.readouterr().out)["tries"]:
        solved[each["agent"].partition("(")[0]] += each["solved"]
    assert solved["heuristic"] < 10 and solved["rollout"] > 25
