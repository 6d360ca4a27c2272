"""What is exchanged between the games of a match, and by whom.

Known to a seat are its own list and the cards of the opponent that were revealed in the games so far; nothing is
read of the opponent's list. Every game's changes are counted from the list as it was handed in.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.view import frozen, hidden
from sim.terms import ALL_COLOURS, N_MANA, PRO_COLOUR_SHIFT, ST_COPY, ST_FLIPPED, ST_TOKEN, TYPE_LAND, Zone
from sim.terms_abilities import AbilityKind, Whose
from sim.terms_texts import Op, Ref

Changes = dict[int, int]     # definition -> copies more (or fewer) in the main deck

MARGIN = 0.25                # cards, by which an exchange must be better
LOOKS = 5                    # cards of the opponent among which a card should find something to do
SEEN_LEAST = 5               # cards of the opponent other than lands, of which fewer tell nothing
PROTECTION = 0.5             # cards, for protection from all that the opponent has
HARM = frozenset(map(int, (Op.DESTROY, Op.DAMAGE, Op.EXILE, Op.TO_HAND, Op.TO_LIBRARY, Op.TAP, Op.SACRIFICE,
                           Op.COUNTER_SPELL, Op.GAIN_CONTROL, Op.FIGHT)))


@dataclass(frozen=True)
class Side:
    """One side of a match. main, sideboard: definitions, one entry a card. plan: changes fixed beforehand."""

    main: np.ndarray
    sideboard: np.ndarray
    agent: Any
    plan: Changes | None = None
    exchanges: bool = True


class SideboardView:
    """What an agent in plain Python knows between two games.

    main, sideboard: its own list, copies by name. seen: the opponent's cards that were revealed, the most copies of one
    game. results: "won", "lost" or "drawn", a word each game. game: number of the next one, from 1.
    seed: a number for this decision, the same whenever the match is played again.
    """

    def __init__(self, rules: np.ndarray, name: Any, side: Side, seen: Changes, results: tuple[str, ...], seed: int):
        self.rules = frozen(rules.view(np.recarray))[0]
        self._definitions = {name(card): card for card in [*side.main.tolist(), *side.sideboard.tolist(), *seen]}
        self.main, self.sideboard = ({name(card): n for card, n in Counter(part.tolist()).items()}
                                     for part in (side.main, side.sideboard))
        self.seen = {name(card): n for card, n in seen.items()}
        self.results, self.game, self.seed = results, len(results) + 1, seed

    def card(self, name: str) -> Any:
        """The compiled card of a name (`sim.layout.CARD`)."""
        return self.rules.card[self._definitions[name]]

    def definitions(self, changes: Mapping[str, int]) -> Changes:
        """Changes by name as changes by definition. Raises ValueError for what cannot be exchanged."""
        if not isinstance(changes, Mapping):
            raise ValueError(f"{changes!r:.60} is not a mapping of names to numbers")
        for name, n in changes.items():
            if name not in self.main and name not in self.sideboard:
                raise ValueError(f"{name!r:.60} is neither in the main deck nor in the sideboard")
            if isinstance(n, bool) or not isinstance(n, int | np.integer):
                raise ValueError(f"{n!r:.60} copies of {name}: not a whole number")
        return {self._definitions[name]: int(n) for name, n in changes.items()}


def fault(main: Mapping[int, int], sideboard: Mapping[int, int], changes: Changes) -> tuple[int | None, str]:
    """What is wrong with changes: the definition that it is about, and what; (None, "") if nothing is."""
    for card, n in changes.items():
        if -n > main.get(card, 0):
            return card, f"{-n} to take out, {main.get(card, 0)} in the main deck"
        if n > sideboard.get(card, 0):
            return card, f"{n} to bring in, {sideboard.get(card, 0)} in the sideboard"
    out, more = (sum(n for n in changes.values() if n > 0), -sum(n for n in changes.values() if n < 0))
    return (None, "") if out == more else (None, f"{more} cards to take out, {out} to bring in")


def exchanged(main: np.ndarray, changes: Changes) -> np.ndarray:
    """The deck with changes: what comes in takes the slots of what goes out, the last copies first."""
    cards = main.copy()
    come = [card for card, n in changes.items() for _ in range(n)]
    for card, n in changes.items():
        for slot in np.flatnonzero(main == card)[::-1][:max(-n, 0)]:
            cards[slot] = come.pop(0)
    return cards


def seen_of(game: Any, seat: int) -> Changes:
    """The opponent's cards that a seat knows at the end of a game, by definition; no tokens, no copies."""
    objects = game["object"][:game["n_objects"]]
    known = ~hidden(game, seat)[:len(objects)] & (objects["owner"] == 1 - seat) & (objects["zone"] != Zone.NOWHERE)
    cards = objects[known & (objects["status"] & (ST_TOKEN | ST_COPY) == 0)]
    faces = np.where(cards["status"] & ST_FLIPPED, cards["front"], cards["card"])
    return dict(Counter(faces.tolist()))


def automatic(rules: Any, side: Side, seen: Changes) -> Changes:
    """Exchange what finds little to do against the cards seen for the best of the sideboard.

    rules: a RULES record. The builder of the list has weighed its cards against the usual opponent, which here is any
    card of the pool: only what is worth less than that, by more than MARGIN, goes out.
    """
    cards = rules["card"][:rules["n_cards"]]
    spells = (cards["types"] & TYPE_LAND) == 0
    theirs = np.bincount(list(seen), weights=list(seen.values()), minlength=len(cards)) * spells if seen else spells * 0
    if theirs.sum() < SEEN_LEAST:
        return {}
    usual = (spells & (cards["cost"] != 0)).astype(float)
    colours = _colours_made(rules, side.main)
    now = {card: worth_against(rules, card, theirs)
           for card in sorted({*side.main.tolist(), *side.sideboard.tolist()}) if spells[card]}
    lost = {card: worth_against(rules, card, usual) - worth for card, worth in now.items()}
    worst = sorted((card for card in side.main.tolist() if card in now and lost[card] > MARGIN), key=lost.__getitem__,
                   reverse=True)
    best = sorted((card for card in side.sideboard.tolist() if card in now and castable(rules, card, colours)),
                  key=now.__getitem__, reverse=True)
    changes: Changes = {}
    for out, come in zip(worst, best):
        if now[come] - now[out] <= MARGIN:
            break
        changes[out] = changes.get(out, 0) - 1
        changes[come] = changes.get(come, 0) + 1
    return {card: n for card, n in changes.items() if n}


def _colours_made(rules: Any, cards: np.ndarray) -> int:
    """Colours of mana that some card of a deck makes."""
    mask = 0
    for card in set(cards.tolist()):
        first, n = int(rules["card"][card]["ability"]), int(rules["card"][card]["n_abilities"])
        for a in rules["ability"][first:first + n]:
            mask |= int(a["mana"]) if a["kind"] == AbilityKind.MANA else 0
    return mask & ALL_COLOURS


def castable(rules: Any, card: int, colours: int) -> bool:
    """Whether mana of these colours can pay for a card's coloured symbols."""
    need = rules["cost"][rules["card"][card]["cost"]]["mana"]["need"]
    return all(need[colour] <= 0 or colours & (1 << colour) for colour in range(N_MANA - 1))


def worth_against(rules: Any, card: int, weights: np.ndarray) -> float:
    """Cards that a card is worth against a deck: its rough worth as far as it finds a use, and its protection.

    weights: copies of each definition, (n_cards,).
    """
    c, cards = rules["card"][card], rules["card"][:rules["n_cards"]]
    shield = int(c["keywords"]) >> PRO_COLOUR_SHIFT & ALL_COLOURS
    shielded = weights[(cards["colours"] & shield) != 0].sum() / weights.sum()
    return float(c["value"]) * _use(rules, int(c["spell"]), weights) + PROTECTION * float(shielded)


def _use(rules: Any, spell: int, weights: np.ndarray) -> float:
    """Chance that what a spell needs is among LOOKS cards of the deck; of modes the best. 1: it needs nothing of it."""
    if not spell:
        return 1.0
    a = rules["ability"][spell]
    modes = range(int(a["mode"]), int(a["mode"]) + int(a["n_modes"])) if a["n_modes"] else (spell,)
    return max(_use_of_text(rules, rules["ability"][mode], weights) for mode in modes)


def _use_of_text(rules: Any, a: Any, weights: np.ndarray) -> float:
    use = 1.0
    for i in rules["instruction"][int(a["program"]):int(a["program"]) + int(a["n_program"])]:
        if not _harms(rules, i):
            continue
        f = int(i["refarg"])
        if i["ref"] == Ref.TARGET:
            spec = rules["target_spec"][int(a["target"]) + f]
            f = int(spec["filter"]) if spec["least"] > 0 else 0
        if _is_about_theirs(rules, f):
            share = weights[_matches(rules, f)].sum() / weights.sum()
            use = min(use, 1.0 - (1.0 - float(share)) ** LOOKS)
    return use


def _harms(rules: Any, i: Any) -> bool:
    """Whether an instruction does harm to a target, or to everything of a kind."""
    if i["ref"] != Ref.TARGET and i["ref"] != Ref.EACH:
        return False
    number = rules["number"][int(i["num"])]
    shrinks = i["op"] == Op.PUMP and (number["times"] < 0 or (number["times"] == 0 and number["plus"] < 0))
    return bool(shrinks) or int(i["op"]) in HARM


def _alternatives(rules: Any, f: int) -> list[Any]:
    found = []
    while f:
        found.append(rules["filter"][f])
        f = int(rules["filter"][f]["other"])
    return found


def _is_about_theirs(rules: Any, f: int) -> bool:
    """Whether only a permanent or a spell will do, and one of the opponent's may: no player, nothing of one's own."""
    each = _alternatives(rules, f)
    return bool(each) and all(
        not alternative["players"] and alternative["controller"] in (Whose.ANY, Whose.OPPONENT)
        and alternative["zone"] in (Zone.BATTLEFIELD, Zone.STACK, Zone.NOWHERE) for alternative in each)


def _matches(rules: Any, f: int) -> np.ndarray:
    """Which definitions are, as printed, what some alternative of a filter describes, (n_cards,) bool."""
    cards = rules["card"][:rules["n_cards"]]
    types, colours, keywords, subs = (cards[name] for name in ("types", "colours", "keywords", "subs"))
    found = np.zeros(len(cards), bool)
    for each in _alternatives(rules, f):
        fits = (types & each["types_all"]) == each["types_all"]
        for have, wanted, unwanted in ((types, each["types_any"], each["types_none"]),
                                       (colours, each["colours_any"], each["colours_none"])):
            fits &= ((have & unwanted) == 0) & ((have & wanted) != 0 if wanted else True)
        fits &= ((keywords & each["keywords_all"]) == each["keywords_all"]) & ((keywords & each["keywords_none"]) == 0)
        fits &= ((subs & each["subs_none"]) == 0).all(axis=1)
        if each["subs_any"].any():
            fits &= ((subs & each["subs_any"]) != 0).any(axis=1)
        for name in ("mana_value", "power"):
            short = "mv" if name == "mana_value" else name
            fits &= (cards[name] >= each[f"{short}_min"]) & (cards[name] <= each[f"{short}_max"])
        found |= fits & (cards["toughness"] <= each["toughness_max"])
    return found
