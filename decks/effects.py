"""Lines of a text as instructions.

Lines that are indented below a prefix ("may:", "if done:", "at next end step:") are
its block; `otherwise:` follows the block of an `if`, `may` or `if ... pays`. Jumps are
relative to the instruction after the jump, so blocks are compiled on their own and
put together.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from decks.amounts import NOBODY, SELF, Text, Who, counter_kind
from decks.errors import NotationError, nearest
from decks.parse import Tree, parse
from decks.selections import compile_selection
from decks.tables import blank
from decks.triggers import fill_trigger
from decks.words import COLOURS, DURATIONS, PLACES, STEPS, SYMBOLS, TYPES, singular
from sim import layout
from sim.terms import KEYWORDS, TYPE_LAND, X_MANY, Alternative
from sim.terms_abilities import LIMIT_BY_OPPONENT, AbilityKind, Event, Whose
from sim.terms_texts import (
    CHOOSE_ALL_BUT,
    CHOOSE_AS_MANY,
    CHOOSE_OF_OPPONENT,
    CHOOSE_OF_TARGET,
    CHOOSE_OF_TOP,
    LOOK_MUST,
    LOOK_REVEAL,
    LOOK_REVEAL_ALL,
    SEARCH_DISTINCT,
    SEARCH_OWN,
    SEARCH_REVEAL,
    Op,
    Pick,
    Place,
    Ref,
)

ENTERS_FLIPPED = 2           # b of TO_BATTLEFIELD
YOU: Who = (Ref.YOU, 0)
INDENT = "  "
Code = list[Any]


class EffectCompiler(Text):
    """A text whose lines become instructions."""

    def program(self, lines: list[str]) -> Code:
        """The instructions of all lines of a text."""
        code, rest = self._block([(depth_of(line), line.strip()) for line in lines], 0)
        if rest:
            raise NotationError(f'effect "{rest[0][1]}" is indented, but the line before it opens no block')
        return code

    def _block(self, lines: list[tuple[int, str]], depth: int) -> tuple[Code, list[tuple[int, str]]]:
        code: Code = []
        opener: Any = None           # the jump that an "otherwise" would follow
        while lines and lines[0][0] == depth:
            tree = parse(lines[0][1], "line")
            prefixes = [part for part in tree.children if part.data in PREFIXES]
            actions = [part for part in tree.children if part.data not in PREFIXES]
            inner = lines[1:]
            is_else = bool(prefixes) and prefixes[0].data == "otherwise"
            if is_else and opener is None:
                raise NotationError('"otherwise:" needs an "if", "may" or "pays" before it')
            made, lines = self._statement(prefixes, actions, inner, depth, lines[0][1])
            if is_else:
                opener.d += 1
                code.append(instruction(Op.JUMP, d=len(made)))
            opener = made[0] if prefixes and prefixes[0].data in MAY_HAVE_ELSE else None
            code += made
        return code, lines

    def _statement(self, prefixes: list[Tree], actions: list[Tree], inner: list, depth: int,
                   line: str) -> tuple[Code, list]:
        """One line with the block below it."""
        if prefixes:
            if prefixes[0].data.startswith("whenever"):
                return self._whenever(prefixes, actions, inner, depth, line)
            opening = self._opening(prefixes[0])
            body, rest = self._statement(prefixes[1:], actions, inner, depth, line)
            if opening:
                opening[-1].d = len(body)
            return opening + body, rest
        if actions:
            if inner and inner[0][0] > depth:
                raise NotationError(f'effect "{inner[0][1]}" is indented, but the line before it is not a prefix')
            return self.action(actions[0]), inner
        body, rest = self._block(inner, depth + 1)
        if not body:
            raise NotationError(f'effect "{line}" has nothing below it')
        return body, rest

    def _whenever(self, prefixes: list[Tree], actions: list[Tree], inner: list, depth: int,
                  line: str) -> tuple[Code, list]:
        """A triggered ability for the rest of the turn: its block is a text of its own."""
        row = blank(layout.ABILITY)
        row.kind = AbilityKind.TRIGGERED
        fill_trigger(self.tables, row, prefixes[0].children[0])
        row.limit |= LIMIT_BY_OPPONENT if prefixes[0].data == "whenever_opponent" else 0
        text = EffectCompiler(self.tables)
        code, rest = text._statement(prefixes[1:], actions, inner, depth, line)
        row.target, row.n_targets = self.tables.listed("target_spec", text.targets), len(text.targets)
        row.program, row.n_program = self.tables.listed("instruction", code), len(code)
        emblem = prefixes[0].data == "whenever_emblem"
        return [instruction(Op.WHENEVER, a=self.tables.listed("ability", [row]), b=emblem)], rest

    def _opening(self, tree: Tree) -> Code:
        name, parts = str(tree.data), tree.children
        if name == "otherwise":
            return []
        if name == "may":
            return [instruction(Op.MAY, YOU)]
        if name == "may_if":
            return [instruction(Op.MAY, YOU, a=self.condition(parts[0]) + 1)]
        if name == "who_may":
            return [instruction(Op.MAY, self.ref(parts[0]))]
        if name == "if_":
            return [instruction(Op.IF, a=self.condition(parts[0]))]
        if name in ("watch", "watch_turn"):
            return [instruction(Op.WATCH, a=Event.DIES, b=name == "watch_turn")]
        if name == "delay":
            moment = parts[0]
            if moment.data == "at_once":
                return [instruction(Op.DELAY)]
            return [instruction(Op.DELAY, a=STEPS[str(moment.children[0])], b=moment.data == "your_next_step")]
        if name == "unless_pays_mana":
            who = self.ref(parts[0])
            return [instruction(Op.PAY, who, self.number(parts[1]), d=1), instruction(Op.JUMP)]
        pay = instruction(Op.PAY, self.ref(parts[0]), a=self.cost(parts[1]))
        if name == "if_pays":
            return [pay]
        pay.d = 1
        return [pay, instruction(Op.JUMP)]

    # -------------------------------------------------------------- one instruction

    def action(self, tree: Tree) -> Code:
        """The instructions of one line without its prefixes (several only for mixed mana)."""
        name, parts = str(tree.data), tree.children
        if name in SIMPLE:
            return [instruction(SIMPLE[name], self.ref(parts[0]))]
        if name.removesuffix("_who") in AMOUNTS:
            who = self.ref(parts[0]) if name.endswith("_who") else YOU
            return [instruction(AMOUNTS[name.removesuffix("_who")], who, self.number(parts[-1]))]
        if name.removesuffix("_who") in PLAIN:
            op, default = PLAIN[name.removesuffix("_who")]
            return [instruction(op, self.ref(parts[0]) if parts else default)]
        method: Callable[[str, list], Code] = getattr(self, "_" + name.removesuffix("_who"))
        return method(name, parts)

    def _damage(self, name: str, parts: list) -> Code:
        num = self.number(parts[0])
        return [instruction(Op.DAMAGE, self.ref(parts[1]), num)]

    def _damage_surely(self, name: str, parts: list) -> Code:
        num = self.number(parts[0])
        return [instruction(Op.DAMAGE, self.ref(parts[1]), num, c=2)]

    def _damage_by(self, name: str, parts: list) -> Code:
        source = self.ref(parts[0])
        num = self.number(parts[1])
        return [instruction(Op.DAMAGE, self.ref(parts[2]), num, a=source[0], b=source[1])]

    def _damage_divided(self, name: str, parts: list) -> Code:
        ref = self.ref(parts[1])
        if ref[0] != Ref.TARGET:
            raise NotationError("damage is divided among targets")
        spec = self.targets[ref[1]]
        spec.divided = X_MANY if parts[0].data == "x" else self.count(parts[0])
        if spec.divided > 0:
            spec.most = min(int(spec.most), int(spec.divided))
        return [instruction(Op.DAMAGE, ref, self.number(parts[0]), c=1)]

    def _discard(self, name: str, parts: list) -> Code:
        at_random = parts[-1].data == "pick"
        who = self.ref(parts[0]) if name.endswith("_who") else YOU
        num = self.number(parts[1] if name.endswith("_who") else parts[0])
        return [instruction(Op.DISCARD, who, num, a=Pick.RANDOM if at_random else Pick.CHOICE)]

    def _discard_all(self, name: str, parts: list) -> Code:
        return [instruction(Op.DISCARD, self.ref(parts[0]) if parts else YOU, a=Pick.ALL)]

    def _discard_chosen(self, name: str, parts: list) -> Code:
        return [instruction(Op.DISCARD, (Ref.CHOSEN, 0), a=Pick.ALL)]

    def _destroy_surely(self, name: str, parts: list) -> Code:
        return [instruction(Op.DESTROY, self.ref(parts[0]), a=1)]

    def _to_library(self, name: str, parts: list) -> Code:
        return [instruction(Op.TO_LIBRARY, self.ref(parts[0]), a=PLACES[parts[1].data])]

    def _to_battlefield(self, name: str, parts: list) -> Code:
        made = instruction(Op.TO_BATTLEFIELD, self.ref(parts[0]))
        for part in parts[1:]:
            if part.data == "owners_control":
                made.a = 1
            elif part.data in ("tapped", "flipped"):
                made.b = 1 if part.data == "tapped" else ENTERS_FLIPPED
            else:
                made.c, made.d = counter_kind(part.children[1]), self.count(part.children[0])
        return [made]

    def _counter_place(self, name: str, parts: list) -> Code:
        return [instruction(Op.COUNTER_SPELL, self.ref(parts[0]), a=PLACES[parts[1].data])]

    def _choose(self, name: str, parts: list) -> Code:
        who = self.ref(parts[0]) if name.endswith("_who") else YOU
        flag = {"all_but": CHOOSE_ALL_BUT, "as_many": CHOOSE_AS_MANY}.get(parts[-2].data, 0)
        num = self.number(parts[-2].children[0]) if flag else 0
        least, most = (0, 0) if flag else self.some(parts[-2])
        number = compile_selection(self.tables, parts[-1])
        flags = {Whose.OPPONENT: CHOOSE_OF_OPPONENT, Whose.TARGET: CHOOSE_OF_TARGET}
        whose = int(self.tables.rules.filter[number].controller)
        return [instruction(Op.CHOOSE, who, num, a=number, b=least, c=most,
                            d=flags.get(Whose(whose), 0) | flag)]

    def _choose_top(self, name: str, parts: list) -> Code:
        who = self.ref(parts[0]) if name.endswith("_who") else YOU
        least, most = self.some(parts[-2])
        return [instruction(Op.CHOOSE, who, self.number(parts[-1]), b=least, c=most, d=CHOOSE_OF_TOP)]

    def _name_target(self, name: str, parts: list) -> Code:
        self.ref(Tree("target", parts))
        return []

    def _search(self, name: str, parts: list) -> Code:
        revealed = parts[-1].data == "revealed"
        if name.endswith("_who"):
            who, parts = self.ref(parts[0]), parts[1:]
        else:
            who = YOU
        number = compile_selection(self.tables, parts[1])
        return [instruction(Op.SEARCH, who, a=number, b=PLACES[parts[2].data], c=self.some(parts[0])[1],
                            d=SEARCH_REVEAL if revealed else 0)]

    def _search_distinct(self, name: str, parts: list) -> Code:
        made = self._search("search", parts)
        made[0].d |= SEARCH_DISTINCT
        return made

    def _search_own(self, name: str, parts: list) -> Code:
        made = self._search("search_who", parts)
        made[0].d |= SEARCH_OWN
        return made

    def _search_amount(self, name: str, parts: list) -> Code:
        who = self.ref(parts[0])
        anything = compile_selection(self.tables, parse("card", "selection"))
        return [instruction(Op.SEARCH, who, self.number(parts[1]), a=anything, b=PLACES[parts[2].data])]

    def _epic(self, name: str, parts: list) -> Code:
        return [instruction(Op.EPIC), instruction(Op.COPY_EPIC)]

    def _must_be_blocked(self, name: str, parts: list) -> Code:
        return [instruction(Op.MUST_BLOCK, self.ref(parts[0]), a=1)]

    def _gain_abilities(self, name: str, parts: list) -> Code:
        ref = self.ref(parts[0])
        return [instruction(Op.GAIN_ABILITIES, ref, b=DURATIONS[parts[2].data], c=self.token(parts[1]))]

    def _look_top(self, name: str, parts: list, seen: int = 0) -> Code:
        num = self.number(parts[0])
        number = compile_selection(self.tables, parts[2])
        if len(parts) == 5:
            seen = LOOK_REVEAL
        must = LOOK_MUST if parts[1].data == "exactly" else 0
        return [instruction(Op.LOOK_TOP, YOU, num, a=number, b=self.some(parts[1])[1], c=seen | must,
                            d=PLACES[parts[-1].data])]

    def _reveal_top(self, name: str, parts: list) -> Code:
        return self._look_top(name, parts, seen=LOOK_REVEAL_ALL)

    def _set_colour(self, name: str, parts: list) -> Code:
        mask = COLOURS.get(str(parts[1]), 0)
        return [instruction(Op.SET_COLOUR, self.ref(parts[0]), a=mask, b=DURATIONS[parts[2].data])]

    def _echo_mana(self, name: str, parts: list) -> Code:
        units = mana_units(str(parts[1]))
        if len(units) != 1 or units[0][1] != 1 or units[0][0] & (units[0][0] - 1):
            raise NotationError(f"one symbol of one colour is made more, not {parts[1]}")
        return [instruction(Op.ECHO_MANA, a=compile_selection(self.tables, parts[0]), b=units[0][0])]

    def _redirect(self, name: str, parts: list) -> Code:
        num = self.number(parts[0])
        source = self.ref(parts[1])
        return [instruction(Op.REDIRECT, self.ref(parts[2]), num, a=source[0], b=source[1])]

    def _permit_play(self, name: str, parts: list) -> Code:
        return [instruction(Op.PERMIT_PLAY, self.ref(parts[0]), a=name == "permit_play_free",
                            b=DURATIONS[parts[1].data])]

    _permit_play_free = _permit_play

    def _permit_play_once(self, name: str, parts: list) -> Code:
        return [instruction(Op.PERMIT_PLAY, self.ref(parts[0]), b=DURATIONS[parts[1].data], c=1)]

    def _see_top(self, name: str, parts: list) -> Code:
        return [instruction(Op.SEE_TOP, YOU, self.number(parts[0]), a=name == "see_top_all")]

    _see_top_all = _see_top

    def _scry(self, name: str, parts: list) -> Code:
        return [instruction(Op.SCRY, YOU, self.number(parts[0]))]

    def _pump(self, name: str, parts: list) -> Code:
        ref = self.ref(parts[0])
        power, toughness = self.change(parts[1])
        return [instruction(Op.PUMP, ref, power, a=toughness, b=DURATIONS[parts[2].data])]

    def _no_countering(self, name: str, parts: list) -> Code:
        return [instruction(Op.NO_COUNTERING, self.ref(parts[1]))]

    def _grant(self, name: str, parts: list) -> Code:
        who = self.ref(parts[0])
        if who[0] in (Ref.YOU, Ref.OPPONENT):
            if not parts[1].startswith("hexproof from") or parts[2].data != "end_of_turn":
                raise NotationError("a player gains nothing but hexproof from a colour until end of turn")
            return [instruction(Op.GRANT_PLAYER, who, a=KEYWORDS.index(parts[1]))]
        return [instruction(Op.GRANT, who, a=KEYWORDS.index(parts[1]), b=DURATIONS[parts[2].data])]

    def _prevent_next(self, name: str, parts: list) -> Code:
        num = self.number(parts[0])
        return [instruction(Op.PREVENT_NEXT, self.ref(parts[1]), num, a=len(parts) > 2)]

    def _prevent_all(self, name: str, parts: list) -> Code:
        return [instruction(Op.PREVENT_FROM, a=compile_selection(self.tables, parts[0]))]

    def _prevent_combat(self, name: str, parts: list) -> Code:
        return [instruction(Op.PREVENT_FROM, a=compile_selection(self.tables, parts[0]), b=1)]

    def _create(self, name: str, parts: list) -> Code:
        who = self.ref(parts[0]) if name.endswith("_who") else YOU
        parts = parts[1:] if name.endswith("_who") else parts
        num, definition = self.number(parts[0]), self.token(parts[1])
        how = parts[3].data if len(parts) > 3 else ""
        return [instruction(Op.CREATE, who, num, a=definition, b=how != "", c=how == "created_attacking")]

    def _create_equal(self, name: str, parts: list) -> Code:
        return [instruction(Op.CREATE, YOU, self.number(parts[2]), a=self.token(parts[0]))]

    def _add_mana(self, name: str, parts: list) -> Code:
        return [instruction(Op.ADD_MANA, YOU, self.literal(n), a=mask) for mask, n in mana_units(str(parts[0]))]

    def _add_mana_each(self, name: str, parts: list) -> Code:
        return [instruction(Op.ADD_MANA, YOU, self.store(self.base(parts[1], n)), a=mask)
                for mask, n in mana_units(str(parts[0]))]

    def _put_counters(self, name: str, parts: list) -> Code:
        num = self.number(parts[0])
        return [instruction(Op.PUT_COUNTERS, self.ref(parts[2]), num, a=counter_kind(parts[1]))]

    def _put_counters_equal(self, name: str, parts: list) -> Code:
        num = self.number(parts[1])
        return [instruction(Op.PUT_COUNTERS, self.ref(parts[2]), num, a=counter_kind(parts[0]))]

    def _remove_counters(self, name: str, parts: list) -> Code:
        num = self.number(parts[0])
        return [instruction(Op.REMOVE_COUNTERS, self.ref(parts[2]), num, a=counter_kind(parts[1]))]

    def _switch_pt(self, name: str, parts: list) -> Code:
        return [instruction(Op.SWITCH_PT, self.ref(parts[0]), b=DURATIONS[parts[1].data])]

    def _set_result(self, name: str, parts: list) -> Code:
        return [instruction(Op.SET_RESULT, num=self.number(parts[0]))]

    def _gain_control(self, name: str, parts: list) -> Code:
        if name == "gain_control_who":
            who = self.ref(parts[0])
            return [instruction(Op.GAIN_CONTROL, self.ref(parts[1]), b=DURATIONS[parts[2].data], c=who[0], d=who[1])]
        return [instruction(Op.GAIN_CONTROL, self.ref(parts[0]), b=DURATIONS[parts[1].data])]

    def _fight(self, name: str, parts: list) -> Code:
        first = self.ref(parts[0])
        second = self.ref(parts[1])
        return [instruction(Op.FIGHT, first, a=second[0], b=second[1])]

    def _copy(self, name: str, parts: list) -> Code:
        return [instruction(Op.COPY_SPELL, self.ref(parts[0]), self.literal(1))]

    def _copy_new(self, name: str, parts: list) -> Code:
        return [instruction(Op.COPY_SPELL, self.ref(parts[0]), self.literal(1), a=1)]

    def _copy_often(self, name: str, parts: list) -> Code:
        return [instruction(Op.COPY_SPELL, self.ref(parts[0]), self.number(parts[1]), a=1)]

    def _copy_for_each(self, name: str, parts: list) -> Code:
        return [instruction(Op.COPY_FOR_EACH, self.ref(parts[0]), a=compile_selection(self.tables, parts[1]))]

    def _retarget(self, name: str, parts: list) -> Code:
        return [instruction(Op.CHANGE_TARGETS, self.ref(parts[-1]), a=RETARGET[name])]

    _retarget_this = _change_target = _retarget

    def _prevent_event(self, name: str, parts: list) -> Code:
        return [instruction(Op.PREVENT_EVENT, self.ref(parts[0]))]

    def _discard_each(self, name: str, parts: list) -> Code:
        return [instruction(Op.DISCARD, (Ref.EACH, compile_selection(self.tables, parts[0])), a=Pick.ALL)]

    def _grant_flashback(self, name: str, parts: list) -> Code:
        return [instruction(Op.GRANT_FLASHBACK, self.ref(parts[0]), b=DURATIONS[parts[1].data])]

    def _become(self, name: str, parts: list) -> Code:
        ref, definition = self.ref(parts[0]), self.token(parts[1])
        power, toughness = self.number(parts[2]), self.number(parts[3])
        return [instruction(Op.BECOME, ref, power, a=toughness, b=DURATIONS[parts[4].data], c=definition)]

    def _choose_land_type(self, name: str, parts: list) -> Code:
        if parts[0] != "land":
            raise NotationError(f"a type of land can be chosen, not of {parts[0]}")
        return [instruction(Op.CHOOSE_LAND_TYPE, YOU)]

    def _set_land_type(self, name: str, parts: list) -> Code:
        return [instruction(Op.SET_LAND_TYPE, self.ref(parts[0]), b=DURATIONS[parts[1].data])]

    def _lose_subtypes(self, name: str, parts: list) -> Code:
        return [instruction(Op.LOSE_SUBTYPES, self.ref(parts[0]), b=DURATIONS[parts[1].data])]

    def _retype(self, name: str, parts: list) -> Code:
        ref = self.ref(parts[0])
        return [instruction(Op.RETYPE, ref, b=DURATIONS[parts[2].data], c=self.token(parts[1]))]

    def _next_flash(self, name: str, parts: list) -> Code:
        return [instruction(Op.NEXT_FLASH, YOU, a=TYPES[singular(str(parts[0]))])]

    def _reveal_until(self, name: str, parts: list) -> Code:
        alike = parts[2].data == "alike"
        return [instruction(Op.REVEAL_UNTIL, self.ref(parts[0]), a=compile_selection(self.tables, parts[1]),
                            b=PLACES[parts[-1].data], c=alike)]

    def _reveal_aside(self, name: str, parts: list) -> Code:
        return [instruction(Op.REVEAL_UNTIL, YOU, a=compile_selection(self.tables, parts[0]), b=Place.ASIDE)]

    def _exile_until_any(self, name: str, parts: list) -> Code:
        return [instruction(Op.EXILE_UNTIL, YOU, a=compile_selection(self.tables, parts[0]), b=1)]

    def _exile_until(self, name: str, parts: list) -> Code:
        return [instruction(Op.EXILE_UNTIL, YOU, a=compile_selection(self.tables, parts[0]))]

    def _cast_copy(self, name: str, parts: list) -> Code:
        return [instruction(Op.CAST_FREE, self.ref(parts[0]), a=1, c=Alternative.FREE)]

    def _cast_free(self, name: str, parts: list) -> Code:
        return [instruction(Op.CAST_FREE, self.ref(parts[0]), b=name == "cast_free_owner", c=Alternative.FREE)]

    _cast_free_owner = _cast_free

    def _cast_paying(self, name: str, parts: list) -> Code:
        return [instruction(Op.CAST_FREE, self.ref(parts[0]), c=Alternative.MANA_COST)]

    def _cast_madness(self, name: str, parts: list) -> Code:
        return [instruction(Op.CAST_FREE, self.ref(parts[0]), c=Alternative.MADNESS)]

    def _cast_suspended(self, name: str, parts: list) -> Code:
        return [instruction(Op.CAST_FREE, self.ref(parts[0]), c=Alternative.SUSPENDED)]

    def _choose_any_name(self, name: str, parts: list) -> Code:
        return [instruction(Op.CHOOSE_NAME, YOU)]

    def _cast_exiling(self, name: str, parts: list) -> Code:
        return [instruction(Op.CAST_FREE, self.ref(parts[0]), c=Alternative.GRANTED_FLASHBACK)]

    def _choose_name(self, name: str, parts: list) -> Code:
        other = TYPES[str(parts[0]).removeprefix("non")] if parts else 0
        return [instruction(Op.CHOOSE_NAME, YOU, a=TYPE_LAND | other)]

    def _exile_entering(self, name: str, parts: list) -> Code:
        return [instruction(Op.EXILE_ENTERING, a=compile_selection(self.tables, parts[0]))]

    def token(self, quoted: Any) -> int:
        """The definition of a token by its quoted identifier."""
        token = str(quoted).strip('"')
        if token not in self.tables.tokens:
            raise NotationError(f"no token has the id {token}", nearest(token, self.tables.tokens))
        return self.tables.tokens[token]

    def _grant_chosen(self, name: str, parts: list) -> Code:
        return [instruction(Op.GRANT_CHOSEN_PROTECTION, self.ref(parts[0]), b=DURATIONS[parts[1].data])]

    def some(self, tree: Tree) -> tuple[int, int]:
        """Least and most of "2", "up to 2", "any number of" (-1), "all" (-1, -1)."""
        if tree.data == "any_number":
            return 0, -1
        if tree.data == "all_of":
            return -1, -1
        n = self.count(tree.children[0])
        return (0 if tree.data == "up_to" else n), n


RETARGET = {"retarget": 0, "retarget_this": 1, "change_target": 2}
PREFIXES = {"may", "may_if", "who_may", "if_", "otherwise", "delay", "watch", "watch_turn", "if_pays", "unless_pays",
            "unless_pays_mana", "whenever", "whenever_opponent", "whenever_emblem"}
MAY_HAVE_ELSE = {"may", "may_if", "who_may", "if_", "if_pays"}
SIMPLE = {"destroy": Op.DESTROY, "exile": Op.EXILE, "to_hand": Op.TO_HAND, "sacrifice": Op.SACRIFICE,
          "counter": Op.COUNTER_SPELL, "tap": Op.TAP, "untap": Op.UNTAP, "tap_or_untap": Op.TAP_OR_UNTAP,
          "regenerate": Op.REGENERATE, "attach": Op.ATTACH, "unattach": Op.UNATTACH, "flip": Op.FLIP,
          "double_damage": Op.DOUBLE_DAMAGE, "must_attack": Op.MUST_ATTACK,
          "prevent_all_to": Op.PREVENT_ALL_TO, "note_spliced": Op.NOTE_SPLICED, "to_graveyard": Op.TO_GRAVEYARD,
          "point": Op.POINT, "copy_permanent": Op.COPY_PERMANENT, "exile_instead": Op.EXILE_INSTEAD,
          "no_life_gain": Op.NO_LIFE_GAIN, "must_block": Op.MUST_BLOCK, "note_name": Op.NOTE_NAME, "encode": Op.ENCODE,
          "skip_untap": Op.SKIP_UNTAP, "skip_untap_step": Op.SKIP_UNTAP_STEP,
          "exchange_control": Op.EXCHANGE_CONTROL, "choose_number": Op.CHOOSE_NUMBER}
AMOUNTS = {"draw": Op.DRAW, "mill": Op.MILL, "gain_life": Op.GAIN_LIFE, "lose_life": Op.LOSE_LIFE}
PLAIN = {"shuffle": (Op.SHUFFLE, YOU), "reveal_hand": (Op.REVEAL_HAND, YOU), "extra_turn": (Op.EXTRA_TURN, YOU),
         "lose": (Op.LOSE_GAME, YOU), "win": (Op.WIN_GAME, YOU), "forget_it": (Op.FORGET_IT, NOBODY),
         "counter_item": (Op.COUNTER_ITEM, NOBODY),
         "remember": (Op.REMEMBER, NOBODY), "choose_colour": (Op.CHOOSE_COLOUR, YOU),
         "no_prevention": (Op.NO_PREVENTION, NOBODY), "draw_after_all": (Op.DRAW_AFTER_ALL, NOBODY),
         "repeat": (Op.REPEAT, NOBODY), "bottom_rest": (Op.BOTTOM_REST, YOU)}


def instruction(op: Op, ref: Who = NOBODY, num: int = 0, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> Any:
    """One INSTRUCTION record."""
    made = blank(layout.INSTRUCTION)
    made.op, made.ref, made.refarg, made.num = op, ref[0], ref[1], num
    made.a, made.b, made.c, made.d = a, b, c, d
    return made


def depth_of(line: str) -> int:
    """How many blocks a line is inside of: two spaces each."""
    spaces = len(line) - len(line.lstrip(" "))
    if spaces % len(INDENT) or "\t" in line:
        raise NotationError(f'effect "{line.strip()}" must be indented by two spaces a block')
    return spaces // len(INDENT)


def mana_units(text: str) -> list[tuple[int, int]]:
    """Colour mask and number of each run of equal symbols: {R}{R}{G} is two of red, one of green."""
    units: list[tuple[int, int]] = []
    for symbol in text.strip("{}").split("}{"):
        mask = 0
        for letter in symbol.split("/"):
            if letter not in SYMBOLS:
                raise NotationError(f"{{{symbol}}} is not mana that can be added; use W U B R G C or halves like W/U")
            mask |= SYMBOLS[letter]
        if units and units[-1][0] == mask:
            units[-1] = (mask, units[-1][1] + 1)
        else:
            units.append((mask, 1))
    return units


__all__ = ["SELF", "EffectCompiler", "Place", "depth_of", "instruction", "mana_units"]
