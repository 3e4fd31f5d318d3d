"""One step of a search for all slots: take in evaluations, back them up, walk down to the next leaves.

A slot's tree is touched once a step, so what the backup has brought into the processor's cache serves the
selection that follows.
"""

from typing import NamedTuple

import numpy as np

from src.files.compiled import copy_row, inlined, kernel
from src.games.rules import LEGAL_MASK_AT, OBSERVE_AT, Game, call_legal_mask, call_observe
from src.search.backup import back_up, expand, mark_under_way
from src.search.bounds import tell_parents
from src.search.cache import FOUND, UNKNOWN, key_words, look_up, write_key
from src.search.evaluator import Evaluator
from src.search.gumbel import choose_root_edge
from src.search.near import bring_tree, note_stop
from src.search.reuse import child_of_root, keep_subtree
from src.search.root import prepare_root
from src.search.select import choose_edge
from src.search.symmetry import smallest_form, turn, turn_back
from src.search.tree import (
    IDLE,
    NO_CHILD,
    NO_EDGE,
    NO_PARENT,
    PENDING,
    ROOT,
    SEARCHING,
    TERMINAL,
    add_node,
    try_move,
)


class Batch(NamedTuple):
    """What the evaluator is asked, at most R rows, and what it said of the rows before."""

    states: np.ndarray  # [R, S] int8, where it reads states, else no rows
    observations: np.ndarray  # [R, C, H, W] float32, where it reads these
    pictures: np.ndarray  # [R, C, H*W], the same memory
    bits: np.ndarray  # [R, C, H*W] uint32, the same memory
    keys: np.ndarray  # [R, K] uint64, of the cache
    hashes: np.ndarray  # [R] uint64, of the keys
    prior_logits: np.ndarray  # [R, A] float32
    values: np.ndarray  # [R] float32
    entries: np.ndarray  # [L] int64, of the cache, for the leaves of one slot


def make_batch(game: Game, evaluator: Evaluator, rows: int, leaves_per_step: int) -> Batch:
    observes = evaluator.reads == "observations"
    lent = getattr(evaluator, "rows", None) if observes else None
    if lent is None or len(lent) < rows:  # more leaves a step than the evaluator has rows
        lent = np.zeros((rows if observes else 0, *game.planes), np.float32)
    observations = lent[:rows]
    num_planes, height, width = game.planes
    return Batch(
        states=np.zeros((0 if observes else rows, game.state_size), np.int8),
        observations=observations,
        pictures=observations.reshape(-1, num_planes, height * width),
        bits=observations.reshape(-1, num_planes, height * width).view(np.uint32),
        keys=np.zeros((len(observations), key_words(game.planes)), np.uint64),
        hashes=np.zeros(len(observations), np.uint64),
        prior_logits=np.zeros((0, game.num_actions), np.float32),
        values=np.zeros(0, np.float32),
        entries=np.zeros(leaves_per_step, np.int64),
    )


NOTHING_LEFT = -1  # what a walk returns when the root is wholly known
OCCUPIED = -2  # … and when it runs into a leaf that waits for the evaluator
FIRST, NUM_FINISHED = range(2)  # of a step's `turn`


@inlined
def walk(rules, spec, slots, nodes, moves, edges, states, scores, trails, b, settings):
    """Follow the best edges from the root to a node to back up from; a new one where an untried edge is followed."""
    index, depth = ROOT, 0
    while True:
        node = nodes[b, index]
        if node["status"] == PENDING:
            return ROOT if index == ROOT and slots[b]["num_pending"] == 0 else OCCUPIED
        if node["status"] == TERMINAL or (index != ROOT and node["lower"] == node["upper"]):
            return index
        note_stop(slots, trails, b, depth, index, node)
        if index == ROOT and settings[0]["considered_moves"] > 0:
            e = choose_root_edge(slots, nodes, moves, edges, b, scores, settings[0]["considered_moves"])
        else:
            e = choose_edge(slots, nodes, moves, edges, b, index, settings)
        if e == NO_EDGE:
            return NOTHING_LEFT
        if e == node["first_edge"] + node["num_tried"]:
            child = try_move(rules, spec, slots, nodes, moves, edges, states, b, index, settings)
            if settings[0]["prove"] and nodes[b, child]["status"] == TERMINAL:
                tell_parents(nodes, edges, b, child)
            return child
        index = edges[b, e]["child"]
        depth += 1


@inlined
def hand_over(rules, spec, states, pending, b, i, row, batch, forms, settings):
    """Write the slot's leaf `i` into its row of the evaluator's batch."""
    index = pending[b, i]
    if not settings[0]["observes"]:
        copy_row(states[b, index], batch.states[row])
        return
    call_observe(rules[OBSERVE_AT], spec, states[b, index], batch.observations[row])
    k = smallest_form(batch.pictures[row], forms.cells)
    forms.pending[b, i] = k
    if k > 0:
        turn(batch.pictures[row], forms.cells[k], forms.seen)


@inlined
def take_in(
    rules, spec, slots, nodes, moves, edges, states, pending, scores, b, i, prior_logits, value, forms, mask, settings
):
    """Expand the slot's leaf `i` with its evaluation and back it up. Returns whether the evaluation can be used."""
    index = pending[b, i]
    logits = prior_logits
    if forms.pending[b, i] > 0:
        turn_back(prior_logits, forms.actions, forms.pending[b, i], forms.turned)
        logits = forms.turned
    call_legal_mask(rules[LEGAL_MASK_AT], spec, states[b, index], mask)
    if not expand(slots, nodes, moves, b, index, mask, logits, value):
        return False
    if index == ROOT:
        prepare_root(slots, nodes, moves, edges, scores, b, settings)
    back_up(nodes, edges, b, index, min(max(value, -1.0), 1.0), settings[0]["leaves_per_step"] > 1 and index != ROOT)
    if settings[0]["is_exact"] and index != ROOT:  # the root is proven by its moves, or it would name none
        nodes[b, index]["lower"] = value
        nodes[b, index]["upper"] = value
        tell_parents(nodes, edges, b, index)
    return True


@inlined
def is_decided(slots, nodes, edges, b):
    """Whether the visits that are left cannot make another move of the root the most visited."""
    node = nodes[b, ROOT]
    most, second = 0, 0
    for e in range(node["first_edge"], node["first_edge"] + node["num_tried"]):
        visits = edges[b, e]["visits"]
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second > slots[b]["target_visits"] - node["visits"]


@inlined
def choose_leaves(rules, spec, slots, nodes, moves, edges, states, pending, scores, trails, b, batch, forms, settings):
    """Simulate until the slot has its leaves for the next batch, or nothing is left to simulate."""
    slot = slots[b]
    most = settings[0]["leaves_per_step"]
    while slot["num_pending"] < most and nodes[b, ROOT]["visits"] + slot["num_pending"] < slot["target_visits"]:
        if settings[0]["stop_decided"] and slot["num_pending"] == 0 and is_decided(slots, nodes, edges, b):
            slot["target_visits"] = nodes[b, ROOT]["visits"]
            return
        index = walk(rules, spec, slots, nodes, moves, edges, states, scores, trails, b, settings)
        if index == OCCUPIED:
            return
        if index == NOTHING_LEFT:
            slot["target_visits"] = nodes[b, ROOT]["visits"]
            return
        if nodes[b, index]["status"] != PENDING:  # final or proven: the value is known
            back_up(nodes, edges, b, index, nodes[b, index]["lower"], False)
            continue
        if most > 1:
            mark_under_way(nodes, edges, b, index, 1)
        i = slot["num_pending"]
        pending[b, i] = index
        slot["num_pending"] += 1
        hand_over(rules, spec, states, pending, b, i, slot["first_row"] + i, batch, forms, settings)


@inlined
def recall(rules, spec, slots, nodes, moves, edges, states, pending, scores, b, batch, forms, cache, mask, settings):
    """Take in all pending leaves of the slot if the cache knows all of them. Returns whether it does.

    All or none, since the visits under way of one leaf bear on the choice of the next.
    """
    if cache.hashes.shape[0] == 0:
        return False
    slot = slots[b]
    knows_all = True
    for i in range(slot["num_pending"]):
        row = slot["first_row"] + i
        batch.hashes[row] = write_key(batch.bits[row], batch.keys[row])
        batch.entries[i] = look_up(cache, batch.keys[row], batch.hashes[row])
        knows_all &= batch.entries[i] != UNKNOWN
    if not knows_all:
        return False
    for i in range(slot["num_pending"]):
        logits, value = cache.prior_logits[batch.entries[i]], cache.values[batch.entries[i]]
        take_in(
            rules, spec, slots, nodes, moves, edges, states, pending, scores, b, i, logits, value, forms, mask, settings
        )
    cache.counts[FOUND] += slot["num_pending"]
    slot["num_pending"] = 0
    return True


@inlined
def begin(rules, spec, slots, nodes, states, b, settings):
    """Plant a new tree on the state that stands at the slot's root."""
    slots[b]["num_nodes"] = 0
    slots[b]["num_edges"] = 0
    slots[b]["num_pending"] = 0
    slots[b]["status"] = SEARCHING
    add_node(rules, spec, slots, nodes, states, b, NO_PARENT, NO_EDGE, settings)


@inlined
def set_task(slots, b, task):
    """What a search is given, see `task.TASK`."""
    slots[b]["seed"] = task["seed"]
    slots[b]["target_visits"] = 1 + task["num_simulations"]
    slots[b]["is_quiet"] = task["is_quiet"]


@kernel
def begin_all(rules, spec, slots, nodes, states, chosen, roots, tasks, settings):
    """Begin a search of `roots` `[N, S]` in each of the slots `chosen` `[N]`."""
    for i in range(chosen.shape[0]):
        b = chosen[i]
        copy_row(roots[i], states[b, ROOT])
        set_task(slots, b, tasks[i])
        begin(rules, spec, slots, nodes, states, b, settings)


@kernel
def follow_all(rules, spec, slots, nodes, moves, edges, states, scores, chosen, actions, roots, tasks, settings):
    """Go on below the moves `actions` `[N]`, which led to `roots` `[N, S]`; where nothing was found there, begin."""
    for i in range(chosen.shape[0]):
        b = chosen[i]
        child = child_of_root(nodes, edges, b, actions[i])
        if child != NO_CHILD:
            keep_subtree(slots, nodes, moves, edges, states, b, child)
            set_task(slots, b, tasks[i])
            slots[b]["status"] = SEARCHING
            prepare_root(slots, nodes, moves, edges, scores, b, settings)
        else:
            copy_row(roots[i], states[b, ROOT])
            set_task(slots, b, tasks[i])
            begin(rules, spec, slots, nodes, states, b, settings)


@kernel
def advance(
    turn,
    finished,
    rules,
    spec,
    slots,
    nodes,
    moves,
    edges,
    states,
    pending,
    scores,
    trails,
    batch,
    forms,
    cache,
    mask,
    settings,
):
    """One step of the slots that search.

    Takes in what the evaluator said of the rows of the last step, and writes the rows of the next until the batch is
    full; slots that then have no leaves come first in the next step, in which `turn` names the first. Slots that are
    done rest, and stand in `finished` `[B]`, so many of them as `turn` says.
    Returns the number of rows; -1 - row where an evaluation cannot be used.
    """
    next_row = 0
    first, is_full = turn[FIRST], False
    turn[NUM_FINISHED] = 0
    for k in range(slots.shape[0]):
        b = (first + k) % slots.shape[0]
        bring_tree(slots, nodes, moves, edges, states, pending, trails, (b + 1) % slots.shape[0])
        slot = slots[b]
        if slot["status"] != SEARCHING:
            continue
        for i in range(slot["num_pending"]):
            row = slot["first_row"] + i
            logits, value = batch.prior_logits[row], batch.values[row]
            if not take_in(
                rules,
                spec,
                slots,
                nodes,
                moves,
                edges,
                states,
                pending,
                scores,
                b,
                i,
                logits,
                value,
                forms,
                mask,
                settings,
            ):
                return -1 - row
        slot["num_pending"] = 0
        if next_row + settings[0]["leaves_per_step"] > batch.pictures.shape[0] + batch.states.shape[0]:
            if not is_full:
                turn[FIRST], is_full = b, True
            continue
        slot["first_row"] = next_row
        while True:
            choose_leaves(
                rules, spec, slots, nodes, moves, edges, states, pending, scores, trails, b, batch, forms, settings
            )
            if slot["num_pending"] == 0:
                slot["status"] = IDLE
                finished[turn[NUM_FINISHED]] = b
                turn[NUM_FINISHED] += 1
                break
            if not recall(
                rules, spec, slots, nodes, moves, edges, states, pending, scores, b, batch, forms, cache, mask, settings
            ):
                next_row += slot["num_pending"]
                break
    return next_row
