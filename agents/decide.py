"""From an agent's record to its answer."""
from __future__ import annotations

from agents.ensemble import choose_ensemble
from agents.flat import choose_flat
from agents.heuristic import choose_heuristic
from agents.ismcts import choose_ismcts
from agents.records import AgentKind, AgentRecord, Nodes
from agents.reference import choose_reference
from agents.rollout import choose_rollout
from agents.splicing import most_splices
from agents.uniform import choose_uniform
from sim.jit import kernel
from sim.layout import Actions, Floats, Games, Rules


@kernel
def decide(worlds: Games, rules: Rules, actions: Actions, n: int, agent: AgentRecord, seed: int, lists: Actions,
           scores: Floats, tree: Nodes) -> int:
    """Index of the answer that an agent gives to the decision pending in `worlds[0]`.

    actions[:n]: the answers listed. `worlds[1:]`, `lists`, `scores` and `tree` are room to think in.
    """
    if agent.always_splice:
        k = most_splices(worlds[0], rules, actions, n, scores)
        if k >= 0:
            return k
    kind = agent.kind
    if kind == AgentKind.HEURISTIC:
        return choose_heuristic(worlds[0], rules, actions, n, scores)
    if kind == AgentKind.ROLLOUT:
        return choose_rollout(worlds, rules, actions, n, agent, seed, lists, scores, tree)
    if kind == AgentKind.ISMCTS:
        return choose_ismcts(worlds, rules, actions, n, agent, seed, lists, scores, tree)
    if kind == AgentKind.ENSEMBLE:
        return choose_ensemble(worlds, rules, actions, n, agent, seed, lists, scores, tree)
    if kind == AgentKind.FLAT:
        return choose_flat(worlds, rules, actions, n, agent, seed, lists, scores, tree)
    if kind == AgentKind.REFERENCE:
        return choose_reference(worlds[0], rules, actions, n)
    return choose_uniform(worlds[0], n, seed)
