"""An answer as plain text for a terminal."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from experiments.page import Page, Section, Table
from experiments.wording import agents_line

if TYPE_CHECKING:                        # commands that only look up need not wait for the database
    from experiments.store import StoredStudy


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return rows under a head, the first `left` columns flush left, the others flush right."""
    lines = [list(head), *[list(row) for row in rows]]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    out = []
    for line in lines:
        cells = [cell.ljust(width) if at < left else cell.rjust(width)
                 for at, (cell, width) in enumerate(zip(line, widths))]
        out.append("  " + "  ".join(cells).rstrip())
    return "\n".join(out)


def page_text(page: Page, study: StoredStudy) -> str:
    """Return the whole answer: the sentence, then the tables behind it."""
    spec = study.spec
    about = (f"{page.about}\nplayed by {agents_line(spec)}, seed {spec['seed']}, engine {spec['engine']}, "
             f"cards {spec['pool']}")
    return "\n\n".join(("\n".join((page.sentence, *page.alarms)), about,
                        *(_section(each) for each in page.sections if each.on_terminal)))


def _section(section: Section) -> str:
    lines = [section.title]
    for part in section.parts:
        if isinstance(part, str):
            lines.append(f"  {part}")
        elif isinstance(part, Table):
            lines += [f"  {part.title}"] if part.title else []
            lines.append(table(part.head, part.rows[:part.first], part.left))
            hidden = len(part.rows) - len(part.rows[:part.first])
            lines += [f"  and {hidden} more in the report"] if hidden else []
            lines += [f"  {part.note}"] if part.note else []
    return "\n".join(lines)
