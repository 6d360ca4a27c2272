"""The action graph of casting: the order of the spliced texts and the targets of each (CR 601.2c, 702.47b). Floor 10.

What is still to come depends only on which texts are left, so no game is needed here but
to ask once what each text may target. An order is asked together with the targets
of the text that it places; the game asks all orders first, which makes no difference to
what is cast. Compiled code here does not recurse: a stack of unfinished nodes is kept in BUILD.
"""
from __future__ import annotations

import numpy as np

from sim import limits as L
from sim.announcing import top_item
from sim.decide import list_targets
from sim.graph_nodes import (
    BITS,
    COPIES,
    EXIT,
    MAX_ANSWERS,
    MAX_BLOCK,
    MAX_TEXTS,
    OK,
    SINK,
    TOO_MANY,
    Build,
    Edges,
    Memos,
    Nodes,
    find_entry,
    make_node,
    push_edge,
    remember,
)
from sim.jit import kernel, leaf
from sim.layout import Actions, Game, Rules
from sim.targeting import answer_target, how_many, targets_left
from sim.terms import ABSENT, X_MANY, ActionKind, Decision
from sim.terms_abilities import F_MV_AT_MOST_X, F_MV_IS_X, Whose

# ---------------------------------------------------------------- the targets of one text (601.2c)

@kernel
def matters_x(rules: Rules, ability: int) -> bool:
    """Whether what a text may target depends on X."""
    a = rules.ability[ability]
    for j in range(a.n_targets):
        spec = rules.target_spec[np.int64(a.target) + j]
        if spec.least == X_MANY or spec.most == X_MANY:
            return True
        number = np.int64(spec.when_chosen) if spec.when_chosen else np.int64(spec.filter)
        while number != 0:
            if np.int64(rules.filter[number].marks) & (F_MV_IS_X | F_MV_AT_MOST_X):
                return True
            number = np.int64(rules.filter[number].other)
    return False


@kernel
def _targets_matter(rules: Rules, ability: int) -> bool:
    """Whether a target chosen for one instance of a text restricts what another instance may target."""
    a = rules.ability[ability]
    for j in range(a.n_targets):
        spec = rules.target_spec[np.int64(a.target) + j]
        if spec.different_from > 0 or rules.filter[spec.filter].controller == Whose.TARGET:
            return True
    return False


@kernel
def _return_to(game: Game, rules: Rules, b: Build, q: int) -> None:
    """Let the item stand where question `q` is asked: answer what leads to it once more."""
    c = game.casting
    top_item(game).n_targets = 0
    c.part = 0
    c.spec = 0
    c.n_of_spec = 0
    depth = 0
    up = q
    while b.question[up].parent >= 0:
        depth += 1
        up = np.int64(b.question[up].parent)
    for level in range(depth, 0, -1):
        up = q
        for _ in range(level - 1):
            up = np.int64(b.question[up].parent)
        targets_left(game, rules)
        e = b.answer[b.question[up].answer]
        answer_target(game, np.int64(e.obj), np.int64(e.value) if e.kind == ActionKind.PICK_PLAYER else -1)
    targets_left(game, rules)


@leaf
def _question_at(game, b, first, merge, last, parent, answer):
    """The question that the item stands before, new or (with `merge`) one with the same future."""
    c = game.casting
    if merge:
        for q in range(first, b.n_block):
            x = b.question[q]
            if x.spec == c.spec and x.n_of_spec == c.n_of_spec and x.last == last:
                return q
    q = np.int64(b.n_block)
    if q >= MAX_BLOCK:
        b.trouble = TOO_MANY
        return EXIT
    b.n_block += 1
    b.question[q].spec = c.spec
    b.question[q].n_of_spec = c.n_of_spec
    b.question[q].last = last
    b.question[q].parent = parent
    b.question[q].answer = answer
    b.question[q].n = 0
    return q


@leaf
def _stagetext_number(game, text):
    """Let the top item have this text only, before its first target."""
    item = top_item(game)
    item.n_parts = 1
    item.part[0].card = text.card
    item.part[0].ability = text.ability
    item.part[0].obj = item.obj
    item.part[0].spliced = 0
    item.n_targets = 0
    item.x = text.x
    game.casting.part = 0
    game.casting.spec = 0
    game.casting.n_of_spec = 0


@leaf
def _rank(b, first):
    """Order the questions from `first` on by the instance and number of the target: what they lead to is later."""
    for q in range(first, b.n_block):
        j = q
        key = b.question[q].spec * MAX_BLOCK + b.question[q].n_of_spec
        while j > first:
            x = b.question[b.question[j - 1].rank]
            if x.spec * MAX_BLOCK + x.n_of_spec <= key:
                break
            b.question[j].rank = b.question[j - 1].rank
            j -= 1
        b.question[j].rank = q


@kernel
def _ask_targets(game: Game, rules: Rules, actions: Actions, b: Build, t: int) -> None:
    """Find the questions about the targets of text `t`, in the order of 601.2c; each leads to later ones or EXIT."""
    text = b.text[t]
    text.first = b.n_block
    first = np.int64(b.n_block)
    _stagetext_number(game, text)
    if not targets_left(game, rules):
        text.n = 0
        return
    a = rules.ability[text.ability]
    merge = not _targets_matter(rules, np.int64(text.ability))
    q = _question_at(game, b, first, False, -1, -1, -1)
    while q < b.n_block and b.trouble == OK:
        _return_to(game, rules, b, q)
        n = min(list_targets(game, rules, actions), len(actions))
        if b.n_answers + n > MAX_ANSWERS:
            b.trouble = TOO_MANY
            return
        start = np.int64(b.n_answers)
        b.question[q].first = start
        b.question[q].n = n
        b.n_answers += n
        for k in range(n):
            e = b.answer[start + k]
            e.kind = actions[k].kind
            e.obj = actions[k].obj
            e.value = actions[k].value
            e.card = actions[k].card
            e.to = EXIT
        spec = np.int64(game.casting.spec)
        most = how_many(top_item(game), np.int64(rules.target_spec[np.int64(a.target) + spec].most))
        if spec + 1 == a.n_targets and most == game.casting.n_of_spec + 1:
            q += 1                       # whatever is answered, the text has its targets
            continue
        for k in range(n):
            e = b.answer[start + k]
            _return_to(game, rules, b, q)
            player = e.kind == ActionKind.PICK_PLAYER
            answer_target(game, np.int64(e.obj), np.int64(e.value) if player else -1)
            if targets_left(game, rules):
                last = -1
                if game.casting.n_of_spec > 0:
                    last = np.int64(e.value) if player else np.int64(e.obj) + 2
                b.answer[start + k].to = _question_at(game, b, first, merge, last, q, start + k)
        q += 1
    text.n = np.int64(b.n_block) - first
    _rank(b, first)


@leaf
def keep_cast(game, kept):
    kept.casting = game.casting
    kept.spell = top_item(game)


@leaf
def restore_cast(game, kept):
    game.casting = kept.casting
    game.stack[game.n_stack - 1] = kept.spell


@kernel
def text_number(game: Game, rules: Rules, actions: Actions, b: Build, ability: int, card: int, x: int) -> int:
    """The number of a text, with its questions; the item and the cast are as they were."""
    if not matters_x(rules, ability):
        x = 0
    for t in range(b.n_texts):
        if b.text[t].ability == ability and b.text[t].card == card and b.text[t].x == x:
            return t
    if b.n_texts >= MAX_TEXTS:
        b.trouble = TOO_MANY
        return 0
    t = np.int64(b.n_texts)
    b.n_texts += 1
    b.text[t].ability = ability
    b.text[t].card = card
    b.text[t].x = x
    keep_cast(game, b.before_text)
    _ask_targets(game, rules, actions, b, t)
    restore_cast(game, b.before_text)
    return t


@kernel
def _text_into(b: Build, nodes: Nodes, edges: Edges, memo: Memos, pending: Edges, t: int, after: int) -> int:
    """The node where the targets of text `t` are asked for, with `after` once it has them."""
    text = b.text[t]
    if text.n == 0:
        return after
    a = np.uint64(after)
    k = np.uint64(t) | (np.uint64(b.cast) << np.uint64(40)) | (np.uint64(3) << np.uint64(62))
    found = memo[find_entry(b, memo, a, k)]
    if found.epoch == b.epoch:
        return np.int64(found.node)
    node = SINK
    for q in range(text.first + text.n - 1, text.first - 1, -1):
        question = b.question[b.question[q].rank]
        start = np.int64(b.n_pending)
        for j in range(question.first, question.first + question.n):
            e = b.answer[j]
            to = after if e.to == EXIT else np.int64(b.question[e.to].node)
            push_edge(b, pending, to, np.int64(e.kind), np.int64(e.obj), np.int64(e.value), np.int64(e.card))
        node = make_node(b, nodes, edges, memo, pending, Decision.TARGET, np.int64(text.card), start)
        question.node = node
    remember(b, memo, memo[find_entry(b, memo, a, k)], a, k, node)     # looked for again: the table has grown fuller
    return node


# ---------------------------------------------------------------- the order of the texts (702.47b)

@leaf
def _held_together(b, present, in_time):
    """Whether each group of letters of `present`, held together by pairs that do not commute, has one of `in_time`."""
    grew = True
    while grew and in_time != present:
        grew = False
        for letter in range(b.n_letters):
            if in_time & (1 << letter):
                more = present & ~np.int64(b.swaps[letter]) & ~in_time
                if more:
                    in_time |= more
                    grew = True
    return in_time == present


@leaf
def _present(b, counts):
    present = np.int64(0)
    for letter in range(b.n_letters):
        if (counts >> np.uint64(BITS * letter)) & np.uint64(COPIES):
            present |= 1 << letter
    return present


@leaf
def _late_after(b, letter, blocked, present):
    """Letters that, put next after `letter`, could as well have come earlier: see `splice.order_is_offered`."""
    return present & np.int64(b.swaps[letter]) & (blocked | np.int64(b.later[letter]))


@kernel
def _letters_offered(b: Build, counts: int, blocked: int) -> int:
    """Bit per letter that may come next."""
    c = np.uint64(counts)
    present = _present(b, c)
    offered = np.int64(0)
    for letter in range(b.n_letters):
        if present & (1 << letter) and not blocked & (1 << letter):
            left = _present(b, c - (np.uint64(1) << np.uint64(BITS * letter)))
            late = _late_after(b, letter, blocked, left)
            if late == 0 or _held_together(b, left, left & ~late):
                offered |= 1 << letter
    return offered


@leaf
def _key(b, blocked, sequence, pos, x):
    """The second half of a memo key of `place_texts`; never 0. Texts of the host are forgotten once placed."""
    if pos == b.sequence_length[sequence]:
        sequence = 0
        pos = L.MAX_PARTS + 1
    return (np.uint64(blocked) | (np.uint64(sequence) << np.uint64(16)) | (np.uint64(pos) << np.uint64(24))
            | (np.uint64(x) << np.uint64(32)) | (np.uint64(b.cast) << np.uint64(40)) | (np.uint64(1) << np.uint64(62)))


@leaf
def _push_placing(b, depth, counts, blocked, pos):
    p = b.placing[depth]
    p.counts = counts
    p.blocked = blocked
    p.pos = pos
    p.next = 0
    p.offered = -1
    p.pending = b.n_pending


@kernel
def place_texts(b: Build, nodes: Nodes, edges: Edges, memo: Memos, pending: Edges, counts_: int, sequence: int,
           x: int) -> int:
    """The node from which the texts of the host, then those of `counts_`, are placed and get their targets."""
    length = np.int64(b.sequence_length[sequence])
    depth = 0
    _push_placing(b, 0, np.uint64(counts_), 0, 0)
    node = SINK
    while depth >= 0 and b.trouble == OK:
        p = b.placing[depth]
        counts = np.uint64(p.counts)
        blocked = np.int64(p.blocked)
        if p.pos == length and counts == 0:
            node = SINK
            depth -= 1
            continue
        if p.pos < length:                       # a text of the host: they have their order
            found = memo[find_entry(b, memo, counts, _key(b, blocked, sequence, p.pos + 1, x))]
            if p.pos + 1 == length and counts == 0:
                child = SINK
            elif found.epoch == b.epoch:
                child = np.int64(found.node)
            else:
                _push_placing(b, depth + 1, counts, blocked, p.pos + 1)
                depth += 1
                continue
            node = _text_into(b, nodes, edges, memo, pending, np.int64(b.sequence[sequence, p.pos]), child)
        else:
            if p.offered < 0:
                p.offered = _letters_offered(b, np.int64(counts), blocked)
            missing = False
            while p.next < b.n_letters and not missing:
                letter = np.int64(p.next)
                if np.int64(p.offered) & (1 << letter):
                    left = counts - (np.uint64(1) << np.uint64(BITS * letter))
                    late = _late_after(b, letter, blocked, _present(b, left))
                    found = memo[find_entry(b, memo, left, _key(b, late, sequence, length, x))]
                    if left == 0:
                        child = SINK
                    elif found.epoch == b.epoch:
                        child = np.int64(found.node)
                    else:
                        _push_placing(b, depth + 1, left, late, length)
                        depth += 1
                        missing = True
                        continue
                    node = _text_into(b, nodes, edges, memo, pending, np.int64(b.text_of[letter]), child)
                    push_edge(b, pending, node, ActionKind.PICK, ABSENT, 0, np.int64(b.letter_card[letter]))
                p.next += 1
            if missing:
                continue
            if b.n_pending - p.pending > 1:
                node = make_node(b, nodes, edges, memo, pending, Decision.SPLICE_ORDER, ABSENT, np.int64(p.pending))
            b.n_pending = p.pending              # the only text that may come next is not asked for
        found = memo[find_entry(b, memo, counts, _key(b, blocked, sequence, p.pos, x))]
        remember(b, memo, found, counts, _key(b, blocked, sequence, p.pos, x), node)
        depth -= 1
    return node
