"""Words of the notation that the engine does not carry out yet.

A card that needs one of them is listed as unsupported with the reason, so nothing is
half done. An engine that learns a word takes its line out here, and the cards that were
waiting for it are in the pool.
"""
from __future__ import annotations

from sim.terms import Event, Op, StaticKind

OPS: dict[Op, str] = {
    Op.GAIN_CONTROL: "control-for-a-time",
    Op.FIGHT: "fight",
    Op.COPY_SPELL: "copies-of-spells",
    Op.CHOOSE_COLOUR: "chosen-colour",
    Op.GRANT_CHOSEN_PROTECTION: "chosen-colour",
    Op.REMEMBER: "linked-abilities",
    Op.MUST_ATTACK: "must-attack",
}
STATICS: dict[StaticKind, str] = {
    StaticKind.COST_LESS: "cost-changes",
    StaticKind.COST_MORE: "cost-changes",
    StaticKind.MINIMUM_COST: "cost-changes",
    StaticKind.CANT_CAST: "casting-forbidden",
    StaticKind.CANT_GAIN_LIFE: "casting-forbidden",
    StaticKind.ONE_SPELL_A_TURN: "casting-forbidden",
}
EVENTS: dict[Event, str] = {
    Event.PUT_INTO_GRAVEYARD: "rare-triggers",
    Event.TAPPED_FOR_MANA: "rare-triggers",
}
ENTERS_UNLESS_PAID = "enters-unless-paid"        # None when the engine asks
REVEALS_ALL = "reveals-all"                      # LOOK_TOP that takes all of a kind
STATIC_CONDITIONS = "static-condition"           # static abilities that work only "as long as"


class NotYetError(Exception):
    """The card is well written, and waits for the engine. `reason`: a key of decks/reasons.toml."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def check_op(instruction: object) -> None:
    """Raise NotYetError when an instruction is not carried out yet."""
    op = Op(int(instruction.op))                 # type: ignore[attr-defined]
    if op in OPS:
        raise NotYetError(OPS[op])
    if op == Op.LOOK_TOP and instruction.b < 0 and REVEALS_ALL:      # type: ignore[attr-defined]
        raise NotYetError(REVEALS_ALL)
