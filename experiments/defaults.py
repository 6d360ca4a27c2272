"""What `splicelab value` does when it is not told otherwise. The only place for these figures."""
from __future__ import annotations

DECK = "kbc_ur_splice_glacial_ray"
FIELD = ("kbc_uw_dampen_thought", "kbc_white_weenie", "kbc_black_hand_gp2005")
AGENT = "heuristic"
PAIRS = 12_000                # pairs of the two main arms: splice on, splice off
CARD_SHARE = 0.5             # part of the pairs that each arm with one splice card switched off plays
MIRROR_PAIRS = 200           # pairs of the deck against itself, which must come out at exactly 50 %
WATCH_PAIRS = 50             # pairs of `value` that are watched, decision by decision
MATCH_PAIRS = 400            # pairs of `match`
COSTS_PAIRS = 3_000          # pairs of each value of `costs`
CARDS_PAIRS = 3_000          # pairs of each card of `cards-value`
NEUTRAL_PAIRS = 600          # pairs on which its neutral card is chosen
MATRIX_PAIRS = 300           # pairs of every two lists of `matrix`
TUNE_PAIRS = 3_000           # fresh pairs on which the gain of `tune` is told
ROUNDS = 4
DESIGN_PAIRS = 6_000
RACE_PAIRS = 300
GOLDFISH_PAIRS = 1_000
TURNS_PAIRS = 200            # pairs of each arm of `goldfish` that are watched for milestones
MULLIGAN_PAIRS = 4_000
ARENA_PAIRS = 400            # pairs of each two agents in `arena`; the most with --sprt
SEED = 20051001
RESULTS = "results"          # folder of results files and reports
SOLVE_NODES = 5_000_000       # positions that `solve` looks at for one question
PUZZLE_TRIES = 5             # times that an agent tries each puzzle
