"""The tree of a search over information sets: one array of NODE records, allocated once.

Node ROOT stands for the decision to be taken. Every other node stands for an action
taken at its parent; its children are a linked list. An action is the same in two worlds
if it means the same, so nodes are found by `action_key`.
"""
from __future__ import annotations

import math

import numpy as np

from agents.records import Nodes
from sim.jit import kernel, leaf
from sim.layout import Action, Actions, Floats, Game, Ints
from sim.terms import ABSENT, Zone

ROOT = 0
NO_NODE = 0                  # in links: the root is nobody's child and nobody's sibling


@leaf
def action_key(game, action):
    """An action's identity across worlds: what it means, never where it stands in a list.

    Cards of hands and libraries count by definition, for their object numbers differ
    between worlds; objects in public zones by number.
    """
    obj = np.int64(action.obj)
    if obj != ABSENT:
        zone = game.object[obj].zone
        if zone == Zone.HAND or zone == Zone.LIBRARY:
            obj = ABSENT
    return (np.int64(action.kind) | (np.int64(action.card) << 8) | (obj << 24)
            | ((np.int64(action.value) + 16) << 40) | (np.int64(game.decision) << 56))


@leaf
def clear_node(node, key, seat, prior):
    node.key = key
    node.first = NO_NODE
    node.next = NO_NODE
    node.visits = 0
    node.available = 0
    node.seat = seat
    node.value = 0.0
    node.prior = prior


@kernel
def child_for(tree: Nodes, parent: int, key: int) -> int:
    """The child of a node that an action leads to; NO_NODE: not tried yet."""
    child = np.int64(tree[parent].first)
    while child != NO_NODE:
        if tree[child].key == key:
            return child
        child = np.int64(tree[child].next)
    return NO_NODE


@kernel
def add_child(tree: Nodes, at: int, parent: int, key: int, seat: int, prior: float) -> None:
    """Make node `at` the newest child of `parent`."""
    clear_node(tree[at], key, seat, prior)
    child = np.int64(tree[parent].first)
    if child == NO_NODE:
        tree[parent].first = at
        return
    while tree[child].next != NO_NODE:
        child = np.int64(tree[child].next)
    tree[child].next = at


@leaf
def ucb(node, exploration, bias):
    """UCB1 with the availability count in place of the parent's visits, and a bias that fades with visits.

    Cowling, Powley and Whitehouse (2012), "Information Set Monte Carlo Tree Search", SO-ISMCTS;
    Chaslot et al. (2008), "Progressive Strategies for Monte-Carlo Tree Search", progressive bias.
    """
    mean = node.value / node.visits
    return (mean + exploration * math.sqrt(math.log(np.float64(node.available)) / node.visits)
            + bias * node.prior / (node.visits + 1.0))


@kernel
def visits_of(tree: Nodes, game: Game, action: Action) -> int:
    """Visits of a root action."""
    child = child_for(tree, ROOT, action_key(game, action))
    return np.int64(tree[child].visits) if child != NO_NODE else 0


@kernel
def tell_answers(tree: Nodes, game: Game, actions: Actions, n: int, tries: Ints, totals: Floats) -> None:
    """Leave what a search without a tree of its own made of each answer as children of ROOT, for whoever asks.

    tries, totals (n,): how often an answer was tried, and the sum of its returns for the seat to act.
    """
    seat = np.int64(game.to_act)
    clear_node(tree[ROOT], 0, seat, 0.0)
    at = ROOT
    for k in range(n):
        key = action_key(game, actions[k])
        if tries[k] == 0 or child_for(tree, ROOT, key) != NO_NODE:
            continue
        at += 1
        add_child(tree, at, ROOT, key, seat, 0.0)
        tree[at].visits = tries[k]
        tree[at].value = totals[k]
