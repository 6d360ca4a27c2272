"""What `splicelab puzzles` prints."""
from __future__ import annotations

from typing import Any

from experiments.solve.positions import THEMES
from experiments.solve.trial import Try
from experiments.statistics import wilson
from experiments.terminal import table


def counted(tries: list[Try]) -> str:
    """Return solved of all, as a share."""
    return f"{100 * sum(each.solved for each in tries) / len(tries):.0f} %" if tries else "–"


def text(tries: list[Try], agents: list[str]) -> str:
    """Return the table of themes and agents, and which puzzles each agent failed."""
    themes = [theme for theme in THEMES if any(each.theme == theme for each in tries)]
    puzzles = list(dict.fromkeys(each.puzzle for each in tries))
    of = {agent: [each for each in tries if each.agent == agent] for agent in agents}
    rows = []
    for theme in themes:
        number = len({each.puzzle for each in tries if each.theme == theme})
        rows.append((theme, str(number), *(counted([t for t in of[agent] if t.theme == theme]) for agent in agents)))
    rows.append(("all", str(len(puzzles)), *(counted(of[agent]) for agent in agents)))
    estimates = [wilson(sum(t.solved for t in of[agent]), len(of[agent])) for agent in agents]
    rows.append(("  95 % interval", "", *(f"{100 * (e.low or 0):.0f} to {100 * (e.high or 0):.0f}" for e in estimates)))
    rows.append(("in every try", "", *(str(sum(all(t.solved for t in of[agent] if t.puzzle == puzzle)
                                           for puzzle in puzzles)) for agent in agents)))
    lines = [f"{chr(65 + k)} = {agent}" for k, agent in enumerate(agents)]
    lines += ["", table(("theme", "puzzles", *(chr(65 + k) for k in range(len(agents)))), rows), ""]
    for k, agent in enumerate(agents):
        failed = [f"{puzzle} ({sum(not t.solved for t in of[agent] if t.puzzle == puzzle)})" for puzzle in puzzles
                  if not all(t.solved for t in of[agent] if t.puzzle == puzzle)]
        lines.append(f"{chr(65 + k)} failed (tries): {', '.join(failed) or 'none'}")
    return "\n".join(lines)


def as_rows(tries: list[Try]) -> list[dict[str, Any]]:
    """Return the tries as JSON takes them."""
    return [vars(each) for each in tries]
