"""Orders of spliced texts that are not asked make no difference (702.47b): both are played out and compared."""
from __future__ import annotations

import collections
import itertools
import os
import zlib

import numpy as np
import pytest

from decks.pool import load_pool
from experiments.check.table import Table
from sim.graph import CastGraph
from sim.jit import COMPILED
from sim.play import apply_action, legal_actions, new_actions
from sim.terms import ASK_ALL_ORDERS, ActionKind, Decision, End, Zone
from tests.graph.test_graph import LANDS, of, set_up
from tests.graph.walking import announced

POOL = load_pool()
RULES = POOL.rules[0]
SPLICES = [card for card in sorted(POOL.cards.values()) if RULES.card[card].splice_onto]
STEPS_OF_A_RESOLUTION = 200
MOST_PATHS = 8000
TRIES = 2                    # casts of a pair with a host that are played out
FRIENDS = ["Silver Knight", "Grizzly Bears", "Lantern Kami", "Dreamcatcher", {"card": "Hill Giant", "tapped": True}]
FOES = ["Grizzly Bears", "Silver Knight", "Lantern Kami", {"card": "Forest", "count": 2}, "Umezawa's Jitte"]


def commute(a, b):
    """Whether the engine takes the order of two cards' texts for indifferent."""
    x, y = (RULES.ability[RULES.card[card].spell] for card in (a, b))
    return not int(x.writes) & int(y.reads) and not int(y.writes) & int(x.reads)


PAIRS = [(a, b) for a, b in itertools.combinations(SPLICES, 2) if commute(a, b)]
# SPLICELAB_GAMES as in tests/contract: a fourth of the pairs unless more is asked for; a few when nothing is compiled
SHARE = 1 if int(os.environ.get("SPLICELAB_GAMES", "10000")) > 10000 else 4
SOME_PAIRS = PAIRS[::SHARE] if COMPILED else PAIRS[10:12]
HOSTS = ("Lava Spike", "Ethereal Haze", "Reach Through Mists")


@pytest.fixture(scope="module")
def table():
    return Table(POOL)


def lay_out(table, names):
    """A table with something of everything, and the host and the cards in hand."""
    set_up(table, [*names, "Forest", "Swamp"], [*LANDS, *LANDS, *FRIENDS], FOES,
           graveyard=["Forest", "Grizzly Bears", "Lava Spike", "Kami of the Hunt", "Swamp", "Island"],
           library=["Mountain", "Grizzly Bears", "Glacial Ray", "Forest", "Plains", "Swamp", "Island", "Lava Spike"])


def in_short(game):
    """What matters of a game, whatever the order in which it came about."""
    def thing(obj):
        o = game.object[obj]
        looks = (o.power, o.toughness, o.types, o.colours, o.keywords) if o.zone == Zone.BATTLEFIELD else ()
        return (int(o.card), int(o.owner), int(o.controller), int(o.status), int(o.damage), int(o.known),
                tuple(o.counters.tolist()), tuple(int(each) for each in looks))

    zones = [sorted(thing(obj) for obj in zone.tolist()) for zone in (
        game.battlefield[:game.n_battlefield], game.exile[:game.n_exile])]
    for p in game.player:
        zones += [sorted(thing(obj) for obj in p.hand[:p.n_hand].tolist()),
                  sorted(thing(obj) for obj in p.graveyard[:p.n_graveyard].tolist()),
                  [thing(obj) for obj in p.library[:p.n_library].tolist()]]
    effects = sorted((int(e.kind), int(e.obj), int(e.seat), int(e.a), int(e.b), int(e.keywords), int(e.duration))
                     for e in game.effect[:game.n_effects])
    players = [(int(p.life), p.pool.tolist(), int(p.life_lost), int(p.poison)) for p in game.player]
    return zones, effects, players, int(game.end), sorted(int(item.ability) for item in game.stack[:game.n_stack])


def play_out(table, row):
    """Let the spell resolve; an answer depends on what is asked, by which text, and how often before."""
    game, actions, asked = table.games[row], new_actions(), collections.Counter()
    n = int(legal_actions(table.games, row, table.rules, actions))
    for _ in range(STEPS_OF_A_RESOLUTION):
        if game.end != End.PLAYING or (game.decision == Decision.PRIORITY and game.n_stack == 0):
            break
        answer = 0                               # at priority: pass
        if game.decision != Decision.PRIORITY:
            text = 0
            if game.n_frames and game.frame[0].at >= 0:
                text = int(game.stack[game.frame[0].at].part[game.frame[0].part].card)
            key = (int(game.decision), text)
            asked[key] += 1
            order = sorted(range(n), key=lambda k: (int(actions[k].kind), int(actions[k].obj), int(actions[k].value)))
            answer = order[zlib.crc32(repr((key, asked[key])).encode()) % n]
        n = int(apply_action(table.games, row, table.rules, actions, answer))
    return in_short(game)


def both_orders(graph, a, b):
    """Casts with exactly the texts of `a` and `b`, in both orders with the same targets: pairs of paths."""
    decisions, text_of = graph.decisions(), np.repeat(graph.nodes["card"][1:], graph.nodes["n"][1:]).tolist()
    kinds, cards = graph.edges["kind"].tolist(), graph.edges["card"].tolist()
    found = collections.defaultdict(dict)
    for path in itertools.islice(graph.paths(), MOST_PATHS):
        spliced = {cards[k] for k in path if decisions[k] == Decision.SPLICE and kinds[k] == ActionKind.PICK}
        if spliced != {a, b}:
            continue
        order = next((cards[k] for k in path if decisions[k] == Decision.SPLICE_ORDER), 0)
        # the targets of a path follow the order of its texts; sorted by text they are the same in both
        targets = tuple(sorted((text_of[k], int(graph.edges[k].obj), int(graph.edges[k].value))
                               for k in path if decisions[k] == Decision.TARGET))
        found[targets][order] = path
    return [tuple(paths.values()) for paths in found.values() if len(paths) == 2]


def ends_of_both_orders(table, a, b, tries):
    """Play pairs of casts out that differ in the order of two texts only; yields what each left."""
    for host in HOSTS:
        lay_out(table, [host, POOL.name(a), POOL.name(b)])
        graph = of(table, host, "all")
        pairs = both_orders(graph, a, b)
        generator = np.random.default_rng(a * 1000 + b)
        for choice in generator.permutation(len(pairs))[:tries]:
            ends = []
            for row, path in enumerate(pairs[choice], 1):
                table.games[row] = table.games[0]
                graph.replay(path, table.games, row)
                ends.append(play_out(table, row))
            yield ends


@pytest.mark.parametrize(("a", "b"), SOME_PAIRS, ids=lambda card: POOL.name(card).replace(" ", "_"))
def test_texts_that_commute_leave_the_same_game_in_both_orders(table, a, b):
    played = 0
    for ends in ends_of_both_orders(table, a, b, TRIES):
        assert ends[0] == ends[1]
        played += 1
    if not played:
        pytest.skip("these two cannot be spliced onto one spell here")


def test_a_difference_would_be_seen(table):
    """Milling before drawing is something else than drawing before milling."""
    a, b = POOL.find("Dampen Thought"), POOL.find("Everdream")
    assert not commute(a, b)
    assert any(ends[0] != ends[1] for ends in ends_of_both_orders(table, a, b, 4))


def classes(cards):
    """Orders of cards, put together when swapping neighbours that commute leads from one to the other."""
    orders = set(itertools.permutations(cards))
    found = []
    while orders:
        pending, one = [orders.pop()], set()
        while pending:
            order = pending.pop()
            one.add(order)
            for k in range(len(order) - 1):
                if order[k] != order[k + 1] and commute(order[k], order[k + 1]):
                    other = (*order[:k], order[k + 1], order[k], *order[k + 2:])
                    if other not in one:
                        orders.discard(other)
                        pending.append(other)
        found.append(one)
    return found


HANDS = [("Glacial Ray", "Desperate Ritual", "Kodama's Might", "Hideous Laughter"),
         ("Glacial Ray", "Glacial Ray", "Candles' Glow", "Vital Surge", "Spiritual Visit"),
         ("Evermind", "Everdream", "Dampen Thought", "Desperate Ritual", "Glacial Ray"),
         ("Kodama's Might", "Vital Surge", "Desperate Ritual", "Lifted by Clouds", "Candles' Glow")]


@pytest.mark.parametrize("hand", HANDS, ids=" ".join)
def test_one_order_of_each_class_is_asked(table, hand):
    set_up(table, ["Lava Spike", *hand], [*LANDS, *LANDS])
    graph = of(table, "Lava Spike", "asked")
    table.games[0].policy = int(table.games[0].policy) & ~ASK_ALL_ORDERS
    orders = collections.defaultdict(set)
    for path in graph.paths():
        table.games[1] = table.games[0]
        graph.replay(path, table.games, 1)
        spell = announced(table.games[1], int(graph.edges[path[0]].obj))
        texts = tuple(int(part.card) for part in spell.part[:spell.n_parts] if part.spliced)
        orders[tuple(sorted(texts))].add(texts)
    longest = max(map(len, orders))
    assert longest >= len(hand) - 1
    for texts, asked in orders.items():
        for one in classes(texts):
            assert len(one & asked) == 1, [POOL.name(card) for card in texts]


def test_all_orders_are_asked_where_the_policy_says_so(table):
    set_up(table, ["Lava Spike", "Desperate Ritual", "Vital Surge", "Lifted by Clouds"], [*LANDS, "Grizzly Bears"])
    counted = {orders: CastGraph.of(table.games, 0, table.rules, POOL.find("Lava Spike"), orders).n_casts
               for orders in ("all", "asked", "one")}
    assert counted["one"] == counted["asked"] < counted["all"]
