"""The commands that play: `value` and `match`; and `report`, which reads what they stored."""
from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import platform
import re
import shlex
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from experiments import analysis
from experiments import match as matches
from experiments import value as values
from experiments.defaults import RESULTS
from experiments.errors import BadInput, Interrupted, must_be_writable, one_line
from experiments.lookup import load_deck, load_pool
from experiments.run import all_cores, missing, play_study
from experiments.schedule import Study
from experiments.store import Store, StoredStudy


def value(arguments: argparse.Namespace) -> int:
    """Play and answer `splicelab value`."""
    results, page = _outputs(arguments)
    pool = load_pool(arguments.cards)
    deck = load_deck(arguments.deck, pool, *_how_listed(arguments))
    field = [load_deck(each, pool, *_how_listed(arguments)) for each in arguments.field]
    _no_name_twice([each.name for each in field])
    agent, opponent_agent = load_agents(arguments)
    study, settings = values.build_study(
        pool, deck, field, agent, opponent_agent, pairs=arguments.pairs, card_share=arguments.card_share,
        mirror_pairs=arguments.mirror_pairs, seed=arguments.seed, engine_hash=_engine_hash(),
        agent_code=(code_hash(agent.spec), code_hash(opponent_agent.spec)))
    settings["replaced"] = _replaced([deck, *field])
    with Store(results) as store:
        _play(study, settings, pool, store, arguments, ["--field", *arguments.field, *_value_options(arguments)])
        return _answer_value(store, store.find(study.id), page, arguments.json, (agent, opponent_agent))


def match(arguments: argparse.Namespace) -> int:
    """Play and answer `splicelab match`."""
    results, _ = _outputs(arguments)
    pool = load_pool(arguments.cards)
    deck, opponent = (load_deck(each, pool, *_how_listed(arguments)) for each in (arguments.deck, arguments.opponent))
    agent, opponent_agent = load_agents(arguments)
    study, settings = matches.build_study(
        pool, deck, opponent, agent, opponent_agent, pairs=arguments.pairs, seed=arguments.seed,
        engine_hash=_engine_hash(), agent_code=(code_hash(agent.spec), code_hash(opponent_agent.spec)))
    settings["replaced"] = _replaced([deck, opponent])
    with Store(results) as store:
        _play(study, settings, pool, store, arguments, [arguments.opponent])
        return _answer_match(store, store.find(study.id), arguments.json, (agent, opponent_agent))


def _how_listed(arguments: argparse.Namespace) -> tuple[str, bool]:
    return arguments.format, arguments.replace_unsupported


def _replaced(decks: Sequence[Any]) -> dict[str, list[str]]:
    """Return what stands in for what, by deck, of those decks that are not what their lists say."""
    return {each.name: list(each.replaced) for each in decks if each.replaced}


def report(arguments: argparse.Namespace) -> int:
    """Answer `splicelab report`: read a results file, print and draw it again."""
    page = must_be_writable(arguments.html or Path(arguments.file).with_suffix(".html"))
    _not_over(page, [arguments.file])
    with Store(arguments.file, read_only=True) as store:
        study = store.find(arguments.study)
        if arguments.export:
            export(store, study, Path(arguments.export))
        if study.question == "match":
            return _answer_match(store, study, arguments.json)
        return _answer_value(store, study, page, arguments.json)


def _answer_value(store: Store, study: StoredStudy, page: Path | None, as_json: bool,
                  agents: Sequence[Any] = ()) -> int:
    """Print the answer and write the report; 1 when the control says that the instrument is broken."""
    from experiments.terminal import value_text

    figures = analysis.figures_of(store, study)
    if page is not None:
        from experiments.report import write_report

        write_report(study, figures, store.path, page)
    if as_json:
        print(to_json(value_keys(study, figures, store.path, page)))
    else:
        print(value_text(study, figures))
        print(f"\nRows: {store.path} (study {study.id})" + (f"\nReport: {page}" if page else ""))
    _tell_agent_errors(figures.agent_errors, study, agents)
    return 0 if figures.control.ok else 1


def _answer_match(store: Store, study: StoredStudy, as_json: bool, agents: Sequence[Any] = ()) -> int:
    figures = matches.figures_of(store, study)
    if as_json:
        print(to_json({"answer": matches.sentence(study, figures), "study": study.id, "results": store.path,
                       "figures": figures, "how": how(study)}))
    else:
        print(matches.match_text(study, figures))
        print(f"\nRows: {store.path} (study {study.id})")
    _tell_agent_errors(figures.agent_errors, study, agents)
    return 0


def value_keys(study: StoredStudy, figures: analysis.Figures, results: Path, page: Path | None) -> dict[str, Any]:
    """Return the keys of `value --json` (described in docs/results.md)."""
    return {"answer": values.sentence(figures), "study": study.id, "results": results, "report": page,
            "figures": figures, "control_ok": figures.control.ok, "how": how(study)}


def how(study: StoredStudy) -> dict[str, Any]:
    """Return how a study was played: what determines its rows, and what was asked for."""
    return study.spec | study.settings | {"command": study.command, "begun": study.begun}


def to_json(value: Any) -> str:
    """Return JSON of plain values, paths and the dataclasses of figures."""

    def plain(each: Any) -> Any:
        if dataclasses.is_dataclass(each) and not isinstance(each, type):
            return {field.name: getattr(each, field.name) for field in dataclasses.fields(each)}
        return str(each)

    return json.dumps(value, default=plain, indent=2, ensure_ascii=False, allow_nan=False)


def export(store: Store, study: StoredStudy, folder: Path) -> None:
    """Write the rows of a study as Parquet and CSV, and its figures as JSON."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror})") from None
    for table in ("games", "splices"):
        rows = f"(SELECT * FROM {table} WHERE study = '{study.id}' ORDER BY arm, opponent, pair, game)"
        for kind in ("parquet", "csv"):
            target = must_be_writable(folder / f"{table}.{kind}")
            store.db.execute(f"COPY {rows} TO '{str(target).replace(chr(39), chr(39) * 2)}' (FORMAT {kind})")
    figures = matches.figures_of(store, study) if study.question == "match" else analysis.figures_of(store, study)
    must_be_writable(folder / "figures.json").write_text(to_json({"figures": figures, "how": how(study)}) + "\n")


def load_agents(arguments: argparse.Namespace) -> tuple[Any, Any]:
    """Return the agents of both sides.

    Raises BadInput for an unknown agent or parameter.
    """
    from agents import agent

    def load(spec: str) -> Any:
        try:
            return agent(spec)
        except (ValueError, OSError, ImportError, SyntaxError, AttributeError) as error:
            raise BadInput(one_line(error)) from None

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
    stem = f"{arguments.command}-{Path(arguments.deck).stem}"
    if arguments.command == "match":
        stem += f"-{Path(arguments.opponent).stem}"
    results = must_be_writable(arguments.out or Path(RESULTS) / f"{stem}.duckdb")
    if getattr(arguments, "no_html", True):
        return results, None
    page = must_be_writable(arguments.html or results.with_suffix(".html"))
    _not_over(page, [results, arguments.deck, *arguments.field, *arguments.cards])
    return results, page


def _not_over(page: Path, inputs: Sequence[str | Path]) -> None:
    """Refuse to write a report over a file that the command reads or keeps its rows in."""
    if page.resolve() in [Path(each).resolve() for each in inputs]:
        raise BadInput(f"--html {page}: that file is read, or keeps the rows; choose another for the report")


def _no_name_twice(names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise BadInput(f"--field: deck {name!r} is named twice")


def _value_options(arguments: argparse.Namespace) -> list[str]:
    return ["--card-share", f"{arguments.card_share:g}", "--mirror-pairs", str(arguments.mirror_pairs)]


def _play(study: Study, settings: dict, pool: Any, store: Store, arguments: argparse.Namespace,
          own: list[str]) -> None:
    """State the rule, play what is missing, and say how to resume when stopped."""
    command = shlex.join([
        "splicelab", arguments.command, arguments.deck, *own, "--agent", study.agent.spec, "--opponent-agent",
        study.opponent_agent.spec, "--pairs", str(arguments.pairs), "--seed", str(arguments.seed),
        *(["--format", arguments.format] if arguments.format != "constructed" else []),
        *(["--replace-unsupported"] if arguments.replace_unsupported else []),
        *(word for path in arguments.cards for word in ("--cards", path)), "--out", str(store.path)])
    store.begin(study.id, study.question, study.spec, settings | {"versions": versions()}, command)
    left = 2 * sum(len(chunk.pairs) for chunk in missing(study, store))
    print(f"rule: {settings['rule']}", file=sys.stderr)
    print(f"study {study.id}: {study.games} games, {study.games - left} of them stored already in {store.path}",
          file=sys.stderr)
    try:
        play_study(study, pool.rules, pool.name, store, arguments.workers or all_cores())
    except Interrupted:
        raise Interrupted(f"stopped; what was played is kept, the same command goes on from there: {command}") from None


def versions() -> dict[str, str]:
    """Return the versions of what the figures depend on."""
    def version(name: str) -> str:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            return "not installed"

    return {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()} | {
        name: version(name) for name in ("splicelab", "numpy", "numba", "scipy", "duckdb")}


def _tell_agent_errors(errors: dict[str, int], study: StoredStudy, agents: Sequence[Any]) -> None:
    """End with an error when an agent raised or answered illegally; its games are stored and not scored.

    `agents` that played just now remember what went wrong; the rows tell only that it did.
    """
    if errors:
        who = {"deck": study.spec["agent"], "opponent": study.spec["opponent_agent"]}
        told = ", ".join(f"{who[side]!r} (playing the {side}) in {n} games" for side, n in sorted(errors.items()))
        notes = [note for each in agents for note in getattr(each, "errors", ())]
        first = f"; first: {notes[0]}" if notes else ""
        raise BadInput(f"an agent raised or answered with an illegal action: {told}; stored, not scored{first}")
