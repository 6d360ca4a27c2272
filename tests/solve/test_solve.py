"""`splicelab solve`: positions with known results, proofs that there is no win, limits, one line for bad input."""
import json

import pytest

from experiments.cli import main

POSITIONS = """
[[scenario]]
id = "seven"                     # Ritual with Ray 2, Ray 2, Spike 3: with four lands there is no more
[scenario.you]
hand = ["Desperate Ritual", "Glacial Ray", "Lava Spike"]
battlefield = [{ card = "Mountain", count = 4 }]
[scenario.opponent]
life = 7

[[scenario]]
id = "eight"
[scenario.you]
hand = ["Desperate Ritual", "Glacial Ray", "Lava Spike"]
battlefield = [{ card = "Mountain", count = 4 }]
[scenario.opponent]
life = 8

[[scenario]]
id = "countered"                 # one spell is countered: the Spike with the Ray, or what is left after it
[scenario.you]
hand = ["Lava Spike", "Glacial Ray"]
battlefield = [{ card = "Mountain", count = 5 }]
[scenario.opponent]
life = 3
hand = ["Counterspell"]
battlefield = [{ card = "Island", count = 2 }]

[[scenario]]
id = "unknown-card"              # the Spike on top is not known, so nothing is promised
[scenario.you]
hand = ["Reach Through Mists"]
battlefield = ["Island", "Mountain"]
library = ["Lava Spike", "Forest"]
[scenario.opponent]
life = 3

[[scenario]]
id = "known-card"                # all cards of the library are alike
[scenario.you]
hand = ["Reach Through Mists"]
battlefield = ["Island", "Mountain"]
library = [{ card = "Lava Spike", count = 2 }]
[scenario.opponent]
life = 3

[[scenario]]
id = "block"                     # the attacker is blocked, whatever
[scenario.you]
battlefield = ["Silvercoat Lion"]
[scenario.opponent]
life = 2
battlefield = ["Grizzly Bears"]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("solve") / "positions.toml"
    path.write_text(POSITIONS, encoding="utf-8")
    return str(path)


def solved(capsys, *words):
    """Run the command; its exit status and what it says of the first position."""
    status = main(["solve", *words, "--json"])
    return status, json.loads(capsys.readouterr().out)["positions"][0]


def test_a_win_is_found_and_told_with_payments(file, capsys):
    assert main(["solve", file, "seven"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("seven: you can win this turn whatever the other player does")
    assert "cast Desperate Ritual, splicing Glacial Ray at the opponent (tapping 4 Mountain)" in said
    assert said.rstrip().endswith("you win")


def test_no_win_is_proved_and_the_most_is_found(file, capsys):
    status, found = solved(capsys, file, "eight")
    assert status == 1 and found["proved"] and not found["wins"] and not found["limits"]
    status, found = solved(capsys, file, "eight", "--measure", "opponent.life=-1")
    assert (status, found["proved"], found["value"]) == (1, True, -1)


def test_the_opponent_answers(file, capsys):
    status, found = solved(capsys, file, "countered", "--measure", "opponent.life=-1")
    assert (status, found["proved"], found["value"]) == (1, True, -1)      # the Spike is countered, the Ray is not
    status, found = solved(capsys, file, "block")
    assert (status, found["proved"], found["wins"]) == (1, True, False)


def test_two_turns_are_searched(file, capsys):
    assert solved(capsys, file, "eight", "--turns", "3")[1]["wins"]
    status, found = solved(capsys, file, "countered", "--turns", "3")      # nothing is left to kill with
    assert (status, found["proved"], found["wins"]) == (1, True, False)


def test_chance_is_not_promised(file, capsys):
    status, found = solved(capsys, file, "unknown-card")
    assert status == 1 and not found["proved"] and "chance" in found["limits"]
    assert solved(capsys, file, "known-card")[1]["wins"]


def test_a_limit_is_told(file, capsys):
    status, found = solved(capsys, file, "eight", "--nodes", "50")
    assert status == 1 and not found["proved"] and "the number of positions" in found["limits"]
    main(["solve", file, "eight", "--nodes", "50"])
    assert "no win found this turn, which is not proved" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "said"), [
    (["solve", "FILE", "sevn"], "no scenario 'sevn'; did you mean 'seven'?"),
    (["solve", "FILE", "--measure", "opponent.lif=1"], "measure: 'opponent.lif'; did you mean 'opponent.life'?"),
    (["solve", "FILE", "--measure", "life"], "'life' is not WHAT=N"),
    (["solve", "FILE", "--turns", "0"], "is not a whole number from 1 to 20"),
    (["solve", "FILE", "seven", "--after", "1"], "--after 1: the script of seven has 0 steps"),
    (["solve", "nowhere.toml"], "nowhere.toml: no such file or folder"),
    (["puzzles", "heuristic", "--files", "FILE"], "no scenario with [scenario.puzzle] in it"),
    (["puzzles", "heuristc"], "unknown agent 'heuristc'; did you mean 'heuristic'?"),
    (["puzzles", "heuristic", "heuristic"], "is given twice"),
    (["puzzles", "ismcts", "--simulations", "100,x"], "'x' is not a whole number"),
    (["puzzles", "heuristic", "random", "--simulations", "100"], "take no number of simulations"),
])
def test_bad_input_is_one_line(file, words, said, capsys):
    assert main([file if word == "FILE" else word for word in words]) == 2
    out, err = capsys.readouterr()
    assert said in err and err.count("\n") == 1 and not out
