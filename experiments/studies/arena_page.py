"""What is said of the figures of `arena`: the sentence, tables and pictures."""
from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from experiments import statistics as stats
from experiments.page import Page, Picture, Section, Table
from experiments.statistics import Estimate, Sequential, Sprt
from experiments.store import StoredStudy
from experiments.studies.arena_figures import AgentRow, ArenaFigures, family_of
from experiments.wording import decimal, interval, percent, unscored_line


def sentence(study: StoredStudy, figures: ArenaFigures) -> str:
    """Return the answer in one sentence."""
    if figures.test is not None:
        return _test_sentence(study, figures)
    if len(figures.agents) == 2:
        only = figures.pairings[0]
        first, second, share = only.first, only.second, only.share
        if share.value is None or share.low is None or share.high is None:
            return f"Which of {first} and {second} plays better cannot be told from {share.n} pairs."
        if share.low <= 0.5 <= share.high:
            return (f"{first} and {second} cannot be told apart: the first takes {percent(share.value)} % of the "
                    f"points of {share.n} pairs (95 % interval {interval(share)}).")
        better, worse, value = (first, second, share) if share.low > 0.5 else (second, first, _turned(share))
        return (f"{better} plays better than {worse}: {percent(value.value)} % of the points of {value.n} pairs "
                f"(95 % interval {interval(value)}).")
    rated = [each for each in figures.agents if each.elo is not None]
    if figures.deals < stats.MIN_PAIRS or len(rated) < 2:
        return f"Who plays best cannot be told from {figures.deals} deals."
    best = rated[0]
    ends = _ends(best)
    return (f"{best.agent} is the strongest of {len(figures.agents)} agents, {decimal(best.elo, 0, True)} Elo above "
            f"{figures.anchor}{f' ({ends})' if ends else ''}.")


def _test_sentence(study: StoredStudy, figures: ArenaFigures) -> str:
    test, rule, only = figures.test, study.settings["sprt"], figures.pairings[0]
    assert test is not None
    shares = f"{percent(rule['null'])} % or {percent(rule['alternative'])} %"
    if test.better is None:
        return (f"Whether {only.first} takes {shares} of the points against {only.second} is not settled after "
                f"{test.pairs} pairs.")
    verdict = "plays better than" if test.better else "was not shown to play better than"
    return (f"{only.first} {verdict} {only.second}: of {shares} of the points the sequential test takes the "
            f"{'latter' if test.better else 'former'}, after {test.pairs} pairs.")


def _turned(share: Estimate) -> Estimate:
    return dataclasses.replace(share, value=None if share.value is None else 1 - share.value,
                               low=None if share.high is None else 1 - share.high,
                               high=None if share.low is None else 1 - share.low)


def _ends(row: AgentRow) -> str:
    """Return the interval of a rating in words; '' where there is none."""
    if row.low is not None and row.high is not None:
        return f"{decimal(row.low, 0, True)} to {decimal(row.high, 0, True)}"
    if row.low is not None:
        return f"{decimal(row.low, 0, True)} or more"
    return f"{decimal(row.high, 0, True)} or less" if row.high is not None else ""


def page(study: StoredStudy, figures: ArenaFigures) -> Page:
    """Return the answer with what is behind it."""
    decks = ", ".join(study.settings["decks"])
    sections = [_standings(figures)]
    if figures.test is not None:
        sections.insert(0, _test_section(figures.test, study.settings["sprt"]))
    sections += _budgets(figures)
    sections += [
        Section("Pairings", [Table(("first", "second", "points %", "95 % interval", "expected %", "pairs", "won",
                                    "drawn", "lost", "no result"), [
            (each.first, each.second, percent(each.share.value), interval(each.share), percent(each.expected),
             str(each.share.n), str(each.won), str(each.drawn), str(each.lost), str(each.no_result))
            for each in figures.pairings], left=2,
            note="Points of the first agent; expected: by the ratings. A large gap between the two says that one "
                 "number an agent is too little for these agents.")]),
        Section("By list at seat 0", [Table(("pairing", "list", "points %", "95 % interval", "pairs"), [
            (pairing, name, percent(share.value), interval(share), str(share.n))
            for pairing, name, share in figures.by_list], left=2)], on_terminal=len(figures.by_list) <= 12),
        Section("", [unscored_line(figures.unscored), *_controls(figures)])]
    return Page("Arena", f"{', '.join(study.settings['agents'])} on {decks}", sentence(study, figures), sections)


def _standings(figures: ArenaFigures) -> Section:
    rows = [(each.agent, decimal(each.elo, 0, True), _ends(each) or ("anchor" if each.agent == figures.anchor else "–"),
             str(each.won), str(each.drawn), str(each.lost), str(each.no_result), str(each.errors),
             "–" if each.simulations is None else str(each.simulations), decimal(each.milliseconds, 3))
            for each in figures.agents]
    note = f"Elo points above {figures.anchor}, by Bradley and Terry over {figures.deals} deals."
    if not figures.bounded:
        note += (" Some agent won or lost everything: half a game was added to each side of every pairing, and a "
                 "rating beyond all results has one end only.")

    def draw() -> str:
        from experiments import plots

        shown = [(each.agent, Estimate(each.elo / 100, None if each.low is None else each.low / 100,
                                       None if each.high is None else each.high / 100, figures.deals))
                 for each in figures.agents if each.elo is not None]
        return plots.forest(shown, f"Elo points above {figures.anchor}", "ratings", "Ratings with 95 percent intervals")

    head = ("agent", "Elo", "95 % interval", "won", "drawn", "lost", "no result", "errors", "simulations",
            "ms a decision")
    return Section("Ratings", [Picture(draw), Table(head, rows, note=note)])


def _budgets(figures: ArenaFigures) -> list[Section]:
    if not figures.doublings:
        return []
    parts: list[Any] = []
    for name in dict.fromkeys(each.agent for each in figures.doublings):
        rows = [each for each in figures.doublings if each.agent == name]
        budgets = sorted({each.fewer for each in rows} | {each.more for each in rows})
        by_budget = {each.simulations: each for each in figures.agents if family_of(each.agent) == name}

        def draw(name: str = name, budgets: Sequence[int] = budgets, found: dict = by_budget) -> str:
            from experiments import plots

            ratings = [Estimate(found[n].elo, found[n].low, found[n].high, figures.deals) for n in budgets]
            return plots.curve([str(n) for n in budgets], ratings, "simulations", f"Elo above {figures.anchor}",
                               f"budget-{name}", f"Strength of {name} against its budget", scale=1)

        parts += [Picture(draw), Table((name, "to", "Elo gained", "95 % interval"), [
            (str(each.fewer), str(each.more), decimal(each.gain.value, 0, True),
             "–" if each.gain.low is None
             else f"{decimal(each.gain.low, 0, True)} to {decimal(each.gain.high, 0, True)}")
            for each in rows])]
    return [Section("Strength against budget", parts)]


def _test_section(test: Sequential, rule: dict[str, float]) -> Section:
    low, high = Sprt(**rule).bounds
    rows = [("as counted (a stop exaggerates)", percent(test.raw.value), interval(test.raw), str(test.pairs)),
            ("corrected for the stop", percent(test.corrected.value), interval(test.corrected), str(test.pairs))]
    verdict = "not settled" if test.better is None else f"{percent(rule['alternative' if test.better else 'null'])} %"
    return Section("Sequential test", [
        f"Log likelihood ratio {decimal(test.llr, 2, True)} (bounds {decimal(low)} and {decimal(high, 2, True)}): "
        f"{verdict}. {test.later} later pairs were played and not used.",
        Table(("share of points", "%", "95 % interval", "pairs"), rows)])


def _controls(figures: ArenaFigures) -> list[str]:
    """Say how the control came out: pairs of even against pairs of odd index of one pairing."""
    off = [f"{each.first} v {each.second}" for each in figures.pairings if not each.control.ok]
    if off:
        return [f"CONTROL: pairs of even and of odd index differ (p < 0.001) in {', '.join(off)}; do not trust the "
                "rest."]
    return ["Control: pairs of even and of odd index show no difference that luck does not explain, in any pairing."]
