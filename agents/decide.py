"""From an agent's record to its answer."""
from __future__ import annotations

from agents.records import AgentRecord, Nodes
from agents.uniform import choose_uniform
from sim.jit import kernel
from sim.layout import Actions, Games, Rules


@kernel
def decide(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int, lists: Actions,
           tree: Nodes) -> int:
    """Index of the answer that an agent gives to the decision pending in `worlds[0]`.

    actions[:n]: the answers listed. `worlds[1:]`, `lists` and `tree` are room for a search.
    """
    return choose_uniform(worlds[0], n, seed)
