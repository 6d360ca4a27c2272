"""One self-contained HTML file that answers a study: opens offline, needs nothing. All pages are rendered here."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from experiments.errors import BadInput
from experiments.page import Page, Picture, Table
from experiments.store import StoredStudy
from experiments.wording import agents_line


def write_report(page: Page, study: StoredStudy, agent_errors: dict[str, int], results: Path, path: Path) -> None:
    """Write the report of a study.

    Raises BadInput when the file cannot be written.
    """
    text = html(page, study, agent_errors, results)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


def html(page: Page, study: StoredStudy, agent_errors: dict[str, int], results: Path) -> str:
    """Return the page as text."""
    return render("report.html", page=page, study=study, agent_errors=agent_errors, results=results)


def render(template: str, **values: Any) -> str:
    """Return a page made of a template of this package."""
    environment = Environment(loader=PackageLoader("experiments"), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True)
    environment.filters["agents_line"] = agents_line
    environment.tests["table"] = lambda part: isinstance(part, Table)
    environment.tests["picture"] = lambda part: isinstance(part, Picture)
    return environment.get_template(template).render(**values)
