"""Shares of an equilibrium against games whose answer is known."""
import numpy as np
import pytest

from experiments.studies.matrix import equilibrium


def test_rock_paper_scissors_is_played_in_thirds_and_a_biased_one_as_it_must_be():
    rates = np.array([[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]])
    assert equilibrium(rates) == pytest.approx([1 / 3] * 3)
    a, b, c = 0.1, 0.2, 0.3          # rock over scissors by a, scissors over paper by b, paper over rock by c
    biased = 0.5 + np.array([[0, -c, a], [c, 0, -b], [-a, b, 0]])
    assert equilibrium(biased) == pytest.approx(np.array([b, a, c]) / (a + b + c))


def test_a_list_that_beats_all_others_is_played_alone():
    rates = np.array([[0.5, 0.6, 0.51], [0.4, 0.5, 0.9], [0.49, 0.1, 0.5]])
    assert equilibrium(rates) == pytest.approx([1, 0, 0])
