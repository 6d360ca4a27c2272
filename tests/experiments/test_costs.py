"""`costs`: which cards play, where the curve crosses, what is refused."""
import argparse
from types import SimpleNamespace

import numpy as np
import pytest

from experiments import arguments, cli, frame
from experiments.errors import BadInput
from experiments.reading import Control
from experiments.statistics import Estimate
from experiments.studies import costs


def asked(*words):
    given = cli.parse(["costs", "kbc_ur_splice_glacial_ray", *words])
    assert isinstance(given, argparse.Namespace)
    return frame.Asked(given)


def test_each_value_is_an_arm_with_a_card_of_its_own_in_the_same_slots():
    request = asked("Glacial Ray", "--splice", "{R}", "{1}{R}", "{4}{R}", "--pairs", "4")
    study, settings = costs.build(request)
    assert [arm.name for arm in study.arms] == ["as it is", "Glacial Ray: splice cost {R}",
                                                "Glacial Ray: splice cost {4}{R}", "never spliced", "mirror"]
    assert len({arm.deck.hash for arm in study.arms[:-1]}) == 4
    assert [row["arm"] for row in settings["values"]][1] == "as it is"
    listed = study.arms[0].deck.cards
    ray, table = request.pool.find("Glacial Ray"), request.pool.rules[0]
    for arm, total in zip(study.arms[1:3], (1, 5)):
        changed = arm.deck.cards != listed
        assert np.array_equal(changed, listed == ray)
        card = table.card[arm.deck.cards[changed][0]]
        assert table.cost[card.splice_cost].total == total
        assert card.name == table.card[ray].name and card.cost == table.card[ray].cost


def test_a_number_of_the_text_is_changed_in_the_program():
    request = asked("Glacial Ray", "--number", "2", "3", "--pairs", "4")
    study, settings = costs.build(request)
    assert settings["printed"] == "2"
    from experiments.lookup import rendered

    other = int(study.arms[1].deck.cards[study.arms[1].deck.cards != study.arms[0].deck.cards][0])
    assert "3 damage" in " ".join(rendered(request.pool, other))


def test_numbers_of_names_and_costs_are_no_numbers_of_the_text():
    lines = ['create 2 "spirit-1-1" token', "unless that player pays {3}: deal 4 damage to that player"]
    assert costs._with_number(lines, "7", 2) == [lines[0], "unless that player pays {3}: deal 7 damage to that player"]
    assert costs._with_number(lines, "7", 1)[0] == 'create 7 "spirit-1-1" token'


def test_the_break_even_value_is_found_where_it_was_put():
    draws = np.random.default_rng(1)
    none = {pair: float(draws.random()) for pair in range(4000)}
    arms = [{pair: value + (3.5 - size) * 0.03 + draws.normal(0, 0.1) for pair, value in none.items()}
            for size in (1, 2, 3, 4, 5)]
    even = costs.break_even([1, 2, 3, 4, 5], arms, none, True, 7)
    assert even.value == pytest.approx(3.5, abs=0.2)
    assert even.low < 3.5 < even.high and even.high - even.low < 0.5
    beyond = costs.break_even([1, 2, 3], arms[:3], none, True, 7)
    assert (beyond.value, beyond.high) == (None, None)
    assert costs.break_even([1, 2], [{0: 1.0}, {0: 0.5}], {0: 0.5}, True, 7) is None


@pytest.mark.parametrize(("low", "told"), [(0.01, "gains this deck something"), (-0.01, "cannot be told")])
def test_a_gain_that_could_be_none_is_not_called_one(low, told):
    """No value of the curve lies below nothing, but the interval of the least one may."""
    values = [costs.ValueRow(text, size, text, Estimate(0.5, 0.4, 0.6, 50), Estimate(gain, least, 0.3, 50),
                             Estimate(0.0, None, None, 0))
              for text, size, gain, least in (("{R}", 1, 0.2, 0.1), ("{2}{R}", 3, 0.05, low))]
    figures = costs.CostsFigures(tuple(values), Estimate(0.4, 0.3, 0.5, 50), costs.BreakEven(None, None, None), {},
                                 Control(0, None), {})
    study = SimpleNamespace(settings={"card": "Glacial Ray", "kind": "splice"})
    assert told in costs.sentence(study, figures) and "+5.0 points, at {2}{R}" in costs.sentence(study, figures)


@pytest.mark.parametrize(("words", "text"), [
    (["Glacial Ray"], "give one of --splice, --cost and --number"),
    (["Glacial Ray", "--cost", "{R}", "--number", "2"], "one of them at a time"),
    (["Glacial Ray", "--splice", "{Rr}"], "--splice {Rr}: "),
    (["Glacial Ray", "--splice", "R"], "nearest valid: {R}"),
    (["Glacial Ray", "--splice", "{1}r"], "nearest valid: {1}{R}"),
    (["Glacial Ray", "--cost", "2RR"], "nearest valid: {2}{R}{R}"),
    (["Glacial Ray", "--number", "3", "--which", "2"], "--which 2: Glacial Ray's numbers are 2"),
    (["Glacial Ray", "--splice", "{R}", "--which", "2"], "--which 2: which number of its text --number changes"),
    (["Glacial Rey", "--splice", "{R}"], "Glacial Ray"),
    (["Kodama's Reach", "--cost", "{R}"], "has no Kodama's Reach"),
    (["Mountain", "--cost", "{R}"], "Mountain is a land, and not cast"),
])
def test_bad_input_is_one_line(words, text):
    with pytest.raises(BadInput, match=".*") as caught:
        costs.build(asked(*words))
    assert text in str(caught.value) and "\n" not in str(caught.value)


def test_every_study_has_a_module_and_a_rule():
    for name in arguments.STUDIES:
        assert frame.question(name).RULE
