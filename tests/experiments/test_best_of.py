"""`match --best-of 3`: options, plans, rows, figures."""
import json
import re
from pathlib import Path

import pytest

from decks.lists import load_list
from experiments import cli
from experiments.errors import BadInput
from experiments.lookup import load_pool
from experiments.plans import load_plan
from experiments.store import Store

GIFTS, UW = "std_greater_gifts_worlds2005", "kbc_uw_dampen_thought"


@pytest.fixture(scope="module")
def pool():
    return load_pool([])


def plan_of(text, pool, tmp_path):
    path = tmp_path / "plan.txt"
    path.write_text(text, encoding="utf-8")
    return load_plan(str(path), load_list(GIFTS, pool), pool)


def test_a_plan_is_read_by_names_and_opponents(pool, tmp_path):
    plan = plan_of("# mine\nvs KBC_UW_Dampen_Thought: -2 wrath of god +1 Loxodon Hierarch, +1 Dosan the Falling Leaf\n"
                   "vs *: -1x Wrath of God +1 Loxodon Hierarch  // any other\n", pool, tmp_path)
    wrath = pool.cards["Wrath of God"]
    assert plan.against(UW) == {wrath: -2, pool.cards["Loxodon Hierarch"]: 1, pool.cards["Dosan the Falling Leaf"]: 1}
    assert plan.against("anybody")[wrath] == -1


def test_the_plan_of_the_page_can_be_carried_out(pool, tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
    plan = plan_of(re.search(r"```\n(vs .*?)```", text, re.DOTALL)[1], pool, tmp_path)
    assert len(plan.against(UW)) == 5 and len(plan.against("other")) == 2


@pytest.mark.parametrize("text, told", [
    ("against UW: -1 Wrath of God", ":1: 'against UW"), ("vs x: Wrath of God", "begins with a sign"),
    ("\nvs x: -1 Wrath of Gd +1 Loxodon Hierarch", ":2: unknown card"),
    ("vs x: -1 Loxodon Hierarch", "not in the main deck"), ("vs x: +1 Glacial Ray", "not in the sideboard"),
    ("vs x: -5 Wrath of God", "5 to take out, 4"), ("vs x: -1 Wrath of God", "1 cards to take out, 0"),
    ("vs x: -1 Wrath of God +1 Loxodon Hierarch\nvs X:", "a second line"), ("", "no line"),
])
def test_a_plan_that_cannot_be_carried_out_is_one_line(pool, tmp_path, text, told):
    with pytest.raises(BadInput) as caught:
        plan_of(text, pool, tmp_path)
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_a_plan_without_a_line_for_the_opponent_is_refused(pool, tmp_path):
    with pytest.raises(BadInput, match="no line for 'kbc_uw_dampen_thought'.*did you mean 'kbc_uw_dampen_though'"):
        plan_of("vs kbc_uw_dampen_though: ", pool, tmp_path).against(UW)


@pytest.mark.parametrize("words, told", [
    (["--best-of", "2"], "nearest valid: 3"), (["--no-sideboard"], "--best-of 3"),
    (["--best-of", "3", "--no-sideboard", "--sideboard-plan", "x"], "exclude each other"),
    (["--best-of", "3", "--sideboard-plan", "no/such"], "cannot be read"),
])
def test_options_that_do_not_fit_are_refused(words, told, tmp_path, capsys):
    assert cli.main(["match", GIFTS, UW, *words, "--out", str(tmp_path / "m.duckdb")]) == 2
    assert told in capsys.readouterr().err


def test_the_rows_are_the_same_for_any_workers_and_the_figures_hold_together(tmp_path, capsys):
    rows, told = [], []
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.duckdb"
        assert cli.main(["match", GIFTS, UW, "--best-of", "3", "--pairs", "6", "--workers", workers, "--out", str(out),
                         "--json", "--no-html"]) == 0
        told.append(json.loads(capsys.readouterr().out)["figures"])
        with Store(out, read_only=True) as store:
            rows.append(store.db.execute("SELECT * FROM games ORDER BY ALL").fetchall())
            games = store.db.execute("SELECT pair, game, number, starts, points, exchanged FROM games "
                                     "ORDER BY 1, 2, 3").fetchall()
    assert rows[0] == rows[1] and told[0] == told[1]
    assert sum(told[0]["scores"].values()) == 12 and sum(each["games"] for each in told[0]["numbers"]) == len(games)
    before = None
    for pair, game, number, starts, points, exchanged in games:
        if number == 1:
            assert starts == (game == 0) and exchanged == 0
        else:
            assert starts == (before == 0.0), (pair, game, number)           # the loser has chosen to play
        before = points
    won = sum(n for score, n in told[0]["scores"].items() if score.startswith("2-"))
    assert told[0]["win_rate"]["value"] == pytest.approx(won / 12)
    assert cli.main(["report", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"] == told[0]
