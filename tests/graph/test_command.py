"""`splicelab graph`: counts, files, and one line for bad input."""
import json

import networkx as nx
import pytest

from experiments.cli import main

POSITION = """
[[scenario]]
id = "ray"
[scenario.you]
hand = ["Reach Through Mists", "Glacial Ray", "Glacial Ray", "Lava Spike"]
battlefield = [{ card = "Island", count = 4 }, { card = "Mountain", count = 4 }]
[scenario.opponent]
battlefield = ["Grizzly Bears"]
[[scenario.step]]
cast = "Lava Spike"
targets = ["opponent"]
[[scenario.step]]
resolve = 1
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def test_counts(file, capsys):
    assert main(["graph", file, "--count", "--card", "Reach Through Mists"]) == 0
    assert capsys.readouterr().out == "13\n"             # none, one Ray at three targets, both at three each
    assert main(["graph", file, "--after", "2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said["by_card"]) == {"Reach Through Mists", "Glacial Ray"}
    assert sum(said["by_card"].values()) == said["casts"]
    assert main(["graph", file, "--draw", "3", "--seed", "9", "--card", "Reach Through Mists"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  cast ")]
    assert len(lines) == 3 and all(line.startswith("  cast Reach Through Mists") for line in lines)
    assert main(["graph", file, "--card", "Grizzly Bears", "--count"]) == 1
    assert capsys.readouterr().out == "0\n"


@pytest.mark.parametrize("ending", ["svg", "png", "graphml", "dot", "json"])
def test_files(file, ending, tmp_path, capsys):
    out = tmp_path / "new" / f"casts.{ending}"
    assert main(["graph", file, "--out", str(out), "--card", "Reach Through Mists"]) == 0
    content = out.read_bytes()
    if ending == "svg":
        text = content.decode()
        assert "Glacial Ray" in text and "13 casts" in text and "13 ways to cast" in text
    elif ending == "png":
        assert content.startswith(b"\x89PNG")
    elif ending == "graphml":
        assert nx.read_graphml(out).number_of_nodes() > 4
    elif ending == "json":
        assert nx.node_link_graph(json.loads(content), edges="edges").graph["casts"] == 13
    else:
        assert content.decode().startswith("digraph casts {") and '"no more"' in content.decode()


@pytest.mark.parametrize(("arguments", "words"), [
    (["--scenario", "rai"], "no scenario 'rai'; did you mean 'ray'?"),
    (["--after", "3"], "the script of ray has 2 steps"),
    (["--out", "casts.sgv"], "must end in one of .svg"),
    (["--card", "Glacial Rey"], "did you mean Glacial Ray"),
    (["--orders", "al"], "--orders: unknown value 'al'; did you mean 'all'?"),
    (["--count", "--json"], "--count and --json: "),
    (["--count", "--draw", "2"], "--count and --draw: "),
])
def test_bad_input_is_one_line(file, arguments, words, capsys):
    assert main(["graph", file, *arguments]) == 2
    said = capsys.readouterr()
    assert words in said.err and said.err.count("\n") == 1 and not said.out
