"""What an agent in plain Python is handed: the game as far as its seat knows it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.play import apply_action, new_actions, new_games
from sim.terms import ABSENT, ActionKind, Decision, Step, Word, Zone

Name = Callable[[int], str]


def frozen(records: np.ndarray) -> np.ndarray:
    """The same memory, in which nothing can be changed."""
    seen = records.view()
    seen.flags.writeable = False
    return seen


def number_name(definition: int) -> str:
    """The name of a definition when nobody gave names."""
    return f"card {definition}"


def hidden(game: Any, seat: int) -> np.ndarray:
    """Which objects `seat` does not know, (MAX_OBJECTS,) bool; those that it is choosing among it sees.

    game: a GAME record. The same as `sim.observe.is_hidden`, for all objects at once.
    """
    objects = game["object"]
    zone = objects["zone"]
    unknown = ((zone == Zone.HAND) | (zone == Zone.LIBRARY)) & (objects["known"] >> seat & 1 == 0)
    if game["to_act"] == seat and game["decision"] in (Decision.CHOOSE, Decision.DISCARD, Decision.ORDER):
        choice = game["choice"]
        unknown[choice["candidate"][:choice["n_candidates"]]] = False
        unknown[choice["chosen"][:choice["n_chosen"]]] = False
    return unknown


class View:
    """One decision as the seat that must take it sees it.

    game: a game record in which every card that the seat does not know was replaced by
    another that could be there, so nothing read from it tells more than the seat knows. It cannot be changed.
    rules: the compiled cards. seat: who decides. seed: a number for this decision,
    the same whenever the game is played again, for agents that want chance.
    """

    def __init__(self, world: np.ndarray, rules: np.ndarray, seat: int, seed: int, name: Name = number_name):
        self._world, self._rules, self._name = world, rules, name
        self.game = frozen(world.view(np.recarray))[0]
        self.rules = frozen(rules.view(np.recarray))[0]
        self.seat, self.seed = seat, seed

    @property
    def decision(self) -> str:
        """What is asked: PRIORITY, SPLICE, TARGET, ATTACK … (`sim.terms.Decision`)."""
        return Decision(int(self.game.decision)).name

    @property
    def turn(self) -> int:
        """Turns begun, of both players together."""
        return int(self.game.turn)

    @property
    def step(self) -> str:
        """The step or phase (`sim.terms.Step`)."""
        return Step(int(self.game.step)).name

    @property
    def my_turn(self) -> bool:
        return bool(self.game.active == self.seat)

    @property
    def life(self) -> int:
        return int(self.game.player[self.seat].life)

    @property
    def opponent_life(self) -> int:
        return int(self.game.player[1 - self.seat].life)

    @property
    def hand(self) -> list[str]:
        """Names of the cards in the seat's hand."""
        p = self.game.player[self.seat]
        return [self.card_name(int(obj)) for obj in p.hand[:p.n_hand]]

    @property
    def opponent_hand_size(self) -> int:
        return int(self.game.player[1 - self.seat].n_hand)

    def library_size(self, seat: int) -> int:
        """Cards left in a library."""
        return int(self.game.player[seat].n_library)

    def permanents(self, seat: int) -> list[int]:
        """Objects on the battlefield that a seat controls, in order of entering."""
        game = self.game
        here = game.battlefield[:game.n_battlefield]
        return [int(obj) for obj in here if game.object[obj].controller == seat]

    def card_name(self, obj: int) -> str:
        """The name of an object's card."""
        return self._name(int(self.game.object[obj].card))

    def describe(self, action: Any) -> str:
        """An action in words."""
        kind, obj, value = ActionKind(int(action["kind"])), int(action["obj"]), int(action["value"])
        words = kind.name.lower().replace("_", " ")
        if kind == ActionKind.PICK_PLAYER:
            return "pick yourself" if value == self.seat else "pick the opponent"
        if kind == ActionKind.WORD:
            return Word(value).name.lower()
        if kind in (ActionKind.NUMBER, ActionKind.COLOUR):
            return f"{words} {value}"
        if obj == ABSENT:
            return words
        words = f"{words} {self.card_name(obj)}"
        if kind == ActionKind.ACTIVATE:
            return f"{words}, ability {value + 1}"
        if self.game.object[obj].zone == Zone.BATTLEFIELD and self.game.object[obj].controller != self.seat:
            return f"{words} of the opponent"
        return words

    def after(self, action: Any) -> View:
        """The next decision (of either seat) if this action is taken in this world; the view itself stays.

        `decision` is NONE when that ends the game; `game.winner` is then the seat that won.
        """
        world, actions = new_games(1), new_actions()
        world[0] = self._world[0]
        actions[0] = action
        n = apply_action(world, 0, self._rules, actions, 0)
        following = View(world, self._rules, int(world[0]["to_act"]), self.seed, self._name)
        following.actions = frozen(actions[:n])
        return following

    actions: np.ndarray | None = None
