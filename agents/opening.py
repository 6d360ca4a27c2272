"""Keep a hand or send it back (CR 103.5): a fitted rule beside the rule of thumb of `agents.choices`.

The fitted rule keeps what is worth more than a new hand of one card less is on average (`agents.hand_weights`).
`splicelab fit-hands` fits it, and measures one rule against the other.
"""
from __future__ import annotations

import numpy as np

from agents.choices import keep_score
from agents.hand_weights import AGAIN, FURTHER, LANDS
from agents.worth import hand_lands, mana_colours
from sim.jit import entry, kernel
from sim.layout import Floats, Game, Games, Rules, RulesArray
from sim.terms import N_MANA, TYPE_LAND

MOST_MULLIGANS = 3                   # after so many every hand is kept
EARLY = 3                            # mana value of a spell for the first turns
DEAR = 5
N_LANDS = 8                          # features 0 to 7: that many lands, 1 or 0
FEATURES = ("on the play", "on the play with two lands or fewer",
            "spells of mana value 3 or less that its lands can pay",
            "spells of a colour that its lands do not make", "spells of mana value 5 or more",
            "mana by which its spells exceed one more than its lands")
N_FEATURES = N_LANDS + len(FEATURES)


@kernel
def hand_features(game: Game, rules: Rules, seat: int, features: Floats) -> None:
    """Write what is counted of a hand, (N_FEATURES,)."""
    for k in range(N_FEATURES):
        features[k] = 0.0
    lands = min(np.int64(hand_lands(game, rules, seat)), N_LANDS - 1)
    features[lands] = 1.0
    p = game.player[seat]
    colours = 0
    for k in range(p.n_hand):
        card = np.int64(game.object[p.hand[k]].card)
        if rules.card[card].types & TYPE_LAND:
            colours |= mana_colours(rules, card)
    if game.starter == seat:
        features[N_LANDS] = 1.0
        features[N_LANDS + 1] = 1.0 if lands <= 2 else 0.0
    for k in range(p.n_hand):
        card = rules.card[game.object[p.hand[k]].card]
        if card.types & TYPE_LAND:
            continue
        payable = True
        for colour in range(N_MANA - 1):
            if rules.cost[card.cost].mana.need[colour] > 0 and not colours & (1 << colour):
                payable = False
        value = np.int64(card.mana_value)
        if not payable:
            features[N_LANDS + 3] += 1.0
        elif value <= EARLY:
            features[N_LANDS + 2] += 1.0
        if value >= DEAR:
            features[N_LANDS + 4] += 1.0
        features[N_LANDS + 5] += max(value - lands - 1, 0)


@kernel
def keep_fitted(game: Game, rules: Rules, seat: int) -> float:
    """Above 0: keep the hand; the difference to sending it back, in logits of winning."""
    again = np.int64(game.player[seat].mulligans)
    if again >= MOST_MULLIGANS:
        return 1.0
    features = np.empty(N_FEATURES)
    hand_features(game, rules, seat, features)
    worth = 0.0
    for k in range(N_LANDS):
        worth += LANDS[k] * features[k]
    for k in range(len(FURTHER)):
        worth += FURTHER[k] * features[N_LANDS + k]
    play = 0 if game.starter == seat else 1
    return worth - AGAIN[2 * again + play]


@entry
def features_of(games: Games, i: int, rules: RulesArray, seat: int, features: Floats) -> None:
    """`hand_features` for Python."""
    hand_features(games[i], rules[0], seat, features)


@entry
def keeps(games: Games, i: int, rules: RulesArray, seat: int, fitted: int) -> int:
    """Whether a rule keeps the hand of `seat`: 1 the fitted rule, 0 the rule of thumb."""
    score = keep_fitted(games[i], rules[0], seat) if fitted else keep_score(games[i], rules[0], seat)
    return 1 if score > 0.0 else 0
