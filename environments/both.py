"""A PettingZoo AEC environment: both seats are played from outside, each seeing only what it knows."""
from __future__ import annotations

from typing import Any

from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from environments.dealing import DECK, ILLEGAL_REWARD, MOST_DECISIONS, OPPONENT_DECK, Dealer, is_stopped, reward
from environments.observation import mask, observe
from environments.single import words
from environments.spaces import action_space, nested_space
from sim.terms import End

SEATS = ("player_0", "player_1")


def env(**parameters: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action loses with reward −1."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(
        wrappers.TerminateIllegalWrapper(SpliceAEC(**parameters), illegal_reward=ILLEGAL_REWARD)))


class SpliceAEC(AECEnv):
    """One game of Magic an episode; the agent selected is the seat that is asked.

    Parameters are those of `environments.dealing.Dealer`, decks by seat. An index that is not listed raises
    ValueError here; `env` puts PettingZoo's wrappers around it.
    """

    metadata = {"render_modes": ["ansi"], "name": "splice_v0", "is_parallelizable": False}

    def __init__(self, decks: tuple[str, str] = (DECK, OPPONENT_DECK), starter: str = "random",
                 most_decisions: int = MOST_DECISIONS, format: str = "constructed", cards: tuple[str, ...] = (),
                 render_mode: str | None = None):
        super().__init__()
        self.dealer = Dealer(decks, (None, None), starter, most_decisions, format, cards)
        self.possible_agents = list(SEATS)
        self.render_mode = render_mode
        self.np_random, _ = seeding.np_random()
        self._observation_spaces = {name: nested_space() for name in SEATS}
        self._action_spaces = {name: action_space() for name in SEATS}

    def observation_space(self, agent: str) -> Any:
        """The same for both seats, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for both seats, always the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game and run to its first decision."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.decisions, self.n = 0, 0
        while self.n == 0:
            self.table, self.n = self.dealer.deal(self.np_random)
        self._turn_to_the_asked()

    def step(self, action: int | None) -> None:
        """Take an action of the seat that is asked and run to the next decision, of whichever seat."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self.n:
            raise ValueError(f"action {action!r} is not legal: legal are 0 to {self.n - 1}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.decisions += 1
        self.n = self.table.answer(int(action))
        game = self.table.games[0]
        if self.n == 0 or self.decisions >= self.dealer.most_decisions:
            stopped = self.n > 0 or is_stopped(game)
            ended = self.truncations if stopped else self.terminations
            for seat, name in enumerate(SEATS):
                self.rewards[name] = 0.0 if stopped else reward(game, seat)
                ended[name] = True
            self.n = 0
        self._accumulate_rewards()
        self._turn_to_the_asked()

    def _turn_to_the_asked(self) -> None:
        """Select the seat that is asked, and tell each seat what it may do now."""
        game = self.table.games[0]
        asked = int(game["to_act"])
        if self.n:
            self.agent_selection = SEATS[asked]
        self.infos: dict[str, dict[str, Any]] = {
            name: {"action_mask": mask(self.n if seat == asked else 0)} for seat, name in enumerate(SEATS)}
        if any(self.terminations.values()) or any(self.truncations.values()):
            for name in SEATS:
                self.infos[name]["end"] = End(int(game["end"])).name

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat knows now, whether it is asked or not."""
        seat = SEATS.index(agent)
        n = self.n if self.table.games[0]["to_act"] == seat else 0
        seen = observe(self.table.games[0], self.dealer.pool.rules[0], seat, self.table.actions[:n])
        return {"observation": seen, "action_mask": mask(n)}

    def render(self) -> str | None:
        """The decision in words, as the seat that is asked sees it; only with render_mode "ansi"."""
        if self.render_mode != "ansi":
            return None
        return words(self.table, SEATS.index(self.agent_selection), self.n)

    def close(self) -> None:
        """Nothing is open."""
