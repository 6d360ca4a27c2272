"""Which agent plays better? A round robin of agents over decks: ratings, or a sequential test of two.

A pair is one deal of two lists, played twice with the agents exchanged: both play both lists
and both seats, on the same cards. All pairings of agents play the same deals, over all ordered
pairs of the lists: an arm is one pairing with one list at seat 0, its field the lists at seat 1.
"""
from __future__ import annotations

import dataclasses
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput
from experiments.frame import Asked, Session, code_hash, played
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Reading
from experiments.schedule import Arm, Deck, Study
from experiments.statistics import Estimate, Met, Ratings, Sequential, Sprt
from experiments.store import Store, StoredStudy
from experiments.wording import decimal, interval, percent, unscored_line

ANCHOR = "reference"         # at 0 where it takes part, else the agent named first
BATCH = 40                   # pairs between two looks of the sequential test
TIMED_SECONDS, TIMED_GAMES = 1.0, 20
RULE = ("The unit is the pair: one deal, agents exchanged. Ratings have 95 % intervals and the number of pairs is "
        "fixed beforehand; with --sprt the test stops by its own rule, looked at after every pair in order of index.")


@dataclass(frozen=True)
class AgentRow:
    """One agent: rating in Elo points above the anchor, results of its games, time a decision in milliseconds."""

    agent: str
    spec: str
    elo: float | None
    low: float | None
    high: float | None
    won: int
    drawn: int
    lost: int
    no_result: int
    errors: int
    simulations: int | None
    milliseconds: float | None


@dataclass(frozen=True)
class Pairing:
    """Two agents: share of the points of the first over pairs, what the ratings expect, games, the A/A control."""

    first: str
    second: str
    share: Estimate
    expected: float | None
    won: int
    drawn: int
    lost: int
    no_result: int
    control: stats.AAControl


@dataclass(frozen=True)
class Doubling:
    """What more simulations bring: two budgets of otherwise equal agents and the Elo points between them."""

    agent: str
    fewer: int
    more: int
    gain: Estimate


@dataclass(frozen=True)
class ArenaFigures:
    """All figures of an `arena` study."""

    anchor: str
    agents: tuple[AgentRow, ...]
    pairings: tuple[Pairing, ...]
    by_list: tuple[tuple[str, str, Estimate], ...]       # pairing, list at seat 0, share of the first agent
    doublings: tuple[Doubling, ...]
    deals: int
    draws: float
    bounded: bool
    unscored: dict[str, int]
    test: Sequential | None


# ---------------------------------------------------------------- what is played

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
    rule = _rule(arguments.hypotheses) if arguments.sprt else None
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
    try:
        return Sprt(hypotheses[0] / 100, hypotheses[1] / 100)
    except ValueError as error:
        raise BadInput(f"--hypotheses: {error}") from None


def play(session: Session) -> None:
    """Play all pairs, or as many as the sequential test needs; then measure what a decision costs each agent."""
    arms, rule = session.study.arms, session.settings["sprt"]
    most = arms[0].pairs
    step = most if rule is None else -(-BATCH // len(arms))
    for pairs in range(step, most + step, step):
        stored = session.play([dataclasses.replace(arm, pairs=min(pairs, most)) for arm in arms])
        if rule is not None and _judged(Reading(session.store, stored), Sprt(**rule)).stopped:
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


# ---------------------------------------------------------------- what came of it

def figures_of(store: Store, study: StoredStudy) -> ArenaFigures:
    """Compute every figure of a stored `arena` study."""
    reading, settings = Reading(store, study), study.settings
    labels = list(settings["agents"])
    anchor = next((each for each in labels if each == ANCHOR), labels[0])
    rule = settings["sprt"]
    test = _judged(reading, Sprt(**rule)) if rule else None
    rated = stats.bradley_terry(_met(reading), labels, anchor)
    return ArenaFigures(
        anchor, _agents(reading, rated), _pairings(reading, rated),
        tuple((" v ".join(settings["pairings"][arm]), settings["lists"][arm], reading.win_rate(arm))
              for arm in reading.pairs_asked),
        doublings(rated, settings["agents"]), rated.deals, rated.draws, rated.bounded, reading.unscored_games(), test)


def _met(reading: Reading) -> list[Met]:
    """Return the results of every deal; a pair with a game that is not a result is left out."""
    pairings, lists = reading.study.settings["pairings"], reading.study.settings["lists"]
    rows = reading.rows("SELECT arm, opponent, pair, list(points ORDER BY game) FROM g GROUP BY arm, opponent, pair "
                        "HAVING count(points) = 2 ORDER BY arm, pair")
    return [Met(pairings[arm][0], pairings[arm][1], (lists[arm], opponent, pair), tuple(points))
            for arm, opponent, pair, points in rows]


def in_order(reading: Reading) -> np.ndarray:
    """Return the pairs of a test of two agents in the order that is fixed before anything is played, results only.

    Pair after pair, and of one index the lists in the order in which they were named. Only
    indices that all lists have finished count, so that quick games cannot come first.
    """
    arms = list(reading.pairs_asked)
    stored = dict(reading.rows("SELECT pair, count(DISTINCT arm) FROM g GROUP BY pair"))
    whole = 0
    while stored.get(whole) == len(arms):
        whole += 1
    returns = [reading.returns(arm) for arm in arms]
    return np.array([found[pair] for pair in range(whole) for found in returns if pair in found])


def _judged(reading: Reading, rule: Sprt) -> Sequential:
    return rule.judge(in_order(reading))


def _agents(reading: Reading, rated: Ratings) -> tuple[AgentRow, ...]:
    settings = reading.study.settings
    counts: dict[str, Counter] = {label: Counter() for label in settings["agents"]}
    for arm, points, error_by, n in reading.rows("SELECT arm, points, error_by, count(*) FROM g GROUP BY ALL"):
        first, second = settings["pairings"][arm]
        for label, own, side in ((first, points, "deck"), (second, None if points is None else 1 - points, "opponent")):
            counts[label]["no_result" if own is None else {1: "won", 0.5: "drawn", 0: "lost"}[own]] += n
            counts[label]["errors"] += n if error_by == side else 0
    return tuple(AgentRow(
        each.name, settings["agents"][each.name], each.elo, each.low, each.high,
        counts[each.name]["won"], counts[each.name]["drawn"], counts[each.name]["lost"],
        counts[each.name]["no_result"], counts[each.name]["errors"], simulations_of(settings["agents"][each.name]),
        settings.get("speed", {}).get(each.name))
        for each in rated.players)


def _pairings(reading: Reading, rated: Ratings) -> tuple[Pairing, ...]:
    settings = reading.study.settings
    together: dict[tuple[str, str], list[str]] = {}
    for arm in reading.pairs_asked:
        together.setdefault(tuple(settings["pairings"][arm]), []).append(arm)
    rows = []
    for (first, second), arms in together.items():
        found = sorted((pair, arm, value) for arm in arms for pair, value in reading.returns(arm).items())
        values = np.array([value for _, _, value in found])
        won, drawn, lost, no_result = reading.rows(
            "SELECT count(*) FILTER (WHERE points = 1), count(*) FILTER (WHERE points = 0.5), count(*) FILTER (WHERE "
            "points = 0), count(*) FILTER (WHERE points IS NULL) FROM g WHERE list_contains(?, arm)", arms)[0]
        rows.append(Pairing(first, second, stats.pair_rate(values), rated.share(first, second), won, drawn, lost,
                            no_result, stats.aa_control(values)))
    return tuple(rows)


def simulations_of(spec: str) -> int | None:
    """Return the budget that a spec names, or None."""
    from agents.base import parse_call

    value = parse_call(spec)[1].get("simulations")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def family_of(label: str) -> str:
    """Return an agent's label without its budget: what agents have in common that differ in `simulations` only."""
    return re.sub(r"simulations=\d+(, )?", "", label).replace("()", "")


def doublings(rated: Ratings, specs: dict[str, str]) -> tuple[Doubling, ...]:
    """Return the gains between neighbouring budgets of agents that differ in `simulations` only."""
    families: dict[str, list[tuple[int, int]]] = {}
    for at, each in enumerate(rated.players):
        budget = simulations_of(specs[each.name])
        if budget is not None:
            families.setdefault(family_of(each.name), []).append((budget, at))
    return tuple(Doubling(family, fewer, more, _gap(rated, b, a)) for family, members in families.items()
                 for (fewer, a), (more, b) in zip(sorted(members), sorted(members)[1:]))


def _gap(rated: Ratings, a: int, b: int) -> Estimate:
    """Estimate the Elo points of player `a` above player `b`."""
    first, second, covariance = rated.players[a], rated.players[b], rated.covariance
    if first.elo is None or second.elo is None:
        return Estimate(None, None, None, rated.deals)
    gap = first.elo - second.elo
    if covariance is None or not rated.bounded:
        return Estimate(gap, None, None, rated.deals)
    from scipy import stats as distributions

    variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
    reach = float(distributions.t.ppf(0.975, rated.deals - 1) * np.sqrt(max(variance, 0.0)))
    return Estimate(gap, gap - reach, gap + reach, rated.deals)


# ---------------------------------------------------------------- what is said of it

def sentence(study: StoredStudy, figures: ArenaFigures) -> str:
    """Return the answer in one sentence."""
    if figures.test is not None:
        return _test_sentence(study, figures)
    if len(figures.agents) == 2:
        only = figures.pairings[0]
        first, second, share = only.first, only.second, only.share
        if share.value is None or share.low is None or share.high is None:
            return f"Which of {first} and {second} plays better cannot be told from {share.n} pairs."
        if share.low <= 0.5 <= share.high:
            return (f"{first} and {second} cannot be told apart: the first takes {percent(share.value)} % of the "
                    f"points of {share.n} pairs (95 % interval {interval(share)}).")
        better, worse, value = (first, second, share) if share.low > 0.5 else (second, first, _turned(share))
        return (f"{better} plays better than {worse}: {percent(value.value)} % of the points of {value.n} pairs "
                f"(95 % interval {interval(value)}).")
    rated = [each for each in figures.agents if each.elo is not None]
    if figures.deals < stats.MIN_PAIRS or len(rated) < 2:
        return f"Who plays best cannot be told from {figures.deals} deals."
    best = rated[0]
    ends = _ends(best)
    return (f"{best.agent} is the strongest of {len(figures.agents)} agents, {decimal(best.elo, 0, True)} Elo above "
            f"{figures.anchor}{f' ({ends})' if ends else ''}.")


def _test_sentence(study: StoredStudy, figures: ArenaFigures) -> str:
    test, rule, only = figures.test, study.settings["sprt"], figures.pairings[0]
    assert test is not None
    shares = f"{percent(rule['null'])} % or {percent(rule['alternative'])} %"
    if test.better is None:
        return (f"Whether {only.first} takes {shares} of the points against {only.second} is not settled after "
                f"{test.pairs} pairs.")
    verdict = "plays better than" if test.better else "was not shown to play better than"
    return (f"{only.first} {verdict} {only.second}: of {shares} of the points the sequential test takes the "
            f"{'latter' if test.better else 'former'}, after {test.pairs} pairs.")


def _turned(share: Estimate) -> Estimate:
    return dataclasses.replace(share, value=None if share.value is None else 1 - share.value,
                               low=None if share.high is None else 1 - share.high,
                               high=None if share.low is None else 1 - share.low)


def _ends(row: AgentRow) -> str:
    """Return the interval of a rating in words; '' where there is none."""
    if row.low is not None and row.high is not None:
        return f"{decimal(row.low, 0, True)} to {decimal(row.high, 0, True)}"
    if row.low is not None:
        return f"{decimal(row.low, 0, True)} or more"
    return f"{decimal(row.high, 0, True)} or less" if row.high is not None else ""


def page(study: StoredStudy, figures: ArenaFigures) -> Page:
    """Return the answer with what is behind it."""
    decks = ", ".join(study.settings["decks"])
    sections = [_standings(figures)]
    if figures.test is not None:
        sections.insert(0, _test_section(figures.test, study.settings["sprt"]))
    sections += _budgets(figures)
    sections += [
        Section("Pairings", [Table(("first", "second", "points %", "95 % interval", "expected %", "pairs", "won",
                                    "drawn", "lost", "no result"), [
            (each.first, each.second, percent(each.share.value), interval(each.share), percent(each.expected),
             str(each.share.n), str(each.won), str(each.drawn), str(each.lost), str(each.no_result))
            for each in figures.pairings], left=2,
            note="Points of the first agent; expected: by the ratings. A large gap between the two says that one "
                 "number an agent is too little for these agents.")]),
        Section("By list at seat 0", [Table(("pairing", "list", "points %", "95 % interval", "pairs"), [
            (pairing, name, percent(share.value), interval(share), str(share.n))
            for pairing, name, share in figures.by_list], left=2)], on_terminal=len(figures.by_list) <= 12),
        Section("", [unscored_line(figures.unscored), *_controls(figures)])]
    return Page("Arena", f"{', '.join(study.settings['agents'])} on {decks}", sentence(study, figures), sections)


def _standings(figures: ArenaFigures) -> Section:
    rows = [(each.agent, decimal(each.elo, 0, True), _ends(each) or ("anchor" if each.agent == figures.anchor else "–"),
             str(each.won), str(each.drawn), str(each.lost), str(each.no_result), str(each.errors),
             "–" if each.simulations is None else str(each.simulations), decimal(each.milliseconds, 3))
            for each in figures.agents]
    note = f"Elo points above {figures.anchor}, by Bradley and Terry over {figures.deals} deals."
    if not figures.bounded:
        note += (" Some agent won or lost everything: half a game was added to each side of every pairing, and a "
                 "rating beyond all results has one end only.")

    def draw() -> str:
        from experiments import plots

        shown = [(each.agent, Estimate(each.elo / 100, None if each.low is None else each.low / 100,
                                       None if each.high is None else each.high / 100, figures.deals))
                 for each in figures.agents if each.elo is not None]
        return plots.forest(shown, f"Elo points above {figures.anchor}", "ratings", "Ratings with 95 percent intervals")

    head = ("agent", "Elo", "95 % interval", "won", "drawn", "lost", "no result", "errors", "simulations",
            "ms a decision")
    return Section("Ratings", [Picture(draw), Table(head, rows, note=note)])


def _budgets(figures: ArenaFigures) -> list[Section]:
    if not figures.doublings:
        return []
    parts: list[Any] = []
    for name in dict.fromkeys(each.agent for each in figures.doublings):
        rows = [each for each in figures.doublings if each.agent == name]
        budgets = sorted({each.fewer for each in rows} | {each.more for each in rows})
        by_budget = {each.simulations: each for each in figures.agents if family_of(each.agent) == name}

        def draw(name: str = name, budgets: Sequence[int] = budgets, found: dict = by_budget) -> str:
            from experiments import plots

            ratings = [Estimate(found[n].elo, found[n].low, found[n].high, figures.deals) for n in budgets]
            return plots.curve([str(n) for n in budgets], ratings, "simulations", f"Elo above {figures.anchor}",
                               f"budget-{name}", f"Strength of {name} against its budget", scale=1)

        parts += [Picture(draw), Table((name, "to", "Elo gained", "95 % interval"), [
            (str(each.fewer), str(each.more), decimal(each.gain.value, 0, True),
             "–" if each.gain.low is None
             else f"{decimal(each.gain.low, 0, True)} to {decimal(each.gain.high, 0, True)}")
            for each in rows])]
    return [Section("Strength against budget", parts)]


def _test_section(test: Sequential, rule: dict[str, float]) -> Section:
    low, high = Sprt(**rule).bounds
    rows = [("as counted (a stop exaggerates)", percent(test.raw.value), interval(test.raw), str(test.pairs)),
            ("corrected for the stop", percent(test.corrected.value), interval(test.corrected), str(test.pairs))]
    verdict = "not settled" if test.better is None else f"{percent(rule['alternative' if test.better else 'null'])} %"
    return Section("Sequential test", [
        f"Log likelihood ratio {decimal(test.llr, 2, True)} (bounds {decimal(low)} and {decimal(high, 2, True)}): "
        f"{verdict}. {test.later} later pairs were played and not used.",
        Table(("share of points", "%", "95 % interval", "pairs"), rows)])


def _controls(figures: ArenaFigures) -> list[str]:
    """Say how the control came out: pairs of even against pairs of odd index of one pairing."""
    off = [f"{each.first} v {each.second}" for each in figures.pairings if not each.control.ok]
    if off:
        return [f"CONTROL: pairs of even and of odd index differ (p < 0.001) in {', '.join(off)}; do not trust the "
                "rest."]
    return ["Control: pairs of even and of odd index show no difference that luck does not explain, in any pairing."]
