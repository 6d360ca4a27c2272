"""Keywords that stand for an ability, written out in the notation (702)."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from decks.errors import NotationError, nearest
from sim.terms import KEYWORDS


def _bushido(n: str) -> dict[str, Any]:
    return {"when": "this blocks or becomes blocked", "effect": [f"this gets +{n}/+{n} until end of turn"]}


def _soulshift(n: str) -> dict[str, Any]:
    return {"when": "this dies",
            "effect": [f"may: return target Spirit card in your graveyard with mana value {n} or less to hand"]}


def _equip(cost: str) -> dict[str, Any]:
    return {"cost": cost, "effect": ["attach this to target creature you control"], "limit": ["sorcery"]}


def _ninjutsu(cost: str) -> dict[str, Any]:
    return {"cost": f"{cost}, ninjutsu", "zone": "hand", "limit": ["combat"],
            "effect": ["put this onto the battlefield tapped"]}


def _cycling(cost: str) -> dict[str, Any]:
    return {"cost": f"{cost}, discard this", "zone": "hand", "effect": ["draw a card"]}


def _prowess(argument: str) -> dict[str, Any]:
    return {"when": "you cast a noncreature spell", "effect": ["this gets +1/+1 until end of turn"]}


def _suspend(argument: str) -> list[dict[str, Any]]:
    number, _, cost = argument.partition(" ")
    return [{"cost": cost, "zone": "hand", "limit": ["special"],
             "effect": ["exile this", f"put {number} time counters on it"]},
            {"when": "your upkeep", "zone": "exile", "if": "the time counters on this is at least 1",
             "effect": ["remove 1 time counter from this"]},
            {"when": "this loses its last time counter", "zone": "exile", "effect": ["cast this from suspension"]}]


def _madness(cost: str) -> dict[str, Any]:
    """The cost itself is a fact of the card."""
    return {"when": "this is discarded", "zone": "exile",
            "effect": ["cast this for madness", "if not done: put this into the graveyard"]}


def _dredge(n: str) -> dict[str, Any]:
    return {"instead": "you draw a card", "zone": "graveyard", "if": f"there are at least {n} card in your library",
            "effect": ["may:", f"  mill {n} cards", "  return this to hand", "otherwise: draw after all"]}


def _annihilator(n: str) -> dict[str, Any]:
    return {"when": "this attacks", "effect": [f"defending player chooses {n} permanent the chooser controls",
                                               "sacrifice the chosen"]}


MACROS: dict[str, tuple[str, Callable[[str], dict[str, Any] | list[dict[str, Any]]]]] = {
    "bushido": (r"\d+", _bushido),                   # 702.45
    "soulshift": (r"\d+", _soulshift),               # 702.46
    "equip": (r"(\{[^}]+\})+", _equip),              # 702.6
    "ninjutsu": (r"(\{[^}]+\})+", _ninjutsu),        # 702.49
    "cycling": (r"(\{[^}]+\})+", _cycling),          # 702.29
    "prowess": ("", _prowess),                       # 702.108
    "suspend": (r"\d+ (\{[^}]+\})+", _suspend),      # 702.62
    "madness": (r"(\{[^}]+\})+", _madness),          # 702.35
    "dredge": (r"\d+", _dredge),                     # 702.52
    "annihilator": (r"\d+", _annihilator),           # 702.86
}
TAKES = {"": "nothing", r"\d+": "a number", r"(\{[^}]+\})+": "a mana cost",
         r"\d+ (\{[^}]+\})+": "a number and a mana cost"}
BASIC_LANDS = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}     # 305.6


CASTING_KEYWORDS = ("overload", "kicker", "multikicker", "buyback", "replicate", "conspire", "storm", "entwine",
                    "escalate")


def with_casting_keywords(entry: dict[str, Any]) -> dict[str, Any]:
    """The card entry with its keywords about casting written out as other keys and abilities.

    Kicker (702.33), buyback (702.27), replicate (702.56), conspire (702.78), storm
    (702.40), entwine (702.42), escalate (702.120), bloodthirst (702.54), overload (702.96) and offering (702.48).
    """
    entry = dict(entry)
    kept = []
    for text in entry.get("keywords", []):
        word, _, cost = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if word == "offering":
            if not cost:
                raise NotationError('offering takes a selection: "offering Rat"')
            entry["alternative"] = [*entry.get("alternative", []), f"{entry.get('cost', '')}, offer a {cost}"]
            continue
        if word == "bloodthirst":
            if not cost.isdigit():
                raise NotationError(f'keyword "{text}": bloodthirst takes a number')
            entry["enters"] = f"with {cost} +1/+1 counters if an opponent was dealt damage this turn"
            continue
        if word not in CASTING_KEYWORDS:
            kept.append(text)
            continue
        if word == "conspire":
            cost = "tap 2 creatures sharing a colour with this"
        if bool(cost) == (word == "storm"):
            raise NotationError(f'keyword "{text}": {word} takes {"nothing" if word == "storm" else "a cost"}')
        copies = {"conspire": "copy this, choosing new targets",
                  "replicate": "copy this as often as the times paid, choosing new targets",
                  "storm": "copy this as often as the amount of the event, choosing new targets"}
        if word == "overload":
            entry["overload"] = cost
            continue
        if word in ("entwine", "escalate"):
            entry["mode_cost"] = cost
            entry["choose"] = [1, len(entry.get("modes", []))]
        elif word != "storm":
            entry["optional"] = [*entry.get("optional", []), f"{word} {cost}"]
        if word in copies:
            trigger: dict[str, Any] = {"when": "this is cast", "effect": [copies[word]]}
            if word != "storm":
                trigger["provided"] = f"optional cost {len(entry['optional'])} was paid"
            entry["ability"] = [*entry.get("ability", []), trigger]
    if kept != entry.get("keywords", []):
        entry["keywords"] = kept
    return entry


def keyword_bit(text: str) -> int | None:
    """The bit of a plain keyword, or None."""
    return 1 << KEYWORDS.index(text) if text in KEYWORDS else None


def expand(text: str) -> list[dict[str, Any]]:
    """The abilities that a keyword like "bushido 1" stands for.

    Raises NotationError for a word that is neither this nor a plain keyword.
    """
    word, _, argument = text.partition(" ")
    if word in MACROS:
        pattern, build = MACROS[word]
        if not re.fullmatch(pattern, argument):
            raise NotationError(f'keyword "{text}": {word} takes {TAKES[pattern]}')
        made = build(argument)
        return made if isinstance(made, list) else [made]
    raise NotationError(f'unknown keyword "{text}"', nearest(text, [*KEYWORDS, *MACROS]) or ", ".join(MACROS))
