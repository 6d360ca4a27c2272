"""Figures in words: shares, intervals, p-values, endings; the same on a terminal and in a report."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from experiments.statistics import Estimate

ENDINGS = {
    "LIFE": "life at 0", "DECKED": "empty library", "CONCEDED": "conceded", "POISON": "poison", "EFFECT": "an effect",
    "DRAW": "draw", "TURN_LIMIT": "turn limit", "DECISION_LIMIT": "decision limit", "CAPACITY": "table full",
    "AGENT_ERROR": "agent error", "PLAYING": "unfinished",
}


def percent(share: float | None, signed: bool = False) -> str:
    """Return a share as percent with one decimal and a true minus sign; '–' for none."""
    return decimal(None if share is None else 100 * share, 1, signed)


def decimal(value: float | None, places: int = 2, signed: bool = False) -> str:
    """Return a number with a true minus sign, and none on a zero; '–' for none."""
    if value is None:
        return "–"
    text = f"{value:{'+' if signed else ''}.{places}f}"
    return text.replace("-", "−") if float(text) else text.replace("-", "+" if signed else "")


def p_text(p: float | None) -> str:
    """Return a p-value with three decimals, never as zero."""
    if p is None:
        return "–"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def interval(estimate: Estimate, signed: bool = False, what: str = "pairs") -> str:
    """Return `a to b` in percent, or why there is no interval."""
    if estimate.low is None or estimate.high is None:
        return f"too few {what} ({estimate.n})"
    return f"{percent(estimate.low, signed)} to {percent(estimate.high, signed)}"


def span(estimate: Estimate, places: int = 2) -> str:
    """Return `a to b` of a mean that is no share, or nothing."""
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{decimal(estimate.low, places)} to {decimal(estimate.high, places)}"


def control_alarms(control: Any) -> tuple[str, ...]:
    """Return what must be read first where the deck against itself does not come out even (`reading.Control`)."""
    return () if control.ok else ("The control failed: the deck against itself does not win exactly half of its pairs. "
                                  "The instrument is broken; nothing here can be trusted.",)


def control_line(control: Any) -> str:
    """Return in a sentence how the control came out."""
    if not control.pairs:
        return "Control: not played."
    verdict = "as it must be" if control.ok else "IT MUST BE 50: the instrument is broken, trust nothing above"
    return (f"Control: the deck against itself wins {100 * (control.win_rate or 0):g} % of {control.pairs} pairs, "
            f"{verdict}.")


def aa_line(arm: str, control: Any) -> str:
    """Return in a sentence how half of an arm's pairs came out against the other half (`statistics.AAControl`)."""
    gap = control.difference
    if gap.low is None:
        why = "too few pairs" if control.too_few else "no difference between the pairs"
        return f"A/A control: {why} of “{arm}” ({gap.n}) to hold one half against the other."
    verdict = "no more than luck" if control.ok else "MORE THAN LUCK: pairs differ by their number, trust nothing above"
    return (f"A/A control: half of the pairs of “{arm}” against the other half: {percent(gap.value, True)} points "
            f"({interval(gap, True)}), {verdict}.")


def which_wins(first: str, second: str, rate: Estimate, of: str = "") -> str:
    """Return in a sentence which of two decks is the better one, by the win rate of the first over pairs."""
    if rate.value is None or rate.low is None or rate.high is None:
        return f"Which of {first} and {second} is the better deck cannot be told from {rate.n} pairs{of}."
    told = f"{percent(rate.value)} % of {rate.n} pairs{of} (95 % interval {interval(rate)})"
    if rate.low <= 0.5 <= rate.high:
        return f"{first} and {second} cannot be told apart: the first wins {told}."
    return f"{first} {'beats' if rate.low > 0.5 else 'loses to'} {second}: it wins {told}."


def ending_rows(endings: Iterable[Any]) -> list[tuple[str, ...]]:
    """Return the rows of a table of endings (`reading.EndingRow`): how, won, lost, drawn, no result."""
    return [(ENDINGS.get(row.ending, row.ending), str(row.won), str(row.lost), str(row.drawn), str(row.unscored))
            for row in endings]


def unscored_line(unscored: dict[str, int]) -> str:
    """Return in a sentence what became of the games that are not results."""
    if not unscored:
        return "Every game came to a result."
    kinds = ", ".join(f"{ENDINGS.get(kind, kind)} {n}" for kind, n in sorted(unscored.items()))
    return (f"{sum(unscored.values())} games are not results and count for nobody ({kinds}); "
            "their pairs are left out.")


def agents_line(spec: dict[str, Any]) -> str:
    """Return who played a study."""
    named = [each for arm in spec.get("arms", ()) if "opponent_agent" in arm
             for each in (arm["agent"], arm["opponent_agent"])]
    return " v ".join(dict.fromkeys(named or (spec["agent"], spec["opponent_agent"])))


def replaced_lines(settings: dict[str, Any]) -> tuple[str, ...]:
    """Return what the reader must know before the answer: which decks were played with stand-ins for which cards."""
    return tuple(f"{deck} was not played as listed: {'; '.join(cards)}."
                 for deck, cards in settings.get("replaced", {}).items())
