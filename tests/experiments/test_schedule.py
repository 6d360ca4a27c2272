"""Studies, seeds and chunks."""
from dataclasses import replace

import pytest

from experiments.schedule import chunks, opponent_at, pair_seed, pair_seeds, pairs_a_chunk
from tests.experiments.fakes import FakeAgent


def test_seeds_are_the_stream_of_splitmix64():
    # Reference output of SplitMix64 for the seed 1234567.
    assert [pair_seed(1234567, pair) for pair in range(3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert pair_seeds(1234567, (2,)).tolist() == [9817491932198370423]


def test_every_pair_of_every_arm_is_played_exactly_once(make_study):
    study, _, _ = make_study(pairs=101)
    played = [(chunk.arm.name, pair) for chunk in chunks(study) for pair in chunk.pairs]
    assert len(played) == len(set(played)) == sum(arm.pairs for arm in study.arms) == study.games // 2
    assert {pair for name, pair in played if name == "on"} == set(range(101))


def test_arms_play_prefixes_of_the_same_pairs_against_the_same_opponents(make_study):
    study, _, _ = make_study()
    against = {(chunk.arm.name, pair): chunk.opponent.name for chunk in chunks(study) for pair in chunk.pairs}
    single = study.arms[2]
    assert (single.name, single.pairs) == ("without Glacial Ray", 30)
    for pair in range(30):
        assert against[single.name, pair] == against["on", pair] == opponent_at(study.arms[0], pair).name
    assert {against["on", pair] for pair in range(2)} == {"first", "second"}


def test_a_study_stopped_early_has_about_the_same_pairs_in_both_main_arms(make_study):
    study, _, _ = make_study()
    counts = {"on": 0, "off": 0}
    for chunk in chunks(study):
        if chunk.arm.name in counts:
            counts[chunk.arm.name] += len(chunk.pairs)
            assert abs(counts["on"] - counts["off"]) <= 2 * pairs_a_chunk(study)


def test_chunks_are_smaller_for_agents_that_search(make_study):
    study, _, _ = make_study()
    assert pairs_a_chunk(replace(study, agent=FakeAgent(0), opponent_agent=FakeAgent(0))) == 200
    assert pairs_a_chunk(replace(study, agent=FakeAgent(5000))) == 1
    assert pairs_a_chunk(replace(study, agent_code=("0123", ""))) == 1


def test_the_id_tells_what_determines_the_rows_and_not_how_many(make_study):
    study = make_study()[0]
    assert make_study(pairs=500)[0].id == study.id
    for change in ({"seed": 8}, {"engine_hash": "other"}, {"agent_code": ("1", "")}):
        assert make_study(**change)[0].id != study.id


@pytest.mark.parametrize("without", ["on", "off", "without Glacial Ray"])
def test_switched_off_cards_stay_in_their_slots(make_study, without):
    study, _, pool = make_study()
    arm = next(arm for arm in study.arms if arm.name == without)
    on = study.arms[0].deck.cards.tolist()
    assert [pool.name(card) for card in arm.deck.cards.tolist()] == [pool.name(card) for card in on]
    splicing = {pool.name(card) for card in arm.deck.cards.tolist() if pool.rules[0].card[card].splice_onto}
    assert splicing == {"Glacial Ray", "Psychic Puppetry"} - set(arm.without)
    assert (arm.deck.hash == study.arms[0].deck.hash) == (without == "on")
