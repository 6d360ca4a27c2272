"""Cards with words changed at random: refused with one line, or compiled to what can be said again."""
import copy
import random
import tomllib
from pathlib import Path

from decks.disassemble import disassemble
from decks.load import Loader
from decks.pool import POOL_FILES, Pool
from decks.render import render_card

MUTANTS = 250


def entries() -> list[dict]:
    found = []
    for path in sorted(POOL_FILES.glob("*.toml")):
        found += tomllib.loads(path.read_text(encoding="utf-8")).get("card", [])
    return found


def mutate(value, words, rng):
    """`value` with one word changed, dropped, added, or a number made odd."""
    if isinstance(value, str):
        parts = value.split(" ")
        at = rng.randrange(len(parts))
        change = rng.choice((rng.choice(words), "", "99999", "-1", f"{parts[at]} {rng.choice(words)}"))
        return " ".join(word for word in [*parts[:at], change, *parts[at + 1:]] if word)
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return [*value[:at], mutate(value[at], words, rng), *value[at + 1:]]
    if isinstance(value, dict):
        key = rng.choice(list(value))
        return {**value, key: mutate(value[key], words, rng)}
    return rng.choice((-1, 99999, "x", None, []))


def test_mutants_are_refused_or_mean_something():
    rng = random.Random(1)
    pool = Pool()
    loader = Loader(pool)
    loader.load(sorted(POOL_FILES.glob("*.toml")))
    originals = entries()
    words = str(originals).replace("'", " ").replace("[", " ").replace("]", " ").split()
    compiled = 0
    for n in range(MUTANTS):
        entry = copy.deepcopy(rng.choice(originals)) | {"name": f"Mutant {n}"}
        key = rng.choice([key for key in entry if key != "name"])
        entry[key] = mutate(entry[key], words, rng)
        before = len(pool.problems)
        loader._one(Path("mutants.toml"), "", "card", 0, entry)
        problems = pool.problems[before:]
        assert all("\n" not in problem and f"Mutant {n}:" in problem for problem in problems)
        runs = f"Mutant {n}" in pool.cards
        assert runs != (f"Mutant {n}" in pool.unsupported), entry
        assert not (runs and problems), entry
        if runs:
            definition = pool.cards[f"Mutant {n}"]
            assert render_card(pool, definition)
            again = disassemble(pool.tables, definition)
            assert disassemble(pool.tables, loader.compiler.card({**again, "name": f"Again {n}"})) \
                == {**again, "name": f"Again {n}"}
            compiled += 1
    assert MUTANTS / 10 < compiled < MUTANTS
