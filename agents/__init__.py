"""Who decides: agents that play a seat. Imports sim only."""
from agents.base import Agent, agent

__all__ = ["Agent", "agent"]
