"""The notation: what lines compile to, and what is said about lines that are wrong."""
import pytest

from decks.effects import EffectCompiler
from decks.errors import NotationError
from decks.parse import parse
from decks.pool import load_pool
from decks.tables import Tables
from sim.terms import Zone
from sim.terms_abilities import Whose
from sim.terms_texts import Num, Op, Ref


@pytest.fixture
def text() -> EffectCompiler:
    tables = Tables()
    tables.declare_subtypes({"Rat"})
    return EffectCompiler(tables)


def ops(code) -> list[str]:
    return [Op(int(i.op)).name for i in code]


def test_each_word_target_is_one_instance(text):
    code = text.program(["exile target creature", "that target gets +1/+0 until end of turn",
                         "tap another target creature", "untap first target"])
    assert [int(i.refarg) for i in code] == [0, 0, 1, 0]
    assert len(text.targets) == 2
    assert text.targets[1].different_from == 1


def test_jumps_count_from_the_instruction_after_them(text):
    code = text.program(["may:", "  draw a card", "  discard a card", "otherwise: gain 1 life", "shuffle"])
    assert ops(code) == ["MAY", "DRAW", "DISCARD", "JUMP", "GAIN_LIFE", "SHUFFLE"]
    assert code[0].d == 3          # to GAIN_LIFE: 0 + 1 + 3
    assert code[3].d == 1          # to SHUFFLE: 3 + 1 + 1


def test_unless_pays_skips_the_block_when_it_is_paid(text):
    code = text.program(["unless defending player pays sacrifice a creature: draw 2 cards", "shuffle"])
    assert ops(code) == ["PAY", "JUMP", "DRAW", "SHUFFLE"]
    assert (code[0].d, code[1].d) == (1, 1)
    assert code[0].ref == Ref.DEFENDER


def test_prefixes_can_follow_one_another(text):
    code = text.program(["if done: at next end step: exile it"])
    assert ops(code) == ["IF", "DELAY", "EXILE"]
    assert (code[0].d, code[1].d) == (2, 1)


def test_a_minus_x_is_minus_one_times_x(text):
    (code,) = text.program(["target creature gets -x/-x until end of turn"])
    number = text.tables.rules.number[code.num]
    assert (number.kind, number.times, number.plus) == (Num.X, -1, 0)
    assert code.a == code.num


def test_zero_is_entry_zero(text):
    (code,) = text.program(["target creature gets +2/+0 until end of turn"])
    assert code.a == 0 and code.num != 0


def test_a_player_target_matches_no_object(text):
    text.program(["target player mills 4 cards"])
    f = text.tables.rules.filter[text.targets[0].filter]
    assert f.players == Whose.ANY + 1
    assert f.types_none == 255


def test_cards_are_looked_for_where_they_are(text):
    text.program(["return target Rat card in your graveyard to hand"])
    f = text.tables.rules.filter[text.targets[0].filter]
    assert (f.zone, f.controller) == (Zone.GRAVEYARD, Whose.YOU)


@pytest.mark.parametrize(("line", "near"), [
    ("deel 2 damage to any target", "deal"),
    ("deal 2 damage to target kreature", "creature"),
    ("draw 2 crads", "cards"),
    ("target creature gains flyng until end of turn", "flying"),
    ("deal 2 damage", "to"),
    ("if dome: draw a card", "done"),
])
def test_a_wrong_word_is_named_with_the_nearest_valid_one(line, near):
    with pytest.raises(NotationError) as caught:
        parse(line, "line")
    assert near in str(caught.value).split('"', 2)[2]


@pytest.mark.parametrize(("lines", "said"), [
    (["draw a card", "  draw a card"], "not a prefix"),
    (["may:"], "nothing below"),
    (["otherwise: draw a card"], "needs"),
    (["that target gets +1/+1 until end of turn"], "before any target"),
    (["   draw a card"], "two spaces"),
    (["destroy target Squirrel"], "Squirrel"),
    (["create a \"nothing\" token"], "nothing"),
    (["add {R}{Y}"], "{Y}"),
])
def test_a_wrong_text_is_refused(text, lines, said):
    with pytest.raises(NotationError, match=said.replace("{", r"\{")):
        text.program(lines)


def card(body: str) -> str:
    return f'[[card]]\nname = "Mine"\ntypes = "Instant — Arcane"\ncost = "{{R}}"\n{body}\n'


@pytest.mark.parametrize(("body", "said"), [
    ('effect = ["deel 2 damage to any target"]', 'mine.toml:5: Mine: effect "deel 2 damage to any target"'),
    ('efect = ["draw a card"]', 'mine.toml:5: Mine: unknown key "efect"; nearest valid: effect'),
    ("", 'mine.toml:1: Mine: "effect" is missing'),
    ('effect = "draw a card"', 'mine.toml:5: Mine: "effect" must be a list'),
    ('effect = ["draw a card"]\nsplice = { onto = "Arcane", cost = "sacrifice 2 Mountian" }', "Mountain"),
    ('effect = ["draw a card"]\nkeywords = ["flyin"]', "nearest valid: flying"),
    ('effect = ["draw a card"]\n[[card.ability]]\nwen = "this dies"', "one of: when"),
    ('unsupported = "too-hard"', 'unknown reason "too-hard"'),
])
def test_a_wrong_card_is_reported_with_file_and_line(with_cards, body, said):
    pool = with_cards(card(body))
    assert len(pool.problems) == 1
    assert said in pool.problems[0]
    assert "Mine" not in pool.cards
    assert pool.find("Glacial Ray")


def test_a_broken_file_stops_no_other(tmp_path):
    for name, text in (("bad.toml", "[[card]\n"), ("good.toml", card('effect = ["draw a card"]'))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00\x01")
    pool = load_pool([tmp_path / "bad.toml", tmp_path / "good.toml", tmp_path / "binary.toml", tmp_path / "none.toml"])
    assert len(pool.problems) == 3
    assert "Mine" in pool.cards


def test_a_broken_card_leaves_nothing_behind(with_cards):
    before, after = load_pool(), with_cards(card('effect = ["draw 19 cards", "nonsense"]'))
    for counter in (name for name in before.rules.dtype.names if name.startswith("n_")):
        assert before.rules[0][counter] == after.rules[0][counter], counter
    assert before.rules.tobytes() == after.rules.tobytes()
