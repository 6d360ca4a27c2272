"""What a Dask worker loads (`--preload`) to play with the stand-in engine, which takes no time to load."""
import time

from experiments import cluster
from tests.experiments import fakes


def play_games(*arguments):
    time.sleep(0.01)
    return fakes.play_games(*arguments)


def dask_setup(worker):
    cluster.load_engine = lambda: play_games
