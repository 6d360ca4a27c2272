"""A compiled card as English, to hold beside the printed one.

Everything here is said from the tables that run, not from the card file, so what is
read is what is played.
"""
from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from decks.disassemble import power_toughness_text, type_line
from decks.english import KEYWORD_WORDS, NUMBER_WORDS, English, sentence
from decks.tables import Tables, mana_text
from decks.words import TYPES, article
from sim.terms import COUNTERS, KEYWORDS, KW_DELVE, TYPE_CREATURE, TYPE_PLANESWALKER, TYPE_SPELL_CARD, Option, Zone
from sim.terms_abilities import (
    LIMIT_COMBAT,
    LIMIT_LEGENDARY_MANA,
    LIMIT_ONCE,
    LIMIT_PRIORITY,
    LIMIT_REPEATS,
    LIMIT_SHELTER,
    LIMIT_SORCERY,
    LIMIT_SPECIAL,
    LIMIT_YOUR_TURN,
    AbilityKind,
    StaticKind,
)

if TYPE_CHECKING:
    from decks.pool import Pool

WIDTH = 88
LIMIT_WORDS = {LIMIT_SPECIAL: "only when you could cast it, without using the stack",
               LIMIT_PRIORITY: "only as an instant", LIMIT_SORCERY: "only as a sorcery",
               LIMIT_ONCE: "only once each turn",
               LIMIT_YOUR_TURN: "only during your turn", LIMIT_COMBAT: "only in combat after blockers are declared"}


OPTION_WORDS = {Option.PLAIN: "", Option.KICKER: " (kicker)", Option.CONSPIRE: " (conspire)",
                Option.BUYBACK: " (buyback: the card goes to your hand as the spell resolves)",
                Option.REPLICATE: ", any number of times (replicate)",
                Option.MULTIKICKER: ", any number of times (multikicker)"}


def render_card(pool: Pool, definition: int) -> str:
    """The card as it runs: facts, then its texts; a flipped half below."""
    card = pool.rules[0].card[definition]
    cost = mana_text(pool.rules[0].cost[card.cost].mana) if card.cost else ""
    return "\n".join([f"{pool.name(definition)}  {cost}".rstrip(), _type_line(pool, definition),
                      *card_text(pool, definition)])


def card_text(pool: Pool, definition: int) -> list[str]:
    """The lines of what the card does, a paragraph an ability, without its facts; a flipped half below."""
    card = pool.rules[0].card[definition]
    out = []
    for paragraph in _paragraphs(pool.tables, card):
        out += textwrap.wrap(paragraph, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    if card.flip:
        half = int(card.flip)
        out += ["-- flipped --", pool.name(half), _type_line(pool, half), *card_text(pool, half)]
    for half in card.half:
        out += ["-- half --", *render_card(pool, int(half)).splitlines()] if half else []
    if card.fuse:
        out.append("From your hand both halves may be cast as one spell (fuse).")
    if card.overload:
        half = pool.rules[0].card[card.overload]
        words = " ".join(_text(pool.tables, half, "this spell", pool.rules[0].ability[half.spell]))
        out.append(f"Overload: {English(pool.tables, half, 'this spell').cost(half.alternative[0])}. Then: {words}")
    if card.adventure:
        half = int(card.adventure)
        out += ["-- adventure --", *render_card(pool, half).splitlines()]
    return out


def _type_line(pool: Pool, definition: int) -> str:
    """Types, power and toughness. The tables hold subtypes as a set; the card file knows their order."""
    card = pool.rules[0].card[definition]
    line = pool.entries[definition]["types"] if definition in pool.entries else type_line(pool.tables, card)
    return f"{line}  {power_toughness_text(pool.tables, card)}" if card.types & TYPE_CREATURE else line


def _paragraphs(tables: Tables, card: Any) -> list[str]:
    me = _self_word(card)
    words = [KEYWORD_WORDS.get(word, word) for n, word in enumerate(KEYWORDS) if int(card.keywords) >> n & 1]
    out = [sentence(", ".join(words), "")] if words else []
    say = English(tables, card, me)
    if card.additional_cost:
        out.append(f"As an additional cost, {say.cost(card.additional_cost)}.")
    out += [f"Optional additional cost {at}: {say.cost(number)}{OPTION_WORDS[Option(int(card.option[at - 1]))]}."
            for at, number in enumerate(card["optional"], 1) if number]
    if card.mode_cost:
        out.append(f"Each mode after the first: {say.cost(card.mode_cost)}.")
    if card.cast_if:
        out.append(f"It can be cast only if {say.condition(card.cast_if)}.")
    if card.alternative_if:
        out.append(f"If {say.condition(card.alternative_if)}:")
    out += [f"Instead of the mana cost you may {say.cost(number)}." for number in card["alternative"] if number]
    if int(card.keywords) & KW_DELVE:
        out.append("Each card you exile from your graveyard as you cast it pays for {1}.")
    if card.madness:
        out.append(f"Madness: {say.cost(card.madness)} (it is discarded into exile).")
    if card.rebound:
        out.append("Rebound: cast from hand, it is exiled as it resolves; at your next upkeep you may cast it free.")
    if card.flashback:
        out.append(f"Flashback: {say.cost(card.flashback)}.")
    if card.opening:
        out.append("May begin the game on the battlefield from your opening hand.")
    if card.entering:
        row = tables.rules.ability[card.entering]
        out.append(f"As it enters: {' '.join(English(tables, card, me, row).sentences())}")
    if card.types & TYPE_PLANESWALKER:
        out.append(f"Loyalty {tables.rules.number[card.counter_number].plus}.")
    elif card.counter_number:
        only = f" if {say.condition(card.counter_condition)}" if card.counter_condition else ""
        out.append(f"Enters with {say.quantity(card.counter_number, COUNTERS[card.counter_kind] + ' counters')}{only}.")
    if card.enters_tapped:
        unless = f" unless you {say.cost(-int(card.enters_tapped))}" if card.enters_tapped < 0 else ""
        unless = f" unless {say.condition(card.enters_unless)}" if card.enters_unless else unless
        out.append(f"Enters tapped{unless}.")
    if card.half[0]:
        return out
    if card.spell and card.types & TYPE_SPELL_CARD:
        out += _text(tables, card, me, tables.rules.ability[card.spell])
    elif card.spell:
        row = tables.rules.ability[card.spell]
        out.append("Enchant " + English(tables, card, me, row).new_target(0).removeprefix("target "))
        only = tables.rules.target_spec[row.target].when_chosen
        if only:
            out[-1] += f" (as it is cast, only {article(say.selection(only))})"
    for at in range(card.n_abilities):
        out += _ability(tables, card, me, tables.rules.ability[int(card.ability) + at])
    if card.splice_onto:
        onto = say.selection(card.splice_onto).removesuffix(" spell")
        out.append(sentence(f"splice onto {onto}: {say.cost(card.splice_cost)}"))
    return out


def _self_word(card: Any) -> str:
    if card.types & TYPE_SPELL_CARD:
        return "this spell"
    for word in ("creature", "land", "artifact", "enchantment", "planeswalker"):
        if card.types & TYPES[word]:
            return f"this {word}"
    return "this permanent"


def _text(tables: Tables, card: Any, me: str, row: Any) -> list[str]:
    if not row.n_modes:
        return [" ".join(English(tables, card, me, row).sentences())]
    least, most = int(row.choose_least), int(row.choose_most)
    many = NUMBER_WORDS[least] if least == most else f"{NUMBER_WORDS[least]} to {NUMBER_WORDS[most]}"
    modes = [English(tables, card, me, tables.rules.ability[int(row.mode) + at]) for at in range(row.n_modes)]
    many += ", each as often as you like" if row.limit & LIMIT_REPEATS else ""
    return [f"Choose {many}:"] + [f"  * {' '.join(mode.sentences())}" for mode in modes]


def _ability(tables: Tables, card: Any, me: str, row: Any) -> list[str]:
    say = English(tables, card, me, row)
    if row.kind == AbilityKind.STATIC:
        static = tables.rules.static[row.static]
        if static.kind == StaticKind.DRAW_INSTEAD:
            words = English(tables, card, me, tables.rules.ability[static.ability]).sentences()
            while_ = f" and {say.condition(row.condition)}" if row.condition else ""
            where = " (from your graveyard)" if row.zone == Zone.GRAVEYARD else ""
            return [f"If you would draw a card{while_}, do this instead{where}: {' '.join(words)}"]
        if static.kind not in (StaticKind.GRANT_ABILITY, StaticKind.GRANT_TRIGGER):
            return [sentence(say.static(row))]
        inner = " ".join(_ability(tables, card, "this creature", tables.rules.ability[static.ability]))
        return [f'{sentence(say.static(row), "")} "{inner}"']
    if row.kind == AbilityKind.TRIGGERED:
        body = _text(tables, card, me, row)
        lead = say.trigger(row)
        if row.x:
            lead += f", x being {say.number(row.x)}"
        if row.condition:
            lead += f", if {say.condition(row.condition)}"
    else:
        body = _text(tables, card, me, row) if row.n_program or row.n_modes else []
        if row.kind == AbilityKind.MANA:
            only = ["Spend it only on legendary spells."] if row.limit & LIMIT_LEGENDARY_MANA else []
            only += ["An instant or sorcery it is spent on can't be countered."] if row.limit & LIMIT_SHELTER else []
            body = [" ".join([say.mana_words(row), *only, *body])]
        lead = sentence(say.cost(row.cost), "")
        lead += f" (x is {say.number(row.x)})" if row.x else ""
        where = "" if row.zone == Zone.BATTLEFIELD else f" (from your {Zone(int(row.zone)).name.lower()})"
        lead += where
        limits = [words for bit, words in LIMIT_WORDS.items() if row.limit & bit]
        if row.condition:
            limits.append(f"only if {say.condition(row.condition)}")
        if limits:
            body[-1] += f" Activate {' and '.join(limits)}."
    joint = ", " if row.kind == AbilityKind.TRIGGERED else ": "
    first = body[0][0].lower() + body[0][1:] if joint == ", " else body[0]
    return [lead + joint + first, *body[1:]]
