"""Random decks, positions and broken files, as `splicelab fuzz` makes them, and whether its checks find anything."""
import numpy as np
import pytest

from experiments.check.run import files_in
from experiments.fuzz.making import Maker, as_toml
from experiments.fuzz.modes import compare
from experiments.fuzz.play import Outcome, Player, play_all
from experiments.fuzz.texts import break_all
from sim.invariants import Broken
from sim.play import new_actions, new_games
from sim.terms import ASK_EVERY_PRIORITY, ST_ATTACKING, ST_TAPPED, Decision, Step, Zone
from tests.contract.conftest import DECKS, GAMES, share
from tests.contract.kernels import begin, broken_step, play_on


@pytest.fixture(scope="module")
def maker(pool):
    return Maker(pool)


def played(maker, kind, first, count):
    total = Outcome()
    for made in play_all(maker, kind, first, count, 2):
        total.add(made)
    assert not total.faults, "\n".join(total.faults)
    assert total.played == count
    return total


def test_random_games_of_all_cards(maker):
    total = played(maker, "game", 10**6, share(100))
    assert total.casts > total.played
    assert total.ends["LIFE"] > 0


def test_random_positions(maker):
    assert played(maker, "position", 10**6, share(100)).casts > 0


def test_files_broken_at_random_are_read_or_refused_in_one_line(pool):
    total = break_all(pool, files_in(["tests/scenarios"]), 10**6, share(100))
    assert not total.faults, "\n".join(total.faults)


@pytest.mark.skipif(GAMES < 100000, reason="plain games are slow; test_modes compares some of four decks")
def test_three_modes_play_the_same_games(pool):
    assert compare(10**6, share(5), []) == []


def test_a_position_printed_is_the_position(maker, tmp_path):
    from experiments.check.schema import read_file
    path = tmp_path / "position.toml"
    for number in range(20):
        path.write_text(as_toml(maker.position(number)), encoding="utf-8")
        again, = read_file(path)
        assert again.sides == maker.scenario(number).sides


def test_a_number_makes_the_same_deck_and_game_again(maker):
    first, second = Player(maker), Player(maker)
    second.game(5)
    assert first.game(7) == second.game(7)
    assert not np.array_equal(maker.deck(7, 0), maker.deck(8, 0))


# ---------------------------------------------------------------- the checks between two decisions


def permanent(game, seat):
    """Put the top card of a library onto the battlefield, as a creature 1/1 that has been there for long."""
    obj = int(game["player"][seat]["library"][game["player"][seat]["n_library"] - 1])
    game["player"][seat]["n_library"] -= 1
    thing = game["object"][obj]
    thing["zone"], thing["known"], thing["types"], thing["toughness"] = Zone.BATTLEFIELD, 3, 2, 1
    thing["keywords"] = thing["since"] = 0
    thing["controller"] = thing["base_controller"] = seat
    game["stamp"] += 1
    thing["stamp"] = game["stamp"]
    game["battlefield"][game["n_battlefield"]] = obj
    game["n_battlefield"] += 1
    return thing


def keep_mana(before, after):
    after["step"] = before["step"] + 1
    after["player"][0]["pool"][0] = 1


def lose_life(before, after):
    after["player"][0]["life"] -= 1


def keep_stamp(before, after):
    obj = int(after["player"][0]["hand"][0])
    after["object"][obj]["zone"] = Zone.GRAVEYARD


def forget(before, after):
    after["object"][int(after["player"][0]["hand"][0])]["known"] = 0


def draw_nothing(before, after):
    before["step"], after["step"] = Step.UPKEEP, Step.DRAW
    before["turn"] = after["turn"] = 4


def attack_sick(before, after):
    before["decision"] = Decision.ATTACK
    thing = permanent(after, int(after["active"]))
    thing["status"] = ST_ATTACKING | ST_TAPPED
    thing["since"] = after["turn"]


def attack_untapped(before, after):
    before["decision"] = Decision.ATTACK
    permanent(after, int(after["active"]))["status"] = ST_ATTACKING


def block_tapped(before, after):
    before["decision"] = Decision.BLOCK
    permanent(after, int(after["active"]))["status"] = ST_ATTACKING | ST_TAPPED
    thing = permanent(after, 1 - int(after["active"]))
    thing["blocking"], thing["status"] = after["battlefield"][after["n_battlefield"] - 2], ST_TAPPED


def stay_damaged(before, after):
    after["turn"] += 1
    permanent(after, 0)["damage"] = 1


def hold_eight(before, after):
    after["turn"] += 1
    after["player"][int(before["active"])]["n_hand"] = 8


@pytest.mark.parametrize(("fault", "found"), [
    (keep_mana, Broken.MANA), (lose_life, Broken.LIFE), (keep_stamp, Broken.MOVED), (forget, Broken.FORGOTTEN),
    (draw_nothing, Broken.DRAW), (attack_sick, Broken.ATTACKER), (attack_untapped, Broken.ATTACKER),
    (block_tapped, Broken.BLOCKER), (stay_damaged, Broken.WORN_OFF), (hold_eight, Broken.HAND),
])
def test_the_check_finds_what_cannot_have_happened(pool, cards, fault, found):
    table, deck, actions = new_games(2), cards[DECKS[0]], new_actions()
    table["policy"] = ASK_EVERY_PRIORITY
    begin(table, 0, pool.rules, deck, deck, 0, 0)
    for most in range(60):
        play_on(table, 0, pool.rules, 0, most, 0, actions)
        if table[0]["decision"] == Decision.PRIORITY and table[0]["n_stack"] == 0 and table[0]["turn"] > 1:
            break
    table[1] = table[0]
    actions[0] = 0               # a pass
    assert broken_step(table, actions) == 0
    fault(table[0], table[1])
    assert Broken(broken_step(table, actions)) is found
