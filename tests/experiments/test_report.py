"""The report: one file, offline, with the figures of the study."""
import re
from html.parser import HTMLParser

import pytest

from experiments import plots, report, run
from experiments.errors import BadInput
from experiments.page import Table
from experiments.statistics import Estimate
from experiments.store import Store
from experiments.studies import value
from experiments.wording import interval
from tests.experiments import fakes
from tests.experiments.browser import opened


@pytest.fixture
def drawn(tmp_path, make_study):
    """A stored study and the page made of it."""
    study, settings, pool = make_study(pairs=120)
    with Store(tmp_path / "r.duckdb") as store:
        settings |= {"versions": {"python": "3.x"}, "rule": value.RULE}
        store.begin(study.id, study.question, study.spec, settings, "splicelab value <d>")
        run.play_study(study, pool.rules, pool.name, store, 2)
        stored = store.find(None)
        figures = value.figures_of(store, stored)
    page = value.page(stored, figures)
    return stored, figures, report.html(page, stored, {}, tmp_path / "r.duckdb")


def test_the_page_needs_nothing_from_elsewhere(drawn):
    page = drawn[2]
    links = set(re.findall(r"(?:src|href|url)\s*[=(]\s*[\"']?([^\"')>\s]+)", page))
    assert all(link.startswith("#") for link in links), links
    assert "@import" not in page


def test_the_page_opens_with_the_answer_and_carries_the_tables(drawn):
    stored, figures, page = drawn
    assert f"<h1>{value.sentence(figures)}</h1>" in page
    for text in (interval(figures.on), interval(figures.difference.estimate, True), stored.id,
                 stored.spec["engine"], "splicelab value &lt;d&gt;", "an association, not an effect"):
        assert text in page, text
    assert page.count("<svg") == 3


def test_pictures_take_their_colours_from_the_page_and_their_ids_are_their_own(drawn):
    page = drawn[2]
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    ids = [name for picture in pictures for name in re.findall(r'\bid="([^"]+)"', picture)]
    assert len(ids) == len(set(ids))
    assert "#0102" not in page
    assert all("var(--soft)" in picture for picture in pictures)


def test_the_page_is_well_formed(drawn):
    class Balance(HTMLParser):
        void = {"meta", "br"}
        stack: list = []

        def handle_starttag(self, tag, attrs):
            if tag not in self.void:
                self.stack.append(tag)

        def handle_endtag(self, tag):
            assert self.stack.pop() == tag

    balance = Balance()
    balance.feed(drawn[2])
    assert balance.stack == []


def test_the_grid_counts_what_the_rows_count(drawn):
    figures = drawn[1]
    grid = next(part for section in value.page(*drawn[:2]).sections for part in section.parts
                if isinstance(part, Table) and part.shade)
    assert sum(int(row[-1]) for row in grid.rows) == sum(row.times for row in figures.onto)
    assert max(shade for row in grid.shade for shade in row) == 1


def test_a_study_without_a_single_splice_still_has_a_report(tmp_path, make_study, monkeypatch):
    def nothing_spliced(*arguments):
        rows = fakes.play_games(*arguments)
        rows["splices"] = rows["splice_mana"] = 0
        return rows

    study, settings, pool = make_study(pairs=12)
    monkeypatch.setattr(run, "load_engine", lambda: nothing_spliced)
    with Store(tmp_path / "r.duckdb") as store:
        store.begin(study.id, study.question, study.spec, settings | {"versions": {}, "rule": ""}, "")
        run.play_study(study, pool.rules, pool.name, store, 1)
        stored = store.find(None)
        page = report.html(value.page(stored, value.figures_of(store, stored)), stored, {}, store.path)
    assert "Nothing was spliced." in page


def test_an_unwritable_report_is_one_line(drawn, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        report.write_report(value.page(*drawn[:2]), drawn[0], {}, tmp_path / "r.duckdb",
                            tmp_path / "file" / "page.html")


def test_the_page_opens_in_a_browser_and_its_tables_sort(drawn, tmp_path):
    """A click on a head sorts by it, the largest first; a second one the other way round."""
    click = ("const heads = table => [...table.tHead.rows[0].cells].map(cell => cell.textContent);"
             "const tables = [...document.querySelectorAll('table.sortable')];"
             "const table = tables.find(each => heads(each).includes('on %')), at = heads(table).indexOf('on %');"
             "const read = () => [...table.tBodies[0].rows].map(r => parseFloat(r.cells[at].textContent));"
             "const head = table.tHead.rows[0].cells[at].querySelector('button');"
             "head.click(); const down = read(); head.click(); const up = read();"
             "document.body.dataset.down = down; document.body.dataset.up = up;"
             "document.body.dataset.wide = document.documentElement.scrollWidth > innerWidth;")
    page = opened(drawn[2], tmp_path, click)
    down, up = ([float(text) for text in re.search(rf'data-{key}="([^"]*)"', page)[1].split(",")]
                for key in ("down", "up"))
    assert down == sorted(down, reverse=True) and up == sorted(down)
    assert len(set(down)) > 1
    assert 'data-wide="false"' in page


@pytest.mark.filterwarnings("error")
def test_a_name_that_the_drawing_font_lacks_is_drawn_without_a_warning():
    drawn = plots.forest([("deck \U0001F525", Estimate(0.5, 0.4, 0.6, 100))], "%", "salt", "label")
    assert "\U0001F525" in drawn or "&#128293;" in drawn
