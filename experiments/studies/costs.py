"""What would the deck win if one card's splice cost, cost or a number of its text were another?

The card is compiled anew for each value; the list plays the same pairs with each of these cards in the same slots,
and once with the card as it is but never spliced. Where the curve crosses that level the deck breaks even.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import statistics as stats
from experiments.errors import BadInput, nearest, one_line
from experiments.frame import Asked, changed_deck, pairs_of, played
from experiments.lookup import find_card, splice_of
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Control, Reading, Returns, difference
from experiments.schedule import Arm, Study
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.wording import control_alarms, control_line, interval, percent, unscored_line

PRINTED, UNSPLICED = "as it is", "never spliced"
RESAMPLES = 2_000            # bootstrap resamples of the break-even value
NUMBER = re.compile(r'"[^"]*"|\{[^}]*\}|(\d+)')          # a number of a text, not of a token's name or a cost
WORDS = {"splice": "splice cost", "cost": "cost", "number": "number"}
RULE = ("The number of pairs is fixed beforehand. The band of the curve holds at 95 % for all values together; the "
        "break-even value is where a curve that may only fall with the cost (rise with the number) meets the deck that "
        "never splices the card, with a bootstrap interval over pairs.")


@dataclass(frozen=True)
class ValueRow:
    """The deck with one value: its win rate, and what it gains over the card never spliced, and as it is."""

    value: str
    size: float                  # mana value of a cost, or the number
    arm: str
    win_rate: Estimate
    gain: Estimate               # over the deck that never splices the card; at the simultaneous level
    change: Estimate             # against the card as it is


@dataclass(frozen=True)
class BreakEven:
    """value: None where the curve does not cross. low, high: None where the interval is open on that side."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class CostsFigures:
    """All figures of a `costs` study; shares in [0, 1]."""

    values: tuple[ValueRow, ...]
    unspliced: Estimate | None   # win rate; None for a card without splice
    break_even: BreakEven | None
    pairs: dict[str, int]
    control: Control
    unscored_games: dict[str, int]


# ---------------------------------------------------------------- the arms

def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study: an arm a value, one as it is, one never spliced, the control."""
    kind, values = _swept(asked.arguments)
    definition = find_card(asked.pool, asked.arguments.card)
    name, cards = asked.pool.name(definition), np.asarray(asked.deck.cards())
    if definition not in cards:
        names = {asked.pool.name(each) for each in cards.tolist()}
        raise BadInput(f"deck {asked.deck.name!r} has no {name}{nearest(name, names)}")
    printed = _printed(asked.pool, definition, kind, asked.arguments.which)

    def arm(title: str, changed: int, what: str, without: Sequence[str] = ()) -> Arm:
        swapped = np.where(cards == definition, changed, cards).astype(cards.dtype)
        deck = changed_deck(asked.deck, swapped, [what]) if what else played(asked.deck)
        return Arm(title, deck, asked.field, asked.arguments.pairs, tuple(without), what)

    arms, rows = [arm(PRINTED, definition, "")], []
    for value in values:
        title = PRINTED if value == printed else f"{name}: {WORDS[kind]} {value}"
        rows.append({"value": value, "size": _size(value), "arm": title})
        if value != printed:
            arms.append(arm(title, _changed(asked.pool, definition, kind, value, asked.arguments.which), title))
    if splice_of(asked.pool, definition):
        arms.append(arm(UNSPLICED, asked.pool.variant(definition, splice=None), UNSPLICED, [name]))
    arms += asked.mirror()
    return asked.study(arms), {"deck": asked.deck.name, "card": name, "kind": kind, "printed": printed,
                               "values": sorted(rows, key=lambda row: row["size"]), "pairs": pairs_of(arms)}


def _swept(arguments: Any) -> tuple[str, list[str]]:
    """Return what is swept, and its values as text, each once."""
    given = [kind for kind in WORDS if getattr(arguments, kind)]
    if len(given) != 1:
        raise BadInput("give one of --splice, --cost and --number, with the values to try"
                       if not given else f"--{' and --'.join(given)}: one of them at a time")
    if arguments.which != 1 and given[0] != "number":          # 1 stands in every command that a file keeps
        raise BadInput(f"--which {arguments.which}: which number of its text --number changes, not its --{given[0]}")
    return given[0], list(dict.fromkeys(str(each) for each in getattr(arguments, given[0])))


def _size(value: str) -> float:
    """Return the mana value of a cost (X as 0, 202.3), or the number."""
    if "{" not in value:
        return float(value) if value.isdigit() else 0.0
    symbols = re.findall(r"\{([^}]*)\}", value)
    return float(sum(int(s) if s.isdigit() else 0 if s.upper() == "X" else 2 if s.startswith("2/") else 1
                     for s in symbols))


def _printed(pool: Any, definition: int, kind: str, which: int) -> str:
    """Return the value that the card has, as text.

    Raises BadInput for a card that has no such thing.
    """
    entry = pool.entries[definition]
    if kind == "splice":
        splice = splice_of(pool, definition)
        if splice is None:
            raise BadInput(f"{entry['name']} has no splice: sweep its --cost or --number")
        return splice[1]
    if kind == "cost":
        if "Land" in entry["types"].split():
            raise BadInput(f"{entry['name']} is a land, and not cast: it has no cost to sweep")
        return str(entry.get("cost", ""))
    found = [match[1] for line in _texts(entry) for match in NUMBER.finditer(line) if match[1]]
    if len(found) < which:
        told = f"numbers are {', '.join(found)}" if found else "text has no number"
        raise BadInput(f"--which {which}: {entry['name']}'s {told}")
    return str(found[which - 1])


def _texts(entry: dict[str, Any]) -> list[str]:
    effect = entry.get("effect", [])
    return [effect] if isinstance(effect, str) else list(effect)


def _changed(pool: Any, definition: int, kind: str, value: str, which: int) -> int:
    """Return the definition of the card with another value."""
    from decks.errors import NotationError

    entry = pool.entries[definition]
    try:
        if kind == "splice":
            return int(pool.changed(definition, splice=entry["splice"] | {"cost": value}))
        if kind == "cost":
            return int(pool.changed(definition, cost=value))
        return int(pool.changed(definition, effect=_with_number(_texts(entry), value, which)))
    except NotationError as error:
        raise BadInput(f"--{kind} {value}: {one_line(error)}") from None


def _with_number(lines: list[str], value: str, which: int) -> list[str]:
    """Return a text with its `which`-th number replaced."""
    seen = 0

    def other(match: re.Match[str]) -> str:
        nonlocal seen
        seen += match[1] is not None
        return value if match[1] is not None and seen == which else match[0]

    return [NUMBER.sub(other, line) for line in lines]


# ---------------------------------------------------------------- the figures

def figures_of(store: Store, study: StoredStudy) -> CostsFigures:
    """Compute every figure of a stored `costs` study."""
    reading = Reading(store, study)
    rows = study.settings["values"]
    level = stats.simultaneous_level(len(rows))
    none, printed = reading.returns(UNSPLICED), reading.returns(PRINTED)
    arms = [reading.returns(row["arm"]) for row in rows]
    values = tuple(
        ValueRow(row["value"], row["size"], row["arm"], stats.pair_rate(np.array(list(arm.values())), level),
                 difference(arm, none, level), difference(arm, printed, level)) for row, arm in zip(rows, arms))
    even = None
    if UNSPLICED in study.settings["pairs"]:
        falls = study.settings["kind"] != "number"
        even = break_even([row["size"] for row in rows], arms, none, falls, study.spec["seed"] & 0xFFFFFFFF)
    return CostsFigures(values, reading.win_rate(UNSPLICED) if UNSPLICED in reading.pairs_asked else None, even,
                        reading.pairs(), reading.control(), reading.unscored_games())


def break_even(sizes: Sequence[float], arms: Sequence[Returns], none: Returns, falls: bool, seed: int,
               ) -> BreakEven | None:
    """Return where the gain over not splicing is zero; None for too few values or pairs.

    Values of one size are averaged. The curve is fitted as one that only falls (or rises); resampling is over pairs,
    the same for all values.
    """
    pairs = sorted(set(none).intersection(*arms))
    xs = sorted(set(sizes))
    if len(pairs) < stats.MIN_PAIRS or len(xs) < 2:
        return None
    base = np.array([none[p] for p in pairs])
    gains = np.array([np.mean([[arm[p] for p in pairs] for size, arm in zip(sizes, arms) if size == x], axis=0) - base
                      for x in xs])
    draws = np.random.default_rng(seed)
    n = len(pairs)
    resampled = [crossing(xs, gains @ np.bincount(draws.integers(0, n, n), minlength=n) / n, falls)
                 for _ in range(RESAMPLES)]
    low, high = np.quantile(resampled, [0.025, 0.975], method="closest_observation")
    value = crossing(xs, gains.mean(axis=1), falls)
    ends = [float(each) if np.isfinite(each) else None for each in (value, low, high)]
    return BreakEven(ends[0], ends[1], ends[2])


def crossing(xs: Sequence[float], gains: np.ndarray, falls: bool) -> float:
    """Return where a monotone fit of the gains is zero; -inf or inf where that lies outside the values."""
    from scipy.optimize import isotonic_regression

    fit = isotonic_regression(gains, increasing=not falls).x
    if fit.min() > 0 or fit.max() < 0:
        return np.inf if (fit.min() > 0) == falls else -np.inf
    order = slice(None, None, -1) if falls else slice(None)
    return float(np.interp(0.0, fit[order], np.asarray(xs, dtype=float)[order]))


# ---------------------------------------------------------------- the answer

def sentence(study: StoredStudy, figures: CostsFigures) -> str:
    """Return the answer in one sentence."""
    card, what, even = study.settings["card"], WORDS[study.settings["kind"]], figures.break_even
    if even is None:
        rates = [row for row in figures.values if row.win_rate.value is not None]
        if not rates:
            return f"What another {what} of {card} would do cannot be told: no pair was played to a result."
        first, last = rates[0], rates[-1]
        return (f"With {what} {first.value} for {card} the deck wins {percent(first.win_rate.value)} % "
                f"({interval(first.win_rate)}), with {last.value} {percent(last.win_rate.value)} % "
                f"({interval(last.win_rate)}).")
    unit = "mana" if study.settings["kind"] != "number" else "as its number"
    span = f"95 % interval {_end(even.low, 'below what was tried')} to {_end(even.high, 'beyond what was tried')}"
    if even.value is not None:
        return f"The deck breaks even with never splicing {card} at a {what} of {even.value:.1f} {unit} ({span})."
    best, least = (pick(figures.values, key=lambda row: row.gain.value or 0.0) for pick in (max, min))
    none = (best.gain.value or 0.0) <= 0
    end = best if none else least
    told = f"{percent(end.gain.value, True)} points, at {end.value} ({interval(end.gain, True)})"
    if not end.gain.excludes_zero:
        return (f"Whether the deck breaks even with never splicing {card} at a {what} that was tried cannot be told: "
                f"splicing it gains {'at best' if none else 'at the least'} {told}.")
    if none:
        return f"At no {what} that was tried does splicing {card} gain this deck anything: at best {told}."
    return f"At every {what} that was tried splicing {card} gains this deck something: at the least {told}."


def _end(value: float | None, otherwise: str) -> str:
    return otherwise if value is None else f"{value:.1f}"


def page(study: StoredStudy, figures: CostsFigures) -> Page:
    """Return the answer with what is behind it."""
    settings = study.settings
    card, what, printed = settings["card"], WORDS[settings["kind"]], settings["printed"]
    names = [row.value for row in figures.values]

    def draw() -> str:
        from experiments import plots

        gains = [row.gain if figures.unspliced else row.win_rate for row in figures.values]
        unit = "points of win rate" if figures.unspliced else "games won, %"
        return plots.curve(names, gains, f"{what} of {card}", unit, "curve",
                           f"Win rate by {what}, with the band of its intervals",
                           0.0 if figures.unspliced else None, names.index(printed) if printed in names else None)

    rows = [(f"{row.value}{' (as it is)' if row.value == printed else ''}", percent(row.win_rate.value),
             interval(row.win_rate), percent(row.gain.value, True),
             interval(row.gain, True) if figures.unspliced else "–",
             *(("–", "–") if row.value == printed else (percent(row.change.value, True), interval(row.change, True))),
             str(row.win_rate.n)) for row in figures.values]
    notes = [f"Never spliced, the deck wins {percent(figures.unspliced.value)} % ({interval(figures.unspliced)})."
             ] if figures.unspliced else []
    if figures.break_even and figures.break_even.value is None:
        notes.append("The curve does not cross zero between the values that were tried.")
    return Page(
        f"{what} of {card} in {settings['deck']}",
        f"{settings['deck']} with another {what} of {card}; its opponents as ever", sentence(study, figures), (
            Section("Win rate by value", [
                Picture(draw, ("Points of win rate over the same deals with the card never spliced (dashed). "
                               if figures.unspliced else "")
                        + "The band holds at 95 % for all values together. Circled: the card as it is."),
                Table((what, "won %", "interval", "over never spliced", "interval", "change", "interval",
                       "pairs"), rows), *notes]),
            Section("The instrument", [
                "The pilot is the same for every value and plays the changed card as it finds it; a pilot that splices "
                "badly finds splice costs to matter little.",
                control_line(figures.control), unscored_line(figures.unscored_games)])),
        control_alarms(figures.control), figures.control.ok)
