"""What a user's agent does wrong is one line, and its error: never a lost game, never a silent one."""
import pytest

from agents import agent
from agents.play import Table, play_games
from sim.play import asked
from sim.terms import Decision, End, Word
from tests.agents.conftest import DECKS

MISTAKES = '''
import time

class Changes:
    def choose(self, view, actions):
        self.change(view, actions)
        return 0

class ChangesActions(Changes):
    def change(self, view, actions):
        actions[0]["kind"] = 24

class ChangesTheGame(Changes):
    def change(self, view, actions):
        view.game.player[1 - view.seat].life = 0

class ChangesTheCards(Changes):
    def change(self, view, actions):
        view.rules.card[1].mana_value = 0

class NeverEnds:
    decision_seconds = 0.02

    def choose(self, view, actions):
        try:
            while True:
                pass
        except Exception:
            return 0

class Slow:
    decision_seconds = 0.02

    def choose(self, view, actions):
        time.sleep(0.05)
        return 0

class CannotBeMade:
    def __init__(self):
        raise RuntimeError("no")

    def choose(self, view, actions):
        return 0

class Leaves:
    def choose(self, view, actions):
        raise SystemExit("enough")

class TakesTooLittle:
    def choose(self, view):
        return 0

class Endless:
    decision_seconds = -1

    def choose(self, view, actions):
        return 0
'''


@pytest.fixture(scope="module")
def mistakes(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "mistakes.py"
    path.write_text(MISTAKES)
    return path


@pytest.mark.parametrize("name, told", [
    ("ChangesActions", "cannot be changed"), ("ChangesTheGame", "cannot be changed"),
    ("ChangesTheCards", "(mistakes.py:19); what an agent is given cannot be changed"),
    ("NeverEnds", "longer than 0.02 s"), ("Slow", "longer than 0.02 s"), ("CannotBeMade", "RuntimeError: no"),
    ("Leaves", "SystemExit: enough"),
])
def test_a_mistake_ends_the_game_as_an_error(pool, cards, seeds, mistakes, name, told):
    wrong = agent(f"{mistakes}:{name}")
    rules = pool.rules.tobytes()
    rows = play_games(pool.rules, cards[DECKS[0]], cards[DECKS[2]], wrong, agent("random"), *seeds(1))
    assert rows["end"][0] == End.AGENT_ERROR and rows["error_seat"][0] == 0 and rows["winner"][0] == -1
    assert len(wrong.errors) == 1 and told in wrong.errors[0] and "\n" not in wrong.errors[0]
    assert pool.rules.tobytes() == rules


@pytest.mark.parametrize("name, told", [("TakesTooLittle", "must take (view, actions)"),
                                        ("Endless", "must be a number above 0")])
def test_what_cannot_work_is_refused_before_a_game(mistakes, name, told):
    with pytest.raises(ValueError) as caught:
        agent(f"{mistakes}:{name}")
    assert told in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("word", [Word.PLAY, Word.DRAW])
def test_who_is_asked_to_play_or_draw_has_seen_no_hand_yet(pool, cards, seat, word):
    """103.1 comes before 103.5."""
    table = Table(pool.rules, (None, None), 5)
    n = table.start(cards[DECKS[0]], cards[DECKS[2]], asked(seat))
    game = table.games[0]
    assert game["decision"] == Decision.PLAY_DRAW and game["to_act"] == seat
    assert game["player"]["n_hand"].tolist() == [0, 0]
    table.answer(table.actions[:n]["value"].tolist().index(word))
    assert game["player"]["n_hand"].tolist() == [7, 7]
    assert game["starter"] == (seat if word == Word.PLAY else 1 - seat)
