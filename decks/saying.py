"""Compiled programs as lines of the notation, in their canonical form."""
from __future__ import annotations

from typing import Any

from decks.phrases import Speaker
from decks.triggers import trigger
from decks.words import COLOURS, DURATION_WORDS, PLACE_WORDS, STEPS, SYMBOLS, TYPES, article, key_of, plural
from sim.terms import COUNTERS, KEYWORDS, TYPE_LAND, Alternative
from sim.terms_abilities import LIMIT_BY_OPPONENT, Event, Whose
from sim.terms_texts import (
    CHOOSE_ALL_BUT,
    CHOOSE_AS_MANY,
    CHOOSE_OF_TOP,
    LOOK_MUST,
    LOOK_REVEAL,
    LOOK_REVEAL_ALL,
    SEARCH_DISTINCT,
    SEARCH_OWN,
    SEARCH_REVEAL,
    Num,
    Op,
    Pick,
    Place,
    Ref,
)


class Program(Speaker):
    """Says the program of one text, line by line."""

    def lines(self) -> list[str]:
        """The lines of the whole text."""
        first, n = int(self.row.program), int(self.row.n_program)
        out = self._span(first, first + n, 0)
        return out + self.unmentioned(int(self.row.n_targets))

    def _span(self, pc: int, end: int, depth: int) -> list[str]:
        out: list[str] = []
        while pc < end:
            i = self.rules.instruction[pc]
            if i.op == Op.COPY_EPIC:             # said with the EPIC before it
                pc += 1
                continue
            before = self._named_before(i)
            prefix = self._prefix(i)
            if i.op == Op.WHENEVER:
                row = self.rules.ability[i.a]
                inner = self._of(row, bool(i.b))
                first = int(row.program)
                lines = inner._span(first, first + int(row.n_program), depth + 1)
                out += self._block(self._whenever(row, bool(i.b)), lines, depth)
                pc += 1
                continue
            if prefix is None:
                out += ["  " * depth + line for line in [*before, self._action(i)]]
                pc += 1
                continue
            start, inner_end = pc + 1, pc + 1 + int(i.d)
            if i.op == Op.PAY and self._is_unless(pc):
                start, inner_end = pc + 2, pc + 2 + int(self.rules.instruction[pc + 1].d)
                prefix = prefix.replace("if ", "unless ", 1)
            otherwise = self._else_of(start, inner_end, end) if i.op != Op.DELAY else 0
            body_end = inner_end - (1 if otherwise else 0)
            out += ["  " * depth + line for line in before]
            out += self._block(prefix, self._span(start, body_end, depth + 1), depth)
            pc = inner_end
            if otherwise:
                out += self._block("otherwise:", self._span(pc, pc + otherwise, depth + 1), depth)
                pc += otherwise
        return out

    def _of(self, row: Any, emblem: bool) -> Program:
        """A speaker of the same kind for another text, or that of an emblem."""
        return Program(self.tables, row)

    def _whenever(self, row: Any, emblem: bool) -> str:
        """The prefix of what triggers for a turn, or of an emblem."""
        if emblem:
            return f"from now on, whenever {trigger(self.tables, row)}:"
        doing = " by an opponent's doing" if row.limit & LIMIT_BY_OPPONENT else ""
        return f"until end of turn, whenever {trigger(self.tables, row)}{doing}:"

    def _named_before(self, i: Any) -> list[str]:
        """Lines naming targets that an instruction takes for granted."""
        wanted = int(i.refarg) if i.ref in (Ref.TARGET, Ref.TARGET_CONTROLLER, Ref.TARGET_PLAYER) else 0
        numbers = [int(i.refarg)] if i.ref == Ref.EACH else []
        numbers += [int(i.a)] if i.op in (Op.COPY_FOR_EACH, Op.CHOOSE, Op.SEARCH, Op.PREVENT_FROM) else []
        for number in numbers:
            while number:
                if self.rules.filter[number].controller == Whose.TARGET:
                    wanted = max(wanted, 1)
                number = int(self.rules.filter[number].other)
        return self.unmentioned(wanted)

    def _block(self, prefix: str, inner: list[str], depth: int) -> list[str]:
        """A prefix with its block, on one line when the block is one line."""
        pad = "  " * depth
        if len(inner) == 1:
            return [f"{pad}{prefix} {inner[0].strip()}"]
        return [pad + prefix, *inner]

    def _is_unless(self, pc: int) -> bool:
        i, after = self.rules.instruction[pc], self.rules.instruction[pc + 1]
        return i.d == 1 and after.op == Op.JUMP

    def _else_of(self, start: int, inner_end: int, end: int) -> int:
        """Length of the "otherwise" block after a block that ends in a jump; 0 when it has none."""
        last = self.rules.instruction[inner_end - 1]
        return int(last.d) if inner_end > start and last.op == Op.JUMP and inner_end + int(last.d) <= end else 0

    def _prefix(self, i: Any) -> str | None:
        if i.op == Op.IF:
            return f"if {self.condition(i.a)}:"
        if i.op == Op.MAY:
            who = "" if i.ref == Ref.YOU else self.ref(i.ref, i.refarg) + " "
            return f"{who}may, if {self.condition(i.a - 1)}:" if i.a else f"{who}may:"
        if i.op == Op.DELAY:
            if i.a == Event.NONE:
                return "at once:"
            return f"at {'your ' if i.b else ''}next {key_of(STEPS, Event(int(i.a)))}:"
        if i.op == Op.WATCH:
            return f"when it dies{' this turn' if i.b else ''}:"
        if i.op == Op.PAY:
            who = self.ref(i.ref, i.refarg)
            if i.num:
                return f"if {who} {'pay' if who == 'you' else 'pays'} mana equal to {self.number(i.num)}:"
            return f"if {who} {'pay' if who == 'you' else 'pays'} {self.cost(i.a)}:"
        return None

    # -------------------------------------------------------------- one instruction

    def _action(self, i: Any) -> str:
        op = Op(int(i.op))
        if op in VERBS:
            return VERBS[op].format(self.ref(i.ref, i.refarg))
        if op in FOR_PLAYERS:
            return self._for_player(i, *FOR_PLAYERS[op])
        return getattr(self, "_" + op.name.lower())(i)

    def _who(self, i: Any, you: str, other: str) -> str:
        """"draw", or "that player draws"."""
        return you if i.ref == Ref.YOU else f"{self.ref(i.ref, i.refarg)} {other}"

    def _for_player(self, i: Any, you: str, other: str, noun: str) -> str:
        verb = self._who(i, you, other)
        if not noun:
            return verb
        return f"{verb} {self.cards(i.num) if noun == 'card' else self.quantity(i.num, noun)}"

    def _add_mana(self, i: Any) -> str:
        n = self.rules.number[i.num]
        symbol = "{" + "/".join(letter for letter, bit in SYMBOLS.items() if int(i.a) & bit) + "}"
        if n.kind != Num.LITERAL:
            return f"add {symbol * int(n.times)} for each {self.each(n)}"
        return f"add {symbol * int(n.plus)}"

    def _damage(self, i: Any) -> str:
        divided = i.ref == Ref.TARGET and self.rules.target_spec[self.row.target + i.refarg].divided
        if divided:
            return f"divide {self.number(i.num)} damage among {self.ref(i.ref, i.refarg)}"
        verb = f"{self.ref(i.a, i.b)} deals" if i.a else "deal"
        words = f"{verb} {self.quantity(i.num, 'damage')} to {self.ref(i.ref, i.refarg)}"
        return words + (", unpreventable" if i.c == 2 else "")

    def _discard(self, i: Any) -> str:
        if i.ref == Ref.CHOSEN:
            return "discard the chosen"
        if i.ref == Ref.EACH:
            return f"discard each {self.selection(i.refarg)}"
        verb = self._who(i, "discard", "discards")
        if i.a == Pick.ALL:
            return f"{verb} all cards"
        return f"{verb} {self.cards(i.num)}{' at random' if i.a == Pick.RANDOM else ''}"

    def _destroy(self, i: Any) -> str:
        return f"destroy {self.ref(i.ref, i.refarg)}{', no regeneration' if i.a else ''}"

    def _to_library(self, i: Any) -> str:
        return f"put {self.ref(i.ref, i.refarg)} {PLACE_WORDS[Place(int(i.a))]}"

    def _to_battlefield(self, i: Any) -> str:
        words = f"put {self.ref(i.ref, i.refarg)} onto the battlefield"
        words += " under its owner's control" if i.a else ""
        words += " flipped" if i.b == ENTERS_FLIPPED else " tapped" if i.b else ""
        return words + (f" with {i.d} {COUNTERS[i.c]} {plural('counter', int(i.d))}" if i.d else "")

    def _counter_spell(self, i: Any) -> str:
        where = f", putting it {PLACE_WORDS[Place(int(i.a))]}" if i.a else ""
        return f"counter {self.ref(i.ref, i.refarg)}{where}"

    def _some(self, least: int, most: int) -> str:
        if most < 0:
            return "all" if least < 0 else "any number of"
        return str(most) if least == most else f"up to {most}"

    def _choose(self, i: Any) -> str:
        if i.d & CHOOSE_OF_TOP:
            return f"{self._who(i, 'choose', 'chooses')} {self._some(i.b, i.c)} of the top {self.cards(i.num)}"
        some = f"all but {self.number(i.num)}" if i.d & CHOOSE_ALL_BUT else self._some(i.b, i.c)
        some = f"as many as {self.number(i.num)}" if i.d & CHOOSE_AS_MANY else some
        return f"{self._who(i, 'choose', 'chooses')} {some} {self.selection(i.a)}"

    def _set_colour(self, i: Any) -> str:
        colour = next((word for word, bit in COLOURS.items() if bit == i.a), "colourless")
        return f"{self.ref(i.ref, i.refarg)} becomes {colour} {DURATION_WORDS[i.b]}"

    def _echo_mana(self, i: Any) -> str:
        symbol = next(letter for letter, bit in SYMBOLS.items() if bit == i.b)
        return f"until end of turn, each {self.selection(i.a)} makes {{{symbol}}} more"

    def _redirect(self, i: Any) -> str:
        source = self.ref(i.a, i.b)
        return f"redirect the next {self.quantity(i.num, 'damage')} by {source} to {self.ref(i.ref, i.refarg)}"

    def _permit_play(self, i: Any) -> str:
        how = " without paying" if i.a else ", exiling it after" if i.c else ""
        return f"{self.ref(i.ref, i.refarg)} may be played {DURATION_WORDS[i.b]}{how}"

    def _see_top(self, i: Any) -> str:
        return f"{'reveal' if i.a else 'look at'} the top {self.cards(i.num)}"

    def _scry(self, i: Any) -> str:
        return f"scry {self.number(i.num)}"

    def _search(self, i: Any) -> str:
        verb = self._who(i, "search", "searches")
        if i.num:
            return f"{verb} for cards equal to {self.number(i.num)}, {PLACE_WORDS[Place(int(i.b))]}"
        distinct = " of different names" if i.d & SEARCH_DISTINCT else ""
        verb += " their library" if i.d & SEARCH_OWN else ""
        return (f"{verb} for {self._some(0, i.c)} {self.selection(i.a)}{distinct}, {PLACE_WORDS[Place(int(i.b))]}"
                + (" revealed" if i.d & SEARCH_REVEAL else ""))

    def _look_top(self, i: Any) -> str:
        some = self._some(-1 if i.b < 0 else int(i.b) if i.c & LOOK_MUST else 0, i.b)
        some = some if i.b else "up to 0"
        start = "reveal" if i.c & LOOK_REVEAL_ALL else "look at"
        return (f"{start} the top {self.cards(i.num)}, {some} {self.selection(i.a)} to hand"
                f"{' revealed' if i.c & LOOK_REVEAL else ''}, the rest {PLACE_WORDS[Place(int(i.d))]}")

    def _epic(self, i: Any) -> str:
        return "epic"

    def _must_block(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} must {'be blocked' if i.a else 'block this'} this turn"

    def _gain_abilities(self, i: Any) -> str:
        token = key_of(self.tables.tokens, int(i.c))
        return f'{self.ref(i.ref, i.refarg)} gains the abilities of "{token}" {DURATION_WORDS[i.b]}'

    def _pump(self, i: Any) -> str:
        who = self.ref(i.ref, i.refarg)
        return f"{who} gets {self.change(i.num, i.a)} {DURATION_WORDS[i.b]}"

    def _grant(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} gains {KEYWORDS[i.a]} {DURATION_WORDS[i.b]}"

    def _prevent_next(self, i: Any) -> str:
        gain = " and gain that much life" if i.a else ""
        return f"prevent the next {self.quantity(i.num, 'damage')} to {self.ref(i.ref, i.refarg)}{gain}"

    def _prevent_from(self, i: Any) -> str:
        return f"prevent all {'combat ' if i.b else ''}damage by {self.selection(i.a)}"

    def _create(self, i: Any) -> str:
        verb = self._who(i, "create", "creates")
        token = key_of(self.tables.tokens, int(i.a))
        words = self.quantity(i.num, f'"{token}" token', "a", f'"{token}" tokens')
        return f"{verb} {words}" + (" tapped and attacking" if i.c else " tapped" if i.b else "")

    def _put_counters(self, i: Any) -> str:
        kind = COUNTERS[i.a]
        return f"put {self.quantity(i.num, f'{kind} counter', 'a', f'{kind} counters')} on {self.ref(i.ref, i.refarg)}"

    def _remove_counters(self, i: Any) -> str:
        words = self.quantity(i.num, f"{COUNTERS[i.a]} counter", "a", f"{COUNTERS[i.a]} counters")
        return f"remove {words} from {self.ref(i.ref, i.refarg)}"

    def _switch_pt(self, i: Any) -> str:
        return f"switch power and toughness of {self.ref(i.ref, i.refarg)} {DURATION_WORDS[i.b]}"

    def _set_result(self, i: Any) -> str:
        return f"the result is {self.number(i.num)}"

    def _gain_control(self, i: Any) -> str:
        verb = f"{self.ref(i.c, i.d)} gains" if i.c else "gain"
        return f"{verb} control of {self.ref(i.ref, i.refarg)} {DURATION_WORDS[i.b]}"

    def _fight(self, i: Any) -> str:
        first = self.ref(i.ref, i.refarg)
        return f"{first} fights {self.ref(i.a, i.b)}"

    def _copy_spell(self, i: Any) -> str:
        n = self.rules.number[i.num]
        often = "" if n.kind == Num.LITERAL else f" as often as {self.number(i.num)}"
        return f"copy {self.ref(i.ref, i.refarg)}{often}{', choosing new targets' if i.a else ''}"

    def _copy_for_each(self, i: Any) -> str:
        return f"copy {self.ref(i.ref, i.refarg)} for each {self.selection(i.a)}"

    def _change_targets(self, i: Any) -> str:
        who = self.ref(i.ref, i.refarg)
        return f"change the target of {who}" if i.a == 2 else f"retarget {who}{' to this' if i.a else ''}"

    def _prevent_event(self, i: Any) -> str:
        return f"prevent the next damage by it to {self.ref(i.ref, i.refarg)}"

    def _grant_flashback(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} gains flashback {DURATION_WORDS[i.b]}"

    def _become(self, i: Any) -> str:
        who, token = self.ref(i.ref, i.refarg), key_of(self.tables.tokens, int(i.c))
        return (f'{who} becomes "{token}" with power {self.number(i.num)} and toughness {self.number(i.a)} '
                f"{DURATION_WORDS[i.b]}")

    def _lose_subtypes(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} loses all creature-types {DURATION_WORDS[i.b]}"

    def _retype(self, i: Any) -> str:
        token = key_of(self.tables.tokens, int(i.c))
        return f'{self.ref(i.ref, i.refarg)} has the creature-types of "{token}" only {DURATION_WORDS[i.b]}'

    def _next_flash(self, i: Any) -> str:
        word = next(word for word, bit in TYPES.items() if bit == i.a)
        return f"your next {word} spell this turn has flash"

    def _reveal_until(self, i: Any) -> str:
        words = article(self.selection(i.a))
        if i.b == Place.ASIDE:
            return f"reveal cards until one is {words}, aside"
        return (f"{self.ref(i.ref, i.refarg)} reveals cards until one is {words}{' of a type of it' if i.c else ''}, "
                f"{PLACE_WORDS[Place(int(i.b))]}")

    def _exile_until(self, i: Any) -> str:
        words = self.selection(i.a)
        return f"exile cards until one is {article(words) if i.b else 'a cheaper ' + words}"

    def _cast_free(self, i: Any) -> str:
        who = self.ref(i.ref, i.refarg)
        if i.c == Alternative.MANA_COST:
            return f"cast {who}, paying its cost"
        if i.c == Alternative.MADNESS:
            return f"cast {who} for madness"
        if i.c == Alternative.SUSPENDED:
            return f"cast {who} from suspension"
        if i.c == Alternative.GRANTED_FLASHBACK:
            return f"cast {who}, exiling it after"
        return f"{'the owner casts' if i.b else 'cast'} {'a copy of ' if i.a else ''}{who} without paying"

    def _choose_name(self, i: Any) -> str:
        if not i.a:
            return "choose any name"
        other = [word for word, bit in TYPES.items() if int(i.a) & ~TYPE_LAND & bit]
        return f"choose a {'non' + other[0] + ' ' if other else ''}name"

    def _grant_player(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} gains {KEYWORDS[i.a]} until end of turn"

    def _set_land_type(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} becomes the chosen type {DURATION_WORDS[i.b]}"

    def _exile_entering(self, i: Any) -> str:
        return f"this turn each uncast {self.selection(i.a)} is exiled instead of entering"

    def _to_graveyard(self, i: Any) -> str:
        return f"put {self.ref(i.ref, i.refarg)} into the graveyard"

    def _grant_chosen_protection(self, i: Any) -> str:
        return f"{self.ref(i.ref, i.refarg)} gains protection from the chosen colour {DURATION_WORDS[i.b]}"


ENTERS_FLIPPED = 2           # b of TO_BATTLEFIELD
VERBS = {Op.POINT: "point at {}", Op.COPY_PERMANENT: "create a copy of {}",
         Op.EXILE_INSTEAD: "{} is exiled instead if it dies this turn",
         Op.NO_LIFE_GAIN: "{} gains no life this turn", Op.NOTE_NAME: "note the name of {}",
         Op.COUNTER_ITEM: "counter what aims at the subject",
         Op.EXILE: "exile {}", Op.TO_HAND: "return {} to hand", Op.SACRIFICE: "sacrifice {}", Op.TAP: "tap {}",
         Op.UNTAP: "untap {}", Op.TAP_OR_UNTAP: "tap or untap {}", Op.REGENERATE: "regenerate {}",
         Op.ATTACH: "attach this to {}", Op.UNATTACH: "unattach {}", Op.FLIP: "flip {}",
         Op.DOUBLE_DAMAGE: "double damage by {}", Op.MUST_ATTACK: "{} must attack this turn",
         Op.PREVENT_ALL_TO: "prevent all damage to {}", Op.NOTE_SPLICED: "note the splices of {}",
         Op.NO_PREVENTION: "damage cannot be prevented this turn", Op.BOTTOM_REST: "put the rest under the library",
         Op.DRAW_AFTER_ALL: "draw after all", Op.FORGET_IT: "forget it", Op.REMEMBER: "remember it",
         Op.TO_GRAVEYARD: "put {} into the graveyard", Op.EXCHANGE_CONTROL: "exchange control of {}",
         Op.CHOOSE_NUMBER: "{} chooses a number",
         Op.REPEAT: "may repeat this", Op.ENCODE: "encode this on {}",
         Op.NO_COUNTERING: "spells of {} cannot be countered this turn",
         Op.SKIP_UNTAP_STEP: "{} skips the next untap step",
         Op.SKIP_UNTAP: "{} stays tapped in its next untap step"}
FOR_PLAYERS = {Op.DRAW: ("draw", "draws", "card"), Op.MILL: ("mill", "mills", "card"),
               Op.GAIN_LIFE: ("gain", "gains", "life"), Op.LOSE_LIFE: ("lose", "loses", "life"),
               Op.SHUFFLE: ("shuffle", "shuffles", ""), Op.REVEAL_HAND: ("reveal hand", "reveals hand", ""),
               Op.EXTRA_TURN: ("take an extra turn", "takes an extra turn", ""),
               Op.LOSE_GAME: ("lose the game", "loses the game", ""), Op.WIN_GAME: ("win the game", "", ""),
               Op.CHOOSE_LAND_TYPE: ("choose a type of land", "", ""),
               Op.CHOOSE_COLOUR: ("choose a colour", "", "")}
