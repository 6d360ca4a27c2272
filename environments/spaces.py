"""The spaces of both environments."""
from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from environments.observation import SHAPES
from sim.limits import MAX_ACTIONS

LIMITS = np.iinfo(np.int16)


def action_space() -> Discrete:
    """Indices of the listed actions; the mask says how many there are."""
    return Discrete(MAX_ACTIONS)


def mask_space() -> Box:
    """1 for each legal action."""
    return Box(0, 1, (MAX_ACTIONS,), np.int8)


def observation_spaces() -> dict[str, Space]:
    """The arrays of an observation, each a Box of whole numbers."""
    return {name: Box(int(LIMITS.min), int(LIMITS.max), shape, np.int16) for name, shape in SHAPES.items()}


def nested_space() -> Dict:
    """`observation` and `action_mask`, as PettingZoo names them."""
    return Dict({"observation": Dict(observation_spaces()), "action_mask": mask_space()})


def flat_space() -> Dict:
    """The arrays and `action_mask` side by side."""
    return Dict(observation_spaces() | {"action_mask": mask_space()})
