"""The answer of `value` as plain text for a terminal."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from experiments.analysis import OFF, ON, Figures
from experiments.stats import Estimate
from experiments.store import StoredStudy
from experiments.value import interval, p_text, percent, replaced_lines, sentence

MOST_ONTO_ROWS = 12

ENDINGS = {
    "LIFE": "life at 0", "DECKED": "empty library", "CONCEDED": "conceded", "POISON": "poison", "EFFECT": "an effect",
    "DRAW": "draw", "TURN_LIMIT": "turn limit", "CAPACITY": "table full", "AGENT_ERROR": "agent error",
    "PLAYING": "unfinished",
}


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


def value_text(study: StoredStudy, figures: Figures) -> str:
    """Return the whole answer: the sentence, then the tables behind it."""
    spec = study.spec
    agents = dict.fromkeys((spec["agent"], spec["opponent_agent"]))
    about = (f"{study.settings['deck']} against {', '.join(row.opponent for row in figures.opponents)}\n"
             f"played by {' v '.join(agents)}, seed {spec['seed']}, engine {spec['engine']}, cards {spec['pool']}")
    answer = "\n".join((sentence(figures), *replaced_lines(study.settings)))
    parts = [answer, about, _rates(figures), _cards(figures), _use(figures), _onto(figures),
             _opponents(figures), _games(figures), *_notes(figures)]
    return "\n\n".join(part for part in parts if part)


def _rates(figures: Figures) -> str:
    worth, pairs = figures.difference, figures.pairs
    rows = [("splice on", percent(figures.on.value), interval(figures.on), str(pairs.get(ON, 0))),
            ("splice off", percent(figures.off.value), interval(figures.off), str(pairs.get(OFF, 0))),
            ("difference", percent(worth.estimate.value, True), interval(worth.estimate, True), str(worth.estimate.n))]
    if worth.bootstrap:
        low, high = worth.bootstrap
        rows.append(("  by bootstrap", "", f"{percent(low, True)} to {percent(high, True)}", ""))
    return "Win rate (same deals, both seats)\n" + table(("", "won %", "95 % interval", "pairs"), rows)


def _cards(figures: Figures) -> str:
    rows = [(f"{card.copies} {card.card}", percent(card.difference.value, True), interval(card.difference, True),
             str(card.difference.n), p_text(card.p_holm),
             "–" if card.spliced_per_game is None else f"{card.spliced_per_game:.2f}") for card in figures.cards]
    return ("One card's splice switched off (points of win rate it is worth; the intervals hold together at 95 %)\n"
            + table(("card", "points", "interval", "pairs", "p (Holm)", "spliced a game"), rows))


def _use(figures: Figures) -> str:
    def count(estimate: Estimate, unit: str) -> str:
        if estimate.value is None:
            return f"– {unit}"
        span = "" if estimate.low is None else f" ({estimate.low:.2f} to {estimate.high:.2f})"
        return f"{estimate.value:.2f}{span} {unit}"

    return "\n".join((
        "Use",
        f"  {count(figures.splices_per_game, 'splices a game')}, {count(figures.splice_mana_per_game, 'mana on them')}",
        f"  at least one splice in {percent(figures.games_with_splice.value)} % of games "
        f"({interval(figures.games_with_splice)})"))


def _onto(figures: Figures) -> str:
    if not figures.onto:
        return "Nothing was spliced."
    rows = [(f"{row.guest} onto {row.host}", str(row.times), str(row.games), percent(row.share_of_games),
             percent(row.win_rate.value), interval(row.win_rate)) for row in figures.onto[:MOST_ONTO_ROWS]]
    more = len(figures.onto) - len(rows)
    return ("What was spliced onto what (won %: of those games; an association, not an effect)\n"
            + table(("", "times", "games", "% of games", "won %", "95 % interval"), rows)
            + (f"\n  and {more} more in the report" if more > 0 else ""))


def _opponents(figures: Figures) -> str:
    rows = [(row.opponent, percent(row.on.value), percent(row.off.value), percent(row.difference.value, True),
             interval(row.difference, True), str(row.difference.n)) for row in figures.opponents]
    return "By opponent\n" + table(("", "on %", "off %", "points", "95 % interval", "pairs"), rows)


def _games(figures: Figures) -> str:
    rows = [(row.arm, ENDINGS.get(row.ending, row.ending), str(row.won), str(row.lost), str(row.drawn),
             str(row.unscored)) for row in figures.endings]
    lengths = ", ".join(f"{mean.value:.1f} with splice {arm}" for arm, mean in figures.turns_mean.items()
                        if mean.value is not None)
    return (f"Games (turns of both players on average: {lengths})\n"
            + table(("splice", "ended by", "won", "lost", "drawn", "no result"), rows, left=2))


def _notes(figures: Figures) -> list[str]:
    """Return what the reader must know about the instrument and about games that are not results."""
    control = figures.control
    notes = []
    if control.pairs:
        verdict = "as it must be" if control.ok else "IT MUST BE 50: the instrument is broken, trust nothing above"
        notes.append(f"Control: the deck against itself wins {100 * (control.win_rate or 0):g} % "
                     f"of {control.pairs} pairs, {verdict}.")
    unscored = sum(figures.unscored_games.values())
    if unscored:
        kinds = ", ".join(f"{ENDINGS.get(kind, kind)} {n}" for kind, n in sorted(figures.unscored_games.items()))
        notes.append(f"{unscored} games are not results and count for nobody ({kinds}); their pairs are left out.")
    if figures.splices_not_logged:
        notes.append(f"{figures.splices_not_logged} splices are counted but not in the table of hosts (log full).")
    return notes
