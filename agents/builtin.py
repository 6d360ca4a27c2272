"""The built-in agents: names, parameters, ranges. Their algorithms are in the modules named."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from agents.base import BuiltIn, parameter, register, registry
from agents.records import AgentKind

__all__ = ["ISMCTS", "Ensemble", "Flat", "Heuristic", "Random", "Reference", "Rollout", "registry"]


@register("random")
@dataclass(frozen=True)
class Random(BuiltIn):
    """Choose uniformly among the listed actions (`agents.uniform`)."""

    kind: ClassVar[AgentKind] = AgentKind.RANDOM


@register("heuristic")
@dataclass(frozen=True)
class Heuristic(BuiltIn):
    """Score each listed action by what its text does, and take the best (`agents.heuristic`).

    always_splice : splice all that can be paid for, whatever it gains.
    """

    kind: ClassVar[AgentKind] = AgentKind.HEURISTIC
    always_splice: bool = parameter(False)


@register("reference")
@dataclass(frozen=True)
class Reference(BuiltIn):
    """Play greedily by a few fixed rules; it never changes, to measure others against (`agents.reference`)."""

    kind: ClassVar[AgentKind] = AgentKind.REFERENCE


@register("rollout")
@dataclass(frozen=True)
class Rollout(BuiltIn):
    """Play every answer on in the same worlds by the heuristic, and race them (`agents.rollout`).

    simulations : rollouts of `horizon` turns a searched decision at most; the budget is a count, not a clock.
    plans : share of them that is spent on plans of whole turns (`agents.plans`) at most; one tried over one turn takes
        the `horizon`th part of a rollout, and what a search that was given up leaves is raced.
    horizon : turns after which a rollout is evaluated, the one in progress included.
    confidence : standard errors by which an answer may be behind before it is dropped.
    prior : returns by which an answer is handicapped for each card that the heuristic likes it less.
    width : cards below the heuristic's best within which an answer is tried.
    always_splice : splice all that can be paid for, whatever it gains.
    self_play : games of the heuristic to which the evaluation is fitted for the two decks (`agents.pairing`); 0: that
        of all lists is taken.
    """

    kind: ClassVar[AgentKind] = AgentKind.ROLLOUT
    simulations: int = parameter(400, 1, 1_000_000)
    plans: float = parameter(0.75, 0.0, 0.9)
    horizon: int = parameter(4, 1, 1000)
    confidence: float = parameter(3.0, 0.0, 1000.0)
    prior: float = parameter(1.0, 0.0, 100.0)
    width: float = parameter(4.0, 0.0, 1000.0)
    always_splice: bool = parameter(False)
    self_play: int = parameter(1000, 0, 100_000)


@register("flat")
@dataclass(frozen=True)
class Flat(BuiltIn):
    """Share the simulations equally among the answers, each in a world of its own (`agents.flat`).

    simulations, playout_decisions, epsilon, width : as of `ismcts`.
    """

    kind: ClassVar[AgentKind] = AgentKind.FLAT
    simulations: int = parameter(400, 1, 1_000_000)
    playout_decisions: int = parameter(10, 1, 10_000)
    epsilon: float = parameter(0.0, 0.0, 1.0)
    width: float = parameter(1.5, 0.0, 1000.0)


@register("ensemble")
@dataclass(frozen=True)
class Ensemble(BuiltIn):
    """Search a tree for each of some worlds; their visits are votes (`agents.ensemble`).

    worlds : trees, among which the simulations are shared equally.
    The other parameters : as of `ismcts`.
    """

    kind: ClassVar[AgentKind] = AgentKind.ENSEMBLE
    simulations: int = parameter(400, 1, 1_000_000)
    worlds: int = parameter(10, 1, 1_000_000)
    widening: int = parameter(10, 0, 1_000_000)
    exploration: float = parameter(0.1, 0.0, 100.0)
    playout_decisions: int = parameter(10, 1, 10_000)
    epsilon: float = parameter(0.0, 0.0, 1.0)
    prior: float = parameter(0.5, 0.0, 100.0)
    width: float = parameter(1.5, 0.0, 1000.0)


@register("ismcts")
@dataclass(frozen=True)
class ISMCTS(BuiltIn):
    """Search over worlds consistent with what the seat knows (`agents.ismcts`).

    simulations : iterations a searched decision; the budget is a count, not a clock.
    worlds : determinizations that the simulations take in turn.
    widening : visits of a node below the root for each action tried there.
    exploration : UCB constant, for returns in [0, 1].
    playout_decisions : decisions of a playout at least; it then goes on to the end of the turn.
    epsilon : share of playout decisions taken at random, the others by the heuristic.
    prior : weight of the heuristic's opinion of an action (progressive bias).
    width : cards below the heuristic's best within which an action is searched.
    """

    kind: ClassVar[AgentKind] = AgentKind.ISMCTS
    simulations: int = parameter(400, 1, 1_000_000)
    worlds: int = parameter(40, 1, 1_000_000)
    widening: int = parameter(10, 0, 1_000_000)
    exploration: float = parameter(0.1, 0.0, 100.0)
    playout_decisions: int = parameter(10, 1, 10_000)
    epsilon: float = parameter(0.0, 0.0, 1.0)
    prior: float = parameter(0.5, 0.0, 100.0)
    width: float = parameter(1.5, 0.0, 1000.0)
