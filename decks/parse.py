"""Read one line of the card notation into a tree, or say what is wrong with it.

The grammar is `notation.lark`; the words of keywords and counters come from
`sim.terms`, so a keyword added there can be written at once.
"""
from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternRE, PatternStr, TerminalDef

from decks.errors import NotationError, nearest
from sim.terms import COUNTERS, KEYWORDS

GRAMMAR = Path(__file__).with_name("notation.lark")
STARTS = ("line", "cost", "trigger", "static", "condition", "selection")
WORD_END = r"(?![A-Za-z0-9'])"
SUBJECTS = {"line": "effect", "cost": "cost", "trigger": "trigger", "static": "static ability",
            "condition": "condition", "selection": "selection"}


def grammar_text() -> str:
    """The grammar with the words of the rules filled in, longest first."""
    def longest_first(words: tuple[str, ...]) -> str:
        return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))

    text = GRAMMAR.read_text(encoding="utf-8")
    plain = tuple(word for word in COUNTERS if word[0] not in "+-")
    return text.replace("%KEYWORDS", longest_first(KEYWORDS)).replace("%COUNTERS", longest_first(plain))


def _whole_words(terminal: TerminalDef) -> None:
    """Let no word match the beginning of a longer one, so that an error names the word as written."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value[-1].isalpha():
        terminal.pattern = PatternRE(re.escape(pattern.value) + WORD_END)
    elif isinstance(pattern, PatternRE) and terminal.name not in ("QUOTED", "MANA", "WS"):
        terminal.pattern = PatternRE(f"(?:{_longest_alternatives(pattern.value)})" + WORD_END)


def _longest_alternatives(pattern: str) -> str:
    """Order the alternatives of a plain word list, since a regular expression takes the first that fits."""
    if re.fullmatch(r"[a-z '|]+", pattern):
        return "|".join(sorted(pattern.split("|"), key=len, reverse=True))
    return pattern


@cache
def _parser() -> Lark:
    return Lark(grammar_text(), parser="lalr", start=list(STARTS), edit_terminals=_whole_words)


def parse(text: str, start: str) -> Tree:
    """The tree of `text`, which is a whole `start` (one of `STARTS`).

    Raises NotationError with the word that does not fit and the nearest one that would.
    """
    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explain(text, start, error) from None


def _explain(text: str, start: str, error: UnexpectedInput) -> NotationError:
    subject = SUBJECTS[start]
    if isinstance(error, UnexpectedCharacters):
        at, allowed = error.pos_in_stream, error.allowed or set()
    elif isinstance(error, UnexpectedToken):
        at = len(text) if error.token.type == "$END" else error.token.start_pos
        allowed = set(error.accepts or error.expected)
    else:
        at, allowed = len(text), set(error.expected) if isinstance(error, UnexpectedEOF) else set()
    words = _words_of(allowed)
    if at is None or at >= len(text.rstrip()):
        return NotationError(f'{subject} "{text}" ends too early; next could be: {", ".join(words[:6])}')
    match = re.compile(r"[A-Za-z'\-]+|\{[^}]*\}?|\S+").match(text, at)
    word = match.group() if match else text[at:]
    near = (in_braces(text) if start == "cost" else "") or nearest(word, words) or ", ".join(words[:6])
    return NotationError(f'{subject} "{text}": "{word}" does not fit here', near)


def in_braces(text: str) -> str:
    """Mana symbols that were written without braces, or with some, as `{1}{R}`; nothing for another text."""
    if not re.fullmatch(r"(\{\w+\}|\d+|[WUBRGCX])+", text.replace(" ", ""), re.IGNORECASE):
        return ""
    return "".join(f"{{{symbol}}}" for symbol in re.findall(r"\d+|[WUBRGCX]", text.upper()))


@cache
def _spelling() -> dict[str, list[str]]:
    """Words that each terminal of the grammar stands for."""
    names = {"INT": ["a number"], "PT": ["+1/+1"], "MANA": ["{1}{R}"], "QUOTED": ['"a name in quotes"'],
             "SUB": ["Spirit"], "NONSUB": ["non-Spirit"], "KEYWORD": list(KEYWORDS),
             "IN_ZONE": ["in your graveyard", "in your hand", "in exile"]}
    for terminal in _parser().terminals:
        if terminal.name not in names:
            body = terminal.pattern.value.replace(WORD_END, "").removeprefix("(?:").removesuffix(")")
            plain = re.sub(r"\\(.)", r"\1", body)
            names[terminal.name] = [w.strip("()?") for w in plain.split("|")]
    return names


def _words_of(terminals: Any) -> list[str]:
    return sorted({word for name in terminals for word in _spelling().get(name, []) if word and name != "$END"})


__all__ = ["Token", "Tree", "parse"]
