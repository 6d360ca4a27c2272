"""Best of three: who begins, what is exchanged, what is known when it is, whose error it is."""
from collections import Counter

import numpy as np
import pytest

from agents import agent
from agents.matches import NO_RESULT, play_match
from agents.sideboarding import Side, automatic, exchanged, fault, seen_of
from decks.lists import load_list
from sim.terms import ST_COPY, ST_TOKEN, End, Zone
from tests.agents.conftest import DECKS
from tests.agents.permute import hidden_places, permuted

GIFTS = "std_greater_gifts_worlds2005"       # a list with a sideboard, full of removal
UR, UW, WW, BH = DECKS

USERS = '''
class Thinks:
    """Plays the last action, but remembers all that it was told; class-wide, so that a test can read it."""
    told, asked = [], []
    answer = {}

    def __init__(self):
        self.games = 0

    def choose(self, view, actions):
        if view.decision == "PLAY_DRAW":
            self.asked.append((view.hand, self.games))
        return len(actions) - 1

    def sideboard(self, view):
        self.games += 1
        self.told.append((view.game, self.games, view.results, dict(view.seen)))
        return self.answer
'''


@pytest.fixture
def thinks(tmp_path):
    (tmp_path / "users.py").write_text(USERS)
    made = agent(f"{tmp_path / 'users.py'}:Thinks")
    made.made.told, made.made.asked = [], []
    return made


@pytest.fixture(scope="module")
def side(pool):
    """A function: (list, agent, …) -> Side."""
    def side(name, player, **more):
        listed = load_list(name, pool)
        board = [card for card, n in listed.sideboard for _ in range(n)]
        return Side(listed.cards(), np.array(board, np.uint16), player, **more)
    return side


def test_the_same_seed_gives_the_same_match(pool, side):
    both = (side(GIFTS, agent("heuristic")),) * 2
    for seed in range(3):
        games = play_match(pool.rules, both, seed, 3)
        again = play_match(pool.rules, both, seed, 3)
        assert [game.row.tobytes() for game in games] == [game.row.tobytes() for game in again]
        assert len({game.seed for game in games}) == len(games)
        assert not any(game.row[0]["end"] in NO_RESULT for game in games)


def test_a_match_ends_when_it_is_decided_and_the_loser_of_a_game_begins_the_next(pool, side):
    """The heuristic chooses to play."""
    lengths = Counter()
    for seed in range(12):
        games = play_match(pool.rules, (side(UR, agent("heuristic")), side(WW, agent("heuristic"))), seed, 3)
        winners = [int(game.row["winner"][0]) for game in games]
        assert [game.number for game in games] == list(range(1, len(games) + 1))
        assert games[0].row["starter"][0] == 0
        for before, game in zip(winners, games[1:]):
            assert game.row["starter"][0] == 1 - before
        assert max(Counter(winners[:-1]).values()) == 1 and max(Counter(winners).values()) == 2
        lengths[len(games)] += 1
    assert set(lengths) == {2, 3}


def test_removal_goes_out_against_a_deck_without_creatures_and_stays_against_one_full_of_them(pool, side):
    mine, wrath = side(GIFTS, None), pool.cards["Wrath of God"]
    rules = pool.rules[0]
    against = {name: automatic(rules, mine, dict(Counter(load_list(name, pool).cards().tolist()))) for name in (UW, WW)}
    assert against[UW][wrath] == -int((mine.main == wrath).sum())
    assert wrath not in against[WW]
    for changes in against.values():
        assert fault(Counter(mine.main.tolist()), Counter(mine.sideboard.tolist()), changes) == (None, "")
    assert automatic(rules, mine, {}) == {}
    lands = {int(card): 4 for card in load_list(UW, pool).cards() if pool.name(card) == "Island"}
    assert automatic(rules, mine, lands) == {}


def test_sideboarding_makes_that_deck_win_more(pool, side):
    """On the same first games; the difference is large, since a third of the deck was of no use."""
    def won(exchanges):
        sides = (side(GIFTS, agent("heuristic"), exchanges=exchanges), side(UW, agent("heuristic")))
        later = [game.row["winner"][0] == 0 for seed in range(16)
                 for game in play_match(pool.rules, sides, seed, 3)[1:]]
        return np.mean(later)

    assert won(True) > won(False) + 0.1


def test_what_was_not_revealed_is_not_seen(pool, positions):
    generator, some = np.random.default_rng(2), 0
    for games, _, _ in positions[::3]:
        for seat in range(2):
            seen = seen_of(games[0], seat)
            assert seen_of(permuted(games, seat, generator)[0], seat) == seen
            objects = games[0]["object"][:games[0]["n_objects"]]
            cards = (objects["owner"] == 1 - seat) & (objects["zone"] != Zone.NOWHERE)
            cards &= objects["status"] & (ST_TOKEN | ST_COPY) == 0
            assert sum(seen.values()) == cards.sum() - len(hidden_places(games[0], seat, 1 - seat))
            some += sum(seen.values()) > 3
    assert some > len(positions) // 6


def test_cards_come_into_the_slots_of_those_that_go(pool):
    main = np.array([5, 5, 5, 7, 7, 9], np.uint16)
    assert exchanged(main, {5: -2, 7: -1, 11: 2, 12: 1}).tolist() == [5, 11, 11, 7, 12, 9]
    assert exchanged(main, {}).tolist() == main.tolist()


def test_a_users_agent_is_asked_with_what_it_knows(pool, side, thinks):
    games = play_match(pool.rules, (side(GIFTS, thinks), side(WW, agent("heuristic"))), 3, 3, pool.name)
    told = thinks.made.told
    assert [each[0] for each in told] == [2, 3][:len(games) - 1] == [each[1] + 1 for each in told]
    assert told[0][2] == ("lost",) and told[0][3]
    mine = set(load_list(WW, pool).cards().tolist())
    assert {name for each in told for name in each[3]} <= {pool.name(card) for card in mine}
    assert thinks.made.asked == [([], 1)] and thinks.errors == []        # the loser is asked, before it has a hand


@pytest.mark.parametrize("answer, said", [
    ({"No Such Card": 1}, "neither in the main deck"), ({"Wrath of God": -5, "Loxodon Hierarch": 5}, "Wrath of God: 5"),
    ({"Wrath of God": -1}, "1 cards to take out, 0"), ("Wrath of God", "not a mapping"),
    ({"Wrath of God": 0.5}, "whole"),
])
def test_what_cannot_be_exchanged_is_the_agents_error(pool, side, thinks, answer, said):
    thinks.made.answer = answer
    games = play_match(pool.rules, (side(WW, agent("heuristic")), side(GIFTS, thinks)), 3, 3, pool.name)
    last = games[-1].row[0]
    assert games[-1].number == 2 and last["end"] == End.AGENT_ERROR and last["error_seat"] == 1
    assert said in thinks.errors[0] and "\n" not in thinks.errors[0]


def test_a_plan_and_a_refusal_are_kept(pool, side):
    hierarch, wrath = pool.cards["Loxodon Hierarch"], pool.cards["Wrath of God"]
    plan = {wrath: -1, hierarch: 1}
    games = play_match(pool.rules, (side(GIFTS, agent("heuristic"), plan=plan),
                                    side(GIFTS, agent("heuristic"), exchanges=False)), 5, 3)
    assert [game.exchanged for game in games] == [(0, 0)] + [(1, 0)] * (len(games) - 1)
