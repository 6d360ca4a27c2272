"""The arena, played by a stand-in in which the stronger agent wins more often."""
from dataclasses import dataclass, replace

import numpy as np
import pytest

from experiments import cli, report, run
from experiments.errors import BadInput
from experiments.frame import Session, question
from experiments.reading import Reading
from experiments.schedule import Deck, Study, mix
from experiments.store import Store
from experiments.studies import arena, arena_figures, arena_page
from experiments.terminal import page_text
from sim.layout import GAME_ROW
from sim.terms import End
from tests.experiments import fakes


@dataclass(frozen=True)
class Skilled:
    """An agent that wins by its strength; `spec` as agents write it."""

    strength: float
    simulations: int = 1

    @property
    def spec(self):
        return f"skilled(strength={self.strength}, simulations={self.simulations})"


def play_games(rules, cards0, cards1, agent0, agent1, seeds, starters, name=None):
    """Half of the deals are decided by the deal; the others by strength. One game in 40 is capped, one drawn."""
    rows = np.zeros(len(seeds), GAME_ROW)
    for row, seed in zip(rows, seeds.tolist()):
        luck = mix(seed ^ int(cards0.sum()) << 8 ^ int(cards1.sum())) / 2**64
        edge = (agent0.strength - agent1.strength) if mix(seed + 1) % 2 else 0.0
        row["winner"] = int(luck + edge < 0.5)
        row["end"] = End.LIFE
        if mix(seed + 2) % 40 == 0:
            row["end"], row["winner"] = End.TURN_LIMIT, -1
        elif mix(seed + 2) % 40 == 1:
            row["end"], row["winner"] = End.DRAW, -1
        row["turns"], row["decisions"], row["error_seat"] = 9, 50, -1
    return rows


@dataclass
class Asked:
    """What `Session` needs of `frame.Asked`."""

    pool: object
    agents: tuple
    arguments: object


LISTS = [Deck("one", "hash1", np.full(60, 1, np.uint16)), Deck("two", "hash2", np.full(60, 2, np.uint16))]


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Return a function: agents, pairs, sprt -> (store, stored study, figures), played by the stand-in."""
    monkeypatch.setattr(run, "load_engine", lambda: play_games)
    monkeypatch.setattr(arena, "speeds", lambda asked, deck: {each.spec: 0.25 for each in asked.agents})
    opened = []

    def make(agents, pairs=60, sprt=None, workers=2, name="r"):
        labels = [arena.label_of(each) for each in agents]
        arms = arena.arms_of(agents, labels, LISTS, pairs)
        study = Study("arena", tuple(arms), agents[0], agents[1], 5, "pool", "engine")
        settings = {"agents": {label: label for label in labels}, "decks": ["one", "two"], "rule": arena.RULE,
                    "pairings": {arm.name: [arm.agent.spec, arm.opponent_agent.spec] for arm in arms}, "versions": {},
                    "lists": {arm.name: arm.deck.name for arm in arms}, "sprt": sprt}
        store = Store(tmp_path / f"{name}.duckdb")
        opened.append(store)
        asked = Asked(fakes.fake_pool(), tuple(agents), type("A", (), {"workers": workers, "cluster": None}))
        arena.play(Session(asked, study, settings, store, "splicelab arena"))
        stored = store.find(None)
        return store, stored, arena.figures_of(store, stored)

    yield make
    for store in opened:
        store.db.close()


WEAK, MIDDLE, STRONG = Skilled(0.0), Skilled(0.1, 2), Skilled(0.25)


def test_ratings_put_agents_in_the_order_of_their_strength(play):
    _, stored, figures = play([WEAK, STRONG, MIDDLE], 200)
    assert [each.agent for each in figures.agents] == [each.spec for each in (STRONG, MIDDLE, WEAK)]
    assert figures.anchor == WEAK.spec and figures.agents[0].low > 0
    sentence = arena_page.sentence(stored, figures)
    assert STRONG.spec in sentence and "strongest of 3" in sentence
    for pairing in figures.pairings:
        assert pairing.expected == pytest.approx(pairing.share.value, abs=0.03)


def test_wins_draws_and_games_without_a_result_are_counted_apart(play):
    store, _, figures = play([WEAK, STRONG], 400)
    for agent in figures.agents:
        assert agent.won + agent.drawn + agent.lost + agent.no_result == 800
        assert min(agent.drawn, agent.no_result) > 0 and agent.errors == 0
    assert sum(each.won for each in figures.agents) == sum(each.lost for each in figures.agents)
    scored = store.db.execute("SELECT count(*) FROM (SELECT 1 FROM games GROUP BY arm, pair "
                              "HAVING count(points) = 2)").fetchone()[0]
    assert figures.deals == scored == figures.pairings[0].share.n < 400


def test_both_agents_play_both_lists_and_seats_on_the_same_deal(play):
    store, _, _ = play([WEAK, STRONG], 20)
    rows = store.db.execute(
        "SELECT arm, opponent, pair, list(deck_hash ORDER BY game), list(opponent_hash ORDER BY game), "
        "list(starts ORDER BY game), count(DISTINCT seed) FROM games GROUP BY ALL").fetchall()
    assert {tuple(row[3]) for row in rows} == {("hash1", "hash1"), ("hash1", "hash2"), ("hash2", "hash1"),
                                               ("hash2", "hash2")}
    for _, _, _, mine, theirs, starts, seeds in rows:
        assert mine == theirs[::-1] and starts == [True, False] and seeds == 1
    agents = store.db.execute("SELECT DISTINCT agent, opponent_agent FROM games").fetchall()
    assert agents == [(WEAK.spec, STRONG.spec)]


def test_an_agent_against_its_equal_takes_exactly_half(play):
    _, stored, figures = play([WEAK, replace(WEAK, simulations=2)], 100)
    assert figures.pairings[0].share.value == 0.5
    assert "cannot be told apart" in arena_page.sentence(stored, figures)


def test_any_number_of_workers_and_a_second_run_give_the_same_rows(play):
    def rows_of(store):
        return store.db.execute("SELECT * FROM games ORDER BY ALL").fetchall()

    rule = {"null": 0.5, "alternative": 0.6, "alpha": 0.05, "beta": 0.05}
    store, _, figures = play([STRONG, WEAK], 400, rule, workers=1)
    rows = rows_of(store)
    store.db.close()
    again, _, same = play([STRONG, WEAK], 400, rule, workers=3)
    assert rows_of(again) == rows and same == figures
    other, _, once_more = play([STRONG, WEAK], 400, rule, workers=3, name="other")
    assert rows_of(other) == rows and once_more.test == figures.test


def test_the_sequential_test_stops_early_and_says_which(play):
    rule = {"null": 0.5, "alternative": 0.6, "alpha": 0.05, "beta": 0.05}
    store, stored, figures = play([STRONG, WEAK], 2000, rule)
    test = figures.test
    assert test.better is True and test.pairs < 400
    assert test.pairs + test.later == len(arena_figures.in_order(Reading(store, stored))) < 2000
    assert test.corrected.value < test.raw.value
    assert "plays better than" in arena_page.sentence(stored, figures)
    _, stored, figures = play([WEAK, STRONG], 2000, rule, name="b")
    assert figures.test.better is False and "was not shown" in arena_page.sentence(stored, figures)
    _, stored, figures = play([WEAK, MIDDLE], 40, rule | {"alternative": 0.51}, name="c")
    assert figures.test.better is None and "not settled" in arena_page.sentence(stored, figures)


def test_quick_games_cannot_come_first(play):
    """Pairs count in the order of their index, and only as far as every list has finished."""
    store, stored, _ = play([STRONG, WEAK], 60)
    reading = Reading(store, stored)
    whole = arena_figures.in_order(reading)
    store.db.execute("DELETE FROM games WHERE pair = 10 AND arm LIKE '%on one'")
    cut = arena_figures.in_order(reading)
    assert 0 < len(cut) < len(whole) and np.array_equal(cut, whole[:len(cut)])


def test_budgets_are_compared_where_nothing_else_differs(play):
    agents = [Skilled(0.0, 100), Skilled(0.0, 200), Skilled(0.3, 400)]
    labels = ["skilled(simulations=100)", "skilled(simulations=200)", "other(simulations=400)"]
    assert [arena_figures.family_of(label) for label in labels] == ["skilled", "skilled", "other"]
    assert arena_figures.family_of("a(simulations=5, prior=2.0)") == "a(prior=2.0)"
    _, stored, figures = play(agents, 200)
    assert [(each.fewer, each.more) for each in figures.doublings] == [(100, 200)]
    assert figures.doublings[0].gain.value == pytest.approx(0, abs=1e-6)


def test_the_page_has_ratings_and_pictures_and_the_terminal_the_same_tables(play, tmp_path):
    store, stored, figures = play([Skilled(0.0, 100), Skilled(0.0, 200), STRONG], 80)
    shown = arena.page(stored, figures)
    text = page_text(shown, stored)
    assert "Ratings" in text and "Strength against budget" in text and STRONG.spec in text and "nan" not in text.lower()
    path = tmp_path / "a.html"
    report.write_report(shown, stored, {}, store.path, path)
    html = path.read_text()
    assert html.count("<svg") == 2 and shown.sentence in html
    assert question("arena") is arena


def test_few_pairs_and_clean_sweeps_have_no_false_precision(play):
    _, stored, figures = play([WEAK, STRONG], 4)
    assert "cannot be told" in arena_page.sentence(stored, figures)
    assert all(each.low is None and each.high is None for each in figures.agents)
    _, stored, figures = play([WEAK, Skilled(9.0)], 100, name="sweep")
    best = figures.agents[0]
    assert not figures.bounded or best.high is not None
    assert arena.page(stored, figures).sentence


@pytest.mark.parametrize(("words", "said"), [
    (["heuristic"], "name another to play against"),
    (["heuristic", "heuristic"], "'heuristic' is named twice"),
    (["heuristic", "random", "flat", "--sprt"], "--sprt compares two agents, not 3"),
    (["heuristic", "random", "--sprt", "--hypotheses", "60", "50"], "percent between 0 and 100, the lower first"),
    (["heuristic", "random", "--hypotheses", "40", "55"], "give --sprt as well"),
    (["heuristic", "random", "--html", "x.html", "--no-html"], "one of them at a time"),
    (["heuristic", "randm"], "did you mean 'random'?"),
])
def test_bad_input_is_one_line(words, said, capsys, tmp_path):
    assert cli.main(["arena", *words, "--out", str(tmp_path / "x.duckdb")]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_labels_name_what_is_not_as_usual():
    from agents import agent

    assert arena.label_of(agent("heuristic")) == "heuristic"
    assert arena.label_of(agent("reference")) == arena_figures.ANCHOR
    assert arena.label_of(agent("ismcts")) == "ismcts(simulations=400)"
    assert arena.label_of(agent("ismcts(simulations=50, prior=2)")) == "ismcts(simulations=50, prior=2.0)"
    with pytest.raises(BadInput):
        arena._rule([55, 50])
