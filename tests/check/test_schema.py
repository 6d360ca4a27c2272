"""The reader of scenario files is strict, and says where it stopped."""
from __future__ import annotations

from pathlib import Path

import pytest

from experiments.check.faults import UnreadableError
from experiments.check.run import files_in
from experiments.check.schema import Step, read_file

HEAD = '[[scenario]]\nid = "one"\n'


def written(folder: Path, text: str) -> Path:
    file = folder / "case.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_defaults(tmp_path: Path) -> None:
    scenario = read_file(written(tmp_path, HEAD))[0]
    assert (scenario.active, scenario.start, scenario.turn, scenario.seed) == ("you", "main1", 5, 1)
    assert [(entry.card, entry.count) for entry in scenario.sides[1].library] == [("Wastes", 10)]
    assert scenario.sides[0].life == 20


def test_steps_are_numbered_and_keep_their_keys(tmp_path: Path) -> None:
    text = HEAD + '[[scenario.step]]\ncast = "A"\nsplice = ["B"]\nby = "opponent"\n[[scenario.step]]\nresolve = 2\n'
    steps = read_file(written(tmp_path, text))[0].steps
    assert steps[0] == Step(1, "cast", "A", "opponent", {"splice": ["B"]})
    assert (steps[1].number, steps[1].verb, steps[1].value, steps[1].seat) == (2, "resolve", 2, 0)


def test_an_entry_is_a_name_or_a_table(tmp_path: Path) -> None:
    text = HEAD + '[scenario.you]\nbattlefield = ["A", { card = "B", as = "b", tapped = true }]\n'
    plain, table = read_file(written(tmp_path, text))[0].sides[0].battlefield
    assert (plain.card, plain.count, plain.handle) == ("A", 1, "")
    assert (table.card, table.handle, table.tapped) == ("B", "b", True)


BROKEN = {
    "unknown key of a scenario": (HEAD + 'activ = "you"\n', ["one", "'activ'", "active"]),
    "unknown player": (HEAD + 'active = "me"\n', ["active", "you, opponent"]),
    "unknown step of a turn": (HEAD + 'start = "main"\n', ["start", "main1"]),
    "unknown key of a side": (HEAD + '[scenario.you]\ngraveyrd = []\n', ["you", "graveyrd", "graveyard"]),
    "unknown key of an entry": (HEAD + '[scenario.you]\nhand = [{ card = "A", tapped = true }]\n', ["hand", "tapped"]),
    "no such counter": (HEAD + '[scenario.you]\nbattlefield = [{ card = "A", counters = { charg = 1 } }]\n',
                        ["charg", "charge"]),
    "handle for two cards": (HEAD + '[scenario.you]\nhand = [{ card = "A", as = "a", count = 2 }]\n', ["handle"]),
    "handle taken": (HEAD + '[scenario.you]\nhand = [{ card = "A", as = "a" }, { card = "B", as = "a" }]\n', ["'a'"]),
    "attached to nothing": (HEAD + '[scenario.you]\nbattlefield = [{ card = "A", attached_to = "b" }]\n', ["'b'"]),
    "wrong type": (HEAD + '[scenario.you]\nlife = "20"\n', ["life", "whole number"]),
    "flag for a number": (HEAD + '[scenario.you]\nlife = true\n', ["life", "whole number"]),
    "bad mana": (HEAD + '[scenario.you]\nmana = "RR"\n', ["mana", "{R}"]),
    "two verbs": (HEAD + '[[scenario.step]]\nresolve = 1\n[[scenario.step]]\npass = true\nresolve = 1\n',
                  ["step 2", "pass, resolve"]),
    "no verb": (HEAD + '[[scenario.step]]\ncats = "A"\n', ["step 1", "cast"]),
    "key of another verb": (HEAD + '[[scenario.step]]\nplay = "A"\ntargets = ["b"]\n', ["step 1", "targets"]),
    "pass false": (HEAD + '[[scenario.step]]\npass = false\n', ["step 1", "true"]),
    "illegal false": (HEAD + '[[scenario.step]]\nplay = "A"\nillegal = false\n', ["illegal", "true"]),
    "resolve nothing": (HEAD + '[[scenario.step]]\nresolve = 0\n', ["resolve", "from 1"]),
    "unknown path": (HEAD + '[[scenario.step]]\nexpect = { "bears.pwer" = 2 }\n', ["step 1", "power"]),
    "path without quotes": (HEAD + "[[scenario.step]]\nexpect = { you.life = 2 }\n", ["step 1", "'you'"]),
    "wrong value of a path": (HEAD + '[[scenario.step]]\nexpect = { "you.life" = "2" }\n', ["you.life"]),
    "unknown winner": (HEAD + '[[scenario.step]]\nexpect = { winner = "me" }\n', ["winner"]),
    "same id twice": (HEAD + HEAD, ["one", "before"]),
    "no id": ("[[scenario]]\n", ["id is missing"]),
    "bad id": ('[[scenario]]\nid = "a b"\n', ["id"]),
    "hand in the opening": (HEAD + 'start = "opening"\n[scenario.you]\nhand = ["A"]\n', ["hand", "opening"]),
    "no scenario": ("", ["no [[scenario]]"]),
    "something else": ("[[puzzle]]\n", ["puzzle"]),
    "not TOML": ("[[scenario]\n", ["not TOML"]),
}


@pytest.mark.parametrize(("text", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_what_the_format_does_not_know_is_refused(tmp_path: Path, text: str, words: list[str]) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_file(written(tmp_path, text))
    message = str(caught.value)
    assert "\n" not in message
    for word in [str(tmp_path / "case.toml"), *words]:
        assert word in message


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableError, match="UTF-8"):
        read_file(file)


def test_folders_are_searched_and_must_hold_something(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no \\*.toml"):
        files_in([tmp_path])
    with pytest.raises(UnreadableError, match="no such file"):
        files_in([tmp_path / "nothing.toml"])
    (tmp_path / "deep").mkdir()
    file = written(tmp_path / "deep", HEAD)
    assert files_in([tmp_path]) == [file]
