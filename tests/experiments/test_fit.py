"""The fit of the evaluation."""
import numpy as np
import pytest
from scipy.special import expit

from agents import coefficients as file
from agents.coefficients import FEATURES, N_FEATURES
from agents.regression import logistic
from experiments import fit
from experiments.errors import BadInput


@pytest.fixture(scope="module")
def simulated():
    rng = np.random.default_rng(1)
    unit = np.array([1, 10, 0.1, 1, 1, 1])
    true = rng.normal(size=6) / 2 / unit
    x = rng.normal(size=(20000, 6)) * unit
    return true, x, (rng.random(len(x)) < expit(x @ true)).astype(float)


def test_fit_finds_the_coefficients_that_made_the_results(simulated):
    true, x, won = simulated
    assert logistic(x, won, fit.RIDGE) * x.std(axis=0) == pytest.approx(true * x.std(axis=0), abs=0.06)


def test_a_feature_that_never_differs_has_no_weight_and_no_nan(simulated):
    _, x, won = simulated
    found = logistic(np.column_stack([x, np.zeros(len(x))]), won, fit.RIDGE)
    assert np.isfinite(found).all() and found[-1] == 0


def test_quality_of_the_truth_of_a_guess_and_of_its_opposite(simulated):
    true, x, won = simulated
    truth = fit.quality(expit(x @ true), won)
    assert all(share == pytest.approx(foretold, abs=0.05) for foretold, share, _ in truth.bins)
    assert sum(n for _, _, n in truth.bins) == len(won)
    guess = fit.quality(np.full(len(won), 0.5), won)
    assert guess.auc == pytest.approx(0.5) and guess.log_loss == pytest.approx(np.log(2))
    assert fit.quality(expit(-x @ true), won).auc == pytest.approx(1 - truth.auc)


def test_what_is_written_is_what_agents_read(tmp_path, monkeypatch):
    path = tmp_path / "evaluation.csv"
    fit.write(np.arange(N_FEATURES) / 10, path)
    monkeypatch.setattr(file, "FILE", path)
    assert file.coefficients.__wrapped__() == pytest.approx(np.arange(N_FEATURES) / 10)
    path.write_text(path.read_text().replace(next(iter(FEATURES)), "luck"))
    with pytest.raises(ValueError, match="splicelab fit"):
        file.coefficients.__wrapped__()


def test_a_file_that_cannot_be_written_is_bad_input(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        fit.write(np.zeros(N_FEATURES), tmp_path / "file" / "evaluation.csv")
