"""The compiled pool as text: what every program is, in an order that only the cards themselves change.

    python -m decks.listing > tests/decks/programs.txt
"""
from __future__ import annotations

import sys
from typing import Any

from decks.disassemble import disassemble
from decks.order import ORDER_WORDS
from decks.pool import Pool, load_pool
from sim.terms_abilities import AbilityKind, Event
from sim.terms_texts import Op, Ref

SHARED_A = {Op.CHOOSE, Op.SEARCH, Op.LOOK_TOP, Op.PREVENT_FROM, Op.IF, Op.MAY, Op.PAY, Op.PUMP, Op.CREATE}


def listing(pool: Pool) -> str:
    """Every token and card, sorted by name: its entry in canonical form, then its rows."""
    out = []
    for label, definition in [*sorted(pool.tokens.items()), *sorted(pool.cards.items())]:
        out.append(f"== {label}")
        out += _entry(disassemble(pool.tables, definition), "")
        out += _rows(pool, definition)
        flipped = int(pool.rules[0].card[definition].flip)
        out += ["-- flipped", *_rows(pool, flipped)] if flipped else []
        out.append("")
    return "\n".join(out)


def _entry(value: dict[str, Any], pad: str) -> list[str]:
    out = []
    for key, part in value.items():
        if isinstance(part, dict):
            out += [f"{pad}{key}:", *_entry(part, pad + "  ")]
        elif isinstance(part, list) and part and isinstance(part[0], dict):
            for each in part:
                out += [f"{pad}{key}:", *_entry(each, pad + "  ")]
        elif isinstance(part, list) and key in ("effect", "modes"):
            lines = [f"[{' / '.join(line)}]" if isinstance(line, list) else line for line in part]
            out += [f"{pad}{key}:", *(f"{pad}  | {line}" for line in lines)]
        elif isinstance(part, float):
            out.append(f"{pad}{key} = {part:.3f}")
        else:
            out.append(f"{pad}{key} = {part}")
    return out


def _rows(pool: Pool, definition: int) -> list[str]:
    rules = pool.rules[0]
    card = rules.card[definition]
    numbers = [int(card.spell)] if card.spell else []
    numbers += [int(card.ability) + at for at in range(card.n_abilities)]
    out = []
    for number in numbers:
        row = rules.ability[number]
        out.append(_row("row", row))
        out += [f"  {_instruction(rules.instruction[int(row.program) + at])}" for at in range(row.n_program)]
        for at in range(row.n_modes):
            mode = rules.ability[int(row.mode) + at]
            out.append(_row("  mode", mode))
            out += [f"    {_instruction(rules.instruction[int(mode.program) + k])}" for k in range(mode.n_program)]
    return out


def _row(label: str, row: Any) -> str:
    kind, event = AbilityKind(int(row.kind)).name, Event(int(row.event)).name
    bits = [" ".join(word for n, word in enumerate(ORDER_WORDS) if int(side) >> n & 1) for side in
            (row.reads, row.writes)]
    return (f"{label} {kind} event={event} limit={row.limit} targets={row.n_targets} "
            f"reads=[{bits[0]}] writes=[{bits[1]}]")


def _instruction(i: Any) -> str:
    op, ref = Op(int(i.op)), Ref(int(i.ref))
    arg = "~" if ref == Ref.EACH else i.refarg
    a = "~" if op in SHARED_A and i.a else i.a
    return f"{op.name} {ref.name}[{arg}]{' num' if i.num else ''} a={a} b={i.b} c={i.c} d={i.d}"


if __name__ == "__main__":
    sys.stdout.write(listing(load_pool()))
