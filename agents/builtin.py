"""The built-in agents: names, parameters, ranges. Their algorithms are in the modules named."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from agents.base import BuiltIn, register, registry
from agents.records import AgentKind

__all__ = ["Heuristic", "Random", "registry"]


@register("random")
@dataclass(frozen=True)
class Random(BuiltIn):
    """Choose uniformly among the listed actions (`agents.uniform`)."""

    kind: ClassVar[AgentKind] = AgentKind.RANDOM


@register("heuristic")
@dataclass(frozen=True)
class Heuristic(BuiltIn):
    """Score each listed action by what its text does, and take the best (`agents.heuristic`)."""

    kind: ClassVar[AgentKind] = AgentKind.HEURISTIC
