"""The command `replay`: a page on which a recorded game is stepped through, decision by decision.

The game is played again from its seed, so the page shows what the rows do not keep: the board, the stack with its
spliced texts, the answers that the pilot had and what it thought of them, the action graph of a cast.
"""
from __future__ import annotations

import argparse
import json
import re
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from experiments.again import asked_again
from experiments.errors import BadInput, must_be_writable
from experiments.lookup import rendered
from experiments.reading import Reading
from experiments.report import render
from experiments.store import Store
from experiments.text import describe_action, describe_question, mana_text
from experiments.watching import Moment, Seats, moments, seats_of
from sim.terms import (
    ABSENT,
    COUNTERS,
    ST_ATTACKING,
    ST_TAPPED,
    TYPE_CREATURE,
    TYPE_LAND,
    ActionKind,
    Decision,
    End,
    Step,
)

MOST_SHOWN = 24              # answers to one decision
MOST_BOXES = 60              # of an action graph that is drawn


def replay(arguments: argparse.Namespace) -> int:
    """Write the page of one game; 1 when the game played again is not the one of the rows."""
    page = must_be_writable(arguments.html or Path(arguments.file).with_name(
        f"{Path(arguments.file).stem}-pair{arguments.pair}-{arguments.game}.html"))
    with Store(arguments.file, read_only=True) as store:
        stored = store.find(arguments.study)
        asked, study = asked_again(store, stored)
        arm, seats = seats_of(study, arguments.pair, arguments.game, arguments.arm)
        row = Reading(store, stored).rows("SELECT ending, points, turns, decisions FROM g WHERE arm = ? AND pair = ? "
                                          "AND game = ? ORDER BY number", arm.name, arguments.pair, arguments.game)
    if not row:
        raise BadInput(f"pair {arguments.pair}: not stored in {arguments.file}")
    film = Film(asked.pool, seats, arguments.graphs)
    frames = [film.frame(moment) for moment in moments(asked.pool.rules, seats)]
    same = frames[-1]["decisions"] == row[0][3] and frames[-1]["end"] == row[0][0]
    about = {"deck": seats.decks[seats.deck_seat].name, "opponent": seats.decks[1 - seats.deck_seat].name,
             "arm": arm.name, "pair": arguments.pair, "game": arguments.game, "study": stored.id,
             "agents": [agent.spec for agent in seats.agents], "seed": seats.seed, "us": seats.deck_seat,
             "ending": row[0][0], "points": row[0][1], "turns": row[0][2], "command": stored.command}
    page.write_text(html(about, frames, film.texts, film.graphs), encoding="utf-8")
    told = {"page": str(page), "decisions": len(frames) - 1, "same": same} | about
    if arguments.json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        verdict = "it ends as the rows say" if same else "IT DOES NOT END AS THE ROWS SAY"
        of = ", the first of its match" if study.series else ""
        print(f"{about['deck']} against {about['opponent']}, pair {arguments.pair}, game {arguments.game}{of}: "
              f"{len(frames) - 1} decisions; {verdict}.\nPage: {page}")
    return 0 if same else 1


def html(about: dict[str, Any], frames: list[dict], texts: dict[str, list[str]], graphs: dict[str, str]) -> str:
    """Return the page as text."""
    data = json.dumps({"about": about, "frames": frames, "texts": texts}, ensure_ascii=False,
                      separators=(",", ":")).replace("</", "<\\/")
    return render("replay.html", about=about, data=data, graphs=graphs)


class Film:
    """Turns decisions into what a page shows. texts: of each card that was seen. graphs: SVG by number of the frame."""

    def __init__(self, pool: Any, seats: Seats, graphs: bool) -> None:
        self.pool, self.seats, self.with_graphs = pool, seats, graphs
        self.texts: dict[str, list[str]] = {}
        self.graphs: dict[str, str] = {}
        self.n = 0

    def frame(self, moment: Moment) -> dict[str, Any]:
        """Return one decision as plain values."""
        game = moment.games.view(np.recarray)[0]
        frame: dict[str, Any] = {
            "turn": int(game.turn), "step": Step(int(game.step)).name.lower(), "active": int(game.active),
            "decisions": int(game.decisions), "end": End(int(game.end)).name, "winner": int(game.winner),
            "players": [self._player(game, seat) for seat in range(2)], "stack": self._stack(game)}
        if len(moment.actions):
            frame |= {"asked": int(game.to_act), "question": describe_question(game), **self._answers(game, moment)}
            self._graph(game, moment)
        self.n += 1
        return frame

    def _name(self, definition: int) -> str:
        name = str(self.pool.name(definition))
        if name not in self.texts:
            self.texts[name] = rendered(self.pool, definition)
        return name

    def _player(self, game: Any, seat: int) -> dict[str, Any]:
        p = game.player[seat]
        names = [[self._name(int(game.object[int(obj)].card)) for obj in zone] for zone in (
            p.hand[:p.n_hand], p.graveyard[:p.n_graveyard])]
        here = [int(obj) for obj in game.battlefield[:game.n_battlefield]
                if game.object[int(obj)].controller == seat]
        return {"life": int(p.life), "library": int(p.n_library), "hand": names[0], "graveyard": names[1],
                "mana": mana_text(p.pool), "board": [self._permanent(game, obj) for obj in here]}

    def _permanent(self, game: Any, obj: int) -> list[Any]:
        thing = game.object[obj]
        notes = [f"{int(n)} {COUNTERS[kind]}" for kind, n in enumerate(thing.counters) if n]
        size = f"{int(thing.power)}/{int(thing.toughness)}" if thing.types & TYPE_CREATURE else ""
        if thing.damage:
            notes.append(f"{int(thing.damage)} damage")
        if thing.attached != ABSENT and thing.attached:
            notes.append(f"on {self._name(int(game.object[int(thing.attached)].card))}")
        kind = "land" if thing.types & TYPE_LAND else "creature" if thing.types & TYPE_CREATURE else "other"
        return [self._name(int(thing.card)), size, kind, int(bool(thing.status & ST_TAPPED)),
                int(bool(thing.status & ST_ATTACKING)), notes]

    def _stack(self, game: Any) -> list[dict[str, Any]]:
        """Return the stack, the top first; of each spell its texts in order, the spliced ones marked."""
        found = []
        for item in game.stack[:game.n_stack][::-1]:
            aims = [("you" if target.seat == item.controller else "opponent") if target.obj == ABSENT
                    else self._name(int(game.object[int(target.obj)].card))
                    for target in item.target[:item.n_targets]]
            parts = [[self._name(int(part.card)), int(bool(part.spliced))] for part in item.part[:item.n_parts]]
            found.append({"name": self._name(int(item.card)), "by": int(item.controller), "parts": parts, "at": aims,
                          "x": int(item.x)})
        return found

    def _answers(self, game: Any, moment: Moment) -> dict[str, Any]:
        """Return the answers with the pilot's estimates, the likeliest first, and the one that was given."""
        searched = bool((moment.shares >= 0).any())
        estimates = moment.shares if searched else moment.scores
        order = sorted(range(len(moment.actions)), key=lambda k: (k != moment.chosen, -float(estimates[k])))
        actions = moment.actions.view(np.recarray)
        shown = [[describe_action(game, self.pool, actions[k]), None if searched and estimates[k] < 0
                  else round(float(estimates[k]), 3)] for k in order[:MOST_SHOWN]]
        return {"answers": shown, "more": max(0, len(order) - MOST_SHOWN), "searched": searched,
                "alone": len(order) == 1}

    def _graph(self, game: Any, moment: Moment) -> None:
        """Draw the action graph where a cast begins that could be spliced onto, if it is not too large to read."""
        action = moment.actions[moment.chosen]
        if not self.with_graphs or game.decision != Decision.PRIORITY or action["kind"] != ActionKind.CAST:
            return
        from experiments.drawing import draw, folded, number_text
        from sim.graph import CastGraph, labelled

        try:
            built = CastGraph.of(moment.games, 0, self.pool.rules, int(game.object[int(action["obj"])].card), "asked")
        except ValueError:
            return
        labels = labelled(built, self.pool.name)
        if not any(data["stage"] == "splice" for _, data in labels.nodes(data=True)):
            return
        if len(labels) > MOST_BOXES:
            labels = folded(labels)
        if len(labels) > MOST_BOXES:
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "casts.svg"
            draw(labels, path, f"{number_text(built.n_casts)} ways to cast")
            text = path.read_text(encoding="utf-8")
        text = re.sub(r"\b(id=\"|url\(#|xlink:href=\"#)", lambda match: f"{match[0]}g{self.n}-",
                      text[text.index("<svg"):])
        self.graphs[str(self.n)] = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
