"""The former name of `experiments.statistics`."""
from experiments.statistics import *  # noqa: F403
