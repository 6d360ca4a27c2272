"""The card pool: every card file compiled into one set of tables."""
from __future__ import annotations

import difflib
import hashlib
import tomllib
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from decks.compile import CardCompiler, subtypes_of
from decks.parse import NotationError, nearest
from decks.tables import Tables
from decks.waiting import NotYetError
from sim import limits
from sim.terms import ABSENT

FOLDER = Path(__file__).parent
POOL_FILES = FOLDER / "pool"
REASONS = FOLDER / "reasons.toml"
TOP_KEYS = {"card", "token", "subtypes"}
LANGUAGES = ("name", "de", "fr")


class UnknownCard(LookupError):  # noqa: N818 (it names what happened, and reads well in `except`)
    """No card of that name; `near` are the two names most like it."""

    def __init__(self, name: str, near: list[str]):
        super().__init__(f'unknown card "{name}"' + (f"; did you mean {' or '.join(near)}?" if near else ""))
        self.name, self.near = name, near


def folded(name: str) -> str:
    """A name without case, accents, ligatures and kinds of apostrophe, for looking up."""
    text = name.translate(_QUOTES)
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().replace("'", "").split())


_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'", "æ": "ae", "Æ": "ae", "œ": "oe",
                         "Œ": "oe", "–": "-", "‐": "-", "‑": "-"})


class Pool:
    """Compiled cards: `rules` is the (1,) RULES array that the engine takes.

    cards: definition by English name. unsupported: reason in words by English name.
    problems: one line "file:line: card: what" an error; the cards without errors are usable.
    """

    def __init__(self) -> None:
        self.tables = Tables()
        self.rules = self.tables.array
        self.cards: dict[str, int] = {}
        self.unsupported: dict[str, str] = {}
        self.problems: list[str] = []
        self.hash = ""
        self._by_folded: dict[str, str] = {}
        self._variants: dict[tuple[int, str | None], int] = {}
        self.entries: dict[int, dict[str, Any]] = {}

    @property
    def names(self) -> list[str]:
        """Names by the numbers that CARD.name holds."""
        return self.tables.names

    @property
    def subtypes(self) -> list[str]:
        """Subtypes by bit number."""
        return self.tables.subtypes

    @property
    def tokens(self) -> dict[str, int]:
        """Token definitions by identifier."""
        return self.tables.tokens

    def name(self, definition: int) -> str:
        """The English name of a definition."""
        return self.names[int(self.rules[0].card[definition].name)] if definition != ABSENT else ""

    def canonical(self, name: str) -> str:
        """The English name of the card meant by a name in any of its languages and spellings.

        Raises UnknownCard. Also finds cards that are known but unsupported.
        """
        key = folded(name)
        for form in (key, key.replace(" / ", " // "), key.split(" // ")[0]):
            if form in self._by_folded:
                return self._by_folded[form]
        near = [form for form in self._by_folded if form.startswith(key + ",")]
        near += difflib.get_close_matches(key, list(self._by_folded), n=6, cutoff=0.0)
        raise UnknownCard(name, list(dict.fromkeys(self._by_folded[match] for match in near))[:2])

    def find(self, name: str) -> int:
        """The definition of a card, by a name in any of its languages and spellings.

        Raises UnknownCard, with two names that are like it; UnsupportedCard with its reason.
        """
        english = self.canonical(name)
        if english in self.unsupported:
            raise UnsupportedCard(english, self.unsupported[english])
        return self.cards[english]

    def variant(self, definition: int, splice: str | None = None) -> int:
        """A definition equal to this one but with no splice, or with another splice cost.

        It keeps the name, so the legend rule and texts that name it see the same card.
        Raises NotationError when the card has no splice or the cost cannot be read.
        """
        key = (definition, splice)
        if key not in self._variants:
            copy = self.rules[0].card[definition].copy()
            entry = dict(self.entries.get(definition, {}))
            if not copy.splice_onto:
                raise NotationError(f"{self.name(definition)} has no splice")
            if splice is None:
                copy.splice_onto = copy.splice_cost = 0
                entry.pop("splice", None)
            else:
                copy.splice_cost = CardCompiler(self.tables).cost(splice)
                entry["splice"] = {"onto": entry["splice"]["onto"], "cost": splice}
            self._variants[key] = self.tables.listed("card", [copy])
            self.entries[self._variants[key]] = entry
        return self._variants[key]

    def add_names(self, entry: dict[str, Any]) -> None:
        """Let a card be found by each of its names, and by each of its halves."""
        english = entry["name"]
        forms = [entry.get(language) for language in LANGUAGES] + entry.get("aliases", [])
        forms += [entry["flip"].get(language) for language in LANGUAGES] if "flip" in entry else []
        if "flip" in entry:
            forms.append(f"{english} // {entry['flip']['name']}")
        for form in forms:
            for part in {form, *form.split(" // ")} if form else ():
                self._by_folded.setdefault(folded(part), english)


class UnsupportedCard(LookupError):  # noqa: N818
    """The card is known but cannot run completely."""

    def __init__(self, name: str, reason: str):
        super().__init__(f"{name} is not supported: {reason}")
        self.name, self.reason = name, reason


class _Loader:
    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.compiler = CardCompiler(pool.tables)
        self.reasons: dict[str, str] = tomllib.loads(REASONS.read_text(encoding="utf-8"))

    def load(self, paths: Iterable[Path]) -> None:
        """Read all files first, since any may use another's subtypes and tokens; then compile."""
        files = []
        digest = hashlib.sha256()
        for path in paths:
            data = self._read(path)
            if data is not None:
                files.append((path, *data))
                digest.update(data[1].encode() + b"\0")
        self.pool.hash = digest.hexdigest()[:12]
        subtypes: set[str] = set()
        for path, tree, _ in files:
            self._check_top(path, tree)
            subtypes |= set(tree.get("subtypes", []))
            for entry in [*_tables(tree, "card"), *_tables(tree, "token")]:
                subtypes |= subtypes_of(entry)
        self.pool.tables.declare_subtypes(subtypes)
        for kind in ("token", "card"):
            for path, tree, source in files:
                for number, entry in enumerate(_tables(tree, kind)):
                    self._one(path, source, kind, number, entry)

    def _read(self, path: Path) -> tuple[dict[str, Any], str] | None:
        try:
            source = path.read_text(encoding="utf-8-sig")
            return tomllib.loads(source), source
        except FileNotFoundError:
            self.pool.problems.append(f"{path}: no such file")
        except (UnicodeDecodeError, IsADirectoryError, OSError) as error:
            self.pool.problems.append(f"{path}: cannot be read as UTF-8 text ({error})")
        except tomllib.TOMLDecodeError as error:
            self.pool.problems.append(f"{path}: not TOML: {error}")
        return None

    def _check_top(self, path: Path, tree: dict[str, Any]) -> None:
        for key in tree:
            if key not in TOP_KEYS:
                self.pool.problems.append(f'{path}: unknown key "{key}"; a card file has [[card]] and [[token]]')

    def _one(self, path: Path, source: str, kind: str, number: int, entry: dict[str, Any]) -> None:
        tables = self.pool.tables
        tables.mark()
        try:
            if kind == "token":
                self._token(entry)
            else:
                self._card(entry)
        except NotYetError as error:
            tables.forget()
            self.pool.unsupported[str(entry["name"])] = self.reasons[error.reason]
            self.pool.add_names(entry)
            return
        except NotationError as error:
            problem = str(error)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            problem = f"a value has the wrong form ({error})"
        else:
            return
        tables.forget()
        label = entry.get("name" if kind == "card" else "id", f"{kind} number {number + 1}")
        self.pool.problems.append(f"{path}:{_line_of(source, kind, number, problem)}: {label}: {problem}")

    def _token(self, entry: dict[str, Any]) -> None:
        if entry.get("id") in self.pool.tokens:
            raise NotationError("there is already a token with this id")
        definition = self.compiler.token(entry)
        self.pool.tokens[entry["id"]] = definition
        self.pool.entries[definition] = entry

    def _card(self, entry: dict[str, Any]) -> None:
        name = str(entry.get("name", ""))
        if name in self.pool.cards or name in self.pool.unsupported:
            raise NotationError("there is already a card of this name")
        if "unsupported" in entry:
            key = entry["unsupported"]
            if key not in self.reasons:
                raise NotationError(f'unknown reason "{key}"', nearest(key, self.reasons) or "see decks/reasons.toml")
            self.pool.unsupported[name] = self.reasons[key]
        else:
            definition = self.compiler.card(entry)
            self.pool.cards[name] = definition
            self.pool.entries[definition] = entry
        self.pool.add_names(entry)


def _tables(tree: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = tree.get(key, [])
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _line_of(source: str, kind: str, number: int, problem: str) -> int:
    """The line that the error is about: one that holds the quoted text, else the entry's first."""
    lines = source.splitlines()
    starts = [at for at, line in enumerate(lines, 1) if line.split("#")[0].strip() == f"[[{kind}]]"]
    if number >= len(starts):
        return 1
    others = [at for at, line in enumerate(lines, 1) if line.strip() in ("[[card]]", "[[token]]")]
    end = next((at for at in others if at > starts[number]), len(lines) + 1)
    for quoted in problem.split('"')[1::2]:
        for at in range(starts[number], end - 1):
            if quoted and quoted in lines[at]:
                return at + 1
    return starts[number]


def load_pool(extra_files: Iterable[str | Path] = ()) -> Pool:
    """Compile the built-in pool and the user's own card files after it.

    A broken file or card is reported in `problems` and stops no other.
    """
    pool = Pool()
    paths = sorted(POOL_FILES.glob("*.toml")) + [Path(extra) for extra in extra_files]
    _Loader(pool).load(paths)
    assert int(pool.rules[0].n_cards) <= limits.MAX_CARDS
    return pool
