"""What is splice worth to a deck? The main study.

The deck plays the same pairs with its splices, without any of them, and with one
splice card at a time switched off. A switched-off card is the same card in the same
slot of the same deal; only its splice is never offered. Opponents keep theirs.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from experiments.errors import BadInput
from experiments.frame import Asked, Session, changed_deck
from experiments.in_play import watch_choices
from experiments.page import Page, Picture, Section, Table
from experiments.schedule import MIRROR, Arm, Deck, Study
from experiments.statistics import MIN_PAIRS, Estimate
from experiments.store import StoredStudy
from experiments.studies.value_figures import OFF, ON, SINGLE, Figures, figures_of
from experiments.wording import (
    ENDINGS,
    control_alarms,
    control_line,
    decimal,
    interval,
    p_text,
    percent,
    span,
    unscored_line,
)

RULE = ("Splice counts as worth something when the 95 % interval of the paired difference lies above 0; "
        "the number of pairs is fixed beforehand. Single cards are judged at 5 % after Holm's correction.")
MOST_ONTO_ROWS = 12          # that a terminal shows
__all__ = ["RULE", "build", "figures_of", "page"]


def splice_cards(pool: Any, cards: np.ndarray) -> dict[int, int]:
    """Return definition -> copies for the cards of a list that have splice, in the order of the list."""
    table = pool.rules[0].card
    found: dict[int, int] = {}
    for definition in cards.tolist():
        if table[definition].splice_onto:
            found[definition] = found.get(definition, 0) + 1
    return found


def build(asked: Asked) -> tuple[Study, dict]:
    """Return the study that was asked for."""
    given = asked.arguments
    field = [asked.listed(each) for each in given.field] if asked.field else []
    return build_study(asked.pool, asked.deck, field, asked.agent, asked.opponent_agent, pairs=given.pairs,
                       card_share=given.card_share, mirror_pairs=given.mirror_pairs, **asked.identity)


def play(session: Session) -> None:
    """Play the arms; then watch the first games of the deck with its splices, where its agents can be asked again."""
    from agents.base import BuiltIn

    session.play()
    asked, study = session.asked, session.study
    if all(isinstance(each, BuiltIn) for each in (study.agent, study.opponent_agent)):
        watch_choices(study, study.arms[0], asked.arguments.watch_pairs, asked.pool, session.store)


def build_study(pool: Any, listed: Any, field: Sequence[Any], agent: Any, opponent_agent: Any, *, pairs: int,
                card_share: float, mirror_pairs: int, seed: int, engine_hash: str,
                agent_code: tuple[str, str] = ("", "")) -> tuple[Study, dict]:
    """Return the study and its settings (what may change without changing a row).

    `listed` and `field` are DeckLists. Variants are added to the pool's rules here, so
    `pool.rules` must be read after this call.

    Raises BadInput for a deck without splice cards and for numbers out of range.
    """
    if pairs < 1:
        raise BadInput(f"--pairs {pairs}: at least 1")
    if not 0 <= card_share <= 1:
        raise BadInput(f"--card-share {card_share:g}: a share between 0 and 1")
    pool_hash, cards = pool.hash, np.asarray(listed.cards())
    guests = splice_cards(pool, listed.main_cards())
    if not guests:
        raise BadInput(f"deck {listed.name!r} has no card with splice: there is nothing to switch off")
    opponents = tuple(Deck(each.name, each.hash, np.asarray(each.cards())) for each in field)
    off = {definition: pool.variant(definition, splice=None) for definition in guests}
    names = {definition: pool.name(definition) for definition in guests}
    single_pairs = round(pairs * card_share) if len(guests) > 1 else 0

    def arm(name: str, without: Sequence[int], n: int, against: tuple[Deck, ...] = opponents) -> Arm:
        switched = tuple(sorted(names[each] for each in without))
        return Arm(name, _variant(listed, cards, {each: off[each] for each in without}, switched), against, n, switched)

    arms = [arm(ON, (), pairs), arm(OFF, tuple(guests), pairs)]
    arms += [arm(SINGLE + names[each], (each,), single_pairs) for each in guests if single_pairs]
    if mirror_pairs:
        arms.append(arm(MIRROR, (), min(mirror_pairs, pairs), (Deck(listed.name, listed.hash, cards),)))
    study = Study("value", tuple(arms), agent, opponent_agent, seed, pool_hash, engine_hash, agent_code)
    settings = {
        "pairs": {each.name: each.pairs for each in arms}, "deck": listed.name,
        "cards": [{"card": names[each], "copies": copies, "splice_cost": _splice_cost(pool, each)}
                  for each, copies in guests.items()],
    }
    return study, settings


def _variant(listed: Any, cards: np.ndarray, swap: dict[int, int], switched: tuple[str, ...]) -> Deck:
    """Return the list with definitions replaced slot by slot."""
    changed = cards.copy()
    for before, after in swap.items():
        changed[cards == before] = after
    return changed_deck(listed, changed, switched)


def _splice_cost(pool: Any, definition: int) -> str:
    """Return the splice cost as the card's entry writes it."""
    return str(pool.entries[definition]["splice"]["cost"])


def sentence(figures: Figures) -> str:
    """Return the answer in one sentence; honest when there is none."""
    worth = figures.difference.estimate
    if worth.value is None:
        return "What splice is worth to this deck cannot be told: no pair was played to a result in both arms."
    if worth.too_few:
        return (f"What splice is worth to this deck cannot be told from {worth.n} pairs (at least {MIN_PAIRS} are "
                f"needed); so far {percent(worth.value, True)} points of win rate.")
    span = f"95 % interval {interval(worth, True)}"
    if not worth.excludes_zero:
        return (f"What splice is worth to this deck cannot be told from nothing at {worth.n} pairs: "
                f"{percent(worth.value, True)} points of win rate ({span}).")
    if worth.value < 0:
        return f"Splice costs this deck {percent(-worth.value)} points of win rate ({span} points of worth)."
    return f"Splice is worth {percent(worth.value, True)} points of win rate to this deck ({span}){_mostly(figures)}."


def _mostly(figures: Figures) -> str:
    """Return where the worth comes from, as far as the data carry it; '' when nothing was spliced."""
    if not figures.onto:
        return ""
    total, best = figures.difference.estimate.value or 0.0, figures.cards[0]
    onto = next((row.host for row in figures.onto if row.guest == best.card), None)
    sole = len(figures.cards) == 1
    clear = best.difference.excludes_zero and (best.difference.value or 0.0) >= total / 2
    if onto and sole:
        return f", all of it from {best.card}, most often onto {onto}"
    if onto and clear:
        return f", most of it from {best.card}, most often onto {onto}"
    top = figures.onto[0]
    return f"; most often {top.guest} onto {top.host}"


def page(study: StoredStudy, figures: Figures) -> Page:
    """Return the answer with what is behind it."""
    deck = study.settings["deck"]
    return Page(
        f"What splice is worth to {deck}", f"{deck} against {', '.join(row.opponent for row in figures.opponents)}",
        sentence(figures), (_worth(figures), _rates(figures), _cards(figures), _use(figures), _grid(figures),
                            _in_play(figures),
                            _opponents(figures), _games(figures), _notes(figures)),
        control_alarms(figures.control), figures.control.ok)


def _worth(figures: Figures) -> Section:
    def draw() -> str:
        from experiments import plots

        rows: list[tuple[str, Estimate | None]] = [("all splices", figures.difference.estimate)]
        rows += [("one card's splice", None), *((card.card, card.difference) for card in figures.cards)]
        rows += [("all splices, against", None), *((row.opponent, row.difference) for row in figures.opponents)]
        return plots.forest(rows, "points of win rate", "worth", "What splice is worth, with 95 percent intervals")

    return Section("", [Picture(draw, "Points of win rate that splice adds, on the same deals and both seats. Bars are "
                                      "95 % intervals; those of single cards hold together at 95 %, those of opponents "
                                      "each by itself.")], on_terminal=False)


def _rates(figures: Figures) -> Section:
    def draw() -> str:
        from experiments import plots

        rows = [("all opponents", figures.on), *((row.opponent, row.on) for row in figures.opponents)]
        off = [("all opponents", figures.off), *((row.opponent, row.off) for row in figures.opponents)]
        return plots.forest(rows, "games won, %", "rates", "Win rates with splice and without", 0.5, off)

    worth, pairs = figures.difference, figures.pairs
    rows = [("splice on", percent(figures.on.value), interval(figures.on), str(pairs.get(ON, 0))),
            ("splice off", percent(figures.off.value), interval(figures.off), str(pairs.get(OFF, 0))),
            ("difference", percent(worth.estimate.value, True), interval(worth.estimate, True), str(worth.estimate.n))]
    if worth.bootstrap:
        low, high = worth.bootstrap
        rows.append(("  by bootstrap", "", f"{percent(low, True)} to {percent(high, True)}", ""))
    return Section("Win rate (same deals, both seats)", [
        Picture(draw, "", ("splice on", "splice off")), Table(("", "won %", "95 % interval", "pairs"), rows)])


def _cards(figures: Figures) -> Section:
    rows = [(f"{card.copies} {card.card}", card.splice_cost or "–", percent(card.difference.value, True),
             interval(card.difference, True), str(card.difference.n), p_text(card.p_holm),
             decimal(card.spliced_per_game)) for card in figures.cards]
    return Section(
        "One card's splice switched off (points of win rate it is worth; the intervals hold together at 95 %)",
        [Table(("card", "splice cost", "points", "interval", "pairs", "p (Holm)", "spliced a game"), rows),
         "The card itself stays in the deck. The values need not add up to the whole: cards stand in for each other."])


def _use(figures: Figures) -> Section:
    def count(estimate: Estimate, unit: str) -> str:
        width = "" if estimate.low is None else f" ({estimate.low:.2f} to {estimate.high:.2f})"
        return f"{decimal(estimate.value)}{width} {unit}"

    rows = [(f"{row.guest} onto {row.host}", str(row.times), str(row.games), percent(row.share_of_games),
             percent(row.win_rate.value), interval(row.win_rate, what="games")) for row in figures.onto]
    return Section("What was spliced onto what", [
        f"{count(figures.splices_per_game, 'splices a game')}, {count(figures.splice_mana_per_game, 'mana on them')}; "
        f"at least one splice in {percent(figures.games_with_splice.value)} % of games "
        f"({interval(figures.games_with_splice, what='games')}).",
        Table(("", "times", "games", "% of games", "won %", "95 % interval"), rows, first=MOST_ONTO_ROWS,
              note="Won % is of those games: an association, not an effect. Whoever has time to splice is often "
                   "winning already.") if rows else "Nothing was spliced.",
        *([f"{figures.splices_not_logged} further splices are counted but not in this table: the log of their game "
           "was full."] if figures.splices_not_logged else [])])


def _grid(figures: Figures) -> Section:
    """Return the host × spliced-card table, the most used first."""
    guests: dict[str, int] = {}
    hosts: dict[str, dict[str, int]] = {}
    for row in figures.onto:
        guests[row.guest] = guests.get(row.guest, 0) + row.times
        hosts.setdefault(row.host, {})[row.guest] = row.times
    columns = sorted(guests, key=lambda name: (-guests[name], name))
    names = sorted(hosts, key=lambda name: (-sum(hosts[name].values()), name))
    most = max((row.times for row in figures.onto), default=1)
    counts = [[hosts[name].get(guest, 0) for guest in columns] for name in names]
    return Section("Host by spliced card", [Table(
        ("host", *columns, "all"),
        [(name, *(str(n or "") for n in row), str(sum(row))) for name, row in zip(names, counts)],
        shade=[[n / most for n in row] for row in counts],
        note="Times a card (column) was spliced onto a host (row), in all games of the arm with splice.")]
        if names else ["Nothing was spliced."], on_terminal=False)


def _in_play(figures: Figures) -> Section:
    if not figures.in_play:
        return Section("In play", ["No game was watched in which a card could be spliced."], on_terminal=False)
    rows = [(row.guest, row.host or "any", str(row.offered), percent(row.taken / row.offered),
             decimal(row.with_it.value), decimal(row.without.value), decimal(row.gain.value, 2, True), span(row.gain),
             decimal(row.mana, 1), decimal(row.life), decimal(row.permanents), decimal(row.drawn))
            for row in figures.in_play]
    head = ("spliced", "onto", "offered", "taken %", "with it", "without", "gain where taken", "95 % interval", "mana",
            "life", "permanents", "drawn")
    return Section("In play (the pilot's own estimates in games that were watched)", [Table(
        head, rows, left=2, first=sum(not row.host for row in figures.in_play),
        note="With it, without: what the pilot expects of splicing the card and of splicing nothing, in cards (of a "
             "search: the share of its games won). Mana is the splice's. Life and permanents that the opponent lost, "
             "and own cards drawn, are those of the whole spell: no splice costs a card, and the gain counts that.")])


def _opponents(figures: Figures) -> Section:
    rows = [(row.opponent, percent(row.on.value), percent(row.off.value), percent(row.difference.value, True),
             interval(row.difference, True), str(row.difference.n)) for row in figures.opponents]
    return Section("By opponent", [Table(("", "on %", "off %", "points", "95 % interval", "pairs"), rows)])


def _games(figures: Figures) -> Section:
    def draw() -> str:
        from experiments import plots

        return plots.distributions([figures.turns[ON], figures.turns[OFF]], "turns of both players", "turns",
                                   "Distribution of the length of games with splice and without")

    rows = [(row.arm, ENDINGS.get(row.ending, row.ending), str(row.won), str(row.lost), str(row.drawn),
             str(row.unscored)) for row in figures.endings]
    lengths = ", ".join(f"{mean.value:.1f} with splice {arm}" for arm, mean in figures.turns_mean.items()
                        if mean.value is not None)
    return Section(f"Games (turns of both players on average: {lengths})", [
        Picture(draw, "", ("splice on", "splice off")),
        Table(("splice", "ended by", "won", "lost", "drawn", "no result"), rows, left=2)])


def _notes(figures: Figures) -> Section:
    return Section("The instrument", [control_line(figures.control), unscored_line(figures.unscored_games)])
