"""A stored game played again from its seed, decision by decision, with what its pilots thought."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from experiments.errors import BadInput, nearest
from experiments.rows import Columns
from experiments.schedule import STARTER, Arm, Deck, Study, opponent_at, pair_seed
from experiments.store import ROWS, Store


@dataclass(frozen=True)
class Moment:
    """A decision: the game as it is, the answers listed, what the pilot thought of them, which it gave.

    games: (1,) GAME, good until the next moment. scores, shares: see `agents.play.weigh`.
    """

    games: np.ndarray
    actions: np.ndarray
    chosen: int
    scores: np.ndarray
    shares: np.ndarray


@dataclass(frozen=True)
class Seats:
    """Who plays a stored game: decks and agents by seat, and the seed."""

    decks: tuple[Deck, Deck]
    agents: tuple[Any, Any]
    seed: int
    deck_seat: int


def seats_of(study: Study, pair: int, game: int, arm_name: str | None) -> tuple[Arm, Seats]:
    """Return an arm of a study, by default the first that has the pair, and who plays one of its games.

    Raises BadInput for an arm or a pair that the study does not have.
    """
    arms = {arm.name: arm for arm in study.arms}
    name = arm_name or next((arm.name for arm in study.arms if arm.first <= pair < arm.first + arm.pairs),
                            next(iter(arms), ""))
    if name not in arms:
        hint = nearest(name, arms) or f"; it has {', '.join(arms) or 'none'}"
        raise BadInput(f"--arm {name!r}: no arm of this study{hint}")
    arm = arms[name]
    if not arm.first <= pair < arm.first + arm.pairs:
        raise BadInput(f"pair {pair}: arm {name!r} has pairs {arm.first} to {arm.first + arm.pairs - 1}")
    decks = arm.deck, opponent_at(arm, pair)
    agents = arm.agent or study.agent, arm.opponent_agent or study.opponent_agent
    if game == 1:
        decks, agents = decks if arm.exchange else decks[::-1], agents[::-1]
    return arm, Seats(decks, agents, pair_seed(study.seed, pair), game)


def moments(rules: np.ndarray, seats: Seats) -> Iterator[Moment]:
    """Play the game again; yield every decision before it is taken.

    Raises BadInput for an agent in plain Python, which cannot be asked again.
    """
    from agents.base import BuiltIn
    from agents.play import weigh
    from sim.play import apply_action, new_actions, new_games, start_game

    for agent in seats.agents:
        if not isinstance(getattr(agent, "agent", agent), BuiltIn):
            raise BadInput(f"{agent.spec}: only games of built-in agents can be played again")
    games, actions = new_games(1), new_actions()
    seed = np.uint64(seats.seed).astype(np.int64)
    cards = [np.ascontiguousarray(deck.cards, dtype=np.uint16) for deck in seats.decks]
    n = start_game(games, 0, rules, *cards, seed, STARTER, actions)
    while n > 0:
        agent = seats.agents[int(games[0]["to_act"])]
        chosen, scores, shares = weigh(games, 0, rules, actions, n, agent, seats.seed, cards)
        yield Moment(games, actions[:n].copy(), chosen, scores, shares)
        n = apply_action(games, 0, rules, actions, chosen)
    yield Moment(games, actions[:0].copy(), -1, np.zeros(0), np.zeros(0))


class Watcher(Protocol):
    """Collects the rows of one game, at least one; a row has the columns of its table, the key may be left out."""

    @property
    def rows(self) -> list[dict[str, Any]]: ...

    def see(self, moment: Moment) -> None: ...


def watch(study: Study, arm: Arm, pairs: int, rules: np.ndarray, store: Store, table: str,
          watcher: Callable[[int], Watcher]) -> None:
    """Watch the first pairs of an arm that were not watched yet; the rows of a game are stored together.

    watcher: made for each game, of the seat of the deck in question.
    """
    done = set(store.db.execute(f"SELECT DISTINCT pair, game FROM {table} WHERE study = ? AND arm = ?",
                                [study.id, arm.name]).fetchall())
    for pair in range(min(pairs, arm.pairs)):
        for game in range(2):
            if (pair, game) in done:
                continue
            _, seats = seats_of(study, pair, game, arm.name)
            watching = watcher(game)
            for moment in moments(rules, seats):
                watching.see(moment)
            key = {"study": study.id, "arm": arm.name, "opponent": seats.decks[1 - game].name, "pair": pair,
                   "game": game}
            columns: Columns = {name: [(row | key)[name] for row in watching.rows] for name in ROWS[table]}
            store.add_to(table, columns)
