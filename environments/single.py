"""A Gymnasium environment: seat 0 learns, an agent of splicelab plays seat 1."""
from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from agents import agent
from agents.user import AgentError
from environments.dealing import DECK, ILLEGAL_REWARD, MOST_DECISIONS, OPPONENT_DECK, Dealer, is_stopped, reward
from environments.observation import mask, observe
from environments.spaces import action_space, flat_space
from sim.terms import End

LEARNER = 0
ID = "splicelab/Splice-v0"


class SpliceEnv(gymnasium.Env):
    """One game of Magic an episode, a step for each decision of the learner.

    opponent: an agent as text, `heuristic`, `ismcts(simulations=100)`, `mine.py:Bold`. The other parameters are
    those of `environments.dealing.Dealer`; most_decisions: the learner's, after which the episode is truncated.

    An action that the mask forbids ends the episode with reward −1 and `info["illegal_action"]`.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, deck: str = DECK, opponent_deck: str = OPPONENT_DECK, opponent: str = "heuristic",
                 starter: str = "random", most_decisions: int = MOST_DECISIONS, format: str = "constructed",
                 cards: tuple[str, ...] = (), render_mode: str | None = None):
        self.dealer = Dealer((deck, opponent_deck), (None, agent(opponent)), starter, most_decisions, format, cards)
        self.observation_space = flat_space()
        self.action_space = action_space()
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Deal a new game and run to the learner's first decision; games that end before it are dealt again."""
        super().reset(seed=seed)
        self.decisions, self.n = 0, 0
        while self.n == 0:
            self.table, n = self.dealer.deal(self.np_random)
            self._run(n)
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[dict, float, bool, bool, dict]:
        """Take an action and run to the learner's next decision."""
        if self.n == 0:
            raise RuntimeError("the episode is over: call reset() first")
        if not 0 <= action < self.n:
            self.n = 0
            return self._seen(), ILLEGAL_REWARD, True, False, self._info() | {"illegal_action": int(action)}
        self.decisions += 1
        self._run(self.table.answer(int(action)))
        game = self.table.games[0]
        over = self.n == 0
        capped = not over and self.decisions >= self.dealer.most_decisions
        stopped = capped or (over and is_stopped(game))
        if capped:
            self.n = 0
        return self._seen(), reward(game, LEARNER) if over else 0.0, over and not stopped, stopped, self._info()

    def _run(self, n: int) -> None:
        """Let the opponent answer until the learner is asked, or the game is over."""
        game, self.error = self.table.games[0], None
        while n > 0 and game["to_act"] != LEARNER:
            try:
                n = self.table.answer(self.table.ask(n))
            except AgentError as error:
                self.error, n = str(error), 0
                game["end"], game["winner"] = End.AGENT_ERROR, -1
        self.n = n

    def _seen(self) -> dict[str, np.ndarray]:
        actions = self.table.actions[:self.n]
        return observe(self.table.games[0], self.dealer.pool.rules[0], LEARNER, actions) | {"action_mask": mask(self.n)}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": mask(self.n), "decisions": self.decisions}
        if self.n == 0:
            info["end"] = End(int(self.table.games[0]["end"])).name
        return info | ({"error": self.error} if self.error else {})

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now, as bool: what maskable algorithms ask for."""
        return mask(self.n).astype(bool)

    def render(self) -> str | None:
        """The decision in words, what the learner knows and no more; only with render_mode "ansi"."""
        return words(self.table, LEARNER, self.n) if self.render_mode == "ansi" else None


def words(table: Any, seat: int, n: int) -> str:
    """A position as a seat sees it, a line each, and the answers it may give."""
    view = table.view(seat)
    lines = [f"turn {view.turn}, {view.step.lower()}, {'yours' if view.my_turn else 'the opponent’s'}",
             f"life {view.life} to {view.opponent_life}; hand: {', '.join(view.hand) or 'empty'}; "
             f"{view.opponent_hand_size} cards in the opponent’s hand"]
    for who, side in (("you", seat), ("opponent", 1 - seat)):
        lines.append(f"{who}: {', '.join(view.card_name(obj) for obj in view.permanents(side)) or 'no permanents'}")
    if n:
        lines.append(f"{view.decision.lower().replace('_', ' ')}?")
        lines += [f"  {k} {view.describe(action)}" for k, action in enumerate(table.actions[:n])]
    return "\n".join(lines)


if ID not in gymnasium.registry:
    gymnasium.register(ID, "environments.single:SpliceEnv")
