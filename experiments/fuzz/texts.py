"""Break files that are right, and see that each is either read or refused in one line."""
from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from experiments.check.faults import UnreadableError
from experiments.check.run import run_scenario
from experiments.check.schema import read_file
from experiments.check.table import Table
from experiments.fuzz.play import Outcome

NUMBERS = ("0", "-1", "1", "7", "99", "32000", "40000", "9223372036854775808", "1.5", "1e400", "nan", "true")
WORDS = ('"you"', '"opponent"', '"Glacial Ray"', '"Forest"', '""', '"main1"', '"a.b"', '"stack.0"', '"\\u0000"', '"é"',
         "[]", "{}", "[[]]", '["you", "you"]', '["Forest"]', "1979-05-27", "'''x'''")
NOISE = ("\0", "\ufeff", "é", "“", "\t", "\r", "{", "}", "[", "]", '"', "=", "#", "\\", "//", "SB:", "\n\n", "x",
         "9" * 30)


def mutated(text: str, rng: random.Random) -> str:
    """A text with one to four things changed: a number, a word, a line, a character."""
    for _ in range(rng.randint(1, 4)):
        text = rng.choice((_number, _word, _word, _line, _line, _character))(text, rng)
    return text


def _swap(text: str, rng: random.Random, pattern: str, by: Callable[[list[str]], str]) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    hit = rng.choice(found)
    return text[:hit.start()] + by([each.group() for each in found]) + text[hit.end():]


def _number(text: str, rng: random.Random) -> str:
    return _swap(text, rng, r"-?\b\d+\b", lambda _: rng.choice(NUMBERS))


def _word(text: str, rng: random.Random) -> str:
    """Put another word of the file, or something odd, in the place of a quoted word or a key."""
    return _swap(text, rng, r'"[^"\n]*"|\b[a-z_]{3,}\b',
                 lambda found: rng.choice((rng.choice(found), rng.choice(WORDS))))


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    k, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    manner = rng.randrange(4)
    if manner == 0:
        del lines[k]
    elif manner == 1:
        lines.insert(j, lines[k])
    elif manner == 2:
        lines[k], lines[j] = lines[j], lines[k]
    else:
        lines = lines[:k + 1]
    return "\n".join(lines)


def _character(text: str, rng: random.Random) -> str:
    k = rng.randrange(len(text) + 1)
    return text[:k] + rng.choice(NOISE) + text[k + rng.randrange(2):]


class Breaker:
    """Breaks scenario files, deck lists and card files, and reads what comes of it."""

    def __init__(self, pool: Any, scenarios: Sequence[Path], folder: Path):
        self.pool = pool
        self.table = Table(pool)
        self.scenarios = [part for path in scenarios for part in _blocks_of(path, "scenario")]
        self.file = folder / "broken"
        from decks.lists import FOLDER, built_in
        self.lists = [(FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in built_in()]

    def scenario(self, number: int) -> str:
        """Run a broken scenario file; returns what is wrong with the answer, or nothing."""
        rng = random.Random(number)
        self._write(mutated(rng.choice(self.scenarios), rng))
        try:
            for scenario in read_file(self.file):
                result = run_scenario(self.table, scenario)
                if result.expected == "no error in the program" or "\n" in result.line:
                    return f"{result.actual or result.line!r}, step {result.step}"
        except UnreadableError as fault:
            return _not_one_line(str(fault))
        return ""

    def deck(self, number: int) -> str:
        """Read a broken deck list."""
        from decks.lists import DeckError, load_list
        rng = random.Random(number)
        self._write(mutated(rng.choice(self.lists), rng))
        try:
            load_list(self.file, self.pool, rng.choice(("constructed", "limited")))
        except DeckError as fault:
            return "; ".join(wrong for line in fault.lines if (wrong := _not_one_line(line)))
        return ""

    def cards(self, number: int) -> str:
        """Read a broken card file: cards of the pool under other names."""
        from decks.load import Loader
        from decks.pool import POOL_FILES, Pool
        rng = random.Random(number)
        path = rng.choice(sorted(POOL_FILES.glob("*.toml")))
        blocks = _blocks_of(path, "card")
        self._write(mutated("".join(rng.sample(blocks, min(3, len(blocks)))), rng))
        pool = Pool()
        Loader(pool).load([self.file])
        return "; ".join(wrong for line in pool.problems if (wrong := _not_one_line(line)))

    def _write(self, text: str) -> None:
        self.file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")


def _blocks_of(path: Path, word: str) -> list[str]:
    """The parts of a TOML file that begin with `[[word]]`."""
    return re.split(rf"(?m)^(?=\[\[{word}\]\])", path.read_text(encoding="utf-8"))[1:]


def _not_one_line(text: str) -> str:
    return "" if text.strip() and "\n" not in text else f"not one line: {text!r}"


def break_all(pool: Any, scenarios: Sequence[Path], first: int, count: int) -> Outcome:
    """Break `count` files, most of them scenario files; a fault names the number that repeats it."""
    total = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        breaker = Breaker(pool, scenarios, Path(folder))
        for number in range(first, first + count):
            kind = ("scenario", "scenario", "deck", "scenario", "cards")[number % 5]
            try:
                wrong = getattr(breaker, kind)(number)
            except Exception as fault:  # noqa: BLE001 (whatever it is, it is what is looked for)
                wrong = f"{type(fault).__name__}: {fault}"
            total.played += 1
            if wrong:
                total.faults.append(f"--texts 1 --seed {number}: {kind}: {' '.join(wrong.split())[:300]}")
    return total
