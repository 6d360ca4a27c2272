"""The action graph of casting: its tables, and nodes that are made once (CR 601.2). Floor 10.

Nodes are questions of a cast in progress, edges are answers, node 0 is a complete cast.
A path from the root to node 0 is one way to cast, and every way is one path. Nodes whose
futures are equal are one node, so a hand of six splices with millions of casts has a few hundred.
The children of a node are made before it, so node numbers are a topological order, and a
node knows how many casts there are from it on.

`graph_texts` makes the nodes of orders and targets, `graph_casts` all that comes before;
`graph` is what others call.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim import limits as L
from sim.jit import kernel, leaf, record, wrapping
from sim.layout import ACTION, CASTING, ITEM, array_of, named

MAX_DEPTH = 64               # answers of one cast within one of the kernels
MAX_LETTERS = 15             # different cards that may be spliced onto one spell
MAX_PLACES = 64              # such cards in hand, copies counted
MAX_TEXTS = 64               # texts with targets: of the host, of its modes, of spliced cards, for each X that matters
MAX_BLOCK = 1024             # questions about the targets of all texts
MAX_ANSWERS = 8192           # and their answers
MAX_SEQUENCES = 64           # lists of texts of the host itself
BITS = 4                     # of the number of copies of one letter
COPIES = (1 << BITS) - 1
MOST_COUNTED = 9e18          # casts that 64 bits hold
EXIT = -1                    # of a block: the text has its targets
SINK = 0                     # the node of a complete cast

# What `orders` asks for.
ASKED, ALL, ONE = 0, 1, 2

# Why a graph could not be built: a table here was full, or the arrays handed in were (they are made larger).
OK, TOO_MANY, MORE_ROOM, NO_PRIORITY = 0, 1, 2, 3

NODE = record(
    ("decision", "u2"),              # terms.Decision; NONE: the cast is complete
    ("card", "u2"),                  # TARGET: definition whose text is meant
    ("first", "i4"), ("n", "i4"),    # its edges
    ("ways", "i8"),                  # casts from here on; -1: 2^63 or more
    ("weight", "f8"),                # the same as a floating number
)
EDGE = record(("to", "i4"), ("kind", "u2"), ("obj", "u2"), ("value", "i2"), ("card", "u2"))
MEMO = record(("a", "u8"), ("b", "u8"), ("node", "i4"), ("epoch", "i4"))
TEXT = record(("ability", "u2"), ("card", "u2"), ("x", "i2"), ("first", "i4"), ("n", "i4"))
QUESTION = record(("spec", "i2"), ("n_of_spec", "i2"), ("last", "i4"), ("parent", "i4"), ("answer", "i4"),
                  ("first", "i4"), ("n", "i4"), ("node", "i4"),
                  ("rank", "i4"))            # the place in `BUILD.question` of the one that is made into a node here
PLACING = record(("counts", "u8"), ("blocked", "i8"), ("pos", "i2"), ("next", "i2"), ("offered", "i8"),
                 ("pending", "i4"))
KEPT = record(("casting", CASTING), ("spell", ITEM))
LEVEL = record(("kept", KEPT), ("n", "i4"), ("i", "i4"), ("pending", "i4"), ("at", "i4"),
               ("counts", "u8"), ("action", ACTION, (L.MAX_ACTIONS,)))
BUILD = record(
    ("cast", "i4"),                          # number of the edge from the root, whose texts and letters these are
    ("n_nodes", "i4"), ("n_edges", "i4"), ("n_memo", "i4"), ("n_pending", "i4"), ("trouble", "i4"), ("epoch", "i4"),
    ("orders", "i4"),
    ("n_letters", "i4"), ("letter_card", "u2", (MAX_LETTERS,)), ("letter_ability", "u2", (MAX_LETTERS,)),
    ("swaps", "i8", (MAX_LETTERS,)),         # bit per letter whose text may change places with this one
    ("later", "i8", (MAX_LETTERS,)),         # bit per letter with a lower number
    ("text_of", "i4", (MAX_LETTERS,)), ("text_x", "i4"),
    ("x_matters", "i4"),
    ("n_places", "i4"), ("place_obj", "u2", (MAX_PLACES,)), ("place_letter", "i2", (MAX_PLACES,)),
    ("place_copy", "i2", (MAX_PLACES,)),     # equal cards before it in hand
    ("all_payable", "i4"), ("plain_cost", "i4"),
    ("n_texts", "i4"), ("text", TEXT, (MAX_TEXTS,)),
    ("n_block", "i4"), ("question", QUESTION, (MAX_BLOCK,)),
    ("n_answers", "i4"), ("answer", EDGE, (MAX_ANSWERS,)),
    ("n_sequences", "i4"), ("sequence_length", "i4", (MAX_SEQUENCES,)),
    ("sequence", "i4", (MAX_SEQUENCES, L.MAX_PARTS)),
    ("placing", PLACING, (MAX_DEPTH,)),
    ("root", LEVEL), ("modes", LEVEL, (L.MAX_PARTS,)), ("splices", LEVEL, (L.MAX_PARTS + 1,)),
    ("costs", LEVEL, (MAX_DEPTH,)),
    ("before_text", KEPT), ("before_costs", KEPT), ("before_stock", KEPT),
)

if TYPE_CHECKING:
    from typing import Any
    Build = Builds = Nodes = Edges = Memos = Any
else:
    Build = named("Build", BUILD)
    Builds, Nodes, Edges = array_of("Builds", BUILD), array_of("Nodes", NODE), array_of("Edges", EDGE)
    Memos = array_of("Memos", MEMO)


# ---------------------------------------------------------------- nodes

@wrapping
def _mix(h, value):
    """One more value into a hash, 64 bits."""
    h = (h ^ np.uint64(value)) * np.uint64(0x9E3779B97F4A7C15)
    return h ^ (h >> np.uint64(29))


@leaf
def find_entry(b, memo, a, k):
    """The entry of a key (a, k) in an open table: the one that holds it, or the free one where it belongs."""
    mask = np.uint64(len(memo) - 1)
    h = _mix(_mix(np.uint64(1), a), k) & mask
    while memo[h].epoch == b.epoch and (memo[h].a != a or memo[h].b != k):
        h = (h + np.uint64(1)) & mask
    return np.int64(h)


@leaf
def remember(b, memo, found, a, k, node):
    """Write a new entry of the table; with half of it full it is time for a larger one."""
    found.a = a
    found.b = k
    found.node = node
    found.epoch = b.epoch
    b.n_memo += 1
    if 2 * b.n_memo >= len(memo):
        b.trouble = MORE_ROOM


@kernel
def push_edge(b: Build, pending: Edges, to: int, kind: int, obj: int, value: int, card: int) -> None:
    """One more answer of the node that is being made."""
    if b.n_pending >= len(pending):
        b.trouble = MORE_ROOM
        return
    e = pending[b.n_pending]
    b.n_pending += 1
    e.to = to
    e.kind = kind
    e.obj = obj
    e.value = value
    e.card = card


@leaf
def _same_edges(edges, first, pending, start, n):
    for k in range(n):
        x = edges[first + k]
        y = pending[start + k]
        if x.to != y.to or x.kind != y.kind or x.obj != y.obj or x.value != y.value or x.card != y.card:
            return False
    return True


@kernel
def _count(b: Build, nodes: Nodes, edges: Edges, node: int) -> None:
    """Add up the casts from a node on; its children are counted."""
    weight = 0.0
    for k in range(nodes[node].first, nodes[node].first + nodes[node].n):
        weight += nodes[edges[k].to].weight
    ways = np.int64(-1)
    if weight < MOST_COUNTED:
        ways = np.int64(0)
        for k in range(nodes[node].first, nodes[node].first + nodes[node].n):
            ways += nodes[edges[k].to].ways
    nodes[node].ways = ways
    nodes[node].weight = weight


@kernel
def make_node(b: Build, nodes: Nodes, edges: Edges, memo: Memos, pending: Edges, decision: int, card: int,
               start: int) -> int:
    """The node with the pending edges from `start` on, which are taken off; an equal one if there is one."""
    n = np.int64(b.n_pending) - start
    b.n_pending = start
    h = _mix(np.uint64(decision), np.uint64(card))
    for k in range(start, start + n):
        e = pending[k]
        h = _mix(h, (np.uint64(e.to) << np.uint64(32)) | np.uint64(e.obj))
        h = _mix(h, (np.uint64(e.kind) << np.uint64(32)) | (np.uint64(e.card) << np.uint64(16))
                 | np.uint64(np.int64(e.value) & 0xFFFF))
    mask = np.uint64(len(memo) - 1)
    place = h & mask
    while memo[place].epoch == b.epoch:
        if memo[place].a == h and memo[place].b == 0:
            old = np.int64(memo[place].node)
            if (nodes[old].n == n and nodes[old].decision == decision and nodes[old].card == card
                    and _same_edges(edges, np.int64(nodes[old].first), pending, start, n)):
                return old
        place = (place + np.uint64(1)) & mask
    if b.n_nodes >= len(nodes) or b.n_edges + n > len(edges):
        b.trouble = MORE_ROOM
        return SINK
    node = np.int64(b.n_nodes)
    b.n_nodes += 1
    nodes[node].decision = decision
    nodes[node].card = card
    nodes[node].first = b.n_edges
    nodes[node].n = n
    for k in range(n):
        edges[b.n_edges + k] = pending[start + k]
    b.n_edges += n
    remember(b, memo, memo[place], h, np.uint64(0), node)
    _count(b, nodes, edges, node)
    return node
