"""The common frame of all studies: from a command to stored rows, and from stored rows to the answer.

A study is a module of `experiments.studies` that reads like its question:

    RULE                        when it stops, and what counts as an answer
    build(asked)                its arms, and the settings that its answer needs
    figures_of(store, study)    every figure, from the stored rows alone
    page(study, figures)        the answer in one sentence, the tables and pictures behind it

Its options stand in `experiments.arguments`. Everything else is here, once: lists and agents are loaded, the
pairs that are missing are played, rows are stored, the answer is printed, drawn, repeated from the file.
A study whose next arms depend on the rows so far has `play(session)`, and `further_arms(asked, settings)`, which finds
them again.
"""
from __future__ import annotations

import argparse
import contextlib
import dataclasses
import hashlib
import importlib
import json
import platform
import re
import shlex
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from experiments.defaults import RESULTS
from experiments.errors import BadInput, Interrupted, must_be_writable, one_line
from experiments.lookup import load_deck, load_pool
from experiments.page import Section
from experiments.reading import Reading
from experiments.run import missing, play_study
from experiments.schedule import MIRROR, Arm, Deck, Study
from experiments.store import Store, StoredStudy
from experiments.wording import aa_line, replaced_lines
from sim.build import all_cores

NOT_REPEATED = ("help", "json", "html", "no_html", "workers", "cluster", "out", "agent", "opponent_agent")


def question(name: str) -> Any:
    """Return the module of a study."""
    return importlib.import_module(f"experiments.studies.{name.replace('-', '_')}")


class Asked:
    """What a command was given, loaded: the pool, lists and agents."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.name: str = arguments.command
        self.pool = load_pool(arguments.cards)
        self.agents = load_agents(arguments)
        self.agent, self.opponent_agent = self.agents[0], self.agents[min(1, len(self.agents) - 1)]
        self.replaced: dict[str, list[str]] = {}

    def listed(self, name: str) -> Any:
        """Return a DeckList, and note what stands in for cards of it."""
        found = load_deck(name, self.pool, self.arguments.format, self.arguments.replace_unsupported)
        if found.replaced:
            self.replaced[found.name] = list(found.replaced)
        return found

    @cached_property
    def deck(self) -> Any:
        """Return the list in question."""
        return self.listed(self.arguments.deck)

    @cached_property
    def field(self) -> tuple[Deck, ...]:
        """Return the opponents, met in rotation."""
        found = [self.listed(each) for each in self.arguments.field]
        names = [each.name for each in found]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise BadInput(f"--field: deck {name!r} is named twice")
        return tuple(played(each) for each in found)

    def mirror(self) -> list[Arm]:
        """Return the control arm, the deck against itself, where any pairs of it are asked for."""
        pairs = min(self.arguments.mirror_pairs, self.arguments.pairs)
        deck = played(self.deck)
        return [Arm(MIRROR, deck, (deck,), pairs)] if pairs else []

    @property
    def identity(self) -> dict[str, Any]:
        """Return what every study is made of besides its arms."""
        return {"seed": self.arguments.seed, "engine_hash": _engine_hash(),
                "agent_code": (code_hash(self.agent.spec), code_hash(self.opponent_agent.spec))}

    def study(self, arms: Sequence[Arm], asks: dict[str, Any] | None = None) -> Study:
        """Return the study of some arms; `asks`: what determines the rows where arms are found on the way."""
        return Study(self.name, tuple(arms), self.agent, self.opponent_agent, self.arguments.seed, self.pool.hash,
                     _engine_hash(), self.identity["agent_code"], asks)


def played(listed: Any) -> Deck:
    """Return a DeckList as it is played."""
    return Deck(listed.name, listed.hash, np.asarray(listed.cards()))


def changed_deck(listed: Any, cards: np.ndarray, what: Sequence[str]) -> Deck:
    """Return a list with other definitions in some slots, under a hash of its own that says what was changed."""
    text = "\n".join((listed.hash, *what))
    return Deck(listed.name, hashlib.sha256(text.encode()).hexdigest()[:12] if what else listed.hash, cards)


def pairs_of(arms: Sequence[Arm]) -> dict[str, int]:
    """Return arm -> the pair at which it ends, as the settings of a study keep it."""
    return {arm.name: arm.first + arm.pairs for arm in arms}


@dataclasses.dataclass
class Session:
    """A study that is being played into a store."""

    asked: Asked
    study: Study
    settings: dict[str, Any]
    store: Store
    command: str

    def play(self, arms: Sequence[Arm] | None = None, phase: str = "") -> StoredStudy:
        """Play what is missing of the study, or of these arms, in a phase of that name; return it as stored."""
        arms = self.study.arms if arms is None else arms
        self.settings["pairs"] = self.settings.get("pairs", {}) | pairs_of(arms)
        self.note()
        part = dataclasses.replace(self.study, arms=tuple(arms), asks=self.study.spec_of_arms)
        left = 2 * sum(len(chunk.pairs) for chunk in missing(part, self.store))
        kind = "matches" if part.series else "games"
        print(f"study {part.id}{phase and f', {phase}'}: {part.games} {kind}, "
              f"{part.games - left} of them stored already in {self.store.path}", file=sys.stderr)
        try:
            with contextlib.redirect_stdout(sys.stderr):         # what an agent prints is no part of the answer
                play_study(part, self.asked.pool.rules, self.asked.pool.name, self.store,
                           self.asked.arguments.workers or all_cores(), self.asked.arguments.cluster)
        except Interrupted:
            raise Interrupted("stopped; what was played is kept, the same command goes on from there: "
                              f"{self.command}") from None
        return self.store.find(self.study.id)

    def note(self) -> None:
        """Keep the settings as they are now."""
        self.store.begin(self.study.id, self.study.question, self.study.spec, self.settings, self.command)


def study(arguments: argparse.Namespace) -> int:
    """Play and answer a study; the command names it."""
    results, page = _outputs(arguments)
    if arguments.cluster:
        from experiments.cluster import must_be_address

        must_be_address(arguments.cluster)
        if arguments.workers:
            raise BadInput("--workers and --cluster: threads here, or the workers of a cluster; one of them at a time")
    asked = Asked(arguments)
    module = question(arguments.command)
    made, settings = module.build(asked)
    settings = {"rule": module.RULE, "replaced": asked.replaced, "versions": versions()} | settings
    with Store(results) as store:
        session = Session(asked, made, settings, store, _command(arguments, made, store.path))
        print(f"rule: {module.RULE}", file=sys.stderr)
        getattr(module, "play", Session.play)(session)
        return answer(store, store.find(made.id), page, arguments.json, asked.agents)


def report(arguments: argparse.Namespace) -> int:
    """Answer `splicelab report`: read a results file, print and draw it again."""
    page = must_be_writable(arguments.html or Path(arguments.file).with_suffix(".html"))
    _not_over(page, [arguments.file])
    with Store(arguments.file, read_only=True) as store:
        found = store.find(arguments.study)
        if arguments.export:
            from experiments.export import write

            write(store, found, Path(arguments.export))
        return answer(store, found, page, arguments.json)


def answer(store: Store, stored: StoredStudy, page: Path | None, as_json: bool, agents: Sequence[Any] = ()) -> int:
    """Print the answer and write the report; 1 when the control says that the instrument is broken."""
    module = question(stored.question)
    figures = module.figures_of(store, stored)
    shown = module.page(stored, figures)
    shown = dataclasses.replace(shown, alarms=(*replaced_lines(stored.settings), *shown.alarms))
    reading = Reading(store, stored)
    errors, (arm, control) = reading.agent_errors(), reading.aa_control()
    if control.difference.value is not None:
        line = aa_line(arm, control)
        shown = dataclasses.replace(shown, sections=(*shown.sections, Section("One arm against itself", [line])),
                                    alarms=(*shown.alarms, *(() if control.ok else (line,))))
    if page is not None:
        from experiments.report import write_report

        write_report(shown, stored, errors, store.path, page)
    if as_json:
        print(to_json({"answer": shown.sentence, "study": stored.id, "results": store.path, "report": page,
                       "figures": figures, "control_ok": shown.ok, "aa_control": control, "how": how(stored)}))
    else:
        from experiments.terminal import page_text

        print(page_text(shown, stored))
        print(f"\nRows: {store.path} (study {stored.id})" + (f"\nReport: {page}" if page else ""))
    _tell_agent_errors(reading, agents)
    return 0 if shown.ok else 1


def how(stored: StoredStudy) -> dict[str, Any]:
    """Return how a study was played: what determines its rows, and what was asked for."""
    return stored.spec | stored.settings | {"command": stored.command, "begun": stored.begun}


def to_json(value: Any) -> str:
    """Return JSON of plain values, paths and the dataclasses of figures."""

    def plain(each: Any) -> Any:
        if dataclasses.is_dataclass(each) and not isinstance(each, type):
            return {field.name: getattr(each, field.name) for field in dataclasses.fields(each)}
        return str(each)

    return json.dumps(value, default=plain, indent=2, ensure_ascii=False, allow_nan=False)


def load_agents(arguments: argparse.Namespace) -> tuple[Any, ...]:
    """Return the agents of both sides, or all that take part where a command names several.

    Raises BadInput for an unknown agent or parameter.
    """
    from agents import agent

    def load(spec: str) -> Any:
        try:
            return agent(spec)
        except (ValueError, OSError, ImportError, SyntaxError, AttributeError) as error:
            raise BadInput(one_line(error)) from None

    if hasattr(arguments, "agents"):
        return tuple(load(each) for each in arguments.agents)
    mine = load(arguments.agent)
    return mine, load(arguments.opponent_agent) if arguments.opponent_agent else mine


def code_hash(spec: str) -> str:
    """Return a hash of the file of an agent that a user wrote, so that a changed one is another study."""
    found = re.match(r"(.+\.py):", spec)
    if not found or not Path(found[1]).is_file():
        return ""
    return hashlib.sha256(Path(found[1]).read_bytes()).hexdigest()[:12]


def _engine_hash() -> str:
    from sim.jit import source_hash

    return source_hash()


def _outputs(arguments: argparse.Namespace) -> tuple[Path, Path | None]:
    """Return where rows and report go, both checked before anything is played."""
    named = [getattr(arguments, each, None) for each in ("deck", "opponent")] + getattr(arguments, "decks", [])[:3]
    stem = "-".join((arguments.command, *(Path(each).stem for each in named if each)))
    results = must_be_writable(arguments.out or Path(RESULTS) / f"{stem}.duckdb")
    if arguments.no_html:
        if arguments.html:
            raise BadInput("--html and --no-html: one of them at a time")
        return results, None
    page = must_be_writable(arguments.html or results.with_suffix(".html"))
    words = (value for key, value in vars(arguments).items() if key not in ("html", "out"))
    texts = [text for value in words for text in (value if isinstance(value, list) else [value])]
    _not_over(page, [results, *(text for text in texts if isinstance(text, str))])
    return results, page


def _not_over(page: Path, inputs: Sequence[str | Path]) -> None:
    """Refuse to write a report over a file that the command reads or keeps its rows in."""
    if page.resolve() in [Path(each).resolve() for each in inputs]:
        raise BadInput(f"--html {page}: that file is read, or keeps the rows; choose another for the report")


def _command(arguments: argparse.Namespace, made: Study, out: Path) -> str:
    """Return the command that repeats a study, every default written out."""
    from experiments.cli import build_parser

    words = ["splicelab", arguments.command]
    named: list[str] = []
    for action in build_parser()[1][arguments.command]._actions:
        value = getattr(arguments, action.dest, None)
        if action.dest in NOT_REPEATED or value is None or value is False or value == []:
            continue
        texts = [f"{each:g}" if isinstance(each, float) else str(each)
                 for each in (value if isinstance(value, list) else [value])]
        if not action.option_strings:
            words += texts
        elif isinstance(action, argparse._AppendAction):
            named += [word for text in texts for word in (action.option_strings[0], text)]
        else:
            named += [action.option_strings[0], *([] if value is True else texts)]
    if hasattr(arguments, "agent"):
        named += ["--agent", made.agent.spec, "--opponent-agent", made.opponent_agent.spec]
    return shlex.join([*words, *named, "--out", str(out)])


def versions() -> dict[str, str]:
    """Return the versions of what the figures depend on."""
    def version(name: str) -> str:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            return "not installed"

    return {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()} | {
        name: version(name) for name in ("splicelab", "numpy", "numba", "scipy", "duckdb")}


def _tell_agent_errors(reading: Reading, agents: Sequence[Any]) -> None:
    """End with an error when an agent raised or answered illegally; its games are stored and not scored.

    `agents` that played just now remember what went wrong; the rows tell only that it did.
    """
    failed = reading.agents_that_failed()
    if failed:
        told = ", ".join(f"{spec!r} (playing the {side}) in {n} games" for spec, side, n in failed)
        notes = [note for each in agents for note in getattr(each, "errors", ())]
        first = f"; first: {notes[0]}" if notes else ""
        raise BadInput(f"an agent raised or answered with an illegal action: {told}; stored, not scored{first}")
