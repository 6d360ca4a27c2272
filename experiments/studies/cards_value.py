"""What is each card of a list worth?

Three answers. *Replacement value*: one copy is swapped for a neutral card and the same deals are played; what is lost
is what the copy was worth over something that anybody has. *Seen*: win rates of logged games by whether a card was in
the opening hand, drawn, or not seen; associations, with their faults. *Shapley*: what each card's splice adds, over all
orders in which splices could be allowed.
"""
from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments import shapley
from experiments import statistics as stats
from experiments.errors import BadInput
from experiments.frame import Asked, Session, changed_deck, pairs_of, played
from experiments.lookup import find_card
from experiments.page import Page, Picture, Section, Table
from experiments.reading import Control, Reading, difference
from experiments.schedule import MIRROR, Arm, Study
from experiments.seen import WARNINGS, SeenRow, seen_rows
from experiments.statistics import Estimate
from experiments.store import Store, StoredStudy
from experiments.studies.value import splice_cards
from experiments.wording import control_alarms, control_line, interval, p_text, percent, unscored_line

LISTED = "as listed"
PLAIN = {"name": "Plain Creature", "cost": "{2}", "types": "Creature", "pt": "2/2"}
FRESH = 1_000_000            # first pair of the deals on which the neutral card is chosen, and which nothing else sees
SWAPPED_AT_ONCE = 4          # spells that give up a copy while the neutral card is chosen
ORDERS = 8                   # random orders, each played both ways, where there are too many splice cards for all sets
RULE = ("The number of pairs is fixed beforehand. The neutral card is chosen on deals of its own. Replacement values "
        "are judged at 5 % after Holm's correction; their intervals hold together at 95 %, and so do the Shapley "
        "values'.")


@dataclass(frozen=True)
class CardRow:
    """Win rate as listed minus win rate with one copy swapped; at the simultaneous level."""

    card: str
    copies: int
    swapped_for: str
    value: Estimate
    p_holm: float | None


@dataclass(frozen=True)
class CardsFigures:
    """All figures of a `cards-value` study; shares in [0, 1]."""

    win_rate: Estimate
    neutrals: dict[str, Estimate]        # win rate of the list with some spells swapped for it
    replacement: tuple[CardRow, ...]
    shapley: dict[str, Estimate]
    sampled_orders: int                  # 0: all sets were played
    seen: tuple[SeenRow, ...]
    pairs: dict[str, int]
    control: Control
    unscored_games: dict[str, int]


# ---------------------------------------------------------------- the arms

def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study with its first arms: those that choose the neutral card."""
    pool, given = asked.pool, asked.arguments
    names = [pool.name(each) for each in asked.deck.main_cards().tolist()]
    lands = [name for name in dict.fromkeys(names) if "Basic" in pool.printed(name)[1].split()]
    neutrals = [pool.name(find_card(pool, each)) for each in given.neutral] or [*lands, PLAIN["name"]]
    if len(dict.fromkeys(neutrals)) < 2:
        raise BadInput("--neutral: give at least two cards, so that each card of the list can be swapped for another")
    guests = [pool.name(each) for each in splice_cards(pool, asked.deck.main_cards())]
    asks = {"deck": [asked.deck.name, asked.deck.hash], "field": [[each.name, each.hash] for each in asked.field],
            "neutrals": neutrals}
    spells = sorted((name for name in dict.fromkeys(names) if "Land" not in pool.printed(name)[1]),
                    key=lambda name: -names.count(name))[:SWAPPED_AT_ONCE]
    arms = [_swapped(asked, f"neutral: {each}", [(spell, each) for spell in spells if spell != each],
                     given.neutral_pairs, FRESH) for each in neutrals]
    settings = {"deck": asked.deck.name, "slots": names, "guests": guests, "neutrals": neutrals,
                "cards": [[name, names.count(name)] for name in dict.fromkeys(names)], "pairs": pairs_of(arms)}
    return asked.study(arms, asks), settings


def play(session: Session) -> None:
    """Choose the neutral card, then play a list with one swap for each card, and one for each set of splices."""
    asked, settings, given = session.asked, session.settings, session.asked.arguments
    reading = Reading(session.store, session.play())
    rates = {each: reading.win_rate(f"neutral: {each}").value or 0.0 for each in settings["neutrals"]}
    best, second = sorted(rates, key=lambda each: -rates[each])[:2]
    settings["swaps"] = {name: second if name == best else best for name, _ in settings["cards"]}
    weights = shapley.weights_of(settings["guests"], ORDERS, given.seed)
    settings["sets"] = {_title(settings["guests"], each): sorted(each) for each in shapley.sets_of(weights)}
    session.play(further_arms(asked, settings))


def further_arms(asked: Asked, settings: dict[str, Any]) -> list[Arm]:
    """Return the arms that follow once the neutral card is chosen, or none before."""
    if "swaps" not in settings:
        return []
    given = asked.arguments
    arms = [Arm(LISTED, played(asked.deck), asked.field, given.pairs)]
    arms += [_swapped(asked, f"1 {name} → {other}", [(name, other)], given.pairs)
             for name, other in settings["swaps"].items()]
    arms += [_allowed(asked, settings["guests"], name, allowed, round(given.pairs * given.splice_share) or 1)
             for name, allowed in settings["sets"].items() if name != LISTED]
    return [*arms, *asked.mirror()]


def _swapped(asked: Asked, name: str, swaps: Sequence[tuple[str, str]], pairs: int, first: int = 0) -> Arm:
    """Return the list with the last copy of each card swapped for another card."""
    cards, pool = asked.deck.cards().copy(), asked.pool
    for old, new in swaps:
        slot = int(np.flatnonzero(asked.deck.main_cards() == pool.cards[old])[-1])
        cards[slot] = pool.cards[new] if new in pool.cards else pool.add(PLAIN)
    what = [f"1 {old} → {new}" for old, new in swaps]
    return Arm(name, changed_deck(asked.deck, cards, what), asked.field, pairs, (), "; ".join(what), first)


def _title(guests: Sequence[str], allowed: Collection[str]) -> str:
    """Return the name of the arm with only some of the splices."""
    return LISTED if set(guests) <= set(allowed) else f"spliced: {', '.join(sorted(allowed)) or 'nothing'}"


def _allowed(asked: Asked, guests: Sequence[str], title: str, allowed: Collection[str], pairs: int) -> Arm:
    """Return the list with only some of its splices."""
    off = tuple(name for name in guests if name not in allowed)
    cards, pool = asked.deck.cards().copy(), asked.pool
    for name in off:
        cards[cards == pool.cards[name]] = pool.variant(pool.cards[name], splice=None)
    return Arm(title, changed_deck(asked.deck, cards, off), asked.field, pairs, off)


# ---------------------------------------------------------------- the figures

def figures_of(store: Store, study: StoredStudy) -> CardsFigures:
    """Compute every figure of a stored `cards-value` study."""
    reading, settings = Reading(store, study), study.settings
    listed = reading.returns(LISTED)
    swaps = settings.get("swaps", {})
    level = stats.simultaneous_level(len(swaps))
    worth = {name: difference(listed, reading.returns(f"1 {name} → {other}"), level) for name, other in swaps.items()}
    adjusted = dict(zip(worth, stats.holm([each.p for each in worth.values()])))
    rows = [CardRow(name, copies, swaps[name], worth[name], adjusted[name])
            for name, copies in settings["cards"] if name in swaps]
    sets = {frozenset(allowed): reading.returns(arm) for arm, allowed in settings.get("sets", {}).items()}
    guests = settings["guests"]
    weights = shapley.weights_of(guests, ORDERS, study.spec["seed"])
    return CardsFigures(
        reading.win_rate(LISTED), {each: reading.win_rate(f"neutral: {each}") for each in settings["neutrals"]},
        tuple(sorted(rows, key=lambda row: -(row.value.value or 0.0))),
        shapley.values(weights, sets, stats.simultaneous_level(len(guests))) if guests and sets else {},
        0 if len(guests) <= shapley.MOST_EXACT else 2 * ORDERS,
        seen_rows(reading, LISTED, settings["slots"]), {arm: n for arm, n in reading.pairs().items() if arm != MIRROR},
        reading.control(), reading.unscored_games())


# ---------------------------------------------------------------- the answer

def sentence(study: StoredStudy, figures: CardsFigures) -> str:
    """Return the answer in one sentence."""
    rows = figures.replacement
    if not rows or rows[0].value.value is None:
        return "What the cards of this list are worth cannot be told: no pair was played to a result."
    best, worst = rows[0], rows[-1]
    clear = [row for row in rows if row.p_holm is not None and row.p_holm < 0.05]
    if not clear:
        return (f"No card of this list can be told from a neutral one at {best.value.n} pairs; the best is "
                f"{best.card}, {percent(best.value.value, True)} points a copy ({interval(best.value, True)}).")
    text = (f"The best card of this list is {best.card}: a copy is worth {percent(best.value.value, True)} points over "
            f"a {best.swapped_for} ({interval(best.value, True)})")
    if worst in clear and (worst.value.value or 0.0) < 0:
        return (f"{text}; {worst.card} is worse than a {worst.swapped_for}, {percent(worst.value.value, True)} points "
                f"({interval(worst.value, True)}).")
    return f"{text}; {len(clear)} of {len(rows)} cards can be told from a neutral one."


def page(study: StoredStudy, figures: CardsFigures) -> Page:
    """Return the answer with what is behind it."""
    deck = study.settings["deck"]
    return Page(f"What the cards of {deck} are worth",
                f"{deck} against {', '.join(name for name, _ in study.spec['field'])}", sentence(study, figures),
                (_replacement(figures), _shapley(figures), _seen(figures), _notes(figures)),
                control_alarms(figures.control), figures.control.ok)


def _replacement(figures: CardsFigures) -> Section:
    def draw() -> str:
        from experiments import plots

        return plots.forest([(row.card, row.value) for row in figures.replacement], "points of win rate a copy",
                            "replacement", "Replacement value of each card, with intervals")

    rows = [(f"{row.copies} {row.card}", row.swapped_for, percent(row.value.value, True), interval(row.value, True),
             p_text(row.p_holm), str(row.value.n)) for row in figures.replacement]
    return Section("Replacement value (points of win rate that one copy is worth over a neutral card)", [
        Picture(draw, "Same deals, one copy swapped; intervals hold together at 95 %."),
        Table(("card", "swapped for", "points", "interval", "p (Holm)", "pairs"), rows, left=2)])


def _shapley(figures: CardsFigures) -> Section:
    if not figures.shapley:
        return Section("Splice by splice", ["The list has no card with splice."])
    rows = [(card, percent(each.value, True), interval(each, True), str(each.n))
            for card, each in sorted(figures.shapley.items(), key=lambda item: -(item[1].value or 0.0))]
    total = sum(each.value or 0.0 for each in figures.shapley.values())
    how = "over all sets of splice cards"
    if figures.sampled_orders:
        how = f"over {figures.sampled_orders} of all orders, whose choice is not in the intervals"
    return Section("Shapley values of the splices (points of win rate)", [
        Table(("card", "points", "interval", "pairs"), rows,
              note=f"What allowing this card's splice adds, on average {how}; they add up to what all splices are "
                   f"worth, {percent(total, True)}. Intervals hold together at 95 %.")])


def _seen(figures: CardsFigures) -> Section:
    rows = [(f"{row.copies} {row.card}", *(text for each in (row.opening, row.drawn, row.in_hand, row.not_seen)
                                           for text in (percent(each.value), str(each.n))),
             percent(row.improvement.value, True), interval(row.improvement, True)) for row in
            sorted(figures.seen, key=lambda row: -(row.improvement.value or -1.0))]
    head = ("card", "opening %", "n", "drawn %", "n", "in hand %", "n", "not seen %", "n", "improvement", "interval")
    return Section("Win rates by what was seen (associations in logged games, not effects)", [
        Table(head, rows), *WARNINGS.values()])


def _notes(figures: CardsFigures) -> Section:
    chosen = ", ".join(f"{name} {percent(rate.value)} %" for name, rate in figures.neutrals.items())
    return Section("The instrument", [
        f"Neutral cards, tried in place of a copy of each of the {SWAPPED_AT_ONCE} commonest spells on deals of their "
        f"own: {chosen}.", control_line(figures.control), unscored_line(figures.unscored_games)])
