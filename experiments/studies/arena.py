"""Which agent plays better? A round robin of agents over decks: ratings, or a sequential test of two.

A pair is one deal of two lists, played twice with the agents exchanged: both play both lists
and both seats, on the same cards. All pairings of agents play the same deals, over all ordered
pairs of the lists: an arm is one pairing with one list at seat 0, its field the lists at seat 1.
"""
from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from experiments.errors import BadInput
from experiments.frame import Asked, Session, code_hash, played
from experiments.reading import Reading
from experiments.schedule import Arm, Deck, Study
from experiments.statistics import Sprt
from experiments.studies.arena_figures import figures_of, judged
from experiments.studies.arena_page import page

HYPOTHESES = 50.0, 55.0      # percent of the points
BATCH = 40                   # pairs between two looks of the sequential test
TIMED_SECONDS, TIMED_GAMES = 1.0, 20
RULE = ("The unit is the pair: one deal, agents exchanged. Ratings have 95 % intervals and the number of pairs is "
        "fixed beforehand; with --sprt the test stops by its own rule, looked at after every pair in order of index.")
__all__ = ["RULE", "build", "figures_of", "page", "play"]


def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study of every pairing of the agents over every ordered pair of the lists."""
    arguments, agents = asked.arguments, asked.agents
    labels = [label_of(each) for each in agents]
    if len(agents) < 2:
        raise BadInput(f"one agent, {labels[0]!r}: name another to play against")
    twice = [name for name, n in Counter(labels).items() if n > 1]
    if twice:
        raise BadInput(f"agent {twice[0]!r} is named twice")
    if arguments.sprt and len(agents) != 2:
        raise BadInput(f"--sprt compares two agents, not {len(agents)}")
    if arguments.hypotheses and not arguments.sprt:
        raise BadInput("--hypotheses: what --sprt decides between; give --sprt as well")
    rule = _rule(arguments.hypotheses or HYPOTHESES) if arguments.sprt else None
    lists = [played(asked.listed(each)) for each in arguments.decks]
    if len({each.name for each in lists}) < len(lists):
        raise BadInput("--decks: a list is named twice")
    arms = arms_of(agents, labels, lists, arguments.pairs)
    return asked.study(arms), {
        "agents": dict(zip(labels, (each.spec for each in agents))), "decks": [each.name for each in lists],
        "pairings": {arm.name: [label_of(arm.agent), label_of(arm.opponent_agent)] for arm in arms},
        "lists": {arm.name: arm.deck.name for arm in arms},
        "sprt": dataclasses.asdict(rule) if rule else None}


def arms_of(agents: Sequence[Any], labels: Sequence[str], lists: Sequence[Deck], pairs: int) -> list[Arm]:
    """Return the arms of a round robin in which every pairing plays `pairs` pairs (rounded up to the same a list)."""
    each = -(-pairs // len(lists))
    return [Arm(f"{labels[i]} v {labels[j]} on {deck.name}", deck, tuple(lists), each, agent=agents[i],
                opponent_agent=agents[j], agent_code=(code_hash(agents[i].spec), code_hash(agents[j].spec)),
                exchange=True)
            for i, j in combinations(range(len(agents)), 2) for deck in lists]


def label_of(agent: Any) -> str:
    """Return an agent in short: its name, its budget, and the parameters that are not as usual."""
    name = getattr(agent, "name", None)
    if not isinstance(name, str):
        return str(agent.spec)
    shown = [f"{f.name}={getattr(agent, f.name)!r}" for f in dataclasses.fields(agent)
             if f.name == "simulations" or getattr(agent, f.name) != f.default]
    return f"{name}({', '.join(shown)})" if shown else name


def _rule(hypotheses: Sequence[float]) -> Sprt:
    low, high = hypotheses
    if not 0 < low < high < 100:
        raise BadInput(f"--hypotheses {low:g} {high:g}: percent between 0 and 100, the lower first")
    return Sprt(low / 100, high / 100)


def play(session: Session) -> None:
    """Play all pairs, or as many as the sequential test needs; then measure what a decision costs each agent."""
    arms, rule = session.study.arms, session.settings["sprt"]
    most = arms[0].pairs
    step = most if rule is None else -(-BATCH // len(arms))
    for pairs in range(step, most + step, step):
        stored = session.play([dataclasses.replace(arm, pairs=min(pairs, most)) for arm in arms])
        if rule is not None and judged(Reading(session.store, stored), Sprt(**rule)).stopped:
            break
    session.settings["speed"] = speeds(session.asked, arms[0].deck)
    session.note()


def speeds(asked: Asked, deck: Deck) -> dict[str, float]:
    """Return milliseconds a decision of each agent, in games of a list against itself with the agent at both seats."""
    from agents.play import play_games

    found = {}
    for agent in asked.agents:
        seconds, decisions = 0.0, 0
        for game in range(TIMED_GAMES):
            begun = time.perf_counter()
            seeds, starters = np.array([game + 1], dtype=np.uint64), np.zeros(1, dtype=np.int64)
            rows = play_games(asked.pool.rules, deck.cards, deck.cards, agent, agent, seeds, starters, asked.pool.name)
            seconds, decisions = seconds + time.perf_counter() - begun, decisions + int(rows["decisions"].sum())
            if seconds > TIMED_SECONDS:
                break
        found[label_of(agent)] = 1000 * seconds / max(decisions, 1)
    return found
