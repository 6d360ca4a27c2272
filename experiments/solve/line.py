"""A line of play in words: one sentence a cast, activation, declaration or choice."""
from __future__ import annotations

from typing import Any

import numpy as np

from experiments.solve.solver import Solver
from experiments.text import SEATS, describe_action, describe_question, mana_text, object_name
from sim.layout import ACTION, GAME
from sim.limits import MAX_ACTIONS
from sim.play import apply_action, legal_actions
from sim.terms import ABSENT, ASK_EVERY_PRIORITY, ST_TAPPED, ActionKind, Decision, End, ItemKind, Step

MOST_DECISIONS = 400
ANNOUNCEMENTS = (ActionKind.CAST, ActionKind.ACTIVATE)


class Teller:
    """Turns decisions into sentences.

    A cast is told from the stack, where it is complete: the same answers are given in a copy of the game that
    asks every priority and so stops right there.
    """

    def __init__(self, pool: Any, rules: np.ndarray):
        self.pool, self.rules = pool, rules
        self.copy = np.zeros(1, GAME)
        self.offers = np.zeros(MAX_ACTIONS, ACTION)
        self.announced = False           # a cast or activation is under way in the copy
        self.before: set[int] = set()
        self.lines: list[str] = []
        self.fighters: list[str] = []
        self.turn_told = ""

    def tell(self, game: Any, action: Any, n_answers: int) -> None:
        """Add one decision, with the game as it was asked."""
        self._tell_combat(game, action)
        if self.announced:
            self._follow(game, action)
        elif game.decision == Decision.PRIORITY and int(action["kind"]) in ANNOUNCEMENTS:
            self._where(game)
            self.copy[0] = game
            self.copy[0]["policy"] = ASK_EVERY_PRIORITY
            self.before = self._tapped()
            self.announced = True
            self._follow(game, action)
        elif game.decision not in (Decision.PRIORITY, Decision.ATTACK, Decision.BLOCK):
            self._where(game)
            who = SEATS[int(game.to_act)]
            question = describe_question(game).split("asked for ")[1]
            self.lines.append(f"    {who}, {question}: {describe_action(game, self.pool, action)}")
        elif int(action["kind"]) == ActionKind.PLAY_LAND:
            self._where(game)
            self.lines.append(f"    {SEATS[int(game.to_act)]}: {describe_action(game, self.pool, action)}")
        elif game.decision == Decision.PRIORITY and game.n_stack and n_answers > 1:
            self._where(game)
            top = self._names(game, game.stack[game.n_stack - 1])
            self.lines.append(f"    {SEATS[int(game.to_act)]}: let {top} resolve")

    def end(self, game: Any, measured: str) -> list[str]:
        """Add how it ends."""
        self._tell_combat(game, None)
        if game.end != End.PLAYING:
            who = "nobody wins" if game.winner < 0 else f"{SEATS[int(game.winner)]} win{'s' * int(game.winner)}"
            self.lines.append(f"    {who}")
        else:
            self.lines.append(f"    the turn is over: {measured}")
        return self.lines

    def _where(self, game: Any) -> None:
        step = Step(int(game.step)).name.lower()
        whose = "your" if game.active == 0 else "opponent's"
        told = f"  turn {int(game.turn)} ({whose}), {step}"
        if told != self.turn_told:
            self.lines.append(told)
            self.turn_told = told

    def _tapped(self) -> set[int]:
        game = self.copy[0]
        return {int(obj) for obj in game.battlefield[:game.n_battlefield] if game.object[obj].status & ST_TAPPED}

    def _follow(self, game: Any, action: Any) -> None:
        """Give the answer in the copy too; when the announcement is complete, tell it."""
        n = int(legal_actions(self.copy, 0, self.rules, self.offers))
        same = [k for k in range(n) if all(self.offers[k][key] == action[key] for key in ("kind", "obj", "value"))]
        if same:
            apply_action(self.copy, 0, self.rules, self.offers, same[0])
        now = self.copy[0]
        if same and now.casting.stage and now.end == End.PLAYING:
            return
        self.announced = False
        if not same or not now.n_stack or now.end != End.PLAYING:
            self.lines.append(f"    {SEATS[int(game.to_act)]}: {describe_action(game, self.pool, action)}")
            return
        item = now.stack[now.n_stack - 1]
        words = self._announcement(now, item)
        paid = sorted(object_name(now, self.pool, obj) for obj in self._tapped() - self.before)
        floats = mana_text(now.player[int(item.controller)].pool)
        notes = ([f"tapping {', '.join(_counted(paid))}"] if paid else []) + ([f"{floats} floating"] if floats else [])
        who = SEATS[int(item.controller)]
        self.lines.append(f"    {who}: {words}{' (' + ', '.join(notes) + ')' if notes else ''}")

    def _names(self, game: Any, item: Any) -> str:
        parts = [self.pool.name(int(part.card)) for part in item.part[:item.n_parts]]
        if item.kind != ItemKind.SPELL:
            return f"the ability of {self.pool.name(int(item.card))}"
        name = self.pool.name(int(item.card))
        spliced = [self.pool.name(int(part.card)) for part in item.part[:item.n_parts] if part.spliced]
        return name + (f" with {', '.join(spliced)}" if spliced and parts else "")

    def _announcement(self, game: Any, item: Any) -> str:
        """A spell or ability on the stack: its texts in order, each with its targets; X."""
        kind = {ItemKind.SPELL: "cast", ItemKind.ACTIVATED: "activate"}.get(ItemKind(int(item.kind)), "put")
        words = []
        for number in range(int(item.n_parts)):
            part = item.part[number]
            aims = [self._target(game, t, int(item.controller)) for t in item.target[:item.n_targets]
                    if t.part == number]
            name = self.pool.name(int(part.card))
            words.append((f"splicing {name}" if part.spliced else name) + (f" at {' and '.join(aims)}" if aims else ""))
        x = f", X = {int(item.x)}" if item.x else ""
        how = f", alternative cost {int(item.alternative)}" if item.alternative else ""
        return f"{kind} {', '.join(words) or self.pool.name(int(item.card))}{x}{how}"

    def _target(self, game: Any, target: Any, controller: int) -> str:
        amount = f" ({int(target.amount)})" if target.amount else ""
        if target.obj == ABSENT:
            return ("you" if target.seat == 0 else "the opponent") + amount
        thing = game.object[target.obj]
        whose = "your" if thing.controller == 0 else "the opponent's"
        return f"{whose} {object_name(game, self.pool, int(target.obj))}{amount}"

    def _tell_combat(self, game: Any, action: Any) -> None:
        """Gather the answers to the questions of one declaration in one sentence."""
        asks = action is not None and game.decision in (Decision.ATTACK, Decision.BLOCK)
        if self.fighters and not (asks and self.fighters[0] == game.decision):
            what = "attack with" if self.fighters[0] == Decision.ATTACK else "block:"
            names = self.fighters[2:]
            none = "no attack" if self.fighters[0] == Decision.ATTACK else "no block"
            self.lines.append(f"    {self.fighters[1]}: " + (f"{what} {', '.join(_counted(names))}" if names else none))
            self.fighters = []
        if not asks:
            return
        if not self.fighters:
            self._where(game)
            self.fighters = [game.decision.item(), SEATS[int(game.to_act)]]
        name = object_name(game, self.pool, int(game.choice.attention))
        if int(action["kind"]) == ActionKind.YES:
            self.fighters.append(name)
        elif int(action["kind"]) == ActionKind.PICK:
            self.fighters.append(f"{name} blocks {object_name(game, self.pool, int(action['obj']))}")


def _counted(names: list[str]) -> list[str]:
    """Names with how often each occurs, in order of first occurrence."""
    return [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def line(solver: Solver, pool: Any, value: int) -> list[str]:
    """Play out the position, worth `value`, with best play of both, and say it; the solver's position moves on.

    Of answers of the opponent that are equally good the one that leaves most to be found is told.
    """
    teller = Teller(pool, solver.rules)
    for _ in range(MOST_DECISIONS):
        if solver.n == 0:
            return teller.end(solver.game, f"worth {value}")
        k = solver.best_answer(value)
        if k < 0:
            return [*teller.lines, "    (the rest was not found within the limits)"]
        teller.tell(solver.game, solver.actions[k], solver.n)
        solver.answer(k)
    return [*teller.lines, "    …"]
