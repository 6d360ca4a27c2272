"""What is splice worth to a deck? The main study.

The deck plays the same pairs with its splices, without any of them, and with one
splice card at a time switched off. A switched-off card is the same card in the same
slot of the same deal; only its splice is never offered. Opponents keep theirs.
"""
from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from experiments.analysis import MIRROR, OFF, ON, SINGLE, Figures
from experiments.errors import BadInput
from experiments.schedule import Arm, Deck, Study
from experiments.stats import MIN_PAIRS, Estimate

RULE = ("Splice counts as worth something when the 95 % interval of the paired difference lies above 0; "
        "the number of pairs is fixed beforehand. Single cards are judged at 5 % after Holm's correction.")


def splice_cards(pool: Any, cards: np.ndarray) -> dict[int, int]:
    """Return definition -> copies for the cards of a list that have splice, in the order of the list."""
    table = pool.rules[0].card
    found: dict[int, int] = {}
    for definition in cards.tolist():
        if table[definition].splice_onto:
            found[definition] = found.get(definition, 0) + 1
    return found


def build_study(pool: Any, listed: Any, field: Sequence[Any], agent: Any, opponent_agent: Any, *, pairs: int,
                card_share: float, mirror_pairs: int, seed: int, engine_hash: str,
                agent_code: tuple[str, str] = ("", "")) -> tuple[Study, dict]:
    """Return the study and its settings (what may change without changing a row).

    `listed` and `field` are DeckLists. Variants are added to the pool's rules here, so
    `pool.rules` must be read after this call.

    Raises BadInput for a deck without splice cards and for numbers out of range.
    """
    if pairs < 1:
        raise BadInput(f"--pairs {pairs}: at least 1")
    if not 0 <= card_share <= 1:
        raise BadInput(f"--card-share {card_share:g}: a share between 0 and 1")
    pool_hash, cards = pool.hash, np.asarray(listed.cards())
    guests = splice_cards(pool, cards)
    if not guests:
        raise BadInput(f"deck {listed.name!r} has no card with splice: there is nothing to switch off")
    opponents = tuple(Deck(each.name, each.hash, np.asarray(each.cards())) for each in field)
    off = {definition: pool.variant(definition, splice=None) for definition in guests}
    names = {definition: pool.name(definition) for definition in guests}
    single_pairs = round(pairs * card_share) if len(guests) > 1 else 0

    def arm(name: str, without: Sequence[int], n: int, against: tuple[Deck, ...] = opponents) -> Arm:
        switched = tuple(sorted(names[each] for each in without))
        return Arm(name, _variant(listed, cards, {each: off[each] for each in without}, switched), against, n, switched)

    arms = [arm(ON, (), pairs), arm(OFF, tuple(guests), pairs)]
    arms += [arm(SINGLE + names[each], (each,), single_pairs) for each in guests if single_pairs]
    if mirror_pairs:
        arms.append(arm(MIRROR, (), min(mirror_pairs, pairs), (Deck(listed.name, listed.hash, cards),)))
    study = Study("value", tuple(arms), agent, opponent_agent, seed, pool_hash, engine_hash, agent_code)
    settings = {
        "pairs": {each.name: each.pairs for each in arms}, "deck": listed.name, "rule": RULE,
        "cards": [{"card": names[each], "copies": copies, "splice_cost": _splice_cost(pool, each)}
                  for each, copies in guests.items()],
    }
    return study, settings


def _variant(listed: Any, cards: np.ndarray, swap: dict[int, int], switched: tuple[str, ...]) -> Deck:
    """Return the list with definitions replaced slot by slot, under a hash of its own."""
    if not swap:
        return Deck(listed.name, listed.hash, cards)
    changed = cards.copy()
    for before, after in swap.items():
        changed[cards == before] = after
    text = "\n".join((listed.hash, *switched))
    return Deck(listed.name, hashlib.sha256(text.encode()).hexdigest()[:12], changed)


def _splice_cost(pool: Any, definition: int) -> str:
    """Return the splice cost as the card's entry writes it."""
    return str(pool.entries[definition]["splice"]["cost"])


def percent(share: float | None, signed: bool = False) -> str:
    """Return a share as percent with one decimal and a true minus sign; '–' for none."""
    if share is None:
        return "–"
    return f"{100 * share:{'+' if signed else ''}.1f}".replace("-", "−")


def p_text(p: float | None) -> str:
    """Return a p-value with three decimals, never as zero."""
    if p is None:
        return "–"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def interval(estimate: Estimate, signed: bool = False) -> str:
    """Return `a to b` in percent, or why there is no interval."""
    if estimate.low is None or estimate.high is None:
        return f"too few pairs ({estimate.n})"
    return f"{percent(estimate.low, signed)} to {percent(estimate.high, signed)}"


def replaced_lines(settings: dict[str, Any]) -> list[str]:
    """Return what the reader must know before the answer: which decks were played with stand-ins for which cards."""
    return [f"{deck} was not played as listed: {'; '.join(cards)}."
            for deck, cards in settings.get("replaced", {}).items()]


def sentence(figures: Figures) -> str:
    """Return the answer in one sentence; honest when there is none."""
    worth = figures.difference.estimate
    if worth.value is None:
        return "What splice is worth to this deck cannot be told: no pair was played to a result in both arms."
    if worth.too_few:
        return (f"What splice is worth to this deck cannot be told from {worth.n} pairs (at least {MIN_PAIRS} are "
                f"needed); so far {percent(worth.value, True)} points of win rate.")
    span = f"95 % interval {interval(worth, True)}"
    if not worth.excludes_zero:
        return (f"What splice is worth to this deck cannot be told from nothing at {worth.n} pairs: "
                f"{percent(worth.value, True)} points of win rate ({span}).")
    if worth.value < 0:
        return f"Splice costs this deck {percent(-worth.value)} points of win rate ({span} points of worth)."
    return f"Splice is worth {percent(worth.value, True)} points of win rate to this deck ({span}){_mostly(figures)}."


def _mostly(figures: Figures) -> str:
    """Return where the worth comes from, as far as the data carry it; '' when nothing was spliced."""
    if not figures.onto:
        return ""
    total, best = figures.difference.estimate.value or 0.0, figures.cards[0]
    onto = next((row.host for row in figures.onto if row.guest == best.card), None)
    sole = len(figures.cards) == 1
    clear = best.difference.excludes_zero and (best.difference.value or 0.0) >= total / 2
    if onto and sole:
        return f", all of it from {best.card}, most often onto {onto}"
    if onto and clear:
        return f", most of it from {best.card}, most often onto {onto}"
    top = figures.onto[0]
    return f"; most often {top.guest} onto {top.host}"
