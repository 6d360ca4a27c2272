"""The action graph of casting: modes, splices, costs and X, and the root (CR 601.2a-b, 702.47b). Floor 10.

Kernels in the order of 601.2, each calling the next at its leaves: `_modes`, `_splices`,
`_costs`. They use the game's own questions, on a copy of the game.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.affording import completable, free_is_allowed
from sim.announcing import Stage, asks_x, begin_cast, modes_left, top_item
from sim.casting import asks_costs
from sim.decide import list_actions
from sim.graph_nodes import (
    ALL,
    BITS,
    COPIES,
    MAX_DEPTH,
    MAX_LETTERS,
    MAX_PLACES,
    MAX_SEQUENCES,
    NO_PRIORITY,
    OK,
    ONE,
    SINK,
    TOO_MANY,
    Build,
    Builds,
    Edges,
    Memos,
    Nodes,
    make_node,
    push_edge,
)
from sim.graph_texts import keep_cast, matters_x, place_texts, restore_cast, text_number
from sim.jit import entry, kernel, leaf
from sim.layout import Actions, Floats, Game, Games, Ints, Rules, RulesArray
from sim.rng import combine
from sim.splice import add_splice_cost, splice_is_payable, text_fits, texts_commute
from sim.stack import add_part
from sim.step import apply
from sim.terms import ABSENT, ActionKind, Alternative, Decision, End

_S11 = np.uint64(11)

# ---------------------------------------------------------------- costs and X, splices, modes, the root (601.2a-b)

@kernel
def _sequence(game: Game, rules: Rules, actions: Actions, b: Build) -> int:
    """The number of the list of texts that the host itself has now: one, or one a mode."""
    item = top_item(game)
    s = np.int64(b.n_sequences)
    if s >= MAX_SEQUENCES:
        b.trouble = TOO_MANY
        return 0
    length = 0
    for k in range(item.n_parts):
        if not item.part[k].spliced:
            b.sequence[s, length] = text_number(game, rules, actions, b, np.int64(item.part[k].ability),
                                          np.int64(item.part[k].card), np.int64(item.x))
            length += 1
    for other in range(s):
        same = b.sequence_length[other] == length
        for k in range(length):
            same = same and b.sequence[other, k] == b.sequence[s, k]
        if same:
            return other
    b.sequence_length[s] = length
    b.n_sequences += 1
    return s


@kernel
def _finish(game: Game, rules: Rules, actions: Actions, b: Build, nodes: Nodes, edges: Edges, memo: Memos,
                 pending: Edges, counts: int) -> int:
    """The node after the announcement of costs and X: `place_texts` with the questions of all texts made out."""
    x = np.int64(top_item(game).x) if b.x_matters else 0
    sequence = _sequence(game, rules, actions, b)
    if b.text_x != x:
        for letter in range(b.n_letters):
            b.text_of[letter] = text_number(game, rules, actions, b, np.int64(b.letter_ability[letter]),
                                      np.int64(b.letter_card[letter]), x)
        b.text_x = x
    if b.trouble != OK:
        return SINK
    return place_texts(b, nodes, edges, memo, pending, counts, sequence, x)


@leaf
def _open_level(game, actions, b, level, n, decision):
    """Keep what is needed to come back to a question of the game with `n` answers."""
    keep_cast(game, level.kept)
    level.n = n
    level.i = 0
    level.at = decision
    level.pending = b.n_pending
    for k in range(n):
        level.action[k] = actions[k]


@leaf
def _take_answer(game, rules, level):
    """Come back to a question and give the next of its answers."""
    restore_cast(game, level.kept)
    game.decision = level.at
    k = level.i
    level.i += 1
    apply(game, rules, level.action[k])


@leaf
def _climb(game, rules, b, nodes, edges, memo, pending, levels, depth, node):
    """With `node` after the answer taken last: take the next one; where there is none the question has its node.

    Returns the depth of the question that goes on, -1 when none does, and the node reached. A
    question with one answer is not asked, and has no node of its own.
    """
    while depth >= 0:
        level = levels[depth]
        a = level.action[level.i - 1]
        push_edge(b, pending, node, np.int64(a.kind), np.int64(a.obj), np.int64(a.value), np.int64(a.card))
        if level.i < level.n:
            _take_answer(game, rules, level)
            break
        if level.n > 1:
            node = make_node(b, nodes, edges, memo, pending, np.int64(level.at), ABSENT, np.int64(level.pending))
        b.n_pending = level.pending
        depth -= 1
    return depth, node


@kernel
def _costs(game: Game, rules: Rules, actions: Actions, b: Build, nodes: Nodes, edges: Edges, memo: Memos,
           pending: Edges, counts: int) -> int:
    """The node from which costs, optional costs and X are announced, with the texts already there."""
    if b.plain_cost:
        return _finish(game, rules, actions, b, nodes, edges, memo, pending, counts)
    keep_cast(game, b.before_costs)
    game.casting.stage = Stage.COST
    depth = -1
    node = SINK
    while b.trouble == OK:
        if asks_costs(game, rules):
            n = list_actions(game, rules, actions)
            if n == 0 or depth + 1 >= MAX_DEPTH:
                b.trouble = TOO_MANY
                break
            depth += 1
            _open_level(game, actions, b, b.costs[depth], n, np.int64(game.decision))
            _take_answer(game, rules, b.costs[depth])
            continue
        node = _finish(game, rules, actions, b, nodes, edges, memo, pending, counts)
        depth, node = _climb(game, rules, b, nodes, edges, memo, pending, b.costs, depth, node)
        if depth < 0:
            break
    restore_cast(game, b.before_costs)
    return node


@kernel
def _find_places(game: Game, rules: Rules, b: Build) -> None:
    """The cards in hand that could be spliced if they cost nothing, and the pairs of their texts that commute."""
    p = game.player[game.casting.seat]
    b.n_places = 0
    b.n_letters = 0
    for k in range(p.n_hand):
        obj = np.int64(p.hand[k])
        if not text_fits(game, rules, obj):
            continue
        card = np.int64(game.object[obj].card)
        letter = 0
        while letter < b.n_letters and b.letter_card[letter] != card:
            letter += 1
        if letter >= MAX_LETTERS or b.n_places >= MAX_PLACES:
            b.trouble = TOO_MANY
            return
        if letter == b.n_letters:
            b.n_letters += 1
            b.letter_card[letter] = card
            b.letter_ability[letter] = rules.card[card].spell
        copies = 0
        for j in range(b.n_places):
            copies += b.place_letter[j] == letter
        b.place_obj[b.n_places] = obj
        b.place_letter[b.n_places] = letter
        b.place_copy[b.n_places] = copies
        b.n_places += 1
    for i in range(b.n_letters):
        b.swaps[i] = 0
        b.later[i] = 0
        for j in range(b.n_letters):
            if b.letter_card[j] < b.letter_card[i]:
                b.later[i] |= 1 << j
            if i != j and b.orders != ALL and (b.orders == ONE or texts_commute(
                    rules, np.int64(b.letter_ability[i]), np.int64(b.letter_ability[j]))):
                b.swaps[i] |= 1 << j
    b.text_x = -1


@kernel
def _add_splice(game: Game, rules: Rules, obj: int) -> None:
    """Let a spliced text and its cost join the spell; nothing is revealed."""
    card = rules.card[game.object[obj].card]
    add_splice_cost(game, rules, np.int64(game.object[obj].card), obj)
    add_part(game, np.int64(game.n_stack) - 1, np.int64(game.object[obj].card), obj, np.int64(card.spell), 1)


@kernel
def _take_stock(game: Game, rules: Rules, b: Build) -> None:
    """Whether all texts can be paid for at once, so that no set needs to be tried; and whether costs ask nothing."""
    item = top_item(game)
    card = rules.card[game.object[item.obj].card]
    b.x_matters = 0
    for k in range(item.n_parts):
        b.x_matters |= matters_x(rules, np.int64(item.part[k].ability))
    for letter in range(b.n_letters):
        b.x_matters |= matters_x(rules, np.int64(b.letter_ability[letter]))
    b.all_payable = 0
    b.plain_cost = 0
    keep_cast(game, b.before_stock)
    if item.n_parts + b.n_places <= L.MAX_PARTS:
        for k in range(b.n_places):
            _add_splice(game, rules, np.int64(b.place_obj[k]))
        b.all_payable = completable(game, rules)
        restore_cast(game, b.before_stock)
    options = np.int64(card.optional[0])
    for letter in range(b.n_letters):
        options += np.int64(rules.card[b.letter_card[letter]].optional[0])       # they belong to the spell too
    b.plain_cost = (card.alternative[0] == 0 and options == 0 and not asks_x(game, rules)
                    and not free_is_allowed(game, np.int64(game.casting.seat))
                    and item.alternative == Alternative.MANA_COST)


@leaf
def _next_place(game, rules, b, level, k):
    """The first place from `k` on whose card may be spliced now; of equal cards the first that is not spliced yet."""
    while k < b.n_places:
        letter = np.int64(b.place_letter[k])
        copies = np.int64((np.uint64(level.counts) >> np.uint64(BITS * letter)) & np.uint64(COPIES))
        if b.place_copy[k] == copies:
            if b.all_payable:
                return k
            if top_item(game).n_parts < L.MAX_PARTS and splice_is_payable(
                    game, rules, np.int64(b.letter_card[letter]), np.int64(b.place_obj[k])):
                return k
        k += 1
    return k


@kernel
def _open_splices(game: Game, rules: Rules, b: Build, depth: int, counts: int, at: int) -> None:
    """A level of `_splices`: a set of spliced texts, and the first place that may still join it."""
    level = b.splices[depth]
    level.kept.casting.mana = game.casting.mana
    level.kept.casting.n_items = game.casting.n_items
    level.kept.spell.n_parts = top_item(game).n_parts
    level.counts = np.uint64(counts)
    level.at = _next_place(game, rules, b, level, at)
    level.pending = b.n_pending


@kernel
def _splices(game: Game, rules: Rules, actions: Actions, b: Build, nodes: Nodes, edges: Edges, memo: Memos,
             pending: Edges) -> int:
    """The node from which cards are spliced, one after the other in the order of the hand, or no more."""
    _find_places(game, rules, b)
    _take_stock(game, rules, b)
    node = SINK
    depth = 0
    opened = True
    _open_splices(game, rules, b, 0, 0, 0)
    while b.trouble == OK:
        level = b.splices[depth]
        if opened:                               # no more: on to the costs, on this level's announcement
            node = _costs(game, rules, actions, b, nodes, edges, memo, pending, np.int64(level.counts))
            if level.at < b.n_places:
                push_edge(b, pending, node, ActionKind.DONE, ABSENT, 0, ABSENT)
        game.casting.mana = level.kept.casting.mana
        game.casting.n_items = level.kept.casting.n_items
        top_item(game).n_parts = level.kept.spell.n_parts
        k = np.int64(level.at)
        if k < b.n_places:
            obj = np.int64(b.place_obj[k])
            _add_splice(game, rules, obj)
            counts = np.uint64(level.counts) + (np.uint64(1) << np.uint64(BITS * np.int64(b.place_letter[k])))
            depth += 1
            _open_splices(game, rules, b, depth, np.int64(counts), k + 1)
            opened = True
            continue
        if b.n_pending > level.pending:
            node = make_node(b, nodes, edges, memo, pending, Decision.SPLICE, ABSENT, np.int64(level.pending))
        depth -= 1
        if depth < 0:
            return node
        level = b.splices[depth]
        k = np.int64(level.at)
        push_edge(b, pending, node, ActionKind.PICK, np.int64(b.place_obj[k]), 0,
                   np.int64(b.letter_card[b.place_letter[k]]))
        game.casting.mana = level.kept.casting.mana
        game.casting.n_items = level.kept.casting.n_items
        top_item(game).n_parts = level.kept.spell.n_parts
        level.at = _next_place(game, rules, b, level, k + 1)
        opened = False
    return SINK


@kernel
def _modes(game: Game, rules: Rules, actions: Actions, b: Build, nodes: Nodes, edges: Edges, memo: Memos,
           pending: Edges) -> int:
    """The node from which the modes of the host are chosen."""
    depth = -1
    while b.trouble == OK:
        if game.casting.stage == Stage.MODES and modes_left(game, rules):
            depth += 1
            game.decision = Decision.MODE
            n = list_actions(game, rules, actions)
            _open_level(game, actions, b, b.modes[depth], n, Decision.MODE)
            _take_answer(game, rules, b.modes[depth])
            continue
        game.casting.stage = Stage.SPLICES
        node = _splices(game, rules, actions, b, nodes, edges, memo, pending)
        depth, node = _climb(game, rules, b, nodes, edges, memo, pending, b.modes, depth, node)
        if depth < 0:
            return node
    return SINK


@leaf
def _begin_build(b, nodes, memo, orders):
    """An empty graph: the node of a complete cast."""
    b.n_nodes = 1
    b.n_edges = 0
    b.n_memo = 0
    b.n_pending = 0
    b.trouble = OK
    b.orders = orders
    if b.epoch == 0 or b.epoch > 2_000_000_000:
        for k in range(len(memo)):
            memo[k].epoch = 0
        b.epoch = 0
    b.epoch += 1
    nodes[0].decision = Decision.NONE
    nodes[0].card = ABSENT
    nodes[0].first = 0
    nodes[0].n = 0
    nodes[0].ways = 1
    nodes[0].weight = 1.0


@entry
def build(games: Games, i: int, spare: Games, rules: RulesArray, actions: Actions, builds: Builds, nodes: Nodes,
          edges: Edges, memo: Memos, pending: Edges, card: int, orders: int) -> int:
    """Build the graph of casting cards of definition `card` (ABSENT: any card) in game `i`; the root is returned.

    spare: (1,) GAME, room for a copy. `builds[0].n_nodes` and `n_edges` say how much of the arrays is used. Returned
    instead of a root: -TOO_MANY, -MORE_ROOM, -NO_PRIORITY.
    """
    b = builds[0]
    if games[i].end != End.PLAYING or games[i].decision != Decision.PRIORITY:
        return -NO_PRIORITY
    _begin_build(b, nodes, memo, orders)
    game = spare[0]
    n = list_actions(games[i], rules[0], actions)
    level = b.root
    n_casts = 0
    for k in range(n):
        a = actions[k]
        if a.kind != ActionKind.CAST or (card != ABSENT and a.card != card):
            continue
        repeated = False
        for j in range(n_casts):                 # cards of one name are one card
            other = level.action[j]
            repeated = repeated or (other.card == a.card and other.value == a.value and games[i].object[
                other.obj].zone == games[i].object[a.obj].zone)
        if not repeated:
            level.action[n_casts] = a
            n_casts += 1
    for k in range(n_casts):
        a = level.action[k]
        spare[0] = games[i]
        b.cast = k
        b.n_texts = 0
        b.n_block = 0
        b.n_answers = 0
        b.n_sequences = 0
        begin_cast(game, rules[0], np.int64(game.to_act), np.int64(a.obj), np.int64(a.value))
        node = _modes(game, rules[0], actions, b, nodes, edges, memo, pending)
        push_edge(b, pending, node, ActionKind.CAST, np.int64(a.obj), np.int64(a.value), np.int64(a.card))
    root = make_node(b, nodes, edges, memo, pending, Decision.PRIORITY, ABSENT, 0)
    return root if b.trouble == OK else -np.int64(b.trouble)


# ---------------------------------------------------------------- paths

@entry
def draw_path(nodes: Nodes, edges: Edges, root: int, seed: int, path: Ints) -> int:
    """Write the edges of a cast drawn uniformly from all casts by `seed`; returns how many.

    Counts are read as floating numbers: exact up to 2^53 casts, and within a relative 1e-15 beyond.
    """
    node = root
    n = 0
    while nodes[node].n > 0 and n < len(path):
        u = np.float64(combine(np.uint64(seed), n) >> _S11) * 2.0 ** -53 * nodes[node].weight
        k = np.int64(nodes[node].first)
        last = k + np.int64(nodes[node].n) - 1
        while k < last and u >= nodes[edges[k].to].weight:
            u -= nodes[edges[k].to].weight
            k += 1
        path[n] = k
        n += 1
        node = np.int64(edges[k].to)
    return n


@entry
def best_path(nodes: Nodes, edges: Edges, root: int, scores: Floats, best: Floats, path: Ints) -> int:
    """Write the edges of the cast with the largest sum of `scores` (n_edges,); returns how many.

    best: (n_nodes,) float64, filled with the best sum from each node on. Of equal sums the first edge is taken.
    """
    best[SINK] = 0.0
    for node in range(1, root + 1):
        most = -np.inf
        for k in range(nodes[node].first, nodes[node].first + nodes[node].n):
            most = max(most, scores[k] + best[edges[k].to])
        best[node] = most
    node = root
    n = 0
    while nodes[node].n > 0 and n < len(path):
        k = np.int64(nodes[node].first)
        while scores[k] + best[edges[k].to] < best[node]:
            k += 1
        path[n] = k
        n += 1
        node = np.int64(edges[k].to)
    return n
