"""Which counts of a list win most, within given bounds?

Rounds of three steps. *Design*: random lists about the best one so far play the same deals; a linear model says what a
copy of each card adds, from all of them at once. *Path*: lists that lead from the best one so far where the model
points. *Race*: they play on, and the losing half drops out until one is left. The winner is then played against the
list that was given on fresh deals, which no part of the search has seen; only these tell the gain.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput, nearest
from experiments.frame import Asked, Session, changed_deck, played
from experiments.lookup import find_card
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Control, Reading, difference, matched
from experiments.schedule import MIRROR, Arm, Deck, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.wording import control_alarms, control_line, decimal, interval, percent, unscored_line

GIVEN, REFERENCE = "given", "reference"
FRESH = 2_000_000            # first pair of the deals of the confirmation
LISTS = 40                   # lists of a design
SWAPS = 8                    # most swaps of a list of a design, and of a path
RACERS = 8                   # lists of a race
PRIOR = 0.01                 # spread of what a copy is worth, before anything is played
RESAMPLES = 4_000
RULE = ("The search stops after --rounds rounds, or earlier when a race is won by the list that it began with. The "
        "gain is reported from fresh deals alone, whose number is fixed beforehand.")
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Bounds:
    """What may change: cards with least and most copies, and least and most of lands and of all cards."""

    names: tuple[str, ...]
    least: np.ndarray
    most: np.ndarray
    is_land: np.ndarray
    lands: tuple[int, int]
    total: tuple[int, int]

    def allow(self, counts: Counts) -> bool:
        """Whether a list keeps within all bounds."""
        x = np.asarray(counts)
        return bool((x >= self.least).all() and (x <= self.most).all() and
                    self.lands[0] <= x[self.is_land].sum() <= self.lands[1] and
                    self.total[0] <= x.sum() <= self.total[1])

    def steps(self, counts: Counts) -> Iterator[Counts]:
        """Yield every list that differs by one copy swapped, added or taken out."""
        n = len(counts)
        for out in range(-1, n):
            for into in range(-1, n):
                if out == into:
                    continue
                moved = list(counts)
                if out >= 0:
                    moved[out] -= 1
                if into >= 0:
                    moved[into] += 1
                if self.allow(tuple(moved)):
                    yield tuple(moved)


@dataclass
class Search:
    """What was tried so far: for each design its lists, their mean differences from the given list, and pairs."""

    bounds: Bounds
    given: Counts
    tried: list[tuple[Counts, float, float, int]] = field(default_factory=list)      # counts, mean, variance, round

    def fit(self) -> tuple[np.ndarray, np.ndarray]:
        """Return what a copy of each card adds, and its standard error: a linear model with a normal prior.

        Each round has a level of its own, for what its deals have in common.
        """
        n, rounds = len(self.given), 1 + max(row[3] for row in self.tried)
        x = np.array([[*(np.subtract(row[0], self.given)), *(np.arange(rounds) == row[3])] for row in self.tried],
                     dtype=float)
        y, w = np.array([row[1] for row in self.tried]), 1 / np.array([row[2] for row in self.tried])
        prior = np.diag([PRIOR ** -2] * n + [0.05 ** -2] * rounds)
        covariance = np.linalg.inv(x.T @ (x * w[:, None]) + prior)
        return (covariance @ (x.T @ (w * y)))[:n], np.sqrt(np.diag(covariance))[:n]

    def path(self, start: Counts) -> list[Counts]:
        """Return the lists that lead from one to where the model points, a step after another."""
        worth, _ = self.fit()
        lists = [start]
        while len(lists) <= SWAPS:
            best = max(self.bounds.steps(lists[-1]), key=lambda each: float(np.dot(worth, each)), default=lists[-1])
            if np.dot(worth, best) <= np.dot(worth, lists[-1]) + 1e-12:
                break
            lists.append(best)
        return lists


# ---------------------------------------------------------------- what is asked

def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study; its arms are found as it is played."""
    bounds, given = _bounds(asked)
    arguments = asked.arguments
    asks = {"deck": [asked.deck.name, asked.deck.hash], "field": [[each.name, each.hash] for each in asked.field],
            "bounds": {name: [int(a), int(b)] for name, a, b in zip(bounds.names, bounds.least, bounds.most)},
            "lands": list(bounds.lands), "total": list(bounds.total), "rounds": arguments.rounds,
            "design_pairs": arguments.design_pairs, "race_pairs": arguments.race_pairs}
    settings = {"deck": asked.deck.name, "names": list(bounds.names), "given": list(given), "pairs": {}, "search": []}
    return asked.study([], asks), settings


def _bounds(asked: Asked) -> tuple[Bounds, Counts]:
    """Return the bounds that were given, or wide ones, and the counts of the list."""
    pool = asked.pool
    listed = [pool.name(each) for each in asked.deck.cards().tolist()]
    spans: dict[str, tuple[int, int]] = {}
    for text in asked.arguments.bounds:
        name, least, most = _span(text)
        key = name if name in ("lands", "total") else pool.name(find_card(pool, name))
        spans[key] = (least, most)
    if not spans.keys() - {"lands", "total"}:
        for name in dict.fromkeys(listed):
            basic = "Basic" in pool.printed(name)[1].split()
            spans[name] = (max(0, listed.count(name) - 4), listed.count(name) + 4) if basic else (0, 4)
    names = tuple(name for name in spans if name not in ("lands", "total"))
    given = tuple(listed.count(name) for name in names)
    is_land = np.array(["Land" in pool.printed(name)[1].split() for name in names])
    fixed = [name for name in listed if name not in names]
    fixed_lands = sum("Land" in pool.printed(name)[1].split() for name in fixed)
    own = sum(given[k] for k in range(len(names)) if is_land[k])
    lands = spans.get("lands", (own + fixed_lands - 2, own + fixed_lands + 2))
    total = spans.get("total", (len(listed), len(listed)))
    bounds = Bounds(names, np.array([spans[name][0] for name in names]), np.array([spans[name][1] for name in names]),
                    is_land, (lands[0] - fixed_lands, lands[1] - fixed_lands),
                    (total[0] - len(fixed), total[1] - len(fixed)))
    if not bounds.allow(given):
        raise BadInput("--bounds: the list itself lies outside them, and the search starts there")
    if next(bounds.steps(given), None) is None:
        raise BadInput("--bounds: they allow no other list")
    return bounds, given


def _span(text: str) -> tuple[str, int, int]:
    found = re.fullmatch(r"\s*(.+?)\s*=\s*(\d+)(?:\.\.(\d+))?\s*", text)
    if not found or int(found[3] or found[2]) < int(found[2]):
        raise BadInput(f"--bounds {text!r}: expected 'CARD=LEAST..MOST', 'lands=22..25' or 'total=60'"
                       f"{nearest(text, ['lands', 'total'])}")
    return found[1], int(found[2]), int(found[3] or found[2])


# ---------------------------------------------------------------- the search

def play(session: Session) -> None:
    """Search, then confirm the winner on fresh deals."""
    asked, arguments = session.asked, session.asked.arguments
    bounds, given = _bounds(asked)
    search, best = Search(bounds, given), given
    draws = np.random.default_rng(arguments.seed & 0xFFFFFFFF)
    session.settings["search"] = []
    at = 0                           # the next pair that nothing has used
    for number in range(arguments.rounds):
        lists = design(bounds, best, draws)
        block = max(1, arguments.design_pairs // len(lists))
        found = _play(session, lists, given, at, block, f"search {number + 1} of {arguments.rounds}")
        search.tried += [(each, *found[each], number) for each in lists]
        at += block
        start, best, at, heats = _race(session, search, best, at)
        worth, error = search.fit()
        session.settings["search"].append({
            "started": _title(bounds, given, start), "won": _title(bounds, given, best), "heats": heats,
            "worth": [[name, float(a), float(b)] for name, a, b in zip(bounds.names, worth, error)]})
        if best == start:
            break
    session.settings["winner"] = _title(bounds, given, best)
    arms = [_arm(asked, bounds, given, each, FRESH, arguments.pairs) for each in dict.fromkeys((given, best))]
    if arguments.reference:
        other = played(asked.listed(arguments.reference))
        arms.append(Arm(REFERENCE, other, asked.field, arguments.pairs, first=FRESH))
        session.settings["reference"] = other.name
    tuned = _deck(asked, bounds, given, best, session.settings["winner"])
    session.settings["list"] = [[asked.pool.name(each), n] for each, n in _counted(tuned.cards)]
    session.play([*arms, *asked.mirror()], "confirmation on fresh deals")


def further_arms(asked: Asked, settings: dict[str, Any]) -> list[Arm]:
    """Return every arm that was played so far, of the search and of the confirmation."""
    bounds, given = _bounds(asked)
    arms = []
    for name, end in settings["pairs"].items():
        if name == REFERENCE:
            arms.append(Arm(name, played(asked.listed(asked.arguments.reference)), asked.field, end - FRESH,
                            first=FRESH))
        elif name != MIRROR:
            arms.append(_arm(asked, bounds, given, _counts(bounds, given, name), 0, end))
    return [*arms, *asked.mirror()]


def design(bounds: Bounds, centre: Counts, draws: np.random.Generator) -> list[Counts]:
    """Return random lists about one, a different number of random swaps away, each once."""
    found: dict[Counts, None] = {}
    for _ in range(20 * LISTS):
        if len(found) == LISTS:
            break
        at = centre
        for _ in range(int(draws.integers(3, SWAPS + 1))):
            steps = list(bounds.steps(at))
            at = steps[int(draws.integers(len(steps)))]
        if at != centre:
            found[at] = None
    return list(found)


def _race(session: Session, search: Search, best: Counts, at: int) -> tuple[Counts, Counts, int, int]:
    """Let lists of the path, the best so far and the best of the design play on; the lower half drops out.

    A list also drops out when its paired interval against the leader lies below nothing.
    """
    seen = {row[0]: row[1] for row in search.tried}
    path = search.path(best)
    racers = list(dict.fromkeys([best, *path[::-1], max(seen, key=lambda each: seen[each])]))[:RACERS]
    first, pairs, heats = at, session.asked.arguments.race_pairs, 0
    while len(racers) > 1:
        _play(session, racers, search.given, at, pairs, f"heat {heats + 1} of the race")
        at, heats = at + pairs, heats + 1
        reading = Reading(session.store, session.store.find(session.study.id))
        returns = {each: {pair: won for pair, won in reading.returns(_title(search.bounds, search.given, each)).items()
                          if first <= pair < at} for each in racers}
        mean = {each: float(np.mean(list(won.values()) or [0.0])) for each, won in returns.items()}
        racers.sort(key=lambda each: -mean[each])
        racers = [each for each in racers[:(len(racers) + 1) // 2] if each == racers[0]
                  or (difference(returns[each], returns[racers[0]]).high or 0.0) >= 0]
        pairs *= 2
    return best, racers[0], at, heats


def _play(session: Session, lists: Sequence[Counts], given: Counts, first: int, pairs: int,
          phase: str) -> dict[Counts, tuple[float, float]]:
    """Play lists and the given one on the same pairs; return mean and variance of each paired difference."""
    bounds = _bounds(session.asked)[0]
    arms = {each: _arm(session.asked, bounds, given, each, first, pairs) for each in dict.fromkeys((given, *lists))}
    reading = Reading(session.store, session.play(list(arms.values()), phase))

    def returns(arm: Arm) -> dict[int, float]:
        return {pair: won for pair, won in reading.returns(arm.name).items() if first <= pair < first + pairs}

    base, found = returns(arms[given]), {}
    for each in lists:
        a, b = matched(returns(arms[each]), base)
        n = max(1, len(a))
        found[each] = (float((a - b).mean()) if len(a) else 0.0, max(float((a - b).var()), 0.02) / n if len(a) else 1.0)
    return found


def _arm(asked: Asked, bounds: Bounds, given: Counts, counts: Counts, first: int, pairs: int) -> Arm:
    title = _title(bounds, given, counts)
    return Arm(title, _deck(asked, bounds, given, counts, title), asked.field, pairs, change=title, first=first)


def _title(bounds: Bounds, given: Counts, counts: Counts) -> str:
    """Return how a list differs from the given one: `+2 Glacial Ray −2 Hinder`."""
    parts = [(n, f"{'+' if n > 0 else '−'}{abs(n)} {name}")
             for name, n in zip(bounds.names, np.subtract(counts, given).tolist()) if n]
    return " ".join(text for _, text in sorted(parts, key=lambda part: part[0] < 0)) or GIVEN


def _counts(bounds: Bounds, given: Counts, title: str) -> Counts:
    """Return the counts of a list by its title."""
    change = {name: int(f"{'-' if sign == '−' else ''}{n}")
              for sign, n, name in re.findall(r"([+−])(\d+) (.+?)(?= [+−]\d+ |$)", title)}
    return tuple(n + change.get(name, 0) for name, n in zip(bounds.names, given))


def _deck(asked: Asked, bounds: Bounds, given: Counts, counts: Counts, title: str) -> Deck:
    """Return the list with other counts: what comes in lies in the slots of what goes out."""
    if title == GIVEN:
        return played(asked.deck)
    cards, pool = asked.deck.cards().tolist(), asked.pool
    change = dict(zip(bounds.names, np.subtract(counts, given).tolist()))
    free = [slot for name, n in change.items() if n < 0
            for slot in [k for k, card in enumerate(cards) if card == pool.cards[name]][n:]]
    coming = [pool.cards[name] for name, n in change.items() for _ in range(max(0, n))]
    for slot, card in zip(sorted(free), coming):
        cards[slot] = card
    left = set(sorted(free)[len(coming):])
    cards = [card for slot, card in enumerate(cards) if slot not in left] + coming[len(free):]
    return changed_deck(asked.deck, np.array(cards, dtype=np.uint16), [title])


def _counted(cards: np.ndarray) -> list[tuple[int, int]]:
    kinds = list(dict.fromkeys(cards.tolist()))
    return [(each, int((cards == each).sum())) for each in kinds]


# ---------------------------------------------------------------- the figures

@dataclass(frozen=True)
class TuneFigures:
    """All figures of a `tune` study, from its fresh deals alone; shares in [0, 1]."""

    given: Estimate
    tuned: Estimate
    gain: Estimate                       # paired, tuned minus given
    reference: Estimate | None
    won_back: Estimate | None            # share of the distance from the given list to the reference
    searched: dict[str, Any]             # rounds, lists, pairs and games of the search
    control: Control
    unscored_games: dict[str, int]


def figures_of(store: Store, study: StoredStudy) -> TuneFigures:
    """Compute every figure of a stored `tune` study."""
    reading, winner = Reading(store, study), study.settings.get("winner", GIVEN)
    fresh = {arm: {pair: won for pair, won in reading.returns(arm).items() if pair >= FRESH}
             for arm in (GIVEN, winner, REFERENCE)}
    rates = {arm: stats.pair_rate(np.array(list(won.values()))) for arm, won in fresh.items()}
    games = reading.rows("SELECT count(*), count(DISTINCT arm), count(DISTINCT pair) FROM g WHERE pair < ? "
                         "AND arm <> 'mirror'", FRESH)[0]
    has = "reference" in study.settings
    return TuneFigures(
        rates[GIVEN], rates[winner], difference(fresh[winner], fresh[GIVEN]), rates[REFERENCE] if has else None,
        won_back(fresh[GIVEN], fresh[winner], fresh[REFERENCE], study.spec["seed"] & 0xFFFFFFFF) if has else None,
        {"rounds": len(study.settings["search"]), "games": games[0], "lists": games[1], "pairs": games[2]},
        reading.control(), reading.unscored_games())


def won_back(given: dict[int, float], tuned: dict[int, float], reference: dict[int, float], seed: int) -> Estimate:
    """Estimate (tuned − given) / (reference − given), with a bootstrap interval over pairs.

    There is none where the reference is not better than the given list for sure.
    """
    pairs = sorted(given.keys() & tuned.keys() & reference.keys())
    if len(pairs) < stats.MIN_PAIRS:
        return Estimate(None, None, None, len(pairs))
    base = np.array([given[p] for p in pairs])
    gain, loss = (np.array([other[p] for p in pairs]) - base for other in (tuned, reference))
    if loss.mean() <= 0:
        return Estimate(None, None, None, len(pairs))
    value = float(gain.mean() / loss.mean())
    if not stats.paired_difference(loss, 0 * loss).excludes_zero:
        return Estimate(value, None, None, len(pairs))
    draws, n = np.random.default_rng(seed), len(pairs)
    picked = [draws.integers(0, n, n) for _ in range(RESAMPLES)]
    low, high = np.quantile([gain[each].mean() / loss[each].mean() for each in picked], [0.025, 0.975])
    return Estimate(value, float(low), float(high), n)


# ---------------------------------------------------------------- the answer

def sentence(study: StoredStudy, figures: TuneFigures) -> str:
    """Return the answer in one sentence."""
    winner, gain = study.settings.get("winner", GIVEN), figures.gain
    if winner == GIVEN:
        return "The search found no list that is better than the one that was given."
    told = f"{percent(gain.value, True)} points of win rate (95 % interval {interval(gain, True)})"
    deals = f"on {gain.n} fresh pairs"
    if gain.value is None or not gain.excludes_zero:
        return f"What the search found cannot be told from the list that was given {deals}: {told}, for {winner}."
    if gain.value < 0:
        return f"The search was misled: {told} {deals}, for {winner}; keep the list that was given."
    text = f"Tuning gains {told} {deals}"
    if figures.won_back and figures.won_back.value is not None:
        share = figures.won_back
        text += (f"; that is {percent(share.value)} % of the way to {study.settings['reference']}"
                 + (f" ({interval(share)})" if share.low is not None else ""))
    return f"{text}: {winner}."


def page(study: StoredStudy, figures: TuneFigures) -> Page:
    """Return the answer with what is behind it."""
    settings = study.settings
    rows = [("given", figures.given), ("tuned", figures.tuned)]
    rows += [(settings["reference"], figures.reference)] if figures.reference else []

    def draw() -> str:
        from experiments import plots

        return plots.forest(rows, "games won on fresh deals, %", "fresh", "Win rates on fresh deals", 0.5)

    table = [(name, percent(each.value), interval(each), str(each.n)) for name, each in rows]
    table.append(("gain", percent(figures.gain.value, True), interval(figures.gain, True), str(figures.gain.n)))
    tuned = Table(("copies", "card"), [(str(n), name) for name, n in settings.get("list", [])], left=2)
    rounds = [(str(k + 1), each["started"], each["won"]) for k, each in enumerate(settings["search"])]
    worth = sorted(settings["search"][-1]["worth"], key=lambda row: -row[1]) if settings["search"] else []
    return Page(f"{settings['deck']}, tuned", f"{settings['deck']} against "
                f"{', '.join(name for name, _ in study.spec['field'])}", sentence(study, figures), (
        Section("On fresh deals, which the search has not seen", [
            Picture(draw), Table(("", "won %", "95 % interval", "pairs"), table)]),
        Section("The tuned list", [tuned]),
        Section("The search", [
            f"{figures.searched['lists']} lists, {figures.searched['pairs']} deals, {figures.searched['games']} games.",
            Table(("round", "began with", "won"), rounds, left=3),
            Table(("card", "points a copy", "standard error"),
                  [(name, percent(a, True), decimal(100 * b, 1)) for name, a, b in worth],
                  title="What a copy adds, by the model of the last round (only differences count)",
                  note="These figures steer the search; they are no answer.")]),
        Section("The instrument", [control_line(figures.control), unscored_line(figures.unscored_games)])),
        control_alarms(figures.control), figures.control.ok)
