"""What compiled code keeps of an agent, and the storage of a search."""
from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from agents.coefficients import N_FEATURES
from sim.jit import record
from sim.layout import _array_of, _named
from sim.limits import MAX_ACTIONS, MAX_HAND


class AgentKind(IntEnum):
    """Which algorithm answers. PYTHON agents are asked outside compiled code."""

    RANDOM = 0
    HEURISTIC = 1
    ISMCTS = 2
    PYTHON = 3
    FLAT = 4
    ENSEMBLE = 5
    ROLLOUT = 6
    REFERENCE = 8


AGENT = record(                      # parameters as documented at the agents' classes
    ("kind", "u2"),
    ("simulations", "i4"),
    ("worlds", "i4"),
    ("widening", "i4"),
    ("horizon", "i4"),
    ("plans", "f8"),
    ("playout_decisions", "i4"),
    ("exploration", "f8"),
    ("epsilon", "f8"),
    ("prior", "f8"),
    ("width", "f8"),
    ("confidence", "f8"),
    ("always_splice", "u1"),
    ("self_play", "i4"),
    ("weights", "f8", (2, N_FEATURES)),   # of the evaluation (`agents.features`): of seat 0's and of seat 1's
    ("ahead", "f8"),                      # log-odds by which seat 0 is ahead anyway
)

SCORES = MAX_ACTIONS + MAX_HAND      # scores of the answers to a decision, then of the cards of a hand as splices

NODE = record(                       # of a search tree; a node's children are a linked list, oldest first
    ("key", "i8"),                   # the action that leads here, by meaning (`agents.tree.action_key`)
    ("first", "i4"), ("next", "i4"),         # first child and next sibling; 0: none (the root is nobody's child)
    ("visits", "i4"),
    ("available", "i4"),             # visits of the parent in which this action was legal
    ("seat", "i2"),                  # who takes the action
    ("value", "f8"),                 # sum of returns of that seat, each in [0, 1]
    ("prior", "f8"),
)

CANDIDATE = record(                  # what `agents.rollout` races: an answer, and how the observer goes on after it
    ("answer", "i4"),                # index of the answer
    ("plan", "i4"), ("turns", "i4"),         # the plan that is followed, and for how many turns (`agents.plans`)
    ("handicap", "f8"),
    ("tries", "i4"), ("total", "f8"),        # worlds tried, and the sum of its returns there
)

if TYPE_CHECKING:
    AgentRecord = AgentRecords = Nodes = Candidates = Matrix = Any
else:
    AgentRecord, AgentRecords = _named("AgentRecord", AGENT), _array_of("AgentRecords", AGENT)
    Nodes = _array_of("Nodes", NODE)
    Candidates = _array_of("Candidates", CANDIDATE)
    Matrix = _array_of("Matrix", np.float64, 2)
